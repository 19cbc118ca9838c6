"""The drawing itself: arcs, rings, faces, corners, slivers, and whether cities lie in their regions."""

from __future__ import annotations

import math
from collections import defaultdict

from areamap.atlas import Atlas
from areamap.checking.complaints import Complaint, Complaints, at, sized
from areamap.checking.doubts import NO_DOUBT, Doubt
from areamap.faces import Corner, Face, Net, Node, number_of
from areamap.projection import from_dict
from areamap.spaces import LAND, WATER
from areamap.tangles import refuse_tangles
from mapsheet.errors import DataError

THIN = 2e-3
"""A face is a sliver when it is narrower than this share of the side of a square as large as the faces are in the mean."""


def arcs(net: Net) -> Complaints:
    """Yield arcs that cross themselves or each other, or run through another's end."""
    import shapely

    try:
        refuse_tangles(net.arcs, "")
    except DataError as error:
        yield Complaint("arcs", error.faults[0].message)
        return
    lines = [shapely.LineString(arc) for arc in net.arcs]
    for k, simple in enumerate(shapely.is_simple(lines)):
        if not simple:
            yield Complaint(f"arcs.{k}", f"crosses or touches itself, near {at(net, net.arcs[k][0])}")
    tree = shapely.STRtree(lines)
    pairs = sorted({(int(i), int(j)) for i, j in tree.query(lines, predicate="intersects").T if i < j})
    for i, j in pairs:
        ends = {net.arcs[i][0], net.arcs[i][-1]} & {net.arcs[j][0], net.arcs[j][-1]}
        common = shapely.intersection(lines[i], lines[j])
        places = [] if common.is_empty else list(getattr(common, "geoms", [common]))
        beyond = [found for found in places if found.geom_type != "Point" or (found.x, found.y) not in ends]
        if beyond:
            where = beyond[0].coords[0]
            yield Complaint(f"arcs.{j}", f"meets arc {i} elsewhere than at an end of both, at {at(net, where)}")


def projection(net: Net) -> Complaints:
    """Yield what is wrong with the projection that the topology names; it may name none."""
    named = net.topology.meta.get("projection")
    if named is None:
        return
    try:
        from_dict(dict(named))
    except DataError as error:
        for fault in error.faults:
            yield Complaint("mapsheet.projection", " ".join(part for part in (fault.key, fault.message) if part))
    except (TypeError, ValueError):
        yield Complaint("mapsheet.projection", "expected the table of a projection")


def rings(net: Net) -> Complaints:
    """Yield rings whose arcs do not follow each other, and arcs whose two users are not the two spaces of their border."""
    users: dict[int, list[str]] = defaultdict(list)
    for k, (space, polygons) in enumerate(net.topology.shapes.items()):
        for ring in (ring for polygon in polygons for ring in polygon):
            for number in ring:
                users[number_of(number)].append(space)
            gap = _opening(net, ring)
            if gap:
                yield Complaint(f"objects.spaces.geometries.{k}", f"a ring of {space} does not close at {at(net, gap)}")
    for k, border in enumerate(net.topology.borders):
        named, used = sorted(filter(None, border.pair)), sorted(users[border.arc])
        if named != used:
            message = f"arc {border.arc} parts {_listed(named)}, and the shapes of {_listed(used)} use it"
            yield Complaint(f"objects.borders.geometries.{k}", f"{message}, near {at(net, _middle(net.arcs[border.arc]))}")


def _opening(net: Net, ring: list[int]) -> Node | None:
    walked = [net.arcs[number] if number >= 0 else net.arcs[~number][::-1] for number in ring]
    for arc, onward in zip(walked, [*walked[1:], walked[0]], strict=True):
        if arc[-1] != onward[0]:
            return arc[-1]
    return None


