"""The command that finds faults: `areamap check`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from areamap.cli.loading import OVERRIDE
from mapsheet import shell
from mapsheet.errors import DataError, Fault, NotationError
from mapsheet.source import files_of

if TYPE_CHECKING:
    from areamap.checking import Verdict


@click.command()
@click.argument("paths", metavar="PATH…", nargs=-1, required=True)
@click.option("--degrees", is_flag=True, help="Also list how many links of each kind every space has.")
@click.option("--proof", type=shell.FIGURE, metavar="FILE", help="Draw every link of the map, by kind: .svg, .png or .pdf.")
@click.option("--style", type=shell.NAMED, metavar="NAME", help="A style of data/styles or a style file, for the proof.")
@shell.json_option
@OVERRIDE
def check(
    paths: tuple[str, ...], degrees: bool, proof: str | None, style: str | None, as_json: bool, override: str | None
) -> int:
    """Report every fault of maps, sources of shapes and styles, with file, line and column.

    What is declared is compared with what is drawn. Warnings are printed and do no harm. A map is checked with the
    overrides.toml beside it and with --override.
    """
    from areamap.checking import examine

    if proof and len(paths) != 1:
        raise NotationError("one map for a proof", " ".join(paths))
    verdicts = {path: examine(path, override) for path in paths}
    faults = [fault for verdict in verdicts.values() for fault in verdict.faults]
    if proof:
        _draw(proof, verdicts[paths[0]], style, inputs=chain(files_of(paths[0]), [override, style]))
    if as_json:
        click.echo(shell.to_line(_answer(verdicts, degrees=degrees)))
    else:
        _print(verdicts, degrees=degrees)
    return shell.BAD_INPUT if faults else 0


def _draw(path: str, verdict: Verdict, style: str | None, *, inputs: Iterable[Path | str | None]) -> None:
    from areamap.draw.proof import draw_proof

    if verdict.board is None:
        raise DataError([*verdict.faults, Fault("the map cannot be read, so there is nothing to draw", path)])
    shell.refuse_inputs(path, inputs)
    shell.save_figure(path, draw_proof(verdict.board, style))


def _answer(verdicts: Mapping[str, Verdict], *, degrees: bool) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "faults": [_plain(fault) for verdict in verdicts.values() for fault in verdict.faults],
        "warnings": [_plain(fault) for verdict in verdicts.values() for fault in verdict.warnings],
        "sound": {path: verdict.counts for path, verdict in verdicts.items() if not verdict.faults},
    }
    if degrees:
        from areamap.checking import degrees as table

        answer["degrees"] = {path: table(verdict.board) for path, verdict in verdicts.items() if verdict.board}
    return answer


def _plain(fault: Fault) -> dict[str, Any]:
    return {"file": fault.file, "line": fault.line, "column": fault.column, "key": fault.key, "message": fault.message}


def _print(verdicts: Mapping[str, Verdict], *, degrees: bool) -> None:
    for path, verdict in verdicts.items():
        for warning in verdict.warnings:
            click.echo(f"warning: {' '.join(str(warning).splitlines())}", err=True)
        if degrees and verdict.board:
            for line in _table(verdict):
                click.echo(line)
        if verdict.faults:
            shell.say_faults(DataError(verdict.faults))
            continue
        marks = [f"{number} {word}" for word, number in verdict.counts.items() if number]
        marks += [f"{len(verdict.warnings)} warnings"] if verdict.warnings else []
        click.echo(f"{path}: sound" + (f" ({', '.join(marks)})" if marks else ""))


def _table(verdict: Verdict) -> Iterator[str]:
    from areamap.checking import degrees

    assert verdict.board is not None  # the caller has looked
    table = degrees(verdict.board)
    kinds = verdict.board.link_kinds()
    wide = max(len(name) for name in (*table, "space"))
    yield f"{'space':<{wide}} {' '.join(f'{kind:>6}' for kind in kinds)}   all".rstrip()
    for id_, counts in table.items():
        cells = " ".join(f"{counts.get(kind, 0) or '.':>{max(6, len(kind))}}" for kind in kinds)
        yield f"{id_:<{wide}} {cells} {sum(counts.values()):>5}"
