"""What a battle can be played with besides the printed rules: rulings where they are silent, and whether our tables will do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mapsheet.errors import DataError, NotationError, clipped, nearest
from rulebook.battles.model import Battle

RULINGS: Mapping[str, tuple[str, ...]] = {
    "charge_arc": ("adjacent", "ahead"),  # 5.31: where the target must be; ahead: in one of the three hexes before the charger
    "edges": ("own", "any"),  # 7.3, 15.2: over which edges routed units leave
    "elephants": ("owner", "die"),  # 18.0: who chooses which of the two straight lines they take
    "stationary": ("halved", "full"),  # 13.1: the allowance on turns 9 and 10 of what leaves no hex
}
"""Rulings by name, each with what it can be, the ruling of the house first."""
OPTIONS: Mapping[str, str] = {
    "charge_arc": "adjacent, ahead: where the target of a charge must be (5.31)",
    "edges": "own, any: over which edges routed units leave (7.3, 15.2)",
    "elephants": "owner, die: who chooses which of two lines rampant elephants take (18.0)",
    "stationary": "halved, full: the allowance on turns 9 and 10 of what leaves no hex (13.1)",
    "overrides": "FILE, whose values replace ours, map, counters and cells of tables alike",
}
"""Each option with what it can be, the usual first."""
PLAYED_BY = ("fire", "melee", "morale")


def read_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a battle with all that are not given; NotationError for one that there is not."""
    known = {**{name: values[0] for name, values in RULINGS.items()}, "strict": False, "overrides": ""}
    for name, value in options.items():
        if name not in known:
            raise NotationError(f"an option of the battles{nearest(name, list(known))}", name)
        if name in RULINGS and value not in RULINGS[name]:
            raise NotationError(f"for {name} one of {' '.join(RULINGS[name])}", value)
        if name == "strict" and not isinstance(value, bool):
            raise NotationError("for strict true or false", value)
        if name == "overrides" and not isinstance(value, str):
            raise NotationError("for overrides the path of a file", value)
        known[name] = value
    return known


def refuse_reconstructed(battle: Battle) -> None:
    """Raise DataError that names every cell of a table that decides, and is not in the source text but our own."""
    named = [
        f"{chart.title}: {row.head.words} / {head.words}"
        for name in PLAYED_BY
        for chart in (battle.tables[name],)
        for row in chart.rows
        for head, cell in zip(chart.columns, row.cells, strict=True)
        if cell.provenance == "reconstructed"
    ]
    if named:
        told = "; ".join(named)
        raise DataError(f"{len(named)} cells of the tables are reconstructed, and strict play wants none: {clipped(told, 4000)}")
