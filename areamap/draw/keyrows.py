"""The key of a map of regions, made from what is on the map: a sample and a name for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from areamap.draw.cities import CRITICAL, FORTRESS, anchor_path, draw_city
from areamap.draw.coast import border_look, teeth
from areamap.draw.ground import STRIPED, draw_pattern
from areamap.draw.links import draw_strait_sign
from areamap.spaces import Space
from mapsheet.box import Box
from mapsheet.legend import KeyRow
from mapsheet.paths import polyline, polylines

if TYPE_CHECKING:
    from collections.abc import Callable

    from areamap.draw.view import View
    from mapsheet.sheet import Layer
    from mapsheet.style import Disc

    Sample = Callable[[Layer, Box], None]

BORDERS = {
    "nation": "Border between nations", "march": "Border of a march", "special": "Border with entry rules",
    "closed": "Land out of play", "sea": "Border of seas", "impassable": "Impassable border",
}
CITIES = (("", "City"), (CRITICAL, "Critical city"), (FORTRESS, "Fortress"))


def key_rows(view: View) -> list[KeyRow]:
    """Return a row for each faction, border, kind of city and sign that is on the map."""
    return [*_factions(view), *_borders(view), *_values(view), *_codes(view), *_cities(view), *_links(view)]


def _factions(view: View) -> list[KeyRow]:
    used = {space.faction for space in view.lands}
    return [KeyRow(_tint(view, faction), view.board.factions[faction].name) for faction in view.board.factions if faction in used]


def _tint(view: View, faction: str) -> Sample:
    space = next(s for s in view.lands if s.faction == faction)
    tint = view.tint(space)

    def draw(layer: Layer, box: Box) -> None:
        import shapely

        layer.rect(box, fill=tint.fill)
        if tint.pattern != "none":
            draw_pattern(layer, tint, shapely.box(*box), name=f"key-pattern-{faction}")
        if any(s.group in STRIPED for s in view.lands if s.faction == faction):
            inner = box.grown(-view.look.stripe)
            ring = polyline(box.corners, closed=True) + polyline(inner.corners, closed=True)
            layer.path(ring, fill=tint.stripe, fill_rule="evenodd")

    return draw


def _borders(view: View) -> list[KeyRow]:
    used = {border_look(view, border) for border in view.topology.borders if border.kind not in {"coast", "edge"}}
    return [KeyRow(_border(view, name), words) for name, words in BORDERS.items() if name in used]


def _border(view: View, name: str) -> Sample:
    def draw(layer: Layer, box: Box) -> None:
        import shapely

        fill = view.look.sea.colour if name == "sea" else view.look.closed.colour if name == "closed" else view.look.neutral.fill
        layer.rect(box, fill=fill)
        shut = next((space for space in view.lands if space.is_shut), None) if name == "closed" else None
        if shut and view.tint(shut).pattern != "none":
            draw_pattern(layer, view.tint(shut), shapely.box(*box), name="key-pattern-closed")
        y = box.centre[1]
        line = [(box.left + 0.4, y), (box.right - 0.4, y)]
        layer.line(line, **view.look.border[name].line())
        if name == "impassable":
            layer.path(polylines(teeth([line], view.look.tooth), closed=True), fill=view.look.border[name].colour)

    return draw


def _values(view: View) -> list[KeyRow]:
    rows = []
    for spaces, look, fill, words in (
        (view.lands, view.look.value, view.look.neutral.fill, "Value of a region"),
        (view.waters, view.look.sea_value, view.look.sea.colour, "Value of a sea"),
    ):
        if any(space.value is not None for space in spaces):
            rows.append(KeyRow(_value(look, fill), words))
    return rows


def _value(look: Disc, fill: str) -> Sample:
    from mapsheet.typeset import cap_height, write

    def draw(layer: Layer, box: Box) -> None:
        layer.rect(box, fill=fill)
        x, y = box.centre
        layer.circle((x, y), look.radius, **look.fill.area(), **look.rim.stroke())
        write(layer, "2", look.type, (x, y + cap_height(look.type) / 2), anchor="middle")

    return draw


def _codes(view: View) -> list[KeyRow]:
    from mapsheet.typeset import cap_height, write

    code = next((space.code for space in view.lands if space.code), "")
    kind = view.look.lettering["code"]

    def draw(layer: Layer, box: Box) -> None:
        layer.rect(box, fill=view.look.neutral.fill)
        write(layer, code, kind, (box.centre[0], box.centre[1] + cap_height(kind) / 2), anchor="middle")

    return [KeyRow(draw, "Letter code of a region")] if code else []


def _cities(view: View) -> list[KeyRow]:
    cities = [view.board.spaces[id_] for id_ in view.cities]
    rows = []
    for trait, words in CITIES:
        if any(trait in city.traits if trait else not city.traits for city in cities):
            rows.append(KeyRow(_city(view, trait), words))
    if any(city.ports for city in cities):
        rows.append(KeyRow(_port(view), "Port and its sea"))
    return rows


def _city(view: View, trait: str) -> Sample:
    sample = Space("sample", "city", "City", traits=frozenset({trait} if trait else ()))

    def draw(layer: Layer, box: Box) -> None:
        layer.rect(box, fill=view.look.neutral.fill)
        draw_city(layer, view, sample, box.centre)

    return draw


def _port(view: View) -> Sample:
    sample = Space("sample", "city", "City")

    def draw(layer: Layer, box: Box) -> None:
        layer.rect(box, fill=view.look.sea.colour)
        layer.rect(Box(box.left, box.top, box.left + 0.42 * box.width, box.bottom), fill=view.look.neutral.fill)
        (x, y), look = box.centre, view.look.city
        layer.line([(x - 2.2, y), (x + 1.2, y)], **look.moor.line())
        draw_city(layer, view, sample, (x - 2.4, y))
        pen = {"stroke_width": 0.34, "stroke_linecap": "round", "stroke_linejoin": "round"}
        layer.path(anchor_path(x + 2.6, y), fill="none", stroke=look.anchor, **pen)  # type: ignore[arg-type]

    return draw


def _links(view: View) -> list[KeyRow]:
    straits = [link for link in view.board.links if link.kind == "strait"]

    def strait(layer: Layer, box: Box) -> None:
        layer.rect(box, fill=view.look.sea.colour)
        draw_strait_sign(layer, view, (box.left + 1.0, box.centre[1]), (box.right - 1.0, box.centre[1]), "")

    costs = ", ".join(sorted({str(link.cost) for link in straits}))
    return [KeyRow(strait, "Strait that land units cross", costs)] if straits else []
