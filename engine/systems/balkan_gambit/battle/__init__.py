"""Attacks, fire, retreats and what follows them (BG 12)."""
