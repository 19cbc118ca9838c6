"""The whole of a title as one PDF: its parts gathered, counted, and told on a cover."""

from mapsheet.kit.parts import KitJob, Part, PartMaker, assembled, counters_of, counters_part, map_part, refuse_tally, setup_part

__all__ = ["KitJob", "Part", "PartMaker", "assembled", "counters_of", "counters_part", "map_part", "refuse_tally", "setup_part"]
