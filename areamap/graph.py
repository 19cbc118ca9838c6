"""The map as a networkx graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from areamap.atlas import Atlas
from areamap.passage import Passage, PassageOptions, kinds_of
from areamap.spaces import Link

if TYPE_CHECKING:
    import networkx as nx


def graph(
    board: Atlas, by: str | Iterable[str] | None = None, facts: Iterable[str] | None = None
) -> nx.MultiGraph[str] | nx.MultiDiGraph[str]:
    """Return the map as a networkx multigraph of ids: an edge for each link, so that two ways are two edges.

    Nodes carry `name kind value faction at`, edges `kind cost rule condition source`; `condition` is a text. With `facts`
    only the links that are open under them are edges, and only to spaces that may be entered. The graph is directed where a
    link runs one way, or where with `facts` a space may be left but not entered. NotationError for an unknown kind or mover.
    """
    import networkx as nx

    kinds = board.link_kinds() if by is None else kinds_of(board, by)
    options: PassageOptions = {"facts": facts or ()}
    passage = Passage(board, kinds, options)

    def is_open(link: Link, here: str) -> bool:
        return not (link.one_way and here == link.b) and (facts is None or passage.reason(link, here) is None)

    links = [link for link in board.links if link.kind in kinds]
    ways = [(link, a) for link in links for a in (link.a, link.b) if is_open(link, a)]
    both = {link for link, a in ways if a == link.a} & {link for link, a in ways if a == link.b}
    is_directed = len(ways) != 2 * len(both)
    found: nx.MultiGraph[str] = nx.MultiDiGraph() if is_directed else nx.MultiGraph()
    for space in board.spaces.values():
        found.add_node(space.id, name=space.name, kind=space.kind, value=space.value, faction=space.faction, at=space.at)
    for link, a in ways:
        if is_directed or a == link.a:
            marks = {"cost": link.cost, "rule": link.rule, "condition": str(link.open), "source": link.source}
            found.add_edge(a, link.other(a), kind=link.kind, **marks)
    return found
