"""What stands beside a map of regions: title, turn record, key, the tables printed on the map, where the data come from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, NamedTuple

from areamap.draw.keyrows import key_rows
from mapsheet import legend, tracks
from mapsheet.box import Box, Point, union
from mapsheet.charts import cell_size, chart_height, draw_chart
from mapsheet.errors import DataError
from mapsheet.text import SMALLEST
from mapsheet.typeset import cap_height, paragraph

if TYPE_CHECKING:
    from areamap.draw.view import View
    from mapsheet.chartfile import Chart
    from mapsheet.sheet import Layer
    from mapsheet.style import Style, Type

TURNS = "turn_record"
"""The chart that is drawn as a track of boxes for the turn marker."""
GUTTER = 7.0
BETWEEN = 6.5
MOST_SPREAD = 16.0
NARROWEST = 45.0
LOWEST = 40.0
MOST_COLUMNS = 6
LIKED = 57.0  # mm, the least width of a column where there are more than three
MOST_SHARED = 7
SIZES = tuple(round(1.75 - 0.05 * k, 2) for k in range(20))
SOURCES = {
    "text": "stated in the rules", "derived": "derived", "secondary": "from other sources", "reconstructed": "reconstructed",
}


class Piece(NamedTuple):
    """A thing in a column: its name, its height in a style at a width, what draws it, and the em of its words in mm."""

    name: str
    height: Callable[[Style, float], float]
    draw: Callable[[Layer, Style, Point, float], Box]
    size: Callable[[Style, float], float]


class Column(NamedTuple):
    """A column of the panel: its place and width, and the pieces in it."""

    left: float
    width: float
    pieces: tuple[Piece, ...]


class Plan(NamedTuple):
    """How the pieces are set: the style with type of a size, the columns, and below them what is as wide as all of them."""

    style: Style
    columns: tuple[Column, ...]
    wide: tuple[Piece, ...] = ()
    size: float = 0.0


def draw_panel(layer: Layer, view: View, box: Box) -> list[str] | None:
    """Draw everything into a box beside the map; return the names of what found no room, None for a box without any."""
    if box.width < NARROWEST or box.height < LOWEST:
        return None
    plan = view.plan
    words = {"title": view.board.title, "subtitle": plan.subtitle}
    title = legend.title_block(layer, view.style, (box.left, box.top), room=box.width, **words)
    foot = _foot(layer, view, box)
    top = title.bottom + 7.0
    if foot < top:
        return None
    turns = _turns(layer, view, Box(box.left, top, box.right, foot))
    if turns:
        top = turns.bottom + BETWEEN
    return _columns(layer, view, Box(box.left, top, box.right, foot - BETWEEN))


def charts_of(view: View) -> list[Chart]:
    """Return the tables that stand beside the map."""
    wished = view.board.art.panel.charts if view.board.art else None
    charts = view.board.charts
    return [charts[name] for name in (charts if wished is None else wished) if name in charts]


# -- foot ----------------------------------------------------------------------------------------------------------


def _foot(layer: Layer, view: View, box: Box) -> float:
    """Draw the line about the data and the ruler at the bottom; return where they begin."""
    kind = view.style.lettering["note"]
    words = provenance_words(view)
    step = 1.25 * kind.size
    lines = _lines(words, view.style, box.width)
    top = box.bottom - step * (len(lines) - 1) - cap_height(kind)
    paragraph(layer, words, kind, (box.left, top + cap_height(kind)), room=box.width)
    if box.width >= 150 and box.height > 250:
        top -= 16.0
        legend.ruler(layer, view.style, (box.left, top))
    return top


def _lines(words: str, style: Style, room: float) -> list[str]:
    from mapsheet.text import wrapped

    kind = style.lettering["note"]
    return wrapped(words, kind.face, kind.size, width=room)


def provenance_words(view: View) -> str:
    """Return the line that says where the map's data and its coast come from."""
    counts = view.board.provenance
    told = ", ".join(f"{counts[name]} {words}" for name, words in SOURCES.items() if counts.get(name))
    credit = str(view.topology.meta.get("credit", ""))
    parts = [_sentence(view.plan.note), f"Data: {told}." if told else "", "" if credit in view.plan.note else _sentence(credit)]
    return " ".join(part for part in parts if part)


