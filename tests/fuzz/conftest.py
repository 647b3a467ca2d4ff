"""What became of the inputs of a file of tests is added to the tally, if one is wanted."""

from __future__ import annotations

import faulthandler
import json
import os
from collections.abc import Iterator

import pytest

from tests.fuzz import trial


@pytest.fixture(scope="session", autouse=True)
def seen(request: pytest.FixtureRequest) -> Iterator[None]:
    """A process that hangs is ended without more ado: its stack must not go to what is captured."""
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        trial.console = os.dup(2)
    yield
    os.close(trial.console)
    trial.console = 2


@pytest.fixture(scope="module", autouse=True)
def counted() -> Iterator[None]:
    trial.counts.clear()
    yield
    if trial.TALLY:
        with open(trial.TALLY, "a", encoding="utf-8") as file:
            for kind, count in trial.counts.items():
                file.write(json.dumps({"input": kind, **count}) + "\n")


@pytest.fixture(autouse=True)
def watched() -> Iterator[None]:
    """The time of the last input ends with its test."""
    yield
    faulthandler.cancel_dump_traceback_later()
