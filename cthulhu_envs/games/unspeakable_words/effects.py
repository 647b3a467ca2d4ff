"""The Cthulhu Dice (R5), and losing tokens (R6)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.unspeakable_words.actions import can_hit
from cthulhu_envs.games.unspeakable_words.cards import Effect
from cthulhu_envs.games.unspeakable_words.deal import discard_hand, fill_hand, roll_d6, roll_face
from cthulhu_envs.games.unspeakable_words.state import Phase


@kernel
def is_dice_time(kit, s):
    """R5.1: the dice are in the game, and somebody has had more than 50 points."""
    return kit.with_dice != 0 and s.dice_open != 0


@kernel
def may_roll(kit, s, me):
    """R5.1-R5.4: whether the dice are open, the seat may roll them, and at somebody."""
    if s.gone[me] or not is_dice_time(kit, s):
        return False
    return not is_leading(kit, s, me) and has_target(kit, s)


@kernel
def is_leading(kit, s, me):
    """R5.2: nobody in play has more points."""
    for seat in range(kit.num_players):
        if s.points[seat] > s.points[me] and not s.gone[seat]:
            return False
    return True


@kernel
def has_target(kit, s):
    """R5.4: whether anybody else can be hit."""
    for seat in range(kit.num_players):
        if seat != s.seat and can_hit(s, seat):
            return True
    return False


@kernel
def roll_die(kit, s, target):
    """R5.3, R5.4: note the target, roll, and do what the face says; the Eye asks (R5.10)."""
    s.hits = s.hits + 1 if s.hit == target else 1
    s.hit = target
    face = roll_face(s)
    s.last_face[s.seat] = face
    s.last_target[s.seat] = target
    if face == Effect.EYE:
        s.phase = Phase.EYE
    else:
        carry_out(kit, s, face, target)


@kernel
def carry_out(kit, s, effect, target):
    """R5.6-R5.10a."""
    if effect == Effect.YELLOW_SIGN:
        lost = min(roll_d6(s), s.points[target])
        s.points[target] -= lost
        s.gained[target] -= lost
    elif effect == Effect.TENTACLE:
        lose_token(kit, s, target)
    elif effect == Effect.ELDER_SIGN:
        elder_sign(kit, s, s.seat)
    elif effect == Effect.CTHULHU:
        for seat in range(kit.num_players):
            is_spared = seat == s.seat and s.tokens[seat] == 1
            if not s.gone[seat] and not is_spared:
                lose_token(kit, s, seat)
    else:
        discard_hand(s, target)
        fill_hand(kit, s, target)


@kernel
def elder_sign(kit, s, me):
    """R5.8-R5.8b: the two lowest counts gain a token, if one was lost; others lose one."""
    fewer, lost = 0, kit.tokens * kit.num_players
    for seat in range(kit.num_players):
        fewer += not s.gone[seat] and s.tokens[seat] < s.tokens[me]
        lost -= s.tokens[seat]
    if fewer > 1:
        lose_token(kit, s, me)
    elif lost > 0:
        s.tokens[me] += 1


@kernel
def lose_token(kit, s, seat):
    """R6.1, R6.2: without tokens a player is eliminated, and the hand discarded."""
    s.tokens[seat] -= 1
    if s.tokens[seat] == 0:
        s.gone[seat] = True
        s.leaving[seat] = True
        discard_hand(s, seat)
