"""The map for a terminal: spaces where the picture has them, links as dots between them."""

from __future__ import annotations

from cthulhu_envs.games.death_may_die.view.scene import Scene, Space

WIDE, HIGH = 96, 22  # characters
GATES = {"Yellow gate": "Y", "Red gate": "R", "Blue gate": "B"}
LEGEND = "[space, Y R B gate | investigators | x enemies | * Fire | ? face-down, ! other pieces]"


def map_lines(scene: Scene) -> list[str]:
    """Lines of text, as wide as they need to be."""
    paper = [[" "] * WIDE for _ in range(HIGH)]
    labels = [label(space) for space in scene.spaces]
    room = max(len(words) for words in labels)
    middles = []
    for x, y in scene.at:
        column = room / 2 + float(x) * (WIDE - room - 1)
        middles.append((column, float(y) * (HIGH - 1)))
    for first, second in scene.links:
        _line(paper, middles[first], middles[second])
    for (column, row), words in zip(middles, labels, strict=True):
        left = round(column - len(words) / 2)
        for k, sign in enumerate(words):
            paper[round(row)][max(0, left) + k] = sign
    lines = ["".join(row).rstrip() for row in paper]
    return [*lines, LEGEND]


def label(space: Space) -> str:
    """What stands on a space, in few signs."""
    gates = "".join(GATES[mark] for mark in space.marks if mark in GATES)
    parts = [f"{space.number}{gates}"]
    if space.people:
        parts.append("".join(str(person + 1) for person in space.people))
    if space.enemies:
        parts.append(f"x{len(space.enemies)}")
    if space.fire:
        parts.append("*" * space.fire if space.fire < 4 else f"{space.fire}*")
    pieces = "".join("?" if piece.endswith("?") else "!" for piece in space.pieces)
    if pieces:
        parts.append(pieces)
    return f"[{'|'.join(parts)}]"


def _line(paper: list[list[str]], start: tuple[float, float], end: tuple[float, float]) -> None:
    """Dots from one point to another, close enough to be followed."""
    steps = max(1, round(max(abs(end[0] - start[0]) / 2, abs(end[1] - start[1]))))
    for step in range(steps + 1):
        column = start[0] + (end[0] - start[0]) * step / steps
        row = start[1] + (end[1] - start[1]) * step / steps
        paper[round(row)][round(column)] = "·"
