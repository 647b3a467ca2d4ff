"""The command line as a user meets it: what it prints, writes and answers to wrong words."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from cthulhu_training.cli.main import BAD_INPUT, main
from cthulhu_training.cli.parser import command_of
from cthulhu_training.command import table_of

import cthulhu_envs
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.replay import Replay
from tests.position import position

SINGLE = ["--set", "rounds=single"]


def test_games_lists_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0

    printed = capsys.readouterr().out
    assert all(game_id in printed for game_id in cthulhu_envs.games())


@pytest.mark.parametrize(
    "words, fault",
    {
        "unknown game": (["play", "love_leter"], "did you mean 'love_letter'?"),
        "too many players": (["play", "love_letter", "-p", "9"], "2 to 6 players, not 9"),
        "edition": (["watch", "love_letter", "--set", "edition=clasic"], "did you mean 'classic'?"),
        "edition seats": (
            ["watch", "love_letter", "-p", "6", "--set", "edition=classic"],
            "2 to 4 players, not 6",
        ),
        "setting": (["watch", "love_letter", "--set", "editon=2019"], "did you mean 'edition'?"),
        "no value": (["watch", "love_letter", "--set", "edition"], "NAME=VALUE"),
        "card": (["watch", "love_letter", "--set", 'deck={"gard": 9}'], "did you mean 'guard'?"),
        "deck": (["watch", "love_letter", "--set", "deck=ll-7"], "did you mean 'll-"),
        "small deck": (
            ["watch", "love_letter", "-p", "4", "--set", 'deck={"priest": 5}'],
            "too small for 4 players",
        ),
        "agent": (["watch", "love_letter", "--agents", "hueristic"], "did you mean 'heuristic'?"),
        "agent option": (["watch", "love_letter", "--agents", "random:x=1"], "no option 'x'"),
        "agents": (["watch", "love_letter", "--agents", "random", "random"], "agents, not 2"),
        "opponents": (["play", "love_letter", "--opponents", *["random"] * 2], "opponents, not 2"),
        "seat": (["play", "love_letter", "--seat", "7"], "0 to 3, not 7"),
        "eyes": (["watch", "love_letter", "--seat", "7"], "no seat 'player_7' to look from"),
        "no eyes": (["watch", "love_letter", "--seat", "curent"], "did you mean 'current'?"),
        "seed": (["watch", "love_letter", "--seed", "-1"], "seed must be"),
        "one agent": (["tournament", "love_letter", "--agents", "random"], "two agents"),
        "deals": (["tournament", "love_letter", "--deals", "0"], "deals"),
        "coverage": (["coverage", "love_letter"], "Love Letter declares no signs"),
        "coverage deals": (["coverage", "lovecraft_letter", "--deals", "0"], "at least 1, not 0"),
        "solve": (
            ["solve", "death_may_die"],
            "cannot be solved exactly; Love Letter (love_letter) and Lovecraft Letter",
        ),
        "benchmark": (["benchmark", "call_of_cthulhu"], "cannot be solved exactly; Love Letter"),
        "one number": (["watch", "call_of_cthulhu", "-p", "3"], "is for 2 players, not 3"),
        "two sources": (
            ["metrics", "--tournament", "a", "--replays", "b"],
            "--tournament and --replays exclude each other",
        ),
        "source and game": (["metrics", "love_letter", "--replays", "b"], "leave out a game"),
        "no replay": (["metrics", "--replays", "b"], "there is no file 'b'"),
        "no policy": (["watch", "love_letter", "--agents", "ppo:b"], "there is no file 'b'"),
        "policy": (
            ["watch", "love_letter", "--agents", "ppo"],
            'trained with edition="classic", rounds="single" (typed: --set edition=classic --set',
        ),
        "players of a policy": (
            ["watch", "lovecraft_letter", "--agents", "ppo"],
            'trained with num_players=2, rounds="single" (typed: -p 2 --set rounds=single)',
        ),
        "neither game nor replay": (["watch"], "name a game, or a replay"),
        "no checkout": (["policies"], "run it in the folder of a checkout"),
        "check": (["check", "poker"], "there is no game 'poker'"),
        "warm": (["warm", "poker"], "there is no game 'poker'"),
    }.items(),
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_bad_input_is_one_sentence_and_exit_code_2(
    words: str, fault: tuple[list[str], str], tmp_path: Path, capsys, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments, sentence = fault

    assert main(arguments) == BAD_INPUT

    error = capsys.readouterr().err
    assert error.count("\n") == 1 and sentence in error
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["tournament", "train", "versus", "solve"])
def test_a_file_where_a_folder_is_wanted_is_told_in_words(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there"
    there.write_text("mine", encoding="utf-8")
    agents = [] if command in ("train", "solve") else ["--agents", "random", "heuristic"]
    deck = ["--deck", "ll-6"] if command == "solve" else []

    assert main([command, "love_letter", *agents, *deck, "--out", str(there)]) == BAD_INPUT

    error = capsys.readouterr().err
    assert error == f"cthulhu: {str(there)!r} already exists and is not a folder\n"
    assert there.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("command", ["tournament", "train", "versus", "metrics"])
def test_a_folder_with_other_things_in_it_is_not_written_to(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games.csv").write_text("mine", encoding="utf-8")
    agents = [] if command == "train" else ["--agents", "random", "heuristic"]

    assert main([command, "love_letter", *agents, "--out", str(tmp_path)]) == BAD_INPUT

    assert f"{tmp_path} is not empty and holds no" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["games.csv"]


@pytest.mark.parametrize("game_id", cthulhu_envs.games())
def test_the_shipped_policy_plays_the_default_table_or_says_what_to_type(game_id: str) -> None:
    game = find(game_id)
    try:
        assert make_agent("ppo", game)
    except ValueError as fault:
        keywords, _, rest = str(fault).partition(" (typed: ")
        _, options = command_of(["watch", game_id, *rest.partition(")")[0].split()])
        assert make_agent("ppo", table_of(options))
        values = eval(f"dict({keywords.partition(' with ')[2]})")  # as Python takes them
        assert make_agent("ppo", game.configure(**values))


def test_an_option_wins_over_the_setting_of_the_same_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["watch", "love_letter", "-p", "2", "--set", "num_players=5", "--set", "rounds=single"]

    assert main(words) == 0

    shown = capsys.readouterr().out
    assert "player_1" in shown and "player_2" not in shown


def test_wrong_words_show_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["dance"])

    assert stop.value.code == BAD_INPUT
    assert "usage" in capsys.readouterr().err


def test_a_person_plays_a_round_with_first_choices(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 50))
    saved = tmp_path / "game.jsonl"

    words = ["play", "love_letter", "-p", "2", "--opponents", "random", "--seed", "5"]
    assert main([*words, "--save-replay", str(saved), *SINGLE]) == 0

    assert "wins the round" in capsys.readouterr().out
    game = find("love_letter").configure(num_players=2, rounds="single")
    assert Replay.read(game, saved).actions


def test_a_person_sees_no_card_of_another(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))

    assert main(["play", "love_letter", "-p", "3", "--opponents", "random", "--seed", "5"]) == 0

    printed = capsys.readouterr().out
    assert "seen by player_0" in printed and "You left the table" in printed


def test_a_watched_game_can_be_watched_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    saved = tmp_path / "game.jsonl"
    words = ["watch", "love_letter", "-p", "2", "--agents", "random", "--delay", "0", *SINGLE]

    assert main([*words, "--seed", "3", "--save-replay", str(saved)]) == 0
    first = capsys.readouterr().out
    assert main(["watch", "--delay", "0", "--replay", str(saved)]) == 0

    again = capsys.readouterr().out
    assert first.splitlines()[-3:] == again.splitlines()[-3:]


def test_a_game_and_its_replay_are_shown_as_one_seat_sees_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The Chancellor of player_0 is told, what it keeps is not."""
    saved = tmp_path / "game.jsonl"
    at = position(hands=["Chancellor Guard", "Baron"], deck="King Spy Priest ...")
    at.play("chancellor").play("keep", card="King")
    at.env.replay().write(saved)

    words = ["watch", "love_letter", "--delay", "0", "--replay", str(saved)]
    assert main([*words, "--seat", "1"]) == 0
    as_seen = capsys.readouterr().out
    assert main([*words, "--seat", "current"]) == 0
    own = capsys.readouterr().out

    assert "player_0: play a Chancellor" in as_seen and "keep the King" not in as_seen
    assert "player_0 makes a secret choice" in as_seen and "seen by player_0" not in as_seen
    assert "player_0: keep the King" in own and "seen by player_0" in own


