"""Lovecraft Letter's occultist: what it chooses, on positions set up by hand."""

from __future__ import annotations

from typing import Any

import pytest

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.games.lovecraft_letter.cards import Card
from tests.agents.lovecraft_letter_table import choice, play, table, view

EIGHTS = (Card.NECRONOMICON, Card.CTHULHU)
HARMLESS = [c.name.lower() for c in Card if c not in (*EIGHTS, Card.BRAINCASE)]


def insane(
    hand: str, them: str = "cats armitage", *, looks: bool = False, pile: str = "", **settings: Any
) -> RawEnv:
    """player_0 has one Insanity card before it, has stood a check and holds these two cards. The
    other two are sane and hold `them`; player_0 may have looked at the first of these.
    """
    held, drawn = hand.split()
    first = "golden_mead" if looks else "liber_ivonis"
    draws = f"{held} investigators investigators cats {drawn} {pile}"
    env = table(f"{first} {them}", draws=draws, **settings)
    play(env, "golden_mead +1" if looks else "liber_ivonis")
    return play(env, "investigators +1 0", "investigators +2 0")


def seen(hand: str, theirs: str) -> RawEnv:
    """player_0 holds these two cards and knows the one that player_1 of three holds."""
    held, drawn = hand.split()
    env = table(f"cats {theirs} cats", draws=f"{held} investigators investigators {drawn}")
    return play(env, "cats +1", "investigators +1 0", "investigators +2 0")


# winning at once


@pytest.mark.parametrize("beside", ["armitage", "carter", "necronomicon", "silver_key"])
def test_the_trapezohedron_wins_the_round(beside: str) -> None:
    assert choice(insane(f"trapezohedron {beside}")) == "trapezohedron_insane"


def test_cthulhu_wins_the_game_with_two_insanity_cards() -> None:
    pile = "great_race elder_sign elder_sign great_race investigators carter"
    env = insane("cthulhu mi_go", pile=pile)

    play(env, "mi_go +1", "elder_sign", "elder_sign")

    assert choice(env) == "cthulhu_insane"


def test_an_extra_play_may_win_the_round() -> None:
    env = insane("golden_mead trapezohedron", pile="carter")

    play(env, "golden_mead_insane +1")

    assert choice(env) == "trapezohedron_insane"


def hunt(drawn: str) -> RawEnv:
    """player_0 is insane, holds a Hound and an Elder Sign; player_1 has played what it drew."""
    env = table("liber_ivonis armitage", draws=f"hound {drawn} great_race elder_sign")
    return play(env, "liber_ivonis", f"{drawn}_nobody")


def test_an_insane_hound_puts_the_last_sane_player_out() -> None:
    assert choice(hunt("cats")) == "hound_insane +1"


def test_an_insane_hound_does_nothing_to_the_insane() -> None:
    assert choice(hunt("golden_mead")) != "hound_insane +1"


# not losing at once


@pytest.mark.parametrize("eight", ["necronomicon", "cthulhu"])
@pytest.mark.parametrize("other", HARMLESS)
def test_an_eight_is_never_played_by_choice(other: str, eight: str) -> None:
    env = table(f"{other} investigators investigators", draws=eight)

    assert choice(env).split()[0] not in (eight, f"{eight}_insane")


@pytest.mark.parametrize("other", ["great_race", "elder_sign", "carter", "mi_go", "hound"])
def test_cthulhu_is_not_played_with_too_few_insanity_cards(other: str) -> None:
    assert not choice(insane(f"cthulhu {other}")).startswith("cthulhu")


@pytest.mark.parametrize("drawn", ["elder_sign", "great_race", "silver_key", "carter"])
def test_the_braincase_is_never_played_by_choice(drawn: str) -> None:
    env = insane("mi_go hound", pile=drawn)

    play(env, "mi_go_insane +1", "cats +2")

    assert not choice(env).startswith("braincase")


@pytest.mark.parametrize("eight", ["necronomicon", "cthulhu"])
def test_nobody_makes_themselves_discard_an_eight(eight: str) -> None:
    env = table(f"{eight} cats cats", draws="armitage")

    assert choice(env) in ("armitage +1", "armitage +2")


def test_no_comparison_that_is_certainly_lost() -> None:
    assert not choice(seen("great_race hound", "silver_key")).endswith("+1")
    env = table("cats silver_key", draws="great_race investigators cats")
    play(env, "cats +1", "investigators +1 0")
    assert choice(env) == "cats +1"


def test_it_stays_sane_where_checks_are_deadly() -> None:
    lethal = "mi_go nyarlathotep hound deep_ones liber_ivonis trapezohedron"
    env = table("golden_mead great_race", draws=f"cats {lethal}", small=True)

    assert choice(env) == "cats +1"


# putting others out


@pytest.mark.parametrize(
    ("theirs", "number"), [("armitage", 5), ("elder_sign", 4), ("carter", 6), ("cthulhu", 8)]
)
def test_it_names_the_number_it_has_seen(theirs: str, number: int) -> None:
    assert choice(seen("investigators great_race", theirs)) == f"investigators +1 {number}"


