"""What every command does alike: faults on stderr with exit 2, JSON on one line, figures and files written whole."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from mapsheet import jsonline
from mapsheet.errors import DataError, Fault, MapsheetError, clipped, printable

if TYPE_CHECKING:
    from mapsheet.export import Page
    from mapsheet.style import Style

T = TypeVar("T")
BAD_INPUT = 2
_SPELLED = "mapsheet-spelled"
MOST_DIGITS = 30  # of a number that is repeated in a message
MOST_TOLD = 20  # words with characters that no face has
ANSWER_IS_NO = 1
CONTEXT: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def run(command: click.Command, arguments: Sequence[str] | None = None, *, name: str) -> NoReturn:
    """Run a command to its exit: 0 answered, 1 the answer is no under --fail, 2 bad input; never a traceback for it."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    _stand_in()
    _print_anything()
    try:
        # not `command.main`, which makes an exit 1, our "no", of a reader that closes the pipe
        with command.make_context(name, words) as context:
            code = command.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        code = stop.exit_code
    except click.ClickException as error:
        error.show()
        code = BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        code = 130
    except MapsheetError as error:
        say_faults(error)
        code = BAD_INPUT
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0 if error.errno == errno.EPIPE else BAD_INPUT
        if code:
            what = "stdout is closed" if error.errno == errno.EBADF else f"cannot read or write: {error.strerror or error}"
            click.echo(f"error: {what}", err=True)
    except MemoryError:
        click.echo("out of memory", err=True)
        code = BAD_INPUT
    sys.exit(code if isinstance(code, int) else 0)