def _sentence(words: str) -> str:
    words = words.strip()
    return words if not words or words[-1] in ".!?…" else f"{words}."


# -- turns ---------------------------------------------------------------------------------------------------------


def _turns(layer: Layer, view: View, room: Box) -> Box | None:
    """Draw the record of turns as boxes for a counter, each with its dates; None for a map without one."""
    chart = view.board.charts.get(TURNS)
    if chart is None:
        return None
    boxes = [tracks.TrackBox(row.head.words, row.cells[0].words if row.cells else "") for row in chart.rows]
    rows = next(n for n in range(1, len(boxes) + 1) if room.width / -(-len(boxes) // n) >= tracks.SMALLEST_BOX + 1.5)
    across = -(-len(boxes) // rows)
    track = tracks.Track(boxes, chart.title, min(room.width / across, 22.0), per_row=across)
    style = scaled(view.style, 1.15)
    drawn = tracks.turn_track(layer, style, (room.left, room.top), track)
    if not chart.notes:
        return drawn
    kind = style.lettering["note"]
    at = (room.left, drawn.bottom + 1.6 + cap_height(kind))
    return union([drawn, paragraph(layer, " ".join(chart.notes), kind, at, room=room.width)])


# -- columns -------------------------------------------------------------------------------------------------------


def _columns(layer: Layer, view: View, room: Box) -> list[str]:
    """Draw the key and the tables in columns, in the largest type that has room; return what has none even in the smallest."""
    pieces = [_key(view), *(_chart(chart) for chart in charts_of(view) if chart.id != TURNS)]
    left_out: list[str] = []
    while pieces:
        plan = _planned(view.style, pieces, room)
        if plan:
            _draw(layer, plan, room)
            break
        left_out.insert(0, pieces.pop().name)
    return left_out


def _draw(layer: Layer, plan: Plan, room: Box) -> None:
    """Draw the columns with what is under them, spread over the height of the room."""
    style, low = plan.style, room.bottom
    heights = [[piece.height(style, column.width) for piece in column.pieces] for column in plan.columns]
    wide = [piece.height(style, room.width) for piece in plan.wide]
    tallest = max(sum(column) + BETWEEN * (len(column) - 1) for column in heights)
    spare = room.height - tallest - sum(wide) - BETWEEN * len(wide)
    gaps = max(len(column) for column in heights) - 1 + len(wide)
    more = max(0.0, min(MOST_SPREAD, spare / max(1, gaps)))
    for piece, height in list(zip(plan.wide, wide, strict=True))[::-1]:
        piece.draw(layer, style, (room.left, low - height), room.width)
        low -= height + BETWEEN + more
    for column, own in zip(plan.columns, heights, strict=True):
        spare = low - room.top - sum(own) - BETWEEN * (len(own) - 1)
        gap = BETWEEN + max(0.0, min(MOST_SPREAD, spare / max(1, len(own) - 1)))
        top = room.top
        for piece, height in zip(column.pieces, own, strict=True):
            piece.draw(layer, style, (column.left, top), column.width)
            top += height + gap


def _planned(style: Style, pieces: Sequence[Piece], room: Box) -> Plan | None:
    """Return the way to set the pieces in which the smallest words are largest; None where they have no room."""
    best: Plan | None = None
    for size in SIZES:
        larger = scaled(style, size)
        if best and best.size >= larger.lettering["key"].size - 0.01:
            break
        for count in range(1, MOST_COLUMNS + 1):
            width = (room.width - (count - 1) * GUTTER) / count
            if width < (NARROWEST if count <= 3 else LIKED):
                break
            for plan in _in_columns(larger, pieces, (count, width), room):
                if best is None or plan.size > best.size + 0.01:
                    best = plan
    return best


def _in_columns(style: Style, pieces: Sequence[Piece], columns: tuple[int, float], room: Box) -> Iterator[Plan]:
    """Yield the pieces in columns, and then with those that are squeezed in a column set below as wide as all."""
    count, width = columns
    try:
        sizes = [piece.size(style, width) for piece in pieces]
        full = style.lettering["key"].size
        squeezed = [piece for piece, size in zip(pieces, sizes, strict=True) if size < 0.97 * full]
        for wide in ([], squeezed) if squeezed and count > 1 else ([],):
            rest = [piece for piece in pieces if piece not in wide]
            below = sum(piece.height(style, room.width) + BETWEEN for piece in wide)
            parts = _split(style, rest, columns, room.height - below) if len(rest) >= count else None
            if parts:
                lefts = [room.left + k * (width + GUTTER) for k in range(count)]
                made = tuple(Column(left, width, part) for left, part in zip(lefts, parts, strict=True))
                least = [piece.size(style, width) for piece in rest] + [piece.size(style, room.width) for piece in wide]
                yield Plan(style, made, tuple(wide), min(least))
    except DataError:
        return


def _split(style: Style, pieces: Sequence[Piece], columns: tuple[int, float], most: float) -> list[tuple[Piece, ...]] | None:
    """Return the pieces in columns in their order, the fullest as low as can be; None where that is higher than `most`."""
    count, width = columns
    heights = [piece.height(style, width) for piece in pieces]
    best: tuple[float, list[list[int]]] | None = None
    for parts in _parts(len(pieces), count):
        tallest = max(sum(heights[k] + BETWEEN for k in part) - BETWEEN for part in parts)
        if tallest <= most and (best is None or tallest < best[0] - 1.0):
            best = (tallest, parts)
    return [tuple(pieces[k] for k in part) for part in best[1]] if best else None


def _parts(count: int, columns: int) -> Iterator[list[list[int]]]:
    """Yield ways to share pieces among columns: first those that keep their order, then, where they are few, all others."""
    for cuts in combinations(range(1, count), columns - 1):
        yield [list(range(a, b)) for a, b in pairwise([0, *cuts, count])]
    if count <= MOST_SHARED:
        for places in product(range(columns), repeat=count - 1):
            parts = [[k for k, place in enumerate((0, *places)) if place == column] for column in range(columns)]
            if all(parts):
                yield parts


def _chart(chart: Chart) -> Piece:
    return Piece(
        f"table {chart.title}",
        _kept(lambda style, width: chart_height(style, chart, width)),
        lambda layer, style, at, width: draw_chart(layer, style, chart, at, width=width),
        _kept(lambda style, width: cell_size(style, chart, width)),
    )


def _kept(measure: Callable[[Style, float], float]) -> Callable[[Style, float], float]:
    """Return a measure of a thing that works out each size of type and width once."""
    found: dict[tuple[float, float], float] = {}

    def kept(style: Style, width: float) -> float:
        key = (style.lettering["key"].size, width)
        if key not in found:
            found[key] = measure(style, width)
        return found[key]

    return kept


def _key(view: View) -> Piece:
    rows = key_rows(view)

    def across(style: Style, width: float) -> int:
        return max(1, min(len(rows), int(width / (17.0 * style.lettering["key"].size))))

    def height(style: Style, width: float) -> float:
        return key_height(style, len(rows), across(style, width))

    def draw(layer: Layer, style: Style, at: Point, width: float) -> Box:
        return legend.terrain_key(layer, style, at, legend.Key(rows, across(style, width), "Key"), room=width)

    return Piece("key", height, draw, lambda style, _: style.lettering["key"].size)


def key_height(style: Style, rows: int, columns: int) -> float:
    """Return how high a key is with its heading."""
    head = style.lettering["key_head"]
    return cap_height(head) + 0.45 * head.size + 1.6 + legend.ROW * -(-rows // columns)


def scaled(style: Style, factor: float) -> Style:
    """Return a style with all lettering beside the map larger or smaller, never under 5 point."""
    def sized(kind: Type) -> Type:
        return kind._replace(size=type(kind.size)(max(SMALLEST, kind.size * factor)))

    return style._replace(lettering={name: sized(kind) for name, kind in style.lettering.items()})
