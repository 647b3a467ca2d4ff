"""A replay plays the same game again, and a damaged one is refused in words."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cthulhu_envs.api.replay import Replay, settings_in
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.record import digest
from tests.every_game.play import TABLES, VARIANTS, few, many, play, positions, raw, record

Row = dict[str, Any]


def written(game: Game, folder: Path, steps: int = 12) -> Path:
    """The file of a game in progress."""
    path = folder / "game.jsonl"
    play(raw(game, 3), steps).replay().write(path)
    return path


def test_a_replay_written_and_read_is_the_same_game(variant: Game, tmp_path: Path) -> None:
    env = play(raw(variant, 3))
    path = tmp_path / "game.jsonl"

    env.replay().write(path)
    again = Replay.read(variant, path)

    assert again == env.replay()
    assert settings_in(path) == (variant.id, dict(variant.values))
    assert [digest(s) for s in again.states()][-1] == digest(env._lanes.states)


def test_a_replay_passes_through_every_state_of_the_game(game: Game) -> None:
    seen = [record(env).tobytes() for env in positions(game)]

    env = play(raw(game))

    assert [state.tobytes() for state in env.replay().states()] == seen


def test_a_replay_of_a_world_starts_from_that_world(game: Game, tmp_path: Path) -> None:
    env = play(raw(game), 6)
    world = play(env.sample_world(env.agent_selection, seed=1))
    path = tmp_path / "world.jsonl"

    world.replay().write(path)

    assert [*Replay.read(game, path).states()][-1].tobytes() == record(world).tobytes()


def test_a_replay_says_who_did_what_in_words(game: Game, tmp_path: Path) -> None:
    path = written(game, tmp_path)

    rows = [json.loads(line) for line in path.read_text().splitlines()]

    for row in rows[1:-1]:
        assert row["text"] and row["seat"] in range(game.num_players)
    assert rows[-1]["actions"] == len(rows) - 2


def test_a_replay_handed_out_does_not_grow_with_the_game(game: Game) -> None:
    env = play(raw(game), 3)

    replay = env.replay()
    play(env)

    assert len(replay.actions) == 3


def assert_refused(game: Game, path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(ValueError) as refusal:
        Replay.read(game, path)
    assert len(str(refusal.value).split()) >= 3, "not a sentence"
    assert path.read_bytes() == before
    assert [*path.parent.iterdir()] == [path], "a file was left behind"


def spoil(path: Path, line: int, change: Callable[[str], str]) -> None:
    lines = path.read_text().splitlines()
    lines[line] = change(lines[line])
    path.write_text("\n".join(lines) + "\n")


BREAKS: dict[str, Callable[[str], str]] = {
    "half a line": lambda line: line[: len(line) // 2],
    "no JSON": lambda line: "nonsense",
    "a list": lambda line: "[]",
    "a number": lambda line: "7",
    "an empty record": lambda line: "{}",
    "no line": lambda line: "",
}


@pytest.mark.parametrize("how", BREAKS)
def test_a_file_with_any_one_line_broken_is_refused(game: Game, how: str, tmp_path: Path) -> None:
    path = written(game, tmp_path)
    whole = path.read_text()

    for line in range(len(whole.splitlines())):
        path.write_text(whole)
        spoil(path, line, BREAKS[how])
        assert_refused(game, path)


def test_a_file_cut_short_after_any_line_is_refused(game: Game, tmp_path: Path) -> None:
    path = written(game, tmp_path)
    lines = path.read_text().splitlines(keepends=True)

    for kept in range(len(lines)):
        path.write_text("".join(lines[:kept]))
        assert_refused(game, path)


def test_a_file_with_two_lines_exchanged_or_one_doubled_is_refused(
    game: Game, tmp_path: Path
) -> None:
    path = written(game, tmp_path)
    lines = path.read_text().splitlines(keepends=True)

    for i in range(len(lines) - 1):
        for wrong in ([lines[i + 1], lines[i]], [lines[i], lines[i], lines[i + 1]]):
            path.write_text("".join([*lines[:i], *wrong, *lines[i + 2 :]]))
            assert_refused(game, path)


OTHER_VALUES = [None, True, -1, 0.5, 10**30, "", "zz", [], {}, [1], {"zz": 1}]
every_line = pytest.mark.parametrize("line", [0, 1, -1], ids=["head", "action", "end"])


@every_line
def test_a_file_with_any_one_value_changed_is_refused(
    game: Game, line: int, tmp_path: Path
) -> None:
    path = written(game, tmp_path)
    whole = path.read_text()
    row: Row = json.loads(whole.splitlines()[line])
    accepted = []

    for key in row:
        for other in OTHER_VALUES:
            strange_option = key == "options" and isinstance(other, dict)  # reset takes it
            if row[key] == other or strange_option:
                continue
            path.write_text(whole)
            spoil(path, line, lambda _, key=key, other=other: json.dumps({**row, key: other}))
            try:
                assert_refused(game, path)
            except (Exception, pytest.fail.Exception) as fault:
                accepted.append(f"{key}={other!r}: {type(fault).__name__}")

    assert accepted == []


@every_line
def test_a_file_with_any_one_value_missing_is_refused(
    game: Game, line: int, tmp_path: Path
) -> None:
    path = written(game, tmp_path)
    whole = path.read_text()
    row: Row = json.loads(whole.splitlines()[line])
    accepted = []

    for key in row:
        path.write_text(whole)
        rest = {other: value for other, value in row.items() if other != key}
        spoil(path, line, lambda _, rest=rest: json.dumps(rest))
        try:
            assert_refused(game, path)
        except (Exception, pytest.fail.Exception) as fault:
            accepted.append(f"{key}: {type(fault).__name__}")

    assert accepted == []


def test_a_head_without_game_or_settings_is_no_replay(game: Game, tmp_path: Path) -> None:
    path = written(game, tmp_path)
    head: Row = json.loads(path.read_text().splitlines()[0])

    for key in ("format", "game", "settings"):
        rest = {other: value for other, value in head.items() if other != key}
        path.write_text(json.dumps(rest))
        with pytest.raises(ValueError):
            settings_in(path)


@pytest.mark.parametrize(
    "content", [b"", b"\n\n", b"hello", b"{}", b"\xff\xfe\x00", b"\x89PNG\r\n"]
)
def test_what_is_no_replay_is_refused(game: Game, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)

    assert_refused(game, path)
    with pytest.raises(ValueError):
        settings_in(path)


def test_a_replay_of_another_version_or_setting_is_refused_by_name(
    variant: Game, tmp_path: Path
) -> None:
    path = written(variant, tmp_path, steps=2)

    newer = dataclasses.replace(variant, version=variant.version + 1)
    with pytest.raises(ValueError, match=f"{variant.id}.*{newer.id}"):
        Replay.read(newer, path)
    for other in VARIANTS[::5]:
        if other.values != variant.values:
            with pytest.raises(ValueError, match="saved"):
                Replay.read(other, path)


def test_a_failed_write_leaves_the_old_file(game: Game, tmp_path: Path) -> None:
    path = written(game, tmp_path)
    before = path.read_bytes()
    broken = Replay(game, seed=3, actions=[game.actions.size])

    with pytest.raises(ValueError, match="action 1 of the replay"):
        broken.write(path)

    assert path.read_bytes() == before


@few
@given(table=st.sampled_from(TABLES), data=st.data())
def test_a_file_with_any_one_character_changed_is_refused_or_means_the_same(
    table: Game, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("replay")
    path = written(table, folder, steps=4)
    whole = path.read_text()
    true = [digest(state) for state in Replay.read(table, path).states()]
    at = data.draw(st.integers(0, len(whole) - 1))
    new = data.draw(st.characters(min_codepoint=32, max_codepoint=126))
    path.write_text(whole[:at] + new + whole[at + 1 :])

    try:
        found = Replay.read(table, path)
    except ValueError:
        return

    assert [digest(state) for state in found.states()] == true


@many
@given(table=st.sampled_from(VARIANTS), seed=st.integers(0, 2**64 - 1), steps=st.integers(0, 40))
def test_any_game_comes_back_from_its_lines(table: Game, seed: int, steps: int) -> None:
    env = play(raw(table, seed), steps, seed % 1000)

    fields = json.loads(json.dumps(env.replay().to_json()))

    assert Replay.from_json(table, fields) == env.replay()
