"""Diagrams on area maps: every shipped one holds, is legible, is told in two languages, and fails when the answer changes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from areamap.diagram import draw_diagram
from mapsheet.diagram.layout import SIX_POINT
from mapsheet.errors import DataError
from tests.commands import run_door
from tests.diagrams import FOLDER, ems, holds, scripts

SCRIPTS = scripts("ottomans", "byzantium")
NAMES = [path.stem for path in SCRIPTS]
PATHS = FOLDER / "behind-on-the-path.toml"


@pytest.mark.parametrize("path", SCRIPTS, ids=NAMES)
def test_every_diagram_holds_and_is_legible_at_its_width(path: Path) -> None:
    assert "expect" in path.read_text(encoding="utf-8")
    holds(draw_diagram(path))


def test_the_near_east_is_legible_at_85_mm() -> None:
    drawn = draw_diagram(FOLDER / "reach-with-stops.toml", width=85, language="de")
    assert re.search(r'<svg[^>]* width="85mm"', drawn.svg)
    found = dict(ems(drawn.svg))
    assert {"BYZANTIUM", "OTTOMANS", "SYRIA"} <= found.keys()
    assert min(found.values()) >= 0.96 * SIX_POINT
    assert drawn.caption == (
        "Reichweite von Ottomans (2 Punkte): 7 Gebiete, je mit den geringsten Kosten. "
        "Betreten und nicht verlassen: Byzantium (7.7)."
    )
    assert 'aria-label="betreten und nicht verlassen"' in drawn.svg


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("E=melitene", "E=nisibis", 'expected ["melitene", "nisibis", "persia"], the answer is ["nisibis", "persia"]'),
        ('border = "cappadocia"', 'border = "melitene"', 'expected "melitene", the answer is "cappadocia"'),
        ('space = "melitene"', 'space = "atlantis"', "question.0: expected"),
    ],
)
def test_an_answer_that_changes_fails(tmp_path: Path, old: str, new: str, says: str) -> None:
    text = PATHS.read_text(encoding="utf-8")
    assert old in text
    script = tmp_path / "figure.toml"
    script.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as error:
        draw_diagram(script)
    assert any(says in str(fault) for fault in error.value.faults)


def test_labels_arrows_and_highlights_on_a_board(tmp_path: Path) -> None:
    script = tmp_path / "figure.toml"
    script.write_text(
        'format = "diagram/1"\nmap = "byzantium"\n[[label]]\nat = "melitene"\ntext = "A"\n'
        '[[arrow]]\nthrough = ["A", "cappadocia"]\nstruck = true\n[[highlight]]\nat = ["nisibis"]\nlook = "rear"\n',
        encoding="utf-8",
    )
    drawn = draw_diagram(script)
    assert drawn.caption == "Not allowed, struck out: A to Cappadocia."
    assert "A marks Melitene." in drawn.alt
    assert "Not allowed, struck out: A to Cappadocia." in drawn.alt
    assert "Marked: Nisibis." in drawn.alt
    assert 'aria-label="A"' in drawn.svg


def test_a_counter_stands_in_its_space(tmp_path: Path) -> None:
    for name in ("counters.toml",):
        (tmp_path / name).write_text((FOLDER / name).read_text(encoding="utf-8"), encoding="utf-8")
    script = tmp_path / "figure.toml"
    script.write_text(
        'format = "diagram/1"\nmap = "ottomans"\ncounters = "counters.toml"\nwidth = "90 mm"\n'
        '[[unit]]\nat = "serbia"\ncounter = "english/foot"\nlabel = "B"\n[[unit]]\nat = "nowhere"\ncounter = "x"\n',
        encoding="utf-8",
    )
    with pytest.raises(DataError) as error:
        draw_diagram(script)
    assert [fault.key for fault in error.value.faults] == ["unit.1.at", "unit.1.counter"]
    script.write_text(script.read_text(encoding="utf-8").split('[[unit]]\nat = "nowhere"')[0], encoding="utf-8")
    drawn = draw_diagram(script)
    assert "<title>English foot, serbia</title>" in drawn.svg
    assert "B English foot stands in Serbia." in drawn.alt


def test_the_common_door_hands_over_by_the_map(tmp_path: Path) -> None:
    target = tmp_path / "figure.svg"
    done = run_door("mapsheet", ("diagram", str(PATHS), "-o", str(target), "--no-captions"))
    assert (done.code, [path.name for path in tmp_path.iterdir()]) == (0, ["figure.svg"])
    assert done.output.startswith("Melitene lies 3 steps from the capital.")


EVERY = {
    "show": 'space = "serbia"', "neighbors": 'space = "serbia"', "reach": 'space = "serbia"\nallowance = 1\nby = "land"',
    "route": 'from = "serbia"\nto = "rumelia"', "distance": 'from = "serbia"\nto = "rumelia"',
    "nearest": 'space = "serbia"\namong = ["hungary", "poland"]', "why": 'from = "serbia"\nto = "cyprus"\nby = "land"',
    "sail": 'fleet = "aegean"\nallowance = 2\nlift = "ottomans>achaea"', "retreat": 'space = "serbia"',
    "supply": 'space = "serbia"\nsources = ["hungary"]', "groups": 'spaces = ["serbia", "hungary", "cyprus"]',
    "count": 'trait = "critical"\nfaction = "turks"', "path": 'space = "melitene"', "track": 'track = "chronographia"',
}


def test_every_question_has_its_turn() -> None:
    from areamap.questions import QUESTIONS

    assert EVERY.keys() == QUESTIONS.keys()


@pytest.mark.parametrize("ask", [ask for ask in EVERY if ask not in {"reach", "why", "sail", "path"}])  # these are shipped
def test_every_question_is_drawn_and_told(tmp_path: Path, ask: str) -> None:
    name = "byzantium" if ask in {"path", "track"} else "ottomans"
    script = tmp_path / "figure.toml"
    head = f'format = "diagram/1"\nmap = "{name}"\nrule = "1.2"\nwidth = "110 mm"\n[[question]]\nask = "{ask}"\n'
    script.write_text(head + EVERY[ask], encoding="utf-8")
    drawn = draw_diagram(script)
    assert drawn.caption.endswith(" (1.2).")
    assert drawn.caption[0].isupper() or drawn.caption[0].isdigit()


def laid_out(monkeypatch: pytest.MonkeyPatch, name: str, width: float) -> list[Any]:
    """Return the figures of the panels of a diagram as they were drawn."""
    from areamap.draw import panels

    found: list[Any] = []
    own = panels.render  # type: ignore[attr-defined]

    def noted(figure: Any, *rest: Any) -> str:
        found.append(figure)
        return own(figure, *rest)

    monkeypatch.setattr(panels, "render", noted)
    draw_diagram(FOLDER / f"{name}.toml", width=width)
    return found


@pytest.mark.parametrize("width", [60, 85])
@pytest.mark.parametrize("name", ["the-strait", "reach-with-stops", "naval-transport"])
def test_nothing_lies_on_a_name_and_discs_lie_in_their_spaces(monkeypatch: pytest.MonkeyPatch, name: str, width: float) -> None:
    import shapely

    from mapsheet.box import Box
    from mapsheet.marks import Arrow, Cross, Disc, Leader

    for figure in laid_out(monkeypatch, name, width):
        layout, marks, style = figure.view.own_layout, figure.shown.marks, figure.view.style
        names = [box for home in layout.homes.values() for box in (*home.boxes, *(label.box for label in home.labels))]
        assert names
        assert not [(a, b) for k, a in enumerate(names) for b in names[:k] if a.overlaps(b)]
        cities = [label for home in layout.homes.values() for label in home.labels]
        assert cities
        assert all(label.ground != "none" for label in cities), "a halo of the ground keeps coasts and outlines off"
        discs = [(mark, getattr(style.marks, mark.name).radius) for mark in marks if isinstance(mark, Disc)]
        boxes = [Box(*mark.at, *mark.at).grown(0.9 * radius) for mark, radius in discs]
        boxes += [Box(*mark.at, *mark.at).grown(0.6 * style.marks.cross.reach) for mark in marks if isinstance(mark, Cross)]
        boxes += [Box(*point, *point) for mark in marks if isinstance(mark, Arrow) for point in mark.points]
        assert not [(a, b) for a in boxes for b in names if a.overlaps(b)]
        led = [mark.points[0] for mark in marks if isinstance(mark, Leader)]
        told = [figure.view.shapes[id_] for id_ in figure.spaces]
        if name == "reach-with-stops":
            for mark, radius in discs:
                spot = shapely.Point(mark.at).buffer(0.9 * radius)
                assert mark.at in led or any(shape.buffer(1.0).contains(spot) for shape in told), mark


@pytest.mark.parametrize("width", [40, 45, 60, 85])
def test_names_of_stations_stay_in_their_stations(monkeypatch: pytest.MonkeyPatch, width: float) -> None:
    """Letters that must stay readable may be too large for a narrow figure's stations: then the name is cut."""
    from areamap.draw import stations

    found: list[Any] = []
    own = stations.write  # type: ignore[attr-defined]

    def noted(layer: Any, words: str, kind: Any, at: Any, **how: Any) -> Any:
        found.append((words, own(layer, words, kind, at, **how)))
        return found[-1][1]

    drawn: list[Any] = []
    name_onto = stations._name

    def named(layer: Any, desk: Any, placed: Any) -> None:
        found.clear()
        name_onto(layer, desk, placed)
        drawn.extend((words, box, placed.band) for words, box in found)

    monkeypatch.setattr(stations, "write", noted)
    monkeypatch.setattr(stations, "_name", named)
    draw_diagram(FOLDER / "behind-on-the-path.toml", width=width)
    assert {words for words, *_ in drawn} >= {"Persia"} | ({"Cappadocia"} if width > 80 else set())
    assert not [words for words, box, band in drawn if box.left < band.left - 0.1 or box.right > band.right + 0.1]


def test_panels_with_one_crop_ghost_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = laid_out(monkeypatch, "the-strait", 150)
    assert set(second.spaces) - set(first.spaces) == {"sea_bosporus"}


def test_the_disc_of_a_label_lies_in_its_sea(monkeypatch: pytest.MonkeyPatch) -> None:
    import shapely

    from mapsheet.marks import Disc

    figure = laid_out(monkeypatch, "the-strait", 150)[1]
    (disc,) = [mark for mark in figure.shown.marks if isinstance(mark, Disc)]
    assert shapely.contains_xy(figure.view.shapes["sea_bosporus"], *disc.at)


def test_kinds_of_links_are_told_in_the_language(tmp_path: Path) -> None:
    script = tmp_path / "figure.toml"
    ask = '[[question]]\nask = "neighbors"\nspace = "serbia"\n'
    script.write_text(f'format = "diagram/1"\nmap = "ottomans"\n{ask}', encoding="utf-8")
    assert "über Land: " in draw_diagram(script, language="de").caption
    assert "by land: " in draw_diagram(script).caption
