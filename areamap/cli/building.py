"""The command that makes regions: `areamap build`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from mapsheet import shell
from mapsheet.source import files_of

if TYPE_CHECKING:
    from areamap.build.making import Built, Progress


@click.command()
@click.argument("source", type=shell.NAMED, metavar="SOURCE")
@click.option("--coast", type=shell.NAMED, metavar="FILE", help="The coastline: land as GeoJSON or TopoJSON (the source's own).")
@click.option("-o", "--output", type=shell.WRITTEN, required=True, metavar="FILE", help="Where to write the topology.")
@click.option("--links", is_flag=True, help="Also list who touches whom, the shortest border first.")
@shell.json_option
def build(source: str, coast: str | None, output: str, links: bool, as_json: bool) -> None:
    """Make the shapes of regions from a coastline, border lines and seeds.

    SOURCE is a file of the format areamap-source/1, or a folder or title with a source.toml.
    """
    from areamap.build.files import SOURCE, build_file
    from areamap.build.writing import to_bytes

    shell.refuse_inputs(output, chain(files_of(source, SOURCE), [coast]))
    with _progress() as progress:
        built = build_file(source, coast=coast, progress=progress)
    data = to_bytes(built.topology)
    shell.write_file(output, data)
    answer = _answer(built, output, len(data))
    shell.print_answer(answer, _lines(built, answer, links=links), as_json=as_json)


@contextmanager
def _progress() -> Iterator[Progress | None]:
    """Show the step of the work while it lasts, on a terminal alone."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    with console.status("building") as status:
        yield status.update


def _answer(built: Built, output: str, size: int) -> dict[str, Any]:
    objects = built.topology["objects"]
    return {
        "file": output,
        "bytes": size,
        "spaces": len(objects["spaces"]["geometries"]),
        "arcs": len(built.topology["arcs"]),
        "inputs": built.topology["mapsheet"]["inputs"],
        "adjacency": built.adjacency,
        "notes": built.notes,
        "contacts": [contact.to_json() for contact in built.contacts],
    }


def _lines(built: Built, answer: dict[str, Any], *, links: bool) -> Iterator[str]:
    yield from built.notes
    if links:
        yield f"{'inches':>8}  {'class':<10} between"
        for one in built.contacts:
            yield f"{one.inches:>8.3f}  {one.kind:<10} {one.a} {one.b}" + (f" ({one.pieces} stretches)" if one.pieces > 1 else "")
    yield f"{answer['spaces']} spaces, {answer['arcs']} arcs, {len(built.contacts)} pairs touch, {answer['bytes']:,} bytes"
    yield f"inputs {answer['inputs']}"
    yield f"who touches whom {answer['adjacency']}"