def test_after_deep_ones_it_names_the_number_it_has_seen() -> None:
    env = play(insane("deep_ones great_race", "armitage cats", looks=True), "deep_ones_insane +1")

    assert choice(env) == "name 5"


def test_it_names_the_number_with_most_copies_left() -> None:
    shown = "cats cats great_race great_race elder_sign elder_sign armitage"
    env = table("investigators investigators", draws="cthulhu", face_up=shown)

    assert choice(env) in ("investigators +1 5", "investigators +1 6", "investigators +1 7")


@pytest.mark.parametrize("kept", ["armitage", "carter", "necronomicon"])
def test_it_compares_when_it_is_ahead_for_certain(kept: str) -> None:
    assert choice(seen(f"{kept} great_race", "elder_sign")) == "great_race +1"


@pytest.mark.parametrize("eight", ["necronomicon", "cthulhu"])
def test_armitage_goes_to_a_known_eight(eight: str) -> None:
    assert choice(seen("armitage elder_sign", eight)) == "armitage +1"


def test_deep_ones_are_played_with_their_insane_side() -> None:
    assert choice(insane("deep_ones necronomicon")).startswith("deep_ones_insane")


@pytest.mark.parametrize("leader", [1, 2])
def test_it_goes_for_whoever_is_nearest_to_winning(leader: int) -> None:
    env = table("investigators cats cats", draws="necronomicon", rounds="match")
    seen = view(env)
    seen.parts["sane_tokens"][leader] = 0.5

    assert choice(env, seen).startswith(f"investigators +{leader}")


# keeping what is worth keeping


def test_liber_ivonis_makes_the_insane_immortal() -> None:
    env = insane("liber_ivonis necronomicon", looks=True)

    assert choice(env) == "liber_ivonis_insane"


def test_an_elder_sign_protects_a_card_that_another_knows() -> None:
    env = table("carter cats", draws="investigators investigators elder_sign")

    play(env, "investigators +1 0", "cats +1")

    assert choice(env) == "elder_sign"


@pytest.mark.parametrize("hand", ["carter elder_sign", "elder_sign carter"])
def test_the_last_turn_keeps_the_highest_card(hand: str) -> None:
    held, drawn = hand.split()

    assert choice(table(f"{held} great_race", draws=drawn, small=True)) == "elder_sign"


@pytest.mark.parametrize("rounds", ["single", "match"])
def test_at_the_end_a_tie_is_better_than_a_defeat(rounds: str) -> None:
    draws = "elder_sign investigators cats"
    env = table("cats elder_sign", draws=draws, small=True, rounds=rounds)

    play(env, "cats +1", "investigators +1 0")

    for seed in range(5):
        assert choice(env, seed=seed) == "cats +1"


def test_a_trade_at_the_end_takes_the_higher_card() -> None:
    env = table("cats necronomicon", draws="great_race investigators carter", small=True)

    play(env, "cats +1", "investigators +1 0")

    assert choice(env) == "carter +1"


# sanity and tokens


@pytest.mark.parametrize("tokens", [0.0, 0.5])
def test_cthulhu_is_not_traded_away_by_one_who_may_win_with_it(tokens: float) -> None:
    env = insane("cthulhu nyarlathotep", rounds="match")
    seen = view(env)
    seen.parts["sane_tokens"][0] = tokens

    assert choice(env, seen) == "nyarlathotep_insane"


@pytest.mark.parametrize(
    ("part", "tokens", "chosen"),
    [("sane_tokens", 1 / 2, "cats +1"), ("insane_tokens", 2 / 3, "golden_mead +1")],
)
def test_it_plays_for_the_token_that_wins(part: str, tokens: float, chosen: str) -> None:
    pile = "elder_sign elder_sign great_race great_race armitage armitage"
    env = table("golden_mead investigators", draws=f"cats {pile}", small=True, rounds="match")
    seen = view(env)
    seen.parts[part][0] = tokens

    assert choice(env, seen) == chosen


def test_it_goes_mad_for_a_trapezohedron_among_high_cards() -> None:
    pile = "armitage armitage carter silver_key carter armitage"
    env = table("trapezohedron cats", draws=f"liber_ivonis {pile}", small=True)

    assert choice(env) == "liber_ivonis"


# giving cards away


@pytest.mark.parametrize(("leader", "given"), [(1, "necronomicon"), (2, "elder_sign")])
def test_nyarlathotep_gives_the_leader_the_weaker_card(leader: int, given: str) -> None:
    draws = "nyarlathotep investigators investigators cats carter"
    env = table("liber_ivonis elder_sign necronomicon", draws=draws, rounds="match")
    play(env, "liber_ivonis", "investigators +1 0", "investigators +2 0", "nyarlathotep_insane")
    seen = view(env)
    seen.parts["sane_tokens"][leader] = 0.5

    assert choice(env, seen) == f"give {given}"
