"""Saved games come back whole or not at all."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.save import FRAME
from cthulhu_envs.authoring.game import Game
from tests.every_game.play import TABLES, VARIANTS, facts, few, many, play, raw


def assert_refused(env: RawEnv, data: bytes) -> None:
    """One sentence about the saved game; the game in progress is left alone."""
    before = env.save()
    with pytest.raises(ValueError) as refusal:
        env.load(data)
    assert "saved" in str(refusal.value), str(refusal.value)
    assert env.save() == before


def test_a_save_names_its_game_in_plain_text(variant: Game) -> None:
    data = play(raw(variant), 3).save()

    assert variant.id.encode() in data
    for name in variant.values:
        assert name.encode() in data


def test_saving_changes_nothing_and_says_the_same_again(variant: Game) -> None:
    env = play(raw(variant), 5)
    before = facts(env)

    assert env.save() == env.save()

    assert facts(env) == before


def test_a_save_of_another_version_is_refused_by_name(game: Game) -> None:
    newer = dataclasses.replace(game, version=game.version + 1)

    with pytest.raises(ValueError, match=f"{newer.id}.*{game.id}"):
        raw(game).load(raw(newer).save())


def test_a_save_with_other_settings_is_refused(variant: Game) -> None:
    data = raw(variant).save()

    for other in VARIANTS[::5]:
        if other.values != variant.values:
            assert_refused(raw(other), data)


def test_a_save_cut_short_anywhere_is_refused(game: Game) -> None:
    data = play(raw(game), 5).save()
    env = play(raw(game, 1), 2)

    for kept in [*range(0, FRAME.size + 2), *range(FRAME.size + 2, len(data), 97), len(data) - 1]:
        assert_refused(env, data[:kept])


@pytest.mark.parametrize("data", [b"", b"hello", b"CTHULHU1", bytes(500)], ids=repr)
def test_what_is_no_save_is_refused(game: Game, data: bytes) -> None:
    assert_refused(play(raw(game), 2), data)


def test_every_byte_of_the_frame_counts(game: Game) -> None:
    data = play(raw(game), 5).save()
    env = play(raw(game, 1), 2)

    for at in range(FRAME.size):
        for bit in (0, 3, 7):
            wrong = bytearray(data)
            wrong[at] ^= 1 << bit
            assert_refused(env, bytes(wrong))


@many
@given(
    table=st.sampled_from(TABLES),
    flips=st.dictionaries(st.integers(0, 10**6), st.integers(1, 255), min_size=1, max_size=4),
)
def test_bytes_changed_at_random_are_never_accepted(table: Game, flips: dict[int, int]) -> None:
    data = bytearray(play(raw(table), 5).save())
    true = bytes(data)
    for at, change in flips.items():
        data[at % len(data)] ^= change
    env = play(raw(table, 1), 2)

    if bytes(data) != true:
        assert_refused(env, bytes(data))


@few
@given(table=st.sampled_from(TABLES), data=st.binary(max_size=300))
def test_random_bytes_are_never_accepted(table: Game, data: bytes) -> None:
    assert_refused(raw(table), data)
    assert_refused(raw(table), raw(table).save() + data + b"x")
