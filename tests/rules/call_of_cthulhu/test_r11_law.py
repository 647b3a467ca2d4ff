"""R11.9: two positions that a seat can tell apart by what it has seen, and that differ in what can
come of them, have different observations. Here: what both seats have seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from cthulhu_envs.games.call_of_cthulhu.cards.cards import Stat, Trigger
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Frame, Use
from cthulhu_envs.games.call_of_cthulhu.sizes import NOTHING, TITLES, L, Question, T, Zone
from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import Position, position

Pair = Callable[[], tuple[Position, Position]]
PAIRS: dict[str, Pair] = {}


def pair(what: str) -> Callable[[Pair], Pair]:
    """Keep a function that makes two positions which differ in one thing."""

    def keep(make: Pair) -> Pair:
        PAIRS[what] = make
        return make

    return keep


def changed(at: Position, **fields: tuple[Any, Any]) -> Position:
    """The same position with some entries of its state set: `name=(index, value)`."""
    states = at.env._lanes.states.copy()
    for name, (index, value) in fields.items():
        field = states[name]  # of one state
        field[(0, *index) if isinstance(index, tuple) else (0, index)] = value
    at.env._place(states)
    return at


def differs(one: Position, other: Position) -> list[bool]:
    """For each seat, whether it sees that the positions are two."""
    agents = one.env.possible_agents
    looks = [[at.env.observe(agent)["observation"] for at in (one, other)] for agent in agents]
    return [not np.array_equal(*look) for look in looks]


@pair("the order of a discard pile")
def _():
    return position(pile="Ghost; Patsy"), position(pile="Patsy; Ghost")


@pair("what reached a discard pile in this phase")
def _():
    at = position(pile="Ghost")
    now = int(at.s.phase_no)
    return position(pile="Ghost"), changed(at, stamp=(at.inst("Ghost"), now))


@pair("which resource lies on which domain")
def _():
    return (
        position(domains="<Ghost>; <Ghost>, <Mad Artist>"),
        position(domains="<Mad Artist>; <Ghost>, <Ghost>"),
    )


@pair("who has to follow Y'Golonac")
def _():
    def obliged(title):
        at = position(play="Y'Golonac; Ghost; Patsy", domains="Shub 1")
        return at.do("my Y'Golonac", f"my {title}")

    return obliged("Ghost"), obliged("Patsy")


@pair("the order of cards put under a deck")
def _():
    def buried(*titles):
        at = position(hand="Small Ghouls", domains="Shub 5", pile="Ghost; Patsy; Peeler; T-Men")
        return at.do("Small Ghouls", *titles)

    return buried("Ghost", "Patsy", "Peeler"), buried("Peeler", "Patsy", "Ghost")


def swapping(first, second):
    """The Shadow out of Time: two cards are set aside, a third may follow."""
    at = position(
        phase="story",
        stories="The Shadow out of Time",
        tokens={(0, 0): 4},
        play="Blackwood File Clerk at 0",
        hand="Ghost; Patsy; Peeler",
        pile="T-Men; Dagon; Hastur",
    )
    at.until("number 1").do("number 1", "mode 0")
    return at.do(first, second)


@pair("which cards are set aside to be swapped")
def _():
    return swapping("Ghost", "Patsy"), swapping("Ghost", "Peeler")


@pair("the order of cards set aside")
def _():
    return swapping("Ghost", "Patsy"), swapping("Patsy", "Ghost")


@pair("on whom an effect lasts that changes nothing now")
def _():
    def weakened(title):
        at = position(play="Clover Club Bouncer", their_play="Young Deep One; Degenerate Ghoul")
        return at.do("my Clover Club Bouncer", f"their {title}")

    return weakened("Young Deep One"), weakened("Degenerate Ghoul")


def threatened(*words, **described):
    """A text is used, and the other seat may answer it with Power Drain."""
    at = position(their_hand="Power Drain", their_domains="Hastur 2", **described).do(*words)
    assert at.s.question == Question.DISRUPT and at.can("Power Drain")
    return at


@pair("the target of a text that is about to happen")
def _():
    def pulled(title):
        return threatened(
            "Pulled Under",
            "my Keeper of the Golden Path",
            f"their {title}",
            hand="Pulled Under",
            domains="Cthulhu 2",
            play="Keeper of the Golden Path; Cannibal Ghast",
            their_play="Ghost exhausted; Patsy exhausted",
        )

    return pulled("Ghost"), pulled("Patsy")


@pair("the card exhausted for a text, and its target")
def _():
    def pulled(cost, target):
        return threatened(
            "Pulled Under",
            f"my {cost}",
            f"my {target}",
            hand="Pulled Under",
            domains="Cthulhu 2",
            play="Keeper of the Golden Path; Cannibal Ghast; Bag Man exhausted; Ghost exhausted",
        )

    one = pulled("Cannibal Ghast", "Ghost")
    other = pulled("Cannibal Ghast", "Ghost")
    frame, s = int(other.s.depth) - 2, other.s
    cost, target = int(s.stack[frame, Use.COST_CARD]), int(s.stack[frame, Use.TARGET])
    return one, changed(other, stack=((frame, [Use.COST_CARD, Use.TARGET]), (target, cost)))


@pair("the player whose deck is discarded")
def _():
    words, described = ("my Blackmoor Estate",), {"play": "Blackmoor Estate", "domains": "Yog 1"}
    return threatened(*words, "seat 0", **described), threatened(*words, "seat 1", **described)


@pair("the struggle that is about to be removed")
def _():
    def informed(icon):
        described = {"hand": "Inside Information", "domains": "Yog 2"}
        return threatened("Inside Information", "story 0", f"icon {icon}", **described)

    return informed("terror"), informed("combat")


@pair("the resource that is about to be destroyed")
def _():
    def torched(title):
        described = {"hand": "Torch the Joint!", "domains": "Agency 2; <Ghost>, <Mad Artist>"}
        return threatened("Torch the Joint!", "domain 1", title, **described)

    return torched("Ghost"), torched("Mad Artist")


@pair("the card in a discard pile that is about to return")
def _():
    def gathered(title):
        described = {"hand": "Gathering at the Stones", "domains": "Yog 2", "pile": "Ghost; Patsy"}
        return threatened("Gathering at the Stones", title, **described)

    return gathered("Ghost"), gathered("Patsy")


@pair("the target of a text while an answer to it is paid for")
def _():
    def drained(title):
        at = position(
            hand="Working a Hunch",
            domains="Agency 1",
            play="Ghost; Patsy",
            their_hand="Power Drain",
            their_domains="Hastur 2; Hastur 2",
        )
        at.do("Working a Hunch", f"my {title}", "Power Drain")
        assert at.s.question == Question.PAY
        return at

    return drained("Ghost"), drained("Patsy")


@pair("whether the opponent has still to commit")
def _():
    def in_window(number):
        at = position(phase="story", play="Ghost; Clover Club Bouncer", their_play="Mad Artist")
        at.do("done", "done", "my Ghost", "story 0", "done")
        for _ in range(number):
            at.do("done", "done", "done")
        assert at.s.question == Question.WINDOW and at.seat == 0
        return at

    return in_window(0), in_window(1)


@pair("how many cards are still to be discarded")
def _():
    def attacked(done):
        hands = {"hand": "Byakhee Attack", "their_hand": "Ghost; Patsy; Peeler; T-Men"}
        at = position(domains="Hastur 2", **hands).do("Byakhee Attack")
        return changed(at, stack=((int(at.s.depth) - 1, Use.DONE), done))

    return attacked(0), attacked(1)


@pair("what a card has answered already")
def _():
    def hunter():
        return position(
            phase="story",
            play="Hired Muscle at 0; Hired Muscle at 1; Monster Hunter exhausted",
            domains="Agency 2; Agency 2; Agency 2",
            their_play="Clover Club Bouncer; Clover Club Bouncer; Clover Club Bouncer",
        ).until("my Monster Hunter")

    one, other = hunter(), hunter()
    first = other.s.trig[: other.s.trig_n, T.EVENT].tolist().index(Trigger.STRUGGLE)
    made = (other.inst("Monster Hunter"), first)
    return one, changed(other, used=((0, slice(None)), made), used_n=((), 1))


@pair("whose texts Pickman has")
def _():
    def copied(title):
        at = position(
            play="Richard Upton Pickman; Demon Lover; Messenger from Beyond",
            domains="Syndicate 2",
        )
        return at.do("my Richard Upton Pickman", f"my {title}")

    return copied("Demon Lover"), copied("Messenger from Beyond")


@pair("the texts of a card that has left play since Pickman copied them")
def _():
    def copied(title, kind):
        at = position(play="Richard Upton Pickman; Ghost; Patsy", domains="Syndicate 2")
        at.do("my Richard Upton Pickman", f"my {title}")
        gone = at.inst(kind)
        assert at.s.zone[gone] == Zone.DECK
        return changed(at, lasting=((0, L.AUX), gone))

    return copied("Ghost", "Bag Man"), copied("Ghost", "Triggerman")


@pair("whose conspiracy was won")
def _():
    def won(owner):
        title = "The Bootleg Whiskey Cover-Up"
        at = position(pile=title, their_pile=title)
        inst = at.inst(title, owner)
        return changed(
            at,
            zone=(inst, Zone.WON),
            side=(inst, 0),
            won_n=(0, 1),
            pile_n=(owner, 0),
        )

    return won(0), won(1)


@pair("who is next when a forced response is over")
def _():
    def asked(following):
        at = position(
            play="Serpent from Yoth; Ghost",
            their_play="Bag Man; Mad Artist",
            hand="Deep One Assault",
            domains="Cthulhu 4",
        )
        at.do("Deep One Assault", "number 4", "my Serpent from Yoth")
        assert at.seat == 1 and at.s.question == Question.ENTITY
        return changed(at, stack=((1, Frame.WHO), following))

    return asked(0), asked(1)


@pair("at which story a character was when it was resolved")
def _():
    at = position(play="Ghost; Patsy")
    return position(play="Ghost; Patsy"), changed(at, was_at=(at.inst("Ghost"), 1))


@pair("the struggle that was named for a story without any")
def _():
    def named(icon):
        at = position(phase="story", play="Professor Albert Wilmarth; Ghost")
        at.until("my Professor Albert Wilmarth")
        at.do("my Professor Albert Wilmarth", "story 0", f"icon {icon}")
        story, kind = int(at.s.story[0]), TITLES.index("Inside Information")
        rows = [[Stat.STRUGGLE, NOTHING, story, 0, icon, kind] for icon in range(2)]
        return changed(at, lasting=(slice(0, 2), rows), lasting_n=((), 2))

    return named("terror"), named("combat")


@pair("who has yet to be wounded by an effect on all")
def _():
    def mummy():
        at = position(
            hand="Deep One Assault",
            domains="Cthulhu 4",
            play="Living Mummy; Forest Sister; Patsy; Ghost",
            their_play="Mi-Go Warrior; Bag Man",
        )
        at.do("Deep One Assault", "number 4", "my Living Mummy")
        assert at.s.question == Question.DISRUPT
        return at

    other = mummy()
    return mummy(), changed(other, struck=(np.flatnonzero(other.s.struck)[0], 0))


@pair("how many struggles are removed where none is left")
def _():
    def informed(times):
        at = position(phase="story", hand="Inside Information", domains="Yog 2", play="Ghost")
        at.do("Inside Information", "story 0", "icon terror")
        row = at.s.lasting[0].copy()
        return changed(at, lasting=(slice(0, times), row), lasting_n=((), times))

    return informed(1), informed(2)


@pair("whether a reduction waits")
def _():
    at = position(play="Priestess of Bubastis").do("my Priestess of Bubastis")
    other = position(play="Priestess of Bubastis").do("my Priestess of Bubastis")
    return at, changed(other, lasting_n=((), 0))


@rule("R11.1", "R11.9")
@pytest.mark.parametrize("what", PAIRS)
def test_both_seats_see_in_their_observation(what):
    one, other = PAIRS[what]()

    assert differs(one, other) == [True, True]
