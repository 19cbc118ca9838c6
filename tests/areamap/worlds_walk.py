"""Small random boards, and slow walks over them that share no code with the library."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from hypothesis import strategies as st

from areamap import AreaMap
from areamap.conditions import parse_condition
from areamap.spaces import Cost, Link, Space

IDS = ("a", "b", "c", "d", "e", "f")
CONDITIONS = ("always", "never", "p", "not(p)", "all(p, not(q))", "any(p, q)", "r(b)")
FACTS = ("p", "q", "r(b)")
COSTS: tuple[Cost, ...] = (0, 1, 1, 2, Fraction(1, 2), Fraction(1, 3))


class World(NamedTuple):
    """A board with what a mover is told."""

    board: AreaMap
    by: tuple[str, ...]
    facts: frozenset[str]
    closed: frozenset[str]
    stops: frozenset[str]

    def __repr__(self) -> str:
        links = [f"{k.a}{'>' if k.one_way else '-'}{k.b}:{k.kind}:{k.cost}:{k.open}" for k in self.board.links]
        entry = {id_: str(space.entry) for id_, space in self.board.spaces.items() if space.entry.word != "always"}
        return f"{links} {entry} by={self.by} facts={set(self.facts)} closed={set(self.closed)} stops={set(self.stops)}"


@st.composite
def worlds(draw: st.DrawFn, *, with_stops: bool = True) -> World:
    ids = IDS[: draw(st.integers(2, 6))]
    entries = st.sampled_from(["always"] * 6 + list(CONDITIONS))
    spaces = {id_: Space(id_, "node", id_.upper(), entry=parse_condition(draw(entries))) for id_ in ids}
    pairs = [(a, b) for k, a in enumerate(ids) for b in ids[k + 1 :]]
    links = []
    for pair in draw(st.lists(st.sampled_from(pairs), max_size=10)):
        a, b = draw(st.permutations(pair))
        kind, cost = draw(st.sampled_from(["path", "path", "strait"])), draw(st.sampled_from(COSTS))
        one_way = draw(st.sampled_from(["", "", "", "down a fall"]))
        links.append(Link(kind, a, b, cost=cost, open=parse_condition(draw(entries)), one_way=one_way))
    some = st.frozensets(st.sampled_from(ids), max_size=2)
    return World(
        AreaMap("World", spaces, links), draw(st.sampled_from([("path",), ("path", "strait")])),
        draw(st.frozensets(st.sampled_from(FACTS))), draw(some), draw(some) if with_stops else frozenset(),
    )


def holds(text: str, facts: frozenset[str]) -> bool:
    """Tell whether a condition holds, by Python's own words for it."""
    words = text.replace("r(b)", "R").replace("any(p, q)", "(p or q)").replace("all(p, not(q))", "(p and not q)")
    names = {"always": True, "never": False, "p": "p" in facts, "q": "q" in facts, "R": "r(b)" in facts}
    return bool(eval(words, {"__builtins__": {}}, names))


def slow_steps(world: World, here: str) -> dict[str, Cost]:
    """Return where one step leads and the least it costs."""
    found: dict[str, Cost] = {}
    for link in world.board.links:
        for origin, to in ((link.a, link.b), (link.b, link.a)):
            is_open = origin == here and link.kind in world.by and holds(str(link.open), world.facts)
            entered = to not in world.closed and holds(str(world.board.spaces[to].entry), world.facts)
            if is_open and entered and not (link.one_way and origin == link.b):
                found[to] = min(link.cost, found.get(to, link.cost))
    return found


def slow_walks(world: World, start: str) -> Iterator[tuple[Cost, tuple[str, ...]]]:
    """Yield every way from a start that visits no space twice, with its cost."""

    def onward(way: tuple[str, ...], cost: Cost) -> Iterator[tuple[Cost, tuple[str, ...]]]:
        yield cost, way
        if way[-1] in world.stops and len(way) > 1:
            return
        for to, extra in slow_steps(world, way[-1]).items():
            if to not in way:
                yield from onward((*way, to), cost + extra)

    yield from onward((start,), 0)
