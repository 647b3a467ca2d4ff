"""Threads that share a step: all take part, none is lost, faults come back."""

from __future__ import annotations

import gc
import threading

import pytest

from cthulhu_envs._runtime.threads import Team


def test_all_tasks_run_at_the_same_time_each_in_a_thread_of_its_own() -> None:
    meet = threading.Barrier(3, timeout=10)  # broken unless all three wait at once
    seen: list[tuple[int, int]] = []

    def task(argument: int) -> None:
        meet.wait()
        seen.append((argument, threading.get_ident()))

    team = Team([task, task, task])
    for argument in (5, 6):
        seen.clear()
        team.run(argument)

        threads = {thread for _, thread in seen}
        assert [told for told, _ in seen] == [argument] * 3
        assert len(threads) == 3 and threading.get_ident() in threads
    team.close()


@pytest.mark.parametrize("faulty", [0, 1])
def test_a_fault_in_any_thread_is_raised_and_the_team_works_on(faulty: int) -> None:
    ran: list[int] = []

    def good(argument: int) -> None:
        ran.append(argument)

    def bad(argument: int) -> None:
        if argument == 1:
            raise ValueError("of the task")

    team = Team([bad, good] if faulty == 0 else [good, bad])
    with pytest.raises(ValueError, match="of the task"):
        team.run(1)
    team.run(2)

    assert ran == [1, 2]
    team.close()


def test_threads_end_when_the_team_is_closed_or_forgotten() -> None:
    closed, closed_threads = with_its_threads()
    forgotten, forgotten_threads = with_its_threads()
    assert len(closed_threads) == len(forgotten_threads) == 1

    closed.close()
    closed.close()  # a second time does nothing
    del forgotten
    gc.collect()

    for thread in (*closed_threads, *forgotten_threads):
        thread.join(10)
        assert not thread.is_alive()
    with pytest.raises(RuntimeError, match="closed"):
        closed.run(0)


def with_its_threads() -> tuple[Team, set[threading.Thread]]:
    before = set(threading.enumerate())
    team = Team([print, print])
    return team, set(threading.enumerate()) - before
