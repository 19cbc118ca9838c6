"""What a sheet of counters carries beside them: cut marks, captions, registration marks, the fold, label and ruler."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mapsheet.box import Box, Point
from mapsheet.counters.imposing import Block
from mapsheet.counters.sheetplan import BAND, CAPTION, TICK, SheetPlan
from mapsheet.pages.pagemarks import HAIRLINE, SMALL, cross_hair, page_label, ruler
from mapsheet.pages.pagemarks import cut_marks as ticks
from mapsheet.paths import number
from mapsheet.sheet import Layer
from mapsheet.typeset import cap_height, fitted, shortened, write
from mapsheet.units import told

CROSS = 1.8
"""Radius of a registration mark in mm."""
FOLD = "3 1.5 0.5 1.5"


def _pen() -> dict[str, Any]:
    return {**HAIRLINE.line(), "stroke_linecap": "butt"}


def cut_marks(layer: Layer, plan: SheetPlan, block: Block) -> None:
    """Draw where a block is cut: ticks beyond the bleed, lines through it from tick to tick, or a line round every counter."""
    xs, ys = _cuts(block.across), _cuts(block.down)
    if plan.cut in {"ticks", "full"}:
        ticks(layer, block.trim.grown(plan.bleed), xs=xs, ys=ys, length=TICK)
    if plan.cut == "full":
        for cell in block.cells:
            layer.rect(cell.trim, **_pen())
    if plan.cut == "through":
        box = block.trim.grown(plan.reach)
        d = [f"M{number(x)} {number(box.top)}V{number(box.bottom)}" for x in xs]
        layer.path("".join([*d, *(f"M{number(box.left)} {number(y)}H{number(box.right)}" for y in ys)]), **_pen())


def _cuts(edges: tuple[tuple[float, float], ...]) -> list[float]:
    """Return each cut once, where two counters that touch share one."""
    return sorted({round(side, 6) for pair in edges for side in pair})


def caption(layer: Layer, plan: SheetPlan, block: Block) -> None:
    """Say over a block whose counters it holds, and how many."""
    words = f"{_whose(block.sides)}: {len(block.cells)} of {told(block.size)}"
    room = block.trim.width + 2 * plan.reach
    shown = shortened(words, SMALL, room)
    baseline = block.trim.top - plan.reach - (CAPTION - cap_height(SMALL)) / 2
    write(layer, shown, fitted(shown, SMALL, room), (block.trim.left - plan.reach, baseline))


def _whose(sides: Sequence[str]) -> str:
    """Return a few names as a list, and of many the first and the last."""
    if len(sides) > 4:
        return f"{sides[0]} to {sides[-1]}"
    return " and ".join([", ".join(sides[:-1]), sides[-1]]) if len(sides) > 1 else sides[0]


def crosses(layer: Layer, plan: SheetPlan, offset: Point) -> None:
    """Draw a registration mark in each corner: those of front and back lie behind each other."""
    for x, y in plan.printable.grown(-1.5 * CROSS - HAIRLINE.width).corners:
        cross_hair(layer, (x + offset[0], y + offset[1]), radius=CROSS)


def fold_line(layer: Layer, plan: SheetPlan) -> None:
    """Draw the line about which a page is folded."""
    ink, middle = plan.printable, plan.paper.width / 2
    layer.line([(middle, ink.top + BAND), (middle, ink.bottom - BAND)], **{**_pen(), "stroke_dasharray": FOLD})


def head(layer: Layer, plan: SheetPlan, label: str, *, title: str, face: str) -> None:
    """Write what the page is, and beside it how it is printed and cut."""
    ink = plan.printable
    aside = 3 * CROSS + 2
    box = Box(ink.left + aside, ink.top, ink.right - aside, ink.top + 3 * CROSS)
    page_label(layer, box, label, f"{title}. {_told(plan, face)}")


def foot(layer: Layer, plan: SheetPlan) -> None:
    """Draw the ruler, in the middle so that front and back can be compared."""
    ink = plan.printable
    aside = 3 * CROSS + 2
    ruler(layer, (ink.left + aside, ink.bottom - 1.5 * CROSS - HAIRLINE.width), room=ink.width - 2 * aside)


def _told(plan: SheetPlan, face: str) -> str:
    if face == "both":
        return "Print at 100 %. Fold along the broken line, glue back to back, then cut along the marks."
    if not plan.has_backs:
        return "Print at 100 %, then cut along the marks."
    edge = f"Print at 100 % on both sides of the paper, turned about its {plan.duplex} edge."
    return f"{edge} Cut from this side." if face == "fronts" else f"{edge} Crosses lie on those of the front."
