"""Lengths and sizes: every unit, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapsheet.errors import NotationError
from mapsheet.units import PAPERS, length, size


@pytest.mark.parametrize(
    ("text", "mm"),
    [
        ("15.2 mm", 15.2), ("15.2mm", 15.2), (" 15.2 MM ", 15.2), ("1 cm", 10), ("0.6 in", 15.24), ('0.6"', 15.24),
        (".5 in", 12.7), ("72 pt", 25.4), ("20000 mm", 20_000),
    ],
)
def test_lengths_are_read_in_mm(text: str, mm: float) -> None:
    assert length(text) == pytest.approx(mm, rel=1e-12)


@pytest.mark.parametrize(
    "text",
    ["", "15", 15, 15.2, None, True, "mm", "-1 mm", "0 mm", "0.0 in", "nan mm", "inf mm", "1e3 mm", "1,5 mm", "15 km", "1 mm 2",
     "20001 mm", "1" * 400 + " mm", "٣ mm", ["1 mm"]],
)  # fmt: skip
def test_what_is_no_length_is_refused(text: object) -> None:
    with pytest.raises(NotationError):
        length(text)


@pytest.mark.parametrize(
    ("text", "mm"),
    [
        ("17x22in", (431.8, 558.8)), ("17 in x 22 in", (431.8, 558.8)), ("17in x 22in", (431.8, 558.8)),
        ("100 × 50 mm", (100, 50)),
        ("10 cm x 50 mm", (100, 50)), ("A4", (210, 297)), (" letter ", (215.9, 279.4)),
    ],
)  # fmt: skip
def test_sizes_are_read_in_mm(text: str, mm: tuple[float, float]) -> None:
    assert size(text) == pytest.approx(mm)


NO_SIZES = ["", "17x22", "a9", "17in", "x22in", "17x-22in", "0x22in", "17x22xx", "1.2.3x4in", None, 4, "nanxnanin"]


@pytest.mark.parametrize("text", NO_SIZES)
def test_what_is_no_size_is_refused(text: object) -> None:
    with pytest.raises(NotationError):
        size(text)


def test_papers_are_portrait_and_known_by_name() -> None:
    for name, (width, height) in PAPERS.items():
        assert width < height
        assert size(name) == (width, height)


@given(st.text(max_size=20))
def test_any_text_is_a_size_or_refused(text: str) -> None:
    for reader in (length, size):
        try:
            reader(text)
        except NotationError:
            continue
