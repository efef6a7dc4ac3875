"""Counters of VASSAL modules: what a piece is made of, and the order of battle they make."""
