"""What the hunter thinks of skills, Discovery cards and healing."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.scoring import find_one, propose
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.death_may_die.components import MAX_STRESS, SIDES, SKILLS_EACH, Kind
from cthulhu_envs.games.death_may_die.content.effect_rows import OP, HealRow, Op
from cthulhu_envs.games.death_may_die.content.vocabulary import Trait
from cthulhu_envs.games.death_may_die.rules.steps import Step
from cthulhu_envs.games.death_may_die.settings import library_of
from cthulhu_envs.games.death_may_die.sizes import MAX_CARDS, MAX_INVESTIGATORS, MAX_SKILLS

PLAIN_WORTH = 3.0
WORTH = {  # of a level, by skill
    "Toughness": 5.0,
    "Savage": 5.0,
    "Unkillable": 4.8,
    "High Strung": 4.6,
    "Arcane Mastery": 4.4,
    "Lucky": 4.2,
    "Brawling": 3.6,
    "Swiftness": 3.5,
    "Fueled by Madness": 3.4,
    "Marksman": 3.2,
    "Healing Prayer": 3.2,
    "Vengeance Obsession": 3.1,
    "Protector": 2.0,
    "Stealth": 2.0,
    "Read the Omens": 2.0,
    "Gate Manipulation": 1.8,
}
AILING = 3  # wounds or stress that call for a remedy


def worth_of_skills(game: Game) -> NDArray[np.float64]:
    """What a level of each skill of the table is worth."""
    worth = np.full(MAX_SKILLS, PLAIN_WORTH)
    for number, skill in enumerate(library_of(game.values).skills):
        worth[number] = WORTH.get(skill.name, PLAIN_WORTH)
    return worth


@kernel
def consider_level(kit, worth, obs, mask, notes):
    """The skill that is worth most; who I am shows in the skills that I have."""
    for person in range(kit.num_persons):
        has_all = True
        for slot in range(SKILLS_EACH):
            has_all = has_all and obs[kit.ob.skills + kit.person_skill[person, slot]] > 0
        if has_all:
            for slot in range(SKILLS_EACH):
                propose(mask, notes, kit.act.level + slot, worth[kit.person_skill[person, slot]])
            return


@kernel
def consider_side(kit, obs, mask, notes):
    """Claim the side of a drawn card that is worth more than it costs."""
    propose(mask, notes, kit.act.done, 0.0)
    card = find_one(obs, kit.ob.discovery_drawn, MAX_CARDS)
    for side in range(SIDES):
        propose(mask, notes, kit.act.claim + side, worth_of_side(kit, notes, card, side))


@kernel
def worth_of_side(kit, notes, card, side):
    """Health and skills of Companions, dice of Items, pieces out of the bag, less stress, wounds
    and Conditions.
    """
    e = notes.episode
    traits, kind = kit.side_trait[e, card, side], kit.side_kind[e, card, side]
    value = float(kit.side_health[e, card, side])
    if kind != Kind.NONE:
        value += 0.7
    if kit.side_skill[e, card, side] >= 0:
        value += 1.5
    value += 1.5 * (traits[Trait.BONUS_ATTACK] + traits[Trait.BONUS_ROLL])
    value += 1.5 * traits[Trait.CANCEL_ATTACK]
    if not notes.disrupted:
        value += 0.8 * (traits[Trait.BONUS_FIRST] + traits[Trait.BONUS_SECOND])
        if has_op(kit, kit.side_gain[e, card, side], Op.DRAW):
            value += 1.6
    if has_op(kit, kit.side_use[e, card, side], Op.HEAL):
        value += 0.5
    if kind == Kind.CONDITION:
        value -= 2.5
    value -= 0.4 * kit.side_stress[e, card, side]
    return value - (1.0 + 0.6 * notes.wounds) * kit.side_wounds[e, card, side]


@kernel
def has_op(kit, row, op):
    """Whether an effect, from its first row on, does such a thing."""
    while kit.rows[row, OP] != Op.END:
        if kit.rows[row, OP] == op:
            return True
        row += 1
    return False


@kernel
def consider_card(kit, obs, mask, notes):
    """Companions and armour take wounds; the last Stage's cards are kept if they are cheap;
    nothing else is given away.
    """
    takes = obs[kit.ob.step + Step.WOUND] > 0
    keeps = obs[kit.ob.step + Step.KEEP] > 0 and notes.wounds < 2
    propose(mask, notes, kit.act.done, 0.0)
    for card in range(MAX_CARDS):
        propose(mask, notes, kit.act.card + card, 1.0 if takes or keeps else -1.0)


@kernel
def consider_use(kit, obs, mask, notes):
    """Remedies for who needs them, strong weapons against the Elder One."""
    for card in range(MAX_CARDS):
        if not mask[kit.act.use + card]:
            continue
        side = find_one(obs, kit.ob.held + card * SIDES, SIDES)
        row = int(kit.side_use[notes.episode, card, side])
        calms, mends, boosts = False, False, False
        while kit.rows[row, OP] != Op.END:
            is_heal = kit.rows[row, OP] == Op.HEAL
            calms = calms or (is_heal and kit.rows[row, HealRow.WOUNDS] == 0)
            mends = mends or (is_heal and kit.rows[row, HealRow.WOUNDS] == 1)
            boosts = boosts or kit.rows[row, OP] == Op.BOOST
            row += 1
        if (mends and notes.wounds >= AILING) or (calms and notes.stress >= AILING):
            propose(mask, notes, kit.act.use + card, 45.0)
        if boosts and notes.disrupted and notes.elder_at == notes.here:
            propose(mask, notes, kit.act.use + card, 44.0 if notes.stress < MAX_STRESS else -9.0)


@kernel
def consider_healing(kit, mask, notes):
    """Wounds before stress, and the tokens of the Elder One if there are many."""
    propose(mask, notes, kit.act.done, -1.0)
    propose(mask, notes, kit.act.shed, 6.0 if notes.signs >= 2 and notes.wounds < 2 else 0.5)
    for person in range(MAX_INVESTIGATORS):
        if person < notes.people:
            propose(mask, notes, kit.act.mend + person, 5.0 - 0.1 * person)
            propose(mask, notes, kit.act.calm + person, 3.0 - 0.1 * person)
