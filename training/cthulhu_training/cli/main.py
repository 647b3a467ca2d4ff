"""The command line, `cthulhu COMMAND`: what every command has in common with a good citizen of the
terminal. Bad input is one sentence, an interrupt ends quietly, and so does a closed pipe.

Nothing large is imported before `main` runs, so that an interrupt is heard from the first moment.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

BAD_INPUT = 2
INTERRUPTED = 130  # as shells say it: 128 and the number of the signal
CLOSED_PIPE = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; bad input gives one line on stderr and exit code 2."""
    try:
        if argv is None:
            prepare_streams()
            prepare_path()
        code = answer(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        close_streams()
        return CLOSED_PIPE
    except KeyboardInterrupt:
        print("cthulhu: stopped", file=sys.stderr)
        return INTERRUPTED


def answer(typed: list[str]) -> int:
    """Run what was typed; what is wrong with it is told in a sentence."""
    from cthulhu_envs.authoring.errors import sentence
    from cthulhu_training.cli.parser import command_of

    try:
        command, options = command_of(typed)
        command.check_needs(options)
        return command.run(options)
    except BrokenPipeError:
        raise
    except (ValueError, ImportError, OSError) as fault:
        print(f"cthulhu: {sentence(fault)}", file=sys.stderr)
        return BAD_INPUT
    except MemoryError:
        print("cthulhu: there is not enough memory for this", file=sys.stderr)
        return BAD_INPUT


def prepare_streams() -> None:
    """Signs that a terminal cannot show become plain ones instead of errors."""
    from cthulhu_envs.drawing.encoding import LOOK_ALIKES

    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):  # streams that are no files
            stream.reconfigure(errors=LOOK_ALIKES)  # type: ignore[union-attr]


def prepare_path() -> None:
    """Bots and games of one's own may lie in the current folder."""
    from cthulhu_envs.api.trust import use_own_folder

    use_own_folder()


def close_streams() -> None:
    """What is still in the buffers goes nowhere: Python would complain about it at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            os.dup2(nowhere, stream.fileno())


if __name__ == "__main__":
    sys.exit(main())
