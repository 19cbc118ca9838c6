"""Sheets of counters for cutting: fronts, and backs that lie behind them, drawn at true size with their marks."""

from __future__ import annotations

from typing import NamedTuple

from mapsheet.box import Box, union
from mapsheet.counters.draw import draw_counter
from mapsheet.counters.imposing import SEAM, Cell, Leaf, impose
from mapsheet.counters.sheetmarks import caption, crosses, cut_marks, fold_line, foot, head
from mapsheet.counters.sheetplan import SheetPlan
from mapsheet.counters.values import CounterSet
from mapsheet.export import Page
from mapsheet.paths import polyline
from mapsheet.sheet import Layer, Sheet
from mapsheet.style import Style

LAYERS = ("counters", "backs", "cuts", "marks", "captions")


class CounterPage(NamedTuple):
    """A page before it is drawn: its leaf, and whether it shows fronts, backs or, folded, both."""

    leaf: Leaf
    leaves: int
    face: str

    @property
    def label(self) -> str:
        """What the page is called."""
        which = f" {self.leaf.number}" if self.leaves > 1 else ""
        return f"Counters{which}" if self.face == "both" else f"Counters{which}: {self.face}"


def sheets(found: CounterSet, style: Style, plan: SheetPlan) -> list[Page]:
    """Return the pages of a title's counters: each leaf's fronts, then its backs; with a fold both on one page.

    DataError with everything in the plan that cannot be printed, and for a counter that the paper does not hold.
    """
    return [draw_page(found, style, plan, page) for page in counter_pages(found, plan)]


def counter_pages(found: CounterSet, plan: SheetPlan) -> list[CounterPage]:
    """Return what stands on each page; DataError as `sheets` states."""
    leaves = impose(found, plan)
    faces = ("both",) if plan.fold else ("fronts", "backs") if plan.has_backs else ("fronts",)
    return [CounterPage(leaf, len(leaves), face) for leaf in leaves for face in faces]


def draw_page(found: CounterSet, style: Style, plan: SheetPlan, page: CounterPage) -> Page:
    """Return a page with its marks; its trim box holds all that is cut out, its bleed box their grounds."""
    sheet = Sheet(*plan.paper, title=f"{found.title}: {page.label}", layers=LAYERS)
    drawing = _Drawing(sheet, style, found, plan)
    boxes = []
    if page.face != "backs":
        drawing.fronts(page.leaf)
        boxes.append(page.leaf.trim)
    if page.face != "fronts":
        drawing.backs(page.leaf)
        boxes.append(plan.behind(page.leaf.trim).moved(*plan.back_offset))
    marks = sheet.layer("marks")
    crosses(marks, plan, plan.back_offset if page.face == "backs" else (0.0, 0.0))
    head(marks, plan, page.label, title=found.title, face=page.face)
    foot(marks, plan)
    trim = union(boxes)
    return Page(sheet.to_svg(), trim, trim.grown(plan.bleed), page.label)


class _Drawing:
    """Draws the counters of a leaf on a sheet."""

    def __init__(self, sheet: Sheet, style: Style, found: CounterSet, plan: SheetPlan) -> None:
        self.sheet, self.style, self.found, self.plan = sheet, style, found, plan

    def fronts(self, leaf: Leaf) -> None:
        """Draw the fronts with their captions and cut marks."""
        layer = self.sheet.layer("counters")
        for block in leaf.blocks:
            for cell in block.cells:
                self._face(layer, cell, cell.trim, cell.bleeds, back=False)
            cut_marks(self.sheet.layer("cuts"), self.plan, block)
            caption(self.sheet.layer("captions"), self.plan, block)
        if self.plan.fold:
            fold_line(self.sheet.layer("marks"), self.plan)

    def backs(self, leaf: Leaf) -> None:
        """Draw the backs, each behind its front."""
        layer = self.sheet.layer("backs")
        for cell in leaf.cells:
            trim = self.plan.behind(cell.trim).moved(*self.plan.back_offset)
            self._face(layer, cell, trim, _behind(cell.bleeds, self.plan), back=True)

    def _face(self, layer: Layer, cell: Cell, trim: Box, bleeds: Box, *, back: bool) -> None:
        counter = cell.piece.counter
        inked = Cell(cell.piece, trim, bleeds).inked
        name = f"{'back' if back else 'front'}-{cell.piece.number}"
        clip = layer.clip(f"{name}-ground", polyline(inked.corners, closed=True))
        group = layer.group(name, counter.name, data_piece=counter.id, clip=clip)
        turn = self.plan.back_turn if back else 0.0
        # some bleed always, for what is cut has no rounded corners and no edge; the clip ends it
        bleed = max(*bleeds, SEAM)
        draw_counter(group, self.style, self.found, counter, (trim.left, trim.top), back=back, turn=turn, bleed=bleed)


def _behind(bleeds: Box, plan: SheetPlan) -> Box:
    left, top, right, bottom = bleeds
    return Box(right, top, left, bottom) if plan.turns_sideways else Box(left, bottom, right, top)


