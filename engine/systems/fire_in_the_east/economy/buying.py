"""Replacing eliminated units and rebuilding cadres with replacement points (FE-34B)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family, by_unit
from engine.core.wording import counted
from engine.systems.europa.production.arrivals import put
from engine.systems.europa.production.bills import Bill, pay, short, written
from engine.systems.europa.production.turns import by_rounds, connected
from engine.systems.europa.state import kinds
from engine.systems.europa.state.common import use
from engine.systems.europa.state.constants import ALLIED, DEAD, HALF, PENDING, other
from engine.systems.europa.state.kinds import free, in_play
from engine.systems.europa.state.records import Initial
from engine.systems.europa.supply.supply_status import in_supply
from engine.systems.fire_in_the_east.economy import purses
from engine.systems.fire_in_the_east.economy.actions import BuyStrength, BuyUnit, Form
from engine.systems.fire_in_the_east.economy.charts import DistrictRow, QuotaRow, RaisedRow
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, look
from engine.systems.fire_in_the_east.state.rails import ENTERED
from maps.hexgrid import Hex
from oob.model import UnitId

PLACED = "replaced in "
"""What begins the note, in :attr:`Theatre.used`, of how many units came by a district to a city."""


class Choice(NamedTuple):
    """What may be chosen for a unit: what pays for it, where it comes, in which form."""

    purse: str
    target: Hex
    form: Form


# Which units, and how many


def fragile(context: EastContext, unit: UnitId) -> bool:
    """Whether a unit is a division that is neither replaced nor rebuilt (FE-34E6.1)."""
    found = context.units[unit]
    return found.steps > 1 and found.nation in context.charts.quotas.fragile


def quota(context: EastContext, unit: UnitId) -> QuotaRow | None:
    """The limit a unit counts against, None for one without."""
    rows = context.charts.quotas.rows
    return next((row for row in rows if purses.speaks_of(context, row.units, unit)), None)


def size(pos: EastPosition, row: QuotaRow, unit: UnitId, form: Form) -> int:
    """What a unit counts against a limit: half REs, or one."""
    return 1 if row.measure == "units" else pos.context.facts(unit, steps(pos, unit, form)).halves


def left(pos: EastPosition, row: QuotaRow, nation: str) -> int:
    """What a limit leaves a nation at present: half REs, or units (FE-34B1.8, 34B2.13)."""
    most = row.most if row.measure == "units" else row.most * HALF
    return most - sum(pos.state.bought.get(_note(row, nation, turn), 0) for turn in _span(pos, row))


def _span(pos: EastPosition, row: QuotaRow) -> Iterable[int]:
    """The turns that count against a limit: those of the month, or so many up to this one."""
    now = pos.state.turn
    if row.turns:
        return range(now - row.turns + 1, now + 1)
    month = pos.context.calendar.month
    return [turn for turn in range(1, now + 1) if month(turn) == month(now)]


def _note(row: QuotaRow, nation: str, turn: int) -> str:
    return f"{row.id}, {nation}, {turn}"


def barred(pos: EastPosition, unit: UnitId) -> Objection | None:
    """Why nothing brings a unit back, None when points may."""
    context = pos.context
    if fragile(context, unit):
        text = f"{pos.called(unit)} is a fragile division: it is not replaced."
        return Objection("FE-34E6.1", text)
    if pos.nation(unit) == context.charts.districts.nation:
        row = raised_by(context, unit)
        if row is not None and not row.districts:
            return Objection(row.rule, f"{pos.called(unit)} is never replaced.")
    elif not context.charts.allotments.home(pos.nation(unit)):
        return Objection(
            "FE-34B1.2", f"{pos.called(unit)} belongs to a nation without replacements."
        )
    return None


def _replaceable(pos: EastPosition) -> frozenset[UnitId]:
    """The units that points may bring back; worked out once a game, for nothing that bars them
    changes.
    """

    def work() -> frozenset[UnitId]:
        return frozenset(unit for unit in pos.context.units if barred(pos, unit) is None)

    return pos.context.shared.once("replaceable", (), work)


def pooled(pos: EastPosition) -> tuple[UnitId, ...]:
    """Units of the replacement pool: they have not come in yet, and only points bring them
    (FE-34E5.1).
    """
    rows = (row for row in pos.context.figures.pool if row.turn <= pos.state.turn)
    return tuple(u for row in rows for u in row.units if pos.piece(u).at == PENDING)


def fallen(pos: EastPosition, side: str) -> tuple[UnitId, ...]:
    """A side's eliminated units that points could bring back, and those of its pool."""

    def found() -> tuple[UnitId, ...]:
        able, owners = _replaceable(pos), pos.standing.owners
        dead = (*pos.boxed(DEAD), *pooled(pos))
        return tuple([unit for unit in dead if unit in able and owners[unit] == side])

    return pos.once(("fallen", side), found)


