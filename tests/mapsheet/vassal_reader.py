"""Reading modules as the table does, written from its described behaviour and sharing nothing with our writer."""

from __future__ import annotations

import math
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple
from xml.etree import ElementTree as ET

B, M, P = "VASSAL.build.", "VASSAL.build.module.", "VASSAL.build.module.map."
G = P + "boardPicker.board."
FLAG = re.compile("true|false")
WHOLE = re.compile(r"-?[0-9]+")
DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?")
COLOUR = re.compile(r"[0-9]{1,3},[0-9]{1,3},[0-9]{1,3}")
TEXT = re.compile(r"[^\x00-\x1f]*")
OF_MAP = (
    *("StackMetrics", "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander"),
    *("PieceMover", "KeyBufferer", "ImageSaver", "CounterDetailViewer", "Zoomer"),
)
OF_MODULE = ("BasicCommandEncoder", "Documentation", "Chatter", "KeyNamer", "GlobalOptions", "PrototypesContainer")
BARE = {P + name for name in OF_MAP} | {M + name for name in OF_MODULE}
# every class that may be in a module, with what its attributes must look like
CLASSES: dict[str, dict[str, re.Pattern[str]]] = {name: {} for name in [*BARE, "setup", "entry", G + "ZonedGrid"]} | {
    B + "GameModule": {
        "name": TEXT, "version": TEXT, "VassalVersion": re.compile(r"3\.[5-7]\.[0-9]+"), "description": TEXT,
        "nextPieceSlotId": WHOLE,
    },
    M + "PlayerRoster": {"buttonText": TEXT, "buttonToolTip": TEXT},
    M + "PrototypeDefinition": {"name": TEXT, "description": TEXT},
    M + "DiceButton": {
        "name": TEXT, "text": TEXT, "tooltip": TEXT, "nDice": WHOLE, "nSides": WHOLE, "plus": WHOLE, "addToTotal": WHOLE,
        "reportTotal": FLAG, "prompt": FLAG,
    },
    M + "turn.TurnTracker": {
        "name": TEXT, "buttonText": TEXT, "turnFormat": TEXT, "reportFormat": TEXT,
        "lengthStyle": re.compile("Variable|Maximum|Fixed"),
    },
    M + "turn.ListTurnLevel": {
        "name": TEXT, "property": TEXT, "turnFormat": TEXT, "list": TEXT, "configList": FLAG, "configFirst": FLAG,
    },
    M + "Map": {
        "mapName": TEXT, "markMoved": re.compile("Always|Never|Use Preferences Setting"), "edgeWidth": WHOLE, "edgeHeight": WHOLE,
        "allowMultiple": FLAG, "launch": FLAG, "backgroundcolor": COLOUR,
    },
    P + "BoardPicker": {"slotWidth": WHOLE, "slotHeight": WHOLE, "slotScale": DECIMAL, "title": TEXT},
    P + "boardPicker.Board": {"name": TEXT, "image": TEXT, "reversible": FLAG},
    G + "mapgrid.Zone": {
        "name": TEXT, "locationFormat": TEXT, "path": re.compile(r"[0-9]+,[0-9]+(;[0-9]+,[0-9]+){2,}"), "useParentGrid": FLAG,
        "useHighlight": FLAG,
    },
    G + "HexGrid": {
        "sideways": FLAG, "x0": WHOLE, "y0": WHOLE, "dx": DECIMAL, "dy": DECIMAL, "snapTo": FLAG, "edgesLegal": FLAG,
        "cornersLegal": FLAG, "visible": FLAG, "dotsVisible": FLAG, "color": COLOUR,
    },
    G + "mapgrid.HexGridNumbering": {
        "first": re.compile("[HV]"), "sep": TEXT, "hType": re.compile("[NA]"), "vType": re.compile("[NA]"), "hLeading": WHOLE,
        "vLeading": WHOLE, "hOff": WHOLE, "vOff": WHOLE, "hDescend": FLAG, "vDescend": FLAG, "stagger": FLAG, "visible": FLAG,
        "fontSize": WHOLE, "color": COLOUR, "rotateText": re.compile("0|90|180|270"), "hDrawOff": WHOLE, "vDrawOff": WHOLE,
        "locationFormat": TEXT,
    },
    G + "RegionGrid": {"snapto": FLAG, "visible": FLAG, "fontsize": WHOLE},
    G + "Region": {"name": TEXT, "originx": WHOLE, "originy": WHOLE},
    P + "SetupStack": {
        "name": TEXT, "owningBoard": TEXT, "useGridLocation": FLAG, "location": TEXT, "x": WHOLE, "y": WHOLE,
    },
    M + "PieceWindow": {"name": TEXT, "text": TEXT, "tooltip": TEXT, "hidden": FLAG},
    B + "widget.TabWidget": {"entryName": TEXT},
    B + "widget.PanelWidget": {"entryName": TEXT, "fixed": FLAG, "nColumns": WHOLE, "vert": FLAG, "scale": DECIMAL},
    B + "widget.PieceSlot": {"entryName": TEXT, "gpid": WHOLE, "width": WHOLE, "height": WHOLE},
}


