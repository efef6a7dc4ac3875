"""The real board with the shipped order of battle and charts of a title, units placed by hand."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, Self

from engine.core.charts.tables import from_table, hints_of
from engine.core.handler import Handler
from engine.core.rules_base import Citations, RulesBase
from engine.core.state import Piece
from engine.core.system import Scenario
from engine.systems.europa.charts.movement_charts import BreakdownChart, BreakRow
from engine.systems.europa.charts.shared_charts import SHARED_TEXTS, SharedCharts
from engine.systems.europa.movement import bridges, movement_phase
from engine.systems.europa.state.common import settle_ownership
from engine.systems.europa.state.constants import ALLIED, AXIS, BROKEN, HELD, POOL, other
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Moving, Onward, Theatre
from engine.systems.europa.state.source import Source
from maps.data import load as load_map
from maps.hexgrid import Hex
from oob.data import load as load_oob
from oob.model import UnitId
from tests.engine.systems.laid_out import LaidOut

OWN = ("charts.toml", "movement.toml", "breakdowns.toml", "supply.toml", "combat.toml")
JOINED = {
    "german": AXIS,
    "italian": AXIS,
    "hungarian": AXIS,
    "bulgarian": AXIS,
    "rumanian": AXIS,
    "slovak": AXIS,
    "greek": ALLIED,
    "british": ALLIED,
    "yugoslav": ALLIED,
}


def folder(title: str) -> Path:
    """The folder of a title."""
    return Path(str(resources.files("engine.systems.europa"))).parent / title


@cache
def charts_of(title: str) -> SimpleNamespace:
    """The shipped charts that every title has, as one has them."""
    texts = [
        (folder("europa") / "charts" / name).read_text(encoding="utf-8") for name in SHARED_TEXTS
    ]
    texts += [(folder(title) / name).read_text(encoding="utf-8") for name in OWN]
    tables = {name: context for text in texts for name, context in tomllib.loads(text).items()}
    hints = hints_of(SharedCharts)
    known = {name: from_table(hints[name], tables[name], name) for name in hints if name in tables}
    return SimpleNamespace(**known)


@cache
def table_of(title: str, options: tuple[str, ...]) -> Context:
    """The table of a title on the real board, shared by the tests."""
    citations = tomllib.loads((folder(title) / "citations.toml").read_text(encoding="utf-8"))
    scenario = Scenario(
        "frontier",
        "Frontier",
        title,
        load_map("balkan_front"),
        load_oob("balkan_front"),
        SimpleNamespace(charts=charts_of(title), figures=None),
        dict.fromkeys(options, True),
    )
    return Context(scenario, citations, FrontierPosition)


class FrontierPosition(Position):
    """Map edges feed the Axis by rail, Thessalonike and Athenai the Allies."""

    def sources(self, side: str) -> tuple[Source, ...]:
        """The supply sources of a side."""
        if side == AXIS:
            return tuple(Source(at, "supply source", "edge") for at in self.context.edges)
        ports = ("14A:4410", "15B:0810", "14A:2211")
        return tuple(Source(self.context.hex_of(label), "port", "port") for label in ports)


def onward(_pos: Position, _frame: Onward, doing: Any) -> None:
    """Movement, exploitation, then the other side."""
    side, phase = doing.state.active, doing.state.phase
    if phase == "movement":
        doing.set(phase="exploitation")
        movement_phase.open_phase(doing, side, exploiting=True)
    else:
        doing.set(phase="movement", active=other(side), used={})
        movement_phase.open_phase(doing, other(side))


class Rules(RulesBase[Theatre, Position]):
    """The desks of movement, and nothing else."""

    state_class = Theatre
    handlers: ClassVar[dict[Any, Handler]] = {
        **{desk.frame: desk for desk in movement_phase.handlers()},
        Onward: Handler(Onward, auto=onward),
    }
    citations: ClassVar[Citations] = Citations("over", "untimely", "face", "stranger")

    def __init__(self, context: Context) -> None:
        super().__init__(context.scenario, context.look)
        self.context = context

    def invariants(self, state: Theatre) -> tuple[str, ...]:
        """Enemies never share a hex; nobody is lost or doubled."""
        pos = self.position(state)
        shared = pos.held[AXIS] & pos.held[ALLIED]
        return tuple(f"both sides in {at}" for at in sorted(shared)) + (
            () if set(state.pieces) == set(self.context.units) else ("units lost",)
        )

    def tidy(self, doing: Any) -> None:
        """Ownership follows the units."""
        if settle_ownership(self.context, doing):
            bridges.keep(self.context, doing)


class Frontier(LaidOut[Theatre, Position]):
    """A movement phase on the real board; every nation has joined a side, all units wait."""

    def __init__(
        self,
        title: str = "balkan_front",
        *options: str,
        side: str = AXIS,
        exploiting: bool = False,
    ) -> None:
        self.context = table_of(title, options)
        pieces = {unit.id: Piece(POOL, unit.steps) for unit in self.context.units.values()}
        chart: BreakdownChart = self.context.charts.breakdowns
        for row in chart.rows:
            for part in parts(row):
                pieces[UnitId(part)] = Piece(HELD, self.context.units[UnitId(part)].steps)
            for division in row.only:
                pieces[UnitId(division)] = Piece(BROKEN, self.context.units[UnitId(division)].steps)
        state = Theatre(
            12,
            "movement",
            side,
            pieces,
            (Onward(), Moving(side, exploiting)),
            weather={"D": "clear", "E": "clear"},
            joined=dict(JOINED),
            entered=1,
        )
        super().__init__(Rules(self.context), state)

    def chart(self, name: str, **changes: Any) -> Self:
        """Change values of a chart."""
        scenario = self.context.scenario
        charts = vars(self.context.charts)
        made = SimpleNamespace(**{**charts, name: replace(charts[name], **changes)})
        data = SimpleNamespace(charts=made, figures=None)
        self.context = Context(
            replace(scenario, data=data), self.context.citations, FrontierPosition
        )
        self.rules_base = Rules(self.context)
        return self

    def at(self, label: str) -> Hex:
        """The hex of a printed number: ``14A:3606``."""
        return self.context.hex_of(label)

    def put(self, at: str | Hex, *units: str, marks: Iterable[str] = (), steps: int = 0) -> Self:
        """Put units of the order of battle into a hex."""
        where = self.at(at) if isinstance(at, str) else at
        self.state = self.state.with_pieces(
            {
                UnitId(unit): Piece(
                    where, steps or self.context.units[UnitId(unit)].steps, "", frozenset(marks)
                )
                for unit in units
            }
        )
        return self

    def weather(self, weather: str, zone: str = "") -> Self:
        """Change the weather, of one zone or of all."""
        changed = {name: weather for name in self.state.weather if zone in ("", name)}
        return self.having(weather={**self.state.weather, **changed})

    def own(self, side: str, *labels: str) -> Self:
        """Give hexes to a side."""
        taken = dict.fromkeys(map(self.at, labels), side)
        return self.having(taken={**self.state.taken, **taken})

    def where(self, unit: str) -> Hex | str:
        """Where a unit is."""
        return self.state.pieces[UnitId(unit)].at

    def spent(self, unit: str) -> int:
        """Half movement points a unit has used."""
        return self.state.spent.get(UnitId(unit), 0)

    def marks(self, unit: str) -> frozenset[str]:
        """The marks on a unit."""
        return self.state.pieces[UnitId(unit)].marks


def parts(row: BreakRow) -> tuple[str, ...]:
    """Every counter of a row of the breakdown chart."""
    return tuple(name for sets in (row.supported, row.apart) for names in sets for name in names)
