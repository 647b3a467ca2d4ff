"""The duel: who wins a race of two, worked out for every standing before the game.

`duel[MOVING, hits, tokens, their tokens, points, their points]` is the chance of the player to
move, `duel[CHECKED, ...]` that of one who has laid a word and been checked, with the dice still to
come. `hits` says whether the Cthulhu Dice are open (R5.1) and how often running they hit which of
the two (R5.4): `turned` gives it as the other sees it. Both players lay the best word, make the
best claim and roll the dice if that helps; hands come from the deck as they do at the start of a
game, whatever was kept. Tokens above those at the start count as those.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.bits import size
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.record import record_dtype
from cthulhu_envs.games.unspeakable_words.cards import (
    D6,
    DICE_ABOVE,
    MOST_HITS,
    N_CHOICES,
    SIDES,
    Effect,
)

MOVING, CHECKED = 0, 1
CLOSED, OPEN = 0, 1  # the dice: not open yet or not in the game; open, nobody hit
TWICE = OPEN + MOST_HITS  # the other hit as often running as may be
HIT_STATES = 2 + 2 * MOST_HITS  # closed; nobody; the other once, twice; me once, twice
NO_DUEL = np.zeros((2, 1, 1, 1, 1, 1), np.float32)
NO_DUEL.setflags(write=False)  # as those that are worked out: one type, compiled once
MOST_STANDINGS = 8_000_000  # the manual's table has 2.8 million
WORD_BITS = 64
SWEEPS = 4  # of improving what depends on itself
HALVINGS = 17  # in the search for a balance
NEAR = 1e-5
NO_WORD = -1.0  # in the place of a chance
# Small worths fail often under `at_most`: players throw hands in until a large word comes. Under
# `at_least` they lay what they have.
THROWS_IN = {"at_most": True, "at_least": False}
READ = (  # of a kit
    "target",
    "tokens",
    "claim_half",
    "lose_all",
    "long_if_sane",
    "dice",
    "free",
    "throws_in",
    "sane",
)
SIDES_OF = np.array([SIDES.get(effect, 0) for effect in Effect])
N_SIDES = int(SIDES_OF.sum())
ALL = np.uint64(2**64 - 1)

Hands = NDArray[np.uint64]  # [kind, long, worth, part]: the hands that have such a word, as bits


def scratch_dtype(most: int) -> np.dtype[Any]:
    """What the words of a hand lead to, and how many hands have which as their best."""
    return record_dtype(
        ("value", np.float64, (most,)),
        ("order", np.int64, (most,)),
        ("best", np.float64, (most + 1,)),
        ("times", np.int64, (most + 1,)),
        ("n", np.int64),
    )


def as_bits(worths: NDArray[np.bool_]) -> Hands:
    """[kind, hand, long, worth] as sets of hands."""
    worths = worths * (np.arange(worths.shape[3]) > 0)  # nobody lays a word for nothing
    parts = -(-worths.shape[1] // WORD_BITS)
    padded = np.zeros((parts * WORD_BITS, *worths.shape[:1], *worths.shape[2:]), np.uint64)
    padded[: worths.shape[1]] = np.moveaxis(worths, 1, 0)
    padded <<= (np.arange(len(padded), dtype=np.uint64) % WORD_BITS)[:, None, None, None]
    sets = np.bitwise_or.reduce(padded.reshape(parts, WORD_BITS, *padded.shape[1:]), axis=1)
    return np.ascontiguousarray(np.moveaxis(sets, 0, -1))


_worked_out: dict[tuple[Any, ...], NDArray[np.float32]] = {}  # in this process, by what it is of


def duel_of(kits: NDArray[Any], worths: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The duel of a table; `worths` are those of hands [kind, hand, long, worth], where the second
    kind is for a player who may lay any letters. Worked out once for tables that are alike.
    """
    key = (*(kits[0][name].tobytes() for name in READ), worths.shape, worths.tobytes())
    if key not in _worked_out:
        _worked_out[key] = _solved(kits, worths)
    return _worked_out[key]


def _solved(kits: NDArray[Any], worths: NDArray[np.bool_]) -> NDArray[np.float32]:
    """First without the dice; what that gives is where the dice begin."""
    target, most = int(kits[0].target), int(kits[0].tokens) + 1
    standings = (HIT_STATES if kits[0].dice else 1) * (most * target) ** 2
    if standings > MOST_STANDINGS:
        raise ValueError(
            f"a duel to {target} points with {most - 1} tokens has {standings:,} standings; at "
            f"most {MOST_STANDINGS:,} are worked out"
        )
    scratch = np.zeros(2, scratch_dtype(worths.shape[2] * worths.shape[3]))
    scratch["order"] = np.arange(scratch["order"].shape[1])
    sets = as_bits(worths)
    left = np.zeros(sets.shape[-1], np.uint64)
    duel = np.full((2, 1, most, most, target, target), 0.5, np.float32)
    duel[:, :, 0] = 0.0
    for hits in (1, HIT_STATES) if kits[0].dice else (1,):
        duel = np.repeat(duel, hits, axis=1)
        for _ in range(SWEEPS):
            if sweep(kits, sets, worths.shape[1], left, scratch, duel) < NEAR:
                break
    duel.setflags(write=False)
    return duel


