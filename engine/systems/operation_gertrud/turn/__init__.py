"""Arrivals, movement, supply and replacements of Operation Gertrud."""
