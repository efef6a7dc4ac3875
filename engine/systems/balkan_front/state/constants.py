"""Words of Balkan Front's own: its holding boxes."""

from __future__ import annotations

RHODES = "rhodes"
EASTERN_GREECE = "eastern_greece"
MIDDLE_EAST = "middle_east"
"""The holding boxes of the board."""
ENTRY = "german entry"
"""The points of a position laid out that say on which turn Germany entered the war."""
MOBILIZATION = "mobilization"
"""The status of a nation in the turn it has for having discovered an invasion (BF-33E2.3)."""
BEFORE = -1
"""The turn from which a nation mobilizes that has begun before the first one (BF-33F2.5)."""
DETECTED = "invasion detected"
"""The word in :attr:`Front.credited` once a nation has discovered the invasion."""
