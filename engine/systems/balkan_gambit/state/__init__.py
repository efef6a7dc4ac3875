"""A state of Balkan Gambit: its records, what never changes, the position rules ask."""
