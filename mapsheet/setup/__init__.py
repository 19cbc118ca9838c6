"""Set-ups: read and counted, gathered by side, and printed as sheets."""

from mapsheet.setup.muster import Muster, Placed, Reserve, count_pieces, piece_id, take_muster
from mapsheet.setup.plan import Saying, Setup, Standing, gather

__all__ = ["Muster", "Placed", "Reserve", "Saying", "Setup", "Standing", "count_pieces", "gather", "piece_id", "take_muster"]
