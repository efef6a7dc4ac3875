"""The words of Boot Camp: nations with rules of their own."""

from __future__ import annotations

GERMAN = "german"
GREEK = "greek"
YUGOSLAV = "yugoslav"
BRITISH = "british"
RHODES = "rhodes"
EASTERN_GREECE = "eastern_greece"
MIDDLE_EAST = "middle_east"
"""The holding boxes of the board."""
ENTRY = "german entry"
"""The points of a position laid out that say on which turn Germany entered the war."""
