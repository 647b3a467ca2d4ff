"""Setting the table (R2.1-R2.5): decks, stories, domains, hands."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import below, shuffle
from cthulhu_envs.games.call_of_cthulhu.rules.advance import advance
from cthulhu_envs.games.call_of_cthulhu.rules.frames import begin_setup
from cthulhu_envs.games.call_of_cthulhu.rules.turn import draw_setup
from cthulhu_envs.games.call_of_cthulhu.rules.zones import open_story, wipe
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    DECK_MAX,
    FIRST_STORY,
    KINDS,
    N_CARDS,
    N_STORIES,
    NOTHING,
    OPEN_STORIES,
    START_DOMAINS,
    Zone,
)


@kernel
def deal(kit, s):
    """Lay out everything and go on to the first mulligan."""
    clear(s)
    if s.asked_starter:
        s.starter = s.asked_starter - 1
    else:
        s.starter = below(s, 2)
    s.active = s.starter
    pairing = below(s, kit.num_pairings)
    for seat in range(2):
        s.pair[seat] = kit.pairings[pairing, seat]
        lay_deck(kit, s, seat)
        s.domains[seat] = START_DOMAINS
    lay_stories(s)
    for seat in range(2):
        draw_setup(s, seat)
    begin_setup(s)
    advance(kit, s)


@kernel
def clear(s):
    """An empty table."""
    for inst in range(N_CARDS):
        wipe(s, inst)
    s.side[FIRST_STORY:] = 0
    s.play[:] = NOTHING
    s.story[:] = NOTHING
    s.resolving = NOTHING
    s.winner = NOTHING


@kernel
def lay_deck(kit, s, seat):
    """R2.1: a seat's deck, shuffled unless it was laid by hand."""
    n = kit.deck_sizes[s.pair[seat]]
    first = seat * DECK_MAX
    for k in range(n):
        inst = first + k
        s.kind[inst] = kit.deck_kinds[s.pair[seat], k]
        s.zone[inst] = Zone.DECK
        s.listed[inst] = 1 << seat
    s.deck_n[seat] = n
    if not s.stacked[seat]:
        for k in range(n):
            s.deck[seat, k] = first + k
        shuffle(s, s.deck[seat], n)


@kernel
def lay_stories(s):
    """R2.2: ten stories shuffled, three laid out."""
    for k in range(N_STORIES):
        inst = FIRST_STORY + k
        s.kind[inst] = KINDS - N_STORIES + k
        s.zone[inst] = Zone.STORY_DECK
    if not s.stacked_stories:
        for k in range(N_STORIES):
            s.story_deck[k] = FIRST_STORY + k
        shuffle(s, s.story_deck, N_STORIES)
    s.story_deck_n = N_STORIES
    for slot in range(OPEN_STORIES):
        open_story(s, slot)
