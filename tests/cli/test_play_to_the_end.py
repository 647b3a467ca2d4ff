"""`cthulhu play` and `cthulhu watch` go on to the real end of a game, whoever leaves it before,
and the replay they save holds the whole game.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cthulhu_training.cli.main import main

import cthulhu_envs
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.replay import Replay
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.drawing import render

pytestmark = pytest.mark.skipif(not is_compiled(), reason="plays whole games")

SEEDS = range(6)
ENOUGH = 2  # games; more only where nobody has left one early yet
BOTS = {"death_may_die": "heuristic"}  # who get as far as deaths after the summoning; else random
OUT = {"unspeakable_words": "gone", "death_may_die": "dead"}  # who is out early, in the state
PLAYERS = 3
PERSON = 1  # the seat of the person who plays


def table(game_id: str) -> Game:
    game = find(game_id)
    return game.configure(num_players=min(PLAYERS, game.players[-1]))


@pytest.fixture(params=cthulhu_envs.games())
def game(request: pytest.FixtureRequest) -> Game:
    return table(request.param)


def any_answers(seed: int) -> io.StringIO:
    """A person who types numbers; those that are not on the list are asked for again."""
    numbers = np.random.default_rng(seed).integers(1, 9, 50_000)
    return io.StringIO("\n".join(map(str, numbers)))


def saved_game(path: Path, game: Game) -> list[Any]:
    """Every state of a saved game, played anew; reading it checks them one by one."""
    states = [state[0] for state in Replay.read(game, path).states()]
    assert all(state.ending == 0 for state in states[:-1])
    assert states[-1].ending != 0, "the game was saved before its end"
    return states


def is_out_early(game: Game, states: list[Any], seat: int) -> bool:
    """Whether a seat was eliminated, or its investigator died, while others played on."""
    return game.name in OUT and any(
        state.ending == 0 and state[OUT[game.name]][seat] for state in states
    )


def test_a_watched_game_goes_on_to_its_end_and_is_saved_whole(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["watch", game.name, "-p", str(game.num_players), "--delay", "0"]
    words += ["--agents", BOTS.get(game.name, "random")]
    early = 0
    for seed in SEEDS:
        path = tmp_path / f"{seed}.jsonl"

        assert main([*words, "--seed", str(seed), "--save-replay", str(path)]) == 0

        printed = capsys.readouterr().out
        states = saved_game(path, game)
        early += any(is_out_early(game, states, seat) for seat in range(game.num_players))
        assert printed.endswith(render.text(game, states[-1]) + "\n")
        if seed + 1 >= ENOUGH and (early or game.name not in OUT):
            break
    assert early or game.name not in OUT, "nobody left early: nothing was tested"


def test_a_saved_game_is_shown_again_to_the_same_end(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    words = ["watch", game.name, "-p", str(game.num_players), "--delay", "0"]
    assert main([*words, "--agents", "random", "--seed", "1", "--save-replay", str(path)]) == 0
    first = capsys.readouterr().out

    assert main(["watch", game.name, "--delay", "0", "--replay", str(path)]) == 0

    again = capsys.readouterr().out
    kept = [line for line in first.splitlines()[1:] if "has left the game" not in line]
    assert again.splitlines() == kept


def test_a_person_plays_to_the_end(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["play", game.name, "-p", str(game.num_players), "--seat", str(PERSON)]
    for seed in SEEDS[:ENOUGH]:
        path = tmp_path / f"{seed}.jsonl"
        monkeypatch.setattr("sys.stdin", any_answers(seed))

        rest = ["--opponents", "random", "--seed", str(seed), "--save-replay", str(path)]
        assert main([*words, *rest]) == 0

        printed = capsys.readouterr().out
        states = saved_game(path, game)
        table, _, sentence = printed.removesuffix("\n").rpartition("\n")
        assert table.endswith(render.text(game, states[-1], PERSON))
        ending = game.ending_name(int(states[-1].ending)).replace("_", " ")
        assert sentence.startswith(("You won", "You lost: ", "The game is over: "))
        assert ending in sentence
        assert "all cards open" not in printed and "seen by player_0" not in printed
