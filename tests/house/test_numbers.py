"""How the code reads, in numbers: short functions, few parameters, small modules and classes."""

from __future__ import annotations

import ast
import re
from statistics import median, quantiles
from typing import NamedTuple

import pytest

from tests.house.tree import Module, modules

MODULE_LINES = 400
CLASS_LINES = 200
FUNCTION_LINES = 50
FUNCTION_MEDIAN = 8
NINE_IN_TEN = 20
PARAMETERS = 6
# the written reason of a function over 50 lines, in it or on the line above it
REASON = re.compile(r"#\s*long because \w+")
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Sizes(NamedTuple):
    """Lines of every function, and what is over a bound."""

    functions: list[int]
    faults: list[str]


def sizes(module: Module) -> Sizes:
    """Measure a module; a function's lines run from its `def` to its last, docstring included."""
    lines = module.text.splitlines()
    faults = [f"{module.name}: {len(lines)} lines"] if len(lines) > MODULE_LINES else []
    functions = []
    for node in ast.walk(module.parsed()):
        if isinstance(node, ast.ClassDef) and length(node) > CLASS_LINES:
            faults.append(f"{module.name}:{node.lineno}: class {node.name}: {length(node)} lines")
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions.append(length(node))
            faults += [f"{module.name}:{node.lineno}: {node.name}: {what}" for what in function_faults(node, lines)]
    return Sizes(functions, faults)


def function_faults(node: Function, lines: list[str]) -> list[str]:
    """List what is over a bound in one function."""
    faults = []
    around = "\n".join(lines[max(node.lineno - 2, 0) : node.end_lineno])
    if length(node) > FUNCTION_LINES and not REASON.search(around):
        faults.append(f"{length(node)} lines and no comment `long because …`")
    if parameters(node) > PARAMETERS and not is_command(node):
        faults.append(f"{parameters(node)} parameters")
    return faults


def length(node: Function | ast.ClassDef) -> int:
    """Count the lines from the first to the last."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def parameters(node: Function) -> int:
    """Count all parameters but self and cls."""
    spec = node.args
    named = [*spec.posonlyargs, *spec.args, *spec.kwonlyargs, *filter(None, (spec.vararg, spec.kwarg))]
    return sum(each.arg not in {"self", "cls"} for each in named)


def is_command(node: Function) -> bool:
    """Tell whether click calls it: its parameters are the command's options."""
    return any(re.search(r"\b(command|option|argument)\b", ast.unparse(each)) for each in node.decorator_list)


def test_nothing_is_over_a_bound() -> None:
    assert [fault for module in modules() for fault in sizes(module).faults] == []


def test_most_functions_are_short() -> None:
    lengths = sorted(length for module in modules() for length in sizes(module).functions)
    assert median(lengths) <= FUNCTION_MEDIAN, lengths
    assert quantiles(lengths, n=10)[-1] <= NINE_IN_TEN, lengths


def body(count: int) -> str:
    return "\n".join(["    x = 1"] * count)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"def f():\n{body(50)}", "f: 51 lines and no comment"),
        ("def f(a, b, *, c, d, e, g, h): ...", "f: 7 parameters"),
        ("class A:\n    def f(self, a, b, c, *d, e, f, **g): ...", "f: 7 parameters"),
        ("class A:\n" + body(200), "class A: 201 lines"),
        ("x = 1\n" * 401, "401 lines"),
    ],
)
def test_the_measure_sees(text: str, says: str) -> None:
    assert [fault for fault in sizes(Module("hexmap.x", text)).faults if says in fault]


@pytest.mark.parametrize(
    "text",
    [
        f"# long because the table is read in one piece\ndef f():\n{body(50)}",
        f"def f():\n    # long because the table is read in one piece\n{body(50)}",
        f"def f():\n{body(49)}",
        "class A:\n    def f(self, a, b, *, c, d, e, f): ...",
        "@click.option('--a')\ndef f(a, b, c, d, e, g, h): ...",
        "class A:\n" + body(199),
        "x = 1\n" * 400,
    ],
)
def test_the_measure_lets_pass(text: str) -> None:
    assert sizes(Module("hexmap.x", text)).faults == []