# What it costs


def steps(pos: EastPosition, unit: UnitId, form: Form) -> int:
    """The steps a unit comes back with."""
    return 1 if form is Form.CADRE else pos.context.units[unit].steps


def bills(pos: EastPosition, unit: UnitId, infantry: int, armor: int) -> tuple[Bill, ...]:
    """The ways to pay half points for something that a unit needs, whether or not there are
    enough.
    """
    nation, chart = pos.nation(unit), pos.context.charts.districts
    if nation != chart.nation:
        parts = {purses.INFANTRY: infantry, purses.ARMOR: armor}
        used = {kind: count for kind, count in parts.items() if count}
        keys = {purses.purse(nation, kind): count for kind, count in used.items()}
        return (Bill(" and ".join(used), keys),)
    found = []
    if armor:
        found.append(purses.armory(chart))
        found += [purses.stock(chart, row) for row in chart.factories if row.hex]
    else:
        for row in chart.rows:
            if raises(pos, row, unit):
                found.append(purses.pool(chart, row))
                found += [purses.own_pool(chart, city) for city in row.cities]
    return tuple(Bill(short(key), {key: infantry + armor}) for key in found)


def price(pos: EastPosition, unit: UnitId, form: Form) -> tuple[Bill, ...]:
    """The ways to pay for a unit that was eliminated (FE-34B.3)."""
    upgraded = unit in pos.state.upgraded
    costs = purses.cost(pos.context, unit, steps(pos, unit, form), upgraded=upgraded)
    return pos.shared(("bills", unit, *costs), (), lambda: bills(pos, unit, *costs))


def raises(pos: EastPosition, row: DistrictRow, unit: UnitId) -> bool:
    """Whether a district replaces units such as one: cavalry, mountain, ski and winterized units
    have districts of their own (FE-34B2.12, 34B2.16 to 34B2.18).
    """
    found = raised_by(pos.context, unit)
    return found is None or row.id in found.districts


def raised_by(context: EastContext, unit: UnitId) -> RaisedRow | None:
    """The row that says which districts replace a unit; None where all do."""
    rows = context.charts.quotas.raised
    return next((row for row in rows if purses.speaks_of(context, row.units, unit)), None)


# Where it comes


def homes(pos: EastPosition, unit: UnitId, purse: str, form: Form) -> tuple[Hex, ...]:
    """Where a unit may appear that some points pay for, within the stacking limit."""
    facts = pos.context.facts(unit, steps(pos, unit, form))
    key = ("homes", purse, pos.nation(unit), facts.divisional, facts.artillery)
    return pos.once(key, lambda: _homes(pos, unit, purse, form))


def _homes(pos: EastPosition, unit: UnitId, purse: str, form: Form) -> tuple[Hex, ...]:
    chart, nation = pos.context.charts.districts, pos.nation(unit)
    roomy = _roomy(pos, unit, form)
    if nation != chart.nation:
        return roomy(_spots(pos, pos.context.charts.allotments.home(nation)))
    row, city = purses.payers(pos).get(purse, (None, None))
    if row is None:
        return roomy(_at_factories(pos, purse))
    if city is None:
        return _by_district(pos, unit, row, roomy(purses.cities(pos, row)))
    return roomy(purses.kept(pos, purses.hexes(pos, city)))


