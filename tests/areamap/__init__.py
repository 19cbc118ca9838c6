"""Area maps: faces, checks, exchange, import."""
