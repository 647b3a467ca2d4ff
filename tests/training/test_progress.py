"""How far long work is, told to a log: how far, how fast, how long still."""

from __future__ import annotations

import re
import time

import pytest
from cthulhu_training.progress import SECONDS, State, bar, clock, intervals


def test_a_line_now_and_then_even_if_nothing_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SECONDS, "0.05,0.05")

    with bar("work", total=400, unit="games") as tell:
        tell(0.25, "half [of] it")
        time.sleep(0.3)

    lines = capsys.readouterr().err.splitlines()
    line = r"cthulhu_envs: half \[of\] it: 100 of 400 games, [\d,.]+ a second, 0:00 so far, .* left"
    assert len(lines) >= 2 and all(re.fullmatch(line, one) for one in lines)


def test_short_work_and_unwanted_bars_are_silent(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with bar("work") as tell:
        tell(0.5)
    monkeypatch.setenv(SECONDS, "0.01")
    with bar("work", wanted=False) as tell:
        tell(0.5)
        time.sleep(0.1)

    assert capsys.readouterr().err == ""


def test_what_was_done_before_counts_neither_for_speed_nor_for_the_rest() -> None:
    state = State("work", 1000, "games", before=0.5, start=time.monotonic() - 10, share=0.75)

    assert state.line() == "work: 750 of 1,000 games, 25 a second, 0:10 so far, about 0:10 left"


def test_without_units_it_is_a_share() -> None:
    state = State("work", start=time.monotonic() - 60, share=0.25)

    assert state.line() == "work: 25 %, 1:00 so far, about 3:00 left"


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0:00"), (59.6, "1:00"), (754, "12:34"), (3723, "1:02:03")]
)
def test_times_are_read_at_a_glance(seconds: float, words: str) -> None:
    assert clock(seconds) == words


def test_the_pauses_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SECONDS, raising=False)
    assert intervals() == (10.0, 30.0)
    monkeypatch.setenv(SECONDS, "60,600")
    assert intervals() == (60.0, 600.0)
    monkeypatch.setenv(SECONDS, "often")
    with pytest.raises(ValueError, match="seconds such as 10,30, not 'often'"):
        intervals()
