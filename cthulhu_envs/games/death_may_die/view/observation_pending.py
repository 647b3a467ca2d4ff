"""What is asked, about what, and what it interrupts: the part of `observe` that reads the stack
(R15.3).
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import top, under_top
from cthulhu_envs.games.death_may_die.components import N_DICE
from cthulhu_envs.games.death_may_die.content.effect_rows import SelectRow
from cthulhu_envs.games.death_may_die.content.vocabulary import HIDDEN_FACE, NOTHING, Among, Roll
from cthulhu_envs.games.death_may_die.rules.dice import turn_rerolls
from cthulhu_envs.games.death_may_die.rules.frames import (
    KIND,
    ME,
    PACK,
    Attack,
    Claim,
    Discard,
    Draw,
    Fight,
    GoodsStage,
    HandOver,
    Keep,
    Loop,
    Move,
    Mythos,
    Pick,
    Prayer,
    Repeat,
    Rest,
    Reveal,
    Run,
    Sanity,
    Script,
    Split,
    Steal,
    Strike,
    Throw,
    Token,
    Trade,
    Wound,
)
from cthulhu_envs.games.death_may_die.rules.objectives import pieces_of
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.rules.selection import is_space
from cthulhu_envs.games.death_may_die.rules.steps import FAMILY_OF, Family, Step
from cthulhu_envs.games.death_may_die.sizes import MAX_CARDS, MAX_FIGURES, MAX_PIECES, MAX_SPACES
from cthulhu_envs.games.death_may_die.tables import BEFORE, ITSELF, LATER, MOST_SHOWN


@kernel
def observe_asked(kit, s, me, people, obs):
    """The question, the part of the turn, and every frame above the turn's own."""
    ob = kit.ob
    obs[ob.question + s.question] = 1.0
    obs[ob.successes] = min(MOST_SHOWN, s.successes * kit.scale.successes)
    parts = 0
    while parts < s.depth and FAMILY_OF[s.stack[parts, KIND]] == Family.TURN:
        parts += 1
    if parts > 0:
        obs[ob.phase + parts - 1] = 1.0
    if s.depth == 0:
        return
    outer, effect = NOTHING, NOTHING
    for k in range(parts, s.depth):
        observe_frame(kit, s, s.stack[k], me, people, obs)
        if FAMILY_OF[s.stack[k, KIND]] == Family.EFFECT:
            outer = k if outer == NOTHING else outer
            effect = k
    if effect != NOTHING:
        observe_effect(kit, s, s.stack[effect], me, people, obs)
        observe_outer(kit, s.stack[outer, Script.ROW], obs)
    asks = s.stack[top(s)]
    obs[ob.step + asks[KIND]] = 1.0
    obs[ob.about] = min(MOST_SHOWN, number_of(asks) * kit.scale.about)
    obs[ob.about_stage] = stage_of(asks) * kit.scale.about_stage
    observe_subject(kit, s, asks, me, people, obs)
    if s.question == Question.REROLL:
        observe_roll(kit, s, asks, obs)


@kernel
def mark(obs, base, bits, size, value):
    """Write a value for each bit, where no greater one stands."""
    if bits:
        for at in range(size):
            if bits >> at & 1:
                obs[base + at] = max(obs[base + at], value)


@kernel
def mark_people(kit, bits, me, people, value, obs):
    """The same for investigators, counted from the one who looks."""
    for person in range(people):
        if bits >> person & 1:
            mark(obs, kit.ob.about_people, 1 << (person - me) % people, people, value)


@kernel
def mark_some(kit, among, bits, me, people, value, obs):
    """The same for subjects of a sort."""
    if among == Among.FIGURES:
        mark(obs, kit.ob.about_figures, bits, MAX_FIGURES, value)
    elif among == Among.PIECES:
        mark(obs, kit.ob.about_pieces, bits, MAX_PIECES, value)
    elif among == Among.INVESTIGATORS or among == Among.COMPANY:
        mark_people(kit, bits, me, people, value, obs)
    elif is_space(among):
        mark(obs, kit.ob.about_spaces, bits, MAX_SPACES, value)


