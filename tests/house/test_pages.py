"""Pages: their links lead somewhere, and the site can be built from them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
PAGES += (ROOT / "cthulhu_envs").rglob("README.md")
LINK = re.compile(r"\]\(([^)\s]+)\)")
HREF = re.compile(r'href="?(?!\w+:|//|#)([^"#?>\s]+)')  # relative ones
RULES = "source/cthulhu_envs/games/love_letter/RULES"


def anchors(page: Path) -> set[str]:
    """Headings as they are linked to."""
    heads = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def dead_links(site: Path) -> list[str]:
    """Links of a site's pages to files that it does not have."""
    dead = []
    for page in site.rglob("index.html"):
        for link in HREF.findall(page.read_text(encoding="utf-8")):
            target = (page.parent / unquote(link)).resolve()
            if not (target.is_file() or (target / "index.html").is_file()):
                dead.append(f"{page.relative_to(site)}: {link}")
    return dead


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    wrong = []
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        path, _, anchor = link.partition("#")
        if path.startswith(("http:", "https:", "mailto:")):
            continue
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            wrong.append(link)

    assert not wrong


def test_the_site_can_be_built(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)

    assert done.returncode == 0, done.stderr
    api = (tmp_path / "api" / "index.html").read_text(encoding="utf-8")
    entries = re.findall(r"^::: (\S+)$", (ROOT / "docs/api.md").read_text("utf-8"), re.MULTILINE)
    assert len(entries) > 60 and not [one for one in entries if f'id="{one}"' not in api]
    assert "api.make.make" not in re.sub(r"<[^>]*>", "", api)  # headings are what one types
    assert not dead_links(tmp_path)
    architecture = (tmp_path / "architecture" / "index.html").read_text(encoding="utf-8")
    assert "source/cthulhu_envs/api/make.py.txt" in architecture
    assert (tmp_path / "source/cthulhu_envs/api/make.py.txt").read_text(encoding="utf-8") == (
        ROOT / "cthulhu_envs/api/make.py"
    ).read_text(encoding="utf-8")
    assert "R1.1" in (tmp_path / RULES / "index.html").read_text(encoding="utf-8")


def test_every_page_is_in_the_menu() -> None:
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    missing = [page for page in pages if f": {page}\n" not in menu]

    assert not [page for page in missing if not page.startswith("leaderboards/")]
