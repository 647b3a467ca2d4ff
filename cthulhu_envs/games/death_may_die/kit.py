"""The kit of a table: content, settings and the meaning of action ids, as the record that kernels
read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.game import Game, Settings
from cthulhu_envs.games.death_may_die.components import BOX_MYTHOS, CULTIST, SIDES
from cthulhu_envs.games.death_may_die.content.effect_rows import OP, Op, SelectRow
from cthulhu_envs.games.death_may_die.content.files import NO_EFFECT
from cthulhu_envs.games.death_may_die.content.records import Discovery, Episode, Library, figures_of
from cthulhu_envs.games.death_may_die.content.vocabulary import A_SPACE, NO_SUBJECT, NOTHING
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.rules.steps import Effect
from cthulhu_envs.games.death_may_die.settings import (
    EASIER,
    investigators_of,
    library_of,
    people_of,
)
from cthulhu_envs.games.death_may_die.state import KIT, Piece
from cthulhu_envs.games.death_may_die.tables import ACTION_NAMES

ANSWERS = {  # the block that answers a question
    Question.RUN: "run",
    Question.SPACE: "space",
    Question.FIGURE: "figure",
    Question.PERSON: "person",
    Question.PIECE: "piece",
    Question.CARD: "card",
    Question.REROLL: "reroll",
    Question.LEVEL: "level",
    Question.OPTION: "option",
    Question.CLAIM: "claim",
    Question.HEAL: "calm",
    Question.USE: "use",
    Question.TARGET: "attack",
}
BECOMES = {"done": Piece.DONE, "gone": Piece.GONE, "stays": Piece.IN_PLAY}


def kit_of(game: Game) -> NDArray[Any]:
    """An array of one KIT record."""
    kits = np.zeros(1, KIT)
    kit = kits[0]
    found = library_of(game.values)
    _fill_settings(kit, game.values, found)
    _fill_people(kit, found)
    _fill_elder_ones(kit, game.values, found)
    for number, episode in enumerate(found.episodes):
        _fill_episode(kit, number, episode, found, game.values)
        for card, discovery in enumerate(episode.discovery):
            _fill_card(kit, number, card, discovery, found)
    _fill_effects(kit, found)
    _fill_meanings(game, kit)
    return kits


def _fill_settings(kit: Any, values: Settings, found: Library) -> None:
    kit.num_players = values["num_players"]
    kit.people = investigators_of(values)
    kit.num_episodes = len(found.episodes)
    kit.num_elders = len(found.elder_ones)
    kit.num_insanities = len(found.insanities)
    kit.asked_person = NOTHING
    kit.asked_insanity = NOTHING
    chosen = people_of(values)
    kit.num_persons = len(found.people)
    kit.asked_person[: len(chosen)] = chosen
    names = [card.name for card in found.insanities]
    for number, name in enumerate(values["insanities"] or ()):
        kit.asked_insanity[number] = names.index(name)
    kit.ask_ties = values["tie_break"] == "agent"
    kit.convert_all = values["conversions"] == "all"
    kit.pay_progress = values["reward"] == "progress"
    kit.first_red = values["first_red"]
    kit.rows[: len(found.program.rows)] = found.program.rows


def _fill_people(kit: Any, found: Library) -> None:
    for number, skill in enumerate(found.skills):
        for level, traits in enumerate(skill.levels):
            for trait, amount in traits.items():
                kit.skill_trait[number, level, trait] = amount
    for number, person in enumerate(found.people):
        kit.person_skill[number] = [found.skill(name) for name in person.skills]
    for number, insanity in enumerate(found.insanities):
        kit.symptom[number] = insanity.symptom
        kit.keeps_wounds[number] = insanity.keeps_wounds
        kit.keeps_mythos[number] = insanity.keeps_mythos
        kit.names_partner[number] = insanity.names_partner
    for number, enemy in enumerate(found.kinds):
        kit.kind_health[number] = enemy.health
        kit.kind_standard[number] = enemy.standard
        kit.kind_bonus[number] = enemy.bonus
        for trait, amount in enemy.traits.items():
            kit.kind_trait[number, trait] = amount


def _fill_elder_ones(kit: Any, values: Settings, found: Library) -> None:
    for number, elder in enumerate(found.elder_ones):
        kit.elder_tokens[number] = elder.tokens
        kit.elder_on_spaces[number] = elder.lie_on_spaces
        kit.elder_mythos[number] = [effect for effect, _ in elder.mythos]
        for at, stage in enumerate(elder.stages):
            kit.stage_health[number, at] = max(1, stage.health + values["boss_health"])
            kit.stage_standard[number, at] = stage.standard
            kit.stage_bonus[number, at] = stage.bonus
            kit.stage_reveal[number, at] = stage.reveal
            kit.stage_advance[number, at] = stage.advance
            kit.stage_end[number, at] = stage.end_of_turn
            kit.stage_no_token[number, at] = stage.no_token
        for at, episode in enumerate(found.episodes):
            cards = [*elder.mythos, *episode.mythos]
            symbols = [symbol for _, symbol in cards]
            kit.mythos_symbol[number, at] = _changed(symbols, values["symbols"])
            figures = figures_of(found, number, at)
            kit.figures[number, at] = len(figures)
            kit.figure_kind[number, at, : len(figures)] = figures


def _changed(symbols: list[int], change: int) -> list[int]:
    """R14.2: the first cards without a symbol get one, or the last ones with any lose them."""
    symbols = list(symbols)
    for _ in range(change):
        symbols[symbols.index(0)] = 1
    for _ in range(-change):
        symbols[max(card for card, shown in enumerate(symbols) if shown)] = 0
    return symbols


def _fill_episode(kit: Any, e: int, episode: Episode, found: Library, values: Settings) -> None:
    kit.spaces[e] = episode.spaces
    kit.start[e] = episode.start
    kit.place[e] = episode.place
    kit.gate[e] = episode.gates
    _fill_map(kit, e, episode)
    for space in episode.fire:
        kit.setup_fire[e, space] += 1
    names = [enemy.name for enemy in found.kinds]
    setup = [(names.index(name), space) for name, space in episode.setup]
    setup = _with_cultists(setup, values["setup_cultists"], found.kinds[CULTIST].pool)
    kit.setups[e] = len(setup)
    for i, (kind, space) in enumerate(setup):
        kit.setup_kind[e, i] = kind
        kit.setup_space[e, i] = space
    kit.markers[e] = episode.markers
    kit.marker_kind[e] = names.index(episode.marker_from) if episode.marker_from else NOTHING
    kit.goal[e] = episode.easier if values["ritual"] == EASIER else episode.goal
    kit.advance[e] = episode.advance
    at = 0
    for g, group in enumerate(episode.groups):
        kit.group_hidden[e, g] = group.hidden
        kit.group_health[e, g] = group.health
        kit.group_blank[e, g] = group.blank
        for space, value in zip(group.at, group.values, strict=True):
            kit.piece_group[e, at] = g
            kit.piece_start[e, at] = space
            kit.piece_value[e, at] = value
            at += 1
    kit.pieces[e] = at
    for i, told in enumerate(episode.values):
        kit.value_then[e, i] = BECOMES[told.then]
        kit.value_effect[e, i] = told.effect
    for i, action in enumerate(episode.actions):
        kit.action_when[e, i] = action.when
        kit.action_effect[e, i] = action.effect
    kit.episode_mythos[e] = [effect for effect, _ in episode.mythos]
    kit.cards[e] = len(episode.discovery)


def _with_cultists(setup: list[tuple[int, int]], change: int, pool: int) -> list[tuple[int, int]]:
    """R14.2: more Cultists stand where the first ones do, fewer leave out the last ones."""
    cultists = [space for kind, space in setup if kind == CULTIST]
    others = [(kind, space) for kind, space in setup if kind != CULTIST]
    if change < 0:
        cultists = cultists[: max(0, len(cultists) + change)]
    else:
        cultists = (cultists + cultists[:change])[:pool]
    return [*((CULTIST, space) for space in cultists), *others]


def _fill_map(kit: Any, e: int, episode: Episode) -> None:
    """Links as bits, and all distances."""
    far = 99
    steps = np.full((episode.spaces, episode.spaces), far)
    np.fill_diagonal(steps, 0)
    for first, second in episode.links:
        kit.links[e, first] |= 1 << second
        kit.links[e, second] |= 1 << first
        steps[first, second] = steps[second, first] = 1
    for through in range(episode.spaces):
        steps = np.minimum(steps, steps[:, through, None] + steps[None, through])
    kit.distance[e, : episode.spaces, : episode.spaces] = steps
    for gate in episode.gates:
        kit.gate_near[e] |= int(kit.links[e, gate]) | 1 << gate


def _fill_card(kit: Any, e: int, c: int, card: Discovery, found: Library) -> None:
    kit.card_before[e, c] = card.before
    for at in range(SIDES):
        kit.side_skill[e, c, at] = NOTHING
        kit.side_if_skill[e, c, at] = NOTHING
        kit.side_tags[e, c, at] = NOTHING
        kit.side_if_tags[e, c, at] = NOTHING
        side = card.sides[at]
        if side is None:
            continue
        kit.side_is[e, c, at] = True
        kit.side_kind[e, c, at] = side.kind
        kit.side_stress[e, c, at] = side.stress
        kit.side_wounds[e, c, at] = side.wounds
        kit.side_forced[e, c, at] = side.forced
        kit.side_tradable[e, c, at] = side.tradable
        kit.side_health[e, c, at] = side.health
        kit.side_use[e, c, at] = side.use
        kit.side_gain[e, c, at] = side.gain
        kit.side_needs[e, c, at] = side.needs
        kit.side_use_when[e, c, at] = side.use_when
        kit.side_tags[e, c, at, : len(side.tags)] = side.tags
        kit.side_if_tags[e, c, at, : len(side.if_tags)] = side.if_tags
        if side.skill:
            kit.side_skill[e, c, at] = found.skill(side.skill)
        if side.if_skill:
            kit.side_if_skill[e, c, at] = found.skill(side.if_skill)
        for trait, amount in side.traits.items():
            kit.side_trait[e, c, at, trait] = amount
        for trait, amount in side.if_traits.items():
            kit.side_if_trait[e, c, at, trait] = amount


def effects_of(found: Library) -> Iterator[tuple[int, Effect, int, int]]:
    """First row of every effect, whose it is, its number, and which Elder One or Episode has it;
    row 0 is no effect.
    """
    for number, insanity in enumerate(found.insanities):
        yield insanity.symptom, Effect.SYMPTOM, number, 0
    for box, elder in enumerate(found.elder_ones):
        yield from ((row, Effect.MYTHOS, card, box) for card, (row, _) in enumerate(elder.mythos))
        for number, stage in enumerate(elder.stages):
            yield stage.reveal, Effect.REVEAL, number, box
            yield stage.advance, Effect.STAGE_ADVANCE, number, box
            yield stage.end_of_turn, Effect.END_OF_TURN, number, box
            yield stage.no_token, Effect.NO_TOKEN, number, box
    for box, episode in enumerate(found.episodes):
        cards = enumerate(episode.mythos, BOX_MYTHOS)
        yield from ((row, Effect.MYTHOS, card, box) for card, (row, _) in cards)
        yield episode.advance, Effect.ADVANCE, 0, box
        yield from ((v.effect, Effect.VALUE, n, box) for n, v in enumerate(episode.values))
        yield from ((a.effect, Effect.ACTION, n, box) for n, a in enumerate(episode.actions))
        for number, card in enumerate(episode.discovery):
            yield card.before, Effect.BEFORE, number, box
            for at, side in enumerate(card.sides):
                if side is not None:
                    yield side.use, Effect.USE, number * SIDES + at, box
                    yield side.gain, Effect.GAIN, number * SIDES + at, box


def _fill_effects(kit: Any, found: Library) -> None:
    """Whose effect each row of the program belongs to, and what its subject is."""
    starts = sorted(effect for effect in effects_of(found) if effect[0] != NO_EFFECT)
    ends = [*(row for row, *_ in starts[1:]), len(found.program.rows)]
    for (first, effect, number, box), end in zip(starts, ends, strict=True):
        kit.row_effect[first:end] = effect
        kit.row_number[first:end] = number
        kit.row_box[first:end] = box
        kit.row_first[first:end] = first
        kit.row_among[first:end] = A_SPACE if effect == Effect.VALUE else NO_SUBJECT
    for at, row in enumerate(found.program.rows):
        if row[OP] == Op.SELECT:  # a loop inside it comes later, and has the last word
            kit.row_among[at + 1 : row[SelectRow.BEHIND]] = row[SelectRow.AMONG]


def _fill_meanings(game: Game, kit: Any) -> None:
    """The block and place of every action id, and the block that answers each question."""
    kit.act = game.actions.start_record()
    kit.ob = game.observations.start_record()
    kit.scale = game.observations.scale_record()
    for question, name in ANSWERS.items():
        kit.answer_base[question] = game.actions.starts[name]
    for number, block in enumerate(game.actions):
        assert block.name == ACTION_NAMES[number]
        start = game.actions.starts[block.name]
        kit.block_of[start : start + block.size] = number
        kit.index_of[start : start + block.size] = range(block.size)
