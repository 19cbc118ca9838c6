"""The files of a build: the source, and the coastline beside it or named by the caller."""

from __future__ import annotations

from pathlib import Path

from areamap.build.making import Built, Progress, build
from areamap.build.plan import Plan
from areamap.build.reading import load_plan
from mapsheet.errors import DataError, Fault
from mapsheet.source import find_source, read_text

SOURCE = "source.toml"


def build_file(name_or_path: Path | str, *, coast: Path | str | None = None, progress: Progress | None = None) -> Built:
    """Return what a source (a title, a folder with a source.toml, or a file) builds.

    `coast` is the coastline; without it the source's own `[coast] file`, which lies in the source's folder. Raises DataError
    with every fault of the source, and for a coastline that is missing, unreadable or larger than 16 MB.
    """
    path = find_source(name_or_path, SOURCE)
    plan = load_plan(path)
    file = Path(coast) if coast is not None else _beside(plan, path)
    text = None if file is None else read_text(file)
    return build(plan, text, name=str(file), progress=progress)


def _beside(plan: Plan, source: Path) -> Path | None:
    if not plan.coast.file:
        return None
    folder = source.parent.resolve()
    file = (folder / plan.coast.file).resolve() if "\0" not in plan.coast.file else folder.parent
    if not file.is_relative_to(folder):
        raise DataError(Fault("expected a file in the source's own folder", str(source), key="coast.file"))
    return file
