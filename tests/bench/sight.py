"""Sight: all ordered pairs, one question, one view; and every answer against the slow exact reference."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.bench import ours
from tests.bench.ground import World
from tests.bench.reference import Place
from tests.bench.rounds import Measure, Peer, Row, clock, contest
from tests.bench.run import Run
from tests.bench.sight_peers import Hexutil, Shapely

Pair = tuple[Place, Place]
STRIDE = 47  # every 47th ordered pair is a sample without a pattern of rows or columns


def rows(run: Run) -> list[Row]:
    """Return the rows of sight."""
    clear = _reference(run)
    _check_ours(run, clear)
    return _all_pairs(run, clear) + _one_question(run, clear) + _one_view(run) + _far_view(run)


def _reference(run: Run) -> set[Pair]:
    """Return the ordered pairs that the reference calls clear, each asked for by itself."""
    clear: set[Pair] = set()
    with run.step("sight by the slow exact reference", len(run.places)) as step:
        for a in run.places:
            clear.update((a, b) for b in run.places if b != a and run.judge.clear(a, b))
            step.advance()
    return clear


def _ordered(run: Run) -> int:
    return len(run.places) * (len(run.places) - 1)


def _check_ours(run: Run, clear: set[Pair]) -> None:
    with run.step("sight by the library"):
        mine = _pairs_of(run, ours.sight_table(run.board))
        run.check("sight for all ordered pairs against the exact reference", len(mine ^ clear), _ordered(run))
        sample = _sample(run)
        wrong = sum(ours.sight_one(run.board, run.hex_at(a), run.hex_at(b)) != ((a, b) in clear) for a, b in sample)
        run.check("single sight questions against the exact reference", wrong, len(sample))


def _pairs_of(run: Run, seen: dict[str, list[str]]) -> set[Pair]:
    place = {run.board.number(run.hex_at(p)): p for p in run.places}
    return {(place[a], place[b]) for a, others in seen.items() for b in others if a != b}


def _sample(run: Run) -> list[Pair]:
    ordered = [(a, b) for a in run.places for b in run.places if a != b]
    return ordered[::STRIDE]


def _agreement(run: Run, theirs: set[Pair], clear: set[Pair]) -> str:
    return f"{100 * (1 - len(theirs ^ clear) / _ordered(run)):.1f} % same answers"


def _all_pairs(run: Run, clear: set[Pair]) -> list[Row]:
    """Return the rows of all ordered pairs; each peer's note says how often it answers as the rule does."""
    operation, found = "sight, all ordered pairs, 29x34", []
    mine = clock(lambda: ours.sight_all(run.board), times=10)
    with run.step("sight, all pairs", 3) as step:
        if run.node:
            seen = run.node.ask("rot_seen")["seen"]
            one_way = {(run.places[k], run.places[n]) for k, view in enumerate(seen) for n in view if n != k}
            note = _agreement(run, one_way | {(b, a) for a, b in one_way}, clear)
            node = run.node
            peer = Peer("rot-js PreciseShadowcasting", lambda: node.seconds("rot"), 15)
            found += contest(operation, mine, [peer], rounds=run.rounds, note=note)
        step.advance()
        hexutil = Hexutil(run.world)
        note = _agreement(run, hexutil.seen(), clear)
        found += contest(operation, mine, [Peer("hexutil field_of_view", clock(hexutil.all), 110)], rounds=run.rounds, note=note)
        step.advance()
        found += _against_shapely(run, clear, operation, mine)
        step.advance()
    return found


def _against_shapely(run: Run, clear: set[Pair], operation: str, mine: Any) -> list[Row]:
    sample = _sample(run)[:: 10 if run.quick else 1]
    shapely = Shapely(run.world, sample)
    wrong = sum(verdict != (pair in clear) for pair, verdict in shapely.verdicts().items())
    bulk = clock(shapely.clear)
    share = _ordered(run) / len(sample)
    same = 100 * (1 - wrong / len(sample))
    note = f"{same:.1f} % same answers; {len(sample):,} pairs measured, scaled to all; trees and segments made beforehand"
    return contest(operation, mine, [Peer("shapely in bulk", lambda: bulk() * share, 2500)], rounds=run.rounds, note=note)


