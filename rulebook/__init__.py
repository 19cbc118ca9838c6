"""Rules cores: the place for games that are played on the maps."""
