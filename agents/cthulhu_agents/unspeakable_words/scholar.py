"""The scholar: a rule player of Unspeakable Words that weighs points, sanity and cards kept.

finder.py finds the words, odds.py works out how good a standing is, records.py holds the records;
here: the choice. A standing is worth the player's share of everybody's outlook, or the probability
to win a duel (duel.py).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.positions import checked_obs, checked_positions
from cthulhu_agents.scoring import whole
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
    NOTES,
    TRUST,
    kit_of,
    look,
    standing,
    unchanged,
    weight_of_cards,
)
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.authoring.errors import shown
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
def decide_all(kits, duel, nodes, edges, obs, mask, notebook, searches, actions):
    """One action for each position; `notebook` and `searches` are scratch space."""
    kit, notes, search = kits[0], notebook[0], searches[0]
    for i in range(obs.shape[0]):
        look(kit, obs[i], notes)
        actions[i] = decide(kit, duel, nodes, edges, obs[i], mask[i], notes, search)


@kernel
def decide(kit, duel, nodes, edges, obs, mask, notes, search):
    """The action with the best outlook."""
    phase = 0
    for number in range(N_PHASES):
        if obs[kit.ob.phase + number] > 0.0:
            phase = number
    if phase == Phase.CLAIM:
        worth = notes.worth
        half = (worth + 1) // 2
        is_half = after_check(kit, duel, notes, half, half) > after_check(
            kit, duel, notes, worth, worth
        )
        return kit.act.claim_half if is_half else kit.act.claim_all
    if phase == Phase.DICE:
        return decide_dice(kit, duel, mask, notes)
    if phase == Phase.EYE:
        return decide_eye(kit, duel, obs, notes)
    read_search(kit, duel, obs, notes, search)
    if obs[kit.ob.free] > 0.0:
        return decide_free(kit, obs, mask, notes, search)
    return decide_letter(kit, duel, nodes, edges, obs, mask, notes, search)


@kernel
def after_check(kit, duel, notes, claimed, against):
    """R4.4-R4.10, R7.1-R7.3: my share after claiming points and a check against them; less
    than the points themselves if the word is long.
    """
    points, tokens = notes.points[0], notes.tokens[0]
    sane, total = 1.0, points + claimed
    if total < kit.target:
        sane = standing(kit, duel, notes, tokens, total)
    left = left_insane(kit, points, claimed, against)
    insane = standing(kit, duel, notes, tokens - 1, left)
    return kit.sane[against] * sane + (1.0 - kit.sane[against]) * insane


@kernel
def read_search(kit, duel, obs, notes, search):
    """What a word of each worth leads to, what cards are worth keeping, which words are spent."""
    for worth in range(kit.hand_size * MOST_POINTS + 1):
        half = (worth + 1) // 2
        search.by_worth[worth] = after_check(kit, duel, notes, worth, worth)
        search.by_long_worth[worth] = after_check(kit, duel, notes, worth, half)
        if kit.claim_half:
            halved = after_check(kit, duel, notes, half, half)
            search.by_worth[worth] = max(search.by_worth[worth], halved)
    weight = weight_of_cards(kit, notes, unchanged(kit, duel, notes))
    for letter in range(N_LETTERS):
        search.keep[letter] = kit.keep[letter] * weight
    search.num_spent = 0
    for number in range(SPENT_WORDS):
        code = 0
        for place in range(kit.hand_size):
            letter = whole(obs[kit.ob.spent + number * kit.hand_size + place], N_LETTERS)
            if letter > 0:
                code = longer(code, letter - 1)
        if code != 0:
            search.spent[search.num_spent] = code
            search.num_spent += 1


@kernel(inline=True)
def worth_kept(kit, obs, search):
    """What all cards in my hand are worth as kept ones."""
    kept = 0.0
    for letter in range(N_LETTERS):
        kept += obs[kit.ob.hand + letter] * search.keep[letter]
    return kept


@kernel
def decide_letter(kit, duel, nodes, edges, obs, mask, notes, search):
    """The next letter of the best word, or its end, or a new hand."""
    kinds, copies = packed(obs[kit.ob.hand : kit.ob.hand + N_LETTERS])
    kept = worth_kept(kit, obs, search)
    node = walk(nodes, edges, notes.laid, notes.length)
    code = 0
    for place in range(notes.length):
        code = longer(code, notes.laid[place])
    best, action = NO_SCORE, first_legal(kit, mask)
    if mask[kit.act.throw_in]:
        best, action = unchanged(kit, duel, notes), kit.act.throw_in
    begin(search)
    if mask[kit.act.complete] and node >= 0 and ends_here(nodes, node):
        consider(search, code, notes.length, notes.worth, kept)
        if search.best > best:
            best, action = search.best, kit.act.complete
    rest, twice = kinds if node >= 0 else 0, doubles(kinds, copies)
    if notes.length == kit.hand_size:
        rest = 0
    while rest:
        bit = rest & -rest
        rest -= bit
        letter = count_bits(bit - 1)
        notes.laid[notes.length] = letter
        child = walk(nodes, edges, notes.laid, notes.length + 1)
        if child < 0 or not mask[kit.act.letter + letter]:
            continue
        have, double, less = take(kinds, kinds, twice, copies, bit)
        laid, worth = longer(code, letter), notes.worth + POINTS[letter]
        left, length = kept - search.keep[letter], notes.length + 1
        begin(search)
        if ends_here(nodes, child):
            consider(search, laid, length, worth, left)
        go_on(nodes, edges, search, child, kinds, have, double, less, laid, length, worth, left)
        if search.best > best:
            best, action = search.best, kit.act.letter + letter
    return action


@kernel(inline=True)
def first_legal(kit, mask):
    """When none of the words I know will do: the end of the word, or any letter."""
    if mask[kit.act.complete]:
        return kit.act.complete
    for letter in range(N_LETTERS):
        if mask[kit.act.letter + letter]:
            return kit.act.letter + letter
    return kit.act.throw_in


@kernel
def decide_free(kit, obs, mask, notes, search):
    """R3.9: any letters will do; those of the best sum are laid in the order of the alphabet."""
    kept = worth_kept(kit, obs, search)
    last = notes.laid[notes.length - 1] if notes.length > 0 else 0
    best, action = NO_SCORE, first_legal(kit, mask)
    if mask[kit.act.complete]:
        best, action = word_score(search, notes.length, notes.worth) + kept, kit.act.complete
    if notes.length == kit.hand_size:
        return action
    for letter in range(last, N_LETTERS):
        if mask[kit.act.letter + letter]:
            laid, worth = notes.length + 1, notes.worth + POINTS[letter]
            left = kept - search.keep[letter]
            score = free_score(kit, obs, search, letter, 1, laid, worth, left)
            if score > best:
                best, action = score, kit.act.letter + letter
    return action


@kernel
def free_score(kit, obs, search, letter, taken, length, worth, kept):
    """The best score of letters that go on with this one or later ones; `taken` of it are laid."""
    best = NO_SCORE
    if length >= kit.min_letters:
        best = word_score(search, length, worth) + kept
    if length == kit.hand_size:
        return best
    for other in range(letter, N_LETTERS):
        used = taken if other == letter else 0
        if obs[kit.ob.hand + other] > used:
            points, left = worth + POINTS[other], kept - search.keep[other]
            score = free_score(kit, obs, search, other, used + 1, length + 1, points, left)
            best = max(best, score)
    return best


@kernel(inline=True)
def word_score(search, length, worth):
    """The outlook after a word of these letters and points."""
    return search.by_long_worth[worth] if length >= LONG_WORD else search.by_worth[worth]


class Scholar(Agent):
    """Lays the word, makes the claim and rolls the dice with which it is most likely to win.

    `vocabulary` is "all", every word of the game, or "everyday", only those that most people know.
    `race` is "alone", where each player's race is worked out by itself, or "duel", the race of two
    players against each other: stronger, but it takes seconds to work out. `trust` is how much it
    makes of what cards are worth keeping.
    """

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
            raise ValueError(f"race is one of {', '.join(RACES)}, not {shown(race)}")
        if race == DUEL and game.num_players != 2:
            raise ValueError(f"a duel is a race of two, not of {game.num_players} players")
        if not isinstance(trust, (int, float)) or not 0.0 <= trust <= MOST_TRUST:
            raise ValueError(f"trust is a number from 0 to {MOST_TRUST:g}, not {shown(trust)}")
        self.odds = odds_of(game, vocabulary)
        self.kits = kit_of(game, self.odds, trust)
        self.duel = NO_DUEL
        if race == DUEL:
            self.duel = duel_of(self.kits, self.odds.worths)

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        rows, legal = checked_positions(self.game, obs, mask)
        actions = np.zeros(len(legal), np.int64)
        graph = self.odds.graph
        notebook, searches = np.zeros(1, NOTES), np.zeros(1, SEARCH)
        decide_all(
            self.kits, self.duel, graph.nodes, graph.edges, rows, legal, notebook, searches, actions
        )
        return actions

    def value_batch(self, obs: NDArray[np.float32]) -> NDArray[np.float64]:
        rows = checked_obs(self.game, obs)
        worth = np.zeros(len(rows), np.float64)
        judge_all(self.kits, self.duel, rows, np.zeros(1, NOTES), worth)
        return worth
