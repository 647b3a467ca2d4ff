"""The scholar: a rule player of Unspeakable Words that weighs points, sanity and cards kept.

unspeakable_words_finder.py finds the words, unspeakable_words_odds.py works out how good a standing
is, unspeakable_words_mind.py holds the records; here: the choice. A standing is worth the player's
share of everybody's outlook.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Agent
from agents.unspeakable_words_finder import (
    NO_SCORE,
    ONE,
    SEARCH,
    ZERO,
    begin,
    consider,
    doubles,
    ends_here,
    go_on,
    packed,
    walk,
)
from agents.unspeakable_words_mind import MIND, TINY, look, outlook, share, sheet_of
from agents.unspeakable_words_odds import odds_of
from cthulhu_envs.engine.game import Game
from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.unspeakable_words.cards import (
    D6,
    FACES,
    LONG_WORD,
    MOST_POINTS,
    N_CHOICES,
    N_LETTERS,
    POINTS,
    Effect,
)
from cthulhu_envs.games.unspeakable_words.state import Phase
from cthulhu_envs.games.unspeakable_words.tables import N_PHASES, SPENT_WORDS
from cthulhu_envs.games.unspeakable_words.words_laid import count_bits, longer, take

# What decides games between scholars: by logistic regression on 3,000 games of two, looked at after
# every turn. `nearest` is the leader's part of the target.
BY_TOKEN, BY_LAST_TOKEN, BY_TOKEN_LATE = 0.397, -1.702, -0.552  # tokens, 1 / tokens, x nearest
BY_POINTS, BY_GOAL, BEYOND = 2.196, 0.189, 1.1  # part of the target x nearest, 1 / what is left
BY_HAND = 6.886  # what the cards are worth keeping


@kernel
def decide_all(sheets, nodes, edges, obs, mask, minds, searches, actions):
    """One action for each position; minds and searches are scratch space."""
    sheet, mind, search = sheets[0], minds[0], searches[0]
    for i in range(obs.shape[0]):
        look(sheet, obs[i], mind)
        actions[i] = decide(sheet, nodes, edges, obs[i], mask[i], mind, search)


@kernel
def judge_all(sheets, obs, minds, worth):
    """What each seat may expect: its chance of the win, and its share of the loss if another wins.

    It compares positions some turns ahead better than the outlook, which sees each race alone.
    """
    sheet, mind = sheets[0], minds[0]
    for i in range(obs.shape[0]):
        look(sheet, obs[i], mind)
        nearest = 0
        for step in range(sheet.num_players):
            nearest = max(nearest, mind.points[step])
        mine = math.exp(strength(sheet, mind, 0, nearest / sheet.target))
        for letter in range(N_LETTERS):
            mine *= math.exp(BY_HAND * sheet.keep[letter] * obs[i, sheet.ob.hand + letter])
        total = mine
        for step in range(1, sheet.num_players):
            if mind.tokens[step] > 0:
                total += math.exp(strength(sheet, mind, step, nearest / sheet.target))
        won = mine / total
        lost = (1.0 - won) / (sheet.num_players - 1)
        worth[i] = won - lost if mind.tokens[0] > 0 else 0.0  # R7.6: who is out has paid


@kernel
def strength(sheet, mind, step, nearest):
    """How well a seat that is in play stands."""
    tokens, part = max(mind.tokens[step], 1), min(mind.points[step] / sheet.target, 1.0)
    standing = (BY_TOKEN + BY_TOKEN_LATE * nearest) * tokens + BY_LAST_TOKEN / tokens
    return standing + BY_POINTS * part * nearest + BY_GOAL / (BEYOND - part)


@kernel
def decide(sheet, nodes, edges, obs, mask, mind, search):
    """The action with the best outlook."""
    phase = 0
    for number in range(N_PHASES):
        if obs[sheet.ob.phase + number] > 0.0:
            phase = number
    if phase == Phase.CLAIM:
        worth = mind.worth
        half = (worth + 1) // 2
        is_half = after_check(sheet, mind, half, half) > after_check(sheet, mind, worth, worth)
        return sheet.act.claim_half if is_half else sheet.act.claim_all
    if phase == Phase.DICE:
        return decide_dice(sheet, mask, mind)
    if phase == Phase.EYE:
        return decide_eye(sheet, obs, mask, mind)
    read_search(sheet, obs, mind, search)
    if obs[sheet.ob.free] > 0.0:
        return decide_free(sheet, obs, mask, mind, search)
    return decide_letter(sheet, nodes, edges, obs, mask, mind, search)


@kernel
def after_check(sheet, mind, claimed, against):
    """R4.4-R4.10, R7.1-R7.3: my share after claiming points and a check against so many; less
    than the points themselves if the word is long.
    """
    points, tokens = mind.points[0], mind.tokens[0]
    total = points + claimed
    if total < sheet.target:
        sane = share(sheet, mind, outlook(sheet, mind, tokens, total))
        left = points if sheet.long_if_sane and against < claimed else total
        insane = share(sheet, mind, outlook(sheet, mind, tokens - 1, left))
    else:
        left = 0 if sheet.lose_all else points
        sane = 1.0
        insane = share(sheet, mind, outlook(sheet, mind, tokens - 1, left))
    return sheet.sane[against] * sane + (1.0 - sheet.sane[against]) * insane


@kernel
def read_search(sheet, obs, mind, search):
    """What a word of each worth leads to, what cards are worth keeping, which words are spent."""
    for worth in range(sheet.hand_size * MOST_POINTS + 1):
        half = (worth + 1) // 2
        search.by_worth[worth] = after_check(sheet, mind, worth, worth)
        search.by_long_worth[worth] = after_check(sheet, mind, worth, half)
        if sheet.claim_half:
            halved = after_check(sheet, mind, half, half)
            search.by_worth[worth] = max(search.by_worth[worth], halved)
    here = share(sheet, mind, mind.chance[0])
    scale = here * (1.0 - here) / max(mind.chance[0], TINY)  # from outlook to share
    for letter in range(N_LETTERS):
        search.keep[letter] = sheet.keep[letter] * min(scale, 1.0)
    search.num_spent = 0
    for number in range(SPENT_WORDS):
        code = ZERO
        for place in range(sheet.hand_size):
            letter = int(obs[sheet.ob.spent + number * sheet.hand_size + place])
            if letter > 0:
                code = longer(code, letter - 1)
        if code != 0:
            search.spent[search.num_spent] = code
            search.num_spent += 1


@kernel(inline=True)
def worth_kept(sheet, obs, search):
    """What all cards in my hand are worth as kept ones."""
    kept = 0.0
    for letter in range(N_LETTERS):
        kept += obs[sheet.ob.hand + letter] * search.keep[letter]
    return kept


@kernel
def decide_letter(sheet, nodes, edges, obs, mask, mind, search):
    """The next letter of the best word, or its end, or a new hand."""
    kinds, copies = packed(obs[sheet.ob.hand : sheet.ob.hand + N_LETTERS])
    kept = worth_kept(sheet, obs, search)
    node = walk(nodes, edges, mind.laid, mind.length)
    code = ZERO
    for place in range(mind.length):
        code = longer(code, mind.laid[place])
    best, action = NO_SCORE, first_legal(sheet, mask)
    if mask[sheet.act.throw_in]:
        best, action = share(sheet, mind, mind.chance[0]), sheet.act.throw_in
    begin(search)
    if mask[sheet.act.complete] and node >= 0 and ends_here(nodes, node):
        consider(search, code, mind.length, mind.worth, kept)
        if search.best > best:
            best, action = search.best, sheet.act.complete
    rest, twice = kinds if node >= 0 else 0, doubles(kinds, copies)
    while rest:
        bit = rest & -rest
        rest -= bit
        letter = count_bits(bit - 1)
        mind.laid[mind.length] = letter
        child = walk(nodes, edges, mind.laid, mind.length + 1)
        if child < 0 or not mask[sheet.act.letter + letter]:
            continue
        have, double, less = take(kinds, kinds, twice, copies, bit)
        laid, worth = longer(code, letter), mind.worth + POINTS[letter]
        left, length = kept - search.keep[letter], mind.length + 1
        begin(search)
        if ends_here(nodes, child):
            consider(search, laid, length, worth, left)
        go_on(nodes, edges, search, child, kinds, have, double, less, laid, length, worth, left)
        if search.best > best:
            best, action = search.best, sheet.act.letter + letter
    return action


@kernel(inline=True)
def first_legal(sheet, mask):
    """When none of the words I know will do: the end of the word, or any letter."""
    if mask[sheet.act.complete]:
        return sheet.act.complete
    for letter in range(N_LETTERS):
        if mask[sheet.act.letter + letter]:
            return sheet.act.letter + letter
    return sheet.act.throw_in


@kernel
def decide_free(sheet, obs, mask, mind, search):
    """R3.9: any letters will do; those of the best sum are laid in the order of the alphabet."""
    kept = worth_kept(sheet, obs, search)
    last = mind.laid[mind.length - 1] if mind.length > 0 else 0
    best, action = NO_SCORE, first_legal(sheet, mask)
    if mask[sheet.act.complete]:
        best, action = word_score(search, mind.length, mind.worth) + kept, sheet.act.complete
    for letter in range(last, N_LETTERS):
        if mask[sheet.act.letter + letter]:
            laid, worth = mind.length + 1, mind.worth + POINTS[letter]
            left = kept - search.keep[letter]
            score = free_score(sheet, obs, search, letter, ONE, laid, worth, left)
            if score > best:
                best, action = score, sheet.act.letter + letter
    return action


@kernel
def free_score(sheet, obs, search, letter, taken, length, worth, kept):
    """The best score of letters that go on with this one or later ones; `taken` of it are laid."""
    best = NO_SCORE
    if length >= sheet.min_letters:
        best = word_score(search, length, worth) + kept
    for other in range(letter, N_LETTERS):
        used = taken if other == letter else 0
        if obs[sheet.ob.hand + other] > used:
            points, left = worth + POINTS[other], kept - search.keep[other]
            score = free_score(sheet, obs, search, other, used + 1, length + 1, points, left)
            best = max(best, score)
    return best


@kernel(inline=True)
def word_score(search, length, worth):
    """The outlook after a word of so many letters and points."""
    return search.by_long_worth[worth] if length >= LONG_WORD else search.by_worth[worth]


@kernel
def decide_dice(sheet, mask, mind):
    """R5: the die at whom, by the exact odds of its faces; or not."""
    best, action = share(sheet, mind, mind.chance[0]), sheet.act.decline
    for step in range(1, sheet.num_players):
        if not mask[sheet.act.roll + step - 1]:
            continue
        score = 0.0
        for side in range(len(FACES)):
            face = FACES[side]
            if face == Effect.EYE:
                score += best_effect(sheet, mind, step)
            else:
                score += after_effect(sheet, mind, face, step)
        score /= len(FACES)
        if score > best:
            best, action = score, sheet.act.roll + step - 1
    return action


@kernel
def best_effect(sheet, mind, step):
    """R5.10: my share with the best of the Eye's choices."""
    best = 0.0
    for effect in range(N_CHOICES):
        best = max(best, after_effect(sheet, mind, effect, step))
    return best


