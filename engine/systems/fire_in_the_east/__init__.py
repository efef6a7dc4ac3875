"""Fire in the East (Europa I): the Russian front from June 1941 to March 1942, its ground war.

Air, sea, economy and the rules of single nations are not yet played; scenarios of a part of the
front are Sandtable's own.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.actions import Action
from engine.core.charts.schema import ChartProblem, typed
from engine.core.charts.tables import from_table
from engine.core.state import Piece
from engine.core.system import Option, Rules, Scenario, SideInfo
from engine.systems.europa import actions as shared_actions
from engine.systems.europa.charts import chart_checks
from engine.systems.europa.combat import battle_actions, battles
from engine.systems.europa.movement import movement_phase
from engine.systems.europa.production import initial_actions, initial_phase
from engine.systems.europa.scenario import set_up_actions
from engine.systems.europa.scenario.figures import fitting
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.records import FRAMES, RECORDS
from engine.systems.fire_in_the_east.charts import Charts, chart_text
from engine.systems.fire_in_the_east.figures import FireFigures
from engine.systems.fire_in_the_east.rules import FireInTheEast
from engine.systems.fire_in_the_east.state.records import FRAMES as OWN_FRAMES
from engine.systems.fire_in_the_east.state.records import East
from maps.untyped import Table
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Data:
    """What a scenario of the system is played with."""

    figures: FireFigures
    charts: Charts


@dataclass(frozen=True, slots=True)
class FireInTheEastSystem:
    """The system: its sides, classes, and how to bind it to a scenario."""

    id: str = "fire_in_the_east"
    title: str = "Fire in the East"
    sides: tuple[SideInfo, ...] = (
        SideInfo(AXIS, "Axis", "#5b5b5b"),
        SideInfo(ALLIED, "Soviet", "#a8322c"),
    )
    options: tuple[Option, ...] = ()

    def actions(self) -> tuple[type[Action], ...]:
        """Every action class."""
        return (
            *set_up_actions.ACTIONS,
            *shared_actions.ACTIONS,
            *initial_actions.ACTIONS,
            *battle_actions.ACTIONS,
            *movement_phase.ACTIONS,
        )

    def records(self) -> tuple[type, ...]:
        """Every dataclass that can stand in a state."""
        frames = (
            *FRAMES,
            *OWN_FRAMES,
            *battles.FRAMES,
            *initial_phase.FRAMES,
            *movement_phase.FRAMES,
        )
        return (East, Piece, *RECORDS, *battles.RECORDS, *frames)

    def chart_text(self) -> str:
        """The TOML text of the shipped charts."""
        return chart_text()

    def chart_type(self) -> type:
        """The dataclass of all its charts."""
        return Charts

    def chart_problems(self, charts: Charts) -> tuple[ChartProblem, ...]:
        """What is wrong between cells of its charts."""
        return chart_checks.problems(charts)

    def unit_names(self, data: Data) -> tuple[tuple[UnitId, str], ...]:
        """Each unit that a scenario's figures bring into play, and where."""
        return tuple(data.figures.named())

    def read(self, table: Table, charts: str, where: str) -> Data:
        """Type a scenario's table and the charts; what an older text lacks is as shipped."""
        whole = typed(Charts, charts, f"{where}, charts", shipped=self.chart_text())
        figures = from_table(FireFigures, table, where)
        fitting(figures, whole, where)
        return Data(figures, whole)

    def bind(self, scenario: Scenario) -> Rules:
        """The rules of one game."""
        return FireInTheEast(scenario)


SYSTEM = FireInTheEastSystem()
"""The one instance."""
