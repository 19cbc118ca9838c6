"""Line of sight (8.11-8.16): whether one hex or unit sees another and what stops it, and all that a hex sees.

The line joins two centres (8.11). A hex that it crosses blocks when another unit holds it, when its terrain blocks, or when
it is higher than both ends (8.13-8.15); where it runs along a hexside both hexes must block (8.12). Nobody sees into a
hex that `blocks into`, not even from beside it; looking out of it is free, and both ends of a line never block it
otherwise (8.16). What the rules of a game leave open is its `Policy`. The all-pairs matrix is `hexmap.sightmatrix`.

Under elevation "slope" the line rises or falls evenly between the levels of its ends, and a hex blocks when its level plus
the height of its terrain is above the line at the foot of the perpendicular from its centre. Terrain that blocks and has
a height then blocks only up to that height; without a height it blocks at every elevation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from hexmap.cover import BLOCKS, REASONS, Cover, Footing, Gaze, cover_of, run_blocks
from hexmap.lines import touched_corner, trace
from hexmap.options import SightOptions, refuse_unknown
from mapsheet.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from hexmap.board import Board
    from hexmap.grid import Grid, Hex
    from hexmap.ground import Policy
    from hexmap.lines import Point, Template
    from hexmap.pair import Stand
    from hexmap.sightmatrix import SightMatrix

Run = tuple[str, ...]


class Blocker(NamedTuple):
    """A hex that blocks (None off the map) and why: occupied, terrain, target, higher, hexside or offmap."""

    hex: str | None
    why: str


class Sight(NamedTuple):
    """Whether a line of sight is clear, and what it meets strictly between its ends, in order from the first.

    `crossed` are hexes whose interior it crosses, `runs` the two hexes of each hexside it runs along (left of the line
    first, one alone at the map's edge), `touched` those met at a corner only; missing hexes stand in none. `blocked_by` has
    one entry for each hex and reason, in order; a hexside is named by its canonical hex. `from_hex` and `to_hex` are set
    where an end is a two-hex unit: the best of its hexes. For drawing there are the displacement, in the frame of
    `hexmap.grid`, and `first`, the key of what is met first of what blocks.
    """

    from_: str
    to: str
    clear: bool
    crossed: tuple[str, ...]
    runs: tuple[Run, ...]
    touched: tuple[str, ...]
    blocked_by: tuple[Blocker, ...]
    policy: Policy
    from_hex: str | None = None
    to_hex: str | None = None
    displacement: Point = (0, 0)
    first: int | None = None

    def __bool__(self) -> bool:
        return self.clear

    @property
    def stop(self) -> Fraction | None:
        """How far along the line, from 0 to 1, it meets what first blocks it; None where it is clear."""
        return None if self.first is None else trace(*self.displacement).entry(self.first)

    @property
    def corners(self) -> list[Point]:
        """The corners that are touched, as (x, y) of the frame from the first end's centre, in order."""
        found = trace(*self.displacement)
        at = {side: touched_corner(*self.displacement, side) for side in (-1, 1)}
        return [(3 * u + at[side][0], y + at[side][1]) for _, side, u, y in found.items if side and not found.along]

    def to_json(self) -> dict[str, Any]:
        """Return the answer as plain JSON values."""
        answer: dict[str, Any] = {
            "from": self.from_,
            "to": self.to,
            "clear": self.clear,
            "crossed": list(self.crossed),
            "runs": [list(run) for run in self.runs],
            "touched": list(self.touched),
            "blocked_by": [{"hex": blocker.hex, "why": blocker.why} for blocker in self.blocked_by],
            "policy": self.policy._asdict(),
        }
        if self.from_hex is not None:
            answer["from_hex"], answer["to_hex"] = self.from_hex, self.to_hex
        return answer


class Viewshed(NamedTuple):
    """What is seen from a hex or unit and what is not, as numbers in their order; the viewer's own hexes are in neither."""

    from_: str
    visible: tuple[str, ...]
    hidden: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the answer as plain JSON values."""
        return {"from": self.from_, "visible": list(self.visible), "hidden": list(self.hidden)}


def los(board: Board, a: str | Stand, b: str | Stand, **options: Unpack[SightOptions]) -> Sight:
    """Return the line of sight between two hexes or units, the best one where a unit has two hexes.

    Best is clear, then near, then with fewer blockers, then with lower numbers (8.11, 15.3). Neither end nor the other
    hex of its unit counts as occupied. Raises NotationError for what is no hex of the map, no class or no policy.
    """
    cover = _cover(board, options)
    viewer, target = cover.footings.of(a), cover.footings.of(b)
    occupied = cover.occupied(options, viewer.cells + target.cells)
    if len(viewer.cells) + len(target.cells) > 2:
        return _best(cover, viewer, target, occupied)
    sight = _judged(cover, viewer.cells[0], target.cells[0], occupied)
    if (sight.from_, sight.to) == (viewer.text, target.text):
        return sight
    return sight._replace(from_=viewer.text, to=target.text)


def viewshed(board: Board, a: str | Stand, radius: int | None = None, **options: Unpack[SightOptions]) -> Viewshed:
    """Return which hexes of the map, at most `radius` away, are seen from a hex or from either hex of a unit.

    Raises NotationError as `los`, and for a radius that is no whole number of at least 0.
    """
    if radius is not None and (isinstance(radius, bool) or not isinstance(radius, int) or radius < 0):
        raise NotationError("a radius of at least 0 whole hexes", radius)
    cover = _cover(board, options)
    viewer = cover.footings.of(a)
    held = cover.holding(cover.occupied(options, viewer.cells))
    cells = _around(board, viewer, radius)
    seen = {cell for own in viewer.cells for cell in cells if held.clear(own, cell)}
    names = cover.names
    visible = sorted([names[cell] for cell in seen])
    return Viewshed(viewer.text, tuple(visible), tuple(sorted([names[cell] for cell in cells if cell not in seen])))


def los_matrix(board: Board, **options: Unpack[SightOptions]) -> SightMatrix:
    """Return the sight between all pairs of hexes; NotationError as `los`, or where the map is too large for it."""
    from hexmap.sightmatrix import matrix_of

    cover = _cover(board, options)
    return matrix_of(cover, cover.occupied(options))


def _cover(board: Board, options: SightOptions) -> Cover:
    refuse_unknown(options, SightOptions)
    if options.get("unit_class") is not None:
        board.unit_class(options["unit_class"])
    if "run" in options or "touch" in options or "offmap" in options or "elevation" in options:
        return cover_of(board, board.policy(options))
    return cover_of(board, board.rules.policy)


def _around(board: Board, viewer: Footing, radius: int | None) -> list[int]:
    """Return the cells of the map at most `radius` from a footing, without its own."""
    grid, terrain_at = board.grid, board.terrain_at
    cells: set[int] | range = range(grid.size)
    if radius is not None:
        cells = {cell for own in viewer.cells for span in _lines(grid, grid.hex_of(own), radius) for cell in span}
    return [cell for cell in cells if terrain_at[cell] and cell not in viewer.cells]


def _lines(grid: Grid, centre: Hex, radius: int) -> Iterator[range]:
    """Iterate over the cells of each line of a grid that are at most `radius` from a hex."""
    u, y = grid.point(centre)
    for line in range(max(0, u - radius), min(grid.lines, u + radius + 1)):
        reach, shift = 2 * radius - abs(line - u), grid.shift(line)
        first = max(0, (y - reach - shift + 1) // 2)
        last = min(grid.line_length(line) - 1, (y + reach - shift) // 2)
        start = grid.first_cell(line)
        yield range(start + first, start + last + 1)


def _best(cover: Cover, viewer: Footing, target: Footing, occupied: frozenset[int]) -> Sight:
    hexes = [cover.grid.hex_of(cell) for cell in (*viewer.cells, *target.cells)]
    place: dict[str, Hex] = dict(zip((cover.names[cell] for cell in (*viewer.cells, *target.cells)), hexes, strict=True))

    def worse(sight: Sight) -> tuple[bool, int, int, str, str]:
        distance = cover.grid.distance(place[sight.from_], place[sight.to])
        return not sight.clear, distance, len(sight.blocked_by), sight.from_, sight.to

    best = min((_judged(cover, x, y, occupied) for x in viewer.cells for y in target.cells), key=worse)
    return best._replace(from_=viewer.text, to=target.text, from_hex=best.from_, to_hex=best.to)


def _judged(cover: Cover, a: int, b: int, occupied: frozenset[int]) -> Sight:
    """Return the reasoned answer for two cells."""
    template, names, exists = cover.templates.between(a, b), cover.names, cover.terrain_at
    crossed = [a + offset for offset in template.crossed]
    runs: tuple[Run, ...] = ()
    touched: tuple[str, ...] = ()
    met = crossed
    if template.runs:
        pairs = [[a + offset for offset in pair] for pair in template.runs]
        runs = tuple([tuple(run) for pair in pairs if (run := [names[cell] for cell in pair if exists[cell]])])
        met = [*crossed, *(cell for pair in pairs for cell in pair)]
    elif template.touched:
        corners = [a + offset for offset in template.touched]
        touched = tuple([names[cell] for cell in corners if exists[cell]])
        met = [*crossed, *corners]
    found: list[_Found] = []
    if not cover.clear(a, b) or not occupied.isdisjoint(met):
        found = _blockers(cover, Gaze(template, a, b, cover.levels[a], cover.levels[b]), occupied)
    return Sight(
        names[a],
        names[b],
        not found,
        tuple([names[cell] for cell in crossed if exists[cell]]),
        runs,
        touched,
        tuple([blocker for _, blocker, _ in found]),
        cover.policy,
        displacement=(template.du, template.dy),
        first=min([arrival for _, _, arrival in found]) if found else None,
    )


_Place = tuple[int, int, int]  # key of the hex, side, place of the reason among REASONS
_Found = tuple[_Place, Blocker, int]  # with the key of what the line reaches when it is blocked


def _blockers(cover: Cover, gaze: Gaze, occupied: frozenset[int]) -> list[_Found]:
    """Return all that blocks a line, in order."""
    template, norm = gaze.template, gaze.template.norm
    beside = _run_keys(cover, gaze, occupied) if template.runs else set()
    found = []
    for key, side, offset in template.items:
        cell = gaze.a + offset
        if side and not _border_counts(cover, template.runs != (), key in beside, cell):
            continue
        name = cover.names[cell] if cover.terrain_at[cell] else None
        whys = cover.reasons(gaze, key, cell, occupied)
        found += [((key, side, REASONS.index(why)), Blocker(name, why), key) for why in whys]
    if norm and cover.terrain_at[gaze.b] in cover.into:
        found.append(((norm, 0, REASONS.index("target")), Blocker(cover.names[gaze.b], "target"), norm))
    if cover.walls:
        found += _hexsides(cover, gaze)
    return sorted(found, key=lambda each: (each[0], each[1].hex or ""))


def _border_counts(cover: Cover, is_run: bool, run_blocks_here: bool, cell: int) -> bool:
    """Return whether a hex met only at its border may block; a touched hex that is missing never does."""
    if is_run:
        return run_blocks_here
    return cover.policy.touch == BLOCKS and cover.terrain_at[cell] != 0


def _run_keys(cover: Cover, gaze: Gaze, occupied: frozenset[int]) -> set[int]:
    """Return the keys of the hexsides whose hexes the run policy lets block."""
    pairs: dict[int, list[bool]] = {}
    for key, side, offset in gaze.template.items:
        if side:
            pairs.setdefault(key, []).append(bool(cover.reasons(gaze, key, gaze.a + offset, occupied)))
    judged = {key: (left, right) for key, (left, right) in pairs.items()}
    policy = cover.policy.run
    if not run_blocks(policy, list(judged.values())):
        return set()
    return {key for key, pair in judged.items() if policy != "same-hexside" or all(pair)}


def _hexsides(cover: Cover, gaze: Gaze) -> list[_Found]:
    """Return the hexsides that block, each once by its canonical hex, placed where that hex lies along the line."""
    grid, base = cover.grid, 3 * gaze.a
    start = grid.point(grid.hex_of(gaze.a))
    found: dict[int, _Found] = {}
    for barrier in gaze.template.barriers:
        if not cover.walled(barrier.ways, gaze.a):
            continue
        for code in (base + code for way in barrier.ways for code in way if base + code in cover.walls):
            cell = _named(cover, code)
            blocker = Blocker(cover.names[cell] if cover.terrain_at[cell] else None, "hexside")
            u, y = grid.point(grid.hex_of(cell))
            place = _place(gaze.template, u - start[0], y - start[1])
            found.setdefault(cell, (place, blocker, barrier.arrival))
    return list(found.values())


def _place(template: Template, u: int, y: int) -> _Place:
    du, dy = template.du, template.dy
    cross = (du * y - dy * u) * (1 if template.grid.is_flat else -1)
    return 3 * du * u + dy * y, (cross > 0) - (cross < 0), REASONS.index("hexside")


def _named(cover: Cover, code: int) -> int:
    """Return the cell that names a hexside: its canonical hex, the other one where that is missing."""
    cell, direction = divmod(code, 3)
    other = cell + cover.grid.offsets[direction]
    return cell if cover.terrain_at[cell] or not cover.terrain_at[other] else other
