"""Stand-in until the movement branch is merged."""

from __future__ import annotations

from collections.abc import Callable

from hexmap.board import Cost, HexMap


def step_costs(board: HexMap, unit_class: str | None = None) -> Callable[[int, int], Cost | None]:
    """Return the cost of a step from a cell in a direction; None is prohibited."""
    kind = board.unit_class(unit_class)
    enter = [t.enter if kind is None else kind.enter.get(t.name, t.enter) for t in board.terrains]
    grid = board.grid
    across: dict[tuple[int, int], list[Cost | None]] = {}
    for side, names in board.hexsides.items():
        for name in names:
            known = board.rules.hexside_kinds.get(name)
            if known is None:
                continue
            extra = known.cross if kind is None else kind.cross.get(name, known.cross)
            cell = grid.cell(side.hex)
            across.setdefault((cell, side.direction), []).append(extra)
            across.setdefault((cell + grid.offsets[side.direction], (side.direction + 3) % 6), []).append(extra)

    def cost(cell: int, direction: int) -> Cost | None:
        to = cell + grid.offsets[direction]
        if not board.terrain_at[to]:
            return None
        total = enter[board.terrain_at[to] - 1]
        if total is None:
            return None
        for extra in across.get((cell, direction), ()):
            if extra is None:
                return None
            total += extra
        if board.level_at[to] > board.level_at[cell]:
            total += board.rules.uphill
        return total

    return cost
