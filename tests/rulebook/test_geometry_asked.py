"""The rules ask `hexmap` for every geometric fact: no second reckoning of distance, sight, arcs, charges or rout in rulebook."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

import rulebook
from hexmap import HexMap
from hexmap.charge import Runs
from hexmap.grid import Grid
from hexmap.manoeuvres import PairMoves
from rulebook.battles.model import kept_battle
from rulebook.dice import Stream
from tests.house.tree import Module, modules
from tests.rulebook.case_run import Run
from tests.rulebook.casebook import all_cases

# what a function is called that answers a geometric question; it may only hand it on to the map
GEOMETRIC = {
    "distance",
    "apart",
    "neighbors",
    "neighbours",
    "adjacent",
    "touching",
    "sight",
    "sees",
    "los",
    "arc",
    "arcs",
    "bearing",
    "facing",
}
MAP = {"board", "grid"}
NUMBERS = {"math", "cmath", "fractions", "heapq"}  # what geometry and path search would be reckoned with


def rooms() -> list[Module]:
    return [module for module in modules() if module.name.startswith("rulebook.battles")]


def faults(module: Module) -> Iterator[str]:
    """Yield what looks like geometry of a module's own."""
    for node in ast.walk(module.parsed()):
        where = f"{module.name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            yield from (f"{where}: imports {name}" for name in names if name.partition(".")[0] in NUMBERS)
        elif isinstance(node, ast.Call) and _is_number_cut(node):
            yield f"{where}: takes a hex number to pieces"
        elif isinstance(node, ast.List | ast.Tuple | ast.Set) and sum(map(_is_step, node.elts)) >= 3:
            yield f"{where}: steps of its own"
        elif (
            isinstance(node, ast.Attribute)
            and node.attr in ("q", "r", "s", "col", "column", "row")
            and isinstance(node.value, ast.Name)
        ):
            if node.value.id in ("h", "hex", "cell", "a", "b", "here", "there", "left", "right"):
                yield f"{where}: coordinates of a hex"
        elif isinstance(node, ast.FunctionDef) and GEOMETRIC & set(node.name.lower().split("_")) and not _asks_the_map(node):
            yield f"{where}: {node.name} does not ask the map"


def _is_number_cut(node: ast.Call) -> bool:
    """Whether it is int(text[:2]) or the like."""
    return isinstance(node.func, ast.Name) and node.func.id == "int" and any(
        isinstance(each, ast.Subscript) and isinstance(each.slice, ast.Slice) for each in node.args
    )  # fmt: skip


def _is_step(node: ast.expr) -> bool:
    """Whether it is a pair of small numbers such as (1, -1)."""
    if not isinstance(node, ast.Tuple) or len(node.elts) not in (2, 3):
        return False
    try:
        return all(value in (-1, 0, 1) and not isinstance(value, bool) for value in ast.literal_eval(node))
    except ValueError:
        return False


def _asks_the_map(node: ast.FunctionDef) -> bool:
    words = {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)} | {
        each.id for each in ast.walk(node) if isinstance(each, ast.Name)
    }
    return bool(words & (MAP | {"distance", "around", "arcs", "touching", "los"}))


def test_no_geometry_of_its_own() -> None:
    assert [fault for module in rooms() for fault in faults(module)] == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("from math import hypot", "imports math"),
        ("def f(a):\n    return int(a[:2]) - int(a[2:])", "to pieces"),
        ("WAYS = ((0, -1), (1, -1), (1, 0), (0, 1))", "steps of its own"),
        ("def f(a, b):\n    return abs(a.q - b.q)", "coordinates"),
        ("def distance(a, b):\n    return max(a, b)", "does not ask"),
    ],
)
def test_the_guard_sees(text: str, says: str) -> None:
    assert [fault for fault in faults(Module("rulebook.battles.x", text)) if says in fault]


ASKED: dict[str, tuple[Any, str]] = {
    "sight": (HexMap, "los"), "arcs": (HexMap, "arcs"), "rout": (HexMap, "rout_onward"), "placements": (HexMap, "placements"),
    "distance": (Grid, "distance"), "charges": (Runs, "ends"), "manoeuvres": (PairMoves, "moves"),
}  # fmt: skip


def counting(kind: str, asked: Counter[str], answer: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(answer)
    def counted(*args: Any, **keys: Any) -> Any:
        asked[kind] += 1
        return answer(*args, **keys)

    return counted


def test_the_rules_call_the_map(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whole games ask the map for each kind of fact; the counts say how often."""
    asked: Counter[str] = Counter()
    for kind, (owner, name) in ASKED.items():
        monkeypatch.setattr(owner, name, counting(kind, asked, getattr(owner, name)))
    kept_battle.cache_clear()
    for title in ("bannockburn", "angorra"):
        for seed in range(2):
            game, dice = rulebook.new(title, seed=seed), Stream(seed, stream="asked")
            while not game.over:
                actions = [action for action in game.actions() if action != "pass"] if dice.choice(6) else []
                actions = actions or list(game.actions())
                game.do(actions[dice.choice(len(actions))])
    Run(next(case for case in all_cases() if case.name == "CH-01"), tmp_path).go()
    kept_battle.cache_clear()
    assert set(asked) == set(ASKED), asked
