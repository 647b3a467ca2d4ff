"""Love Letter's card-counter: what it believes and what it chooses, on positions set up by hand."""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

import numpy as np
import pytest
from cthulhu_agents.love_letter.belief import believe
from cthulhu_agents.love_letter.records import NOTES, kit_of
from numpy.typing import NDArray

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.games.love_letter.cards import Card
from cthulhu_envs.games.love_letter.settings import copies_of, face_up_of

CLASSIC = {"edition": "classic", "rounds": "single"}
SINGLE = {"rounds": "single"}


def table(hands: str, draws: str = "", face_up: str = "", **settings: Any) -> RawEnv:
    """A round that player_0 starts: cards are named in words, what is not named is dealt from
    the rest, lowest first. An own deck has no cards face up.
    """
    if "deck" in settings:
        settings["face_up"] = 0
    game = find("love_letter").configure(num_players=len(hands.split()), **settings)
    rest = Counter({card.name.lower(): copies_of(game.values)[card] for card in Card})
    named = [part.lower().split() for part in ("", face_up, hands, draws)]
    for part in named:
        rest.subtract(part)
    left = list(rest.elements())
    for part, size in zip(named[:2], (1, face_up_of(game.values)), strict=True):
        part += [left.pop(0) for _ in range(size - len(part))]
    env = RawEnv(game)
    deck = [*chain(*named), *left]
    env.reset(seed=0, options={"deck": deck, "start": 0})
    return env


def play(env: RawEnv, *turns: str) -> RawEnv:
    """Turns in the words of the action table, seats as +1, +2 ... from whoever plays."""
    for turn in turns:
        words = {env.game.actions.text(i): i for i in range(env.game.actions.size)}
        env.step(words[turn])
    return env


def choice(env: RawEnv, seed: int = 0) -> str:
    """What the card-counter does now, in the same words."""
    agent = make_agent("heuristic", env.game, seed=seed)
    return env.game.actions.text(agent.act(env.view(env.agent_selection)))


def beliefs(env: RawEnv) -> NDArray[Any]:
    """What the seat to move believes: probabilities by relative seat and card."""
    notebook = np.zeros(1, NOTES)
    believe(kit_of(env.game)[0], env.view(env.agent_selection).observation, notebook[0])
    belief: NDArray[Any] = notebook[0].belief
    return belief


LOOK = "play a Priest: look at the hand of +{}"
GUESS = "play a Guard: +{} holds the {}?"
BARON = "play a Baron: compare hands with +{}"
PRINCE = "play a Prince: +{} must discard and draw"
KING = "play the King: trade hands with +{}"
HANDMAID = "play a Handmaid: protected until my next turn"


# what it believes


def test_at_first_it_counts() -> None:
    env = table("Guard Priest", draws="Countess", face_up="Prince Prince King", **CLASSIC)

    unseen = {"GUARD": 4, "PRIEST": 2, "BARON": 2, "HANDMAID": 2, "PRINCESS": 1}
    expected = [unseen.get(card.name, 0) / 11 for card in Card]
    assert beliefs(env)[1] == pytest.approx(expected)


def test_a_card_it_has_seen_is_certain() -> None:
    env = table("Priest Prince Baron", draws="Guard Guard Guard", **CLASSIC)

    play(env, LOOK.format(1), GUESS.format(1, "King"), GUESS.format(2, "King"))

    assert beliefs(env)[1, Card.PRINCE] == 1.0


def test_a_miss_rules_the_named_character_out_until_the_seat_has_played() -> None:
    env = table("Guard Baron Prince", draws="Guard Guard Priest", **CLASSIC)

    play(env, GUESS.format(2, "Handmaid"))
    fresh = beliefs(env)[1]
    play(env, GUESS.format(2, "King"))
    unplayed = fresh[Card.BARON]
    play(env, LOOK.format(2))
    later = beliefs(env)[2]

    assert fresh[Card.HANDMAID] == 0.0 and unplayed > 0.0
    assert 0.0 < later[Card.HANDMAID] < later[Card.BARON]


def test_the_survivor_of_a_baron_held_more() -> None:
    env = table("Prince Baron Handmaid", draws="Baron Guard Guard", **CLASSIC)

    play(env, BARON.format(2))

    assert beliefs(env)[2, : Card.HANDMAID + 1].sum() == 0.0  # player_0, from player_1's seat
    assert beliefs(env)[2, Card.PRINCE :].sum() == pytest.approx(1.0)


