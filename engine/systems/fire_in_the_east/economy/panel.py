"""The panel of replacements: points there are, what limits leave, what is to come; and what points
an action takes or brings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from engine.core.actions import Action
from engine.core.view.display import Display, Row
from engine.core.wording import counted, halved, list_words, with_noun
from engine.rules.combat.actions import AddStack, TakeLoss
from engine.rules.combat.battles import fought
from engine.rules.naval.voyages import Ship
from engine.systems.europa.combat import strength
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.combat.combat_phase import FORMING
from engine.systems.europa.movement import engineering, transport
from engine.systems.europa.movement.move_actions import BreakRail, RailMove, StrategicMove
from engine.systems.europa.production import construction
from engine.systems.europa.production.bills import Bill, short, strength_price
from engine.systems.europa.production.initial_actions import BeginWork, Convert, Labour
from engine.systems.europa.production.turns import unisolated
from engine.systems.europa.state.constants import ALLIED, NEUTRAL, SIDES
from engine.systems.europa.view.panels import rows_later
from engine.systems.fire_in_the_east.economy import (
    buying,
    capital,
    factories,
    forfeits,
    leaving,
    purses,
)
from engine.systems.fire_in_the_east.economy.actions import (
    BuyStrength,
    BuyUnit,
    Disband,
    MoveCapital,
    RaiseGuards,
    ReceiveConvoy,
    TransferFactory,
    Upgrade,
    WithdrawFallen,
    WithdrawMilitia,
)
from engine.systems.fire_in_the_east.economy.charts import FactoryRow
from engine.systems.fire_in_the_east.economy.making import raising
from engine.systems.fire_in_the_east.resources.actions import RaiseCapacity
from engine.systems.fire_in_the_east.sea import panel as naval
from engine.systems.fire_in_the_east.sea.actions import SailShip
from engine.systems.fire_in_the_east.sea.shipping import convoys
from engine.systems.fire_in_the_east.state.position import EastPosition
from engine.systems.fire_in_the_east.works.actions import WorkTogether, WorkWithWorkers
from maps.hexgrid import Hex
from oob.model import UnitId

GENERAL_POOL = "General pool"
"""What the armor points of all factories that are not cut off go into (FE-34B2.3)."""


def displays(pos: EastPosition) -> Iterator[Display]:
    """The panel, where the scenario has replacements."""
    if pos.context.figures.replacements:
        held = buying.held(pos)
        summary = _by_side(pos, held)
        rows = rows_later(pos, _points)
        yield Display("replacements", "Replacement points", rows, summary)
        yield Display("factories", "Factories and capital", rows_later(pos, _industry))


def _by_side(pos: EastPosition, held: Mapping[str, int]) -> str:
    """The points of each side that has any: nobody spends those of both."""
    totals = dict.fromkeys(SIDES, 0)
    for key, count in held.items():
        totals[pos.context.charts.nations.row(key.partition(" ")[0]).side] += count
    names = pos.context.side_names
    return ", ".join(f"{names[side]} {halved(many)}" for side, many in totals.items() if many)


def _points(pos: EastPosition) -> tuple[Row, ...]:
    """The points there are, who waits for them, what limits leave, and what is to come."""
    return (*_held(pos), *_pool(pos), *_limits(pos), *_monthly(pos), *_produced(pos))


def _named(pos: EastPosition, key: str) -> str:
    nation, _, kind = key.partition(" ")
    return f"{pos.context.charts.nations.row(nation).name}, {kind}"


def _held(pos: EastPosition) -> Iterator[Row]:
    yield from _by_district(pos, buying.held(pos), halved, "good")


def _by_district(
    pos: EastPosition, amounts: Mapping[str, int], words: Callable[[int], str], tone: str
) -> Iterator[Row]:
    """Points by nation and kind; those of several districts together, and under that each."""
    kinds: dict[str, dict[str, int]] = {}
    for key, count in amounts.items():
        kind, _, district = key.partition(", ")
        kinds.setdefault(kind, {})[district] = count
    for kind, parts in kinds.items():
        if len(parts) == 1:
            district, count = next(iter(parts.items()))
            name = f"{_named(pos, kind)}, {district}" if district else _named(pos, kind)
            yield Row(name, words(count), tone=tone)
            continue
        yield Row(_named(pos, kind), words(sum(parts.values())), tone=tone)
        for district, count in parts.items():
            yield Row(district or GENERAL_POOL, words(count), tone=tone, depth=1)


def _pool(pos: EastPosition) -> Iterator[Row]:
    """What waits for points: the replacement pool, Guards to be raised, and points forfeited."""
    pooled = buying.pooled(pos)
    if pooled:
        yield Row("Replacement pool", counted(len(pooled), "unit"), units=pooled)
    new = tuple(unit for row in raising.open_rows(pos) for unit in raising.waiting(pos, row))
    if new:
        yield Row("Guards to be raised", counted(len(new), "unit"), units=new)
    for key, count in pos.state.debts.items():
        yield Row(_named(pos, key), f"{halved(count)} forfeited", tone="bad")


def _limits(pos: EastPosition) -> Iterator[Row]:
    """What a limit leaves that something has been used of."""
    used = {key.rpartition(", ")[0] for key in pos.state.bought}
    for row in pos.context.charts.quotas.rows:
        for nation in row.units.nations:
            if f"{row.id}, {nation}" not in used:
                continue
            free = buying.left(pos, row, nation)
            count = f"{free}" if row.measure == "units" else with_noun(halved(free), "RE")
            name = f"{pos.context.charts.nations.row(nation).name}, {row.id}"
            yield Row(name, f"{count} left", tone="" if free else "bad")


def _monthly(pos: EastPosition) -> Iterator[Row]:
    """The next points that the calendar gives to the Axis."""
    rows = pos.context.charts.allotments.rows
    begun = pos.state.turn + (pos.state.active != NEUTRAL)
    coming = next((row for row in rows if row.turn >= begun), None)
    if coming is None:
        return
    when = pos.context.turn_name(coming.turn)
    for kind, amounts in ((purses.INFANTRY, coming.infantry), (purses.ARMOR, coming.armor)):
        for nation, count in amounts.items():
            name = _named(pos, purses.purse(nation, kind))
            yield Row(name, f"+{count} on {when}", tone="muted")


def _produced(pos: EastPosition) -> Iterator[Row]:
    """What Soviet cities and factories give a turn as things stand."""
    chart = pos.context.charts.districts
    first = max(chart.first, pos.state.turn + 1)
    since = f"from {pos.context.turn_name(first)} on" if first == chart.first else "a turn"
    yield from _by_district(pos, purses.income(pos), lambda count: f"+{count} {since}", "muted")


def _industry(pos: EastPosition) -> Iterator[Row]:
    """The capital, and each factory with where it is."""
    seat = capital.place(pos)
    at = seat if isinstance(seat, Hex) else None
    where = pos.label(seat) if seat is not None else "captured"
    yield Row("Soviet capital", where, hex=at, tone="now" if seat is not None else "bad")
    for row in pos.context.charts.districts.factories:
        at = pos.context.hex_of(row.hex) if purses.on_map(pos, row) else None
        yield Row(f"Factory of {row.id}", _status(pos, row, at), hex=at)


def _status(pos: EastPosition, row: FactoryRow, at: Hex | None) -> str:
    """Where a factory is, in words."""
    refuge = pos.context.charts.transfers.refuge
    if row.id in pos.state.ruined:
        return "destroyed"
    if at is None:
        due = pos.state.moved.get(row.id, 0)
        coming = due > pos.state.turn
        return f"{refuge}, from {pos.context.turn_name(due)} on" if coming else refuge
    if not purses.working(pos, row):
        return "in enemy hands"
    if purses.cut_off(pos, row):
        return "cut off"
    if not factories.able(pos, row):
        return "at work"
    first = pos.context.charts.transfers.first
    later = "" if pos.state.turn >= first else f" from {pos.context.turn_name(first)} on"
    return f"can be transferred{later}"


# Menu lines


def promised(pos: EastPosition, action: Action) -> str:
    """What an action takes or brings in points and otherwise, as the end of its menu line; '' for
    others.
    """
    words = ""
    match action:
        case BeginWork():
            return construction.spot(pos, action)
        case Labour():
            return engineering.terms(pos, action)
        case WorkTogether():
            job = action.unit, action.task, action.amount
            return engineering.done_for(pos, *job, halves=True, each=" each")
        case WorkWithWorkers():
            job = action.unit, action.task, action.amount
            return engineering.done_for(pos, *job, halves=True)
        case SailShip():
            return naval.promised(pos, action)
        case RailMove() | StrategicMove() | BreakRail():
            return transport.terms(pos, action)
        case Ship():
            return convoys.terms(pos, action)
        case RaiseCapacity():
            net = next(row for row in pos.context.charts.resources.rows if row.id == action.net)
            words = f"{counted(net.step, 'RE')} more in this turn"
        case AddStack():
            words = _idlers(pos, action.origin)
        case TakeLoss():
            words = _loss(pos, action.unit)
        case BuyUnit():
            words = _billed(pos, buying.price(pos, action.unit, action.form), action.purse)
        case BuyStrength():
            words = _billed(pos, buying.mending(pos, action.unit), action.purse)
        case Upgrade():
            face = pos.context.charts.upgrades.face
            shown = [one for one in pos.context.units[action.unit].faces if one.label == face]
            words = ", ".join((*(one.ratings() for one in shown), "idle in this turn"))
        case WithdrawFallen():
            words = _fined(pos, action.unit)
        case Disband():
            words = counted(strength_price(pos.facts(action.unit)), "point")
        case WithdrawMilitia():
            words = counted(leaving.worth(pos, action.unit), "point")
        case Convert():
            words = f"{pos.context.units[action.new].faces[0].ratings()}, idle in this turn"
        case RaiseGuards():
            count = raising.balance(pos, action.unit, action.new)
            ratings = pos.context.units[action.new].faces[0].ratings()
            worth = f"{counted(abs(count), 'point')} {'gained' if count > 0 else 'paid'}"
            words = f"{ratings}, {worth if count else 'for no points'}, idle in this turn"
        case ReceiveConvoy() if not unisolated(pos, ALLIED, action.target):
            words = "cut off"
        case TransferFactory():
            chart = pos.context.charts.transfers
            until = pos.context.turn_name(pos.state.turn + chart.delay)
            words = f"{counted(chart.size, 'RE')} by rail, at work again from {until} on"
        case MoveCapital() if dear := capital.points(pos, action.target):
            words = f"{counted(dear, 'victory point')} to the Axis"
    return words and f" ({words})"


def _idlers(pos: EastPosition, origin: Hex) -> str:
    """Who of a stack would join an attack and add nothing to it, such as trucks (FE-9G.1)."""
    frame = fought(pos.state, Battle)
    units = FORMING.joining(pos, frame.battle, origin) if frame is not None else ()
    facts = ((unit, pos.facts(unit)) for unit in units)
    idle = [u for u, one in facts if not (one.attack or one.points or one.headquarters)]
    if not idle or len(idle) == len(units):
        return ""
    if idle[1:]:
        return f"{counted(len(idle), 'unit')} add nothing"
    return f"{pos.called(idle[0])} adds nothing"


def _loss(pos: EastPosition, unit: UnitId) -> str:
    """What a unit counts for as a loss of the battle."""
    frame = fought(pos.state, Battle)
    if frame is None:
        return ""
    attacking = pos.side(unit) == frame.battle.side
    return counted(strength.worth(pos, unit, attacking=attacking), "point")


def _fined(pos: EastPosition, unit: UnitId) -> str:
    """The points that go with an eliminated unit, now or from those to come."""
    words = []
    for key, cost in forfeits.fine(pos, unit).items():
        nation = pos.context.charts.nations.row(key.partition(" ")[0]).name
        words.append(f"{with_noun(halved(cost), f'{short(key)} point')} of {nation}")
    return list_words(words)


def _billed(pos: EastPosition, found: Iterable[Bill], purse: str) -> str:
    """What a purse pays and has, the purse behind it where it is not all of a nation's: ``4 of 12
    infantry points, Riga``, ``4 of 16 infantry and 2 of 5 armor points``.
    """
    parts = next((bill.parts for bill in found if bill.purse == purse), {})
    words, where = [], ""
    for number, (key, cost) in enumerate(parts.items(), 1):
        kind, _, where = short(key).partition(", ")
        have = halved(pos.state.points.get(key, 0))
        last = with_noun(have, f"{kind} point") if number == len(parts) else f"{have} {kind}"
        words.append(f"{halved(cost)} of {last}")
    return list_words(words) + (f", {where}" if where else "")
