"""Opening and parsing what people wrote: text and TOML with the place of every key, titles, overrides."""

from __future__ import annotations

import json
import re
import stat
import tomllib
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from mapsheet.errors import DataError, Fault, clipped, nearest

MOST_BYTES = 16_000_000
MOST_LEVELS = 64  # of tables in tables
OVERRIDES = "overrides.toml"
OTHER_TABLES = ("counter", "chart")  # of overrides, which go to a title's counters.toml and charts.toml
_BUILT_FROM = "source.toml"
_COMPANIONS = (  # of a title
    *("map.toml", "charts.toml", OVERRIDES, _BUILT_FROM, "setup.toml", "counters.toml", "counters.csv", "aid.toml"),
)
_READ = (".toml", ".csv")  # files that may name others
_NAMES_FILE = re.compile(r"\.[A-Za-z0-9]{1,10}\s*\Z")
_CELL = re.compile(r'[,;\t\n"]+')
Key = Sequence[str | int]
_TITLE = re.compile(r"[a-z0-9][a-z0-9_-]{0,99}")
# the parser's time grows with the square of a key's parts
_ENDLESS_KEY = re.compile(r"^[ \t]*\[{0,2}(?:[\"'\w-]++[ \t]*\.[ \t]*){1000,}+[\"'\w-]++[ \t]*[=\]]", re.MULTILINE)
_TOML_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


class Source:
    """A TOML file that has been read: its values, its text, and where each key stands."""

    def __init__(self, path: Path | str, text: str, data: dict[str, Any]) -> None:
        self.path, self.text, self.data = Path(path), text, data
        self._places: dict[tuple[str | int, ...], tuple[int, int]] | None = None
        self._overlays: list[Source] = []
        self._own: dict[str, Any] | None = None
        self._lines: list[str] | None = None

    def overlay(self, other: Source) -> None:
        """Merge another source's values in deeply; faults in them are then placed in its file."""
        if self._own is None:
            self._own = self.data
        self.data = merged(self.data, other.data)
        self._overlays.append(other)

    def part(self, name: str) -> Source:
        """Return the source that a table of this one is by itself; its faults are placed here."""
        return _Part(self, name)

    def holds(self, key: Key) -> bool:
        """Return whether the source itself has a value at a key path, what lies over it left out."""
        value: Any = self.data if self._own is None else self._own
        for part in key:
            if not (isinstance(value, dict) and part in value) and not (isinstance(value, list) and isinstance(part, int)):
                return False
            value = value[part]  # type: ignore[index]
        return True

    def knows(self, key: Key) -> bool:
        """Return whether the source or something that lies over it has a value at a key path."""
        return self.holds(key) or any(other.knows(key) for other in self._overlays)

    def place(self, key: Key) -> tuple[int, int] | None:
        """Return line and column (from 1) of the value of a key path, or of its nearest parent that has one."""
        if self._places is None:
            from mapsheet.places import key_places

            self._places = key_places(self.text)
        for end in range(len(key), 0, -1):
            found = self._places.get(tuple(key[:end]))
            if found:
                return found
        return None

    def fault(self, key: Key, message: str, *, line: int | None = None, column: int = 1) -> Fault:
        """Return a fault at a key; `line` and `column` count from 1 inside its multi-line string."""
        for end in range(len(key), 0, -1):
            others = [other for other in reversed(self._overlays) if other.knows(key[:end])]
            if others and (end == len(key) or not self.holds(key[:end])):
                return others[0].fault(key, message, line=line, column=column)
            if self.holds(key[:end]):
                break
        path = ".".join(str(part) for part in key)
        place = self.place(key)
        if place is None:
            return Fault(message, str(self.path), key=path)
        if line is not None:
            place, message = self._inside(place, line, column, message)
        return Fault(f"{path}: {message}" if path else message, str(self.path), *place, key=path)

    def _inside(self, place: tuple[int, int], line: int, column: int, message: str) -> tuple[tuple[int, int], str]:
        """Return the place in the file of a line and column of the string whose value starts at a place."""
        if self._lines is None:
            self._lines = self.text.split("\n")
        opening = self._lines[place[0] - 1][place[1] - 1 :].strip()
        if opening in {'"""', "'''", '"""\\'}:  # TOML drops a line break that follows at once
            return (place[0] + line, column), message
        if opening[:3] in {'"""', "'''"}:
            return (place[0] + line - 1, column + (place[1] + 2 if line == 1 else 0)), message
        return place, f"line {line}, character {column}: {message}"


