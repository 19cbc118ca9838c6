"""The house's floors hold, and the guard that says so is shown to fail."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.house.imports import HEAVY, faults
from tests.house.tree import PACKAGES, ROOT, Module, modules


def test_every_module_keeps_the_rules() -> None:
    assert {module.package for module in modules()} == set(PACKAGES)
    assert [fault for module in modules() for fault in faults(module)] == []


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("mapsheet.text", "import hexmap", "mapsheet may not import hexmap"),
        ("mapsheet.text", "from hexmap.grid import Hex", "mapsheet may not import hexmap"),
        ("hexmap.draw", "from areamap import graph", "hexmap may not import areamap"),
        ("areamap.draw", "def f():\n    import hexmap.layout", "areamap may not import hexmap"),
        ("hexmap.sight", "import rulebook", "hexmap may not import rulebook"),
        ("hexmap.sight", "if TYPE_CHECKING:\n    import rulebook", "hexmap may not import rulebook"),
        ("mapsheet.cli", "import importlib\nimportlib.import_module('hexmap.cli')", "mapsheet may not import hexmap"),
        ("mapsheet.pages", "__import__('areamap')", "mapsheet may not import areamap"),
        ("hexmap.draw", "from hexmap.cli import main", "hexmap.cli.main is a front door"),
        ("hexmap.draw", "from . import cli", "hexmap.cli is a front door"),
        ("rulebook.battles.fire", "from ..cli import main", "rulebook.cli.main is a front door"),
        ("hexmap.cli", "import mapsheet.cli", "mapsheet.cli is a front door"),
        ("mapsheet.text", "def f():\n    import svgwrite", "only mapsheet.sheet imports svgwrite"),
        ("hexmap.draw", "def f():\n    from cairosvg import svg2png", "only mapsheet.export imports cairosvg"),
        ("hexmap.movement", "import networkx as nx", "networkx is imported inside the functions"),
        ("mapsheet.tracks", "from shapely.geometry import Point", "shapely is imported inside"),
        ("mapsheet.tracks", "if True:\n    import numpy", "numpy is imported inside"),
        ("mapsheet.sheet", "import svgwrite", "svgwrite is imported inside"),
        ("hexmap.draw", "class A:\n    import rich", "rich is imported inside"),
        ("hexmap.text", "from fontTools.ttLib import TTFont", "fontTools is imported inside"),
        ("hexmap.draw", "import random", "nothing is random"),
        ("mapsheet.style", "def f():\n    from numpy import random", "nothing is random"),
        ("rulebook.battles.fire", "import secrets", "nothing is random"),
        ("hexmap.utils", "", "a module named utils says nothing"),
        ("rulebook.common.dice", "", "a module named common says nothing"),
        ("hexmap.sight", "def f(p):\n    return open(p)", "open(): geometry does no input or output"),
        ("hexmap.grid", "print(1)", "print(): geometry"),
        ("areamap.graph", "def f(p):\n    return p.read_text()", ".read_text(): geometry"),
        ("hexmap.rout", "import sys\nsys.stdout.write('x')", "sys.stdout: geometry"),
    ],
)
def test_the_guard_sees(name: str, text: str, says: str) -> None:
    found = faults(Module(name, text))
    assert len(found) >= 1
    assert any(says in fault and fault.startswith(f"{name}:") for fault in found), found


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mapsheet.sheet", "def f():\n    import svgwrite"),
        ("mapsheet.export", "def f():\n    import cairosvg\n    print(1)"),
        ("hexmap.draw", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import networkx\ndef f():\n    import shapely"),
        ("hexmap.cli", "from hexmap import cli_queries, sight\nprint(1)"),
        ("hexmap.__main__", "from hexmap.cli import main"),
        ("hexmap.draw", "from .grid import Hex\nfrom mapsheet import sheet\nfrom mapsheet.errors import Fault"),
        ("rulebook.dice", "import random"),
        ("rulebook.battles.fire", "from hexmap import sight\nfrom areamap import graph\nfrom .. import log"),
    ],
)
def test_the_guard_lets_pass(name: str, text: str) -> None:
    assert faults(Module(name, text)) == []


def test_relative_imports_of_a_folder_count_from_the_folder() -> None:
    inside = Module("rulebook.battles", "from ..cli import main", is_package=True)
    assert faults(inside) == ["rulebook.battles:1: rulebook.cli.main is a front door, for the command line alone"]


@pytest.mark.parametrize("name", [module.name for module in modules() if module.name in PACKAGES or module.room.endswith("/cli")])
def test_starting_a_package_loads_nothing_heavy(name: str) -> None:
    ask = f"import json, sys, {name}; print(json.dumps(sorted(sys.modules)))"
    loaded = json.loads(subprocess.run([sys.executable, "-c", ask], cwd=ROOT, check=True, capture_output=True, text=True).stdout)
    assert name in loaded
    assert sorted(HEAVY.intersection(loaded)) == []
