"""The import guard: what a module may import and call, read from its syntax tree alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from tests.house.tree import PACKAGES, Module

# what each floor may import of the project's packages
FLOORS = {
    "mapsheet": {"mapsheet"},
    "hexmap": {"hexmap", "mapsheet"},
    "areamap": {"areamap", "mapsheet"},
    "rulebook": {"rulebook", "areamap", "hexmap", "mapsheet"},
}
# the one module that may import these at all
SOLE_OWNERS = {"svgwrite": "mapsheet.sheet", "cairosvg": "mapsheet.export"}
# what costs start-up time: imported inside functions only
HEAVY = {"networkx", "shapely", "cairosvg", "cairocffi", "numpy", "rich", "svgwrite", "fontTools"}
CHANCE = {"random", "secrets"}
CHANCE_OWNERS = {"rulebook.dice"}
VAGUE_NAMES = {"util", "utils", "common", "helper", "helpers", "manager", "managers", "misc"}
# on the geometry floor only the doors read, write or print
GEOMETRY = {"hexmap", "areamap"}
FILE_CALLS = {"open", "print", "input"}
FILE_METHODS = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "mkdir", "unlink"}


class Import(NamedTuple):
    """One import: the full dotted name, its line, and whether it happens when the module is loaded."""

    target: str
    line: int
    at_load: bool

    @property
    def top(self) -> str:
        """Name the package."""
        return self.target.partition(".")[0]


def faults(module: Module) -> list[str]:
    """List what breaks the house's rules in a module, as `name:line: what`, in no order."""
    tree = module.parsed()
    imports = list(imports_of(module, tree))
    found = [*_floor(module, imports), *_doors(module, imports), *_owners(module, imports), *_chance(module, imports)]
    if module.package in GEOMETRY and not is_door(module.name):
        found += [(line, f"{what}: geometry does no input or output") for line, what in _file_calls(tree)]
    if vague := VAGUE_NAMES.intersection(module.name.split(".")):
        found.append((1, f"a module named {vague.pop()} says nothing"))
    return [f"{module.name}:{line}: {what}" for line, what in found]


def is_door(name: str) -> bool:
    """Tell whether a dotted name is of a front door: `cli` or a module split off from it, `cli_…` or `cli.…`."""
    room = [*name.split("."), ""][1]
    return room in {"cli", "__main__"} or room.startswith("cli_")


def imports_of(module: Module, tree: ast.Module) -> Iterator[Import]:
    """Yield every import: those for type checkers (not at load), `import_module` and `__import__` of a literal too."""
    yield from _imports_under(tree, module, at_load=True)


def _imports_under(parent: ast.AST, module: Module, *, at_load: bool) -> Iterator[Import]:
    for node in ast.iter_child_nodes(parent):
        for target in _targets(node, module):
            yield Import(target, getattr(node, "lineno", 1), at_load)
        yield from _imports_under(node, module, at_load=at_load and not _runs_later(node))


def _runs_later(node: ast.AST) -> bool:
    if isinstance(node, ast.If):
        return ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)


def _targets(node: ast.AST, module: Module) -> list[str]:
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=source, names=names, level=level):
            return [".".join(filter(None, [_above(module, level), source, alias.name])) for alias in names]
        case ast.Call(func=function, args=[ast.Constant(value=str(target)), *_]):
            called = ast.unparse(function).rpartition(".")[2]
            return [target] if called in {"import_module", "__import__"} else []
    return []


def _above(module: Module, level: int) -> str:
    if not level:
        return ""
    parts = module.name.split(".")
    return ".".join(parts[: len(parts) - level + module.is_package])


def _floor(module: Module, imports: list[Import]) -> Iterator[tuple[int, str]]:
    for each in imports:
        if each.top in PACKAGES and each.top not in FLOORS[module.package]:
            yield each.line, f"{module.package} may not import {each.top}"


def _doors(module: Module, imports: list[Import]) -> Iterator[tuple[int, str]]:
    for each in imports:
        if each.top in PACKAGES and is_door(each.target) and not (is_door(module.name) and each.top == module.package):
            yield each.line, f"{each.target} is a front door, for the command line alone"


def _owners(module: Module, imports: list[Import]) -> Iterator[tuple[int, str]]:
    for each in imports:
        owner = SOLE_OWNERS.get(each.top)
        if owner and module.name != owner:
            yield each.line, f"only {owner} imports {each.top}"
        if each.at_load and each.top in HEAVY:
            yield each.line, f"{each.top} is imported inside the functions that use it"


def _chance(module: Module, imports: list[Import]) -> Iterator[tuple[int, str]]:
    for each in imports:
        if CHANCE.intersection(each.target.split(".")) and module.name not in CHANCE_OWNERS:
            yield each.line, f"{each.target}: nothing is random but the dice"


def _file_calls(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in FILE_CALLS:
                yield node.lineno, f"{name}()"
            case ast.Call(func=ast.Attribute(attr=name)) if name in FILE_METHODS:
                yield node.lineno, f".{name}()"
            case ast.Attribute(value=ast.Name(id="sys"), attr="stdout" | "stderr" | "stdin" as name):
                yield node.lineno, f"sys.{name}"
