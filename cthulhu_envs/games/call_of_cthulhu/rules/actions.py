"""What the deciding seat may choose; answers.py says what a chosen action id means.

`list_options` fills `s.ids` once for every decision, so that `legal` only copies. Cards out of play
are chosen by kind: of several copies the one that the other seat knows is taken (R11.6).
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import N_ICONS
from cthulhu_envs.games.call_of_cthulhu.rules.actions_board import (
    list_domains,
    list_entities,
    list_numbers,
    list_payers,
    list_stories,
)
from cthulhu_envs.games.call_of_cthulhu.rules.actions_cards import list_cards
from cthulhu_envs.games.call_of_cthulhu.rules.actions_window import list_window
from cthulhu_envs.games.call_of_cthulhu.rules.options import add, add_first
from cthulhu_envs.games.call_of_cthulhu.sizes import Question


@kernel(inline=True)
def legal(kit, s, ids):
    """The options of the decision, listed when it was reached."""
    for k in range(s.ids_n):
        ids[k] = s.ids[k]
    return int(s.ids_n)


@kernel
def list_options(kit, s):
    """Fill `s.ids` for the question that is asked."""
    s.ids_n = 0
    what = s.question
    if s.ask_may or what == Question.WINDOW or what == Question.RESPOND or what == Question.DISRUPT:
        add(s, kit.act.done)
    if what == Question.WINDOW or what == Question.RESPOND or what == Question.DISRUPT:
        list_window(kit, s)
    elif what == Question.PAY:
        list_payers(kit, s)
    elif what == Question.NUMBER:
        list_numbers(kit, s)
    elif what == Question.COMMIT or what == Question.ENTITY:
        list_entities(kit, s)
    elif what == Question.COMMIT_TO or what == Question.STORY or what == Question.TOKENS:
        list_stories(kit, s)
    elif what == Question.DOMAIN:
        list_domains(kit, s)
    elif what == Question.WAY:
        add_first(s, kit.act.way, s.ask_n)
    elif what == Question.ORDER:
        add_first(s, kit.act.order, s.ask_n)
    elif what == Question.MULLIGAN:
        add_first(s, kit.act.mulligan, 2)
    elif what == Question.EFFECT:
        add_first(s, kit.act.effect, 2)
    elif what == Question.FREEZE:
        add_first(s, kit.act.freeze, 2)
    elif what == Question.HAND_OR_PILE:
        add_first(s, kit.act.hand_or_pile, 2)
    elif what == Question.ICON:
        add_first(s, kit.act.icon, N_ICONS)
    elif what == Question.SEAT:
        add_first(s, kit.act.seat, 2)
    else:
        list_cards(kit, s)
