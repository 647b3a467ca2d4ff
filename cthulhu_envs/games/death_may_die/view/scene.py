"""What a seat, or a spectator, sees of a table, in words, for text and picture alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.api.view import view_of
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.layout import Axis, title
from cthulhu_envs.drawing.spectator import seen_by
from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.death_may_die.components import (
    DEADLY_WOUNDS,
    MADNESS,
    MAX_STRESS,
    Die,
    Gate,
)
from cthulhu_envs.games.death_may_die.content.records import Library, Side
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING
from cthulhu_envs.games.death_may_die.position import mythos_names
from cthulhu_envs.games.death_may_die.rules.enemies import health_of
from cthulhu_envs.games.death_may_die.rules.frames import KIND, Claim, Mythos
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.rules.steps import Step
from cthulhu_envs.games.death_may_die.settings import investigators_of, library_of
from cthulhu_envs.games.death_may_die.state import Ending, Piece


@dataclass(frozen=True)
class Space:
    """One space of the map."""

    number: int
    fire: int
    marks: tuple[str, ...]  # gates and tokens
    pieces: tuple[str, ...]  # 'lab ?' face down, 'lab calm -2' hurt
    people: tuple[int, ...]
    enemies: tuple[str, ...]  # 'Cultist', 'Byakhee 1/3' if hurt


@dataclass(frozen=True)
class Board:
    """One investigator."""

    number: int
    name: str
    insanity: str
    space: int
    wounds: str
    stress: str
    sanity: str
    tokens: str
    skills: tuple[str, ...]
    cards: tuple[str, ...]
    dead: bool
    decides: bool
    active: bool


@dataclass(frozen=True)
class Scene:
    """The whole table."""

    title: str
    looker: str
    status: tuple[str, ...]
    asked: str
    spaces: tuple[Space, ...]
    track: tuple[int, int]  # the cell, and the first red one
    boards: tuple[Board, ...]
    links: tuple[tuple[int, int], ...]
    at: NDArray[np.float64]  # places of the spaces, 0 to 1 in both directions


def look(game: Game, s: Any, seat: int | None) -> Scene:
    """The table from a seat, or with everything open (None)."""
    found = library_of(game.values)
    episode, elder = found.episodes[s.episode], found.elder_ones[s.elder]
    return Scene(
        title=f"{game.title} - {episode.name} - {elder.name}",
        looker=seen_by(seat),
        status=(*_status(game, found, s), *(_tops(found, s) if seat is None else ())),
        asked=_asked(game, found, s),
        spaces=tuple(_space(game, found, s, seat, n) for n in range(episode.spaces)),
        track=(int(s.track), int(game.kit[0].first_red)),
        boards=tuple(_board(found, game, s, n) for n in range(investigators_of(game.values))),
        links=episode.links,
        at=places(game.kit[0].distance[s.episode, : episode.spaces, : episode.spaces]),
    )


def places(distance: NDArray[Any]) -> NDArray[np.float64]:
    """Lay spaces out so that nearness on paper is nearness on the map (classical scaling)."""
    return _places(np.ascontiguousarray(distance).tobytes(), len(distance))


@cache
def _places(steps: bytes, size: int) -> NDArray[np.float64]:
    distance = np.frombuffer(steps, np.int8).reshape(size, size)
    square = distance.astype(float) ** 2
    center = np.eye(size) - 1.0 / size
    values, vectors = np.linalg.eigh(-0.5 * center @ square @ center)
    best = np.argsort(values)[::-1][:2]
    at = vectors[:, best] * np.sqrt(np.maximum(values[best], 1e-9))
    at = at * np.where(at[0] > 0, -1, 1)  # the first space to the upper left
    at = _framed(at + 0.01 * np.cos(np.arange(2 * size)).reshape(size, 2))
    for _ in range(ROUNDS):
        at = _framed(_apart(_off_links(at, np.argwhere(np.triu(distance == 1)))))
    return at


ROUNDS = 300
CLEARANCE = 0.62  # of a link from a space that it passes, as a share of ROOM
ROOM = np.array([0.165, 0.195])  # the least distance of two spaces, across and down


def _framed(at: NDArray[np.float64]) -> NDArray[np.float64]:
    """Stretched to the whole map."""
    at = at - at.min(axis=0)
    spread: NDArray[np.float64] = at / np.maximum(at.max(axis=0), 1e-9)
    return spread


def _apart(at: NDArray[np.float64]) -> NDArray[np.float64]:
    """Spaces that overlap push each other away."""
    gap = (at[:, None] - at[None]) / ROOM
    length = np.linalg.norm(gap, axis=2)
    np.fill_diagonal(length, np.inf)
    push = np.maximum(0.0, 1.0 - length) / np.maximum(length, 1e-6)
    moved: NDArray[np.float64] = at + 0.3 * ROOM * (gap * push[:, :, None]).sum(axis=1)
    return moved


def _off_links(at: NDArray[np.float64], links: NDArray[Any]) -> NDArray[np.float64]:
    """Spaces move away from links that pass them by, which would look as if they led there."""
    first, way = at[links[:, 0]], at[links[:, 1]] - at[links[:, 0]]
    gap = at[:, None] - first[None]
    along = (gap * way).sum(axis=2) / np.maximum((way**2).sum(axis=1), 1e-9)
    off = (gap - np.clip(along, 0, 1)[:, :, None] * way) / ROOM
    length = np.maximum(np.linalg.norm(off, axis=2), 1e-3)
    own = (links[None] == np.arange(len(at))[:, None, None]).any(axis=2)
    push = np.where(own, 0.0, np.maximum(0.0, CLEARANCE - length)) / length
    moved: NDArray[np.float64] = at + 0.2 * ROOM * (off * push[:, :, None]).sum(axis=1)
    return moved


def _status(game: Game, found: Library, s: Any) -> tuple[str, ...]:
    elder = found.elder_ones[s.elder]
    lines = [f"track {s.track} of 8", f"{_many(s.symbols, 'symbol')} showing", f"turn {s.turns}"]
    lines.append("ritual disrupted" if s.disrupted else "ritual goes on")
    if s.summoned:
        left = health_of(game.kit[0], s, 0) - int(s.hurt[0])
        lines.append(f"{elder.name}: Stage {s.stage}, {left} health left")
    else:
        lines.append(f"{elder.name} is not summoned")
    lines.append(f"{s.mythos_left} Mythos and {s.discovery_left} Discovery cards left")
    if s.ending != Ending.GOING_ON:
        lines.append(f"the game is over: {game.ending_name(int(s.ending)).replace('_', ' ')}")
    return tuple(lines)


def _many(number: Any, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _tops(found: Library, s: Any) -> tuple[str, ...]:
    """The top cards of both decks, for those from whom nothing is hidden."""
    episode, elder = found.episodes[s.episode], found.elder_ones[s.elder]
    tops = []
    if s.mythos_left:
        tops.append(mythos_names(elder, episode)[s.mythos[s.mythos_left - 1]])
    if s.discovery_left:
        tops.append(episode.discovery[s.discovery[s.discovery_left - 1]].name)
    return (f"next: {', '.join(tops)}",) if tops else ()


def _asked(game: Game, found: Library, s: Any) -> str:
    if s.ending != Ending.GOING_ON:
        return ""
    step = Step(int(s.stack[top(s), KIND]))
    words = f"investigator {int(s.actor) + 1} is asked: {title(Question(int(s.question)))}"
    if step not in (Step.ACT, Step.WINDOW):
        words += f" ({title(step)})"
    meant = _meant(game.kit[0], found, s)
    about, drawn = _about(game, found, s), _drawn(found, s)
    words += f" about {about}" if about else ""
    return words + (f": {meant}" if meant else "") + (f"; {drawn}" if drawn else "")


def _about(game: Game, found: Library, s: Any) -> str:
    """R15.3: what the question is about, as the observation has it."""
    if s.question in (Question.CLAIM, Question.LEVEL):
        return ""
    states = game.new_states(1)
    states[0] = s
    parts = view_of(game, states, int(s.seat)).parts
    episode, people = found.episodes[s.episode], investigators_of(game.values)
    figures, cards = game.actions.blocks["figure"].axes["figure"], episode.discovery
    names: dict[str, Callable[[int], str]] = {
        "figures": lambda n: figures.labels[n],
        "spaces": lambda n: f"space {n + 1}",
        "cards": lambda n: cards[n].name,
        "pieces": lambda n: f"piece {n}",
        "people": lambda n: f"investigator {(int(s.actor) + n) % people + 1}",
    }
    marked = {key: np.flatnonzero(parts[f"about_{key}"] == 1) for key in names}
    return ", ".join(names[key](int(n)) for key, some in marked.items() for n in some)


def _meant(kit: Any, found: Library, s: Any) -> str:
    """What the answers that go by a number stand for."""
    episode = found.episodes[s.episode]
    if s.question == Question.REROLL:
        return ", ".join(f"{n} {title(die)}" for die, n in zip(Die, s.dice, strict=True) if n)
    if s.question == Question.LEVEL:
        skills = kit.person_skill[s.person[s.actor]]
        return ", ".join(f"skill {k} is {found.skills[n].name}" for k, n in enumerate(skills))
    if s.question == Question.PIECE:
        words = []
        for piece in range(kit.pieces[s.episode]):
            if int(s.offer) >> piece & 1:
                name = episode.groups[kit.piece_group[s.episode, piece]].name
                face = episode.values[s.piece_value[piece]].name if s.piece_up[piece] else "?"
                at = f" on {s.piece_at[piece] + 1}" if s.piece_at[piece] >= 0 else ""
                words.append(f"piece {piece} is {name} {face}{at}")
        return ", ".join(words)
    if s.question == Question.CLAIM:
        card = episode.discovery[s.stack[top(s), Claim.CARD]]
        sides = zip(("left", "right"), card.sides, strict=True)
        return f"{card.name}, " + ", ".join(f"{n}: {_priced(side)}" for n, side in sides if side)
    return ""


def _priced(side: Side) -> str:
    """A side of a Discovery card and what it costs."""
    cost = [f"{side.stress} stress"] * bool(side.stress)
    cost += [_many(side.wounds, "wound")] * bool(side.wounds)
    extra = [f"{side.health} health"] * bool(side.health) + [f"+1 {side.skill}"] * bool(side.skill)
    price = f" for {' and '.join(cost)}" if cost else ""
    return f"{side.name}{' (' + ', '.join(extra) + ')' if extra else ''}{price}"


def _drawn(found: Library, s: Any) -> str:
    """The Mythos card being resolved, with what stands on it."""
    elder, episode = found.elder_ones[s.elder], found.episodes[s.episode]
    names, texts = mythos_names(elder, episode), (*elder.mythos_texts, *episode.mythos_texts)
    for frame in s.stack[: s.depth]:
        if frame[KIND] == Step.MYTHOS and frame[Mythos.CARD] != NOTHING:
            cards = [card for card in (frame[Mythos.CARD], frame[Mythos.SECOND]) if card != NOTHING]
            return "; ".join(f"{names[card]}: {texts[card]}" for card in cards)
    return ""


def _space(game: Game, found: Library, s: Any, seat: int | None, number: int) -> Space:
    kit, episode = game.kit[0], found.episodes[s.episode]
    marks = [f"{title(gate)} gate" for gate in Gate if kit.gate[s.episode, gate] == number]
    if number == episode.start:
        marks.append("start")
    if number == episode.place:
        marks.append("goal")
    if s.token[number]:
        marks.append(found.elder_ones[s.elder].token)
    if s.marker[number]:
        marks.append(f"{s.marker[number]} {episode.marker}")
    pieces = _pieces(kit, found, s, seat, number)
    enemies, figures = [], game.actions.blocks["attack"].axes["figure"]
    for figure in range(kit.figures[s.elder, s.episode]):
        if s.at[figure] == number:
            name = found.kinds[s.kind[figure]].name if figure else found.elder_ones[s.elder].name
            health = health_of(kit, s, figure)
            hurt = f" {health - s.hurt[figure]}/{health}" if s.hurt[figure] else ""
            enemies.append(name + hurt + bracket(figures, figure))
    people = tuple(n for n in range(kit.people) if s.space[n] == number and not s.dead[n])
    fire = int(s.fire[number])
    return Space(number + 1, fire, tuple(marks), tuple(pieces), people, tuple(enemies))


def bracket(axis: Axis, number: int) -> str:
    """How actions call a thing whose name differs from game to game, else nothing."""
    words = axis.labels[number]
    return f" [{words}]" if words.split()[0] in ("figure", "card") else ""


def _pieces(kit: Any, found: Library, s: Any, seat: int | None, number: int) -> list[str]:
    episode = found.episodes[s.episode]
    words = []
    for piece in range(kit.pieces[s.episode]):
        if s.piece_at[piece] != number or s.piece_is[piece] != Piece.IN_PLAY:
            continue
        name = episode.groups[kit.piece_group[s.episode, piece]].name
        is_seen = seat is None or s.piece_up[piece] or s.piece_seen[piece] >> seat & 1
        face = episode.values[s.piece_value[piece]].name if is_seen else "?"
        hurt = f" -{s.piece_hurt[piece]}" if s.piece_hurt[piece] else ""
        words.append(f"{name} {face}{hurt}")
    return words


def _board(found: Library, game: Game, s: Any, n: int) -> Board:
    person = found.people[s.person[n]]
    numbers = game.kit[0].person_skill[s.person[n]]
    skills = [f"{found.skills[k].name} {s.skill[n, k]}" for k in numbers]
    skills += [
        f"{skill.name} {s.skill[n, k]}"
        for k, skill in enumerate(found.skills)
        if s.skill[n, k] and k not in numbers
    ]
    tokens = [f"{s.burning[n]} Fire"] if s.burning[n] else []
    tokens += [_many(s.signs[n], "Sign")] if s.signs[n] else []
    tokens += ["lying down"] if s.lying[n] else []
    cards = []
    for card, told in enumerate(found.episodes[s.episode].discovery):
        side = told.sides[s.card_side[card]]
        if s.card_at[card] == n and side:
            cards.append(side.name + bracket(game.actions.blocks["use"].axes["card"], card))
    for piece in range(game.kit[0].pieces[s.episode]):
        if s.piece_is[piece] == Piece.HELD and s.piece_holder[piece] == n:
            value = found.episodes[s.episode].values[s.piece_value[piece]].name
            group = found.episodes[s.episode].groups[game.kit[0].piece_group[s.episode, piece]]
            cards.append(f"{group.name} {value}")
    return Board(
        number=n + 1,
        name=person.name,
        insanity=found.insanities[s.insanity[n]].name,
        space=int(s.space[n]) + 1,
        wounds=f"{s.wounds[n]}/{DEADLY_WOUNDS}",
        stress=f"{s.stress[n]}/{MAX_STRESS}",
        sanity=f"{s.sanity[n]}/{MADNESS}",
        tokens=", ".join(tokens),
        skills=tuple(skills),
        cards=tuple(cards),
        dead=bool(s.dead[n]),
        decides=bool(s.ending == Ending.GOING_ON and s.actor == n),
        active=bool(s.active == n),
    )
