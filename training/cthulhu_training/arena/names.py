"""What agents and tables are called in pictures, on pages and as folders."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cthulhu_envs.authoring.game import NUM_PLAYERS, Game

RESULTS = Path("results")


def short_names(specs: Sequence[str]) -> list[str]:
    """Specs whose paths are cut to their last parts, as many as keep all of them different."""
    longest = max((spec.count("/") for spec in specs), default=0) + 1
    for parts in range(1, longest):
        names = [_cut(spec, parts) for spec in specs]
        if len(set(names)) == len(set(specs)):
            return names
    return list(specs)


def _cut(spec: str, parts: int) -> str:
    kind, colon, path = spec.partition(":")
    return kind + colon + "/".join(path.split("/")[-parts:])


def table_name(game: Game, understood: Sequence[str] = ()) -> str:
    """A short name for what belongs to one table, such as a folder: the game, its deck, and a short
    hash of all other settings that were changed, so that no two tables share a name.

    The number of players and the settings `understood` are not part of it. A deck with a name goes
    by it, whatever the edition; another one goes by a hash of its cards.
    """
    usual = {setting.name: setting.default for setting in game.settings}
    left_out = {NUM_PLAYERS, "deck", *understood}
    deck = game.values.get("deck")
    if isinstance(deck, str):
        left_out.add("edition")
    changed = {
        name: value
        for name, value in game.chosen.items()
        if name not in left_out and value != usual[name]
    }
    parts = [game.name, *([deck_label(deck)] if deck else [])]
    return "-".join([*parts, *([_short_hash(changed)] if changed else [])])


def deck_label(deck: Any) -> str:
    """`ll-8`, or `deck-` and a short hash of the cards."""
    return f"deck-{_short_hash(deck)}" if isinstance(deck, Mapping) else str(deck)


def default_folder(command: str, game: Game, seed: int, decided_by: Mapping[str, Any]) -> Path:
    """Where a command writes when no folder is named: `results/versus/love_letter-2p-seed1-...`.

    The end is a short hash of all that decides the results, so the same command finds its own
    folder again and another one gets another.
    """
    name = f"{table_name(game)}-{game.num_players}p-seed{seed}-{_short_hash(decided_by)}"
    return RESULTS / command / name


def _short_hash(values: Mapping[str, Any]) -> str:
    text = json.dumps(dict(values), sort_keys=True, default=str)
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
