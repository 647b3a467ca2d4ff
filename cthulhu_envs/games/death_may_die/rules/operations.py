"""What the words of content files do at the table: the operations of an effect's rows (`Op`)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import pop
from cthulhu_envs.games.death_may_die.components import ELDER, MAX_STRESS, STAGES
from cthulhu_envs.games.death_may_die.content.effect_rows import (
    AMOUNT,
    ARGUMENT,
    OP,
    BoostRow,
    DiscardRow,
    FireRow,
    GroupRow,
    HealRow,
    KeepRow,
    MarkRow,
    MoveRow,
    Op,
    PiecesRow,
    PlaceRow,
    RiseRow,
    RollRow,
    SignRow,
    StressRow,
    SummonRow,
    TakeRow,
    TokenRow,
    WoundRow,
)
from cthulhu_envs.games.death_may_die.content.vocabulary import (
    ALL,
    NO_SUBJECT,
    NOTHING,
    REVEALED_FACE,
    Among,
    Roll,
    Trait,
    Who,
    Whom,
)
from cthulhu_envs.games.death_may_die.rules.asking import is_tie_broken, lowest
from cthulhu_envs.games.death_may_die.rules.counting import count, here_of, holds, one_of, where_is
from cthulhu_envs.games.death_may_die.rules.enemies import (
    add_fire,
    douse,
    hurt_figure,
    put_figure,
    summon,
    targets_at,
)
from cthulhu_envs.games.death_may_die.rules.frame_constructors import (
    push_discard,
    push_effect,
    push_hand_over,
    push_keep,
    push_move,
    push_reveal,
    push_steal,
    push_step,
    push_throw,
    push_token,
)
from cthulhu_envs.games.death_may_die.rules.frames import ME, Script, Token
from cthulhu_envs.games.death_may_die.rules.harm import gain_signs, hurt_all
from cthulhu_envs.games.death_may_die.rules.investigators import (
    add_stress,
    add_wounds,
    bonus_dice,
    drop_card,
    enter,
    heal_stress,
    heal_wounds,
    lose_sanity,
    people_at,
)
from cthulhu_envs.games.death_may_die.rules.movement import start_run
from cthulhu_envs.games.death_may_die.rules.objectives import (
    draw_from_bag,
    hit_pieces,
    mend_pieces,
    pieces_of,
    take_piece,
)
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.rules.steps import Cause, Source, Step
from cthulhu_envs.games.death_may_die.sizes import MAX_INVESTIGATORS
from cthulhu_envs.games.death_may_die.state import Lies

ESCORT_MOST = 4  # R13.7
ALL_OF_THEM = (1 << MAX_INVESTIGATORS) - 1  # bits of investigators


@kernel
def amount(kit, s, frame, row):
    """The amount of a row, never less than nothing."""
    among, subject = frame[Script.AMONG], frame[Script.SUBJECT]
    var, argument = row[AMOUNT], row[AMOUNT + ARGUMENT]
    return max(0, count(kit, s, frame[ME], among, subject, var, argument))


@kernel
def space_of(s, frame):
    """The space that an effect speaks of, or NOTHING."""
    return here_of(s, frame[ME], frame[Script.AMONG], frame[Script.SUBJECT])


@kernel
def person_of(frame):
    """The investigator that an effect speaks of."""
    return one_of(frame[ME], frame[Script.AMONG], frame[Script.SUBJECT])


@kernel
def do_map(kit, s, frame, row):
    """Figures, Fire and tokens on the map."""
    op, here = row[OP], space_of(s, frame)
    if op == Op.MOVE:
        start_move(kit, s, frame, here, row)
    elif op == Op.DOUSE:
        if here != NOTHING:
            douse(s, here, amount(kit, s, frame, row))
    elif op == Op.PLACE:
        space = space_at(kit, s, frame, here, row, PlaceRow.WHERE)
        if space != NOTHING:
            do_place(kit, s, frame, row[PlaceRow.WHO], space)
    elif op == Op.SUMMON:
        space = space_at(kit, s, frame, here, row, SummonRow.WHERE)
        if space != NOTHING:
            summon(kit, s, row[SummonRow.KIND], space)
    elif op == Op.FIRE:
        space = space_at(kit, s, frame, here, row, FireRow.WHERE)
        if space != NOTHING:
            add_fire(s, space, amount(kit, s, frame, row))
    elif op == Op.TOKEN:
        space = space_at(kit, s, frame, here, row, TokenRow.WHERE)
        if space != NOTHING:
            push_token(s, frame[ME], space)
    else:
        raise AssertionError("an operation on the map is missing here")


@kernel
def space_at(kit, s, frame, here, row, column):
    """The space that a Where of a row means, the first of several; NOTHING if it is nowhere."""
    return lowest(where_is(kit, s, frame[ME], here, row[column], row[column + ARGUMENT]))


@kernel
def start_move(kit, s, frame, here, row):
    """MOVE: the subject goes step by step."""
    where, argument = row[MoveRow.WHERE], row[MoveRow.WHERE + ARGUMENT]
    goal = where_is(kit, s, frame[ME], here, where, argument)
    steps, away = amount(kit, s, frame, row), row[MoveRow.AWAY]
    push_move(s, frame[ME], frame[Script.AMONG], frame[Script.SUBJECT], goal, steps, away)


@kernel
def do_place(kit, s, frame, who, space):
    """R4.4: placed without followers or fire."""
    me = frame[ME]
    if who == Who.ELDER:
        put_figure(s, ELDER, space)
    elif who == Who.YOU:
        if not s.dead[me]:
            enter(kit, s, me, space)
    elif who == Who.PARTNER:
        if not s.dead[s.partner[me]]:
            enter(kit, s, s.partner[me], space)
    elif who == Who.ONE:
        figure = frame[Script.SUBJECT]
        if frame[Script.AMONG] == Among.FIGURES and s.at[figure] != NOTHING:
            put_figure(s, figure, space)
    else:
        raise AssertionError("one who can be placed is missing here")


@kernel
def do_token(kit, s, frame, me):
    """R13.2: a token on the space, else on the nearest free one; none left or no room: Stages."""
    if not kit.elder_on_spaces[s.elder]:
        pop(s)
        return
    offer, best = 0, 99
    if s.tokens_left > 0:
        for space in range(kit.spaces[s.episode]):
            steps = kit.distance[s.episode, frame[Token.SPACE], space]
            if not s.token[space] and steps <= best:
                offer = (offer if steps == best else 0) | 1 << space
                best = steps
    if offer == 0:
        pop(s)
        for stage in range(STAGES - 1, -1, -1):
            if stage < s.stage:
                push_effect(s, kit.stage_no_token[s.elder, stage], me, Cause.OTHER)
    elif is_tie_broken(kit, s, me, Question.SPACE, offer):
        pop(s)
        s.token[s.answer] = True
        s.tokens_left -= 1


@kernel
def do_harm(kit, s, frame, row):
    """Stress, wounds, sanity and tokens of the Elder One that are held."""
    op, who = row[OP], person_of(frame)
    points = amount(kit, s, frame, row)
    if op == Op.WOUND:
        do_wounds(kit, s, frame, row[WoundRow.WHOM], points * row[WoundRow.EACH])
    elif s.dead[who]:
        return
    elif op == Op.SIGN:
        if row[SignRow.CHANGE] > 0:
            gain_signs(s, who, points)
        else:
            lost = min(points, int(s.signs[who]))
            s.signs[who] -= lost
            s.tokens_left += lost
    elif op == Op.SANITY:
        source = Source.MYTHOS if frame[Script.CAUSE] == Cause.MYTHOS else Source.OTHER
        lose_sanity(s, who, points, source)
    elif op == Op.STRESS:
        add_stress(s, who, points, row[StressRow.OVERFLOW])
    elif op == Op.HEAL:
        if row[HealRow.WOUNDS]:
            heal_wounds(s, who, points)
        else:
            heal_stress(s, who, points)
    else:
        raise AssertionError("an operation of harm is missing here")


@kernel
def do_wounds(kit, s, frame, whom, points):
    """Enemies first, so that a victory comes before a defeat (R9.7); then investigators."""
    me = frame[ME]
    if whom == Whom.YOU:
        add_wounds(s, me, points, Source.OTHER, NOTHING)
    elif whom == Whom.ONE:
        if frame[Script.AMONG] == Among.FIGURES:
            hurt_figure(kit, s, frame[Script.SUBJECT], points)
        else:
            add_wounds(s, person_of(frame), points, Source.OTHER, NOTHING)
    elif whom == Whom.FIGURES:
        wound_here(kit, s, space_of(s, frame), points, ALL_OF_THEM)
    elif whom == Whom.OTHERS:
        wound_here(kit, s, space_of(s, frame), points, ALL_OF_THEM & ~(1 << me))
    elif whom == Whom.ENEMIES:
        wound_here(kit, s, space_of(s, frame), points, 0)
    else:
        raise AssertionError("one who can be wounded is missing here")


@kernel
def wound_here(kit, s, here, points, people):
    """All enemies on a space, and those of some investigators (bits) who are there."""
    if here == NOTHING:
        return
    people &= people_at(kit, s, here)
    foes = targets_at(kit, s, here)
    for step in range(kit.people - 1, -1, -1):
        person = (s.active + step) % kit.people
        if people >> person & 1:
            add_wounds(s, person, points, Source.OTHER, NOTHING)
    hurt_all(kit, s, foes, points)


@kernel
def do_card(kit, s, frame, row):
    """Cards, rolls and the track."""
    op = row[OP]
    if op == Op.DISCARD:
        push_discard(s, person_of(frame), row[DiscardRow.TAG], row[DiscardRow.COUNT])
    elif op == Op.SCRAP:
        drop_card(kit, s, frame[Script.CARD])
    elif op == Op.ADVANCE:
        s.must_advance = True
    elif op == Op.ROLL:
        do_throw(kit, s, frame, row)
    else:
        raise AssertionError("an operation on cards is missing here")


@kernel
def do_piece(kit, s, frame, row):
    """Objective pieces and markers."""
    op, me, here = row[OP], frame[ME], space_of(s, frame)
    if op == Op.HIT:
        if here != NOTHING:
            hit_pieces(kit, s, row[PiecesRow.GROUP], here, amount(kit, s, frame, row), me)
    elif op == Op.MEND:
        if here != NOTHING:
            mend_pieces(kit, s, row[PiecesRow.GROUP], here, amount(kit, s, frame, row))
    elif op == Op.REVEAL:
        push_reveal(s, me, row[GroupRow.GROUP])
    elif op == Op.DRAW:
        draw_from_bag(kit, s, row[PiecesRow.GROUP], amount(kit, s, frame, row), me)
    elif op == Op.TAKE:
        take_piece(kit, s, row[TakeRow.GROUP], me)
    elif op == Op.ESCORT:
        piece = lowest(pieces_of(kit, s, row[GroupRow.GROUP], REVEALED_FACE, int(s.space[me])))
        if piece != NOTHING:
            start_run(kit, s, me, NOTHING, min(ESCORT_MOST, 1 + int(s.successes)), piece)
    elif op == Op.LOOK:
        seat = me if kit.num_players > 1 else 0
        s.piece_seen[frame[Script.SUBJECT]] |= 1 << seat
    elif op == Op.MARK:
        mark_space(s, here, row[MarkRow.CHANGE])
    elif op == Op.RISE:
        has_marker = here != NOTHING and s.marker[here] > 0
        if has_marker and summon(kit, s, row[RiseRow.KIND], here) != NOTHING:
            s.marker[here] -= 1
            s.markers_left += 1
    else:
        raise AssertionError("an operation on pieces is missing here")


@kernel
def mark_space(s, here, change):
    """A marker is laid or taken away, as far as there are any."""
    if here != NOTHING:
        change = min(change, int(s.markers_left)) if change > 0 else -min(1, int(s.marker[here]))
        s.marker[here] += change
        s.markers_left -= change


@kernel
def do_throw(kit, s, frame, row):
    """ROLL: bonus dice only on own rolls of an action (R5.7)."""
    me, kind = frame[ME], row[RollRow.ROLL]
    dice = min(amount(kit, s, frame, row), row[RollRow.MOST])
    bonus = 0
    if kind == Roll.ACTION:
        bonus = bonus_dice(kit, s, me)
        if frame[Script.CAUSE] == Cause.FIRST:
            bonus += s.trait[me, Trait.BONUS_FIRST]
        elif frame[Script.CAUSE] == Cause.SECOND:
            bonus += s.trait[me, Trait.BONUS_SECOND]
    push_throw(s, me, kind, dice, max(0, bonus))


@kernel
def do_special(kit, s, frame, row):
    """What single cards need."""
    op, who = row[OP], person_of(frame)
    if op == Op.REPLAY:
        if s.trauma != NOTHING:
            push_effect(s, mythos_effect(kit, s, s.trauma), who, Cause.MYTHOS)
    elif s.dead[who]:
        return
    elif op == Op.KEEP:
        push_keep(s, who, row[KeepRow.WOUNDS])
    elif op == Op.STEAL:
        push_steal(s, who)
    elif op == Op.LIE_DOWN:
        s.lying[who] = True
    elif op == Op.EVEN_OUT:
        push_step(s, Step.EVEN_OUT, who)
    elif op == Op.HAND_OVER:
        push_hand_over(s, who)
    elif op == Op.SET_STRESS:
        s.stress[who] = min(MAX_STRESS, amount(kit, s, frame, row))
    elif op == Op.BOOST:
        s.boost[who] = min(ALL, int(s.boost[who]) + row[BoostRow.DICE])
    elif op == Op.CLEAR:
        s.keeps[who] = 0
    elif op == Op.LEAVE:
        if s.card_at[frame[Script.CARD]] == Lies.DRAWN:
            drop_card(kit, s, frame[Script.CARD])
    else:
        raise AssertionError("an operation of a single card is missing here")


@kernel
def mythos_effect(kit, s, card):
    """First row of a Mythos card: the Elder One's eight, then the Episode's."""
    own = kit.elder_mythos.shape[1]
    if card < own:
        return kit.elder_mythos[s.elder, card]
    return kit.episode_mythos[s.episode, card - own]


@kernel
def is_condition_met(kit, s, me, condition):
    """A condition of an action or card, for its investigator."""
    return holds(kit, s, me, NO_SUBJECT, NOTHING, condition, 0)
