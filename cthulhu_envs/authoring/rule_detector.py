"""`RuleDetector`: the signs by which `cthulhu coverage` sees the rules of a game happen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class RuleDetector:
    """How `cthulhu coverage` sees that a rule of a game has happened."""

    signs: tuple[tuple[str, str], ...]  # number of the rule, what is seen of it
    kernel: Callable[..., Any]  # (kits, before, actions, after, fired) adds to `fired`
    tables: tuple[Mapping[str, Any], ...] = ({},)  # settings to play with, each an equal share
    deals: int = 30_000  # in that many all is seen,
    agents: tuple[str, ...] = ("random",)  # if these play,
    rare: frozenset[tuple[str, str]] = frozenset()  # but for signs that nobody can wait for
