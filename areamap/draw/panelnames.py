"""Names in a panel of a diagram: large enough at its final width, those of the answer first, all others where there is room.

A panel is small, so that it has no places for counters, no values and no codes, only names, cities, ports and straits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from areamap.draw.blocks import LINE, Block, Line, region_type, splits
from areamap.draw.cities import Anchor, Label, costs, find_anchors, symbol_box
from areamap.draw.cities import labels as labels_of
from areamap.draw.layout import Layout
from areamap.draw.links import Crossing, find_crossings
from areamap.draw.quarters import Home
from areamap.draw.raster import STEP, Piece, Raster
from areamap.spaces import WATER
from mapsheet.box import Box
from mapsheet.typeset import cap_height, width

if TYPE_CHECKING:
    from areamap.draw.view import View
    from areamap.spaces import Space
    from mapsheet.box import Point
    from mapsheet.style import Type

INSET = 0.8  # mm from a name to its space's border
APART = 0.3  # ems between two names
SHARES = (1.0, 0.88, 0.76, 0.66, 0.58, 0.5, 0.4)
"""Of a name's size, tried one after the other down to the least."""


class Wanted(NamedTuple):
    """What a panel's names are for: the spaces that its answer names, what marks cover, and the spaces told by codes."""

    told: Collection[str]
    marked: Sequence[Box] = ()
    short: Collection[str] = ()


def bare_layout(view: View) -> Layout:
    """Return where signs stand on a panel without names, for arrows to be laid first."""
    anchors, crossings, _ = _signs(view)
    return Layout(tuple(anchors), {}, {}, {}, (), tuple(crossings))


def told_layout(view: View, wanted: Wanted, least: float) -> Layout:
    """Return where the names of the told spaces stand, none on another or on marks, no letter smaller than `least` mm.

    Those without room, and the `short` ones, stand by their codes.
    """
    anchors, crossings, taken = _signs(view)
    taken += wanted.marked
    homes = {id_: Home(None, None, view.bounds(id_).centre, ()) for id_ in view.shapes}
    for space in (space for space in _smallest_first(view) if space.id in wanted.told):
        _set(homes, _placed(view, space, taken, least, wanted=wanted), space, taken, apart=APART * least)
    return Layout(tuple(anchors), homes, {}, {}, (), tuple(crossings))


def full_layout(view: View, layout: Layout, wanted: Wanted, least: float) -> Layout:
    """Return a layout with the names of cities and of all other spaces besides, where they have room."""
    taken, homes, apart = [*_signs(view)[2], *wanted.marked], dict(layout.homes), APART * least
    taken += [box.grown(apart) for home in homes.values() for box in home.boxes]
    for city in (view.board.spaces[id_] for id_ in view.cities):
        region = city.within or city.id
        label = _label(view, city, taken) if region in wanted.told and region in homes else None
        if label:
            homes[region] = homes[region]._replace(labels=(*homes[region].labels, label))
            taken.append(label.box.grown(apart / 2))
    for space in (space for space in _smallest_first(view) if space.id not in wanted.told):
        _set(homes, _placed(view, space, taken, least, wanted=wanted), space, taken, apart=apart)
    return layout._replace(homes=homes)


def _smallest_first(view: View) -> list[Space]:
    return sorted((view.board.spaces[id_] for id_ in view.shapes), key=lambda space: view.shapes[space.id].area)


def _set(homes: dict[str, Home], found: tuple[Block, Point] | None, space: Space, taken: list[Box], *, apart: float) -> None:
    """Note where a name stands, and that its place is taken."""
    if found:
        block, at = found
        homes[space.id] = homes[space.id]._replace(block=block, at=at)
        taken.append(Box(*at, at[0] + block.width, at[1] + block.height).grown(apart))


def _signs(view: View) -> tuple[list[Anchor], list[Crossing], list[Box]]:
    """Return the anchors and straits of a panel, and the boxes of all its signs."""
    anchors = find_anchors(view)
    taken = [anchor.box for anchor in anchors]
    taken += [symbol_box(view, view.board.spaces[id_], at) for id_, at in view.cities.items()]
    crossings = find_crossings(view, taken)
    return anchors, crossings, taken + [crossing.box for crossing in crossings]


