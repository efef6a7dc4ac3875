"""Balkan Gambit: Allied landings in the Balkans, 1943 to 1945. Decimal die, command points, no
zones of control.
"""

from __future__ import annotations

from importlib import resources
from typing import Any

from engine.core.actions import Action
from engine.core.charts.schema import ChartProblem
from engine.core.state import Piece
from engine.core.system import Option, Rules, Scenario, SideInfo
from engine.frozen import dataclass
from engine.systems.balkan_gambit.actions import ACTIONS
from engine.systems.balkan_gambit.charts import Charts, Data, problems, read
from engine.systems.balkan_gambit.rules import BalkanGambit
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    FRAMES,
    Battle,
    Beachhead,
    Board,
    Shot,
)
from maps.untyped import Table
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class BalkanGambitSystem:
    """The system: its sides, options, classes, and how to bind it to a scenario."""

    id: str = "balkan_gambit"
    title: str = "Balkan Gambit"
    points: str = "MP"
    sides: tuple[SideInfo, ...] = (
        SideInfo(ALLIED, "Allied", "#3a6ea5"),
        SideInfo(AXIS, "Axis", "#5b5b5b"),
    )
    options: tuple[Option, ...] = (
        Option("force_ten", "Force Ten from Navarone comes on turn 7.", "BG-13.6a", False),
        Option(
            "third_light_regiment",
            "The third named regiment of the disputed light infantry cell (18 SS) is in play.",
            "BG-SU.2",
            False,
            ("balkan_gambit/1944",),
        ),
        Option(
            "guerrillas_stay",
            "Greek guerrillas may not leave Greece in 1943 either.",
            "BG-1944.2",
            False,
            ("balkan_gambit/1943",),
        ),
        Option(
            "landings_wait",
            "A unit that comes to the Med Box lands on beaches from the next turn on only.",
            "BG-7.6a",
            False,
        ),
    )

    def actions(self) -> tuple[type[Action], ...]:
        """Every action class."""
        return ACTIONS

    def records(self) -> tuple[type, ...]:
        """Every dataclass that can stand in a state."""
        return (Board, Piece, Battle, Beachhead, Shot, *FRAMES)

    def chart_text(self) -> str:
        """The TOML text of the shipped charts."""
        return (resources.files(__package__) / "charts.toml").read_text("utf-8")

    def chart_type(self) -> type:
        """The dataclass of all its charts."""
        return Charts

    def chart_problems(self, charts: Any) -> tuple[ChartProblem, ...]:
        """What is wrong between cells of its charts."""
        return problems(charts)

    def unit_names(self, data: object) -> tuple[tuple[UnitId, str], ...]:
        """None: its scenarios name no unit."""
        return ()

    def read(self, table: Table, charts: str, where: str) -> Data:
        """Type a scenario's table and the charts."""
        return read(table, charts, where, shipped=self.chart_text())

    def bind(self, scenario: Scenario) -> Rules:
        """The rules of one game."""
        return BalkanGambit(scenario)


SYSTEM = BalkanGambitSystem()
"""The one instance."""
