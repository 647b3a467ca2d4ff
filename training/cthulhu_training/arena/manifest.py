"""What it takes to play a tournament again: settings, seeds, and the versions of everything that
has a say in a result.
"""

from __future__ import annotations

import json
import platform
from importlib.metadata import version
from typing import Any

from cthulhu_training.arena.results import Results

LIBRARIES = ("numpy", "numba", "llvmlite", "gymnasium", "pettingzoo")
NAME = "manifest.json"


def manifest(results: Results) -> dict[str, Any]:
    """The head of a tournament's results, and what ran it."""
    return {
        **results.head,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "libraries": {name: version(name) for name in LIBRARIES},
        "deal_seeds": "first 8 bytes of blake2b of [seed, 'deal', number], halved",
        "first_deal_seeds": results.seeds[:3],
    }


def as_text(results: Results) -> str:
    return json.dumps(manifest(results), indent=1) + "\n"
