"""Asking an investigator in the middle of a step.

A step that needs a choice asks for it with `is_answered` and returns at once if that is False:

    if not is_answered(kit, s, me, Question.CARD, offer, False):
        return
    drop_card(kit, s, s.answer)

The first time nobody has answered yet. The question and what may be chosen go into the state, the
game waits, and the frame stays on top. `apply` puts the action played into `s.answer`, sets
`s.answered`, and does the topmost step again from its beginning: now `is_answered` finds the
answer, takes `s.answered` away and is True. So whatever a step does before it asks must come out
the same the second time; what must happen only once goes behind the question or has a STAGE of
its own in the frame. Without a real choice the answer is there at once: the only thing on offer,
or NOTHING, which is also what an investigator answers who stops.
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.questions import ask
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING


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
    """Whether `s.answer` holds the choice; otherwise the investigator is asked."""
    if s.answered:
        s.answered = False
        return True
    is_free = s.dead[who] or (not may_stop and offer & (offer - 1) == 0)
    if offer == 0 or is_free:
        s.answer = lowest(offer)
        return True
    s.offer = offer
    s.may_stop = may_stop
    wait_for(kit, s, who, question)
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
def wait_for(kit, s, who, question):
    """The game waits for this investigator's player."""
    s.waiting = True
    s.actor = who
    ask(s, question, who if kit.num_players > 1 else 0)
