"""Decks and dice laid by hand (`reset(options=...)`) and the invariants of a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.state_checks import demand
from cthulhu_envs.games.death_may_die.components import BOX_MYTHOS, Die
from cthulhu_envs.games.death_may_die.content.records import ElderOne, Episode
from cthulhu_envs.games.death_may_die.invariants.faults import SOUND, words_of
from cthulhu_envs.games.death_may_die.invariants.position import ask_again, fault_of
from cthulhu_envs.games.death_may_die.settings import investigators_of, library_of
from cthulhu_envs.games.death_may_die.state import MAX_ROLLS, Ending

DIE_NAMES = {die.name.lower().replace("_", " "): die for die in Die}


def mythos_names(elder: ElderOne, episode: Episode) -> list[str]:
    """'Cthulhu 1' to 'Cthulhu 8', then the Episode's, in the order of the card numbers."""
    boxes = (elder.name, episode.name)
    return [f"{box} {number}" for box in boxes for number in range(1, BOX_MYTHOS + 1)]


def arrange(game: Game, s: Any, options: Mapping[str, Any]) -> None:
    """Name Episode, Elder One, investigators and starter; lay decks (top first) and dice."""
    found = library_of(game.values)
    episode = _asked("episode", options, found.episodes)
    elder = _asked("elder_one", options, found.elder_ones)
    s.asked_episode = 0 if episode is None else found.episodes.index(episode) + 1
    s.asked_elder = 0 if elder is None else found.elder_ones.index(elder) + 1
    start = options.get("start")
    if start is not None:
        people = investigators_of(game.values)
        if type(start) is not int or start not in range(people):
            raise ValueError(
                f"start must be an investigator from 0 to {people - 1}, not {start!r:.60}"
            )
        s.asked_starter = start + 1
    _ask_for(s.asked_person, "investigators", options, found.people, game)
    _ask_for(s.asked_insanity, "insanities", options, found.insanities, game)
    decks = [name for name in ("mythos", "discovery") if options.get(name) is not None]
    if decks and (episode is None or elder is None):
        raise ValueError(f"a {decks[0]} deck can be laid for one Episode and Elder One only")
    if options.get("mythos") is not None:
        cards = _deck("mythos", options["mythos"], mythos_names(elder, episode))
        s.mythos[: len(cards)] = cards[::-1]
        s.stacked[0] = True
    if options.get("discovery") is not None:
        names = [card.name for card in episode.discovery]
        cards = _deck("discovery", options["discovery"], names)
        s.discovery[: len(cards)] = cards[::-1]
        s.stacked[1] = True
    if options.get("rolls") is not None:
        _lay_rolls(s, options["rolls"])


def _asked(what: str, options: Mapping[str, Any], known: Sequence[Any]) -> Any:
    """What an option names, or the only one there is, or None."""
    name = options.get(what)
    if name is None:
        return known[0] if len(known) == 1 else None
    for one in known:
        if one.name == name:
            return one
    names = [one.name for one in known]
    hint = nearest(f"{name!s:.60}", names)
    raise ValueError(f"{what} cannot be {name!r:.60} at this table{hint}")


def _ask_for(
    field: Any, what: str, options: Mapping[str, Any], known: Sequence[Any], game: Game
) -> None:
    """R2.2: one name for each investigator at the table, all different."""
    given = options.get(what)
    if given is None:
        return
    people, names = investigators_of(game.values), [one.name for one in known]
    is_list = isinstance(given, (list, tuple)) and all(isinstance(name, str) for name in given)
    if not is_list or len(given) != people:
        raise ValueError(f"{what} must list {people} names, not {given!r:.60}")
    for name, copies in Counter(given).items():
        if name not in names:
            hint = nearest(f"{name:.60}", names)
            raise ValueError(f"{what} cannot name {name!r:.60} at this table{hint}")
        if copies > 1:
            raise ValueError(f"{what} names {name!r} twice")
    field[:people] = [names.index(name) + 1 for name in given]


def _deck(what: str, given: Any, names: list[str]) -> list[int]:
    """Card numbers of a whole deck; cards not named follow in order below those named."""
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        raise ValueError(f"{what} must list cards by name, top first, not {given!r:.60}")
    for name, copies in Counter(given).items():
        if name not in names:
            hint = nearest(f"{name:.60}", names)
            raise ValueError(f"the {what} deck has no card {name!r:.60}{hint}")
        if copies > 1:
            raise ValueError(f"the {what} deck names {name!r} twice")
    rest = [name for name in names if name not in given]
    return [names.index(name) for name in [*given, *rest]]


def _lay_rolls(s: Any, rolls: Any) -> None:
    if not isinstance(rolls, list) or len(rolls) > MAX_ROLLS:
        raise ValueError(f"rolls must list up to {MAX_ROLLS} dice, not {rolls!r:.60}")
    for k, name in enumerate(rolls):
        word = str(name).lower()
        if word not in DIE_NAMES:
            raise ValueError(f"no die shows {name!r:.60}{nearest(word[:60], DIE_NAMES)}")
        s.rolls[k] = DIE_NAMES[word]
    s.rolls_to = len(rolls)


def check_state(game: Game, s: Any) -> None:
    """BrokenStateError names the first invariant that does not hold (invariants/)."""
    kit, twin = game.kit[0], s.copy()
    fault = fault_of(kit, s, twin)
    demand(fault == SOUND, words_of(fault) if fault else "")
    if s.ending == Ending.GOING_ON:
        twin = s.copy()
        ask_again(kit, twin)
        demand(twin.tobytes() == s.tobytes(), "what is asked is not what has to be asked here")
