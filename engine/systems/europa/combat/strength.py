"""The strength of units in an attack, each halving kept exact and named (BF-9A, 11, 12D, 14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from engine.core.wording import mixed
from engine.frozen import dataclass
from engine.systems.europa.board.board import FORTRESS
from engine.systems.europa.charts.combat_charts import EffectRow
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.combat.crossing import (
    FORTIFIED,
    ground_rows,
    improved,
    origin_of,
    side_rows,
    weakening,
)
from engine.systems.europa.state.constants import (
    BADLY_DISRUPTED,
    DISRUPTED,
    DROPPED,
    Ability,
    other,
)
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex
from oob.model import UnitId

HALVED = Fraction(1, 2)
ATTACKING_GUNS, DEFENDING_GUNS = "artillery in attack", "artillery in defense"
"""The topics of artillery that attacks and that defends."""
BOMBING = ("ground support", "defensive support")
"""The topics of bombing strength, in attack and in defence."""


@dataclass(frozen=True, slots=True)
class Factor:
    """One thing that multiplies a unit's printed strength, and by which topic it is cited."""

    text: str
    by: Fraction
    topic: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a side's strength: a unit with what made its strength so, or a sum without one.

    ``excess`` marks artillery beyond its limit, whose strength is in a line of its own; ``halves``
    are the half REs that a ship which fires counts as (FE-28B2.2).
    """

    unit: UnitId | None
    text: str
    printed: int
    value: Fraction
    topic: str
    factors: tuple[Factor, ...] = ()
    excess: bool = False
    halves: int = 0

    @property
    def worded(self) -> str:
        """What made the strength so: ``unsupported, over a river``."""
        return ", ".join(factor.text for factor in self.factors)


def total(lines: Iterable[Line]) -> Fraction:
    """The strength of a side (BF-9A.4, 9A.5)."""
    return sum((line.value for line in lines), Fraction(0))


def attack_lines(pos: Position, battle: Battle) -> tuple[Line, ...]:
    """The attacking units, artillery in excess, and bombing strength (BF-9A.4, 14B.2)."""
    lines = _attackers(pos, battle)
    return _summed(pos, battle, battle.side, lines, ATTACKING_GUNS, BOMBING[0])


def defense_lines(pos: Position, battle: Battle) -> tuple[Line, ...]:
    """The defending units, artillery in excess, and bombing strength (BF-9A.5, 14B.1)."""
    lines, enemy = _defenders(pos, battle), other(battle.side)
    return _summed(pos, battle, enemy, lines, DEFENDING_GUNS, BOMBING[1])


def ground_attack(pos: Position, battle: Battle) -> Fraction:
    """Attack strength without bombing, as overruns count it (BF-13.5)."""
    return total(limited(pos, _attackers(pos, battle), ATTACKING_GUNS))


def ground_defense(pos: Position, battle: Battle) -> Fraction:
    """Defence strength without bombing, as overruns count it, whoever attacks (BF-13.5)."""
    return total(limited(pos, _defenders(pos, battle), DEFENDING_GUNS))


def most_attack(pos: Position, battle: Battle) -> Fraction | None:
    """What the attackers without bombing could be worth at the most, all of them supported and all
    artillery at full strength; None where a bridge lets one of them over (FE-39A.7).
    """
    if pos.bridgeheads(battle.target):
        return None
    ground, guns, found = ground_rows(pos, battle.target), False, Fraction(0)
    for unit in battle.attackers:
        facts, origin = pos.facts(unit), origin_of(pos, unit, battle.target)
        factors = [
            *_strained(pos, unit, attacking=True),
            *_across(pos, unit, side_rows(pos, origin, battle.target)),
            *_into(pos, unit, ground),
            *_doubled(pos, unit, battle.target, attacking=True),
        ]
        found += _line(pos, unit, facts.attack, factors, "attack strength").value
        guns = guns or facts.artillery
    return found + Fraction(pos.context.charts.artillery.excess) if guns else found


def _attackers(pos: Position, battle: Battle) -> list[Line]:
    ground = ground_rows(pos, battle.target)
    lines = [_attacker(pos, battle, unit, ground) for unit in battle.attackers]
    lines += [_attacker(pos, battle, gun, ground, dry=True) for gun in battle.firing]
    for origin in pos.bridgeheads(battle.target):
        _let_over(pos, battle, ground, origin, lines)
    return lines


def _let_over(
    pos: Position, battle: Battle, ground: tuple[EffectRow, ...], origin: Hex, lines: list[Line]
) -> None:
    """The unit of a hex that gains most by it attacks over a bridge just seized (FE-39A.7)."""
    gains = {
        index: dry
        for index, unit in enumerate(battle.attackers)
        if origin_of(pos, unit, battle.target) == origin
        and (dry := _attacker(pos, battle, unit, ground, dry=True)).value > lines[index].value
    }
    if gains:
        best = max(gains, key=lambda index: (gains[index].value - lines[index].value, -index))
        lines[best] = gains[best]


def _defenders(pos: Position, battle: Battle) -> list[Line]:
    return [_defender(pos, battle, unit) for unit in battle.standing]


def _summed(
    pos: Position, battle: Battle, side: str, lines: list[Line], guns: str, air: str
) -> tuple[Line, ...]:
    ships = pos.gunfire(battle.target, side)
    lines += [
        Line(None, gun.name, 0, gun.strength, "naval gunfire", halves=gun.halves) for gun in ships
    ]
    lines = limited(pos, lines, guns)
    points = pos.air_points(battle.target, side)
    if points:
        printed = sum(line.printed for line in lines if line.unit is not None)
        points = pos.bombing(battle.target, side, points, printed)
        lines.append(Line(None, "Bombing", 0, points, air))
    return tuple(lines)


def _attacker(
    pos: Position,
    battle: Battle,
    unit: UnitId,
    ground: tuple[EffectRow, ...],
    *,
    dry: bool = False,
) -> Line:
    """The line of an attacking unit; ``dry`` over a bridge or from afar, hexsides having no
    effect.
    """
    facts = pos.facts(unit)
    origin = origin_of(pos, unit, battle.target)
    strong = improved(pos, battle.target)
    factors = [
        *_condition(pos, unit, strong, _mates(pos, battle, unit, origin), attacking=True),
        *_across(pos, unit, () if dry else side_rows(pos, origin, battle.target)),
        *_into(pos, unit, ground),
        *_doubled(pos, unit, battle.target, attacking=True),
    ]
    return _line(pos, unit, facts.attack, factors, "attack strength")


def _defender(pos: Position, battle: Battle, unit: UnitId) -> Line:
    strong = improved(pos, battle.target)
    factors = [
        *_condition(pos, unit, strong, battle.standing, attacking=False),
        *_doubled(pos, unit, battle.target, attacking=False),
    ]
    return _line(pos, unit, pos.facts(unit).defense, factors, "defense strength")


def _line(pos: Position, unit: UnitId, printed: int, factors: list[Factor], topic: str) -> Line:
    value = Fraction(printed)
    for factor in factors:
        value *= factor.by
    cited = factors[0].topic if factors else topic
    return Line(unit, pos.called(unit), printed, value, cited, tuple(factors))


def _mates(pos: Position, battle: Battle, unit: UnitId, origin: Hex) -> tuple[UnitId, ...]:
    """The units of the same attack that share a unit's hex (BF-11.9)."""
    return tuple(
        mate
        for mate in battle.attackers
        if mate != unit and origin_of(pos, mate, battle.target) == origin
    )


