"""Reads one text of a card file: what is constant, and what is used when, at what cost, on what.

card_file.py says how texts are written.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.games.call_of_cthulhu.cards.card_words import (
    AIM_WORDS,
    COND_WORDS,
    OP_WORDS,
    PER_WORDS,
    STAT_WORDS,
    TRIGGER_WORDS,
)
from cthulhu_envs.games.call_of_cthulhu.cards.cards import (
    CARD_COST,
    NONE,
    OF_X,
    Aim,
    CardType,
    Cond,
    Effect,
    Faction,
    From,
    Layer,
    Op,
    Scope,
    Stat,
    Timing,
    Trigger,
    When,
    While,
    Whom,
    layer_of,
)
from cthulhu_envs.games.call_of_cthulhu.cards.columns import TOKENS, A, K, M, O

if TYPE_CHECKING:
    from cthulhu_envs.games.call_of_cthulhu.cards.card_file import CardBook, CardRow


WHOM_WORDS = {
    "SELF": Whom.SELF,
    "T1": Whom.T1,
    "T2": Whom.T2,
    "ALL": Whom.ALL,
    "me": Whom.ME,
    "them": Whom.THEM,
    "each": Whom.EACH,
    "trigger": Whom.TRIGGER,
}


ALWAYS_FIRST = {"then": When.THEN, "overpaid": When.IF_OVERPAID}


def word_in(words: Mapping[str, int], word: str, what: str) -> int:
    """A word's number; the error says what was expected."""
    if word not in words:
        raise ValueError(f"{word!r} is no {what}{nearest(word, words)}")
    return int(words[word])


def names_of(kind: type[enum.IntEnum]) -> dict[str, int]:
    return {member.name.lower().replace("_", " "): int(member) for member in kind}


def faction_named(name: str) -> Faction:
    """A faction as it is printed, or without its article: 'The Agency', 'Agency'."""
    words = {member.name.replace("_", " ").lower(): int(member) for member in Faction}
    short = {word.removeprefix("the "): number for word, number in words.items()}
    return Faction(word_in(short | words, name.replace("-", " ").lower(), "faction"))


def number_of(word: str) -> int:
    if word == "X":
        return OF_X
    if not re.fullmatch(r"[+-]?\d+", word):
        raise ValueError(f"{word!r} is no number")
    return int(word)


def read_static(text: str, kind: list[int], book: CardBook) -> None:
    found = re.fullmatch(r"static (?:while (\w+) )?(cost )?(self|host|all|\(.*?\)): (.+)", text)
    if not found:
        raise ValueError("a static text reads 'static [while W] [cost] SCOPE: STAT N'")
    mod = [0] * len(M)
    words = found[4].split()
    if found[2]:
        words.insert(0, "cost")
    _read_modifier(words, mod)
    kind[K.LAYERS] |= 1 << mod[M.LAYER] if mod[M.LAYER] != Layer.NONE else 0
    scope = found[3]
    mod[M.SCOPE] = {"self": Scope.SELF, "host": Scope.HOST}.get(scope, Scope.ALL)
    mod[M.FILTER] = book.add_filter(scope[1:-1]) if scope.startswith("(") else NONE
    mod[M.WHILE] = word_in(names_of(While), found[1] or "always", "condition")
    if not kind[K.NUM_MODS]:
        kind[K.FIRST_MOD] = len(book.mods)
    book.mods.append(mod)
    kind[K.NUM_MODS] += 1
    if mod[M.STAT] == Stat.COST and mod[M.SCOPE] == Scope.SELF:
        kind[K.OWN_COST] = 1
    elif mod[M.STAT] == Stat.COST:
        kind[K.LAYERS] |= Effect.DEAR
    elif mod[M.STAT] == Stat.MAD_AT:
        kind[K.LAYERS] |= Effect.MOODY


def _read_modifier(words: list[str], mod: list[int]) -> None:
    """STAT N [min N] [per P]"""
    if len(words) < 2:
        raise ValueError("a modifier reads 'STAT N [min N] [per P]'")
    mod[M.STAT] = word_in(STAT_WORDS, words[0], "modifier")
    mod[M.AMOUNT] = number_of(words[1])
    rest = words[2:]
    while rest:
        if rest[0] == "min" and len(rest) > 1:
            mod[M.LEAST] = number_of(rest[1])
        elif rest[0] == "per" and len(rest) > 1:
            mod[M.PER] = word_in(PER_WORDS, rest[1], "number to multiply with")
        else:
            raise ValueError(f"{' '.join(rest)!r} is not understood")
        rest = rest[2:]
    mod[M.LAYER] = layer_of(mod[M.STAT], mod[M.PER])


