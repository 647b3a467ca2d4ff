"""Setting up a game (R2)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import below, shuffle
from cthulhu_envs.games._script.stack import pop
from cthulhu_envs.games.death_may_die.components import FIRST_CELL, SKILLS_EACH
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING
from cthulhu_envs.games.death_may_die.rules.asking import is_answered, wait_for
from cthulhu_envs.games.death_may_die.rules.enemies import count_figures, summon
from cthulhu_envs.games.death_may_die.rules.frame_constructors import push_step
from cthulhu_envs.games.death_may_die.rules.investigators import refresh
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.rules.steps import Step
from cthulhu_envs.games.death_may_die.rules.turn import start_turn
from cthulhu_envs.games.death_may_die.sizes import (
    MAX_CARDS,
    MAX_FIGURES,
    MAX_INSANITIES,
    MAX_INVESTIGATORS,
    MAX_MYTHOS,
    MAX_PEOPLE,
    MAX_PIECES,
)
from cthulhu_envs.games.death_may_die.state import Lies, Piece


@kernel
def deal(kit, s):
    """R2.2-R2.9: the whole setup, up to the first decision."""
    s.elder = drawn(s, kit.num_elders, s.asked_elder)
    s.episode = drawn(s, kit.num_episodes, s.asked_episode)
    deal_people(kit, s)
    lay_map(kit, s)
    lay_pieces(kit, s)
    lay_decks(kit, s)
    s.track = FIRST_CELL
    s.stage = 1
    s.trauma = NOTHING
    for person in range(kit.people):
        refresh(kit, s, person)
    starter = drawn(s, kit.people, s.asked_starter)
    start_turn(kit, s, starter)
    s.may_stop = True
    wait_for(kit, s, starter, Question.ACT)
    for person in range(kit.people):
        if kit.names_partner[s.insanity[person]]:
            ask_partner(kit, s, person)


@kernel
def drawn(s, size, asked):
    """A random number below `size`, or the one asked for; `asked` is one more, or 0."""
    number = below(s, size)
    return asked - 1 if asked > 0 else number


@kernel
def ask_partner(kit, s, me):
    """R2.9: the first decision of the game, if there is a choice."""
    offer = ((1 << int(kit.people)) - 1) & ~(1 << me)
    push_step(s, Step.PARTNER, me)
    s.waiting = False
    if is_answered(kit, s, me, Question.PERSON, offer, False):
        s.partner[me] = s.answer
        pop(s)
        wait_for(kit, s, int(s.active), Question.ACT)


@kernel
def deal_people(kit, s):
    """R2.6, R2.7: those asked for, the others at random, all different."""
    taken_people, taken_cards = 0, 0
    for person in range(kit.people):
        s.person[person] = asked(s.asked_person[person], kit.asked_person[person])
        s.insanity[person] = asked(s.asked_insanity[person], kit.asked_insanity[person])
        if s.person[person] != NOTHING:
            taken_people |= 1 << int(s.person[person])
        if s.insanity[person] != NOTHING:
            taken_cards |= 1 << int(s.insanity[person])
    for person in range(MAX_INVESTIGATORS):
        s.partner[person] = NOTHING
        s.space[person] = kit.start[s.episode]
        if person >= kit.people:
            s.dead[person] = True
            continue
        if s.person[person] == NOTHING:
            s.person[person] = draw_free(s, taken_people, kit.num_persons, MAX_PEOPLE)
            taken_people |= 1 << int(s.person[person])
        if s.insanity[person] == NOTHING:
            s.insanity[person] = draw_free(s, taken_cards, kit.num_insanities, MAX_INSANITIES)
            taken_cards |= 1 << int(s.insanity[person])
        for slot in range(SKILLS_EACH):
            s.level[person, slot] = 1


@kernel
def asked(at_reset, at_table):
    """Who or what was asked for at the reset (one more, or 0), else for all games."""
    return at_reset - 1 if at_reset > 0 else at_table


@kernel
def draw_free(s, taken, size, most):
    """A random number below `size` that is not taken yet."""
    left = 0
    for number in range(min(size, most)):
        left += not taken >> number & 1
    pick = below(s, left)
    for number in range(min(size, most)):
        if not taken >> number & 1:
            if pick == 0:
                return number
            pick -= 1
    return NOTHING


@kernel
def lay_map(kit, s):
    """R2.3, R2.4: enemies, Fire and tokens."""
    e = s.episode
    for figure in range(MAX_FIGURES):
        s.at[figure] = NOTHING
    for figure in range(count_figures(kit, s)):
        s.kind[figure] = kit.figure_kind[s.elder, e, figure]
    for k in range(kit.setups[e]):
        summon(kit, s, int(kit.setup_kind[e, k]), int(kit.setup_space[e, k]))
    for space in range(kit.spaces[e]):
        s.fire[space] = kit.setup_fire[e, space]
        s.fire_total += s.fire[space]
    s.tokens_left = kit.elder_tokens[s.elder]
    s.markers_left = kit.markers[e]


@kernel
def lay_pieces(kit, s):
    """R2.4: the values of each group in random order."""
    e = s.episode
    for piece in range(MAX_PIECES):
        s.piece_holder[piece] = NOTHING
        s.piece_at[piece] = NOTHING
        s.piece_is[piece] = Piece.ABSENT
    count = int(kit.pieces[e])
    first = 0
    for piece in range(count):
        group = kit.piece_group[e, piece]
        s.piece_at[piece] = kit.piece_start[e, piece]
        s.piece_is[piece] = Piece.IN_PLAY if s.piece_at[piece] != NOTHING else Piece.IN_BAG
        s.piece_up[piece] = not kit.group_hidden[e, group] and s.piece_at[piece] != NOTHING
        s.piece_value[piece] = kit.piece_value[e, piece]
        if piece + 1 == count or kit.piece_group[e, piece + 1] != group:
            if s.piece_at[piece] != NOTHING:  # a bag is drawn from at random anyway
                shuffle(s, s.piece_value[first : piece + 1], piece + 1 - first)
            first = piece + 1


@kernel
def lay_decks(kit, s):
    """R2.5: both decks shuffled, unless laid by hand; the top card is the last one."""
    s.mythos_left = MAX_MYTHOS
    s.discovery_left = kit.cards[s.episode]
    if not s.stacked[0]:
        for card in range(MAX_MYTHOS):
            s.mythos[card] = card
        shuffle(s, s.mythos, MAX_MYTHOS)
    if not s.stacked[1]:
        for card in range(s.discovery_left):
            s.discovery[card] = card
        shuffle(s, s.discovery, s.discovery_left)
    for card in range(MAX_CARDS):
        s.card_at[card] = Lies.IN_DECK
