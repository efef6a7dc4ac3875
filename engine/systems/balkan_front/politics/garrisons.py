"""Garrisons: what each side must keep where, and what it costs to fail (BF-28A1, 28B1, 28D)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.frozen import dataclass
from engine.systems.balkan_front.figures import CAPITAL
from engine.systems.balkan_front.own_charts import GarrisonRow
from engine.systems.balkan_front.state.context import FrontContext
from engine.systems.balkan_front.state.position import FrontPosition, Work, now
from engine.systems.europa.board.board import CITY_RANK
from engine.systems.europa.state.common import award
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Shortage:
    """A garrison with what it lacks: half regimental equivalents, and hexes without a unit; ``at``
    is where to look.
    """

    name: str
    side: str
    missing: int
    empty: tuple[Hex, ...]
    cost: int
    rule: str
    at: Hex | None = None

    @property
    def short(self) -> bool:
        """True when the garrison is not kept."""
        return self.missing > 0 or bool(self.empty)


def counts(pos: FrontPosition, unit: UnitId, shunned: tuple[str, ...] = ()) -> bool:
    """Whether a unit counts towards a garrison, as position AA never does (BF-28A1a.2, 28A1b.2,
    28B1b.3, 28B1c.2, 28B1d.6, 28D.3).
    """
    return pos.counts(unit) and not pos.context.units[unit].traits.intersection(shunned)


def released(pos: FrontPosition, row: GarrisonRow) -> bool:
    """Whether a duty has ended for good (BF-28A1a.4, 28A1b.4, 28B1b.8, 28B1c.4, 28B1d.7)."""
    if row.id in pos.state.credited:
        return True
    return any(_happened(pos, event) for event in row.until)


def _happened(pos: FrontPosition, event: str) -> bool:
    """Whether an event of the chart of the theatre has happened."""
    found = pos.context.charts.theatre.trigger(event)
    return found.happened(pos.state.joined, pos.state.entered)


def lapse(context: FrontContext, transition: Work) -> None:
    """End duties that events end for good: two Albanian cities lost, an Axis landing on Crete."""
    pos = now(context, transition)
    cities = context.cities_in("Albania")
    ended = set()
    if sum(pos.owner_of(at) == ALLIED for at in cities) >= context.charts.garrisons.cities:
        ended.add("Yugoslav Defense")
    if pos.held[AXIS] & context.garrisoned["Crete"]:
        ended.add("Crete")
    fresh = ended - transition.state.credited
    if fresh:
        transition.set(credited=transition.state.credited | fresh)
        rules = {row.id: row.release for row in context.charts.garrisons.rows}
        for name in sorted(fresh):
            transition.tell("released", rules[name], name=name)


def shortage(pos: FrontPosition, row: GarrisonRow) -> Shortage:
    """What a garrison lacks now."""
    if row.box:
        there: tuple[UnitId, ...] = pos.boxed(row.box)
        empty: tuple[Hex, ...] = ()
        hexes: list[Hex] = []
    else:
        hexes = sorted(pos.context.garrisoned[row.id])
        found = {at: pos.friends(at, row.side) for at in hexes}
        there = tuple(unit for units in found.values() for unit in units)
        empty = tuple(
            at
            for at, units in found.items()
            if row.each and not any(counts(pos, unit, row.shunned) for unit in units)
        )
    held = sum(pos.facts(unit).halves for unit in there if counts(pos, unit, row.shunned))
    missing = max(0, row.halves - held)
    cost, at = missing * row.short // HALF, next(iter(empty or hexes), None)
    return Shortage(row.id, row.side, missing, empty, cost, row.penalty, at)


def duties(pos: FrontPosition, side: str) -> tuple[Shortage, ...]:
    """What a side's garrisons lack, kept ones included, in the chart's order."""
    rows = pos.context.charts.garrisons.rows
    found = [shortage(pos, r) for r in rows if r.side == side and not released(pos, r)]
    if side == AXIS and pos.context.figures.contest != CAPITAL:
        found += occupation(pos)
    return tuple(found)


def occupation(pos: FrontPosition) -> Iterator[Shortage]:
    """Captured cities of Greece and Yugoslavia and what each lacks, from the turn after its
    capture on (BF-28D).
    """
    chart = pos.context.charts.garrisons
    for at in pos.context.cities_in(*chart.occupied):
        rank = pos.context.city_rank(at)
        since = pos.state.held_from.get(pos.context.number(at), 0)
        if rank < CITY_RANK["reference"] or not since or since > pos.state.turn:
            continue
        if pos.owner_of(at) != AXIS:
            continue
        need = chart.reference_city if rank == CITY_RANK["reference"] else chart.dot_city
        units = (unit for unit in pos.friends(at, AXIS) if counts(pos, unit))
        held = sum(pos.facts(unit).halves for unit in units)
        missing = max(0, need - held)
        name = f"the occupation of {pos.label(at)}"
        cost = missing * chart.occupation_short // HALF
        yield Shortage(name, AXIS, missing, (), cost, "BF-28D.4", at)


def check(context: FrontContext, transition: Work, side: str) -> None:
    """Judge a side's garrisons as its initial phase opens; each regimental equivalent missing costs
    points, half of one half as many (BF-28A1a.3, 28A1b.3, 28B1c.3, 28D.4). A Metaxas Line that is
    short binds the Greeks until it is judged again (BF-28B1b.4).
    """
    pos = now(context, transition)
    if side == ALLIED and pos.state.neglected != line_short(pos):
        transition.set(neglected=line_short(pos))
    for found in duties(pos, side):
        if not found.short:
            continue
        if found.cost:
            award(transition, side, -found.cost, f"Garrison short: {found.name}", found.rule)
        else:
            transition.tell("garrison short", found.rule, name=found.name, missing=found.missing)


def line_short(pos: FrontPosition) -> bool:
    """True while the Metaxas Line is not garrisoned as it must be (BF-28B1b.5)."""
    row = next(r for r in pos.context.charts.garrisons.rows if r.id == "Metaxas Line")
    return not released(pos, row) and shortage(pos, row).short
