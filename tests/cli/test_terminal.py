"""The program at narrow terminals, in pipes, on old consoles, and when it is interrupted."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cthulhu_training.cli.main import INTERRUPTED

from cthulhu_envs.authoring.kernels import is_compiled
from tests.cli.program import PROGRAM, at_terminal, environment, hear_interrupts, piped

pytestmark = pytest.mark.skipif(not is_compiled(), reason="other processes play whole games")

LL6 = ["--set", "edition=classic", "--set", "rounds=single", "--set", "deck=ll-6"]
WATCH = ["watch", "love_letter", "-p", "2", "--agents", "random", "--delay", "0", "--seed", "3"]
WATCH += ["--set", "rounds=single"]
ESCAPE = "\x1b["
RESET = "\x1b[0m"  # colorama, which Numba uses, says this to a terminal at the end
COLOUR = re.compile(r"\x1b\[[0-9;]*(3[0-8]|4[0-8]|9[0-7])[0-9;]*m")  # not bold, nor where it stands
CODES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def test_colours_and_the_terminals_width_at_a_terminal(tmp_path: Path) -> None:
    shown = at_terminal(WATCH, tmp_path, COLUMNS="60")

    plain = CODES.sub("", shown).replace("\r", "")
    frames = [line for line in plain.splitlines() if line.startswith("╭")]
    assert ESCAPE in shown and frames and {len(line) for line in frames} == {60}


def test_no_colour_where_it_is_not_wanted(tmp_path: Path) -> None:
    for words in (WATCH, ["games"]):
        shown = at_terminal(words, tmp_path, NO_COLOR="1")
        assert ESCAPE not in shown.removesuffix(RESET)
    assert ESCAPE.encode() not in piped(WATCH, tmp_path).stdout


def test_a_bar_has_no_colour_where_it_is_not_wanted(tmp_path: Path) -> None:
    words = ["versus", "love_letter", "-p", "2", *LL6, "--agents", "random", "ismcts:iters=50"]
    words += ["--deals", "20", "--out"]

    plain = at_terminal([*words, "plain"], tmp_path, NO_COLOR="1")
    coloured = at_terminal([*words, "coloured"], tmp_path)

    for shown in (plain, coloured):
        assert " of 40 games" in shown
    assert COLOUR.search(coloured) and not COLOUR.search(plain)


def test_results_go_to_their_file_while_a_bar_is_shown() -> None:
    """As in `cthulhu balance ... > table.md`: the bar is at the terminal, and lines are not."""
    script = "from cthulhu_training.progress import bar\nwith bar('work'): print('a line')"
    ours, its = pty.openpty()

    found = subprocess.run(
        [sys.executable, "-c", script],
        env=environment({"TERM": "xterm-256color"}),
        stdout=subprocess.PIPE,
        stderr=its,
        timeout=120,
    )

    os.close(its)
    assert found.stdout == b"a line\n"
    assert b"work" in os.read(ours, 65536)
    os.close(ours)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "cp437"])
def test_old_consoles_get_plain_signs(encoding: str, tmp_path: Path) -> None:
    words = ["tournament", "love_letter", "-p", "2", "--deals", "4", *LL6]

    board = piped(WATCH, tmp_path, PYTHONIOENCODING=encoding)
    table = piped(words, tmp_path, PYTHONIOENCODING=encoding)

    for found in (board, table):
        said = found.stderr.decode(encoding)
        assert found.returncode == 0 and "Error" not in said, said
    look = board.stdout.decode(encoding)
    assert "[1 Guard]" in look and "?????" not in look
    assert "heuristic" in table.stdout.decode(encoding)


def test_a_script_can_render_on_an_old_console(tmp_path: Path) -> None:
    script = (
        "import cthulhu_envs\n"
        "env = cthulhu_envs.make('love_letter', render_mode='human')\n"
        "env.reset(seed=1)\n"
        "env.render()\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", script],
        env=environment({"PYTHONIOENCODING": "cp1252"}),
        capture_output=True,
        timeout=120,
    )

    assert found.returncode == 0, found.stderr.decode()
    assert b"+-" in found.stdout and b"oooo" in found.stdout  # a frame, and tokens to be won


def test_a_closed_pipe_ends_it_quietly(tmp_path: Path) -> None:
    info, agents = ["info", "death_may_die"], ["agents", "love_letter"]
    tournament = ["tournament", "love_letter", "-p", "2", "--deals", "4", *LL6]
    for words in (["games"], WATCH, info, agents, ["--help"], tournament):
        with subprocess.Popen(
            [*PROGRAM, *words],
            cwd=tmp_path,
            env=environment({}),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None and process.stderr is not None
            assert process.stdout.readline()
            process.stdout.close()
            said = process.stderr.read().decode()
            assert not said or (words is tournament and "Error" not in said), said


SEARCH = "ismcts:time=0.1"  # so slow that other processes are started
LONG = {
    "tournament": ["-p", "2", *LL6, "--agents", SEARCH, "random", "--deals", "500", "--cores", "2"],
    "train": ["-p", "2", "--steps", "1e9", "--num-envs", "16", "--evaluate-games", "0"],
    "solve": ["--set", "edition=classic", "--deck", "ll-9"],
    "metrics": ["-p", "2", "--deals", "5000"],
    "watch": ["--delay", "100"],
}


@pytest.mark.parametrize("after", [0.3, 6.0])
@pytest.mark.parametrize("command", LONG)
def test_an_interrupt_ends_it_quietly(command: str, after: float, tmp_path: Path) -> None:
    """At once, while it starts, and in the middle; everybody hears it, as at a terminal."""
    process = subprocess.Popen(
        [*PROGRAM, command, "love_letter", *LONG[command]],
        cwd=tmp_path,
        env=environment({}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=hear_interrupts,
    )
    time.sleep(after)

    os.killpg(process.pid, signal.SIGINT)

    try:
        _, said = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # else it would go on behind the other tests
        raise
    words = said.decode()
    assert "Traceback" not in words and "KeyboardInterrupt" not in words, words
    assert words.endswith("cthulhu: stopped\n")
    assert process.returncode in (INTERRUPTED, -signal.SIGINT)  # to a shell both are 130


def test_long_work_in_a_log_tells_how_far_it_is(tmp_path: Path) -> None:
    words = ["train", "love_letter", "-p", "2", "--steps", "20k", "--num-envs", "32"]
    words += ["--num-steps", "16", "--evaluate-games", "20", "--out", "run", *LL6]

    found = piped(words, tmp_path, CTHULHU_PROGRESS="0.2,0.2")

    lines = [line for line in found.stderr.decode().splitlines() if " of 20,000 " in line]
    assert lines, found.stderr.decode()
    told = r"cthulhu_envs: Love Letter.*: [\d,]+ of 20,000 decisions(, [\d,.]+ a second)?"
    told += r", \d+:\d\d so far(, about \d+:\d\d left)?"
    assert all(re.fullmatch(told, line) for line in lines)
    assert any("left" in line for line in lines)
