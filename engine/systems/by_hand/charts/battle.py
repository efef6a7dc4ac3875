"""Declared combat: how a column is found, what bears on it, and what results do."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from engine.core.charts.constraints import Between, RowOf
from engine.frozen import dataclass
from engine.systems.by_hand.charts.costs import ShareWord
from engine.systems.by_hand.charts.sequence import Count, MaybeText, Text


class CombatKind(StrEnum):
    """How a battle is resolved: by odds, by the difference of the strengths, by the attacker's
    strength alone, or by dice that hit.
    """

    ODDS = "odds"
    DIFFERENCE = "difference"
    STRENGTH = "strength"
    FIRE = "fire"


class Rounding(StrEnum):
    """In whose favour odds and differences are rounded."""

    DEFENDER = "defender"
    NEAREST = "nearest"
    ATTACKER = "attacker"


class Value(StrEnum):
    """The printed number that a unit defends with."""

    ATTACK = "attack"
    DEFENSE = "defense"


class FireDice(StrEnum):
    """How many dice a unit throws: its printed value, one for each step, or one."""

    VALUE = "value"
    STEPS = "steps"
    ONE = "one"


class Aim(StrEnum):
    """What a die of fire hits with: up to ``hits``, or up to the strength of the unit that throws
    it.
    """

    HITS = "hits"
    VALUE = "value"


class When(StrEnum):
    """What a modifier depends on."""

    TERRAIN = "terrain"
    PLACE = "place"
    HEXSIDE = "hexside"
    STATE = "state"
    WEATHER = "weather"
    TYPE = "type"
    MARKER = "marker"
    SUPPLY = "supply"
    ALWAYS = "always"


class Whose(StrEnum):
    """Whose units a modifier looks at, and whose strength its factor changes."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


@dataclass(frozen=True, slots=True)
class VolleyRow:
    """One exchange of a battle by fire: whose units throw dice, of which (all if ``of`` is empty),
    without those that ``spares`` names, and how many each. What one volley hits throws no dice in
    the next.
    """

    id: str
    name: Text
    whose: Whose = Whose.ATTACKER
    of: tuple[Text, ...] = ()
    spares: tuple[Text, ...] = ()
    fires: FireDice = FireDice.STEPS


