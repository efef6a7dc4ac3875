"""What the figures of a scenario name on its board, in its charts and its order of battle: a name
that is unknown there is refused as a game is bound, with the entry and what is allowed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sized
from typing import Any, Protocol

from engine.core.system import Scenario
from engine.systems.europa.air.charts import AirCharts
from engine.systems.europa.air.groups.records import Box
from engine.systems.europa.air.title.plan import AirPlan
from engine.systems.europa.board import areas
from engine.systems.europa.charts.shared_charts import SharedCharts
from maps.errors import KnownError, nearest
from maps.hexgrid import Hex
from maps.model import GameMap
from oob.model import OrderOfBattle, UnitId

BOXES = tuple(box.value for box in Box)
"""The boxes of an air chart."""


class Played(Protocol):
    """What is asked of a scenario that is laid out."""

    scenario: Scenario
    figures: Any
    oob: OrderOfBattle
    options: Mapping[str, bool]
    map: GameMap

    @property
    def charts(self) -> SharedCharts:
        """The charts of the title."""

    @property
    def land(self) -> frozenset[Hex]:
        """The land hexes."""

    @property
    def holding(self) -> tuple[str, ...]:
        """The holding boxes."""

    def hex_of(self, label: str) -> Hex:
        """The hex of a printed number. Raises ValueError for none."""


class Names:
    """The names that a scenario may use, asked entry by entry. Each answer raises KnownError for a
    name that is unknown.
    """

    def __init__(self, context: Played) -> None:
        self.context = context
        self.places = {row.id for row in context.charts.places.rows}
        self.nations = context.oob.nations
        layers = context.map.regions
        boarded = {name for layer in areas.LAYERS for name in layers.get(layer, {})}
        self.areas = {row.id for row in context.charts.areas.rows} | boarded

    def refuse(self, entry: str, what: str, fix: str) -> None:
        """Raise KnownError about an entry of the scenario."""
        raise KnownError(f"scenario {self.context.scenario.id}, {entry}", what, fix)

    def among(self, word: str, known: Collection[str], entry: str, noun: str) -> None:
        """A word is one of those known; ``noun`` says of what (``nation``)."""
        if word not in known:
            fix = nearest(word, known) or f"The scenario has no {noun}: leave it out."
            self.refuse(entry, f"{word!r} is no {noun}.", fix)

    def distinct(self, words: Iterable[str], entry: str) -> None:
        """No word stands there twice."""
        seen = set[str]()
        for word in words:
            if word in seen:
                self.refuse(entry, f"{word!r} stands there twice.", "Keep it once.")
            seen.add(word)

    def some(self, words: Sized, entry: str, noun: str) -> None:
        """There is at least one."""
        if not words:
            self.refuse(entry, f"names no {noun}.", "Name one, or leave the row out.")

    def unit(self, unit: UnitId, entry: str) -> None:
        """A unit of the order of battle."""
        self.among(unit, self.context.oob.units, entry, "unit of the order of battle")

    def hex(self, label: str, entry: str) -> Hex:
        """A printed number of the board. That a hex of it is land is asked as the game goes on: a
        board may be edited in mid-game (:mod:`engine.rules.board.named`).
        """
        try:
            at = self.context.hex_of(label)
        except ValueError:
            self.refuse(entry, f"{label!r} is no hex of the board.", self._written)
            raise
        if "," in label and at not in self.context.map.terrain:
            self.refuse(entry, f"{label!r} lies off the board.", self._written)
        return at

    @property
    def _written(self) -> str:
        shown = next((self.context.map.label(at) for at in sorted(self.context.land)), "")
        return f"Write a printed number, as {shown}."

    def place(self, word: str, entry: str) -> None:
        """A place word of the charts."""
        self.among(word, self.places, entry, "place word of the charts")

    def area(self, word: str, entry: str) -> None:
        """An area of the charts or the board."""
        self.among(word, self.areas, entry, "area of the board")

    def nation(self, word: str, entry: str) -> None:
        """A nation of the order of battle."""
        self.among(word, self.nations, entry, "nation of the order of battle")


def judged(context: Played) -> Names:
    """The names that a scenario may use, with those judged that all titles have: units, place
    words, hexes, nations, models of air units, options. A title calls it as it lays its scenario
    out. Raises KnownError for the first name that nothing bears.
    """
    names = Names(context)
    _judge(names)
    return names


def _judge(names: Names) -> None:
    context, figures = names.context, names.context.figures
    for unit, where in figures.named():
        names.unit(unit, where)
    for word in figures.starts_at:
        names.place(word, "starts_at")
    for label in figures.recommended:
        names.hex(label, "recommended")
    for arrival in figures.schedule.arrivals:
        entry = (
            f"schedule, arrivals of turn {arrival.turn}" if arrival.turn else "schedule, arrivals"
        )
        names.some(arrival.units, entry, "unit")
        names.place(arrival.place, entry)
        if arrival.option:
            names.among(arrival.option, context.options, entry, "option of the scenario")
    for change in figures.schedule.conversions:
        names.some(change.old, f"schedule, conversions of turn {change.turn}", "unit that changes")
    for leaving in figures.schedule.withdrawals:
        names.some(leaving.units, f"schedule, withdrawals of turn {leaving.turn}", "unit")
    for listed in figures.schedule.mobilizations:
        names.some(listed.units, f"schedule, mobilizations of turn {listed.turn}", "unit")
    for row in figures.schedule.points:
        kinds = {kind.id for kind in context.charts.replacements.kinds}
        names.nation(row.nation, "schedule, points")
        for word in row.kinds:
            names.among(word, kinds, "schedule, points", "kind of replacement point")
    if figures.air.units:
        _air(names, figures.air)


def _air(names: Names, plan: AirPlan) -> None:
    """The air units, their bases and their boxes."""
    context = names.context
    charts = context.charts
    assert isinstance(charts, AirCharts), "only titles with charts of the air have air units"
    models = {row.id for row in charts.models.rows}
    names.distinct((unit.id for unit in plan.units), "air, units")
    for unit in plan.units:
        entry = f"air, unit {unit.id}"
        names.nation(unit.nation, entry)
        names.among(unit.model, models, entry, "model of the charts")
        if unit.at and unit.at not in context.holding:
            names.hex(unit.at, entry)
        if unit.place:
            names.place(unit.place, entry)
        if unit.box:
            names.among(unit.box, BOXES, entry, "box of the air chart")
    for home in plan.homes:
        names.nation(home.nation, "air, homes")
        for word in filter(None, (home.place, home.start)):
            names.place(word, f"air, home of {home.nation}")
    for nation, entry in _nations(plan):
        names.nation(nation, f"air, {entry}")
    if plan.strike.place:
        names.place(plan.strike.place, "air, strike")
    for leaving in plan.withdrawals:
        names.among(leaving.model, models, "air, withdrawals", "model of the charts")


def _nations(plan: AirPlan) -> Iterator[tuple[str, str]]:
    yield from ((row.nation, "withdrawals") for row in plan.withdrawals)
    yield from ((row.nation, "points") for row in plan.points)
    yield from ((row.nation, "allowances") for row in plan.allowances)
    yield from ((row.nation, "guards") for row in plan.guards)
    yield from ((nation, "small") for nation in plan.small)
    yield from ((word, "strike") for word in (plan.strike.nation, plan.strike.against) if word)
