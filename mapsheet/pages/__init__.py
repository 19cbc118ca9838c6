"""A sheet on paper: whole on one page, or on many that are cut and glued, with the printer's marks."""

from mapsheet.pages.plan import Plan, fewest, lies_on, thriftier
from mapsheet.pages.tiling import on_paper, snug, tile

__all__ = ["Plan", "fewest", "lies_on", "on_paper", "snug", "thriftier", "tile"]
