"""Lines of an effect that rule no others, as rows: one method for each verb.

A method takes a Reader of the words behind its verb; docs/writing_an_episode.md explains them.
"""

from __future__ import annotations

from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.games.death_may_die.components import ROLLED_DICE
from cthulhu_envs.games.death_may_die.content.effect_line import Names, Reader
from cthulhu_envs.games.death_may_die.content.effect_rows import Op, effect_row
from cthulhu_envs.games.death_may_die.content.vocabulary import (
    ALL,
    NOTHING,
    Among,
    Roll,
    Var,
    Who,
    Whom,
)

PLAIN = (Op.LIE_DOWN, Op.EVEN_OUT, Op.HAND_OVER)  # two words each
SINGLE = (Op.SCRAP, Op.ADVANCE, Op.LOOK, Op.STEAL, Op.REPLAY, Op.CLEAR, Op.LEAVE)
OF_CARDS = ("before", "use", "gain")  # keys of effects that can speak of their card
SYMPTOM = "symptom"  # the key of effects that can replay a Mythos card


class Verbs:
    """What the lines of one effect can do, with the names it may use and its key in the file."""

    def __init__(self, names: Names, key: str) -> None:
        self.names = names
        self.key = key
        self.subjects: list[int] = [int(Among.NONE)]  # of the loops around, innermost last

    def need(self, what: str, *subjects: Among) -> None:
        """An effect on the subject needs one of these sorts."""
        if self.subjects[-1] not in subjects:
            raise ValueError(f"{what} has no target here: no loop around it finds one")

    def row(self, word: str, reader: Reader) -> list[int]:
        """The row of a line that begins with `word`; the reader holds the words behind it."""
        for op in PLAIN:
            first, second = op.name.lower().split("_")
            if word == first:
                reader.want(second)
                return effect_row(op)
        for op in SINGLE:
            if word == op.name.lower():
                if op == Op.LOOK:
                    self.need("'look'", Among.PIECES)
                if op in (Op.SCRAP, Op.LEAVE) and self.key not in OF_CARDS:
                    raise ValueError(f"{word!r} has no target here: this is no effect of a card")
                if op == Op.REPLAY and self.key != SYMPTOM:
                    raise ValueError(f"{word!r} has no target here: only a symptom replays a card")
                return effect_row(op)
        verb = getattr(self, f"verb_{word}", None)
        if verb is None:
            known = [name[5:] for name in dir(self) if name.startswith("verb_")]
            raise ValueError(f"{word!r} is no effect{nearest(word, known)}")
        row: list[int] = verb(reader)
        return row

    def verb_move(self, r: Reader) -> list[int]:
        self.need("'move'", Among.FIGURES, Among.PIECES)
        amount = r.amount()
        away = r.found("away")
        r.want("from" if away else "toward")
        return effect_row(Op.MOVE, amount=amount, where=r.where(), away=away)

    def verb_place(self, r: Reader) -> list[int]:
        word = r.take("who is placed")
        if word not in ("it", "you", "elder", "partner"):
            raise ValueError(f"it, you, elder or partner can be placed, not {word!r}")
        who = Who.ONE if word == "it" else Who[word.upper()]
        if who == Who.ONE:
            self.need("'place it'", Among.FIGURES)
        if who == Who.PARTNER:
            self.names.partner()
        return effect_row(Op.PLACE, who=who, where=r.at())

    def verb_summon(self, r: Reader) -> list[int]:
        return effect_row(Op.SUMMON, kind=self.names.kind(r.name("an enemy")), where=r.at())

    def verb_fire(self, r: Reader) -> list[int]:
        return effect_row(Op.FIRE, amount=r.amount(), where=r.at())

    def verb_douse(self, r: Reader) -> list[int]:
        return effect_row(Op.DOUSE, amount=r.amount())

    def verb_token(self, r: Reader) -> list[int]:
        return effect_row(Op.TOKEN, where=r.at())

    def verb_sign(self, r: Reader) -> list[int]:
        return effect_row(Op.SIGN, amount=r.amount(), change=1)

    def verb_lose(self, r: Reader) -> list[int]:
        r.want("sign")
        return effect_row(Op.SIGN, amount=r.amount(), change=-1)

    def verb_wound(self, r: Reader) -> list[int]:
        amount, each = r.amount(), 1
        if r.found("per"):
            if amount[0] != Var.CONST:
                raise ValueError("before 'per' stands a number")
            each, amount = amount[1], r.amount()
        whom = Whom.ONE
        if r.words:
            word = r.take()
            if word.upper() not in Whom.__members__:
                raise ValueError(f"{word!r} cannot be wounded")
            whom = Whom[word.upper()]
        return effect_row(Op.WOUND, amount=amount, whom=whom, each=each)

    def verb_sanity(self, r: Reader) -> list[int]:
        return effect_row(Op.SANITY, amount=r.amount())

    def verb_stress(self, r: Reader) -> list[int]:
        return effect_row(Op.STRESS, amount=r.amount(), overflow=r.found("overflow"))

    def verb_heal(self, r: Reader) -> list[int]:
        what = r.take("stress or wounds")
        if what not in ("stress", "wounds"):
            raise ValueError(f"stress or wounds can be healed, not {what!r}")
        return effect_row(Op.HEAL, amount=r.amount(), wounds=what == "wounds")

    def verb_set(self, r: Reader) -> list[int]:
        r.want("stress")
        return effect_row(Op.SET_STRESS, amount=r.amount())

    def verb_discard(self, r: Reader) -> list[int]:
        tag = NOTHING if r.found("any") else self.names.tag(r.name("a card"))
        return effect_row(Op.DISCARD, tag=tag, count=ALL if r.found("all") else r.number())

    def verb_roll(self, r: Reader) -> list[int]:
        amount = r.amount() if r.words else (int(Var.CONST), ROLLED_DICE)
        most = ALL
        if r.found("up"):
            r.want("to")
            most = r.number()
        if r.found("against"):
            r.want("you")
            roll = Roll.AGAINST_SELF
        else:
            roll = Roll.PLAIN if r.found("plain") else Roll.ACTION
        return effect_row(Op.ROLL, amount=amount, roll=roll, most=most)

    def group(self, r: Reader) -> int:
        return self.names.group(r.name("pieces"))

    def verb_hit(self, r: Reader) -> list[int]:
        return effect_row(Op.HIT, amount=r.amount(), group=self.group(r))

    def verb_mend(self, r: Reader) -> list[int]:
        return effect_row(Op.MEND, amount=r.amount(), group=self.group(r))

    def verb_reveal(self, r: Reader) -> list[int]:
        return effect_row(Op.REVEAL, group=self.group(r))

    def verb_draw(self, r: Reader) -> list[int]:
        return effect_row(Op.DRAW, amount=r.amount(), group=self.group(r))

    def verb_take(self, r: Reader) -> list[int]:
        taken = self.group(r)
        r.want("with")
        return effect_row(Op.TAKE, group=taken, key=self.group(r))

    def verb_escort(self, r: Reader) -> list[int]:
        return effect_row(Op.ESCORT, group=self.group(r))

    def verb_unmark(self, r: Reader) -> list[int]:
        return effect_row(Op.MARK, change=-1)

    def verb_mark(self, r: Reader) -> list[int]:
        return effect_row(Op.MARK, change=1)

    def verb_rise(self, r: Reader) -> list[int]:
        return effect_row(Op.RISE, kind=self.names.kind(r.name("an enemy")))

    def verb_keep(self, r: Reader) -> list[int]:
        return effect_row(Op.KEEP, wounds=r.number())

    def verb_boost(self, r: Reader) -> list[int]:
        return effect_row(Op.BOOST, dice=r.number())
