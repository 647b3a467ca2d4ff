"""Investigators, and what was chosen for the game (R2, R6, R9)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.death_may_die.components import DEADLY_WOUNDS, MADNESS, SKILLS_EACH
from cthulhu_envs.games.death_may_die.content.vocabulary import N_TRAITS, NOTHING
from cthulhu_envs.games.death_may_die.invariants.faults import SOUND, Fault, told
from cthulhu_envs.games.death_may_die.rules.investigators import refresh
from cthulhu_envs.games.death_may_die.sizes import MAX_INVESTIGATORS, MAX_SKILLS


@kernel
def fault_of_choice(kit, s):
    """Which Episode and Elder One: everything else depends on them."""
    if s.episode >= kit.num_episodes:
        return told(Fault.NO_EPISODE, 0)
    if s.elder >= kit.num_elders:
        return told(Fault.NO_ELDER, 0)
    other_episode = s.asked_episode > 0 and s.asked_episode != s.episode + 1
    if other_episode or (s.asked_elder > 0 and s.asked_elder != s.elder + 1):
        return told(Fault.NOT_AS_ASKED, 0)
    if s.active >= kit.people or s.actor >= kit.people or s.asked_starter > kit.people:
        return told(Fault.NO_SUCH_TURN, 0)
    return told(Fault.ROLLS, 0) if s.rolls_from > s.rolls_to else SOUND


@kernel
def fault_of_people(kit, s):
    """All boards, the empty ones too."""
    for me in range(kit.people):
        fault = fault_of_cast(kit, s, me)
        if not fault:
            fault = fault_of_board(kit, s, me)
        if fault:
            return fault
    for me in range(kit.people, MAX_INVESTIGATORS):
        if not is_empty_seat(kit, s, me):
            return told(Fault.EMPTY_SEAT, me)
    return SOUND


@kernel
def fault_of_cast(kit, s, me):
    """R2.2, R2.7: who it is, with which Insanity card."""
    person, insanity = s.person[me], s.insanity[me]
    if person >= kit.num_persons or insanity >= kit.num_insanities:
        return told(Fault.NO_PERSON, me)
    for other in range(me):
        if s.person[other] == person or s.insanity[other] == insanity:
            return told(Fault.TWO_ALIKE, me)
    other_person = s.asked_person[me] > 0 and s.asked_person[me] != person + 1
    if other_person or (s.asked_insanity[me] > 0 and s.asked_insanity[me] != insanity + 1):
        return told(Fault.NOT_AS_CHOSEN, me)
    if s.keeps[me] > 0 and not kit.keeps_wounds[insanity]:
        return told(Fault.KEEPS, me)
    return SOUND


@kernel
def fault_of_board(kit, s, me):
    """One investigator at the table."""
    if s.space[me] >= kit.spaces[s.episode]:
        return told(Fault.OFF_THE_MAP, me)
    is_lost = s.wounds[me] == DEADLY_WOUNDS or s.sanity[me] == MADNESS
    if (s.dead[me] > 0) != is_lost:
        return told(Fault.DEAD, me)
    tokens = int(s.signs[me]) + int(s.burning[me]) + int(s.queued[me]) + int(s.lying[me])
    if is_lost and tokens > 0:
        return told(Fault.DEAD_HOLDS, me)
    if s.queued[me] > 0 and not s.settling:
        return told(Fault.QUEUED, me)
    for slot in range(SKILLS_EACH):
        if s.level[me, slot] < 1:
            return told(Fault.LEVEL, me)
    return SOUND


@kernel
def is_empty_seat(kit, s, me):
    """Whether a seat that nobody takes is as it was dealt."""
    if not s.dead[me] or s.partner[me] != NOTHING or s.space[me] != kit.start[s.episode]:
        return False
    total = int(s.person[me]) + int(s.insanity[me]) + int(s.wounds[me]) + int(s.stress[me])
    total += int(s.sanity[me]) + int(s.burning[me]) + int(s.signs[me]) + int(s.keeps[me])
    total += int(s.lying[me]) + int(s.revived[me]) + int(s.rerolled[me]) + int(s.queued[me])
    total += int(s.rerolled_attack[me]) + int(s.boost[me])
    total += int(s.asked_person[me]) + int(s.asked_insanity[me])
    for slot in range(SKILLS_EACH):
        total += int(s.level[me, slot])
    for skill in range(MAX_SKILLS):
        total += int(s.skill[me, skill])
    for trait in range(N_TRAITS):
        total += abs(int(s.trait[me, trait]))
    return total == 0


@kernel
def fault_of_traits(kit, s, twin):
    """Levels and traits are stored; a copy of the state adds them up again."""
    for me in range(kit.people):
        refresh(kit, twin, me)
        for skill in range(MAX_SKILLS):
            if twin.skill[me, skill] != s.skill[me, skill]:
                return told(Fault.TRAITS, me)
        for trait in range(N_TRAITS):
            if twin.trait[me, trait] != s.trait[me, trait]:
                return told(Fault.TRAITS, me)
    return SOUND
