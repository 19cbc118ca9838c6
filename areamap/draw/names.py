"""Names on a map of regions, drawn in the places that were found for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from areamap.draw.blocks import draw_block, draw_value
from areamap.draw.cities import draw_label

if TYPE_CHECKING:
    from areamap.draw.layout import Layout
    from areamap.draw.view import View
    from mapsheet.sheet import Layer
    from mapsheet.style import Type
    from mapsheet.text import Lettering


def draw_names(layer: Layer, view: View, layout: Layout) -> None:
    """Draw the names of seas, regions and cities, with values, codes and entry texts."""
    for id_, sea in layout.seas.items():
        group = layer.group(f"name-{id_}")
        if sea.name:
            _letters(group, sea.name, sea.kind)
        for line in sea.entry:
            assert sea.entry_kind is not None  # every entry text was set in a type
            _letters(group, line, sea.entry_kind)
        if sea.disc:
            draw_value(group, view, str(view.board.spaces[id_].value), sea.disc, sea=True)
    for id_, home in layout.homes.items():
        group = layer.group(f"name-{id_}")
        if home.curved:
            _letters(group, home.curved.name, home.curved.kind)
        if home.block:
            draw_block(group, view, home.block, home.at)
        for label in home.labels:
            draw_label(layer, label)


def _letters(layer: Layer, lettering: Lettering, kind: Type) -> None:
    layer.lettering(lettering, kind.colour, halo=None if kind.halo == "none" else kind.halo, halo_width=kind.halo_width)
