"""Two games that have rules of their own, declared by hand as far as tables go: the answers agree.

What differs is listed by the engine's rule, so that nobody believes more than is so.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest

from engine.core.chance import Stream
from engine.core.state import Piece
from engine.core.view.outlook import Plan
from engine.game.catalogue import explain
from engine.game.session import GameSession
from engine.scenarios import build_scenario
from engine.systems.by_hand import SYSTEM
from engine.systems.by_hand.battle import Calculation
from engine.systems.by_hand.position import HandPosition
from engine.systems.by_hand.records import AtTable, HandState
from engine.systems.by_hand.rules import HandRules
from maps.files.toml_text import toml_text
from maps.hexgrid import Hex
from oob.model import UnitId

HOME = Path(__file__).parent / "oracle"
GERTRUD = tuple(
    f"operation_gertrud/{title}"
    for title in ("early_1941", "late_1941", "early_1942", "late_1942", "early_1943")
)
GAMBIT = tuple(f"balkan_gambit/{year}" for year in (1943, 1944, 1945))
EVERY = 9
"""Every so many decisions of a game one position is compared."""
GUIDED = 4
"""One in so many decisions is the automatic player's, the others are drawn: whole games go by."""
SMALL, LARGE = 45, 2000
"""Positions of the small sample and of the large one, spread over the scenarios."""
UNITS, ATTACKS = 14, 6
"""How many units and attacks of a position are asked for, drawn among all."""
DISPERSED = "dispersed"
"""The mode of partisans that hold no ground."""
UNDECLARED = {"Blitzkrieg bonus", "Combined arms", "Yavuz", "Surrounded"}
"""Lines of the engine's ledger that no declared table has; support and drops are others."""
LIMITING = ("OG-6.0", "BG-")
"""The rules of stacking that are declared: in Operation Gertrud those of how much a hex holds."""
Sampled = Iterator[tuple[GameSession, Any, HandRules, HandState]]
Drawn = TypeVar("Drawn")


def by_hand(game: GameSession) -> HandRules:
    """The rules of a game declared by hand, on the same board with the same units."""
    system = game.scenario.system
    scenario = build_scenario(
        "by_hand/oracle",
        f'title = "{system}"\nsystem = "by_hand"\nmap = "{system}"\noob = "{system}"\n',
        game_map=game.scenario.map,
        order=game.scenario.oob,
        charts=declared(game.scenario.id),
    )
    found = SYSTEM.bind(scenario)
    assert isinstance(found, HandRules)
    return found


def declared(scenario: str) -> str:
    """The declared rules of a scenario: those of its game, and what is its own."""
    system, _slash, own = scenario.partition("/")
    text = (HOME / f"{system}.toml").read_text("utf-8")
    special = HOME / f"{system}_{own}.toml"
    if not special.is_file():
        return text
    tables, more = tomllib.loads(text), tomllib.loads(special.read_text("utf-8"))
    return toml_text(merged(tables, more))