class Piece(NamedTuple):
    """A piece as the table has it: its traits from the outermost, each the fields of its type and its state."""

    traits: list[tuple[list[str], str]]
    slot: ET.Element

    def trait(self, name: str) -> tuple[list[str], str] | None:
        return next((trait for trait in self.traits if trait[0][0] == name), None)


class Module:
    """A module read whole; anything that the table would stumble over is an AssertionError."""

    def __init__(self, data: bytes) -> None:
        self.zip = zipfile.ZipFile(BytesIO(data))
        assert self.zip.testzip() is None
        self.files = {entry.filename: self.zip.read(entry) for entry in self.zip.infolist()}
        assert len(self.files) == len(self.zip.infolist())
        assert all(entry.date_time == (1980, 1, 1, 0, 0, 0) for entry in self.zip.infolist())
        self.root = ET.fromstring(self.files["buildFile.xml"])
        self.data = ET.fromstring(self.files["moduledata"])
        self.pieces = [read_piece(slot) for slot in self.root.iter(B + "widget.PieceSlot")]
        self.board = self.one(P + "boardPicker.Board")
        self.check()

    def one(self, tag: str) -> ET.Element:
        found = list(self.root.iter(tag))
        assert len(found) == 1, (tag, len(found))
        return found[0]

    def check(self) -> None:
        self._check_elements()
        self._check_names()
        self._check_images()
        self._check_places()

    def _check_elements(self) -> None:
        for element in self.root.iter():
            kinds = CLASSES[element.tag]
            assert set(element.attrib) == set(kinds), element.tag
            for key, pattern in kinds.items():
                assert pattern.fullmatch(element.attrib[key]), (element.tag, key, element.attrib[key])
        assert self.root.tag == B + "GameModule"
        assert [child.tag for child in self.data] == ["version", "VassalVersion", "dateSaved", "description", "name"]
        assert self.data.get("version") == "1"
        assert self.data.findtext("name") == self.root.get("name")
        assert self.data.findtext("VassalVersion") == self.root.get("VassalVersion")

    def _check_names(self) -> None:
        numbers = [int(piece.slot.attrib["gpid"]) for piece in self.pieces]
        assert len(set(numbers)) == len(numbers)
        assert int(self.root.attrib["nextPieceSlotId"]) > max(numbers, default=0)
        for tag, key in ((M + "PrototypeDefinition", "name"), (G + "Region", "name"), (G + "mapgrid.Zone", "name")):
            names = [element.attrib[key] for element in self.root.iter(tag)]
            assert len(set(names)) == len(names), tag
            assert all(names), tag
        prototypes = {element.attrib["name"] for element in self.root.iter(M + "PrototypeDefinition")}
        for piece in self.pieces:
            used = piece.trait("prototype")
            assert used is not None
            assert used[0][1] in prototypes
            basic = piece.traits[-1]
            assert basic[0][0] == "piece"
            assert split(basic[1], ";") == ["null", "0", "0", piece.slot.attrib["gpid"], "0"]
            assert basic[0][4] == piece.slot.attrib["entryName"]
        for element in self.root.iter(M + "PrototypeDefinition"):
            assert read_traits(element.text or "")[-1][0][0] == "piece"

    def _check_images(self) -> None:
        assert {f"images/{name}" for name in self.named_images()} <= set(self.files)
        assert {name for name in self.files if name.startswith("images/")} == {f"images/{name}" for name in self.named_images()}
        for piece in self.pieces:
            for name in piece_images(piece):
                size = png_size(self.files[f"images/{name}"])
                assert size == (int(piece.slot.attrib["width"]), int(piece.slot.attrib["height"])), name

    def named_images(self) -> set[str]:
        return {self.board.attrib["image"], *(name for piece in self.pieces for name in piece_images(piece))}

    def _check_places(self) -> None:
        picker = self.one(P + "BoardPicker")
        window, board = self.one(M + "Map").attrib["mapName"], self.board.attrib["name"]
        assert picker.findtext("setup") == f"{window}BoardPicker\t{board}\t0\t0"
        for stack in self.root.iter(P + "SetupStack"):
            assert stack.attrib["owningBoard"] == board
            if stack.attrib["useGridLocation"] == "true":
                x, y = self.location(stack.attrib["location"])
                assert math.dist((x, y), (int(stack.attrib["x"]), int(stack.attrib["y"]))) <= 2

    # -- the grid ------------------------------------------------------------------------------------------------

    def zones(self) -> list[ET.Element]:
        return list(self.root.iter(G + "mapgrid.Zone"))

    def location(self, name: str) -> tuple[int, int]:
        """Return the pixel of a location: that of the first zone which knows it and holds it."""
        for zone in self.zones():
            grid = zone[0]
            found = Hexes(grid).location(name) if grid.tag == G + "HexGrid" else region_of(grid, name)
            if found is not None and inside(zone.attrib["path"], found):
                return found
        raise AssertionError(f"no zone has {name}")

    def name_at(self, x: int, y: int) -> str | None:
        """Return the name of what a piece dropped at a pixel snaps to, None where it lies free."""
        for zone in self.zones():
            grid = zone[0]
            if inside(zone.attrib["path"], (x, y)):
                return Hexes(grid).dropped(x, y) if grid.tag == G + "HexGrid" else nearest_region(grid, x, y)
        return None


