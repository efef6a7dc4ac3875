"""A sample attack by a declared combat table: two strengths, and the modifiers that are there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from engine.core.view.display import Modifier
from engine.core.view.outlook import Result
from engine.core.wording import PER_CENT
from engine.frozen import dataclass
from engine.rules.combat.modifiers import Ledger
from engine.systems.by_hand.battle import (
    Sum,
    added,
    distribution,
    heading,
    hits_up_to,
    influence,
    ledger_lines,
    losses,
    result_of,
    volleyed,
)
from engine.systems.by_hand.charts.battle import (
    Aim,
    CombatChart,
    CombatKind,
    FireDice,
    ModifierRow,
    VolleyRow,
    Whose,
)
from engine.systems.by_hand.volleys import MOST_DICE, Exchange, Fighter


@dataclass(frozen=True, slots=True)
class Sampled:
    """A sample attack worked out: the column in words, each modifier that is there, and every
    result with its exact chance.
    """

    column: str
    modifiers: tuple[Modifier, ...]
    results: tuple[Result, ...]


def sampled(chart: CombatChart, attack: int, defense: int, there: frozenset[str]) -> Sampled:
    """An attack of so much against so much, where the modifiers of some ids are there.

    A factor is taken of the whole strength of its side. With fire ``attack`` is what the dice are
    counted by, and ``defense`` counts for nothing. Where dice have numbers of their own one unit of
    a side fights one of the other: it hits by its strength, or has so many steps; volleys of some
    units alone are passed over.
    """
    rows = tuple(row for row in chart.modifiers if row.id in there)
    ledger = Ledger(influence(chart, row) for row in rows)
    factors = tuple(_factors(rows))
    strong = attack * _product(factors, Whose.ATTACKER)
    weak = defense * _product(factors, Whose.DEFENDER)
    lines = (*(_line(chart, row) for row in factors), *ledger_lines(chart, rows))
    if chart.by_volleys:
        chances = losses(_exchange(chart, strong, weak, rows))
        return Sampled(volleyed(chart), lines, _results(chart, chances))
    found = replace(_summed(chart, attack, strong, weak, ledger), added=added(chart, rows))
    return Sampled(heading(chart, found), lines, _results(chart, distribution(chart, found)))


def _results(chart: CombatChart, chances: Mapping[str, Fraction]) -> tuple[Result, ...]:
    return tuple(
        Result(code, float(chance), result_of(chart, code).text, 0.0, 0.0)
        for code, chance in chances.items()
    )


def _exchange(
    chart: CombatChart, strong: Fraction, weak: Fraction, rows: tuple[ModifierRow, ...]
) -> Exchange:
    """One unit against another by volleys."""
    sides = tuple(
        _fighter(chart, strength.numerator // strength.denominator, whose, rows)
        for strength, whose in ((strong, Whose.ATTACKER), (weak, Whose.DEFENDER))
    )
    plain = tuple(row for row in chart.exchanges if not row.of)
    return Exchange(sides[:1], sides[1:], plain, chart.faces)


def _fighter(
    chart: CombatChart, strength: int, whose: Whose, rows: tuple[ModifierRow, ...]
) -> Fighter:
    by_value = chart.aim is Aim.VALUE
    excluded = {other for row in rows for other in row.excludes}
    counted = (row for row in rows if row.whose is whose and row.id not in excluded)
    number = (strength if by_value else chart.hits) + sum(row.shift for row in counted)

    def fire(row: VolleyRow, left: int) -> tuple[int, int]:
        dice = strength if row.fires is FireDice.VALUE else left
        return (1 if row.fires is FireDice.ONE else dice), number

    return Fighter(1 if by_value else strength, False, fire)


def _summed(
    chart: CombatChart, printed: int, attack: Fraction, defense: Fraction, ledger: Ledger
) -> Sum:
    if chart.kind is CombatKind.FIRE:
        counted = attack.numerator // attack.denominator
        dice = counted if chart.fires is FireDice.VALUE else printed
        return Sum(attack, defense, ledger, hits_up_to(chart, ledger), min(dice, MOST_DICE))
    return Sum(attack, defense, ledger, chart.column(attack, defense, ledger.shift))


def _factors(rows: tuple[ModifierRow, ...]) -> Iterator[ModifierRow]:
    """The rows that change a strength and that no other keeps from counting."""
    excluded = {other for row in rows for other in row.excludes}
    return (row for row in rows if row.factor != 100 and row.id not in excluded)


def _product(rows: tuple[ModifierRow, ...], whose: Whose) -> Fraction:
    found = Fraction(1)
    for row in rows:
        if row.whose is whose:
            found = found * row.factor / 100
    return found


def _line(chart: CombatChart, row: ModifierRow) -> Modifier:
    text = f"{row.text}: {row.factor}{PER_CENT} of the {row.whose.value}"
    return Modifier(text, 0, row.rule or chart.rule)
