"""Short scripts that show what the toolkit is for."""
