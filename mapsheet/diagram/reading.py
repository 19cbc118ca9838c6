"""Reading scripts of diagrams, format `diagram/1`: every fault at once, each with its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from mapsheet import units
from mapsheet.diagram.pieces import counters_of
from mapsheet.diagram.values import (
    ARROWS,
    OUTLINES,
    TINTS,
    Arrow,
    Asked,
    Ground,
    Highlight,
    Label,
    Panel,
    Piece,
    Script,
)
from mapsheet.errors import DataError, NotationError, nearest
from mapsheet.fields import Fields
from mapsheet.provenance import PROVENANCE
from mapsheet.source import Source, data_folder, is_title, read_toml
from mapsheet.wording import load_wording

FORMAT = "diagram/1"
MOST_PANELS = 12
MOST_THINGS = 200
"""Of one kind in a panel."""
LONGEST_LABEL = 3
LONGEST_CAPTION = 2000
NARROWEST, WIDEST = 30.0, 1000.0  # mm
LARGEST = 10**9  # a number that an answer may hold
DEEPEST = 8
OWN_KEYS = ("ask", "rule", "expect", "caption", "draw", "tell")


def map_of(path: Path | str) -> str:
    """Return the title or the file that a script's key `map` means, or its `game`; a file lies beside the script or below.

    DataError where there is none, or the file would lie elsewhere.
    """
    source = read_toml(path)
    fields = Fields(source)
    fields.family(FORMAT)
    key = _key_of_map(source)
    read = _game if key == "game" else lambda value: _map_path(Path(path), value)
    found = fields.read(key, read, "", required=True)
    if not found:
        raise DataError(fields.faults)
    return found


def is_of_game(path: Path | str) -> bool:
    """Return whether a script asks the rules of a game; DataError where the file cannot be read."""
    return _key_of_map(read_toml(path)) == "game"


def _key_of_map(source: Source) -> str:
    return "game" if "game" in source.data else "map"


def _game(value: Any) -> str:
    if isinstance(value, str) and _is_known(value):
        return value
    raise NotationError("the title of a game", value)


def _is_known(name: str) -> bool:
    return is_title(name) and (data_folder() / name / "map.toml").is_file()


def _map_path(script: Path, value: Any) -> str:
    expected = "a title, or the name of a map file beside the script or below it"
    if not isinstance(value, str) or not value or "\0" in value or Path(value).is_absolute():
        raise NotationError(expected, value)
    if _is_known(value):
        return value
    folder = script.resolve().parent
    target = (folder / value).resolve()
    if not target.is_relative_to(folder) or not target.exists():
        raise NotationError(expected, value)
    return str(target)


def read_script(path: Path | str, open_map: Callable[[str, Source | None], Ground]) -> tuple[Script, Ground]:
    """Return the script in a file and the ground that `open_map` makes of the map it names, its table `ground` merged in.

    DataError with every fault of the script, or those of the map where it has some.
    """
    source = read_toml(path)
    name, own = map_of(path), source.data.get("ground")
    try:
        ground = open_map(name, source.part("ground") if isinstance(own, dict) else None)
    except NotationError as error:
        raise DataError(source.fault((_key_of_map(source),), str(error))) from None
    fields = Fields(source)
    fields.table("ground")
    named = fields.text("counters")
    if named or _is_countered(source.data):
        ground.counters = fields.attempt("counters", None, counters_of, name, named, Path(path).parent)
    script = take_script(fields, ground)
    fields.raise_faults()
    return script, ground


def _is_countered(data: Mapping[str, Any]) -> bool:
    """Say whether a unit of a script names a counter, so that those of the map are needed."""
    panels = data.get("panel") if isinstance(data.get("panel"), list) else []
    tables = [data, *(panel for panel in panels or [] if isinstance(panel, Mapping))]
    units = [unit for table in tables if isinstance(table.get("unit"), list) for unit in table["unit"]]
    return any(isinstance(unit, Mapping) and "counter" in unit for unit in units)


def take_script(fields: Fields, ground: Ground) -> Script:
    """Return the script in the fields of a file, which note every fault."""
    fields.family(FORMAT)
    _take_map(fields, ground)
    fields.take("counters")
    title = fields.text("title")
    caption = fields.text("caption", longest=LONGEST_CAPTION)
    language = fields.text("language", default="en")
    fields.attempt("language", None, load_wording, language)
    style = fields.text("style")
    if style:
        fields.attempt("style", None, _style, style)
    width = fields.read("width", final_width, None)
    columns = fields.whole("columns", default=0, least=1, most=MOST_PANELS) or 0
    provenance = fields.text("provenance")
    if provenance and provenance not in PROVENANCE:
        fields.fault("provenance", f"expected one of {' '.join(PROVENANCE)}, got {provenance!r}")
    panels = _panels(fields, ground)
    fields.finish()
    return Script(fields.source, title, caption, language, style, width, columns, provenance, panels)


def _take_map(fields: Fields, ground: Ground) -> None:
    """Take the key that names the map, which was read before; one of the two stands in a script."""
    has_game = fields.has("game")
    fields.take("game")
    fields.take("map", required=not has_game)
    if has_game and fields.has("map"):
        fields.fault("map", "stands in a script without `game`, whose map it is then")
    if has_game and not ground.plays:
        fields.fault("game", "asks the rules of a title: `rulebook diagram` draws such a script")


def final_width(value: Any) -> float:
    """Return a final width in mm; NotationError for no length, or one under 30 mm or over 1 m."""
    found = units.length(value)
    if not NARROWEST <= found <= WIDEST:
        raise NotationError("a width from 30 mm to 1 m", value)
    return found


def _style(name: str) -> None:
    from mapsheet.style import load_style

    load_style(name)


def _panels(fields: Fields, ground: Ground) -> tuple[Panel, ...]:
    """Return the panels of a file: its own, with what stands beside them on all; without any the file itself is one."""
    rule = fields.text("rule", longest=40)
    common = _panel(fields, ground, rule, None)
    tables = fields.tables("panel")
    if len(tables) > MOST_PANELS:
        fields.fault("panel", f"expected at most {MOST_PANELS} panels, got {len(tables)}")
        return ()
    panels = [_own_panel(table, ground, rule, common) for table in tables] or [common._replace(title="", caption="")]
    for panel in panels:
        _note_misplaced(fields, ground, panel)
    if not any(panel != Panel("", panel.crop, "") for panel in panels) and not any(panel.crop for panel in panels):
        fields.fault("", "shows nothing: expected at least one question, unit, label, arrow, highlight or a crop")
    return tuple(panels)


def _own_panel(fields: Fields, ground: Ground, rule: str, common: Panel) -> Panel:
    title = fields.text("title")
    caption = fields.text("caption", longest=LONGEST_CAPTION)
    panel = _panel(fields, ground, fields.text("rule", longest=40) or rule, common)
    fields.finish()
    return panel._replace(title=title, caption=caption)


def _panel(fields: Fields, ground: Ground, rule: str, common: Panel | None) -> Panel:
    crop = fields.read("crop", lambda value: ground.crop(_text(value)), "")
    base = common or Panel("", "", "")
    pieces, letters = _pieces(fields, ground)
    labels = (*base.labels, *letters, *_labels(fields, ground))
    panel = base._replace(
        crop=crop or base.crop, pieces=(*base.pieces, *pieces), labels=labels,
        arrows=(*base.arrows, *_arrows(fields, ground, labels)),
        highlights=(*base.highlights, *_highlights(fields, ground, labels)),
    )
    _no_label_twice(fields, panel)
    questions = tuple(_question(table, ground, rule, panel) for table in _tables(fields, "question"))
    return panel._replace(questions=(*base.questions, *questions))


def _tables(fields: Fields, name: str) -> list[Fields]:
    tables = fields.tables(name)
    if len(tables) > MOST_THINGS:
        fields.fault(name, f"expected at most {MOST_THINGS} tables [[{name}]], got {len(tables)}")
    return tables[:MOST_THINGS]


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise NotationError("a text", value)
    return value


def _pieces(fields: Fields, ground: Ground) -> tuple[list[Piece], list[Label]]:
    pieces, labels = [], []
    for table in _tables(fields, "unit"):
        letter = table.text("label", longest=LONGEST_LABEL)
        unit = ground.unit(table)
        # a unit with a fault still has its label, so that those who name it are not at fault too
        at = unit.at if unit else _place_or_none(ground, table.data.get("at"))
        if unit is not None:
            pieces.append(Piece(unit.at, unit, str(table.data.get("provenance", "")), table.key))
        if letter and at:
            labels.append(Label(at, letter))
    return pieces, labels


def _place_or_none(ground: Ground, value: Any) -> str:
    try:
        return ground.place(value) if isinstance(value, str) else ""
    except NotationError:
        return ""


def _note_misplaced(fields: Fields, ground: Ground, panel: Panel) -> None:
    """Note the units of a panel that may not stand where they do, or not together."""
    for k, key, message in ground.misplaced(panel.pieces):
        path = (*panel.pieces[k].key, key)
        fields.fault(path[len(fields.key):], message)


def _labels(fields: Fields, ground: Ground) -> list[Label]:
    found = []
    for table in _tables(fields, "label"):
        at = table.read("at", lambda value: ground.place(_text(value)), "", required=True)
        text = table.text("text", required=True, longest=LONGEST_LABEL)
        if table.data.get("text") == "":
            table.fault("text", "expected one to three characters, got ''")
        white = table.choice("look", ("black", "white")) == "white"
        table.finish()
        if at and text:
            found.append(Label(at, text, white))
    return found


def _no_label_twice(fields: Fields, panel: Panel) -> None:
    texts = [label.text for label in panel.labels]
    for text in dict.fromkeys(text for text in texts if texts.count(text) > 1):
        fields.fault("label" if fields.has("label") else "unit", f"the label {text!r} stands at two places of a panel")


def _named_place(ground: Ground, labels: tuple[Label, ...], value: Any) -> str:
    """Return the place of a label, else a place as it is written."""
    letters = {label.text: label.at for label in labels}
    return letters.get(_text(value)) or ground.place(value)


def _places(fields: Fields, name: str, ground: Ground, labels: tuple[Label, ...]) -> tuple[str, ...]:
    found = []
    for k, value in enumerate(fields.texts(name, required=True)):
        place = fields.attempt((name, k), "", _named_place, ground, labels, value)
        if place:
            found.append(place)
    return tuple(found)


def _arrows(fields: Fields, ground: Ground, labels: tuple[Label, ...]) -> list[Arrow]:
    found = []
    for table in _tables(fields, "arrow"):
        through = _places(table, "through", ground, labels)
        kind = table.choice("kind", ARROWS)
        struck, faint = table.flag("struck", default=False), table.flag("faint", default=False)
        table.finish()
        raw = table.data.get("through")
        if isinstance(raw, list) and len(raw) < 2:
            table.fault("through", f"expected at least two places, got {len(raw)}")
        elif len(through) > 1:
            found.append(Arrow(through, kind, struck, faint))  # type: ignore[arg-type]
    return found


def _highlights(fields: Fields, ground: Ground, labels: tuple[Label, ...]) -> list[Highlight]:
    found = []
    for table in _tables(fields, "highlight"):
        places = _places(table, "at", ground, labels)
        look = table.choice("look", (*TINTS, *OUTLINES))
        table.finish()
        if places:
            found.append(Highlight(places, look))
    return found


def _question(fields: Fields, ground: Ground, rule: str, panel: Panel) -> Asked:
    """Return a question; names of labels stand for their places in what it is given."""
    word = fields.text("ask", required=True)
    known = ground.questions.get(word)
    if known is None and fields.has("ask"):
        fields.fault("ask", f"expected a question of this map, got {word!r}{nearest(word, list(ground.questions))}")
    expect = fields.take("expect")
    if expect is not None and not isinstance(expect, Mapping):
        fields.fault("expect", f"expected a table of keys of the answer, got {expect!r}"[:120])
        expect = None
    _note_odd(fields, {} if expect is None else expect, ("expect",))
    asked = Asked(
        word, _given(fields, panel), expect, fields.text("rule", longest=40) or rule, fields.flag("draw", default=True),
        fields.flag("tell", default=True), fields.text("caption", longest=LONGEST_CAPTION), fields.key,
    )
    if known is not None:
        fields.attempt("", None, ground.check, asked, panel)
    return asked


def _note_odd(fields: Fields, value: Any, key: tuple[str | int, ...]) -> None:
    """Note what no answer can hold: numbers that are none or have no end, dates, and tables in tables without end."""
    if len(key) > DEEPEST:
        fields.fault(key, f"tables and lists in {DEEPEST} others are the most")
    elif isinstance(value, Mapping | list):
        for name, inner in value.items() if isinstance(value, Mapping) else enumerate(value):
            _note_odd(fields, inner, (*key, name))
    elif isinstance(value, int | float):
        if not -LARGEST <= value <= LARGEST:  # what is not a number is neither
            fields.fault(key, f"expected a number from -{LARGEST:,} to {LARGEST:,}")
    elif not isinstance(value, str):
        fields.fault(key, f"expected a text, a number, true or false, got {value}"[:120])


def _given(fields: Fields, panel: Panel) -> dict[str, Any]:
    letters = {label.text: label.at for label in panel.labels}
    own = {name: value for name, value in fields.data.items() if name not in {*OWN_KEYS, "provenance"}}
    return {name: _unlettered(value, letters) for name, value in own.items()}


def _unlettered(value: Any, letters: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return letters.get(value, value)
    if isinstance(value, list):
        return [_unlettered(part, letters) for part in value]
    return value
