"""The terrain key, made from what is on the map: a sample, a name and a cost for each, and notes for what is special."""

from __future__ import annotations

from collections.abc import Callable
from math import pi, sin
from typing import TYPE_CHECKING

from hexmap.draw.gridwork import draw_way, hexside_way
from hexmap.draw.groundcover import Spot, draw_symbol
from hexmap.draw.roads import line_way
from hexmap.draw.symbols import Bundle, draw_bundle
from hexmap.draw.terrainlook import look_of, water_kind
from hexmap.effects import NO_ENTRY, cost_text, specials
from mapsheet.box import Box
from mapsheet.legend import KeyRow

if TYPE_CHECKING:
    from hexmap.draw.view import View
    from hexmap.ground import Terrain
    from mapsheet.sheet import Layer

Sample = Callable[["Layer", Box], None]


def key_rows(view: View) -> list[KeyRow]:
    """Return a row for each terrain, level step, kind of hexside and kind of line that is on the map."""
    rows = [KeyRow(_terrain_sample(view, t), t.label, cost_text(t.enter)) for t in _terrains(view)]
    levels = sorted({level for _, level in view.ground})
    if len(levels) > 1:
        uphill = view.board.rules.uphill
        rows.append(KeyRow(_level_sample(view, levels), f"Levels {levels[0]}–{levels[-1]}"))
        words, cost = ("Uphill", f"+{cost_text(uphill)}") if uphill else ("Contour", "")
        rows.append(KeyRow(_contour_sample(view, levels), words, cost))
    return rows + _hexside_rows(view) + _line_rows(view)


def _terrains(view: View) -> list[Terrain]:
    """Return the terrains that are drawn, in the map's order."""
    there = {place for place, _ in view.ground}
    return [terrain for place, terrain in enumerate(view.board.terrains, 1) if place in there]


def _hexside_rows(view: View) -> list[KeyRow]:
    kinds = view.board.rules.hexside_kinds
    used = dict.fromkeys(kind for names in view.board.hexsides.values() for kind in names)
    rows = []
    for name in used:
        kind = kinds.get(name)
        words = kind.label if kind else name.replace("_", " ").capitalize()
        cost = "" if kind is None or kind.cross == 0 else NO_ENTRY if kind.cross is None else f"+{cost_text(kind.cross)}"
        rows.append(KeyRow(_way_sample(view, name), words, cost))
    return rows


def _line_rows(view: View) -> list[KeyRow]:
    kinds = view.board.rules.line_kinds
    rows = []
    for name in dict.fromkeys(line.kind for line in view.board.lines):
        kind = kinds.get(name)
        words = kind.label if kind else name.replace("_", " ").capitalize()
        cost = cost_text(kind.enter) if kind and kind.enter is not None else ""
        rows.append(KeyRow(_line_sample(view, name), words, cost))
    return rows


def key_notes(view: View) -> list[str]:
    """Return a line for each rule of the map that a row's cost cannot say."""
    is_barred = any(row.cost == NO_ENTRY for row in key_rows(view))
    notes = ["Figures are points to enter." + (f" {NO_ENTRY} no entry." if is_barred else "")]
    for terrain in _terrains(view):
        words = specials(view.board, terrain)
        if words:
            notes.append(f"{terrain.label}: {', '.join(words)}.")
    return notes


# -- samples ------------------------------------------------------------------------------------------------------


def _terrain_sample(view: View, terrain: Terrain) -> Sample:
    kind = water_kind(terrain)
    if kind == "dry":
        return lambda layer, box: _dry(layer, view, box)
    if kind:
        return lambda layer, box: _wet(layer, view, box, kind)
    return lambda layer, box: _land(layer, view, box, terrain)


def _land(layer: Layer, view: View, box: Box, terrain: Terrain) -> None:
    style = view.margin_style
    layer.rect(box, fill=style.level(0))
    look = look_of(terrain, style)
    if terrain.name == "clear" or look.ground.colour != "none":
        layer.rect(box, **look.ground.area())
    if look.symbol == "none":
        return
    bundle = Bundle()
    step = max(1.6, min(look.spacing, 3.2))
    count = max(1, int((box.width - look.size) / step) + 1)
    left = box.left + (box.width - (count - 1) * step) / 2
    for k in range(count):
        lift = 0.0 if look.size > 3 else (0.9 if k % 2 else -0.9)
        draw_symbol(bundle, look, Spot(left + k * step, box.centre[1] + lift, f"key {terrain.name} {k}"))
    draw_bundle(layer, bundle, look)


def _wet(layer: Layer, view: View, box: Box, kind: str) -> None:
    style = view.margin_style
    layer.rect(box, fill=style.level(0))
    water = style.water
    if kind == "standing":
        d = (f"M{box.left + 1.4:.2f} {box.centre[1]:.2f}c0 -2.6 7.6 -2.8 7.4 0c-.1 2.7 -7.6 2.6 -7.4 0z")
        layer.path(d, **water.fill.area(), **water.shore.stroke())
        return
    layer.polygon(_stream(box, 1.3 + water.shore.width / 2), fill=water.shore.colour)
    layer.polygon(_stream(box, 1.3 - water.shore.width / 2), **water.fill.area())


def _stream(box: Box, half: float) -> list[tuple[float, float]]:
    """Return a winding band that begins and ends square at the sides of a box."""
    return [*_bank(box, -half), *_bank(box, half)[::-1]]


def _bank(box: Box, down: float) -> list[tuple[float, float]]:
    xs = [box.left + box.width * k / 16 for k in range(17)]
    return [(x, box.centre[1] + down + 0.9 * sin(2 * pi * (x - box.left) / box.width)) for x in xs]


def _dry(layer: Layer, view: View, box: Box) -> None:
    style = view.margin_style
    layer.rect(box, fill=style.level(0))
    bed = style.course["dry"]
    layer.polygon(_stream(box, 1.5), **bed.bed.area())
    for down in (-1.5, 1.5):
        layer.line(_bank(box, down), **bed.bank.line())


def _level_sample(view: View, levels: list[int]) -> Sample:
    def draw(layer: Layer, box: Box) -> None:
        step = box.width / len(levels)
        for k, level in enumerate(levels):
            layer.rect(Box(box.left + k * step, box.top, box.left + (k + 1) * step, box.bottom), fill=view.tint(level))

    return draw


def _contour_sample(view: View, levels: list[int]) -> Sample:
    def draw(layer: Layer, box: Box) -> None:
        style = view.margin_style
        layer.rect(box, fill=view.tint(levels[0]))
        middle = box.centre[1]
        layer.rect(Box(box.left, box.top, box.right, middle), fill=view.tint(levels[1]))
        ticks = "".join(f"M{box.left + 1.2 + 2.5 * k:.2f} {middle:.2f}v1.35" for k in range(4))
        layer.path(ticks, **{**style.contour.tick.line(), "stroke_linecap": "butt"})
        layer.line([(box.left, middle), (box.right, middle)], **style.contour.line.line())

    return draw


def _way_sample(view: View, kind: str) -> Sample:
    def draw(layer: Layer, box: Box) -> None:
        layer.rect(box, fill=view.margin_style.level(0))
        draw_way(layer, [(box.left + 1, box.centre[1]), (box.right - 1, box.centre[1])], hexside_way(view, kind))

    return draw


def _line_sample(view: View, kind: str) -> Sample:
    def draw(layer: Layer, box: Box) -> None:
        layer.rect(box, fill=view.margin_style.level(0))
        draw_way(layer, [(box.left + 1, box.centre[1]), (box.right - 1, box.centre[1])], line_way(view, kind))

    return draw
