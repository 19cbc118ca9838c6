"""Building regions as whole processes: the time and memory of random divisions, and how they grow with the number of regions."""

from __future__ import annotations

import math
import tempfile
from pathlib import Path

from tests.bench import children, javascript
from tests.bench.ground import draw
from tests.bench.rounds import Row
from tests.bench.run import Run

REGIONS = (1000, 2500, 5000)
AIM = 60.0  # seconds for the largest
COASTLINE = "node_modules/world-atlas/land-10m.json"
SOURCE = children.ROOT / "data" / "ottomans" / "source.toml"
AREA = 96.0  # mm² of paper for each region
COAST_PLACES = 400
SPREAD = 2**32


def rows(run: Run) -> list[Row]:
    """Return a row for each number of regions, and one for the growth of time by region from the least to the greatest."""
    counts = REGIONS[:2] if run.quick else REGIONS
    found, costs = [], []
    with tempfile.TemporaryDirectory() as folder, run.step("building regions", len(counts)) as step:
        for count in counts:
            source, coast = world(count, Path(folder))
            words = ("build", str(source), "--coast", str(coast), "-o", str(Path(folder) / "map.topojson"))
            cost = children.run(children.areamap(*words))
            costs.append(cost)
            note = cost.error if cost.code else f"{cost.megabytes:,.0f} MB at the peak"
            row = Row(f"build {count:,} random regions", cost.seconds, note=note)
            largest = row._replace(theirs=AIM, peer="aim", ratio=AIM / cost.seconds, bound=1.0)
            found.append(largest if count == REGIONS[-1] else row)
            step.advance()
    growth = (costs[-1].seconds / counts[-1]) / (costs[0].seconds / counts[0])
    found.append(Row("build: time by region, most to fewest", None, ratio=growth, bound=1.5, at_most=True))
    return [*_ottomans(run), *found]


def _ottomans(run: Run) -> list[Row]:
    """Build the shapes of The Ottomans from the coastline that npm brings."""
    try:
        coast = javascript.install() / COASTLINE
    except javascript.NoNodeError as error:
        run.skipped.append(f"building The Ottomans: {error}")
        return []
    with tempfile.TemporaryDirectory() as folder, run.step("building The Ottomans", 1):
        words = ("build", str(SOURCE), "--coast", str(coast), "-o", str(Path(folder) / "map.topojson"))
        cost = children.run(children.areamap(*words))
    note = cost.error if cost.code else f"{cost.megabytes:,.0f} MB at the peak"
    return [Row("build The Ottomans from 1:10m land", cost.seconds, "aim", AIM, AIM / cost.seconds, 1.0, note=note)]


def world(count: int, folder: Path) -> tuple[Path, Path]:
    """Write a source of so many regions with one seed each, and a ragged coast; every region has the same paper."""
    wide = math.sqrt(count * AREA * 1.5)
    high = wide / 1.5
    lines = [
        'format = "areamap-source/1"', f'title = "{count} regions"', "[projection]", 'kind = "plane"',
        f'frame = ["{wide:.3f} mm", "{high:.3f} mm"]', "[coast]", 'simplify = "0.2 mm"', "[course]", "roughness = 0.6",
        "[space.sea]", 'on = "water"', f"seeds = [[{wide / 200}, {high / 200}]]",
    ]  # fmt: skip
    for k in range(count):
        x, y = (side * (0.04 + 0.92 * draw(axis, k, count) / SPREAD) for axis, side in (("x", wide), ("y", high)))
        lines += [f"[space.r{k}]", f"seeds = [[{x:.4f}, {y:.4f}]]"]
    source, coast = folder / "source.toml", folder / "land.json"
    source.write_text("\n".join(lines) + "\n", "utf-8")
    ring = [_shore(k, wide, high) for k in range(COAST_PLACES)]
    places = ",".join(f"[{x:.4f},{y:.4f}]" for x, y in [*ring, ring[0]])
    coast.write_text(f'{{"type":"Polygon","coordinates":[[{places}]]}}', "utf-8")
    return source, coast


def _shore(k: int, wide: float, high: float) -> tuple[float, float]:
    """Return a place of the coast, up to a twentieth of the way inside the frame."""
    turn = 2 * math.pi * k / COAST_PLACES
    out = (0.95 + 0.05 * draw("coast", k, 0) / SPREAD) / max(abs(math.cos(turn)), abs(math.sin(turn))) / 2
    return wide * (0.5 + out * math.cos(turn)), high * (0.5 + out * math.sin(turn))
