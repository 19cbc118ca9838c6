"""Regions from a coastline, border lines where the author cares, and seeds where not: `areamap build`."""