@kernel
def decide_eye(sheet, obs, mask, mind):
    """The best of the Eye's choices."""
    step = 0
    for other in range(1, sheet.num_players):
        if obs[sheet.ob.eyed + other] > 0.0:
            step = other
    best, action = NO_SCORE, sheet.act.eye
    for effect in range(N_CHOICES):
        score = after_effect(sheet, mind, effect, step)
        if score > best:
            best, action = score, sheet.act.eye + effect
    return action


@kernel
def after_effect(sheet, mind, effect, step):
    """R5.6-R5.10a: my share after an effect on the seat so many steps away."""
    tokens, points = mind.tokens, mind.points
    mine = mind.chance[0]
    others = TINY - mind.chance[step]
    for other in range(1, sheet.num_players):
        others += mind.chance[other]
    if effect == Effect.YELLOW_SIGN:
        total = 0.0
        for lost in range(1, D6 + 1):
            total += mine / (
                mine + others + outlook(sheet, mind, tokens[step], points[step] - lost)
            )
        return total / D6
    hit = mind.chance[step]
    if effect == Effect.TENTACLE:
        hit = outlook(sheet, mind, tokens[step] - 1, points[step])
    elif effect == Effect.ELDER_SIGN:
        mine = outlook(sheet, mind, tokens[0] + elder_change(sheet, mind), points[0])
    elif effect == Effect.CTHULHU:
        mine = outlook(sheet, mind, max(tokens[0] - 1, 1), points[0])
        others, hit = TINY, 0.0
        for other in range(1, sheet.num_players):
            others += outlook(sheet, mind, tokens[other] - 1, points[other])
    return mine / (mine + others + hit)


