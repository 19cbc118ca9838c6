"""Area maps: the place for regions, seas, cities and path boards."""
