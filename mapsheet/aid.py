"""The players' aid of a title: panels of words and its printed tables, read from `aid.toml` and `charts.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from mapsheet.chartfile import Chart, read_charts
from mapsheet.errors import DataError, clipped, nearest
from mapsheet.fields import Fields
from mapsheet.source import Source, read_overlaid, read_toml
from mapsheet.textpanel import TextPanel, take_text

FILE, CHARTS = "aid.toml", "charts.toml"
FORMAT = "aid/1"

Panel = TextPanel | Chart


class Aid(NamedTuple):
    """An aid: its title, the line beside it, and its panels by id in the order in which they are set."""

    title: str
    subtitle: str
    panels: Mapping[str, Panel]


def charts_of(folder: Path, override: Path | str | None = None) -> dict[str, Chart]:
    """Return the printed tables of the title in a folder, with the user's own cells; none where it has no `charts.toml`.

    DataError with every fault of the file.
    """
    return read_charts(chart_source(folder, override)) if (folder / CHARTS).is_file() else {}


def chart_source(folder: Path, override: Path | str | None = None) -> Source:
    """Return what the tables of the title in a folder are read from, with the user's own cells; DataError as in `read_toml`."""
    return read_overlaid(folder / CHARTS, override, only=("chart",))


def read_aid(folder: Path, given: Mapping[str, Chart], *, title: str) -> Aid:
    """Return the aid of the title in a folder: the panels that its `aid.toml` lists, and then every table that it does not.

    `given` are the tables of the title, those that a door makes of the map among them. Without `aid.toml` the aid is the
    tables. DataError with every fault: an unknown key or panel, a panel listed twice, an aid without a panel.
    """
    path = folder / FILE
    if not path.is_file():
        if not given:
            raise DataError(f"{title} has no aid: neither {FILE} nor {CHARTS} is in {folder}")
        return Aid(title, "", given)
    fields = Fields(read_toml(path))
    fields.family(FORMAT)
    aid = _aid(fields, given, title)
    fields.finish()
    fields.raise_faults()
    return aid


def _aid(fields: Fields, given: Mapping[str, Chart], title: str) -> Aid:
    own: dict[str, Panel] = {}
    for name, inner in fields.named("panel"):
        if name in given:
            inner.fault("", f"a table has the id {clipped(name)} already")
        own[name] = take_text(inner, inner.text("title", required=True), inner.text("rule"))
        inner.finish()
    known: dict[str, Panel] = {**own, **given}
    listed = _listed(fields, known)
    return Aid(fields.text("title", default=title), fields.text("subtitle"), {name: known[name] for name in [*listed, *known]})


def _listed(fields: Fields, known: Mapping[str, Panel]) -> list[str]:
    """Return the ids under `panels` that are known, in their order."""
    names = fields.texts("panels")
    for k, name in enumerate(names):
        if name not in known:
            fields.fault(("panels", k), f"no panel or table of this id: {clipped(name)}{nearest(name, list(known))}")
        elif name in names[:k]:
            fields.fault(("panels", k), f"stands twice: {clipped(name)}")
    return [name for name in dict.fromkeys(names) if name in known]
