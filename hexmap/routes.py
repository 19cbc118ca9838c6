"""Paths and their reasons."""
from typing import NamedTuple


class Path(NamedTuple): pass
class Why(NamedTuple): pass
