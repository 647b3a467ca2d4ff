"""Our PPO as a trainer for `cthulhu train`: `--trainer lean` and `sb3` take the same settings."""

from __future__ import annotations

from pathlib import Path

from cthulhu_training.ppo.settings import Settings
from cthulhu_training.trainers import Notice, Trainer


def train(settings: Settings, folder: Path, notice: Notice, progress: bool) -> dict[str, str]:
    """Learn a policy by self-play; a run that was stopped goes on where it was."""
    from cthulhu_training.ppo.run import train as learn
    from cthulhu_training.ppo.run_folder import POLICY

    found = learn(settings, folder, notice, progress)
    shown = {
        "decisions": f"{found.steps:,}",
        "seconds of learning": f"{found.seconds:.1f}",
        "decisions a second": f"{found.steps / max(found.seconds, 1e-9):,.0f}",
    }
    for name, value in found.best.items():
        what = name if name == "exploitability" else f"mean reward against {name}"
        shown[what] = f"{value:.4f}"
    return shown | {"policy": f"ppo:{folder / POLICY}"}


LEAN: tuple[str, ...] = ("torch", "threadpoolctl")
TRAINER = Trainer(Settings, train, LEAN)
SB3 = Trainer(Settings, train, (*LEAN, "stable_baselines3", "sb3_contrib"))
