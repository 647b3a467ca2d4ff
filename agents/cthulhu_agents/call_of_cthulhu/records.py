"""What the keeper knows of the cards of Call of Cthulhu: how good each is, whom its texts help.

Everything is read off the rows of the card files, so a new card needs no word here.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.record import record_dtype, starts_dtype
from cthulhu_envs.games.call_of_cthulhu.cards.card_file import CardBook, card_book
from cthulhu_envs.games.call_of_cthulhu.cards.cards import (
    NONE,
    OF_X,
    Aim,
    CardType,
    Keyword,
    Op,
    Scope,
    Stat,
    Timing,
    Whom,
)
from cthulhu_envs.games.call_of_cthulhu.cards.columns import A, K, M, O
from cthulhu_envs.games.call_of_cthulhu.sizes import KINDS, SLOTS, STORY_SLOTS
from cthulhu_envs.games.call_of_cthulhu.tables import (
    ACTION_NAMES,
    MAX_ACTIONS,
    OBSERVATION_NAMES,
)

HARM: dict[int, float] = {  # what an operation does to the card it is aimed at
    Op.WOUND: 2.0,
    Op.DESTROY: 3.0,
    Op.MADDEN: 2.5,
    Op.EXHAUST: 1.0,
    Op.EXHAUST_OR_MADDEN: 2.0,
    Op.BOUNCE: 2.0,
    Op.UNCOMMIT: 1.0,
    Op.CONTROL: 3.0,
}
HELP: dict[int, float] = {Op.READY: 1.0, Op.RESTORE_READY: 2.0}
GAIN: dict[int, float] = {  # what it brings the player it is for, each time
    Op.DRAW: 1.5,
    Op.ADD_SUCCESS: 3.0,
    Op.MAY_ADD_SUCCESS: 2.0,
    Op.REMOVE_SUCCESS: 2.0,
    Op.MOVE_SUCCESS: 3.0,
    Op.SEARCH: 3.0,
    Op.FETCH: 2.0,
    Op.RECOVER: 1.5,
    Op.PUT_INTO_PLAY: 3.0,
    Op.RETURN_FRESH: 1.0,
    Op.HAND_OR_PILE_ENTERS: 3.0,
    Op.ADD_DOMAIN: 1.0,
    Op.TOP_TO_DOMAIN: 1.5,
    Op.CANCEL_WOUND: 2.0,
    Op.CANCEL_EFFECT: 2.0,
    Op.DESTROY_RESOURCE: 2.0,
    Op.FREEZE: 1.0,
    Op.LOOK_ORDER: 0.7,
    Op.LOOK_BOTTOM: 0.7,
    Op.ATTACH: 0.7,
    Op.COPY_ICONS: 0.7,
    Op.COPY_TEXT: 0.7,
    Op.REMOVE_STRUGGLE: 0.7,
}
LOSS: dict[int, float] = {Op.DISCARD: 1.0, Op.MILL: 0.4, Op.SACRIFICE: 2.0, Op.LOSE_RESOURCE: 1.5}
LOSER: dict[int, float] = {Whom.THEM: 1.0, Whom.ME: -1.0, Whom.EACH: 0.0, Whom.T1: 1.0}
WINNER: dict[int, float] = {Whom.EACH: 0.1, Whom.THEM: -1.0}
LITTLE = 0.4  # what an operation brings that is not named above

KIT = record_dtype(
    ("worth", np.float64, (KINDS,)),  # a card in hand, as printed
    ("cost", np.float64, (KINDS,)),
    ("type", np.int64, (KINDS,)),
    ("faction", np.int64, (KINDS,)),
    ("gain", np.float64, (KINDS,)),  # of using its text
    ("aim", np.int64, (KINDS,)),  # its target is to be: 1 mine, -1 theirs, 0 either
    ("fights", np.int64, (KINDS,)),  # 1: its text is for the time when stories are fought over
    ("act", starts_dtype(ACTION_NAMES)),
    ("ob", starts_dtype(OBSERVATION_NAMES)),
)
NOTES = record_dtype(
    ("candidates", np.int64, (MAX_ACTIONS,)),
    ("scores", np.float64, (MAX_ACTIONS,)),
    ("num_candidates", np.int64),
    ("icons", np.float64, (2, STORY_SLOTS, 4)),  # of each side at each story
    ("skill", np.float64, (2, STORY_SLOTS)),
    ("count", np.float64, (2, STORY_SLOTS)),
    ("least", np.float64, (2, STORY_SLOTS)),  # the least valuable character there
    ("ready_icons", np.float64, (4,)),  # of theirs who can still oppose
    ("ready_skill", np.float64),
    ("ready", np.float64),
    ("value", np.float64, (2, SLOTS)),  # of each card in play
)


def kit_of(game: Game) -> NDArray[Any]:
    """An array of one KIT: what the keeper looks up."""
    kits = np.zeros(1, KIT)
    kit = kits[0]
    book = card_book()
    for kind, row in enumerate(book.kinds):
        kit.cost[kind] = 2 if row[K.COST] == OF_X else row[K.COST]
        kit.type[kind] = row[K.TYPE]
        kit.faction[kind] = row[K.FACTION]
        gain, aim, fights = _text_of(book, row)
        kit.gain[kind], kit.aim[kind], kit.fights[kind] = gain, aim, fights
        kit.worth[kind] = _printed_worth(row) + max(gain, 0.0) * 0.5
    kit.act = game.actions.start_record()
    kit.ob = game.observations.start_record()
    return kits


def _printed_worth(row: list[int]) -> float:
    if row[K.TYPE] != CardType.CHARACTER:
        return 0.8 * (2 if row[K.COST] == OF_X else row[K.COST])
    icons = row[K.TERROR] * 0.9 + row[K.COMBAT] + row[K.ARCANE] * 0.6 + row[K.INVESTIGATION] * 1.2
    words = sum(0.5 for word in (Keyword.FAST, Keyword.WILLPOWER) if row[K.WORDS] & word)
    words += 2.0 * bool(row[K.WORDS] & Keyword.INVULNERABILITY) + 0.6 * row[K.TOUGHNESS]
    skill = 2 if row[K.SKILL] == OF_X else row[K.SKILL]
    return 1.0 + skill + icons + words


def _text_of(book: CardBook, row: list[int]) -> tuple[float, int, int]:
    """What the texts of a card bring, whom they are to be aimed at, whether they are for fights."""
    gain, aim, fights = 0.0, 0, 0
    texts = book.texts[row[K.FIRST_TEXT] : row[K.FIRST_TEXT] + row[K.NUM_TEXTS]]
    for text in texts:
        if text[A.TIMING] == Timing.PLAY:
            if text[A.AIM1] == Aim.CARD:  # an attachment
                aim = _sign_of_mods(book, row)
            continue
        one, its_aim, its_fights = _one_text(book, text)
        gain = max(gain, one) if gain else one
        aim, fights = aim or its_aim, fights or its_fights
    return gain, aim, fights


def _sign_of_mods(book: CardBook, row: list[int]) -> int:
    """Whether what is attached helps the card that carries it."""
    mods = book.mods[row[K.FIRST_MOD] : row[K.FIRST_MOD] + row[K.NUM_MODS]]
    total = sum(_mod_value(mod) for mod in mods if mod[M.SCOPE] == Scope.HOST)
    return -1 if total < 0 else 1


def _mod_value(mod: list[int]) -> float:
    """Whether a modifier is good for the card it changes."""
    good = (Stat.FAST, Stat.WILLPOWER, Stat.INVULNERABILITY)
    if mod[M.STAT] in good:
        return 1.0
    if mod[M.STAT] == Stat.SKILL or Stat.TERROR <= mod[M.STAT] <= Stat.INVESTIGATION:
        return float(np.sign(mod[M.AMOUNT]))
    if mod[M.STAT] == Stat.TOUGHNESS:
        return float(np.sign(mod[M.AMOUNT]))
    return 0.0 if mod[M.STAT] == Stat.COST else -1.0


def _one_text(book: CardBook, text: list[int]) -> tuple[float, int, int]:
    gain, aim, fights = 0.0, 0, 0
    for op in book.ops[text[A.FIRST_OP] : text[A.FIRST_OP] + text[A.NUM_OPS]]:
        code, whom = op[O.OP], op[O.WHOM]
        amount = 2 if op[O.AMOUNT] == OF_X else max(op[O.AMOUNT], 1)
        if code in HARM:
            hurts_me = whom == Whom.SELF
            gain += -HARM[code] if hurts_me else HARM[code] * (0.4 if whom == Whom.ALL else 1.0)
            aim = aim or (-1 if whom in (Whom.T1, Whom.T2) else 0)
        elif code in HELP:
            gain += HELP[code]
            aim = aim or (1 if whom in (Whom.T1, Whom.T2) else 0)
        elif code == Op.PHASE:
            sign = int(_mod_value(book.mods[op[O.MOD]])) or 1
            gain += 0.8
            aim = aim or (sign if whom in (Whom.T1, Whom.T2) else 0)
            fights = 1
        elif code in LOSS:
            worth = LOSER.get(whom, 0.5)
            gain += LOSS[code] * worth * amount
            aim = aim or (-1 if whom == Whom.T1 else 0)
        else:
            share = WINNER.get(whom, 1.0)
            gain += GAIN.get(code, LITTLE) * share * (amount if code == Op.DRAW else 1)
    gain -= 0.25 * (2 if text[A.PAY] == OF_X else text[A.PAY] if text[A.PAY] < OF_X else 0)
    gain -= 0.5 * text[A.EXHAUST] + 1.5 * text[A.SACRIFICE]
    gain -= 0.6 * (text[A.EXHAUST_FILTER] != NONE) + 2.5 * (text[A.SACRIFICE_FILTER] != NONE)
    return gain, aim, fights
