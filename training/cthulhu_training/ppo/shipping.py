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
from cthulhu_agents.learned.policy import LearnedPolicy

from cthulhu_envs.api.registry import find
from cthulhu_training.ppo.run_folder import LAST, LOG, POLICY
from cthulhu_training.ppo.settings import RENAMED, Settings
from cthulhu_training.run_settings import settings_in
from cthulhu_training.settings_record import command_of

PAGE = Path("docs/policies.md")
HEAD = """# Policies that come with the package

<!-- Made by `cthulhu policies` from the policy files. -->

`ppo` plays the policy shipped for a game and a number of players, `ppo:path` one of your own:

    cthulhu tournament love_letter -p 2 --set edition=classic --set rounds=single \\
        --agents random heuristic ppo

Each was learned by the commands shown, on one core of a 2-core Intel Xeon that other jobs shared.
The curve is the mean reward of one such player among the named bots (a win pays 1, a loss -1
divided among the losers; `itself`: of a whole team), with seeds that learning never saw. The best
policy of a curve is shipped, by its last row. How they do against other bots, with intervals:
[leaderboards](leaderboards).
"""


_CARRIED = (
    "Learned and measured with {old}, then carried over to {new}: inputs that are new count for "
    "nothing yet (`cthulhu_training/ppo/carry.py`)."
)


def ship(run: str | Path) -> Path:
    """Take the best policy of a run into the collection."""
    policy = LearnedPolicy.read(Path(run) / POLICY)
    lines = (Path(run) / LOG).read_text(encoding="utf-8").splitlines()
    told = [line for line in map(json.loads, lines) if line["what"] == "evaluation"]
    policy.facts["runs"] = _runs(Path(run))
    policy.facts["curve"] = [{k: v for k, v in line.items() if k != "what"} for line in told]
    path = shipped.FOLDER / shipped.name_of(policy.game)
    policy.write(path, small=True)
    return path


def _runs(run: Path) -> list[dict[str, Any]]:
    """The settings of a run, after those of the runs whose policies it began with."""
    settings = Settings.from_values(settings_in(run) or {})
    before = _runs_before(run, settings.start) if settings.start else []
    end = LearnedPolicy.read(run / LAST).facts
    told = {"name": run.name, "settings": json.loads(settings.to_json())}
    return [*before, told | {name: end[name] for name in ("steps", "seconds")}]


def _runs_before(run: Path, start: str) -> list[dict[str, Any]]:
    """Of the policy that a run began with: named from beside the run, or from where we are. A
    shipped policy tells its runs itself, those before this one if this one has replaced it since.
    """
    path = next((one for one in (run.parent / start, Path(start)) if one.is_file()), Path(start))
    told: list[dict[str, Any]] | None = LearnedPolicy.read(path).facts.get("runs")
    if told is None:
        return _runs(path.parent)
    return list(takewhile(lambda one: one["name"] != run.name, told))


def page() -> str:
    """docs/policies.md."""
    return "\n".join([HEAD, *(_entry(path) for path in shipped.shipped())])


def _entry(path: Path) -> str:
    policy = LearnedPolicy.read(path)
    facts, game = policy.facts, policy.game
    steps, seconds = (sum(one[name] for one in facts["runs"]) for name in ("steps", "seconds"))
    size = path.stat().st_size / 1024
    judges = [name for name in facts["curve"][0] if name != "steps"]
    rows = [["M decisions", *(f"{one['steps'] / 1e6:.3g}" for one in facts["curve"])]]
    rows += [[name, *(f"{one[name]:.3f}" for one in facts["curve"])] for name in judges]
    origin = facts.get("carried_over_from")
    lines = [
        f"## {game.title}, {game.num_players} players",
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


def _settings(told: dict[str, Any]) -> Settings:
    """The settings of a run, as the present version knows them."""
    known = {field.name for field in fields(Settings)}
    named = {RENAMED.get(name, name): value for name, value in told.items()}
    kept = {name: value for name, value in named.items() if name in known}
    return Settings(**(kept | {"game": find(told["game"].partition("-v")[0]).id}))


def _table(rows: list[list[Any]]) -> list[str]:
    head, *rest = [f"| {' | '.join(row)} |" for row in rows]
    return [head, "|" + "---|" * len(rows[0]), *rest]


def write_page() -> Path:
    """Write docs/policies.md in the folder we are in."""
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
    return PAGE
