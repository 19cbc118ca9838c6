"""The page that comes before the others: how they join."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mapsheet.box import Box
from mapsheet.export import Page
from mapsheet.pages.pagemarks import BOLD, INK, RADIUS, cross_hair, write_foot
from mapsheet.pages.plan import FOOT, SAFE
from mapsheet.style import Em, FaceName, Type
from mapsheet.typeset import cap_height, fitted, paragraph, shortened, write

if TYPE_CHECKING:
    from mapsheet.pages.master import Master
    from mapsheet.pages.plan import Tiles
    from mapsheet.sheet import Layer

LEAST = 1.6
"""Millimetres that a shape measures at least on the small picture to be drawn."""

EDGE, GUTTER, TEXT = 14.0, 10.0, 82.0
HEAD = Type(FaceName("serif-bold"), Em(7.0), INK)
LINE = Type(FaceName("serif-italic"), Em(4.6), INK)
STEP = Type(FaceName("sans"), Em(3.35), INK)
NUMBER = Type(FaceName("sans-bold"), Em(4.2), INK)
FACTS = Type(FaceName("sans"), Em(2.6), INK)


class _Places(NamedTuple):
    """Where the picture stands and where the words: beside it on wide paper, below it on tall."""

    picture: Box
    words: Box
    scale: float


def assembly(master: Master, tiles: Tiles) -> Page:
    """Return a page with a small picture of the sheet, the pages named on it, and the steps in words."""
    from mapsheet.pages.tiling import MARKS, blank, with_print

    page = blank(tiles.paper, f"{master.title}: how the pages join")
    layer = page.layer(MARKS)
    places = _places(master, tiles)
    _head(layer, master.title, tiles.paper.width - 2 * EDGE)
    _draw_grid(layer, tiles, places)
    _steps(layer, tiles, places.words, f"{master.width:.1f} x {master.height:.1f} mm")
    foot = Box(SAFE, tiles.paper.height - FOOT, tiles.paper.width - SAFE, tiles.paper.height - SAFE)
    write_foot(layer, foot, (), f"{tiles.plan.sheet} assembly".strip().capitalize(), "Pages that join: keep this one.")
    least = LEAST / places.scale if places.scale < 0.6 else 0.0
    at = (places.picture.left, places.picture.top)
    svg = with_print(
        page, master, master.box, at, keep=lambda box: max(box.width, box.height) >= least, scale=places.scale
    )
    label = f"{tiles.plan.sheet}: how the pages join" if tiles.plan.sheet else "How the pages join"
    whole = Box(0, 0, *tiles.paper)
    return Page(svg, whole, whole, label)


def _places(master: Master, tiles: Tiles) -> _Places:
    paper = tiles.paper
    room = Box(EDGE, 32, paper.width - EDGE, paper.height - FOOT - 6)
    if paper.width > paper.height:
        text = min(TEXT, 0.42 * room.width)
        picture = Box(room.left, room.top, room.right - text - GUTTER, room.bottom)
    else:
        text = room.width
        picture = Box(room.left, room.top, room.right, room.bottom - 78)
    scale = min(picture.width / master.width, picture.height / master.height, 1.0)
    # letters of the names need a page of some width
    small = Box(0, 0, scale * master.width, scale * master.height)
    shift = (picture.width - small.width) / 2 if paper.width <= paper.height else 0.0
    shown = small.moved(picture.left + shift, picture.top)
    words = Box(shown.right + GUTTER, room.top, min(room.right, shown.right + GUTTER + TEXT * 1.3), room.bottom)
    if paper.width <= paper.height:
        words = Box(room.left, shown.bottom + GUTTER, room.right, room.bottom)
    return _Places(shown, words, scale)


def _head(layer: Layer, title: str, room: float) -> None:
    words = shortened(title, HEAD, room)
    write(layer, words, fitted(words, HEAD, room), (EDGE, 17))
    write(layer, "How the pages join", LINE, (EDGE, 24))


def _draw_grid(layer: Layer, tiles: Tiles, places: _Places) -> None:
    picture, scale = places.picture, places.scale
    layer.rect(picture, fill="none", stroke=INK, stroke_width=0.3)
    xs = [picture.left + scale * x for x in tiles.xs[1:-1]]
    ys = [picture.top + scale * y for y in tiles.ys[1:-1]]
    for colour, wide, dash in (("#FFFFFF", 1.1, None), (INK, 0.35, "2 1.2")):
        for x in xs:
            layer.line([(x, picture.top), (x, picture.bottom)], stroke=colour, stroke_width=wide, stroke_dasharray=dash)
        for y in ys:
            layer.line([(picture.left, y), (picture.right, y)], stroke=colour, stroke_width=wide, stroke_dasharray=dash)
    for row in range(tiles.rows):
        for column in range(tiles.columns):
            left, top, right, bottom = (scale * side for side in tiles.shown(row, column))
            middle = (picture.left + (left + right) / 2, picture.top + (top + bottom) / 2)
            radius = min(5.0, 0.45 * (right - left), 0.45 * (bottom - top))
            layer.circle(middle, radius, fill="#FFFFFF", stroke=INK, stroke_width=0.3)
            kind = fitted(tiles.name(row, column), BOLD, 1.6 * radius)
            write(layer, tiles.name(row, column), kind, (middle[0], middle[1] + cap_height(kind) / 2), anchor="middle")


def _steps(layer: Layer, tiles: Tiles, box: Box, size: str) -> None:
    top = box.top
    indent = 7.0
    for index, words in enumerate(steps(tiles), 1):
        baseline = top + cap_height(NUMBER)
        write(layer, str(index), NUMBER, (box.left, baseline))
        drawn = paragraph(layer, words, STEP, (box.left + indent, baseline), room=min(box.width, 150.0) - indent)
        top = drawn.bottom + 3.0
    cross_hair(layer, (box.left + 2, top + 2.6), radius=RADIUS)
    words = "A cross-hair stands at both ends of every seam; it comes out round again where two pages meet."
    drawn = paragraph(layer, words, FACTS, (box.left + indent, top + 2.6), room=min(box.width, 150.0) - indent)
    plan, paper = tiles.plan, tiles.paper
    beyond = f": {plan.bleed:.0f} mm beyond the cut and {plan.flap:.0f} mm of flap" if plan.overlap else ""
    facts = (
        f"Sheet {size}; {tiles.columns * tiles.rows} pages of {paper.width:g} x {paper.height:g} mm, {tiles.columns} across and "
        f"{tiles.rows} down. Neighbors share {plan.overlap:g} mm{beyond}."
    )
    paragraph(layer, facts, FACTS, (box.left + indent, drawn.bottom + 4.5), room=min(box.width, 150.0) - indent)


def steps(tiles: Tiles) -> list[str]:
    """Return in words how the pages become one sheet, in order."""
    told = ["Print all pages at actual size: 100 %, nothing fitted to the page. The ruler at the foot of each must measure true."]
    if tiles.columns > 1:
        pages = "page 2" if tiles.columns == 2 else _several("pages", "2", str(tiles.columns), tiles.columns)
        told.append(
            f"Join each row. Cut {pages} along the upright line between the marks on the left, from edge to edge of the paper; "
            "lay it over the page before it until picture and cross-hairs meet; glue the flap."
        )
    if tiles.rows > 1:
        rows = "row B" if tiles.rows == 2 else _several("rows", "B", tiles.name(tiles.rows - 1, 0)[:-1], tiles.rows)
        told.append(f"Join the rows. Cut {rows} along the level line between the upper marks; lay it over the row above; glue.")
    told.append("Last cut the whole sheet along its outer marks.")
    return told


def _several(word: str, first: str, last: str, count: int) -> str:
    return f"{word} {first} {'and' if count == 3 else 'to'} {last}"
