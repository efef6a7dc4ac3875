"""How much of the war at sea a scenario plays."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeaPlan:
    """Whether beaches, supplies as cargo, interdiction and landings are ``played``; without them
    ships carry units from port to port.
    """

    played: bool = False


PORTS_ALONE = SeaPlan()
"""A scenario without the war at sea."""
