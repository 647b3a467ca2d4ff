"""Lovecraft Letter: bluff and deduction between sanity and madness. RULES.md numbers the rules
that the code cites.
"""

from __future__ import annotations

from cthulhu_envs.authoring.game import Docs, Extras, Game, Kernels, SearchHints
from cthulhu_envs.games._letters.limits import MAX_SEATS
from cthulhu_envs.games._letters.position import OPTIONS_TEXT, RESET_OPTIONS
from cthulhu_envs.games.lovecraft_letter.actions import legal
from cthulhu_envs.games.lovecraft_letter.deal import deal
from cthulhu_envs.games.lovecraft_letter.kit import kit_of
from cthulhu_envs.games.lovecraft_letter.narration import is_secret
from cthulhu_envs.games.lovecraft_letter.observation import observe
from cthulhu_envs.games.lovecraft_letter.position import arrange, check_state
from cthulhu_envs.games.lovecraft_letter.rules import apply
from cthulhu_envs.games.lovecraft_letter.scoring import score
from cthulhu_envs.games.lovecraft_letter.settings import SETTINGS, check_settings
from cthulhu_envs.games.lovecraft_letter.state import BOUNDS, STATE, Ending
from cthulhu_envs.games.lovecraft_letter.tables import actions, observations
from cthulhu_envs.games.lovecraft_letter.worlds import SCRATCH, begin_again, determinize, prepare

GAME = Game(
    home="cthulhu_envs.games.lovecraft_letter:GAME",
    name="lovecraft_letter",
    title="Lovecraft Letter",
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
    draw="cthulhu_envs.games.lovecraft_letter.render:DRAWING",
    is_secret=is_secret,
    truncations=frozenset({Ending.ROUND_CAP}),
    docs=Docs(
        summary=(
            "Love Letter gone mad: Insanity cards open stronger sides, and a check at every turn."
        ),
        history=(
            "v0: the published edition and the manual's own list.",
            (
                "v1: an insane Liber Ivonis covers the Braincase, and right guesses against it "
                "are answered; the observation holds a whole round."
            ),
        ),
        rewards='at the end: +1 for the winner, the others share -1; `reward="tokens"`: 1 a token',
        reset_options=OPTIONS_TEXT,
        rules="RULES.md",
        compile_seconds=6,
    ),
    search=SearchHints(
        begin_again=begin_again,
        chapter="round_number",
        shaped={"reward": "tokens"},
    ),
    extras=Extras(
        solver="cthulhu_envs.games.lovecraft_letter.chance:CHANCE",
        signals="cthulhu_envs.games.lovecraft_letter.signals:SIGNALS",
        coverage="cthulhu_envs.games.lovecraft_letter.coverage:COVERAGE",
    ),
)
