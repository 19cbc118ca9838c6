"""The common door hands files of other programs to the door that takes them over."""

from __future__ import annotations

import json
from pathlib import Path

from hexmap.tiled.writing import to_data
from tests.commands import mapsheet_command
from tests.hexmap.test_vassal import world


def test_tiled_maps_go_to_hexes_and_regions_to_areas(tmp_path: Path) -> None:
    (tmp_path / "m.tmj").write_text(json.dumps(to_data(world("flat", "even", "none"), "m")), "utf-8")
    ring = [[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]]
    shape = {"type": "Feature", "properties": {"name": "A"}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
    (tmp_path / "a.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": [shape]}), "utf-8")
    assert mapsheet_command("import", "m.tmj", "-o", "hexes", folder=tmp_path).code == 0
    assert mapsheet_command("import", "a.geojson", "-o", "areas", folder=tmp_path).code == 0
    assert 'format = "hexmap/1"' in (tmp_path / "hexes/map.toml").read_text("utf-8")
    assert 'format = "areamap/1"' in (tmp_path / "areas/map.toml").read_text("utf-8")
