"""Homes of regions whose names stand where the map file wants them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from areamap.draw.blocks import Block, blocks, region_type, value_block
from areamap.draw.curves import placed
from areamap.draw.quarters import CLEAR, COUNTER, Home, Quarters, wanted
from areamap.draw.raster import STEP, Duet, Fit, Raster
from mapsheet.box import Box, Point, around

if TYPE_CHECKING:
    from areamap.art import NamePlan


def wished_home(quarters: Quarters, plan: NamePlan) -> Home:
    """Return a home with the name where the file wants it, upright in a block or turned by itself."""
    view, space = quarters.view, quarters.space
    chosen = next(quarters.label_sets(), ())
    raster = quarters.raster.without(label.box.grown(CLEAR) for label in chosen)
    size = plan.size or quarters.largest
    x, y = view.place(plan.at or (0.0, 0.0))
    if plan.turn:
        name = placed(view, plan, space.name.upper(), region_type(view.style, size))
        rest = raster.without(around(quad).grown(CLEAR) for quad in name.name.glyphs)
        counters, block, at = _beside(quarters, rest, size)
        return Home(counters, block if at else None, at or (x, y), chosen, 10.0, name)
    block = blocks(view, space, size)[0]
    box = Box(x - block.width / 2, y - block.height / 2, x + block.width / 2, y + block.height / 2)
    counters = _nearest(quarters, raster.without([box.grown(CLEAR)]), (x, y))
    return Home(counters, block, (box.left, box.top), chosen, 10.0)


def _beside(quarters: Quarters, rest: Raster, size: float) -> tuple[Fit | None, Block, Point | None]:
    """Return places for the counters and for the value; for the value alone where the counters find none."""
    block = value_block(quarters.view, quarters.space, size)
    duets = [duet for duet in map(partial(Duet, rest), quarters.forms) if duet.total]
    way = next(quarters.ways(rest, block, quarters.pair(rest, duets, block)), None)
    return (way[0], block, way[1]) if way else (None, block, quarters.lone(rest, block))


def _nearest(quarters: Quarters, raster: Raster, near: Point) -> Fit | None:
    """Return room for the counters, as near to a point as can be."""
    import numpy as np

    for form in quarters.forms:
        rows, columns = np.nonzero(raster.fits(form))
        if len(rows):
            away = np.hypot(raster.left + columns * STEP - near[0], raster.top + rows * STEP - near[1])
            place = int(np.round(away, 6).argmin())
            return raster.at(form, int(rows[place]), int(columns[place]))
    count = wanted(quarters.view, quarters.space)
    return next(filter(None, (raster.packed(COUNTER, count, order) for order in range(8))), None)
