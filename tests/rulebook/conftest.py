"""The tiny games beside the printed ones, for tests of what all games share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulebook.titles import TITLES


@pytest.fixture
def tiny_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(TITLES, "nim", "tests.rulebook.nim")
    monkeypatch.setitem(TITLES, "raid", "tests.rulebook.raid")
    yield
