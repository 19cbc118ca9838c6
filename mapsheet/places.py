"""Where each key of a TOML text stands, for messages; the text has already been parsed, so it is well formed."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

Path = tuple[str | int, ...]
Places = dict[Path, tuple[int, int]]


def key_places(text: str) -> Places:
    """Return key path -> (line, column) of its value, or of the header of a table; both count from 1."""
    import tree_sitter_toml
    from tree_sitter import Language, Parser

    raw = text.encode()
    tree = Parser(Language(tree_sitter_toml.language())).parse(raw)
    walk = _Walk(raw)
    for node in tree.root_node.children:
        walk.top(node)
    return walk.places


class _Walk:
    def __init__(self, raw: bytes) -> None:
        self.lines = raw.split(b"\n")
        self.places: Places = {}
        self.counts: dict[Path, int] = {}
        self.last = (0, 0, 0)

    def _note(self, path: Path, node: Node) -> None:
        row, column = node.start_point
        # counted on from the node before, or a line of many values would be read from its start for each
        before, shown = self.last[1:] if self.last[0] == row and self.last[1] <= column else (0, 0)
        shown += len(self.lines[row][before:column].decode("utf-8", "replace"))
        self.last = (row, column, shown)
        self.places.setdefault(path, (row + 1, shown + 1))

    def top(self, node: Node) -> None:
        """Take in a table, an element of an array of tables, or a pair before the first header."""
        if node.type == "pair":
            self._pair((), node)
        elif node.type in {"table", "table_array_element"}:
            key, *rest = [child for child in node.children if child.is_named and child.type != "comment"]
            path = self._resolved(_key(key), opens=node.type == "table_array_element")
            self._note(path, key)
            for child in rest:
                self._pair(path, child)

    def _resolved(self, key: Path, *, opens: bool) -> Path:
        """Return a header's path with the index of the latest element of each array of tables on it."""
        path: Path = ()
        for k, part in enumerate(key):
            path = (*path, part)
            if opens and k == len(key) - 1:
                self.counts[path] = self.counts.get(path, -1) + 1
            if path in self.counts:
                path = (*path, self.counts[path])
        return path

    def _pair(self, path: Path, node: Node) -> None:
        named = [child for child in node.children if child.is_named and child.type != "comment"]
        if node.type == "pair" and len(named) == 2:
            self._value((*path, *_key(named[0])), named[1])

    def _value(self, path: Path, node: Node) -> None:
        self._note(path, node)
        inner = [child for child in node.children if child.is_named and child.type != "comment"]
        if node.type == "array":
            for k, child in enumerate(inner):
                self._value((*path, k), child)
        elif node.type == "inline_table":
            for child in inner:
                self._pair(path, child)


def _key(node: Node) -> Path:
    if node.type == "dotted_key":
        return tuple(part for child in node.children if child.is_named for part in _key(child))
    text = (node.text or b"").decode()
    if node.type == "quoted_key":
        return tuple(tomllib.loads(f"{text} = 0"))
    return (text,)
