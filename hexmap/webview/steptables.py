"""What each step and each manoeuvre costs every class of unit, as tables by hex and direction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexmap.manoeuvres import MANOEUVRES, PairMoves
from hexmap.stepcosts import compiled_costs
from mapsheet.errors import DataError

if TYPE_CHECKING:
    from hexmap.stepcosts import StepCosts
    from hexmap.webview.places import Places, Tables

MOST_FIGURES = 3_000_000
"""Prices in all tables of a page together."""


def step_tables(places: Places) -> list[Tables]:
    """Return for no class and for each class of unit what every step costs, and every manoeuvre of a two-hex unit.

    `prices` are in parts of a point, `scale` of which make one; `steps` and `manoeuvres` are places in them, -1 where the
    step is forbidden, for the six directions of each hex, and for the seven manoeuvres of each pair of hexes.
    DataError where there are more prices than a page can hold.
    """
    classes = [None, *places.board.rules.classes]
    if len(classes) * len(places.hexes) * 48 > MOST_FIGURES:
        raise DataError(f"a page holds {MOST_FIGURES:,} prices of steps: too many hexes for {len(classes)} classes of unit")
    return [_table(places, name) for name in classes]


def _table(places: Places, name: str | None) -> Tables:
    costs = compiled_costs(places.board, name)
    steps = [costs.toll(cell, d) for cell in places.cells for d in range(6)]
    manoeuvres = _manoeuvre_prices(places, costs)
    prices = sorted({price for price in (*steps, *manoeuvres) if price is not None})
    rank: dict[int | None, int] = {price: k for k, price in enumerate(prices)}
    rank[None] = -1
    return {
        "name": name, "scale": costs.scale, "prices": prices,
        "steps": [rank[price] for price in steps], "manoeuvres": [rank[price] for price in manoeuvres],
    }


def _pairs(places: Places) -> list[tuple[int, int]]:
    """Return each ordered pair of adjacent hexes, the cell of the left and the direction to the right one."""
    around = places.around
    return [(cell, d) for k, cell in enumerate(places.cells) for d in range(6) if around[6 * k + d] >= 0]


def _manoeuvre_prices(places: Places, costs: StepCosts) -> list[int | None]:
    moves = PairMoves(places.board, costs)
    found: list[int | None] = []
    for cell, d in _pairs(places):
        open_ = {mark: int(price) for price, mark, _ in moves.moves(6 * cell + d)}
        found += [open_.get(mark) for mark in range(len(MANOEUVRES))]
    return found


def manoeuvre_tables(places: Places) -> Tables:
    """Return the pairs of adjacent hexes, left and right, and where the seven manoeuvres of each lead: how many pairs on.

    A manoeuvre that leads off the map leads nowhere, told as 0, which none does.
    """
    board = places.board
    moves = PairMoves(board, compiled_costs(board, None))
    pairs = _pairs(places)
    order = {6 * cell + d: k for k, (cell, d) in enumerate(pairs)}
    to = [order.get(beyond, k) - k for k, state in enumerate(order) for _, beyond in moves.leads(state)]
    cells = [moves.cells(state) for state in order]
    return {
        "names": [manoeuvre.name for manoeuvre in MANOEUVRES],
        "left": [places.index[left] for left, _ in cells], "right": [places.index[right] for _, right in cells], "to": to,
    }
