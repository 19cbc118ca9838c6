"""Elevation: a tint for each level, contours between them, and ticks that point downhill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexmap.draw.outlines import Outline, Run, arcs, marks_along, trace
from mapsheet.paths import Trace, polylines

if TYPE_CHECKING:
    from hexmap.draw.view import View
    from mapsheet.sheet import Layer


def find_levels(view: View) -> dict[int, list[Outline]]:
    """Return for each level above the lowest one drawn its outlines; the lowest tint is the ground itself."""
    heights = {h: view.level(h) for h in view.near}
    lowest = min(heights.values(), default=0)
    found = trace(view.layout, {h: level - lowest for h, level in heights.items()})
    return {height + lowest: outlines for height, outlines in found.items()}


def lowest_level(view: View) -> int:
    """Return the lowest level near what is drawn."""
    return min((view.level(h) for h in view.near), default=0)


def draw_ground(layer: Layer, view: View) -> None:
    """Draw the tint of the lowest level over all hexes."""
    layer.path(outline_path(view.rims), id="ground", fill=view.tint(lowest_level(view)))


def draw_levels(layer: Layer, view: View, levels: dict[int, list[Outline]]) -> None:
    """Draw the higher tints, each over the one below."""
    for level, outlines in sorted(levels.items()):
        layer.path(outline_path(outlines), id=f"level-{level}", fill=view.tint(level))


def draw_contours(layer: Layer, view: View, levels: dict[int, list[Outline]]) -> None:
    """Draw the contours and their ticks, which keep clear of the hex numbers."""
    style = view.style.contour
    runs = [(run, outline.ring) for outlines in levels.values() for outline in outlines for run in outline.runs if run.curved]
    if not runs:
        return
    layer.path(_ticks(view, runs), id="ticks", **{**style.tick.line(), "stroke_linecap": "butt"})
    layer.path("".join(run_path(run, ring) for run, ring in runs), id="contours", **style.line.line())


def contour_points(levels: dict[int, list[Outline]], apart: float) -> list[tuple[float, float]]:
    """Return points along all contours, about so many mm apart."""
    runs = [(run, o.ring) for outlines in levels.values() for o in outlines for run in o.runs if run.curved]
    return [(at.x, at.y) for run, ring in runs for at, _, _ in marks_along(run, ring, apart)]


def _ticks(view: View, runs: list[tuple[Run, bool]]) -> str:
    style = view.style.contour
    length = style.tick_length
    strokes = []
    for run, ring in runs:
        for at, left, lowest in marks_along(run, ring, style.tick_spacing):
            end = (at.x + left.x * length, at.y + left.y * length)
            if lowest and not _on_number(view, end):
                strokes.append((at, end))
    return polylines(strokes)


def _on_number(view: View, end: tuple[float, float]) -> bool:
    if not view.number_size:
        return False
    h = view.layout.hex_at(*end)
    if h is None or h not in view.near:
        return False
    box = view.number_box(h).grown(0.45)
    return box.left < end[0] < box.right and box.top < end[1] < box.bottom


def outline_path(outlines: list[Outline]) -> str:
    """Return the path data of closed outlines."""
    out = Trace()
    for outline in outlines:
        if outline.ring:
            _curve(out, outline.runs[0], True)
        for k, run in enumerate(() if outline.ring else outline.runs):
            if k == 0:
                out.move(*run.points[0])
            if run.curved:
                _curve(out, run, False, begun=True)
            else:
                for point in run.points[1:]:
                    out.line(*point)
        out.close()
    return out.d()


def run_path(run: Run, ring: bool) -> str:
    """Return the path data of one curved run."""
    out = Trace()
    _curve(out, run, ring)
    if ring:
        out.close()
    return out.d()


def _curve(out: Trace, run: Run, ring: bool, *, begun: bool = False) -> None:
    start, pieces = arcs(run, ring)
    if not begun:
        out.move(*start)
    for arc in pieces:
        if arc.straight:
            out.line(*arc.end)
        else:
            out.bend((arc.control, arc.end))
