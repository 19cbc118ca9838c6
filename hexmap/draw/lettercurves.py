"""Words set straight, along a curve or letter by letter, tried without drawing them and then drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from mapsheet.box import Box, Quad, around, union
from mapsheet.paths import Course, offset
from mapsheet.text import Inked, Lettering, Live, advance, along, inked, outline

if TYPE_CHECKING:
    from mapsheet.style import Type

Point = tuple[float, float]


class Curve:
    """What words are set on: a point or a line, with the lines beside it that have been asked for; told apart by identity."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = tuple(points)
        self._beside: dict[float, Course] = {}

    def beside(self, away: float) -> Course:
        """Return the line that runs to the right, moved to its left by a distance."""
        if away not in self._beside:
            self._beside[away] = Course(offset(_upright(self.points), away))
        return self._beside[away]

    def moved(self, shift: Point) -> Curve:
        """Return the same curve elsewhere."""
        dx, dy = shift
        return Curve([(x + dx, y + dy) for x, y in self.points])


class Setting(NamedTuple):
    """One way to set words: with its middle on a point, along a curve, or letter by letter at fixed steps to the right."""

    curve: Curve
    shift: Point = (0.0, 0.0)
    offset: float = 0.0
    tracking: float = 0.0
    place: float = 0.5  # of the curve's length where the middle of the words stands
    pitch: float = 0.0  # mm from letter to letter


def set_words(words: str, kind: Type, setting: Setting) -> Lettering:
    """Return the words as they are drawn."""
    curve = setting.curve.moved(setting.shift)
    if setting.pitch:
        return _spread(words, kind, curve.points, setting)
    if len(curve.points) == 1:
        return outline(words, kind.face, kind.size, at=curve.points[0], anchor="middle", tracking=setting.tracking)
    part = _part(curve.beside(setting.offset), setting.place, _room(words, kind, setting.tracking))
    return along(words, kind.face, kind.size, curve=part, tracking=setting.tracking)


@lru_cache(maxsize=256)
def _room(words: str, kind: Type, tracking: float) -> float:
    return advance(words, kind.face, kind.size, tracking=tracking)


def _spread(words: str, kind: Type, curve: Sequence[Point], setting: Setting) -> Lettering:
    """Return words set letter by letter, each upright to the curve above its own place."""
    letters = []
    steps = [*_steps(words, curve, setting)]
    for character, (x, y), turn in steps:
        if character != " ":
            letters.append(outline(character, kind.face, kind.size, at=(x, y), anchor="middle", turn=turn))
    (x, y), (before, above) = steps[-1][1], steps[-2][1] if len(steps) > 1 else steps[-1][1]
    course = (*(at for _, at, _ in steps), (x + 9 * (x - before), y + 9 * (y - above)))  # on, for a font that runs wider
    return Lettering(
        "".join(letter.d for letter in letters), union([letter.box for letter in letters]), words,
        tuple(quad for letter in letters for quad in letter.glyphs),
        Live(kind.face, kind.size, _loose(words, kind, setting.pitch), letters[0].live.start, 0.0, course),
    )


def _loose(words: str, kind: Type, pitch: float) -> float:
    """Return the tracking in ems that spreads words about as far as a pitch does."""
    return (pitch - advance(words, kind.face, kind.size) / len(words)) / kind.size


def _steps(words: str, curve: Sequence[Point], setting: Setting) -> Iterator[tuple[str, Point, float]]:
    first = setting.place - setting.pitch * (len(words) - 1) / 2
    for k, character in enumerate(words):
        x = first + k * setting.pitch
        y, slope = _height(curve, x)
        yield character, (x, y - setting.offset), degrees(atan2(slope, 1.0))


def _height(curve: Sequence[Point], x: float) -> tuple[float, float]:
    """Return the height and the slope of a curve that runs to the right, at a place across it."""
    k = next((k for k in range(1, len(curve)) if x <= curve[k][0]), len(curve) - 1)
    (ax, ay), (bx, by) = curve[k - 1], curve[k]
    slope = (by - ay) / (bx - ax)
    return ay + slope * (x - ax), slope


def letter_quads(words: str, kind: Type, setting: Setting) -> Iterable[Quad]:
    """Return the corners of the letters, as `set_words` draws them, without drawing."""
    if len(setting.curve.points) > 1 and not setting.pitch and setting.shift == (0.0, 0.0):
        return _along_quads(words, kind, setting)
    return _shifted(_plain_quads(words, kind, setting._replace(shift=(0.0, 0.0))), setting.shift)


def _shifted(quads: Iterable[Quad], shift: Point) -> Iterator[Quad]:
    dx, dy = shift
    for (ax, ay), (bx, by), (cx, cy), (ex, ey) in quads:
        yield (ax + dx, ay + dy), (bx + dx, by + dy), (cx + dx, cy + dy), (ex + dx, ey + dy)


@lru_cache(maxsize=64)
def _plain_quads(words: str, kind: Type, setting: Setting) -> list[Quad]:
    points = setting.curve.points
    if setting.pitch:
        return list(_spread(words, kind, points, setting).glyphs)
    if len(points) > 1:
        return list(_along_quads(words, kind, setting))
    (x, y), room = points[0], _room(words, kind, setting.tracking)
    return [letter.box.moved(x - room / 2 + letter.start, y).corners for letter in _letters(words, kind, setting.tracking)]


