"""A player by simple rules: break the ritual, then hunt the Elder One; rest when hurt.

It reads what its seat sees, and the content that everybody knows (map and cards).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.engine.game import Game
from cthulhu_envs.games.death_may_die.board import DEADLY_WOUNDS, ELDER, MAX_STRESS, Die
from cthulhu_envs.games.death_may_die.question import Question, Step

ALARM = 3  # wounds or stress that call for a rest
HALF = 0.5  # of three actions: the last one
SCORCH = 1.0  # steps that a Fire token on the way is worth
BAD_OWN = (Die.TENTACLE,)
WEAK_OWN = (Die.BLANK, Die.BONUS_BLANK, Die.BONUS_SIGN, Die.SIGN)
BAD_AGAINST = (Die.SUCCESS_TENTACLE, Die.SUCCESS, Die.BONUS_SUCCESS, Die.BONUS_SUCCESS_SIGN)


class RulePlayer:
    """Chooses by the first rule that fits."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.kit = game.kit[0]
        self.starts = game.actions.starts
        self.blocks = game.actions.blocks

    def act(self, view: Any) -> int:
        """An action for a View."""
        return self.choose(view.observation, view.mask)

    def choose(self, observation: NDArray[Any], mask: NDArray[Any]) -> int:
        """An action for an observation and its mask."""
        seen = self.game.observations.view(observation)
        legal = np.flatnonzero(mask)
        if len(legal) == 1:
            return int(legal[0])
        question = Question(int(seen["question"].argmax()))
        rule = getattr(self, f"on_{question.name.lower()}", None)
        choice = rule(seen, mask) if rule else None
        if choice is None:
            choice = int(legal[0])
        return int(choice)

    def open(self, mask: NDArray[Any], name: str) -> list[int]:
        """Places of a block that are legal."""
        start = self.starts[name]
        return [int(i) for i in np.flatnonzero(mask[start : start + self.blocks[name].size])]

    def id(self, name: str, index: int = 0) -> int:
        return self.starts[name] + index

    def wounds(self, seen: dict[str, Any]) -> int:
        return round(float(seen["wounds"][0]) * DEADLY_WOUNDS)

    def stress(self, seen: dict[str, Any]) -> int:
        return round(float(seen["stress"][0]) * MAX_STRESS)

    def on_act(self, seen: dict[str, Any], mask: NDArray[Any]) -> int:
        episode = int(seen["episode"].argmax())
        here = int(seen["space"][0].argmax())
        if self.open(mask, "stand"):
            return self.id("stand")
        wounds, stress = self.wounds(seen), self.stress(seen)
        if wounds >= ALARM or stress >= ALARM:
            if self.open(mask, "rest"):
                return self.id("rest")
            used = self.open(mask, "use")
            if used:
                return self.id("use", used[0])
        targets = self.open(mask, "attack")
        if ELDER in targets:
            return self.id("attack", ELDER)
        crowd = seen["kinds"][here].sum()
        if targets and (crowd > 0 or wounds < ALARM):
            weakest = min(targets, key=lambda f: float(seen["figure_health"][f]))
            return self.id("attack", weakest)
        is_last = seen["actions_left"] < HALF
        if is_last and wounds + stress >= 2 and self.open(mask, "rest"):
            return self.id("rest")
        if not seen["disrupted"]:
            for name in ("second", "first"):
                if self.open(mask, name):
                    return self.id(name)
        step = self.step_toward(seen, mask, here, episode)
        return self.id("done") if step is None else step

    def goals(self, seen: dict[str, Any], episode: int) -> list[int]:
        """Spaces worth going to."""
        elder = np.flatnonzero(seen["kinds"][:, ELDER])
        if seen["disrupted"]:
            return [int(space) for space in elder]
        place = int(self.kit.place[episode])
        here = int(seen["space"][0].argmax())
        if place >= 0 and seen["sites"][here, 1] > 0:  # somebody to escort
            return [place]
        sites = np.flatnonzero(seen["sites"].sum(axis=1))
        bodies = np.flatnonzero(seen["marker"])
        return [int(space) for space in (*sites, *bodies)]

    def step_toward(
        self, seen: dict[str, Any], mask: NDArray[Any], here: int, episode: int
    ) -> int | None:
        """Run along the cheapest way to a goal; leaving a Fire costs as much as some steps."""
        goals = self.goals(seen, episode)
        ways = self.open(mask, "run")
        if not goals or not ways or here in goals:
            return None
        size = int(self.kit.spaces[episode])
        cost = np.full(size, np.inf)
        cost[goals] = 0.0
        leave = 1.0 + SCORCH * 4 * seen["fire"][:size]
        apart = self.kit.distance[episode, :size, :size] != 1
        for _ in range(size):
            cost = np.minimum(cost, leave + np.where(apart, np.inf, cost).min(axis=1))
        return self.id("run", min(ways, key=lambda space: float(cost[space])))

    def on_run(self, seen: dict[str, Any], mask: NDArray[Any]) -> int:
        here = int(seen["space"][0].argmax())
        step = self.step_toward(seen, mask, here, int(seen["episode"].argmax()))
        return self.id("done") if step is None else step

    def on_reroll(self, seen: dict[str, Any], mask: NDArray[Any]) -> int:
        against = seen["against"] > 0
        limit = MAX_STRESS if against else ALARM
        if self.stress(seen) >= limit and seen["free"] <= 0:
            return self.id("done")
        offered = self.open(mask, "reroll")
        bad: tuple[Die, ...] = BAD_AGAINST if against else BAD_OWN
        if not against and (self.stress(seen) == 0 or seen["free"] > 0):
            bad += WEAK_OWN
        for die in bad:
            if die in offered:
                return self.id("reroll", die)
        return self.id("done")

    def on_claim(self, seen: dict[str, Any], mask: NDArray[Any]) -> int:
        sides = self.open(mask, "claim")
        return self.id("claim", sides[-1])

    def on_heal(self, seen: dict[str, Any], mask: NDArray[Any]) -> int | None:
        wounds, stress = self.open(mask, "mend"), self.open(mask, "calm")
        if wounds and (self.wounds(seen) >= 2 or not stress):
            return self.id("mend", wounds[0])
        return self.id("calm", stress[0]) if stress else None

    def on_card(self, seen: dict[str, Any], mask: NDArray[Any]) -> int | None:
        """Companions take wounds; nothing is traded or kept."""
        cards = self.open(mask, "card")
        is_wound = seen["step"][Step.WOUND] > 0
        if mask[self.id("done")] and not is_wound:
            return self.id("done")
        return self.id("card", cards[0])

    def on_level(self, seen: dict[str, Any], mask: NDArray[Any]) -> int:
        return self.id("level", self.open(mask, "level")[-1])

    def on_use(self, seen: dict[str, Any], mask: NDArray[Any]) -> int:
        if self.wounds(seen) >= ALARM or self.stress(seen) >= ALARM:
            return self.id("use", self.open(mask, "use")[0])
        return self.id("done")

    def on_figure(self, seen: dict[str, Any], mask: NDArray[Any]) -> int | None:
        """Sneak past whatever can be left behind, but bring the Elder One along."""
        figures = self.open(mask, "figure")
        if seen["step"][Step.RUN] > 0:
            others = [figure for figure in figures if figure != ELDER]
            return self.id("figure", others[0]) if others else self.id("done")
        return self.id("figure", min(figures, key=lambda f: float(seen["figure_health"][f])))
