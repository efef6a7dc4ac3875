"""One declared situation: where units begin, when they come and leave, and areas of free set-up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.charts.schema import ChartProblem
from engine.frozen import dataclass
from engine.systems.by_hand.charts.sequence import Count, MaybeText, Text


@dataclass(frozen=True, slots=True)
class AreaRow:
    """An area of free set-up: a set-up that names its id may be anywhere in its hexes."""

    id: str
    name: Text
    hexes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class StartRow:
    """How a unit takes part, in place of what the order of battle says; ``id`` is the unit.

    ``place`` is a hex, a place, a region, an area or a box, '' for anywhere; ``turn`` is when it
    comes there, 0 for a unit that begins there; after turn ``leaves`` it is gone, 0 for never;
    ``steps`` 0 is full strength. An ``absent`` unit is not in the scenario.
    """

    id: str
    place: MaybeText = ""
    turn: Count = 0
    leaves: Count = 0
    steps: Count = 0
    absent: bool = False


@dataclass(frozen=True, slots=True)
class ScenarioChart:
    """A situation. ``board`` and ``order`` are the ids of what it was made for."""

    notes: MaybeText = ""
    board: MaybeText = ""
    order: MaybeText = ""
    areas: tuple[AreaRow, ...] = ()
    units: tuple[StartRow, ...] = ()

    @property
    def starts(self) -> Mapping[str, StartRow]:
        """The rows by unit."""
        return {row.id: row for row in self.units}


def scenario_problems(chart: ScenarioChart, last: int) -> Iterator[ChartProblem]:
    """What is wrong between cells of a situation; ``last`` is its last turn."""
    for name, ids in (
        ("areas", [row.id for row in chart.areas]),
        ("units", [row.id for row in chart.units]),
    ):
        for ident in sorted({ident for ident in ids if ids.count(ident) > 1}):
            yield ChartProblem(("scenario", name, ident), "should be there once.")
    for row in chart.units:
        if row.turn > last:
            what = f"should be {last} or less, the last turn, not {row.turn}."
            yield ChartProblem(("scenario", "units", row.id, "turn"), what)
        if row.leaves and row.leaves < row.turn:
            what = f"should be {row.turn} or more, when it comes, not {row.leaves}."
            yield ChartProblem(("scenario", "units", row.id, "leaves"), what)
