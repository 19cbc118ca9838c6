"""Diagrams on hex maps: every shipped one holds, is legible at its final width, is told in two languages, fails with its map."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hexmap.diagram import draw_diagram
from mapsheet.diagram.layout import SIX_POINT
from mapsheet.digits import number_stroke
from mapsheet.errors import DataError
from tests.commands import run_door
from tests.diagrams import FOLDER, ems, number_strokes, scripts

SCRIPTS = scripts("field.toml", "bannockburn")
NAMES = [path.stem for path in SCRIPTS]
SIGHT = FOLDER / "units-and-villages.toml"


def changed(folder: Path, script: Path, *pairs: tuple[str, str]) -> Path:
    """Return a copy of a script with words replaced, beside what it names."""
    for name in ("field.toml", "counters.toml"):
        (folder / name).write_text((FOLDER / name).read_text(encoding="utf-8"), encoding="utf-8")
    text = script.read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    copy = folder / script.name
    copy.write_text(text, encoding="utf-8")
    return copy


def test_there_are_twelve_on_hex_maps() -> None:
    assert len(SCRIPTS) >= 12


@pytest.mark.parametrize("path", SCRIPTS, ids=NAMES)
def test_every_diagram_expects_something_and_holds(path: Path) -> None:
    assert "expect" in path.read_text(encoding="utf-8")
    drawn = draw_diagram(path)
    assert drawn.caption
    assert drawn.alt.endswith(("own reconstruction.", ")."))
    assert len(re.findall(r' id="([^"]+)"', drawn.svg)) == len(set(re.findall(r' id="([^"]+)"', drawn.svg)))


@pytest.mark.parametrize("path", SCRIPTS, ids=NAMES)
def test_no_letter_is_under_six_point_at_85_mm(path: Path) -> None:
    drawn = draw_diagram(path, width=85)
    assert re.search(r'<svg[^>]* width="85mm"', drawn.svg)
    found = list(ems(drawn.svg))
    assert all(em >= 0.96 * SIX_POINT for _, em in found), min(found, key=lambda one: one[1])
    assert all(width >= 0.99 * number_stroke(SIX_POINT) for width in number_strokes(drawn.svg) if width)


def test_measuring_letters_finds_small_ones() -> None:
    svg = draw_diagram(FOLDER / "sides-of-a-double.toml", width=85).svg
    halved = re.sub(r"scale\(([0-9.]+)\)", lambda found: f"scale({float(found[1]) / 2:g})", svg)
    assert min(em for _, em in ems(halved)) < SIX_POINT


@pytest.mark.parametrize(
    ("name", "pairs", "says"),
    [
        ("units-and-villages", [('terrain = "village"', 'terrain = "clear"')], "expected false, the answer is true"),
        ("heights-in-the-way", [("1220]\nlevel = 3", "1220]\nlevel = 2")], "expected false, the answer is true"),
        ("the-charge", [('terrain = "marsh"', 'terrain = "clear"')], "expected 0, the answer is 1"),
        ("rout-blocked", [('at = "2110"', 'at = "2112"')], "expected 1, the answer is 0"),
        ("reach-of-a-unit", [('1019]\nterrain = "marsh"', '1019]\nterrain = "clear"')], "expected 2, the answer is 1"),
    ],
)
def test_an_answer_that_changes_fails(tmp_path: Path, name: str, pairs: list[tuple[str, str]], says: str) -> None:
    with pytest.raises(DataError, match=re.escape(says)):
        draw_diagram(changed(tmp_path, FOLDER / f"{name}.toml", *pairs))


def test_the_difference_stands_in_its_line(tmp_path: Path) -> None:
    script = changed(tmp_path, SIGHT, ('blocked_by = ["0924"]', 'blocked_by = ["0925"]'))
    with pytest.raises(DataError) as error:
        draw_diagram(script)
    line = script.read_text(encoding="utf-8").split("\n").index('expect = { clear = false, blocked_by = ["0925"] }') + 1
    assert [(fault.line, fault.key) for fault in error.value.faults] == [(line, "question.3.expect.blocked_by")]


def test_captions_are_computed_and_end_with_the_rule() -> None:
    drawn = draw_diagram(SIGHT)
    assert drawn.caption == (
        "A has a clear line of sight to B, D and G. The line of sight from A to C is blocked by unit B. "
        "The line of sight from A to E and F is blocked by the village in 1124 (8.13)."
    )
    assert "A English archers stands in 0926." in drawn.alt
    german = draw_diagram(SIGHT, language="de")
    assert german.caption.startswith("A hat freie Sicht auf B, D und G. Die Sichtlinie von A nach C ist blockiert durch ")
    assert "steht auf 0926" in german.alt


def test_the_two_parts_of_a_line_differ_without_colour() -> None:
    for style in ("classic", "mono"):
        from mapsheet.style import load_style

        marks = load_style(style).marks
        assert not marks.clear.dash
        assert marks.blocked.dash


def test_what_the_answer_says_is_drawn(tmp_path: Path) -> None:
    script = tmp_path / "figure.toml"
    head = 'format = "diagram/1"\nmap = "bannockburn"\n'
    body = '[[arrow]]\nthrough = ["1426", "1425"]\nstruck = true\n[[highlight]]\nat = "1427"\n'
    script.write_text(head + body, encoding="utf-8")
    drawn = draw_diagram(script)
    assert "Not allowed, struck out: 1426 to 1425." in drawn.alt
    assert "Marked: 1427." in drawn.alt
    assert drawn.svg.count("#B3261E") == 2  # both arms of the cross


def test_widths_only_ever_make_smaller() -> None:
    natural = draw_diagram(FOLDER / "rout-off-the-map.toml", width=300)
    scale = re.search(r"scale\(([0-9.]+)\)", natural.svg)
    assert scale is not None
    assert float(scale[1]) == 1
    assert natural.width == 300


def test_the_same_script_gives_the_same_bytes() -> None:
    assert draw_diagram(SIGHT).svg == draw_diagram(SIGHT).svg


def test_the_command_writes_the_figure_with_caption_and_description(tmp_path: Path) -> None:
    target = tmp_path / "figure.svg"
    done = run_door("mapsheet", ("diagram", str(SIGHT), "-o", str(target), "--width", "85mm", "--json",))
    told = json.loads(done.output)
    assert done.code == 0
    assert (tmp_path / "figure.caption.txt").read_text(encoding="utf-8") == told["caption"] + "\n"
    assert (tmp_path / "figure.alt.txt").read_text(encoding="utf-8") == told["alt"] + "\n"
    assert told["panels"][0]["questions"][3]["answer"]["blocked_by"] == [{"hex": "0924", "why": "occupied"}]
    assert target.read_text(encoding="utf-8").startswith("<?xml")


def test_the_command_refuses_an_unexpected_answer_and_writes_nothing(tmp_path: Path) -> None:
    script = changed(tmp_path, SIGHT, ('terrain = "village"', 'terrain = "clear"'))
    for words in (["--check"], ["-o", str(tmp_path / "figure.svg")]):
        done = run_door("hexmap", ("diagram", str(script), *words,))
        assert done.code == 2
        assert "question.4.expect.clear: expected false, the answer is true" in done.errors
        assert "Traceback" not in done.errors
    assert not list(tmp_path.glob("figure*"))
    assert run_door("hexmap", ("diagram", str(SIGHT), "--check",)).code == 0
    assert run_door("hexmap", ("diagram", str(SIGHT),)).code == 2
    assert run_door("hexmap", ("diagram", str(script), "-o", str(script),)).code == 2


def test_the_sample_of_the_page_is_drawn(tmp_path: Path) -> None:
    page = (FOLDER.parent.parent / "data" / "README.md").read_text(encoding="utf-8")
    found = re.search(r"## Diagrams.*?```toml\n(.*?)```", page, re.DOTALL)
    assert found is not None
    script = tmp_path / "sample.toml"
    script.write_text(found[1], encoding="utf-8")
    drawn = draw_diagram(script)
    assert drawn.caption.startswith("(a) A has a clear line of sight to B. Not allowed, struck out: B to 1423. (b) The line")
    assert drawn.caption.count("Not allowed") == 1
    assert 'id="b-hex-1425"' not in drawn.svg  # what a browser points at is left out
    assert 'id="b-ghost"' not in drawn.svg  # an exact crop has no margin


EVERY = {
    "los": 'from = "1426"\nto = "1225"', "viewshed": 'from = "1426"\nradius = 3', "reach": 'at = "1426+1425"\nallowance = 2',
    "path": 'from = "1426>N"\nto = "1422"', "why": 'from = "1426"\nto = "1424"\nallowance = 3',
    "charge": 'at = "1426"\ntarget = "1422"\nallowance = 4', "rout": 'at = "1433"\nlevel = 1\nallowance = 5\nside = "scots"',
    "arcs": 'at = "1426+1425"', "place": 'hex = "1426"\nas = "pair"', "show": 'hex = "1426"',
    "distance": 'from = "1426"\nto = "1222"',
}


def test_every_question_has_its_turn() -> None:
    from hexmap.questions import QUESTIONS

    assert EVERY.keys() == QUESTIONS.keys()


@pytest.mark.parametrize("ask", EVERY)
def test_every_question_is_drawn_and_told(tmp_path: Path, ask: str) -> None:
    script = tmp_path / "figure.toml"
    head = f'format = "diagram/1"\nmap = "bannockburn"\nrule = "1.2"\nwidth = "70 mm"\n[[question]]\nask = "{ask}"\n'
    script.write_text(head + EVERY[ask], encoding="utf-8")
    english, german = draw_diagram(script), draw_diagram(script, language="de")
    assert english.caption.endswith(" (1.2).")
    assert german.caption != english.caption
    assert 'id="layer-marks"' in english.svg
    if ask == "viewshed":
        assert 'aria-label="seen"' in english.svg
        assert 'aria-label="zu sehen"' in german.svg


UNIT = '\n[[unit]]\nat = "{at}"\ncode = "{code}"\nlabel = "{code}"\n{more}'
PLAIN = 'format = "diagram/1"\nmap = "field.toml"\ntitle = "x"\n{more}'


def script_of(folder: Path, *parts: str) -> Path:
    """Return a script on the field of the examples."""
    (folder / "field.toml").write_text((FOLDER / "field.toml").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "s.toml").write_text(PLAIN.format(more="".join(parts)), encoding="utf-8")
    return folder / "s.toml"


@pytest.mark.parametrize("second", ["1020", "1020+1019"])
def test_two_that_block_in_one_hex_are_refused_with_their_place(tmp_path: Path, second: str) -> None:
    script = script_of(tmp_path, UNIT.format(at="1020", code="A", more=""), UNIT.format(at=second, code="B", more=""))
    with pytest.raises(DataError) as caught:
        draw_diagram(script)
    assert [fault.line for fault in caught.value.faults] == [11]
    assert "1020 is held by unit.0 already, and both block" in str(caught.value)


def test_units_of_all_panels_are_held_against_each_other(tmp_path: Path) -> None:
    panel = '\n[[panel]]\n[[panel.unit]]\nat = "1020"\ncode = "B"\n[[panel]]\ncrop = "1020-1122"\n'
    with pytest.raises(DataError, match=r"1020 is held by unit\.0 already"):
        draw_diagram(script_of(tmp_path, UNIT.format(at="1020", code="A", more=""), panel))


def test_a_leader_on_a_unit_keeps_both_labels(tmp_path: Path) -> None:
    script = script_of(
        tmp_path, UNIT.format(at="1020", code="A", more=""), UNIT.format(at="1020", code="B", more="blocks = false\n")
    )
    drawn = draw_diagram(script)
    assert "A A stands in 1020. B B stands in 1020." in drawn.alt


def test_a_label_outlives_a_fault_of_its_unit(tmp_path: Path) -> None:
    ask = '[[question]]\nask = "reach"\nat = "A"\nallowance = 1\n'
    with pytest.raises(DataError) as caught:
        draw_diagram(script_of(tmp_path, UNIT.format(at="1020", code="A", more="rout = 9\n"), ask))
    assert len(caught.value.faults) == 1


def test_a_struck_move_has_its_own_look_and_is_told(tmp_path: Path) -> None:
    arrow = '[[arrow]]\nthrough = ["1020", "1120"]\n'
    plain = draw_diagram(script_of(tmp_path, arrow))
    struck = draw_diagram(script_of(tmp_path, arrow + "struck = true\n"))
    assert struck.caption == "Not allowed, struck out: 1020 to 1120."
    assert draw_diagram(tmp_path / "s.toml", language="de").caption == "Nicht erlaubt, durchgestrichen: 1020 nach 1120."
    assert "stroke-dasharray" in struck.svg
    assert "stroke-dasharray" not in plain.svg


def test_a_way_off_the_map_is_told() -> None:
    assert "1 of them leads off the map (11.26)." in draw_diagram(FOLDER / "rout-off-the-map.toml").caption


@pytest.mark.parametrize(
    ("occupied", "to", "says"),
    [
        ('occupied = ["1425"]', "1425", "From 1426 to 1425: not possible. 1425 is held by another unit."),
        ("", "1423", "From 1426 to 1423: not possible with 1 point; it takes 3."),
    ],
)
def test_the_caption_of_why_gives_the_reason(tmp_path: Path, occupied: str, to: str, says: str) -> None:
    ask = f'[[question]]\nask = "why"\nfrom = "1426"\nto = "{to}"\nallowance = 1\n{occupied}\n'
    assert draw_diagram(script_of(tmp_path, ask)).caption == says
    german = draw_diagram(tmp_path / "s.toml", language="de").caption
    assert "erlaubt sind" not in german


def test_every_ban_has_its_words() -> None:
    from hexmap.stepcosts import Ban
    from mapsheet.wording import load_wording

    kinds = re.search(r"why is (.*?);", Ban.__doc__ or "")
    assert kinds
    for language in ("en", "de"):
        assert all(load_wording(language).knows(f"ban.{k}") for k in re.findall(r"\w+", kinds[1]) if k not in ("or", "allowance"))


def test_a_figure_higher_than_a_page_is_told(tmp_path: Path) -> None:
    panels = "".join(f'[[panel]]\ntitle = "{k}"\ncrop = "1020-1523"\n' for k in range(4))
    script = script_of(tmp_path, 'columns = 1\nwidth = "150 mm"\n', panels)
    done = run_door("hexmap", ("diagram", str(script), "-o", str(tmp_path / "x.svg")))
    assert done.code == 0
    assert re.search(r"the figure is [\d.]+ mm high, more than the 230 mm of a page: `columns`", done.errors)


def numbers_on(monkeypatch: pytest.MonkeyPatch, script: Path, width: float) -> tuple[set[str], str, float]:
    """Return the hex numbers that a diagram prints, its caption, and their smallest em in mm on paper."""
    from mapsheet.sheet import Layer

    printed: set[str] = set()
    sizes: list[float] = []
    own = Layer.numbers

    def noted(self: Layer, items: list[tuple[str, float, float]], size: float, *rest: object, **given: object) -> None:
        printed.update(text for text, *_ in items)
        sizes.append(size)
        own(self, items, size, *rest, **given)  # type: ignore[arg-type]

    monkeypatch.setattr(Layer, "numbers", noted)
    drawn = draw_diagram(script, width=width)
    scale = float(re.search(r"scale\(([0-9.]+)\)", drawn.svg)[1])  # type: ignore[index]
    return printed, drawn.caption, scale * min(sizes, default=0.0)


def test_panels_stand_in_fewer_columns_before_numbers_vanish(monkeypatch: pytest.MonkeyPatch) -> None:
    printed, _, em = numbers_on(monkeypatch, FOLDER / "seven-manoeuvres.toml", 85)
    assert {"1427", "1424", "1527"} <= printed
    assert em >= 0.99 * SIX_POINT


def test_where_not_all_numbers_have_room_those_of_the_caption_stand(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ask = '[[question]]\nask = "path"\nfrom = "0918"\nto = "1922"\nallowance = 20\n'
    printed, caption, em = numbers_on(monkeypatch, script_of(tmp_path, 'crop = "0816-2025"\n', ask), 60)
    assert "from 0918 to 1922" in caption
    assert printed == {"0918", "1922"}
    assert em >= 0.99 * SIX_POINT


@pytest.mark.parametrize("code", ["SPEARS", "XII"])
def test_discs_and_arrows_keep_off_codes_numbers_and_crosses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: str
) -> None:
    from hexmap.draw import overlay
    from mapsheet.box import Box
    from mapsheet.marks import Arrow, Cross, Disc

    seen = []
    own = overlay._settled

    def noted(view, marks, shift, codes):  # type: ignore[no-untyped-def]
        found = list(own(view, marks, shift, codes))
        numbers = [view.number_box(h).moved(-shift[0], -shift[1]) for h in view.shown - view.unnumbered]
        seen.append((view, found, codes, numbers))
        return found

    monkeypatch.setattr(overlay, "_settled", noted)
    units = UNIT.format(at="1020", code="A", more="").replace('code = "A"', f'code = "{code}"')
    ask = '[[question]]\nask = "why"\nfrom = "A"\nto = "1022"\nallowance = 1\n'
    draw_diagram(script_of(tmp_path, units, ask), width=60)
    view, found, codes, numbers = seen[0]
    assert len(codes) == 1
    reach = 0.6 * view.style.marks.cross.reach
    crosses = [Box(*mark.at, *mark.at).grown(reach) for mark in found if isinstance(mark, Cross)]
    assert crosses
    for mark in found:
        if isinstance(mark, Disc):
            radius = getattr(view.style.marks, mark.name).radius
            assert all(overlay._covered(box, mark.at, radius) < 0.05 for box in [*codes, *numbers, *crosses]), mark
        if isinstance(mark, Arrow):
            assert not any(overlay._holds(box, point) for box in codes for point in mark.points)


@pytest.mark.parametrize("other", ["1018", "1022", "1118", "1119", "0922", "1319", "0718", "1024"])
def test_lines_end_beside_the_counters_at_their_ends(other: str) -> None:
    """Whichever way a line leaves a counter, it does not run over what is printed there; neighbors leave it no room."""
    from hexmap.diagram import HexGround
    from mapsheet.box import Box
    from mapsheet.counters import read_counters
    from mapsheet.marks import Arrow, Line
    from mapsheet.tracks import COUNTER

    ground = HexGround.load("bannockburn")
    ground.counters = read_counters("bannockburn")
    middles = [ground.board.layout.centre(ground.board.hex(number)) for number in ("1020", other)]
    boxes = [Box(x, y, x, y).grown(COUNTER / 2 - 0.01) for x, y in middles]
    for mark in (Line(tuple(middles), "clear"), Arrow(tuple(middles), "path")):
        drawn = ground._beside_pieces(mark, {"1020", other})
        assert isinstance(drawn, Line | Arrow)
        assert not any(box.left < x < box.right and box.top < y < box.bottom for box in boxes for x, y in drawn.points)
