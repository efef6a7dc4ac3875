"""What scenarios of Fire in the East name besides: where they begin, what comes, what counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, pairwise
from typing import Protocol

from engine.systems.europa.scenario.naming import Names, Played
from engine.systems.fire_in_the_east.charts import Charts
from engine.systems.fire_in_the_east.figures import FireFigures, Opening
from engine.systems.fire_in_the_east.sea.streams import Streams
from engine.systems.fire_in_the_east.sea.waters import Seas
from oob.model import Unit, UnitId


class InTheEast(Played, Protocol):
    """What is asked besides of a scenario of this title."""

    figures: FireFigures
    units: Mapping[UnitId, Unit]

    @property
    def charts(self) -> Charts:
        """The charts of the title."""

    @property
    def seas(self) -> Seas:
        """The waters of ships."""

    @property
    def streams(self) -> Streams:
        """The waters of flotillas."""


def judge(context: InTheEast, names: Names) -> None:
    """Raise KnownError for the first name in the figures of this title that nothing bears."""
    figures = context.figures
    for word in figures.field:
        names.area(word, "field")
    if figures.reserve:
        names.area(figures.reserve, "reserve")
    for word in figures.guns:
        names.place(word, "guns")
    for entry, labels in (("airfields", figures.airfields), ("forts", figures.forts)):
        _hexes(names, labels, entry)
    names.distinct((row.id for row in figures.objectives), "objectives")
    for row in figures.objectives:
        names.some(row.hexes, f"objectives, {row.id}", "hex")
        _hexes(names, row.hexes, f"objectives, {row.id}")
    _levels(names, figures)
    names.distinct((lot.id for lot in figures.resources), "resources")
    for lot in figures.resources:
        for word in filter(None, (lot.place, lot.company)):
            names.place(word, f"resources, {lot.id}")
    _raised(context, names, figures)
    _shipped(context, names, figures)


def _hexes(names: Names, labels: Iterable[str], entry: str) -> None:
    """Hexes of the board."""
    for label in labels:
        names.hex(label, entry)


def _levels(names: Names, figures: FireFigures) -> None:
    """There is an outcome for every sum of points."""
    if not figures.levels:
        names.refuse("levels", "nothing says who wins.", "Add levels, the highest first.")
    for high, low in pairwise(figures.levels):
        if high.least <= low.least:
            what = f"{low.id!r} does not begin below {high.id!r}."
            names.refuse("levels", what, "Write the level of most points first.")


def _raised(context: InTheEast, names: Names, figures: FireFigures) -> None:
    """The kinds of units that become Guards."""
    units = context.oob.units.values()
    for row in figures.guards:
        entry = f"guards of turn {row.turn}"
        for kinds in row.old:
            for nation in kinds.nations:
                names.nation(nation, entry)
            for word in kinds.types:
                names.among(word, {unit.type for unit in units}, entry, "type of unit")
            for word in kinds.sizes:
                names.among(word, {unit.size.value for unit in units}, entry, "size of unit")


def _shipped(context: InTheEast, names: Names, figures: FireFigures) -> None:
    """The sea zones of the fleet, and the air units that convoys bring to a war in the air."""
    for zone in figures.fleet.zones:
        names.among(zone, context.charts.fleet.zones, "fleet, zones", "sea zone of the fleet")
    flown = {unit.id for unit in figures.air.units}
    flown |= {
        f"{u.id}-{n}" for u in figures.air.units for n in range(1, u.count + 1) if u.count > 1
    }
    for row in figures.deliveries if flown else ():
        for unit in row.air:
            names.among(unit, flown, f"deliveries of turn {row.turn}", "air unit of the scenario")


def judge_played(context: InTheEast, names: Names) -> None:
    """Raise KnownError for units that leave, change or are released, or with which a scenario
    begins, and that nothing brings into it; the units of the scenario are known by now.
    """
    schedule = context.figures.schedule
    for leaving in schedule.withdrawals:
        _played(context, names, leaving.units, f"schedule, withdrawals of turn {leaving.turn}")
    for change in schedule.conversions:
        _played(context, names, change.old, f"schedule, conversions of turn {change.turn}")
    for row in context.figures.releases:
        _played(context, names, row.units, f"releases of turn {row.turn}")
    if context.figures.opening.turn:
        _opening(context, names)


def _played(context: InTheEast, names: Names, units: Iterable[UnitId], entry: str) -> None:
    for unit in units:
        names.among(unit, context.units, entry, "unit of the scenario")


def _opening(context: InTheEast, names: Names) -> None:
    opening, last = context.figures.opening, context.figures.turns
    if opening.turn > last:
        what = f"turn {opening.turn} is after the last turn of the scenario."
        names.refuse("opening, turn", what, f"The last turn is {last}.")
    _hexes(names, opening.units, "opening, units")
    _hexes(names, opening.posts, "opening, posts")
    stacks = chain(opening.units.values(), opening.posts.values())
    fallen = (*opening.lost, *opening.silenced, *opening.gone)
    listed = (*chain.from_iterable(stacks), *fallen)
    names.distinct(listed, "opening, units, lost and gone")
    _played(context, names, listed, "opening, units, lost and gone")
    names.distinct((*opening.axis, *opening.allied), "opening, axis and allied")
    for entry, labels in (("axis", opening.axis), ("allied", opening.allied)):
        _hexes(names, labels, f"opening, {entry}")
    _hexes(names, opening.regauged, "opening, regauged")
    factories = {row.id for row in context.charts.districts.factories}
    for word in opening.moved:
        names.among(word, factories, "opening, moved", "factory of the charts")
    _moored(context, names, opening)


def _moored(context: InTheEast, names: Names, opening: Opening) -> None:
    """Ships in ports of the sea, flotillas on their waters."""
    ships, boats = context.charts.fleet.by_id, {row.id for row in context.charts.flotillas.rows}
    known, noun = (*ships, *boats), "ship or flotilla of the charts"
    names.distinct((*opening.ships, *opening.sunk), "opening, ships and sunk")
    for word in opening.sunk:
        names.among(word, known, "opening, sunk", noun)
    for word, label in opening.ships.items():
        entry = f"opening, ships, {word}"
        names.among(word, known, "opening, ships", noun)
        at = names.hex(label, entry)
        if word in ships and at not in context.seas.ports:
            names.refuse(entry, f"{label!r} has no port on a sea.", "Name a hex with a port.")
        if word in boats and at not in context.streams.hexes:
            what = f"{label!r} has no water for a flotilla."
            names.refuse(entry, what, "Name a hex with a river or lake.")
