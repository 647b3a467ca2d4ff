"""95 % intervals, as all tables and pictures give them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Z_95 = 1.959964  # two-sided 95 % of the normal distribution
TAILS = (0.025, 0.975)  # the quantiles that bound the middle 95 %


def margin(values: NDArray[np.float64]) -> float:
    """Half the width of the interval of a mean over independent values; infinite for one alone."""
    if len(values) < 2:
        return float("inf")
    return float(Z_95 * values.std(ddof=1) / np.sqrt(len(values)))