def test_after_a_tied_baron_both_held_one_of_a_pair() -> None:
    env = table("Prince Guard Prince", draws="Baron Guard", **CLASSIC)

    play(env, BARON.format(2))

    for seat in (1, 2):
        assert beliefs(env)[seat, [Card.KING, Card.COUNTESS, Card.PRINCESS]].sum() == 0.0
        assert beliefs(env)[seat, Card.PRINCE] > 0.0


def test_beside_a_played_prince_there_was_no_countess() -> None:
    env = table("Guard Prince", draws="Guard Handmaid", face_up="Priest Priest Guard", **CLASSIC)

    play(env, GUESS.format(1, "Princess"), PRINCE.format(1))

    assert beliefs(env)[1, Card.COUNTESS] == 0.0
    assert beliefs(env)[1, Card.BARON] > 0.0


def test_beside_a_played_king_there_was_no_countess() -> None:
    env = table("Guard King Guard", draws="Guard Handmaid Guard", **CLASSIC)

    play(env, GUESS.format(1, "Princess"), KING.format(2))

    assert beliefs(env)[1, Card.COUNTESS] == 0.0  # the card that player_0 got
    assert beliefs(env)[1, Card.BARON] > 0.0


def test_a_played_countess_points_to_the_cards_that_force_it() -> None:
    env = table("Guard Countess", draws="Guard Prince", face_up="Priest Priest Guard", **CLASSIC)

    play(env, GUESS.format(1, "Baron"), "play the Countess")

    after = beliefs(env)[1]
    count = np.array(copies_of(env.game.values))
    for suspect in (Card.PRINCE, Card.KING, Card.PRINCESS):
        assert after[suspect] / count[suspect] > after[Card.HANDMAID] / count[Card.HANDMAID]


def test_who_plays_a_low_card_is_thought_to_keep_a_higher_one() -> None:
    env = table("Guard Guard", draws="Guard Prince", face_up="Priest Priest Guard", **CLASSIC)

    play(env, GUESS.format(1, "Baron"), GUESS.format(1, "Baron"))

    unseen = env.view("player_0").parts["unseen"]
    counted = unseen / unseen.sum()
    assert beliefs(env)[1, Card.PRINCESS] > counted[Card.PRINCESS]
    assert beliefs(env)[1, Card.GUARD] < counted[Card.GUARD]


def test_beliefs_travel_with_a_king() -> None:
    env = table("Guard Prince Baron Priest", draws="Guard King Guard Guard", **CLASSIC)

    play(env, GUESS.format(2, "Handmaid"), KING.format(1), GUESS.format(2, "Countess"))

    assert beliefs(env)[2, Card.HANDMAID] == 0.0  # player_1 now holds the card that was missed
    assert beliefs(env)[3, Card.HANDMAID] > 0.0


def test_a_prince_brings_an_unknown_card() -> None:
    env = table("Guard Priest Prince", draws="Guard Guard Guard", **CLASSIC)

    play(
        env, GUESS.format(2, "Baron"), GUESS.format(2, "King"), PRINCE.format(0).replace("+0", "me")
    )

    unseen = env.view("player_0").parts["unseen"]
    assert beliefs(env)[2] == pytest.approx(unseen / unseen.sum())


def test_without_a_history_it_counts_alone() -> None:
    env = table("Guard Priest", draws="Guard Guard", history=0, **CLASSIC)

    play(env, GUESS.format(1, "Baron"), GUESS.format(1, "King"))

    unseen = env.view("player_0").parts["unseen"]
    assert beliefs(env)[1] == pytest.approx(unseen / unseen.sum())


# what it chooses


def test_guard_names_the_card_it_has_seen() -> None:
    env = table("Priest Prince Baron", draws="Guard Guard Guard Countess", **CLASSIC)

    play(env, LOOK.format(1), GUESS.format(1, "King"), GUESS.format(2, "King"))

    assert choice(env) == GUESS.format(1, "Prince")


def test_guard_names_the_character_with_most_copies_left() -> None:
    env = table("Guard Guard", draws="Princess", face_up="Priest Baron Handmaid", **CLASSIC)

    assert choice(env) == GUESS.format(1, "Prince")


def test_guard_prefers_whoever_has_most_tokens() -> None:
    env = table("Guard Guard Guard", draws="Princess", edition="classic")
    view = env.view("player_0")
    for leader in (1, 2):
        view.parts["tokens"][:] = 0.0
        view.parts["tokens"][leader] = 0.6

        action = make_agent("heuristic", env.game).act(view)

        assert env.game.actions.decode(action).values["seat"] == leader


