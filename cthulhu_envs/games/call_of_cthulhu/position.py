"""Stacked decks (`reset(options=...)`) and the invariants of a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.state_checks import demand
from cthulhu_envs.games.call_of_cthulhu.cards.card_file import card_book
from cthulhu_envs.games.call_of_cthulhu.cards.decks import shown
from cthulhu_envs.games.call_of_cthulhu.invariants.faults import WORDS, Fault
from cthulhu_envs.games.call_of_cthulhu.invariants.position import COUNTED, fault_of
from cthulhu_envs.games.call_of_cthulhu.settings import pairings_of
from cthulhu_envs.games.call_of_cthulhu.sizes import DECK_MAX, FIRST_STORY, KINDS, N_STORIES

MOST_NAMED = 4  # cards of a stacked deck that are too many or too few


def arrange(game: Game, s: Any, options: Mapping[str, Any]) -> None:
    """Lay decks and stories, top card first, and name the starter, in a blank state."""
    start = options.get("start")
    if start is not None:
        if type(start) is not int or start not in (0, 1):
            raise ValueError(f"start must be seat 0 or 1, not {shown(start)}")
        s.asked_starter = start + 1
    decks = options.get("deck")
    if decks is not None:
        if not isinstance(decks, list) or len(decks) != 2:
            raise ValueError(
                "deck must be two lists of titles, top first; None leaves one shuffled"
            )
        for seat, titles in enumerate(decks):
            if titles is not None:
                _lay_deck(game, s, seat, titles)
    if options.get("stories") is not None:
        _lay_stories(s, options["stories"])


def _kinds(titles: Any) -> list[int]:
    if not isinstance(titles, list):
        raise ValueError(f"cards are listed by title, top first, not {shown(titles)}")
    for title in titles:
        if not isinstance(title, str):
            raise ValueError(f"a card is named by its title, not {shown(title)}")
    return [card_book().kind_named(title) for title in titles]


def _lay_deck(game: Game, s: Any, seat: int, titles: Any) -> None:
    """A stacked deck is the seat's deck in some order."""
    pairings = pairings_of(game.values)
    if len(pairings) > 1:
        raise ValueError("a deck can be stacked only where both decks are chosen")
    kinds = _kinds(titles)
    size = int(game.kit[0].deck_sizes[pairings[0][seat]])
    listed = [int(k) for k in game.kit[0].deck_kinds[pairings[0][seat], :size]]
    have, wanted = Counter(kinds), Counter(listed)
    wrong = [
        f"{have[k]} {card_book().cards[k].title} instead of {wanted[k]}"
        for k in sorted(have | wanted)
        if have[k] != wanted[k]
    ]
    if wrong:
        more = f" and {len(wrong) - MOST_NAMED} faults more" if len(wrong) > MOST_NAMED else ""
        named = ", ".join(wrong[:MOST_NAMED])
        raise ValueError(f"the stacked deck of seat {seat} has {named}{more}")
    free = {kind: [i for i, k in enumerate(listed) if k == kind] for kind in wanted}
    order = [seat * DECK_MAX + free[kind].pop() for kind in kinds]
    s.deck[seat, :size] = order[::-1]
    s.stacked[seat] = 1


def _lay_stories(s: Any, titles: Any) -> None:
    kinds = _kinds(titles)
    if sorted(kinds) != list(range(KINDS - N_STORIES, KINDS)):
        raise ValueError("stories must list the ten stories, top first")
    s.story_deck[:] = [FIRST_STORY + kind - (KINDS - N_STORIES) for kind in kinds[::-1]]
    s.stacked_stories = 1


def check_state(game: Game, s: Any) -> None:
    """BrokenStateError says which invariant does not hold; numbers are within their bounds."""
    state, twins = np.array([s], s.dtype), game.new_states(1)
    fault = fault_of(game.kit[0], state[0], twins, np.zeros(COUNTED, np.int64))
    demand(fault == Fault.NOTHING, WORDS[Fault(fault)])
