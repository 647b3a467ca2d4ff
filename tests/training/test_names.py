"""Names in tables."""

from __future__ import annotations

import pytest

from training.names import short_names


@pytest.mark.parametrize(
    ("specs", "names"),
    [
        (["random", "ismcts:iters=200"], ["random", "ismcts:iters=200"]),
        (["random", "ppo:a/b/policy.npz"], ["random", "ppo:policy.npz"]),
        (["ppo:a/x/p.npz", "ppo:b/x/p.npz"], ["ppo:a/x/p.npz", "ppo:b/x/p.npz"]),
        (["ppo:r/a/p.npz", "ppo:r/b/p.npz"], ["ppo:a/p.npz", "ppo:b/p.npz"]),
        ([], []),
    ],
)
def test_paths_are_cut_as_far_as_names_stay_different(specs: list[str], names: list[str]) -> None:
    assert short_names(specs) == names
