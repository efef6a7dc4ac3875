"""A title of Europa as a system: what all titles share, and what each brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from engine.core.actions import Action
from engine.core.charts.scenario_data import ScenarioData, read_data
from engine.core.charts.schema import ChartProblem
from engine.core.state import Piece
from engine.core.system import Option, Rules, Scenario, SideInfo
from engine.frozen import dataclass
from engine.systems.europa import actions
from engine.systems.europa.charts import chart_checks
from engine.systems.europa.charts.shared_charts import SharedCharts
from engine.systems.europa.combat import battle_actions, battles
from engine.systems.europa.movement import movement_phase
from engine.systems.europa.production import initial_actions, initial_phase
from engine.systems.europa.scenario import set_up_actions
from engine.systems.europa.scenario.figures import Figures, fitting
from engine.systems.europa.state import records
from maps.untyped import Table
from oob.model import UnitId

ChartsT = TypeVar("ChartsT", bound=SharedCharts)
FiguresT = TypeVar("FiguresT", bound=Figures)


@dataclass(frozen=True, slots=True, kw_only=True)
class EuropaSystem(Generic[ChartsT, FiguresT]):
    """One title: its sides, options, classes, charts, and how to bind it to a scenario.

    ``own_actions`` and ``own_records`` are what it has beside those of all titles: the classes of
    its state, its frames and its decisions.
    """

    id: str
    title: str
    sides: tuple[SideInfo, ...]
    points: str = "MP"
    options: tuple[Option, ...] = ()
    charts: type[ChartsT]
    """The class the charts are typed as."""
    figures: type[FiguresT]
    """The class that the figures of a scenario are typed as."""
    text: Callable[[], str]
    """Gives the TOML text of the shipped charts."""
    rules: Callable[[Scenario], Rules]
    """Binds the rules to a scenario."""
    own_actions: tuple[type[Action], ...]
    own_records: tuple[type, ...]
    problems: Callable[[ChartsT], tuple[ChartProblem, ...]] = chart_checks.problems
    """Finds what is wrong between cells of the charts."""

    def actions(self) -> tuple[type[Action], ...]:
        """Every action class."""
        return (
            *actions.ACTIONS,
            *set_up_actions.ACTIONS,
            *initial_actions.ACTIONS,
            *movement_phase.ACTIONS,
            *battle_actions.ACTIONS,
            *self.own_actions,
        )

    def records(self) -> tuple[type, ...]:
        """Every dataclass that can stand in a state."""
        return (
            Piece,
            *records.RECORDS,
            *records.FRAMES,
            *initial_phase.FRAMES,
            *movement_phase.FRAMES,
            *battles.RECORDS,
            *battles.FRAMES,
            *self.own_records,
        )

    def chart_text(self) -> str:
        """The TOML text of the shipped charts."""
        return self.text()

    def chart_type(self) -> type:
        """The class the charts are typed as."""
        return self.charts

    def chart_problems(self, charts: ChartsT) -> tuple[ChartProblem, ...]:
        """What is wrong between cells of the charts."""
        return self.problems(charts)

    def read(self, table: Table, charts: str, where: str) -> ScenarioData[ChartsT, FiguresT]:
        """Type a scenario's table and the charts; what an older text lacks is as shipped. Raises
        KnownError for whatever does not fit.
        """
        shipped = self.chart_text()
        found = read_data(self.charts, self.figures, table, charts, where, shipped=shipped)
        fitting(found.figures, found.charts, where)
        return found

    def unit_names(self, data: ScenarioData[ChartsT, FiguresT]) -> tuple[tuple[UnitId, str], ...]:
        """Each unit that the figures of a scenario bring into play, and where they name it."""
        return tuple(data.figures.named())

    def bind(self, scenario: Scenario) -> Rules:
        """The rules of one game."""
        return self.rules(scenario)
