"""Modules of VASSAL: what boards they hold, where the grid lies on each, and what hexes are called.

Read from a ``.vmod`` (or older ``.mod``) archive or from an unpacked folder, within bounds; nothing
in a module is run.
"""
