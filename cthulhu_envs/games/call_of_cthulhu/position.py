"""Stacked decks (`reset(options=...)`) and the invariants of a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.games.call_of_cthulhu.cards.card_file import card_book
from cthulhu_envs.games.call_of_cthulhu.cards.cards import CardType, Keyword
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Frame, Proc
from cthulhu_envs.games.call_of_cthulhu.rules.values import refresh
from cthulhu_envs.games.call_of_cthulhu.settings import pairings_of
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    DECK_MAX,
    ENTITIES,
    FIRST_STORY,
    KINDS,
    N_CARDS,
    N_STORIES,
    NOTHING,
    SLOTS,
    STORY_SLOTS,
    TRACK,
    Question,
    Zone,
)


def arrange(game: Game, s: Any, options: Mapping[str, Any]) -> None:
    """Lay decks and stories, top card first, and name the starter, in a blank state."""
    start = options.get("start")
    if start is not None:
        if type(start) is not int or start not in (0, 1):
            raise ValueError(f"start must be seat 0 or 1, not {start!r}")
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
        raise ValueError(f"cards are listed by title, top first, not {titles!r}")
    return [card_book().kind_named(str(title)) for title in titles]


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
        raise ValueError(f"the stacked deck of seat {seat} has {', '.join(wrong)}")
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
    """AssertionError names the invariant that does not hold."""
    kit = game.kit[0]
    _check_places(kit, s)
    for inst in range(FIRST_STORY):
        if s.zone[inst] == Zone.PLAY:
            _check_card(kit, s, inst)
        else:
            assert s.wounds[inst] == 0 and not s.exhausted[inst], f"card {inst} carries something"
            assert s.at_story[inst] == NOTHING, f"card {inst} is committed, but not in play"
    _check_domains(kit, s)
    _check_stories(s)
    if s.ending == 0:
        assert s.question != Question.NOTHING and s.ids_n >= 1, "nobody is asked"
        assert s.deck_n.min() > 0, "a player without a deck is still playing"
        assert not s.dirty, "values are out of date"
        _check_values(kit, s)
        _check_sides(s)


def _check_places(kit: Any, s: Any) -> None:
    """Every card is in exactly one place, and the lists agree with the zones."""
    found: Counter[int] = Counter()
    for seat in range(2):
        for cards, n, zone in (
            (s.deck, s.deck_n, Zone.DECK),
            (s.hand, s.hand_n, Zone.HAND),
            (s.pile, s.pile_n, Zone.PILE),
        ):
            for inst in cards[seat, : n[seat]]:
                assert s.zone[inst] == zone, f"card {inst} is not in {zone.name}"
                assert inst // DECK_MAX == seat, f"card {inst} is with the wrong owner"
                found[int(inst)] += 1
    for entity in range(ENTITIES):
        inst = int(s.play[entity])
        if inst != NOTHING:
            assert s.zone[inst] == Zone.PLAY and s.place[inst] == entity, f"slot {entity}"
            assert s.side[inst] == entity // SLOTS, f"card {inst} sits on the wrong side"
            found[inst] += 1
    for slot in range(STORY_SLOTS):
        inst = int(s.story[slot])
        if inst != NOTHING:
            assert s.zone[inst] == Zone.STORY and s.place[inst] == slot, f"story {slot}"
            found[inst] += 1
    for inst in s.story_deck[: s.story_deck_n]:
        assert s.zone[inst] == Zone.STORY_DECK, f"card {inst} is not in the story deck"
        found[int(inst)] += 1
    loose = (Zone.RESOURCE, Zone.DOMAIN, Zone.WON, Zone.LIMBO, Zone.ASIDE)
    for inst in range(N_CARDS):
        is_real = inst >= FIRST_STORY or inst % DECK_MAX < kit.deck_sizes[s.pair[inst // DECK_MAX]]
        expected = int(is_real and s.zone[inst] not in loose)
        assert found[inst] == expected, f"card {inst} is in {found[inst]} places"
        assert is_real == (s.zone[inst] != Zone.NOWHERE), f"card {inst} is nowhere"
    for seat in range(2):
        listed = Counter(
            int(k) for k in kit.deck_kinds[s.pair[seat], : kit.deck_sizes[s.pair[seat]]]
        )
        size = kit.deck_sizes[s.pair[seat]]
        cards = s.kind[seat * DECK_MAX : seat * DECK_MAX + size]
        assert Counter(int(k) for k in cards) == listed, f"seat {seat} plays another list"


def _check_card(kit: Any, s: Any, inst: int) -> None:
    """A card in play."""
    card_type = kit.kinds[s.kind[inst], K.TYPE]
    is_character = card_type == CardType.CHARACTER and s.host[inst] == NOTHING
    if s.insane[inst]:
        assert is_character, f"card {inst} is insane, but no character"
        assert s.at_story[inst] == NOTHING, f"card {inst} is insane and committed"
        assert s.wounds[inst] == 0, f"card {inst} is insane and wounded"
    if s.at_story[inst] != NOTHING:
        assert is_character, f"card {inst} is committed, but no character"
        assert s.story[s.at_story[inst]] != NOTHING, f"card {inst} is at no story"
    if s.ending == 0:
        assert s.wounds[inst] <= s.toughness[inst], f"card {inst} should be dead"
    host = int(s.host[inst])
    if host != NOTHING:
        assert s.zone[host] in (Zone.PLAY, Zone.STORY), f"card {inst} is attached to nothing"
    assert s.seen[inst] == 3, f"card {inst} in play is not seen by both"


def _check_domains(kit: Any, s: Any) -> None:
    """Resources add up, and nothing is drained that is not there."""
    counted = np.zeros_like(s.res)
    transient = np.zeros_like(s.trans)
    for inst in range(FIRST_STORY):
        if s.zone[inst] == Zone.RESOURCE:
            row = kit.kinds[s.kind[inst]]
            at = (s.side[inst], s.place[inst], row[K.FACTION])
            counted[at] += 1
            transient[at] += bool(row[K.WORDS] & Keyword.TRANSIENT)
    assert np.array_equal(counted, s.res), "resources do not add up"
    assert np.array_equal(transient, s.trans), "Transient resources do not add up"
    assert np.array_equal((counted + transient).sum(2), s.worth), "domains are not worth that"
    for seat in range(2):
        laid = [int(i) for i in s.laid[seat, : s.laid_n[seat]]]
        order = [(int(s.place[i]), int(s.kind[i])) for i in laid]
        is_laid = (s.zone == Zone.RESOURCE) & (s.side == seat)
        assert sorted(laid) == np.flatnonzero(is_laid).tolist(), "resources are not all listed"
        assert order == sorted(order), "resources are out of order"
        assert s.drained.max() <= 1, "a domain is drained twice"
        assert not s.drained[seat, s.domains[seat] :].any(), "a domain that is not there is drained"


def _check_stories(s: Any) -> None:
    """Tokens, wins and the number of stories."""
    won = [int((s.zone == Zone.WON)[s.side == seat].sum()) for seat in range(2)]
    if s.ending == 0:
        assert won == s.won_n.tolist(), "stories won do not add up"
        is_winning = Proc.WIN in s.stack[: s.depth, Frame.PROC]
        assert s.success.max() < TRACK or is_winning, "a story should be won"
    assert s.success.min() >= 0, "fewer than no tokens"
    for slot in range(STORY_SLOTS):
        assert s.story[slot] != NOTHING or not s.success[slot].any(), "tokens on no story"


def _check_values(kit: Any, s: Any) -> None:
    """What was worked out is what would be worked out now."""
    again = np.array([s], s.dtype)
    refresh(kit, again[0])
    for name in ("skill", "icons", "words", "toughness", "subs", "blank", "limits", "side_words"):
        assert np.array_equal(again[0][name], s[name]), f"{name} is out of date"


def _check_sides(s: Any) -> None:
    """Copies of unique cards, Heroic beside Villainous."""
    for seat in range(2):
        cards = [int(i) for i in s.play[seat * SLOTS : (seat + 1) * SLOTS] if i != NOTHING]
        words = [int(s.words[inst]) for inst in cards]
        heroes = any(word & Keyword.HEROIC for word in words)
        villains = any(word & Keyword.VILLAINOUS for word in words)
        is_settled = s.question == Question.ENTITY
        assert not (heroes and villains) or is_settled, f"seat {seat} has both sides"
