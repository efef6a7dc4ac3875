"""A battle by the declared table: strengths, what bears on it, the column, exact chances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from engine.core.view.display import Modifier
from engine.core.view.outlook import Plan, Result, Strength
from engine.core.wording import PER_CENT, counted
from engine.frozen import dataclass
from engine.rules.combat.modifiers import Influence, Ledger
from engine.systems.by_hand.actions import Resolve
from engine.systems.by_hand.charts.battle import (
    Aim,
    CombatChart,
    CombatKind,
    FireDice,
    ModifierRow,
    ResultRow,
    Value,
    VolleyRow,
    When,
    Whose,
)
from engine.systems.by_hand.charts.costs import part_of
from engine.systems.by_hand.position import HandPosition
from engine.systems.by_hand.volleys import MOST_DICE, Exchange, Fighter, successes
from maps.hexgrid import Hex, disk
from oob.model import UnitId

Units = tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """A battle worked out: both strengths, the ledger of shifts, and the column.

    ``added`` is added to the dice. For fire ``dice`` is how many are thrown and ``column`` the
    number up to which each hits.
    """

    attack: Fraction
    defense: Fraction
    ledger: Ledger
    column: int
    dice: int = 0
    added: int = 0


class Calculation:
    """One attack on a hex. ``units`` attack; all enemies in the hex defend."""

    def __init__(self, pos: HandPosition, chart: CombatChart, units: Units, target: Hex) -> None:
        self.pos, self.chart = pos, chart
        self.attackers, self.target = units, target
        self.side = pos.owner(units[0]) if units else pos.state.hand
        self.defenders = pos.enemies(target, self.side)
        self._present = {row.id: self._concerned(row) for row in chart.modifiers}
        there = {row.id for row in chart.modifiers if self._applies(row)}
        self._excluded = {
            other for row in chart.modifiers if row.id in there for other in row.excludes
        }
        self.rows = tuple(row for row in chart.modifiers if row.id in there)
        self._later: dict[tuple[UnitId, int], Calculation] = {}

    def strength(self, unit: UnitId) -> Fraction:
        """What one unit counts for in this battle."""
        found = Fraction(1)
        for row in self._factors(unit):
            found = found * row.factor / 100
        defends = unit in self.defenders and self.chart.defends is Value.DEFENSE
        return self.pos.printed(unit, defends=defends) * self.pos.worn(unit) * found

    def _factors(self, unit: UnitId) -> Iterator[ModifierRow]:
        counted = (row for row in self.rows if row.id not in self._excluded)
        return (row for row in counted if row.factor != 100 and unit in self._present[row.id])

    def number(self, unit: UnitId) -> int:
        """The number up to which the dice of a unit hit, where each has its own."""
        value = self.strength(unit) if self.chart.aim is Aim.VALUE else Fraction(self.chart.hits)
        counted = (row for row in self.rows if row.id not in self._excluded)
        shift = sum(row.shift for row in counted if unit in self._present[row.id])
        return value.numerator // value.denominator + shift

    def exchange(self) -> Exchange:
        """The battle by volleys."""
        return Exchange(
            tuple(map(self._fighter, self.attackers)),
            tuple(map(self._fighter, self.defenders)),
            self.chart.exchanges,
            self.chart.faces,
        )

    def _fighter(self, unit: UnitId) -> Fighter:
        screened = self.pos.named(unit, self.chart.screened)
        return Fighter(self.pos.piece(unit).steps, screened, partial(self._fire, unit))

    def _fire(self, unit: UnitId, row: VolleyRow, left: int) -> tuple[int, int]:
        """The dice of a unit in a volley once it has so many steps left, and their number."""
        if (row.of and not self.pos.named(unit, row.of)) or self.pos.named(unit, row.spares):
            return 0, 0
        found = self._worn_down(unit, left)
        if row.fires is FireDice.VALUE:
            value = found.strength(unit)
            dice = value.numerator // value.denominator
        else:
            dice = 1 if row.fires is FireDice.ONE else left
        return dice, found.number(unit)

    def _worn_down(self, unit: UnitId, left: int) -> Calculation:
        """The same battle once a unit has so many steps left."""
        if left == self.pos.piece(unit).steps:
            return self
        if (unit, left) not in self._later:
            state = self.pos.state.with_piece(unit, steps=left)
            later = HandPosition(self.pos.context, state)
            self._later[unit, left] = Calculation(later, self.chart, self.attackers, self.target)
        return self._later[unit, left]

    def worked_out(self) -> Sum:
        """Strengths, ledger and column."""
        attack = sum(map(self.strength, self.attackers), Fraction(0))
        defense = sum(map(self.strength, self.defenders), Fraction(0))
        ledger = Ledger(influence(self.chart, row) for row in self.rows)
        if self.chart.kind is CombatKind.FIRE:
            return Sum(attack, defense, ledger, hits_up_to(self.chart, ledger), self._dice())
        column = self.chart.column(attack, defense, ledger.shift)
        return Sum(attack, defense, ledger, column, added=added(self.chart, self.rows))

    def _dice(self) -> int:
        found = 0
        for unit in self.attackers:
            if self.chart.fires is FireDice.ONE:
                found += 1
            elif self.chart.fires is FireDice.STEPS:
                found += self.pos.piece(unit).steps
            else:
                value = self.strength(unit)
                found += value.numerator // value.denominator
        return min(found, MOST_DICE)

    def _applies(self, row: ModifierRow) -> bool:
        units = self.attackers if row.whose is Whose.ATTACKER else self.defenders
        found = self._present[row.id]
        if not self._where_it_counts(row):
            return False
        if row.share:
            return self._is_share(row, units, found)
        return len(found) == len(units) > 0 if row.each else bool(found)

    def _where_it_counts(self, row: ModifierRow) -> bool:
        """Whether terrain and weather are as a modifier wants them."""
        at = self.target
        is_ground = not row.terrain or self.pos.context.map.terrain.get(at) in row.terrain
        return is_ground and (not row.weather or self.pos.weather_at(at) in row.weather)

    def _is_share(self, row: ModifierRow, units: Units, found: Units) -> bool:
        """Whether enough of those that a modifier may concern are concerned."""
        whole = sum((self._weight(u) for u in units if self._is_meant(row, u, units)), Fraction(0))
        half = Fraction(1, 2)
        part = sum(
            (self._weight(u) * (half if self.pos.named(u, row.half) else 1) for u in found),
            Fraction(0),
        )
        return part > 0 and part >= part_of(row.share) * whole

    def _weight(self, unit: UnitId) -> Fraction:
        size = self.pos.context.units[unit].size.value
        return Fraction(self.chart.weights.get(size, 1))

    def _concerned(self, row: ModifierRow) -> Units:
        """The units of the row's side that its condition is true of."""
        units = self.attackers if row.whose is Whose.ATTACKER else self.defenders
        return tuple(u for u in units if self._is_meant(row, u, units) and self._holds(row, u))

    def _is_meant(self, row: ModifierRow, unit: UnitId, units: Units) -> bool:
        """Whether a modifier is of such units, and none beside the unit spares it."""
        pos, at = self.pos, self.pos.where(unit)
        if (row.only and not pos.named(unit, row.only)) or pos.named(unit, row.spares):
            return False
        if not row.unless_with:
            return True
        mates = (mate for mate in units if pos.where(mate) == at)
        return not any(pos.named(mate, row.unless_with) for mate in mates)

    def _holds(self, row: ModifierRow, unit: UnitId) -> bool:
        pos, board, of = self.pos, self.pos.context.map, frozenset(row.of)
        match row.when:
            case When.TERRAIN:
                return board.terrain.get(self.target, "") in of
            case When.PLACE:
                return any(p.kind in of or p.id in of for p in board.places_at(self.target))
            case When.MARKER:
                around = disk(self.target, row.near) if row.near else (self.target,)
                return any(not of.isdisjoint(pos.state.markers.get(at, ())) for at in around)
            case When.HEXSIDE:
                return self._crosses(unit, of)
            case When.STATE:
                return not of.isdisjoint(pos.piece(unit).marks)
            case When.WEATHER:
                return pos.weather_at(self.target) in of
            case When.TYPE:
                return pos.named(unit, row.of)
            case When.SUPPLY:
                return pos.fed(unit) is False
            case _:
                return True

    def _crosses(self, unit: UnitId, kinds: frozenset[str]) -> bool:
        """Whether a unit attacks over a kind of hexside; a defender is, if every attacker does."""
        if unit in self.attackers:
            at = self.pos.piece(unit).hex
            near = at is not None and self.target in at.neighbours()
            assert at is not None or not near
            return bool(
                near
                and at
                and not kinds.isdisjoint(self.pos.context.map.side_kinds(at, self.target))
            )
        return bool(self.attackers) and all(self._crosses(u, kinds) for u in self.attackers)

    # What a planner shows

    def chances(self, found: Sum) -> Mapping[str, Fraction]:
        """The exact chance of each result."""
        if self.chart.by_volleys:
            return losses(self.exchange())
        return distribution(self.chart, found)

    def result(self, code: str) -> ResultRow:
        """What a result asks for; hits are steps that the defenders lose."""
        return result_of(self.chart, code)

    def plan(self) -> Plan:
        """The attack as it would be fought now."""
        found = self.worked_out()
        results = tuple(
            self._result(code, chance, found) for code, chance in self.chances(found).items()
        )
        return Plan(
            self.target,
            self.attackers,
            self._lines(self.attackers),
            self._lines(self.defenders),
            (*self._factor_lines(), *ledger_lines(self.chart, self.rows)),
            volleyed(self.chart) if self.chart.by_volleys else heading(self.chart, found),
            results,
            actions=(Resolve(self.attackers, self.target),) if self.attackers else (),
        )

    def _factor_lines(self) -> Iterator[Modifier]:
        for row in self.rows:
            if row.factor != 100 and row.id not in self._excluded:
                names = ", ".join(map(self.pos.called, self._present[row.id]))
                rule = row.rule or self.chart.rule
                yield Modifier(f"{row.text}: {row.factor}{PER_CENT} of {names}", 0, rule)

    def _lines(self, units: Units) -> tuple[Strength, ...]:
        return tuple(Strength(self.pos.called(u), self._told(u), self.chart.rule, u) for u in units)

    def _told(self, unit: UnitId) -> str:
        """The strength of a unit; where dice have numbers of their own, how it fires first."""
        if not self.chart.by_volleys:
            return str(self.strength(unit))
        whose = Whose.ATTACKER if unit in self.attackers else Whose.DEFENDER
        steps = self.pos.piece(unit).steps
        shots = (self._fire(unit, row, steps) for row in self.chart.exchanges if row.whose is whose)
        fired = next((shot for shot in shots if min(shot) > 0), None)
        if fired is None:
            return "no shot"
        return f"{min(fired[0], MOST_DICE)} × {fired[1]}/{self.chart.faces}"

    def _result(self, code: str, chance: Fraction, found: Sum) -> Result:
        row = self.result(code)
        mine, theirs = self._steps(self.attackers), self._steps(self.defenders)
        gone = row.defender_steps < 0 or row.defender_steps >= theirs
        return Result(
            row.id,
            float(chance),
            row.text,
            _share(row.attacker_steps, mine, found.attack),
            _share(row.defender_steps, theirs, found.defense),
            clears=bool(self.defenders) and (gone or row.defender_retreat > 0),
        )

    def _steps(self, units: Units) -> int:
        return sum(self.pos.piece(unit).steps for unit in units)


