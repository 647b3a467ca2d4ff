"""Bluffs, guesses and information in full games, on set-up positions and whole tournaments."""

from __future__ import annotations

import csv
import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cthulhu_training.arena import Tournament, play_missing
from cthulhu_training.arena.results import NAME
from cthulhu_training.behaviour.events import Tables, bits
from cthulhu_training.behaviour.sources import of_folder, of_replays, of_tournament
from cthulhu_training.behaviour.summary import summary
from cthulhu_training.cli.main import BAD_INPUT, main

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.game import Extras, Game

LOVE = find("love_letter").configure(num_players=2, edition="classic", rounds="single", face_up=0)


def heard(game: Game, deck: str, actions: list[tuple[str, dict[str, int]]], path: Path) -> Tables:
    """A game from a stacked deck, recorded and listened to; player_0 begins."""
    env = RawEnv(game)
    env.reset(seed=3, options={"deck": deck.split(), "start": 0})
    for name, values in actions:
        env.step(game.actions.encode(name, **values))
    env.replay().write(path)
    return of_replays([path], worlds=400)[1]


def card(name: str) -> int:
    """A card of Love Letter by its name, as actions take it."""
    from cthulhu_envs.games.love_letter.cards import Card

    return int(Card[name.upper()])


@pytest.fixture
def small_deck() -> Game:
    """Face down, a hand each, then the draw pile."""
    cards = ["guard", "guard", "priest", "baron", "prince", "king", "countess", "handmaid"]
    deck = {name: cards.count(name) for name in cards}
    return LOVE.configure(deck=deck)


def test_a_free_countess_is_a_bluff_and_a_guess_can_fall_for_it(
    small_deck: Game, tmp_path: Path
) -> None:
    deck = "handmaid countess guard priest baron guard prince king"

    tables = heard(
        small_deck,
        deck,
        [("countess", {}), ("guard", {"seat": 1, "card": card("king")})],
        tmp_path / "game",
    )

    (bluff,) = tables.bluffs
    assert (bluff["bluff"], bluff["beside"], bluff["taken"]) == ("Countess", "Priest", 1)
    (guess,) = tables.guesses
    assert (guess["named"], guess["truth"], guess["hit"]) == ("King", "Priest", 0)
    assert (guess["claim"], guess["believed"], guess["fooled"]) == ("bluff", 1, 1)


def test_a_forced_countess_is_no_bluff(small_deck: Game, tmp_path: Path) -> None:
    deck = "handmaid countess guard king baron guard prince priest"

    tables = heard(
        small_deck,
        deck,
        [("countess", {}), ("guard", {"seat": 1, "card": card("king")})],
        tmp_path / "game",
    )

    assert tables.bluffs == []
    (guess,) = tables.guesses
    assert (guess["claim"], guess["believed"], guess["fooled"], guess["hit"]) == ("honest", 1, 0, 1)


def test_a_bluff_that_is_open_and_not_made_counts_as_open(small_deck: Game, tmp_path: Path) -> None:
    deck = "handmaid countess guard priest baron guard prince king"

    tables = heard(small_deck, deck, [("priest", {"seat": 1})], tmp_path / "game")

    assert [row["taken"] for row in tables.bluffs] == [0]


def test_a_claim_ends_when_its_player_acts_again(small_deck: Game, tmp_path: Path) -> None:
    deck = "king countess priest baron guard prince handmaid guard"
    actions = [
        ("countess", {}),
        ("priest", {"seat": 1}),
        ("prince", {"seat": 0}),
        ("guard", {"seat": 1, "card": card("king")}),
    ]

    tables = heard(small_deck, deck, actions, tmp_path / "game")

    (guess,) = tables.guesses
    assert (guess["seat"], guess["claim"], guess["believed"]) == (1, "", 0)
    assert [row["taken"] for row in tables.bluffs] == [1]


def test_a_claim_ends_when_the_hand_changes(tmp_path: Path) -> None:
    deck = "baron countess prince guard priest guard handmaid king guard"
    game = LOVE.configure(num_players=3, deck={n: deck.split().count(n) for n in deck.split()})
    actions = [
        ("countess", {}),
        ("prince", {"seat": 2}),  # the Priest is discarded, the Handmaid drawn
        ("guard", {"seat": 1, "card": card("king")}),
    ]

    (guess,) = heard(game, deck, actions, tmp_path / "game").guesses

    assert (guess["asked"], guess["truth"], guess["claim"]) == (0, "Handmaid", "")


def test_a_look_gains_all_bits_and_a_guess_uses_them(small_deck: Game, tmp_path: Path) -> None:
    deck = "handmaid priest baron guard guard king prince countess"
    actions = [
        ("priest", {"seat": 1}),  # sees the Baron
        ("guard", {"seat": 1, "card": card("king")}),
        ("guard", {"seat": 1, "card": card("baron")}),
    ]

    tables = heard(small_deck, deck, actions, tmp_path / "game")

    look = tables.information[0]
    assert look["action"] == "priest" and look["bits_before"] > 2 and look["bits_after"] == 0
    wild, sure = tables.guesses
    assert wild["prob"] == pytest.approx(wild["counted_prob"], abs=0.1)
    assert (sure["prob"], sure["counted_prob"], sure["worlds_hit"], sure["hit"]) == (1, 1, 1, 1)


