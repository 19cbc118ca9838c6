"""Figures whose picture and caption come from the answer: scripts read, answers compared, panels laid out."""

from mapsheet.diagram.drawing import answer_script, draw_script
from mapsheet.diagram.reading import map_of, read_script
from mapsheet.diagram.values import Diagram, Script

__all__ = ["Diagram", "Script", "answer_script", "draw_script", "map_of", "read_script"]
