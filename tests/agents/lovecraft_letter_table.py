"""Positions of Lovecraft Letter as the tests of its agent write them: cards by their short names,
actions as `investigators +1 5`, `armitage me`, `hound_insane +2`, `name 3`, `give cthulhu`.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.games.lovecraft_letter.cards import Card
from cthulhu_envs.games.lovecraft_letter.settings import copies_of

MYSELF = "me"


def table(
    hands: str, draws: str = "", face_up: str = "", *, small: bool = False, **settings: Any
) -> RawEnv:
    """A single round that player_0 starts. What is not named is dealt from the rest, lowest first;
    a `small` deck has only the cards named, and an Investigators card face down.
    """
    if small:
        settings["deck"] = dict(Counter(f"investigators {face_up} {hands} {draws}".split()))
    settings = {"rounds": "single", "num_players": len(hands.split()), **settings}
    settings["face_up"] = len(face_up.split())
    game = find("lovecraft_letter").configure(**settings)
    rest = Counter({card.name.lower(): copies_of(game.values)[card] for card in Card})
    named = [part.split() for part in (face_up, hands, draws)]
    for part in named:
        rest.subtract(part)
    assert min(rest.values()) >= 0, f"cards named too often: {-rest}"
    face_down, *left = rest.elements()
    env = RawEnv(game)
    env.reset(seed=0, options={"deck": [face_down, *chain(*named), *left], "start": 0})
    return env


def play(env: RawEnv, *turns: str) -> RawEnv:
    """Play these actions, whoever's turn it is."""
    for turn in turns:
        env.step(action(env.game, turn))
    return env


def action(game: Game, words: str) -> int:
    """The id of an action."""
    name, *rest = words.split()
    values: dict[str, int] = {}
    for word in rest:
        if word == MYSELF or word.startswith("+"):
            values["seat"] = 0 if word == MYSELF else int(word)
        elif word.isdigit():
            values["number"] = int(word)
        else:
            values["card"] = Card[word.upper()]
    return game.actions.encode(name, **values)


def words(game: Game, chosen: int) -> str:
    """The reverse."""
    meaning = game.actions.decode(chosen)
    said = [meaning.name]
    for axis, value in meaning.values.items():
        if axis == "seat":
            said.append(f"+{value}" if value else MYSELF)
        else:
            said.append(Card(value).name.lower() if axis == "card" else str(value))
    return " ".join(said)


def view(env: RawEnv) -> View:
    """What the seat to act sees."""
    return env.view(env.agent_selection)


def choice(env: RawEnv, seen: View | None = None, seed: int = 0) -> str:
    """What the occultist does now."""
    agent = make_agent("heuristic", env.game, seed=seed)
    return words(env.game, agent.act(seen or view(env)))
