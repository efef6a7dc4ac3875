"""Boot Camp: the Balkan Campaign from Nov I 40 by the learner's rules of Europa. Air forces are
points, ships carry so many units a turn, and Germany comes with the first clear weather of 1941.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.actions import Action
from engine.core.charts.schema import ChartProblem
from engine.core.state import Piece
from engine.core.system import Option, Rules, Scenario, SideInfo
from engine.systems.boot_camp import actions
from engine.systems.boot_camp.charts import Charts, Data, chart_text, problems, read
from engine.systems.boot_camp.rules import BootCamp
from engine.systems.boot_camp.state.records import FRAMES, RECORDS
from engine.systems.europa import (
    actions as shared,
)
from engine.systems.europa.combat import battle_actions, battles
from engine.systems.europa.movement import movement_phase
from engine.systems.europa.production import initial_actions, initial_phase
from engine.systems.europa.scenario import set_up_actions
from engine.systems.europa.state import records
from engine.systems.europa.state.constants import ALLIED, AXIS
from maps.untyped import Table
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class BootCampSystem:
    """The system: its sides, classes, charts, and how to bind it to a scenario."""

    id: str = "boot_camp"
    title: str = "Boot Camp"
    sides: tuple[SideInfo, ...] = (
        SideInfo(AXIS, "Axis", "#5b5b5b"),
        SideInfo(ALLIED, "Allied", "#3f7f96"),
    )
    options: tuple[Option, ...] = ()

    def actions(self) -> tuple[type[Action], ...]:
        """Every action class."""
        return (
            *shared.ACTIONS,
            *set_up_actions.ACTIONS,
            *initial_actions.ACTIONS,
            *movement_phase.ACTIONS,
            *battle_actions.ACTIONS,
            *actions.ACTIONS,
        )

    def records(self) -> tuple[type, ...]:
        """Every dataclass that can stand in a state."""
        return (
            Piece,
            *RECORDS,
            *FRAMES,
            *records.RECORDS,
            *records.FRAMES,
            *initial_phase.FRAMES,
            *movement_phase.FRAMES,
            *battles.RECORDS,
            *battles.FRAMES,
        )

    def chart_text(self) -> str:
        """The TOML text of the shipped charts."""
        return chart_text()

    def chart_type(self) -> type:
        """The class the charts are typed as."""
        return Charts

    def chart_problems(self, charts: Charts) -> tuple[ChartProblem, ...]:
        """What is wrong between cells of the charts."""
        return problems(charts)

    def read(self, table: Table, charts: str, where: str) -> Data:
        """Type a scenario's table and the charts; what an older text lacks is as shipped."""
        return read(table, charts, where, shipped=self.chart_text())

    def unit_names(self, data: Data) -> tuple[tuple[UnitId, str], ...]:
        """Each unit that the figures of a scenario bring into play, and where they name it."""
        return tuple(data.figures.named())

    def bind(self, scenario: Scenario) -> Rules:
        """The rules of one game."""
        return BootCamp(scenario)


SYSTEM = BootCampSystem()
"""The one instance."""
