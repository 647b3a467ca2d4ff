"""Freed memory is kept where the C library can; elsewhere nothing happens."""

from __future__ import annotations

import platform
from types import SimpleNamespace
from typing import Any

import pytest
from cthulhu_training.ppo import memory


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="a wish to glibc")
def test_glibc_takes_the_wish() -> None:
    assert memory.keep_freed_memory() is True


@pytest.mark.parametrize("library", [SimpleNamespace(), SimpleNamespace(mallopt=lambda *_: 0)])
def test_another_c_library_is_left_alone(library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory.ctypes, "CDLL", lambda name: library)

    assert memory.keep_freed_memory() is False
