"""Love Letter: bluff and deduction with one card in hand. RULES.md numbers the rules that the
code cites.
"""

from __future__ import annotations

from cthulhu_envs.authoring.game import Docs, Extras, Game, Kernels, SearchHints
from cthulhu_envs.games._letters.limits import MAX_SEATS
from cthulhu_envs.games._letters.position import OPTIONS_TEXT, RESET_OPTIONS
from cthulhu_envs.games.love_letter.actions import legal
from cthulhu_envs.games.love_letter.deal import deal
from cthulhu_envs.games.love_letter.kit import kit_of
from cthulhu_envs.games.love_letter.narration import is_secret
from cthulhu_envs.games.love_letter.observation import observe
from cthulhu_envs.games.love_letter.position import arrange, check_state
from cthulhu_envs.games.love_letter.rules import apply
from cthulhu_envs.games.love_letter.scoring import score
from cthulhu_envs.games.love_letter.settings import SETTINGS, check_settings
from cthulhu_envs.games.love_letter.state import BOUNDS, STATE, Ending
from cthulhu_envs.games.love_letter.tables import actions, observations
from cthulhu_envs.games.love_letter.worlds import SCRATCH, begin_again, determinize, prepare

GAME = Game(
    home="cthulhu_envs.games.love_letter:GAME",
    name="love_letter",
    title="Love Letter",
    version=1,
    players=range(2, MAX_SEATS + 1),
    default_players=4,
    reset_options=RESET_OPTIONS,
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
    draw="cthulhu_envs.games.love_letter.render:DRAWING",
    is_secret=is_secret,
    reward_range=(-1.0, 2.0),
    docs=Docs(
        summary=(
            "One card in hand, one drawn, one played: deduce what others hold, bluff about yours."
        ),
        history=(
            "v0: the game of 2019 and the classic one.",
            (
                "v1: the observation holds all that a seat learned in the round; a deck of one's "
                "own for two has no face-up cards unless told."
            ),
        ),
        rewards='at the end: winners share +1, losers share -1; `reward="tokens"`: 1 a token',
        reset_options=OPTIONS_TEXT,
        rules="RULES.md",
        compile_seconds=5,
    ),
    search=SearchHints(
        begin_again=begin_again,
        chapter="round_number",
        horizon=1,
        shaped={"reward": "tokens"},
    ),
    extras=Extras(
        solver="cthulhu_envs.games.love_letter.chance:CHANCE",
        signals="cthulhu_envs.games.love_letter.signals:SIGNALS",
    ),
)
