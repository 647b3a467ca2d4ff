"""The layer that reads and writes files: what is refused, and what stays when writing fails."""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cthulhu_envs.authoring.errors import MOST_LETTERS, bounded, nearest, sentence, shown
from cthulhu_envs.authoring.files import (
    append,
    append_line,
    is_passing,
    read_bytes,
    read_text,
    write_whole,
    writing,
)
from cthulhu_envs.authoring.parsing import Fields, json_lines, log_lines, parse_json, parse_toml

LIMITED = """
import resource, sys
from cthulhu_envs.authoring.errors import sentence
from cthulhu_envs.authoring.files import write_whole
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_whole(sys.argv[1], b"x" * 5000)
except OSError as fault:
    print(sentence(fault))
"""


def refused(read: Callable[..., Any], *given: Any) -> str:
    with pytest.raises(ValueError) as told:
        read(*given)
    said = str(told.value)
    assert len(said) <= MOST_LETTERS and "\n" not in said
    return said


def test_what_is_no_plain_file_is_refused_and_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")  # opening it would wait for a writer

    assert refused(read_bytes, tmp_path / "pipe", 10).endswith("is a pipe, not a file")
    assert refused(read_bytes, "/dev/zero", 10) == "'/dev/zero' is a device, not a file"
    assert refused(read_bytes, tmp_path, 10).endswith("is a folder, not a file")
    assert refused(read_bytes, "none", 10) == "there is no file 'none'"
    assert refused(read_bytes, "a\0b", 10) == r"'a\x00b' is no name of a file"


def test_a_file_is_read_up_to_a_size(tmp_path: Path) -> None:
    (tmp_path / "ten").write_bytes(b"0123456789")

    assert read_bytes(tmp_path / "ten", 10) == b"0123456789"
    assert "has more than 9 bytes" in refused(read_bytes, tmp_path / "ten", 9)


def test_a_file_that_hides_its_size_is_read_no_further_than_that() -> None:
    """Files of /proc say that they are empty."""
    assert "has more than 3 bytes" in refused(read_bytes, "/proc/self/status", 3)


def test_text_is_utf_8_with_or_without_a_mark(tmp_path: Path) -> None:
    (tmp_path / "marked").write_bytes(b"\xef\xbb\xbfone")
    (tmp_path / "wrong").write_bytes(b"one\ntw\xff")

    assert read_text(tmp_path / "marked", 100) == "one"
    assert refused(read_text, tmp_path / "wrong", 100).endswith("line 2: this is no UTF-8 text")


def test_a_file_is_replaced_when_the_new_one_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    with writing(path) as file:
        file.write(b"new")
        assert path.read_text() == "old"

    assert path.read_text() == "new" and os.listdir(tmp_path) == ["file"]


def test_what_fails_while_writing_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError) as told:
        write_whole(path, "new")

    assert sentence(told.value) == f"the disk is full: '{path}' could not be written"
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["file"]


def test_a_limit_of_the_system_is_told_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    said = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, check=True
    )

    assert said.stdout == f"'{path}' would be larger than files may be here\n"
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["file"]


def test_parts_of_writers_that_were_killed_are_removed(tmp_path: Path) -> None:
    killer = (
        "import os, sys\nfrom cthulhu_envs.authoring.files import writing\n"
        "with writing(sys.argv[1]) as file:\n    os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", killer, str(tmp_path / "file")], check=False)
    left = os.listdir(tmp_path)
    assert len(left) == 1 and is_passing(left[0])

    write_whole(tmp_path / "file", "new")

    assert os.listdir(tmp_path) == ["file"]


def test_a_part_that_is_still_being_written_stays(tmp_path: Path) -> None:
    with writing(tmp_path / "file") as file:
        file.write(b"first")
        write_whole(tmp_path / "file", "second")

    assert (tmp_path / "file").read_bytes() == b"first"


def test_the_files_mode_is_that_of_any_new_file(tmp_path: Path) -> None:
    write_whole(tmp_path / "ours", "")
    (tmp_path / "plain").write_text("")

    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_whole("/dev/null", "nothing")

    assert not Path("/dev/null").is_file()


class Full(io.FileIO):
    """A disk with room for a few bytes."""

    def write(self, data: Any) -> int:
        if self.tell() > 8:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(bytes(data)[:5])


