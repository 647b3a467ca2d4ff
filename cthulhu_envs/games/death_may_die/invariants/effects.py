"""Frames of effects: a row of the program, whose effect it belongs to, and what it is about."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.death_may_die.components import BOX_MYTHOS, SIDES
from cthulhu_envs.games.death_may_die.content.effect_rows import OP, Op, SelectRow
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING, Among, Mode
from cthulhu_envs.games.death_may_die.invariants.faults import SOUND, Fault, told
from cthulhu_envs.games.death_may_die.rules.frame_values import Thing, number_of_things
from cthulhu_envs.games.death_may_die.rules.frames import KIND, ME, PACK, Loop, Pick, Script
from cthulhu_envs.games.death_may_die.rules.selection import is_space
from cthulhu_envs.games.death_may_die.rules.steps import Cause, Effect, Step
from cthulhu_envs.games.death_may_die.state import Lies


@kernel
def fault_of_effect(kit, s, k):
    """Row, subject, card and cause of one frame."""
    frame = s.stack[k]
    row = frame[Script.ROW]
    if not is_of_table(kit, s, row) or not is_row_of_kind(kit, frame[KIND], row):
        return told(Fault.EFFECT, k)
    if not is_about(kit, s, frame, kit.row_among[row]):
        return told(Fault.EFFECT_SUBJECT, k)
    if not is_of_card(kit, s, frame, row):
        return told(Fault.EFFECT_CARD, k)
    if frame[Script.CAUSE] != cause_of(kit, row):
        return told(Fault.EFFECT_CAUSE, k)
    return SOUND


@kernel
def is_of_table(kit, s, row):
    """Whether a row belongs to an effect that this Elder One, Episode or investigators have."""
    if kit.row_first[row] == 0:
        return False
    effect = kit.row_effect[row]
    if effect == Effect.SYMPTOM:
        return True
    is_elder = effect == Effect.MYTHOS and kit.row_number[row] < BOX_MYTHOS
    is_elder = is_elder or effect == Effect.REVEAL or effect == Effect.STAGE_ADVANCE
    is_elder = is_elder or effect == Effect.END_OF_TURN or effect == Effect.NO_TOKEN
    return kit.row_box[row] == (s.elder if is_elder else s.episode)


@kernel
def is_row_of_kind(kit, step, row):
    """Whether a kind of frame can stand at a row: a loop's is the first of its body."""
    if step == Step.SCRIPT:
        return kit.rows[row, OP] != Op.OPTION
    if step == Step.CHOICE:
        return kit.rows[row, OP] == Op.CHOOSE
    if step == Step.REPEAT:
        return kit.rows[row - 1, OP] == Op.REPEAT
    at = row if step == Step.PICK else row - 1
    is_each = kit.rows[at, SelectRow.MODE] == Mode.EACH
    return kit.rows[at, OP] == Op.SELECT and is_each == (step == Step.LOOP)


@kernel
def is_about(kit, s, frame, among):
    """Whether the subject is of the sort that the row is about."""
    if frame[KIND] == Step.PICK:
        around = frame[Pick.AROUND]
        if around // PACK != among:
            return False
        return among == Among.NONE or is_subject(kit, s, among, around % PACK)
    if frame[Script.AMONG] != among:
        return False
    if frame[KIND] == Step.LOOP:
        return frame[Loop.LEFT] >> number_among(kit, s, among) == 0
    if among == Among.NONE:
        return frame[Script.SUBJECT] == NOTHING
    return is_subject(kit, s, among, frame[Script.SUBJECT])


@kernel
def is_subject(kit, s, among, subject):
    """Whether there is one of a sort with that number."""
    return 0 <= subject < number_among(kit, s, among)


@kernel
def number_among(kit, s, among):
    """How many there are of a sort of subjects."""
    if among == Among.FIGURES:
        return number_of_things(kit, s, Thing.FIGURE)
    if among == Among.PIECES:
        return number_of_things(kit, s, Thing.PIECE)
    if among == Among.INVESTIGATORS or among == Among.COMPANY:
        return number_of_things(kit, s, Thing.PERSON)
    return number_of_things(kit, s, Thing.SPACE) if is_space(among) else 0


@kernel
def is_of_card(kit, s, frame, row):
    """The card of an effect that has one, and the investigator whose Insanity card acts."""
    effect, number, card = kit.row_effect[row], int(kit.row_number[row]), frame[Script.CARD]
    if effect == Effect.SYMPTOM and s.insanity[frame[ME]] != number:
        return False
    wanted = NOTHING
    if effect == Effect.BEFORE:
        wanted = number
    elif effect == Effect.USE or effect == Effect.GAIN:
        wanted = number // SIDES
    if card != wanted:
        return False
    return card == NOTHING or s.card_at[card] != Lies.IN_DECK


@kernel
def cause_of(kit, row):
    """Why the effect of a row runs."""
    if kit.row_effect[row] == Effect.MYTHOS:
        return Cause.MYTHOS
    if kit.row_effect[row] == Effect.ACTION:
        return Cause.FIRST if kit.row_number[row] == 0 else Cause.SECOND
    return Cause.OTHER
