"""Which rules happen in random play, or between other players: `cthulhu coverage GAME`.

A game that wants the report declares a `RuleDetector` (`Game.extras.coverage`): signs by which a
rule is seen to happen, and a kernel that counts them between a state and the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rich.box import SIMPLE_HEAD
from rich.table import Table

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs._runtime.legality import pick
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.authoring.game import NUM_PLAYERS, Game, load
from cthulhu_envs.authoring.rule_detector import RuleDetector

LANES = 512


@dataclass(frozen=True)
class Coverage:
    """How often each sign was seen, in how many deals."""

    game: Game
    deals: int
    signs: tuple[tuple[str, str], ...]
    counts: NDArray[np.int64]
    agents: tuple[str, ...] = ("random",)
    rare: frozenset[tuple[str, str]] = frozenset()

    @property
    def missing(self) -> list[tuple[str, str]]:
        """The signs that were never seen, rare ones aside."""
        pairs = zip(self.signs, self.counts, strict=True)
        return [sign for sign, count in pairs if count == 0 and sign not in self.rare]

    def table(self) -> Table:
        title = (
            f"{self.game.title}: rules seen in {self.deals:,} episodes, {', '.join(self.agents)}"
        )
        table = Table(title=title, box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
        table.add_column("rule", overflow="fold")
        table.add_column("seen", overflow="fold")
        table.add_column("times", justify="right")
        for (number, what), count in zip(self.signs, self.counts, strict=True):
            table.add_row(number, what, f"{count:,}" if count else "[bold]never[/]")
        return table

    def markdown(self) -> str:
        rows = [
            f"| {number} | {what} | {count:,} |"
            for (number, what), count in zip(self.signs, self.counts, strict=True)
        ]
        return "\n".join(["| rule | seen | times |", "|---|---|---:|", *rows]) + "\n"


def cover(
    game: Game,
    deals: int,
    seed: int = 1,
    agents: Sequence[str] = ("random",),
    ended: Callable[[int], None] = lambda episodes: None,
) -> Coverage:
    """Play `deals` episodes and count what is seen. They are spread over the agents (each against
    copies of itself), the game's player counts and its detector's tables. `ended` is told how many
    episodes have just come to their end.
    """
    if not game.extras.coverage:
        raise ValueError(f"{game.title} declares no signs of its rules")
    if deals < 1:
        raise ValueError(f"deals must be at least 1, not {deals}")
    detector: RuleDetector = load(game.extras.coverage)
    counts = np.zeros(len(detector.signs), np.int64)
    tables = [
        game.configure(**{NUM_PLAYERS: players, **settings})
        for players in game.players
        for settings in detector.tables
    ]
    makers = [(table, agent) for agent in agents for table in tables]
    shares = np.diff(np.linspace(0, deals, len(makers) + 1).astype(int))
    for number, ((table, agent), share) in enumerate(zip(makers, shares, strict=True)):
        _watch(table, detector, agent, int(share), seed + number, counts, ended)
    return Coverage(game, deals, detector.signs, counts, tuple(agents), detector.rare)


def _watch(
    game: Game,
    detector: RuleDetector,
    agent: str,
    deals: int,
    seed: int,
    counts: NDArray[np.int64],
    ended: Callable[[int], None],
) -> None:
    """Play `deals` episodes in batches."""
    rng = np.random.default_rng(seed)
    player = None if agent == "random" else make_agent(agent, game, seed)
    for first in range(0, deals, LANES):
        lanes = Lanes(game, min(LANES, deals - first))
        lanes.seeds[:] = rng.integers(2**63, size=len(lanes.seeds))
        lanes.clear()
        lanes.run(loops.BEGIN)
        going = lanes.states["ending"] == 0
        while going.any():
            lanes = lanes if going.all() else _only(lanes, going)
            before = lanes.states.copy()
            if player is None:
                pick(lanes.mask, rng.random(len(before)), lanes.actions)
            else:
                lanes.actions[:] = player.act_batch(lanes.obs, lanes.mask)
            lanes.run(loops.STEP)
            detector.kernel(lanes.kit, before, lanes.actions, lanes.states, counts)
            going = lanes.states["ending"] == 0
            ended(int(np.count_nonzero(~going)))


def _only(lanes: Lanes, going: NDArray[np.bool_]) -> Lanes:
    """The lanes whose game goes on."""
    kept = Lanes(lanes.game, int(going.sum()))
    kept.states[:] = lanes.states[going]
    kept.seat[:] = kept.states["seat"]
    kept.run(loops.LOOK)
    return kept