def influence(chart: CombatChart, row: ModifierRow) -> Influence:
    """A modifier as a line of the ledger; its factor is taken of units, not of the sum."""
    rule = row.rule or chart.rule
    return Influence(row.id, row.text, rule, row.shift, excludes=frozenset(row.excludes))


def added(chart: CombatChart, rows: tuple[ModifierRow, ...]) -> int:
    """What is added to the dice, of the modifiers that are there."""
    return _to_dice(chart, rows).shift


def _to_dice(chart: CombatChart, rows: tuple[ModifierRow, ...]) -> Ledger:
    return Ledger(replace(influence(chart, row), shift=row.die) for row in rows)


def ledger_lines(chart: CombatChart, rows: tuple[ModifierRow, ...]) -> Iterator[Modifier]:
    """A line for each shift and for what is added to the dice; what does neither, and changes no
    strength, has one too.
    """
    shifts = Ledger(influence(chart, row) for row in rows).lines()
    dice = _to_dice(chart, rows).lines()
    for row, shift, die in zip(rows, shifts, dice, strict=True):
        if row.shift or not (row.die or row.factor != 100):
            yield shift
        if row.die:
            yield replace(die, text=f"{die.text}, to the dice")


def hits_up_to(chart: CombatChart, ledger: Ledger) -> int:
    """The number up to which each die of a volley hits."""
    return min(max(chart.hits + ledger.shift, 0), chart.faces)