@kernel
def sweep(kits, sets, hands, left, scratch, duel):
    """Work everything out once, in an order in which most depends on what is already good; returns
    the mean change.
    """
    kit = kits[0]
    most, target = duel.shape[2] - 1, duel.shape[4]
    change, entries = 0.0, 0
    for tokens in range(2, 2 * most + 1):
        for total in range(2 * (target - 1), -1, -1):
            for points in range(max(0, total - target + 1), min(target - 1, total) + 1):
                for held in range(max(1, tokens - most), min(most, tokens - 1) + 1):
                    for hit in range(duel.shape[1] - 1, -1, -1):
                        other, theirs = tokens - held, total - points
                        if not is_possible(duel, hit, points, theirs):
                            continue
                        if is_first(hit, held, points, other, theirs):
                            change += settle(
                                kit, sets, hands, left, scratch, duel, hit, held, points, other,
                                theirs,
                            )  # fmt: skip
                            entries += 1
    return change / entries


@kernel(inline=True)
def is_first(hit, held, points, other, theirs):
    """Of a standing and the same seen by the other player, one comes first."""
    flip = turned(hit)
    if hit != flip:
        return hit < flip
    return held < other or (held == other and points <= theirs)


@kernel(inline=True)
def is_possible(duel, hit, points, theirs):
    """R5.1: where there are dice, nobody has more than 50 points while they are closed."""
    return hit != CLOSED or duel.shape[1] == 1 or max(points, theirs) <= DICE_ABOVE


@kernel(inline=True)
def opened(duel, hit, points):
    """R5.1: the dice after somebody has reached this number of points."""
    if hit == CLOSED and duel.shape[1] > 1 and points > DICE_ABOVE:
        return OPEN
    return hit


@kernel(inline=True)
def turned(hit):
    """Whom the dice hit, as the other player sees it."""
    if hit <= OPEN:
        return hit
    return hit + MOST_HITS if hit <= TWICE else hit - MOST_HITS


@kernel(inline=True)
def once_more(hit):
    """The same after another roll at the other player."""
    return hit + 1 if hit < TWICE else OPEN + 1


@kernel
def settle(kit, sets, hands, left, scratch, duel, hit, held, points, other, theirs):
    """A standing and the same with the other to move: throwing in leads from one to the other.
    Returns the change.
    """
    flip = turned(hit)
    weigh_hands(kit, sets, hands, left, scratch[0], duel, hit, held, points, other, theirs)
    weigh_hands(kit, sets, hands, left, scratch[1], duel, flip, other, theirs, held, points)
    moving = duel[MOVING]
    before = moving[hit, held, other, points, theirs]
    thrown_in = balance(kit, scratch, hands)
    mine = expected(kit, scratch[0], hands, thrown_in)
    yours = expected(kit, scratch[1], hands, 1.0 - mine)
    moving[hit, held, other, points, theirs] = mine
    moving[flip, other, held, theirs, points] = yours
    duel[CHECKED, hit, held, other, points, theirs] = with_dice(
        duel, hit, held, points, other, theirs
    )
    duel[CHECKED, flip, other, held, theirs, points] = with_dice(
        duel, flip, other, theirs, held, points
    )
    return abs(mine - before)


@kernel(inline=True)
def balance(kit, scratch, hands):
    """My chance when I throw in and the other moves, who may throw in as well: of all that fit, the
    one nearest to a half, which is what both have if they throw in each time.
    """
    away, near = (0.0, 0.5) if surplus(kit, scratch, hands, 0.5) < 0.0 else (1.0, 0.5)
    direction = 1.0 if away > near else -1.0
    if direction * surplus(kit, scratch, hands, near) <= NEAR:
        return near
    for _ in range(HALVINGS):
        middle = (away + near) / 2.0
        if direction * surplus(kit, scratch, hands, middle) > NEAR:
            near = middle
        else:
            away = middle
    return (away + near) / 2.0


@kernel(inline=True)
def surplus(kit, scratch, hands, thrown_in):
    """How much more than that I have if the other moves and I then have it again."""
    mine = expected(kit, scratch[0], hands, thrown_in)
    return 1.0 - expected(kit, scratch[1], hands, 1.0 - mine) - thrown_in