def _at_factories(pos: EastPosition, purse: str) -> Iterator[Hex]:
    """Where a unit appears that armor points pay for: at the factories that the purse is of."""
    chart = pos.context.charts.districts
    common = short(purses.armory(chart))
    for factory in chart.factories:
        if not purses.working(pos, factory):
            continue
        if not purses.on_map(pos, factory):
            if purse == common:
                yield from _spots(pos, chart.place)
        elif purse == (
            short(purses.stock(chart, factory)) if purses.cut_off(pos, factory) else common
        ):
            yield pos.context.hex_of(factory.hex)


def _spots(pos: EastPosition, place: str) -> tuple[Hex, ...]:
    hexes = tuple([at for at in pos.place_hexes(place) if isinstance(at, Hex)])
    return pos.context.within_field(hexes)


def _roomy(
    pos: EastPosition, unit: UnitId, form: Form
) -> Callable[[Iterable[Hex]], tuple[Hex, ...]]:
    """What finds, of some hexes, the friendly-owned ones with room for a unit; an enemy zone of
    control does not matter (FE-34A.1, 34A2.2).
    """
    side = pos.side(unit)
    ours, theirs = pos.owned(side), pos.held[other(side)]

    def found(hexes: Iterable[Hex]) -> tuple[Hex, ...]:
        free = dict.fromkeys([at for at in hexes if at in ours and at not in theirs])
        tight = {at for at in free if pos.tight(side, at)}
        back = _back(pos, unit, form) if tight else pos
        return tuple([at for at in free if at not in tight or back.fits(at, (unit,))])

    return found


def _back(pos: EastPosition, unit: UnitId, form: Form) -> EastPosition:
    """The position with the steps that a unit comes back with."""

    def work() -> EastPosition:
        return look(pos.context, pos.state.with_piece(unit, steps=steps(pos, unit, form)))

    return pos.once(("back", unit, form), work)


def _by_district(
    pos: EastPosition, unit: UnitId, row: DistrictRow, hexes: tuple[Hex, ...]
) -> tuple[Hex, ...]:
    """Of the cities of a district with room those that are not isolated, by turns like its
    reinforcements; off the map the edge that its units enter by (FE-34B2.5, 34B2.10).
    """
    if row.away:
        return hexes
    bit, joined, used = pos.context.supply_graph.bits.bit, connected(pos, ALLIED), pos.state.used
    notes = _notes(pos, row)
    served = {at: used[notes[at]] for at in hexes if notes[at] in used}
    return by_rounds(pos, unit, [at for at in hexes if bit[at] & joined], served)


def _notes(pos: EastPosition, row: DistrictRow) -> Mapping[Hex, str]:
    """The notes of how many units came by a district to each of its cities."""
    number, cities, key = pos.context.number, purses.cities(pos, row), ("city notes", row.id)
    return pos.shared(key, (), lambda: {at: f"{PLACED}{row.id}, {number(at)}" for at in cities})


# Replacing


def forms(pos: EastPosition, unit: UnitId) -> tuple[Form, ...]:
    """The forms a unit may come back in."""
    return (Form.WHOLE, Form.CADRE) if pos.context.units[unit].steps > 1 else (Form.WHOLE,)


def choices(pos: EastPosition, unit: UnitId) -> tuple[Choice, ...]:
    """What may be chosen for an eliminated unit now."""
    found = []
    row = quota(pos.context, unit)
    for form in forms(pos, unit):
        if row is not None and size(pos, row, unit, form) > left(pos, row, pos.nation(unit)):
            continue
        for bill in price(pos, unit, form):
            if bill.covered(pos.state):
                spots = homes(pos, unit, bill.purse, form)
                found += [Choice(bill.purse, at, form) for at in spots]
    return tuple(found)


def _bought(unit: UnitId, choice: Choice) -> BuyUnit:
    return BuyUnit(unit, choice.target, choice.purse, choice.form)


