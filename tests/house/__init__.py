"""Tests of the house itself: imports, style, types, packaging, the run script, the pages."""