def _stand_in() -> None:
    """Put something in the place of closed standard files: stdout then fails when it is written to, stderr is silent."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            # under its own number, or the next file that is opened would have it
            opened = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            setattr(sys, name, os.fdopen(number, mode))


def _print_anything() -> None:
    """Let stdout and stderr spell what their encoding lacks as JSON does, by its code: no answer is lost over a letter.

    Of what is read, bytes that are no text come as halves of characters, which nothing accepts.
    """
    codecs.register_error(_SPELLED, _spell)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_SPELLED)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")


def _spell(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    codes = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{codes[k : k + 4]}" for k in range(0, len(codes), 4)), error.end


def say_faults(error: MapsheetError) -> None:
    """Print an error on stderr, one line a fault: with its place, else after the word error."""
    faults = error.faults if isinstance(error, DataError) else [error]
    for fault in faults:
        line = printable(" ".join(str(fault).splitlines()))
        has_place = isinstance(fault, Fault) and fault.file
        click.echo(line if has_place else click.style("error: ", fg="red") + line, err=True)


def to_line(value: Any) -> str:
    """Return a JSON value on one line."""
    return jsonline.to_line(value)


def print_answer(value: dict[str, Any], lines: Iterable[str], *, as_json: bool) -> None:
    """Print an answer as one line of JSON, or as lines for people."""
    if as_json:
        click.echo(to_line(value))
    else:
        for line in lines:
            click.echo(line)


def save_figure(path: str, svg: str, *, dpi: int = 300, quiet: bool = False) -> None:
    """Write a drawing as SVG, PNG or PDF by its suffix and say so on stderr."""
    from mapsheet import export

    refuse_written([path])
    export.save(svg, Path(path), dpi=dpi)
    tell_boxed([("", svg)])
    if not quiet:
        click.echo(f"wrote {path}", err=True)


def save_sheet(path: str, svg: str, left_out: Sequence[str], *, title: str, dpi: int, as_json: bool) -> None:
    """Write a sheet, say what found no room on it, and print one line of JSON where that is asked for."""
    save_figure(path, svg, dpi=dpi)
    if left_out:
        click.echo(f"no room on the sheet for: {', '.join(left_out)}", err=True)
    if as_json:
        click.echo(to_line({"file": path, "title": title, "left_out": left_out}))


def save_pages(path: str, pages: Sequence[Page], *, title: str, dpi: int = 300) -> list[str]:
    """Write pages as one PDF, or as a file each, and say on stderr what was written."""
    from mapsheet import export

    shown = partial(steps, what="writing pages")
    written = [str(each) for each in export.save_pages(pages, path, title=title, dpi=dpi, each=shown, refuse=refuse_written)]
    tell_boxed((page.label, page.svg) for page in pages)
    more = f" … {written[-1]}" if len(written) > 1 else f" ({len(pages)} pages)" if len(pages) > 1 else ""
    click.echo(f"wrote {written[0]}{more}", err=True)
    return written


def tell_boxed(sheets: Iterable[tuple[str, str]]) -> None:
    """Say on stderr which words of sheets, each (its name, its SVG), have characters that no face can draw."""
    from mapsheet.textlayer import boxed, characters

    found: dict[tuple[str, str], str] = {}
    for name, svg in sheets:
        for told in boxed(svg):
            found.setdefault(told, name)
    for (words, lost), name in [*found.items()][:MOST_TOLD]:
        click.echo(f"printed as a box: {characters(lost)} in {words!r}" + (f" on {name}" if name else ""), err=True)
    if len(found) > MOST_TOLD:
        click.echo(f"printed as boxes: characters in {len(found) - MOST_TOLD} more", err=True)


def steps(work: Sequence[T], what: str) -> Iterable[T]:
    """Yield the parts of a long job one by one, with a bar on stderr where that is a terminal."""
    if len(work) < 2 or not sys.stderr.isatty():
        return work
    from rich.console import Console
    from rich.progress import track

    return track(work, what, console=Console(stderr=True), transient=True)


def styled(style: str, text: str | None) -> Style:
    """Return a style by name, its words as outlines or live where that is asked for."""
    from mapsheet.style import TextMode, load_style

    found = load_style(style)
    return found._replace(text=TextMode(text)) if text else found


def refuse_size(width: float, height: float, *, dpi: int) -> None:
    """Raise DataError for a PNG too large to draw, by its size in mm alone."""
    from mapsheet import export

    export.refuse_size(width, height, dpi=dpi)


def write_file(path: str, data: bytes | str) -> None:
    """Write a file whole or not at all and say so on stderr."""
    from mapsheet import outputs

    refuse_written([path])
    outputs.write(Path(path), data.encode() if isinstance(data, str) else data)
    click.echo(f"wrote {path}", err=True)


def write_files(files: Mapping[str, bytes | str]) -> None:
    """Write files that belong together, all or none, and say so on stderr."""
    from mapsheet import outputs

    refuse_written([*files])
    outputs.write_all({Path(path): data for path, data in files.items()})
    for path in files:
        click.echo(f"wrote {path}", err=True)


def refuse_inputs(output: str | None, inputs: Iterable[Path | str | None]) -> None:
    """Raise DataError where a file to be written is one of those that a command reads, under whatever name.

    Links are followed, and a second name of one file (a hard link) is that file. A file that does not exist yet is no input,
    so `inputs` is then not looked at. For the rest of the command they are kept from being written under any other name, such
    as that of a numbered page.
    """
    kept = _Kept(inputs)
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta.setdefault(_KEPT, []).append(kept)
    if output:
        kept.refuse([output])


def refuse_written(paths: Iterable[Path | str]) -> None:
    """Raise DataError with every file to be written that the running command reads."""
    context = click.get_current_context(silent=True)
    for kept in context.meta.get(_KEPT, []) if context is not None else []:
        kept.refuse(paths)


_KEPT = "mapsheet.inputs"


class _Kept:
    """Inputs of a command, looked up when a file to be written is there already."""

    def __init__(self, inputs: Iterable[Path | str | None]) -> None:
        self._inputs = inputs
        self._found: list[Path | str] | None = None

    def refuse(self, paths: Iterable[Path | str]) -> None:
        """Raise DataError with every path that is one of them."""
        there = [path for path in paths if Path(path).exists()]
        if there and self._found is None:
            self._found = [one for one in self._inputs if one]
        faults = [
            Fault("is an input of this command", str(path))
            for path in there if any(_is_one_file(path, one) for one in self._found or ())
        ]
        if faults:
            raise DataError(faults)


def _is_one_file(one: Path | str, other: Path | str) -> bool:
    try:
        return Path(one).samefile(other)
    except (OSError, ValueError):
        return False


def options(*decorators: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return one decorator for several, in the order they are shown in the help."""

    def apply(function: Any) -> Any:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return apply