def objections(pos: EastPosition, frame: Initial, action: BuyUnit) -> Iterator[Objection]:
    """What forbids bringing an eliminated unit back."""
    unit, called = action.unit, pos.called(action.unit)
    gone = pos.piece(unit).at == DEAD or unit in pooled(pos)
    if not gone or pos.side(unit) != frame.side:
        yield Objection("FE-34B.1", f"{called} is not among your eliminated units.")
        return
    ban = barred(pos, unit)
    if ban is not None:
        yield ban
        return
    if action.form not in forms(pos, unit):
        yield Objection("FE-34B.3", f"{called} has no cadre.")
        return
    yield from _quota_objections(pos, action)
    yield from _purse_objections(pos, unit, action.purse, price(pos, unit, action.form))
    if action.target not in homes(pos, unit, action.purse, action.form):
        rule = (
            "FE-34B1.3" if pos.nation(unit) != pos.context.charts.districts.nation else "FE-34B2.5"
        )
        text = f"{called} does not appear in {pos.label(action.target)} for these points."
        yield Objection(rule, text)


def _quota_objections(pos: EastPosition, action: BuyUnit) -> Iterator[Objection]:
    row = quota(pos.context, action.unit)
    if row is None:
        return
    if size(pos, row, action.unit, action.form) > left(pos, row, pos.nation(action.unit)):
        yield _spent(row)


def _spent(row: QuotaRow) -> Objection:
    """A limit that leaves nothing."""
    when = counted(row.turns, "turn") if row.turns else "a month"
    unit = "RE" if row.measure == "REs" else "unit"
    return Objection(row.rule, f"No more than {row.most} {unit} of {row.id} is replaced in {when}.")


def _purse_objections(
    pos: EastPosition, unit: UnitId, purse: str, found: tuple[Bill, ...]
) -> Iterator[Objection]:
    bill = next((one for one in found if one.purse == purse), None)
    if bill is not None:
        if not bill.covered(pos.state):
            text = f"{pos.called(unit)} costs {written(bill)}, which you do not have."
            yield Objection("FE-34B.2", text)
        return
    soviet = pos.nation(unit) == pos.context.charts.districts.nation
    row = raised_by(pos.context, unit) if soviet else None
    if row is not None and purse.startswith(purses.INFANTRY):
        alone = ", ".join(row.districts)
        text = f"{pos.called(unit)} is replaced in these districts alone: {alone}."
        yield Objection(row.rule, text)
        return
    rule = "FE-34B2.2" if soviet else "FE-34B1.6"
    text = f"Points of the kind '{purse}' do not replace {pos.called(unit)}."
    yield Objection(rule, text)


def buy(pos: EastPosition, _frame: Initial, action: BuyUnit, transition: Work) -> None:
    """Pay, count against what is limited, and place the unit like a reinforcement."""
    unit, form = action.unit, action.form
    pay(transition, _bill(price(pos, unit, form), action.purse))
    row = quota(pos.context, unit)
    if row is not None:
        key = _note(row, pos.nation(unit), pos.state.turn)
        count = pos.state.bought.get(key, 0) + size(pos, row, unit, form)
        transition.set(bought={**pos.state.bought, key: count})
    chart, at = pos.context.charts.districts, action.target
    for district in chart.rows:
        if action.purse == short(purses.pool(chart, district)) and isinstance(at, Hex):
            use(transition, _notes(pos, district)[at], 1)
    put(pos.context, transition, unit, at, steps=steps(pos, unit, form))
    if unit in pos.state.upgraded:
        face = pos.context.charts.upgrades.face
        transition.state = transition.state.with_piece(unit, mode=face)
    if _from_the_east(pos, action):
        use(transition, ENTERED + unit, 1)
    transition.tell("replaced", "FE-34B.3", unit=unit, at=at, form=form.value)


def _from_the_east(pos: EastPosition, action: BuyUnit) -> bool:
    """Whether a replaced unit enters from the eastern districts or from factories in the Urals
    (FE-34B2.10).
    """
    chart = pos.context.charts.districts
    inside = action.target in _spots(pos, chart.place)
    return inside and action.purse in map(short, purses.eastern(chart))


def _bill(found: tuple[Bill, ...], purse: str) -> Bill:
    return next(one for one in found if one.purse == purse)


# Rebuilding


