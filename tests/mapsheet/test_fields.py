"""Taking values out of a source: each kind of value, what is refused, and that all faults come at once."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapsheet.errors import DataError, NotationError
from mapsheet.fields import MOST_FAULTS, Fields, cost
from mapsheet.source import parse_toml


def fields_of(text: str) -> Fields:
    return Fields(parse_toml(text, "f"))


def messages(fields: Fields) -> list[str]:
    return [str(fault) for fault in fields.faults]


TAKEN: list[tuple[str, Callable[[Fields], Any], Any]] = [
    ('x = "a"', lambda f: f.text("x"), "a"),
    ("", lambda f: f.text("x", default="d"), "d"),
    ('x = "two\\nlines\\tand tab"', lambda f: f.text("x"), "two\nlines\tand tab"),
    ('x = "b"', lambda f: f.choice("x", ("a", "b")), "b"),
    ("", lambda f: f.choice("x", ("a", "b")), "a"),
    ("x = false", lambda f: f.flag("x", default=True), False),
    ("", lambda f: f.flag("x", default=True), True),
    ("x = 0", lambda f: f.whole("x", default=None), 0),
    ("", lambda f: f.whole("x", default=7), 7),
    ("x = 2", lambda f: f.number("x"), 2.0),
    ("x = 0.25", lambda f: f.number("x"), 0.25),
    ('x = ["a", "b"]', lambda f: f.texts("x"), ["a", "b"]),
    ('x = "a"', lambda f: f.texts("x"), ["a"]),
    ("", lambda f: f.texts("x"), []),
    ('x = "1/2"', lambda f: f.read("x", cost, None), Fraction(1, 2)),
    ("x.y = 1", lambda f: f.table("x").data, {"y": 1}),
    ("[x.a]\n[x.b]", lambda f: [name for name, _ in f.named("x")], ["a", "b"]),
    ("[[x]]\ny = 1\n[[x]]", lambda f: [t.data for t in f.tables("x")], [{"y": 1}, {}]),
]


@pytest.mark.parametrize(("text", "take", "value"), TAKEN)
def test_good_values_are_taken(text: str, take: Callable[[Fields], Any], value: object) -> None:
    fields = fields_of(text + "\n")
    assert take(fields) == value
    assert fields.faults == []
    fields.finish()
    assert fields.faults == []


REFUSED: list[tuple[str, Callable[[Fields], Any], Any, str]] = [
    ("x = 1", lambda f: f.text("x"), "", "f:1:5: x: expected a text, got 1"),
    ('x = "\\u0007"', lambda f: f.text("x"), "", "cannot be printed"),
    ("", lambda f: f.text("x", required=True), "", "f: x: is missing"),
    ('x = "c"', lambda f: f.choice("x", ("a", "b")), "a", "one of a b, got 'c'"),
    ("x = 0", lambda f: f.flag("x", default=True), True, "true or false"),
    ("x = 1.0", lambda f: f.whole("x", default=3), 3, "whole number from 0"),
    ("x = true", lambda f: f.whole("x", default=3), 3, "whole number from 0"),
    ("x = -1", lambda f: f.whole("x", default=3), 3, "whole number from 0"),
    ("x = 6", lambda f: f.whole("x", default=3, most=5), 3, "from 0 to 5"),
    ("x = nan", lambda f: f.number("x"), 0.0, "a number of at least 0"),
    ("x = inf", lambda f: f.number("x"), 0.0, "a number of at least 0"),
    ("x = -0.5", lambda f: f.number("x"), 0.0, "a number of at least 0"),
    ("x = true", lambda f: f.number("x"), 0.0, "a number of at least 0"),
    ('x = ["a", 1]', lambda f: f.texts("x"), ["a"], "f:1:11: x.1: expected a text"),
    ("x = 1", lambda f: f.texts("x"), [], "a list of texts"),
    ("x = 1", lambda f: f.table("x").data, {}, "expected a table"),
    ("x = 1", lambda f: f.tables("x"), [], "expected tables [[x]]"),
    ("x = [1]", lambda f: f.tables("x"), [], "expected tables [[x]]"),
    ("[x]\na = 1", lambda f: f.named("x"), [], "f:2:5: x.a: expected a table [x.a], got 1"),
    ('x = "z"', lambda f: f.read("x", cost, None), None, "from 0 to"),
]


@pytest.mark.parametrize(("text", "take", "value", "says"), REFUSED)
def test_bad_values_are_faults_and_give_the_default(text: str, take: Callable[[Fields], Any], value: object, says: str) -> None:
    fields = fields_of(text + "\n")
    assert take(fields) == value
    (message,) = messages(fields)
    assert says in message
    with pytest.raises(DataError):
        fields.raise_faults()


def test_unknown_keys_are_faults_with_the_nearest_name() -> None:
    fields = fields_of("rows = 1\nrosw = 2\nprovenance = 'text'\n")
    fields.whole("rows", default=1)
    fields.finish()
    assert messages(fields) == ["f:2:8: rosw: unknown key (did you mean 'rows'?)"]


def test_all_faults_of_all_tables_come_in_the_order_of_the_file() -> None:
    fields = fields_of("a = 1\n[t]\nb = 2\n[[l]]\nc = 3\n[[l]]\nc = 4\n")
    for inner in reversed(fields.tables("l")):
        inner.text("c")
    fields.table("t").text("b")
    fields.text("a")
    with pytest.raises(DataError) as caught:
        fields.raise_faults()
    assert [(f.line, f.key) for f in caught.value.faults] == [(1, "a"), (3, "t.b"), (5, "l.0.c"), (7, "l.1.c")]


def test_the_same_fault_is_told_once() -> None:
    fields = fields_of("a = 1\n")
    fields.text("a")
    fields.text("a")
    with pytest.raises(DataError) as caught:
        fields.raise_faults()
    assert len(caught.value.faults) == 1


def test_what_a_reader_raises_becomes_a_fault() -> None:
    def raising(value: object) -> int:
        raise NotationError("something else", value)

    fields = fields_of("a = 1\n")
    assert fields.read("a", raising, 5) == 5
    assert messages(fields) == ["f:1:5: a: expected something else, got 1"]
    with pytest.raises(ZeroDivisionError):  # what is no fault of the data is not hidden
        fields.read("a", lambda value: value / 0, 5)


def test_faults_without_end_are_cut_short() -> None:
    fields = fields_of("\n".join(f"k{k} = 1" for k in range(MOST_FAULTS + 500)))
    fields.finish()
    fields.fault("k0", "one more")
    assert len(fields.faults) == MOST_FAULTS + 1
    assert "more than 2,000 faults" in fields.faults[-1].message


@pytest.mark.parametrize(
    ("value", "points"),
    [(0, 0), (3, 3), ("3", 3), ("1/2", Fraction(1, 2)), ("4/2", 2), (0.5, Fraction(1, 2)), (0.1, Fraction(1, 10)), (10**6, 10**6),
     ("prohibited", None), (Fraction(7, 3), Fraction(7, 3))],
)  # fmt: skip
def test_points_are_exact(value: object, points: object) -> None:
    if isinstance(value, Fraction):
        value = str(value)
    found = cost(value)
    assert found == points
    assert found is None or isinstance(found, int) is (found.denominator == 1)


@pytest.mark.parametrize(
    "value",
    [-1, "-1/2", True, None, "", "x", "1/0", "1//2", float("nan"), float("inf"), 10**6 + 1, "1/1001", [1], {}, "prohibit", 1e-9],
)
def test_what_is_no_number_of_points_is_refused(value: object) -> None:
    with pytest.raises(NotationError, match="from 0 to"):
        cost(value)


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(NotationError, match="thousands of digits"):
        cost(16**5000)


@given(st.one_of(st.text(max_size=12), st.floats(), st.integers(), st.fractions().map(str)))
def test_any_value_is_points_or_refused(value: object) -> None:
    try:
        found = cost(value)
    except NotationError:
        return
    assert found is None or 0 <= found <= 10**6
