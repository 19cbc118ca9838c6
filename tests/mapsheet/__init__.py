"""The ground floor: sources, fields, units, errors, sheets."""
