"""What `cthulhu exploit` found, for people: a table, and a page in docs/ground_truth."""

from __future__ import annotations

import json
from collections.abc import Sequence

from cthulhu_envs.authoring.game import Game
from cthulhu_training.arena.names import short_names
from cthulhu_training.fitting import Columns, Fitted
from cthulhu_training.solve.bluffing import ANY
from cthulhu_training.solve.exploit import Exploits
from cthulhu_training.solve.tree import described

READ_IT = """\
Small tables for two are solved exactly, from the game's own kernels, so every number here is
exact up to the exploitability of the equilibrium itself. If an agent gives no
probabilities, its actions are sampled, and its exploitability is then a little too high on average.

- *exploitability*: how much more than half of the rounds a best answer to the agent wins, mean of
  both seats; *best answer*: the rounds a perfect exploiter wins; *first player*: the rounds that
  the first player wins when the agent plays itself.
- *guesses right*: of those made; *by counting*: if each had named what the cards that the guesser
  cannot locate make likeliest; *by the posterior*: if each had named what is likeliest given all
  that was seen, against an opponent who plays like the agent. Equilibria do not maximise hits.
- *free ...*: how often a card that may be played freely, but looks forced, is played, and by the
  card beside it. Cases in which the other card would lose at once are shown, but not in the sum.
"""
WON = "Rounds won by the row against the column, in per cent, each seat equally often:"


def deck_name(game: Game) -> str:
    """`ll-8`, or an own deck by its cards."""
    deck = game.values["deck"]
    if isinstance(deck, dict):
        return ", ".join(name if n == 1 else f"{n} {name}" for name, n in deck.items())
    return str(deck)


def table_line(game: Game) -> str:
    """The whole table in a line: players, edition, deck, cards face up."""
    return "; ".join(f"{name}: {words}" for name, words in described(game).items())


def table(found: Exploits) -> Fitted:
    """All agents of one deck, for the terminal: a column for each, where there is room."""
    title = f"{found.game.title}, {deck_name(found.game)}: {_size(found)}"
    called = short_names([line.agent for line in found.lines])
    rows = _measures(found)
    for other, wins in zip(called, found.wins.T, strict=True):
        rows.append([f"wins against {other}", *map(_per_cent, wins)])
    for j, other in enumerate(called):
        against = [of_one[j] for of_one in found.guesses]
        rows.append([f"guesses right against {other}", *(_per_cent(g.right) for g in against)])
        rows.append(["... by counting", *(_per_cent(g.counting) for g in against)])
        rows.append(["... by the posterior", *(_per_cent(g.best) for g in against)])
    return Columns(title, called, rows, table_line(found.game)).fitted()


def page(all_found: Sequence[Exploits], command: str) -> str:
    """The page of one game."""
    parts = [f"# {all_found[0].game.title}: ground truth", "", f"Made by `{command}`.", "", READ_IT]
    for found in all_found:
        size, line = _size(found), table_line(found.game)
        line = line[:1].upper() + line[1:]
        parts += [f"## {deck_name(found.game)}", "", f"{size}. {line}.", ""]
        names = short_names([line.agent for line in found.lines])
        parts += _markdown(["", *names], _measures(found))
        parts += ["", WON, ""]
        parts += _markdown(
            ["", *names],
            [
                [name, *(f"{100 * share:.1f}" for share in found.wins[i])]
                for i, name in enumerate(names)
            ],
        )
        parts.append("")
    return "\n".join(parts)


def to_json(rows: Sequence[dict[str, object]]) -> str:
    return json.dumps(rows, indent=1) + "\n"


def _size(found: Exploits) -> str:
    return f"{found.information_sets:,} information sets, {found.decisions:,} decisions"


def _measures(found: Exploits) -> list[list[str]]:
    """Name of each measure and its value for every agent."""
    lines = found.lines
    rows = [
        ["policy", *(line.source for line in lines)],
        ["exploitability", *(f"{line.exploitability:.5f}" for line in lines)],
    ]
    for name, of in (
        ("best answer", lambda line: line.best),
        ("first player", lambda line: line.value),
        ("guesses right", lambda line: line.guesses.right),
        ("... by counting", lambda line: line.guesses.counting),
        ("... by the posterior", lambda line: line.guesses.best),
    ):
        rows.append([name, *(_per_cent(of(line)) for line in lines)])
    for number, bluff in enumerate(lines[0].bluffs):
        name = f"free {bluff.kind}" if bluff.beside == ANY else f"... beside {bluff.beside}"
        rows.append([name, *(_per_cent(line.bluffs[number].rate) for line in lines)])
    return rows


def _per_cent(share: float) -> str:
    return "-" if share != share else f"{100 * share:.1f} %"


def _markdown(columns: Sequence[str], lines: Sequence[Sequence[str]]) -> list[str]:
    rule = "|---" + "|---:" * (len(columns) - 1) + "|"
    return [f"| {' | '.join(columns)} |", rule, *(f"| {' | '.join(line)} |" for line in lines)]
