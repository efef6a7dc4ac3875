"""What steps cost on a board: terrain, hexsides and lines as rows of a chart."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.charts.rows import row_of
from engine.core.charts.tables import Provenance
from engine.frozen import dataclass
from engine.rules.movement.paths import Graph
from maps.hexgrid import Hex
from maps.model import GameMap

CLOSED = 0
"""The cost of what nothing on land enters."""


@dataclass(frozen=True, slots=True)
class TerrainRow:
    """A kind of terrain: movement points to enter it (0: never), and how much it helps to defend,
    in columns.
    """

    id: str
    cost: int
    shift: int = 0


@dataclass(frozen=True, slots=True)
class SideRow:
    """A kind of hexside: points to cross it besides (-1: never), and how much it helps to
    defend.
    """

    id: str
    extra: int
    shift: int = 0


@dataclass(frozen=True, slots=True)
class TerrainChart:
    """What ground costs and does. Along a line of the kind ``road`` every step costs
    ``road_cost``.
    """

    rule: str
    provenance: Provenance
    rows: tuple[TerrainRow, ...]
    sides: tuple[SideRow, ...] = ()
    road: str = ""
    road_cost: int = 1

    def row(self, terrain: str) -> TerrainRow:
        """The row of a kind of terrain. Raises KeyError when the chart has none."""
        return row_of(self.rows, terrain)

    def cost(self, board: GameMap, a: Hex, b: Hex) -> int | None:
        """The points of a step between adjacent hexes; None when it cannot be made."""
        if b not in board.terrain or self.row(board.terrain[b]).cost == CLOSED:
            return None
        if self.road and self.road in board.line_kinds(a, b):
            return self.road_cost
        kinds = board.side_kinds(a, b)
        extras = [row.extra for row in self.sides if row.id in kinds]
        if any(extra < 0 for extra in extras):
            return None
        return self.row(board.terrain[b]).cost + sum(extras)

    def graph(self, board: GameMap) -> Graph:
        """Every step of a board with its cost."""
        return {
            at: tuple(
                (near, cost)
                for near in at.neighbours()
                if (cost := self.cost(board, at, near)) is not None
            )
            for at in board.terrain
        }

    def open_sides(self, board: GameMap) -> Mapping[Hex, tuple[Hex, ...]]:
        """For each hex, the hexes a step can be made to: where zones of control reach."""
        return {at: tuple(near for near, _ in steps) for at, steps in self.graph(board).items()}
