"""A sheet on many pages that are cut and glued, or whole on one, each with the printer's marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapsheet.box import Box, Point, union
from mapsheet.errors import DataError
from mapsheet.export import Page
from mapsheet.pages.master import Keep, Master, read_master
from mapsheet.pages.pagemarks import GAP, RULER_HEIGHT, crop_marks, cross_hair, cut_marks, write_foot
from mapsheet.pages.plan import SAFE, STEP, Orientation, Plan, Tiles, fewest, lies_on
from mapsheet.pages.seams import part
from mapsheet.paths import number
from mapsheet.sheet import Sheet
from mapsheet.units import Size

if TYPE_CHECKING:
    from mapsheet.sheet import Layer

MARKS = "page-marks"
_SEAT = '<g id="layer-page-print" inkscape:groupmode="layer" inkscape:label="page-print" />'
INK_MARGIN = 5.0  # mm from ink to the edge of a paper that is smaller than the sheet
NEAR = 0.1  # mm beyond the print from which a shape may still tint its edge


def tile(svg: str, plan: Plan) -> list[Page]:
    """Return a sheet on pages of a paper: first how they join, then the pages, row by row.

    A page is printed a little beyond the seams on its left and top, where it is cut, and wider beyond the others, where its
    neighbors are laid on. NotationError for a paper too small; DataError for more than 400 pages.
    """
    from mapsheet.pages.assembly import assembly

    master = read_master(svg)
    plan.checked()
    tiles = part(master, plan, fewest(Size(master.width, master.height), plan))
    pages = [_tile(master, tiles, row, column) for row in range(tiles.rows) for column in range(tiles.columns)]
    return [assembly(master, tiles), *pages]


def on_paper(svg: str, paper: Size, *, orientation: Orientation = "auto", label: str = "") -> Page:
    """Return a sheet in the middle of a paper, with marks where there is room for them; DataError for one that is larger."""
    master = read_master(svg)
    lain = lies_on(Size(master.width, master.height), paper, orientation)
    if lain is None:
        raise DataError(f"the sheet of {_size(master)} does not fit a paper of {paper.width:g} x {paper.height:g} mm")
    at = (_middle(lain.width - master.width), _middle(lain.height - master.height))
    placed = master.box.moved(*at)
    page = blank(lain, label or master.title)
    _mark_whole(page.layer(MARKS), placed, lain, label or master.title)
    return Page(with_print(page, master, master.box, at, keep=lambda _: True), placed, placed, label or master.title)


def snug(svg: str, paper: Size, label: str = "") -> Page | None:
    """Return a sheet whole on one page: where it fits, and where no more than bare edges of it run off a paper a little smaller.

    Ink stays 5 mm from the edge of the paper. None for a sheet that is larger.
    """
    master = read_master(svg)
    if lies_on(Size(master.width, master.height), paper):
        return on_paper(svg, paper, label=label)
    ink = _inked(master)
    lain = lies_on(Size(ink.width + 2 * INK_MARGIN, ink.height + 2 * INK_MARGIN), paper)
    if lain is None:
        return None
    at = (lain.width / 2 - ink.centre[0], lain.height / 2 - ink.centre[1])
    placed = master.box.moved(*at)
    page = blank(lain, label or master.title)
    trim = Box(max(0.0, placed.left), max(0.0, placed.top), min(lain.width, placed.right), min(lain.height, placed.bottom))
    return Page(with_print(page, master, master.box, at, keep=lambda _: True), trim, trim, label or master.title)


def _inked(master: Master) -> Box:
    """Return the box of all that is drawn on a sheet but for its ground."""
    inner = master.box.grown(-1.0)
    boxes = [node.box for node in master.walk() if not node.children and node.box.width + node.box.height > 0]
    return union([box for box in boxes if not box.holds(inner)] or [master.box])


def _middle(bare: float) -> float:
    return max(0.0, STEP * round(bare / 2 / STEP))


def _size(master: Master) -> str:
    return f"{number(round(master.width, 1))} x {number(round(master.height, 1))} mm"


def blank(paper: Size, title: str) -> Sheet:
    """Return an empty page of white paper."""
    page = Sheet(*paper, title=title)
    page.layer("page").rect(Box(0, 0, *paper), fill="#FFFFFF")
    page.layer("page-print")
    return page


def with_print(page: Sheet, master: Master, window: Box, at: Point, *, keep: Keep, scale: float = 1.0) -> str:
    """Return a page as SVG with a part of the sheet in its layer `page-print`, the window's top left corner at a point."""
    clip = f"M{number(window.left)} {number(window.top)}H{number(window.right)}V{number(window.bottom)}H{number(window.left)}z"
    page.clip("page-window", clip)
    move = f"translate({number(at[0] - scale * window.left)} {number(at[1] - scale * window.top)})"
    turn = move if scale == 1 else f"{move} scale({scale:.6f})"
    head = f'{_SEAT[:-3]}>\n<g clip-path="url(#page-window)" transform="{turn}">'
    before, after = page.to_svg().split(_SEAT)
    return f"{before}{head}\n{master.part(keep)}\n</g>\n</g>{after}"


