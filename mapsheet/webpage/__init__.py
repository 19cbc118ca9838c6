"""One self-contained page to look at a map: its drawing, data and scripts in one file that asks no network for anything.

The scripts lie beside this module as they are written. The page's policy allows this one script and this one style sheet, by
their hashes, and nothing from outside. Data are JSON, deflated and in base64.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import zlib
from pathlib import Path
from typing import Any, NamedTuple

_HERE = Path(__file__).parent
_SLOT = re.compile(r"\{\{(\w+)\}\}")
SHARED = ("figures.js", "stage.js")


class Room(NamedTuple):
    """What a kind of map brings to the page: the file of its tools and its scripts, in the order they build on each other."""

    tools: str
    scripts: tuple[str, ...]


HEXES = Room("hextools.html", ("sight.js", "steps.js", "positions.js", "hexes.js"))
AREAS = Room("areatools.html", ("passage.js", "walks.js", "areas.js"))
ROOMS = {"hexes": HEXES, "areas": AREAS}


def build_page(title: str, svg: str, data: dict[str, Any]) -> str:
    """Return the page of a map from its drawing and data, whose `kind` names the room; the same input gives the same bytes."""
    room = ROOMS[data["kind"]]
    shell = Shell(title, "page.css", (*SHARED, *room.scripts, "start.js"))
    return whole_page("page.html", shell, {"svg": inline(svg), "tools": page_part(room.tools), "data": packed(data)})


class Shell(NamedTuple):
    """What a page is made of besides its body: its title, style sheet and scripts, and where pictures may come from."""

    title: str
    style: str
    scripts: tuple[str, ...]
    sources: str = "img-src data:"


def whole_page(body: str, shell: Shell, parts: dict[str, str]) -> str:
    """Return a page with its slots filled; its policy allows this one script and this one style sheet."""
    style = page_part(shell.style)
    script = '"use strict";\n(() => {\n' + "\n".join(map(page_part, shell.scripts)) + "})();\n"
    known = {
        "title": html.escape(shell.title), "style": style, "style_hash": hash_of(style), "script": script,
        "script_hash": hash_of(script), "sources": shell.sources,
    }  # fmt: skip
    return filled("head.html", known) + filled(body, {**known, **parts})


def page_part(name: str) -> str:
    """Return the text of a file beside this module."""
    return (_HERE / name).read_text(encoding="utf-8")


def filled(name: str, parts: dict[str, str]) -> str:
    """Return a page with its slots filled."""
    return _SLOT.sub(lambda slot: parts[slot[1]], page_part(name))


def hash_of(text: str) -> str:
    """Return a script or a style sheet as a page's policy names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def packed(data: dict[str, Any]) -> str:
    """Return data as text: JSON, deflated, in base64."""
    plain = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(zlib.compress(plain.encode(), 9)).decode()


def inline(svg: str) -> str:
    """Return an SVG document as it may stand in a page."""
    return svg[svg.index("<svg") :]
