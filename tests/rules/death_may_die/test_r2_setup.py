"""R2: setting up."""

from __future__ import annotations

import re

import pytest

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.games.death_may_die import GAME
from cthulhu_envs.games.death_may_die.settings import library_of
from cthulhu_envs.games.death_may_die.state import Piece
from tests.rulebook import rule
from tests.rules.death_may_die.position import Position, position


def dealt(seed: int = 0, **settings) -> Position:
    """A table as the pack lays it out."""
    env = RawEnv(GAME.configure(**{"setup_cultists": 0, **settings}))
    env.reset(seed=seed)
    return Position(env)


@rule("R2.1")
def test_a_single_player_controls_two_investigators():
    at = dealt(num_players=1)

    assert at.people == 2
    assert at.env.possible_agents == ["player_0"]
    assert at.s.seat == 0
    assert dealt(num_players=5).people == 5


@rule("R2.2")
def test_random_content_differs_between_games():
    games = [dealt(seed, num_players=2, episode="random", elder_one="random") for seed in range(12)]

    assert len({(int(at.s.episode), int(at.s.elder)) for at in games}) > 2
    assert len({tuple(at.of("person")) for at in games}) > 5


@rule("R2.2")
def test_content_can_be_chosen_at_reset_where_it_is_random():
    env = RawEnv(GAME.configure(num_players=2))
    wanted = {"episode": "Danse Macabre", "elder_one": "Hastur", "mythos": ["Hastur 3"]}

    for seed in range(6):
        env.reset(seed=seed, options=wanted)
        at = Position(env)
        names = at.library.episodes[at.s.episode].name, at.library.elder_ones[at.s.elder].name
        assert names == ("Danse Macabre", "Hastur")
        assert at.s.mythos[at.s.mythos_left - 1] == 2


@rule("R2.2")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"episode": "Danse"}, "episode cannot be 'Danse' at this table"),
        ({"elder_one": "Dagon"}, "elder_one cannot be 'Dagon' at this table"),
        ({"mythos": ["Hastur 3"]}, "can be laid for one Episode and Elder One only"),
    ],
)
def test_content_that_cannot_be_chosen_at_reset_is_refused(options, said):
    with pytest.raises(ValueError, match=said):
        RawEnv(GAME.configure(num_players=2)).reset(seed=0, options=options)


@rule("R2.2")
def test_chosen_investigators_and_insanities():
    at = dealt(
        num_players=2, investigators=["Borden", "The Kid"], insanities=["Paranoia", "Catatonia"]
    )

    names = [at.library.people[number].name for number in at.of("person")]
    cards = [at.library.insanities[number].name for number in at.of("insanity")]
    assert names == ["Borden", "The Kid"]
    assert cards == ["Paranoia", "Catatonia"]


@rule("R2.3", "R2.6")
def test_boards_and_track_at_the_start():
    at = dealt(num_players=3)

    assert (int(at.s.track), int(at.s.stage)) == (1, 1)
    assert at.where == [1, 1, 1]
    assert at.of("wounds") == at.of("stress") == at.of("sanity") == [0, 0, 0]
    assert (at.s.level[:3] == 1).all()


@rule("R2.4")
def test_blasphemous_alchemy_is_laid_out():
    at = dealt(num_players=2, episode="Blasphemous Alchemy", elder_one="Cthulhu")

    assert at.enemies("Cultist") == [2, 2, 4, 6, 13]
    assert at.enemies("Byakhee") == [10]
    assert at.enemies("Fire Vampire") == [15]
    assert at.spaces("fire") == dict.fromkeys([3, 4, 6, 11, 12, 14], 1)
    assert sorted(at.s.piece_at[:5] + 1) == [6, 7, 11, 13, 14]
    assert not at.s.piece_up[:5].any()


@rule("R2.4")
def test_hidden_tokens_are_shuffled():
    orders = {tuple(dealt(seed, num_players=2).s.piece_value[:5]) for seed in range(10)}

    assert len(orders) > 3


