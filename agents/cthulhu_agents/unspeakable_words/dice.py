"""The scholar and the Cthulhu Dice: whether and against which seat to roll, what the Eye does."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from cthulhu_agents.unspeakable_words.duel import after_effect as effect_in_duel
from cthulhu_agents.unspeakable_words.duel import is_solved, once_more
from cthulhu_agents.unspeakable_words.finder import NO_SCORE
from cthulhu_agents.unspeakable_words.records import TINY, outlook, unchanged
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.unspeakable_words.cards import D6, FACES, N_CHOICES, Effect


@kernel
def decide_dice(kit, duel, mask, notes):
    """R5: which seat to roll against, by the exact odds of the faces; or not to roll."""
    best, action = unchanged(kit, duel, notes), kit.act.decline
    notes.hit = once_more(notes.hit)
    for step in range(1, kit.num_players):
        if not mask[kit.act.roll + step - 1]:
            continue
        score = 0.0
        for side in range(len(FACES)):
            face = FACES[side]
            if face == Effect.EYE:
                score += best_effect(kit, duel, notes, step)
            else:
                score += after_effect(kit, duel, notes, face, step)
        score /= len(FACES)
        if score > best:
            best, action = score, kit.act.roll + step - 1
    return action


@kernel
def best_effect(kit, duel, notes, step):
    """R5.10: my share with the best of the Eye's choices."""
    best = 0.0
    for effect in range(N_CHOICES):
        best = max(best, after_effect(kit, duel, notes, effect, step))
    return best


@kernel
def decide_eye(kit, duel, obs, notes):
    """The best of the Eye's choices."""
    step = 0
    for other in range(1, kit.num_players):
        if obs[kit.ob.eyed + other] > 0.0:
            step = other
    best, action = NO_SCORE, kit.act.eye
    for effect in range(N_CHOICES):
        score = after_effect(kit, duel, notes, effect, step)
        if score > best:
            best, action = score, kit.act.eye + effect
    return action


@kernel
def after_effect(kit, duel, notes, effect, step):
    """R5.6-R5.10a: my share after an effect on the seat `step` places to the left."""
    tokens, points = notes.tokens, notes.points
    if is_solved(duel):
        return effect_in_duel(duel, effect, notes.hit, tokens[0], points[0], tokens[1], points[1])
    mine = notes.chance[0]
    others = TINY - notes.chance[step]
    for other in range(1, kit.num_players):
        others += notes.chance[other]
    if effect == Effect.YELLOW_SIGN:
        total = 0.0
        for lost in range(1, D6 + 1):
            total += mine / (mine + others + outlook(kit, notes, tokens[step], points[step] - lost))
        return total / D6
    hit = notes.chance[step]
    if effect == Effect.TENTACLE:
        hit = outlook(kit, notes, tokens[step] - 1, points[step])
    elif effect == Effect.ELDER_SIGN:
        mine = outlook(kit, notes, tokens[0] + elder_change(kit, notes), points[0])
    elif effect == Effect.CTHULHU:
        mine = outlook(kit, notes, max(tokens[0] - 1, 1), points[0])
        others, hit = TINY, 0.0
        for other in range(1, kit.num_players):
            others += outlook(kit, notes, tokens[other] - 1, points[other])
    return mine / (mine + others + hit)


@kernel
def elder_change(kit, notes):
    """R5.8-R5.8b: what the Elder Sign does to my tokens."""
    fewer, lost = 0, kit.tokens * kit.num_players
    for step in range(kit.num_players):
        fewer += 0 < notes.tokens[step] < notes.tokens[0]
        lost -= notes.tokens[step]
    if fewer > 1:
        return -1
    return 1 if lost > 0 else 0
