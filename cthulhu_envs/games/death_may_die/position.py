"""Decks and dice laid by hand (`reset(options=...)`) and the invariants of a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.games._script.questions import is_asked
from cthulhu_envs.games.death_may_die.components import (
    BOX_MYTHOS,
    CULTIST,
    DEADLY_WOUNDS,
    LEVELS,
    MADNESS,
    MAX_STRESS,
    MOST_FIRE,
    STAGES,
    TRACK_CELLS,
    Die,
)
from cthulhu_envs.games.death_may_die.content.records import ElderOne, Episode
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING
from cthulhu_envs.games.death_may_die.rules.frames import KIND, Mythos
from cthulhu_envs.games.death_may_die.rules.investigators import refresh
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.rules.steps import Step
from cthulhu_envs.games.death_may_die.settings import investigators_of, library_of
from cthulhu_envs.games.death_may_die.sizes import MAX_MYTHOS
from cthulhu_envs.games.death_may_die.state import MAX_DEPTH, MAX_ROLLS, Ending, Lies, Piece

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
            raise ValueError(f"start must be an investigator from 0 to {people - 1}, not {start!r}")
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
    raise ValueError(f"{what} cannot be {name!r} at this table{nearest(str(name), names)}")


def _ask_for(
    field: Any, what: str, options: Mapping[str, Any], known: Sequence[Any], game: Game
) -> None:
    """R2.2: one name for each investigator at the table, all different."""
    given = options.get(what)
    if given is None:
        return
    people, names = investigators_of(game.values), [one.name for one in known]
    if not isinstance(given, (list, tuple)) or len(given) != people:
        raise ValueError(f"{what} must list {people} names, not {given!r}")
    for name, copies in Counter(map(str, given)).items():
        if name not in names:
            raise ValueError(f"{what} cannot name {name!r} at this table{nearest(name, names)}")
        if copies > 1:
            raise ValueError(f"{what} names {name!r} twice")
    field[:people] = [names.index(name) + 1 for name in given]


def _deck(what: str, given: Any, names: list[str]) -> list[int]:
    """Card numbers of a whole deck; cards not named follow in order below those named."""
    if not isinstance(given, list):
        raise ValueError(f"{what} must list cards by name, top first, not {given!r}")
    for name, copies in Counter(given).items():
        if name not in names:
            raise ValueError(f"the {what} deck has no card {name!r}{nearest(str(name), names)}")
        if copies > 1:
            raise ValueError(f"the {what} deck names {name!r} twice")
    rest = [name for name in names if name not in given]
    return [names.index(name) for name in [*given, *rest]]


def _lay_rolls(s: Any, rolls: Any) -> None:
    if not isinstance(rolls, list) or len(rolls) > MAX_ROLLS:
        raise ValueError(f"rolls must list up to {MAX_ROLLS} dice, not {rolls!r}")
    for k, name in enumerate(rolls):
        word = str(name).lower()
        if word not in DIE_NAMES:
            raise ValueError(f"no die shows {name!r}{nearest(word, DIE_NAMES)}")
        s.rolls[k] = DIE_NAMES[word]
    s.rolls_to = len(rolls)


def check_state(game: Game, s: Any) -> None:
    """Conservation of cards, tokens and figures; boards in range; the stack in order."""
    kit = game.kit[0]
    people = range(kit.people)
    e = int(s.episode)
    for me in people:
        name = f"investigator {me}"
        assert 0 <= s.stress[me] <= MAX_STRESS, f"{name} has {s.stress[me]} stress"
        assert 0 <= s.sanity[me] <= MADNESS, f"{name} has lost {s.sanity[me]} sanity"
        assert 0 <= s.wounds[me] <= DEADLY_WOUNDS, f"{name} has {s.wounds[me]} wounds"
        is_lost = s.wounds[me] == DEADLY_WOUNDS or s.sanity[me] == MADNESS
        assert bool(s.dead[me]) == is_lost, f"{name} is dead, or should be"
        assert 0 <= s.space[me] < kit.spaces[e], f"{name} is off the map"
        assert all(1 <= level <= LEVELS for level in s.level[me]), f"{name} has a wrong level"
        _check_traits(kit, s, me)
    _check_figures(kit, s)
    _check_tokens(kit, s)
    _check_cards(kit, s)
    _check_mythos(s)
    _check_pieces(kit, s)
    assert 1 <= s.track <= TRACK_CELLS and 1 <= s.stage <= STAGES, "track or Stage out of range"
    assert (s.stage >= 2) == bool(s.summoned), "the Stage does not fit the summoning"
    if s.ending == Ending.GOING_ON:
        _check_question(kit, s)


def _check_traits(kit: Any, s: Any, me: int) -> None:
    """Traits and levels are stored; here they are added up again."""
    twin = s.copy()
    refresh(kit, twin, me)
    assert (twin.trait[me] == s.trait[me]).all(), f"traits of investigator {me} are out of date"
    assert (twin.skill[me] == s.skill[me]).all(), f"skills of investigator {me} are out of date"


def _check_figures(kit: Any, s: Any) -> None:
    figures = int(kit.figures[s.elder, s.episode])
    crowd = [0] * len(s.crowd)
    for figure in range(figures):
        if s.at[figure] != NOTHING:
            crowd[s.at[figure]] += 1
            if figure:
                assert 0 <= s.hurt[figure] < kit.kind_health[s.kind[figure]], "a corpse stands"
        else:
            assert s.hurt[figure] == 0, "a figure in the pool is hurt"
    assert crowd == [int(n) for n in s.crowd], "enemies on spaces are miscounted"
    assert (s.at[figures:] == NOTHING).all(), "a figure of another box is on the map"
    assert (s.kind[:figures] == CULTIST).sum() > 0, "the Cultists are missing"


def _check_tokens(kit: Any, s: Any) -> None:
    assert s.fire.min() >= 0 and int(s.fire.sum()) == s.fire_total, "Fire tokens are miscounted"
    assert s.fire_total <= MOST_FIRE, "too much Fire on the map"
    held = int(s.token.sum()) + int(s.signs.sum()) + int(s.tokens_left)
    assert held == kit.elder_tokens[s.elder], "the Elder One's tokens got lost or doubled"
    assert s.signs.min() >= 0 and s.marker.min() >= 0 and s.burning.min() >= 0, "below nothing"
    assert int(s.marker.sum()) + s.markers_left == kit.markers[s.episode], "markers got lost"


def _check_cards(kit: Any, s: Any) -> None:
    cards = int(kit.cards[s.episode])
    deck = sorted(int(c) for c in s.discovery[: s.discovery_left])
    assert deck == [c for c in range(cards) if s.card_at[c] == Lies.IN_DECK], "Discovery deck"
    for card in range(cards):
        holder = s.card_at[card]
        if holder >= 0:
            assert not s.dead[holder], "the dead hold a card"
            health = kit.side_health[s.episode, card, s.card_side[card]]
            assert s.card_wounds[card] < max(1, health), "a dead Companion is held"
        else:
            assert s.card_gain[card] == 0 and s.card_wounds[card] == 0, "a card keeps its past"


def _check_mythos(s: Any) -> None:
    drawn = []
    for frame in s.stack[: s.depth]:
        if frame[KIND] == Step.MYTHOS:
            both = (frame[Mythos.CARD], frame[Mythos.SECOND])
            drawn += [int(card) for card in both if card != NOTHING]
    cards = [*map(int, s.mythos[: s.mythos_left]), *drawn]
    cards += [card for card in range(MAX_MYTHOS) if s.mythos_out[card]]
    cards += [int(s.trauma)] if s.trauma != NOTHING else []
    assert sorted(cards) == list(range(MAX_MYTHOS)), "Mythos cards got lost or doubled"
    assert 0 <= s.mythos_under <= s.mythos_left, "more cards are known than there are"


def _check_pieces(kit: Any, s: Any) -> None:
    for piece in range(kit.pieces[s.episode]):
        is_held = s.piece_is[piece] == Piece.HELD
        assert is_held == (s.piece_holder[piece] != NOTHING), "a piece has a wrong holder"
        on_map = s.piece_is[piece] == Piece.IN_PLAY
        assert on_map == (s.piece_at[piece] != NOTHING), "a piece is in a wrong place"


def _check_question(kit: Any, s: Any) -> None:
    assert 0 < s.depth < MAX_DEPTH, "the stack is out of range"
    assert is_asked(s) and s.waiting and not s.answered, "nobody is asked"
    assert s.question != Question.NONE, "nothing is asked"
    assert not s.dead[s.actor], "a dead investigator is asked"
    assert s.seat == (s.actor if kit.num_players > 1 else 0), "the wrong player is asked"