@kernel
def observe_frame(kit, s, frame, me, people, obs):
    """What is still to come, or was done before, of what lies on the stack."""
    ob, kind = kit.ob, frame[KIND]
    who = (frame[ME] - me) % people
    if kind == Step.WOUND:
        coming = frame[Wound.AMOUNT] * kit.scale.coming_wounds
        add(obs, ob.coming_wounds + who, coming)
    elif kind == Step.SANITY:
        add_sanity(kit, who, frame[Sanity.AMOUNT], obs)
    elif kind == Step.ATTACK:
        add_sanity(kit, who, frame[Attack.TENTACLES], obs)
    elif kind == Step.SCRIPT:
        add_sanity(kit, who, frame[Script.TENTACLES], obs)
    elif kind == Step.REPEAT:
        add(obs, ob.repeats, frame[Repeat.LEFT] * kit.scale.repeats)
    elif kind == Step.LOOP:
        mark_some(kit, frame[Loop.AMONG], frame[Loop.LEFT], me, people, LATER, obs)
    elif kind == Step.PICK:
        among = kit.rows[frame[Pick.ROW], SelectRow.AMONG]
        mark_some(kit, among, frame[Pick.TAKEN], me, people, BEFORE, obs)
    elif kind == Step.FIGHT:
        mark(obs, ob.attacked, frame[Fight.ATTACKED], MAX_FIGURES, 1.0)
    elif kind == Step.STRIKE:
        obs[ob.redirected] = frame[Strike.REDIRECTED] > 0


@kernel
def add_sanity(kit, who, amount, obs):
    """Sanity that an investigator is going to lose."""
    add(obs, kit.ob.coming_sanity + who, amount * kit.scale.coming_sanity)


@kernel
def add(obs, at, value):
    """More of what stands there, as far as it is shown."""
    obs[at] = min(MOST_SHOWN, obs[at] + value)


@kernel
def observe_effect(kit, s, frame, me, people, obs):
    """The innermost effect: whose it is, how far it has come, for whom, and its subject."""
    ob, row = kit.ob, frame[Script.ROW]
    obs[ob.effect + kit.row_effect[row]] = 1.0
    obs[ob.effect_number] = kit.row_number[row] * kit.scale.effect_number
    obs[ob.effect_line] = (row - kit.row_first[row]) * kit.scale.effect_line
    mark_people(kit, 1 << frame[ME], me, people, LATER, obs)
    kind = frame[KIND]
    if kind == Step.PICK:
        among, subject = frame[Pick.AROUND] // PACK, frame[Pick.AROUND] % PACK
        mark_some(kit, among, 1 << subject, me, people, ITSELF, obs)
    elif kind != Step.LOOP and frame[Script.SUBJECT] != NOTHING:
        subject = frame[Script.SUBJECT]
        mark_some(kit, frame[Script.AMONG], 1 << subject, me, people, ITSELF, obs)


@kernel
def observe_outer(kit, row, obs):
    """The effect with which it all began, and how far that has come."""
    ob = kit.ob
    obs[ob.outer_effect + kit.row_effect[row]] = 1.0
    obs[ob.outer_number] = kit.row_number[row] * kit.scale.outer_number
    obs[ob.outer_line] = (row - kit.row_first[row]) * kit.scale.outer_line


@kernel
def number_of(frame):
    """Points, wounds, gifts, cards or steps that are left, by the kind of frame."""
    kind, number = frame[KIND], 0
    if kind == Step.SPLIT:
        number = frame[Split.WOUNDS]
    elif kind == Step.DISCARD:
        number = frame[Discard.LEFT]
    elif kind == Step.MOVE:
        number = frame[Move.STEPS]
    elif kind == Step.PICK:
        number = frame[Pick.LEFT]
    elif kind == Step.WOUND:
        number = frame[Wound.AMOUNT]
    elif kind == Step.REST:
        number = frame[Rest.POINTS]
    elif kind == Step.PRAYER:
        number = frame[Prayer.POINTS]
    elif kind == Step.TRADE:
        number = frame[Trade.LEFT]
    elif kind == Step.KEEP:
        number = frame[Keep.WOUNDS]
    elif kind == Step.STEAL:
        number = frame[Steal.STOLEN]
    return number


@kernel
def stage_of(frame):
    """How far the topmost frame has come, for those that ask at several stages."""
    kind, stage = frame[KIND], 0
    if kind == Step.ATTACK:
        stage = frame[Attack.STAGE]
    elif kind == Step.WOUND:
        stage = frame[Wound.STAGE]
    elif kind == Step.MOVE:
        stage = frame[Move.AWAY]
    elif kind == Step.MYTHOS:
        stage = frame[Mythos.STAGE]
    elif kind == Step.TRADE:
        stage = frame[Trade.STAGE]
    elif kind == Step.STEAL:
        stage = frame[Steal.STAGE]
    elif kind == Step.RUN:
        stage = frame[Run.STAGE]
    return stage


