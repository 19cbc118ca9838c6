"""The pictures of diagrams in the docs: one for each script, in the size that its figure has."""

from __future__ import annotations

import struct
from importlib import import_module

import pytest

from mapsheet.cli import format_of
from mapsheet.diagram.values import Diagram
from tests.diagrams import FOLDER

PICTURES = FOLDER.parent.parent / "docs" / "pictures" / "diagrams"
SCRIPTS = sorted(path for path in FOLDER.glob("*.toml") if 'format = "diagram/1"' in path.read_text(encoding="utf-8"))


def _drawn(name: str) -> Diagram:
    path = FOLDER / f"{name}.toml"
    module = {"hexmap": "hexmap.diagram", "areamap": "areamap.diagram", "rulebook": "rulebook.cli.battleground"}
    drawn: Diagram = import_module(module[format_of(str(path)) or ""]).draw_diagram(path)
    return drawn


def test_each_script_has_a_picture_and_each_picture_a_script() -> None:
    assert [path.stem for path in SCRIPTS] == sorted(path.stem for path in PICTURES.glob("*.png"))


@pytest.mark.parametrize("name", [path.stem for path in SCRIPTS if 'map = "ottomans"' not in path.read_text(encoding="utf-8")])
def test_a_picture_has_the_size_of_its_figure(name: str) -> None:
    width, height = struct.unpack(">II", (PICTURES / f"{name}.png").read_bytes()[16:24])
    drawn = _drawn(name)
    assert (width, height) == (round(drawn.width / 25.4 * 192), round(drawn.height / 25.4 * 192)), "./run diagrams draws it anew"