@dataclass(frozen=True, slots=True)
class ModifierRow:
    """What bears on a battle: when (``terrain`` of the defender's hex, ``hexside`` that is
    attacked over, ``state``, ``type`` or trait, ``supply``), for which words, whose units, and by
    which shift of the column or the target number, what is added to the dice (``die``), and which
    factor in per cent.

    Shift and die count once; with ``each`` only where all units of that side are concerned. A
    factor counts for every unit concerned. ``only`` some units are concerned, ``spares`` are not,
    nor is one with a unit of ``unless_with`` in its hex on the same side of the battle: words that
    name units by type, trait, size, nation, side or id. With a ``share`` it counts where at least
    that part of those it may concern are, each with the weight of its size, ``half`` of them with
    half of it. It may count in some ``terrain`` of the defender's hex or some ``weather`` alone. A
    marker counts ``near`` hexes away, too. Where each unit hits by its own strength, a shift
    changes the number of every unit concerned.
    """

    id: str
    text: Text
    when: When
    of: tuple[Text, ...] = ()
    whose: Whose = Whose.DEFENDER
    shift: Annotated[int, Between(-20, 20)] = 0
    factor: Annotated[int, Between(0, 1000)] = 100
    die: Annotated[int, Between(-20, 20)] = 0
    each: bool = False
    only: tuple[Text, ...] = ()
    spares: tuple[Text, ...] = ()
    unless_with: tuple[Text, ...] = ()
    share: Annotated[str, ShareWord()] = ""
    half: tuple[Text, ...] = ()
    terrain: tuple[Text, ...] = ()
    weather: tuple[Text, ...] = ()
    excludes: tuple[Text, ...] = ()
    rule: MaybeText = ""
    near: Annotated[int, Between(0, 20)] = 0


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What a result asks for: steps each side loses (-1: all) and hexes it retreats."""

    id: str
    text: Text
    attacker_steps: Annotated[int, Between(-1, 99)] = 0
    defender_steps: Annotated[int, Between(-1, 99)] = 0
    attacker_retreat: Count = 0
    defender_retreat: Count = 0


@dataclass(frozen=True, slots=True)
class CombatChart:
    """How battles are resolved. ``columns`` are odds (``3:1``) or the least number of a column;
    there is a row of results for each sum of the dice from the lowest, and for so many numbers
    ``below`` and ``above`` these, which modified dice reach; what goes beyond is held there.
    ``weights`` are what sizes count for in a share (``XX = 3``), others 1.

    With fire there are no columns and rows: each die hits from 1 up to ``hits``, or up to the
    strength of its unit (``aim``). Without ``volleys`` the attackers fire once; with them one
    volley follows the other. Each hit is a step of the unit with fewest left, of one that is
    ``screened`` only where no other is.
    """

    rule: Text
    kind: CombatKind
    columns: tuple[Text, ...] = ()
    rows: tuple[tuple[Annotated[str, RowOf("combat", "results")], ...], ...] = ()
    results: tuple[ResultRow, ...] = ()
    modifiers: tuple[ModifierRow, ...] = ()
    count: Annotated[int, Between(1, 3)] = 1
    faces: Annotated[int, Between(2, 100)] = 6
    rounding: Rounding = Rounding.DEFENDER
    defends: Value = Value.ATTACK
    fires: FireDice = FireDice.VALUE
    hits: Annotated[int, Between(1, 100)] = 1
    below: Count = 0
    above: Count = 0
    weights: Mapping[str, Count] = field(default_factory=dict)
    aim: Aim = Aim.HITS
    volleys: tuple[VolleyRow, ...] = ()
    screened: tuple[Text, ...] = ()

    @property
    def by_volleys(self) -> bool:
        """Whether units throw dice one by one, with numbers of their own."""
        return self.kind is CombatKind.FIRE and bool(self.volleys or self.aim is Aim.VALUE)

    @property
    def exchanges(self) -> tuple[VolleyRow, ...]:
        """The volleys in order: one of the attackers where none are declared."""
        return self.volleys or (VolleyRow("fire", "Fire", fires=self.fires),)

    def row(self, thrown: int, added: int) -> tuple[str, ...]:
        """The results for a sum of the dice, ``thrown`` counted from 0 for the lowest, with what is
        added to it.
        """
        return self.rows[min(max(thrown + self.below + added, 0), len(self.rows) - 1)]

    @property
    def least(self) -> tuple[Fraction, ...]:
        """The least odds or number of each column. Raises ValueError for one that is neither."""
        return tuple(map(least_of, self.columns))

    def column(self, attack: Fraction, defense: Fraction, shift: int) -> int:
        """The index of the column after its shifts, at most the first and the last."""
        if self.kind is CombatKind.ODDS:
            found = self._odds(attack, defense)
        elif self.kind is CombatKind.DIFFERENCE:
            found = bisect_right(self.least, self._whole(attack - defense)) - 1
        else:
            found = bisect_right(self.least, self._whole(attack)) - 1
        return min(max(max(found, 0) + shift, 0), len(self.columns) - 1)

    def _odds(self, attack: Fraction, defense: Fraction) -> int:
        if defense <= 0:
            return len(self.columns) - 1
        odds, marks = attack / defense, self.least
        found = bisect_right(marks, odds) - 1
        if found < 0 or found == len(marks) - 1 or odds == marks[found]:
            return found
        half = (marks[found] + marks[found + 1]) / 2
        up = self.rounding is Rounding.ATTACKER or (
            self.rounding is Rounding.NEAREST and odds >= half
        )
        return found + 1 if up else found

    def _whole(self, value: Fraction) -> int:
        if self.rounding is Rounding.ATTACKER:
            return -(-value.numerator // value.denominator)
        if self.rounding is Rounding.NEAREST:
            return (2 * value.numerator + value.denominator) // (2 * value.denominator)
        return value.numerator // value.denominator


def least_of(column: str) -> Fraction:
    """The number a column begins at: ``3:1``, ``-2``, ``+4``.

    >>> least_of("1:2"), least_of("+4")
    (Fraction(1, 2), Fraction(4, 1))
    """
    first, colon, second = column.partition(":")
    return Fraction(int(first), int(second)) if colon else Fraction(int(first))