@kernel
def observe_subject(kit, s, frame, me, people, obs):
    """Figures, spaces, cards, pieces and investigators that the question is about."""
    ob, kind = kit.ob, frame[KIND]
    if kind == Step.RUN:
        obs[ob.steps_left] = frame[Run.STEPS] * kit.scale.steps_left
        obs[ob.sneaks_left] = frame[Run.SNEAKS] * kit.scale.sneaks_left
        mark(obs, ob.about_figures, frame[Run.PAST], MAX_FIGURES, ITSELF)
        mark_one(obs, ob.about_spaces, frame[Run.SPACE])
        mark_one(obs, ob.about_pieces, frame[Run.PIECE])
    elif kind == Step.MOVE:
        mark_some(kit, frame[Move.AMONG], 1 << frame[Move.SUBJECT], me, people, ITSELF, obs)
        mark(obs, ob.about_spaces, frame[Move.SPACES], MAX_SPACES, ITSELF)
    elif kind == Step.ATTACK:
        mark(obs, ob.about_figures, frame[Attack.TARGETS], MAX_FIGURES, ITSELF)
    elif kind == Step.SPLIT:
        mark(obs, ob.about_figures, frame[Split.TARGETS], MAX_FIGURES, ITSELF)
    elif kind == Step.STRIKE:
        mark_one(obs, ob.about_figures, frame[Strike.FIGURE])
        mark_people(kit, 1 << frame[ME], me, people, ITSELF, obs)
    elif kind == Step.WOUND:
        obs[ob.about_source + frame[Wound.SOURCE]] = 1.0
        obs[ob.taken] = min(MOST_SHOWN, frame[Wound.TAKEN] * kit.scale.taken)
        mark_one(obs, ob.about_figures, frame[Wound.FIGURE])
    elif kind == Step.PRAYER:
        if frame[Prayer.PERSON] != NOTHING:
            mark_people(kit, 1 << frame[Prayer.PERSON], me, people, ITSELF, obs)
    elif kind == Step.TOKEN:
        mark_one(obs, ob.about_spaces, frame[Token.SPACE])
    else:
        observe_things(kit, s, frame, obs)


@kernel
def mark_one(obs, base, which):
    """One thing that the question is about, or NOTHING."""
    if which != NOTHING:
        obs[base + which] = ITSELF


@kernel
def observe_things(kit, s, frame, obs):
    """Cards and pieces that the question is about."""
    ob, kind = kit.ob, frame[KIND]
    if kind == Step.TRADE:
        is_piece = frame[Trade.CAME_FROM] == GoodsStage.PIECES
        mark_one(obs, ob.about_pieces if is_piece else ob.about_cards, frame[Trade.THING])
    elif kind == Step.KEEP:
        mark(obs, ob.about_cards, frame[Keep.KEPT], MAX_CARDS, ITSELF)
    elif kind == Step.CLAIM:
        mark_one(obs, ob.about_cards, frame[Claim.CARD])
    elif kind == Step.HAND_OVER:
        mark_one(obs, ob.about_cards, frame[HandOver.CARD])
    elif kind == Step.DRAW:
        mark(obs, ob.about_pieces, frame[Draw.DRAWN], MAX_PIECES, ITSELF)
    elif kind == Step.REVEAL:
        here = int(s.space[frame[ME]])
        hidden = pieces_of(kit, s, frame[Reveal.GROUP], HIDDEN_FACE, here)
        mark(obs, ob.about_pieces, hidden, MAX_PIECES, ITSELF)


@kernel
def observe_roll(kit, s, roll, obs):
    """The dice, and the enemy who attacks or those whom the roller has named."""
    ob, kind = kit.ob, roll[Throw.ROLL]
    for face in range(N_DICE):
        obs[ob.dice + face] = min(MOST_SHOWN, s.dice[face] * kit.scale.dice)
    obs[ob.roll + kind] = 1.0
    rerolls = int(s.free) + turn_rerolls(s, roll[ME], kind == Roll.AGAINST)
    obs[ob.free] = rerolls * kit.scale.free
    if kind == Roll.AGAINST:
        mark_one(obs, ob.about_figures, roll[Throw.FIGURE])
    elif kind == Roll.ATTACK:
        targets = s.stack[under_top(s), Attack.TARGETS]
        mark(obs, ob.about_figures, targets, MAX_FIGURES, ITSELF)
