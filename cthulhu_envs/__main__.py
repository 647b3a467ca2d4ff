"""`python -m cthulhu_envs` is the command line, `cthulhu`. It stands higher up, in
cthulhu_training, and is found by its entry point.
"""

from __future__ import annotations

import sys

from cthulhu_envs.api import plugins


def main() -> int:
    """Run what was typed."""
    if plugins.PROGRAM not in plugins.found(plugins.SCRIPTS):
        print("cthulhu_envs: the package is not installed; pip install .", file=sys.stderr)
        return 2
    return int(plugins.load(plugins.SCRIPTS, plugins.PROGRAM)())


if __name__ == "__main__":
    sys.exit(main())
