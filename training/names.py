"""What agents are called in tables and pictures."""

from __future__ import annotations

from collections.abc import Sequence


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
