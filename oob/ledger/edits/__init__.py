"""Reversible edits of a ledger's rows: builders, counters, corrections, changes as plain JSON."""
