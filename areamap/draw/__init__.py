"""The drawings of area maps."""
