"""The figures of a scenario of the Europa titles: its length, what begins where, its calendar."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Annotated

from engine.core.charts.constraints import Between
from engine.frozen import dataclass
from engine.systems.europa.air.title.plan import NO_AIR_UNITS, AirPlan
from engine.systems.europa.charts.shared_charts import SharedCharts
from engine.systems.europa.scenario.schedule import Schedule
from engine.systems.europa.sea.records import PORTS_ALONE, SeaPlan
from maps.errors import KnownError
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Figures:
    """What a scenario adds to board, charts and order of battle.

    ``turns`` is the last turn, counted from the first of the title's calendar. ``first_weather`` is
    what a result of no change on the first turn means. ``starts_at`` are the place words whose
    set-up entries of the order of battle hold at the start; units of the others come by the
    schedule. ``recommended`` lists, by printed hex, the units that the recommended set-up puts
    there. ``air`` are its air units; without any there is no air phase. ``sea``
    says how much of the war at sea is played.
    """

    turns: Annotated[int, Between(1, 20)]
    first_weather: str
    starts_at: tuple[str, ...]
    schedule: Schedule
    recommended: dict[str, tuple[UnitId, ...]] = field(default_factory=dict)
    air: AirPlan = NO_AIR_UNITS
    sea: SeaPlan = PORTS_ALONE

    def starts(self, place: str) -> bool:
        """Whether set-up entries of a place hold at the start."""
        return place in self.starts_at

    def named(self) -> Iterator[tuple[UnitId, str]]:
        """Every unit id of schedule and recommended set-up, with where it is named."""
        plan = self.schedule
        for label, units in self.recommended.items():
            yield from ((unit, f"the recommended set-up in {label}") for unit in units)
        for arrival in plan.arrivals:
            when = arrival.group or (f"turn {arrival.turn}" if arrival.turn else "entry")
            yield from ((unit, f"the arrivals of {when}") for unit in arrival.units)
        for conversion in plan.conversions:
            for unit in (*conversion.old, conversion.new, *conversion.also):
                yield unit, f"the conversions of turn {conversion.turn}"
        for withdrawal in plan.withdrawals:
            yield from (
                (unit, f"the withdrawals of turn {withdrawal.turn}") for unit in withdrawal.units
            )
        for listed in plan.mobilizations:
            yield from ((unit, f"the mobilization of turn {listed.turn}") for unit in listed.units)
        for region in plan.regions:
            for unit in (*region.cadres, *region.units):
                yield unit, f"the mobilization of {region.id}"


def fitting(figures: Figures, charts: SharedCharts, where: str) -> None:
    """Raise KnownError where figures name weather or an event that the charts do not have."""
    kinds = charts.weather.known.ids
    if figures.first_weather not in kinds:
        what = f"{figures.first_weather!r} is no kind of weather."
        raise KnownError(f"{where}, first_weather", what, f"Known are {', '.join(kinds)}.")
    events = {row.id for row in charts.theatre.triggers}
    plan = figures.schedule
    waiting = {entry.trigger for entry in plan.arrivals} | {entry.trigger for entry in plan.points}
    waiting |= {entry.trigger for entry in figures.air.units}
    for trigger in sorted(waiting - events - {""}):
        what = f"{trigger!r} is no event of the chart of the theatre."
        raise KnownError(f"{where}, schedule", what, f"Known are {', '.join(sorted(events))}.")
