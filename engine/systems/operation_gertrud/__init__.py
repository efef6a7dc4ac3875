"""Operation Gertrud: a German invasion of Turkey, 1941 to 1943. Odds in per cent with column
shifts, locking zones of control, air and naval markers, raids.
"""

from __future__ import annotations

from importlib import resources
from typing import Any

from engine.core.actions import Action
from engine.core.charts.schema import ChartProblem
from engine.core.state import Piece
from engine.core.system import Option, Rules, Scenario, SideInfo
from engine.frozen import dataclass
from engine.systems.operation_gertrud import actions
from engine.systems.operation_gertrud.battle import battle_actions, battles
from engine.systems.operation_gertrud.chart_checks import problems
from engine.systems.operation_gertrud.charts import Charts, Data, named_units, read
from engine.systems.operation_gertrud.rules import OperationGertrud
from engine.systems.operation_gertrud.state.records import ALLIED, FRAMES, GERMAN, Board
from maps.untyped import Table
from oob.model import UnitId

WITH_SOVIETS = ("operation_gertrud/late_1942", "operation_gertrud/early_1943")
WITH_ITALIANS = (
    "operation_gertrud/late_1941",
    "operation_gertrud/early_1942",
    "operation_gertrud/late_1942",
)
"""Scenarios an option belongs to: those in which its nation plays."""


@dataclass(frozen=True, slots=True)
class OperationGertrudSystem:
    """The system: its sides, options, classes, and how to bind it to a scenario."""

    id: str = "operation_gertrud"
    title: str = "Operation Gertrud"
    points: str = "MF"
    sides: tuple[SideInfo, ...] = (
        SideInfo(GERMAN, "German", "#5b5b5b"),
        SideInfo(ALLIED, "Allied", "#9c6b3c"),
    )
    options: tuple[Option, ...] = (
        Option("free_deployment", "The Turks set up anywhere in Turkey.", "OG-3.4a", False),
        Option("duplicity", "After a German defeat the Soviets try the same.", "OG-19.0a", False),
        Option(
            "italians_leave",
            "Under Soviet duplicity the Italians leave with the Germans.",
            "OG-19.0a",
            False,
            WITH_ITALIANS,
        ),
        Option(
            "whole_odds",
            "Odds drop their fraction before they are multiplied by 100: 7 against 4 are 100 %.",
            "OG-11.0.1",
            False,
        ),
        Option(
            "interdiction_halves",
            "Interdicted units have half their movement instead of a single hex.",
            "OG-9.2e",
            False,
        ),
        Option(
            "permanent_supply_drops",
            "A CAS given up for a supply drop can never be rebuilt.",
            "OG-7.4a",
            False,
        ),
        Option(
            "separate_soviets",
            "The units of a Soviet group may start or arrive in different hexes.",
            "OG-18.4.R3",
            False,
            WITH_SOVIETS,
        ),
    )

    def actions(self) -> tuple[type[Action], ...]:
        """Every action class."""
        return (*actions.ACTIONS, *battle_actions.ACTIONS)

    def records(self) -> tuple[type, ...]:
        """Every dataclass that can stand in a state."""
        return (Board, Piece, *battles.RECORDS, *FRAMES, *battles.FRAMES)

    def chart_text(self) -> str:
        """The TOML text of the shipped charts."""
        names = ("charts.toml", "battle_charts.toml")
        files = resources.files(__package__)
        return "\n".join((files / name).read_text("utf-8") for name in names)

    def chart_type(self) -> type:
        """The dataclass of all its charts."""
        return Charts

    def chart_problems(self, charts: Any) -> tuple[ChartProblem, ...]:
        """What is wrong between cells of its charts."""
        return problems(charts)

    def unit_names(self, data: Any) -> tuple[tuple[UnitId, str], ...]:
        """Each unit that a scenario's figures bring into play, and where."""
        return named_units(data)

    def read(self, table: Table, charts: str, where: str) -> Data:
        """Type a scenario's table and the charts."""
        return read(table, charts, where, shipped=self.chart_text())

    def bind(self, scenario: Scenario) -> Rules:
        """The rules of one game."""
        return OperationGertrud(scenario)


SYSTEM = OperationGertrudSystem()
"""The one instance."""
