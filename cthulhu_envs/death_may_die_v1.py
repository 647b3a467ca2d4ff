"""Cthulhu: Death May Die, as PettingZoo users create it.

    from cthulhu_envs import death_may_die_v1

Made by `cthulhu docs`; change the game's settings, not this file.
"""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.env import AECEnv

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.make import make
from cthulhu_envs.api.registry import find
from cthulhu_envs.drawing.render import CURRENT

GAME = "death_may_die-v1"


def env(
    render_mode: str | None = None,
    render_seat: str = CURRENT,
    *,
    num_players: int = 4,
    episode: str = "random",
    elder_one: str = "random",
    investigators: Any = None,
    insanities: Any = None,
    tie_break: str = "agent",
    conversions: str = "own",
    reward: str = "win",
    ritual: str = "full",
    boss_health: int = 0,
    setup_cultists: int = 0,
    symbols: int = 0,
    first_red: int = 5,
) -> AECEnv[str, Any, int]:
    """Cthulhu: Death May Die: an AEC environment that checks order, bounds and legality.

    render_mode: human, ansi or rgb_array.
    render_seat: whose eyes: "player_0", "current" for the seat to move, or "all".
    num_players: 1 to 5 players.
    episode: name of an Episode, path of your own, or random at each reset; Episodes:
        Blasphemous Alchemy, Danse Macabre, Tomes of Madness.
    elder_one: name of an Elder One, path of your own, or random at each reset; Elder Ones:
        Cthulhu, Hastur.
    investigators: names or files, one for each investigator (a list, or with commas); None:
        drawn at random; Investigators: Adam Benchley, Ahmed Yasin, Borden, Elizabeth Ives,
        Fatima Safar, Ian Welles, John Morgan, Rasputin, Sister Beth, The Kid.
    insanities: Insanity cards by name, one for each investigator (a list, or with commas);
        None: dealt; Insanity cards: Masochism, Fear of Crowds, Kleptomania, Hypochondria,
        Pyromania, Catatonia, Codependency, Paranoia, Obsessive Disorder, Recurring Trauma,
        Psychotic Outbreaks, Short-term Memory Loss.
    tie_break: who breaks ties of paths and targets: the active investigator, or the lowest
        number.
    conversions: rolls on which icons are converted: own ones, or those against oneself too.
    reward: the result at the end, or also the progress on the way.
    ritual: difficulty: the goal of the Episode in full, or its easier variant where it has one.
    boss_health: difficulty: health added to each Stage of the Elder One.
    setup_cultists: difficulty: Cultists more or less at setup.
    symbols: difficulty: Mythos cards with a symbol, more or less.
    first_red: difficulty: the cell of the track whose entry summons the Elder One.
    """
    return make(
        GAME,
        render_mode=render_mode,
        render_seat=render_seat,
        num_players=num_players,
        episode=episode,
        elder_one=elder_one,
        investigators=investigators,
        insanities=insanities,
        tie_break=tie_break,
        conversions=conversions,
        reward=reward,
        ritual=ritual,
        boss_health=boss_health,
        setup_cultists=setup_cultists,
        symbols=symbols,
        first_red=first_red,
    )


def raw_env(
    render_mode: str | None = None,
    render_seat: str = CURRENT,
    *,
    num_players: int = 4,
    episode: str = "random",
    elder_one: str = "random",
    investigators: Any = None,
    insanities: Any = None,
    tie_break: str = "agent",
    conversions: str = "own",
    reward: str = "win",
    ritual: str = "full",
    boss_health: int = 0,
    setup_cultists: int = 0,
    symbols: int = 0,
    first_red: int = 5,
) -> RawEnv:
    """The same without checks: an illegal action raises ValueError. Settings as in `env`."""
    table = find(GAME).configure(
        num_players=num_players,
        episode=episode,
        elder_one=elder_one,
        investigators=investigators,
        insanities=insanities,
        tie_break=tie_break,
        conversions=conversions,
        reward=reward,
        ritual=ritual,
        boss_health=boss_health,
        setup_cultists=setup_cultists,
        symbols=symbols,
        first_red=first_red,
    )
    return RawEnv(table, render_mode, render_seat)