@kernel
def elder_change(sheet, mind):
    """R5.8-R5.8b: what the Elder Sign does to my tokens."""
    fewer, lost = 0, sheet.tokens * sheet.num_players
    for step in range(sheet.num_players):
        fewer += 0 < mind.tokens[step] < mind.tokens[0]
        lost -= mind.tokens[step]
    if fewer > 1:
        return -1
    return 1 if lost > 0 else 0


class Scholar(Agent):
    """Lays the word, makes the claim and rolls the dice with which it is most likely to win.

    `vocabulary` is "all", every word of the game, or "everyday", only those that most people know.
    """

    batched = True
    judges = True

    def __init__(self, game: Game, seed: int = 0, vocabulary: str = "all") -> None:
        super().__init__(game, seed)
        self.odds = odds_of(game, vocabulary)
        self.sheets = sheet_of(game, self.odds)

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        actions = np.zeros(len(mask), np.int64)
        rows, legal = np.ascontiguousarray(obs), np.ascontiguousarray(mask)
        graph = self.odds.graph
        minds, searches = np.zeros(1, MIND), np.zeros(1, SEARCH)
        decide_all(self.sheets, graph.nodes, graph.edges, rows, legal, minds, searches, actions)
        return actions

    def worth_batch(self, obs: NDArray[np.float32]) -> NDArray[np.float64]:
        worth = np.zeros(len(obs), np.float64)
        judge_all(self.sheets, np.ascontiguousarray(obs), np.zeros(1, MIND), worth)
        return worth
