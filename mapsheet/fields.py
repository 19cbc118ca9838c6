"""Taking values out of a parsed source one by one, noting every fault with its place instead of stopping at the first."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from mapsheet.errors import DataError, Fault, MapsheetError, NotationError, clipped, nearest
from mapsheet.source import Key, Source

T = TypeVar("T")
MOST = 10**6
LONGEST = 300  # characters of a name or a label
_POINTS = re.compile(r"[0-9]+(\.[0-9]+)?(/[0-9]+)?")
FAMILIES = {
    "hexmap": "map: use hexmap", "areamap": "map: use areamap", "areamap-source": "file: use areamap build",
    "style": "file, not a map", "charts": "file, not a map", "position": "file, not a map",
    "counters": "file, not a map", "scenario": "file, not a map", "aid": "file, not a map", "diagram": "file, not a map",
    "counter-layout": "file, not a map", "captions": "file, not a map",
}
"""What a file of each family is, and which command reads it."""
MOST_FAULTS = 2000  # of one file; noise would otherwise fill the memory


class Fields:
    """A table of a source. Each method takes one key, checks it, and remembers it as known."""

    def __init__(
        self, source: Source, data: dict[str, Any] | None = None, key: Key = (), faults: list[Fault] | None = None
    ) -> None:
        self.source, self.key = source, tuple(key)
        self.data = source.data if data is None else data
        self.faults: list[Fault] = [] if faults is None else faults
        self._known: set[str] = {"provenance"}

    def fault(self, name: str | Sequence[str | int], message: str, *, line: int | None = None, column: int = 1) -> None:
        """Note a fault at a key of this table."""
        path = (*self.key, name) if isinstance(name, str) else (*self.key, *name)
        if not name:
            path = self.key
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(self.source.fault(path, message, line=line, column=column))
        elif len(self.faults) == MOST_FAULTS:
            self.faults.append(Fault(f"has more than {MOST_FAULTS:,} faults; only so many are listed", str(self.source.path)))

    def has(self, name: str) -> bool:
        """Return whether the table has a key."""
        return name in self.data

    def take(self, name: str, *, required: bool = False) -> Any:
        """Return the raw value of a key, None where it is missing."""
        self._known.add(name)
        if required and name not in self.data:
            self.fault(name, "is missing")
        return self.data.get(name)

    def text(self, name: str, *, required: bool = False, default: str = "", longest: int = LONGEST) -> str:
        """Return a text of at most `longest` characters that can all be printed."""
        value = self.take(name, required=required)
        if value is None:
            return default
        if not isinstance(value, str):
            self.fault(name, f"expected a text, got {clipped(value)}")
            return default
        if not _is_printable(value):
            self.fault(name, f"holds a character that cannot be printed: {clipped(value)}")
            return default
        if len(value) > longest:
            self.fault(name, f"expected at most {longest:,} characters, got {len(value):,}")
            return default
        return value

    def choice(self, name: str, values: Sequence[str], *, required: bool = False) -> str:
        """Return one of the values, the first where the key is missing."""
        value = self.text(name, required=required, default=values[0])
        if value not in values:
            self.fault(name, f"expected one of {' '.join(values)}, got {clipped(value)}{nearest(value, list(values))}")
            return values[0]
        return value

    def family(self, form: str) -> None:
        """Take the key `format`, which must be `form`; DataError with that alone for a file of another family we know."""
        written = self.data.get("format")
        family = written.partition("/")[0] if isinstance(written, str) else ""
        if family in FAMILIES and family != form.partition("/")[0]:
            article = "an" if family.startswith("a") else "a"
            raise DataError(self.source.fault(("format",), f"is {article} {clipped(written)[1:-1]} {FAMILIES[family]}"))
        self.choice("format", (form,), required=True)

    def flag(self, name: str, *, default: bool) -> bool:
        """Return true or false."""
        value = self.take(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fault(name, f"expected true or false, got {clipped(value)}")
            return default
        return value

    def whole(self, name: str, *, default: int | None, least: int = 0, most: int = MOST) -> int | None:
        """Return a whole number between least and most."""
        value = self.take(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.fault(name, f"expected a whole number from {least} to {most}, got {clipped(value)}")
            return default
        return value

    def number(self, name: str, *, default: float = 0.0, least: float = 0.0) -> float:
        """Return a finite number for the drawing, at least `least`."""
        value = self.take(name)
        if value is None:
            return default
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not math.isfinite(value) or not least <= value <= MOST:
            self.fault(name, f"expected a number of at least {least:g}, got {clipped(value)}")
            return default
        return float(value)

    def read(self, name: str, reader: Callable[[Any], T], default: T, *, required: bool = False) -> T:
        """Return what a reader makes of the value; what it raises becomes a fault."""
        value = self.take(name, required=required)
        if value is None:
            return default
        return self.attempt(name, default, reader, value)

    def attempt(self, name: str | Sequence[str | int], default: T, function: Callable[..., T], *arguments: Any) -> T:
        """Return what a function makes of the arguments; a DataError or NotationError it raises becomes a fault at the key."""
        try:
            return function(*arguments)
        except DataError as error:
            self.faults.extend(error.faults)
        except MapsheetError as error:
            self.fault(name, str(error))
        return default

    def texts(self, name: str, *, required: bool = False) -> list[str]:
        """Return a list of texts (a single text stands for a list of one)."""
        value = self.take(name, required=required)
        if value is None:
            return []
        if isinstance(value, str):
            return [value]
        if not isinstance(value, list):
            self.fault(name, f"expected a list of texts, got {clipped(value)}")
            return []
        for k, item in enumerate(value):
            if not isinstance(item, str):
                self.fault((name, k), f"expected a text, got {clipped(item)}")
        return [item for item in value if isinstance(item, str)]

    def table(self, name: str) -> Fields:
        """Return a table of this table, empty where it is missing."""
        value = self.take(name)
        if value is not None and not isinstance(value, dict):
            self.fault(name, f"expected a table, got {clipped(value)}")
            value = None
        return Fields(self.source, value or {}, (*self.key, name), self.faults)

    def named(self, name: str) -> list[tuple[str, Fields]]:
        """Return the tables `[name.X]` with their X, in the order of the file."""
        inner = self.table(name)
        result = []
        for key, value in inner.data.items():
            if isinstance(value, dict):
                result.append((key, Fields(self.source, value, (*inner.key, key), self.faults)))
            elif key != "provenance":
                inner.fault(key, f"expected a table [{name}.{key}], got {clipped(value)}")
        return result

    def tables(self, name: str) -> list[Fields]:
        """Return the elements of an array of tables `[[name]]`."""
        value = self.take(name)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.fault(name, f"expected tables [[{name}]], got {clipped(value)}")
            return []
        return [Fields(self.source, item, (*self.key, name, k), self.faults) for k, item in enumerate(value)]

    def finish(self) -> None:
        """Note every key that nobody took."""
        unknown = [name for name in self.data if name not in self._known]
        for name in unknown[: MOST_FAULTS + 1]:
            self.fault(name, f"unknown key{nearest(name, sorted(self._known))}")

    def raise_faults(self) -> None:
        """Raise DataError with all faults in the order of their places, if there are any."""
        if self.faults:
            raise DataError(self.in_order())

    def in_order(self) -> list[Fault]:
        """Return all faults so far, each once, in the order of their places."""
        return sorted(dict.fromkeys(self.faults), key=lambda f: (f.file, f.line or 0, f.column or 0))


def _is_printable(text: str) -> bool:
    """Return whether a text holds no control character, half of a pair, or code that is no character."""
    if text.isprintable():
        return True
    import unicodedata

    return all(ch in "\t\n" or unicodedata.category(ch) not in {"Cc", "Cs", "Cn"} for ch in text)


def cost(value: object) -> int | Fraction | None:
    """Return points: a number >= 0, a fraction "1/2", or None for "prohibited".

    Raises NotationError for anything else; a decimal such as 0.5 is taken as the fraction it says.
    """
    expected = f'a number from 0 to {MOST:,}, a fraction such as "1/2", or "prohibited"'
    return None if value == "prohibited" else _exact(value, expected)


def points(value: object, what: str = "points") -> int | Fraction:
    """Return points: a number >= 0 or a fraction "1/2"; NotationError for anything else, saying `what` they are."""
    return _exact(value, f'for {what} a number from 0 to {MOST:,}, or a fraction such as "1/2"')


def _exact(value: object, expected: str) -> int | Fraction:
    if type(value) is int and 0 <= value <= MOST:
        return value
    written = str(value) if isinstance(value, float | str | Fraction) or (isinstance(value, int) and abs(value) <= MOST) else ""
    if isinstance(value, bool) or not _POINTS.fullmatch(written[:100]):
        raise NotationError(expected, value)
    try:
        exact = Fraction(written[:100])
    except (ValueError, ZeroDivisionError):
        raise NotationError(expected, value) from None
    if not 0 <= exact <= MOST or exact.denominator > 1000:
        raise NotationError(expected, value)
    return int(exact) if exact.denominator == 1 else exact
