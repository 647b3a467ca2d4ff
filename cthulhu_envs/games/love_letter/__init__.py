"""Love Letter: bluff and deduction with one card in hand. RULES.md numbers the rules that the
code cites.
"""

from __future__ import annotations

from cthulhu_envs.engine.game import Game, Kernels
from cthulhu_envs.games.love_letter.actions import legal
from cthulhu_envs.games.love_letter.deal import deal
from cthulhu_envs.games.love_letter.kit import kit_of
from cthulhu_envs.games.love_letter.observation import observe
from cthulhu_envs.games.love_letter.position import arrange, check_state
from cthulhu_envs.games.love_letter.rules import apply
from cthulhu_envs.games.love_letter.scoring import score
from cthulhu_envs.games.love_letter.settings import SETTINGS, check_settings
from cthulhu_envs.games.love_letter.state import STATE, Ending
from cthulhu_envs.games.love_letter.tables import actions, observations
from cthulhu_envs.games.love_letter.telling import is_secret
from cthulhu_envs.games.love_letter.worlds import SCRATCH, begin_again, determinize, prepare

GAME = Game(
    home="cthulhu_envs.games.love_letter:GAME",
    name="love_letter",
    title="Love Letter",
    summary="One card in hand, one drawn, one played: deduce what others hold, bluff about yours.",
    version=1,
    history=(
        "v0: the game of 2019 and the classic one.",
        (
            "v1: the observation holds all that a seat learned in the round; a deck of one's "
            "own for two has no face-up cards unless told."
        ),
    ),
    players=range(2, 7),
    default_players=4,
    rewards_text='at the end: winners share +1, losers share -1; `reward="tokens"`: 1 a token',
    reset_options=("deck", "start"),
    options_text=(
        "`reset(options=...)` takes `deck`, all cards by name, top first (face down, face up, one "
        "for each seat from player_0 on, then the draw pile), and `start`, the seat that begins."
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
    draw="cthulhu_envs.games.love_letter.render:DRAWING",
    rules="RULES.md",
    compile_seconds=20,
    begin_again=begin_again,
    chapter="round_number",
    horizon=1,
    shaped={"reward": "tokens"},
    agents={"heuristic": "agents.love_letter:CardCounter"},
    chance="cthulhu_envs.games.love_letter.chance:CHANCE",
    tells="cthulhu_envs.games.love_letter.tells:TELLS",
    is_secret=is_secret,
    reward_range=(-1.0, 2.0),
)
