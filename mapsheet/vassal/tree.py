"""A module as the two XML texts that the table reads: what it is made of, and what it is called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mapsheet.vassal.sequence import join
from mapsheet.vassal.traits import side_text, slot_text
from mapsheet.vassal.values import HexGrid, Module, Piece, Placed, Region, Stack, TurnTrack, Zone

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

VERSION = "1.0"
READER = "3.7.0"
"""The version of the table that a module asks for; an older one says that it is too old."""

BUILD, MODULE, MAP = "VASSAL.build.", "VASSAL.build.module.", "VASSAL.build.module.map."
GRIDS = MAP + "boardPicker.board."
WINDOW, BOARD = "Map", "Board"
_MAP_PARTS = (
    *("StackMetrics", "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander"),
    *("PieceMover", "KeyBufferer", "ImageSaver", "CounterDetailViewer", "Zoomer"),
)
# parts that every module has; the table adds them by itself, but not in this order
_PARTS = ("BasicCommandEncoder", "Documentation", "Chatter", "KeyNamer", "GlobalOptions")


def build_file(module: Module) -> str:
    """Return the text of `buildFile.xml`."""
    root = _Tree(module).root()
    return _text(root)


def module_data(module: Module) -> str:
    """Return the text of `moduledata`."""
    root = _element("data", version="1")
    told = {
        "version": VERSION, "VassalVersion": READER, "dateSaved": "0", "description": module.description, "name": module.title,
    }
    for name, text in told.items():
        _under(root, name).text = text
    return _text(root)


class _Tree:
    """The tree being built; every piece in it gets the next number."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.count = 0
        # what a person reads is the side's name, where no two have the same
        names = list(module.sides.values())
        self.prototypes = {id_: name if names.count(name) == 1 else id_ for id_, name in module.sides.items()}

    def root(self) -> Element:
        module = self.module
        root = _element(
            BUILD + "GameModule", name=module.title, version=VERSION, VassalVersion=READER, description=module.description,
        )
        for part in _PARTS:
            _under(root, MODULE + part)
        self._sides(root)
        if module.turns:
            _turns(root, module.turns)
        _under(
            root, MODULE + "DiceButton", name="1d6", text="1d6", tooltip="Roll a die", nDice="1", nSides="6", plus="0",
            addToTotal="0", reportTotal="false", prompt="false",
        )
        self._map(root)
        self._palette(root)
        root.set("nextPieceSlotId", str(self.count + 1))
        return root

    def _sides(self, root: Element) -> None:
        roster = _under(root, MODULE + "PlayerRoster", buttonText="Retire", buttonToolTip="Leave the side, or change it")
        for player in self.module.players:
            _under(roster, "entry").text = player
        container = _under(root, MODULE + "PrototypesContainer")
        for name in self.prototypes.values():
            _under(container, MODULE + "PrototypeDefinition", name=name, description="").text = side_text(name)

    def _map(self, root: Element) -> None:
        window = _under(
            root, MODULE + "Map", mapName=WINDOW, markMoved="Use Preferences Setting", edgeWidth="0", edgeHeight="0",
            allowMultiple="false", launch="false", backgroundcolor="255,255,255",
        )
        picker = _under(window, MAP + "BoardPicker", slotWidth="350", slotHeight="125", slotScale="0.2", title="Choose the board")
        _under(picker, "setup").text = f"{WINDOW}BoardPicker\t{BOARD}\t0\t0"
        board = _under(picker, MAP + "boardPicker.Board", name=BOARD, image=self.module.board.image, reversible="false")
        if self.module.board.zones:
            zoned = _under(board, GRIDS + "ZonedGrid")
            for zone in self.module.board.zones:
                _zone(zoned, zone)
        for part in _MAP_PARTS:
            _under(window, MAP + part)
        for stack in self.module.stacks:
            self._stack(window, stack)

    def _stack(self, window: Element, stack: Stack) -> None:
        (x, y), location = stack.at, stack.location
        found = _under(
            window, MAP + "SetupStack", name=stack.name, owningBoard=BOARD, useGridLocation=_flag(bool(location)),
            location=location, x=str(x), y=str(y),
        )
        for placed in stack.pieces:
            self._slot(found, placed)

    def _palette(self, root: Element) -> None:
        by_side: dict[str, list[Piece]] = {}
        for piece in self.module.pieces:
            by_side.setdefault(piece.side, []).append(piece)
        if not by_side:
            return
        window = _under(root, MODULE + "PieceWindow", name="Pieces", text="Pieces", tooltip="All counters", hidden="false")
        tabs = _under(window, BUILD + "widget.TabWidget", entryName="Pieces")
        for side, pieces in by_side.items():
            listed = _under(
                tabs, BUILD + "widget.PanelWidget", entryName=self.module.sides[side], fixed="true", nColumns="6", vert="false",
                scale="1.0",
            )
            for piece in pieces:
                self._slot(listed, Placed(piece))

    def _slot(self, parent: Element, placed: Placed) -> None:
        self.count += 1
        piece = placed.piece
        slot = _under(
            parent, BUILD + "widget.PieceSlot", entryName=piece.name, gpid=str(self.count), width=str(piece.width),
            height=str(piece.height),
        )
        slot.text = slot_text(placed, self.count, self.prototypes)


