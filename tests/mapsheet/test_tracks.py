"""Turn tracks: boxes hold a counter, stand in order, and hold their words."""

from __future__ import annotations

import pytest

from mapsheet.box import Box
from mapsheet.errors import DataError
from mapsheet.sheet import Sheet
from mapsheet.style import load_style
from mapsheet.tracks import COUNTER, Run, Track, TrackBox, turn_track
from tests.mapsheet.drawn import shapes, words

STYLE = load_style("classic")
TURNS = [TrackBox(str(k), note="Fatigue: morale −2" if k > 8 else "", marked=k > 8) for k in range(1, 11)]


def drawn(track: Track) -> tuple[list[Box], dict[str, Box], Box]:
    sheet = Sheet(300, 300, title="track")
    taken = turn_track(sheet.layer("margin"), STYLE, (10, 10), track)
    return [box for _, box in shapes(sheet, "rect")], words(sheet), taken


@pytest.mark.parametrize("run", ["east", "west", "south", "north"])
@pytest.mark.parametrize("per_row", [0, 4])
def test_boxes_hold_counters_apart_in_the_box_that_is_returned(run: Run, per_row: int) -> None:
    boxes, _, taken = drawn(Track(TURNS, "Game-Turn", run=run, per_row=per_row))
    assert len(boxes) == 10
    assert all(min(box.width, box.height) > COUNTER for box in boxes)
    assert not any(a.grown(-0.01).overlaps(b) for i, a in enumerate(boxes) for b in boxes[i + 1 :])
    assert all(taken.holds(box) for box in boxes)


@pytest.mark.parametrize(("run", "axis", "sign"), [("east", 0, 1), ("west", 0, -1), ("south", 1, 1), ("north", 1, -1)])
def test_numbers_follow_each_other_in_the_direction_of_the_run(run: Run, axis: int, sign: int) -> None:
    _, found, _ = drawn(Track(TURNS, run=run))
    places = [found[turn.number].centre[axis] * sign for turn in TURNS]
    assert places == sorted(places)
    across = [found[turn.number].centre[1 - axis] for turn in TURNS]
    assert max(across) - min(across) < 0.5


def test_rows_break_after_per_row() -> None:
    boxes, _, _ = drawn(Track(TURNS, per_row=4))
    assert [sum(box.top == row for box in boxes) for row in sorted({box.top for box in boxes})] == [4, 4, 2]


def test_words_stay_in_their_own_box() -> None:
    boxes, found, _ = drawn(Track(TURNS))
    for turn, box in zip(TURNS, boxes, strict=True):
        assert box.grown(-0.5).holds(found[turn.number])
    assert boxes[-1].grown(-0.5).holds(found["morale −2"])


def test_marked_boxes_are_shaded() -> None:
    sheet = Sheet(300, 60, title="track")
    turn_track(sheet.layer("margin"), STYLE, (10, 10), Track(TURNS))
    fills = [element.get("fill") for element, _ in shapes(sheet, "rect")]
    assert fills == [STYLE.margin.box.colour] * 8 + [STYLE.margin.box_marked.colour] * 2


@pytest.mark.parametrize("size", [0, 12.7, 13.2, float("nan")])
def test_boxes_too_small_for_a_counter_are_refused(size: float) -> None:
    with pytest.raises(DataError, match="hold a counter"):
        drawn(Track(TURNS, size=size))


def test_a_track_without_boxes_is_refused() -> None:
    with pytest.raises(DataError, match="at least one box"):
        drawn(Track([]))
