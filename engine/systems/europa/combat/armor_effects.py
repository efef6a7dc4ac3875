"""Armour and antitank effects of a battle (BF-10, BC-B10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from engine.core.view.display import Modifier
from engine.frozen import dataclass
from engine.systems.europa.charts.combat_charts import ArmorBy, ArmorChart, EffectRow
from engine.systems.europa.combat.armor_share import (
    NOTHING,
    Part,
    Share,
    best_share,
    of_divisions,
    share,
)
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.combat.crossing import no_armor, origin_of
from engine.systems.europa.state.constants import Capability, other
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.units import Facts
from oob.model import UnitId

CAPABLE = (Capability.FULL, Capability.HALF)
Ask = Callable[[Facts], Capability]
"""Which capability of a unit is asked for."""


@dataclass(frozen=True, slots=True)
class Armor:
    """The armour effects of a battle.

    ``could`` is the attackers' share wherever they fight, ``attack`` the one they have the use of.
    ``defense`` is the defenders', of antitank capability where ``antitank``. ``choices`` names the
    sides for which the die depends on how they count half-capable units.
    """

    could: Share
    attack: Share
    defense: Share
    antitank: bool
    modifiers: tuple[Modifier, ...]
    choices: tuple[str, ...] = ()


class Armoring:
    """How armour counts in one battle: ``ground`` and ``crossed`` are the kinds of ground in the
    attacked hex and before each attacker.
    """

    def __init__(
        self,
        pos: Position,
        battle: Battle,
        ground: tuple[EffectRow, ...],
        crossed: Mapping[UnitId, tuple[EffectRow, ...]],
    ) -> None:
        self.pos = pos
        self.battle = battle
        self.chart: ArmorChart = pos.context.charts.armor
        self.weather = pos.weather_at(battle.target)
        self.barred = any(no_armor(pos, row, self.weather) for row in ground)
        self._crossed = crossed

    def effects(self) -> Armor:
        """The effects, each side counting half-capable units as it has said, or best for it."""
        if self.chart.by is ArmorBy.DIVISIONS:
            return self._of_divisions()
        limit, side = self.chart.neutral_limit, self.battle.side
        could = best_share(self._parts(self.battle.attackers, _attacking), limit)
        heavy = could.value >= self.chart.heavy
        mine = () if self.barred else tuple(self._usable())
        theirs: tuple[Part, ...] = ()
        if heavy or not self.barred:
            capability = _antitank if heavy else _defending
            theirs = tuple(self._parts(self.battle.standing, capability))
        attack, defense = self._counted(side, mine), self._counted(other(side), theirs)
        return Armor(
            could,
            attack,
            defense,
            heavy,
            (*self._attack_line(attack), *self._defense_line(defense, heavy)),
            tuple(self._choices(mine, theirs, heavy)),
        )

    def _of_divisions(self) -> Armor:
        """Boot Camp: c/m among the attacking divisional units, no effects in defence."""
        facts = [self.pos.facts(unit) for unit in self.battle.attackers]
        could = of_divisions((one.divisional, one.mobile) for one in facts)
        fit = (
            (one.divisional, one.mobile and not self._halted(unit))
            for unit, one in zip(self.battle.attackers, facts, strict=True)
        )
        attack = NOTHING if self.barred else of_divisions(fit)
        return Armor(could, attack, NOTHING, False, tuple(self._attack_line(attack)))

    def _halted(self, unit: UnitId) -> bool:
        """True for a unit that attacks over a hexside which denies armour its effects, by the worse
        weather of its two zones (BF-10G.1, 27.16).
        """
        target = self.battle.target
        weather = self.pos.weather_between(origin_of(self.pos, unit, target), target)
        return any(no_armor(self.pos, row, weather) for row in self._crossed[unit])

    def _parts(self, units: Iterable[UnitId], of: Ask) -> Iterator[Part]:
        for unit in units:
            yield self.pos.facts(unit).halves, self._capability(unit, of)

    def _capability(self, unit: UnitId, of: Ask) -> Capability:
        """A capability of a unit, none while lack of supply takes it (FE-12D.3)."""
        lack = self.pos.hardship(unit)
        return Capability.NONE if lack is not None and lack.armor else of(self.pos.facts(unit))

    def _usable(self) -> Iterator[Part]:
        """The attackers, armour that is halted at a hexside counting for nothing (BF-10G.1)."""
        for unit in self.battle.attackers:
            capability = self._capability(unit, _attacking)
            if capability in CAPABLE and self._halted(unit):
                capability = Capability.NONE
            yield self.pos.facts(unit).halves, capability

    def _counted(self, side: str, parts: tuple[Part, ...]) -> Share:
        if not parts:
            return NOTHING
        count = share if side in self.battle.halved else best_share
        return count(parts, self.chart.neutral_limit)

    def _attack_value(self, found: Share) -> int:
        band = self.chart.band(found.value)
        if band is None:
            return 0
        return self.pos.skies.cell(band.attack, self.weather)

    def _defense_value(self, found: Share, heavy: bool) -> int:
        band = self.chart.band(found.value)
        if band is None:
            return 0
        if heavy:
            return band.antitank
        return self.pos.skies.cell(band.defense, self.weather)

    def _attack_line(self, found: Share) -> Iterator[Modifier]:
        value = self._attack_value(found)
        if value:
            unit = "divisions" if self.chart.by is ArmorBy.DIVISIONS else "REs"
            text = f"Armour in attack: {found.text(unit)}"
            yield self._modifier(text, value, "armor in attack")

    def _defense_line(self, found: Share, heavy: bool) -> Iterator[Modifier]:
        value = self._defense_value(found, heavy)
        if value:
            kind = "Antitank" if heavy else "Armour in defence"
            topic = "antitank" if heavy else "armor in defense"
            yield self._modifier(f"{kind}: {found.text('REs')}", value, topic)

    def _modifier(self, text: str, value: int, topic: str) -> Modifier:
        return Modifier(text, value, self.pos.context.cite(topic), str(self.chart.provenance))

    def _choices(
        self, mine: tuple[Part, ...], theirs: tuple[Part, ...], heavy: bool
    ) -> Iterator[str]:
        """The sides whose modifier differs with the counting of half-capable units."""
        limit, side = self.chart.neutral_limit, self.battle.side
        if _halves(mine):
            plain, best = share(mine, limit), best_share(mine, limit)
            if self._attack_value(plain) != self._attack_value(best):
                yield side
        if _halves(theirs):
            plain, best = share(theirs, limit), best_share(theirs, limit)
            if self._defense_value(plain, heavy) != self._defense_value(best, heavy):
                yield other(side)

    def required(self, found: Armor, *, attacking: bool) -> tuple[UnitId, ...]:
        """The units that must bear half of a side's losses for the armour or antitank effects it
        has used; none if it used little (BF-10H).
        """
        used = found.attack if attacking else found.defense
        if not self.chart.required_losses or used.value < self.chart.heavy:
            return ()
        of = _attacking if attacking else _antitank if found.antitank else _defending
        units = self.battle.attackers if attacking else self.battle.standing
        return tuple(unit for unit in units if self._capability(unit, of) in CAPABLE)


def _halves(parts: tuple[Part, ...]) -> bool:
    return any(capability is Capability.HALF for _size, capability in parts)


def _attacking(facts: Facts) -> Capability:
    return facts.aec_attack


def _defending(facts: Facts) -> Capability:
    return facts.aec_defense


def _antitank(facts: Facts) -> Capability:
    return facts.atec
