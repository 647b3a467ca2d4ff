"""Values as TOML text, for files that `tomllib` of the standard library reads back."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

BARE = re.compile(r"[A-Za-z0-9_-]+")


def as_toml(values: Mapping[str, Any], comments: Mapping[str, str] | None = None) -> str:
    """A line for each value and a section for each mapping, at the end. `comments` are written
    behind values, by their names. TOML knows no None: ValueError.
    """
    said = comments or {}
    lines = []
    for name, value in values.items():
        if not isinstance(value, Mapping):
            behind = f"  # {said[name]}" if name in said else ""
            lines.append(f"{_key(name)} = {_value(name, value)}{behind}")
    for name, value in values.items():
        if isinstance(value, Mapping):
            lines += ["", f"[{_key(name)}]"]
            lines += [f"{_key(key)} = {_value(key, one)}" for key, one in value.items()]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _value(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else str(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_value(name, one) for one in value)}]"
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(key)} = {_value(key, one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    raise ValueError(f"{name} cannot be written as TOML: {value!r}")
