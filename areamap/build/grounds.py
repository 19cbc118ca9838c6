"""Land and water each divided between their spaces: which parts are divided, which go whole, where sea lines begin."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from areamap.build.course import Course
from areamap.build.edges import NOBODY, Edges, edges_of
from areamap.build.partition import AROUND, Divided, divide, hanging_together, nearest_label, settled
from areamap.build.plan import LAND, BorderLine, Plan
from areamap.build.seeding import Line, Seeds, all_seeds, joined_ends
from areamap.build.shore import is_below, on_paper
from areamap.build.strokes import course_of, rounded
from mapsheet.errors import DataError

Circle = tuple[float, float, float]
OUT = 0.4  # mm that a sea line leaves the coast squarely before it turns to its course
OFF = 0.5  # mm beyond its own ground to which a line still counts
TOLD = 12.7**2  # mm²: the ground of a counter
LONGEST = 60_000.0  # mm of lines
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
        others = [seed for space in self.spaces if space.kind != "island" for seed in space.seeds]
        taken = {int(k) for k in tree.query(shapely.points(on_paper(self.plan, others)), predicate="intersects")[1]}
        for space in self.spaces:
            for point in shapely.points(on_paper(self.plan, space.seeds)) if space.kind == "island" else ():
                part = int(tree.nearest(point))
                if part in taken or self.whole.setdefault(part, self.number[space.id]) != self.number[space.id]:
                    self.notes.append(f"island {space.id}: the land nearest to its seed holds seeds of other spaces")

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
                words = f"{space.id} {seed[0]:g}, {seed[1]:g}"
                self.own.append((self._placed(words, point, ground, inner), self.number[space.id]))

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
        lines = _inside(joined_ends(lines), self.plan.projection.frame)
        seeds = self._seeds(lines)
        course = Course(self.plan.projection.frame, roughness, _anchors(seeds, lines) if roughness else (), calm=calm)
        whole = self._wholes(seeds)
        split = [k for k in range(len(faces)) if k not in whole]
        kept = [k for k in range(len(faces)) if k in whole]
        result = Divided(faces[kept], np.array([whole[k] for k in kept], dtype=np.int64))
        if not split:
            return result
        raw = divide(faces[split], seeds, course)
        labels = settled(raw, seeds, result.faces)
        self._tell_given(raw, labels)
        pieces = hanging_together(raw.faces, labels)
        return Divided(np.concatenate([result.faces, pieces.faces]), np.concatenate([result.labels, pieces.labels]))

    def _tell_given(self, raw: Divided, labels: Any) -> None:
        """Note which pieces of some size went to a neighbor because they hold no seed of their own."""
        import numpy as np
        import shapely

        names = {number: name for name, number in self.number.items()}
        for k in np.flatnonzero((raw.labels != labels) & (shapely.area(raw.faces) > TOLD)).tolist():
            x, y = shapely.get_coordinates(shapely.point_on_surface(raw.faces[k]))[0].tolist()
            where = ", ".join(f"{part:.2f}" for part in self.plan.projection.inverse(x, y))
            size = f"{raw.faces[k].area / 25.4**2:.2f} in2 at {where}"
            loser, winner = names[int(raw.labels[k])], names[int(labels[k])]
            self.notes.append(f"{size}, cut off from {loser}, goes to {winner}: no seed is there")

    def _seeds(self, lines: Sequence[Line]) -> Seeds:
        """Return all seeds; those of lines that leave their ground end there."""
        import numpy as np
        import shapely

        seeds = all_seeds(self.own, lines)
        ground = shapely.union_all(self.parts)
        shapely.prepare(ground)
        kept = shapely.dwithin(ground, shapely.points(seeds.places), OFF)
        kept[: seeds.own] = True
        return Seeds(seeds.places[kept], np.asarray(seeds.labels)[kept], seeds.own)

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


def _inside(lines: Sequence[Line], frame: tuple[float, float]) -> list[Line]:
    """Return lines without what lies far outside the frame. DataError where they are longer than can be followed."""
    import shapely

    box = (-AROUND, -AROUND, frame[0] + AROUND, frame[1] + AROUND)
    result: list[Line] = []
    for left, right, through in lines:
        if (through >= box[:2]).all() and (through <= box[2:]).all():
            result.append((left, right, through))
        else:
            clipped = shapely.get_parts(shapely.clip_by_rect(shapely.linestrings(through), *box))
            result += [(left, right, shapely.get_coordinates(part)) for part in clipped if part.length > 0]
    length = sum(shapely.linestrings(through).length for *_, through in result)
    if length > LONGEST:
        most = f"{LONGEST / 1000:,.0f} m are followed at most"
        raise DataError(f"the source's lines are {length / 1000:,.0f} m long on the sheet; {most}")
    return result


def _anchors(seeds: Seeds, lines: Sequence[Line]) -> Any:
    import numpy as np
    import shapely

    own = shapely.points(seeds.places[: seeds.own])
    pieces = [np.stack([line[2][:-1], line[2][1:]], axis=1) for line in lines]
    return np.concatenate([own, *(shapely.linestrings(piece) for piece in pieces)])


def divided_land(side: Side, roughness: float, calm: Sequence[Circle]) -> Divided:
    """Return the land divided."""
    return side.divided([side.drawn(line, course_of(side.plan, line)) for line in side.lines()], roughness, calm)


def divided_water(side: Side, land: Divided, roughness: float, calm: Sequence[Circle]) -> Divided:
    """Return the water divided, lines that begin or end at a border of two lands exactly there."""
    lines = []
    # the first of several ends at one place says where it is
    for line in sorted(side.lines(), key=lambda line: line.start is None and line.end is None):
        through = on_paper(side.plan, line.through)
        if line.end:
            through = _from_border(side, land, line.end, through[::-1])[::-1]
        if line.start:
            through = _from_border(side, land, line.start, through)
        lines.append(side.drawn(line, rounded(through, side.plan.bends)))
    return side.divided(lines, roughness, calm)


def _from_border(side: Side, land: Divided, pair: tuple[str, str], through: Any) -> Any:
    """Return a line that begins where the border of two lands meets the coast, at the meeting nearest to its beginning."""
    import numpy as np

    coast = _coast(side, land)
    meetings = _meetings(land, coast, (side.number[pair[0]], side.number[pair[1]]))
    if not len(meetings):
        side.notes.append(f"the border of {pair[0]} and {pair[1]} does not meet the coast: a line keeps its own end")
        return through
    at = meetings[np.argmin(np.hypot(*(meetings - through[0]).T))]
    return np.vstack([at, at + _outward(coast, at) * OUT, through[1:]])


def _coast(side: Side, land: Divided) -> Edges:
    """Return the edges between land and water."""
    edges = edges_of(land.faces)
    return edges.where(((edges.left == NOBODY) | (edges.right == NOBODY)) & ~edges.on_frame(side.plan.projection.frame))


def _meetings(land: Divided, coast: Edges, pair: tuple[int, int]) -> Any:
    """Return the places where the border of two lands meets the coast."""
    import numpy as np

    edges = edges_of(land.faces).relabelled(land.labels)
    ends = {tuple(place) for place in edges.ends[edges.between(*pair)].reshape(-1, 2).tolist()}
    shore = {tuple(place) for place in coast.ends.reshape(-1, 2).tolist()}
    return np.array(sorted(ends & shore)).reshape(-1, 2)


def _outward(coast: Edges, at: Any) -> Any:
    """Return the way from a place of the coast into the middle of the water before it, one millimetre long."""
    import numpy as np

    angles = []
    for forward in (True, False):
        near, far = (coast.ends[:, :2], coast.ends[:, 2:])[:: 1 if forward else -1]
        here = (near == at).all(axis=1)
        ways = far[here] - at
        # the water lies at the left of an edge that leaves the place, or at its right
        angles += list(zip(np.arctan2(ways[:, 1], ways[:, 0]), (coast.left[here] == NOBODY) == forward, strict=True))
    opening = next((angle for angle, water_left in angles if water_left), angles[0][0])
    widths = [(angle - opening) % (2 * np.pi) for angle, water_left in angles if not water_left]
    middle = opening + min(widths, default=2 * np.pi) / 2
    return np.array([np.cos(middle), np.sin(middle)])


def unfollowed(side: Side, divided: Divided) -> list[str]:
    """Return a note for each line whose sides do not lie where they should along half of it or more."""
    import shapely

    notes = []
    tree = shapely.STRtree(divided.faces)
    for line in side.lines():
        left, right, through = side.drawn(line, course_of(side.plan, line))
        pairs = all_seeds([], _inside([(left, right, through)], side.plan.projection.frame))
        which, face = tree.query(shapely.points(pairs.places), predicate="intersects")
        words = f"the line between {line.between[0]} and {line.between[1]}" + f" ({line.name})" * bool(line.name)
        what = _misled(side, (left, right), pairs.labels[which], divided.labels[face])
        notes += [f"{words}{what}"] * bool(what)
    return notes


def _misled(side: Side, pair: tuple[int, int], wanted: Any, there: Any) -> str:
    """Return what is wrong with a line from the labels wanted and found along its two sides, empty where it is a border."""
    import numpy as np

    if not len(there):
        return f" lies on no {side.ground} inside the frame"
    if 2 * int((there == wanted).sum()) > len(there):
        return ""
    sides = [there[wanted == label] for label in pair]
    swapped = [2 * int((found == other).sum()) > len(found) for found, other in zip(sides, pair[::-1], strict=True)]
    names = {number: name for name, number in side.number.items()}
    if all(swapped):
        return f": left and right are swapped, {names[pair[1]]} lies at the left of who walks along it"
    found, counts = np.unique(there, return_counts=True)
    most = names[int(found[counts.argmax()])]
    return f" is no border along half of it or more: {most} lies on both its sides; has the other a seed on its own?"
