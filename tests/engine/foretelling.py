"""Are the planner's chances those of the engine? Random attacks, enumerated die by die and rolled.

An attack is carried out through the rules as the planner takes it to be fought; every face of every
die is then followed (equal positions are joined), and the same dice are rolled many times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from math import sqrt

from engine.core.actions import Action, Roll
from engine.core.chance import Stream
from engine.core.state import State
from engine.core.system import Rules, Step
from engine.core.view.outlook import Plan, Result
from engine.game.session import GameSession
from engine.play.opponent import choose
from engine.systems.balkan_gambit import actions as bg
from engine.systems.balkan_gambit.state.records import InBattle, ShotRoll
from engine.systems.europa.combat import battle_actions as europa
from engine.systems.europa.combat.battles import ArmorCall
from engine.systems.operation_gertrud.battle import battle_actions as og
from engine.systems.operation_gertrud.battle.battles import CombatRoll
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.balkan_gambit.view.test_planning import decided, left

ROLLS = 2000
"""How often each attack is rolled."""
FORCE = 3
"""Units of one hex that attack at most, so that following every die stays quick."""
PER_POSITION = 3
Ending = Hashable
Key = tuple[int, Hashable]


@dataclass(slots=True)
class Tally:
    """What came of checking attacks of one system."""

    attacks: int = 0
    outcomes: int = 0
    worst: float = 0.0
    """The largest difference of a displayed chance from its enumeration."""
    beyond: int = 0
    """Outcomes whose rolled share lies more than three standard errors off."""
    widest: float = 0.0
    """The largest distance of a rolled share, in standard errors."""


@dataclass(slots=True)
class Walk:
    """The positions an attack can come to; each is worked out by the engine once."""

    rules: Rules
    key_of: Callable[[State], Hashable]
    decide: Callable[[State], Action | None]
    end_of: Callable[[State], Ending]
    counts: Callable[[State], bool] = lambda _state: True
    """Is the die that is due one of the attack itself?"""
    states: dict[Key, State] = field(default_factory=dict)
    nexts: dict[Key, tuple[Key, ...]] = field(default_factory=dict)
    shares: dict[Key, dict[Ending, float]] = field(default_factory=dict)
    ends: dict[Key, Ending] = field(default_factory=dict)

    def put(self, state: State, depth: int = 0) -> Key:
        """Know a position by its key; only those equally many steps away can be the same."""
        key = depth, self.key_of(state)
        self.states.setdefault(key, state)
        return key

    def after(self, key: Key) -> tuple[Key, ...]:
        """The positions after one, one per face of the die; empty at an end."""
        if key not in self.nexts:
            state, depth = self.states[key], key[0] + 1
            node = self.rules.chance(state)
            if node is not None and self.counts(state):
                steps = [self.rules.apply(state, Roll(face)) for face in node.faces]
                self.nexts[key] = tuple(self.put(step.state, depth) for step in steps)
            else:
                action = self.decide(state)
                found = () if action is None else (self.rules.apply(state, action).state,)
                self.nexts[key] = tuple(self.put(near, depth) for near in found)
        return self.nexts[key]

    def chances(self, key: Key) -> dict[Ending, float]:
        """The exact chance of every ending from a position."""
        if key not in self.shares:
            nexts, found = self.after(key), dict[Ending, float]()
            if not nexts:
                found[self.end(key)] = 1.0
            for near in nexts:
                for ending, share in self.chances(near).items():
                    found[ending] = found.get(ending, 0.0) + share / len(nexts)
            self.shares[key] = found
        return self.shares[key]

    def roll(self, key: Key, stream: Stream) -> Ending:
        """One ending, rolled die by die."""
        while nexts := self.after(key):
            key = nexts[stream.below(len(nexts)) if len(nexts) > 1 else 0]
        return self.end(key)

    def end(self, key: Key) -> Ending:
        """The ending a position is."""
        if key not in self.ends:
            self.ends[key] = self.end_of(self.states[key])
        return self.ends[key]


def begun(rules: Rules, state: State, plan: Plan) -> State:
    """The state in which a plan has been declared."""
    for action in plan.actions:
        objections = rules.check(state, action)
        assert not objections, (action, objections)
        state = rules.apply(state, action).state
    return state


def of_balkan_gambit(rules: Rules, state: State, plan: Plan) -> tuple[Walk, Key] | None:
    """An attack fought by the rule of the weakest first, as the planner says."""
    start = begun(rules, state, plan)
    start = rules.apply(start, bg.Resolve()).state
    frame = start.top
    if not isinstance(frame, InBattle):
        return None
    force, enemies = frame.battle.attackers, frame.battle.defenders
    before = sum(left(start, force)), sum(left(start, enemies))

    def key_of(state: State) -> Hashable:
        top = state.top if state.flow else None
        battles = (frame.battle for frame in reversed(state.flow) if isinstance(frame, InBattle))
        battle = next(battles, None)
        shot = (top.shooter, top.target, top.to_hit) if isinstance(top, ShotRoll) else ()
        rest = (battle.shots, battle.extra_hit) if battle is not None else ()
        return type(top), shot, rest, left(state, force), left(state, enemies), len(state.flow)

    def decide(state: State) -> Action | None:
        return decided(rules, state)  # type: ignore[arg-type]

    def end_of(state: State) -> Ending:
        mine, theirs = left(state, force), left(state, enemies)
        return before[0] - sum(mine), before[1] - sum(theirs), not any(theirs)

    walk = Walk(rules, key_of, decide, end_of, lambda state: isinstance(state.top, ShotRoll))
    return walk, walk.put(start)


def of_operation_gertrud(rules: Rules, state: State, plan: Plan) -> tuple[Walk, Key] | None:
    """An attack rolled for as declared, without further support; its die names the results."""
    start = begun(rules, state, plan)
    action: Action | None = og.GoIn()
    while action is not None and not rules.check(start, action):
        start = rules.apply(start, action).state
        if rules.chance(start) is not None:
            break
        closing = [family for family in rules.question(start).families if family.closing]
        action = next((one for family in closing for one in family.candidates()), None)
    node = rules.chance(start)
    if node is None or not isinstance(start.top, CombatRoll):
        return None
    walk = Walk(rules, lambda _state: "", lambda _state: None, lambda _state: "")
    faces: tuple[Key, ...] = tuple((1, face) for face in node.faces)
    walk.nexts = {(0, ""): faces} | dict.fromkeys(faces, ())
    walk.ends = dict(zip(faces, node.meanings, strict=True))
    return walk, (0, "")


def of_europa(rules: Rules, state: State, plan: Plan) -> tuple[Walk, Key] | None:
    """An attack rolled for as declared, the defender counting his armour as serves him best; every
    face is rolled by the engine, and the code it tells is the ending.
    """
    start = begun(rules, state, plan)
    step = rules.apply(start, europa.GoIn())
    codes = _codes(step)
    if isinstance(step.state.top, ArmorCall):
        step = rules.apply(step.state, europa.CountNeutral())
        codes = codes or _codes(step)
    node = rules.chance(step.state)
    if not codes and node is not None:
        codes = [_codes(rules.apply(step.state, Roll(face)))[0] for face in node.faces]
    walk = Walk(rules, lambda _state: "", lambda _state: None, lambda _state: "")
    faces: tuple[Key, ...] = tuple((1, face) for face in range(1, len(codes) + 1))
    walk.nexts = {(0, ""): faces} | dict.fromkeys(faces, ())
    walk.ends = dict(zip(faces, codes, strict=True))
    return walk, (0, "")


def _codes(step: Step) -> list[str]:
    """The result codes an attack has been told to have."""
    told = ("combat result", "certain result")
    return [dict(event.facts)["code"] for event in step.events if event.what in told]


@dataclass(frozen=True, slots=True)
class Fighting:
    """How the attacks of a system are followed, and which ending a displayed result is."""

    scenarios: tuple[str, ...]
    follow: Callable[[Rules, State, Plan], tuple[Walk, Key] | None]
    ending: Callable[[Result], Ending]


SYSTEMS = {
    "balkan_gambit": Fighting(
        tuple(f"balkan_gambit/{year}" for year in (1943, 1944, 1945)),
        of_balkan_gambit,
        lambda result: (int(result.attacker_loss), int(result.defender_loss), result.clears),
    ),
    "operation_gertrud": Fighting(
        tuple(f"operation_gertrud/{when}" for when in ("early_1941", "early_1943", "late_1942")),
        of_operation_gertrud,
        lambda result: result.name,
    ),
    "boot_camp": Fighting(("boot_camp/balkan_campaign",), of_europa, lambda result: result.name),
    "balkan_front": Fighting(
        ("balkan_front/italo_greek_war",), of_europa, lambda result: result.name
    ),
}


def check(system: str, attacks: int, rolls: int = ROLLS) -> Tally:
    """Check so many random attacks of a system, from games that the automatic player plays."""
    fighting, tally, stream = SYSTEMS[system], Tally(), Stream(11, system)
    seed = 0
    while tally.attacks < attacks:
        seed += 1
        scenario = fighting.scenarios[seed % len(fighting.scenarios)]
        for game in _positions(scenario, seed):
            for plan in _plans(game, stream):
                followed = fighting.follow(game.rules, game.state, plan)
                if followed is not None and tally.attacks < attacks:
                    _compare(tally, fighting, plan, followed, stream, rolls)
            if tally.attacks >= attacks:
                break
    return tally


def _positions(scenario: str, seed: int) -> Iterator[GameSession]:
    with GameSession.start(scenario, seed=seed) as game:
        while game.view().outcome is None:
            if game.view().chance is not None:
                game.roll()
                continue
            yield game
            game.act(choose(game))


def _plans(game: GameSession, stream: Stream) -> Iterator[Plan]:
    """Some attacks that may be declared now: random hexes, random units of one place."""
    rules, state, side = game.rules, game.state, game.view().side
    if rules.battle(state) is not None:
        return
    enemies = {
        counter.at
        for counter in rules.counters(state)
        if isinstance(counter.at, Hex) and rules.owner(state, counter.unit) != side
    }
    able = {at: units for at in sorted(enemies) if (units := rules.candidates(state, at))}
    for at in stream.shuffled(able)[:PER_POSITION]:
        units = able[at]
        origin = state.pieces[units[stream.below(len(units))]].at
        stack = stream.shuffled(unit for unit in units if state.pieces[unit].at == origin)
        force: tuple[UnitId, ...] = tuple(stack[: 1 + stream.below(min(len(stack), FORCE))])
        plan = rules.plan(state, at, force)
        if plan is None or plan.objections or not plan.actions:
            continue
        if not rules.check(state, plan.actions[0]):
            yield plan


def _compare(
    tally: Tally,
    fighting: Fighting,
    plan: Plan,
    followed: tuple[Walk, Key],
    stream: Stream,
    rolls: int,
) -> None:
    walk, start = followed
    shown: dict[Ending, float] = {}
    for result in plan.results:
        ending = fighting.ending(result)
        shown[ending] = shown.get(ending, 0.0) + result.chance
    exact = walk.chances(start)
    rolled = Counter(walk.roll(start, stream) for _ in range(rolls))
    tally.attacks += 1
    for ending in dict.fromkeys((*shown, *exact, *rolled)):
        chance = shown.get(ending, 0.0)
        tally.outcomes += 1
        tally.worst = max(tally.worst, abs(chance - exact.get(ending, 0.0)))
        error = sqrt(chance * (1 - chance) / rolls)
        off = abs(rolled[ending] / rolls - chance)
        if error > 0:
            tally.widest = max(tally.widest, off / error)
            tally.beyond += off > 3 * error
        else:
            tally.beyond += off > 1e-12
