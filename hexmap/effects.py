"""What terrain, hexsides and lines cost and do, in the words that a key and a table of terrain effects print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapsheet.chartfile import Cell, Chart, Head, Row

if TYPE_CHECKING:
    from hexmap.board import Board
    from hexmap.ground import Cost, HexsideKind, LineKind, Terrain

NO_ENTRY = "—"
TERRAIN_EFFECTS = "terrain_effects"


def cost_text(cost: Cost | None) -> str:
    """Return points as they are printed: `2`, `½`, a dash where entry is prohibited."""
    if cost is None:
        return NO_ENTRY
    if cost.denominator == 1:
        return str(int(cost))
    halves = {(1, 2): "½", (1, 4): "¼", (3, 4): "¾"}
    whole, rest = divmod(cost.numerator, cost.denominator)
    sign = halves.get((rest, cost.denominator))
    return f"{whole or ''}{sign}" if sign else f"{cost.numerator}/{cost.denominator}"


def specials(board: Board, terrain: Terrain) -> list[str]:
    """Return what a terrain does that its cost cannot say, a few words each."""
    words = [
        f"{unit.name} {cost_text(unit.enter[terrain.name])}"
        for unit in board.rules.classes.values() if terrain.name in unit.enter
    ]
    if terrain.sight != "open":
        words.append("blocks sight")
    if not terrain.run and terrain.enter is not None:
        words.append("breaks a charge’s run")
    if not terrain.charge:
        words.append("no charge from or into it")
    if terrain.turn:
        words.append(f"+{cost_text(terrain.turn)} for a two-hex unit to turn about")
    return words


def terrain_chart(board: Board) -> Chart:
    """Return the table of terrain effects of a map: terrain, uphill steps, kinds of hexsides and lines that have rules."""
    there = set(board.terrain_at) - {0}
    rows = [
        _row(terrain.label, "no entry" if terrain.enter is None else cost_text(terrain.enter), specials(board, terrain))
        for place, terrain in enumerate(board.terrains, 1) if place in there
    ]
    if board.rules.uphill:
        rows.append(_row("Uphill hexside", f"+{cost_text(board.rules.uphill)}", ["once a step, however many levels"]))
    rows += [_hexside_row(kind) for kind in board.rules.hexside_kinds.values()]
    rows += [_line_row(line) for line in board.rules.line_kinds.values()]
    heads = (Head("points", "Points"), Head("other", "Other effects"))
    return Chart(TERRAIN_EFFECTS, "Terrain effects", "", "Terrain", heads, tuple(rows), (), (), "text")


def _hexside_row(kind: HexsideKind) -> Row:
    cross = "no crossing" if kind.cross is None else f"+{cost_text(kind.cross)}" if kind.cross else ""
    return _row(kind.label, cross, ["blocks sight"] if kind.blocks else [])


def _line_row(line: LineKind) -> Row:
    if line.enter is None:
        return _row(line.label, "", ["no effect"])
    return _row(line.label, cost_text(line.enter), ["along it, in place of the terrain"])


def _row(name: str, points: str, other: list[str]) -> Row:
    words = ", ".join(other)
    return Row(Head(name, name), (Cell(points, points or "–", "text"), Cell(words, words or "–", "text")))
