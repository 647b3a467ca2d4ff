"""R1 components, R2 setup and decks."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.games._script.places import ContentError
from cthulhu_envs.games.call_of_cthulhu import GAME
from cthulhu_envs.games.call_of_cthulhu.cards.card_file import card_book, read_books
from cthulhu_envs.games.call_of_cthulhu.cards.cards import CardType, Faction
from cthulhu_envs.games.call_of_cthulhu.cards.decks import (
    QUICK,
    example_decks,
    find_deck,
    quick_deck,
    quick_number,
    read_deck,
)
from cthulhu_envs.games.call_of_cthulhu.cards.guide import guide
from cthulhu_envs.games.call_of_cthulhu.sizes import Question, Zone
from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import Position, position


def dealt(seed=0, **settings):
    env = RawEnv(GAME.configure(**settings))
    env.reset(seed=seed)
    return Position(env)


@rule("R1.1", "R1.2", "R1.3")
def test_the_core_set():
    cards = card_book().cards

    types = Counter(card.type for card in cards)
    assert [types[t] for t in CardType] == [91, 22, 41, 1, 10]
    factions = Counter(card.faction for card in cards)
    assert [factions[f] for f in Faction] == [21, 19, 20, 20, 20, 20, 20, 15]


@rule("R1.4")
def test_a_card_text_beats_the_rules():
    at = position(hand="Watcher of the Woods", domains="Shub 3")

    at.do("Watcher of the Woods")

    assert at.get("Watcher of the Woods", "exhausted") == 1  # R5.1 says ready


@rule("R1.5")
def test_a_unique_card_is_not_played_beside_its_copy():
    at = position(hand="Paul LeMond", play="Paul LeMond", domains="Agency 1")
    other = position(hand="Paul LeMond", their_play="Paul LeMond", domains="Agency 1")

    assert not at.can("Paul LeMond") and other.can("Paul LeMond")


@rule("R1.6")
def test_cards_go_to_their_owner():
    at = position(
        hand="Blind Submission; Shotgun Blast", their_play="Ghost", domains="Hastur 2; Agency 2"
    )

    at.do("Blind Submission")
    assert at.play() == ["Ghost"]
    at.do("Shotgun Blast", "number 1")

    assert at.pile(1) == ["Ghost"]


@rule("R2.1", "R2.4")
def test_decks_and_starter_depend_on_the_seed():
    decks = {tuple(dealt(seed).s.deck[0, :30].tolist()) for seed in range(5)}
    starters = {int(dealt(seed).s.starter) for seed in range(12)}

    assert len(decks) == 5 and starters == {0, 1}


@rule("R2.2", "R2.3", "R2.5")
def test_three_stories_three_domains_eight_cards():
    s = dealt().s

    assert (s.story[:3] >= 0).all() and s.story_deck_n == 7
    assert s.domains.tolist() == [3, 3] and s.hand_n.tolist() == [8, 8]
    assert s.question == Question.MULLIGAN


@rule("R2.6")
def test_one_mulligan_is_allowed():
    at = dealt()
    seat, before = at.seat, sorted(at.hand(at.seat))

    at.env.step(at.game.actions.encode("mulligan", choice=1))

    assert at.seat == seat and at.s.question == Question.HAND
    assert len(at.hand(seat)) == 8 and sorted(at.hand(seat)) != before


@rule("R2.7", "R2.8")
def test_three_of_eight_cards_become_resources():
    at = dealt()
    first = at.seat

    at.env.step(at.game.actions.encode("mulligan", choice=0))
    for _ in range(3):
        assert at.seat == first
        at.env.step(int(at.s.ids[0]))

    assert at.seat == 1 - first and at.s.question == Question.MULLIGAN
    assert [at.resources(first, domain) for domain in range(3)] == [1, 1, 1]
    assert len(at.hand(first)) == 5


@rule("R2.9", "R2.12")
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("3 Ghost\n", "3 cards; a deck has 50 to 64"),
        ("3 Ghost\n4 Patsy\n", "deck list, line 2: 4 copies of Patsy"),
        ("3 Ghost\n1 Gost\n", "deck list, line 2: there is no card 'Gost'"),
        ("Ghost\nPatsy\n", "deck list, line 1: a line reads 'COPIES TITLE'"),
        ("1 Rotting Away\n\n", "deck list, line 1: Rotting Away is a story"),
        ("1 Ghost\n0 Patsy\n", "deck list, line 2: 0 copies of Patsy"),
        ("1 Ghost\n0 Ghost\n", "deck list, line 2: 0 copies of Ghost"),
        ("", "there is no deck and no file ''"),
    ],
)
def test_a_bad_deck_list_is_refused_with_line_and_reason(text, fault):
    with pytest.raises(ValueError, match=fault):
        GAME.configure(format="constructed", deck_0=text)


@rule("R2.12")
def test_a_deck_file_that_is_no_text_is_refused_with_its_line(tmp_path):
    path = tmp_path / "deck.txt"
    path.write_bytes(b"3 Ghost\n3 \xff\xfe\n")

    with pytest.raises(ValueError, match=r"deck\.txt, line 2: this is no UTF-8 text"):
        GAME.configure(format="constructed", deck_0=str(path))


@rule("R2.12")
@pytest.mark.parametrize("name", example_decks())
def test_example_decks_are_legal(name):
    deck = find_deck(name)

    assert 50 <= len(deck) <= 64 and max(Counter(deck).values()) <= 3


@rule("R2.10")
def test_quick_decks_are_two_factions_and_a_packet():
    assert len(QUICK) == 42
    deck = quick_deck(Faction.THE_AGENCY, Faction.HASTUR, 0)

    numbers = {int(card_book().cards[kind].number[1:]) for kind in deck}
    assert len(deck) == 21 + 20 + 7 and set(range(141, 148)) < numbers and 155 not in numbers


@rule("R2.10")
def test_the_article_of_a_faction_may_be_left_out():
    with_articles = quick_number("The Agency, The Syndicate, 1")

    assert quick_number("Agency, syndicate, 1") == with_articles
    assert GAME.configure(deck_0="Agency, Yog-Sothoth, 2").values["deck_0"] is not None
    with pytest.raises(ValueError, match="'agncy' is no faction; did you mean 'agency'"):
        quick_number("Agncy, Hastur, 1")


@rule("R2.11")
def test_quick_decks_that_meet_share_nothing():
    with pytest.raises(ValueError, match="share no faction"):
        GAME.configure(deck_0="Hastur, Cthulhu, 1", deck_1="Hastur, The Agency, 2")
    with pytest.raises(ValueError, match="different packets"):
        GAME.configure(deck_0="Hastur, Cthulhu, 1", deck_1="The Syndicate, The Agency, 1")

    for seed in range(6):
        s = dealt(seed).s
        kinds = [
            set(s.kind[:64][s.zone[:64] != Zone.NOWHERE].tolist()),
            set(s.kind[64:128][s.zone[64:128] != Zone.NOWHERE].tolist()),
        ]
        assert not kinds[0] & kinds[1]


@rule("R2.13", "R11.7")
def test_lists_are_known_unless_they_were_drawn_at_random():
    known = dealt(format="constructed")
    hidden = dealt()

    assert known.sees(0)["listed"].sum() == 52
    assert hidden.sees(0)["listed"].sum() == 0


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Ghost", "x.txt, line 1: a card begins with its number"),
        ("F1 | Ghost | creature | Hastur", "x.txt, line 1: 'creature' is no card type"),
        ("F1 | Ghost | character | Hastor | cost 1", "x.txt, line 1: 'hastor' is no faction"),
        ("F1 | Ghost | character | Hastur | cost one", "x.txt, line 1: 'one' is no number"),
        (
            "F1 | Ghost | character | Hastur\n  action: wnd T1",
            "x.txt, line 2: 'wnd' is no operation",
        ),
        (
            "F1 | Ghost | character | Hastur\n  action: choose (charcter) -> wound T1",
            "x.txt, line 2: 'charcter' is no word of a filter",
        ),
        (
            "F1 | Ghost | character | Hastur\n  static self: speed +1",
            "x.txt, line 2: 'speed' is no modifier",
        ),
    ],
)
def test_a_fault_in_a_card_file_is_named_with_its_line(tmp_path, line, fault):
    path = tmp_path / "x.txt"
    path.write_text(line)

    with pytest.raises(ContentError, match=fault):
        read_books([path])


def test_stacked_decks_and_stories_lie_as_they_were_laid():
    game = GAME.configure(format="constructed", deck_0="deep_ones", deck_1="night_shift")
    deck = [card_book().cards[kind].title for kind in find_deck("deep_ones")][::-1]
    env = RawEnv(game)

    env.reset(seed=1, options={"deck": [deck, None], "start": 1})

    at = Position(env)
    assert sorted(at.hand(0)) == sorted(deck[:8]) and at.deck(0) == deck[8:]
    assert at.seat == 1
    with pytest.raises(ValueError, match="instead of"):
        env.reset(seed=1, options={"deck": [["Ghost", *deck[1:]], None]})
    assert np.array_equal(env._lanes.states[0].deck[0, :3], at.s.deck[0, :3])


@rule("R2.12")
def test_the_page_shows_how_a_list_is_written_and_which_come_with_the_game():
    page = guide()
    shown = page.partition("```text\n")[2].partition("```")[0]
    listed = [line.partition(" ") for line in shown.splitlines() if not line.startswith("#")]

    assert listed and all(count.isdigit() for count, _, _ in listed)
    assert all(card_book().kind_named(title) >= 0 for _, _, title in listed)
    assert all(f"| `{name}` | {len(find_deck(name))} |" in page for name in example_decks())
    rest = "\n".join(f"3 {card.title}" for card in card_book().cards[23:40])
    assert len(read_deck(f"{shown}{rest}", "shown")) == 6 + 17 * 3
