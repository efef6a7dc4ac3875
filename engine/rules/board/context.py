"""What never changes in a game: board, order of battle, names; titles add their charts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from engine.core.state import Location, Piece
from engine.core.system import Scenario
from engine.rules.board.ground import Ground
from engine.rules.board.occupancy import Standings
from maps.hexgrid import Hex
from oob.model import Unit, UnitId
from oob.words import titles

POOL = "pool"
"""The box of units that wait to be set up."""
DEAD = "dead"
"""The box of units that are eliminated."""


class BaseContext(Ground):
    """A scenario laid out. ``sides`` are the two that play, in the order they move."""

    def __init__(self, scenario: Scenario, sides: tuple[str, str]) -> None:
        self.scenario = scenario
        self.map = scenario.map
        self.oob = scenario.oob
        self.options: Mapping[str, bool] = scenario.options
        self.units: Mapping[UnitId, Unit] = scenario.oob.units
        self.sides = sides
        self.owners = {unit.id: unit.side for unit in self.units.values()}
        self.standing = Standings(self.owners, sides)

    def opponent(self, side: str) -> str:
        """The other side."""
        return self.sides[0] if side == self.sides[1] else self.sides[1]

    def called(self, unit: UnitId) -> str:
        """A unit's name for sentences: nation, name and size."""
        return self._titles[unit]

    @cached_property
    def _titles(self) -> Mapping[UnitId, str]:
        return titles(self.oob)

    def label(self, at: Location) -> str:
        """Printed number of a hex with its place, or a box's name, for sentences."""
        if isinstance(at, str):
            return f"the {at} pile" if at == DEAD else at
        names = [place.name for place in self.map.places_at(at)]
        return " ".join([self.map.label(at), *names[:1]])

    @cached_property
    def homes(self) -> Mapping[UnitId, tuple[Hex, ...]]:
        """The hexes each unit may be set up in: a region of the map, or one hex by its label."""
        areas = {
            name: tuple(sorted(hexes & self.land))
            for layer in self.map.regions.values()
            for name, hexes in layer.items()
        }
        return {
            unit: areas.get(entry.place) or (self.map.parse_label(entry.place),)
            for entry in self.oob.setups
            for unit in entry.units
        }

    def opening_pieces(self) -> dict[UnitId, Piece]:
        """All units at full strength, waiting to be set up."""
        return {unit.id: Piece(POOL, unit.steps) for unit in self.units.values()}

    def face(self, unit: UnitId, steps: int) -> int:
        """Index of the counter face that shows."""
        return 0 if steps >= self.units[unit].steps else len(self.units[unit].faces) - 1
