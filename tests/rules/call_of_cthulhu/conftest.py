"""The rules of Call of Cthulhu are tested uncompiled until the game is registered."""

from __future__ import annotations

import pytest

from cthulhu_envs.engine.jit import is_compiled


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if is_compiled():
        skip = pytest.mark.skip(reason="the game is not registered yet; compiling it takes minutes")
        for item in items:
            if "call_of_cthulhu" in item.nodeid:
                item.add_marker(skip)
