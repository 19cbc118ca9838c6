"""The sheet looked at as it will be printed: lettering and what it stands on, words over words, ink at the edge of the paper."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from mapsheet.box import Box
from mapsheet.colours import READABLE, contrast, mixed
from mapsheet.export import pixels
from mapsheet.lint.findings import Finding

if TYPE_CHECKING:
    from mapsheet.pages.master import Master, Node

DPI = 72
NUMBERS = "layer-numbers"
SHARE = 0.12
"""Of what lies under words: what covers less is a line that they cross."""

SAFE = 4.2
"""Millimetres along the edges of a sheet that printers leave bare."""

STRAY = 24
"""By how much of 255 a channel differs where there is ink."""

INSIDE, TOUCHING = 0.12, 0.04
"""Millimetres that letters may share, and the least area of an overlap in square mm."""

HALO = 0.3
"""Millimetres of halo from which words stand on that."""


class Words(NamedTuple):
    """Words on a sheet: what they say, the boxes of their letters, ink, its share of opacity, and the halo's colour or none."""

    text: str
    letters: tuple[Box, ...]
    ink: str
    opacity: float = 1.0
    halo: str = ""


class Print:
    """A sheet's words, and the sheet without them as a picture."""

    def __init__(self, svg: str) -> None:
        from mapsheet.pages.master import read_master

        self.master: Master = read_master(svg)

    @cached_property
    def words(self) -> list[Words]:
        """All words and numbers on the sheet."""
        return [*_words(self.master.drawn, 1.0)]

    @cached_property
    def ground(self) -> Any:
        """The sheet without words as an array of red, green and blue, row by row."""
        bare = self.master._replace(drawn=tuple(filter(None, map(_without_words, self.master.drawn))))
        return pixels(bare.to_svg(), dpi=DPI)

    @cached_property
    def rim(self) -> Any:
        """What is drawn near the edges of the sheet, as an array of red, green and blue."""
        inner = self.master.box.grown(-SAFE - 1)
        return pixels(self.master.to_svg(lambda box: not inner.holds(box)), dpi=DPI)


def _words(nodes: Iterable[Node], opacity: float) -> Iterator[Words]:
    for node in nodes:
        share = opacity * float(node.attributes.get("opacity", 1))
        if node.is_lettering:
            yield from _lettering(node, share)
        elif node.attributes.get("id") == NUMBERS:
            for path in _figures(node):
                yield from _numbers(path, share)
        else:
            yield from _words(node.children, share)


def _figures(layer: Node) -> list[Node]:
    """Return the paths of a layer of hex numbers that are figures: those of the thinnest pen; plates under them are wider."""
    paths = [node for node in layer.children if node.name == "path"]
    thin = min((_pen(node) for node in paths), default=0.0)
    return [node for node in paths if _pen(node) <= 1.5 * thin]


def _pen(node: Node) -> float:
    return float(node.attributes.get("stroke-width", 0))


def _lettering(node: Node, opacity: float) -> Iterator[Words]:
    paths = [child for child in node.children if child.name == "path"]
    if not paths:
        return
    front, back = paths[-1], paths[0]
    letters = tuple(piece.box for piece in front.pieces) or (front.box,)
    width = float(back.attributes.get("stroke-width", 0)) / 2 if len(paths) > 1 else 0.0
    halo = back.attributes.get("fill", "") if width >= HALO else ""
    ink = front.attributes.get("fill", "#000000")
    if ink != "none":
        yield Words(node.attributes.get("aria-label", ""), letters, ink, opacity, halo)


def _numbers(node: Node, opacity: float) -> Iterator[Words]:
    shown = opacity * float(node.attributes.get("stroke-opacity", 1))
    # the boxes of strokes are drawn large, for mitres that round pens have not
    boxes = tuple(piece.box.grown(-1.5 * _pen(node)) for piece in node.pieces or (node,))
    yield Words("", boxes, node.attributes.get("stroke", "#000000"), shown)


def _without_words(node: Node) -> Node | None:
    if node.is_lettering:
        return None
    if not node.children:
        return node
    gone = _figures(node) if node.attributes.get("id") == NUMBERS else []
    return node._replace(children=tuple(filter(None, (_without_words(child) for child in node.children if child not in gone))))


# -- contrast ------------------------------------------------------------------------------------------------------


