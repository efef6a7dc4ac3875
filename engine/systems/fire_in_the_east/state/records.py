"""The state of a game of Fire in the East, and the open decisions that only it has."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.state import Frame
from engine.systems.europa.state.records import Theatre
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class East(Theatre):
    """The whole state of a game of Fire in the East.

    ``table`` is the kind of weather that the table of the zones that share one brought last, ''
    before the first roll; ``trend`` whether it is worsening or improving, '' before its first
    change (FE-29A2.3). ``gained`` are the hexes that changed hands in this player turn (FE-7A.1);
    ``fought`` the units that attacked in it, ``pinned`` those that may not move in the exploitation
    phase (FE-31C.1).
    """

    table: str = ""
    trend: str = ""
    gained: frozenset[Hex] = frozenset()
    fought: frozenset[UnitId] = frozenset()
    pinned: frozenset[UnitId] = frozenset()


@dataclass(frozen=True, slots=True)
class DriftRoll(Frame):
    """A die: the weather of the zones that share a table (FE-29B.1)."""


FRAMES: tuple[type[Frame], ...] = (DriftRoll,)
"""The frames that only Fire in the East has, for the codec."""
