"""Balkan Front (Europa III): the Balkans from November 1940 to August 1941, its ground war.

Of the air bases, transfers, support of battles, patrols, interception, air combat and antiaircraft
fire are played, in scenarios with air units; ships carry units from port to port and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.core.actions import Action
from engine.core.charts.schema import ChartProblem, typed
from engine.core.charts.tables import from_table
from engine.core.state import Piece
from engine.core.system import Option, Rules, Scenario, SideInfo
from engine.systems.balkan_front import actions
from engine.systems.balkan_front.charts import Charts, chart_text
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.balkan_front.state.records import FRAMES as OWN_FRAMES
from engine.systems.balkan_front.state.records import AirFront, Front
from engine.systems.europa import actions as shared_actions
from engine.systems.europa.air import actions as air_actions
from engine.systems.europa.air import records as air_records
from engine.systems.europa.air import support
from engine.systems.europa.air.combat import actions as air_combat_actions
from engine.systems.europa.air.combat import records as air_combat_records
from engine.systems.europa.charts import chart_checks
from engine.systems.europa.combat import battle_actions, battles
from engine.systems.europa.movement import movement_phase
from engine.systems.europa.production import initial_actions, initial_phase
from engine.systems.europa.scenario import set_up_actions
from engine.systems.europa.scenario.figures import Figures, fitting
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.records import FRAMES, RECORDS
from maps.untyped import Table
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Data:
    """What a scenario of the system is played with."""

    figures: Figures
    charts: Charts


@dataclass(frozen=True, slots=True)
class BalkanFrontSystem:
    """The system: its sides, options, classes, and how to bind it to a scenario."""

    id: str = "balkan_front"
    title: str = "Balkan Front"
    sides: tuple[SideInfo, ...] = (
        SideInfo(AXIS, "Axis", "#5b5b5b"),
        SideInfo(ALLIED, "Allied", "#3f7d8c"),
    )
    options: tuple[Option, ...] = (
        Option(
            "firm ownership",
            "Enemy cities and airbases are taken by units in them, not by zones of control.",
            "BF-32A1.1",
            False,
        ),
        Option(
            "german_mobile_retreats",
            "German c/m units retreat through enemy zones to friendly units.",
            "BF-32A2.1",
            False,
        ),
        Option(
            "rough supply",
            "Rough country and major rivers count more in overland supply lines.",
            "BF-32A3.1",
            False,
        ),
        Option(
            "partial airfields",
            "Temporary airfields of capacity 1 and 2 may be built.",
            "BF-32A4.1",
            False,
        ),
        Option("spring thaw", "Rivers flood when the weather clears up.", "BF-32A5.1", False),
        Option(
            "heavy_antiaircraft",
            "Heavy antiaircraft units are not halved over fortified hexsides.",
            "BF-32B1.1",
            False,
        ),
        Option(
            "brandenburgers",
            "German commandos slip through zones, and seize bridges.",
            "BF-32B2.1",
            False,
        ),
        Option("bridges", "Bridges are owned, demolished, seized and repaired.", "BF-32C.1", False),
        Option(
            "italian rail link",
            "Italian railroads off the west edge are joined.",
            "BF-32D.1",
            False,
        ),
        Option(
            "greek morale",
            "Greek units stay on the mainland, and Greece builds no forts in the rear.",
            "BF-32E.1",
            False,
        ),
        Option(
            "rommel in africa",
            "The British optional reinforcements of May I 41 come.",
            "BF-32F.1",
            False,
        ),
    )

    def actions(self) -> tuple[type[Action], ...]:
        """Every action class."""
        return (
            *shared_actions.ACTIONS,
            *set_up_actions.ACTIONS,
            *initial_actions.ACTIONS,
            *movement_phase.ACTIONS,
            *battle_actions.ACTIONS,
            *actions.ACTIONS,
            *air_actions.ACTIONS,
            *air_combat_actions.ACTIONS,
        )

    def records(self) -> tuple[type, ...]:
        """Every dataclass that can stand in a state."""
        frames = (
            *FRAMES,
            *initial_phase.FRAMES,
            *movement_phase.FRAMES,
            *battles.FRAMES,
            *OWN_FRAMES,
            *air_records.FRAMES,
            *air_combat_records.FRAMES,
            *support.FRAMES,
        )
        return (
            Front,
            AirFront,
            Piece,
            *RECORDS,
            *air_records.RECORDS,
            *air_combat_records.RECORDS,
            *battles.RECORDS,
            *frames,
        )

    def chart_text(self) -> str:
        """The TOML text of the shipped charts."""
        return chart_text()

    def chart_type(self) -> type:
        """The dataclass of all its charts."""
        return Charts

    def chart_problems(self, charts: Any) -> tuple[ChartProblem, ...]:
        """What is wrong between cells of its charts."""
        return chart_checks.problems(charts)

    def unit_names(self, data: Any) -> tuple[tuple[UnitId, str], ...]:
        """Each unit that a scenario's figures bring into play, and where."""
        return tuple(data.figures.named())

    def read(self, table: Table, charts: str, where: str) -> Data:
        """Type a scenario's table and the charts; what an older text lacks is as shipped."""
        whole = typed(Charts, charts, f"{where}, charts", shipped=self.chart_text())
        figures = from_table(Figures, table, where)
        fitting(figures, whole, where)
        return Data(figures, whole)

    def bind(self, scenario: Scenario) -> Rules:
        """The rules of one game."""
        return BalkanFront(scenario)


SYSTEM = BalkanFrontSystem()
"""The one instance."""
