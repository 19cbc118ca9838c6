"""A map whose markers lie where a game has them: tracks, flaps and relations replaced, for drawing a state on an aid."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING

from areamap import tracks
from areamap.aidplan import AidPlan, RingPanel, TracksPanel
from areamap.spaces import Link
from mapsheet.errors import NotationError, nearest

if TYPE_CHECKING:
    from areamap.asking import AreaMap

Boxes = Mapping[str, Mapping[str, str | None]]
Pairs = Iterable[Sequence[str]]


def marked(
    board: AreaMap, boxes: Boxes, *, flaps: Collection[str] = (), links: Mapping[str, Pairs] | None = None
) -> AreaMap:
    """Return the map with markers in other boxes, None off their track; a marker that a track lacks comes onto it.

    `flaps` are tracks whose square on an aid is crossed; `links` replaces all links of a kind by pairs of spaces, each with a
    class as its third text where it has one.
    Spaces of a ring stay where they stand on the map. NotationError for a track, a box, a space or a kind of link that neither
    the map nor the ring of its aid has.
    """
    twin = copy(board)
    twin.printed = board.as_printed
    for name in ("links_of", "borders_of"):
        twin.__dict__.pop(name, None)  # kept from the first time they were asked for
    twin.tracks = dict(board.tracks)
    for name, markers in boxes.items():
        track = tracks.track(board, name)
        places = {marker: None if box is None else track.place(box) for marker, box in markers.items()}
        twin.tracks[name] = track.plan._replace(start={**track.plan.start, **places})
    for name in flaps:
        tracks.track(board, name)
    if board.art and board.art.aid:
        twin.art = board.art._replace(aid=_crossed(board.art.aid, flaps))
    for kind, pairs in (links or {}).items():
        twin.links = _relinked(twin, kind, pairs)
    return twin


def _crossed(aid: AidPlan, flaps: Collection[str]) -> AidPlan:
    panels = dict(aid.panels)
    for name, panel in panels.items():
        if isinstance(panel, TracksPanel):
            strips = tuple(strip._replace(is_crossed=strip.track in flaps) for strip in panel.strips)
            panels[name] = panel._replace(strips=strips)
    return aid._replace(panels=panels)


def _relinked(board: AreaMap, kind: str, pairs: Pairs) -> tuple[Link, ...]:
    """Return the links of a map with all of a kind replaced; but for class and value they take after the first there was."""
    known = [*board.link_kinds(), *(kind for kind in _ring_kinds(board) if kind not in board.link_kinds())]
    if kind not in known:
        raise NotationError(f"a kind of link that the map has{nearest(kind, known)}", kind)
    model = next((link for link in board.links if link.kind == kind), Link(kind, "", ""))
    plain = model._replace(group="", value=None)
    made = [plain._replace(a=board.space(a).id, b=board.space(b).id, group="".join(group)) for a, b, *group in pairs]
    return (*(link for link in board.links if link.kind != kind), *made)


def _ring_kinds(board: AreaMap) -> list[str]:
    """Return the kinds of link that the ring of a map's aid has a look for."""
    panels = board.art.aid.panels.values() if board.art and board.art.aid else ()
    return [name for panel in panels if isinstance(panel, RingPanel) for name in panel.looks if "." not in name]
