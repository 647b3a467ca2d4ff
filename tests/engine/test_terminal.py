"""A game at the terminal, with a toy game that players leave, and what is told of choices."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from cthulhu_envs.api import play
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.replay import Replay
from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.drawing import render
from cthulhu_envs.tools import terminal
from tests.engine.toy_game import GAME, Ending

STAY, LEAVE = 0, 1
TABLE = GAME.configure(num_players=3)


class Scripted(Agent):
    """Plays the actions it was given, then stays."""

    def __init__(self, game: Game, actions: Sequence[int]) -> None:
        super().__init__(game)
        self.actions = list(actions)

    def act(self, view: View) -> int:
        return self.actions.pop(0) if self.actions else STAY


def shown(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    plays: Sequence[Sequence[int]],
    eyes: str = render.ALL,
    person: int | None = None,
) -> tuple[list[str], Replay]:
    """What is printed of a game whose seats play by script; the table is its looker."""
    bots = iter(plays)
    monkeypatch.setattr(play, "make_agent", lambda spec, game, seed: Scripted(game, next(bots)))
    monkeypatch.setattr(render, "text", lambda game, s, seat, **_: f"table for {seat}")
    replay = terminal.play_game(TABLE, [""] * 3, 1, eyes, person=person)
    return capsys.readouterr().out.splitlines()[1:], replay


def test_a_game_that_two_players_leave_goes_on_to_its_last_candle(monkeypatch, capsys) -> None:
    lines, replay = shown(monkeypatch, capsys, [[STAY, LEAVE], [STAY], [STAY, STAY, LEAVE]])

    *_, end = replay.states()
    assert end[0].ending == Ending.LAST_CANDLE
    assert lines[-1] == "table for None"
    assert lines.count("player_0 has left the game, the others play on") == 1
    assert "player_2: leave" in lines and "player_2 has left" not in "".join(lines)


def test_a_game_that_nobody_leaves_is_broken_off_at_its_end(monkeypatch, capsys) -> None:
    _, replay = shown(monkeypatch, capsys, [[], [], []])

    *_, end = replay.states()
    assert end[0].ending == Ending.MORNING


def test_a_person_who_has_left_is_told_how_the_others_play_on(monkeypatch, capsys) -> None:
    plays = [[STAY], [LEAVE], [STAY, STAY, LEAVE]]

    lines, replay = shown(monkeypatch, capsys, plays, "player_1", person=1)

    left = lines.index("player_1 has left the game, the others play on")
    assert lines[left - 1] == "table for 1"
    assert lines[-2:] == ["table for 1", "You lost: player_0 won (last candle)."]
    assert "player_0: stay" in lines[left:] and "player_2: leave" in lines[left:]
    assert lines[left + 1 :].count("table for 1") == 1
    assert not any(line.startswith("player_1: ") for line in lines)
    *_, end = replay.states()
    assert end[0].ending == Ending.LAST_CANDLE


def test_current_eyes_are_those_of_the_seat_to_move(monkeypatch, capsys) -> None:
    lines, replay = shown(monkeypatch, capsys, [[LEAVE], [LEAVE], []], render.CURRENT)

    told = [(before, line) for before, line in pairwise(lines) if ": " in line]
    assert len(told) == len(replay.actions) > 1
    assert all(before == f"table for {line[len('player_')]}" for before, line in told)
