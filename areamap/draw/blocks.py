"""The name of a space with its value and code, set as one block: in lines, the value below or beside."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.box import Box, Point
from mapsheet.text import SMALLEST, wrapped
from mapsheet.typeset import LEADING, cap_height, width, write

if TYPE_CHECKING:
    from areamap.draw.view import View
    from areamap.spaces import Space
    from mapsheet.sheet import Layer
    from mapsheet.style import Style, Type

LINE = 1.12  # from line to line of a name in capitals, in ems
GAP = 0.9


class Line(NamedTuple):
    """A line of a block: its words and the middle of its baseline from the block's top left corner."""

    words: str
    kind: Type
    at: Point


class Block(NamedTuple):
    """A name set for a space: its lines, where its value stands (None: it has none), and the size of it all."""

    lines: tuple[Line, ...]
    disc: Point | None
    value: str
    width: float
    height: float
    rank: float = 0.0


def splits(words: list[str]) -> Iterator[list[str]]:
    """Yield the ways to set words in one, two or three lines."""
    for count in range(1, min(3, len(words)) + 1):
        for cuts in combinations(range(1, len(words)), count - 1):
            stops = [0, *cuts, len(words)]
            yield [" ".join(words[a:b]) for a, b in pairwise(stops)]


def blocks(view: View, space: Space, size: float, *, with_value: bool = True) -> list[Block]:
    """Return the ways to set a space's name at a size, the most pleasant first."""
    plan = view.board.art.names.get(space.id) if view.board.art else None
    told = [list(plan.lines)] if plan and plan.lines else list(splits(space.name.split()))
    found = []
    for lines in told:
        found.append(_below(view, space, lines, size, with_value=with_value))
        if with_value and space.value is not None:
            found.append(_beside(view, space, lines, size))
    return sorted(found, key=lambda block: (block.rank, block.width * block.height))


def value_block(view: View, space: Space, size: float) -> Block:
    """Return the value, the code and the entry text of a space without its name, for a name that is set by itself."""
    return _below(view, space, [], size, with_value=True)


def closed_blocks(view: View, space: Space, size: float) -> list[Block]:
    """Return the ways to set the name of land that nobody enters with what is printed on it, then that text alone."""
    kind = view.look.lettering["closed"]
    kind = kind._replace(size=type(kind.size)(size))
    found = []
    for lines in [*splits(space.name.split()), []]:
        stack = _Stack()
        for k, words in enumerate(lines):
            stack.add(words, kind, (LINE * size - cap_height(kind)) if k else 0.0)
        if space.note:
            note = view.look.lettering["entry"]
            stack.add(space.note, note._replace(size=type(note.size)(max(SMALLEST, 0.8 * size))), 1.2 if lines else 0.0)
        if stack.lines:
            rank = 0.25 * (len(lines) - 1) if lines else 9.0
            found.append(Block(tuple(stack.at(stack.width / 2)), None, "", stack.width, stack.bottom + 0.3 * size, rank))
    return found


def region_type(style: Style, size: float) -> Type:
    """Return the type of a region's name at a size, its letters closer where they are small."""
    kind = style.area.lettering["region"]
    share = min(1.0, max(0.35, (size - 2.0) / 2.5))
    return kind._replace(size=type(kind.size)(size), tracking=type(kind.tracking)(kind.tracking * share))


def code_type(style: Style, size: float) -> Type:
    """Return the type of a region's letter code beside a name of a size."""
    kind = style.area.lettering["code"]
    return kind._replace(size=type(kind.size)(max(SMALLEST, min(kind.size, 0.62 * size))))


class _Stack:
    """Lines under each other, each set about a middle that is known at the end."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, Type, float]] = []
        self.width, self.bottom = 0.0, 0.0

    def add(self, words: str, kind: Type, gap: float) -> None:
        self.bottom += gap + cap_height(kind)
        self.lines.append((words, kind, self.bottom))
        self.width = max(self.width, width(words, kind))

    def at(self, middle: float) -> list[Line]:
        return [Line(words, kind, (middle, baseline)) for words, kind, baseline in self.lines]


def _named(view: View, lines: list[str], size: float) -> _Stack:
    kind, stack = region_type(view.style, size), _Stack()
    for k, words in enumerate(lines):
        stack.add(words.upper(), kind, (LINE * size - cap_height(kind)) if k else 0.0)
    return stack


def _entry(view: View, space: Space, stack: _Stack, size: float) -> None:
    """Add the text that is printed on the map about who may enter."""
    kind = view.look.lettering["entry"]
    kind = kind._replace(size=type(kind.size)(max(SMALLEST, min(kind.size, 0.72 * size))))
    for k, words in enumerate(wrapped(space.note, kind.face, kind.size, width=max(stack.width, 17.0)) if space.note else ()):
        stack.add(words, kind, 1.0 if k == 0 else LEADING * kind.size - cap_height(kind))


def _below(view: View, space: Space, lines: list[str], size: float, *, with_value: bool) -> Block:
    stack = _named(view, lines, size)
    _entry(view, space, stack, size)
    code, radius = code_type(view.style, size), view.look.value.radius
    has_value = with_value and space.value is not None
    coded = width(space.code, code) if space.code else 0.0
    row = 2 * radius * has_value + coded + GAP * bool(coded and has_value)
    across = max(stack.width, row)
    placed = stack.at(across / 2)
    height, disc = stack.bottom, None
    if row:
        centre = height + GAP * bool(stack.lines) + (radius if has_value else cap_height(code) / 2)
        left = (across - row) / 2
        if has_value:
            disc, left = (left + radius, centre), left + 2 * radius + GAP
        if coded:
            placed.append(Line(space.code, code, (left + coded / 2, centre + cap_height(code) / 2)))
        height = centre + (radius if has_value else cap_height(code) / 2)
    return Block(tuple(placed), disc, _value(space) if has_value else "", across, height, 0.25 * (len(lines) - 1))


def _beside(view: View, space: Space, lines: list[str], size: float) -> Block:
    stack = _named(view, lines, size)
    code, radius = code_type(view.style, size), view.look.value.radius
    if space.code:
        stack.add(space.code, code, 0.8)
    _entry(view, space, stack, size)
    height = max(stack.bottom, 2 * radius)
    down = (height - stack.bottom) / 2
    placed = [line._replace(at=(line.at[0], line.at[1] + down)) for line in stack.at(stack.width / 2)]
    disc = (stack.width + GAP + radius, height / 2)
    return Block(tuple(placed), disc, _value(space), disc[0] + radius, height, 0.3 + 0.25 * (len(lines) - 1))


def _value(space: Space) -> str:
    return "" if space.value is None else str(space.value)


def draw_block(layer: Layer, view: View, block: Block, at: Point) -> Box:
    """Draw a block with its top left corner at a point."""
    for line in block.lines:
        write(layer, line.words, line.kind, (at[0] + line.at[0], at[1] + line.at[1]), anchor="middle")
    if block.disc:
        draw_value(layer, view, block.value, (at[0] + block.disc[0], at[1] + block.disc[1]))
    return Box(at[0], at[1], at[0] + block.width, at[1] + block.height)


def draw_value(layer: Layer, view: View, words: str, at: Point, *, sea: bool = False) -> None:
    """Draw a value in its disc."""
    look = view.look.sea_value if sea else view.look.value
    layer.circle(at, look.radius, **look.fill.area(), **look.rim.stroke())
    write(layer, words, look.type, (at[0], at[1] + cap_height(look.type) / 2), anchor="middle")
