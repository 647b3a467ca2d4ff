"""Millions of random decisions, with the table checked after each one.

    cthulhu check call_of_cthulhu --law decks --seeds 100

plays ten million decisions with every quick deck (21 faction pairs, each with both neutral packets)
against all it can meet, and with the constructed example lists, with and without automatic passes.
It names the first rule that is broken, with the seed, and then fails. The checks are
compiled; `check_state` in position.py says the same in plain Python and more slowly.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

import numpy as np

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import is_compiled, kernel
from cthulhu_envs.authoring.record import STREAM
from cthulhu_envs.authoring.rng import below, seed_stream
from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.call_of_cthulhu.cards.cards import CardType, Keyword
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K
from cthulhu_envs.games.call_of_cthulhu.cards.decks import QUICK, quick_name
from cthulhu_envs.games.call_of_cthulhu.rules.actions import legal
from cthulhu_envs.games.call_of_cthulhu.rules.advance import apply
from cthulhu_envs.games.call_of_cthulhu.rules.deal import deal
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Frame, Proc, Window
from cthulhu_envs.games.call_of_cthulhu.rules.values import refresh
from cthulhu_envs.games.call_of_cthulhu.rules.winning import is_winning
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    DECK_MAX,
    ENTITIES,
    FIRST_STORY,
    MAX_DOMAINS,
    N_CARDS,
    NOTHING,
    SLOTS,
    STORY_SLOTS,
    TRACK,
    Question,
    Zone,
)
from cthulhu_envs.tools.laws import BrokenLawError, Law

EXAMPLES = (("deep_ones", "night_shift"), ("gate_keepers", "yellow_mob"))
FACTIONS = 8
DECISIONS, FEW_DECISIONS = 100_000, 500  # for a seed of the law: compiled, uncompiled
WRONG_PLACE = 9  # as good as lying in nine places


class Broken(IntEnum):
    """What can be wrong with a table."""

    NOTHING = 0
    CARD_LOST_OR_DOUBLED = 1
    INSANE_AND_COMMITTED = 2
    INSANE_AND_WOUNDED = 3
    WOUNDS_BEYOND_DEATH = 4
    COMMITTED_BUT_NO_CHARACTER = 5
    ATTACHED_TO_NOTHING = 6
    SOMETHING_ON_A_CARD_OUT_OF_PLAY = 7
    RESOURCES_DO_NOT_ADD_UP = 8
    DRAINED_TWICE = 9
    STORY_NOT_WON = 10
    VALUES_OUT_OF_DATE = 11
    BOTH_SIDES_OF_GOOD = 12
    NOBODY_ASKED = 13
    EMPTY_DECK_PLAYS_ON = 14
    WINDOW_DOES_NOT_ALTERNATE = 15
    TWO_OF_A_UNIQUE_CARD = 16


@kernel
def what_is_broken(kit, s, twin, count):
    """The first invariant that does not hold; `twin` and `count` are scratch space."""
    found = broken_places(kit, s, count)
    if found == Broken.NOTHING:
        found = broken_play(kit, s)
    if found == Broken.NOTHING:
        found = broken_domains(kit, s)
    if found == Broken.NOTHING:
        found = broken_stories(s)
    if found == Broken.NOTHING and s.ending == 0:
        found = broken_question(kit, s)
    if found == Broken.NOTHING and s.ending == 0:
        found = broken_values(kit, s, twin)
    return found


@kernel(inline=True)
def tally(count, inst, is_right):
    """A card found in a list: once is right, where its zone says so."""
    count[inst] += 1 if is_right else WRONG_PLACE


@kernel
def broken_places(kit, s, count):
    """Every card is in exactly one place, its owner's if it is out of play."""
    count[:] = 0
    for seat in range(2):
        for k in range(s.deck_n[seat]):
            tally(count, s.deck[seat, k], s.zone[s.deck[seat, k]] == Zone.DECK)
        for k in range(s.hand_n[seat]):
            tally(count, s.hand[seat, k], s.zone[s.hand[seat, k]] == Zone.HAND)
        for k in range(s.pile_n[seat]):
            tally(count, s.pile[seat, k], s.zone[s.pile[seat, k]] == Zone.PILE)
    for entity in range(ENTITIES):
        inst = s.play[entity]
        if inst != NOTHING:
            good = s.zone[inst] == Zone.PLAY and s.place[inst] == entity
            tally(count, inst, good and s.side[inst] == entity // SLOTS)
    for slot in range(STORY_SLOTS):
        if s.story[slot] != NOTHING:
            tally(count, s.story[slot], s.zone[s.story[slot]] == Zone.STORY)
    for k in range(s.story_deck_n):
        tally(count, s.story_deck[k], s.zone[s.story_deck[k]] == Zone.STORY_DECK)
    for inst in range(N_CARDS):
        zone = s.zone[inst]
        listed = zone != Zone.RESOURCE and zone != Zone.DOMAIN and zone != Zone.WON
        listed = listed and zone != Zone.LIMBO and zone != Zone.ASIDE
        seat = inst // DECK_MAX
        real = seat > 1 or inst - seat * DECK_MAX < kit.deck_sizes[s.pair[seat]]
        if not real:
            if zone != Zone.NOWHERE or count[inst]:
                return Broken.CARD_LOST_OR_DOUBLED
        elif zone == Zone.NOWHERE or count[inst] != listed:
            return Broken.CARD_LOST_OR_DOUBLED
    return Broken.NOTHING


@kernel
def broken_play(kit, s):
    """Cards in play, and cards that are not."""
    for inst in range(FIRST_STORY):
        if s.zone[inst] != Zone.PLAY:
            if s.wounds[inst] or s.exhausted[inst] or s.at_story[inst] != NOTHING:
                return Broken.SOMETHING_ON_A_CARD_OUT_OF_PLAY
            continue
        is_character = kit.kinds[s.kind[inst], K.TYPE] == CardType.CHARACTER
        is_character = is_character and s.host[inst] == NOTHING
        committed = s.at_story[inst] != NOTHING
        if committed and s.insane[inst]:
            return Broken.INSANE_AND_COMMITTED
        if committed and (not is_character or s.story[s.at_story[inst]] == NOTHING):
            return Broken.COMMITTED_BUT_NO_CHARACTER
        if s.insane[inst] and (s.wounds[inst] or not is_character):
            return Broken.INSANE_AND_WOUNDED
        if s.ending == 0 and s.wounds[inst] > s.toughness[inst]:
            return Broken.WOUNDS_BEYOND_DEATH
        host = s.host[inst]
        if host != NOTHING and s.zone[host] != Zone.PLAY and s.zone[host] != Zone.STORY:
            return Broken.ATTACHED_TO_NOTHING
        if kit.kinds[s.kind[inst], K.UNIQUE]:
            for entity in range(s.side[inst] * SLOTS, (s.side[inst] + 1) * SLOTS):
                other = s.play[entity]
                if other != NOTHING and other != inst and s.kind[other] == s.kind[inst]:
                    return Broken.TWO_OF_A_UNIQUE_CARD
    return Broken.NOTHING


@kernel
def broken_domains(kit, s):
    """R4: resources add up, and a domain is drained at most once."""
    total = 0
    for seat in range(2):
        for domain in range(MAX_DOMAINS):
            if s.drained[seat, domain] > 1:
                return Broken.DRAINED_TWICE
            if domain >= s.domains[seat] and (s.drained[seat, domain] or s.worth[seat, domain]):
                return Broken.DRAINED_TWICE
            worth = 0
            for faction in range(FACTIONS):
                total += s.res[seat, domain, faction]
                worth += s.res[seat, domain, faction] + s.trans[seat, domain, faction]
            if worth != s.worth[seat, domain]:
                return Broken.RESOURCES_DO_NOT_ADD_UP
    for inst in range(FIRST_STORY):
        total -= s.zone[inst] == Zone.RESOURCE
    if total:
        return Broken.RESOURCES_DO_NOT_ADD_UP
    if s.ending == 0 and s.question == Question.PAY:
        for k in range(s.ids_n):
            domain = s.ids[k] - kit.act.domain
            if 0 <= domain < MAX_DOMAINS and s.drained[s.seat, domain]:
                return Broken.DRAINED_TWICE
    return Broken.NOTHING


@kernel
def broken_stories(s):
    """R6: five tokens win a story, and those won add up."""
    if s.ending != 0:
        return Broken.NOTHING
    won = 0
    for inst in range(N_CARDS):
        won += s.zone[inst] == Zone.WON
    if won != s.won_n[0] + s.won_n[1]:
        return Broken.STORY_NOT_WON
    for slot in range(STORY_SLOTS):
        for seat in range(2):
            tokens = s.success[slot, seat]
            is_due = tokens >= TRACK and not is_winning(s)
            if tokens < 0 or is_due or (tokens > 0 and s.story[slot] == NOTHING):
                return Broken.STORY_NOT_WON
    return Broken.NOTHING


@kernel
def broken_question(kit, s):
    """Somebody is asked, has an option, and owns a deck; a window asks the one whose turn it is."""
    if s.question == Question.NOTHING or s.ids_n < 1 or (kit.auto_pass and s.ids_n < 2):
        return Broken.NOBODY_ASKED
    if s.deck_n[0] == 0 or s.deck_n[1] == 0:
        return Broken.EMPTY_DECK_PLAYS_ON
    if (
        s.question == Question.WINDOW
        or s.question == Question.RESPOND
        or s.question == Question.DISRUPT
    ):
        f = s.stack[top(s)]
        if f[Frame.WHO] != s.seat or f[Window.PASSES] > 1:
            return Broken.WINDOW_DOES_NOT_ALTERNATE
    return Broken.NOTHING


@kernel
def broken_values(kit, s, twin):
    """What was worked out is what would be worked out now; Heroic is not beside Villainous."""
    if s.dirty:
        return Broken.VALUES_OUT_OF_DATE
    twin[0] = s
    again = twin[0]
    refresh(kit, again)
    for entity in range(ENTITIES):
        inst = s.play[entity]
        if inst == NOTHING:
            continue
        same = again.skill[inst] == s.skill[inst] and again.words[inst] == s.words[inst]
        same = same and again.toughness[inst] == s.toughness[inst]
        for icon in range(4):
            same = same and again.icons[inst, icon] == s.icons[inst, icon]
        if not same:
            return Broken.VALUES_OUT_OF_DATE
    if s.stack[top(s), Frame.PROC] != Proc.CONFLICT:
        for seat in range(2):
            words = s.side_words[seat]
            if words & Keyword.HEROIC and words & Keyword.VILLAINOUS:
                return Broken.BOTH_SIDES_OF_GOOD
    return Broken.NOTHING


@kernel
def alternates(kit, asked, seat, passes, action, s):
    """R7.1, R7.2: after a first pass in a window of actions the other player is asked."""
    if kit.auto_pass or asked != Question.WINDOW or action != kit.act.done or passes != 0:
        return True
    if s.ending != 0:
        return True
    return s.question == Question.WINDOW and s.seat != seat and s.stack[top(s), Window.PASSES] == 1


@kernel
def play_and_check(kits, states, twin, chooser, ids, count, first_seed, decisions, found):
    """Random games until so many decisions are made; `found` gets what is broken, and the seed.

    Returns the number of games begun.
    """
    kit, s = kits[0], states[0]
    blank = states[1]
    games = 0
    made = 0
    while made < decisions:
        states[0] = blank
        seed_stream(s, first_seed + games)
        deal(kit, s)
        games += 1
        while s.ending == 0 and made < decisions:
            asked, seat = s.question, s.seat
            passes = s.stack[top(s), Window.PASSES]
            action = ids[below(chooser[0], legal(kit, s, ids))]
            apply(kit, s, action)
            made += 1
            broken = what_is_broken(kit, s, twin, count)
            if broken == Broken.NOTHING and not alternates(kit, asked, seat, passes, action, s):
                broken = Broken.WINDOW_DOES_NOT_ALTERNATE
            if broken != Broken.NOTHING:
                found[0] = broken
                found[1] = first_seed + games - 1
                return games
    return games


def tables(game: Game) -> Iterator[Game]:
    """Every quick deck against whatever it can meet, and the example lists; both ways to pass."""
    for number in range(len(QUICK)):
        yield game.configure(
            format="first_game",
            deck_0=quick_name(number),
            deck_1=None,
            auto_pass=number % 4 != 3,
        )
    for mine, theirs in EXAMPLES:
        yield game.configure(format="constructed", deck_0=mine, deck_1=theirs)


def check(game: Game, decisions: int, seed: int = 1) -> int:
    """Play so many decisions over all tables, return the games; AssertionError says what broke."""
    played = 0
    all_tables = list(tables(game))
    shares = np.diff(np.linspace(0, decisions, len(all_tables) + 1).astype(int))
    for number, (table, share) in enumerate(zip(all_tables, shares, strict=True)):
        chooser = np.zeros(1, STREAM)
        chooser[0].rng = seed + number
        found = np.zeros(2, np.int64)
        states, twin = table.new_states(2), table.new_states(1)
        ids = np.zeros(table.actions.size, np.int32)
        count = np.zeros(N_CARDS, np.int64)
        first = seed * 1_000_003 + number * 1009
        played += play_and_check(
            table.kit, states, twin, chooser, ids, count, first, int(share), found
        )
        assert not found[0], f"{Broken(found[0]).name} in {dict(table.values)}, seed {found[1]}"
    return played


def every_deck_holds(game: Game, seed: int) -> None:
    """The law that `cthulhu check call_of_cthulhu` adds to those of every game."""
    try:
        check(game, DECISIONS if is_compiled() else FEW_DECISIONS, seed + 1)
    except AssertionError as fault:
        raise BrokenLawError(str(fault)) from fault


LAWS = (Law("decks", "every deck keeps the table in order after each decision", every_deck_holds),)
