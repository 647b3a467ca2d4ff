"""Unspeakable Words: spell words from letter cards and stay sane. RULES.md numbers the rules that
the code cites.
"""

from __future__ import annotations

from cthulhu_envs.authoring.game import Docs, Game, Kernels, SearchHints
from cthulhu_envs.authoring.own_file import contents_of
from cthulhu_envs.games.unspeakable_words.actions import legal
from cthulhu_envs.games.unspeakable_words.deal import deal
from cthulhu_envs.games.unspeakable_words.kit import kit_of
from cthulhu_envs.games.unspeakable_words.observation import observe
from cthulhu_envs.games.unspeakable_words.position import arrange, check_state
from cthulhu_envs.games.unspeakable_words.rules import apply
from cthulhu_envs.games.unspeakable_words.scoring import score
from cthulhu_envs.games.unspeakable_words.settings import MAX_SEATS, SETTINGS, check_settings
from cthulhu_envs.games.unspeakable_words.state import BOUNDS, STATE, Ending
from cthulhu_envs.games.unspeakable_words.tables import actions, observations
from cthulhu_envs.games.unspeakable_words.worlds import SCRATCH, determinize, prepare

GAME = Game(
    home="cthulhu_envs.games.unspeakable_words:GAME",
    name="unspeakable_words",
    title="Unspeakable Words",
    version=1,
    players=range(2, MAX_SEATS + 1),
    default_players=4,
    reset_options=("deck", "start", "rolls", "faces", "losses"),
    settings=SETTINGS,
    endings=Ending,
    state=STATE,
    scratch=SCRATCH,
    bounds=BOUNDS,
    actions_of=actions,
    observations_of=observations,
    kit_of=kit_of,
    kernels=Kernels(deal, legal, apply, observe, score, prepare, determinize),
    arrange=arrange,
    check_settings=check_settings,
    check_state=check_state,
    contents_of=contents_of,
    draw="cthulhu_envs.games.unspeakable_words.render:DRAWING",
    truncations=frozenset({int(Ending.TURN_LIMIT)}),
    docs=Docs(
        summary=(
            "Spell words letter by letter, claim their points, and keep your sanity on the way."
        ),
        history=(
            "v0: the manual's game with the Cthulhu Dice, and the published one.",
            (
                "v1: the Cthulhu Dice stay open once a player had more than 50 points; worlds "
                "follow from what is public alone."
            ),
        ),
        rewards=(
            "the winner 1, the others share -1, each when eliminated or at the end; "
            '`reward="points"`: points as a share of the target'
        ),
        reset_options=(
            "`reset(options=...)` takes `deck`, all letters, top card first (a hand for each "
            "seat from "
            "player_0 on, then the draw pile), `start`, the seat that begins, and what dice "
            "will show: "
            "`rolls` (1 to 20), `faces` (by name) and `losses` (1 to 6)."
        ),
        rules="RULES.md",
        compile_seconds=5,
    ),
    search=SearchHints(
        chapter="turns",
        horizon=2,
        shaped={"reward": "points"},
        c=0.2,
        margin=1.0,
    ),
)
