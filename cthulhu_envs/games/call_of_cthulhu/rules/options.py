"""One option more: how cards, domains and stories become action ids; answers.py reads them back."""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.sizes import MAX_DOMAINS, OPEN_STORIES, SLOTS, STORY_SLOTS


@kernel
def add(s, action):
    """One more option."""
    s.ids[s.ids_n] = action
    s.ids_n += 1


@kernel
def add_first(s, start, n):
    """The first n options of a block."""
    for k in range(n):
        add(s, start + k)


@kernel
def add_kind(kit, s, inst):
    """A card by kind, once."""
    if not is_known_kind(kit, s, inst):
        add(s, kit.act.card + s.kind[inst])


@kernel
def is_known_kind(kit, s, inst):
    """Whether a card of that kind is among the options already."""
    action = kit.act.card + s.kind[inst]
    for k in range(s.ids_n):
        if s.ids[k] == action:
            return True
    return False


@kernel
def add_slot(kit, s, inst):
    """A card in play, by side and slot."""
    entity = s.place[inst]
    side = entity // SLOTS
    add(s, kit.act.slot + (0 if side == s.seat else SLOTS) + entity - side * SLOTS)


@kernel
def add_domain_option(kit, s, side, domain):
    """A domain, by side and number."""
    add(s, kit.act.domain + (0 if side == s.seat else MAX_DOMAINS) + domain)


@kernel
def add_story(kit, s, slot):
    """A story; conspiracies are mine or theirs."""
    add(s, kit.act.story + turned(np.int64(s.seat), slot))


@kernel
def turned(seat, slot):
    """A story slot as a seat sees it, and back again."""
    if slot < OPEN_STORIES or seat == 0:
        return slot
    return OPEN_STORIES + STORY_SLOTS - 1 - slot
