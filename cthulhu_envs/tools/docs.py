"""Documentation made from the code: docs/games/<game>.md, the table of games in README.md and
docs/index.md, and the modules `cthulhu_envs/<game>_v1.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cthulhu_envs.api.registry import camel, find, games
from cthulhu_envs.authoring.files import write_whole
from cthulhu_envs.authoring.game import Game, Setting, load, span_of
from cthulhu_envs.tools.game_modules import module, module_name

TABLE_START, TABLE_END = "<!-- games: start -->", "<!-- games: end -->"
MADE_BY = "<!-- Made by `cthulhu docs` from the code; change the code, not this page. -->"


def write_docs(root: Path, only_check: bool = False) -> list[Path]:
    """Write all pages below a checkout; returns those that were, or would be, changed."""
    pages = {root / "docs" / "games" / f"{find(g).name}.md": page(find(g)) for g in ours()}
    readme = root / "README.md"
    if not readme.is_file():
        raise ValueError(f"there is no README.md in {root}: run this in a checkout of the project")
    pages[readme] = with_table(readme.read_text(encoding="utf-8"))
    index = root / "docs" / "index.md"
    if index.is_file():
        pages[index] = with_table(index.read_text(encoding="utf-8"), "games/")
    for game in map(find, ours()):
        pages[root / "cthulhu_envs" / f"{module_name(game)}.py"] = module(game)
    changed = []
    for path, text in pages.items():
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        changed.append(path)
        if not only_check:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)
    return changed


def ours() -> list[str]:
    """The games of this package; others may be installed beside them."""
    return [name for name in games() if find(name).home.startswith("cthulhu_envs.")]


def with_table(page: str, folder: str = "docs/games/") -> str:
    """A page with its table of games rewritten; `folder` is where their pages are from there."""
    before, start, rest = page.partition(TABLE_START)
    _, end, after = rest.partition(TABLE_END)
    if not start or not end:
        raise ValueError(f"the page has no lines {TABLE_START} and {TABLE_END}")
    return f"{before}{start}\n{table(folder)}\n{end}{after}"


def table(folder: str = "docs/games/") -> str:
    """All games, one row each."""
    lines = ["| game | players | actions | observation | about |", "|---|---|---|---|---|"]
    for game_id in ours():
        game = find(game_id)
        least, most = (game.configure(num_players=n) for n in (game.players[0], game.players[-1]))
        spans = [(one(least), one(most)) for one in (_actions, _observations)]
        sizes = [span_of(range(low, high + 1), "-") for low, high in spans]
        link = f"[{game.title}]({folder}{game.name}.md)"
        players = span_of(game.players, "-")
        lines.append(f"| {link} | {players} | {sizes[0]} | {sizes[1]} | {game.docs.summary} |")
    return "\n".join(lines)


def page(game: Game) -> str:
    """The page of one game: how to make it, settings, actions, observation, rewards, versions."""
    module = f"{game.name}_v{game.version}"
    players = f"{game.default_players} players"
    return "\n".join(
        [
            f"# {game.title}",
            "",
            MADE_BY,
            "",
            game.docs.summary,
            "",
            "```python",
            f"from cthulhu_envs import {module}",
            "",
            f"env = {module}.env(num_players={game.default_players})",
            "```",
            "",
            _attributes(game),
            "",
            f"The rules, numbered: [RULES.md](../../{_rules_path(game)}).",
            "",
            "## Settings",
            "",
            _settings(game),
            "",
            "## Actions",
            "",
            f"For {players}. One flat `Discrete`; seats are relative to the one who acts (+1 is",
            "the player to the left). The mask is `int8`, in the observation and in `infos`.",
            "",
            game.actions.markdown("id"),
            "",
            "## Observation",
            "",
            f"For {players}: a `float32` vector, as the seat sees it.",
            '`env.unwrapped.game.observations.view(vector)["name"]` gives a part by name.',
            "",
            game.observations.markdown("position"),
            "",
            "## Reset options, endings, versions",
            "",
            game.docs.reset_options,
            "",
            'Endings, in `infos[agent]["ending"]`: ' + _endings(game) + ".",
            "",
            *(f"- {line}" for line in game.docs.history),
            "",
            *([load(game.docs.appendix)(), ""] if game.docs.appendix else []),
        ]
    )


def _actions(game: Game) -> int:
    return game.actions.size


def _observations(game: Game) -> int:
    return game.observations.size


def _attributes(game: Game) -> str:
    least, most = game.players[0], game.players[-1]
    small, large = game.configure(num_players=least), game.configure(num_players=most)
    actions, numbers = (
        span_of(range(one(small), one(large) + 1)) for one in (_actions, _observations)
    )
    varies = " by number of players" if least < most else ""
    rows = [
        ("import", f"`from cthulhu_envs import {game.name}_v{game.version}`"),
        ("PettingZoo id", f"`cthulhu/{game.id}`"),
        ("Gymnasium id", f"`cthulhu_envs/{camel(game.id)}`"),
        ("players", f"{span_of(game.players)}, `player_0` to `player_{most - 1}`"),
        ("actions", f"Discrete, {actions}{varies}"),
        ("observation", f"Box, {numbers} numbers{varies}"),
        ("parallel API", "no: players take turns"),
        ("rewards", game.docs.rewards),
    ]
    return "\n".join(["| | |", "|---|---|", *(f"| {name} | {text} |" for name, text in rows)])


def _settings(game: Game) -> str:
    lines = ["| setting | default | meaning |", "|---|---|---|"]
    lines.append(f"| `num_players` | {game.default_players} | players at the table |")
    lines += [f"| `{s.name}` | {_default(s)} | {s.told} |" for s in game.settings]
    return "\n".join(lines)


def _default(setting: Setting) -> Any:
    return f'`"{setting.default}"`' if isinstance(setting.default, str) else f"`{setting.default}`"


def _endings(game: Game) -> str:
    return ", ".join(f"`{e.name.lower()}`" for e in game.endings if e != 0)


def _rules_path(game: Game) -> str:
    return game.home.partition(":")[0].replace(".", "/") + f"/{game.docs.rules}"
