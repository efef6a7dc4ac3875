"""Scenarios that begin in the middle of the war are made here: from a front and armies, in TOML, to
the position of every unit.
"""
