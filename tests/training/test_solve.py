"""The exact solver against what is known, against itself, and against plain recursion."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from cthulhu_agents.archive import read_archive, write_archive
from cthulhu_agents.solved.keys import key_of
from cthulhu_agents.solved.table import PolicyTable
from cthulhu_training.cli.main import BAD_INPUT, main
from cthulhu_training.solve.cfr import Solver, Variant
from cthulhu_training.solve.checkpoint import load_checkpoint, save_checkpoint, table_of
from cthulhu_training.solve.run import CHECKPOINT, POLICY, solve
from cthulhu_training.solve.tree import estimate, grow_tree, shows
from cthulhu_training.solve.values import Values, uniform

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import is_compiled
from tests.rules.lovecraft_letter.position import position
from tests.training.solve_plainly import all_games, best_answer, value_of_even_play

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not is_compiled(), reason="walks through millions of positions"),
]

SMALL_DECKS: dict[str, dict[str, int]] = {
    "twins": {"guard": 2, "priest": 2, "prince": 1},
    "kings": {"guard": 1, "king": 1, "countess": 1, "baron": 2},
    "chancellor": {"chancellor": 1, "spy": 2, "guard": 1, "princess": 1},
    "sevens": {"investigators": 1, "carter": 1, "silver_key": 1, "cats": 1, "necronomicon": 1},
    "insanity": {"deep_ones": 1, "golden_mead": 1, "mi_go": 1, "great_race": 1, "armitage": 1},
    "madness": {"hound": 1, "liber_ivonis": 1, "nyarlathotep": 1, "trapezohedron": 1, "cthulhu": 1},
}
LOVECRAFT = ("sevens", "insanity", "madness")


def table(name: str, face_up: int = 0) -> Game:
    game = find("lovecraft_letter" if name in LOVECRAFT else "love_letter")
    deck = SMALL_DECKS[name]
    return game.configure(num_players=2, rounds="single", deck=deck, face_up=face_up)


def mini(deck: str) -> Game:
    return find("love_letter").configure(
        num_players=2, edition="classic", rounds="single", deck=deck
    )


@pytest.mark.parametrize(
    "deck, merged, raw, value, at_random",
    [("ll-6", 359, 918, 0.615, 0.219), ("ll-8", 62_193, 165_282, 0.533, 0.258)],
)
def test_mini_decks_are_what_others_found(
    deck: str, merged: int, raw: int, value: float, at_random: float
) -> None:
    tree, in_order = grow_tree(mini(deck)), grow_tree(mini(deck), in_order=True)
    values = Values(tree)
    solver = Solver(tree)
    solver.run(30)

    assert (len(tree.infos), len(in_order.infos)) == (merged, raw)
    assert values.exploitability(uniform(tree)) == pytest.approx(at_random, abs=5e-4)
    assert values.value(solver.average()) == pytest.approx(value, abs=5e-4)


@pytest.mark.parametrize(
    "name, face_up", [*((name, 0) for name in SMALL_DECKS), ("twins", 1), ("sevens", 1)]
)
def test_plain_recursion_agrees(name: str, face_up: int) -> None:
    tree, games = grow_tree(table(name, face_up)), list(all_games(table(name, face_up)))
    values, even = Values(tree), uniform(tree)

    assert values.value(even) == pytest.approx(value_of_even_play(games), abs=1e-6)
    for seat in (0, 1):
        assert values.best(even, seat) == pytest.approx(best_answer(games, seat), abs=1e-6)


@pytest.mark.parametrize("name", SMALL_DECKS)
def test_the_order_of_own_draws_is_worth_nothing(name: str) -> None:
    merged, raw = grow_tree(table(name)), grow_tree(table(name), in_order=True)
    solved = [Solver(tree) for tree in (merged, raw)]
    for solver in solved:
        solver.run(300)
    found = [Values(solver.tree).value(solver.average()) for solver in solved]

    assert len(merged.infos) <= len(raw.infos)
    assert len(merged.nodes) == len(raw.nodes)
    assert found[0] == pytest.approx(found[1], abs=1e-4)


@pytest.mark.parametrize("variant", Variant)
def test_every_variant_comes_to_the_same_value(variant: Variant) -> None:
    solver = Solver(grow_tree(mini("ll-6")), variant)
    first = solver.scratch.exploitability(solver.average())
    solver.run(200)
    last = solver.scratch.exploitability(solver.average())

    assert 0 <= last < 2e-4 < first
    assert solver.scratch.value(solver.average()) == pytest.approx(0.6148, abs=2e-4)


def test_shows_are_what_the_seats_see() -> None:
    tree = grow_tree(mini("ll-6"))
    seen = list(shows(tree, rows=100))

    assert sum(len(shown.obs) for shown in seen) == len(tree.infos)
    assert max(len(shown.obs) for shown in seen) == 100


def test_masks_allow_the_actions_of_the_information_set() -> None:
    tree = grow_tree(mini("ll-6"))
    counts = np.concatenate([shown.mask.sum(axis=1) for shown in shows(tree, rows=1000)])

    assert counts.tolist() == tree.infos["count"].tolist()


def test_a_policy_on_disk_plays_what_was_solved(tmp_path: Path) -> None:
    found = solve(mini("ll-6"), tmp_path, target=1e-3)
    agent = make_agent(f"solved:{tmp_path / POLICY}", mini("ll-6"))
    tree = grow_tree(mini("ll-6"))
    env = RawEnv(mini("ll-6"))

    assert PolicyTable.read(tmp_path / POLICY).facts["exploitability"] == found.exploitability
    for seed in range(20):
        env.reset(seed=seed)  # either seat may begin
        while not env.terminations[env.agent_selection]:
            view = env.view(env.agent_selection)
            action = agent.act(view)
            assert view.mask[action]
            env.step(action)
    assert len(tree.infos) == found.information_sets


def test_a_solver_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    tree = grow_tree(mini("ll-6"))
    whole, half = Solver(tree), Solver(tree)
    whole.run(20)
    half.run(10)
    save_checkpoint(half, tmp_path / CHECKPOINT)
    rest = load_checkpoint(tree, tmp_path / CHECKPOINT)
    rest.run(10)

    assert rest.iterations == 20
    np.testing.assert_array_equal(rest.average(), whole.average())


def test_wrong_files_are_refused(tmp_path: Path) -> None:
    tree = grow_tree(mini("ll-6"))
    save_checkpoint(Solver(tree), tmp_path / CHECKPOINT)
    (tmp_path / "broken").write_bytes((tmp_path / CHECKPOINT).read_bytes()[:500])

    with pytest.raises(ValueError, match="there is no file"):
        PolicyTable.read(tmp_path / "nothing")
    with pytest.raises(ValueError, match="is damaged, or no file of ours"):
        PolicyTable.read(tmp_path / "broken")
    with pytest.raises(ValueError, match="is a checkpoint, not a policy"):
        PolicyTable.read(tmp_path / CHECKPOINT)
    with pytest.raises(ValueError, match="saved with deck='ll-6', not 'll-8'"):
        load_checkpoint(grow_tree(mini("ll-8")), tmp_path / CHECKPOINT)
    with pytest.raises(ValueError, match="solved needs the file of a policy"):
        make_agent("solved", mini("ll-6"))


def test_a_policy_of_an_older_version_is_still_read(tmp_path: Path) -> None:
    solver = Solver(grow_tree(mini("ll-6")))
    solver.run(3)
    table = table_of(solver.tree, solver.average(), {})
    table.write(tmp_path / "new.npz")
    head, arrays = read_archive(tmp_path / "new.npz", "policy")
    kept = {{"probs": "chances"}.get(name, name): array for name, array in arrays.items()}
    del head["kind"]
    write_archive(tmp_path / "old.npz", "policy", head, kept)

    read = PolicyTable.read(tmp_path / "old.npz")

    assert "chances" in kept and "probs" not in kept
    np.testing.assert_array_equal(read.probs, table.probs)


def test_a_table_too_large_is_refused_before_memory_runs_out() -> None:
    whole = find("love_letter").configure(num_players=2, rounds="single")

    with pytest.raises(ValueError, match=r"about .* decisions, and solving it needs about .* GB"):
        grow_tree(whole)
    with pytest.raises(ValueError, match=r"take a small deck, .* \(typed: --deck ll-6\)$"):
        grow_tree(whole)
    with pytest.raises(ValueError, match=r"needs about 0.\d+ GB; 0.0098 GB are allowed"):
        grow_tree(mini("ll-8"), most_bytes=10 << 20)


@pytest.mark.parametrize(
    "table_of", [lambda: mini("ll-6"), lambda: mini("ll-8"), lambda: table("madness")]
)
def test_the_size_of_a_tree_is_known_beforehand(table_of) -> None:
    size, tree = estimate(table_of()), grow_tree(table_of())

    assert size.nodes == pytest.approx(len(tree.nodes), rel=0.06)
    assert size == estimate(table_of())


def test_the_estimate_covers_what_solving_takes() -> None:
    """A tree is refused a little below what it takes, and grown a little above."""
    tree = grow_tree(mini("ll-8"))
    solver = Solver(tree)
    arrays = [*vars(solver).values(), *vars(solver.scratch).values()]
    taken = tree.nbytes + sum(a.nbytes for a in arrays if isinstance(a, np.ndarray))

    grow_tree(mini("ll-8"), most_bytes=2 * taken)
    with pytest.raises(ValueError, match="needs about"):
        grow_tree(mini("ll-8"), most_bytes=taken // 4)


@pytest.mark.parametrize(
    "words, fault",
    [
        (["-p", "3"], "of two players can be solved, not of 3"),
        (["--set", "rounds=match"], "a match is too long to be solved"),
        (["--variant", "cfr"], "did you mean 'cfr+'?"),
        (["--target", "0"], "target must lie between 0 and 1"),
        (["--iterations", "0"], "iterations must be at least 1"),
        (["--memory", "0"], "--memory must be more than 0"),
    ],
)
def test_the_command_answers_wrong_words(
    words: list[str], fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["solve", "love_letter", "--deck", "ll-6", "--set", "edition=classic"]

    assert main([*given, "--out", str(tmp_path), *words]) == BAD_INPUT
    said = capsys.readouterr().err
    assert fault in said and "growing" not in said


def test_another_variant_does_not_go_on_silently(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["solve", "love_letter", "--deck", "ll-6", "--set", "edition=classic"]
    given += ["--out", str(tmp_path), "--target", "0.01"]

    assert main(given) == 0
    assert main([*given, "--variant", "cfr+"]) == BAD_INPUT
    assert "was made by the variant discounted, not cfr+" in capsys.readouterr().err


def test_a_killed_solver_goes_on_to_the_same_policy(tmp_path: Path) -> None:
    given = ["solve", "love_letter", "--deck", "ll-8", "--set", "edition=classic"]
    given += ["--target", "0.0006", "--checkpoint", "0"]
    command = [sys.executable, "-m", "cthulhu_training.cli.main", *given]
    assert main([*given, "--out", str(tmp_path / "whole")]) == 0

    running = subprocess.Popen(
        [*command, "--out", str(tmp_path / "killed")], stderr=subprocess.DEVNULL
    )
    while not (tmp_path / "killed" / CHECKPOINT).exists():
        assert running.poll() is None, "it ended before its first checkpoint"
        time.sleep(0.01)
    running.kill()
    running.wait()
    was_finished = (tmp_path / "killed" / POLICY).exists()
    again = main([*given, "--out", str(tmp_path / "killed")])

    assert again == 0 and not was_finished
    whole, gone_on = (PolicyTable.read(tmp_path / name / POLICY) for name in ("whole", "killed"))
    np.testing.assert_array_equal(whole.probs, gone_on.probs)
    assert whole.facts == gone_on.facts


def test_the_command_solves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["solve", "love_letter", "--deck", "ll-6", "--set", "edition=classic"]

    assert main([*given, "--out", str(tmp_path), "--target", "0.001"]) == 0
    printed = capsys.readouterr()
    assert "359" in printed.out and "0.61" in printed.out
    assert "exploitability" in printed.err
    assert main([*given, "--out", str(tmp_path), "--target", "0.0005"]) == 0
    assert "resuming from iteration" in capsys.readouterr().err


SEVEN = "guard priest baron prince king princess handmaid"


@pytest.mark.parametrize(
    ("words", "value", "face_up"),
    [([], "0.5576", "0 cards"), (["--set", "face_up=3"], "0.7357", "3 cards")],
)
def test_the_command_says_which_table_it_solved(
    words: list[str], value: str, face_up: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["solve", "love_letter", "--set", "edition=classic", "--deck", SEVEN, *words]

    assert main([*given, "--out", str(tmp_path), "--target", "0.0001"]) == 0

    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "players 2" in lines and "edition classic" in lines
    assert any(line.startswith("deck 1 Guard, 1 Priest, 1 Baron, 1 Handmaid") for line in lines)
    assert f"face up {face_up}" in lines
    assert f"wins of the first player {value}" in lines


def test_an_answer_of_one_who_cannot_be_knocked_out_is_remembered() -> None:
    """R4.4c of Lovecraft Letter: all else that the guesser sees is the same."""
    keys = []
    for held, aside in (("carter", "armitage"), ("armitage", "carter")):
        at = position(
            hands=["investigators cats", held],
            aside=aside,
            piles=["", "mi_go liber_ivonis"],
            immortal=[1],
            deck="cats " * 6,
            rounds="single",
        )
        at.play("investigators", seat=+1, number=6)
        keys.append(key_of(at.game, at.env._lanes.states, 0))

    assert keys[0] != keys[1]


def test_every_deck_has_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tables = [
        ["--deck", "guard priest baron prince king"],
        ["--deck", "guard=2,priest,baron,king"],
        ["--set", "deck=guard priest baron prince king", "--set", "face_up=1"],
        ["--deck", "ll-6"],
    ]

    for words in tables:
        assert main(["solve", "love_letter", "--target", "0.05", *words]) == 0
    assert (
        main(
            [
                "solve",
                "love_letter",
                "--target",
                "0.05",
                "--set",
                "deck=king,prince,baron,priest,guard",
            ]
        )
        == 0
    )

    folders = sorted(path.name for path in (tmp_path / "results/solve").iterdir())
    assert len(folders) == len(tables) and "love_letter-ll-6" in folders
    assert all((tmp_path / "results/solve" / name / POLICY).exists() for name in folders)