def cadres(pos: EastPosition, side: str) -> tuple[UnitId, ...]:
    """A side's divisions in play that show their cadre and may be rebuilt."""
    able = _replaceable(pos)
    return tuple([unit for unit in kinds.cadres(pos, side) if unit in able])


def mending(pos: EastPosition, unit: UnitId) -> tuple[Bill, ...]:
    """The ways to pay for what a cadre lacks (FE-34B.4)."""
    whole, cadre = (purses.cost(pos.context, unit, steps(pos, unit, form)) for form in Form)
    return bills(pos, unit, whole[0] - cadre[0], whole[1] - cadre[1])


def payers(pos: EastPosition, unit: UnitId) -> tuple[str, ...]:
    """The points that could rebuild a cadre."""
    return tuple(bill.purse for bill in mending(pos, unit) if bill.covered(pos.state))


def rebuild_objections(
    pos: EastPosition, frame: Initial, action: BuyStrength
) -> Iterator[Objection]:
    """What forbids rebuilding a cadre (FE-34B.4)."""
    unit, at = action.unit, pos.piece(action.unit).at
    called = pos.called(unit)
    reduced = pos.piece(unit).steps < pos.context.units[unit].steps
    if not (reduced and in_play(pos, unit) and pos.side(unit) == frame.side):
        yield Objection("FE-34B.4", f"{called} is no cadre of yours in play.")
        return
    ban = barred(pos, unit)
    if ban is not None:
        yield ban
        return
    if not isinstance(at, Hex) or not pos.context.city_rank(at):
        yield Objection("FE-34B.4", f"{called} is in no city.")
    if not in_supply(pos, unit):
        yield Objection("FE-34B.4", f"{called} is out of supply.")
    special = pos.ill_fed(unit)
    if special is not None:
        yield special
    if not free(pos, unit):
        yield Objection("FE-34B.4", f"{called} is in an enemy zone of control.")
    if not _room_to_grow(pos, unit):
        yield Objection("FE-8B.1", f"{pos.label(at)} has no room for {called} at full strength.")
    yield from _purse_objections(pos, unit, action.purse, mending(pos, unit))


def _room_to_grow(pos: EastPosition, unit: UnitId) -> bool:
    at = pos.piece(unit).at
    whole = pos.state.with_piece(unit, steps=pos.context.units[unit].steps)
    return not isinstance(at, Hex) or look(pos.context, whole).fits(at, (unit,))


def rebuild(pos: EastPosition, _frame: Initial, action: BuyStrength, transition: Work) -> None:
    """Pay, and flip the cadre; it moves and attacks as usual (FE-34B.5)."""
    unit = action.unit
    pay(transition, _bill(mending(pos, unit), action.purse))
    transition.state = transition.state.with_piece(unit, steps=pos.context.units[unit].steps)
    transition.tell("rebuilt", "FE-34B.4", unit=unit)


# What is offered


def families(pos: EastPosition, frame: Initial) -> tuple[Family, ...]:
    """Replacing and rebuilding, in a side's initial phase."""
    side = frame.side
    if not rich(pos, side):
        return ()
    found = []
    if fallen(pos, side):
        found.append(
            by_unit(
                "buy unit",
                "Replacement",
                lambda: fallen(pos, side),
                lambda unit: choices(pos, unit),
                _bought,
            )
        )
    if cadres(pos, side):
        found.append(
            by_unit(
                "buy strength",
                "Rebuild a cadre",
                lambda: cadres(pos, side),
                lambda unit: payers(pos, unit),
                BuyStrength,
            )
        )
    return tuple(found)


def rich(pos: EastPosition, side: str) -> bool:
    """Whether a side has any points."""
    nations = pos.context.nations_of(side)
    return any(
        count and key.partition(" ")[0] in nations for key, count in pos.state.points.items()
    )


def held(pos: EastPosition) -> Mapping[str, int]:
    """The points there are, by purse in the order of the charts, in halves."""
    held = pos.state.points
    return {key: held[key] for key in purses.every(pos.context) if held.get(key)}


ANSWERS = (Answer(BuyUnit, objections, buy), Answer(BuyStrength, rebuild_objections, rebuild))
"""The decisions."""
