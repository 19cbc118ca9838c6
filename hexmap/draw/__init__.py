"""Drawing a hex map: the whole sheet, a crop of it, and figures of answers; always as SVG at true size."""

from hexmap.draw.figures import draw_figure, figure_size
from hexmap.draw.sheet import coordinates, draw_crop, draw_map, draw_sheet, seam_lines, sheet_size

__all__ = ["coordinates", "draw_crop", "draw_figure", "draw_map", "draw_sheet", "figure_size", "seam_lines", "sheet_size"]
