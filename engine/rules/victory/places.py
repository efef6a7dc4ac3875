"""Victory by places: what each is worth, and who has more at the end."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.charts.tables import Provenance
from engine.core.view.display import Outcome
from engine.frozen import dataclass
from maps.hexgrid import Hex
from maps.model import GameMap


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """What a place is worth to whoever owns it, by its id on the map."""

    id: str
    points: int


@dataclass(frozen=True, slots=True)
class VictoryChart:
    """Places that count, and by how many points a side must lead to win."""

    rule: str
    provenance: Provenance
    lead: int
    places: tuple[PlaceRow, ...]

    def points(self, board: GameMap, owners: Mapping[Hex, str], side: str) -> int:
        """The points of a side."""
        return sum(
            row.points for row in self.places if owners.get(board.places[row.id].hex, "") == side
        )

    def outcome(self, board: GameMap, owners: Mapping[Hex, str], sides: tuple[str, str]) -> Outcome:
        """Who leads by enough; a draw otherwise."""
        points = tuple((side, self.points(board, owners, side)) for side in sides)
        (best, most), (_, least) = sorted(points, key=lambda line: -line[1])
        won = most - least >= self.lead
        return Outcome(best if won else "", "victory" if won else "draw", points)