class Whole(click.IntRange):
    """A whole number in plain digits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; a usage error for digits of other scripts, signs and underscores."""
        if isinstance(value, str) and not (value.isascii() and value.isdigit()):
            self.fail(f"{clipped(value)} is not a whole number{_least(self.min)}", param, ctx)
        if isinstance(value, str) and len(value.lstrip("0")) > MOST_DIGITS:
            self.fail(f"a number of {len(value):,} digits is not in the range {self._describe_range()}.", param, ctx)
        return super().convert(value, param, ctx)


def _least(least: float | None) -> str:
    return "" if least is None else f" from {least:g} on"


class Named(click.ParamType[str]):
    """A name or a path that is not empty."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the text; a usage error where there is none."""
        if not value:
            self.fail("is empty", param, ctx)
        return value


class Written(Named):
    """A file to be written: with one of some suffixes, if any are given, in a folder that is there."""

    def __init__(self, *suffixes: str) -> None:
        self.suffixes = suffixes

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path, as `allowed`."""
        return self.allowed(super().convert(value, param, ctx))

    def allowed(self, path: str) -> str:
        """Return a path where such a file can be written; NotationError for another suffix, DataError for a missing folder."""
        from mapsheet import outputs

        outputs.refuse_path(path, self.suffixes)
        return path


NAMED = Named()
WRITTEN, FIGURE, MODULE = Written(), Written(".svg", ".png", ".pdf"), Written(".vmod")
pages_option = click.option(
    "-o", "--output", type=FIGURE, metavar="FILE", required=True,
    help="Where to write: one .pdf, or a .svg or .png for each page.",
)
style_option = click.option("--style", type=NAMED, metavar="NAME", help="A style of data/styles or a style file (the map's own).")
text_option = click.option(
    "--text", type=click.Choice(["outlines", "live"]), default=None,
    help="Words as outlines, alike everywhere, or as live text to be edited, in fonts that the reader must have (the style's).",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
paper_option = click.option(
    "--paper", type=NAMED, default="a4", show_default=True, metavar="SIZE", help="The paper to print on: a4, letter, a3, 17x22in."
)
output_option = click.option("-o", "--output", type=FIGURE, metavar="FILE", help="Write the drawing: .svg, .png or .pdf.")


def new_folder(folder: str) -> Path:
    """Return a folder for new files, made where it is missing; DataError when it holds a map already."""
    path = Path(folder)
    if (path / "map.toml").exists():
        raise DataError(f"{folder}: already holds a map.toml")
    _make_folder(path)
    return path


def in_folder(file: str) -> Path:
    """Return the path of a file to be written, its folder made where it is missing; DataError where it cannot be."""
    path = Path(file)
    _make_folder(path.parent)
    return path


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise DataError(Fault("is a file, not a folder", str(path))) from None
    except OSError as error:
        raise DataError(f"{path}: cannot be made: {error.strerror or error}") from None
    except ValueError as error:
        raise DataError(f"{path}: cannot be made: {error}") from None


preview_options = options(
    click.option("--port", type=Whole(0, 65_535), default=0, metavar="N", help="The port to listen on (any that is free)."),
    click.option("--no-open", is_flag=True, help="Open no browser."),
)


def run_preview(target: str, draw: Callable[[], str], more: Iterable[str | None], *, port: int, no_open: bool) -> None:
    """Show a title in a browser, drawn anew whenever one of its files or of `more` is saved, until Ctrl-C.

    DataError where there is no such title, or the port is taken.
    """
    import webbrowser

    from mapsheet.preview import Preview, files_in
    from mapsheet.source import data_folder, files_of, find_source

    source, others = find_source(target), [Path(path) for path in more if path]
    styles = data_folder() / "styles"
    preview = Preview(
        draw, lambda: [source, *files_in(source.parent), *files_in(styles), *others, *files_of(source)], title=target, port=port
    )
    click.echo(f"{preview.url} shows {target}; Ctrl-C ends", err=True)
    if not no_open:
        webbrowser.open(preview.url)
    preview.run(lambda line: click.echo(line, err=True))
