"""Replays: seed, settings and actions play the same game again, exactly; digests of the states
prove it.

A file is JSON lines: a head, one line per action (number, who, words, digest of the state after
it), and an end.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes, check_seed
from cthulhu_envs._runtime.legality import ALL_LEGAL
from cthulhu_envs.api.registry import game_in
from cthulhu_envs.api.save import check_entries, check_same_game
from cthulhu_envs.api.stacking import stacked
from cthulhu_envs.authoring.errors import bounded, illegal_action, known_options, shown
from cthulhu_envs.authoring.files import REPLAY, named, read_bytes, write_whole
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.parsing import Fields, json_lines
from cthulhu_envs.authoring.record import digest
from cthulhu_envs.authoring.state_checks import check_states
from cthulhu_envs.drawing.spectator import seat_names

KIND = "cthulhu_envs replay"
FORMAT = f"{KIND} 1"
FIELDS: Mapping[str, type] = MappingProxyType(
    {"seed": int, "options": dict, "start": object, "actions": list}
)


@dataclass
class Replay:
    """How a game began (a seed and options, or the bytes of a state) and what was played."""

    game: Game
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    start: bytes | None = None
    actions: list[int] = field(default_factory=list)

    def __repr__(self) -> str:
        begins = f"seed={self.seed}" if self.start is None else "from a saved state"
        options = f", options={sorted(self.options)}" if self.options else ""
        return f"Replay({self.game!r}, {begins}{options}, {len(self.actions)} actions)"

    def copy(self) -> Replay:
        """The same game so far, to be continued apart from this one."""
        return Replay(self.game, self.seed, dict(self.options), self.start, list(self.actions))

    def check(self) -> None:
        """ValueError if a part of it is of the wrong type or cannot be; it is checked before it is
        played.
        """
        if not isinstance(self.game, Game):
            raise ValueError(
                f"a replay is of a Game (cthulhu_envs.game), not of {shown(self.game)}"
            )
        if self.seed is None:
            raise ValueError("a replay needs a seed")
        check_seed(self.seed)
        known_options(self.game, self.options)
        if not isinstance(self.actions, list):
            raise ValueError(f"actions are a list of whole numbers, not {shown(self.actions)}")
        most = self.game.actions.size
        for number, action in enumerate(self.actions, start=1):
            is_number = isinstance(action, (int, np.integer)) and not isinstance(action, bool)
            if not is_number or not 0 <= action < most:
                raise ValueError(f"action {number} of the replay cannot be {shown(action)}")
        if self.start is not None:
            if not isinstance(self.start, bytes) or len(self.start) != self.game.state.itemsize:
                raise ValueError(f"its first state is not one of {self.game.id}")
            check_states(self.game, np.frombuffer(self.start, self.game.state))

    def states(self) -> Iterator[NDArray[Any]]:
        """The state at the start and after each action, replayed, as arrays of one record."""
        return (lanes.states.copy() for lanes in self._played())

    def rewards(self) -> NDArray[np.float64]:
        """What each seat was paid in the whole game."""
        self.check()
        paid = np.zeros(self.game.num_players)
        for lanes in self._played():
            paid += lanes.reward[0]
        return paid

    def _played(self) -> Iterator[Lanes]:
        """The table at the start and after each action."""
        self.check()
        lanes = Lanes(self.game, 1)
        if self.start is not None:
            lanes.states[...] = np.frombuffer(self.start, self.game.state)
            lanes.seat[0] = lanes.states[0].seat
            lanes.run(loops.LOOK)
        else:
            lanes.states[...] = stacked(self.game, self.options)
            lanes.seeds[0] = self.seed
            lanes.run(loops.BEGIN)
        lanes.reward[:] = 0.0
        yield lanes
        for number, action in enumerate(self.actions, start=1):
            lanes.actions[0] = action
            if lanes.run(loops.STEP) != ALL_LEGAL:
                who = f"action {number} of the replay"
                raise ValueError(illegal_action(self.game, who, action, lanes.mask[0]))
            yield lanes

    def to_json(self) -> dict[str, Any]:
        """What JSON can hold of it, for `from_json`; the game is not in it."""
        start = None if self.start is None else base64.b64encode(self.start).decode()
        return {"seed": self.seed, "options": self.options, "start": start, "actions": self.actions}

    @classmethod
    def from_json(cls, game: Game, fields: dict[str, Any]) -> Replay:
        """What `to_json` gave; ValueError says what is wrong with it."""
        check_entries("the replay", fields, FIELDS)
        start = fields["start"]
        try:
            began = None if start is None else base64.b64decode(start, validate=True)
        except (TypeError, ValueError):
            raise ValueError(f"its first state cannot be {shown(start)}") from None
        options = known_options(game, fields["options"])
        replay = cls(game, fields["seed"], options, began, list(fields["actions"]))
        replay.check()
        return replay

    def lines(self) -> Iterator[str]:
        """The replay as JSON lines."""
        self.check()
        head: dict[str, Any] = {"format": FORMAT, "game": self.game.id}
        head["settings"] = dict(self.game.values)
        if self.game.contents:
            head["contents"] = dict(self.game.contents)
        begun = {key: value for key, value in self.to_json().items() if key != "actions"}
        states = self.states()
        before = next(states)
        yield json.dumps({**head, **begun, "digest": digest(before)})
        for action, after in zip(self.actions, states, strict=True):
            seat = int(before[0].seat)
            yield json.dumps(
                {
                    "action": action,
                    "seat": seat,
                    "text": self.game.actions.text(action, seat_names(self.game, seat)),
                    "digest": digest(after),
                }
            )
            before = after
        yield json.dumps({"actions": len(self.actions), "ending": int(before[0].ending)})

    def write(self, path: str | Path) -> None:
        """Write a file; an existing one is replaced only when the new one is complete."""
        write_whole(path, "\n".join(self.lines()) + "\n")

    @classmethod
    def read(cls, game: Game, path: str | Path) -> Replay:
        """Read a file and play it through; ValueError names the first line that is wrong."""
        rows = _rows(path)
        head, *played, end = rows if len(rows) > 1 else [*rows, {}]
        settings, contents = (
            head[name] if isinstance(head.get(name), dict) else {}
            for name in ("settings", "contents")
        )
        check_same_game(game, str(head.get("game", "")), settings, contents)
        head["settings"] = json.loads(json.dumps(dict(game.values)))  # files may have moved
        if end.get("actions") != len(played):
            short = f"its last line does not count {len(played)} actions"
            raise ValueError(f"{named(path)} is cut short: {short}")
        replay = cls._checked(game, path, head, played)
        for line, (row, known) in enumerate(zip(replay.lines(), rows, strict=True), start=1):
            if json.loads(row) != known:
                words = f"line {line}: replaying gives a different state than recorded"
                raise ValueError(f"{named(path)}, {words}")
        return replay

    @classmethod
    def _checked(
        cls, game: Game, path: str | Path, head: dict[str, Any], played: list[dict[str, Any]]
    ) -> Replay:
        """A replay from the rows of a file, none of whose numbers can do harm."""
        fields = {name: head[name] for name in FIELDS if name in head}
        fields["actions"] = [row.get("action") for row in played]
        try:
            replay = cls.from_json(game, fields)
            if replay.start is not None:
                start = np.frombuffer(replay.start, game.state)
                if digest(start) != head.get("digest"):
                    raise ValueError("its first state is not the one recorded")
        except ValueError as fault:
            raise ValueError(bounded(f"{named(path)} is damaged: {fault}")) from None
        return replay


def load_replay(path: str | Path) -> Replay:
    """Read a replay file, whatever game it is of, and play it through; ValueError says what is
    wrong with it.
    """
    return Replay.read(game_of_replay(path), path)


def game_of_replay(path: str | Path) -> Game:
    """The game of a replay file, with its settings."""
    return game_in(Fields(_rows(path)[0], named(path)))


def settings_in(path: str | Path) -> tuple[str, dict[str, Any]]:
    """Which game and settings a replay file is about."""
    head = Fields(_rows(path)[0], named(path))
    return head.text("game"), head.table("settings")


def _rows(path: str | Path) -> list[dict[str, Any]]:
    """The records of a replay file, of which the first is the head."""
    data = read_bytes(path, REPLAY)
    where = named(path)
    rows = [row for _, row in json_lines(data, where)] if data[:1] == b"{" else []
    if not rows or not str(rows[0].get("format", "")).startswith(KIND):
        raise ValueError(f"{where} is not a replay of cthulhu_envs")
    Fields(rows[0], where).one_of("format", [FORMAT])
    return rows
