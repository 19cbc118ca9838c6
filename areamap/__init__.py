"""Area maps: regions, seas, cities, path boards; exact adjacency, routes, and drawings."""

from __future__ import annotations

from areamap.asking import AreaMap
from areamap.reader import check, load, loads

__all__ = ["AreaMap", "check", "load", "loads"]
