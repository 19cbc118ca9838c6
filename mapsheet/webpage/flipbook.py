"""A page that leafs through pictures which lie beside it, with what is told of each; without scripts, a list of them."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from urllib.parse import quote

from mapsheet.webpage import filled, hash_of, page_part


class Leaf(NamedTuple):
    """A picture: its file, its heading, and the lines told of it; one that begins with a space belongs to the one above."""

    file: str
    heading: str
    lines: Sequence[str] = ()


def flipbook(title: str, leaves: Iterable[Leaf]) -> str:
    """Return the page of pictures in their order; the same input gives the same bytes."""
    style = page_part("flipbook.css")
    script = f'"use strict";\n(() => {{\n{page_part("flipbook.js")}}})();\n'
    return filled("flipbook.html", {
        "title": html.escape(title), "style": style, "style_hash": hash_of(style), "script": script,
        "script_hash": hash_of(script), "pages": "\n".join(map(_page, leaves)),
    })  # fmt: skip


def _page(leaf: Leaf) -> str:
    lines = (f'<p{" class=more" * line.startswith(" ")}>{html.escape(line.strip())}</p>' for line in leaf.lines)
    return f'<li><a href="{quote(leaf.file)}">{html.escape(leaf.heading)}</a>{"".join(lines)}</li>'
