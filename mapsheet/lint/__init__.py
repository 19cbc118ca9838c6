"""The lint of the print: what on a sheet or a counter will not be read, told apart, or printed whole."""

from mapsheet.lint.findings import CODES, Finding, Waiver, take_waivers, weigh

__all__ = ["CODES", "Finding", "Waiver", "take_waivers", "weigh"]