def used_text(text: str, card: CardRow, kind: int, book: CardBook) -> list[int]:
    """TIMING [TRIGGER] {, MODIFIER}: [choose AIM {, AIM} ->] OPERATION {; OPERATION}"""
    head, colon, body = text.partition(": ")
    if not colon:
        raise ValueError("a text reads 'TIMING ...: OPERATION ...'")
    row = [0] * len(A)
    is_event = card.type == CardType.EVENT
    row[A.KIND] = kind
    row[A.FROM] = From.HAND if is_event else From.PLAY
    row[A.PAY] = CARD_COST if is_event else 0
    row[A.EXHAUST_FILTER] = row[A.SACRIFICE_FILTER] = NONE
    first, *modifiers = head.split(", ")
    _read_timing(first.split(), row)
    for modifier in modifiers:
        _read_condition(modifier, row, book)
    if body.startswith("choose "):
        aims, arrow, body = body.removeprefix("choose ").partition(" -> ")
        if not arrow:
            raise ValueError("'choose ...' ends with ' -> '")
        _read_aims(aims.split(", "), row, book)
    row[A.FIRST_OP] = len(book.ops)
    for operation in body.split("; "):
        book.ops.append(_operation(operation, book))
        row[A.NUM_OPS] += 1
    return row


def _read_timing(words: list[str], row: list[int]) -> None:
    timings = {name: number for name, number in names_of(Timing).items() if name != "play"}
    row[A.TIMING] = word_in(timings, words[0], "timing")
    if len(words) > 1:
        row[A.TRIGGER] = word_in(TRIGGER_WORDS, words[1], "trigger")
    if row[A.TRIGGER] == Trigger.WOUND:
        wounded = {
            "self": Cond.WOUNDS_ME,
            "host": Cond.WOUNDS_HOST,
            "mine": Cond.WOUNDS_MINE,
            "any": Cond.WOUNDS_ANY,
        }
        row[A.COND] = word_in(dict(wounded), words[2] if len(words) > 2 else "", "wounded card")
    elif len(words) > 2:
        raise ValueError(f"{' '.join(words[2:])!r} is not understood")


def _read_condition(modifier: str, row: list[int], book: CardBook) -> None:
    word, _, rest = modifier.partition(" ")
    if modifier == "from pile":
        row[A.FROM] = From.PILE
    elif modifier == "granted":
        row[A.FROM] = From.HOST
    elif word == "pay":
        row[A.PAY] = number_of(rest)
    elif word == "when":
        row[A.COND] = word_in(COND_WORDS, rest, "condition")
    elif word == "exhaust":
        row[A.EXHAUST_FILTER if rest else A.EXHAUST] = book.add_filter(rest[1:-1]) if rest else 1
    elif word == "sacrifice":
        column = A.SACRIFICE_FILTER if rest else A.SACRIFICE
        row[column] = book.add_filter(rest[1:-1]) if rest else 1
    else:
        raise ValueError(f"{modifier!r} is not understood")


def _read_aims(aims: list[str], row: list[int], book: CardBook) -> None:
    if len(aims) > 2:
        raise ValueError("a text chooses at most two things")
    for number, aim in enumerate(aims):
        row[A.MAYBE2] = aim.startswith("maybe ")
        words, _, filter_words = aim.removeprefix("maybe ").partition("(")
        aim_column, filter_column = (A.AIM1, A.FILTER1) if number == 0 else (A.AIM2, A.FILTER2)
        name, *rest = [word for word in re.split(r" (?=not:|\d)", words.strip()) if word] or [""]
        row[aim_column] = word_in(AIM_WORDS, name, "thing to choose")
        row[filter_column] = NONE
        if row[aim_column] in (Aim.CARD, Aim.PILE, Aim.THEIR_PILE):
            row[filter_column] = book.add_filter(filter_words.removesuffix(")"))
        elif row[aim_column] == Aim.RESOURCE:
            row[filter_column] = faction_named(rest[0].removeprefix("not:"))
        elif row[aim_column] == Aim.TOKENS:  # at least, at most
            row[filter_column] = number_of(rest[0]) * TOKENS + number_of(rest[1])


def _operation(text: str, book: CardBook) -> list[int]:
    row = [0] * len(O)
    row[O.FILTER] = row[O.MOD] = NONE
    row[O.AMOUNT] = 1
    found = re.fullmatch(r"([^(]*?)(?: ?\((.*?)\) ?(.*))?", text)
    assert found is not None
    words = found[1].split() + (found[3] or "").split()
    if found[2] is not None:
        row[O.FILTER] = book.add_filter(found[2])
    if words and words[0] in ALWAYS_FIRST:
        row[O.WHEN] = ALWAYS_FIRST[words.pop(0)]
    name = words.pop(0) if words else ""
    row[O.OP] = Op.PHASE if name == "next" else word_in(OP_WORDS, name, "operation")
    if words and words[0] in WHOM_WORDS:
        row[O.WHOM] = WHOM_WORDS[words.pop(0)]
        if words and words[0] in WHOM_WORDS:  # 'copy-text SELF T1': the second is the target
            words.pop(0)
    if row[O.OP] == Op.PHASE:
        mod = [0] * len(M)
        _read_modifier(words, mod)
        mod[M.SCOPE] = Scope.ALL if row[O.WHOM] == Whom.ALL else Scope.SELF
        mod[M.FILTER] = row[O.FILTER]
        mod[M.NEXT] = name == "next"
        row[O.MOD] = len(book.mods)
        book.mods.append(mod)
    elif words:
        row[O.AMOUNT] = number_of(words[0])
        if len(words) == 2 and row[O.OP] == Op.MAY_ADD_SUCCESS:
            row[O.MOST] = number_of(words[1])
        elif len(words) > 1:
            raise ValueError(f"{' '.join(words[1:])!r} is not understood")
    return row
