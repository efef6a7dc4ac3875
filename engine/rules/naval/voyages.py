"""Voyages: units go aboard where they are and are carried to a port, a coast or a box."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from engine.core.actions import Action, Element, Objection
from engine.core.legal import Family, by_unit
from engine.core.state import Location
from engine.frozen import dataclass
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Ship(Action):
    """Carry a unit by sea from where it is to a port, a coast or a box."""

    element: ClassVar[Element] = Element.SEA

    unit: UnitId
    target: Location


def voyages(
    title: str,
    aboard: Callable[[], Sequence[UnitId]],
    landfalls: Callable[[UnitId], Sequence[Location]],
    ending: Callable[[Ship], Iterable[Objection]],
    *,
    weight: int = 4,
) -> Family:
    """The voyages units can make now: ``aboard`` are those that may sail, ``landfalls`` the places
    that points, ports and waters leave one, ``ending`` what such a place has against a voyage.
    """

    def sure(action: Action) -> bool:
        assert isinstance(action, Ship), "what this family offers"
        return not any(True for _ in ending(action))

    return by_unit("ship", title, aboard, landfalls, Ship, sure=sure, weight=weight)