# -- pages ---------------------------------------------------------------------------------------------------------


def _tile(master: Master, tiles: Tiles, row: int, column: int) -> Page:
    window, shown = tiles.printed(row, column), tiles.shown(row, column)
    at = tiles.plan.origin
    move = (at[0] - window.left, at[1] - window.top)
    name = _called(tiles, row, column)
    page = blank(tiles.paper, f"{master.title}, page {name}")
    _mark_tile(page.layer(MARKS), tiles, row, column)
    near = window.grown(NEAR)
    svg = with_print(page, master, window, at, keep=near.overlaps)
    return Page(svg, shown.moved(*move), window.moved(*move), name)


def _called(tiles: Tiles, row: int, column: int) -> str:
    """Return what a page is called: `B2`, or where there are other sheets, `board B2`."""
    return f"{tiles.plan.sheet} {tiles.name(row, column)}".strip()


def _mark_tile(layer: Layer, tiles: Tiles, row: int, column: int) -> None:
    window = tiles.printed(row, column)
    x, y = tiles.plan.origin
    dx, dy = x - window.left, y - window.top
    ink, trim = window.moved(dx, dy), tiles.shown(row, column).moved(dx, dy)
    reach = min(3.0, tiles.plan.margin - SAFE - GAP + 1.5)
    seams_x = [place for place, seam in ((trim.left, column > 0), (trim.right, column < tiles.columns - 1)) if seam]
    seams_y = [place for place, seam in ((trim.top, row > 0), (trim.bottom, row < tiles.rows - 1)) if seam]
    cut_marks(layer, ink, xs=(trim.left, trim.right), ys=(trim.top, trim.bottom), length=reach)
    middle = GAP + reach / 2
    for place in seams_x:
        cross_hair(layer, (place, ink.top - middle), radius=reach / 3)
        cross_hair(layer, (place, ink.bottom + middle), radius=reach / 3)
    for place in seams_y:
        cross_hair(layer, (ink.left - middle, place), radius=reach / 3)
        cross_hair(layer, (ink.right + middle, place), radius=reach / 3)
    foot = Box(SAFE, ink.bottom + GAP, tiles.paper.width - SAFE, tiles.paper.height - SAFE)
    name = f"{tiles.plan.sheet} {tiles.name(row, column)}".strip()
    write_foot(layer, foot, (trim.left, trim.right), name, _joins(tiles, row, column))


def _joins(tiles: Tiles, row: int, column: int) -> str:
    """Return in words on which sides a page joins which others."""
    name = tiles.name
    mine = [f"{name(row, column - 1)} on its left"] * (column > 0) + [f"{name(row - 1, column)} above"] * (row > 0)
    over = [f"{name(row, column + 1)} over its right edge"] * (column < tiles.columns - 1)
    over += [f"{name(row + 1, column)} over its foot"] * (row < tiles.rows - 1)
    words = [f"Joins {' and '.join(mine)}: cut there and lay it over."] if mine else []
    words += [f"Lay {' and '.join(over)}."] if over else []
    return " ".join(words)


def _mark_whole(layer: Layer, placed: Box, paper: Size, name: str) -> None:
    """Draw the marks that have room round a sheet that lies whole on a paper."""
    beside = min(placed.left, placed.top) - SAFE - GAP + 2
    if beside > 1:
        crop_marks(layer, placed, length=min(3.0, beside))
    foot = Box(SAFE, placed.bottom + GAP, paper.width - SAFE, paper.height - SAFE)
    if foot.height >= RULER_HEIGHT:
        write_foot(layer, foot, (placed.left, placed.right), name, "")
