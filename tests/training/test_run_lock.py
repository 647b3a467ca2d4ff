"""Two processes never write to one folder."""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cthulhu_training.run_lock import InUseError, only_writer

from cthulhu_envs.authoring.files import LOCK

HOLDER = """
import sys, time
from cthulhu_training.run_lock import only_writer
with only_writer(sys.argv[1]):
    print("locked", flush=True)
    time.sleep(600)
"""


def test_the_second_writer_is_told_who_the_first_is(tmp_path: Path) -> None:
    folder = tmp_path / "run"

    with only_writer(folder), pytest.raises(InUseError) as told, only_writer(folder):
        pass

    who = f"process {os.getpid()} on {platform.node()}"
    assert str(told.value) == f"{folder} is being written by {who}"


def test_a_folder_is_free_again_when_its_writer_is_done_or_failed(tmp_path: Path) -> None:
    with pytest.raises(KeyError), only_writer(tmp_path):
        raise KeyError

    with only_writer(tmp_path):
        assert os.listdir(tmp_path) == [LOCK]
    assert os.listdir(tmp_path) == []


def test_the_lock_of_a_process_that_was_killed_holds_nobody_up(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "locked\n"
        with pytest.raises(InUseError, match=f"process {holder.pid} on"), only_writer(tmp_path):
            pass
        holder.send_signal(signal.SIGKILL)
        holder.wait()

    assert (tmp_path / LOCK).exists()
    with only_writer(tmp_path):
        pass


def test_a_lock_that_says_nothing_is_still_one(tmp_path: Path) -> None:
    with only_writer(tmp_path):
        (tmp_path / LOCK).write_text('{"pid": "nonsense"}')
        with pytest.raises(InUseError, match="by another process"), only_writer(tmp_path):
            pass


def test_a_folder_that_is_removed_meanwhile_ends_quietly(tmp_path: Path) -> None:
    with only_writer(tmp_path / "run"):
        (tmp_path / "run" / LOCK).unlink()
        (tmp_path / "run").rmdir()
