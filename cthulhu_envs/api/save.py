"""Saved games: a head in JSON that says what follows, a checksum, and the bytes of the state."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.game import Game

MAGIC = b"CTHULHU1"
NO_FILES: Mapping[str, str] = MappingProxyType({})
FRAME = struct.Struct("<8sII")  # magic, length of the head, checksum of that and what follows


def pack(game: Game, states: NDArray[Any], books: dict[str, Any]) -> bytes:
    """One state, with the environment's bookkeeping, as bytes."""
    head = {
        "game": game.id,
        "settings": dict(game.values),
        "contents": dict(game.contents),
        "size": states.itemsize,
        "books": books,
    }
    words = json.dumps(head).encode()
    body = words + states.tobytes()
    return FRAME.pack(MAGIC, len(words), _checksum(len(words), body)) + body


def unpack(game: Game, data: bytes) -> tuple[NDArray[Any], dict[str, Any]]:
    """The state and the bookkeeping; ValueError names what is wrong with the bytes."""
    if len(data) < FRAME.size or data[: len(MAGIC)] != MAGIC:
        raise ValueError("this is not a saved game of cthulhu_envs")
    _, length, checksum = FRAME.unpack_from(data)
    body = bytes(data[FRAME.size :])
    if _checksum(length, body) != checksum:
        raise ValueError("the saved game is damaged: its checksum does not match")
    head = json.loads(body[:length])
    check_same_game(game, head["game"], head["settings"], head.get("contents", {}))
    if head["size"] != game.state.itemsize or len(body) != length + game.state.itemsize:
        raise ValueError(
            f"the saved game has a state of {head['size']} bytes, not {game.state.itemsize}"
        )
    return np.frombuffer(body[length:], game.state).copy(), head["books"]


def _checksum(length: int, body: bytes) -> int:
    return zlib.crc32(body, length)


def check_same_game(
    game: Game, name: str, settings: dict[str, Any], contents: Mapping[str, str] = NO_FILES
) -> None:
    """Refuse another game, version or setting. Files that a setting names may have moved, but must
    say what they said (`contents`).
    """
    if name != game.id:
        raise ValueError(f"this was saved by {name}, not by {game.id}")
    own = json.loads(json.dumps(dict(game.values)))
    for key in sorted(own.keys() | settings.keys()):
        if key in contents and key in game.contents:
            if contents[key] != game.contents[key]:
                raise ValueError(
                    f"this was saved with {key}={settings.get(key)!r}, which said something else: "
                    f"{own[key]!r} has changed since, or is another file"
                )
            continue
        if own.get(key) != settings.get(key):
            raise ValueError(
                f"this was saved with {key}={settings.get(key)!r}, not {own.get(key)!r}"
            )
