"""`determinize`: to come."""

from __future__ import annotations

import numpy as np

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.engine.record import record_dtype

SCRATCH = record_dtype(("cases", np.int32))


@kernel
def prepare(kit, s, me, w):
    w.cases = 0


@kernel
def determinize(kit, s, me, w):
    w.cases = 0
