"""`Canvas`: smooth drawing with Pillow. Everything is drawn several times too large and then
shrunk, in units that do not depend on it. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFont

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom
Color = str | tuple[int, int, int] | tuple[int, int, int, int]

CLEAR = (0, 0, 0, 0)
BOLD = 0.025  # extra stroke of bold letters, as a share of their size
MIDDLE = "mm"  # Pillow's anchor: the point is the middle of the words
SMALLEST = 7.0  # size to which words may shrink to fit


@cache
def font(pixels: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The typeface that Pillow brings along."""
    return ImageFont.load_default(size=pixels)


class Canvas:
    """An image in units, `scale` pixels each; the point (0, 0) lies `margin` units inside."""

    def __init__(self, image: Image.Image, scale: float, margin: float = 0) -> None:
        self.image = image
        self.draw = ImageDraw.Draw(image)
        self.scale = scale
        self.margin = margin

    @classmethod
    def clear(cls, width: float, height: float, scale: float, margin: float = 0) -> Canvas:
        """A transparent canvas of that many units, margins not counted."""
        size = (round((width + 2 * margin) * scale), round((height + 2 * margin) * scale))
        return cls(Image.new("RGBA", size, CLEAR), scale, margin)

    def _at(self, point: Point) -> Point:
        return (point[0] + self.margin) * self.scale, (point[1] + self.margin) * self.scale

    def _in(self, box: Box) -> Box:
        return (*self._at(box[:2]), *self._at(box[2:]))

    def _line(self, width: float) -> int:
        return max(1, round(width * self.scale)) if width else 0

    def box(
        self,
        box: Box,
        fill: Color | None,
        radius: float = 0,
        outline: Color | None = None,
        width: float = 0,
    ) -> None:
        """A rectangle with round corners."""
        self.draw.rounded_rectangle(
            self._in(box), radius * self.scale, fill, outline, self._line(width)
        )

    def oval(
        self, box: Box, fill: Color | None, outline: Color | None = None, width: float = 0
    ) -> None:
        self.draw.ellipse(self._in(box), fill, outline, self._line(width))

    def dot(self, center: Point, radius: float, fill: Color) -> None:
        x, y = center
        self.oval((x - radius, y - radius, x + radius, y + radius), fill)

    def shape(self, points: Sequence[Point], fill: Color) -> None:
        self.draw.polygon([self._at(point) for point in points], fill)

    def line(self, points: Sequence[Point], fill: Color, width: float) -> None:
        """A line with round ends and joints."""
        self.draw.line(
            [self._at(point) for point in points],
            fill,
            self._line(width),
            joint="curve",
        )
        for point in points:
            self.dot(point, width / 2, fill)

    def taper(self, points: Sequence[Point], fill: Color, start: float, end: float = 0) -> None:
        """A line whose width goes evenly from `start` to `end`: a tentacle, a tail, a horn."""
        legs = max(1, len(points) - 1)
        for k, (here, there) in enumerate(pairwise(points)):
            widths = [start + (end - start) * (k + step) / legs for step in (0, 1)]
            self._leg(here, there, fill, *widths)

    def _leg(self, here: Point, there: Point, fill: Color, start: float, end: float) -> None:
        x, y = there[0] - here[0], there[1] - here[1]
        length = math.hypot(x, y) or 1.0
        across = (-y / length / 2, x / length / 2)
        rim = [
            (point[0] + across[0] * wide, point[1] + across[1] * wide)
            for point, wide in ((here, start), (there, end), (there, -end), (here, -start))
        ]
        self.shape(rim, fill)
        self.dot(here, start / 2, fill)
        self.dot(there, end / 2, fill)

    def slice(self, box: Box, start: float, end: float, fill: Color) -> None:
        """A piece of a pie, in degrees clockwise from three o'clock."""
        self.draw.pieslice(self._in(box), start, end, fill)

    def words(
        self,
        at: Point,
        words: str,
        size: float,
        fill: Color,
        anchor: str = MIDDLE,
        bold: bool = False,
        most: float = math.inf,
    ) -> float:
        """Write, smaller if it would be wider than `most`; returns the width written."""
        width = self.width_of(words, size)
        while width > most and size > SMALLEST:
            size -= 0.5
            width = self.width_of(words, size)
        letters = font(round(size * self.scale))
        stroke = self._line(size * BOLD) if bold else 0
        self.draw.text(self._at(at), words, fill, letters, anchor, stroke_width=stroke)
        return width

    def width_of(self, words: str, size: float) -> float:
        return float(self.draw.textlength(words, font(round(size * self.scale)))) / self.scale

    def lay(self, image: Image.Image, at: Point) -> None:
        """Put an image, already in pixels of this canvas, with its left top corner at a point."""
        left, top = self._at(at)
        self.image.alpha_composite(image, (round(left), round(top)))

    def shrunk(self, width: int, height: int) -> Image.Image:
        """The image at another size in pixels, smoothed."""
        return self.image.resize((width, height), Image.Resampling.LANCZOS)

    def star(
        self, center: Point, outer: float, inner: float, points: int, fill: Color, turn: float = 0
    ) -> None:
        """A star, its first point upwards or turned by some degrees clockwise."""
        rim = []
        for step in range(2 * points):
            reach = inner if step % 2 else outer
            angle = math.pi * step / points - math.pi / 2 + math.radians(turn)
            rim.append((center[0] + reach * math.cos(angle), center[1] + reach * math.sin(angle)))
        self.shape(rim, fill)

    def spiral(
        self, center: Point, size: float, fill: Color, width: float, turns: float = 2.25
    ) -> None:
        """A line that winds outwards to a circle `size` wide."""
        steps = round(24 * turns)
        self.line(
            [_spiral_point(center, size, turns, step / steps) for step in range(steps + 1)],
            fill,
            width,
        )

    def heart(self, center: Point, size: float, fill: Color) -> None:
        """A heart about `size` wide."""
        self.shape([_heart_point(center, size, step / 60) for step in range(60)], fill)

    def shield(self, center: Point, size: float, fill: Color) -> None:
        """A shield about `size` wide."""
        self.shape([_shield_point(center, size, step / 40) for step in range(41)], fill)

    def eye(self, center: Point, size: float, fill: Color, pupil: Color) -> None:
        """An open eye about `size` wide."""
        x, y = center
        upper = [(x - size / 2 + size * k / 20, y - _lid(k / 20) * size) for k in range(21)]
        lower = [(2 * x - px, 2 * y - py) for px, py in upper]
        self.shape(upper + lower, fill)
        self.dot(center, size * 0.16, pupil)


