"""Whether cards in play, domains and stories are as the rules leave them (R4, R6, R9)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import CardType, Faction, Keyword
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K
from cthulhu_envs.games.call_of_cthulhu.invariants.faults import Fault
from cthulhu_envs.games.call_of_cthulhu.rules.winning import count_won, is_winning
from cthulhu_envs.games.call_of_cthulhu.rules.zones import printed
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    MAX_DOMAINS,
    N_CARDS,
    NOTHING,
    SLOTS,
    STORY_SLOTS,
    Phase,
    Question,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.state import Ending

FACTIONS = len(Faction)
PHASES = len(Phase)


@kernel
def fault_of_table(kit, s):
    """The first fault."""
    found = fault_of_play(kit, s)
    if found == Fault.NOTHING:
        found = fault_of_domains(kit, s)
    if found == Fault.NOTHING:
        found = fault_of_stories(s)
    if found == Fault.NOTHING:
        found = fault_of_end(s)
    if found == Fault.NOTHING:
        found = fault_of_time(kit, s)
    return found


@kernel
def fault_of_play(kit, s):
    """Cards in play, and cards that are not."""
    for inst in range(N_CARDS):
        if s.zone[inst] != Zone.PLAY:
            if carries_something(s, inst):
                return Fault.SOMETHING_ON_A_CARD_OUT_OF_PLAY
            continue
        is_character = printed(kit, s, inst, K.TYPE) == CardType.CHARACTER
        is_character = is_character and s.host[inst] == NOTHING
        committed = s.at_story[inst] != NOTHING
        if committed and s.insane[inst]:
            return Fault.INSANE_AND_COMMITTED
        if committed and (not is_character or s.story[s.at_story[inst]] == NOTHING):
            return Fault.COMMITTED_BUT_NO_CHARACTER
        if s.insane[inst] and (s.wounds[inst] or not is_character):
            return Fault.INSANE_AND_WOUNDED
        if s.ending == 0 and s.wounds[inst] > s.toughness[inst]:
            return Fault.WOUNDS_BEYOND_DEATH
        if s.host[inst] != NOTHING and not is_host(s, s.host[inst], inst):
            return Fault.ATTACHED_TO_NOTHING
        if printed(kit, s, inst, K.UNIQUE) and has_twin(s, inst):
            return Fault.TWO_OF_A_UNIQUE_CARD
    return Fault.NOTHING


@kernel
def carries_something(s, inst):
    """Whether zones.wipe would change a card."""
    if s.wounds[inst] or s.exhausted[inst] or s.insane[inst] or s.host[inst] != NOTHING:
        return True
    if s.skill[inst] or s.words[inst] or s.toughness[inst] or s.subs[inst] or s.blank[inst]:
        return True
    for icon in range(s.icons.shape[1]):
        if s.icons[inst, icon]:
            return True
    is_at = s.at_story[inst] != NOTHING or s.was_at[inst] != NOTHING
    return is_at or s.named[inst] != NOTHING or s.limits[inst] != 0


@kernel(inline=True)
def is_host(s, host, inst):
    """Whether something can be attached there."""
    return host != inst and (s.zone[host] == Zone.PLAY or s.zone[host] == Zone.STORY)


@kernel
def has_twin(s, inst):
    """R1.5: whether its side has another card of that title."""
    for entity in range(s.side[inst] * SLOTS, (s.side[inst] + 1) * SLOTS):
        other = s.play[entity]
        if other != NOTHING and other != inst and s.kind[other] == s.kind[inst]:
            return True
    return False


@kernel
def fault_of_domains(kit, s):
    """R4: resources add up, and only a domain that is there can be drained, once."""
    for seat in range(2):
        for domain in range(MAX_DOMAINS):
            if s.drained[seat, domain] > (domain < s.domains[seat]):
                return Fault.DRAINED_TWICE
            worth = 0
            for faction in range(FACTIONS):
                have, transient = count_resources(kit, s, seat, domain, faction)
                if s.res[seat, domain, faction] != have:
                    return Fault.RESOURCES_DO_NOT_ADD_UP
                if s.trans[seat, domain, faction] != transient:
                    return Fault.RESOURCES_DO_NOT_ADD_UP
                worth += have + transient
            if worth != s.worth[seat, domain]:
                return Fault.RESOURCES_DO_NOT_ADD_UP
    if s.ending == 0 and s.question == Question.PAY:
        for k in range(s.ids_n):
            domain = s.ids[k] - kit.act.domain
            if 0 <= domain < MAX_DOMAINS and s.drained[s.seat, domain]:
                return Fault.DRAINED_TWICE
    return Fault.NOTHING


@kernel
def count_resources(kit, s, seat, domain, faction):
    """Resources of a faction on a domain, and how many of them are Transient."""
    have = 0
    transient = 0
    for k in range(s.laid_n[seat]):
        inst = s.laid[seat, k]
        if s.place[inst] == domain and printed(kit, s, inst, K.FACTION) == faction:
            have += 1
            transient += printed(kit, s, inst, K.WORDS) & Keyword.TRANSIENT != 0
    return have, transient


@kernel
def fault_of_stories(s):
    """R6: tokens lie on stories, five of them win one, and those won add up."""
    for slot in range(STORY_SLOTS):
        if s.story[slot] == NOTHING and (s.success[slot, 0] or s.success[slot, 1]):
            return Fault.STORY_NOT_WON
    if s.ending == 0 and count_won(s) and not is_winning(s):
        return Fault.STORY_NOT_WON
    for seat in range(2):
        won = 0
        for inst in range(N_CARDS):
            won += s.zone[inst] == Zone.WON and s.side[inst] == seat
        if won != s.won_n[seat]:
            return Fault.STORY_NOT_WON
    return Fault.NOTHING


@kernel
def fault_of_end(s):
    """R3.7, R3.14, R6.24: who has won, and that nobody is asked after the end."""
    has_winner = s.ending != Ending.GOING_ON and s.ending != Ending.TURN_LIMIT
    if has_winner != (s.winner != NOTHING):
        return Fault.WRONG_WINNER
    is_over = s.ending != Ending.GOING_ON
    if is_over != (s.question == Question.NOTHING) or is_over != (s.ids_n == 0):
        return Fault.NOBODY_ASKED
    if not is_over and (s.deck_n[0] == 0 or s.deck_n[1] == 0):
        return Fault.EMPTY_DECK_PLAYS_ON
    return Fault.NOTHING


@kernel
def fault_of_time(kit, s):
    """R3.1, R3.14: turns up to the limit, their phases, and cards that died until now."""
    if s.turn > kit.turn_limit + (s.ending == Ending.TURN_LIMIT):
        return Fault.WRONG_TIME
    if s.phase_no > PHASES * s.turn:
        return Fault.WRONG_TIME
    for inst in range(N_CARDS):
        if s.stamp[inst] > s.phase_no:
            return Fault.WRONG_TIME
    return Fault.NOTHING