def _along_quads(words: str, kind: Type, setting: Setting) -> Iterator[Quad]:
    """Yield the letters set along a curve one by one: most places fail at one of the first."""
    course = setting.curve.beside(setting.offset)
    start = setting.place * course.length - _room(words, kind, setting.tracking) / 2
    for letter in _letters(words, kind, setting.tracking):
        half = (letter.end - letter.start) / 2
        yield _turned(course, letter.box, start + letter.start + half, half, kind.size)


@lru_cache(maxsize=256)
def _letters(words: str, kind: Type, tracking: float) -> tuple[Inked, ...]:
    return inked(words, kind.face, kind.size, tracking=tracking)


def _turned(course: Course, box: Box, middle: float, half: float, size: float) -> Quad:
    reach = max(half, size / 5)
    (x0, y0), (x1, y1), (x, y) = course.at(middle - reach), course.at(middle + reach), course.at(middle)
    span = hypot(x1 - x0, y1 - y0) or 1.0
    ux, uy = (x1 - x0) / span, (y1 - y0) / span
    ox, oy = x - half * ux, y - half * uy
    a, b, c, d = ((ox + px * ux - py * uy, oy + px * uy + py * ux) for px, py in box.corners)
    return a, b, c, d


def letter_boxes(words: str, kind: Type, settings: Sequence[Setting]) -> Any:
    """Return the boxes round the letters in many settings at once: an array of settings by letters by four sides."""
    import numpy as np

    boxes = np.empty((len(settings), len(_letters(words, kind, 0.0)), 4))
    if not boxes.size:
        return boxes
    alike: dict[tuple[object, ...], list[int]] = {}
    for k, setting in enumerate(settings):
        alike.setdefault(_shared(setting), []).append(k)
    for which in alike.values():
        some = [settings[k] for k in which]
        if _is_along(some[0]):
            boxes[which] = _along_boxes(words, kind, some)
        else:
            boxes[which] = [around(quad) for quad in _plain_quads(words, kind, some[0]._replace(shift=(0.0, 0.0)))]
    return boxes + np.array([setting.shift + setting.shift for setting in settings])[:, None, :]


def _is_along(setting: Setting) -> bool:
    return len(setting.curve.points) > 1 and not setting.pitch


def _shared(setting: Setting) -> tuple[object, ...]:
    """Return what settings must share for their letters to be placed together: of those along a curve the line alone."""
    return setting[:1] + setting[2:3] if _is_along(setting) else setting[:1] + setting[2:]


def _along_boxes(words: str, kind: Type, settings: Sequence[Setting]) -> Any:
    """Return the boxes round letters set along one line, not yet shifted, as `_along_quads` sets them."""
    import numpy as np

    course = settings[0].curve.beside(settings[0].offset)
    letters = {tracking: _letters(words, kind, tracking) for tracking in {s.tracking for s in settings}}
    rooms = {tracking: _room(words, kind, tracking) for tracking in letters}
    starts = {tracking: [letter.start for letter in row] for tracking, row in letters.items()}
    half = np.array([(letter.end - letter.start) / 2 for letter in letters[settings[0].tracking]])
    first = np.array([s.place * course.length - rooms[s.tracking] / 2 for s in settings])
    middles = first[:, None] + np.array([starts[s.tracking] for s in settings]) + half
    reach = np.maximum(half, kind.size / 5)
    places = course.places(np.stack([middles, middles - reach, middles + reach]))
    return _turned_boxes(places, half, [letter.box for letter in letters[settings[0].tracking]])


def _turned_boxes(places: Any, half: Any, boxes: Sequence[Box]) -> Any:
    """Return the boxes round letters from the places of their middles and of a point before and behind each."""
    import numpy as np

    (x, x0, x1), (y, y0, y1) = places
    span = np.maximum(np.hypot(x1 - x0, y1 - y0), 1e-9)
    ux, uy = (x1 - x0) / span, (y1 - y0) / span
    right, down = np.array([box.centre for box in boxes]).T
    right = right - half
    x, y = x + right * ux - down * uy, y + right * uy + down * ux
    wide, high = np.array([(box.width / 2, box.height / 2) for box in boxes]).T
    across, along = wide * abs(ux) + high * abs(uy), wide * abs(uy) + high * abs(ux)
    return np.stack([x - across, y - along, x + across, y + along], axis=-1)


def _upright(curve: Sequence[Point]) -> Sequence[Point]:
    (x0, y0), (x1, y1) = curve[0], curve[-1]
    return curve[::-1] if x1 < x0 or (x1 == x0 and y1 > y0) else curve


def _part(course: Course, place: float, room: float) -> list[Point]:
    """Return the stretch of a course whose middle is at a place of it, as long as `room`."""
    start, end = place * course.length - room / 2, place * course.length + room / 2
    walked, inner = 0.0, []
    for a, b in pairwise(course.points):
        walked += hypot(b[0] - a[0], b[1] - a[1])
        if start < walked < end:
            inner.append(b)
    return [course.at(start), *inner, course.at(end)]
