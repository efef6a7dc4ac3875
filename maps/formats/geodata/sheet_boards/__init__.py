"""Boards made of printed sheets: recipe, ground, rails and regions, laid over the sheets."""
