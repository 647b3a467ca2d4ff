"""Memory that a trainer has freed stays its own.

glibc gives large arrays back to the system as soon as they are freed, and every update of a network
then pays for fresh pages: a fifth of the lean trainer's time.
"""

from __future__ import annotations

import ctypes

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # as in malloc.h
LARGEST_TRIM, LARGEST_MMAP = 2**31 - 1, 2**30


def keep_freed_memory() -> bool:
    """Ask the C library to reuse what is freed; False where it knows no such wish."""
    try:
        wish = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return False
    limits = ((M_MMAP_THRESHOLD, LARGEST_MMAP), (M_TRIM_THRESHOLD, LARGEST_TRIM))
    taken = [wish(name, value) == 1 for name, value in limits]
    return all(taken)
