"""Recording games: every bluff that was open, every guess, and what each decision taught.

One row for each of them, in three tables. Beliefs are measured in worlds drawn for the seat that
decides (`sample_world`): all histories that fit what it knows, equally likely. They are what logic
and counting allow, and say nothing about how others like to play.

Claims: a play that looks forced claims that its player hides certain things. It stands until its
player acts again, the hidden thing changes, or a new round begins. Who then names a claimed thing
has believed it; if the play was free and the guess misses, that belief was fooled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.errors import shown
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.rng import lane_stream
from cthulhu_envs.authoring.signals import NONE, signals_of
from cthulhu_training.arena.match import Moment
from cthulhu_training.behaviour.signals import believed_in, hidden_in, signals_in
from cthulhu_training.defaults import WORLDS

ROUND = "round_number"  # a state's field, in games of several rounds
NO_CLAIM, HONEST, BLUFF = "", "honest", "bluff"
NEAR = 1e-9
MOST_WORLDS = 100_000  # which tell a belief to within 0.3 %

Row = dict[str, Any]


@dataclass
class Tables:
    """Tidy rows: what was open and chosen, bluffs, guesses, and information by decision."""

    bluffs: list[Row] = field(default_factory=list)
    guesses: list[Row] = field(default_factory=list)
    information: list[Row] = field(default_factory=list)
    choices: dict[tuple[str, str], NDArray[np.int64]] = field(default_factory=dict)

    def extend(self, other: Tables) -> None:
        """Add the rows of other games."""
        self.bluffs += other.bluffs
        self.guesses += other.guesses
        self.information += other.information
        for key, counts in other.choices.items():
            self.choices[key] = self.choices.get(key, np.zeros(2, np.int64)) + counts


def check_worlds(worlds: int) -> None:
    """ValueError if beliefs cannot be measured in so many worlds: they are drawn in one go, in
    which no Ctrl-C is heard.
    """
    if not 1 <= worlds <= MOST_WORLDS:
        raise ValueError(f"worlds must be from 1 to {MOST_WORLDS}, not {shown(worlds)}")


class EventRecorder:
    """Records a batch of games, moment by moment: pass `record` to `play(..., watch=...)`.

    `names[g][p]` is the agent in seat p of game g, and `deals[g]` what the game is called in the
    tables. Worlds are drawn from streams of their own, seeded by each game's seed.
    """

    def __init__(
        self,
        game: Game,
        names: Sequence[Sequence[str]],
        deals: Sequence[Any],
        seeds: Sequence[int],
        worlds: int = WORLDS,
    ) -> None:
        check_worlds(worlds)
        self.game = game
        self.names = names
        self.deals = deals
        self.seeds = seeds
        self.worlds = worlds
        self.words = signals_of(game)
        self.tables = Tables()
        self.step = 0
        shape = (len(names), game.num_players)
        self.claims = np.zeros(shape, np.uint32)
        self.is_bluff = np.zeros(shape, np.bool_)

    def record(self, moment: Moment) -> None:
        """Add everything that one decision in each game shows."""
        self._count_choices(moment)
        if self.words.things or self.words.bluffs:
            seats = moment.before["seat"].astype(np.int64)
            signals = signals_in(self.game, moment.before, moment.actions)
            before = self._beliefs(moment, moment.before, seats, 0)
            after = self._beliefs(moment, moment.after, seats, 1)
            self._add_guesses(moment, seats, signals, before)
            self._add_bluffs(moment, seats, signals)
            self._add_information(moment, seats, before, after)
            self._keep_claims(moment, seats, signals)
        self.step += 1

    def _beliefs(
        self, moment: Moment, states: NDArray[Any], seats: NDArray[Any], half: int
    ) -> NDArray[np.float64]:
        number = 2 * self.step + half
        starts = [lane_stream(np.uint64(self.seeds[g]), number) for g in moment.number]
        return believed_in(self.game, states, seats, np.array(starts, np.uint64), self.worlds)

    def _count_choices(self, moment: Moment) -> None:
        """How often each family of actions was open to an agent, and chosen."""
        blocks = self.game.actions.view(moment.mask)
        chosen = np.zeros_like(moment.mask)
        chosen[np.arange(len(chosen)), moment.actions] = 1
        taken = self.game.actions.view(chosen)
        who = np.array([self._who(g, s) for g, s in self._pairs(moment)])
        for name in blocks:
            rows = blocks[name].reshape(len(who), -1).any(axis=1)
            hits = taken[name].reshape(len(who), -1).any(axis=1)
            for agent in np.unique(who[rows]):
                mine = who == agent
                counts = np.array([(rows & mine).sum(), (hits & mine).sum()])
                key = (str(agent), name)
                self.tables.choices[key] = self.tables.choices.get(key, 0) + counts

    def _pairs(self, moment: Moment) -> list[tuple[int, int]]:
        return list(zip(moment.number.tolist(), moment.before["seat"].tolist(), strict=True))

    def _who(self, number: int, seat: int) -> str:
        return self.names[number][seat]

    def _base(self, number: int, seat: int) -> Row:
        return {
            "deal": self.deals[number],
            "table": " ".join(self.names[number]),  # with the deal, which game
            "decision": self.step,
            "seat": seat,
            "agent": self._who(number, seat),
        }

    def _add_guesses(
        self,
        moment: Moment,
        seats: NDArray[Any],
        signals: NDArray[Any],
        before: NDArray[np.float64],
    ) -> None:
        rows = np.flatnonzero(signals["asked"] != NONE)
        if not len(rows):
            return
        asked = signals["asked"][rows].astype(np.int64)
        truth = hidden_in(self.game, moment.before[rows], asked)
        steps = (asked - seats[rows]) % self.game.num_players
        counted = self.words.tally(self.game, moment.obs[rows], steps)
        can_name = self._nameable(moment, rows)
        for k, row in enumerate(rows.tolist()):
            number, named = int(moment.number[row]), int(signals["named"][row])
            seen, counts = before[row, asked[k]], counted[k]
            open_to = can_name[k]
            claim = int(self.claims[number, asked[k]])
            kind = NO_CLAIM
            if claim:
                kind = BLUFF if self.is_bluff[number, asked[k]] else HONEST
            believed = bool(claim >> named & 1)
            hit = named == int(truth[k])
            self.tables.guesses.append(
                self._base(number, int(seats[row]))
                | {
                    "asked": int(asked[k]),
                    "asked_agent": self._who(number, int(asked[k])),
                    "named": self.words.things[named],
                    "truth": self.words.things[int(truth[k])] if truth[k] != NONE else "",
                    "hit": int(hit),
                    "prob": float(seen[named]),
                    "best_prob": float(seen[open_to].max()),
                    "counted_prob": float(counts[named]),
                    "best_counted": float(counts[open_to].max()),
                    "counting_hits": _hit_share(counts, open_to, int(truth[k])),
                    "worlds_hit": _hit_share(seen, open_to, int(truth[k])),
                    "claim": kind,
                    "believed": int(believed),
                    "fooled": int(kind == BLUFF and believed and not hit),
                }
            )

    def _nameable(self, moment: Moment, rows: NDArray[Any]) -> list[NDArray[np.bool_]]:
        """Which things each guesser could have named."""
        at, actions = np.nonzero(moment.mask[rows])
        signals = signals_in(self.game, moment.before[rows], actions, at)
        can = np.zeros((len(rows), len(self.words.things)), np.bool_)
        is_name = signals["named"] != NONE
        can[at[is_name], signals["named"][is_name]] = True
        return list(can)

    def _add_bluffs(self, moment: Moment, seats: NDArray[Any], signals: NDArray[Any]) -> None:
        for row in np.flatnonzero(signals["bluff"] != NONE).tolist():
            beside = self.words.held_beside[int(signals["beside"][row])]
            self.tables.bluffs.append(
                self._base(int(moment.number[row]), int(seats[row]))
                | {
                    "bluff": self.words.bluffs[int(signals["bluff"][row])],
                    "beside": beside,
                    "obvious": int(beside in self.words.obvious),
                    "taken": int(signals["taken"][row]),
                }
            )

    def _add_information(
        self,
        moment: Moment,
        seats: NDArray[Any],
        before: NDArray[np.float64],
        after: NDArray[np.float64],
    ) -> None:
        """Bits that the deciding seat lacks about each other one, before and after its action;
        of seats that hide something both times, while the round goes on.
        """
        goes_on = ~_new_round(moment) & (moment.after["ending"] == 0)
        both = (before.sum(axis=2) > 0) & (after.sum(axis=2) > 0) & goes_on[:, None]
        lacks, left = bits(before), bits(after)
        hides = self._hides(moment.before)
        for row, seat in zip(*np.nonzero(both), strict=True):
            probs = before[row, seat]
            self.tables.information.append(
                self._base(int(moment.number[row]), int(seats[row]))
                | {
                    "about": int(seat),
                    "action": self.game.actions.decode(int(moment.actions[row])).name,
                    "bits_before": float(lacks[row, seat]),
                    "bits_after": float(left[row, seat]),
                    "likeliest": float(probs.max()),
                    "likeliest_true": int(probs[hides[row, seat]] >= probs.max() - NEAR),
                }
            )

    def _hides(self, states: NDArray[Any]) -> NDArray[np.int64]:
        """What every seat hides, (N, seats)."""
        seats = range(self.game.num_players)
        return np.stack(
            [hidden_in(self.game, states, np.full(len(states), seat)) for seat in seats], axis=1
        )

    def _keep_claims(self, moment: Moment, seats: NDArray[Any], signals: NDArray[Any]) -> None:
        number = moment.number
        self.claims[number, seats] = signals["claims"]
        self.is_bluff[number, seats] = signals["taken"] == 1
        changed = self._hides(moment.before) != self._hides(moment.after)
        changed[np.arange(len(seats)), seats] = False
        row, seat = np.nonzero(changed)
        self.claims[number[row], seat] = 0
        self.claims[number[_new_round(moment)]] = 0


def bits(probs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Entropy over the last axis."""
    logs = np.log2(probs, out=np.zeros_like(probs), where=probs > 0)
    entropy: NDArray[np.float64] = -(probs * logs).sum(axis=-1) + 0.0
    return entropy


def _hit_share(probs: NDArray[Any], open_to: NDArray[np.bool_], truth: int) -> float:
    """How often naming the likeliest thing would have been right, evenly over ties."""
    best = probs[open_to].max()
    ties = open_to & (probs >= best - NEAR)
    return float(truth != NONE and ties[truth]) / int(ties.sum())


def _new_round(moment: Moment) -> NDArray[np.bool_]:
    names = moment.before.dtype.names or ()
    if ROUND not in names:
        return np.zeros(len(moment.number), np.bool_)
    changed: NDArray[np.bool_] = moment.before[ROUND] != moment.after[ROUND]
    return changed
