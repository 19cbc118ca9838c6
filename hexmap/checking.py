"""Finding every fault of a file, whatever it is: a map, its folder, or a position."""

from __future__ import annotations

from pathlib import Path

from hexmap.position import read_position
from hexmap.reader import OVERRIDES, load
from mapsheet.errors import DataError, Fault, MapsheetError, clipped
from mapsheet.source import find_source, is_title, read_toml
from mapsheet.style import load_style


def check_path(path: str) -> dict[str, int]:
    """Return the provenance counts of a sound map (none for a position).

    Raises DataError with every fault of the file.
    """
    found = find_source(path)
    data = read_toml(found).data
    family = str(data.get("format", "")).partition("/")[0]
    if family == "position":
        _check_position(found)
    elif family == "style":
        load_style(str(found))
    elif found.name == OVERRIDES and (found.parent / "map.toml").is_file():
        return load(found.parent).provenance
    else:
        return load(found).provenance
    return {}


def _check_position(path: Path) -> None:
    position = read_position(path)
    if not position.map:
        return
    source = read_toml(path)
    if not is_title(position.map):
        raise DataError(source.fault(("map",), f"expected the name of a title, got {clipped(position.map)}"))
    beside = path.parent / position.map
    board = load(beside if beside.exists() else position.map)
    faults: list[Fault] = []
    for k, unit in enumerate(position.units):
        try:
            board.stand(unit.at)
        except MapsheetError as error:
            faults.append(source.fault(("unit", k, "at"), str(error)))
    if faults:
        raise DataError(faults)
