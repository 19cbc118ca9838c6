"""Area maps: conditions, topology, reading, building, queries, drawing."""
