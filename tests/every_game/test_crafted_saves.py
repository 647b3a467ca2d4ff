"""Saved games that somebody changed, with a checksum that fits: refused whole, in one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from cthulhu_envs.api.save import FRAME, MAGIC, _checksum
from cthulhu_envs.authoring.game import Game
from tests.every_game.play import ENDLESS, facts, guarded, mask, play, raw
from tests.hostile import LONGEST

ODD: list[Any] = [
    None,
    True,
    -1,
    0.5,
    10**30,
    2**64,
    "",
    "zz",
    [],
    {},
    [1],
    {"zz": 1},
    float("nan"),
]


def opened(data: bytes) -> tuple[dict[str, Any], bytes]:
    """The head and the state of a saved game."""
    _, length, _ = FRAME.unpack_from(data)
    body = data[FRAME.size :]
    return json.loads(body[:length]), body[length:]


def closed(head: Any, state: bytes) -> bytes:
    words = (head if isinstance(head, str) else json.dumps(head)).encode()
    body = words + state
    return FRAME.pack(MAGIC, len(words), _checksum(len(words), body)) + body


def assert_refused(game: Game, data: bytes) -> None:
    env = play(raw(game, 1), 2)
    before = facts(env)
    with pytest.raises(ValueError) as refusal:
        env.load(data)
    said = str(refusal.value)
    assert "saved" in said and len(said) <= LONGEST, said
    assert facts(env) == before


def places(head: dict[str, Any]) -> list[tuple[str, ...]]:
    """The ways to all entries, those inside entries included."""
    found: list[tuple[str, ...]] = []

    def walk(entries: dict[str, Any], way: tuple[str, ...]) -> None:
        for name, value in entries.items():
            found.append((*way, name))
            if isinstance(value, dict):
                walk(value, (*way, name))

    walk(head, ())
    return found


def entry(head: dict[str, Any], way: tuple[str, ...]) -> dict[str, Any]:
    for name in way[:-1]:
        head = head[name]
    return head


def saved(game: Game, moment: int) -> bytes:
    data: bytes = play(raw(game, 4), moment).save()
    return data


MOMENTS = [0, 7, ENDLESS]  # actions played before; the last: a finished game
every_moment = pytest.mark.parametrize("moment", MOMENTS, ids=lambda n: f"after-{n}")


@every_moment
def test_every_entry_of_another_value_is_refused(game: Game, moment: int) -> None:
    data = saved(game, moment)
    for way in places(opened(data)[0]):
        for odd in ODD:
            head, state = opened(data)
            at = entry(head, way)
            if at[way[-1]] == odd:
                continue
            at[way[-1]] = odd
            assert_refused(game, closed(head, state))


@every_moment
def test_every_entry_missing_or_added_is_refused(game: Game, moment: int) -> None:
    data = saved(game, moment)
    for way in places(opened(data)[0]):
        if way[-2:-1] == ("settings",) and entry(opened(data)[0], way)[way[-1]] is None:
            continue  # the same as the usual
        head, state = opened(data)
        del entry(head, way)[way[-1]]
        assert_refused(game, closed(head, state))
        head, state = opened(data)
        if way[-2:-1] != ("options",):
            entry(head, way)["x" * 5000] = 1
            assert_refused(game, closed(head, state))


CRAFTED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "agents the other way round": lambda books: books["agents"].reverse(),
    "an agent twice": lambda books: books["agents"].append(books["agents"][0]),
    "one agent less": lambda books: books["agents"].pop(),
    "another to move": lambda books: books.update(selected="player_1", skipped="player_0"),
    "somebody skipped": lambda books: books.update(skipped="player_0"),
    "somebody terminated": lambda books: books["terminations"].update(player_0=True),
    "all terminated": lambda books: books.update(terminations=dict.fromkeys(books["agents"], True)),
    "somebody truncated": lambda books: books["truncations"].update(player_1=True),
    "a reward of infinity": lambda books: books["rewards"].update(player_0=float("inf")),
    "a reward": lambda books: books["rewards"].update(player_0=0.5),
    "a reward to come": lambda books: books["cumulative"].update(player_1=0.5),
    "another seed": lambda books: books.update(seed=5),
    "another replay's seed": lambda books: (
        books.update(seed=5),
        books["replay"].update(seed=5),
    ),
    "an action less": lambda books: books["replay"]["actions"].pop(),
    "an action more": lambda books: books["replay"]["actions"].append(0),
    "actions without end": lambda books: books["replay"]["actions"].extend([0] * 10**5),
    "half an action": lambda books: books["replay"]["actions"].append(0.5),
    "an action that waits": lambda books: books["replay"]["actions"].append(-(2**63)),
    "a start of rubbish": lambda books: books["replay"].update(start="AAAA"),
    "a start in no letters": lambda books: books["replay"].update(start="\u20ac"),
}


@pytest.mark.parametrize("craft", CRAFTED.values(), ids=CRAFTED)
def test_books_that_do_not_come_out_of_the_game_are_refused(
    game: Game, craft: Callable[[dict[str, Any]], Any]
) -> None:
    head, state = opened(saved(game, 7))
    before = json.dumps(head["books"])
    craft(head["books"])
    if json.dumps(head["books"]) == before:
        pytest.skip("with one player, the other way round is the same")

    assert_refused(game, closed(head, state))


def test_another_state_of_the_same_game_is_refused(game: Game) -> None:
    head, _ = opened(saved(game, 7))
    _, other = opened(saved(game, 6))

    assert_refused(game, closed(head, other))


HEADS = {
    "no JSON": "{",
    "a list": "[]",
    "nothing": "null",
    "nested deeply": "[" * 10**5 + "]" * 10**5,
    "thousands of digits": '{"game": ' + "1" * 5000 + "}",
    "no letters": "\ud800".encode("utf-16", "surrogatepass").decode("latin-1"),
}


@pytest.mark.parametrize("words", HEADS.values(), ids=HEADS)
def test_a_head_that_is_none_is_refused(game: Game, words: str) -> None:
    assert_refused(game, closed(words, bytes(game.state.itemsize)))


def test_worlds_and_forfeited_games_come_back(game: Game) -> None:
    env = play(guarded(game, 4), 5)
    world = play(env.unwrapped.sample_world(env.agent_selection, 1), 3)
    env.step(int(mask(env).argmin()))

    for one in (world, env.unwrapped):
        twin = raw(game)
        twin.load(one.save())
        assert facts(twin) == facts(one)
