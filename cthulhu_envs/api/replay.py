"""Replays: seed, settings and actions play the same game again, exactly; digests of the states
prove it.

A file is JSON lines: a head, one line per action (number, who, words, digest of the state after
it), and an end.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes, check_seed
from cthulhu_envs._runtime.legality import ALL_LEGAL
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.save import check_same_game
from cthulhu_envs.authoring.errors import illegal_action, known_options
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.record import digest
from cthulhu_envs.drawing.spectator import seat_names

FORMAT = "cthulhu_envs replay 1"


@dataclass
class Replay:
    """How a game began (a seed and options, or the bytes of a state) and what was played."""

    game: Game
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    start: bytes | None = None
    actions: list[int] = field(default_factory=list)

    def copy(self) -> Replay:
        return Replay(self.game, self.seed, dict(self.options), self.start, list(self.actions))

    def states(self) -> Iterator[NDArray[Any]]:
        """The state at the start and after each action, replayed, as arrays of one record."""
        return (lanes.states.copy() for lanes in self._played())

    def rewards(self) -> NDArray[np.float64]:
        """What each seat was paid in the whole game."""
        paid = np.zeros(self.game.num_players)
        for lanes in self._played():
            paid += lanes.reward[0]
        return paid

    def _played(self) -> Iterator[Lanes]:
        """The table at the start and after each action."""
        lanes = Lanes(self.game, 1)
        if self.start is not None:
            lanes.states[...] = np.frombuffer(self.start, self.game.state)
            lanes.seat[0] = lanes.states[0].seat
            lanes.run(loops.LOOK)
        else:
            self.game.arrange(self.game, lanes.states[0], self.options)
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
        start = None if self.start is None else base64.b64encode(self.start).decode()
        return {"seed": self.seed, "options": self.options, "start": start, "actions": self.actions}

    @classmethod
    def from_json(cls, game: Game, fields: dict[str, Any]) -> Replay:
        start = None if fields["start"] is None else base64.b64decode(fields["start"])
        actions = [int(action) for action in fields["actions"]]
        if not isinstance(fields["options"], dict):
            raise ValueError(f"options cannot be {fields['options']!r}")
        options = known_options(game, fields["options"])
        return cls(game, int(fields["seed"]), options, start, actions)

    def lines(self) -> Iterator[str]:
        """The replay as JSON lines."""
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
        target = Path(path)
        partial = target.with_name(target.name + ".part")
        partial.write_text("\n".join(self.lines()) + "\n", encoding="utf-8")
        partial.replace(target)

    @classmethod
    def read(cls, game: Game, path: str | Path) -> Replay:
        """Read a file and play it through; ValueError names the first line that is wrong."""
        rows = [_row(path, n, line) for n, line in _numbered(path)]
        if not rows or rows[0].get("format") != FORMAT:
            raise ValueError(f"{path} is not a replay of cthulhu_envs")
        head, *played, end = rows if len(rows) > 1 else [*rows, {}]
        settings, contents = (
            head[name] if isinstance(head.get(name), dict) else {}
            for name in ("settings", "contents")
        )
        check_same_game(game, head.get("game", ""), settings, contents)
        head["settings"] = json.loads(json.dumps(dict(game.values)))  # files may have moved
        if end.get("actions") != len(played):
            short = f"its last line does not count {len(played)} actions"
            raise ValueError(f"{path} is cut short: {short}")
        replay = cls._checked(game, path, head, played)
        for line, (row, known) in enumerate(zip(replay.lines(), rows, strict=True), start=1):
            if json.loads(row) != known:
                raise ValueError(f"{path}, line {line}: the game does not come out as recorded")
        return replay

    @classmethod
    def _checked(
        cls, game: Game, path: str | Path, head: dict[str, Any], played: list[dict[str, Any]]
    ) -> Replay:
        """A replay from the rows of a file, none of whose numbers can do harm."""
        try:
            actions = [row["action"] for row in played]
            replay = cls.from_json(game, {**head, "actions": actions})
            check_seed(replay.seed)
            wrong = [a for a in replay.actions if not 0 <= a < game.actions.size]
            if wrong:
                raise ValueError(f"{wrong[0]} is no action")
            if replay.start is not None:
                start = np.frombuffer(replay.start, game.state)
                if len(start) != 1 or digest(start) != head["digest"]:
                    raise ValueError("its first state is not the one recorded")
        except (KeyError, TypeError, ValueError, OverflowError) as fault:
            raise ValueError(f"{path} is damaged: {fault}") from None
        return replay


def load_replay(path: str | Path) -> Replay:
    """Read a replay file, whatever game it is of, and play it through; ValueError says what is
    wrong with it.
    """
    game_id, settings = settings_in(path)
    return Replay.read(find(game_id).configure(**settings), path)


def settings_in(path: str | Path) -> tuple[str, dict[str, Any]]:
    """Which game and settings a replay file is about."""
    for number, line in _numbered(path):
        head = _row(path, number, line)
        game, settings = head.get("game"), head.get("settings")
        if head.get("format") == FORMAT and isinstance(game, str) and isinstance(settings, dict):
            return game, settings
        break
    raise ValueError(f"{path} is not a replay of cthulhu_envs")


def _numbered(path: str | Path) -> Iterator[tuple[int, str]]:
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not a replay of cthulhu_envs") from None
    return ((n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip())


def _row(path: str | Path, number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except json.JSONDecodeError:
        raise ValueError(f"{path}, line {number}: not JSON") from None
    if not isinstance(row, dict):
        raise ValueError(f"{path}, line {number}: not a record")
    return row