def _label(view: View, city: Space, taken: list[Box]) -> Label | None:
    """Return the name of a city beside it where nothing else is, None without such a place."""
    own = symbol_box(view, city, view.cities[city.id])
    region = view.board.spaces[city.within or city.id]
    found = costs(view, region, labels_of(view, city, view.cities[city.id]), [box for box in taken if box != own])
    return found[0] if found else None


def _placed(
    view: View, space: Space, taken: list[Box], least: float, *, wanted: Wanted
) -> tuple[Block, Point] | None:
    """Return a name and its corner: in its space, told ones else over its border but in no other told one, or their codes."""
    shape = view.shapes[space.id]
    if shape.is_empty:
        return None
    near = view.bounds(space.id).grown(2.0)
    raster = Raster(shape, inset=INSET).without(box.grown(0.3) for box in taken if box.overlaps(near))
    centre = view.bounds(space.id).centre
    code = _block([space.code], _type(view, space, 0.0, least), upper=True) if space.code else None
    smallest = None
    for block in [code] if code and space.id in wanted.short else _blocks(view, space, least):
        smallest = block
        at = _lone(raster, block, centre)
        if at:
            return block, at
    if smallest is None or space.id not in wanted.told:
        return None
    code = code or smallest
    for block, share in ((smallest, 0.25), (code, 0.0), (code, 0.5), (smallest, 0.5)):
        wide = _widened(view, space, share * block.width, wanted.told)
        at = _lone(wide.without(box.grown(0.2) for box in taken), block, centre)
        if at:
            return block, at
    return None


def _widened(view: View, space: Space, by: float, told: Collection[str]) -> Raster:
    """Return the raster of a space with a strip round it, without the other spaces that are told and have ground of their own."""
    import shapely

    others = [view.shapes[id_] for id_ in told if id_ != space.id and id_ in view.shapes]
    wide = shapely.difference(view.shapes[space.id].buffer(by), shapely.union_all(others)) if by else view.shapes[space.id]
    return Raster(shapely.intersection(wide, _frame(view)))


def _frame(view: View) -> object:
    import shapely

    return shapely.box(*view.frame.grown(-0.4))


def _blocks(view: View, space: Space, least: float) -> Iterator[Block]:
    for share in SHARES:
        kind = _type(view, space, share, least)
        for lines in splits(space.name.split()):
            yield _block(lines, kind, upper=space.kind not in WATER)
        if kind.size <= least:
            return


def _type(view: View, space: Space, share: float, least: float) -> Type:
    if space.kind in WATER:
        kind = view.look.lettering["sea"]
        return kind._replace(size=type(kind.size)(max(least, share * kind.size)), tracking=type(kind.tracking)(0.04))
    size = view.look.lettering["region"].size
    return region_type(view.style, max(least, share * size))


def _block(lines: list[str], kind: Type, *, upper: bool) -> Block:
    """Return a name in lines under each other."""
    words = [line.upper() if upper else line for line in lines]
    wide = max(width(line, kind) for line in words)
    first = cap_height(kind)
    set_lines = tuple(Line(line, kind, (wide / 2, first + LINE * kind.size * k)) for k, line in enumerate(words))
    below = 0.0 if upper else 0.25 * kind.size
    return Block(set_lines, None, "", wide, first + LINE * kind.size * (len(words) - 1) + below)


def _lone(raster: Raster, block: Block, centre: Point) -> Point | None:
    """Return the corner of a block as near to a point as it is free; None where it does not fit."""
    import numpy as np

    grown = Piece(0.0, 0.0, block.width + 0.6, block.height + 0.6)
    rows, columns = np.nonzero(raster.fits((grown,)))
    if not len(rows):
        return None
    x = raster.left + columns * STEP + grown.width / 2 - centre[0]
    y = raster.top + rows * STEP + grown.height / 2 - centre[1]
    place = int(np.round(np.hypot(x, y), 6).argmin())
    return raster.left + int(columns[place]) * STEP + 0.3, raster.top + int(rows[place]) * STEP + 0.3
