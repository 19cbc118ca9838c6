"""What all tests share: hypothesis without a clock, and the marker for tests that need libcairo."""

from __future__ import annotations

import importlib
import os

import pytest
from hypothesis import settings

# no test times anything; in CI the examples are the same in every run
settings.register_profile("house", deadline=None, print_blob=True)
settings.register_profile("ci", settings.get_profile("house"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "house")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what draws PNG or PDF where libcairo is missing; in CI it must be there."""
    drawing = [item for item in items if item.get_closest_marker("cairo")]
    if drawing and not os.environ.get("CI") and not _has_cairo():
        for item in drawing:
            item.add_marker(pytest.mark.skip(reason="libcairo is missing"))


def _has_cairo() -> bool:
    try:
        importlib.import_module("cairocffi")
    except OSError:
        return False
    return True
