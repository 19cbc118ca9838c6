"""The key of a board and the conditions of its ways: in the panel that the file gives, else wherever the sheet has room."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from areamap.conditions import ALWAYS
from areamap.draw.backdrop import window_of
from areamap.draw.roads import breadth_of, look_of
from areamap.draw.room import Room
from areamap.draw.signs import draw_badge, draw_sign
from areamap.draw.strips import strip_box
from areamap.draw.tints import ground_of
from areamap.draw.wording import told_condition
from mapsheet.box import Box
from mapsheet.text import wrapped
from mapsheet.typeset import LEADING, cap_height, fitted, shortened, width, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from areamap.boardplan import Sign
    from areamap.draw.desk import Desk
    from areamap.draw.roads import Road
    from areamap.spaces import Faction
    from mapsheet.box import Point
    from mapsheet.sheet import Layer
    from mapsheet.style import Type

HEAD = 4.6
ROW = 5.2
SIZE = 2.6
SAMPLE = 13.0
SIGN = 5.2
BEFORE = 1.6  # between a sample and its words
GUTTER = 4.0  # between two columns
INSET = 2.0
AWAY = 2.0  # mm from what stands on the sheet
MOST_WORDS = 4000  # letters of conditions that are set at all


class Entry(NamedTuple):
    """A line of the key: what draws its sample about a middle, how wide that is, and its words."""

    draw: Callable[[Layer, Point], None]
    wide: float
    words: str


def draw_key(layer: Layer, desk: Desk, roads: Sequence[Road], room: Box) -> None:
    """Draw the conditions of ways and the key of a sheet; what finds no room is told."""
    if desk.name in desk.plan.sheets:
        return
    outside, inside = _free(desk, roads, room), None
    if desk.plan.backdrop is not None:
        inside = _free(desk, roads, window_of(desk.plan.backdrop).grown(-INSET))
        outside.take(window_of(desk.plan.backdrop).grown(AWAY))
    _conditions(layer, desk, roads, outside)
    if desk.plan.key is not None:
        (left, top), (wide, high) = desk.plan.key
        _panel(layer, desk, Box(left, top, left + wide, top + high))
        return
    entries = _entries(desk, roads)
    if not entries or _anywhere(layer, desk, entries, outside):
        return
    if inside is None or not _anywhere(layer, desk, entries, inside, on=desk.style.paper):
        desk.left_out.append("key")


def _free(desk: Desk, roads: Sequence[Road], room: Box) -> Room:
    """Return what of an area is free."""
    free, water = Room(room), desk.style.board.lettering["water"]
    for box in (*(placed.box for placed in desk.placed.values()), *(strip_box(desk, strip) for strip in desk.strips)):
        free.take(box.grown(AWAY))
    for road in roads:
        free.take_points(road.open, breadth_of(desk, road.look) / 2 + AWAY)
    for words in desk.plan.words:
        kind = desk.style.board.lettering.get(words.kind, water)
        half = width(words.text, kind) * (words.size or kind.size) / kind.size * (1 + words.tracking) / 2
        free.take_points([words.at], half if words.turn else words.size or kind.size)
        free.take(Box(words.at[0] - half, words.at[1] - kind.size, words.at[0] + half, words.at[1] + 1))
    return free


# -- conditions ------------------------------------------------------------------------------------------------------------


def condition_words(desk: Desk, roads: Sequence[Road]) -> str:
    """Return what all conditions of the ways on a sheet say, ways with the same one together; empty where none has any."""
    spaces, said = desk.board.spaces, dict[str, list[str]]()
    for road in roads:
        if road.link.open != ALWAYS:
            ends = f"{spaces[road.link.a].name} – {spaces[road.link.b].name}"
            said.setdefault(told_condition(desk.board, road.link), []).append(ends)
    told = [f"{', '.join(dict.fromkeys(ways))}: {words}" for words, ways in said.items()]
    return f"* {'; '.join(told)}" if told else ""


def _conditions(layer: Layer, desk: Desk, roads: Sequence[Road], free: Room) -> None:
    """Write the conditions as wide as the sheet, or in a narrower block where only that has room."""
    words, kind = condition_words(desk, roads), desk.style.lettering["note"]
    step = LEADING * kind.size
    for part in (1, 2, 3, 4) if 0 < len(words) <= MOST_WORDS else ():
        wide = free.area.width / part
        lines = wrapped(words, kind.face, kind.size, width=wide)
        if any(width(line, kind) > wide for line in lines):
            continue
        box = free.find(max(width(line, kind) for line in lines), len(lines) * step)
        if box:
            free.take(box.grown(AWAY / 2))
            for row, line in enumerate(lines):
                write(layer, line, kind, (box.left, box.top + cap_height(kind) + row * step))
            return
    if words:
        desk.left_out.append("conditions of the ways")


# -- the key ---------------------------------------------------------------------------------------------------------------


def _panel(layer: Layer, desk: Desk, box: Box) -> None:
    """Draw the signs in the panel that the file gives, in columns, those of the ground first."""
    entries = [_sign(desk, sign) for sign in desk.plan.signs.values()]
    if entries:
        rows = max(1, int((box.height - HEAD) / ROW))
        columns = _columns(entries, -(-len(entries) // rows))
        _draw(layer, desk, columns, box, [box.width / len(columns) - GUTTER] * len(columns))


def _anywhere(layer: Layer, desk: Desk, entries: Sequence[Entry], free: Room, *, on: str = "") -> bool:
    """Draw the key in one line, one column or several, whichever lies nearest to a corner; say whether there was room."""
    border = INSET if on else 0.0
    found: list[tuple[float, int, Box, list[Sequence[Entry]]]] = []
    for count in dict.fromkeys((len(entries), 1, 2, 3, 4)):
        columns = _columns(entries, count)
        wide = sum(_widths(desk, columns)) + GUTTER * (len(columns) - 1)
        box = free.find(wide + 2 * border, HEAD + len(columns[0]) * ROW + 2 * border)
        if box:
            away = free.area.bottom - box.bottom + min(box.left - free.area.left, free.area.right - box.right)
            found.append((away, len(found), box, columns))
    if not found:
        return False
    _, _, box, columns = min(found, key=lambda one: one[:2])
    if on:
        layer.rect(box, fill=on, **desk.style.board.inner.stroke())
    _draw(layer, desk, columns, box.grown(-border), _widths(desk, columns))
    return True


def _columns(entries: Sequence[Entry], count: int) -> list[Sequence[Entry]]:
    rows = -(-len(entries) // count)
    return [entries[start : start + rows] for start in range(0, len(entries), rows)]


def _widths(desk: Desk, columns: Sequence[Sequence[Entry]]) -> list[float]:
    """Return how wide each column is with its words at full size."""
    kind = _kind(desk)
    return [_before(column) + max(width(entry.words, kind) for entry in column) + 0.1 for column in columns]


def _before(column: Sequence[Entry]) -> float:
    return max(entry.wide for entry in column) + BEFORE


def _kind(desk: Desk) -> Type:
    kind = desk.style.lettering["key"]
    return kind._replace(size=type(kind.size)(SIZE))


def _draw(layer: Layer, desk: Desk, columns: Sequence[Sequence[Entry]], box: Box, widths: Sequence[float]) -> None:
    """Draw the heading and the columns, each as wide as given, with a gutter after it."""
    group, kind, left = layer.group("key", "Key"), _kind(desk), box.left
    row = (box.height - HEAD) / len(columns[0])
    write(group, "KEY", desk.style.board.lettering["strip"], (left, box.top + HEAD - 1.3))
    for column, wide in zip(columns, widths, strict=True):
        before = _before(column)
        for k, entry in enumerate(column):
            y = box.top + HEAD + (k + 0.5) * row
            entry.draw(group, (left + (before - BEFORE) / 2, y))
            words = shortened(entry.words, kind, wide - before)
            write(group, words, fitted(words, kind, wide - before), (left + before, y + cap_height(kind) / 2))
        left += wide + GUTTER


def _entries(desk: Desk, roads: Sequence[Road]) -> list[Entry]:
    """Return what a sheet without a panel for its key has to explain: nothing where all ways are alike and cost 1."""
    shown = {road.link.kind for road in roads}
    kinds = [name for name in dict.fromkeys((*desk.board.kinds, *(road.link.kind for road in roads))) if name in shown]
    plain = len(kinds) < 2 and all(desk.board.cost_of(name) == 1 for name in kinds)
    nodes = [placed.space for placed in desk.placed.values() if placed.form.shape == "node"]
    traits = {trait for placed in desk.placed.values() for trait in placed.space.traits}
    colours = {space.faction for space in nodes}
    return [
        *([] if plain else [_way(desk, name) for name in kinds]),
        *(_sign(desk, sign) for sign in desk.plan.signs.values() if sign.name in traits),
        *([_value(desk)] if any(space.value is not None for space in nodes) else []),
        *(_faction(desk, faction) for faction in desk.board.factions.values() if faction.colour and faction.id in colours),
    ]


def _way(desk: Desk, name: str) -> Entry:
    """Return the line of a kind of way: a piece of it, its label, the points of a step."""
    kind, cost = desk.board.kinds.get(name), desk.board.cost_of(name)
    way = desk.style.board.way_of(look_of(desk, name))

    def draw(layer: Layer, at: Point) -> None:
        for pen in (way.casing, way.core):
            if pen.width and pen.colour != "none":
                ends = [(at[0] - SAMPLE / 2, at[1]), (at[0] + SAMPLE / 2, at[1])]
                layer.line(ends, **{**pen.line(), "stroke_linecap": "butt"})

    label = kind.label if kind and kind.label else name
    return Entry(draw, SAMPLE, f"{label}, {cost} {'point' if cost == 1 else 'points'}")


def _sign(desk: Desk, sign: Sign) -> Entry:
    ink = desk.style.board.event.get(sign.name)

    def draw(layer: Layer, at: Point) -> None:
        draw_sign(layer, desk.style, sign.shape, at, 3.8, ink=ink.colour if ink else "")

    return Entry(draw, SIGN, sign.text)


def _value(desk: Desk) -> Entry:
    return Entry(lambda layer, at: draw_badge(layer, desk.style, "2", at, 2.2), SIGN, "Value")


def _faction(desk: Desk, faction: Faction) -> Entry:
    look = desk.style.board

    def draw(layer: Layer, at: Point) -> None:
        swatch = Box(at[0] - 3.2, at[1] - 1.7, at[0] + 3.2, at[1] + 1.7)
        layer.rect(swatch, rounded=0.8, fill=ground_of(desk.board, faction.id, desk.style), **look.place_edge.stroke())

    return Entry(draw, 6.4, faction.name)
