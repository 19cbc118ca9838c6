"""Panels beside and below each other at a figure's final width, titles above them, the caption below."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mapsheet.box import Box
from mapsheet.diagram.telling import Lines, letter_of
from mapsheet.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mapsheet.box import Point
    from mapsheet.diagram.values import Picture, Script
    from mapsheet.sheet import Layer
    from mapsheet.style import Style, Type

SIX_POINT = 6 * 25.4 / 72
AROUND, GAP = 1.2, 4.0  # mm round the figure, and between panels
LEADING = 1.35
SMALL, LARGE = 2.5, 3.3  # mm, the em of a caption under a narrow and under a wide figure
NARROW, WIDE = 85.0, 150.0
LEAST_SCALE = 0.12
"""Of true size; where everything is smaller, letters would cover the map."""


class Plan(NamedTuple):
    """Where the panels lie: their scale, the corner of each, and the least type in the mm of a panel's own picture."""

    width: float
    height: float
    scale: float
    places: list[Point]
    titles: list[str]
    head: float
    kind: Type
    style: Style

    @property
    def least(self) -> float:
        """The em, in mm of a panel at true size, that comes to 6 point."""
        return SIX_POINT / self.scale


def columns_of(script: Script, boxes: Sequence[Box], *, width: float | None, readable: float) -> int:
    """Return how many panels lie beside each other: as many as are asked for, or as keep them large; fewer on a narrow figure.

    `readable` is the scale below which what is printed on the map had to be left out.
    """
    count = min(script.columns or _columns(boxes, width), len(boxes))
    while width and count > 1 and _scale(_rows(boxes, count), width) < readable:
        count -= 1
    return count


def _scale(rows: Sequence[Sequence[Box]], width: float) -> float:
    natural, most = max(sum(box.width for box in row) for row in rows), max(len(row) for row in rows)
    return min((width - 2 * AROUND - GAP * (most - 1)) / natural, 1.0)


def plan_page(script: Script, titles: list[str], boxes: Sequence[Box], *, width: float | None, columns: int) -> Plan:
    """Return where panels lie in so many columns on a figure of a final width, at true size where none is asked for.

    DataError where the panels would have to be so small that letters of 6 point would cover the map.
    """
    from mapsheet.style import load_style

    style = load_style(script.style or "classic")
    rows = _rows(boxes, columns)
    natural = max(sum(box.width for box in row) for row in rows)
    most = max(len(row) for row in rows)
    scale = _scale(rows, width) if width else 1.0
    if scale < LEAST_SCALE:
        least = natural * LEAST_SCALE + 2 * AROUND + GAP * (most - 1)
        raise DataError(f"{script.path}: the figure needs a width of at least {least:.0f} mm for letters of 6 point")
    full = width or max(natural + 2 * AROUND + GAP * (most - 1), NARROW)
    kind = style.lettering["caption"]
    share = min(1.0, max(0.0, (full - NARROW) / (WIDE - NARROW)))
    kind = kind._replace(size=type(kind.size)(SMALL + share * (LARGE - SMALL)))
    named = [f"({letter_of(k)}) {title}".strip() for k, title in enumerate(titles)] if len(titles) > 1 else titles
    head = 1.5 * kind.size if any(named) else 0.0
    places, top = _places(rows, full, scale, head)
    return Plan(full, top, scale, places, named, head, kind, style)


def _rows(boxes: Sequence[Box], count: int) -> list[Sequence[Box]]:
    return [boxes[k : k + count] for k in range(0, len(boxes), count)]


def _columns(boxes: Sequence[Box], width: float | None) -> int:
    """Return how many panels beside each other keep them large without making the figure high."""
    wide = max(box.width for box in boxes)
    if width is None:
        return min(len(boxes), 3 if wide < 75 else 2)
    return max(1, min(len(boxes), int(width / (0.62 * wide))))


def _places(rows: Sequence[Sequence[Box]], full: float, scale: float, head: float) -> tuple[list[Point], float]:
    """Return the corner of each panel, every row in the middle, and the height of all."""
    places: list[Point] = []
    top = AROUND
    for row in rows:
        taken = sum(scale * box.width for box in row) + GAP * (len(row) - 1)
        left = (full - taken) / 2
        for box in row:
            places.append((left, top + head))
            left += scale * box.width + GAP
        top += head + scale * max(box.height for box in row) + GAP
    return places, top - GAP


def draw_page(
    plan: Plan, script: Script, pictures: Sequence[Picture], lines: Lines, *, alt: str, name: str
) -> tuple[str, float]:
    """Return the figure as SVG, and its height in mm."""
    from mapsheet.diagram.joining import put
    from mapsheet.sheet import Sheet
    from mapsheet.typeset import write

    foot = _foot(plan, lines)
    height = plan.height + sum(step for _, _, step in foot) + AROUND + (0.6 * plan.kind.size if foot else 0.0)
    sheet = Sheet(plan.width, height, title=script.title or name, description=alt, paper=plan.style.paper)
    layer = sheet.layer("panels")
    for k, (picture, at) in enumerate(zip(pictures, plan.places, strict=True)):
        prefix = f"{letter_of(k)}-" if len(pictures) > 1 else ""
        put(layer, picture.svg, box=picture.box, at=at, scale=plan.scale, prefix=prefix)
    words = sheet.layer("caption")
    _titles(words, plan, pictures)
    top = plan.height + 0.6 * plan.kind.size
    for line, kind, step in foot:
        write(words, line, kind, (2 * AROUND, top + 0.8 * step))
        top += step
    return sheet.to_svg(), height


def _titles(layer: Layer, plan: Plan, pictures: Sequence[Picture]) -> None:
    from mapsheet.typeset import write

    kind = _bold(plan.kind)
    for title, picture, (x, y) in zip(plan.titles, pictures, plan.places, strict=True):
        if title:
            write(layer, title, kind, (x + plan.scale * picture.box.width / 2, y - 0.5 * kind.size), anchor="middle")


def _bold(kind: Type) -> Type:
    return kind._replace(face=type(kind.face)("serif-semibold"))


def _foot(plan: Plan, lines: Lines) -> list[tuple[str, Type, float]]:
    """Return the lines under the panels, each with its type and the step to the next."""
    from mapsheet.text import wrapped

    kind = plan.kind
    small = kind._replace(size=type(kind.size)(max(SIX_POINT, 0.78 * kind.size)), face=type(kind.face)("serif-italic"))
    found: list[tuple[str, Type, float]] = []
    for words, face in ((lines.title, _bold(kind)), (lines.caption, kind), (lines.note, small)):
        broken = wrapped(words, face.face, face.size, width=plan.width - 4 * AROUND) if words else []
        found += [(line, face, LEADING * face.size) for line in broken]
    return found
