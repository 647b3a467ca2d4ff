"""R7.4: a text that chooses nothing is used only if its first operation finds something to do."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import position

TEN = "; ".join(["Neutral 1"] * 10)
POINTLESS = {
    "nobody is exhausted": (
        "Restless and Wary",
        {"hand": "Restless and Wary", "domains": "Miskatonic 2", "their_play": "Ghost"},
        {"hand": "Restless and Wary", "domains": "Miskatonic 2", "their_play": "Ghost exhausted"},
    ),
    "nobody is weak enough": (
        "Panic",
        {"hand": "Panic", "domains": "Syndicate 2", "their_play": "Bag Man"},
        {"hand": "Panic", "domains": "Syndicate 3", "their_play": "Bag Man"},
    ),
    "the weak are exhausted": (
        "Panic",
        {"hand": "Panic", "domains": "Syndicate 3", "their_play": "Bag Man exhausted"},
        {"hand": "Panic", "domains": "Syndicate 3", "play": "Bag Man"},
    ),
    "nobody to frighten": (
        "Scotophobia",
        {"hand": "Scotophobia", "domains": "Hastur 2", "play": "Ghost"},
        {"hand": "Scotophobia", "domains": "Hastur 2", "their_play": "Ghost"},
    ),
    "nobody is committed": (
        "Horrid Mutation",
        {"hand": "Horrid Mutation", "domains": "Shub 1", "play": "Ghost"},
        {"hand": "Horrid Mutation", "domains": "Shub 1", "play": "Ghost at 0"},
    ),
    "nobody to survive": (
        "Bred to Survive",
        {"hand": "Bred to Survive", "domains": "Shub 2", "their_play": "Ghost"},
        {"hand": "Bred to Survive", "domains": "Shub 2", "play": "Ghost"},
    ),
    "nobody to sacrifice": (
        "A Single Glimpse",
        {"hand": "A Single Glimpse", "domains": "Yog 2", "play": "Ghost"},
        {"hand": "A Single Glimpse", "domains": "Yog 2", "their_play": "Ghost"},
    ),
    "too small a hand": (
        "Byakhee Attack",
        {"hand": "Byakhee Attack", "domains": "Hastur 2", "their_hand": "Ghost"},
        {"hand": "Byakhee Attack", "domains": "Hastur 2", "their_hand": "Ghost; Ghost"},
    ),
    "ready already": (
        "my Freelance Photographer",
        {"play": "Freelance Photographer", "domains": "Hastur 1"},
        {"play": "Freelance Photographer exhausted", "domains": "Hastur 1"},
    ),
    "no Attachment was discarded": (
        "my Mystic Bounty Hunter",
        {"play": "Mystic Bounty Hunter; Ghost; .45 Pistols on Ghost", "pile": "Ghost"},
        {"play": "Mystic Bounty Hunter", "their_pile": ".45 Pistols"},
    ),
    "no Attachment will be discarded": (
        "my Mystic Bounty Hunter",
        {"play": "Mystic Bounty Hunter"},
        {"play": "Mystic Bounty Hunter; .45 Pistols on Mystic Bounty Hunter"},
    ),
    "no room for a domain": (
        "my Overzealous Initiate",
        {"play": "Overzealous Initiate", "domains": TEN},
        {"play": "Overzealous Initiate"},
    ),
    "no room for a new domain": (
        "Eldritch Nexus",
        {"hand": "Eldritch Nexus", "domains": TEN},
        {"hand": "Eldritch Nexus", "domains": "Neutral 1"},
    ),
}


@rule("R7.4")
@pytest.mark.parametrize("case", POINTLESS)
def test_a_text_whose_first_operation_finds_nothing_cannot_be_used(case):
    word, without, with_it = POINTLESS[case]

    assert not position(**without).can(word)
    assert position(**with_it).can(word)


@rule("R7.4")
@pytest.mark.parametrize(
    "text",
    [
        ("Dampen Light", {"hand": "Dampen Light", "domains": "Yog 1"}),
        ("my Priestess of Bubastis", {"play": "Priestess of Bubastis"}),
        ("Journey to the Other Side", {"hand": "Journey to the Other Side", "domains": "Yog 1"}),
        ("my Shub-Niggurath", {"play": "Shub-Niggurath", "domains": "Neutral 3"}),
        ("my Gentleman's Club", {"play": "Gentleman's Club", "domains": "Neutral 2"}),
    ],
    ids=lambda text: text[0],
)
def test_what_always_does_something_can_always_be_used(text):
    word, described = text

    assert position(**described).can(word)


@rule("R7.4", "R4.11")
def test_only_an_x_that_reaches_somebody_is_offered():
    at = position(hand="Panic", domains="Syndicate 4", their_play="Bag Man; G-Men")

    at.do("Panic")

    assert at.legal == {"number 3", "number 4"}  # a skill of 2 is below 3


@rule("R7.4", "R4.11")
def test_nobody_discards_no_cards():
    at = position(play="Blackmoor Estate", domains="Yog 2; Yog 1")

    at.do("my Blackmoor Estate")
    assert at.legal == {"domain 0", "domain 1"}  # and no 'done': an X of 0 does nothing
    at.do("domain 0")

    assert at.legal == {"number 1", "number 2"}
    assert not position(play="Blackmoor Estate").can("my Blackmoor Estate")


@rule("R7.4")
def test_a_hungry_dark_young_needs_somebody_to_bring_along():
    def fed(**described):
        at = position(
            hand=f"Hungry Dark Young; {described.pop('hand', '')}", domains="Shub 3", **described
        )
        return at.do("Hungry Dark Young").can("my Hungry Dark Young")

    assert not fed(hand="Hired Muscle")
    assert fed(hand="Ghost") and fed(pile="Ghost")


@rule("R7.4", "R7.8")
def test_a_forced_response_that_finds_nothing_does_not_happen():
    brady = 'Jack "Brass" Brady'
    alone = position(
        hand="Small Ghouls", pile="Ghost; Ghost", domains="Shub 5", their_play=brady
    ).do("Small Ghouls")
    assert not alone.can(f"my {brady}")

    fed = position(
        hand="Small Ghouls", pile="Ghost; Ghost; Patsy", domains="Shub 5", their_play=brady
    ).do("Small Ghouls")
    assert fed.can(f"my {brady}")


@rule("R7.4", "R7.8")
def test_cthulhu_asks_nothing_of_a_player_without_characters():
    brady = 'Jack "Brass" Brady'
    nobody = position(phase="draw", their_play=f"Cthulhu; {brady}")
    assert nobody.seat == 0 or not nobody.can(f"my {brady}")
    assert nobody.s.depth == 2  # no disrupt was asked for

    somebody = position(phase="draw", play="Ghost", their_play=f"Cthulhu; {brady}")
    assert somebody.seat == 1 and somebody.can(f"my {brady}")
