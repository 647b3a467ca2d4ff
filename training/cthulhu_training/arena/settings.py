"""What a tournament is: its settings, the pairings and deals that follow, and the random streams.

A pairing (one, rest) seats one agent against copies of another at all other seats. Every deal is
played once for each seat the one can have, with the same cards; all pairings play the same deals.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any, NamedTuple

import cloudpickle
import numpy as np
from cthulhu_agents.npz import MOST_UNPACKED

from cthulhu_envs import __version__
from cthulhu_envs._runtime.lanes import check_seed
from cthulhu_envs.api.agents import Agent, make_agent, travels
from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.errors import MOST_SHOWN, bounded, sentence, shown
from cthulhu_envs.authoring.files import LINES, MB, reading, size_in_words
from cthulhu_envs.authoring.game import Game
from cthulhu_training.arena.faults import STOP, Referee
from cthulhu_training.defaults import DEALS

KIND = "cthulhu_envs tournament"
FORMAT = f"{KIND} 1"
SHORTEST, SHORTEST_GAME = 80, 20  # bytes: no line of results has less, and no game in it


class Pairing(NamedTuple):
    """One agent at a table of others; the same name twice is self-play."""

    one: str
    rest: str


class Chunk(NamedTuple):
    """Deals of a pairing that are played together, and written together."""

    pairing: Pairing
    deals: range


@dataclass(frozen=True)
class Tournament:
    """The settings of a tournament; together they fix every game of it, bit by bit.

    `game` is a name, an id or a Game; `settings` are the game's, `num_players` among them. `bots`
    are players that are handed over instead of named by a spec (see `named`); results that go on
    after a stop know them by their names alone.
    Agents that play in batches draw their random numbers for all games in flight at once, so
    `lanes`, the most games in flight, is part of what decides a result. `faults` is the rule for
    agents that misbehave, and `move_seconds` what a decision may take (see faults.py); with it
    results depend on the machine.
    """

    game: str | Game
    agents: Sequence[str]
    deals: int = DEALS
    seed: int = 1
    lanes: int = 1024
    settings: Mapping[str, Any] = field(default_factory=dict)
    bots: Mapping[str, Any] = field(default_factory=dict, repr=False)
    faults: str = STOP
    move_seconds: float | None = None

    @cached_property
    def configured(self) -> Game:
        """The game with its settings; ValueError says what is wrong with them."""
        game = find(self.game) if isinstance(self.game, str) else self.game
        return game.configure(**self.settings)

    @property
    def players(self) -> int:
        return self.configured.num_players

    @property
    def pairings(self) -> list[Pairing]:
        """Self-play included. Two players: each pair once, for both seats are played anyway;
        more: (A, B), one A among Bs, is another table than (B, A).
        """
        if self.players == 2:
            return [Pairing(*pair) for pair in combinations_with_replacement(self.agents, 2)]
        return [Pairing(*pair) for pair in product(self.agents, repeat=2)]

    def head(self) -> dict[str, Any]:
        """All that decides the results, as JSON holds it: the first line of the results file."""
        head = {
            "format": FORMAT,
            "version": __version__,
            "game": self.configured.id,
            "settings": dict(self.configured.values),
            "agents": list(self.agents),
            "files": _files(self.agents),
            "deals": int(self.deals),
            "seed": int(self.seed),
            "lanes": int(self.lanes),
            "faults": self.faults,
            "move_seconds": self.move_seconds,
        }
        return dict(json.loads(json.dumps(head)))

    def deal_seed(self, deal: int) -> int:
        """The seed of a deal; it depends on the tournament's seed and the deal's number alone."""
        return stream(self.seed, "deal", deal)

    def agent_seed(self, chunk: Chunk, role: str) -> int:
        """The stream of an agent (role "one" or "rest"): apart from the deals, and the same
        whoever else takes part.
        """
        return stream(self.seed, *chunk.pairing, role, chunk.deals.start)

    def chunks(self, batched: Mapping[str, bool]) -> list[Chunk]:
        """The tournament in the order it is played. `lanes` games are in flight where both
        agents are batched; else a chunk is one deal, so that little is lost when slow agents are
        stopped.
        """
        together = max(1, self.lanes // self.players)
        chunks = []
        for pairing in self.pairings:
            size = together if batched[pairing.one] and batched[pairing.rest] else 1
            for start in range(0, self.deals, size):
                chunks.append(Chunk(pairing, range(start, min(start + size, self.deals))))
        return chunks

    def seats(self, chunk: Chunk) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Who sits where in the games of a chunk, (deals x players, players): 0 for the one, 1
        for the rest. Games of a deal stand together, the one in seat 0 first. In self-play 0 is
        everywhere: one agent, one stream.
        """
        others = 0 if chunk.pairing.one == chunk.pairing.rest else 1
        around = others * (1 - np.eye(self.players, dtype=np.int64))
        return np.tile(around, (len(chunk.deals), 1))

    def check(self) -> dict[str, Agent]:
        """Refuse bad input with a ValueError of one sentence; returns an agent for each spec."""
        game = self.configured
        for what, number in (("deals", self.deals), ("lanes", self.lanes)):
            if not _is_whole(number) or number < 1:
                raise ValueError(
                    f"{what} must be a whole number of at least 1, not {shown(number)}"
                )
        Referee(self.faults, self.move_seconds).check()
        if self.seed is None:
            raise ValueError("a tournament needs a seed")
        check_seed(self.seed)
        if isinstance(self.agents, str) or len(self.agents) < 2:
            words = f"a tournament needs at least two agents, not {shown(self.agents)}"
            raise ValueError(words + _apart(self.agents))
        for spec in self.agents:
            if self.agents.count(spec) > 1:
                raise ValueError(f"agent {shown(spec)} is named twice; name different ones")
            if spec.partition(":")[0] == "human":
                raise ValueError("tournaments are for bots: a human cannot take part")
        lines = self.deals * max(1, len(self.pairings) - len(self.agents))  # without self-play
        if lines * (SHORTEST + SHORTEST_GAME * self.players) > LINES:
            raise ValueError(
                f"{shown(self.deals)} deals are too many: their results would have more than "
                f"{size_in_words(LINES)}"
            )
        return {spec: _made(spec, self.bots.get(spec, spec), game) for spec in self.agents}

    @cached_property
    def travels(self) -> bool:
        """Whether other processes can play it too."""
        try:
            if isinstance(self.game, Game) and not _is_found_elsewhere(self.game):
                return False
            cloudpickle.dumps(dict(self.bots))
        except Exception:  # whatever an object that cannot be copied may raise
            return False
        return all(spec in self.bots or travels(spec) for spec in self.agents)


