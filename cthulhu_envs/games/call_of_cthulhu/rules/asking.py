"""Questions to a seat, a constructor for each kind that takes parameters."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script import questions
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import UNKNOWN_STEP, OneQuestion, Use
from cthulhu_envs.games.call_of_cthulhu.sizes import NO_FILTER, NOTHING, TO_MARK, Question


@kernel
def ask(s, question, seat):
    """Let a seat choose. The other constructors below add what the question is about."""
    questions.ask(s, question, seat)
    s.ask_filter = NO_FILTER
    s.ask_seat = seat
    s.ask_n = 0
    s.ask_may = 0
    s.ask_card = NOTHING


@kernel
def is_answered(f):
    """Whether an operation that asks one question has its answer."""
    if f[Use.STEP] == OneQuestion.ASK:
        return False
    if f[Use.STEP] == OneQuestion.ANSWERED:
        return True
    raise AssertionError(UNKNOWN_STEP)


@kernel
def ask_entity(s, seat, row, may):
    """A card in play that passes a filter; `may`: or none."""
    ask(s, Question.ENTITY, seat)
    s.ask_filter = row
    s.ask_may = may


@kernel
def ask_hand(s, seat, row, may):
    """A card of one's own hand."""
    ask(s, Question.HAND, seat)
    s.ask_filter = row
    s.ask_may = may


@kernel
def ask_pile(s, seat, whose, row, may):
    """A card of a discard pile."""
    ask(s, Question.PILE, seat)
    s.ask_seat = whose
    s.ask_filter = row
    s.ask_may = may


@kernel
def ask_deck(s, seat, row, may):
    """R10.17: a card of one's own deck."""
    ask(s, Question.DECK, seat)
    s.ask_filter = row
    s.ask_may = may


@kernel
def ask_top(s, seat, whose, n, may):
    """One of the top n cards of a deck, below those laid already (Use.DONE of the frame)."""
    ask(s, Question.TOP, seat)
    s.ask_seat = whose
    s.ask_n = n
    s.ask_may = may


@kernel
def ask_number(s, seat, least, most):
    """A number."""
    ask(s, Question.NUMBER, seat)
    s.ask_least = least
    s.ask_n = most


@kernel
def ask_way(s, question, seat, n):
    """One of n texts (WAY), or which of n forced responses comes first (ORDER)."""
    ask(s, question, seat)
    s.ask_n = n


@kernel
def ask_story(s, seat, which):
    """A story: TO_RESOLVE, TO_WIN, or an Aim."""
    ask(s, Question.STORY, seat)
    s.ask_n = which


@kernel
def ask_story_to_mark(s, seat, most):
    """A story on which the seat has at most this many success tokens, or none."""
    ask_story(s, seat, TO_MARK)
    s.ask_filter = most
    s.ask_may = 1


@kernel
def ask_tokens(s, seat, bounds):
    """A story with a side that has success tokens within bounds (aims.side_fits)."""
    ask(s, Question.TOKENS, seat)
    s.ask_filter = bounds


@kernel
def ask_domain(s, seat, which, faction, may):
    """A domain: one's own (Aim.NOTHING), WITH_RESOURCES, or an Aim; for Aim.RESOURCE one with a
    resource that is not of a faction.
    """
    ask(s, Question.DOMAIN, seat)
    s.ask_n = which
    s.ask_filter = faction
    s.ask_may = may


@kernel
def ask_resource(s, seat, whose, domain, faction):
    """A resource on a domain, but none of a faction."""
    ask(s, Question.RESOURCE, seat)
    s.ask_seat = whose
    s.ask_n = domain
    s.ask_filter = faction


@kernel
def ask_freeze(s, seat, resource):
    """Lose this resource, or cards of the deck."""
    ask(s, Question.FREEZE, seat)
    s.ask_card = resource
