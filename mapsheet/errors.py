"""The three families of error: a file is wrong, a text cannot be read, the rules forbid it."""

from __future__ import annotations

from typing import NamedTuple

LONGEST_PATH = 400  # characters of the path of a file that is told in full
LONGEST_ECHO = 120  # characters of a text that a message repeats as it stands


class Fault(NamedTuple):
    """One thing wrong in a file: where (line and column from 1, or a key path) and what."""

    message: str
    file: str = ""
    line: int | None = None
    column: int | None = None
    key: str = ""

    def __str__(self) -> str:
        file = self.file if len(self.file) <= LONGEST_PATH else f"{self.file[:LONGEST_PATH]}…"
        if self.line is not None:
            place = f"{file}:{self.line}:{self.column or 1}"
        else:
            place = ": ".join(part for part in (file, self.key) if part)
        return f"{place}: {self.message}" if place else self.message


class MapsheetError(Exception):
    """What every error of this project is; `kind` names its family in one word."""

    kind = ""


class DataError(MapsheetError):
    """A file is wrong; `faults` holds every fault found in it, in the order of their places."""

    kind = "data"

    def __init__(self, faults: list[Fault] | Fault | str) -> None:
        if isinstance(faults, str):
            faults = Fault(faults)
        self.faults: list[Fault] = [faults] if isinstance(faults, Fault) else list(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))

    def __reduce__(self) -> tuple[type[DataError], tuple[list[Fault]]]:
        return type(self), (self.faults,)


class NotationError(MapsheetError):
    """A text cannot be read: says what was expected, then the text."""

    kind = "notation"

    def __init__(self, expected: str, text: object) -> None:
        self.expected = expected
        self.text = text
        super().__init__(f"expected {expected}, got {clipped(text)}")

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, object]]:
        return type(self), (self.expected, self.text)


class IllegalAction(MapsheetError):  # noqa: N818 - the name that other programs catch
    """Read and understood, but the rules forbid it: says which rule."""

    kind = "illegal"


def clipped(text: object, length: int = 60) -> str:
    """Return text as a quoted literal of at most about `length` characters, so that noise stays readable."""
    try:
        shown = repr(text)
    except ValueError:  # Python refuses to spell a whole number of thousands of digits
        shown = "a number of thousands of digits"
    return shown if len(shown) <= length else f"{shown[:length]}…"


def printable(text: str) -> str:
    """Return a text whose control characters are spelled, so that a terminal shows them and obeys none."""
    return text if text.isprintable() else "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def echoed(text: str) -> str:
    """Return what somebody gave as it stands, as a clipped literal where it is long or has control characters."""
    return text if len(text) <= LONGEST_ECHO and text.isprintable() else clipped(text)


def nearest(name: str, known: list[str], *, in_order: bool = False) -> str:
    """Return ` (did you mean 'x'?)` for the nearest known name, else ` (known: …)`: each once, sorted unless `in_order`."""
    import difflib

    close = difflib.get_close_matches(name[:60], known, n=1, cutoff=0.6)
    if close:
        return f" (did you mean {close[0]!r}?)"
    listed = ", ".join([*dict.fromkeys(known if in_order else sorted(known))][:12])
    return f" (known: {listed})" if listed else ""
