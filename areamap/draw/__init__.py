"""The sheets of area maps: one room a kind of thing drawn."""
