"""`cthulhu policies`: the best policy of a run joins the collection that comes with the package,
critic included, and docs/policies.md is written anew from what the files say of themselves.
`cthulhu train --start FILE` learns on from one.
"""

from __future__ import annotations

import json
from dataclasses import fields
from itertools import takewhile
from pathlib import Path
from typing import Any

from cthulhu_agents.learned import shipped
from cthulhu_agents.learned.family import PolicyFamily

from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.files import LINES, named, read_bytes, write_whole
from cthulhu_envs.authoring.parsing import Fields, log_lines
from cthulhu_training.ppo.run_folder import LAST, LOG, POLICY
from cthulhu_training.ppo.settings import RENAMED, Settings
from cthulhu_training.run_settings import settings_in
from cthulhu_training.settings_record import command_of

PAGE = Path("docs/policies.md")
HOME = Path("agents/cthulhu_agents/policies")  # of what is shipped, in a checkout
HEAD = """# Policies that come with the package

<!-- Made by `cthulhu policies` from the policy files. -->

`ppo` plays the policy shipped for a game and a number of players, `ppo:path` one of your own:

    cthulhu tournament love_letter -p 2 --set edition=classic --set rounds=single \\
        --agents random heuristic ppo

Each was learned by the commands shown, on one core of a 2-core Intel Xeon that other jobs shared.
The curve is the mean reward of one such player among the named bots (a win pays 1, a loss -1
divided among the losers; `itself`: of a whole team), with seeds that learning never saw. The policy
that was best in the last row is shipped. The [leaderboards](leaderboards) say how the policies do
against other bots, with intervals.
"""


_CARRIED = (
    "Learned and measured with {old}, then carried over to {new}: inputs that are new there have "
    "the weight 0 (`cthulhu_training/ppo/carry.py`)."
)


def ship(run: str | Path) -> Path:
    """Take the best policy of a run into the collection."""
    policy = PolicyFamily.read(Path(run) / POLICY)
    log = Path(run) / LOG
    lines = log_lines(read_bytes(log, LINES), named(log))
    evaluations = [line for line in lines if Fields(line, named(log)).text("what") == "evaluation"]
    policy.facts["runs"] = _runs(Path(run))
    policy.facts["curve"] = [{k: v for k, v in line.items() if k != "what"} for line in evaluations]
    path = shipped.FOLDER / shipped.name_of(policy.games)
    policy.write(path, small=True)
    return path


def _runs(run: Path) -> list[dict[str, Any]]:
    """The settings of a run, after those of the runs whose policies it began with."""
    settings = Settings.from_values(settings_in(run) or {})
    before = _runs_before(run, settings.start) if settings.start else []
    end = PolicyFamily.read(run / LAST).facts
    this = {"name": run.name, "settings": json.loads(settings.to_json())}
    return [*before, this | {name: end[name] for name in ("steps", "seconds")}]


def _runs_before(run: Path, start: str) -> list[dict[str, Any]]:
    """Of the policy that a run began with: named from beside the run, or from where we are. A
    shipped policy tells its runs itself, those before this one if this one has replaced it since.
    """
    path = next((one for one in (run.parent / start, Path(start)) if one.is_file()), Path(start))
    runs: list[dict[str, Any]] | None = PolicyFamily.read(path).facts.get("runs")
    if runs is None:
        return _runs(path.parent)
    return list(takewhile(lambda one: one["name"] != run.name, runs))


def page() -> str:
    """docs/policies.md."""
    return "\n".join([HEAD, *(_entry(path) for path in shipped.shipped())])


def _entry(path: Path) -> str:
    policy = PolicyFamily.read(path)
    facts, game = policy.facts, policy.game
    steps, seconds = (sum(one[name] for one in facts["runs"]) for name in ("steps", "seconds"))
    size = path.stat().st_size / 1024
    judges = [name for name in facts["curve"][0] if name != "steps"]
    rows = [["M decisions", *(f"{one['steps'] / 1e6:.3g}" for one in facts["curve"])]]
    rows += [[name, *(f"{one[name]:.3f}" for one in facts["curve"])] for name in judges]
    origin = facts.get("carried_over_from")
    lines = [
        f"## {game.title}, {_players(policy)}",
        "",
        *([_CARRIED.format(old=origin, new=game.id), ""] if origin else []),
        *(
            f"    cthulhu train {command_of(_settings(one['settings']))} --out {one['name']}"
            for one in facts["runs"]
        ),
        "",
        f"{steps / 1e6:.3g} M decisions, {seconds / 60:.0f} minutes of learning; "
        f"`cthulhu_agents/policies/{path.name}`, {size:.0f} KB. The last run:",
        "",
        *_table(rows),
        "",
    ]
    return "\n".join(lines)


def _players(policy: PolicyFamily) -> str:
    counts = [str(game.num_players) for game in policy.games]
    return f"{' and '.join(filter(None, (', '.join(counts[:-1]), counts[-1])))} players"


def _settings(recorded: dict[str, Any]) -> Settings:
    """The settings of a run, as the present version knows them."""
    known = {field.name for field in fields(Settings)}
    named = {RENAMED.get(name, name): value for name, value in recorded.items()}
    kept = {name: value for name, value in named.items() if name in known}
    return Settings(**(kept | {"game": find(recorded["game"].partition("-v")[0]).id}))


def _table(rows: list[list[Any]]) -> list[str]:
    head, *rest = [f"| {' | '.join(row)} |" for row in rows]
    return [head, "|" + "---|" * len(rows[0]), *rest]


def check_checkout() -> None:
    """ValueError if we do not stand in a checkout: an installed package is not written to."""
    if not PAGE.is_file() or shipped.FOLDER.resolve() != HOME.resolve():
        raise ValueError(
            "this writes files of the package: run it in the folder of a checkout of the project"
        )


def write_page() -> Path:
    """Write docs/policies.md in the folder we are in."""
    write_whole(PAGE, page())
    return PAGE
