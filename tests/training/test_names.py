"""Names in tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from cthulhu_training.arena import Tournament, run_tournament
from cthulhu_training.arena.names import deck_label, short_names, table_name
from cthulhu_training.solve.exploit import exploit
from cthulhu_training.solve.run import solve

from cthulhu_envs.api.registry import find
from cthulhu_envs.api.replay import Replay
from cthulhu_envs.api.typed import value_words


@pytest.mark.parametrize(
    ("specs", "names"),
    [
        (["random", "ismcts:iters=200"], ["random", "ismcts:iters=200"]),
        (["random", "ppo:a/b/policy.npz"], ["random", "ppo:policy.npz"]),
        (["ppo:a/x/p.npz", "ppo:b/x/p.npz"], ["ppo:a/x/p.npz", "ppo:b/x/p.npz"]),
        (["ppo:r/a/p.npz", "ppo:r/b/p.npz"], ["ppo:a/p.npz", "ppo:b/p.npz"]),
        ([], []),
    ],
)
def test_paths_are_cut_as_far_as_names_stay_different(specs: list[str], names: list[str]) -> None:
    assert short_names(specs) == names


SMALL = {"num_players": 2, "rounds": "single"}


def test_a_table_as_it_comes_goes_by_the_name_of_its_game() -> None:
    assert table_name(find("love_letter")) == "love_letter"
    assert table_name(find("love_letter").configure(num_players=3)) == "love_letter"


def test_a_deck_with_a_name_goes_by_it() -> None:
    game = find("love_letter").configure(**SMALL, deck="ll-8", edition="classic")

    assert table_name(game, understood=["rounds"]) == "love_letter-ll-8"


def test_tables_that_differ_have_different_names() -> None:
    decks = ["guard=2 priest baron king", "guard=3 priest baron", "guard=3 priest king"]
    tables = [{**SMALL, "deck": deck} for deck in (*decks, "ll-6", "ll-8")]
    tables += [{**table, "face_up": 1} for table in tables]
    tables += [{**SMALL, "deck": decks[0], "edition": "classic"}, {"num_players": 2}, SMALL]

    names = {table_name(find("love_letter").configure(**table)) for table in tables}

    assert len(names) == len(tables)


def test_a_deck_has_one_name_however_it_is_written() -> None:
    ways = [
        "guard guard priest king",
        "king, priest=1, guard=2",
        {"king": 1, "priest": 1, "guard": 2},
    ]
    games = [find("love_letter").configure(**SMALL, deck=way) for way in ways]

    assert len({table_name(game) for game in games}) == 1
    assert len({deck_label(game.values["deck"]) for game in games}) == 1
    assert {value_words(game.values["deck"]) for game in games} == {"guard=2,priest=1,king=1"}
    assert find("love_letter").configure(deck="guard=9,king=1").values["deck"] == {
        "guard": 9,
        "king": 1,
    }


def test_what_a_prompt_shows_is_one_line(tmp_path: Path) -> None:
    game = find("love_letter").configure(
        num_players=2, edition="classic", rounds="single", deck="ll-6"
    )
    table = "Game(love_letter-v1, num_players=2, edition='classic', rounds='single', deck="
    wanted = Tournament(game, ("random", "heuristic"), deals=2, settings=game.table)
    solution, found = solve(game, tmp_path / "solved", 0.1), exploit(game, ["random"])
    replay = Replay(game, seed=7, actions=[1, 2])

    assert repr(find("love_letter")) == "Game(love_letter-v1, num_players=4)"
    assert repr(game).startswith(table)
    assert repr(replay) == f"Replay({game!r}, seed=7, 2 actions)"
    assert repr(found).startswith(f"Exploits({game!r}, exploitability of random: 0.")
    played = repr(run_tournament(wanted, tmp_path / "played", False))
    assert played.startswith("Outcome(love_letter-v1, 2 players, 2 deals, agents=['random', 'heu")
    assert "value=" in repr(solution) and "policy" not in repr(solution)
    for shown in map(repr, (game, replay, found, solution)):
        assert len(shown) < 250 and "\n" not in shown