def merged(tables: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """Tables with others in place of their own, cell by cell; lists are replaced as a whole."""
    for name, value in more.items():
        own = tables.get(name)
        tables[name] = merged(own, value) if isinstance(own, dict) else value
    return tables


def played(scenarios: tuple[str, ...], positions: int) -> Iterator[tuple[GameSession, HandRules]]:
    """Games of some scenarios each time that a position is compared, and their rules by hand."""
    for number, scenario in enumerate(scenarios):
        yield from _games(scenario, len(range(number, positions, len(scenarios))))


def _games(scenario: str, positions: int) -> Iterator[tuple[GameSession, HandRules]]:
    seed, left, hand = 2, positions, None
    while left > 0:
        game, stream = GameSession.start(scenario, seed=seed), Stream(seed, "oracle")
        hand = hand or by_hand(game)
        number = 0
        while left > 0 and game.view().outcome is None:
            guided = not number % GUIDED
            action = explain(game)[0] if guided else game.view().legal.random(stream)
            assert action is not None
            game.act(action)
            if not number % EVERY:
                left -= 1
                yield game, hand
            number += 1
        seed += 1


def drawn(found: Iterable[Drawn], most: int, game: GameSession) -> list[Drawn]:
    """So many of some things, drawn again in each position; all if there are no more."""
    rest, stream = list(found), Stream(game.log.current, "drawn")
    return [rest.pop(stream.below(len(rest))) for _ in range(min(most, len(rest)))]


def sampled(scenarios: tuple[str, ...], positions: int) -> Sampled:
    """Positions of games of some scenarios, with the same position by hand."""
    for game, hand in played(scenarios, positions):
        rules: Any = game.rules
        yield game, rules.position(game.state), hand, laid(game, hand)


def laid(game: GameSession, hand: HandRules) -> HandState:
    """The position of a game as it stands by hand: the same units in the same places."""
    pieces = {
        unit: Piece(piece.at, max(1, piece.steps), marks=worn(game, hand, unit))
        for unit, piece in game.state.pieces.items()
    }
    sides, now = hand.context.all_sides, game.state
    return HandState(
        turn=1,
        phase="",
        active="",
        pieces=pieces,
        flow=(AtTable(),),
        slot=0,
        hand=game.view().side or sides[0],
        weather=str(getattr(now, "weather", "")) if hand.context.charts.weather else "",
        markers=lying(game),
    )


def worn(game: GameSession, hand: HandRules, unit: UnitId) -> frozenset[str]:
    """The declared states that a unit is in."""
    rules: Any = game.rules
    pos, piece = rules.position(game.state), game.state.pieces[unit]
    found = {"out"} if "out of supply" in piece.marks else set()
    if game.scenario.system == "balkan_gambit" and isinstance(piece.at, Hex):
        found = set() if pos.supplied(unit) else {"out"}
        found |= {"confused"} if pos.frozen_italian(unit) else set()
        found |= {"dispersed"} if pos.dispersed(unit) else set()
        changed = pos.owner(unit) == "allied" != hand.context.owners[unit]
        found |= {"with the Allies"} if changed else set()
    return frozenset(found & hand.context.states.keys())


def lying(game: GameSession) -> dict[Hex, tuple[str, ...]]:
    """The markers of Balkan Gambit where they lie: supply markers that are open, and others."""
    if game.scenario.system != "balkan_gambit":
        return {}
    state: Any = game.state
    found: dict[Hex, tuple[str, ...]] = {}
    laid = [("beachhead", at) for at, mark in state.beachheads.items() if mark.open]
    laid += [("improved", at) for at in state.improved]
    laid += [("naval", state.naval)] if state.naval else []
    for marker, at in laid:
        found[at] = (*found.get(at, ()), marker)
    return found


def on_board(game: GameSession, pos: Any) -> Iterator[UnitId]:
    """The units that hold ground and have a side for good."""
    for unit, piece in game.state.pieces.items():
        here = isinstance(piece.at, Hex) and piece.mode != DISPERSED
        if here and pos.owner(unit):
            yield unit


@cache
def agreement(
    scenarios: tuple[str, ...], positions: int
) -> tuple[Counter[tuple[str, bool]], Counter[str]]:
    """How often answers agree, question by question; and the rules by which they differ."""
    found: Counter[tuple[str, bool]] = Counter()
    rules: Counter[str] = Counter()
    for game, pos, hand, state in sampled(scenarios, positions):
        look = hand.position(state)
        for side in hand.context.all_sides:
            found["zones", game.rules.zones(game.state, side) == look.zoc(side)] += 1
        for unit in drawn(on_board(game, pos), UNITS, game):
            reach = pos.reach(unit).cost
            found["reach", dict(reach) == dict(hand.reach(state, unit))] += 1
            if hand.context.charts.supply is not None:
                fed, _path, why = game.rules.supply(game.state, unit)
                same = fed == hand.supply(state, unit)[0]
                found["supply", same] += 1
                rules.update(() if same else (why.rpartition("[")[2].rstrip("]."),))
            for at in sorted(reach.keys() - {pos.piece(unit).at})[:2]:
                rule = pos.stack_objection(unit, at)
                if rule and not rule.startswith(LIMITING):
                    rules[rule] += 1
                    continue
                crowded = bool(look.over(at, pos.owner(unit), (unit,)))
                found["stacking", bool(rule) == crowded] += 1
                rules.update(() if bool(rule) == crowded else (rule or "a limit by hand",))
        if hand.context.charts.combat is not None:
            for same, theirs in battles(game, pos, hand, state):
                found["combat", same] += 1
                rules.update(() if same else theirs)
    return found, rules


def battles(
    game: GameSession, pos: Any, hand: HandRules, state: HandState
) -> Iterator[tuple[bool, tuple[str, ...]]]:
    """Whether attacks have the same chances, of those that no undeclared line bears on."""
    side, chart, look = game.view().side, hand.context.charts.combat, hand.position(state)
    assert chart is not None
    if side not in hand.context.all_sides:
        return
    for target in drawn(targets(pos, look, side), ATTACKS, game):
        units = beside(game, pos, target, side)
        engine = game.rules.plan(game.state, target, units) if units else None
        if engine is None or not engine.defenders:
            continue
        own = Calculation(look, chart, units, target).plan()
        lines = {line.text for line in engine.modifiers}
        if lines & UNDECLARED or not (chart.by_volleys or strengths(engine) == strengths(own)):
            continue
        yield chances(engine) == chances(own), tuple(sorted(lines))


def strengths(plan: Plan) -> list[str]:
    """The strength of each unit: mountain units and drops have others by rules of their own."""
    return [line.value for line in (*plan.attackers, *plan.defenders)]


def beside(game: GameSession, pos: Any, target: Hex, side: str) -> tuple[UnitId, ...]:
    """The units that attack: in Balkan Gambit from the first hex that has any, else all around."""
    if game.scenario.system != "balkan_gambit":
        near = [at for at in target.neighbours() if target in pos.context.fronts.get(at, ())]
        return tuple(unit for at in near for unit in pos.friends(at, side))[:5]
    for at in sorted(target.neighbours()):
        units = [
            unit
            for unit in pos.friends(at, side)
            if not pos.dispersed(unit) and pos.can_step(unit, at, target)
        ]
        if any(not pos.support(unit) for unit in units):
            return tuple(units[:5])
    return ()


def chances(plan: Plan) -> dict[str, float]:
    """The chance of each result; of steps lost on both sides, whatever else is said of them."""
    found: Counter[str] = Counter()
    for result in plan.results:
        lost = re.findall("[0-9]+", result.name)
        found[f"{lost[0]} hit, {lost[-1]} lost" if lost else result.name] += result.chance
    return {name: round(chance, 9) for name, chance in found.items() if chance > 1e-9}


def share(found: Counter[tuple[str, bool]], question: str) -> float:
    return found[question, True] / (found[question, True] + found[question, False])


def targets(pos: Any, look: HandPosition, side: str) -> list[Hex]:
    """The hexes of its enemies that a side stands beside."""
    return [
        at
        for at in sorted(look.hostile(side))
        if any(near in pos.held[side] for near in at.neighbours())
    ]


QUESTIONS = ("zones", "reach", "stacking", "supply", "combat")
LEAST = 0.95


@pytest.mark.parametrize("scenarios", [GERTRUD, GAMBIT], ids=["gertrud", "gambit"])
def test_what_is_declared_by_hand_answers_as_the_engine_does(scenarios: tuple[str, ...]) -> None:
    found, rules = agreement(scenarios, SMALL)
    shares = {question: share(found, question) for question in QUESTIONS}
    assert all(shares[question] >= LEAST for question in QUESTIONS), (shares, rules)
    assert sum(found.values()) > 1000


@pytest.mark.soak
@pytest.mark.parametrize("scenarios", [GERTRUD, GAMBIT], ids=["gertrud", "gambit"])
def test_a_large_sample_agrees_as_well(scenarios: tuple[str, ...]) -> None:
    found, rules = agreement(scenarios, LARGE)
    for question in QUESTIONS:
        assert share(found, question) >= LEAST, (question, found, rules)
