"""What a title decides about water between land hexes: what is open over ice or by boat, and what
craft of the enemy watch. Nothing by default.
"""

from __future__ import annotations

from engine.systems.europa.board.openings import CLOSED_ALL, Openings
from engine.systems.europa.state.rail_terms import RailTerms
from maps.hexgrid import Hex, Side

NOWHERE, UNWATCHED = frozenset[Hex](), frozenset[Side]()
"""No hexes and no hexsides: the very same sets each time, for what is kept by them."""


class WaterTerms(RailTerms):
    """The part of a position that titles override for lakes, rivers and the craft on them."""

    @property
    def ice(self) -> Openings:
        """Closed hexsides that everybody crosses over ice now; zones of control reach over them.
        They depend on the weather alone.
        """
        return CLOSED_ALL

    def openings(self, _side: str) -> Openings:
        """Closed hexsides that a side moves and attacks over now, those of :attr:`ice` too."""
        return self.ice

    def traceable(self, _side: str) -> Openings:
        """Those over which its supply lines run."""
        return self.ice

    def watched(self, _side: str) -> frozenset[Side]:
        """Hexsides that enemy craft watch: crossing them costs a side more, and its supply lines do
        not (FE-28E.4, 28E.7).
        """
        return UNWATCHED

    @property
    def watch_times(self) -> int:
        """How many times as much it costs to cross these."""
        return 1

    def combat_sides(self, origin: Hex, target: Hex) -> frozenset[str]:
        """What is open to the side that attacks counts as what it is open as."""
        found, opened = super().combat_sides(origin, target), self.openings(self.state.active)
        kind = opened.kind(origin, target) if origin in opened.near else None
        return found | {kind} if kind else found

    def fronts(self, side: str, at: Hex) -> tuple[Hex, ...]:
        """The land hexes that a side's moves and attacks from a hex cross into now."""
        near: tuple[Hex, ...] = self.context.fronts.get(at, ())
        opened = self.openings(side)
        return near + opened.beyond(at) if at in opened.near else near