class _Part(Source):
    """A table of a source as a source of its own."""

    def __init__(self, whole: Source, name: str) -> None:
        super().__init__(whole.path, whole.text, whole.data[name])
        self._whole, self._name = whole, name

    def fault(self, key: Key, message: str, *, line: int | None = None, column: int = 1) -> Fault:
        return self._whole.fault((self._name, *key), message, line=line, column=column)


def read_text(path: Path | str) -> str:
    """Return the text of a file without BOM, with plain line ends and composed letters.

    Raises DataError when it is missing, no regular file (a folder, a pipe, a device), empty, larger than 16 MB, unreadable or
    not UTF-8.
    """
    path = Path(path)
    try:
        text = _raw(path).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise DataError(_unreadable(path, error)) from None
    if not text.strip():
        raise DataError(Fault("is empty", str(path)))
    return plain(text)


def _raw(path: Path) -> bytes:
    """Return what a regular file holds; what has no end, or waits for somebody to write, is refused before it is opened."""
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        what = "a folder, not a file" if stat.S_ISDIR(found.st_mode) else "no regular file"
        raise DataError(Fault(f"is {what}", str(path)))
    size = found.st_size
    if size <= MOST_BYTES:
        # a file may grow, and some have a size of 0 and no end
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
        if len(raw) <= MOST_BYTES:
            return raw
        size = len(raw)
    raise DataError(Fault(f"has {size:,} bytes or more; more than {MOST_BYTES:,} are not read", str(path)))


def beside(folder: Path, name: str) -> Path:
    """Return a file that a title names in its own folder; DataError where a link leads out of that."""
    path = folder / name
    try:
        inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):
        raise DataError(Fault("no such file", str(path))) from None
    if not inside:
        raise DataError(Fault("is a link that leaves the title's folder", str(path)))
    return path


def plain(text: str) -> str:
    """Return a text without BOM, with plain line ends and composed letters."""
    return unicodedata.normalize("NFC", text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))


def _unreadable(path: Path, error: Exception) -> Fault:
    if isinstance(error, UnicodeDecodeError):
        head = error.object[: error.start]
        column = len(head) - head.rfind(b"\n")
        return Fault("is not UTF-8 text", str(path), head.count(b"\n") + 1, column)
    if isinstance(error, FileNotFoundError):
        return Fault("no such file", str(path))
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return Fault(f"cannot be read: {reason}", str(path))


def parse_toml(text: str, path: Path | str = "") -> Source:
    """Return the source in a text.

    Raises DataError with line and column when it is no TOML, and when its tables are nested more than 64 deep.
    """
    try:
        return Source(path, text, _parsed(text))
    except tomllib.TOMLDecodeError as error:
        raise DataError(_syntax_fault(str(error), text, str(path))) from None
    except RecursionError:
        raise DataError(Fault("is nested too deeply", str(path))) from None
    except (ValueError, OverflowError) as error:
        raise DataError(Fault(str(error), str(path))) from None


def _parsed(text: str) -> dict[str, Any]:
    if _ENDLESS_KEY.search(text):
        raise RecursionError
    data = tomllib.loads(text)
    level: list[Any] = [data]
    for _ in range(MOST_LEVELS):
        values = [value for table in level for value in (table.values() if isinstance(table, dict) else table)]
        level = [value for value in values if isinstance(value, dict | list)]
    if level:
        raise RecursionError
    return data


def _syntax_fault(message: str, text: str, path: str) -> Fault:
    found = _TOML_PLACE.fullmatch(message)
    if found is None:
        return Fault(message, path)
    what = found.group(1)[:200]
    if found.group(2):
        return Fault(what, path, int(found.group(2)), int(found.group(3)))
    lines = text.split("\n")
    return Fault(what, path, len(lines), len(lines[-1]) + 1)


def read_toml(path: Path | str) -> Source:
    """Return a TOML file as a Source; DataError as in `read_text` and `parse_toml`."""
    return parse_toml(read_text(path), path)


def read_overlaid(
    path: Path, override: Path | str | None = None, *, only: Sequence[str] = (), ground: Source | None = None
) -> Source:
    """Return a title's file with the `overrides.toml` beside it and `override` merged in; DataError as in `read_toml`.

    One file of overrides serves all files of a title: a map takes every table but those of OTHER_TABLES, another file `only`
    its own. A `ground` that is read already is merged in last.
    """
    source = read_toml(path)
    own = path.parent / OVERRIDES
    for extra in [own] * own.is_file() + [Path(override or "")] * bool(override):
        other = read_toml(extra)
        other.data = {key: value for key, value in other.data.items() if (key in only if only else key not in OTHER_TABLES)}
        source.overlay(other)
    if ground is not None:
        source.overlay(ground)
    return source