def find_low_contrast(sheet: Print) -> Iterator[Finding]:
    """Yield a finding for each ink and ground on which words stand out too little, with how many there are."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for words in sheet.words:
        parts = [words] if words.text else [words._replace(letters=(letter,)) for letter in words.letters]
        for part in parts:
            for ground in [part.halo] if part.halo else _grounds(sheet.ground, part.letters):
                ink = mixed(ground, part.ink, part.opacity)
                if contrast(ink, ground) < READABLE:
                    found[ink, ground].append(part.text or f"a number at {_place(part.letters[0])}")
    for (ink, ground), where in found.items():
        ratio = contrast(ink, ground)
        many = f" and {len(where) - 1} more" if len(where) > 1 else ""
        figures = {"ink": ink, "ground": ground, "contrast": round(ratio, 2), "least": READABLE, "count": len(where)}
        told = f"{ink} on {ground} has a contrast of {ratio:.1f}, and {READABLE:g} is the least"
        yield Finding("L-04", f"{where[0]}{many}", told, figures)


def _place(box: Box) -> str:
    return f"{box.centre[0]:.0f}, {box.centre[1]:.0f} mm"


def _grounds(picture: Any, letters: Iterable[Box]) -> list[str]:
    """Return the colours that lie under a good part of some letters."""
    import numpy as np

    cuts = [_cut(picture, box) for box in letters]
    seen = np.concatenate([cut.reshape(-1, 3) for cut in cuts]) if cuts else np.empty((0, 3))
    if not len(seen):
        return []
    colours, counts = np.unique(seen, axis=0, return_counts=True)
    return ["#{:02X}{:02X}{:02X}".format(*colour) for colour in colours[counts >= SHARE * len(seen)]]


def _cut(picture: Any, box: Box) -> Any:
    per_mm = DPI / 25.4
    left, top = max(0, int(box.left * per_mm)), max(0, int(box.top * per_mm))
    return picture[top : int(box.bottom * per_mm) + 1, left : int(box.right * per_mm) + 1]


# -- room ----------------------------------------------------------------------------------------------------------


def find_overlaps(sheet: Print) -> Iterator[Finding]:
    """Yield a finding for each two words of which letters lie over each other."""
    from shapely import STRtree, box

    owners = [(k, letter.grown(-INSIDE)) for k, words in enumerate(sheet.words) for letter in words.letters]
    owners = [(k, letter) for k, letter in owners if letter.width > 0 and letter.height > 0]
    shapes = [box(*letter) for _, letter in owners]
    if not shapes:
        return
    tree = STRtree(shapes)
    worst: dict[tuple[int, int], tuple[float, Box]] = {}
    for i, j in tree.query(shapes, predicate="intersects").T.tolist():
        pair = owners[i][0], owners[j][0]
        area = shapes[i].intersection(shapes[j]).area if pair[0] < pair[1] else 0.0
        if area > max(TOUCHING, worst.get(pair, (0.0,))[0]):
            worst[pair] = area, owners[i][1]
    for (one, other), (area, at) in worst.items():
        names = " over ".join(sheet.words[k].text or "a hex number" for k in (one, other))
        yield Finding("L-09", f"{names} at {_place(at)}", "letters lie over letters", {"overlap_mm2": round(area, 2)})


def find_unsafe_ink(sheet: Print) -> Iterator[Finding]:
    """Yield a finding for each side of the sheet where something stands nearer to the edge than printers reach.

    An even ground may reach the edge: where it is cut off nothing is lost.
    """
    import numpy as np

    # the outermost pixels are not wholly of the sheet
    picture = sheet.rim.astype(int)[1:-1, 1:-1]
    wide = int(SAFE * DPI / 25.4)
    for side, strip in _strips(picture, wide).items():
        colours, counts = np.unique(strip.reshape(-1, 3), axis=0, return_counts=True)
        inked = np.abs(strip - colours[counts.argmax()]).max(axis=2) > STRAY
        rows = np.nonzero(inked.any(axis=1))[0]
        if len(rows):
            near = float(rows[0]) * 25.4 / DPI
            figures = {"nearest_mm": round(near, 1), "least_mm": SAFE}
            told = f"ink {near:.1f} mm from the edge of the sheet; printers keep off {SAFE:g} mm"
            yield Finding("L-08", f"{side} edge", told, figures)


def _strips(picture: Any, wide: int) -> dict[str, Any]:
    """Return the strips along the edges, each with the outermost row first."""
    turned = picture.swapaxes(0, 1)
    return {"upper": picture[:wide], "lower": picture[::-1][:wide], "left": turned[:wide], "right": turned[::-1][:wide]}


def find_boxed(svg: str) -> Iterator[Finding]:
    """Yield a finding for all words with characters that no face can draw."""
    from mapsheet.textlayer import boxed, characters

    for words, lost in dict.fromkeys(boxed(svg)):
        yield Finding("L-12", words, f"no face has {characters(lost)}: printed as a box", {"characters": lost})


def find_printed(svg: str) -> list[Finding]:
    """Return what a look at a sheet finds: low contrast, words over words, ink at the edge."""
    sheet = Print(svg)
    return [*find_low_contrast(sheet), *find_overlaps(sheet), *find_unsafe_ink(sheet), *find_boxed(svg)]
