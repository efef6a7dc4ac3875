"""German assistance to Italy before Germany intervenes (BF-28A2a)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family, by_unit
from engine.core.state import Frame
from engine.core.wording import halved, with_noun
from engine.systems.balkan_front.actions import Assist, AssistByAir
from engine.systems.balkan_front.politics.crediting import credit
from engine.systems.balkan_front.state.position import FrontPosition, Work
from engine.systems.europa.air import fates, fleet
from engine.systems.europa.air.records import AirUnit
from engine.systems.europa.production import arrivals
from engine.systems.europa.state.common import award, use
from engine.systems.europa.state.constants import AXIS, HALF, PENDING, other
from engine.systems.europa.state.records import Initial
from maps.hexgrid import Hex
from oob.model import UnitId

TAKEN = "german assistance"
"""The note, in :attr:`Front.used`, of the half equivalents taken in this player turn."""
RULE = "BF-28A2a.1"


def listed(pos: FrontPosition) -> tuple[UnitId, ...]:
    """The German units of the lists against Yugoslavia; some scenarios have none (BF-28A2a.5)."""
    groups = pos.context.charts.assistance.groups
    entries = pos.context.figures.schedule.arrivals
    return tuple(unit for entry in entries if entry.group in groups for unit in entry.units)


def pool(pos: FrontPosition) -> tuple[UnitId, ...]:
    """German units that may still be taken: those listed, not in play yet (BF-28A2a.5)."""
    return tuple(unit for unit in listed(pos) if pos.piece(unit).at == PENDING)


def air_pool(pos: FrontPosition) -> tuple[str, ...]:
    """German air units that may still be taken: those listed against Yugoslavia (BF-28A2a.5)."""
    return tuple(unit for unit in air_listed(pos) if pos.air.units[unit].at == PENDING)


def air_listed(pos: FrontPosition) -> tuple[str, ...]:
    """The German air units of the lists against Yugoslavia."""
    groups = pos.context.charts.assistance.air_groups
    return tuple(entry.id for entry in fleet.plan_of(pos.context).units if entry.group in groups)


def closed(pos: FrontPosition) -> Objection | None:
    """Why there is no assistance on this turn, None while there is (BF-28A2a.1, 28A2a.2)."""
    chart, turn = pos.context.charts.assistance, pos.state.turn
    if pos.state.entered:
        return Objection("BF-28A2a.2", "Germany has intervened: it assists no more.")
    if not chart.first <= turn <= chart.last:
        name = pos.context.turn_name
        text = f"Germany assists from {name(chart.first)} to {name(chart.last)}."
        return Objection(RULE, text)
    return None


def british(pos: FrontPosition) -> bool:
    """Whether any British ground unit is in Mainland Greece, position AA aside (BF-28A2a.4,
    28B2.1).
    """
    chart = pos.context.charts.assistance
    inside = pos.context.area(chart.watched)
    there = (unit for unit in pos.context.of_nation(chart.nation) if pos.piece(unit).at in inside)
    return any(not pos.context.units[unit].traits.intersection(chart.unwatched) for unit in there)


def most(pos: FrontPosition) -> int:
    """Half regimental equivalents of assistance in one turn (BF-28A2a.3, 28A2a.4)."""
    chart = pos.context.charts.assistance
    return chart.large if british(pos) else chart.small


def left(pos: FrontPosition) -> int:
    """What may still be taken in this player turn, in half regimental equivalents."""
    return max(0, most(pos) - pos.state.used.get(TAKEN, 0))


def charge(pos: FrontPosition, unit: UnitId) -> int:
    """What a unit counts for, in half regimental equivalents: double when it is c/m
    (BF-28A2a.6).
    """
    facts = pos.context.facts(unit, pos.context.units[unit].steps)
    return facts.halves * (pos.context.charts.assistance.mobile if facts.mobile else 1)


def paid(pos: FrontPosition, units: frozenset[UnitId]) -> int:
    """Victory points that units taken as assistance cost in all (BF-28A2a.9)."""
    return sum(charge(pos, unit) for unit in sorted(units)) // HALF


def landings(pos: FrontPosition) -> tuple[Hex, ...]:
    """Hexes in which assistance appears: any of Mainland Italy that the Axis owns (BF-28A2a.7)."""
    inside = pos.context.area(pos.context.charts.assistance.place)
    return tuple(sorted((inside & pos.owned(AXIS)) - pos.held[other(AXIS)]))


def bases(pos: FrontPosition) -> tuple[Hex, ...]:
    """Airbases of the Axis at which air units of the assistance appear (BF-28A2a.7)."""
    inside = pos.context.area(pos.context.charts.assistance.place)
    return tuple(at for at in fleet.bases_of(pos, AXIS) if isinstance(at, Hex) and at in inside)


def families(pos: FrontPosition, frame: Frame) -> tuple[Family, ...]:
    """Take German units in an Axis initial phase."""
    if not isinstance(frame, Initial) or frame.side != AXIS or closed(pos) is not None:
        return ()
    rest, title = left(pos), "German assistance"
    found = []
    ready = [unit for unit in pool(pos) if charge(pos, unit) <= rest]
    if ready:
        spots = pos.once("assistance", lambda: landings(pos))
        found.append(by_unit("assist", title, lambda: ready, lambda _unit: spots, Assist, weight=1))
    if pos.context.charts.assistance.air <= rest and air_pool(pos):
        title = "German assistance by air"
        found.append(Family("assist by air", title, lambda: _air_offers(pos), weight=1))
    return tuple(found)


def _air_offers(pos: FrontPosition) -> tuple[AssistByAir, ...]:
    """Each German air unit that may still be taken, at each base."""
    spots = bases(pos)
    return tuple(AssistByAir(unit, at) for unit in air_pool(pos) for at in spots)


def _not_now(pos: FrontPosition, frame: Initial) -> Objection | None:
    """Why the player whose initial phase it is has no assistance, None while he has."""
    if frame.side != AXIS:
        return Objection(RULE, "Only the Axis player obtains German assistance.")
    return closed(pos)


def objections(pos: FrontPosition, frame: Initial, action: Assist) -> Iterator[Objection]:
    """What forbids taking a German unit."""
    unit, refused = action.unit, _not_now(pos, frame)
    if refused is not None:
        yield refused
    elif unit not in pool(pos):
        text = f"{pos.called(unit)} is no unit of those that Germany could send."
        yield Objection("BF-28A2a.5", text)
    elif charge(pos, unit) > left(pos):
        yield _too_much(pos, pos.called(unit), charge(pos, unit))
    elif action.target not in landings(pos):
        place = pos.context.charts.assistance.place
        text = f"German assistance appears in {place}."
        yield Objection("BF-28A2a.7", text, places=(action.target,))


def _too_much(pos: FrontPosition, name: str, halves: int) -> Objection:
    """A unit takes more than is left of the assistance of the turn (BF-28A2a.3, 28A2a.4)."""
    many = with_noun(halved(left(pos)), "RE of assistance is", "REs of assistance are")
    text = f"{many} left this turn; {name} takes {halved(halves)}."
    return Objection("BF-28A2a.4" if british(pos) else "BF-28A2a.3", text)


def air_objections(pos: FrontPosition, frame: Initial, action: AssistByAir) -> Iterator[Objection]:
    """What forbids taking a German air unit."""
    unit, refused = action.air_unit, _not_now(pos, frame)
    if refused is not None:
        yield refused
    elif unit not in air_pool(pos):
        text = f"{unit!r} is no air unit of those that Germany could send."
        yield Objection("BF-28A2a.5", text)
    elif (halves := pos.context.charts.assistance.air) > left(pos):
        yield _too_much(pos, fleet.facts(pos, unit).name, halves)
    elif action.target not in bases(pos):
        place = pos.context.charts.assistance.place
        text = f"German air units appear at airbases of yours in {place}."
        yield Objection("BF-28A2a.7", text, places=(action.target,))


def assist_by_air(
    pos: FrontPosition, _frame: Initial, action: AssistByAir, transition: Work
) -> None:
    """The air unit is on the base, operative; it has its price (BF-28A2a.7, VPA.15)."""
    fates.change(pos, transition, action.air_unit, AirUnit(action.target))
    use(transition, TAKEN, pos.context.charts.assistance.air)
    transition.tell("assistance by air", RULE, air_unit=action.air_unit, at=action.target)
    credit(pos, transition, "assistance by air")


def assist(pos: FrontPosition, _frame: Initial, action: Assist, transition: Work) -> None:
    """Place the unit; whole equivalents cost points (BF-28A2a.7 to 28A2a.9)."""
    unit, before = action.unit, transition.state.assisted
    arrivals.put(pos.context, transition, unit, action.target)
    use(transition, TAKEN, charge(pos, unit))
    transition.set(assisted=before | {unit})
    transition.tell("assistance", RULE, unit=unit, at=action.target)
    row = pos.context.charts.victory.award("assistance")
    points = paid(pos, before | {unit}) - paid(pos, before)
    if points:
        award(transition, row.side, row.points * points, row.text, row.rule)


ANSWERS = (
    Answer(Assist, objections, assist),
    Answer(AssistByAir, air_objections, assist_by_air),
)
"""What initial phases take besides."""
