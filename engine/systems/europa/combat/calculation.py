"""An attack reckoned: strengths, odds, every modifier of the die, what each result would cost.

Everything that decides an attack is worked out here once, for the battle itself, for the planner
and for the panels alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.core.view.display import Modifier
from engine.lazy import cached_property
from engine.systems.europa.charts.combat_charts import EffectRow
from engine.systems.europa.combat.armor_effects import Armor, Armoring
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.combat.crossing import ground_rows, origin_of, side_rows
from engine.systems.europa.combat.engineers import attacking_engineers, engineer_bonus
from engine.systems.europa.combat.odds import column_of, result, result_chances
from engine.systems.europa.combat.strength import Line, attack_lines, defense_lines, printed, total
from engine.systems.europa.state.position import Position
from oob.model import UnitId


def calculated(pos: Position, battle: Battle) -> Calculation:
    """A battle as it is; worked out once for a position, whose die is asked for several times."""
    return pos.once(("calculation", battle), lambda: Calculation(pos, battle))


class Calculation:
    """One battle as it is, each part worked out when asked for."""

    def __init__(self, pos: Position, battle: Battle) -> None:
        self.pos = pos
        self.battle = battle
        self.chart = pos.context.charts.combat
        self.weather = pos.weather_at(battle.target)

    @cached_property
    def attackers(self) -> tuple[Line, ...]:
        """The attack, line by line."""
        return attack_lines(self.pos, self.battle)

    @cached_property
    def defenders(self) -> tuple[Line, ...]:
        """The defence, line by line."""
        return defense_lines(self.pos, self.battle)

    @property
    def attack(self) -> Fraction:
        """Attack strength."""
        return total(self.attackers)

    @property
    def defense(self) -> Fraction:
        """Defence strength."""
        return total(self.defenders)

    @cached_property
    def ground(self) -> tuple[EffectRow, ...]:
        """What the attacked hex is."""
        return ground_rows(self.pos, self.battle.target)

    @cached_property
    def crossed(self) -> Mapping[UnitId, tuple[EffectRow, ...]]:
        """What lies along the hexside that each attacker crosses."""
        target = self.battle.target
        return {
            unit: side_rows(self.pos, origin_of(self.pos, unit, target), target)
            for unit in self.battle.attackers
        }

    @cached_property
    def undefended(self) -> bool:
        """True where no defender has any printed strength, or all are artillery that defends with
        nothing: all are eliminated without a die (BF-9G.3, FE-9G.2, 14B.1).
        """
        return not printed(self.pos, self.battle.standing, attacking=False) or not self.defense

    @cached_property
    def column(self) -> int:
        """The odds column, :data:`odds.BELOW` for odds lower than the table's."""
        return column_of(self.chart, self.attack, self.defense)

    @cached_property
    def modifier(self) -> int:
        """What is added to the die."""
        return sum(line.value for line in self.modifiers)

    @property
    def certain(self) -> str:
        """The code that holds without a die, '' when one is thrown (BF-9B.8, 9G.3)."""
        if self.undefended:
            return self.chart.undefended
        return self.chart.below if self.column < 0 else ""

    @cached_property
    def chances(self) -> Mapping[str, Fraction]:
        """The exact chance of every result."""
        if self.certain:
            return {self.certain: Fraction(1)}
        found: dict[str, Fraction] = {}
        for code, chance in result_chances(self.chart, self.column, self.modifier).items():
            turned = self.pos.turned(self.battle.target, code)
            found[turned] = found.get(turned, Fraction(0)) + chance
        return found

    def code(self, face: int) -> str:
        """The result a face of the die brings."""
        if self.certain:
            return self.certain
        found = result(self.chart, self.column, self.modifier, face)
        return self.pos.turned(self.battle.target, found)

    @cached_property
    def _armoring(self) -> Armoring:
        return Armoring(self.pos, self.battle, self.ground, self.crossed)

    @cached_property
    def armor(self) -> Armor:
        """Armour and antitank effects."""
        return self._armoring.effects()

    def required(self, *, attacking: bool) -> tuple[tuple[UnitId, ...], ...]:
        """The groups that must bear half of a side's losses each, for the special abilities used
        (BF-9I, 10H, 14A2.6).
        """
        groups = [self._armoring.required(self.armor, attacking=attacking)]
        if attacking and self.engineering and self.pos.context.charts.engineers.required_losses:
            groups.append(attacking_engineers(self.pos, self.battle))
        return tuple(group for group in groups if group)

    @cached_property
    def engineering(self) -> int:
        """What engineers add to the die."""
        return engineer_bonus(self.pos, self.battle)

    @cached_property
    def modifiers(self) -> tuple[Modifier, ...]:
        """Every modifier of the die, in the order of the rules."""
        return tuple(self._modifiers())

    def _modifiers(self) -> Iterator[Modifier]:
        effects, cite = self.pos.context.charts.effects, self.pos.context.cite
        sky = self.pos.skies.cell(effects.weather, self.weather)
        if sky:
            yield Modifier(
                f"{self.weather.capitalize()} weather",
                sky,
                cite("weather in combat"),
                str(effects.provenance),
            )
        for row, value in (*self._ground_values(), *self._side_values()):
            if value:
                yield Modifier(row.name, value, cite("terrain in combat"), str(row.provenance))
        yield from self.armor.modifiers
        if self.engineering:
            chart = self.pos.context.charts.engineers
            yield Modifier("Engineers", self.engineering, cite("engineers"), str(chart.provenance))
        battle = self.battle
        yield from self.pos.more_modifiers(battle.target, battle.attackers, battle.standing)

    def _ground_values(self) -> Iterator[tuple[EffectRow, int]]:
        for row in self.ground:
            value = self.pos.skies.cell(row.die, self.weather)
            yield row, self._eased(value) if row.eased else value

    def _eased(self, value: int) -> int:
        """A modifier that mountain units ease: halved when at least half of the attacking
        non-artillery REs are theirs, gone when all are (BF-14D.2).
        """
        counted = [self.pos.facts(unit) for unit in self.battle.attackers]
        counted = [facts for facts in counted if not facts.artillery]
        every = sum(facts.halves for facts in counted)
        climbing = sum(facts.halves for facts in counted if facts.mountain)
        if not climbing or 2 * climbing < every:
            return value
        return 0 if climbing == every else int(value / 2)

    def _side_values(self) -> Iterator[tuple[EffectRow, int]]:
        """A hexside counts once if any attacker crosses it, by the worse weather of its two zones
        (BF-27.16); mountain units do not mind ridges.
        """
        told: set[str] = set()
        target = self.battle.target
        for unit in self.battle.attackers:
            weather = self.pos.weather_between(origin_of(self.pos, unit, target), target)
            for row in self.crossed[unit]:
                free = row.eased and self.pos.facts(unit).mountain
                if row.id not in told and not free:
                    told.add(row.id)
                    yield row, self.pos.skies.cell(row.die, weather)