def piece_images(piece: Piece) -> list[str]:
    layer = piece.trait("emb2")
    backs = split(layer[0][16], ",") if layer else []
    return [piece.traits[-1][0][3], *backs]


# -- pieces --------------------------------------------------------------------------------------------------------------


def split(text: str, mark: str) -> list[str]:
    """Return the fields of a sequence: a mark after a backslash belongs to its field, quotes round a field come off."""
    fields, field, k = [], "", 0
    while k < len(text):
        if text[k] == "\\" and text[k + 1 : k + 2] == mark:
            field += mark
            k += 2
        elif text[k] == mark:
            fields.append(field)
            field = ""
            k += 1
        else:
            field += text[k]
            k += 1
    fields.append(field)
    return [f[1:-1] if len(f) > 1 and f[0] == "'" == f[-1] else f for f in fields]


def split_first(text: str, mark: str) -> tuple[str, str | None]:
    """Return the first field and all that follows it, which keeps its own escapes but for those of this level."""
    fields = split(text, mark)
    assert len(fields) <= 2, fields
    return fields[0], fields[1] if len(fields) == 2 else None


def read_traits(text: str) -> list[tuple[list[str], str]]:
    assert text.startswith("+/")
    head, kind, state = split(text[2:], "/")
    assert head == "null"
    found = []
    rest_kind: str | None = kind
    rest_state: str | None = state
    while rest_kind is not None:
        assert rest_state is not None
        one, rest_kind = split_first(rest_kind, "\t")
        its, rest_state = split_first(rest_state, "\t")
        found.append((split(one, ";"), its))
    assert rest_state is None
    return found


def read_piece(slot: ET.Element) -> Piece:
    traits = read_traits(slot.text or "")
    for fields, state in traits:
        if fields[0] == "emb2":
            assert len(fields) == 34
            assert WHOLE.fullmatch(state)
            assert all(WHOLE.fullmatch(fields[k]) for k in (2, 5, 8, 14, 15, 24, 25))
            assert all(FLAG.fullmatch(fields[k]) for k in (13, 18, 22, 26, 33))
        if fields[0] == "rotate":
            assert 0 <= int(state) < int(fields[1])
    return Piece(traits, slot)


