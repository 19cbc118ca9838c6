"""The ground floor: sources, sheets, text, marks and export, for maps of any kind."""
