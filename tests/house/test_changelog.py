"""The CHANGELOG has one form, and the version of the package is the one at its top."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
ORDER = ["Breaking", "Changed", "Added", "Fixed"]
TEXT = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
VERSION = re.compile(r"^## (\d+\.\d+\.\d+)(?: \((unreleased|\d{4}-\d\d-\d\d)\))?$", re.MULTILINE)


def faults(text: str) -> list[str]:
    """Headings of a changelog that are unknown or out of order."""
    wrong = []
    for part in re.split(r"(?m)^(?=## )", text)[1:]:
        found = re.findall(r"(?m)^### (.*)$", part)
        if found != [name for name in ORDER if name in found] or not VERSION.match(part):
            wrong.append(f"{part.splitlines()[0]}: {', '.join(found)}")
    return wrong


def test_every_version_has_the_same_order_of_headings() -> None:
    assert len(VERSION.findall(TEXT)) > 2 and not faults(TEXT)


def test_a_heading_out_of_order_is_found() -> None:
    assert faults("## 0.2.0\n### Fixed\n### Added\n") == ["## 0.2.0: Fixed, Added"]
    assert faults("## 0.2.0\n### Versions\n")


def test_only_the_first_version_is_unreleased_and_it_is_ours() -> None:
    (first, state), *rest = VERSION.findall(TEXT)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")

    assert project["version"] == (f"{first}.dev0" if state == "unreleased" else first)
    assert f"\nversion: {project['version']}\n" in citation
    assert "unreleased" not in [state for _, state in rest]