def distribution(chart: CombatChart, found: Sum) -> Mapping[str, Fraction]:
    """The exact chance of each result of a battle that is worked out."""
    if chart.kind is CombatKind.FIRE:
        return volley(found.dice, Fraction(found.column, chart.faces))
    results: dict[str, Fraction] = {}
    for thrown, chance in enumerate(sums(chart.count, chart.faces)):
        code = chart.row(thrown, found.added)[found.column]
        results[code] = results.get(code, Fraction(0)) + chance
    return results


def heading(chart: CombatChart, found: Sum) -> str:
    """The column of a battle in words."""
    if chart.kind is CombatKind.FIRE:
        hit = f"hit on 1 to {found.column}" if found.column else "cannot hit"
        return f"{counted(found.dice, 'die', 'dice')}, {hit}"
    name = chart.columns[found.column]
    if chart.kind is CombatKind.ODDS:
        return f"{name} ({found.attack} against {found.defense})"
    if chart.kind is CombatKind.DIFFERENCE:
        return f"{name} ({found.attack} less {found.defense})"
    return f"{name} ({found.attack})"


def reached(chart: CombatChart, found: Sum) -> str:
    """The column in words, with the shift that led to it, as the log tells it."""
    shift = 0 if chart.kind is CombatKind.FIRE else found.ledger.shift
    words = heading(chart, found)
    return f"{words.removesuffix(')')}, shifted by {shift:+d})" if shift else words


