"""What all tests share: hypothesis without a clock, and the markers for tests that need libcairo or a browser."""

from __future__ import annotations

import importlib.util
import os
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# no test times anything; in CI the examples are the same in every run
settings.register_profile("house", deadline=None, print_blob=True)
settings.register_profile("ci", settings.get_profile("house"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "house")


def _share_shipped_maps() -> None:
    """Let all tests of a process have one area map for each shipped title: a map keeps where its names stand, found once."""
    import areamap
    import areamap.reader
    from mapsheet.source import data_folder, is_title

    read = areamap.reader.load
    kept: dict[tuple[Any, ...], Any] = {}

    @wraps(read)
    def load(name: Any, *, override: Any = None, ground: Any = None) -> Any:
        folder = data_folder() / name if isinstance(name, str) and is_title(name) else None
        if folder is None or override is not None or ground is not None or Path(name).exists() or not folder.is_dir():
            return read(name, override=override, ground=ground)
        key = (str(folder), *sorted((path.name, path.stat().st_mtime_ns) for path in folder.iterdir()))
        if key not in kept:
            kept[key] = read(name)
        return kept[key]

    for module in (areamap, areamap.reader):
        vars(module)["load"] = load


_share_shipped_maps()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what draws PNG or PDF without libcairo, and what opens pages without a browser; in CI both must be there."""
    for marker, is_there, missing in (("cairo", _has_cairo, "libcairo"), ("browser", _has_browser, "chromium")):
        marked = [item for item in items if item.get_closest_marker(marker)]
        if marked and not os.environ.get("CI") and not is_there():
            for item in marked:
                item.add_marker(pytest.mark.skip(reason=f"{missing} is missing"))


def _has_cairo() -> bool:
    try:
        importlib.import_module("cairocffi")
    except OSError:
        return False
    return True


def _has_browser() -> bool:
    from tests.webpage.browser import chromium

    return chromium() is not None and importlib.util.find_spec("selenium") is not None
