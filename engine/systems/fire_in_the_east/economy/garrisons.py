"""Garrisons of cities that the Axis has captured, and what it costs to leave them out (FE-33)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.actions import Action, Objection
from engine.core.view.display import Display, Row
from engine.core.wording import counted, halved, with_noun
from engine.frozen import dataclass
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.production.bills import give
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF
from engine.systems.europa.state.records import Moving
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east.economy import purses
from engine.systems.fire_in_the_east.own_charts import GarrisonRow
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, look, now
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Garrison:
    """A captured city: its hexes, what it needs and has in half REs, and from which turn on."""

    hexes: tuple[Hex, ...]
    row: GarrisonRow
    there: int
    since: int

    @property
    def needed(self) -> int:
        """The half REs of a whole garrison."""
        return self.row.size * HALF

    @property
    def short(self) -> bool:
        """Whether it is not there, or only in part."""
        return self.there < self.needed


def counts(pos: EastPosition, unit: UnitId) -> int:
    """What a unit counts towards a garrison, in half REs: no artillery, antiaircraft or antitank
    (FE-33.1).
    """
    facts, chart = pos.facts(unit), pos.context.charts.garrisons
    idle = facts.artillery or facts.points or pos.context.units[unit].type in chart.shunned
    return 0 if idle else facts.halves


def needed_in(pos: EastPosition, at: Hex) -> GarrisonRow | None:
    """What the city in a hex needs in the weather of the moment; None for nothing (FE-33.6)."""
    row = pos.context.charts.garrisons.row(pos.context.city_kinds.get(at, ""))
    return None if row is None or (row.poor and not pos.poor_at(at)) else row


def every(pos: EastPosition) -> Iterator[Garrison]:
    """The captured cities, all of whose hexes the Axis owns, with their garrisons (FE-33.1)."""
    ours = pos.owned(AXIS)
    for town in pos.context.towns:
        row = needed_in(pos, town[0]) if ours.issuperset(town) else None
        if row is not None:
            there = sum(counts(pos, unit) for at in town for unit in pos.friends(at, AXIS))
            since = max(pos.state.occupied.get(at, 0) for at in town) + 1
            yield Garrison(town, row, there, since)


def spared(pos: EastPosition, found: Garrison) -> str:
    """Why a city needs no garrison for now, '' where it does: it was captured in this turn,
    supplied enemies are near, or no line leads to it from a regular source (FE-33.2, 33.3).
    """
    context = pos.context
    if found.since > pos.state.turn:
        return "captured in this turn"
    bit = context.supply_graph.bits.bit
    net = supply_status.full(pos, AXIS)[frozenset()].hexes
    if not any(net & bit[at] for at in found.hexes):
        return "no supply line leads to it"
    threatened = any(
        supply_status.in_supply(pos, unit)
        for at in sorted(_around(context, found.hexes) & pos.held[ALLIED])
        for unit in pos.friends(at, ALLIED)
    )
    within = counted(context.charts.garrisons.near, "hex", "hexes")
    return f"supplied Soviets within {within}" if threatened else ""


def _around(context: EastContext, town: tuple[Hex, ...]) -> frozenset[Hex]:
    """The hexes from which enemies threaten a city (FE-33.3)."""
    within = context.charts.garrisons.near
    return context.shared.once(("threats", town), (), lambda: context.near(town, within))


def lacking(pos: EastPosition) -> tuple[Garrison, ...]:
    """The cities that lack a garrison they need now."""
    return tuple(found for found in every(pos) if found.short and not spared(pos, found))


def cautions(pos: EastPosition, action: Action) -> Iterator[Objection]:
    """The Axis ends a phase of marching while captured cities lack the garrison that the next check
    asks for (FE-33.4, 33.5).
    """
    frame = pos.state.flow[-1] if pos.state.flow else None
    if not isinstance(action, EndPhase) or not isinstance(frame, Moving) or frame.side != AXIS:
        return
    missing = lacking(reopened(pos))
    if missing:
        others = len(missing) - 1
        more = f" and {counted(others, 'more captured city', 'more captured cities')}"
        lack = f"{more} lack their" if others else " lacks its"
        text = f"{pos.label(missing[0].hexes[0])}{lack} garrison: see the panel Garrisons."
        yield Objection("FE-33.4", text)


def captured(context: EastContext, transition: Work, taken: Mapping[Hex, str]) -> None:
    """Remember when the Axis took city hexes of the land that it garrisons (FE-33.2)."""
    cities = context.garrisoned.intersection(taken)
    if not cities:
        return
    occupied = dict(transition.state.occupied)
    for at in sorted(cities):
        occupied.pop(at, None)
        if taken[at] == AXIS:
            occupied[at] = transition.state.turn
    neglected = transition.state.neglected.intersection(occupied)
    transition.set(occupied=occupied, neglected=neglected)


def check(context: EastContext, transition: Work, side: str) -> None:
    """Judge all garrisons as a Soviet initial phase opens: points for those that are missing,
    and no Axis supply through their cities until the next check (FE-33.4, 33.5).
    """
    if side != ALLIED:
        return
    transition.set(neglected=frozenset[Hex]())
    missing = lacking(now(context, transition))
    if not missing:
        return
    transition.set(neglected=frozenset(at for found in missing for at in found.hexes))
    purse = purses.unguarded(context.charts.districts)
    for found in missing:
        count = found.row.points if context.figures.replacements else 0
        if count:
            transition.tell("garrison missing", "FE-33.4", at=found.hexes[0], count=count)
        else:
            transition.tell("city closed", "FE-33.6", at=found.hexes[0])
        give(transition, purse, count * HALF)


def reopened(pos: EastPosition) -> EastPosition:
    """A position as the next check judges it, which first opens all cities to supply (FE-33.5)."""
    if not pos.state.neglected:
        return pos
    return look(pos.context, pos.state.having(neglected=frozenset[Hex]()))


def displays(pos: EastPosition) -> Iterator[Display]:
    """The panel: captured cities that need a garrison, those without one first; those that the last
    check closed say so.
    """
    judged = reopened(pos)
    found = tuple(every(judged))
    kept = [_line(pos, one, "good") for one in found if not one.short]
    short = [(one, spared(judged, one)) for one in found if one.short]
    free = [_line(pos, one, "muted", f", not needed: {why}") for one, why in short if why]
    missing = [_line(pos, one, "bad") for one, why in short if not why]
    if found:
        rows = (*missing, *free, *kept)
        summary = f"{len(missing)} missing" if missing else "complete"
        yield Display("garrisons", "Garrisons", rows, summary)


def _line(pos: EastPosition, found: Garrison, tone: str, more: str = "") -> Row:
    closed = ", closed to supply" if pos.state.neglected.intersection(found.hexes) else ""
    value = f"{halved(found.there)} of {with_noun(halved(found.needed), 'RE')}{more}{closed}"
    return Row(pos.label(found.hexes[0]), value, hex=found.hexes[0], tone=tone)
