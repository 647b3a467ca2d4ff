"""Unspeakable Words, as PettingZoo users create it.

    from cthulhu_envs import unspeakable_words_v1

Made by `cthulhu docs`; change the game's settings, not this file.
"""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.env import AECEnv

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.make import make
from cthulhu_envs.api.registry import find
from cthulhu_envs.drawing.render import CURRENT

GAME = "unspeakable_words-v1"


def env(
    render_mode: str | None = None,
    render_seat: str = CURRENT,
    *,
    num_players: int = 4,
    edition: str = "manual",
    reward: str = "win",
    target: Any = None,
    hand_size: Any = None,
    min_letters: Any = None,
    check: Any = None,
    claim_half: Any = None,
    dice: Any = None,
    lose_all_on_fail: Any = None,
    long_words: Any = None,
    free_words: Any = None,
    tokens: int = 5,
    deck: Any = None,
    dictionary: str = "enable",
    word_features: bool = False,
    turn_limit: int = 300,
) -> AECEnv[str, Any, int]:
    """Unspeakable Words: an AEC environment that checks order, bounds and legality.

    render_mode: human, ansi or rgb_array.
    render_seat: whose eyes: "player_0", "current" for the seat to move, or "all".
    num_players: 2 to 6 players.
    edition: which game: decides all settings left at None.
    reward: the win at the end, or points as they come.
    target: points to reach; None: 113 (manual), 100 (published).
    hand_size: cards held; None: 5 (manual), 7 (published).
    min_letters: letters a word needs; None: 2 (manual), 3 (published).
    check: a roll of at most or at least the points succeeds; None: at_most (manual), at_least
        (published).
    claim_half: half the points may be claimed; None: True (manual), False (published).
    dice: the Cthulhu Dice are in the game; None: True (manual), False (published).
    lose_all_on_fail: failing at the target costs all points, not only the word's; None: True
        (manual), False (published).
    long_words: words of seven letters score if their check succeeds, or always; None: if_sane
        (manual), always (published).
    free_words: with one token left any letters are a word; None: False (manual), True
        (published).
    tokens: sanity tokens at the start.
    deck: own deck: copies by letter; None: the 96 cards.
    dictionary: the words: a dictionary by name, a file with a word a line, or a list of words;
        dictionaries: enable, common.
    word_features: the observation also tells which values of words each next letter leads to
        (R8.8).
    turn_limit: turns after which the game is broken off.
    """
    return make(
        GAME,
        render_mode=render_mode,
        render_seat=render_seat,
        num_players=num_players,
        edition=edition,
        reward=reward,
        target=target,
        hand_size=hand_size,
        min_letters=min_letters,
        check=check,
        claim_half=claim_half,
        dice=dice,
        lose_all_on_fail=lose_all_on_fail,
        long_words=long_words,
        free_words=free_words,
        tokens=tokens,
        deck=deck,
        dictionary=dictionary,
        word_features=word_features,
        turn_limit=turn_limit,
    )


def raw_env(
    render_mode: str | None = None,
    render_seat: str = CURRENT,
    *,
    num_players: int = 4,
    edition: str = "manual",
    reward: str = "win",
    target: Any = None,
    hand_size: Any = None,
    min_letters: Any = None,
    check: Any = None,
    claim_half: Any = None,
    dice: Any = None,
    lose_all_on_fail: Any = None,
    long_words: Any = None,
    free_words: Any = None,
    tokens: int = 5,
    deck: Any = None,
    dictionary: str = "enable",
    word_features: bool = False,
    turn_limit: int = 300,
) -> RawEnv:
    """The same without checks: an illegal action raises ValueError. Settings as in `env`."""
    table = find(GAME).configure(
        num_players=num_players,
        edition=edition,
        reward=reward,
        target=target,
        hand_size=hand_size,
        min_letters=min_letters,
        check=check,
        claim_half=claim_half,
        dice=dice,
        lose_all_on_fail=lose_all_on_fail,
        long_words=long_words,
        free_words=free_words,
        tokens=tokens,
        deck=deck,
        dictionary=dictionary,
        word_features=word_features,
        turn_limit=turn_limit,
    )
    return RawEnv(table, render_mode, render_seat)
