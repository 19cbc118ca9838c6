"""The land behind a board: pale ground, sea and shore in a window of the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapsheet.box import Box
from mapsheet.paths import polygons, polyline
from mapsheet.text import outline

if TYPE_CHECKING:
    from areamap.boardplan import Backdrop
    from areamap.draw.desk import Desk
    from areamap.projection import Projection
    from mapsheet.box import Point


def draw_backdrop(desk: Desk) -> None:
    """Draw the window with its sea, its land and the words on them; nothing where the board has none."""
    backdrop = desk.plan.backdrop
    if backdrop is None or desk.name in desk.plan.sheets:
        return
    window, look = window_of(backdrop), desk.style.board
    frame = desk.sheet.layer("sea")
    clip = desk.sheet.clip("window", polyline(window.corners, closed=True))
    frame.rect(window, **look.sea.area(), id="sea")
    _land(desk, backdrop, clip)
    _words(desk)
    edge = desk.sheet.layer("words")
    edge.rect(window, **{**look.window.line(), "stroke_linejoin": "miter"})


def window_of(backdrop: Backdrop) -> Box:
    """Return the window's box."""
    (x, y), (wide, high) = backdrop.panel
    return Box(x, y, x + wide, y + high)


def _land(desk: Desk, backdrop: Backdrop, clip: str) -> None:
    if backdrop.topology is None:
        return
    look, layer = desk.style.board, desk.sheet.layer("land").group("land", clip=clip)
    project = _OnSheet(backdrop)
    shores = [project(backdrop.topology.arcs[b.arc]) for b in backdrop.topology.borders if b.kind == "coast"]
    for pen in reversed(look.shallows):
        layer.path("".join(polyline(shore) for shore in shores), **pen.line())
    for name in backdrop.topology.shapes:
        rings = [project(ring) for polygon in backdrop.topology.polygons(name) for ring in polygon]
        layer.path(polygons(rings), fill_rule="evenodd", **look.land.area())
    layer.path("".join(polyline(shore) for shore in shores), **look.coast.line())


class _OnSheet:
    """Projects lines of a backdrop onto the sheet."""

    def __init__(self, backdrop: Backdrop) -> None:
        self.projection, self.at = _projection(backdrop), backdrop.panel.at

    def __call__(self, line: list[Point]) -> list[Point]:
        if self.projection is None:
            return [(x + self.at[0], y + self.at[1]) for x, y in line]
        points = [self.projection.forward(lon, lat) for lon, lat in line]
        return [(x + self.at[0], y + self.at[1]) for x, y in points]


def _projection(backdrop: Backdrop) -> Projection | None:
    from areamap.projection import from_dict

    assert backdrop.topology is not None  # the caller has looked
    meta = backdrop.topology.meta.get("projection")
    return from_dict(meta) if isinstance(meta, dict) else None


def _words(desk: Desk) -> None:
    layer = desk.sheet.layer("words")
    for words in desk.plan.words:
        kind = desk.style.board.lettering.get(words.kind, desk.style.board.lettering["water"])
        size = words.size or kind.size
        lettering = outline(
            words.text, kind.face, size, at=words.at, anchor="middle", tracking=words.tracking, turn=words.turn
        )  # fmt: skip
        layer.lettering(lettering, kind.colour)
