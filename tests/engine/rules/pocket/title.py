"""A title of one file, composed of the rules library: shared steps with its few answers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from engine.core.actions import Objection
from engine.core.handler import table
from engine.core.rules_base import Citations
from engine.core.system import SideInfo
from engine.rules.air.missions import SupportedBattle, SupportStep
from engine.rules.board.context import DEAD, POOL
from engine.rules.board.pieces import lose_step, mark, remove, unmark
from engine.rules.combat.actions import GoIn
from engine.rules.combat.advances import survivors
from engine.rules.combat.advancing import AdvancingStep
from engine.rules.combat.aftermath import AftermathStep
from engine.rules.combat.battles import Advancing, Fighting, Forming, Retreating
from engine.rules.combat.declaring import DeclaringStep
from engine.rules.combat.forming import FormingStep
from engine.rules.combat.losing import LosingStep
from engine.rules.combat.modifiers import Influence, Ledger
from engine.rules.combat.resolving import ResolvingStep
from engine.rules.combat.retreating import PlainRetreat
from engine.rules.combat.steps import Topic
from engine.rules.movement.actions import Move
from engine.rules.movement.marching import MOVED, Moving, MovingStep
from engine.rules.movement.paths import Reach
from engine.rules.plain.position import PlainPosition, Work
from engine.rules.plain.records import PlainState
from engine.rules.plain.rules import PlainRules, PlainSystem
from engine.rules.plain.steps import Plain
from engine.rules.sequence import SequenceStep, Slot
from engine.rules.set_up.placing import PlacingStep
from engine.rules.weather.chart import WeatherChart
from engine.rules.weather.rolling import WeatherRoll, WeatherStep
from maps.hexgrid import Hex
from oob.model import UnitId

SIDES = WEST, EAST = "west", "east"
ATTACKED = "attacked"
Battle = SupportedBattle


class Placing(Plain, PlacingStep[PlainState, PlainPosition]):
    rule = "P-0"

    def waiting(self, pos: PlainPosition, side: str) -> tuple[UnitId, ...]:
        return tuple(unit for unit in pos.boxed(POOL) if pos.owner(unit) == side)

    def homes(self, pos: PlainPosition, unit: UnitId) -> tuple[Hex, ...]:
        return pos.context.homes[unit]

    def fits(self, pos: PlainPosition, side: str, unit: UnitId, at: Hex) -> bool:
        return pos.charts.stacking.fits(pos, side, (unit,), at)


class Marching(MovingStep[PlainState, PlainPosition]):
    rule = "P-1"

    def movable(self, pos: PlainPosition, side: str) -> tuple[UnitId, ...]:
        return tuple(unit for unit in pos.units(side) if MOVED not in pos.piece(unit).marks)

    def reach(self, pos: PlainPosition, unit: UnitId) -> Reach:
        return pos.reach(unit)

    def entering(self, pos: PlainPosition, side: str, action: Move) -> Iterator[Objection]:
        return pos.charts.stacking.entering(pos, side, action.unit, action.target)

    def ending(self, pos: PlainPosition, side: str) -> Iterator[Objection]:
        ready = [unit for unit in self.movable(pos, side) if len(pos.reach(unit).cost) > 1]
        return pos.charts.stacking.ending(pos, side, ready.__contains__)

    def ended(self, pos: PlainPosition, side: str, transition: Work) -> None:
        for unit in pos.charts.stacking.surplus(pos, side):
            remove(transition, unit, DEAD)
            transition.tell("eliminated", pos.charts.stacking.rule, unit=unit)


class Weather(WeatherStep[PlainState, PlainPosition]):
    def chart(self, pos: PlainPosition) -> WeatherChart:
        return pos.charts.weather


def able(pos: PlainPosition, side: str, target: Hex) -> tuple[UnitId, ...]:
    """Units beside a hex that may attack it."""
    near = (at for at in target.neighbours() if target in pos.context.open_sides.get(at, ()))
    units = (unit for at in near for unit in pos.friends(at, side))
    return tuple(unit for unit in units if ATTACKED not in pos.piece(unit).marks)


class Declaring(Plain, DeclaringStep[PlainState, PlainPosition, Battle]):
    def targets(self, pos: PlainPosition, side: str) -> tuple[Hex, ...]:
        return tuple(at for at in sorted(pos.held[pos.opponent(side)]) if able(pos, side, at))

    def objections(self, pos: PlainPosition, side: str, target: Hex) -> Iterator[Objection]:
        if target not in self.targets(pos, side):
            yield self.objection(pos, Topic.DECLARE, f"Nobody can attack {pos.label(target)}.")

    def battle(self, pos: PlainPosition, side: str, target: Hex) -> Battle:
        return Battle(side, target, defenders=pos.enemies(target, side))

    def ended(self, pos: PlainPosition, transition: Work) -> None:
        unmark(transition, MOVED, ATTACKED)


class Force(Plain, FormingStep[PlainState, PlainPosition, Battle]):
    def candidates(self, pos: PlainPosition, battle: Battle) -> tuple[UnitId, ...]:
        found = able(pos, battle.side, battle.target)
        return tuple(unit for unit in found if unit not in battle.attackers)

    def barred(self, pos: PlainPosition, battle: Battle, unit: UnitId) -> Iterator[Objection]:
        if unit not in able(pos, battle.side, battle.target):
            yield self.objection(pos, Topic.FORM, f"{pos.called(unit)} cannot attack there.")

    def go_in(
        self, pos: PlainPosition, frame: Forming[Battle], _action: GoIn, transition: Work
    ) -> None:
        battle = frame.battle
        facts = {"units": battle.attackers, "enemies": battle.defenders}
        transition.tell("battle", pos.charts.combat.rule, at=battle.target, **facts)
        AIR.open(pos, battle, transition)


class Air(SupportStep[PlainState, PlainPosition, Battle]):
    rule = "P-6"

    def sorties(self, pos: PlainPosition, side: str) -> int:
        return pos.state.sorties.get(side, 0) if pos.sky.flying else 0

    def spend(self, side: str, transition: Work) -> None:
        left = transition.state.sorties
        transition.set(sorties={**left, side: left[side] - 1})


class Resolving(Plain, ResolvingStep[PlainState, PlainPosition, Battle]):
    def strengths(self, pos: PlainPosition, battle: Battle) -> tuple[Fraction, Fraction]:
        attack, defense = (
            sum((pos.strength(unit) for unit in units), Fraction(0))
            for units in (battle.attackers, battle.defenders)
        )
        return attack, defense

    def ledger(self, pos: PlainPosition, battle: Battle) -> Ledger:
        return Ledger(self._influences(pos, battle))

    def _influences(self, pos: PlainPosition, battle: Battle) -> Iterator[Influence]:
        board, chart, air = pos.context.map, pos.charts.terrain, pos.charts.air
        ground = chart.row(board.terrain[battle.target])
        if ground.shift:
            yield Influence("ground", ground.id, chart.rule, ground.shift)
        origins = {at for unit in battle.attackers if (at := pos.piece(unit).hex) is not None}
        for row in chart.sides:
            if all(row.id in board.side_kinds(at, battle.target) for at in origins):
                yield Influence(row.id, row.id, chart.rule, row.shift)
        if pos.sky.shift:
            yield Influence("weather", pos.sky.name, pos.charts.weather.rule, pos.sky.shift)
        for side in battle.flown:
            shift = air.shift if side == battle.side else -air.shift
            yield Influence(f"{side} air", f"{side} air", air.rule, shift)


class Losing(Plain, LosingStep[PlainState, PlainPosition, Battle]):
    def alive(self, pos: PlainPosition, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
        return survivors(pos.state, units, DEAD)

    def lose(self, pos: PlainPosition, unit: UnitId, transition: Work) -> None:
        rule = pos.charts.combat.rule
        lose_step(transition, unit, DEAD, reduced=rule, dead=rule)


class Retreat(Plain, PlainRetreat[PlainState, PlainPosition, Battle]):
    def ways(self, pos: PlainPosition, frame: Retreating[Battle], unit: UnitId) -> tuple[Hex, ...]:
        near, barred = pos.context.open_sides[self.stands(pos, unit)], pos.hostile(frame.side)
        return tuple(at for at in near if at not in barred and self.fits(pos, (unit,), at))

    def fits(self, pos: PlainPosition, units: tuple[UnitId, ...], at: Hex) -> bool:
        return pos.charts.stacking.fits(pos, pos.owner(units[0]), units, at)

    def lost(self, pos: PlainPosition, unit: UnitId, transition: Work) -> None:
        remove(transition, unit, DEAD)


class Advance(Plain, AdvancingStep[PlainState, PlainPosition, Advancing[Battle]]):
    def followers(self, pos: PlainPosition, frame: Advancing[Battle]) -> tuple[UnitId, ...]:
        left = survivors(pos.state, frame.battle.attackers, DEAD)
        return tuple(unit for unit in left if pos.piece(unit).at != frame.battle.target)

    def objections(
        self, pos: PlainPosition, frame: Advancing[Battle], unit: UnitId
    ) -> Iterator[Objection]:
        target = frame.battle.target
        if unit not in self.followers(pos, frame) or not RETREAT.fits(pos, (unit,), target):
            text = f"{pos.called(unit)} cannot advance to {pos.label(target)}."
            yield self.objection(pos, Topic.ADVANCE, text)

    def moved(
        self, pos: PlainPosition, frame: Advancing[Battle], _unit: UnitId, transition: Work
    ) -> None:
        if not self.anybody(pos.after(transition), frame):
            self.close(pos, frame, transition)


class Aftermath(Plain, AftermathStep[PlainState, PlainPosition, Battle]):
    def advance(self, pos: PlainPosition, battle: Battle, transition: Work) -> None:
        frame = Advancing(battle)
        if not pos.enemies(battle.target, battle.side) and ADVANCE.anybody(pos, frame):
            transition.state = transition.state.pushed(frame)

    def concluded(self, pos: PlainPosition, battle: Battle, transition: Work) -> None:
        for unit in survivors(pos.state, battle.attackers, DEAD):
            mark(transition, unit, ATTACKED)


class Sequence(SequenceStep[PlainState, PlainPosition]):
    slots = (
        Slot("weather"),
        *(Slot(phase, side) for side in SIDES for phase in ("movement", "combat")),
    )

    def turns(self, pos: PlainPosition) -> int:
        return pos.charts.turns.last

    def open(self, pos: PlainPosition, slot: Slot, transition: Work) -> None:
        if slot.phase == "weather":
            transition.tell("turn", "P-0", turn=transition.state.turn)
            transition.set(sorties=dict(pos.charts.air.sorties))
            transition.state = transition.state.pushed(WeatherRoll())
        elif slot.phase == "combat":
            transition.state = transition.state.pushed(Fighting(slot.side))
        else:
            fed, units = pos.supply[slot.side], pos.units(slot.side)
            hungry = frozenset(unit for unit in units if pos.piece(unit).at not in fed)
            others = {unit for unit in pos.state.unfed if pos.owner(unit) != slot.side}
            transition.set(unfed=hungry | others)
            transition.state = transition.state.pushed(Moving(slot.side))

    def finish(self, pos: PlainPosition, transition: Work) -> None:
        chart, board = pos.charts.victory, pos.context.map
        level = chart.outcome(board, transition.state.owners, (WEST, EAST)).level
        transition.set(over=True)
        transition.tell("game over", chart.rule, level=level)


AIR, ADVANCE, RETREAT = Air(), Advance(Advancing), Retreat(Retreating)
LOSING, RESOLVING = Losing(), Resolving()
HANDLERS = table(
    Placing().handler(),
    Sequence().handler(),
    Weather().handler(),
    Marching().handler(),
    Declaring().handler(),
    Force().handler(),
    AIR.handler(),
    RESOLVING.handler(),
    Aftermath(LOSING, RETREAT).handler(),
    LOSING.handler(),
    RETREAT.handler(),
    ADVANCE.handler(),
)


class PocketRules(PlainRules):
    """The rules bound to one scenario."""

    handlers = HANDLERS
    slots = Sequence.slots
    citations = Citations(over="P-0", untimely="P-0", face="P-0", stranger="P-0")


class PocketSystem(PlainSystem):
    """The system."""

    id, title, rules = "pocket", "Pocket", PocketRules
    sides = (SideInfo(WEST, "West", "#777777"), SideInfo(EAST, "East", "#bf2f2a"))
    charts = (Path(__file__).parent / "charts.toml").read_text("utf-8")
