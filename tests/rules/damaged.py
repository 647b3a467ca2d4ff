"""States as a stranger could write them: one place of a position changed, then checked."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.state_checks import check_states


class Change(NamedTuple):
    """A field, where in it (() if it is one number), and what is written there."""

    field: str
    at: Any
    value: Any


def write(field: str, value: Any) -> Change:
    """A change of a field that is one number."""
    return Change(field, (), value)


def assert_is_fine(at: Any) -> None:
    check_states(at.game, at.env._lanes.states)


def assert_is_refused(at: Any, changes: tuple[Change, ...], words: str) -> None:
    """A position is fine; with these changes it is none, and the fault says why."""
    assert_is_fine(at)
    with pytest.raises(ValueError, match=re.escape(words)) as fault:
        check_states(at.game, changed(at, changes))
    assert str(fault.value).startswith(f"this is no position of {at.game.title} at these settings")


def changed(at: Any, changes: tuple[Change, ...]) -> Any:
    states = at.env._lanes.states.copy()
    for field, place, value in changes:
        states[field][0, *(place if isinstance(place, tuple) else (place,))] = value
    return states


def fields_that_may_differ(game: Game, at: Any) -> set[str]:
    """Fields of which one number can be replaced by the end of its Span."""
    free = set()
    for field, span in game.bounds.items():
        values = at.env._lanes.states[field]
        for value in (span.low, span.high):
            for place in range(values.size):
                states = at.env._lanes.states.copy()
                numbers = states[field].reshape(-1)
                if numbers[place] == value or abs(value) == float("inf"):
                    continue
                numbers[place] = value
                states[field] = numbers.reshape(values.shape)
                if not _is_refused(game, states):
                    free.add(field)
    return free


def _is_refused(game: Game, states: Any) -> bool:
    try:
        check_states(game, states)
    except ValueError:
        return True
    return False