def parse_json(text: str, name: str) -> dict[str, Any]:
    """Return the object that a JSON text holds.

    Raises DataError with line and column when it is no JSON, and for NaN, endless numbers, too many levels, a key that stands
    twice or no object.
    """
    try:
        data = json.loads(text, parse_constant=_no_number, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise DataError(Fault(f"is no JSON: {error.msg}", name, error.lineno, error.colno)) from None
    except RecursionError:
        raise DataError(Fault("is nested too deeply", name)) from None
    except ValueError as error:
        raise DataError(Fault(f"is no JSON: {clipped(str(error), 100)}", name)) from None
    if not isinstance(data, dict):
        raise DataError(Fault("holds no JSON object", name))
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the key {clipped(name)} stands twice")
        found[name] = value
    return found


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def data_folder() -> Path:
    """Return the folder of the shipped titles: inside the installed package, else beside the checkout."""
    here = Path(__file__).resolve().parent
    packed = here / "_data"
    return packed if packed.is_dir() else here.parent / "data"


def titles(file_name: str = "map.toml") -> list[str]:
    """Return the names of the shipped titles that have a file of this name, sorted."""
    return sorted(folder.name for folder in data_folder().iterdir() if (folder / file_name).is_file())


def is_title(text: str) -> bool:
    """Return whether a text can be the name of a title: one folder's, never a path."""
    return _TITLE.fullmatch(text) is not None


def style_names() -> list[str]:
    """Return the names of the shipped styles, sorted."""
    return sorted(path.stem for path in (data_folder() / "styles").glob("*.toml"))


def find_source(name_or_path: Path | str, file_name: str = "map.toml") -> Path:
    """Return the file meant by a title's name, a folder, or a path.

    Raises DataError when there is none; a bare name never leaves the data folder.
    """
    text = str(name_or_path)
    if not text:
        raise DataError("expected a title, a folder or a file, got an empty name")
    path = Path(text)
    if "\0" in text:
        raise DataError(Fault("a path cannot hold a null character", text.replace("\0", "\\0")))
    if is_title(text) and (data_folder() / text / file_name).is_file():
        return data_folder() / text / file_name
    try:
        if path.is_dir() and (path / file_name).is_file():
            return path / file_name
        if path.is_dir():
            raise DataError(Fault(f"the folder has no {file_name}", text))
        if path.is_file():
            return path
    except OSError as error:
        raise DataError(_unreadable(Path(text[:200]), error)) from None
    raise DataError(Fault(f"no title, folder or file of this name{nearest(text, titles(file_name))}", text[:200]))


def files_of(name_or_path: Path | str, file_name: str = "map.toml") -> Iterator[Path]:
    """Yield the files that a title, folder or file is made of: its own, those of its title, and those that any of them names.

    Whatever word of a file names another one in the title's folder makes it one of them: rows, layouts, pictures, shapes.
    """
    path = find_source(name_or_path, file_name)
    folder = path.parent
    yield path
    yield from (folder / name for name in _COMPANIONS)
    # what a map is built from knows nothing of the map, which may be built again
    waiting = [path] if path.name == _BUILT_FROM else [path, *(folder / name for name in _COMPANIONS), *_plans(folder)]
    seen: set[Path] = set()
    while waiting:
        one = waiting.pop()
        if one in seen or not one.is_file():
            continue
        seen.add(one)
        named = [folder / name for name in _named_in(one)]
        yield one
        yield from named
        waiting += [other for other in named if other.suffix.lower() in _READ]


def _plans(folder: Path) -> Iterator[Path]:
    for pattern in ("setup*.toml", "scenario*.toml"):
        yield from folder.glob(pattern)


def _named_in(path: Path) -> Iterator[str]:
    """Yield the words of a TOML or CSV file that can be names of files."""
    try:
        text = read_text(path)
        values: list[Any] = [parse_toml(text, path).data] if path.suffix.lower() == ".toml" else _CELL.split(text)
    except DataError:  # its faults are told by who reads it
        return
    while values:
        value = values.pop()
        if isinstance(value, dict | list):
            values += value.values() if isinstance(value, dict) else value
        elif isinstance(value, str) and _NAMES_FILE.search(value) and value.isprintable() and len(value) <= 200:
            yield value


def merged(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Return base with the tables of over merged in deeply; other values of over replace those of base."""
    result = dict(base)
    for key, value in over.items():
        old = result.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        result[key] = merged(old, value) if both and isinstance(old, dict) else value
    return result