def _condition(
    pos: Position, unit: UnitId, strong: bool, mates: tuple[UnitId, ...], *, attacking: bool
) -> Iterator[Factor]:
    """Supply and support (BF-11, 12D.1)."""
    if DROPPED in pos.piece(unit).marks:
        return
    yield from _strained(pos, unit, attacking=attacking)
    if not supported(pos, unit, strong, mates, attacking=attacking):
        yield Factor("unsupported", HALVED, "unsupported")
    share = pos.landing_share(unit) if attacking else 1
    if share > 1:
        yield Factor("landed from the sea", Fraction(1, share), "landing attack")


def _strained(pos: Position, unit: UnitId, *, attacking: bool) -> Iterator[Factor]:
    """Disruption and lack of supply, which those do not feel that have just dropped."""
    marks = pos.piece(unit).marks
    if DROPPED in marks:
        return
    if DISRUPTED in marks or BADLY_DISRUPTED in marks:
        yield Factor("disrupted", HALVED, "disrupted")
    lack = pos.hardship(unit)
    if lack is not None and (lack.attack if attacking else lack.defense):
        yield Factor("out of supply", HALVED, "out of supply strength")


def supported(
    pos: Position, unit: UnitId, strong: bool, mates: tuple[UnitId, ...], *, attacking: bool
) -> bool:
    """Whether a unit has supporting arms, its own or from those beside it (BF-11, 14A2.2).

    Engineers need none at a fort or major city (``strong``), nor does what attacks there as they
    do; cadres and units with a black dot give none.
    """
    facts = pos.facts(unit)
    return (
        pos.backed(unit)
        or (strong and (facts.storms if attacking else facts.engineer))
        or any(gives_support(pos, mate) for mate in mates if mate != unit)
    )


