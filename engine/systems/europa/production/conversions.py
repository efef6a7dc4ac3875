"""Conversions and withdrawals of the order of battle (BF-29C, 29D, BC-22B)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import combinations

from engine.core.actions import Action, Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.wording import counted
from engine.systems.europa.production import initial_actions as do
from engine.systems.europa.production.arrivals import first_turn
from engine.systems.europa.scenario.schedule import Conversion, Withdrawal
from engine.systems.europa.state.common import Work, award, bury, objection, use
from engine.systems.europa.state.constants import CONVERTED, PENDING
from engine.systems.europa.state.kinds import Kind, alike, free, in_play, kind_of, weight, whole
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Initial
from engine.systems.europa.supply.supply_status import in_supply
from maps.hexgrid import Hex
from oob.model import UnitId

WITHDRAWN = "withdrawn "
"""What begins the note, in :attr:`Theatre.used`, of how many units of a kind have gone."""


# Conversions


def open_conversions(pos: Position, side: str) -> tuple[Conversion, ...]:
    """Conversions a side may make now: from their turn on, once (BF-29D.1)."""
    return tuple(
        entry
        for entry in pos.context.figures.schedule.conversions
        if entry.turn <= pos.state.turn
        and pos.piece(entry.new).at == PENDING
        and pos.side(entry.new) == side
        and pos.nation(entry.new) not in pos.state.surrendered
    )


def ready(pos: Position, unit: UnitId) -> bool:
    """True for a unit that may convert: supplied and free of enemy zones (BF-29D.2), in a city
    where the title says so (FE-34D.1).
    """
    supplied = free(pos, unit) and in_supply(pos, unit) and not _outside(pos, unit)
    return supplied and pos.bars_conversion(unit) is None


def _outside(pos: Position, unit: UnitId) -> bool:
    """Whether a unit is not in the city that it needs to convert."""
    at = pos.piece(unit).at
    needed = pos.context.charts.replacements.convert_in_city
    return bool(needed) and isinstance(at, Hex) and not pos.context.city_rank(at)


def wanted(pos: Position, units: tuple[UnitId, ...]) -> Counter[Kind]:
    """How many units of each kind an entry speaks of; points of position antiaircraft."""
    found = Counter[Kind]()
    for unit in units:
        found[kind_of(pos.context, unit)] += weight(pos.context, unit)
    return found


def groups(pos: Position, entry: Conversion) -> Iterator[tuple[UnitId, ...]]:
    """The units that could be given up for an entry: of its kinds, in one place (BC-22B.3)."""
    kinds = wanted(pos, entry.old)
    fit = [unit for kind in kinds for unit in alike(pos, kind) if ready(pos, unit)]
    by_place: dict[object, list[UnitId]] = {}
    for unit in fit:
        by_place.setdefault(pos.piece(unit).at, []).append(unit)
    for stack in by_place.values():
        for some in combinations(stack, len(entry.old)):
            if wanted(pos, some) == kinds:
                yield some


def _conversions(pos: Position, side: str) -> Iterator[Action]:
    for entry in open_conversions(pos, side):
        yield from (do.Convert(units, entry.new) for units in groups(pos, entry))


def convert_objections(pos: Position, frame: Initial, action: do.Convert) -> Iterator[Objection]:
    """What forbids a conversion (BF-29D, BC-22B)."""
    entry = next((e for e in open_conversions(pos, frame.side) if e.new == action.new), None)
    if entry is None:
        text = f"There is no conversion to {pos.called(action.new)} now."
        yield objection(pos, "conversion", text)
        return
    units = action.units
    distinct = len(set(units)) == len(units)
    fit = all(in_play(pos, unit) and whole(pos, unit) for unit in units)
    if not distinct or not fit or wanted(pos, units) != wanted(pos, entry.old):
        names = ", ".join(map(pos.called, entry.old))
        yield objection(pos, "conversion", f"It takes units such as {names}.")
        return
    if len({pos.piece(unit).at for unit in units}) > 1:
        yield objection(pos, "conversion of several units", "They must stand in one hex.")
    for unit in units:
        yield from conversion_objections(pos, unit)


def conversion_objections(pos: Position, unit: UnitId) -> Iterator[Objection]:
    """What keeps a unit from being converted where it stands (BF-29D.2)."""
    called = pos.called(unit)
    if not in_supply(pos, unit):
        yield objection(pos, "conversion conditions", f"{called} is out of supply.")
    if not free(pos, unit):
        text = f"{called} is in an enemy zone of control."
        yield objection(pos, "conversion conditions", text)
    if _outside(pos, unit):
        yield objection(pos, "conversion conditions", f"{called} is in no city.")
    barred = pos.bars_conversion(unit)
    if barred is not None:
        yield barred


def convert(pos: Position, _frame: Initial, action: do.Convert, transition: Work) -> None:
    """The new unit takes the place of the old, which never come back (BF-29D.3)."""
    at = pos.piece(action.units[0]).at
    for unit in action.units:
        bury(transition, unit, forever=True)
    entry = next(one for one in pos.context.figures.schedule.conversions if one.new == action.new)
    made = (action.new, *entry.also)
    for unit in made:
        steps = pos.context.units[unit].steps
        transition.state = transition.state.with_piece(unit, at=at, steps=steps, marks=frozenset())
        if pos.context.charts.replacements.convert_idle:
            use(transition, CONVERTED + unit, 1)
    rule = pos.context.cite("conversion")
    transition.tell("converted", rule, units=action.units, made=made, at=at)


# Withdrawals


def _key(kind: Kind) -> str:
    return WITHDRAWN + " ".join(kind)


def owed(pos: Position, side: str) -> Counter[Kind]:
    """How many units of each kind a side must still withdraw in this phase (BF-29C.1)."""
    found: Counter[Kind] = Counter()
    for entry in pos.context.figures.schedule.withdrawals:
        if _due(pos, entry):
            found += wanted(pos, tuple(u for u in entry.units if pos.side(u) == side))
    for kind in list(found):
        found[kind] -= pos.state.used.get(_key(kind), 0)
    return +found


def _due(pos: Position, entry: Withdrawal) -> bool:
    return first_turn(pos, entry.turn, entry.after_entry) == pos.state.turn


def leaving(pos: Position, kind: Kind) -> tuple[UnitId, ...]:
    """The units that may be withdrawn for a kind: supplied and free ones if there are any, or any
    where the title says so (BF-29C.1, FE-34C.1).
    """
    every = tuple(unit for unit in alike(pos, kind) if pos.may_leave(unit))
    if pos.context.charts.replacements.withdraw_any:
        return every
    return tuple(unit for unit in every if ready(pos, unit)) or every


def any_leaves(pos: Position, kind: Kind) -> bool:
    """Whether any unit may be withdrawn for a kind."""
    return any(map(pos.may_leave, alike(pos, kind)))


def _withdrawals(pos: Position, side: str) -> Iterator[Action]:
    for kind, count in owed(pos, side).items():
        fit = (unit for unit in leaving(pos, kind) if weight(pos.context, unit) <= count)
        yield from map(do.WithdrawUnit, fit)


def withdraw_objections(
    pos: Position, frame: Initial, action: do.WithdrawUnit
) -> Iterator[Objection]:
    """What forbids withdrawing a unit (BF-29C.1)."""
    unit, kind = action.unit, kind_of(pos.context, action.unit)
    due, points = owed(pos, frame.side)[kind], weight(pos.context, unit)
    if pos.side(unit) != frame.side or not due:
        text = f"No unit such as {pos.called(unit)} is to be withdrawn now."
        yield objection(pos, "withdrawal", text)
    elif unit not in tuple(alike(pos, kind)):
        yield objection(pos, "withdrawal", f"{pos.called(unit)} is not in play at full strength.")
    elif unit not in leaving(pos, kind):
        text = "Another such unit is supplied and free of enemy zones of control: it goes first."
        yield objection(pos, "withdrawal", text)
    elif points > due:
        text = f"{counted(due, 'point goes', 'points go')}: split {pos.called(unit)} first."
        yield objection(pos, "withdrawal", text)


def count_withdrawn(pos: Position, transition: Work, unit: UnitId) -> None:
    """Note that a unit has gone in place of one that is to be withdrawn."""
    use(transition, _key(kind_of(pos.context, unit)), weight(pos.context, unit))


def withdraw(pos: Position, _frame: Initial, action: do.WithdrawUnit, transition: Work) -> None:
    """Take the unit out of the game; that is no loss."""
    count_withdrawn(pos, transition, action.unit)
    bury(transition, action.unit, forever=True)
    transition.tell("withdrawn", pos.context.cite("withdrawal"), unit=action.unit)


def end_objections(pos: Position, frame: Initial) -> Iterator[Objection]:
    """A withdrawal that can be made must be."""
    for kind in owed(pos, frame.side):
        able = leaving(pos, kind)
        for unit in able[:1]:
            text = f"A unit such as {pos.called(unit)} must be withdrawn first."
            yield objection(pos, "withdrawal", text, units=tuple(able))


def close(pos: Position, frame: Initial, transition: Work) -> None:
    """Withdrawals that could not be made cost victory points (BF-29C.2)."""
    fine = pos.context.charts.replacements.failed_withdrawal
    for kind, count in owed(pos, frame.side).items() if fine else ():
        rule = pos.context.cite("withdrawal failed")
        text = f"no {' '.join(kind)} to withdraw"
        award(transition, frame.side, -fine * count, text, rule)


def families(pos: Position, frame: Initial) -> list[Family]:
    """Conversions and withdrawals open to a side."""
    found = []
    if open_conversions(pos, frame.side):
        found.append(
            Family("convert", "Conversion", partial(_conversions, pos, frame.side), weight=3)
        )
    if owed(pos, frame.side):
        found.append(
            Family("withdraw", "Withdrawal", partial(_withdrawals, pos, frame.side), weight=8)
        )
    return found


ANSWERS = (
    Answer(do.Convert, convert_objections, convert),
    Answer(do.WithdrawUnit, withdraw_objections, withdraw),
)
