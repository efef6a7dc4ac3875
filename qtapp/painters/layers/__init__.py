"""Painters of the map, one per layer."""
