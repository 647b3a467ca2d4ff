"""What notebooks, examples and pages use comes from the public API: `cthulhu_envs` and its game
modules, `cthulhu_envs.authoring` for authors of games, `cthulhu_training` for authors of trainers
and commands, and integrations of other libraries.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import ModuleType

import cthulhu_training
import pytest

import cthulhu_envs
from cthulhu_envs import authoring
from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.guarded import Env
from cthulhu_envs.api.gymnasium_env import GymEnv
from cthulhu_envs.api.gymnasium_vector import GymVectorEnv

ROOT = Path(__file__).parents[2]
OURS = ("cthulhu_envs", "cthulhu_agents", "cthulhu_training", "agents", "training")
INTEGRATIONS = "cthulhu_training.integrations."  # for users of those libraries
PACKAGES = (cthulhu_envs, authoring, cthulhu_training)  # what others import
FENCE = re.compile(r"```python\n(.*?)```", re.DOTALL)


def shown() -> Iterator[tuple[str, str]]:
    """Every piece of Python that people are shown, and where."""
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for code in FENCE.findall(page.read_text(encoding="utf-8")):
            yield str(page.relative_to(ROOT)), code
    for page in (ROOT / "notebooks").glob("*.ipynb"):
        for cell in json.loads(page.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                yield page.name, "".join(cell["source"])
    for page in (ROOT / "training" / "cthulhu_training" / "examples").glob("*.py"):
        yield page.name, page.read_text(encoding="utf-8")


def private_names(code: str) -> list[str]:
    """Modules of ours that are not public, and names that begin with an underscore."""
    found = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
            if node.module == "cthulhu_training":  # which has modules beside its public names
                public = cthulhu_training.__all__
                names += [f"{node.module}.{n.name}" for n in node.names if n.name not in public]
        else:
            names = []
        for name in names:
            is_public = name in ("cthulhu_envs", "cthulhu_envs.authoring", "cthulhu_training")
            is_public |= name.startswith(INTEGRATIONS)
            is_public |= bool(re.fullmatch(r"cthulhu_envs\.\w+_v\d+", name))
            if name.split(".")[0] in OURS and not is_public:
                found.append(name)
        if isinstance(node, ast.Attribute) and re.match(r"_[a-z]", node.attr):
            found.append(node.attr)
    return found


def test_all_that_is_shown_uses_the_public_api() -> None:
    pieces = list(shown())
    wrong = [f"{where}: {name}" for where, code in pieces for name in private_names(code)]

    assert len(pieces) > 20 and not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", cthulhu_envs.__all__)
def test_every_public_name_is_there_and_explained(name: str) -> None:
    found = getattr(cthulhu_envs, name)

    if name != "__version__":
        assert inspect.getdoc(found), f"{name} has no docstring"
    if inspect.isfunction(found):
        hints = inspect.signature(found)
        untyped = [p.name for p in hints.parameters.values() if p.annotation is p.empty]
        assert not untyped and hints.return_annotation is not hints.empty


def classes() -> list[type]:
    """All that is public, and the environments that `make` and Gymnasium give."""
    found = [getattr(cthulhu_envs, name) for name in cthulhu_envs.__all__]
    return [one for one in found if inspect.isclass(one)] + [RawEnv, Env, GymEnv, GymVectorEnv]


def unexplained(one: type) -> list[str]:
    """Public methods and properties that a class defines without a docstring of their own."""
    kinds = (property, cached_property, classmethod)
    return [
        f"{one.__name__}.{name}"
        for name, member in vars(one).items()
        if not name.startswith("_")
        and (inspect.isroutine(member) or isinstance(member, kinds))
        and not (getattr(member, "__doc__", None) or "").strip()
    ]


@pytest.mark.parametrize("one", classes(), ids=lambda one: str(one.__name__))
def test_every_public_method_is_explained(one: type) -> None:
    assert not unexplained(one)


def test_a_method_without_explanation_is_found() -> None:
    class Silent:
        def speak(self) -> None:
            raise NotImplementedError

        @cached_property
        def words(self) -> int:
            return 1

    assert unexplained(Silent) == ["Silent.speak", "Silent.words"]


def test_authors_of_trainers_and_commands_find_what_they_need() -> None:
    wanted = "Argument Command GAME Notice TABLE Trainer setting table_of"

    assert set(cthulhu_training.__all__) == set(wanted.split())
    assert all(hasattr(cthulhu_training, name) for name in cthulhu_training.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Commander'"):
        _ = cthulhu_training.Commander


def test_the_package_of_trainers_is_light() -> None:
    """A command must hear an interrupt while the rest is still being imported."""
    code = "import sys, cthulhu_training; print(*{'numpy', 'cthulhu_envs'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert not done.stdout.split()


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: str(package.__name__))
def test_every_public_name_is_on_the_api_page(package: ModuleType) -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"^::: (\S+)$", page, re.MULTILINE))
    missing = [
        name
        for name in package.__all__
        if name != "__version__" and not shown & {f"{one.__name__}.{name}" for one in PACKAGES}
    ]

    assert not missing


def test_authors_of_games_find_what_a_game_declares() -> None:
    """In one import, whatever was imported before: no name is also that of a module."""
    modules = {path.stem for path in (ROOT / "cthulhu_envs" / "authoring").glob("*.py")}
    wanted = "Chance Drawing Law RuleDetector Signals relative roll unit whole_number"

    assert set(wanted.split()) <= set(authoring.__all__)
    assert all(hasattr(authoring, name) for name in authoring.__all__)
    assert set(authoring.__all__) & modules == set()


def test_what_is_private_is_found() -> None:
    assert private_names("from cthulhu_envs.api.registry import find") == [
        "cthulhu_envs.api.registry"
    ]
    assert private_names("env._lanes.states") == ["_lanes"]
    assert private_names("from cthulhu_training import Trainer, arena") == [
        "cthulhu_training.arena"
    ]
    assert not private_names("from cthulhu_envs import love_letter_v1, make")
    assert not private_names("from cthulhu_training import Command, Trainer")
