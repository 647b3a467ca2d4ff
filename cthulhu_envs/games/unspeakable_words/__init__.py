"""Unspeakable Words: spell words from letter cards and stay sane. RULES.md numbers the rules that
the code cites.
"""

from __future__ import annotations

from cthulhu_envs.engine.game import Game, Kernels
from cthulhu_envs.games.unspeakable_words.actions import legal
from cthulhu_envs.games.unspeakable_words.deal import deal
from cthulhu_envs.games.unspeakable_words.kit import kit_of
from cthulhu_envs.games.unspeakable_words.observation import observe
from cthulhu_envs.games.unspeakable_words.position import arrange, check_state
from cthulhu_envs.games.unspeakable_words.rules import apply
from cthulhu_envs.games.unspeakable_words.scoring import score
from cthulhu_envs.games.unspeakable_words.settings import SETTINGS, check_settings
from cthulhu_envs.games.unspeakable_words.state import STATE, Ending
from cthulhu_envs.games.unspeakable_words.tables import actions, observations
from cthulhu_envs.games.unspeakable_words.worlds import SCRATCH, determinize, prepare

GAME = Game(
    home="cthulhu_envs.games.unspeakable_words:GAME",
    name="unspeakable_words",
    title="Unspeakable Words",
    summary="Spell words letter by letter, claim their points, and keep your sanity on the way.",
    version=1,
    history=(
        "v0: the manual's game with the Cthulhu Dice, and the published one.",
        (
            "v1: the Cthulhu Dice stay open once a player had more than 50 points; worlds "
            "follow from what is public alone."
        ),
    ),
    players=range(2, 7),
    default_players=4,
    rewards_text=(
        "the winner 1, the others share -1, each when eliminated or at the end; "
        '`reward="points"`: points as a share of the target'
    ),
    reset_options=("deck", "start", "rolls", "faces", "losses"),
    options_text=(
        "`reset(options=...)` takes `deck`, all letters, top card first (a hand for each seat from "
        "player_0 on, then the draw pile), `start`, the seat that begins, and what dice will show: "
        "`rolls` (1 to 20), `faces` (by name) and `losses` (1 to 6)."
    ),
    settings=SETTINGS,
    endings=Ending,
    state=STATE,
    scratch=SCRATCH,
    actions_of=actions,
    observations_of=observations,
    kit_of=kit_of,
    kernels=Kernels(deal, legal, apply, observe, score, prepare, determinize),
    arrange=arrange,
    check_settings=check_settings,
    check_state=check_state,
    draw="cthulhu_envs.games.unspeakable_words.render:DRAWING",
    rules="RULES.md",
    compile_seconds=20,
    bench="agents.unspeakable_words_bench:measures",
    agents={"heuristic": "agents.unspeakable_words:Scholar"},
    chapter="turns",
    horizon=2,
    shaped={"reward": "points"},
    search={"c": 0.2, "margin": 1.0},
    truncations=frozenset({int(Ending.TURN_LIMIT)}),
)
