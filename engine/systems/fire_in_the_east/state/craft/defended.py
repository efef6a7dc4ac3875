"""Where position antiaircraft stands at least as set-up ends, and its counters: part of what never
changes in a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from engine.systems.europa.board import places
from engine.systems.europa.state.units import points_of
from engine.systems.fire_in_the_east.state.supplies.lines import LineContext
from engine.systems.fire_in_the_east.works.charts import GunsRow
from maps.hexgrid import Hex
from oob.model import UnitId


class DefendedContext(LineContext):
    """A scenario laid out, with its position antiaircraft."""

    def spare_guns(self, played: frozenset[UnitId]) -> Iterator[UnitId]:
        """The counters into which position antiaircraft is joined, where any is played
        (FE-22A3.4).
        """
        if any(points_of(self.oob.units[unit]) for unit in played):
            yield from (unit for unit, row in self.oob.units.items() if points_of(row))

    @cached_property
    def defenses(self) -> tuple[UnitId, ...]:
        """The position antiaircraft whose places the order of battle bounds (FE-OBS-10)."""
        place, setups = self.charts.deployment.defenses, self.setups
        return tuple(u for u in self.position_guns if u in setups and setups[u].place == place)

    @cached_property
    def defended(self) -> Mapping[Hex, GunsRow]:
        """The hexes that have so many points of it at least as set-up ends (FE-OBS-10)."""
        found: dict[Hex, GunsRow] = {}
        for row in self.charts.deployment.guns:
            for at in places.hexes(self, row.place):
                if at not in found or found[at].least < row.least:
                    found[at] = row
        return found
