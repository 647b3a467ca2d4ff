"""The keeper: a player by rule of Call of Cthulhu.

call_of_cthulhu_mind.py: what each card is good for, read off its row; call_of_cthulhu_stories.py:
what every story would come to; call_of_cthulhu_worth.py: what a position is worth; here: the
choice, question by question.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.call_of_cthulhu.evaluation import judge_all
from cthulhu_agents.call_of_cthulhu.records import MIND, SHEET, sheet_of
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
from cthulhu_agents.scoring import choose, find, offer
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
def decide_all(sheets, obs, mask, minds, rows, uniform, actions):
    """One action for each position; `uniform` breaks ties, `minds` and `rows` are scratch space."""
    sheet, mind = sheets[0], minds[0]
    for i in range(obs.shape[0]):
        mind.num_offers = 0
        weigh_cards(sheet, obs[i], mind)
        consider(sheet, obs[i], mask[i], mind, rows)
        if mind.num_offers == 0:
            for action in range(mask.shape[1]):
                offer(mask[i], mind, action, 0.0)
        actions[i] = choose(mind, uniform[i])


@kernel
def kind_in(obs, at):
    """The kind of the card in a slot."""
    return KIND_OF[find(obs, at + FACTION_AT, N_FACTIONS), find(obs, at + RANK_AT, RANKS)]


@kernel
def weigh_cards(sheet, obs, mind):
    """The value of every card in play."""
    for side in range(2):
        for slot in range(SLOTS):
            at = slot_at(sheet, side, slot)
            mind.value[side, slot] = 0.0
            if obs[at] != 0.0:
                numbers = numbers_at(sheet, side, slot)
                mind.value[side, slot] = value_now(sheet, obs, at, numbers, kind_in(obs, at))


@kernel
def consider(sheet, obs, mask, mind, rows):
    """One ladder over the questions."""
    ask = find(obs, sheet.ob.ask, len_asks())
    is_used = obs[sheet.ob.source_owner] + obs[sheet.ob.source_owner + 1] > 0.0
    source = find(obs, sheet.ob.source, KINDS) if is_used else NO_KIND
    if ask == Question.WINDOW or ask == Question.RESPOND or ask == Question.DISRUPT:
        consider_window(sheet, obs, mask, mind, ask)
    elif ask == Question.PAY:
        consider_payers(sheet, obs, mask, mind)
    elif ask == Question.COMMIT or ask == Question.COMMIT_TO:
        consider_commit(sheet, obs, mask, mind, rows, ask)
    elif ask == Question.ENTITY:
        consider_entities(sheet, obs, mask, mind, source)
    elif ask == Question.HAND:
        consider_hand(sheet, obs, mask, mind, source)
    elif ask == Question.PILE or ask == Question.DECK or ask == Question.TOP:
        for kind in range(KINDS):
            offer(mask, mind, sheet.act.card + kind, sheet.worth[kind])
        offer(mask, mind, sheet.act.done, 0.5)
    elif ask == Question.DOMAIN:
        consider_domains(sheet, obs, mask, mind, source)
    elif ask == Question.NUMBER:
        for number in range(MOST_X + 1):
            offer(mask, mind, sheet.act.number + number, float(number))
    elif ask == Question.STORY or ask == Question.TOKENS:
        consider_stories(sheet, obs, mask, mind)
    elif ask == Question.SEAT:
        is_gift = source != NO_KIND and sheet.aim[source] >= 0
        offer(mask, mind, sheet.act.seat, 1.0 if is_gift else 0.0)
        offer(mask, mind, sheet.act.seat + 1, 0.5)
    elif ask == Question.MULLIGAN:
        consider_mulligan(sheet, obs, mask, mind)
    elif ask == Question.EFFECT:
        shy = source != NO_KIND and sheet.gain[source] < 0.0
        offer(mask, mind, sheet.act.effect, -1.0 if shy else 1.0)
        offer(mask, mind, sheet.act.effect + 1, 0.0)
    elif ask == Question.FREEZE:
        offer(mask, mind, sheet.act.freeze, 1.0)
    elif ask == Question.HAND_OR_PILE:
        offer(mask, mind, sheet.act.whence, 1.0)


@kernel(inline=True)
def len_asks():
    """How many kinds of questions there are."""
    return N_ASKS


N_ASKS = len(ASKS)
N_PHASES = len(PHASES)
N_STEPS = len(STEPS)


@kernel
def count_fighters(sheet, obs, side):
    """Sane characters of a side."""
    n = 0
    for slot in range(SLOTS):
        n += is_fighter(obs, slot_at(sheet, side, slot))
    return n


@kernel
def consider_window(sheet, obs, mask, mind, ask):
    """Characters first, the best one I can pay for; then supports; texts that gain something."""
    offer(mask, mind, sheet.act.done, PASS)
    phase = find(obs, sheet.ob.phase, N_PHASES)
    theirs = count_fighters(sheet, obs, 1)
    mine = count_fighters(sheet, obs, 0)
    for kind in range(KINDS):
        if not mask[sheet.act.card + kind]:
            continue
        if sheet.type[kind] == CardType.CHARACTER and phase == Phase.OPERATIONS:
            score = 20.0 + sheet.worth[kind] + sheet.cost[kind]
        elif sheet.type[kind] == CardType.SUPPORT or sheet.type[kind] == CardType.CONSPIRACY:
            score = 10.0 + sheet.cost[kind] if finds_host(sheet, kind, mine, theirs) else -1.0
        else:
            score = gain_now(sheet, kind, phase, mine, theirs, ask)
        offer(mask, mind, sheet.act.card + kind, score)
    for slot in range(SLOTS):
        if mask[sheet.act.slot + slot]:
            kind = kind_in(obs, slot_at(sheet, 0, slot))
            score = gain_now(sheet, kind, phase, mine, theirs, ask)
            offer(mask, mind, sheet.act.slot + slot, score)


@kernel
def finds_host(sheet, kind, mine, theirs):
    """Whether an attachment has somebody on the right side to go to."""
    if sheet.aim[kind] > 0:
        return mine > 0
    return sheet.aim[kind] == 0 or theirs > 0


@kernel
def gain_now(sheet, kind, phase, mine, theirs, ask):
    """What using a text brings now; nothing if there is nobody it should be aimed at."""
    if sheet.aim[kind] < 0 and theirs == 0:
        return -1.0
    if sheet.aim[kind] > 0 and mine == 0:
        return -1.0
    if sheet.fights[kind] and phase != Phase.STORY and ask == Question.WINDOW:
        return -1.0
    return sheet.gain[kind]


@kernel
def consider_payers(sheet, obs, mask, mind):
    """The smallest domain that will do."""
    for domain in range(MAX_DOMAINS):
        n = obs[sheet.ob.transient + domain]
        for faction in range(N_FACTIONS):
            n += obs[sheet.ob.resources + domain * N_FACTIONS + faction]
        offer(mask, mind, sheet.act.domain + domain, -n - obs[sheet.ob.transient + domain])
    offer(mask, mind, sheet.act.done, -9.0)


@kernel
def has_story(sheet, obs, story):
    """Whether there is a story at a place."""
    for title in range(STORY_TITLES):
        if obs[sheet.ob.story + story * STORY_TITLES + title] != 0.0:
            return True
    return False


@kernel
def consider_commit(sheet, obs, mask, mind, rows, ask):
    """The character and story that gain most, one after the other, until none gains anything."""
    is_mine = obs[sheet.ob.active] != 0.0
    look_at_stories(sheet, obs, mind)
    offer(mask, mind, sheet.act.done, 0.05)
    for slot in range(SLOTS):
        chosen = obs[sheet.ob.target + slot] != 0.0
        if ask == Question.COMMIT and not mask[sheet.act.slot + slot]:
            continue
        if ask == Question.COMMIT_TO and not chosen:
            continue
        best = -99.0
        for story in range(STORY_SLOTS):
            if not has_story(sheet, obs, story):
                continue
            if not is_mine and mind.count[1, story] == 0.0:
                continue
            gain = gain_of(sheet, obs, mind, story, slot, rows, is_mine)
            best = max(best, gain)
            if ask == Question.COMMIT_TO:
                offer(mask, mind, sheet.act.story + story, gain)
        if ask == Question.COMMIT:
            offer(mask, mind, sheet.act.slot + slot, best)


@kernel
def consider_entities(sheet, obs, mask, mind, source):
    """Harm theirs, help mine; lose what is worth least."""
    is_struggle = obs[sheet.ob.step + Proc.RESOLVE] != 0.0
    icon = find(obs, sheet.ob.struggle, N_ICONS)
    for slot in range(SLOTS):
        at = slot_at(sheet, 0, slot)
        value = mind.value[0, slot]
        if is_struggle and icon == Icon.ARCANE:
            score = value
        elif is_struggle:
            numbers = numbers_at(sheet, 0, slot)
            lives = obs[numbers + TOUGHNESS] - obs[numbers + WOUNDS] + obs[at + INVULNERABLE]
            score = -value + (9.0 if icon == Icon.COMBAT and lives > 0.0 else 0.0)
        elif source == NO_KIND:  # restoring, or one of heroes and villains to go
            score = value if obs[sheet.ob.phase + Phase.REFRESH] != 0.0 else -value
        elif sheet.aim[source] > 0:
            score = 5.0 + value
        else:
            score = -value
        offer(mask, mind, sheet.act.slot + slot, score)
        harms = source != NO_KIND and sheet.aim[source] <= 0
        theirs = mind.value[1, slot]
        offer(mask, mind, sheet.act.slot + SLOTS + slot, theirs if harms else -5.0 - theirs)
    offer(mask, mind, sheet.act.done, -0.5)


@kernel
def consider_hand(sheet, obs, mask, mind, source):
    """A card to part with: a resource, or a discard. A put into play is worth most."""
    step = find(obs, sheet.ob.step, N_STEPS)
    is_resource = step == Proc.SETUP or step == Proc.TURN
    total = 0.0
    for domain in range(MAX_DOMAINS):
        for faction in range(N_FACTIONS):
            total += obs[sheet.ob.resources + domain * N_FACTIONS + faction]
    for kind in range(KINDS):
        if not mask[sheet.act.card + kind]:
            continue
        if is_resource:
            score = resource_score(sheet, obs, kind)
        elif mask[sheet.act.done]:  # it may enter play, or be swapped
            score = sheet.worth[kind]
        else:
            score = -sheet.worth[kind]
        offer(mask, mind, sheet.act.card + kind, score)
    cards = obs[sheet.ob.hand_size]
    keeps = is_resource and (total >= ENOUGH or cards <= 1.0)
    offer(mask, mind, sheet.act.done, 99.0 if keeps else -99.0 if is_resource else 0.5)


@kernel
def resource_score(sheet, obs, kind):
    """Dear cards and those of a faction that the hand needs and the domains lack."""
    if sheet.faction[kind] == Faction.NEUTRAL:
        return -3.0 + 0.3 * sheet.cost[kind]
    have, need = 0.0, 0.0
    for domain in range(MAX_DOMAINS):
        have += obs[sheet.ob.resources + domain * N_FACTIONS + sheet.faction[kind]]
    for other in range(KINDS):
        if other != kind and sheet.faction[other] == sheet.faction[kind]:
            need += obs[sheet.ob.hand + other]
    score = 0.8 * need - 0.9 * have
    if sheet.cost[kind] >= 4.0:
        score += 1.5
    if sheet.type[kind] == CardType.EVENT:
        score += 0.7
    return score - 0.15 * sheet.worth[kind]


@kernel
def consider_domains(sheet, obs, mask, mind, source):
    """For a resource: the domain that then pays for most of my hand. Else theirs."""
    for domain in range(MAX_DOMAINS):
        size, kinds = 0.0, 0.0
        for faction in range(N_FACTIONS):
            n = obs[sheet.ob.resources + domain * N_FACTIONS + faction]
            size += n
            kinds += n > 0.0
        pays = 0.0
        for kind in range(KINDS):
            if obs[sheet.ob.hand + kind] > 0.0 and sheet.cost[kind] == size + 1.0:
                pays += 1.0
        score = pays - 0.6 * size - 0.2 * kinds
        offer(mask, mind, sheet.act.domain + domain, score)
        theirs = 0.0
        for faction in range(N_FACTIONS):
            at = sheet.ob.resources + (MAX_DOMAINS + domain) * N_FACTIONS + faction
            theirs += obs[at]
        offer(mask, mind, sheet.act.domain + MAX_DOMAINS + domain, 10.0 + theirs)
    offer(mask, mind, sheet.act.done, -50.0)


@kernel
def consider_stories(sheet, obs, mask, mind):
    """The story that is nearest to being won by anybody."""
    for story in range(STORY_SLOTS):
        mine = obs[sheet.ob.success + story * 2]
        theirs = obs[sheet.ob.success + story * 2 + 1]
        offer(mask, mind, sheet.act.story + story, mine + 0.5 * theirs)
    offer(mask, mind, sheet.act.done, -1.0)


@kernel
def consider_mulligan(sheet, obs, mask, mind):
    """Keep a hand with three characters that can be played soon."""
    early = 0.0
    for kind in range(KINDS):
        if sheet.type[kind] == CardType.CHARACTER and sheet.cost[kind] <= 3.0:
            early += obs[sheet.ob.hand + kind]
    offer(mask, mind, sheet.act.mulligan, early)
    offer(mask, mind, sheet.act.mulligan + 1, 2.5)


class Keeper(Agent):
    """Plays on curve, matches resources, weighs every story by the struggles it would come to,
    aims harm at them and help at its own.
    """

    batched = True
    estimates_values = True

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.sheets = sheet_of(game)
        assert self.sheets.dtype == SHEET

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        actions = np.zeros(len(mask), np.int64)
        ties = self.rng.random(len(mask))
        rows = np.zeros((2, N_ICONS + 2))
        seen, legal = np.ascontiguousarray(obs), np.ascontiguousarray(mask)
        decide_all(self.sheets, seen, legal, np.zeros(1, MIND), rows, ties, actions)
        return actions

    def value_batch(self, obs: NDArray[np.float32]) -> NDArray[np.float64]:
        worth = np.zeros(len(obs), np.float64)
        judge_all(self.sheets, np.ascontiguousarray(obs), worth)
        return worth
