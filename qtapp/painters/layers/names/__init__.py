"""Lettering on a board: names of places beside them, of regions and rivers along their run."""
