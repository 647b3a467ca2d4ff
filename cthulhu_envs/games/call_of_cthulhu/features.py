"""How kinds and cards in play are written into an observation: names and places of features.

The kind of a card in play is written as its faction and its rank among the characters and supports
of that faction, in order of their numbers, both one-hot: 24 numbers a slot instead of 113, and two
of them say which it is. The block `in_play` counts the same cards by kind.
"""

from __future__ import annotations

import numpy as np

from cthulhu_envs.games.call_of_cthulhu.cards.card_file import card_book
from cthulhu_envs.games.call_of_cthulhu.cards.cards import (
    CardType,
    Faction,
    Icon,
    Op,
    Stat,
    Trigger,
)
from cthulhu_envs.games.call_of_cthulhu.cards.columns import A, K, M, O
from cthulhu_envs.games.call_of_cthulhu.sizes import KINDS, N_STORIES, STORY_SLOTS

DECK_KINDS = KINDS - N_STORIES  # kinds that lie in decks, the first ones
FACTIONS = len(Faction)
RANKS = 16  # kinds of a faction that can be in play
_BOOK = card_book()


IN_PLAY = tuple(  # kinds that can be in play
    kind
    for kind, row in enumerate(_BOOK.kinds)
    if row[K.TYPE] in (CardType.CHARACTER, CardType.SUPPORT)
)
RANK = np.zeros(KINDS, np.int64)
KIND_OF = np.zeros((FACTIONS, RANKS), np.int64)
for _faction in Faction:
    for _rank, _kind in enumerate(k for k in IN_PLAY if _BOOK.kinds[k][K.FACTION] == _faction):
        RANK[_kind] = _rank
        KIND_OF[_faction, _rank] = _kind
IN_PLAY_AT = np.zeros(KINDS, np.int64)
IN_PLAY_AT[list(IN_PLAY)] = np.arange(len(IN_PLAY))
DIES = tuple(sorted({row[A.KIND] for row in _BOOK.texts if row[A.TRIGGER] == Trigger.DIES}))
DIES_AT = np.full(KINDS, -1)
DIES_AT[list(DIES)] = np.arange(len(DIES))

LASTING_FLAGS = {
    Stat.BLANK: "lasting_blank",
    Stat.INVULNERABILITY: "lasting_invulnerability",
    Stat.BARE_ICONS: "lasting_no_icons",
    Stat.BARE_TERROR: "lasting_no_terror",
    Stat.BARE_SKILL: "lasting_no_skill",
}
FLAGS = (  # of a card in play, 0 or 1
    "there",
    "exhausted",
    "insane",
    "attached",
    "blank",
    "owned",  # by the side it is on
    "support",
    "fast",
    "willpower",
    "invulnerability",
    "heroic",
    "villainous",
    "cannot_commit_at_home",
    "on_theirs",  # attached to a card of the other seat
    *(f"at_story_{slot + 1}" for slot in range(STORY_SLOTS)),  # committed or attached to it
    *LASTING_FLAGS.values(),
    "follows_mine",  # has to commit where my Y'Golonac does
    "follows_theirs",
    "copied_by_mine",  # my Richard Upton Pickman has its texts
    "copied_by_theirs",
    "struck",  # an effect on all has yet to come to it
    *(f"faction_{faction.name.lower()}" for faction in Faction),
    *(f"rank_{rank + 1}" for rank in range(RANKS)),
)
NUMBERS = (  # of a card in play, at most MOST
    "wounds",
    "toughness",
    "skill",
    "cost",
    *(icon.name.lower() for icon in Icon),
    "host_slot",  # 1 for the first
    "was_at",  # the story at whose resolution it was in this turn, 1 for the first
    "answers",  # things that have happened and that it may still answer
    "lasting_skill_more",
    "lasting_skill_less",
    "lasting_terror_more",
    "lasting_terror_less",
    "lasting_combat_more",
    "lasting_arcane_more",
    "lasting_investigation_more",
)
MOST = 24  # larger numbers of a card are shown as this one
USE_FIELDS = (  # of a text in use
    "kind",  # of the card that is used, 1 for the first
    "whose",  # 1 me, 2 the other
    "text_kind",  # of the card on which the text stands, 1 for the first
    "text",  # which of its texts, 1 for the first
    "card",  # the slot of the card that is used, 1 to 24 mine, 25 to 48 theirs
    "self",  # the slot of the card its text speaks of
    "cost_card",  # the slot of the card exhausted or sacrificed for it
    "target",  # slot, kind, story, player, icon or domain by what is chosen, 1 for the first
    "target_2",
    "target_more",  # the kind of a resource, or the side of a story
    "domain",  # the domain that pays
    "x",
    "overpaid",
    "step",  # 1 for the first
    "operation",
    "player",  # of several who carry it out
    "done",  # how often so far
    "number",
)
USES = 7  # texts in use at the same time, the topmost first
TEXTS = 4  # texts that a kind has at most


def _check() -> None:
    """Every effect that the card files let last has a place in the observation."""
    icons = {Stat[icon.name] for icon in Icon}
    shown = {*LASTING_FLAGS, *icons, Stat.SKILL, Stat.COST}
    for op in _BOOK.ops:
        if op[O.OP] == Op.PHASE:
            mod = _BOOK.mods[op[O.MOD]]
            is_more = mod[M.AMOUNT] > 0 or mod[M.STAT] in (Stat.SKILL, Stat.TERROR, Stat.COST)
            assert mod[M.STAT] in shown and is_more, f"{Stat(mod[M.STAT]).name} is not observed"
    assert max(row[K.NUM_TEXTS] for row in _BOOK.kinds) <= TEXTS


_check()