def _turns(root: Element, turns: TurnTrack) -> None:
    tracker = _under(
        root, MODULE + "turn.TurnTracker", name=turns.name, buttonText=turns.name, turnFormat=f"{turns.name} $level1$",
        reportFormat="$oldTurn$ → $newTurn$", lengthStyle="Maximum",
    )
    _under(
        tracker, MODULE + "turn.ListTurnLevel", name=turns.name, property="Turn", turnFormat="$value$",
        list=join(turns.turns, ","), configList="false", configFirst="false",
    )


def _zone(zoned: Element, zone: Zone) -> None:
    path = ";".join(f"{x},{y}" for x, y in zone.path)
    found = _under(
        zoned, GRIDS + "mapgrid.Zone", name=zone.name, locationFormat="$gridLocation$", path=path, useParentGrid="false",
        useHighlight="false",
    )
    if isinstance(zone.grid, HexGrid):
        _hexes(found, zone.grid)
    else:
        _regions(found, zone.grid)


def _regions(zone: Element, regions: tuple[Region, ...]) -> None:
    grid = _under(zone, GRIDS + "RegionGrid", snapto="true", visible="false", fontsize="9")
    for region in regions:
        x, y = region.at
        _under(grid, GRIDS + "Region", name=region.name, originx=str(x), originy=str(y))


def _hexes(zone: Element, grid: HexGrid) -> None:
    # on a sideways grid x and y change places everywhere
    x, y = grid.first[::-1] if grid.sideways else grid.first
    found = _under(
        zone, GRIDS + "HexGrid", sideways=_flag(grid.sideways), x0=str(x), y0=str(y), dx=f"{grid.apart:.6f}",
        dy=f"{grid.pitch:.6f}", snapTo="true", edgesLegal=_flag(grid.edges), cornersLegal="false", visible="false",
        dotsVisible="false", color="0,0,0",
    )
    h, v = grid.across, grid.along
    _under(
        found, GRIDS + "mapgrid.HexGridNumbering", first="H" if grid.lines_first else "V", sep=grid.separator,
        hType="A" if h.letter else "N", hLeading=str(h.digits - 1), hOff=str(h.first), hDescend="false",
        vType="A" if v.letter else "N", vLeading=str(v.digits - 1), vOff=str(v.first), vDescend="false",
        locationFormat="$gridLocation$", visible="false", fontSize="9", color="0,0,0", rotateText="0", hDrawOff="0",
        vDrawOff="0", stagger=_flag(grid.ahead),
    )


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _element(tag: str, attributes: Mapping[str, str] | None = None, **more: str) -> Element:
    from xml.etree.ElementTree import Element

    return Element(tag, {**(attributes or {}), **more})


def _under(parent: Element, tag: str, **attributes: str) -> Element:
    child = _element(tag, attributes)
    parent.append(child)
    return child


def _text(root: Element) -> str:
    from xml.etree.ElementTree import indent, tostring

    indent(root)
    return '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' + tostring(root, encoding="unicode") + "\n"
