"""Where each space of a board stands on its sheet, and where its tiles go: geometry alone, in millimetres."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.box import Box, Point
from mapsheet.text import wrapped
from mapsheet.typeset import LEADING, width

if TYPE_CHECKING:
    from areamap.atlas import Atlas
    from areamap.boardplan import BoardPlan, Form
    from areamap.spaces import Space
    from mapsheet.style import Style

SLACK = 0.6  # by which a slot is wider than its tile
BETWEEN = 0.5
PAD = 1.6
BAND = 6.4
RING = 3.4  # the rim of a round space, which carries its name
WALL = 3.0
WIDEST_NAME = 25.0
WIDEST_CITY = 60.0
CITY_BAND = 10.0
NODE_EDGE = 1.3
BADGE = 2.5
SIGN = 3.6
BESIDE = 0.8  # between a name and what stands beside it


class Placed(NamedTuple):
    """A space on its sheet: the box round it, the band for its name (none: no band), its slots and its lines of text.

    The band of a round space is its rim; a node without slots is all band.
    """

    space: Space
    form: Form
    box: Box
    band: Box | None
    slots: tuple[Box, ...] = ()
    lines: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Return what is printed as its name."""
        return self.form.title or self.space.name

    @property
    def is_round(self) -> bool:
        """Say whether its outline is a circle."""
        return self.form.shape == "round"

    @property
    def radius(self) -> float:
        """Return half the width of its box."""
        return self.box.width / 2

    @property
    def inside(self) -> Box:
        """Return the box of the space without its walls."""
        return self.box.grown(-WALL) if self.form.shape == "city" else self.box


def find_places(board: Atlas, style: Style, sheet: str) -> dict[str, Placed]:
    """Return the spaces that a sheet shows, by id in the order of the file: those that have a place there."""
    plan = plan_of(board)
    found = {}
    for space in board.spaces.values():
        form = plan.form_of(space.id, space.kind, space.group)
        at = form.at or space.at
        if at is not None and form.sheet == sheet:
            found[space.id] = _placed(plan, style, space, form._replace(at=at, shape=_shape(form)))
    return found


def _shape(form: Form) -> str:
    """Return the outline of a space; what holds tiles is a box where it would else be as small as its name."""
    return "box" if form.slots and form.shape in {"", "node"} else form.shape or "node"


def plan_of(board: Atlas) -> BoardPlan:
    """Return the layout of a board, an empty one where it has none."""
    from areamap.boardplan import BoardPlan

    return board.art.board if board.art is not None else BoardPlan()


def _placed(plan: BoardPlan, style: Style, space: Space, form: Form) -> Placed:
    slot = plan.tile + SLACK
    if form.shape == "round":
        return _round(style, space, form, slot)
    if form.shape == "node":
        return _node(plan, style, space, form)
    captions = form.slots or ()
    columns = max(1, min(form.per_row or len(captions), len(captions)))
    rows = -(-len(captions) // columns)
    grid = (columns * (slot + BETWEEN) - BETWEEN, rows * (slot + BETWEEN) - BETWEEN)
    wall = WALL if form.shape == "city" else 0.0
    band = CITY_BAND if wall else BAND
    least = form.size or (0.0, 0.0)
    wide = max(least[0], grid[0] + 2 * PAD + 2 * wall, _name_room(style, space, form))
    lines = tuple(_lines(style, form.holds, wide - 2 * PAD)) if form.holds else ()
    foot = len(lines) * LEADING * style.board.lettering["caption"].size + (0.6 if lines else 0.0)
    high = max(least[1], band + grid[1] + foot + PAD + 2 * wall + 0.6)
    box = centred(form.at or (0.0, 0.0), wide, high)
    head = Box(box.left + wall, box.top + wall, box.right - wall, box.top + wall + band)
    return Placed(space, form, box, head, _grid(box, head, (columns, len(captions)), slot), lines)


def _name_room(style: Style, space: Space, form: Form) -> float:
    """Return how wide a plain box grows for its name; stations and panels of one kind stay alike."""
    words, kinds = form.title or space.name, style.board.lettering
    if form.size or form.shape not in {"box", "stadium", "city"}:
        return 0.0
    if form.shape == "city":
        return min(WIDEST_CITY, width(words.upper(), kinds["city"]) + 2 * WALL + 8)
    return min(WIDEST_NAME, width(words, kinds["name"]) + 2.4)


def _lines(style: Style, words: str, room: float) -> list[str]:
    kind = style.board.lettering["caption"]
    return wrapped(words, kind.face, kind.size, width=room)


def _grid(box: Box, head: Box, counts: tuple[int, int], slot: float) -> tuple[Box, ...]:
    columns, count = counts
    pitch = slot + BETWEEN
    left = box.centre[0] - (columns * pitch - BETWEEN) / 2
    top = head.bottom + 0.8
    corners = [(left + k % columns * pitch, top + k // columns * pitch) for k in range(count)]
    return tuple(Box(x, y, x + slot, y + slot) for x, y in corners)


def _round(style: Style, space: Space, form: Form, slot: float) -> Placed:
    """Return a round space just large enough for its tiles beside each other, inside its rim; it has lines or tiles."""
    count = len(form.slots or ()) or 1
    across = count * (slot + BETWEEN) - BETWEEN
    radius = max(form.size[0] / 2 if form.size else 0.0, hypot(across, slot) / 2 + 0.3 + RING)
    box = centred(form.at or (0.0, 0.0), 2 * radius, 2 * radius)
    (x, y), pitch = box.centre, slot + BETWEEN
    lefts = [x - across / 2 + k * pitch for k in range(count)]
    slots = tuple(Box(left, y - slot / 2, left + slot, y + slot / 2) for left in lefts)
    if form.slots:
        return Placed(space, form, box, box, slots)
    # lines three quarters as long as the circle is wide fit into two thirds of its height
    most = int(1.3 * (radius - RING) / (LEADING * style.board.lettering["caption"].size))
    return Placed(space, form, box, box, (), tuple(_lines(style, form.holds, 1.5 * (radius - RING))[:most]))


def _node(plan: BoardPlan, style: Style, space: Space, form: Form) -> Placed:
    """Return a place as wide as its name, its value before it and the signs of its traits after it."""
    kind = style.board.lettering["name"]
    beside = (2 * BADGE + BESIDE if space.value is not None else 0.0) + len(signs_of(plan, space)) * (SIGN + BESIDE)
    room = width(form.title or space.name, kind) + beside + 2 * (NODE_EDGE + 0.7)
    wide, high = form.size or (room, 1.9 * kind.size)
    box = centred(form.at or (0.0, 0.0), wide, high)
    return Placed(space, form, box, box)


def signs_of(plan: BoardPlan, space: Space) -> list[str]:
    """Return the shapes of the signs that stand beside a space's name, by its traits in the order of the alphabet."""
    signs = [plan.signs[trait].shape for trait in sorted(space.traits) if trait in plan.signs]
    return [shape for shape in signs if shape != "none"]


def centred(at: Point, wide: float, high: float) -> Box:
    """Return the box of a size round a point."""
    return Box(at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2)