def test_a_line_that_does_not_fit_is_not_begun(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("one\n")

    with Full(path, "a+b") as file, pytest.raises(OSError):
        append(file, "two and more than that\n")

    assert path.read_text() == "one\n"


def test_a_log_without_a_whole_last_line_is_read_without_it(tmp_path: Path) -> None:
    append_line(tmp_path / "log", '{"steps": 1}')
    append_line(tmp_path / "log", '{"steps": 2}')
    data = (tmp_path / "log").read_bytes()

    assert log_lines(data, "log") == [{"steps": 1}, {"steps": 2}]
    for end in range(data.index(b"\n") + 1, len(data)):
        assert log_lines(data[:end], "log") == [{"steps": 1}]
    assert "log, line 1" in refused(log_lines, b'{"ste\n{"steps": 2}\n', "log")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[" * 100_000, "nested deeper than 40"),
        ("[" * 41 + "1" + "]" * 41, "nested deeper than 40"),
        ('{"a":' * 50 + "1" + "}" * 50, "nested deeper than 40"),
        ("[NaN]", "NaN is no number"),
        ("[-Infinity]", "-Infinity is no number"),
        ("[1e999]", "1e999 is no number"),
        ("9" * 5000, "thousands of digits"),
        ("9" * 4000, "too large"),
        ('{"a": 1, "b": 2, "a": 3}', "'a' stands in it twice"),
        (f'{{"{"x" * 9999}": 1, "{"x" * 9999}": 3}}', "twice"),
        ('["\\ud800"]', "half of a sign"),
        ("[1, 2", "not JSON"),
        ("", "not JSON"),
        (b"[\xff]", "no UTF-8 text"),
        ("[1]".encode("utf-16"), "no UTF-8 text"),
    ],
)
def test_json_that_can_do_harm_is_refused(text: str | bytes, words: str) -> None:
    said = refused(parse_json, text, "file")

    assert said.startswith("file") and words in said


def test_json_that_is_sound_is_read() -> None:
    state = {"state": 2**127 + 5, "x": [1, 2.5, None, True, "\N{SNOWMAN}\n"], "deep": [[[{}]]]}

    assert parse_json(json.dumps(state), "file") == state


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a = " + "[" * 50_000, "nested deeper than 40"),
        (".".join("a" * 50) + " = 1", "nested deeper than 40"),
        (".".join("a" * 5000) + " = 1", "nested deeper than 40"),
        ("a = nan", "infinite"),
        ("a = [1.0, -inf]", "infinite"),
        ("a = 0x" + "f" * 9000, "too large"),
        ("a = " + "9" * 5000, "digits"),
        ("a = 1\na = 2", "this is no TOML"),
        ("a = 2020-99-99", "this is no TOML"),
        ("a", "this is no TOML"),
    ],
)
def test_toml_that_can_do_harm_is_refused(text: str, words: str) -> None:
    said = refused(parse_toml, text, "file")

    assert said.startswith("file") and words in said


def test_lines_of_json_are_records_with_their_numbers() -> None:
    assert list(json_lines(b'{"a": 1}\n\n{"a": 2}\n', "f")) == [(1, {"a": 1}), (3, {"a": 2})]
    assert refused(list, json_lines(b"{}\n[]\n", "f")) == "f, line 2: not a record"


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda told: told.text("none"), "file: 'none' is missing"),
        (lambda told: told.text("number"), "file: 'number' must be text, not 3"),
        (lambda told: told.whole("yes"), "'yes' must be a whole number from 0 to 92"),
        (lambda told: told.whole("number", 4, 9), "from 4 to 9, not 3"),
        (lambda told: told.number("long"), "'long' must be a number, not 'xxx"),
        (lambda told: told.list_of("mixed", str), "'mixed' must be a list of texts, not [1, '2']"),
        (lambda told: told.fields("inner").whole("x"), "file, inner: 'x' must be a whole number"),
        (lambda told: told.one_of("kind", ["replay"]), "kind 'repla' is not known; did you mean"),
        (lambda told: Fields([], "file"), "file: [] is no record"),
    ],
)
def test_values_of_another_type_are_named(ask: Callable[[Fields], Any], words: str) -> None:
    told = Fields(
        {
            "number": 3,
            "yes": True,
            "long": "x" * 9999,
            "mixed": [1, "2"],
            "inner": {"x": None},
            "kind": "repla",
        },
        "file",
    )

    assert words in refused(ask, told)


def test_of_many_names_the_nearest_five_are_listed() -> None:
    names = [f"name_{letter}" for letter in "abcdefgh"] + ["other", "thing"]

    assert nearest("q", names).count(",") == 4 and nearest("q", names).endswith(" and 5 more")
    assert nearest("nam", names).startswith("; did you mean 'name_")
    assert len(nearest("x" * 10**6, names)) < 100


def test_long_words_and_values_are_cut_in_the_middle() -> None:
    assert bounded("a" * 10, 10) == "a" * 10
    assert bounded("abcdefghijkl", 9) == "abc...jkl"
    assert len(shown(list(range(10**5)))) == 60
    assert shown(10**5000) == "a number of thousands of digits"
    assert len(sentence(ValueError("x" * 3000))) == MOST_LETTERS
