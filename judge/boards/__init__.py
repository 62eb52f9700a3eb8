"""Boards as files: variants, the drawings of their maps, and maps of other programs."""