def test_worlds_know_more_than_counting(small_deck: Game, tmp_path: Path) -> None:
    """A Guard named the Priest and missed, then the other played the Countess: of the seven ways
    in which that can be, only one leaves the Priest in that hand, where counting sees four cards.
    """
    deck = "handmaid guard king guard countess baron priest prince"
    named_priest = ("guard", {"seat": 1, "card": card("priest")})

    tables = heard(
        small_deck, deck, [named_priest, ("countess", {}), named_priest], tmp_path / "game"
    )

    guess = tables.guesses[1]
    assert guess["counted_prob"] == pytest.approx(1 / 4)
    assert guess["prob"] == pytest.approx(1 / 7, abs=0.07)
    assert guess["worlds_hit"] in (0, 0.5, 1) and guess["truth"] == "King"


def test_sevens_are_the_bluffs_of_lovecraft_letter(tmp_path: Path) -> None:
    game = find("lovecraft_letter").configure(
        num_players=2,
        rounds="single",
        face_up=0,
        deck={"investigators": 2, "silver_key": 1, "cats": 1, "carter": 1, "armitage": 1},
    )
    deck = "armitage silver_key investigators cats carter investigators"

    tables = heard(
        game,
        deck,
        [("silver_key", {}), ("investigators", {"seat": 1, "number": 6})],
        tmp_path / "game",
    )

    (bluff,) = tables.bluffs
    assert (bluff["bluff"], bluff["beside"]) == ("Silver Key", "Cats of Ulthar")
    (guess,) = tables.guesses
    assert (guess["truth"], guess["claim"], guess["fooled"]) == ("2", "bluff", 1)


def test_entropy() -> None:
    probs = np.array([[0.5, 0.5, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])

    assert bits(probs).tolist() == [1.0, 0.0, 0.0]


# --- tournaments


def tournament(**changes: Any) -> Tournament:
    settings = {"num_players": 2, "edition": "classic", "rounds": "single"}
    fields: dict[str, Any] = {"deals": 40, "lanes": 32, "settings": settings} | changes
    return Tournament("love_letter", ("random", "heuristic"), **fields)


def test_a_tournament_is_heard_as_it_was_played(tmp_path: Path) -> None:
    play_missing(tournament(), tmp_path, progress=False)

    game, tables = of_folder(tmp_path, worlds=8)
    fresh = of_tournament(tournament(), worlds=8)

    assert game.id == "love_letter-v1"
    assert tables.guesses == fresh.guesses and tables.information == fresh.information
    assert {row["agent"] for row in tables.guesses} == {"random", "heuristic"}


def test_games_that_come_out_differently_are_refused(tmp_path: Path) -> None:
    play_missing(tournament(), tmp_path, progress=False)
    lines = (tmp_path / NAME).read_text().splitlines(keepends=True)
    row = json.loads(lines[1])
    row["share"] = row["share"][::-1]
    row["reward"] = [[-x for x in pair] for pair in row["reward"]]
    (tmp_path / NAME).write_text("".join([lines[0], json.dumps(row) + "\n", *lines[2:]]))

    with pytest.raises(ValueError, match="do not end as recorded"):
        of_folder(tmp_path, worlds=1)


def test_random_guesses_as_chance_has_it_and_a_counter_better() -> None:
    rows = summary(of_tournament(tournament(deals=300, lanes=512), worlds=32))
    found = {(row["agent"], row["measure"], row["of"]): row for row in rows}
    right = "guesses right"

    random, counter = found["random", right, "any"], found["heuristic", right, "any"]
    assert random["low"] < 1 / 7 < random["high"]  # seven characters can be named, all alike
    assert counter["low"] > random["high"]
    used = "probability named, of the best there was"
    assert found["heuristic", used, "any"]["low"] > found["random", used, "any"]["high"]
    free = found["random", "free Countess", "Baron"]
    assert free["low"] < 0.5 < free["high"]
    assert found["heuristic", "bits gained", "priest"]["value"] > 1.5


def test_any_game_can_be_measured_by_what_is_played() -> None:
    silent = dataclasses.replace(find("lovecraft_letter"), extras=Extras())
    settings = {"num_players": 3, "rounds": "single"}

    tables = of_tournament(
        Tournament(silent, ("random", "heuristic"), deals=3, settings=settings), worlds=1
    )

    rows = summary(tables)
    assert rows and {row["measure"] for row in rows} == {"plays"}
    assert all(0 <= row["value"] <= 1 for row in rows)


# --- the command


def test_the_command_writes_tidy_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["metrics", "love_letter", "-p", "2", "--set", "rounds=single", "--deals", "5"]

    assert main([*given, "--out", str(tmp_path)]) == 0

    assert "guesses right" in capsys.readouterr().out
    with (tmp_path / "metrics.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert {"agent", "measure", "of", "value", "low", "high", "count"} == set(rows[0])
    assert {"bluffs.csv", "guesses.csv", "information.csv"} <= {p.name for p in tmp_path.iterdir()}


@pytest.mark.parametrize(
    "words, fault",
    {
        "no folder": (["--tournament", "nowhere"], "nowhere"),
        "no replay": (["--replays", "nowhere"], "nowhere"),
        "no worlds": (["love_letter", "--worlds", "0"], "worlds must be from 1 to 100000"),
        "agent": (["love_letter", "--agents", "random", "hueristic"], "did you mean 'heuristic'"),
    }.values(),
)
def test_the_command_answers_wrong_words(
    words: list[str],
    fault: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["metrics", *words]) == BAD_INPUT
    assert fault in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