def result_of(chart: CombatChart, code: str) -> ResultRow:
    """What a result asks for; hits are steps that the defenders lose."""
    if chart.kind is CombatKind.FIRE:
        return hits(code)
    return next(row for row in chart.results if row.id == code)


def _share(lost: int, steps: int, strength: Fraction) -> float:
    """The strength that goes with so many steps of all, -1 for all of them."""
    if lost < 0 or lost >= steps:
        return float(strength)
    return float(strength * lost / steps)


def hits(code: str) -> ResultRow:
    """What a number of hits asks for, and of steps that the attackers lost.

    >>> hits("2 hits").defender_steps, hits("1 hit, 2 lost").attacker_steps
    (2, 2)
    """
    dealt, _comma, taken = code.partition(", ")
    count, lost = int(dealt.split()[0]), int(taken.split()[0]) if taken else 0
    told = [f"the defenders lose {_steps(count)}"] if count else []
    told += [f"the attackers lose {_steps(lost)}"] if lost else []
    text = " and ".join(told) or "nothing happens"
    return ResultRow(
        code, f"{text[:1].upper()}{text[1:]}.", attacker_steps=lost, defender_steps=count
    )


def _steps(count: int) -> str:
    return "a step" if count == 1 else f"{count} steps"


def worded(count: int) -> str:
    """A number of hits as the name of a result."""
    return "1 hit" if count == 1 else f"{count} hits"


def sums(count: int, faces: int) -> tuple[Fraction, ...]:
    """The exact chance of each sum of some dice, from the lowest.

    >>> [int(chance * 36) for chance in sums(2, 6)]
    [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    """
    ways = [1]
    for _die in range(count):
        wider = [0] * (len(ways) + faces - 1)
        for total, found in enumerate(ways):
            for face in range(faces):
                wider[total + face] += found
        ways = wider
    return tuple(Fraction(found, faces**count) for found in ways)


def volley(dice: int, chance: Fraction) -> Mapping[str, Fraction]:
    """The exact chance of every number of hits of some dice that hit alike."""
    spread = successes((chance,) * dice)
    return {worded(count): share for count, share in enumerate(spread) if share}


def losses(exchange: Exchange) -> Mapping[str, Fraction]:
    """The exact chance of every number of steps lost on both sides."""
    return {
        f"{worded(hit)}, {lost} lost": share for (hit, lost), share in exchange.chances().items()
    }


def volleyed(chart: CombatChart) -> str:
    """The volleys of a battle in words."""
    return ", then ".join(dict.fromkeys(row.name for row in chart.exchanges))
