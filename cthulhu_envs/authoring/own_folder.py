"""Modules of one's own in the current folder, found only once the user has named one of them.

The folder is no place on `sys.path`: Python, and the libraries that we use, also look there for
plugins of installed packages, and would run what somebody else has put into the folder. The command
line says which folder it is, in the environment, so that processes that it starts know it too.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

FOLDER = "CTHULHU_OWN_FOLDER"


class OwnFolder:
    """A finder of modules in one folder. It tells of no distributions: plugins are not looked for
    there.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def find_spec(
        self, name: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """A module or package; what is inside of one is found without this."""
        return PathFinder.find_spec(name, [self.folder], target) if path is None else None


def look_for(module: str) -> None:
    """Find a module that the user named, or the package it is in, in the current folder, if Python
    finds it nowhere else. What it imports, now or later, is found there too.
    """
    folder, top = os.environ.get(FOLDER), module.partition(".")[0]
    if not folder or top in sys.modules or not top.isidentifier():
        return
    if importlib.util.find_spec(top) is not None:
        return
    finder = OwnFolder(folder)
    if finder.find_spec(top) is not None:
        sys.meta_path.append(finder)
