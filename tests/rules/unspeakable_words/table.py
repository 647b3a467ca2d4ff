"""Positions of Unspeakable Words as tests write them.

    at = position(hands=["teabc", "..."], rolls=[20])
    at.word("tea").claim("all")
    assert at.points == [11, 0]

Seat 0 holds T, E, A, B and C and begins; `...` stands for whatever cards are left, in order of the
alphabet, as they do in the draw pile behind the letters of `pile`. Cards that the 96 do not have
make a deck of their own. Cards and dice go through the public `reset(options=...)`; points, tokens
and words laid before are written into the state, in `_write`.

Seats are absolute here (player_0 is 0) except in actions, where +1 is the player to the left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.make import make
from cthulhu_envs.games.unspeakable_words import GAME
from cthulhu_envs.games.unspeakable_words.cards import DICE_ABOVE, Effect, Letter
from cthulhu_envs.games.unspeakable_words.position import spelled
from cthulhu_envs.games.unspeakable_words.settings import copies_of, setting_of
from cthulhu_envs.games.unspeakable_words.words_laid import longer, note_used

REST = "..."
ALL = "abcdefghijklmnopqrstuvwxyz"


def position(
    *,
    hands: Sequence[str],
    pile: str = REST,
    start: int = 0,
    points: Sequence[int] = (),
    tokens: Sequence[int] = (),
    used: Sequence[str] = (),
    rolls: Sequence[int] = (),
    faces: Sequence[str] = (),
    losses: Sequence[int] = (),
    seed: int = 0,
    **settings: Any,
) -> Table:
    """The first decision of a game in which these cards lie where they are said to lie.

    A `pile` without `...` is the whole draw pile; then the cards described are the deck.
    """
    settings = {"num_players": len(hands), **settings}
    if not pile.endswith(REST):
        described = Counter("".join(hands) + pile)
        settings["deck"] = {letter.upper(): copies for letter, copies in described.items()}
    env = make(GAME, guards="none", **settings)
    assert isinstance(env, RawEnv)
    options = {"start": start, "rolls": list(rolls), "faces": list(faces), "losses": list(losses)}
    options["deck"] = _stacked(env, hands, pile.removesuffix(REST))
    env.reset(seed=seed, options=options)
    at = Table(env)
    at._write(points, tokens, used)
    return at


def new_game(seed: int = 0, **settings: Any) -> Table:
    """A game as it is dealt, nothing stacked."""
    env = make(GAME, guards="none", **settings)
    assert isinstance(env, RawEnv)
    env.reset(seed=seed)
    return Table(env)


def code_of(word: str) -> int:
    code = 0
    for letter in word:
        code = longer(code, Letter[letter.upper()])
    return code


def _stacked(env: RawEnv, hands: Sequence[str], pile: str) -> list[str]:
    """The whole deck, top card first."""
    size = setting_of(env.game.values, "hand_size")
    copies = dict(zip(ALL, copies_of(env.game.values), strict=True))
    left = Counter(copies)
    left.subtract("".join(hand for hand in hands if hand != REST) + pile)
    short = [letter for letter in ALL if left[letter] < 0]
    if short:
        raise ValueError(f"the position has {', '.join(short)} too often")
    rest = sorted(left.elements())
    order: list[str] = []
    for hand in hands:
        held = [] if hand == REST else list(hand)
        while len(held) < size:
            held.append(rest.pop(0))
        order += held
    return [*order, *pile, *rest]


class Table:
    """A game in progress: plays words and actions, and says how things stand."""

    def __init__(self, env: RawEnv) -> None:
        self.env = env
        self.game = env.game
        self.num_players = env.game.num_players

    def _write(self, points: Sequence[int], tokens: Sequence[int], used: Sequence[str]) -> None:
        s = self.state
        if points:
            s.points[: self.num_players] = points
            s.dice_open = max(points) > DICE_ABOVE
        if tokens:
            s.tokens[: self.num_players] = tokens
        for word in used:
            note_used(s, code_of(word))
            s.turns += 1
        self.env._place(self.env._lanes.states.copy())  # looks anew at what may be done

    def play(self, name: str, **values: Any) -> Table:
        """Play an action of the seat to act; one that is not legal raises ValueError."""
        self.env.step(self.action(name, **values))
        self.game.check_state(self.game, self.state)
        return self

    def action(self, name: str, **values: Any) -> int:
        """The id of a named action: `letter="q"`, `seat=+1`, `effect="redraw"`."""
        if "letter" in values:
            values["letter"] = Letter[values["letter"].upper()]
        if "effect" in values:
            values["effect"] = Effect[values["effect"].upper().replace(" ", "_")]
        return self.game.actions.encode(name, **values)

    def lay(self, letters: str) -> Table:
        """Lay letters one by one."""
        for letter in letters:
            self.play("letter", letter=letter)
        return self

    def word(self, word: str) -> Table:
        """Lay a word and say that it is complete."""
        return self.lay(word).play("complete")

    def claim(self, what: str) -> Table:
        """Claim 'all' or 'half'."""
        return self.play(f"claim_{what}")

    def throw_in(self) -> Table:
        return self.play("throw_in")

    def leave(self) -> Table:
        """The step of an agent that has terminated."""
        self.env.step(None)
        return self

    @property
    def legal(self) -> set[str]:
        """What the seat to act may do: 'letter A', 'complete', 'roll +1', 'eye Redraw'."""
        mask = self.env.observe(self.env.agent_selection)["action_mask"]
        return {self._notation(int(action)) for action in np.flatnonzero(mask)}

    @property
    def letters(self) -> str:
        """The letters that may be laid."""
        return "".join(sorted(said[-1].lower() for said in self.legal if said[:7] == "letter "))

    def _notation(self, action: int) -> str:
        meaning = self.game.actions.decode(action)
        axes = self.game.actions.blocks[meaning.name].axes
        labels = [axes[key].labels[axes[key].position(at)] for key, at in meaning.values.items()]
        return " ".join([meaning.name, *labels])

    def sees(self, seat: int) -> dict[str, Any]:
        """The observation of a seat by block."""
        return self.game.observations.view(self.vector(seat))

    def vector(self, seat: int) -> Any:
        return self.env.observe(f"player_{seat}")["observation"]

    @property
    def state(self) -> Any:
        """The record itself."""
        return self.env._lanes.states[0]

    @property
    def seat(self) -> int:
        """The seat to act, or the agent that has to leave."""
        return self.env.possible_agents.index(self.env.agent_selection)

    @property
    def hands(self) -> list[str]:
        """In the order drawn."""
        s = self.state
        return [_letters(s.hand[seat, : s.held[seat]]) for seat in range(self.num_players)]

    @property
    def pile(self) -> str:
        """The draw pile, top first."""
        return _letters(self.state.pile[: self.state.left][::-1])

    @property
    def discards(self) -> str:
        """In order of the alphabet."""
        return _letters(np.repeat(np.arange(26), self.state.discards))

    @property
    def laid(self) -> str:
        """The word being laid."""
        return _letters(self.state.word[: self.state.length])

    @property
    def used(self) -> list[str]:
        return [spelled(int(code)).lower() for code in self.state.used[: self.state.num_used]]

    @property
    def points(self) -> list[int]:
        return [int(points) for points in self.state.points[: self.num_players]]

    @property
    def tokens(self) -> list[int]:
        return [int(tokens) for tokens in self.state.tokens[: self.num_players]]

    @property
    def gone(self) -> list[bool]:
        return [bool(flag) for flag in self.state.gone[: self.num_players]]

    @property
    def failed(self) -> list[bool]:
        """Who failed the check of their latest turn."""
        return [bool(flag) for flag in self.state.last_failed[: self.num_players]]

    @property
    def ending(self) -> str:
        return self.game.ending_name(int(self.state.ending))

    @property
    def rewards(self) -> list[float]:
        """What the last action paid each seat that is still an agent."""
        return [round(reward, 5) for reward in self.env.rewards.values()]


def counted(vector: Any) -> str:
    """Letters from copies by letter: [1, 0, 2, ...] -> 'acc'."""
    return _letters(np.repeat(np.arange(26), vector.astype(int)))


def _letters(numbers: Any) -> str:
    return "".join(ALL[number] for number in numbers)
