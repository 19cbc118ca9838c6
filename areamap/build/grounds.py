"""Land and water each divided between their spaces: which parts are divided, which go whole, where sea lines begin."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from areamap.build.course import Course
from areamap.build.edges import NOBODY, edges_of
from areamap.build.partition import Divided, divide, nearest_label, settle
from areamap.build.plan import LAND, BorderLine, Plan
from areamap.build.seeding import Line, Seeds, all_seeds, joined_ends
from areamap.build.shore import is_below, on_paper

Circle = tuple[float, float, float]
OUT = 0.4  # mm that a sea line leaves the coast squarely before it turns to its course
INLAND = 0.05  # mm beyond the coast to which a seed on its wrong side is moved


class Side:
    """The spaces, seeds and parts of one ground."""

    def __init__(self, plan: Plan, ground: str, parts: Sequence[Any], names: Sequence[str]) -> None:
        self.plan, self.ground, self.parts = plan, ground, list(parts)
        self.number = {name: k for k, name in enumerate(names)}
        self.spaces = plan.on(ground)
        self.notes: list[str] = []
        self.whole: dict[int, int] = {}
        self.own: list[tuple[Any, int]] = []
        if self.spaces and self.parts:
            self._take_islands()
            self._place_seeds()

    def _take_islands(self) -> None:
        """Give every island space the land parts that hold its seeds or are nearest to them."""
        import shapely

        tree = shapely.STRtree(self.parts)
        for space in self.spaces:
            for point in shapely.points(on_paper(self.plan, space.seeds)) if space.kind == "island" else ():
                part = int(tree.nearest(point))
                if self.whole.setdefault(part, self.number[space.id]) != self.number[space.id]:
                    self.notes.append(f"space {space.id} has no land of its own: another island holds its land part")

    def _place_seeds(self) -> None:
        """Collect the seeds of the other spaces, those on the wrong side of the coast moved over it."""
        import shapely

        rest = [part for k, part in enumerate(self.parts) if k not in self.whole]
        ground = shapely.union_all(rest)
        inner = shapely.buffer(ground, -INLAND)
        shapely.prepare(ground)
        for space in self.spaces:
            if space.kind == "island":
                continue
            for seed, point in zip(space.seeds, shapely.points(on_paper(self.plan, space.seeds)), strict=True):
                self.own.append((self._placed(f"{space.id} {seed[0]:g}, {seed[1]:g}", point, ground, inner), self.number[space.id]))

    def _placed(self, words: str, point: Any, ground: Any, inner: Any) -> Any:
        import shapely

        frame = shapely.box(0, 0, *self.plan.projection.frame)
        if shapely.intersects(ground, point) or not shapely.intersects(frame, point) or inner.is_empty:
            if not shapely.intersects(frame, point):
                self.notes.append(f"seed {words} lies outside the frame")
            return shapely.get_coordinates(point)[0]
        nearest = shapely.shortest_line(point, inner)
        self.notes.append(f"seed {words} is not on {self.ground}: moved {nearest.length / 25.4:.3f} in")
        return shapely.get_coordinates(nearest)[-1]

    def lines(self) -> list[BorderLine]:
        """Return the author's lines on this ground, in an order that does not depend on the source's."""
        names = {space.id for space in self.spaces}
        return sorted(line for line in self.plan.lines if line.between[0] in names and line.between[1] in names)

    def drawn(self, line: BorderLine, through: Any) -> Line:
        """Return a line with numbers for its spaces."""
        return self.number[line.between[0]], self.number[line.between[1]], through

    def divided(self, lines: Sequence[Line], roughness: float, calm: Sequence[Circle]) -> Divided:
        """Return this ground divided; NOBODY's where it has no spaces."""
        import numpy as np

        faces = np.empty(len(self.parts), dtype=object)
        faces[:] = self.parts
        if not self.spaces or not self.parts:
            return Divided(faces, np.full(len(faces), NOBODY))
        if not self.own:
            return Divided(faces, np.array([self.whole.get(k, NOBODY) for k in range(len(faces))]))
        seeds = all_seeds(self.own, joined_ends(lines))
        course = Course(self.plan.projection.frame, roughness, _anchors(seeds, lines) if roughness else (), calm=calm)
        whole = self._wholes(seeds)
        split = [k for k in range(len(faces)) if k not in whole]
        kept = [k for k in range(len(faces)) if k in whole]
        result = Divided(faces[kept], np.array([whole[k] for k in kept], dtype=np.int64))
        if not split:
            return result
        pieces = settle(divide(faces[split], seeds, course), seeds)
        return Divided(np.concatenate([result.faces, pieces.faces]), np.concatenate([result.labels, pieces.labels]))

    def _wholes(self, seeds: Seeds) -> dict[int, int]:
        """Return the label of each part that is not divided: islands, and small parts with the seeds of one space or none."""
        import numpy as np
        import shapely

        holds = defaultdict(set)
        tree = shapely.STRtree(self.parts)
        for seed, part in tree.query(shapely.points(seeds.places[: seeds.own]), predicate="intersects").T.tolist():
            holds[part].add(int(seeds.labels[seed]))
        limit = self.plan.coast.divide_above
        if self.ground == LAND:
            small = {k for k, part in enumerate(self.parts) if is_below(self.plan.projection, part, limit) and len(holds[k]) < 2}
        else:
            small = {k for k in range(len(self.parts)) if len(holds[k]) == 1}
        loose = sorted(k for k in small if not holds[k])
        inside = shapely.get_coordinates(shapely.point_on_surface(np.array(self.parts, dtype=object)[loose]))
        found = dict(zip(loose, nearest_label(seeds, inside).tolist(), strict=True))
        return {**{k: found[k] if k in found else min(holds[k]) for k in small}, **self.whole}


