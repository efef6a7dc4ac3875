"""Stacking: how much a hex holds, and when that is judged."""
