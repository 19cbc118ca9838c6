"""JSON on one line: whatever a program sends can be sent back, and every line can be written."""

from __future__ import annotations

import json
from typing import Any, NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapsheet.batch import answer_lines
from mapsheet.errors import DataError, NotationError
from mapsheet.jsonline import to_line
from mapsheet.source import parse_json

TEXTS = st.text(st.characters(exclude_categories=()))


@given(st.recursive(TEXTS | st.integers() | st.booleans() | st.none(), st.lists, max_leaves=5), st.booleans())
def test_any_value_is_a_line_that_can_be_written_and_read(value: object, compact: bool) -> None:
    line = to_line({"x": value}, compact=compact)
    line.encode()
    assert len(line.splitlines() or [""]) >= 1
    assert json.loads(json.dumps({"x": value})) == json.loads(line)


def test_letters_stand_as_they_are() -> None:
    assert to_line({"ä": "α\ud83dβ😀"}) == '{"ä": "α\\ud83dβ😀"}'
    assert to_line([1, 2], compact=True) == "[1,2]"


@given(TEXTS)
def test_an_id_comes_back_and_every_answer_can_be_written(text: str) -> None:
    def refuse(question: dict[str, Any]) -> NoReturn:
        raise NotationError("nothing", question)

    (line,) = answer_lines(refuse, [json.dumps({"id": text, "ask": text})])
    line.encode()
    assert json.loads(line)["id"] == json.loads(json.dumps(text))


def test_values_are_told_as_they_came() -> None:
    def refuse(question: dict[str, Any]) -> NoReturn:
        raise NotationError("another", question["x"])

    lines = [*answer_lines(refuse, ['{"x":null}', '{"x":true}', '{"x":[false]}', '{"x":"a"}', f'{{"x":{[0] * 999}}}'])]
    told = [json.loads(line)["error"]["message"] for line in lines]
    assert told[:4] == [f"expected another, got {text}" for text in ("null", "true", "[false]", "'a'")]
    assert len(told[4]) < 100


def test_a_key_that_stands_twice_is_no_json() -> None:
    for text in ('{"a":1,"a":1}', '{"b":[{"a":1,"a":2}]}'):
        with pytest.raises(DataError, match="the key 'a' stands twice"):
            parse_json(text, "x.json")
