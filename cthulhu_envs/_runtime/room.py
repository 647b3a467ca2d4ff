"""Memory: what this machine cannot hold is refused before it is asked for."""

from __future__ import annotations

import os

GIGABYTE = 1e9


def check_room(what: str, nbytes: int) -> None:
    """ValueError if something takes more than all memory of this machine. The operating system
    would promise the memory, and end the process when it is used.
    """
    try:
        there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):  # not told on this system
        return
    if nbytes > there:
        needs, has = nbytes / GIGABYTE, there / GIGABYTE
        raise ValueError(f"{what} take {needs:.3g} GB; this machine has {has:.3g} GB of memory")
