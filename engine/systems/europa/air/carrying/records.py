"""What air transport leaves to be settled: cargo that arrives, supplies that scatter."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.state import Frame
from maps.hexgrid import Hex


@dataclass(frozen=True, slots=True)
class Unloading(Frame):
    """Automatic: what a side's transports carry arrives (BF-20E1.3, 20E2.5)."""

    side: str


@dataclass(frozen=True, slots=True)
class ScatterRoll(Frame):
    """A die: whether a regimental equivalent of dropped supplies is scattered (BF-25A.11)."""

    side: str
    at: Hex


FRAMES: tuple[type[Frame], ...] = (Unloading, ScatterRoll)
"""These frames, for the codec."""
