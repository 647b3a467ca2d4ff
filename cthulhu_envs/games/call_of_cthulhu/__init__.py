"""Call of Cthulhu, the card game: two decks fight over stories. RULES.md numbers the rules that the
code cites.
"""

from __future__ import annotations

from cthulhu_envs.engine.game import Game, Kernels
from cthulhu_envs.games.call_of_cthulhu.actions import legal
from cthulhu_envs.games.call_of_cthulhu.deal import deal
from cthulhu_envs.games.call_of_cthulhu.kit import kit_of
from cthulhu_envs.games.call_of_cthulhu.observation import observe
from cthulhu_envs.games.call_of_cthulhu.position import arrange, check_state
from cthulhu_envs.games.call_of_cthulhu.rules import apply
from cthulhu_envs.games.call_of_cthulhu.scoring import score
from cthulhu_envs.games.call_of_cthulhu.settings import SETTINGS, check_settings
from cthulhu_envs.games.call_of_cthulhu.state import STATE, Ending
from cthulhu_envs.games.call_of_cthulhu.tables import actions, observations
from cthulhu_envs.games.call_of_cthulhu.telling import is_secret
from cthulhu_envs.games.call_of_cthulhu.worlds import SCRATCH, determinize, prepare

GAME = Game(
    home="cthulhu_envs.games.call_of_cthulhu:GAME",
    name="call_of_cthulhu",
    title="Call of Cthulhu: the card game",
    summary="Two decks of horrors and investigators fight over stories in terror, combat and lore.",
    version=1,
    history=(
        "v0: all 165 cards of the Core Set.",
        (
            "v1: forced responses, lasting effects, stolen cards and reductions as ruled; the "
            "observation holds what decides."
        ),
    ),
    players=range(2, 3),
    default_players=2,
    rewards_text="at the end: the winner +1, the loser -1; nothing when the turn limit ends it",
    reset_options=("deck", "stories", "start"),
    options_text=(
        "`reset(options=...)` takes `deck`, a list of two decks by title, top first (None leaves "
        "one shuffled), `stories`, the ten stories top first, and `start`, the seat that begins."
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
    draw="cthulhu_envs.games.call_of_cthulhu.render:DRAWING",
    rules="RULES.md",
    compile_seconds=60,
    is_secret=is_secret,
    chapter="turn",
    horizon=2,
    agents={"heuristic": "agents.call_of_cthulhu:Keeper"},
    witness="cthulhu_envs.games.call_of_cthulhu.witness:WITNESS",
    appendix="cthulhu_envs.games.call_of_cthulhu.guide:guide",
    truncations=frozenset({int(Ending.TURN_LIMIT)}),
)
