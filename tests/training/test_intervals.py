"""95 % intervals."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest
from cthulhu_training.intervals import TAILS, Z_95, margin


def test_the_quantile_is_that_of_the_normal_distribution() -> None:
    assert pytest.approx(NormalDist().inv_cdf(TAILS[1]), abs=1e-6) == Z_95
    assert sum(TAILS) == 1


def test_the_margin_is_that_many_standard_errors() -> None:
    values = np.array([0.0, 1.0, 1.0, 2.0])

    assert margin(values) == pytest.approx(Z_95 * math.sqrt(2 / 3 / 4))


def test_one_value_says_nothing_about_the_mean() -> None:
    assert margin(np.ones(1)) == math.inf