@pytest.mark.parametrize("kept", ["Prince", "King", "Princess"])
def test_baron_beside_a_high_card(kept: str) -> None:
    env = table(f"{kept} Guard", draws="Baron", face_up="Priest Handmaid Handmaid", **CLASSIC)

    assert choice(env) == BARON.format(1)


@pytest.mark.parametrize("kept", ["Guard", "Priest"])
def test_no_baron_beside_a_low_card(kept: str) -> None:
    env = table(f"{kept} Prince", draws="Baron", **CLASSIC)

    assert not choice(env).startswith("play a Baron")


def test_baron_beside_a_low_card_if_the_other_is_known_to_be_lower() -> None:
    env = table("Priest Guard Handmaid", draws="Priest Prince King Guard Baron", **CLASSIC)

    play(env, LOOK.format(1), PRINCE.format(1), GUESS.format(2, "King"))

    assert choice(env) == BARON.format(1)


def test_prince_knocks_out_a_known_princess() -> None:
    env = table("Priest Guard Princess", draws="Guard Guard Guard Prince", **CLASSIC)

    play(env, LOOK.format(2), GUESS.format(2, "King"), GUESS.format(2, "King"))

    assert choice(env) in (PRINCE.format(2), GUESS.format(2, "Princess"))


def test_prince_is_not_played_on_oneself_beside_the_princess() -> None:
    env = table("Princess Guard Guard", draws="Prince", **CLASSIC)

    assert choice(env) in (PRINCE.format(1), PRINCE.format(2))


@pytest.mark.parametrize("other", ["Guard", "Priest", "Baron", "Handmaid", "Prince", "King"])
def test_the_princess_is_never_played_by_choice(other: str) -> None:
    env = table(f"{other} Guard Guard", draws="Princess", **CLASSIC)

    assert "Princess and be out" not in choice(env)


@pytest.mark.parametrize("exposed", ["King", "Countess"])
def test_handmaid_protects_a_card_that_another_knows(exposed: str) -> None:
    env = table(f"{exposed} Priest", draws="Guard Guard Handmaid", **CLASSIC)

    play(env, GUESS.format(1, "Baron"), LOOK.format(1))

    assert choice(env) == HANDMAID


def test_king_takes_a_higher_card_at_the_end() -> None:
    deck = {"king": 1, "priest": 1, "countess": 1, "princess": 1}
    env = table("Priest Countess", draws="King", deck=deck, **CLASSIC)

    assert choice(env) == KING.format(1)


def test_no_king_beside_the_countess_which_is_forced() -> None:
    env = table("King Guard", draws="Countess", **CLASSIC)

    assert choice(env) == "play the Countess"


@pytest.mark.parametrize("first", ["Countess Handmaid", "Handmaid Countess"])
def test_the_last_turn_keeps_the_highest_card(first: str) -> None:
    held, drawn = first.split()
    deck = {"handmaid": 1, "prince": 1, "king": 1, "countess": 1}
    env = table(f"{held} King", draws=drawn, deck=deck, **CLASSIC)

    assert choice(env) == HANDMAID


def test_chancellor_keeps_the_highest_card_near_the_end() -> None:
    deck = {"chancellor": 1, "handmaid": 2, "priest": 2, "princess": 1, "king": 1}
    env = table("Chancellor Priest", draws="Handmaid King Princess", deck=deck, **SINGLE)

    play(env, "play a Chancellor: draw two, keep one")

    assert choice(env) == "keep the Princess"


@pytest.mark.parametrize(
    ("guards", "bottom"), [(4, "Baron"), (3, "Priest")], ids=["I draw it", "another draws it"]
)
def test_chancellor_leaves_the_higher_card_where_it_will_draw_it(guards: int, bottom: str) -> None:
    deck = {"chancellor": 1, "guard": guards, "priest": 1, "baron": 1, "princess": 1}
    env = table("Chancellor Guard", draws="Princess Priest Baron", deck=deck, **SINGLE)

    play(env, "play a Chancellor: draw two, keep one", "keep the Princess")

    assert choice(env) == f"put the {bottom} at the very bottom of the deck"


def test_spy_is_played_early_where_its_token_counts() -> None:
    assert choice(table("Spy Guard", draws="Handmaid", **SINGLE)) == HANDMAID
    assert choice(table("Spy Guard", draws="Handmaid")) == "play the Spy"
