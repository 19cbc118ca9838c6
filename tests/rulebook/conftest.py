"""The tiny games beside the printed ones, for tests of what all games share."""

from __future__ import annotations

import pytest

from rulebook.titles import TITLES


@pytest.fixture
def tiny_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TITLES, "nim", "tests.rulebook.nim")
    monkeypatch.setitem(TITLES, "raid", "tests.rulebook.raid")