def test_a_damaged_replay_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    broken = tmp_path / "game.jsonl"
    broken.write_text("{}\n", encoding="utf-8")

    assert main(["watch", "love_letter", "--replay", str(broken)]) == BAD_INPUT

    assert "is not a replay" in capsys.readouterr().err


def test_a_tournament_leaves_table_picture_and_results(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["tournament", "love_letter", "-p", "2", "--deals", "20", "--out", str(tmp_path)]

    assert main([*words, *SINGLE]) == 0

    assert "heuristic" in capsys.readouterr().out
    assert (tmp_path / "tournament.png").stat().st_size > 10_000
    assert json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))


def test_coverage_counts_rules_and_fails_where_one_never_happened(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["coverage", "lovecraft_letter", "--deals", "10", "--markdown"]) == 1

    printed = capsys.readouterr().out
    assert "| R3.3 | a card is drawn for the turn |" in printed
    assert "| 0 |" in printed


def test_check_names_the_laws_that_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "love_letter", "--seeds", "1"]) == 0

    assert "no seat can tell sampled worlds from the true one" in capsys.readouterr().out


def test_generated_pages_are_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])

    assert main(["docs", "--check"]) == 0


def test_docs_need_a_checkout(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["docs"]) == BAD_INPUT
    assert "README.md" in capsys.readouterr().err
