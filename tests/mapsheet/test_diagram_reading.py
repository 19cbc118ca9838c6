"""Scripts of diagrams: every fault at once in its place, what is expected of answers, wording in languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexmap.diagram import HexGround
from mapsheet.diagram import read_script
from mapsheet.diagram.expecting import differences
from mapsheet.diagram.reading import final_width, map_of
from mapsheet.errors import DataError, NotationError
from mapsheet.source import data_folder
from mapsheet.wording import languages, load_wording

HEAD = 'format = "diagram/1"\nmap = "bannockburn"\n'
QUESTION = '[[question]]\nask = "los"\nfrom = "1426"\nto = "1424"\n'


def faults(folder: Path, text: str) -> list[str]:
    script = folder / "figure.toml"
    script.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as error:
        read_script(script, lambda name, own: HexGround.load(name, ground=own))
    return [str(fault).removeprefix(str(folder) + "/") for fault in error.value.faults]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (HEAD, "shows nothing: expected at least one question"),
        (HEAD.replace("diagram/1", "diagram/2") + QUESTION, "format: expected one of diagram/1"),
        ('format = "diagram/1"\n' + QUESTION, "map: is missing"),
        (HEAD.replace("bannockburn", "atlantis") + QUESTION, "map: expected a title, or the name of a map file beside"),
        (HEAD.replace("bannockburn", "../secret.toml") + QUESTION, "map: expected a title"),
        (HEAD.replace('"bannockburn"', '"/etc/passwd"') + QUESTION, "map: expected a title"),
        (HEAD + "titel = 1\n" + QUESTION, "unknown key (did you mean 'title'?)"),
        (HEAD + 'title = "a\\u0007b"\n' + QUESTION, "title: holds a character that cannot be printed"),
        (HEAD + 'width = "85"\n' + QUESTION, "width: expected a length with its unit"),
        (HEAD + 'width = "5 mm"\n' + QUESTION, "width: expected a width from 30 mm to 1 m"),
        (HEAD + "columns = 0\n" + QUESTION, "columns: expected a whole number from 1"),
        (HEAD + 'language = "xx"\n' + QUESTION, "language: expected a language of captions"),
        (HEAD + 'style = "neon"\n' + QUESTION, "style: expected"),
        (HEAD + 'provenance = "guess"\n' + QUESTION, "provenance: expected one of text derived"),
        (HEAD + 'crop = "9999-1111"\n' + QUESTION, "crop: expected"),
        (HEAD + 'counters = "none.toml"\n' + QUESTION, "counters: expected a title with counters"),
        (HEAD + 'counters = "../counters.toml"\n' + QUESTION, "counters: expected a title with counters"),
        (HEAD + QUESTION.replace("los", "loss"), "question.0.ask: expected a question of this map, got 'loss' (did you mean"),
        (HEAD + QUESTION.replace('to = "1424"', ""), "question.0: expected a value for 'to' of los"),
        (HEAD + QUESTION + 'colour = "red"\n', "question.0: expected no key 'colour' for los"),
        (HEAD + QUESTION + 'expect = "clear"\n', "question.0.expect: expected a table"),
        (HEAD + QUESTION + "expect = { crossed_count = nan }\n", "question.0.expect.crossed_count: expected a number"),
        (HEAD + QUESTION + "expect = { crossed_count = -inf }\n", "question.0.expect.crossed_count: expected a number"),
        (HEAD + QUESTION + "expect = { crossed = [1, [inf]] }\n", "question.0.expect.crossed.1.0: expected a number"),
        (HEAD + QUESTION + "expect = { distance = 0x" + 5000 * "f" + " }\n", "question.0.expect.distance: expected a number"),
        (HEAD + QUESTION + "expect = { distance = 1979-05-27 }\n", "question.0.expect.distance: expected a text"),
        (HEAD + QUESTION + "expect = { distance = " + 40 * "[" + 40 * "]" + " }\n", "in 8 others are the most"),
        (HEAD + QUESTION + "draw = 1\n", "question.0.draw: expected true or false"),
        (HEAD + '[[unit]]\nat = "9999"\n', "unit.0.at: expected"),
        (HEAD + '[[unit]]\nside = "scots"\n', "unit.0.at: is missing"),
        (HEAD + '[[unit]]\nat = "1426"\nlabel = "LONG"\n', "unit.0.label: expected at most 3 characters"),
        (HEAD + '[[label]]\nat = "1426"\n', "label.0.text: is missing"),
        (HEAD + '[[label]]\nat = "1426"\ntext = "A"\n[[label]]\nat = "1427"\ntext = "A"\n', "the label 'A' stands at two places"),
        (HEAD + '[[label]]\nat = "1426"\ntext = "A"\nlook = "blue"\n', "label.0.look: expected one of black white"),
        (HEAD + '[[arrow]]\nthrough = ["1426"]\n', "arrow.0.through: expected at least two places"),
        (HEAD + '[[arrow]]\nthrough = ["1426", "B"]\n', "arrow.0.through.1: expected"),
        (HEAD + '[[arrow]]\nthrough = ["1426", "1425"]\nkind = "walk"\n', "arrow.0.kind: expected one of path charge rout"),
        (HEAD + '[[highlight]]\nat = ["1426"]\nlook = "pink"\n', "highlight.0.look: expected one of reach visible"),
        (HEAD + "[[panel]]\n" * 13, "panel: expected at most 12 panels, got 13"),
        (HEAD + "panel = 3\n", "panel: expected tables [[panel]]"),
        (HEAD + QUESTION + '[ground.hex.1425]\nterrain = "lava"\n', "ground.hex.1425.terrain: unknown terrain 'lava'"),
        ('format = "position/1"\n', "is a position/1 file, not a map"),
    ],
)
def test_a_fault_is_told_in_its_place(tmp_path: Path, text: str, says: str) -> None:
    found = faults(tmp_path, text)
    assert any(says in fault for fault in found), found
    assert all(fault.startswith("figure.toml:") for fault in found)


def test_all_faults_come_at_once_in_the_order_of_their_places(tmp_path: Path) -> None:
    text = HEAD + 'width = "0"\n' + QUESTION.replace("los", "looks") + '[[label]]\nat = "0000"\ntext = "A"\n'
    found = faults(tmp_path, text)
    assert [fault.split(":")[1] for fault in found] == ["3", "5", "9"]


def test_labels_stand_for_their_places(tmp_path: Path) -> None:
    script = tmp_path / "figure.toml"
    labels = '[[unit]]\nat = "1426"\nlabel = "A"\n[[label]]\nat = "1424"\ntext = "B"\n'
    script.write_text(HEAD + QUESTION.replace("1426", "A").replace("1424", "B") + labels, encoding="utf-8")
    read, _ = read_script(script, lambda name, own: HexGround.load(name, ground=own))
    assert read.panels[0].questions[0].given == {"from": "1426", "to": "1424"}


def test_a_map_beside_the_script_is_found_and_none_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("out.toml", "in/own.toml"):
        (tmp_path / name).write_text('format = "hexmap/1"\n', encoding="utf-8")
    script = tmp_path / "in" / "figure.toml"
    script.write_text('format = "diagram/1"\nmap = "own.toml"\n', encoding="utf-8")
    assert Path(map_of(script)) == (tmp_path / "in/own.toml").resolve()
    (tmp_path / "in" / "link.toml").symlink_to(tmp_path / "out.toml")
    script.write_text('format = "diagram/1"\nmap = "link.toml"\n', encoding="utf-8")
    with pytest.raises(DataError):
        map_of(script)


def test_widths() -> None:
    assert final_width("8.5 cm") == pytest.approx(85)
    for bad in ("85", "1 mm", "2000 mm", 85, True, "NaN mm"):
        with pytest.raises(NotationError):
            final_width(bad)


TOLD: dict[str, Any] = {
    "clear": False, "cost": "1/2", "none": None, "crossed": ["1425"], "costs": {"1425": 1, "1426": 0},
    "blocked_by": [{"hex": "1425", "why": "occupied"}], "paths": [["1", "2"], ["1", "off"]],
}


@pytest.mark.parametrize(
    "expect",
    [
        {}, {"clear": False}, {"cost": "1/2"}, {"cost": 0.5}, {"none": "none"}, {"crossed": ["1425"]}, {"costs": {"1425": 1}},
        {"blocked_by": ["1425"]}, {"blocked_by": [{"why": "occupied"}]}, {"blocked_by_count": 1}, {"crossed_has": "1425"},
        {"crossed_lacks": ["1424"]}, {"ends": ["off", "2"]}, {"costs_has": ["1426"]}, {"paths_count": 2},
    ],
)
def test_what_holds_differs_in_nothing(expect: dict[str, Any]) -> None:
    assert differences(expect, TOLD) == []


@pytest.mark.parametrize(
    ("expect", "says"),
    [
        ({"clear": True}, "expected true, the answer is false"), ({"clear": 0}, "expected 0, the answer is false"),
        ({"cost": 1}, 'expected 1, the answer is "1/2"'), ({"none": 1}, 'expected 1, the answer is "none"'),
        ({"crossed": []}, 'expected [], the answer is ["1425"]'), ({"crossed": "1425"}, 'expected "1425"'),
        ({"costs": {"1425": 2}}, "expected 2, the answer is 1"), ({"costs": {"1": 0}}, "the answer has no key '1'"),
        ({"blocked_by": ["1424"]}, 'expected ["1424"], the answer is ["1425"]'), ({"clera": True}, "did you mean 'clear'"),
        ({"blocked_by_count": 2}, "expected 2, the answer is 1"), ({"crossed_has": ["1424"]}, '"1424" is not among'),
        ({"crossed_lacks": ["1425"]}, '"1425" is among'), ({"ends": ["2"]}, 'expected ["2"], the answer is ["2", "off"]'),
    ],
)
def test_what_does_not_hold_is_told(expect: dict[str, Any], says: str) -> None:
    found = differences(expect, TOLD)
    assert len(found) == 1
    assert says in found[0].message


# -- wording ---------------------------------------------------------------------------------------------------------


def test_every_language_says_everything() -> None:
    assert languages() == ["de", "en"]
    assert load_wording("de").say("los.clear", **{"from": "{A}", "to": "B"}) == "Sichtlinie von {A} nach B: frei."
    assert [load_wording("de").points(cost) for cost in (1, 2, "1/2")] == ["1 Punkt", "2 Punkte", "1/2 Punkte"]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('seen = "zu sehen"\n', "", "legend.seen: is missing"),
        ('seen = "zu sehen"', 'saen = "x"\nseen = "y"', "legend.saen: unknown key"),
        ('seen = "zu sehen"', "seen = 3", "legend.seen: expected a text"),
        ('seen = "zu sehen"', 'seen = "{hex.__class__} {hex}"', "names {hex}, which is not filled here"),
        ('seen = "zu sehen"', 'seen = { one = "a", other = "b" }', "legend.seen: expected a text"),
        ('language = "Deutsch"', "", "language: is missing"), ("captions/1", "captions/9", "expected one of captions/1"),
    ],
)
def test_a_translation_is_checked(tmp_path: Path, old: str, new: str, says: str) -> None:
    text = (data_folder() / "captions/de.toml").read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "own.toml"
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as error:
        load_wording(str(file))
    assert any(says in str(fault) for fault in error.value.faults)


def test_unknown_languages_are_refused() -> None:
    for name in ("xx", "../de", "/etc/passwd", "missing.toml"):
        with pytest.raises(NotationError):
            load_wording(name)


ODD: list[Any] = [float("nan"), float("inf"), "²/3", "1/0", "1/00", "/", [1, "a"], {"b": 1}]


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_expectation_is_a_difference_and_no_accident(odd: Any) -> None:
    told = {"a": 1, "paths": [["b"]], "list": [2, 3], "table": {"hex": "0101"}}
    for key in ("a", "list", "table", "ends", "list_count", "list_has", "table_has"):
        assert differences({key: odd}, told)
