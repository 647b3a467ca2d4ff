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

from cthulhu_envs.authoring.errors import bounded, shown
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.parsing import record_in

MAGIC = b"CTHULHU1"
HEAD = MappingProxyType(
    {"game": str, "settings": dict, "contents": dict, "size": int, "books": dict}
)
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
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise ValueError(f"a saved game is bytes, not {type(data).__name__:.60}")
    data = bytes(data)
    if len(data) < FRAME.size or data[: len(MAGIC)] != MAGIC:
        raise ValueError("this is not a saved game of cthulhu_envs")
    _, length, checksum = FRAME.unpack_from(data)
    body = data[FRAME.size :]
    if _checksum(length, body) != checksum:
        raise ValueError("the saved game is damaged: its checksum does not match")
    head = _head(body[:length])
    check_same_game(game, head["game"], head["settings"], head["contents"])
    if head["contents"].keys() != game.contents.keys():
        raise ValueError("the saved game is damaged: 'contents' are not of its settings")
    if head["size"] != game.state.itemsize or len(body) != length + game.state.itemsize:
        raise ValueError(
            f"the saved game has a state of {shown(head['size'])} bytes, not {game.state.itemsize}"
        )
    return np.frombuffer(body[length:], game.state).copy(), head["books"]


def _head(words: bytes) -> dict[str, Any]:
    """What stands before the state, each entry of its type."""
    head = record_in(words, "the saved game is damaged, its head")
    check_entries("the saved game", head, HEAD)
    return head


def check_entries(what: str, entries: Any, kinds: Mapping[str, type]) -> None:
    """ValueError unless there is exactly one entry of each name, of the type it should have."""
    if not isinstance(entries, dict):
        raise ValueError(f"{what} is damaged: {shown(entries)} is no record")
    for name, kind in kinds.items():
        if name not in entries:
            raise ValueError(f"{what} is damaged: it has no {name!r}")
        if type(entries[name]) is not kind and kind is not object:
            raise ValueError(f"{what} is damaged: {name!r} cannot be {shown(entries[name])}")
    for name in entries:
        if name not in kinds:
            raise ValueError(f"{what} is damaged: it has an entry {shown(name)}")


def _checksum(length: int, body: bytes) -> int:
    return zlib.crc32(body, length)


def check_same_game(
    game: Game, name: str, settings: dict[str, Any], contents: Mapping[str, str] = NO_FILES
) -> None:
    """Refuse another game, version or setting. Files that a setting names may have moved, but must
    say what they said (`contents`).
    """
    if name != game.id:
        raise ValueError(f"this was saved by {bounded(str(name), 60)}, not by {game.id}")
    own = json.loads(json.dumps(dict(game.values)))
    for key in sorted(own.keys() | settings.keys()):
        if key in contents and key in game.contents:
            if contents[key] != game.contents[key]:
                raise ValueError(
                    f"this was saved with {key}={shown(settings.get(key))}, which said something "
                    f"else: {shown(own[key])} has changed since, or is another file"
                )
            continue
        if own.get(key) != settings.get(key):
            was, now = shown(settings.get(key)), shown(own.get(key))
            raise ValueError(f"this was saved with {bounded(key, 60)}={was}, not {now}")