def png_size(data: bytes) -> tuple[int, int]:
    """Return the size of a PNG whose every chunk is sound."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        body = data[at + 4 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(body)
        at += 12 + length
    width, height = struct.unpack(">II", data[16:24])
    return width, height


# -- hexes ---------------------------------------------------------------------------------------------------------------


def cut(value: float) -> int:
    """Return a number as the table makes it whole: towards nought."""
    return int(value)


class Hexes:
    """The grid of the table: lines `dx` apart, hexes `dy` apart along them, odd lines half a hex further; whole pixels."""

    def __init__(self, grid: ET.Element) -> None:
        told = grid.attrib
        self.x0, self.y0, self.dx, self.dy = int(told["x0"]), int(told["y0"]), float(told["dx"]), float(told["dy"])
        self.sideways, self.edges = told["sideways"] == "true", told["edgesLegal"] == "true"
        self.told = grid[0].attrib
        assert self.told["locationFormat"] == "$gridLocation$"
        assert self.told["hDescend"] == self.told["vDescend"] == "false"

    def turned(self, x: int, y: int) -> tuple[int, int]:
        return (y, x) if self.sideways else (x, y)

    def dropped(self, x: int, y: int) -> str:
        """Return the name of the hex whose middle a piece snaps to."""
        x, y = self.turned(x, y)
        line = math.floor((x - self.x0 + self.dx / 2) / self.dx)
        sx = cut(self.dx * line + self.x0)
        if line % 2 == 0:
            sy = cut(self.dy * math.floor((y - self.y0 + self.dy / 2) / self.dy) + self.y0)
        else:
            sy = cut(self.dy * math.floor((y - self.y0) / self.dy) + cut(self.dy / 2) + self.y0)
        return self.name(sx, sy)

    def name(self, x: int, y: int) -> str:
        """Return the name at a point whose axes are turned already."""
        line = math.floor((x - self.x0) / self.dx + 0.5)
        odd = math.floor((x - self.x0) / self.dx + 0.5) % 2 != 0
        along = (y - self.y0 - (self.dy / 2 if odd else 0)) / self.dy
        place = math.floor(along + 0.5)
        if self.told["stagger"] == "true" and odd:
            place += 1
        h = self.spelled(line + int(self.told["hOff"]), self.told["hType"], int(self.told["hLeading"]))
        v = self.spelled(place + int(self.told["vOff"]), self.told["vType"], int(self.told["vLeading"]))
        return h + self.told["sep"] + v if self.told["first"] == "H" else v + self.told["sep"] + h

    @staticmethod
    def spelled(value: int, kind: str, leading: int) -> str:
        sign, value = ("-" if value < 0 else ""), abs(value)
        if kind == "A":
            return sign + chr(65 + value % 26) * (value // 26 + 1)
        return sign + str(value).zfill(leading + 1)

    def location(self, name: str) -> tuple[int, int] | None:
        """Return the middle of the hex of a name, None where it is no name."""
        forms = {
            key: r"-?(?:A+|B+|C+|D+|E+|F+|G+|H+|I+|J+|K+|L+|M+|N+|O+|P+|Q+|R+|S+|T+|U+|V+|W+|X+|Y+|Z+)"
            if self.told[f"{key}Type"] == "A" else f"-?[0-9]{{{int(self.told[f'{key}Leading']) + 1},}}"
            for key in "hv"
        }
        order = "hv" if self.told["first"] == "H" else "vh"
        found = re.fullmatch(rf"({forms[order[0]]}){re.escape(self.told['sep'])}({forms[order[1]]})", name)
        if found is None:
            return None
        values = {key: self.value(text, self.told[f"{key}Type"]) for key, text in zip(order, found.groups(), strict=True)}
        line, place = values["h"] - int(self.told["hOff"]), values["v"] - int(self.told["vOff"])
        if self.told["stagger"] == "true" and line % 2 != 0:
            place -= 1
        x = cut(line * self.dx) + self.x0
        y = cut(place * self.dy + (self.dy / 2 if line % 2 else 0)) + self.y0
        return self.turned(x, y)

    @staticmethod
    def value(text: str, kind: str) -> int:
        if kind == "N":
            return int(text)
        letters = text.lstrip("-")
        return (26 * (len(letters) - 1) + ord(letters[-1]) - 65) * (-1 if text.startswith("-") else 1)


def regions(grid: ET.Element) -> Iterator[tuple[str, tuple[int, int]]]:
    for region in grid:
        yield region.attrib["name"], (int(region.attrib["originx"]), int(region.attrib["originy"]))


def region_of(grid: ET.Element, name: str) -> tuple[int, int] | None:
    return dict(regions(grid)).get(name)


def nearest_region(grid: ET.Element, x: int, y: int) -> str:
    return min(regions(grid), key=lambda one: (one[1][0] - x) ** 2 + (one[1][1] - y) ** 2)[0]


def inside(path: str, point: tuple[int, int]) -> bool:
    """Return whether a polygon holds a point, by counting the sides to its right."""
    corners = [(int(x), int(y)) for x, y in (pair.split(",") for pair in path.split(";"))]
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd
