"""A game by hand: whatever hex wargame somebody owns, with as many rules as he declares.

The system refuses only what cannot be. What declared rules dislike is a caution: shown beforehand,
told in the log when it is passed over. What nobody declared is not checked, and a panel says so.
"""

from __future__ import annotations

from engine.core.actions import Action
from engine.core.charts.schema import ChartProblem, typed
from engine.core.state import Piece
from engine.core.system import Option, Rules, Scenario, SideInfo
from engine.frozen import dataclass
from engine.systems.by_hand.actions import ACTIONS
from engine.systems.by_hand.charts import HandCharts, bare, problems
from engine.systems.by_hand.charts.fitting import COLOURS, fitted
from engine.systems.by_hand.context import sides_of
from engine.systems.by_hand.records import FRAMES, HandState
from engine.systems.by_hand.rules import HandRules
from maps.errors import KnownError
from maps.model import GameMap
from maps.untyped import Table
from oob.model import OrderOfBattle, UnitId


@dataclass(frozen=True, slots=True)
class ByHand:
    """The system; ``sides`` are those of one scenario once it is known."""

    sides: tuple[SideInfo, ...] = ()
    id: str = "by_hand"
    title: str = "By hand"
    points: str = "MP"
    kit: str = "by_hand/classic"
    options: tuple[Option, ...] = ()

    def for_scenario(self, scenario: Scenario) -> ByHand:
        """The system with the sides of a scenario."""
        return ByHand(_sides(scenario))

    def fitted(self, charts: str, board: GameMap, order: OrderOfBattle) -> str:
        """A chart text with rows for what a board and an order of battle have."""
        return fitted(charts, board, order)

    def actions(self) -> tuple[type[Action], ...]:
        """Every action class."""
        return ACTIONS

    def records(self) -> tuple[type, ...]:
        """Every dataclass that can stand in a state."""
        return (HandState, Piece, *FRAMES)

    def chart_text(self) -> str:
        """The charts of a game of which nothing is declared."""
        return bare()

    def chart_type(self) -> type:
        """The dataclass of all that can be declared."""
        return HandCharts

    def chart_problems(self, charts: HandCharts) -> tuple[ChartProblem, ...]:
        """What is wrong between cells."""
        return tuple(problems(charts))

    def unit_names(self, data: object) -> tuple[tuple[UnitId, str], ...]:
        """None: nothing that is declared names a unit."""
        return ()

    def read(self, table: Table, charts: str, where: str) -> HandCharts:
        """Type what is declared; a scenario has no figures of its own.

        Raises KnownError for unknown keys, cells that cannot be, and rows that do not agree.
        """
        if table:
            raise KnownError(where, f"unknown key {sorted(table)[0]!r}.", "Declare it as a chart.")
        found = typed(HandCharts, charts, f"{where}, charts")
        for problem in problems(found):
            raise KnownError(f"{where}, charts", str(problem), "Correct it.")
        return found

    def bind(self, scenario: Scenario) -> Rules:
        """The rules of one game."""
        return HandRules(scenario, _sides(scenario))


def _sides(scenario: Scenario) -> tuple[SideInfo, ...]:
    """The sides with their names and colours: declared, else those of their first nation."""
    charts: HandCharts = scenario.data
    declared = {row.id: row for row in charts.sides}
    found = []
    for number, side in enumerate(sides_of(scenario)):
        row = declared.get(side)
        fills = [n.fill for n in scenario.oob.nations.values() if n.side == side]
        colour = row.colour if row else next(iter(fills), COLOURS[number % len(COLOURS)])
        name = row.name if row else side.replace("_", " ").capitalize()
        found.append(SideInfo(side, name, colour))
    return tuple(found)


SYSTEM = ByHand()
"""The system."""