def _anchors(seeds: Seeds, lines: Sequence[Line]) -> Any:
    import numpy as np
    import shapely

    own = shapely.points(seeds.places[: seeds.own])
    pieces = [np.stack([line[2][:-1], line[2][1:]], axis=1) for line in lines]
    return np.concatenate([own, *(shapely.linestrings(piece) for piece in pieces)])


def divided_land(side: Side, roughness: float, calm: Sequence[Circle]) -> Divided:
    """Return the land divided."""
    return side.divided([side.drawn(line, on_paper(side.plan, line.through)) for line in side.lines()], roughness, calm)


def divided_water(side: Side, land: Divided, roughness: float, calm: Sequence[Circle]) -> Divided:
    """Return the water divided, lines that begin or end at a border of two lands exactly there."""
    lines = []
    for line in side.lines():
        through = on_paper(side.plan, line.through)
        if line.end:
            through = _from_border(side, land, line.end, through[::-1])[::-1]
        if line.start:
            through = _from_border(side, land, line.start, through)
        lines.append(side.drawn(line, through))
    return side.divided(lines, roughness, calm)


def _from_border(side: Side, land: Divided, pair: tuple[str, str], through: Any) -> Any:
    """Return a line that begins where the border of two lands meets the coast, at the meeting nearest to its beginning."""
    import numpy as np

    meetings = _meetings(land, side.number[pair[0]], side.number[pair[1]])
    if not len(meetings):
        side.notes.append(f"the border of {pair[0]} and {pair[1]} does not meet the coast: a line that begins there begins where it is drawn")
        return through
    at = meetings[np.argmin(np.hypot(*(meetings - through[0]).T))]
    out = _outward(land, at)
    onward = through[1:]
    return np.vstack([at, at + out * OUT, onward])


def _meetings(land: Divided, a: int, b: int) -> Any:
    """Return the places where the border of two lands meets what is no land."""
    import numpy as np

    edges = edges_of(land.faces).relabelled(land.labels)
    shared = ((edges.left == a) & (edges.right == b)) | ((edges.left == b) & (edges.right == a))
    coast = (edges.left == NOBODY) | (edges.right == NOBODY)
    ends = {tuple(place) for place in edges.ends[shared].reshape(-1, 2).tolist()}
    shore = {tuple(place) for place in edges.ends[coast].reshape(-1, 2).tolist()}
    return np.array(sorted(ends & shore)).reshape(-1, 2)


def _outward(land: Divided, at: Any) -> Any:
    """Return the way from a place of the coast into the middle of the water before it, one millimetre long."""
    import numpy as np

    edges = edges_of(land.faces)
    coast = edges.where((edges.left == NOBODY) | (edges.right == NOBODY))
    ways = []
    for own, other in ((slice(0, 2), slice(2, 4)), (slice(2, 4), slice(0, 2))):
        here = (coast.ends[:, own] == at).all(axis=1)
        ways += [(far - at, left == NOBODY, own.start == 0) for far, left in zip(coast.ends[here][:, other], coast.left[here], strict=True)]
    # the water lies at the left of an edge that leaves the place, or at its right
    angles = [(float(np.arctan2(way[1], way[0])), left == leaves) for way, left, leaves in ways]
    opening = next((angle for angle, water_left in angles if water_left), angles[0][0])
    closing = [(angle - opening) % (2 * np.pi) for angle, water_left in angles if not water_left]
    middle = opening + min(closing, default=2 * np.pi) / 2
    return np.array([np.cos(middle), np.sin(middle)])