def _one_question(run: Run, clear: set[Pair]) -> list[Row]:
    """Return the rows of one question, as the matrix and as `los` answer it; node gets time to compile what it repeats."""
    if not run.node:
        return []
    node, sample = run.node, _sample(run)
    index = {place: k for k, place in enumerate(run.places)}
    pairs = [[index[a], index[b]] for a, b in sample]
    for makes in ("hexes", "coordinates") * 5:
        theirs = node.ask("honeycomb", pairs=pairs, makes=makes)
    count = sum(pair in clear for pair in sample)
    note = f"mean of {len(sample):,} pairs; it calls {theirs['clear']:,} clear where the rule does {count:,}"
    peers = [
        Peer("honeycomb-grid line(), looked up", lambda: node.seconds("honeycomb", pairs=pairs, makes="hexes"), 3),
        Peer("the same of bare coordinates", lambda: node.seconds("honeycomb", pairs=pairs, makes="coordinates")),
    ]
    cells = [(run.board.grid.cell(run.hex_at(a)), run.board.grid.cell(run.hex_at(b))) for a, b in sample]
    kept = _each(ours.sight_of_matrix(run.board), cells)
    found = contest("one sight query, cached displacement (matrix)", kept, peers, rounds=run.rounds, note=note)
    alone = _each(ours.sight_of_pair(run.board), cells)
    unbound = [peer._replace(bound=None) for peer in peers[:1]]
    return found + contest("one sight query, cached line of the pair", alone, unbound, rounds=run.rounds, note=note)


def _each(ask: Callable[[int, int], bool], cells: list[tuple[int, int]]) -> Measure:
    """Return a measure of one question, the mean over all pairs of cells; the loop counts too."""

    def every() -> None:
        for a, b in cells:
            ask(a, b)

    whole = clock(every)
    return lambda: whole() / len(cells)


def _one_view(run: Run) -> list[Row]:
    """Return the rows of one viewshed on the small map, the mean over hexes all over it."""
    places = run.places[::40]
    hexes = [run.hex_at(place) for place in places]
    hexutil = Hexutil(run.world)
    far = run.world.columns + run.world.rows
    count = len(places)
    mine, theirs = clock(lambda: [ours.view(run.board, h) for h in hexes]), clock(lambda: [hexutil.one(p, far) for p in places])
    peers = [Peer("hexutil field_of_view", lambda: theirs() / count)]
    if run.node:
        node = run.node

        def by_rot() -> float:
            return sum(node.seconds("rot_one", u=u, y=y, times=20) for u, y in places) / count

        peers.insert(0, Peer("rot-js PreciseShadowcasting", by_rot))
    note = f"mean of {count} hexes"
    return contest("one viewshed, 29x34", lambda: mine() / count, peers, rounds=run.rounds, note=note)


def _far_view(run: Run) -> list[Row]:
    """Return the row of a view of radius 30 on the huge map; the peer gets a window of it."""
    radius, board = 30, run.big_board
    with run.step("viewsheds of radius 30 on 1000 x 1000", 2) as step:
        starts = run.starts(5)
        windows = [_window(run.big, place, radius) for place in starts]
        step.advance()
        hexes = [board.grid.from_point(*place) for place in starts]
        mine = clock(lambda: [ours.view(board, h, radius) for h in hexes])
        theirs = clock(lambda: [hexutil.one(place, radius) for hexutil, place in windows])
        peer = Peer("hexutil field_of_view, window of the map", lambda: theirs() / len(windows))
        note = f"mean of {len(starts)} hexes over the map"
        return contest("one viewshed, radius 30 on 1000x1000", lambda: mine() / len(hexes), [peer], rounds=run.rounds, note=note)


def _window(big: World, place: Place, radius: int) -> tuple[Hexutil, Place]:
    u, y = place
    left, top = (u - radius - 2) & ~1, y // 2 - radius - 2
    size = 2 * radius + 6
    return Hexutil(big.crop(left, top, size)), (u - left, y - 2 * top)
