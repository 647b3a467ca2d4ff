"""`cthulhu leaderboard`: every game's bots, rated at several tables, as pages of documentation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cthulhu_envs.api.agents import own_kinds
from cthulhu_envs.authoring.files import MB, read_bytes, write_whole
from cthulhu_envs.authoring.game import NUM_PLAYERS, Game
from cthulhu_training.arena import report
from cthulhu_training.arena.faults import STOP, in_words
from cthulhu_training.arena.manifest import manifest
from cthulhu_training.arena.names import deck_label
from cthulhu_training.arena.nash import nash_average
from cthulhu_training.arena.settings import Tournament
from cthulhu_training.arena.statistics import cycles
from cthulhu_training.arena.tournament import PICTURE, Outcome, run_tournament
from cthulhu_training.arena.workers import Workers
from cthulhu_training.run_lock import only_writer
from cthulhu_training.trainers import Notice

MOST_PICTURE = 64 * MB
READ_IT = """\
Every pairing plays the same deals; one agent sits among copies of the other, in every seat in
turn. Intervals are 95 %, clustered by deal. *Rating*: Bradley-Terry with two players and
Plackett-Luce with more, by maximum likelihood over all games, intervals by bootstrap over deals;
400 points are odds of 10 to 1 against a single opponent. *Nash*: how often the most even
unbeatable mixture of these agents chooses the agent. A re-run of the command gives the same
numbers, bit by bit.
"""


def bots_of(game: Game) -> list[str]:
    """The bots that need no file: chance, and the game's own."""
    return ["random", *own_kinds(game)]


def tables_of(game: Game) -> list[int]:
    """Numbers of players to compare at: the fewest, and what the game calls usual."""
    fewest = max(2, game.players[0])
    return sorted({fewest, game.default_players} & set(game.players))


def leaderboard(
    game: Game,
    agents: Sequence[str],
    players: Sequence[int],
    deals: int,
    seed: int,
    results: Path,
    docs: Path,
    command: str,
    workers: Workers | None = None,
    notice: Notice = lambda line: None,
    faults: str = STOP,
    move_seconds: float | None = None,
) -> Path:
    """Play what is missing, then write the page and its pictures; returns the page."""
    wanted = {
        number: Tournament(
            game.id,
            tuple(agents),
            deals,
            seed,
            settings={**game.chosen, "num_players": number},
            faults=faults,
            move_seconds=move_seconds,
        )
        for number in players
    }
    for settings in wanted.values():  # all of them, before anything is played
        settings.check()
    outcomes = {}
    for number, settings in wanted.items():
        notice(f"{game.title}, {number} players")
        folder = results / f"{name_of(game)}-{number}p"
        outcomes[number] = run_tournament(settings, folder, workers=workers)
    path = docs / f"{name_of(game)}.md"
    with only_writer(docs):
        for number, outcome in outcomes.items():
            if not outcome.team:
                drawn = read_bytes(outcome.folder / PICTURE, MOST_PICTURE)
                write_whole(docs / _picture(game, number), drawn)
        write_whole(path, page(game, outcomes, command))
    return path


def page(game: Game, outcomes: dict[int, Outcome], command: str) -> str:
    """The page of one game."""
    chosen = "".join(f", {name} {value}" for name, value in _chosen(game).items())
    parts = [f"# {game.title}{chosen}: leaderboard", "", f"Made by `{command}`.", "", READ_IT]
    for number, outcome in outcomes.items():
        parts += [f"## {number} players", "", *_ranking(outcome), "", *_matrix(outcome), ""]
        if outcome.results.forfeits:
            parts += [f"{in_words(outcome.results.forfeit_counts)}.", ""]
        if not outcome.team:
            parts += [f"![{number} players]({_picture(game, number)})", ""]
    parts += ["## Made with", "", *_made_with(next(iter(outcomes.values())))]
    return "\n".join(parts) + "\n"


def name_of(game: Game) -> str:
    """The page of a table: the game, and the settings that are not the usual ones."""
    return "-".join([game.name, *map(deck_label, _chosen(game).values())]).replace(" ", "_").lower()


def _chosen(game: Game) -> dict[str, Any]:
    return {name: value for name, value in game.chosen.items() if name != NUM_PLAYERS}


def _picture(game: Game, number: int) -> str:
    return f"{name_of(game)}-{number}p.png"


def _ranking(outcome: Outcome) -> list[str]:
    ratings, matrix = outcome.ratings, outcome.matrix
    if outcome.team:
        return ["All seats win or lose together: what counts is the mean reward, below."]
    nash = nash_average(matrix)
    lines = ["| | agent | rating | Nash | edge against it |", "|---:|---|---:|---:|---:|"]
    for rank, i in enumerate(report.ranking(ratings), start=1):
        cells = [str(rank), f"`{ratings.agents[i]}`", report.interval(ratings, i)]
        cells += [f"{100 * nash.weight[i]:.0f} %", f"{100 * nash.edge[i]:+.1f} points"]
        lines.append(f"| {' | '.join(cells)} |")
    for names in cycles(matrix):
        lines += ["", f"Cycle: {' beats '.join([*names, names[0]])}; ratings hide it."]
    return lines


def _matrix(outcome: Outcome) -> list[str]:
    """Cross-play: shares of wins in per cent, or rewards where all are paid alike."""
    is_team = outcome.team is not None
    matrix = outcome.team or outcome.matrix
    order = range(len(matrix.agents)) if is_team else report.ranking(outcome.ratings)
    others = outcome.results.players - 1
    what = "Mean reward of the team" if is_team else "Wins in per cent"
    fair = "" if is_team else f", fair is {100 * matrix.fair:.3g}"
    shown = (1, 3) if is_team else (100, 1)  # scale and digits
    head = ["", *(f"`{matrix.agents[j]}`" for j in order)]
    lines = [f"{what} of one row agent among {others} column agents{fair}; self-play in brackets:"]
    lines += ["", f"| {' | '.join(head)} |", "|---" + "|---:" * len(matrix.agents) + "|"]
    for i in order:
        cells = [report.cell(matrix, i, j, *shown, sign=" ± ") for j in order]
        lines.append(f"| {' | '.join([f'`{matrix.agents[i]}`', *cells])} |")
    return lines


def _made_with(outcome: Outcome) -> list[str]:
    facts = manifest(outcome.results)
    named = {k: facts[k] for k in ("game", "version", "deals", "seed", "lanes", "python")}
    named |= facts["libraries"]
    lines = [f"- {name}: {value}" for name, value in named.items()]
    return [*lines, f"- settings: `{facts['settings']}`"]
