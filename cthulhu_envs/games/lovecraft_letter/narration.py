"""`narrate`: a round's plays and Sanity Checks in words, with no more than the looking seat knows
of them (R8).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.drawing.spectator import counted, has, listed, name_of, names_of
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games._letters.narration import fallen, is_seen_by, shown_by
from cthulhu_envs.games.lovecraft_letter.cards import CHOICE, TITLES, Card, Choice
from cthulhu_envs.games.lovecraft_letter.scratch import recall
from cthulhu_envs.games.lovecraft_letter.state import NOWHERE, Answer, Ending, Event, Phase

PROPER_NAMES = (
    Card.LIBER_IVONIS,
    Card.ARMITAGE,
    Card.CARTER,
    Card.NYARLATHOTEP,
    Card.CTHULHU,
)
remember: Callable[..., Any] = recall  # (kit, s, scratch); kernels carry no types


def called(card: int) -> str:
    """A card in the middle of a sentence: 'the Silver Key', 'Randolph Carter'."""
    title = TITLES[Card(card)].removeprefix("The ")
    return title if card in PROPER_NAMES else f"the {title}"


def is_secret(s: Any, seat: int) -> bool:
    """R8.8: only the one who gets it sees the card that Nyarlathotep gives."""
    return bool(s.phase == Phase.GIVE and seat != s.asked)


class Line(NamedTuple):
    """A row of the log, with the questions that its words depend on."""

    row: Any
    was: Any  # the hands when the effect began, by seat
    looker: int | None
    players: int
    immortal: int  # bits of the seats that cannot be knocked out
    turned: tuple[int, ...]  # cards turned up by a Sanity Check
    new_card: int  # drawn for Armitage or Mi-Go
    is_extra: bool  # an extra play
    goes_on: bool  # its player plays again
    is_open: bool  # its player is still deciding
    is_final: bool  # the game ended with it
    wins_round: bool  # without a showdown

    def name(self, event: Event) -> str:
        return name_of(self.row[event])

    def held(self, event: Event) -> str:
        """The card that a seat of the row held."""
        return called(self.was[self.row[event]])

    @property
    def is_seen_by_both(self) -> bool:
        return is_seen_by(self.looker, self.row[Event.ACTOR], self.row[Event.TARGET])

    @property
    def is_insane(self) -> bool:
        return bool(self.row[Event.INSANE])

    @property
    def puts_nobody_out(self) -> bool:
        return bool(self.row[Event.OUT] == NOBODY)

    def is_immortal(self, event: Event) -> bool:
        return has(self.immortal, self.row[event])

    @property
    def fall(self) -> str:
        return fallen(self.row[Event.OUT], called(self.row[Event.SHOWN]))

    @property
    def party(self) -> list[int]:
        """Nyarlathotep: the seats whose hands were collected, in the order of the gifts."""
        actor = int(self.row[Event.ACTOR])
        seats = [(actor + step) % self.players for step in range(1, self.players)]
        return [seat for seat in seats if has(self.row[Event.PARTY], seat)]


def narrate(game: Game, s: Any, looker: int | None) -> tuple[str, ...]:
    """Each play and each Sanity Check of this round: who did what, and what came of it."""
    scratch = np.zeros(1, game.scratch)[0]
    remember(game.kit[0], s, scratch)
    news = _who_went_insane(game, s)
    return tuple(
        _sentence(_line(game, s, scratch, row, looker)) + news[row] for row in range(s.rows)
    )


def _line(game: Game, s: Any, scratch: Any, row: int, looker: int | None) -> Line:
    events = s.log[row]
    is_last = row == s.rows - 1
    goes_on = is_extra(s, row + 1) if not is_last else bool(s.extra)
    first = int(events[Event.DREW_AT])
    is_final = is_last and bool(s.ending != Ending.GOING_ON)
    return Line(
        row=events,
        was=scratch.was[row],
        looker=looker,
        players=game.num_players,
        immortal=int(scratch.immortal[row]),
        turned=tuple(int(card) for card in s.deck[first : first + events[Event.TURNED]]),
        new_card=int(s.deck[events[Event.NEW_AT]]),
        is_extra=is_extra(s, row),
        goes_on=goes_on,
        is_open=is_last and s.phase != Phase.PLAY,
        is_final=is_final,
        wins_round=is_final and bool(s.last_round == Ending.TRAPEZOHEDRON),
    )


def is_extra(s: Any, row: int) -> bool:
    """Whether a play was brought by Golden Mead or Mi-Go: nobody has two turns in a row."""
    if row == 0 or NO_CARD in (s.log[row - 1, Event.CARD], s.log[row, Event.CARD]):
        return False
    return bool(s.log[row - 1, Event.ACTOR] == s.log[row, Event.ACTOR])


def laid_down(s: Any, row: int) -> list[tuple[int, int]]:
    """What a row brought into which piles, in order: (seat, card)."""
    events = s.log[row]
    actor, first = int(events[Event.ACTOR]), int(events[Event.DREW_AT])
    cards = [(actor, int(card)) for card in s.deck[first : first + events[Event.TURNED]]]
    if events[Event.SHOWN] != NO_CARD:
        owner = shown_by(events[Event.TARGET], events[Event.OUT])
        cards.append((int(owner), int(events[Event.SHOWN])))
    if events[Event.CARD] != NO_CARD and row < s.turn_row:  # R3.7: after its effect
        cards.append((actor, int(events[Event.CARD])))
    return cards


def _who_went_insane(game: Game, s: Any) -> list[str]:
    """By row: the words about a seat that it made insane, counted back from how things stand."""
    kit = game.kit[0]
    insanity = [int(cards) for cards in s.insanity]
    news = [""] * s.rows
    for row in reversed(range(s.rows)):
        for seat, card in reversed(laid_down(s, row)):
            if not kit.insanity[card]:
                continue
            insanity[seat] -= 1
            if insanity[seat] == 0 and s.log[row, Event.OUT] != seat:
                news[row] = f"; {name_of(seat)} is insane now"
    return news


def _sentence(line: Line) -> str:
    card = Card(line.row[Event.CARD]) if line.row[Event.CARD] != NO_CARD else None
    if card is None:
        return _check(line)
    then = "then " if line.is_extra else ""
    side = "the Insane side of " if line.is_insane else ""
    start = f"{line.name(Event.ACTOR)} {then}played {side}{called(card)}"
    if CHOICE[card, int(line.is_insane)] != Choice.NOBODY and line.row[Event.TARGET] == NOBODY:
        return f"{start}, but nobody could be chosen"
    return start + (INSANE if line.is_insane else SANE)[card](line)


def _check(line: Line) -> str:
    """R3.2: a Sanity Check."""
    turned = listed([called(card) for card in line.turned])
    start = f"{line.name(Event.ACTOR)} checked their sanity, turning up {turned}: "
    if not line.puts_nobody_out:
        return start + line.fall
    return start + ("the draw pile ran out" if line.is_final else "they stay in")


def _stays(line: Line) -> str:
    """R4.4c: what is said of a right guess that puts nobody out."""
    return f", but {line.name(Event.TARGET)} cannot be knocked out"


def _answer(line: Line) -> str:
    """What came of the number named."""
    if not line.puts_nobody_out:
        return line.fall
    return f"right{_stays(line)}" if line.row[Event.RIGHT] & Answer.NUMBER else "a miss"


def _guess(line: Line) -> str:
    return f" on {line.name(Event.TARGET)}, naming {line.row[Event.NUMBER]}: {_answer(line)}"


def _deep_ones(line: Line) -> str:
    start = f" on {line.name(Event.TARGET)}: "
    is_one = line.row[Event.RIGHT] & Answer.ONE
    if is_one and not line.puts_nobody_out:
        return f"{start}a 1, {line.fall}"
    start += f"a 1{_stays(line)}" if is_one else "no 1"
    if line.is_open:
        return f"{start}, and is naming another number"
    return f"{start}; then named {line.row[Event.NUMBER]}: {_answer(line)}"


def _look(line: Line) -> str:
    seen = f": {line.held(Event.TARGET)}" if line.is_seen_by_both else ""
    return f" and looked at the hand of {line.name(Event.TARGET)}{seen}"


def _golden_mead(line: Line) -> str:
    again = f"{line.name(Event.ACTOR)} plays again"
    return f"{_look(line)}; {again if line.goes_on else 'the draw pile was empty'}"


def _compare(line: Line) -> str:
    start = f" against {line.name(Event.TARGET)}: "
    if line.puts_nobody_out:
        is_kept = line.is_immortal(Event.ACTOR) or line.is_immortal(Event.TARGET)
        both = f", {line.held(Event.ACTOR)} against {line.held(Event.TARGET)}"
        end = "nobody goes out" if is_kept else "a tie"
        return f"{start}{end}{both if line.is_seen_by_both else ''}"
    is_won = line.row[Event.OUT] == line.row[Event.TARGET]
    higher = line.held(Event.ACTOR if is_won else Event.TARGET)
    return f"{start}{line.fall}" + (f" against {higher}" if line.is_seen_by_both else "")


def _hound(line: Line) -> str:
    target = line.name(Event.TARGET)
    return f" on {target}: " + (f"{target} is insane too" if line.puts_nobody_out else line.fall)


def _replace(line: Line) -> str:
    is_own = line.row[Event.TARGET] == line.row[Event.ACTOR]
    start = " on themself" if is_own else f" on {line.name(Event.TARGET)}"
    if line.row[Event.NEW_AT] == NOWHERE:
        return f"{start}: {line.fall}"
    is_seen = is_seen_by(line.looker, line.row[Event.TARGET])
    drawn = called(line.new_card) if is_seen else "a new card"
    if line.row[Event.NEW_AT] == 0:  # R4.5a
        drawn = f"took the face-down card{', ' + drawn if is_seen else ''}"
    else:
        drawn = f"drew {drawn}"
    who = "" if is_own else "who "
    return f"{start}, {who}discarded {called(line.row[Event.SHOWN])} and {drawn}"


def _take(line: Line) -> str:
    actor, target = line.name(Event.ACTOR), line.name(Event.TARGET)
    taken = f", {line.held(Event.TARGET)}," if line.is_seen_by_both else ""
    return f" and took the hand of {target}{taken} for the Braincase; {actor} plays again"


def _trade(line: Line) -> str:
    gift = f", giving {line.held(Event.ACTOR)} for {line.held(Event.TARGET)}"
    return f" and traded hands with {line.name(Event.TARGET)}" + (
        gift if line.is_seen_by_both else ""
    )


def _nyarlathotep(line: Line) -> str:
    """R4.6a: what each player got is known to the giver, and to each what they lost and got."""
    party = line.party
    gifts = dict(zip(party, line.row[Event.GIVEN : Event.TAKEN], strict=False))
    knows_all = is_seen_by(line.looker, line.row[Event.ACTOR])
    if not party:
        return ", but there was no hand to collect"
    if len(party) == 1:  # R8.14
        seen = f", {called(gifts[party[0]])}," if knows_all or line.looker in party else ""
        return f", looked at the hand of {name_of(party[0])}{seen} and gave it back"
    if line.is_open:
        return f" and collected the hands of {names_of(party)} to give them out anew"
    if knows_all:
        given = [f"{called(card)} to {name_of(seat)}" for seat, card in gifts.items()]
        return f", collected {counted(len(party), 'hand')} and gave {listed(given)}"
    start = f" and gave out the hands of {names_of(party)} anew"
    if line.looker in party:
        lost, got = called(line.was[line.looker]), called(gifts[line.looker])
        return f"{start}: {name_of(line.looker)} lost {lost} and got {got}"
    return start


def _fatal(line: Line) -> str:
    """R4.8, R4.9."""
    return ", but cannot be knocked out" if line.puts_nobody_out else f": {line.fall}"


def _trapezohedron(line: Line) -> str:
    return " and won the round" if line.wins_round else ", to no effect"


SANE: dict[Card, Callable[[Line], str]] = {  # what follows 'player_1 played ...'
    Card.BRAINCASE: _fatal,
    Card.INVESTIGATORS: _guess,
    Card.DEEP_ONES: _guess,
    Card.CATS: _look,
    Card.GOLDEN_MEAD: _look,
    Card.GREAT_RACE: _compare,
    Card.HOUND: _compare,
    Card.ELDER_SIGN: lambda line: " and is protected until their next turn",
    Card.LIBER_IVONIS: lambda line: " and is protected until their next turn",
    Card.ARMITAGE: _replace,
    Card.MI_GO: _replace,
    Card.CARTER: _trade,
    Card.NYARLATHOTEP: _trade,
    Card.SILVER_KEY: lambda line: "",
    Card.TRAPEZOHEDRON: lambda line: "",
    Card.NECRONOMICON: _fatal,
    Card.CTHULHU: _fatal,
}
INSANE: dict[Card, Callable[[Line], str]] = {
    Card.DEEP_ONES: _deep_ones,
    Card.GOLDEN_MEAD: _golden_mead,
    Card.HOUND: _hound,
    Card.LIBER_IVONIS: lambda line: " and cannot be knocked out until the draw pile runs out",
    Card.MI_GO: _take,
    Card.NYARLATHOTEP: _nyarlathotep,
    Card.TRAPEZOHEDRON: _trapezohedron,
    Card.CTHULHU: lambda line: " and won the game" if line.puts_nobody_out else f": {line.fall}",
}
