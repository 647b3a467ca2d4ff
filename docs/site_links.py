"""A hook of MkDocs (`mkdocs.yml`): links that work in the repository work on the site too.

Pages link to files outside of `docs/` and to folders, which a site does not have. So each file that
is linked to is copied to the site, below `source/`: Markdown as a page, anything else as text. Each
folder of pages that is linked to gets an index. Links are rewritten to lead there.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

SOURCE = "source"
INDEX = "index.md"
LINK = re.compile(r"(?<=\]\()([^)\s#]+)")  # where a link leads, without its anchor
HEADING = re.compile(r"^# (.*)$", re.MULTILINE)


def on_files(files: Files, config: Any) -> Files:
    """Add what pages link to and the site does not have."""
    docs = Path(config.docs_dir)
    for page in list(files.documentation_pages()):
        for link in LINK.findall(page.content_string):
            uri, target = _place(docs, page.src_uri, link)
            if uri is not None and files.get_file_from_path(uri) is None:
                content = _index(target) if target.is_dir() else target.read_text(encoding="utf-8")
                files.append(File.generated(config, uri, content=content))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Let links lead to what was added."""
    docs, here = Path(config.docs_dir), page.file.src_uri
    if here.startswith(SOURCE):
        return markdown

    def rewritten(link: re.Match[str]) -> str:
        uri, _ = _place(docs, here, link[0])
        return link[0] if uri is None else posixpath.relpath(uri, posixpath.dirname(here))

    return LINK.sub(rewritten, markdown)


def _place(docs: Path, page: str, link: str) -> tuple[str | None, Path]:
    """Where a link leads on the site, if it must be rewritten, and the file or folder it names."""
    target = (docs / page).parent.joinpath(link).resolve()
    root = docs.parent
    if "://" in link or not target.exists() or not target.is_relative_to(root):
        return None, target
    if target.is_relative_to(docs):
        inside = target.relative_to(docs).as_posix()
        return (f"{inside}/{INDEX}" if target.is_dir() else None), target
    if target.is_dir():
        return None, target
    copy = f"{SOURCE}/{target.relative_to(root).as_posix()}"
    return (copy if target.suffix == ".md" else f"{copy}.txt"), target


def _index(folder: Path) -> str:
    """A page that lists the pages of a folder by their headings."""
    lines = [f"# {folder.name.replace('_', ' ').capitalize()}", ""]
    for page in sorted(folder.glob("*.md")):
        heading = HEADING.search(page.read_text(encoding="utf-8"))
        lines.append(f"- [{heading[1] if heading else page.stem}]({page.name})")
    return "\n".join(lines) + "\n"
