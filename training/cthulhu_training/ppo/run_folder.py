"""The folder of a training run: what was wanted, how it went, and the best policy.

run.toml           what was wanted: `cthulhu train --config run.toml` takes it back
log.jsonl          one line for each update, and one for each evaluation
checkpoint.*       all that is needed to go on
policy.npz         the best policy so far: `ppo:.../policy.npz` plays it
last.npz           the latest one
tensorboard/       the log once more, if it was wanted (`--log tensorboard`)
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cthulhu_agents.learned.player import PolicyPlayer
from cthulhu_agents.learned.policy import LearnedPolicy

from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.authoring.game import Game
from cthulhu_training.loggers import Loggers
from cthulhu_training.ppo.evaluate import against, small_table
from cthulhu_training.ppo.settings import Settings
from cthulhu_training.run_settings import is_begun, settings_in, write_run
from cthulhu_training.seeds import EVALUATION_SEED

LOG = "log.jsonl"
POLICY, LAST = "policy.npz", "last.npz"
EXPLOITABILITY = "exploitability"
ITSELF = "itself"  # as a judge: the policy in all seats

Facts = dict[str, float]
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Trained:
    """What a run has come to."""

    folder: Path
    steps: int
    seconds: float  # of learning, without evaluations, over all sittings
    best: Facts  # the evaluation of policy.npz
    last: Facts


class RunLog:
    """Keeps the books of a run in its folder. A folder with another run, or with anything else,
    is refused; one with the same run is gone on with.
    """

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.settings, self.folder = settings, folder
        self.game: Game = settings.table_of_game()
        self.seconds = 0.0
        self.judged = 0  # steps before the last evaluation
        self.best: Facts = {}
        self.last: Facts = {}
        self.judges = {
            spec: None if spec == ITSELF else make_agent(spec, self.game, EVALUATION_SEED)
            for spec in settings.judges
        }
        self._open()
        self.small = small_table(self.game)
        self.loggers = Loggers(settings, folder)

    def _open(self) -> None:
        if not is_begun(self.folder):
            write_run(self.folder, self.settings, self.settings.trainer)
            return
        told = settings_in(self.folder)
        if told is None:
            raise ValueError(f"{self.folder} is not empty, and holds no run; choose another --out")
        others = self.settings.differences(Settings.from_values(told))
        if others:
            raise ValueError(
                f"{self.folder} holds another run, now {others[0]}; choose another --out"
            )

    def is_due(self, steps: int) -> bool:
        """Whether it is time for an evaluation."""
        pause = self.settings.steps * self.settings.evaluate_every
        return steps - self.judged >= max(pause, 1) or steps >= self.settings.steps

    def judge(self, policy: LearnedPolicy, steps: int) -> Facts:
        """Evaluate a policy, write it down, and keep it if it is the best."""
        me = PolicyPlayer(policy, EVALUATION_SEED)
        found: Facts = {}
        games = self.settings.evaluate_games
        for spec, judge in self.judges.items():
            other = judge or me
            for player in (me, other):
                player.seed(EVALUATION_SEED)
            if games:
                found[spec] = against(self.game, me, other, games, EVALUATION_SEED).mean
        if self.small is not None:
            found[EXPLOITABILITY] = self.small.exploitability(me)
        self.judged, self.last = steps, found
        self.log("evaluation", steps, found)
        policy.facts.update(evaluation=found, seconds=round(self.seconds, 1))
        policy.write(self.folder / LAST)
        if not self.best or merit(found) >= merit(self.best):
            self.best = found
            policy.write(self.folder / POLICY)
        return found

    def log(self, what: str, steps: int, facts: Facts) -> None:
        """A line in the log, and the same in the logs that the settings name."""
        with (self.folder / LOG).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"what": what, "steps": steps, **facts}) + "\n")
        self.loggers.log(what, steps, facts)

    def words(self) -> str:
        """How it goes: what is learned, and the last evaluation."""
        return ", ".join(
            [self.game.title, *(f"{name} {value:.3f}" for name, value in self.last.items())]
        )

    def save(self) -> dict[str, Any]:
        """What a checkpoint keeps of the books."""
        return {
            "seconds": self.seconds,
            "judged": self.judged,
            "best": self.best,
            "last": self.last,
        }

    def load(self, saved: dict[str, Any], steps: int) -> None:
        """Go on from a checkpoint: what was logged after it will be logged again."""
        self.seconds, self.judged = saved["seconds"], saved["judged"]
        self.best, self.last = saved["best"], saved["last"]
        path = self.folder / LOG
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        kept = [line for line in lines if json.loads(line)["steps"] <= steps]
        path.write_text("".join(f"{line}\n" for line in kept), encoding="utf-8")

    def result(self, steps: int) -> Trained:
        return Trained(self.folder, steps, self.seconds, self.best, self.last)


def merit(facts: Facts) -> float:
    """By what the best policy is chosen: exploitability where it is known, else the last judge."""
    if EXPLOITABILITY in facts:
        return -facts[EXPLOITABILITY]
    return list(facts.values())[-1] if facts else 0.0