@rule("R2.4")
def test_tomes_of_madness_is_laid_out():
    at = dealt(num_players=2, episode="Tomes of Madness")

    assert at.enemies("Cultist") == [2, 2, 3, 4, 8, 9]
    assert at.enemies("Ghoul") == [5, 10]
    assert at.s.piece_up[:4].all()
    assert (at.s.piece_is[4:14] == Piece.IN_BAG).all()


@rule("R2.4")
def test_danse_macabre_is_laid_out():
    at = dealt(num_players=2, episode="Danse Macabre")

    assert at.enemies("Deep One") == [13, 13]
    assert at.enemies("Hunting Horror") == [8]
    assert sorted(at.s.piece_at[:8] + 1) == [3, 3, 4, 4, 5, 7, 9, 10]


@rule("R2.5")
def test_decks_are_shuffled_together():
    at, other = dealt(1, num_players=2), dealt(2, num_players=2)

    assert at.s.mythos_left == 16 and sorted(at.s.mythos) == list(range(16))
    assert at.s.discovery_left == 15
    assert list(at.s.mythos) != list(other.s.mythos)
    assert list(at.s.discovery) != list(other.s.discovery)


@rule("R2.7")
def test_insanity_cards_are_all_different():
    at = dealt(num_players=5)

    assert len(set(at.of("insanity"))) == len(set(at.of("person"))) == 5


@rule("R2.8")
def test_a_random_investigator_begins():
    starters = {int(dealt(seed, num_players=4).s.active) for seed in range(12)}

    assert len(starters) > 2


@rule("R2.9")
def test_codependency_names_a_partner_first():
    at = position(num_players=3, insanities=["Paranoia", "Codependency", "Catatonia"])
    assert at.actor == 1
    assert at.legal() == {"person +1", "person +2"}

    at.play("person +2")

    assert int(at.s.partner[1]) == 0
    assert at.actor == 0


@rule("R2.2")
def test_investigators_and_insanities_are_chosen_at_a_reset():
    env = RawEnv(GAME.configure(num_players=3))
    people, cards = ["Rasputin", "The Kid", "Borden"], ["Paranoia", "Masochism", "Pyromania"]

    env.reset(seed=1, options={"investigators": people, "insanities": cards})

    found, s = library_of(env.game.values), env._lanes.states[0]
    assert [found.people[n].name for n in s.person[:3]] == people
    assert [found.insanities[n].name for n in s.insanity[:3]] == cards
    env.reset(seed=2)
    assert [found.people[n].name for n in env._lanes.states[0].person[:3]] != people


@rule("R2.2")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"investigators": ["Rasputin"]}, "investigators must list 2 names"),
        ({"investigators": ["Rasputin", "Rasputin"]}, "investigators names 'Rasputin' twice"),
        ({"investigators": ["Rasputin", "Bordon"]}, "did you mean 'Borden'?"),
        ({"insanities": "Paranoia"}, "insanities must list 2 names"),
        ({"insanities": ["Paranoia", "Arachnophobia"]}, "cannot name 'Arachnophobia'"),
        ({"episode": "Danse"}, "episode cannot be 'Danse' at this table"),
    ],
)
def test_wrong_names_at_a_reset_are_refused(options, said):
    env = RawEnv(GAME.configure(num_players=2))

    with pytest.raises(ValueError, match=re.escape(said)):
        env.reset(seed=1, options=options)


@rule("R2.2")
def test_names_may_come_in_one_text_with_commas():
    game = GAME.configure(
        num_players=2, investigators="Borden, Rasputin", insanities="Paranoia,Catatonia"
    )

    assert game.values["investigators"] == ("Borden", "Rasputin")
    assert game.values["insanities"] == ("Paranoia", "Catatonia")
    with pytest.raises(ValueError, match="2 investigators are needed, not 1"):
        GAME.configure(num_players=2, investigators="Borden")
