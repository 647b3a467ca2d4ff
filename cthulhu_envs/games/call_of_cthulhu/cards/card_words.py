"""The words of the card files and the numbers they stand for."""

from __future__ import annotations

import enum
import re
from typing import TYPE_CHECKING

from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.games.call_of_cthulhu.cards.cards import (
    BELOW_SELF,
    BELOW_X,
    NONE,
    OF_DOMAINS,
    OF_X,
    SUBTYPES,
    Aim,
    CardType,
    Cond,
    Faction,
    Keyword,
    Op,
    Per,
    Stat,
    Trigger,
)
from cthulhu_envs.games.call_of_cthulhu.cards.columns import F, Flag, Whose

if TYPE_CHECKING:
    from cthulhu_envs.games.call_of_cthulhu.cards.card_file import CardBook


def _spelled(kind: type[enum.IntEnum], without: tuple[str, ...] = ()) -> dict[str, int]:
    """`RESTORE_READY` is written restore-ready."""
    return {
        member.name.lower().replace("_", "-"): int(member)
        for member in kind
        if member.name not in without
    }


OP_WORDS = _spelled(Op, without=("ENTER",)) | {
    "return-fresh-characters": Op.RETURN_FRESH,
    "enter-from-hand-or-pile": Op.HAND_OR_PILE_ENTERS,
    "top-to-new-domain": Op.TOP_TO_DOMAIN,
    "characters-to-new-domain": Op.CHARACTERS_TO_DOMAIN,
}
STAT_WORDS = _spelled(Stat) | {"enters-exhausted-without-support": Stat.ENTERS_EXHAUSTED}
TRIGGER_WORDS = _spelled(Trigger, without=("NOTHING",))
COND_WORDS = _spelled(Cond, without=("NOTHING",))
PER_WORDS = _spelled(Per, without=("ONCE",)) | {
    "weaker-opponents": Per.WEAKER,
    "strange-resources": Per.STRANGE,
}
AIM_WORDS = {
    "": Aim.CARD,
    "story": Aim.STORY,
    "story empty": Aim.EMPTY_STORY,
    "seat": Aim.SEAT,
    "icon": Aim.ICON,
    "domain mine drained": Aim.DRAINED,
    "domain undrained": Aim.UNDRAINED,
    "resource": Aim.RESOURCE,
    "pile": Aim.PILE,
    "their pile": Aim.THEIR_PILE,
    "token-side": Aim.TOKENS,
}
AMOUNTS = {"X": OF_X, "self": BELOW_SELF, "domains": OF_DOMAINS}
FLAG_WORDS = _spelled(Flag) | {"exhaustible-or-maddenable": Flag.EXHAUST_OR_MADDEN}
KEYWORD_WORDS = _spelled(Keyword)
EMPTY = [0, 0, 0, 0, 0, NONE, 0, NONE, NONE, 0, NONE, 0, NONE, NONE]


def filter_of(words: str, book: CardBook) -> list[int]:
    """A filter as a row of numbers, columns `F`."""
    row = list(EMPTY)
    for word in re.findall(
        r"(?:subtype|not|title|faction):[^:]+?(?= [\w-]+[:<>=]|$| [a-z])|\S+", words
    ):
        _filter_word(word, row, book)
    return row


def _filter_word(word: str, row: list[int], book: CardBook) -> None:
    name, colon, value = word.partition(":")
    bound = re.fullmatch(r"(skill|cost|printed-cost|terror|printed-skill)(<=|>=|=|<)(\w+)", word)
    if bound:
        _filter_bound(bound[1], bound[2], bound[3], row)
    elif colon and name in ("subtype", "not"):
        if value not in SUBTYPES:
            raise ValueError(f"{value!r} is no subtype{nearest(value, SUBTYPES)}")
        row[F.SUBS if name == "subtype" else F.NOT_SUBS] |= 1 << SUBTYPES.index(value)
    elif name == "faction":
        spelled = value.upper().replace(" ", "_").replace("-", "_")
        if spelled not in Faction.__members__:
            raise ValueError(f"{value!r} is no faction{nearest(spelled, Faction.__members__)}")
        row[F.FACTION] = Faction[spelled]
    elif name == "title" and colon:
        row[F.TITLE] = book.kind_named(value)
    elif word in ("mine", "theirs"):
        row[F.SIDE] = Whose.MINE if word == "mine" else Whose.THEIRS
    elif word in ("character", "support"):
        row[F.TYPES] |= 1 << CardType[word.upper()]
    elif word in ("attachment", "location"):
        row[F.SUBS] |= 1 << SUBTYPES.index(word.title())
        row[F.TYPES] |= 1 << CardType.SUPPORT
    elif word in ("heroic", "villainous"):
        row[F.WORDS] |= KEYWORD_WORDS[word]
    elif word == "heroic-or-villainous":
        row[F.WORDS] |= Keyword.HEROIC | Keyword.VILLAINOUS
    elif word == "villainous-or-cultist":
        row[F.WORDS] |= Keyword.VILLAINOUS
        row[F.SUBS] |= 1 << SUBTYPES.index("Cultist")
        row[F.FLAGS] |= Flag.EITHER
    elif word in FLAG_WORDS:
        row[F.FLAGS] |= FLAG_WORDS[word]
    else:
        raise ValueError(f"{word!r} is no word of a filter{nearest(word, FLAG_WORDS)}")


def _filter_bound(what: str, sign: str, value: str, row: list[int]) -> None:
    """`skill<=2`, `skill<X`, `terror>=2` ..."""
    if not value.isdigit() and value not in AMOUNTS:
        raise ValueError(f"{value!r} is no number")
    amount = int(value) if value.isdigit() else AMOUNTS[value]
    if what == "printed-cost":
        row[F.FLAGS] |= Flag.PRINTED_COST
    if what in ("cost", "printed-cost") and sign == "<=":
        row[F.COST] = amount
    elif what == "skill" and sign == "<=":
        row[F.SKILL] = amount
    elif what == "skill" and sign == "<" and value in ("X", "self"):
        row[F.SKILL] = BELOW_X if value == "X" else BELOW_SELF
    elif what == "terror" and sign == ">=":
        row[F.TERROR_MIN] = amount
    elif what == "terror" and sign == "=":
        row[F.TERROR_MAX] = amount
    elif what == "printed-skill":
        row[F.PRINTED_SKILL_MIN if sign == ">=" else F.PRINTED_SKILL_MAX] = amount
    else:
        raise ValueError(f"{what}{sign}{value} is not understood")
