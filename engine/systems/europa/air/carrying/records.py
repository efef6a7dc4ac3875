"""What air transport leaves to be settled: cargo that arrives, supplies that scatter."""

from __future__ import annotations

from engine.core.state import Frame
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Unloading(Frame):
    """Automatic: what a side's transports carry arrives (BF-20E1.3, 20E2.5)."""

    side: str


@dataclass(frozen=True, slots=True)
class ScatterRoll(Frame):
    """A die: whether a regimental equivalent of dropped supplies is scattered (BF-25A.11)."""

    side: str
    at: Hex


@dataclass(frozen=True, slots=True)
class DropRoll(Frame):
    """A die: how a unit comes down that is dropped into a hex, by a ``glider`` or not
    (BF-25A.1).
    """

    unit: UnitId
    at: Hex
    glider: bool = False


@dataclass(frozen=True, slots=True)
class AtBridges(Frame):
    """A side says which bridge beside it a unit tries to seize that has dropped (BF-32C.12)."""

    side: str
    unit: UnitId


@dataclass(frozen=True, slots=True)
class BridgeRoll(Frame):
    """A die: whether a unit that has dropped seizes the bridge to a hex (BF-32C.12)."""

    side: str
    unit: UnitId
    target: Hex


FRAMES: tuple[type[Frame], ...] = (
    Unloading,
    ScatterRoll,
    DropRoll,
    AtBridges,
    BridgeRoll,
)
"""These frames, for the codec."""
