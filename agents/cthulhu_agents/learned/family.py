"""One network for several numbers of players: a family of policies with the same weights.

The layers are over the union of the tables' entries (union.py). The member for one table has the
rows and columns of that table alone: an ordinary `LearnedPolicy`, that plays at no extra cost.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from cthulhu_agents.learned.policy import (
    PLAYERS,
    Layers,
    LearnedPolicy,
    activation_in,
    read_layers,
    write_layers,
)
from cthulhu_agents.learned.union import Union
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.parsing import Fields


@dataclass(frozen=True)
class PolicyFamily:
    """Layers for some tables of one game that differ in the number of players."""

    games: tuple[Game, ...]
    actor: Layers
    critic: Layers
    facts: dict[str, Any]
    activation: str

    @classmethod
    def of(cls, policy: LearnedPolicy) -> PolicyFamily:
        """A family of one."""
        return cls((policy.game,), policy.actor, policy.critic, policy.facts, policy.activation)

    @property
    def game(self) -> Game:
        """The first table."""
        return self.games[0]

    @cached_property
    def union(self) -> Union:
        return Union(self.games)

    @cached_property
    def members(self) -> tuple[LearnedPolicy, ...]:
        """A policy for each table."""
        return tuple(self._member(number) for number in range(len(self.games)))

    def member_for(self, game: Game) -> LearnedPolicy:
        """The policy for a table; ValueError if the family has none that plays there."""
        found = [one for one in self.members if one.game.num_players == game.num_players]
        if not found and len(self.games) > 1:
            counts = " or ".join(str(game.num_players) for game in self.games)
            raise ValueError(
                f"the policy was trained with {counts} players, not with {game.num_players}"
            )
        member = found[0] if found else self.members[0]
        member.check_plays(game)
        return member

    def _member(self, number: int) -> LearnedPolicy:
        rows, columns = self.union.obs_places[number], self.union.action_places[number]
        actor = _with_inputs(self.actor, rows)
        *lower, (weights, biases) = actor
        last = weights[:, columns].copy(), biases[columns].copy()
        critic = _with_inputs(self.critic, rows)
        game = self.games[number]
        return LearnedPolicy(game, (*lower, last), critic, self.facts, self.activation)

    def write(self, path: str | Path, small: bool = False) -> None:
        """Write a file; if it is to be small, with numbers of half the length. That of a family of
        one is an ordinary policy's.
        """
        more = {PLAYERS: [game.num_players for game in self.games]} if len(self.games) > 1 else {}
        write_layers(path, self, small, more)

    @classmethod
    def read(cls, path: str | Path) -> PolicyFamily:
        """Of a family, or of a policy alone; ValueError says what is wrong with the file."""

        def sizes_of(head: Fields, game: Game) -> tuple[int, int]:
            union = Union(_tables(head, game))
            return len(union.observations), len(union.actions)

        head, game, actor, critic = read_layers(path, sizes_of)
        facts = head.table("facts")
        return cls(_tables(head, game), actor, critic, facts, activation_in(head))


def _tables(head: Fields, game: Game) -> tuple[Game, ...]:
    if PLAYERS not in head:
        return (game,)
    counts = head.list_of(PLAYERS, int)
    if not counts or len(counts) != len(set(counts)):
        raise head.fault(f"{PLAYERS!r} must name each number of players once")
    return tuple(game.configure(num_players=count) for count in counts)


def _with_inputs(layers: Layers, rows: Any) -> Layers:
    if not layers:
        return ()
    (weights, biases), *rest = layers
    return ((weights[rows].copy(), biases), *rest)
