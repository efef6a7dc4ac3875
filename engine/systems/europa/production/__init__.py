"""Arrivals, replacements, conversions, mobilization and construction in Europa."""
