"""The stack: every frame is of a kind, holds what its kind can hold, and belongs where it lies."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING, Among, Roll
from cthulhu_envs.games.death_may_die.invariants.effects import fault_of_effect, is_subject
from cthulhu_envs.games.death_may_die.invariants.faults import SOUND, Fault, told
from cthulhu_envs.games.death_may_die.rules.frame_values import N_STEPS, can_hold
from cthulhu_envs.games.death_may_die.rules.frames import (
    COLUMNS,
    KIND,
    ME,
    Attack,
    AttackStage,
    Claim,
    Draw,
    GoodsStage,
    HandOver,
    Move,
    Mythos,
    MythosStage,
    Run,
    RunStage,
    Strike,
    StrikeStage,
    Throw,
    Trade,
    Wound,
)
from cthulhu_envs.games.death_may_die.rules.investigators import people_at
from cthulhu_envs.games.death_may_die.rules.objectives import is_in_bag
from cthulhu_envs.games.death_may_die.rules.possessions import loose_pieces
from cthulhu_envs.games.death_may_die.rules.steps import FAMILY_OF, TURN, Family, Source, Step
from cthulhu_envs.games.death_may_die.sizes import (
    MAX_FIGURES,
    MAX_PIECES,
    MOST_OF_A_FACE,
    MOST_ROLLED,
)
from cthulhu_envs.games.death_may_die.state import Lies


@kernel
def fault_of_frames(kit, s):
    """Kinds and columns, of every frame by itself."""
    for k in range(s.depth):
        frame = s.stack[k]
        step = frame[KIND]
        if not 0 < step < N_STEPS:
            return told(Fault.FRAME, k)
        if not 0 <= frame[ME] < kit.people:
            return told(Fault.COLUMN, k)
        for column in range(ME + 1, COLUMNS):
            if not can_hold(kit, s, step, column, frame[column]):
                return told(Fault.COLUMN, k)
    return SOUND


@kernel
def fault_of_stack(kit, s):
    """The parts of the turn at the bottom, and what lies on top of them."""
    parts = 0
    while parts < s.depth and FAMILY_OF[s.stack[parts, KIND]] == Family.TURN:
        is_part = parts < TURN.shape[0] and s.stack[parts, KIND] == TURN[parts]
        if not is_part or s.stack[parts, ME] != s.active:
            return told(Fault.TURN, parts)
        parts += 1
    if parts == 0:
        return told(Fault.TURN, 0)
    settling = 0
    for k in range(s.depth):
        if k < parts - 1 and has_begun(s.stack[k]):
            return told(Fault.NOT_BEGUN, k)
        if k >= parts and FAMILY_OF[s.stack[k, KIND]] == Family.TURN:
            return told(Fault.TURN, k)
        fault = fault_of_frame(kit, s, k)
        if not fault and not is_open(s, k):
            fault = told(Fault.COVERED, k)
        if fault:
            return fault
        settling += int(s.stack[k, KIND] == Step.SETTLE)
    return told(Fault.SETTLING, 0) if settling != s.settling else SOUND


@kernel
def has_begun(frame):
    """Whether a part of the turn is not as it was put there."""
    for column in range(ME + 1, COLUMNS):
        is_card = column == Mythos.CARD or column == Mythos.SECOND
        is_none = frame[KIND] == Step.MYTHOS and is_card
        if frame[column] != (NOTHING if is_none else 0):
            return True
    return False


@kernel
def fault_of_frame(kit, s, k):
    """What the columns of one frame say about each other and about the table."""
    frame = s.stack[k]
    step = frame[KIND]
    if FAMILY_OF[step] == Family.EFFECT:
        return fault_of_effect(kit, s, k)
    if step == Step.ROLL:
        return fault_of_roll(kit, s, k)
    if step == Step.ATTACK:
        return told(Fault.TARGETS, k) if lacks_targets(s, frame) else SOUND
    if step == Step.WOUND:
        is_attack = frame[Wound.SOURCE] == Source.ATTACK
        return told(Fault.TARGETS, k) if is_attack and frame[Wound.FIGURE] < 0 else SOUND
    if step == Step.MOVE:
        return SOUND if is_move_sound(kit, s, frame) else told(Fault.EFFECT_SUBJECT, k)
    if step == Step.RUN:
        return SOUND if is_run_sound(kit, s, frame) else told(Fault.STEP, k)
    if step == Step.MYTHOS:
        return SOUND if is_drawn(frame) else told(Fault.DRAWN, k)
    if step == Step.CLAIM:
        return told(Fault.DRAWN, k) if s.card_at[frame[Claim.CARD]] == Lies.IN_DECK else SOUND
    if step == Step.TRADE or step == Step.HAND_OVER:
        return SOUND if is_handed(kit, s, frame) else told(Fault.GOODS, k)
    if step == Step.DRAW:
        return SOUND if is_from_bag(kit, s, frame) else told(Fault.BAG, k)
    if step == Step.PARTNER:
        is_free = kit.names_partner[s.insanity[frame[ME]]] and s.partner[frame[ME]] == NOTHING
        return SOUND if is_free else told(Fault.PARTNER, frame[ME])
    return SOUND


@kernel
def is_open(s, k):
    """Whether nothing lies on top of a frame whose columns hold only until the next thing happens:
    what is rolled for, drawn, handed over, or left for. On top of an attack lies its roll.
    """
    frame, step, above = s.stack[k], s.stack[k, KIND], s.depth - 1 - k
    if step == Step.ATTACK and frame[Attack.STAGE] == AttackStage.HIT:
        return above == 1 and s.stack[k + 1, KIND] == Step.ROLL
    if above == 0:
        return True
    if step == Step.PARTNER:  # before the first turn: two may be named
        return s.stack[k + 1, KIND] == Step.PARTNER
    if step == Step.ATTACK:
        return frame[Attack.STAGE] != AttackStage.NAME
    if step == Step.RUN:
        return frame[Run.STAGE] == RunStage.WHERE
    if step == Step.HAND_OVER:
        return frame[HandOver.CARD] == NOTHING
    return step != Step.ROLL and step != Step.DRAW and step != Step.TRADE


@kernel
def fault_of_roll(kit, s, k):
    """Dice that lie there are as many as were thrown, for what lies below."""
    frame, below = s.stack[k], s.stack[k - 1]
    kind = frame[Throw.ROLL]
    if kind == Roll.ATTACK:
        is_own = below[KIND] == Step.ATTACK and below[Attack.STAGE] == AttackStage.HIT
        is_own = is_own and frame[Throw.TENTACLES] >= 0
    elif kind == Roll.AGAINST:
        is_own = below[KIND] == Step.STRIKE and below[Strike.STAGE] == StrikeStage.SUFFER
        is_own = is_own and below[Strike.FIGURE] == frame[Throw.FIGURE]
    else:
        is_own = frame[Throw.FIGURE] == NOTHING
        is_own = is_own and (kind == Roll.FIRE or below[KIND] == Step.SCRIPT)
    if not is_own or (kind != Roll.FIRE and below[ME] != frame[ME]):
        return told(Fault.THROWER, k)
    wanted = min(frame[Throw.STANDARD], MOST_ROLLED) + min(frame[Throw.BONUS], MOST_ROLLED)
    is_full = False
    for face in range(s.dice.shape[0]):
        wanted -= int(s.dice[face])
        is_full = is_full or s.dice[face] == MOST_OF_A_FACE
    if frame[Throw.THROWN] and (wanted < 0 or (wanted > 0 and not is_full)):
        return told(Fault.DICE, k)
    return SOUND


@kernel
def lacks_targets(s, frame):
    """Whether an attack has no target, or one that is not on the map, before it has hit."""
    if frame[Attack.STAGE] != AttackStage.NAME and frame[Attack.STAGE] != AttackStage.HIT:
        return False
    for figure in range(MAX_FIGURES):
        if frame[Attack.TARGETS] >> figure & 1 and s.at[figure] == NOTHING:
            return True
    return frame[Attack.TARGETS] == 0


@kernel
def is_move_sound(kit, s, frame):
    """An enemy or a piece moves."""
    among = frame[Move.AMONG]
    is_mover = among == Among.FIGURES or among == Among.PIECES
    return is_mover and is_subject(kit, s, among, frame[Move.SUBJECT])


@kernel
def is_run_sound(kit, s, frame):
    """A step that is being taken is one of those left, along a link."""
    space = frame[Run.SPACE]
    if frame[Run.STAGE] == RunStage.WHERE:
        return space == NOTHING
    if space == NOTHING or frame[Run.STEPS] == 0:
        return False
    return kit.links[s.episode, s.space[frame[ME]]] >> space & 1 == 1


@kernel
def is_drawn(frame):
    """A Mythos card is drawn before it is resolved, a second one only to choose from."""
    if frame[Mythos.STAGE] == MythosStage.DRAW:
        return frame[Mythos.CARD] != NOTHING or frame[Mythos.SECOND] == NOTHING
    return frame[Mythos.CARD] != NOTHING and frame[Mythos.SECOND] == NOTHING


@kernel
def is_handed(kit, s, frame):
    """What is handed over is held by the one who does it; a Trade is with somebody here."""
    me = frame[ME]
    if frame[KIND] == Step.HAND_OVER:
        return frame[HandOver.CARD] == NOTHING or s.card_at[frame[HandOver.CARD]] == me
    thing = frame[Trade.THING]
    if people_at(kit, s, int(s.space[me])) & ~(1 << me) == 0:
        return False
    if frame[Trade.STAGE] != GoodsStage.RECEIVER:
        return True
    if thing == NOTHING:
        return False
    if frame[Trade.CAME_FROM] == GoodsStage.PIECES:
        return loose_pieces(kit, s, me) >> thing & 1 == 1
    return s.card_at[thing] == me


@kernel
def is_from_bag(kit, s, frame):
    """Drawn pieces are some of their group that are in the bag."""
    for piece in range(MAX_PIECES):
        is_taken = frame[Draw.DRAWN] >> piece & 1
        if is_taken and not is_in_bag(kit, s, piece, frame[Draw.GROUP]):
            return False
    return frame[Draw.DRAWN] > 0