def _middle(points: list[Node]) -> Node:
    return points[len(points) // 2]


def _listed(names: list[str]) -> str:
    return " and ".join(names) or "nobody"


# -- faces -------------------------------------------------------------------------------------------------------------


def faces(board: Atlas, net: Net) -> Complaints:
    """Yield gaps, faces whose borders or shapes disagree, slivers, arcs that enclose nothing and spaces without a shape."""
    found = net.faces()
    shown = {space for face in found for space in face.spaces}
    for space in board.spaces.values():
        if space.kind in LAND | WATER and space.id not in net.topology.shapes:
            yield Complaint(("space", space.id), f"has no shape in {net.topology.name}")
    used = {edge for face in found for edge in _edges(face)}
    for k, border in enumerate(net.topology.borders):
        arc = net.arcs[border.arc]
        if frozenset(arc[:2]) not in used:
            message = f"arc {border.arc} encloses nothing: it ends at {at(net, arc[-1])}"
            yield Complaint(f"objects.borders.geometries.{k}", message)
    for face, held in zip(found, _holders(net, found), strict=True):
        yield from _face(net, face, held)
    for space_id in net.topology.shapes:
        if space_id not in shown:
            yield Complaint("objects.spaces", f"no face is {space_id}")
    yield from _slivers(net, found)


def _edges(face: Face) -> set[frozenset[Node]]:
    rings = (face.polygon.exterior, *face.polygon.interiors)
    return {frozenset(pair) for ring in rings for pair in zip(ring.coords, ring.coords[1:], strict=False)}


def _holders(net: Net, found: list[Face]) -> list[list[str]]:
    """Return for each face the spaces whose shapes hold the place in it."""
    import shapely

    if not found:
        return []
    parts = [(id_, rings) for id_, polygons in net.topology.shapes.items() for rings in polygons]
    outlines = [[net.ring(ring) for ring in rings] for _, rings in parts]
    drawn = [[outline for outline in rings if len(outline) > 3] for rings in outlines]
    shapes = [shapely.make_valid(shapely.Polygon(rings[0], rings[1:])) if rings else shapely.Polygon() for rings in drawn]
    held: list[set[str]] = [set() for _ in found]
    face, shape = shapely.STRtree(shapes).query([shapely.Point(one.at) for one in found], predicate="within")
    for f, s in zip(face.tolist(), shape.tolist(), strict=True):
        held[f].add(parts[s][0])
    return [sorted(ids) for ids in held]


def _face(net: Net, face: Face, held: list[str]) -> Complaints:
    place = f"of {sized(net, face.area)} at {at(net, face.at)}"
    if face.spaces == ("",) and not held:
        yield Complaint("objects.borders", f"a gap {place}: borders enclose it and no space holds it")
    elif len(face.spaces) > 1:
        yield Complaint("objects.borders", f"the borders round the face {place} give it to {_listed(_named(face.spaces))}")
    elif len(held) > 1:
        yield Complaint("objects.spaces", f"an overlap {place}: the shapes of {_listed(held)} hold it")
    elif held != [id_ for id_ in face.spaces if id_]:
        given = _listed([id_ for id_ in face.spaces if id_])
        yield Complaint("objects.spaces", f"the face {place} is of {given} by its borders, of {_listed(held)} by the shapes")


def _named(spaces: tuple[str, ...]) -> list[str]:
    return [id_ or "the outside" for id_ in spaces]


def _slivers(net: Net, found: list[Face]) -> Complaints:
    if not found:
        return
    side = math.sqrt(sum(face.polygon.area for face in found) / len(found))
    for face in found:
        outline = face.polygon
        if 2 * outline.area / outline.length < THIN * side:
            place = f"of {sized(net, face.area)} at {at(net, face.at)}"
            yield Complaint("objects.spaces", f"a sliver {place}, of {_listed(_named(face.spaces))}", warns=True)


# -- corners and cities --------------------------------------------------------------------------------------------------


def corners(board: Atlas, net: Net, doubt: Doubt = NO_DOUBT) -> Complaints:
    """Yield points where four or more spaces meet, or two across others, without a ruling, and rulings that match no point."""
    ruled = {corner.spaces: k for k, corner in enumerate(board.corners)}
    met: set[frozenset[str]] = set()
    for corner in net.corners:
        spaces = frozenset(filter(None, corner.round))
        if spaces in ruled:
            met.add(spaces)
        elif any(known <= spaces for known in doubt.corners):
            met |= {known for known in doubt.corners if known <= spaces}
        elif len(spaces) >= 4 or any(not board.borders_between(*pair) for pair in across(corner)):
            listed = ", ".join(sorted(spaces))
            message = f"{listed} meet at {at(net, corner.node)}: a [[corner]] must say who are neighbors across it"
            yield Complaint("objects.borders", message)
    for spaces, k in ruled.items():
        if spaces not in met and spaces not in doubt.corners:
            yield Complaint(("corner", k, "spaces"), f"{', '.join(sorted(spaces))} meet in no point")


def across(corner: Corner) -> list[tuple[str, str]]:
    """Return the pairs of spaces that meet at a corner and have no border that ends there."""
    beside = {frozenset(pair) for pair in zip(corner.round, (*corner.round[1:], *corner.round[:1]), strict=True)}
    spaces = sorted(set(filter(None, corner.round)))
    return [(a, b) for k, a in enumerate(spaces) for b in spaces[k + 1 :] if frozenset((a, b)) not in beside]


def cities(board: Atlas, net: Net) -> Complaints:
    """Yield cities whose place is neither in nor on the shape of their region."""
    for space in board.spaces.values():
        if not space.within or space.at is None or space.within not in net.topology.shapes:
            continue
        held, touching = net.inside(net.exact(*space.at))
        if space.within not in (*held, *touching):
            where = f"lies in {_listed(held)}" if held or touching else "lies outside all shapes"
            yield Complaint(("space", space.id, "at"), f"is a city of {space.within} and {where}")
