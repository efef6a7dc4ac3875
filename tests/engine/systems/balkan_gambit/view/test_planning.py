"""The planner against the engine: every chance it shows is the one the dice give."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

import pytest

from engine.core.actions import Action, Roll
from engine.core.chance import Stream
from engine.core.state import State
from engine.game.session import Dice, GameSession
from engine.play.opponent import choose
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.rules import BalkanGambit
from engine.systems.balkan_gambit.state.records import (
    DEAD,
    Barrage,
    Battle,
    Board,
    BreakOffCall,
    Commanding,
    DefenderTac,
    DefensiveFire,
    InBattle,
    OffensiveFire,
    ShotRoll,
)
from engine.systems.balkan_gambit.view.planning import Fight
from oob.model import UnitId
from tests.engine.systems.balkan_gambit.desk import Desk, rules_of

FIRING = (Barrage, DefensiveFire, OffensiveFire)
Pair = tuple[tuple[int, ...], tuple[int, ...]]


def left(state: State, units: tuple[UnitId, ...]) -> tuple[int, ...]:
    pieces = state.pieces
    return tuple(0 if pieces[unit].at == DEAD else pieces[unit].steps for unit in units)


def weakest(rules: BalkanGambit, state: State, units: tuple[UnitId, ...]) -> UnitId:
    pos = rules.position(state)
    standing = [unit for unit in units if state.pieces[unit].at != DEAD]
    front = [unit for unit in standing if not pos.support(unit)] or standing
    return min(front, key=lambda unit: (state.pieces[unit].steps, units.index(unit)))


def decided(rules: BalkanGambit, state: State) -> Action | None:
    """What the rule of the weakest first does; None when the fire is over."""
    frame = state.top if state.flow else None
    if isinstance(frame, DefenderTac):
        return do.NoTac()
    if isinstance(frame, BreakOffCall):
        return None if rules.check(state, do.PressOn()) else do.PressOn()
    if isinstance(frame, FIRING):
        battle = frame.battle
        at_attackers = isinstance(frame, DefensiveFire)
        units = battle.attackers if at_attackers else battle.defenders
        if not any(left(state, units)):
            return do.CeaseFire()
        return do.Fire(battle.shots[0], weakest(rules, state, units))
    return None


def enumerated(rules: BalkanGambit, state: State, battle: Battle) -> dict[Pair, float]:
    """The engine's own dice, walked die by die; equal positions are joined."""
    force, enemies = battle.attackers, battle.defenders
    now: dict[object, tuple[State, float]] = {0: (state, 1.0)}
    found: dict[Pair, float] = defaultdict(float)
    while now:
        after: dict[object, tuple[State, float]] = {}

        def put(state: State, chance: float, after: dict[object, tuple[State, float]]) -> None:
            frame = state.top if state.flow else None
            shots = frame.battle.shots if isinstance(frame, InBattle) else ()
            aim: tuple[object, ...] = ()
            if isinstance(frame, ShotRoll):
                aim = frame.shooter, frame.target, frame.to_hit
            key = type(frame), shots, aim, left(state, force), left(state, enemies), len(state.flow)
            known = after.get(key)
            after[key] = (state, chance + (known[1] if known else 0.0))

        for position, chance in now.values():
            node = rules.chance(position)
            if node is not None and isinstance(position.top, ShotRoll):
                for face in node.faces:
                    put(rules.apply(position, Roll(face)).state, chance / node.sides, after)
                continue
            action = decided(rules, position)
            if action is None:
                found[left(position, force), left(position, enemies)] += chance
                continue
            assert not rules.check(position, action), action
            put(rules.apply(position, action).state, chance, after)
        now = after
    return found


def attack(
    rules: BalkanGambit, state: State, plan_units: tuple[UnitId, ...], target: object
) -> State:
    origin = state.pieces[plan_units[0]].at
    steps: list[Action] = [do.DeclareAttack(origin, target)]  # type: ignore[arg-type]
    steps += [do.AddUnit(unit) for unit in plan_units]
    steps.append(do.Resolve())
    for action in steps:
        assert not rules.check(state, action), (action, rules.check(state, action))
        state = rules.apply(state, action).state
    return state


def compare(rules: BalkanGambit, state: State, target: object, units: tuple[UnitId, ...]) -> bool:
    plan = rules.plan(state, target, units)  # type: ignore[arg-type]
    assert plan is not None
    assert sum(result.chance for result in plan.results) == pytest.approx(1)
    if plan.objections:
        return False
    pos = rules.position(state)
    side = rules.question(state).side
    enemies = pos.defenders(target, side)  # type: ignore[arg-type]
    fed = frozenset(unit for unit in (*units, *enemies) if not pos.supplied(unit))
    origin = state.pieces[units[0]].at
    battle = Battle(side, target, units, enemies, origin=origin, unsupplied=fed)  # type: ignore[arg-type]
    engine = enumerated(rules, attack(rules, state, units, target), battle)
    mine = Fight(pos, battle).odds()
    assert dict(mine) == pytest.approx({pair: engine[pair] for pair in mine})
    assert set(engine) == {pair for pair, chance in mine.items() if chance}
    return True


@pytest.mark.parametrize(
    "year", ["1944", *(pytest.param(year, marks=pytest.mark.soak) for year in ("1943", "1945"))]
)
def test_the_chances_are_those_of_the_engine(year: str) -> None:
    rules = rules_of(year)
    game = GameSession.start(f"balkan_gambit/{year}", seed=5, dice=Dice.PROGRAM)
    stream = Stream(7, year)
    tried = 0
    for _ in range(900):
        if game.view().outcome is not None or tried >= 25:
            break
        state = game.state
        if isinstance(state, Board) and isinstance(state.top, Commanding):
            tried += _try_one(rules, state, stream)
        game.act(choose(game))
    assert tried >= 12


def _try_one(rules: BalkanGambit, state: Board, stream: Stream) -> int:
    pos, side = rules.position(state), rules.question(state).side
    enemies = [at for at in sorted(pos.held["axis" if side == "allied" else "allied"])]
    targets = [at for at in enemies if rules.candidates(state, at)]
    if not targets:
        return 0
    target = targets[stream.below(len(targets))]
    able = rules.candidates(state, target)
    origin = state.pieces[able[stream.below(len(able))]].at
    force = [unit for unit in able if state.pieces[unit].at == origin][:3]
    groups = [group for size in range(1, len(force) + 1) for group in combinations(force, size)]
    return compare(rules, state, target, groups[stream.below(len(groups))])


def test_an_attack_from_two_hexes_is_forbidden_with_its_rule() -> None:
    desk = Desk("1943")
    rules, state = desk.rules, desk.state
    here, there, target = desk.hex("1717"), desk.hex("1718"), None
    for at in sorted(here.neighbours()):
        if at in there.neighbours() and at in desk.context.land:
            target = at
    assert target is not None
    units = [u for u in state.pieces if desk.rules.owner(state, u) == "allied"][:2]
    enemy = next(u for u in state.pieces if desk.rules.owner(state, u) == "axis")
    places = dict(zip((*units, enemy), (here, there, target), strict=True))
    for unit, at in places.items():
        state = state.with_piece(unit, at=at)
    plan = rules.plan(state, target, tuple(units))
    assert plan is not None
    assert [objection.rule for objection in plan.objections] == ["BG-7.4b"]


def test_there_is_no_plan_against_an_empty_hex() -> None:
    desk = Desk("1943")
    assert desk.rules.plan(desk.state, desk.hex("1717"), ()) is None
    assert desk.rules.candidates(desk.state, desk.hex("1717")) == ()
