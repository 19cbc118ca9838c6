"""The wording of captions in a language: sentences by key from `data/captions`, filled with what an answer says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from mapsheet.errors import DataError, Fault, NotationError, nearest
from mapsheet.fields import Fields
from mapsheet.source import Source, data_folder, is_title, read_toml

DEFAULT = "en"
FORMS = ("one", "other")
Sentence = str | Mapping[str, str]
_PLACE = re.compile(r"\{(\w*)\}")


class Wording:
    """Sentences by key, `los.clear`; a counted one has a form for 1 and one for all else."""

    def __init__(self, sentences: Mapping[str, Sentence]) -> None:
        self._sentences = sentences

    def say(self, key: str, **values: Any) -> str:
        """Return a sentence with its places filled; `count` picks the form of one that counts. KeyError for an unknown key."""
        found = self._sentences[key]
        if not isinstance(found, str):
            found = found["one" if str(values.get("count")) == "1" else "other"]
        # a value may hold braces itself, so that all are filled at once
        return _PLACE.sub(lambda place: str(values[place[1]]), found)

    def knows(self, key: str) -> bool:
        """Return whether there is a sentence of this key."""
        return key in self._sentences

    def listed(self, parts: Iterable[str], most: int | None = None) -> str:
        """Return parts one after the other, of more than `most` only those and how many are left; `none` where there are none."""
        all_parts = list(parts)
        shown = all_parts[:most]
        if not shown:
            return self.say("list.none")
        more = len(all_parts) - len(shown)
        text = self._sentence("list.separator").join(shown)
        return text + self.say("list.more", count=more) if more else text

    def told(self, parts: Iterable[str]) -> str:
        """Return parts as they are told in a sentence, the last after `and`."""
        some = list(dict.fromkeys(parts))
        head = self._sentence("list.separator").join(some[:-1])
        return self._sentence("list.last").join(filter(None, [head, *some[-1:]]))

    def points(self, cost: Any) -> str:
        """Return a cost in points."""
        return self.say("count.point", count=cost)

    def _sentence(self, key: str) -> str:
        return str(self._sentences[key])


def languages() -> list[str]:
    """Return the languages that captions are shipped in, sorted."""
    return sorted(path.stem for path in (data_folder() / "captions").glob("*.toml"))


@lru_cache(maxsize=32)
def load_wording(language: str = DEFAULT) -> Wording:
    """Return the wording of a language of data/captions, or of a file of that format.

    NotationError for neither; DataError with every fault of the file: a sentence that lacks, is too many or names a place
    that the English one has not.
    """
    if language == DEFAULT:
        return Wording(_sentences(read_toml(data_folder() / "captions" / f"{DEFAULT}.toml").data))
    path = data_folder() / "captions" / f"{language}.toml" if is_title(language) else Path(language)
    if not (is_title(language) or language.endswith(".toml")) or not path.is_file():
        raise NotationError(f"a language of captions{nearest(language, languages())}, or a file of captions", language)
    return Wording(_read(read_toml(path)))


def _sentences(data: Mapping[str, Any]) -> dict[str, Sentence]:
    return {f"{table}.{name}": value for table, name, value in _entries(data)}


def _entries(data: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    for table, inner in data.items():
        if isinstance(inner, Mapping):
            yield from ((table, name, value) for name, value in inner.items())


def _read(source: Source) -> dict[str, Sentence]:
    fields = Fields(source)
    fields.family("captions/1")
    fields.text("language", required=True)
    known = _sentences(read_toml(data_folder() / "captions" / f"{DEFAULT}.toml").data)
    faults: list[Fault] = fields.faults
    found = _sentences(source.data)
    tables = {key.partition(".")[0] for key in known} | {"format", "language"}
    strange = [key for key in [*source.data, *found] if key not in known and key not in tables]
    faults += [source.fault(tuple(key.split(".")), f"unknown key{nearest(key, sorted(known))}") for key in strange]
    for key, sentence in known.items():
        fault = _wrong(sentence, found.get(key))
        if fault:
            faults.append(source.fault(tuple(key.split(".")), fault))
    if faults:
        raise DataError(fields.in_order())
    return found


def _wrong(model: Sentence, given: Any) -> str:
    """Return what is wrong with a translation of a sentence, nothing where it is right."""
    if given is None:
        return "is missing"
    counted = isinstance(given, Mapping) and given.keys() == set(FORMS) and all(isinstance(v, str) for v in given.values())
    if not isinstance(given, str) and isinstance(model, str):
        return "expected a text"
    if not (isinstance(given, str) or counted):
        return "expected a text, or a table of texts { one = …, other = … }"
    places = _places(model)
    strange = sorted(_places(given) - places)
    if strange:
        return f"names {{{strange[0]}}}, which is not filled here; filled are: {', '.join(sorted(places)) or 'none'}"
    if any(not text.isprintable() for text in _texts(given)):
        return "holds a character that cannot be printed"
    return ""


def _texts(sentence: Sentence) -> list[str]:
    return [sentence] if isinstance(sentence, str) else [*sentence.values()]


def _places(sentence: Sentence) -> set[str]:
    found = {place for text in _texts(sentence) for place in _PLACE.findall(text)}
    return found if isinstance(sentence, str) else found | {"count"}
