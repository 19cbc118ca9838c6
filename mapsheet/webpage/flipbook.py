"""A page that leafs through pictures which lie beside it, with what is told of each; without scripts, a list of them."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from urllib.parse import quote

from mapsheet.webpage import Shell, whole_page


class Leaf(NamedTuple):
    """A picture: its file, its heading, and the lines told of it; one that begins with a space belongs to the one above."""

    file: str
    heading: str
    lines: Sequence[str] = ()


def flipbook(title: str, leaves: Iterable[Leaf]) -> str:
    """Return the page of pictures in their order; the same input gives the same bytes."""
    shell = Shell(title, "flipbook.css", ("flipbook.js",), "img-src 'self' file: data:")
    return whole_page("flipbook.html", shell, {"pages": "\n".join(map(_page, leaves))})


def _page(leaf: Leaf) -> str:
    lines = (f'<p{" class=more" * line.startswith(" ")}>{html.escape(line.strip())}</p>' for line in leaf.lines)
    return f'<li><a href="{quote(leaf.file)}">{html.escape(leaf.heading)}</a>{"".join(lines)}</li>'