def arc(center: Point, radius: float, start: float, end: float, steps: int = 16) -> list[Point]:
    """Points on a circle, in degrees clockwise from three o'clock."""
    angles = [math.radians(start + (end - start) * k / steps) for k in range(steps + 1)]
    return [(center[0] + radius * math.cos(a), center[1] + radius * math.sin(a)) for a in angles]


def curl(center: Point, radius: float, start: float, sweep: float, steps: int = 24) -> list[Point]:
    """Points that wind from a circle most of the way to its center, in degrees as `arc`."""
    rim = arc(center, radius, start, start + sweep, steps)
    shares = [1 - 0.8 * k / steps for k in range(steps + 1)]
    return [
        (center[0] + (x - center[0]) * share, center[1] + (y - center[1]) * share)
        for share, (x, y) in zip(shares, rim, strict=True)
    ]


def bend(start: Point, pull: Point, end: Point, steps: int = 16) -> list[Point]:
    """Points of a curve from start to end that is pulled towards a third point."""
    points = []
    for step in range(steps + 1):
        share = step / steps
        first, second, third = (1 - share) ** 2, 2 * share * (1 - share), share**2
        x = first * start[0] + second * pull[0] + third * end[0]
        y = first * start[1] + second * pull[1] + third * end[1]
        points.append((x, y))
    return points


def _spiral_point(center: Point, size: float, turns: float, share: float) -> Point:
    angle, reach = 2 * math.pi * turns * share, size / 2 * share
    return center[0] + reach * math.cos(angle), center[1] + reach * math.sin(angle)


def _heart_point(center: Point, size: float, share: float) -> Point:
    angle = 2 * math.pi * share
    x = 16 * math.sin(angle) ** 3
    y = 13 * math.cos(angle) - 5 * math.cos(2 * angle) - 2 * math.cos(3 * angle)
    y -= math.cos(4 * angle)
    return center[0] + x * size / 32, center[1] - (y + 2.5) * size / 32


def _shield_point(center: Point, size: float, share: float) -> Point:
    """Round the rim: along the straight top, then down one side and up the other."""
    if share < 0.25:
        return center[0] - size / 2 + size * share * 4, center[1] - size * 0.55
    down = (share - 0.25) / 0.75 * 2 - 1  # -1 right top, 0 tip, 1 left top
    reach = 1 - (1 - abs(down)) ** 2.2
    return center[0] - math.copysign(reach, down) * size / 2, center[1] + size * (
        0.65 - 1.2 * abs(down)
    )


def _lid(share: float) -> float:
    return 0.30 * math.sin(math.pi * share)
