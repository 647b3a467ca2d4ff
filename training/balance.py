"""How often an agent, in every seat, wins a co-operative game: by number of players and settings.

    python -m training.balance death_may_die --games 1000 \\
        --vary "episode=Blasphemous Alchemy|Tomes of Madness|Danse Macabre" \\
        --vary "elder_one=Cthulhu|Hastur"

prints a table in Markdown, with 95 % intervals (Wilson). With

    python -m training.balance death_may_die --agents ismcts:iters=64 heuristic -p 2

a whole table of one agent is compared with a whole table of another on the same deals. `--set`
gives settings that hold for all of it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from agents import make_agent
from cthulhu_envs.engine.game import NUM_PLAYERS, Game
from cthulhu_envs.engine.registry import find
from cthulhu_envs.options import SET, with_settings
from training.arena.match import play
from training.arena.statistics import wilson

BAD_INPUT = 2
CHUNK = 10  # deals between two lines of a comparison
Z = 1.959964  # of a 95 % interval
Variants = list[tuple[str, list[str | int]]]


def win_rate(game: Game, spec: str, games: int, seed: int = 0) -> tuple[float, float, float]:
    """Share of games won by the table, and the ends of its interval."""
    agent = make_agent(spec, game, seed=seed)
    seeds = np.random.default_rng(seed).integers(0, 2**63, games, np.int64).astype(np.uint64)
    seats = np.zeros((games, game.num_players), np.int64)
    rewards = play(game, [agent], seats, seeds)
    won = (rewards.max(axis=1) > 0).astype(np.float64)
    low, high = wilson(won[:, None])
    return float(won.mean()), float(low[0]), float(high[0])


def compare(game: Game, spec: str, other: str, games: int, seed: int = 0) -> Iterator[str]:
    """How much oftener one agent's table wins than another's, deal by deal; a line for each ten."""
    agents = [make_agent(name, game, seed=seed) for name in (spec, other)]
    seeds = np.random.default_rng(seed).integers(0, 2**63, games, np.int64).astype(np.uint64)
    won = np.zeros((0, len(agents)))
    for first in range(0, games, CHUNK):
        deals = seeds[first : first + CHUNK]
        seats = np.zeros((len(deals), game.num_players), np.int64)
        paid = [play(game, [agent], seats, deals).max(axis=1) > 0 for agent in agents]
        won = np.concatenate([won, np.stack(paid, axis=1)])
        gain = won[:, 0] - won[:, 1]
        error = Z * gain.std(ddof=1) / np.sqrt(len(gain)) if len(gain) > 1 else np.inf
        shares = 100 * won.mean(axis=0)
        yield (
            f"{len(won)} deals, {game.num_players} players: {spec} wins {shares[0]:.1f} %, {other} "
            f"{shares[1]:.1f} %, difference {100 * gain.mean():+.1f} +- {100 * error:.1f} points"
        )


def table(
    game: Game, spec: str, games: int, vary: Variants, players: Sequence[int] = ()
) -> Iterator[str]:
    """Lines of Markdown: a row for each combination, a column for each number of players."""
    names = [name for name, _ in vary]
    heads = [*names, *(f"{n} player{'s' * (n > 1)}" for n in players or game.players)]
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    varied = product(*(values for _, values in vary)) if vary else ()
    for values in [*varied, None]:
        chosen: dict[str, Any] = dict(zip(names, values, strict=True)) if values else {}
        cells = [str(chosen.get(name, "default")) for name in names]
        for number in players or game.players:
            there = game.configure(**{NUM_PLAYERS: number}, **chosen)
            mean, low, high = win_rate(there, spec, games)
            cells.append(f"{100 * mean:.0f} % ({100 * low:.0f}-{100 * high:.0f})")
        yield f"| {' | '.join(cells)} |"


def _variant(text: str) -> tuple[str, list[str | int]]:
    name, equals, values = text.partition("=")
    if not equals or not values:
        raise ValueError(f"--vary takes NAME=VALUE|VALUE, not {text!r}")
    return name, [int(v) if v.lstrip("-").isdecimal() else v for v in values.split("|")]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("game")
    parser.add_argument(
        "--agents",
        nargs="+",
        default=["heuristic"],
        help="who plays; a second one is compared with on the same deals",
    )
    parser.add_argument("--games", type=int, default=500, help="for each cell of the table")
    parser.add_argument("--players", "-p", type=int, help="default: all numbers")
    parser.add_argument("--seed", type=int, default=0, help="of a comparison's deals")
    parser.add_argument("--vary", action="append", default=[], metavar="NAME=VALUE|VALUE")
    parser.add_argument(*SET[0], **SET[1])
    options = parser.parse_args(arguments)
    try:
        game = with_settings(find(options.game), options.set)
        vary = [_variant(text) for text in options.vary]
        players = [options.players] if options.players else []
        agent, *others = options.agents
        if len(others) > 1:
            raise ValueError(f"--agents takes one or two, not {len(options.agents)}")
        lines = table(game, agent, options.games, vary, players)
        if others:
            there = game.configure(**({NUM_PLAYERS: options.players} if options.players else {}))
            lines = compare(there, agent, others[0], options.games, options.seed)
        for line in lines:
            print(line, flush=True)
    except ValueError as error:
        print(f"balance: {error}", file=sys.stderr)
        return BAD_INPUT
    return 0


if __name__ == "__main__":
    sys.exit(main())