@kernel
def weigh_hands(kit, sets, hands, left, scratch, duel, hit, held, points, other, theirs):
    """How many hands have which chance with their best word."""
    n_worths = sets.shape[2]
    kind = 1 if kit.free and held == 1 else 0
    n = sets.shape[1] * n_worths
    for word in range(n):
        is_long, worth = word // n_worths, word % n_worths
        half = (worth + 1) // 2
        against = half if is_long else worth
        value = after_claim(kit, duel, hit, held, points, other, theirs, worth, against)
        if kit.claim_half and not is_long:
            halved = after_claim(kit, duel, hit, held, points, other, theirs, half, half)
            value = max(value, halved)
        scratch.value[word] = value
    sort_down(scratch.value, scratch.order, n)
    left[:] = ALL
    scratch.n, rest = 0, hands
    for k in range(n):
        word = scratch.order[k]
        row = sets[kind, word // n_worths, word % n_worths]
        found = 0
        for part in range(left.shape[0]):
            found += size(left[part] & row[part])
            left[part] &= ~row[part]
        if found:
            scratch.best[scratch.n], scratch.times[scratch.n] = scratch.value[word], found
            scratch.n += 1
            rest -= found
            if rest == 0:
                break
    if rest:
        scratch.best[scratch.n], scratch.times[scratch.n] = NO_WORD, rest
        scratch.n += 1


@kernel(inline=True)
def sort_down(value, order, n):
    """By insertion: the order of the standing before is nearly right."""
    for k in range(1, n):
        word, place = order[k], k
        while place > 0 and value[order[place - 1]] < value[word]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = word


@kernel(inline=True)
def left_insane(kit, points, claimed, against):
    """R4.8, R4.10a, R7.2, R7.3: the points after a check that fails; it is against less than the
    points claimed if the word is long.
    """
    if points + claimed >= kit.target:
        return 0 if kit.lose_all else points
    return points if kit.long_if_sane and against < claimed else points + claimed


@kernel(inline=True)
def after_claim(kit, duel, hit, held, points, other, theirs, claimed, against):
    """R4.4-R4.10, R7.1-R7.4: the chance with a claim and a check against these points."""
    sane, total = 1.0, points + claimed
    if total < kit.target:
        sane = np.float64(duel[CHECKED, opened(duel, hit, total), held, other, total, theirs])
    left = left_insane(kit, points, claimed, against)
    insane = np.float64(duel[CHECKED, opened(duel, hit, left), held - 1, other, left, theirs])
    return kit.sane[against] * sane + (1.0 - kit.sane[against]) * insane


@kernel(inline=True)
def expected(kit, scratch, hands, thrown_in):
    """The mean of all hands, if throwing in leads to that chance."""
    total = 0.0
    for k in range(scratch.n):
        best = scratch.best[k]
        if best < thrown_in and (kit.throws_in or best == NO_WORD):
            best = thrown_in
        total += scratch.times[k] * best
    return total / hands


@kernel(inline=True)
def is_solved(duel):
    """Whether there is a duel at all, and not NO_DUEL."""
    return duel.shape[2] > 1


@kernel(inline=True)
def passed(duel, hit, held, points, other, theirs):
    """My chance when the turn passes to the other player."""
    if held <= 0:
        return 0.0
    most, last = duel.shape[2] - 1, duel.shape[4] - 1
    mine, yours = min(held, most), min(max(other, 0), most)
    theirs, points = min(max(theirs, 0), last), min(max(points, 0), last)
    moving = duel[MOVING, min(turned(hit), duel.shape[1] - 1), yours, mine, theirs, points]
    return 1.0 - np.float64(moving)


@kernel(inline=True)
def checked(duel, hit, held, points, other, theirs):
    """My chance after the check of my word."""
    if held <= 0:
        return 0.0
    most, last = duel.shape[2] - 1, duel.shape[4] - 1
    theirs, points = min(max(theirs, 0), last), min(max(points, 0), last)
    hit = min(hit, duel.shape[1] - 1)
    return np.float64(duel[CHECKED, hit, min(held, most), min(other, most), points, theirs])


@kernel
def with_dice(duel, hit, held, points, other, theirs):
    """R5: my chance after the check, with the better of rolling at the other player and not."""
    best = passed(duel, hit, held, points, other, theirs)
    if hit == CLOSED or hit == TWICE or theirs <= points:
        return best
    hit, rolled, eye = once_more(hit), 0.0, 0.0
    for effect in range(N_CHOICES):
        chance = after_effect(duel, effect, hit, held, points, other, theirs)
        rolled += SIDES_OF[effect] * chance
        eye = max(eye, chance)
    return max(best, (rolled + SIDES_OF[Effect.EYE] * eye) / N_SIDES)


@kernel
def after_effect(duel, effect, hit, held, points, other, theirs):
    """R5.6-R5.10a: my chance after an effect on the other player; `hit` with this roll."""
    if effect == Effect.YELLOW_SIGN:
        total = 0.0
        for lost in range(1, D6 + 1):
            total += passed(duel, hit, held, points, other, theirs - lost)
        return total / D6
    if effect == Effect.TENTACLE:
        return passed(duel, hit, held, points, other - 1, theirs)
    if effect == Effect.ELDER_SIGN:
        return passed(duel, hit, held + 1, points, other, theirs)
    if effect == Effect.CTHULHU:
        return passed(duel, hit, max(held - 1, 1), points, other - 1, theirs)
    return passed(duel, hit, held, points, other, theirs)
