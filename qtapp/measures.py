"""What ``sandtable bench`` measures of the window, beside the engine's measures."""

from __future__ import annotations

from engine.cli.measures import MEASURES, Measure

ALL_MEASURES: dict[str, Measure] = {**MEASURES}
"""All measures by name."""
