"""What the author of a game needs: `from cthulhu_envs.authoring import Block, Game, kernel`.

docs/tutorial_own_game.md makes a whole game of it. What is not named here is for the games of this
package, and may change.
"""

from cthulhu_envs.authoring.drawing import Drawing
from cthulhu_envs.authoring.game import (
    Chance,
    Docs,
    Extras,
    Game,
    Kernels,
    SearchHints,
    Setting,
    Settings,
)
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.law import BrokenLawError, Law
from cthulhu_envs.authoring.layout import Axis, Block, Table, axis_of, count, others, seats
from cthulhu_envs.authoring.record import (
    ANY,
    FLAG,
    Span,
    bounds_of,
    record_dtype,
    scales_dtype,
    starts_dtype,
    state_dtype,
)
from cthulhu_envs.authoring.relative_seats import absolute, relative
from cthulhu_envs.authoring.rng import below, roll, shuffle, unit
from cthulhu_envs.authoring.rule_detector import RuleDetector
from cthulhu_envs.authoring.settings_checks import whole_number
from cthulhu_envs.authoring.signals import NONE, Signals, count_cards
from cthulhu_envs.authoring.state_checks import demand

__all__ = [
    "ANY",
    "FLAG",
    "NONE",
    "Axis",
    "Block",
    "BrokenLawError",
    "Chance",
    "Docs",
    "Drawing",
    "Extras",
    "Game",
    "Kernels",
    "Law",
    "RuleDetector",
    "SearchHints",
    "Setting",
    "Settings",
    "Signals",
    "Span",
    "Table",
    "absolute",
    "axis_of",
    "below",
    "bounds_of",
    "count",
    "count_cards",
    "demand",
    "kernel",
    "others",
    "record_dtype",
    "relative",
    "roll",
    "scales_dtype",
    "seats",
    "shuffle",
    "starts_dtype",
    "state_dtype",
    "unit",
    "whole_number",
]
