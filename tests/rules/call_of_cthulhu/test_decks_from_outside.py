"""Deck lists and reset options from outside: wrong ones are refused in one short sentence."""

from __future__ import annotations

import math

import pytest

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.authoring.state_checks import check_states
from cthulhu_envs.games.call_of_cthulhu import GAME
from cthulhu_envs.games.call_of_cthulhu.cards.decks import FOLDER, quick_name
from cthulhu_envs.games.call_of_cthulhu.sizes import TITLES

LONGEST = 300  # letters of a sentence
HUGE = "Peeler" * 200_000
LIST = (FOLDER / "deep_ones.txt").read_text(encoding="utf-8")
LINES = [line for line in LIST.splitlines() if line.strip() and not line.startswith("#")]
QUICK = {"deck_0": quick_name(0), "deck_1": "Cthulhu, Hastur, 2"}
STORIES = TITLES[-10:]


def refused(begin):
    with pytest.raises(ValueError) as caught:
        begin()
    words = str(caught.value)
    assert words and len(words) <= LONGEST and "\n" not in words
    return words


WRONG_LISTS = {
    "nothing": "\n",
    "too few cards": "\n".join(LINES[:3]) + "\n",
    "too many cards": "\n".join(f"3 {title}" for title in TITLES[:30]),
    "an unknown title": LIST + "1 Peelar\n",
    "a title of another case": LIST + "1 peeler\n",
    "a huge title": LIST + f"1 {HUGE}\n",
    "a story": LIST + f"1 {TITLES[-1]}\n",
    "no copies": LIST + "0 Peeler\n",
    "a negative number": LIST + "-1 Peeler\n",
    "a fraction": LIST + "1.5 Peeler\n",
    "not a number": LIST + "nan Peeler\n",
    "digits of another script": LIST + "\N{ARABIC-INDIC DIGIT ONE} Peeler\n",
    "a huge number": LIST + f"{'9' * 10_000} Peeler\n",
    "too many copies": LIST + "4 Peeler\n",
    "copies in two lines": f"3 {LINES[0].split(maxsplit=1)[1]}\n" + LIST,
    "a number alone": LIST + "3\n",
    "a title alone": LIST + "Peeler\n",
    "a huge line": LIST + HUGE + "\n",
    "nul letters": LIST + "\0\0\n",
}


@pytest.mark.parametrize("text", WRONG_LISTS.values(), ids=WRONG_LISTS)
def test_a_wrong_list_is_refused(text):
    refused(lambda: GAME.configure(format="constructed", deck_0=text))


def test_a_list_in_other_words_is_the_same_deck():
    again = "# in another order\n\n" + "\n".join(f"  {line}  " for line in reversed(LINES)) + "\n"

    one, other = (GAME.configure(format="constructed", deck_0=text) for text in (LIST, again))

    decks = [sorted(game.kit[0].deck_kinds[0].tolist()) for game in (one, other)]
    assert decks[0] == decks[1]


WRONG_DECKS = {
    "a misspelt example": "deep_one",
    "a huge name": HUGE,
    "a path too long": "/" + "a/" * 50_000,
    "nobody's home": "~nobody-here/deck.txt",
    "a nul letter": "deck\0.txt",
    "a folder": "/",
    "empty": "",
    "a number": 3,
    "nan": math.nan,
    "a list": ["Peeler"] * 100_000,
    "nested": [[[["Peeler"]]]],
    "yes": True,
    "bytes": b"deep_ones",
}


@pytest.mark.parametrize("deck", WRONG_DECKS.values(), ids=WRONG_DECKS)
@pytest.mark.parametrize("kind", ["constructed", "first_game"])
def test_a_wrong_deck_is_refused(kind, deck):
    refused(lambda: GAME.configure(format=kind, deck_0=deck))


WRONG_QUICK_DECKS = (
    "The Agency, Hastur",
    "The Agency, Hastur, 1, 2",
    "The Agency, Hastur, 3",
    "The Agency, Hastur, 1.0",
    "The Agency, The Agency, 1",
    "The Agency, Neutral, 1",
    "The Agency, Haster, 1",
    f"{HUGE}, Hastur, 1",
    f"The Agency, Hastur, {HUGE}",
)


@pytest.mark.parametrize("deck", WRONG_QUICK_DECKS, ids=lambda deck: deck[:30])
def test_a_wrong_quick_deck_is_refused(deck):
    refused(lambda: GAME.configure(deck_0=deck))


def quick_titles(seat):
    kit = GAME.configure(**QUICK).kit[0]
    deck = kit.pairings[0, seat]
    return [TITLES[kind] for kind in kit.deck_kinds[deck, : kit.deck_sizes[deck]]]


def begin(options, **settings):
    env = RawEnv(GAME.configure(**(settings or QUICK)))
    env.reset(seed=1, options=options)
    return env


DECK = quick_titles(0)
WRONG_OPTIONS = {
    "one deck": {"deck": DECK},
    "three decks": {"deck": [None, None, None]},
    "text": {"deck": "deep_ones"},
    "a number": {"deck": 7},
    "a deck that is a number": {"deck": [7, None]},
    "a huge deck that is text": {"deck": [HUGE, None]},
    "an empty deck": {"deck": [[], None]},
    "a card too few": {"deck": [DECK[1:], None]},
    "a card too many": {"deck": [[*DECK, DECK[0]], None]},
    "one card 50,000 times": {"deck": [[DECK[0]] * 50_000, None]},
    "the other deck": {"deck": [quick_titles(1), None]},
    "a card that is a number": {"deck": [[1, *DECK[1:]], None]},
    "a card that is nan": {"deck": [[math.nan, *DECK[1:]], None]},
    "no card": {"deck": [[None, *DECK[1:]], None]},
    "a nested card": {"deck": [[[DECK[0]], *DECK[1:]], None]},
    "a misspelt card": {"deck": [["Peelar", *DECK[1:]], None]},
    "a huge card": {"deck": [[HUGE, *DECK[1:]], None]},
    "nine stories": {"stories": STORIES[1:]},
    "a story twice": {"stories": [STORIES[1], *STORIES[1:]]},
    "no story": {"stories": [DECK[0], *STORIES[1:]]},
    "stories as text": {"stories": HUGE},
    "a story that is a number": {"stories": [1.5, *STORIES[1:]]},
    "no seat": {"start": 2},
    "a negative seat": {"start": -1},
    "a fraction of a seat": {"start": 0.0},
    "a seat that is nan": {"start": math.nan},
    "a seat that is true": {"start": True},
    "a seat in words": {"start": HUGE},
    "a huge seat": {"start": 10**4000},
}


@pytest.mark.parametrize("options", WRONG_OPTIONS.values(), ids=WRONG_OPTIONS)
def test_a_wrong_option_is_refused(options):
    refused(lambda: begin(options))


def test_a_hidden_deck_cannot_be_stacked():
    assert "both decks are chosen" in refused(
        lambda: begin({"deck": [DECK, None]}, format="first_game")
    )


def test_options_that_are_right_are_used():
    env = begin({"deck": [DECK[::-1], None], "stories": STORIES[::-1], "start": 1})
    s = env._lanes.states[0]

    check_states(env.game, env._lanes.states)
    assert [TITLES[s.kind[card]] for card in s.hand[0, :8]] == DECK[::-1][:8]
    assert [TITLES[s.kind[card]] for card in s.story[:3]] == list(STORIES[::-1][:3])
    assert s.starter == 1
