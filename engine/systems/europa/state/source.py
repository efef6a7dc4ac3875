"""Supply sources as positions tell of them."""

from __future__ import annotations

from engine.frozen import dataclass
from engine.systems.europa.state.units import Facts
from maps.hexgrid import Hex


@dataclass(frozen=True, slots=True)
class Source:
    """A supply source in a hex or holding box, as objections and panels call it.

    ``nations`` may use it, all of the side when empty. ``room`` limits it, None for a full source:
    in half regimental equivalents, or in units of which a divisional one takes ``division`` places
    (0 where half regimental equivalents count). ``overland`` sources are reached by the overland
    element alone: special ones, where a title has these (FE-12E.1).
    """

    at: Hex | str
    name: str
    rule: str
    nations: frozenset[str] = frozenset()
    room: int | None = None
    division: int = 0
    overland: bool = False

    @property
    def regular(self) -> bool:
        """Whether it feeds any number of units, by every element."""
        return self.room is None and not self.overland

    def takes(self, facts: Facts) -> int:
        """How much of the room a unit takes."""
        if not self.division:
            return facts.halves
        return self.division if facts.divisional else 1