def gives_support(pos: Position, unit: UnitId) -> bool:
    """Whether a unit supports those beside it (BF-11.6, 11.7)."""
    facts = pos.facts(unit)
    return facts.supported and not facts.dot and not facts.cadre


def _across(pos: Position, unit: UnitId, rows: tuple[EffectRow, ...]) -> Iterator[Factor]:
    for row in weakening(pos, rows, unit):
        yield Factor(f"over {row.name.lower()}", Fraction(1, row.share), "hexside in combat")
    facts = pos.facts(unit)
    if any(row.id == FORTIFIED for row in rows) and Ability.ASSAULT_ENGINEER in facts.abilities:
        twice = pos.context.charts.engineers.doubled
        yield Factor(
            "assault engineers at fortifications", Fraction(twice), "assault engineers over hexside"
        )


def _into(pos: Position, unit: UnitId, rows: tuple[EffectRow, ...]) -> Iterator[Factor]:
    for row in weakening(pos, rows, unit):
        yield Factor(f"into {row.name.lower()}", Fraction(1, row.share), "terrain in combat")


def _doubled(pos: Position, unit: UnitId, target: Hex, *, attacking: bool) -> Iterator[Factor]:
    """Assault engineers and siege artillery at major cities and fortresses (BF-14A3.3)."""
    if not pos.strong_city(target):
        return
    chart, facts = pos.context.charts.engineers, pos.facts(unit)
    place = FORTRESS if pos.combat_city(target) == FORTRESS else "city"
    if Ability.ASSAULT_ENGINEER in facts.abilities and (attacking or chart.doubled_in_defense):
        text = f"assault engineers in a {place}"
        yield Factor(text, Fraction(chart.doubled), "assault engineers")
    if attacking and chart.siege_doubled and Ability.SIEGE in facts.abilities:
        yield Factor(f"siege artillery at a {place}", Fraction(chart.doubled), "siege artillery")


def limited(pos: Position, lines: list[Line], topic: str) -> list[Line]:
    """Artillery beyond the REs of all else has a strength of 1 together (BF-14B), or what it is
    worth where that is less and the chart says so; in defence none, of some nations (FE-14B.1).

    The owner keeps the artillery that serves him best at full strength.
    """
    chart = pos.context.charts.artillery
    guns = [line for line in lines if line.halves or (line.unit and pos.facts(line.unit).artillery)]
    room = sum(pos.facts(line.unit).halves for line in lines if line.unit and line not in guns)
    kept = _best_guns(pos, guns, room)
    excess = [line for line in guns if line not in kept]
    if not excess:
        return lines
    worth = Fraction(chart.excess)
    if chart.capped:
        worth = min(worth, total(excess))
    helpless = topic == DEFENDING_GUNS and bool(chart.helpless)
    if helpless and all(
        line.unit is None or pos.nation(line.unit) in chart.helpless for line in excess
    ):
        worth = Fraction(0)
    found = [
        Line(
            line.unit,
            line.text,
            line.printed,
            Fraction(0),
            topic,
            (*line.factors, Factor("artillery in excess", Fraction(0), topic)),
            excess=True,
            halves=line.halves,
        )
        if line in excess
        else line
        for line in lines
    ]
    found.append(Line(None, f"Artillery in excess ({len(excess)})", 0, worth, topic))
    return found


def _best_guns(pos: Position, guns: list[Line], room: int) -> list[Line]:
    """The strongest artillery that fits into so many half REs."""
    best: dict[int, tuple[Fraction, tuple[Line, ...]]] = {0: (Fraction(0), ())}
    for line in guns:
        halves = line.halves or (pos.facts(line.unit).halves if line.unit else 0)
        for used, (value, kept) in sorted(best.items(), reverse=True):
            size = used + halves
            if size <= room and value + line.value >= best.get(size, (Fraction(-1), ()))[0]:
                best[size] = (value + line.value, (*kept, line))
    return list(max(best.values(), key=lambda found: (found[0], len(found[1])))[1])


def printed(pos: Position, units: Iterable[UnitId], *, attacking: bool) -> int:
    """Printed strength of some units, as losses are counted (BF-9D.1, 9D.2)."""
    return sum(worth(pos, unit, attacking=attacking) for unit in units)


def worth(pos: Position, unit: UnitId, *, attacking: bool) -> int:
    """The printed strength of a unit that counts for losses."""
    facts = pos.facts(unit)
    return facts.attack if attacking else facts.defense


def ledger(lines: Iterable[Line]) -> tuple[str, ...]:
    """Each line in a sentence: name, printed strength, what changed it, strength now."""
    return tuple(
        f"{line.text}: {mixed(line.value)}" + (f" ({line.worded})" if line.factors else "")
        for line in lines
    )
