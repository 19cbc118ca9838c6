"""Hex maps: grid, numbers, reading, rout, charges, sight, movement, drawing."""
