"""The scholar: a rule player of Unspeakable Words that weighs points, sanity and cards kept.

unspeakable_words_finder.py finds the words, unspeakable_words_odds.py works out how good a standing
is, unspeakable_words_mind.py holds the records; here: the choice. A standing is worth the player's
share of everybody's outlook, or the chance in a duel (unspeakable_words_duel.py).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.unspeakable_words.dice import decide_dice, decide_eye
from cthulhu_agents.unspeakable_words.duel import NO_DUEL, duel_of, left_insane
from cthulhu_agents.unspeakable_words.evaluation import judge_all
from cthulhu_agents.unspeakable_words.finder import (
    NO_SCORE,
    SEARCH,
    begin,
    consider,
    doubles,
    ends_here,
    go_on,
    packed,
    walk,
)
from cthulhu_agents.unspeakable_words.odds import odds_of
from cthulhu_agents.unspeakable_words.records import (
    MIND,
    TRUST,
    look,
    sheet_of,
    standing,
    unchanged,
    weight_of_cards,
)
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.unspeakable_words.cards import (
    LONG_WORD,
    MOST_POINTS,
    N_LETTERS,
    POINTS,
)
from cthulhu_envs.games.unspeakable_words.state import Phase
from cthulhu_envs.games.unspeakable_words.tables import N_PHASES, SPENT_WORDS
from cthulhu_envs.games.unspeakable_words.words_laid import count_bits, longer, take

RACES = ALONE, DUEL = ("alone", "duel")
MOST_TRUST = 10.0


@kernel
def decide_all(sheets, duel, nodes, edges, obs, mask, minds, searches, actions):
    """One action for each position; minds and searches are scratch space."""
    sheet, mind, search = sheets[0], minds[0], searches[0]
    for i in range(obs.shape[0]):
        look(sheet, obs[i], mind)
        actions[i] = decide(sheet, duel, nodes, edges, obs[i], mask[i], mind, search)


@kernel
def decide(sheet, duel, nodes, edges, obs, mask, mind, search):
    """The action with the best outlook."""
    phase = 0
    for number in range(N_PHASES):
        if obs[sheet.ob.phase + number] > 0.0:
            phase = number
    if phase == Phase.CLAIM:
        worth = mind.worth
        half = (worth + 1) // 2
        is_half = after_check(sheet, duel, mind, half, half) > after_check(
            sheet, duel, mind, worth, worth
        )
        return sheet.act.claim_half if is_half else sheet.act.claim_all
    if phase == Phase.DICE:
        return decide_dice(sheet, duel, mask, mind)
    if phase == Phase.EYE:
        return decide_eye(sheet, duel, obs, mask, mind)
    read_search(sheet, duel, obs, mind, search)
    if obs[sheet.ob.free] > 0.0:
        return decide_free(sheet, obs, mask, mind, search)
    return decide_letter(sheet, duel, nodes, edges, obs, mask, mind, search)


@kernel
def after_check(sheet, duel, mind, claimed, against):
    """R4.4-R4.10, R7.1-R7.3: my share after claiming points and a check against so many; less
    than the points themselves if the word is long.
    """
    points, tokens = mind.points[0], mind.tokens[0]
    sane, total = 1.0, points + claimed
    if total < sheet.target:
        sane = standing(sheet, duel, mind, tokens, total)
    left = left_insane(sheet, points, claimed, against)
    insane = standing(sheet, duel, mind, tokens - 1, left)
    return sheet.sane[against] * sane + (1.0 - sheet.sane[against]) * insane


@kernel
def read_search(sheet, duel, obs, mind, search):
    """What a word of each worth leads to, what cards are worth keeping, which words are spent."""
    for worth in range(sheet.hand_size * MOST_POINTS + 1):
        half = (worth + 1) // 2
        search.by_worth[worth] = after_check(sheet, duel, mind, worth, worth)
        search.by_long_worth[worth] = after_check(sheet, duel, mind, worth, half)
        if sheet.claim_half:
            halved = after_check(sheet, duel, mind, half, half)
            search.by_worth[worth] = max(search.by_worth[worth], halved)
    weight = weight_of_cards(sheet, mind, unchanged(sheet, duel, mind))
    for letter in range(N_LETTERS):
        search.keep[letter] = sheet.keep[letter] * weight
    search.num_spent = 0
    for number in range(SPENT_WORDS):
        code = 0
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
def decide_letter(sheet, duel, nodes, edges, obs, mask, mind, search):
    """The next letter of the best word, or its end, or a new hand."""
    kinds, copies = packed(obs[sheet.ob.hand : sheet.ob.hand + N_LETTERS])
    kept = worth_kept(sheet, obs, search)
    node = walk(nodes, edges, mind.laid, mind.length)
    code = 0
    for place in range(mind.length):
        code = longer(code, mind.laid[place])
    best, action = NO_SCORE, first_legal(sheet, mask)
    if mask[sheet.act.throw_in]:
        best, action = unchanged(sheet, duel, mind), sheet.act.throw_in
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
            score = free_score(sheet, obs, search, letter, 1, laid, worth, left)
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


class Scholar(Agent):
    """Lays the word, makes the claim and rolls the dice with which it is most likely to win.

    `vocabulary` is "all", every word of the game, or "everyday", only those that most people know.
    `race` is "alone", where each player's race is worked out by itself, or "duel", the race of two
    players against each other: stronger, but it takes seconds to work out. `trust` is how much it
    makes of what cards are worth keeping.
    """

    batched = True
    estimates_values = True

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        vocabulary: str = "all",
        race: str = ALONE,
        trust: float = TRUST,
    ) -> None:
        super().__init__(game, seed)
        if race not in RACES:
            raise ValueError(f"race is one of {', '.join(RACES)}, not {race!r}")
        if race == DUEL and game.num_players != 2:
            raise ValueError(f"a duel is a race of two, not of {game.num_players} players")
        if not isinstance(trust, (int, float)) or not 0.0 <= trust <= MOST_TRUST:
            raise ValueError(f"trust is a number from 0 to {MOST_TRUST:g}, not {trust!r}")
        self.odds = odds_of(game, vocabulary)
        self.sheets = sheet_of(game, self.odds, trust)
        self.duel = NO_DUEL
        if race == DUEL:
            self.duel = duel_of(self.sheets, self.odds.worths)

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        actions = np.zeros(len(mask), np.int64)
        rows, legal = np.ascontiguousarray(obs), np.ascontiguousarray(mask)
        graph = self.odds.graph
        minds, searches = np.zeros(1, MIND), np.zeros(1, SEARCH)
        decide_all(
            self.sheets, self.duel, graph.nodes, graph.edges, rows, legal, minds, searches, actions
        )
        return actions

    def value_batch(self, obs: NDArray[np.float32]) -> NDArray[np.float64]:
        worth = np.zeros(len(obs), np.float64)
        judge_all(self.sheets, self.duel, np.ascontiguousarray(obs), np.zeros(1, MIND), worth)
        return worth
