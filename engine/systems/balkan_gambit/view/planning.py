"""An attack before it is made: who could join it, what each shot needs, and the exact chances.

Hits are dealt as a sensible commander would: the weakest unit of the front line first, corps
support last; nobody breaks off, and no shot is spent on units already gone. Under that rule the
chances are those of the dice, shot by shot (BG 12.2 to 12.9).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from engine.core.actions import Action, Objection
from engine.core.view.display import Modifier
from engine.core.view.outlook import Plan, Result, Strength
from engine.core.wording import counted, with_noun
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.battle.attacks import (
    add_objections,
    attackers_in,
    declare_objections,
)
from engine.systems.balkan_gambit.battle.fire import ledger
from engine.systems.balkan_gambit.state.common import objection
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import DEAD, Battle, Commanding, Forming
from maps.hexgrid import Hex, are_adjacent
from oob.model import UnitId

Steps = tuple[int, ...]
"""Steps left of each unit of a line-up, in its order."""

Odds = Mapping[tuple[Steps, Steps], float]
"""The chance of each pair of steps left, attackers and defenders."""


def candidates(pos: Position, side: str, target: Hex) -> tuple[UnitId, ...]:
    """The units of a side beside a hex that may take part in an attack on it now."""
    if not pos.defenders(target, side):
        return ()
    return tuple(
        unit
        for at in sorted(target.neighbours())
        for unit in attackers_in(pos, side, at)
        if pos.can_step(unit, at, target)
    )


def plan(pos: Position, side: str, target: Hex, units: tuple[UnitId, ...]) -> Plan:
    """The attack as it would be fought now, without TAC, with everything that forbids it."""
    defenders = pos.defenders(target, side)
    battle = Battle(side, target, units, defenders, origin=_origin(pos, target, units))
    fed = frozenset(unit for unit in (*units, *defenders) if not pos.supplied(unit))
    fight = Fight(pos, replace(battle, unsupplied=fed))
    return Plan(
        target=target,
        units=units,
        attackers=tuple(fight.strength(unit, attacking=True) for unit in units),
        defenders=tuple(fight.strength(unit, attacking=False) for unit in defenders),
        modifiers=fight.modifiers,
        column=fight.column,
        results=fight.results() if units and defenders else (),
        further=fight.further,
        objections=_objections(pos, side, battle),
        actions=_actions(battle),
    )


def _origin(pos: Position, target: Hex, units: tuple[UnitId, ...]) -> Hex | None:
    """The one hex beside a target that units stand in; None where they are elsewhere."""
    places = {pos.state.pieces[unit].at for unit in units}
    at = next(iter(places)) if len(places) == 1 else None
    return at if isinstance(at, Hex) and are_adjacent(at, target) else None


def _actions(battle: Battle) -> tuple[Action, ...]:
    if battle.origin is None:
        return ()
    joined = (do.AddUnit(unit) for unit in battle.attackers)
    return (do.DeclareAttack(battle.origin, battle.target), *joined)


def _objections(pos: Position, side: str, battle: Battle) -> tuple[Objection, ...]:
    units = battle.attackers
    if not units:
        return (objection("BG-12.2.1", "No unit has joined the force yet."),)
    places = {pos.state.pieces[unit].at for unit in units}
    if len(places) > 1:
        return (objection("BG-7.4b", "An attack is made from one hex."),)
    if battle.origin is None:
        return (objection("BG-12.1b", "The force is not beside the hex."),)
    frame = pos.state.top if pos.state.flow else None
    if not isinstance(frame, Commanding) or frame.side != side:
        return (objection("BG-7.4a", "Attacks are declared in one's own Command Phase."),)
    found = list(declare_objections(pos, frame, do.DeclareAttack(battle.origin, battle.target)))
    forming = Forming(replace(battle, attackers=()))
    for unit in units:
        found += add_objections(pos, forming, do.AddUnit(unit))
    if all(pos.support(unit) for unit in units):
        found.append(objection("BG-12.5b", "Corps support never attacks alone."))
    return tuple(dict.fromkeys(found))


class Fight:
    """One battle under the rule of the weakest first: numbers to hit, and exact chances."""

    def __init__(self, pos: Position, battle: Battle) -> None:
        self.pos = pos
        self.battle = battle
        self._hits: dict[tuple[UnitId, int, bool], int] = {}

    def number(self, unit: UnitId, steps: int, *, attacking: bool) -> int:
        """What a unit with so many steps hits on, at or under."""
        key = unit, steps, attacking
        if key not in self._hits:
            pos = self.pos
            if pos.state.pieces[unit].steps != steps:
                pos = Position(pos.context, pos.state.with_piece(unit, steps=steps))
            self._hits[key] = sum(line.value for line in ledger(pos, self.battle, unit, attacking))
        return self._hits[key]

    def strength(self, unit: UnitId, *, attacking: bool) -> Strength:
        """A line of the ledger: the unit, its shots and what they hit on."""
        steps = self.pos.state.pieces[unit].steps
        number = max(0, self.number(unit, steps, attacking=attacking))
        shots = self._shots(unit, steps, attacking=attacking)
        value = f"{shots} × {number}/10" if shots else "no shot"
        return Strength(self.pos.called(unit), value, "BG-12.3a", unit)

    @cached_property
    def modifiers(self) -> tuple[Modifier, ...]:
        """What changes the attackers' numbers, once each."""
        found: dict[str, Modifier] = {}
        for unit in self.battle.attackers:
            for line in ledger(self.pos, self.battle, unit, True)[1:]:
                found.setdefault(line.text, line)
        return tuple(found.values())

    @property
    def column(self) -> str:
        """Shots of each side and the hits they bring on average."""
        parts = []
        for word, units, attacking in (
            ("attack", self.battle.attackers, True),
            ("defence", self.battle.defenders, False),
        ):
            mean = 0.0
            for unit in units:
                steps = self.pos.state.pieces[unit].steps
                chance = _chance(self.number(unit, steps, attacking=attacking), self._die)
                mean += chance * self._shots(unit, steps, attacking=attacking)
            parts.append(f"{with_noun(f'{mean:.1f}', 'hit')} in {word}")
        return ", ".join(parts)

    @property
    def further(self) -> str:
        """What one more unit would have to bring to clear the hex on average."""
        steps = sum(self.pos.state.pieces[unit].steps for unit in self.battle.defenders)
        word = "step" if steps == 1 else "steps"
        return f"The defenders have {steps} {word}: as many hits clear the hex."

    def results(self) -> tuple[Result, ...]:
        """Every way the fire can end, the likeliest first."""
        attackers, defenders = (
            self._start(self.battle.attackers),
            self._start(self.battle.defenders),
        )
        found = []
        for (left, facing), chance in self.odds().items():
            lost, hit = sum(attackers) - sum(left), sum(defenders) - sum(facing)
            found.append(
                Result(
                    name=f"{hit} of {counted(sum(defenders), 'step')} hit, {lost} lost",
                    chance=chance,
                    effect=self._effect(left, facing),
                    attacker_loss=float(lost),
                    defender_loss=float(hit),
                    clears=not any(facing),
                )
            )
        merged: dict[tuple[str, str], Result] = {}
        for result in found:
            key = result.name, result.effect
            known = merged.get(key)
            chance = result.chance + (known.chance if known else 0.0)
            merged[key] = replace(result, chance=chance)
        return tuple(sorted(merged.values(), key=lambda result: (-result.chance, result.name)))

    def odds(self) -> Odds:
        """The exact chance of each pair of steps left when the fire is over."""
        start = self._start(self.battle.attackers), self._start(self.battle.defenders)
        now: dict[tuple[Steps, Steps], float] = {start: 1.0}
        for volley in (self._barrage, self._defence, self._offence):
            after: dict[tuple[Steps, Steps], float] = defaultdict(float)
            for (left, facing), chance in now.items():
                for pair, share in volley(left, facing).items():
                    after[pair] += chance * share
            now = dict(after)
        return now

    def _barrage(self, left: Steps, facing: Steps) -> Odds:
        """Supplied guns of the attacker (BG 12.2 step 2)."""
        dice = self.pos.context.charts.combat.support_barrage_dice
        chances = [
            _chance(self.number(unit, steps, attacking=True), self._die)
            for unit, steps in zip(self.battle.attackers, left, strict=True)
            if steps and self.pos.support(unit) and unit not in self.battle.unsupplied
            for _ in range(dice)
        ]
        return self._dealt(chances, left, facing, at_attackers=False)

    def _defence(self, left: Steps, facing: Steps) -> Odds:
        """All defenders left (BG 12.2 step 3)."""
        return self._dealt(
            self._volley(self.battle.defenders, facing, attacking=False),
            left,
            facing,
            at_attackers=True,
        )

    def _offence(self, left: Steps, facing: Steps) -> Odds:
        """The attackers left, without their guns, unless only guns are (BG 12.2 steps 4, 5)."""
        chances = self._volley(self.battle.attackers, left, attacking=True)
        return self._dealt(chances, left, facing, at_attackers=False)

    def _volley(self, units: tuple[UnitId, ...], steps: Steps, *, attacking: bool) -> list[float]:
        return [
            _chance(self.number(unit, left, attacking=attacking), self._die)
            for unit, left in zip(units, steps, strict=True)
            if left and not (attacking and self.pos.support(unit))
            for _ in range(self._shots(unit, left, attacking=attacking))
        ]

    def _shots(self, unit: UnitId, steps: int, *, attacking: bool) -> int:
        """Dice a unit throws in its volley (BG 12.3)."""
        if self.number(unit, steps, attacking=attacking) <= 0:
            return 0
        if self.pos.support(unit):
            if unit in self.battle.unsupplied:
                return 0
            return self.pos.context.charts.combat.support_barrage_dice if attacking else 1
        return steps

    def _dealt(
        self, chances: list[float], left: Steps, facing: Steps, *, at_attackers: bool
    ) -> Odds:
        """What a volley does: so many hits, dealt to the weakest of the front line first."""
        units = self.battle.attackers if at_attackers else self.battle.defenders
        steps = left if at_attackers else facing
        found: dict[tuple[Steps, Steps], float] = defaultdict(float)
        for hits, share in enumerate(_count(chances)):
            if share:
                after = self._struck(units, steps, hits)
                found[(after, facing) if at_attackers else (left, after)] += share
        return found

    def _struck(self, units: tuple[UnitId, ...], steps: Steps, hits: int) -> Steps:
        after = list(steps)
        for _ in range(hits):
            standing = [n for n, count in enumerate(after) if count]
            if not standing:
                break
            front = [n for n in standing if not self.pos.support(units[n])] or standing
            after[min(front, key=lambda n: (after[n], n))] -= 1
        return tuple(after)

    def _start(self, units: tuple[UnitId, ...]) -> Steps:
        pieces = self.pos.state.pieces
        return tuple(pieces[unit].steps if pieces[unit].at != DEAD else 0 for unit in units)

    def _effect(self, left: Steps, facing: Steps) -> str:
        if not any(facing):
            return "The hex is cleared." if any(left) else "Nobody is left."
        return "The defenders hold." if any(left) else "The force is destroyed."

    @property
    def _die(self) -> int:
        return self.pos.context.charts.combat.die


def _chance(number: int, die: int) -> float:
    """The chance to throw at or under a number."""
    return min(max(number, 0), die) / die


def _count(chances: list[float]) -> list[float]:
    """The chance of 0, 1, 2 ... successes in independent trials."""
    found = [1.0]
    for chance in chances:
        fresh = [0.0] * (len(found) + 1)
        for hits, share in enumerate(found):
            fresh[hits] += share * (1 - chance)
            fresh[hits + 1] += share * chance
        found = fresh
    return found
