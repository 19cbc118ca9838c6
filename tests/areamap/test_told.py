"""What answers tell besides the plain result: what is in no group, why a move is not possible, cargo that stays aboard."""

from __future__ import annotations

from typing import Any

import networkx
import pytest

from areamap.reader import load
from mapsheet.errors import NotationError
from tests.commands import run_door

BOARD = load("ottomans")


def shell(*words: str, text: str = "") -> str:
    ran = run_door("areamap", words, text=text)
    assert ran.code == 0, ran.errors
    return ran.output


# -- groups --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"by": "land"}, {"by": "sea"}, {"by": "army", "closed": ["serbia"]}, {"bans": ["mountain"]}])
def test_every_space_is_in_one_group_or_told_as_left_out(options: dict[str, Any]) -> None:
    found = BOARD.groups(**options)
    grouped = [id_ for group in found.groups for id_ in group]
    spaces = [reason.space for reason in found.left_out if not reason.link]
    assert sorted([*grouped, *spaces]) == sorted(BOARD.spaces)
    assert BOARD.groups(BOARD.spaces, **options) == found
    assert {reason.space for reason in found.barred} <= {*grouped}


def test_whom_the_mover_may_not_enter_hangs_together_with_others_all_the_same() -> None:
    """T-99: 46 regions hang together by land, 4 islands are alone."""
    found = BOARD.groups(by="land")
    by_size = [len(group) for group in found.groups]
    assert by_size[0] == 46
    assert {"papal_states", "moscovy", "two_sicilies"} <= {*found.groups[0]}
    assert {"papal_states", "moscovy", "two_sicilies"} <= {reason.space for reason in found.barred}
    assert [*map(len, BOARD.groups(["papal_states", "venice"], by="land").groups)] == [2]
    assert shell("groups", "ottomans", "--by", "land").splitlines()[1].startswith("46: achaea albania")


def test_groups_are_those_of_a_plain_graph_of_the_open_links() -> None:
    for facts in ([], ["fleet_hostile(bosporus)"]):
        graph = networkx.Graph()
        graph.add_nodes_from(id_ for id_, space in BOARD.spaces.items() if space.kind not in {"closed", "closed-sea"})
        held = BOARD.facts(facts)
        graph.add_edges_from((x.a, x.b) for x in BOARD.links if x.kind in {"strait", "sea"} and x.open.holds(held))
        want = {frozenset(part) for part in networkx.connected_components(graph.subgraph(sorted(graph)))}
        found = BOARD.groups(by=["strait", "sea"], facts=facts)
        assert {frozenset(group) for group in found.groups} >= {part for part in want if len(part) > 1}
        assert any(reason.link == "strait" for reason in found.left_out) == bool(facts)


def test_a_closed_space_is_told_and_in_no_group_even_when_it_is_named() -> None:
    found = BOARD.groups(["serbia", "bosnia"], closed=["serbia"])
    assert found.groups == (("bosnia",),)
    assert [(reason.space, reason.why) for reason in found.left_out] == [("serbia", "closed")]
