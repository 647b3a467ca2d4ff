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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cthulhu_agents.learned.family import PolicyFamily
from cthulhu_agents.learned.player import PolicyPlayer
from cthulhu_agents.learned.policy import LearnedPolicy

from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.authoring.files import LINES, append_line, named, read_bytes, write_whole
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.parsing import Fields, log_lines
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
        self.evaluated_at = 0  # steps, at the last evaluation
        self.best: Facts = {}
        self.last: Facts = {}
        self.judges = {
            (game.num_players, spec): None
            if spec == ITSELF
            else make_agent(spec, game, EVALUATION_SEED)
            for game in settings.tables_of_game()
            for spec in settings.judges
        }
        self._open()
        self.small = small_table(self.game)
        self.loggers = Loggers(settings, folder)

    def _open(self) -> None:
        if not is_begun(self.folder):
            write_run(self.folder, self.settings, self.settings.trainer)
            return
        kept = settings_in(self.folder)
        if kept is None:
            raise ValueError(f"{self.folder} is not empty and holds no run; choose another --out")
        others = self.settings.differences(Settings.from_values(kept))
        if others:
            raise ValueError(
                f"{self.folder} holds another run, now {others[0]}; choose another --out"
            )

    def is_due(self, steps: int) -> bool:
        """Whether it is time for an evaluation."""
        pause = self.settings.steps * self.settings.evaluate_every
        return steps - self.evaluated_at >= max(pause, 1) or steps >= self.settings.steps

    def judge(self, family: PolicyFamily, steps: int) -> Facts:
        """Evaluate a policy at each of its tables, write it down, and keep it if it is the best."""
        found: Facts = {}
        for policy in family.members:
            found |= self._evaluated(policy)
        if self.small is not None:
            me = PolicyPlayer(family.members[0], EVALUATION_SEED)
            found[EXPLOITABILITY] = self.small.exploitability(me)
        self.evaluated_at, self.last = steps, found
        self.log("evaluation", steps, found)
        family.facts.update(evaluation=found, seconds=round(self.seconds, 1))
        family.write(self.folder / LAST)
        if not self.best or self.merit(found) >= self.merit(self.best):
            self.best = found
            family.write(self.folder / POLICY)
        return found

    def _evaluated(self, policy: LearnedPolicy) -> Facts:
        """Mean rewards at one table; where there are several, names say how many players."""
        found: Facts = {}
        players, settings = policy.game.num_players, self.settings
        me = PolicyPlayer(policy, EVALUATION_SEED)
        for spec in settings.judges if settings.evaluate_games else ():
            other = self.judges[players, spec] or me
            for player in (me, other):
                player.seed(EVALUATION_SEED)
            score = against(policy.game, me, other, settings.evaluate_games, EVALUATION_SEED)
            found[f"{spec}, {players} players" if settings.more_players else spec] = score.mean
        return found

    def merit(self, facts: Facts) -> float:
        """By what the best policy is chosen: exploitability where it is known, else the mean of the
        tables against the last judge.
        """
        if EXPLOITABILITY in facts:
            return -facts[EXPLOITABILITY]
        last = list(facts.values())[len(self.settings.judges) - 1 :: len(self.settings.judges)]
        return sum(last) / len(last) if last else 0.0

    def log(self, what: str, steps: int, facts: Facts) -> None:
        """A line in the log, and the same in the logs that the settings name."""
        append_line(self.folder / LOG, json.dumps({"what": what, "steps": steps, **facts}))
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
            "judged": self.evaluated_at,
            "best": self.best,
            "last": self.last,
        }

    def load(self, saved: dict[str, Any], steps: int) -> None:
        """Go on from a checkpoint: what was logged after it will be logged again."""
        fields = Fields(saved, f"{named(self.folder)} has a damaged checkpoint")
        self.seconds, self.evaluated_at = fields.number("seconds"), fields.whole("judged")
        self.best, self.last = (
            {name: fields.fields(which).number(name) for name in fields.table(which)}
            for which in ("best", "last")
        )
        self._keep_log(steps)

    def start_over(self) -> None:
        """Begin without a checkpoint: what a stopped run logged before its first will be logged
        again.
        """
        self._keep_log(-1)

    def _keep_log(self, steps: int) -> None:
        path = self.folder / LOG
        if path.is_file():
            rows = log_lines(read_bytes(path, LINES), named(path))
            kept = [row for row in rows if Fields(row, named(path)).whole("steps") <= steps]
            write_whole(path, "".join(json.dumps(row) + "\n" for row in kept))

    def close(self) -> None:
        self.loggers.close()

    def result(self, steps: int) -> Trained:
        return Trained(self.folder, steps, self.seconds, self.best, self.last)
