"""Hex maps: numbering, sight, movement, facing, rout and drawing."""
