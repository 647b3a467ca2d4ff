"""Where the keeper sends its characters: what every story would come to, by computed struggles."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import N_ICONS, Icon
from cthulhu_envs.games.call_of_cthulhu.features import FLAGS, NUMBERS
from cthulhu_envs.games.call_of_cthulhu.sizes import SLOTS, STORY_SLOTS, TRACK

N_FLAGS, N_NUMBERS = len(FLAGS), len(NUMBERS)
INSANE, EXHAUSTED = FLAGS.index("insane"), FLAGS.index("exhausted")
AT_STORY, WILLPOWER = FLAGS.index("at_story_1"), FLAGS.index("willpower")
INVULNERABLE, SUPPORT = FLAGS.index("invulnerability"), FLAGS.index("support")
TERROR, SKILL = NUMBERS.index("terror"), NUMBERS.index("skill")
TOUGHNESS, WOUNDS = NUMBERS.index("toughness"), NUMBERS.index("wounds")
TOKEN = 2.0  # what the first success token on a story is worth
OPPOSED = 0.45  # how likely I expect all that are ready to come to one story
STAY = 0.35  # what a character at home is worth as a defender, for each skill


@kernel(inline=True)
def slot_at(kit, side, slot):
    """Where the flags of a card in play begin."""
    return kit.ob.slot + (side * SLOTS + slot) * N_FLAGS


@kernel(inline=True)
def numbers_at(kit, side, slot):
    """Where its numbers begin."""
    return kit.ob.number + (side * SLOTS + slot) * N_NUMBERS


@kernel(inline=True)
def is_fighter(obs, at):
    """Whether a slot holds a sane character."""
    return obs[at] != 0.0 and obs[at + SUPPORT] == 0.0 and obs[at + INSANE] == 0.0


@kernel
def value_now(kit, obs, at, numbers, kind):
    """What a card in play is worth to its side."""
    if obs[at + SUPPORT] != 0.0:
        return 0.7 * kit.cost[kind] + 0.3
    if obs[at + INSANE] != 0.0:
        return 0.4 * kit.worth[kind]
    terror = numbers + TERROR
    icons = obs[terror] * 0.9 + obs[terror + 1] + obs[terror + 2] * 0.6 + obs[terror + 3] * 1.2
    lives = obs[numbers + TOUGHNESS] - obs[numbers + WOUNDS]
    text = 0.5 * max(kit.gain[kind], 0.0)
    return 1.0 + obs[numbers + SKILL] + icons + 0.5 * lives + text + obs[at + WILLPOWER] * 0.4


@kernel
def look_at_stories(kit, obs, notes):
    """Icons and skill of both sides at every story, and of theirs who could still come."""
    notes.icons[:] = 0.0
    notes.skill[:] = 0.0
    notes.count[:] = 0.0
    notes.least[:] = 99.0
    notes.ready_icons[:] = 0.0
    notes.ready_skill = 0.0
    notes.ready = 0.0
    for side in range(2):
        for slot in range(SLOTS):
            at = slot_at(kit, side, slot)
            if not is_fighter(obs, at):
                continue
            numbers = numbers_at(kit, side, slot)
            story = -1
            for k in range(STORY_SLOTS):
                if obs[at + AT_STORY + k] != 0.0:
                    story = k
            if story >= 0:
                notes.skill[side, story] += obs[numbers + SKILL]
                notes.count[side, story] += 1.0
                notes.least[side, story] = min(notes.least[side, story], notes.value[side, slot])
                for icon in range(N_ICONS):
                    notes.icons[side, story, icon] += obs[numbers + TERROR + icon]
            elif side == 1 and obs[at + EXHAUSTED] == 0.0:
                notes.ready += 1.0
                notes.ready_skill += obs[numbers + SKILL]
                for icon in range(N_ICONS):
                    notes.ready_icons[icon] += obs[numbers + TERROR + icon]


@kernel
def race(tokens, more):
    """What so many more tokens are worth on a side that has some already: the last most."""
    if tokens + more >= TRACK:
        return 8.0 + TOKEN * tokens
    return more * (TOKEN + 0.5 * tokens)


@kernel
def outcome(kit, obs, notes, story, mine, theirs, is_mine):
    """What a story comes to for me; `mine` and `theirs` are rows of icons, skill and number.

    `is_mine` says whose turn it is: only the active player succeeds.
    """
    my_tokens, their_tokens = (
        obs[kit.ob.success + story * 2],
        obs[kit.ob.success + story * 2 + 1],
    )
    score = 0.0
    my_skill, their_skill = mine[N_ICONS], theirs[N_ICONS]
    my_number, their_number = mine[N_ICONS + 1], theirs[N_ICONS + 1]
    my_more, their_more = 0.0, 0.0
    for icon in range(N_ICONS):
        n = obs[kit.ob.struggles + story * N_ICONS + icon]
        if n <= 0.0 or mine[icon] == theirs[icon]:
            continue
        won = mine[icon] > theirs[icon]
        if icon == Icon.INVESTIGATION:
            if won:
                my_more += n
            else:
                their_more += n
        elif icon == Icon.ARCANE:
            score += n if won else -n
        elif won and their_number > 0.0:
            score += n * min(notes.least[1, story], 4.0)
            their_skill -= n * their_skill / max(their_number, 1.0)
        elif not won and my_number > 0.0:
            score -= n * min(notes.least[0, story], 4.0)
            my_skill -= n * my_skill / max(my_number, 1.0)
    if is_mine and my_skill > their_skill and my_skill > 0.5:
        my_more += 2.0 if their_skill <= 0.0 else 1.0
    elif not is_mine and their_skill > my_skill and their_skill > 0.5:
        their_more += 2.0 if my_skill <= 0.0 else 1.0
    if my_more > 0.0:
        score += race(my_tokens, my_more)
    if their_more > 0.0:
        score -= race(their_tokens, their_more)
    return score


@kernel
def prospect(kit, obs, notes, story, slot, rows, is_mine):
    """What a story promises with one more of my characters at it (none for slot -1).

    On my turn the opponent has yet to come: with nobody, or with everybody who is ready.
    """
    for side in range(2):
        for icon in range(N_ICONS):
            rows[side, icon] = notes.icons[side, story, icon]
        rows[side, N_ICONS] = notes.skill[side, story]
        rows[side, N_ICONS + 1] = notes.count[side, story]
    kept = notes.least[0, story]
    if slot >= 0:
        numbers = numbers_at(kit, 0, slot)
        for icon in range(N_ICONS):
            rows[0, icon] += obs[numbers + TERROR + icon]
        rows[0, N_ICONS] += obs[numbers + SKILL]
        rows[0, N_ICONS + 1] += 1.0
        notes.least[0, story] = min(kept, notes.value[0, slot])
    score = outcome(kit, obs, notes, story, rows[0], rows[1], is_mine)
    if is_mine and notes.ready > 0.0 and rows[0, N_ICONS + 1] > 0.0:
        for icon in range(N_ICONS):
            rows[1, icon] += notes.ready_icons[icon]
        rows[1, N_ICONS] += notes.ready_skill
        rows[1, N_ICONS + 1] += notes.ready
        worst = outcome(kit, obs, notes, story, rows[0], rows[1], is_mine)
        score += OPPOSED * (worst - score)
    notes.least[0, story] = kept
    return score


@kernel
def gain_of(kit, obs, notes, story, slot, rows, is_mine):
    """What a character adds to a story, less what it is worth at home."""
    added = prospect(kit, obs, notes, story, slot, rows, is_mine)
    added -= prospect(kit, obs, notes, story, -1, rows, is_mine)
    if not is_mine:
        return added
    return added - STAY * obs[numbers_at(kit, 0, slot) + SKILL]
