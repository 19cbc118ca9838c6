"""Dividing land or water between spaces: each point to its nearest seed, along natural courses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from areamap.build.course import Course
from areamap.build.edges import NOBODY, Edges, edges_of, parting
from areamap.build.seeding import Seeds
from areamap.build.shore import GRID

STEP = 0.6  # mm between the places of a border that are bent
AROUND = 10.0  # mm beyond the frame to which borders run


@dataclass(frozen=True)
class Divided:
    """Polygons that lie side by side, and whose each is."""

    faces: Any
    labels: Any


def divide(parts: Any, seeds: Seeds, course: Course) -> Divided:
    """Return the parts divided between the seeds' labels, each label of a part in pieces; small pieces stay as they fall."""
    import numpy as np
    import shapely

    wholes = np.array(parts, dtype=object)
    lines = [shapely.boundary(wholes)]
    if len(np.unique(seeds.labels)) > 1:
        lines.append(_borders(seeds, course, shapely.union_all(wholes)))
    noded = shapely.union_all(np.concatenate(lines), grid_size=GRID)
    faces = np.array(shapely.get_parts(shapely.polygonize(shapely.get_parts(noded))), dtype=object)
    inside = shapely.point_on_surface(faces)
    face, part = shapely.STRtree(wholes).query(inside, predicate="intersects")
    places = shapely.get_coordinates(inside[face])
    return _pieces(faces[face], part, nearest_label(seeds, course.straighten(places)))


def nearest_label(seeds: Seeds, places: Any) -> Any:
    """Return the label of the seed nearest to each place (n x 2)."""
    import numpy as np
    import shapely

    if not len(places):
        return np.zeros(0, dtype=np.int64)
    tree = shapely.STRtree(shapely.points(seeds.places))
    return seeds.labels[tree.query_nearest(shapely.points(places), all_matches=False)[1]]


def _pieces(faces: Any, part: Any, labels: Any) -> Divided:
    """Return the faces of one label in one part merged, split where they do not hang together."""
    import numpy as np
    import shapely

    order = np.lexsort((labels, part))
    faces, part, labels = faces[order], part[order], labels[order]
    starts = np.flatnonzero(np.append(True, (part[1:] != part[:-1]) | (labels[1:] != labels[:-1])))
    groups = np.split(faces, starts[1:])
    merged = np.array([group[0] if len(group) == 1 else shapely.coverage_union_all(group) for group in groups], dtype=object)
    pieces, whose = shapely.get_parts(merged, return_index=True)
    return Divided(pieces, labels[starts][whose])


def _borders(seeds: Seeds, course: Course, ground: Any) -> Any:
    """Return the bent borders between cells of different labels, where they meet the ground."""
    import shapely

    width, height = course.frame
    frame = shapely.box(-AROUND, -AROUND, width + AROUND, height + AROUND)
    cells = shapely.get_parts(shapely.voronoi_polygons(shapely.multipoints(seeds.places), extend_to=frame, ordered=True))
    straight = shapely.clip_by_rect(shapely.linestrings(parting(cells, seeds.labels).reshape(-1, 2, 2)), *frame.bounds)
    straight = straight[~shapely.is_empty(straight)]
    bent = shapely.transform(shapely.segmentize(straight, STEP), course.bend) if course.roughness else straight
    shapely.prepare(ground)
    return bent[shapely.intersects(ground, bent)]


def settled(divided: Divided, seeds: Seeds, wholes: Any) -> Any:
    """Return the pieces' labels, a piece without a seed of its own given to the neighbor with which it shares most border.

    Pieces that nobody's seed can reach keep theirs. `wholes` are the parts that are not divided: their seeds are at home there.
    """
    import numpy as np
    import shapely

    rooted = np.zeros(len(divided.faces), dtype=bool)
    tree = shapely.STRtree(divided.faces)
    seed, piece = tree.query(shapely.points(seeds.places[: seeds.own]), predicate="dwithin", distance=2 * GRID)
    rooted[piece[seeds.labels[seed] == divided.labels[piece]]] = True
    at_home = seed[seeds.labels[seed] == divided.labels[piece]]
    elsewhere = shapely.STRtree(wholes).query(shapely.points(seeds.places[: seeds.own]), predicate="intersects")[0]
    _root_strays(divided, seeds, np.setdiff1d(np.arange(seeds.own), np.concatenate([at_home, elsewhere])), rooted)
    edges = edges_of(divided.faces)
    edges = edges.where((edges.left != NOBODY) & (edges.right != NOBODY))
    labels = divided.labels.copy()
    while _grow(edges, labels, rooted):
        pass
    return labels


def hanging_together(faces: Any, labels: Any) -> Divided:
    """Return the faces with those of one label that share edges merged."""
    edges = edges_of(faces)
    edges = edges.where((edges.left != NOBODY) & (edges.right != NOBODY))
    return _pieces(faces, _islands(edges, len(labels)), labels)


def _root_strays(divided: Divided, seeds: Seeds, strays: Any, rooted: Any) -> None:
    """Root for each seed that lies in no piece of its own, as outside the frame, the nearest such piece."""
    import numpy as np
    import shapely

    for seed in strays.tolist():
        own = np.flatnonzero(divided.labels == seeds.labels[seed])
        if len(own):
            far = shapely.distance(divided.faces[own], shapely.Point(seeds.places[seed]))
            rooted[own[far.argmin()]] = True


def _grow(edges: Edges, labels: Any, rooted: Any) -> bool:
    """Give each piece without a root that touches one with a root to the label of most common border; tell if any was."""
    import numpy as np

    lengths = edges.lengths
    loose = np.concatenate([edges.left, edges.right])
    firm = np.concatenate([edges.right, edges.left])
    open_ = ~rooted[loose] & rooted[firm]
    if not open_.any():
        return False
    keys, group = np.unique(np.column_stack([loose[open_], labels[firm[open_]]]), axis=0, return_inverse=True)
    shared = np.bincount(group.ravel(), weights=np.tile(lengths, 2)[open_])
    order = np.lexsort((keys[:, 1], -np.round(shared, 6), keys[:, 0]))
    pieces, first = np.unique(keys[order, 0], return_index=True)
    labels[pieces] = keys[order, 1][first]
    rooted[pieces] = True
    return True


def _islands(edges: Edges, count: int) -> Any:
    """Return for each piece the least index of those it hangs together with."""
    import numpy as np

    least = np.arange(count)
    while True:
        before = least.copy()
        lower = np.minimum(least[edges.left], least[edges.right])
        np.minimum.at(least, edges.left, lower)
        np.minimum.at(least, edges.right, lower)
        least = least[least]
        if (least == before).all():
            return least
