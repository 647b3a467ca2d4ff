"""The race of two: every chance in it is what a turn, played by the rules, makes of the others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from cthulhu_agents.unspeakable_words.duel import (
    CHECKED,
    CLOSED,
    HIT_STATES,
    MOVING,
    OPEN,
    TWICE,
    as_bits,
    turned,
)
from cthulhu_agents.unspeakable_words.odds import sane_chance
from cthulhu_agents.unspeakable_words.scholar import Scholar
from cthulhu_training.arena import play, shares

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.make import make
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.api.view import view_of
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.games.unspeakable_words import GAME
from cthulhu_envs.games.unspeakable_words.settings import setting_of

only_compiled = pytest.mark.skipif(not is_compiled(), reason="too slow uncompiled")
pytestmark = pytest.mark.slow
SMALL = {"num_players": 2, "tokens": 2, "target": 12}


class ByTheRules:
    """One turn of a duel worked out anew, in plain Python, from the chances it can lead to."""

    def __init__(self, game: Game) -> None:
        agent = Scholar(game, race="duel")
        self.duel, self.worths = agent.duel, agent.odds.worths
        self.tokens = game.values["tokens"]
        self.has_dice = setting_of(game.values, "dice")
        names = ("target", "check", "claim_half", "lose_all_on_fail", "long_words", "free_words")
        self.rule = {name: setting_of(game.values, name) for name in names}

    def passes(self, hit: int, held: int, points: int, other: int, theirs: int) -> float:
        """My chance when the turn passes."""
        if 0 in (held, other):
            return float(held > 0)
        mine, yours = min(held, self.tokens), min(other, self.tokens)
        return 1 - float(self.duel[MOVING, turned(hit), yours, mine, max(theirs, 0), points])

    def with_dice(self, hit: int, held: int, points: int, other: int, theirs: int) -> float:
        """R5, for a caster who is still in play."""
        stays = self.passes(hit, held, points, other, theirs)
        if held == 0 or hit in (CLOSED, TWICE) or points >= theirs:
            return stays
        hit = {OPEN: OPEN + 1, OPEN + 1: TWICE, TWICE + 1: OPEN + 1, TWICE + 2: OPEN + 1}[hit]
        sign = sum(self.passes(hit, held, points, other, theirs - n) for n in range(1, 7)) / 6
        tentacle = self.passes(hit, held, points, other - 1, theirs)
        elder = self.passes(hit, held + 1, points, other, theirs)
        cthulhu = self.passes(hit, max(1, held - 1), points, other - 1, theirs)
        eye = max(sign, tentacle, elder, cthulhu)
        return max(stays, (5 * sign + 4 * tentacle + elder + cthulhu + eye) / 12)

    def claims(self, stand: tuple[int, ...], claimed: int, against: int) -> float:
        """R4 and R7."""
        hit, held, points, other, theirs = stand
        total, is_long = points + claimed, against < claimed
        sane = float(sane_chance(against, self.rule["check"] == "at_most"))
        if total >= self.rule["target"]:
            left = 0 if self.rule["lose_all_on_fail"] else points
            return sane + (1 - sane) * self.with_dice(hit, held - 1, left, other, theirs)
        left = points if is_long and self.rule["long_words"] == "if_sane" else total
        good = self.with_dice(self.after(hit, total), held, total, other, theirs)
        bad = self.with_dice(self.after(hit, left), held - 1, left, other, theirs)
        return sane * good + (1 - sane) * bad

    def after(self, hit: int, points: int) -> int:
        """R5.1: more than 50 points open the dice, where they are in the game."""
        return OPEN if hit == CLOSED and self.has_dice and points > 50 else hit

    def moves(self, *stand: int) -> float:
        """The chance of the player to move: the mean of all hands."""
        throws_in = self.passes(*stand)
        kind = int(self.rule["free_words"] and stand[1] == 1)
        found = []
        for hand in self.worths[kind]:
            words = [(bool(long), int(worth)) for long, worth in np.argwhere(hand) if worth > 0]
            values = [self.claims(stand, w, (w + 1) // 2 if long else w) for long, w in words]
            if self.rule["claim_half"]:
                halves = [(worth + 1) // 2 for long, worth in words if not long]
                values += [self.claims(stand, half, half) for half in halves]
            if not words or self.rule["check"] == "at_most":
                values.append(throws_in)
            found.append(max(values))
        return float(np.mean(found))


def standings(duel: np.ndarray, count: int, least_points: int = 0) -> list[tuple[int, ...]]:
    rng = np.random.default_rng(5)
    hits, tokens, target = duel.shape[1], duel.shape[2], duel.shape[4]
    low, high = [0, 1, least_points, 1, least_points], [hits, tokens, target, tokens, target]
    found = [tuple(int(n) for n in rng.integers(low, high)) for _ in range(count)]
    if hits == 1:
        return found
    return [at for at in found if at[0] != CLOSED or max(at[2], at[4]) <= 50]


@pytest.mark.parametrize("edition", ["manual", "published"])
def test_a_small_duel_follows_from_itself(edition: str) -> None:
    rules = ByTheRules(GAME.configure(edition=edition, dice=False, **SMALL))

    for hit, held, points, other, theirs in standings(rules.duel, 30):
        here = rules.duel[:, hit, held, other, points, theirs]
        stand = hit, held, points, other, theirs
        assert here[MOVING] == pytest.approx(rules.moves(*stand), abs=1e-4)
        assert here[CHECKED] == pytest.approx(rules.with_dice(*stand), abs=1e-4)


@only_compiled
def test_so_does_one_with_dice() -> None:
    settings = SMALL | {"target": 64, "tokens": 3}
    rules = ByTheRules(GAME.configure(edition="manual", **settings))

    assert rules.duel.shape[1] == HIT_STATES
    off = []
    looked_at = standings(rules.duel, 80, least_points=40)
    assert {stand[0] for stand in looked_at} == set(range(HIT_STATES))
    for hit, held, points, other, theirs in looked_at:
        here = rules.duel[MOVING, hit, held, other, points, theirs]
        off.append(abs(here - rules.moves(hit, held, points, other, theirs)))
        checked = rules.duel[CHECKED, hit, held, other, points, theirs]
        off.append(abs(checked - rules.with_dice(hit, held, points, other, theirs)))
    assert np.mean(off) < 1e-3 and max(off) < 0.02


@only_compiled
def test_it_sees_that_the_dice_are_open_when_nobody_has_points_enough_any_more() -> None:
    game = GAME.configure(edition="manual", **SMALL | {"target": 64, "tokens": 3})
    judge = Scholar(game, race="duel", trust=0.0)
    env = make(game, guards="none")
    assert isinstance(env, RawEnv)
    env.reset(seed=1, options={"start": 0})
    states = env._lanes.states.copy()
    states[0].points[:2] = 30, 44
    for is_open in (False, True):
        states[0].dice_open = is_open
        seen = view_of(game, states, 0).observation

        chance = (1 + float(judge.value_batch(seen[None])[0])) / 2

        there = judge.duel[MOVING, OPEN if is_open else CLOSED, 3, 3, 30, 44]
        assert chance == pytest.approx(float(there), abs=1e-5)
    gap = judge.duel[MOVING, OPEN, 3, 3, 30, 44] - judge.duel[MOVING, CLOSED, 3, 3, 30, 44]
    assert gap > 0.005  # open dice help the one behind


def test_what_the_dice_hit_is_the_same_for_both() -> None:
    assert [turned(hit) for hit in range(HIT_STATES)] == [CLOSED, OPEN, 4, 5, 2, 3]


def test_sets_of_hands_hold_the_hands_that_have_the_word() -> None:
    worths = np.random.default_rng(1).random((2, 100, 2, 7)) < 0.3

    sets = as_bits(worths)

    for kind, hand, long, worth in np.ndindex(worths.shape):
        is_in = int(sets[kind, long, worth, hand // 64]) >> hand % 64 & 1
        assert is_in == (worths[kind, hand, long, worth] and worth > 0)


def seen_by_the_other(game: Game, states: np.ndarray) -> np.ndarray:
    return view_of(game, states, 1 - int(states[0].seat)).observation


@only_compiled
def test_what_one_gains_by_judgement_the_other_loses() -> None:
    """Between two turns, without what the cards are worth, and with hits of either player."""
    game = GAME.configure(edition="manual", **SMALL | {"target": 64, "tokens": 3})
    judge = Scholar(game, race="duel", trust=0.0)
    vec = VectorEnv(game, 64)
    obs, mask, _ = vec.reset(seed=4)
    hits = game.observations.starts["hits"]
    seen = set()
    for _ in range(300):
        obs, mask, *_ = vec.step(judge.act_batch(obs, mask))
        theirs = np.stack([seen_by_the_other(game, vec.states[i : i + 1]) for i in range(64)])
        assert judge.value_batch(obs) == pytest.approx(-judge.value_batch(theirs), abs=1e-6)
        seen |= {tuple(row) for row in obs[:, hits : hits + 2].astype(int).tolist()}
    assert {(0, 0), (0, 1), (1, 0), (0, 2)} <= seen


@only_compiled
@pytest.mark.parametrize("edition", ["manual", "published"])
def test_it_beats_the_scholar_that_sees_races_alone(edition: str) -> None:
    """Measured over 8,000 games: docs/search.md."""
    game = GAME.configure(num_players=2, edition=edition)

    assert share_against_alone(game, 1500) > 0.52


def share_against_alone(game: Game, deals: int) -> float:
    agents = [make_agent("heuristic:race=duel", game, 1), make_agent("heuristic", game, 2)]
    seats = np.tile(np.array([[0, 1], [1, 0]]), (deals, 1))
    seeds = np.repeat(np.arange(deals, dtype=np.uint64), 2)
    won = shares(play(game, agents, seats, seeds))
    return float(np.where(seats == 0, won, 0.0).sum() / len(seats))


@pytest.mark.parametrize(
    ("options", "players", "message"),
    [
        ({"race": "horse"}, 2, "race is one of alone, duel, not 'horse'"),
        ({"race": "duel"}, 3, "a duel is a race of two, not of 3 players"),
        ({"trust": "much"}, 2, "trust"),
    ],
)
def test_what_is_no_race_is_refused(options: dict[str, Any], players: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Scholar(GAME.configure(num_players=players), **options)


def test_a_race_that_is_too_long_is_refused_at_once() -> None:
    long = GAME.configure(num_players=2, target=1000, tokens=2)

    with pytest.raises(ValueError, match="a duel to 1000 points with 2 tokens has 54,000,000"):
        Scholar(long, race="duel")