def stream(*words: int | str) -> int:
    """A seed below 2**63 that looks independent for every other choice of words."""
    digest = hashlib.blake2b(json.dumps(words).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def _is_found_elsewhere(game: Game) -> bool:
    """Whether other processes find the very same game where it says it is declared."""
    is_in_module = game.home.partition(":")[0] != "__main__"
    return is_in_module and bool(cloudpickle.loads(cloudpickle.dumps(game)) == game)


def _made(spec: str, bot: Any, game: Game) -> Agent:
    try:
        return make_agent(bot, game)
    except (OSError, ImportError) as fault:
        raise ValueError(f"agent {shown(spec)} cannot be made: {sentence(fault)}") from fault


def _files(specs: Sequence[str]) -> dict[str, str]:
    """Digests of the files that specs name, so that other weights are other settings."""
    items = (item for spec in specs for item in spec.partition(":")[2].split(","))
    paths = {Path(item.rpartition("=")[2]) for item in items if item}
    return {str(path): _digest(path) for path in sorted(paths) if path.is_file()}


def _digest(path: Path) -> str:
    """Of a file of any size, read in parts."""
    digest = hashlib.sha256()
    with reading(path, MOST_UNPACKED) as file:
        while part := file.read(MB):
            digest.update(part)
    return digest.hexdigest()[:16]


def _apart(agents: Sequence[str]) -> str:
    """A hint for those who typed `random,heuristic`; a comma within a bot's options is right."""
    typed = agents if isinstance(agents, str) else "".join(agents)
    names = typed.split(",")
    if len(names) < 2 or "=" in typed or not all(names):
        return ""
    return f"; agents stand apart by blanks, not commas: {bounded(' '.join(names), MOST_SHOWN)}"


def _is_whole(number: Any) -> bool:
    return isinstance(number, (int, np.integer)) and not isinstance(number, bool)
