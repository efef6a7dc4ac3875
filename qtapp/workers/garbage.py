"""When cycles of garbage are looked for: positions are many small objects and hold few cycles."""

from __future__ import annotations

THRESHOLDS = (10_000, 20, 20)
"""Those of `gc.set_threshold`, by generation: objects made, then collections of the one before."""

DUE = 10
"""In the window, collections of the middle generation after which the oldest one is due."""

OVERDUE = 300
"""In the window, after so many Python collects the oldest by itself, whoever acts, so that memory
is bounded.
"""
