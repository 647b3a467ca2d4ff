"""Effects run row by row: the words of content files as what happens at the table."""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.death_may_die.board import ELDER, MAX_STRESS, STAGES
from cthulhu_envs.games.death_may_die.counting import (
    count,
    here_of,
    holds,
    one_of,
    where_is,
)
from cthulhu_envs.games.death_may_die.figures import (
    add_fire,
    douse,
    hurt_figure,
    put_figure,
    summon,
    targets_at,
)
from cthulhu_envs.games.death_may_die.harm import gain_signs, hurt_all
from cthulhu_envs.games.death_may_die.movement import start_run
from cthulhu_envs.games.death_may_die.objectives import (
    draw_from_bag,
    hit_pieces,
    mend_pieces,
    pieces_of,
    take_piece,
)
from cthulhu_envs.games.death_may_die.people import (
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
from cthulhu_envs.games.death_may_die.question import Cause, Question, Source, Step
from cthulhu_envs.games.death_may_die.selection import do_select
from cthulhu_envs.games.death_may_die.stack import (
    is_answered,
    is_tie_broken,
    lowest,
    pop,
    push,
    push_script,
)
from cthulhu_envs.games.death_may_die.state import IP, ME, A, B, C, D, E, Lies
from cthulhu_envs.games.death_may_die.vocabulary import (
    ALL,
    NO_SUBJECT,
    NOTHING,
    REVEALED_FACE,
    Among,
    Op,
    Roll,
    Trait,
    Who,
    Whom,
)

ESCORT_MOST = 4  # R13.7


@kernel
def do_script(kit, s, frame):
    """One row of the topmost effect; R5.5, R5.6: at its end, or before it rolls again, the
    tentacles of its last roll cost sanity.
    """
    row = kit.rows[frame[IP]]
    op = row[0]
    if frame[E] > 0 and (op == Op.END or op == Op.ROLL):
        lose_sanity(s, frame[ME], frame[E], Source.OTHER)
        frame[E] = 0
        return
    frame[IP] += 1
    if op == Op.END:
        pop(s)
    elif op <= Op.REPEAT:
        do_control(kit, s, frame, row)
    elif op <= Op.TOKEN:
        do_map(kit, s, frame, row)
    elif op <= Op.HEAL:
        do_harm(kit, s, frame, row)
    elif op <= Op.MARK:
        do_objective(kit, s, frame, row)
    else:
        do_special(kit, s, frame, row)


@kernel
def amount(kit, s, frame, row, column):
    """An amount of a row, never less than nothing."""
    value = count(kit, s, frame[ME], frame[A], frame[B], row[column], row[column + 1])
    return max(0, value)


@kernel
def do_control(kit, s, frame, row):
    """JUMP, IF, SELECT, CHOOSE, REPEAT."""
    op, me, here = row[0], frame[ME], frame[IP]
    if op == Op.JUMP:
        frame[IP] = row[1]
    elif op == Op.IF:
        if not holds(kit, s, me, frame[A], frame[B], row, 1):
            frame[IP] = row[4]
    elif op == Op.SELECT:
        frame[IP] = row[8]
        do_select(kit, s, frame, row, here)
    elif op == Op.CHOOSE:
        frame[IP] = row[1]
        push(s, Step.CHOICE, me, here - 1, frame[A], frame[B], frame[C], frame[D], 0)
    elif op == Op.REPEAT:
        frame[IP] = row[3]
        times = amount(kit, s, frame, row, 1)
        push(s, Step.REPEAT, me, here, frame[A], frame[B], frame[C], frame[D], times)


@kernel
def do_repeat(s, frame):
    """The body once more, or the end of it."""
    if frame[E] == 0:
        pop(s)
        return
    frame[E] -= 1
    push(s, Step.SCRIPT, frame[ME], frame[IP], frame[A], frame[B], frame[C], frame[D], 0)


@kernel
def do_choice(kit, s, frame):
    """One of the options that are open."""
    me = frame[ME]
    at = kit.rows[frame[IP], 2]
    offer, number = 0, 0
    while at != NOTHING:
        if holds(kit, s, me, frame[A], frame[B], kit.rows[at], 1):
            offer |= 1 << number
        number += 1
        at = kit.rows[at, 4]
    who = one_of(me, frame[A], frame[B])
    if not is_answered(kit, s, who, Question.OPTION, offer, False):
        return
    pop(s)
    at = kit.rows[frame[IP], 2]
    for _ in range(max(0, s.answer)):
        at = kit.rows[at, 4]
    if s.answer != NOTHING:
        push(s, Step.SCRIPT, me, at + 1, frame[A], frame[B], frame[C], frame[D], 0)


@kernel
def do_map(kit, s, frame, row):
    """MOVE, PLACE, SUMMON, FIRE, DOUSE, TOKEN."""
    op, me = row[0], frame[ME]
    here = here_of(s, me, frame[A], frame[B])
    if op == Op.MOVE:
        goal = where_is(kit, s, me, here, row[3], row[4])
        steps = amount(kit, s, frame, row, 1)
        push(s, Step.MOVE, me, 0, frame[A], frame[B], goal, steps, row[5])
        return
    first = 1
    if op == Op.PLACE or op == Op.SUMMON:
        first = 2
    elif op == Op.FIRE:
        first = 3
    elif op == Op.DOUSE:
        if here != NOTHING:
            douse(s, here, amount(kit, s, frame, row, 1))
        return
    space = lowest(where_is(kit, s, me, here, row[first], row[first + 1]))
    if space == NOTHING:
        return
    if op == Op.PLACE:
        do_place(kit, s, frame, row[1], space)
    elif op == Op.SUMMON:
        summon(kit, s, row[1], space)
    elif op == Op.FIRE:
        add_fire(s, space, amount(kit, s, frame, row, 1))
    else:
        push(s, Step.TOKEN, me, 0, space, 0, 0, 0, 0)


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
    elif frame[A] == Among.FIGURES and s.at[frame[B]] != NOTHING:
        put_figure(s, frame[B], space)


@kernel
def do_token(kit, s, frame, me):
    """R13.2: a token on the space, else on the nearest free one; none left or no room: Stages."""
    if not kit.elder_on_spaces[s.elder]:
        pop(s)
        return
    offer, best = 0, 99
    if s.tokens_left > 0:
        for space in range(kit.spaces[s.episode]):
            steps = kit.distance[s.episode, frame[A], space]
            if not s.token[space] and steps <= best:
                offer = (offer if steps == best else 0) | 1 << space
                best = steps
    if offer == 0:
        pop(s)
        for stage in range(STAGES - 1, -1, -1):
            if stage < s.stage:
                push_script(s, kit.stage_no_token[s.elder, stage], me, Cause.OTHER)
    elif is_tie_broken(kit, s, me, Question.SPACE, offer):
        pop(s)
        s.token[s.answer] = True
        s.tokens_left -= 1


@kernel
def do_harm(kit, s, frame, row):
    """SIGN, WOUND, SANITY, STRESS, HEAL."""
    op, who = row[0], one_of(frame[ME], frame[A], frame[B])
    points = amount(kit, s, frame, row, 1)
    if op == Op.WOUND:
        do_wounds(kit, s, frame, row[3], points * row[4])
    elif s.dead[who]:
        return
    elif op == Op.SIGN:
        if row[3] > 0:
            gain_signs(s, who, points)
        else:
            lost = min(points, int(s.signs[who]))
            s.signs[who] -= lost
            s.tokens_left += lost
    elif op == Op.SANITY:
        source = Source.MYTHOS if frame[D] == Cause.MYTHOS else Source.OTHER
        lose_sanity(s, who, points, source)
    elif op == Op.STRESS:
        add_stress(s, who, points, row[3])
    elif row[3]:
        heal_wounds(s, who, points)
    else:
        heal_stress(s, who, points)


@kernel
def do_wounds(kit, s, frame, whom, points):
    """Enemies first, so that a victory comes before a defeat (R9.7); then investigators."""
    me = frame[ME]
    if whom == Whom.YOU:
        add_wounds(s, me, points, Source.OTHER, NOTHING)
        return
    if whom == Whom.ONE:
        if frame[A] == Among.FIGURES:
            hurt_figure(kit, s, frame[B], points)
        else:
            add_wounds(s, one_of(me, frame[A], frame[B]), points, Source.OTHER, NOTHING)
        return
    here = here_of(s, me, frame[A], frame[B])
    if here == NOTHING:
        return
    people = people_at(kit, s, here)
    foes = targets_at(kit, s, here)
    if whom != Whom.ENEMIES:
        for step in range(kit.people - 1, -1, -1):
            person = (s.active + step) % kit.people
            if people >> person & 1 and not (whom == Whom.OTHERS and person == me):
                add_wounds(s, person, points, Source.OTHER, NOTHING)
    hurt_all(kit, s, foes, points)


@kernel
def do_objective(kit, s, frame, row):
    """Cards, rolls and pieces: DISCARD to MARK."""
    op, me = row[0], frame[ME]
    here = here_of(s, me, frame[A], frame[B])
    if op == Op.DISCARD:
        who = one_of(me, frame[A], frame[B])
        push(s, Step.DISCARD, who, 0, row[1], row[2], 0, 0, 0)
    elif op == Op.SCRAP:
        drop_card(kit, s, frame[C])
    elif op == Op.ADVANCE:
        s.must_advance = True
    elif op == Op.ROLL:
        do_throw(kit, s, frame, row)
    elif op == Op.HIT:
        if here != NOTHING:
            hit_pieces(kit, s, row[3], here, amount(kit, s, frame, row, 1), me)
    elif op == Op.MEND:
        if here != NOTHING:
            mend_pieces(kit, s, row[3], here, amount(kit, s, frame, row, 1))
    elif op == Op.REVEAL:
        push(s, Step.REVEAL, me, 0, row[1], 0, 0, 0, 0)
    elif op == Op.DRAW:
        draw_from_bag(kit, s, row[3], amount(kit, s, frame, row, 1), me)
    elif op == Op.TAKE:
        take_piece(kit, s, row[1], me)
    elif op == Op.ESCORT:
        piece = lowest(pieces_of(kit, s, row[1], REVEALED_FACE, int(s.space[me])))
        if piece != NOTHING:
            start_run(kit, s, me, NOTHING, min(ESCORT_MOST, 1 + int(s.successes)), piece)
    elif op == Op.LOOK:
        seat = me if kit.num_players > 1 else 0
        s.piece_seen[frame[B]] |= 1 << seat
    elif here != NOTHING:
        change = min(row[1], int(s.markers_left)) if row[1] > 0 else -min(1, int(s.marker[here]))
        s.marker[here] += change
        s.markers_left -= change


@kernel
def do_throw(kit, s, frame, row):
    """ROLL: bonus dice only on own rolls of an action (R5.7)."""
    me, kind = frame[ME], row[3]
    dice = min(amount(kit, s, frame, row, 1), row[4])
    bonus = 0
    if kind == Roll.ACTION:
        bonus = bonus_dice(kit, s, me)
        if frame[D] == Cause.FIRST:
            bonus += s.trait[me, Trait.BONUS_FIRST]
        elif frame[D] == Cause.SECOND:
            bonus += s.trait[me, Trait.BONUS_SECOND]
    push(s, Step.ROLL, me, 0, kind, dice, max(0, bonus), NOTHING, 0)


@kernel
def do_special(kit, s, frame, row):
    """RISE to LEAVE."""
    op, who = row[0], one_of(frame[ME], frame[A], frame[B])
    if op == Op.RISE:
        here = here_of(s, frame[ME], frame[A], frame[B])
        has_marker = here != NOTHING and s.marker[here] > 0
        if has_marker and summon(kit, s, row[1], here) != NOTHING:
            s.marker[here] -= 1
            s.markers_left += 1
    elif op == Op.REPLAY:
        if s.trauma != NOTHING:
            push_script(s, mythos_effect(kit, s, s.trauma), who, Cause.MYTHOS)
    elif s.dead[who]:
        return
    elif op == Op.KEEP:
        push(s, Step.KEEP, who, 0, row[1], 0, 0, 0, 0)
    elif op == Op.STEAL:
        push(s, Step.STEAL, who, 0, 0, 0, 0, 0, 0)
    elif op == Op.LIE_DOWN:
        s.lying[who] = True
    elif op == Op.EVEN_OUT:
        push(s, Step.EVEN_OUT, who, 0, 0, 0, 0, 0, 0)
    elif op == Op.HAND_OVER:
        push(s, Step.HAND_OVER, who, 0, NOTHING, 0, 0, 0, 0)
    elif op == Op.SET_STRESS:
        s.stress[who] = min(MAX_STRESS, amount(kit, s, frame, row, 1))
    elif op == Op.BOOST:
        s.boost[who] = min(ALL, int(s.boost[who]) + row[1])
    elif op == Op.CLEAR:
        s.keeps[who] = 0
    elif op == Op.LEAVE and s.card_at[frame[C]] == Lies.DRAWN:
        drop_card(kit, s, frame[C])


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
