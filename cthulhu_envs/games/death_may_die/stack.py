"""The stack of what is to be done, and asking an investigator."""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.death_may_die.question import Step
from cthulhu_envs.games.death_may_die.state import (
    EFFECT_DEPTH,
    IP,
    KIND,
    MAX_DEPTH,
    ME,
    A,
    B,
    C,
    D,
    E,
)
from cthulhu_envs.games.death_may_die.vocabulary import NOTHING


@kernel
def push(s, step, me, ip, a, b, c, d, e):
    """Put a frame on top: it is done next. R14.4: nothing lies on top of a full stack."""
    if s.depth == MAX_DEPTH:
        return
    frame = s.stack[s.depth]
    frame[KIND] = step
    frame[ME] = me
    frame[IP] = ip
    frame[A] = a
    frame[B] = b
    frame[C] = c
    frame[D] = d
    frame[E] = e
    s.depth += 1


@kernel
def pop(s):
    """The topmost frame is done."""
    s.depth -= 1


@kernel
def push_script(s, row, me, cause):
    """Run an effect for an investigator."""
    push_effect(s, row, me, 0, NOTHING, cause)


@kernel
def push_effect(s, row, me, among, subject, cause):
    """Run an effect about a subject; row 0 is no effect. R14.4: not beyond a depth."""
    if row > 0 and s.depth <= EFFECT_DEPTH:
        push(s, Step.SCRIPT, me, row, among, subject, NOTHING, cause, 0)


@kernel
def lowest(bits):
    """Number of the lowest bit, NOTHING if there is none."""
    if bits == 0:
        return NOTHING
    at = 0
    while bits >> at & 1 == 0:
        at += 1
    return at


@kernel
def is_answered(kit, s, who, question, offer, may_stop):
    """Whether `s.answer` holds the choice; otherwise the investigator is asked, and the topmost
    frame comes here again with the answer. Without a real choice nobody is asked.
    """
    if s.answered:
        s.answered = False
        return True
    is_free = s.dead[who] or (not may_stop and offer & (offer - 1) == 0)
    if offer == 0 or is_free:
        s.answer = lowest(offer)
        return True
    s.question = question
    s.offer = offer
    s.may_stop = may_stop
    wait_for(kit, s, who)
    return False


@kernel
def is_tie_broken(kit, s, me, question, offer):
    """R4.5: the active investigator breaks a tie, or the lowest number is taken."""
    if not kit.ask_ties and not s.answered:
        s.answer = lowest(offer)
        return True
    return is_answered(kit, s, breaker(s, me), question, offer, False)


@kernel
def breaker(s, me):
    """Who breaks ties."""
    return me if s.dead[s.active] else int(s.active)


@kernel
def wait_for(kit, s, who):
    """The game waits for this investigator's player."""
    s.waiting = True
    s.actor = who
    s.seat = who if kit.num_players > 1 else 0
