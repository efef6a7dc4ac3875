"""A state of Balkan Front: its records, what never changes, the position rules ask."""
