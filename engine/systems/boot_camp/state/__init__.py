"""A state of Boot Camp: its records, what never changes, the position rules ask."""
