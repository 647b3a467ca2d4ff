"""The keeper: a player by rule of Call of Cthulhu.

records.py: what each card is good for, read off its row; stories.py: what every story would come
to; evaluation.py: what a position is worth; here: the choice, question by question.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.call_of_cthulhu.evaluation import judge_all
from cthulhu_agents.call_of_cthulhu.records import KIT, NOTES, kit_of
from cthulhu_agents.call_of_cthulhu.stories import (
    INVULNERABLE,
    TOUGHNESS,
    WOUNDS,
    gain_of,
    is_fighter,
    look_at_stories,
    numbers_at,
    slot_at,
    value_now,
)
from cthulhu_agents.positions import checked_obs, checked_positions
from cthulhu_agents.scoring import choose, find, find_one, propose
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import N_ICONS, CardType, Faction, Icon
from cthulhu_envs.games.call_of_cthulhu.features import FLAGS, KIND_OF, RANKS
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Proc
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    ASKS,
    KINDS,
    MAX_DOMAINS,
    MOST_X,
    N_STORIES,
    PHASES,
    SLOTS,
    STEPS,
    STORY_SLOTS,
    Phase,
    Question,
)

N_FACTIONS = len(Faction)
FACTION_AT, RANK_AT = FLAGS.index("faction_the_agency"), FLAGS.index("rank_1")
STORY_TITLES = N_STORIES + 1
NO_KIND = -1
PASS = 0.0
ENOUGH = 10  # resources after which cards are kept for play


@kernel
def decide_all(kits, obs, mask, notebook, rows, uniform, actions):
    """One action for each position; `uniform` breaks ties, `notebook` and `rows` are scratch."""
    kit, notes = kits[0], notebook[0]
    for i in range(obs.shape[0]):
        notes.num_candidates = 0
        weigh_cards(kit, obs[i], notes)
        consider(kit, obs[i], mask[i], notes, rows)
        if notes.num_candidates == 0:
            for action in range(mask.shape[1]):
                propose(mask[i], notes, action, 0.0)
        actions[i] = choose(notes, uniform[i])


@kernel
def kind_in(obs, at):
    """The kind of the card in a slot."""
    faction = find_one(obs, at + FACTION_AT, N_FACTIONS)
    return KIND_OF[faction, find_one(obs, at + RANK_AT, RANKS)]


@kernel
def weigh_cards(kit, obs, notes):
    """The value of every card in play."""
    for side in range(2):
        for slot in range(SLOTS):
            at = slot_at(kit, side, slot)
            notes.value[side, slot] = 0.0
            if obs[at] != 0.0:
                numbers = numbers_at(kit, side, slot)
                notes.value[side, slot] = value_now(kit, obs, at, numbers, kind_in(obs, at))


@kernel
def consider(kit, obs, mask, notes, rows):
    """One ladder over the questions."""
    ask = find(obs, kit.ob.ask, len_asks())
    is_used = obs[kit.ob.source_owner] + obs[kit.ob.source_owner + 1] > 0.0
    source = find(obs, kit.ob.source, KINDS) if is_used else NO_KIND
    if ask == Question.WINDOW or ask == Question.RESPOND or ask == Question.DISRUPT:
        consider_window(kit, obs, mask, notes, ask)
    elif ask == Question.PAY:
        consider_payers(kit, obs, mask, notes)
    elif ask == Question.COMMIT or ask == Question.COMMIT_TO:
        consider_commit(kit, obs, mask, notes, rows, ask)
    elif ask == Question.ENTITY:
        consider_entities(kit, obs, mask, notes, source)
    elif ask == Question.HAND:
        consider_hand(kit, obs, mask, notes, source)
    elif ask == Question.PILE or ask == Question.DECK or ask == Question.TOP:
        for kind in range(KINDS):
            propose(mask, notes, kit.act.card + kind, kit.worth[kind])
        propose(mask, notes, kit.act.done, 0.5)
    elif ask == Question.DOMAIN:
        consider_domains(kit, obs, mask, notes, source)
    elif ask == Question.NUMBER:
        for number in range(MOST_X + 1):
            propose(mask, notes, kit.act.number + number, float(number))
    elif ask == Question.STORY or ask == Question.TOKENS:
        consider_stories(kit, obs, mask, notes)
    elif ask == Question.SEAT:
        is_gift = source != NO_KIND and kit.aim[source] >= 0
        propose(mask, notes, kit.act.seat, 1.0 if is_gift else 0.0)
        propose(mask, notes, kit.act.seat + 1, 0.5)
    elif ask == Question.MULLIGAN:
        consider_mulligan(kit, obs, mask, notes)
    elif ask == Question.EFFECT:
        shy = source != NO_KIND and kit.gain[source] < 0.0
        propose(mask, notes, kit.act.effect, -1.0 if shy else 1.0)
        propose(mask, notes, kit.act.effect + 1, 0.0)
    elif ask == Question.FREEZE:
        propose(mask, notes, kit.act.freeze, 1.0)
    elif ask == Question.HAND_OR_PILE:
        propose(mask, notes, kit.act.hand_or_pile, 1.0)


@kernel(inline=True)
def len_asks():
    """How many kinds of questions there are."""
    return N_ASKS


N_ASKS = len(ASKS)
N_PHASES = len(PHASES)
N_STEPS = len(STEPS)


@kernel
def count_fighters(kit, obs, side):
    """Sane characters of a side."""
    n = 0
    for slot in range(SLOTS):
        n += is_fighter(obs, slot_at(kit, side, slot))
    return n


@kernel
def consider_window(kit, obs, mask, notes, ask):
    """Characters first, the best one I can pay for; then supports; texts that gain something."""
    propose(mask, notes, kit.act.done, PASS)
    phase = find(obs, kit.ob.phase, N_PHASES)
    theirs = count_fighters(kit, obs, 1)
    mine = count_fighters(kit, obs, 0)
    for kind in range(KINDS):
        if not mask[kit.act.card + kind]:
            continue
        if kit.type[kind] == CardType.CHARACTER and phase == Phase.OPERATIONS:
            score = 20.0 + kit.worth[kind] + kit.cost[kind]
        elif kit.type[kind] == CardType.SUPPORT or kit.type[kind] == CardType.CONSPIRACY:
            score = 10.0 + kit.cost[kind] if finds_host(kit, kind, mine, theirs) else -1.0
        else:
            score = gain_now(kit, kind, phase, mine, theirs, ask)
        propose(mask, notes, kit.act.card + kind, score)
    for slot in range(SLOTS):
        if mask[kit.act.slot + slot]:
            kind = kind_in(obs, slot_at(kit, 0, slot))
            score = gain_now(kit, kind, phase, mine, theirs, ask)
            propose(mask, notes, kit.act.slot + slot, score)


@kernel
def finds_host(kit, kind, mine, theirs):
    """Whether an attachment has somebody on the right side to go to."""
    if kit.aim[kind] > 0:
        return mine > 0
    return kit.aim[kind] == 0 or theirs > 0


@kernel
def gain_now(kit, kind, phase, mine, theirs, ask):
    """What using a text brings now; nothing if there is nobody it should be aimed at."""
    if kit.aim[kind] < 0 and theirs == 0:
        return -1.0
    if kit.aim[kind] > 0 and mine == 0:
        return -1.0
    if kit.fights[kind] and phase != Phase.STORY and ask == Question.WINDOW:
        return -1.0
    return kit.gain[kind]


@kernel
def consider_payers(kit, obs, mask, notes):
    """The smallest domain that will do."""
    for domain in range(MAX_DOMAINS):
        n = obs[kit.ob.transient + domain]
        for faction in range(N_FACTIONS):
            n += obs[kit.ob.resources + domain * N_FACTIONS + faction]
        propose(mask, notes, kit.act.domain + domain, -n - obs[kit.ob.transient + domain])
    propose(mask, notes, kit.act.done, -9.0)


@kernel
def has_story(kit, obs, story):
    """Whether there is a story at a place."""
    for title in range(STORY_TITLES):
        if obs[kit.ob.story + story * STORY_TITLES + title] != 0.0:
            return True
    return False


@kernel
def consider_commit(kit, obs, mask, notes, rows, ask):
    """The character and story that gain most, one after the other, until none gains anything."""
    is_mine = obs[kit.ob.active] != 0.0
    look_at_stories(kit, obs, notes)
    propose(mask, notes, kit.act.done, 0.05)
    for slot in range(SLOTS):
        chosen = obs[kit.ob.target + slot] != 0.0
        if ask == Question.COMMIT and not mask[kit.act.slot + slot]:
            continue
        if ask == Question.COMMIT_TO and not chosen:
            continue
        best = -99.0
        for story in range(STORY_SLOTS):
            if not has_story(kit, obs, story):
                continue
            if not is_mine and notes.count[1, story] == 0.0:
                continue
            gain = gain_of(kit, obs, notes, story, slot, rows, is_mine)
            best = max(best, gain)
            if ask == Question.COMMIT_TO:
                propose(mask, notes, kit.act.story + story, gain)
        if ask == Question.COMMIT:
            propose(mask, notes, kit.act.slot + slot, best)


@kernel
def consider_entities(kit, obs, mask, notes, source):
    """Harm theirs, help mine; lose what is worth least."""
    is_struggle = obs[kit.ob.step + Proc.RESOLVE] != 0.0
    icon = find(obs, kit.ob.struggle, N_ICONS)
    for slot in range(SLOTS):
        at = slot_at(kit, 0, slot)
        value = notes.value[0, slot]
        if is_struggle and icon == Icon.ARCANE:
            score = value
        elif is_struggle:
            numbers = numbers_at(kit, 0, slot)
            lives = obs[numbers + TOUGHNESS] - obs[numbers + WOUNDS] + obs[at + INVULNERABLE]
            score = -value + (9.0 if icon == Icon.COMBAT and lives > 0.0 else 0.0)
        elif source == NO_KIND:  # restoring, or one of heroes and villains to go
            score = value if obs[kit.ob.phase + Phase.REFRESH] != 0.0 else -value
        elif kit.aim[source] > 0:
            score = 5.0 + value
        else:
            score = -value
        propose(mask, notes, kit.act.slot + slot, score)
        harms = source != NO_KIND and kit.aim[source] <= 0
        theirs = notes.value[1, slot]
        propose(mask, notes, kit.act.slot + SLOTS + slot, theirs if harms else -5.0 - theirs)
    propose(mask, notes, kit.act.done, -0.5)


@kernel
def consider_hand(kit, obs, mask, notes, source):
    """A card to part with: a resource, or a discard. A put into play is worth most."""
    step = find(obs, kit.ob.step, N_STEPS)
    is_resource = step == Proc.SETUP or step == Proc.TURN
    total = 0.0
    for domain in range(MAX_DOMAINS):
        for faction in range(N_FACTIONS):
            total += obs[kit.ob.resources + domain * N_FACTIONS + faction]
    for kind in range(KINDS):
        if not mask[kit.act.card + kind]:
            continue
        if is_resource:
            score = resource_score(kit, obs, kind)
        elif mask[kit.act.done]:  # it may enter play, or be swapped
            score = kit.worth[kind]
        else:
            score = -kit.worth[kind]
        propose(mask, notes, kit.act.card + kind, score)
    cards = obs[kit.ob.hand_size]
    keeps = is_resource and (total >= ENOUGH or cards <= 1.0)
    propose(mask, notes, kit.act.done, 99.0 if keeps else -99.0 if is_resource else 0.5)


@kernel
def resource_score(kit, obs, kind):
    """Dear cards and those of a faction that the hand needs and the domains lack."""
    if kit.faction[kind] == Faction.NEUTRAL:
        return -3.0 + 0.3 * kit.cost[kind]
    have, need = 0.0, 0.0
    for domain in range(MAX_DOMAINS):
        have += obs[kit.ob.resources + domain * N_FACTIONS + kit.faction[kind]]
    for other in range(KINDS):
        if other != kind and kit.faction[other] == kit.faction[kind]:
            need += obs[kit.ob.hand + other]
    score = 0.8 * need - 0.9 * have
    if kit.cost[kind] >= 4.0:
        score += 1.5
    if kit.type[kind] == CardType.EVENT:
        score += 0.7
    return score - 0.15 * kit.worth[kind]


@kernel
def consider_domains(kit, obs, mask, notes, source):
    """For a resource: the domain that then pays for most of my hand. Else theirs."""
    for domain in range(MAX_DOMAINS):
        size, kinds = 0.0, 0.0
        for faction in range(N_FACTIONS):
            n = obs[kit.ob.resources + domain * N_FACTIONS + faction]
            size += n
            kinds += n > 0.0
        pays = 0.0
        for kind in range(KINDS):
            if obs[kit.ob.hand + kind] > 0.0 and kit.cost[kind] == size + 1.0:
                pays += 1.0
        score = pays - 0.6 * size - 0.2 * kinds
        propose(mask, notes, kit.act.domain + domain, score)
        theirs = 0.0
        for faction in range(N_FACTIONS):
            at = kit.ob.resources + (MAX_DOMAINS + domain) * N_FACTIONS + faction
            theirs += obs[at]
        propose(mask, notes, kit.act.domain + MAX_DOMAINS + domain, 10.0 + theirs)
    propose(mask, notes, kit.act.done, -50.0)


@kernel
def consider_stories(kit, obs, mask, notes):
    """The story that is nearest to being won by anybody."""
    for story in range(STORY_SLOTS):
        mine = obs[kit.ob.success + story * 2]
        theirs = obs[kit.ob.success + story * 2 + 1]
        propose(mask, notes, kit.act.story + story, mine + 0.5 * theirs)
    propose(mask, notes, kit.act.done, -1.0)


@kernel
def consider_mulligan(kit, obs, mask, notes):
    """Keep a hand with three characters that can be played soon."""
    early = 0.0
    for kind in range(KINDS):
        if kit.type[kind] == CardType.CHARACTER and kit.cost[kind] <= 3.0:
            early += obs[kit.ob.hand + kind]
    propose(mask, notes, kit.act.mulligan, early)
    propose(mask, notes, kit.act.mulligan + 1, 2.5)


class Keeper(Agent):
    """Plays on curve, matches resources, weighs every story by the struggles it would come to,
    aims harm at them and help at its own.
    """

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.kits = kit_of(game)
        assert self.kits.dtype == KIT

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        seen, legal = checked_positions(self.game, obs, mask)
        actions = np.zeros(len(legal), np.int64)
        ties = self.rng.random(len(legal))
        rows = np.zeros((2, N_ICONS + 2))
        decide_all(self.kits, seen, legal, np.zeros(1, NOTES), rows, ties, actions)
        return actions

    def value_batch(self, obs: NDArray[np.float32]) -> NDArray[np.float64]:
        seen = checked_obs(self.game, obs)
        worth = np.zeros(len(seen), np.float64)
        judge_all(self.kits, seen, worth)
        return worth
