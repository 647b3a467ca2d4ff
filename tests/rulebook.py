"""`rule`: how a test says which rules it proves, by their numbers in the game's RULES.md.

The game is the folder the test stands in, `tests/rules/<game>/`.
"""

from __future__ import annotations

import re

import pytest

NUMBER = re.compile(r"R\d+\.\d+[a-z]?")  # R4.3, R4.3a


def rule(*numbers: str) -> pytest.MarkDecorator:
    """The mark of a test that would fail if one of these rules were broken."""
    for number in numbers:
        if not NUMBER.fullmatch(number):
            raise ValueError(f"{number!r} is no rule number; they look like R4.3 or R4.3a")
    if not numbers:
        raise ValueError("rule() needs the number of a rule")
    return pytest.mark.rule(*numbers)
