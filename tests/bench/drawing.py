"""Sheets as whole processes: seconds, peak memory and bytes, and how they grow with the number of hexes."""

from __future__ import annotations

import math
import tempfile
from pathlib import Path

from tests.bench import children
from tests.bench.ground import World, world
from tests.bench.reference import CORNERS
from tests.bench.rounds import Row
from tests.bench.run import Run

SHEET = '[sheet]\nsize = "17x22in"\n'
WIDE, HIGH = 378.5, 506.6  # mm that Bannockburn's hexes take on that sheet
MARGIN = 26  # mm round them
GROUND = ("#efe8d0", "#e6dcbf", "#dccfae", "#d2c29d", "#c8b58c", "#bea87b")
COVER = {"w": "#6f8f4f", "m": "#8fb3b0", "x": "#6b665f"}
AIM = {"svg": "aim 0.6 s"}
AREA_SHEETS = {"ottomans": ("svg", "pdf", "png"), "byzantium": ("pdf", "png")}
SIZES = {"ottomans": "34 x 22", "byzantium": "18 x 18"}


def rows(run: Run) -> list[Row]:
    """Return the rows of drawing: Bannockburn's sheet, then the same sheet with more and more hexes."""
    sizes = (100,) if run.quick else (100, 300)
    with tempfile.TemporaryDirectory() as name, run.step("sheets", 8 + 2 * len(sizes)) as step:
        folder, found = Path(name), []
        for kind in ("svg", "pdf", "png"):
            found += _render(run, "bannockburn", kind, folder, "Bannockburn's sheet")
            step.advance()
        for title, kinds in AREA_SHEETS.items():
            for kind in kinds:
                found += _render(run, title, kind, folder, f"{title}, {SIZES[title]} in")
                step.advance()
        for size in sizes:
            made = world(size, size)
            file = folder / f"map{size}.toml"
            file.write_text(_sheet_text(made), encoding="utf-8")
            label = f"{size} x {size} hexes on 17 x 22 in"
            drawn = _render(run, str(file), "svg", folder, label)
            found += drawn + (_bytes(made, folder / "sheet.svg", label) if drawn else [])
            step.advance()
            found += _render(run, str(file), "png", folder, label)
            step.advance()
    return found


def _render(run: Run, title: str, kind: str, folder: Path, label: str) -> list[Row]:
    file = folder / f"sheet.{kind}"
    dpi = ["--dpi", "300"] if kind == "png" else []
    operation = f"{label} to {kind.upper()}{', 300 dpi' if dpi else ''}, whole process"
    door = children.areamap if title in AREA_SHEETS else children.hexmap
    child = children.run(door("render", title, "-o", str(file), *dpi))
    if child.code or not file.is_file():
        run.skipped.append(f"{operation}: exit {child.code}, {child.error}")
        return []
    if title == "bannockburn" and kind == "svg":
        again = [children.run(children.hexmap("render", title, "-o", str(file))) for _ in range(run.rounds)]
        child = min(again)
    aim = AIM[kind] + ", " if title == "bannockburn" and kind in AIM else ""
    return [Row(operation, child.seconds, note=f"{aim}peak {child.megabytes:.0f} MB, file {file.stat().st_size / 1e6:.2f} MB")]


def _sheet_text(made: World) -> str:
    """Return the map file with the hexes as large as fit where Bannockburn's are."""
    side = WIDE / (1.5 * made.columns + 0.5)
    across = min(side * math.sqrt(3), HIGH / made.rows)
    return made.text(f"{math.floor(1000 * across) / 1000} mm").replace("[movement]", SHEET + "[movement]", 1)


def _bytes(made: World, ours: Path, label: str) -> list[Row]:
    """Return the row that compares the SVG's size with svgwrite's plain file: a polygon and a number for each hex."""
    mine, plain = ours.stat().st_size, len(plain_svg(made).encode())
    note = "aim at most 2x plain svgwrite (ground, terrain and number of each hex)"
    return [Row(f"{label}, bytes of the SVG", mine, "svgwrite", plain, mine / plain, at_most=True, note=note, unit="B")]


def plain_svg(made: World) -> str:
    """Return the map as a beginner would draw it with svgwrite, element by element: ground by level, terrain over it, number."""
    import svgwrite

    drawing = svgwrite.Drawing(size=("431.8mm", "558.8mm"), viewBox="0 0 431.8 558.8", debug=False)
    side = WIDE / (1.5 * made.columns + 0.5)
    half = side * math.sqrt(3) / 2
    for (u, y), (code, level) in made.cells().items():
        x, z = MARGIN + side * (1.5 * u + 1), MARGIN + half * (y + 1)
        corners = [(round(x + side * dx / 2, 2), round(z + half * dy, 2)) for dx, dy in CORNERS]
        drawing.add(drawing.polygon(corners, fill=GROUND[level], stroke="#555555", stroke_width=0.1))
        if code in COVER:
            drawing.add(drawing.polygon(corners, fill=COVER[code], fill_opacity=0.5))
        place = (round(x, 2), round(z - half / 2, 2))
        number = f"{u + 1:03}{(y - u % 2) // 2 + 1:03}"
        drawing.add(drawing.text(number, insert=place, font_size=round(side / 4, 2), text_anchor="middle"))
    return str(drawing.tostring())
