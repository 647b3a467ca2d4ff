"""Call of Cthulhu, the card game: two decks fight over stories. RULES.md numbers the rules that the
code cites.
"""

from __future__ import annotations

from cthulhu_envs.authoring.game import Docs, Extras, Game, Kernels, SearchHints
from cthulhu_envs.authoring.own_file import contents_of
from cthulhu_envs.games.call_of_cthulhu.kit import kit_of
from cthulhu_envs.games.call_of_cthulhu.position import arrange, check_state
from cthulhu_envs.games.call_of_cthulhu.rules.actions import legal
from cthulhu_envs.games.call_of_cthulhu.rules.advance import apply
from cthulhu_envs.games.call_of_cthulhu.rules.deal import deal
from cthulhu_envs.games.call_of_cthulhu.rules.scoring import score
from cthulhu_envs.games.call_of_cthulhu.rules.worlds import SCRATCH, determinize, prepare
from cthulhu_envs.games.call_of_cthulhu.settings import SETTINGS, check_settings
from cthulhu_envs.games.call_of_cthulhu.state import BOUNDS, STATE, Ending
from cthulhu_envs.games.call_of_cthulhu.tables import actions, observations
from cthulhu_envs.games.call_of_cthulhu.view.narration import is_secret
from cthulhu_envs.games.call_of_cthulhu.view.observation import observe

GAME = Game(
    home="cthulhu_envs.games.call_of_cthulhu:GAME",
    name="call_of_cthulhu",
    title="Call of Cthulhu: the card game",
    version=1,
    players=range(2, 3),
    default_players=2,
    reset_options=("deck", "stories", "start"),
    settings=SETTINGS,
    endings=Ending,
    state=STATE,
    bounds=BOUNDS,
    scratch=SCRATCH,
    actions_of=actions,
    observations_of=observations,
    kit_of=kit_of,
    kernels=Kernels(deal, legal, apply, observe, score, prepare, determinize),
    arrange=arrange,
    check_settings=check_settings,
    check_state=check_state,
    contents_of=contents_of,
    draw="cthulhu_envs.games.call_of_cthulhu.view.render:DRAWING",
    is_secret=is_secret,
    truncations=frozenset({int(Ending.TURN_LIMIT)}),
    docs=Docs(
        summary=(
            "Two decks of horrors and investigators fight over stories in terror, combat and lore."
        ),
        history=(
            "v0: all 165 cards of the Core Set.",
            (
                "v1: forced responses, lasting effects, stolen cards and reductions as ruled; the "
                "observation holds what decides."
            ),
        ),
        rewards="at the end: the winner +1, the loser -1; nothing when the turn limit ends it",
        reset_options=(
            "`reset(options=...)` takes `deck`, a list of two decks by title, top first "
            "(None leaves "
            "one shuffled), `stories`, the ten stories top first, and `start`, the seat that "
            "begins."
        ),
        rules="RULES.md",
        compile_seconds=25,
        appendix="cthulhu_envs.games.call_of_cthulhu.cards.guide:guide",
    ),
    search=SearchHints(
        chapter="turn",
        horizon=2,
    ),
    extras=Extras(
        coverage="cthulhu_envs.games.call_of_cthulhu.rules.coverage:COVERAGE",
        laws="cthulhu_envs.games.call_of_cthulhu.invariants.laws:LAWS",
    ),
)
