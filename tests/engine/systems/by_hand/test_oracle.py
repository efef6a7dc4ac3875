"""Two games that have rules of their own, declared by hand as far as tables go: the answers agree.

What differs is listed by the engine's rule, so that nobody believes more than is so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.core.chance import Stream
from engine.core.state import Piece
from engine.core.view.outlook import Plan
from engine.game.catalogue import explain
from engine.game.session import GameSession
from engine.scenarios import build_scenario
from engine.systems.by_hand import SYSTEM
from engine.systems.by_hand.battle import Calculation
from engine.systems.by_hand.records import AtTable, HandState
from engine.systems.by_hand.rules import HandRules
from maps.hexgrid import Hex
from oob.model import UnitId

HOME = Path(__file__).parent / "oracle"
GERTRUD, GAMBIT = "operation_gertrud/early_1941", "balkan_gambit/1943"
EVERY = 9
"""Every so many decisions of a game, part automatic, part random, one position is compared."""
SMALL, LARGE = 190, 2000 * EVERY
"""Decisions of the small sample and of the large one."""
DISPERSED = "dispersed"
"""The mode of partisans that hold no ground: by hand they are lifted off the board."""
UNDECLARED = {"Blitzkrieg bonus", "Combined arms", "Yavuz", "Surrounded"}
"""Lines of the engine's ledger that no declared table has; support and drops are others."""
LIMITING = ("OG-6.0", "BG-10.3")
"""The rules of how much a hex holds; who may not be with whom is not declared."""
Sampled = Iterator[tuple[GameSession, Any, HandRules, HandState]]


def by_hand(game: GameSession) -> HandRules:
    """The rules of a game declared by hand, on the same board with the same units."""
    system = game.scenario.system
    scenario = build_scenario(
        "by_hand/oracle",
        f'title = "{system}"\nsystem = "by_hand"\nmap = "{system}"\noob = "{system}"\n',
        game_map=game.scenario.map,
        order=game.scenario.oob,
        charts=(HOME / f"{system}.toml").read_text("utf-8"),
    )
    found = SYSTEM.bind(scenario)
    assert isinstance(found, HandRules)
    return found


def played(scenario: str, decisions: int) -> Iterator[tuple[GameSession, HandRules]]:
    """Games of a scenario each time that a position is compared, and their rules by hand."""
    seed, left = 2, decisions
    while left > 0:
        game, stream = GameSession.start(scenario, seed=seed), Stream(seed, "oracle")
        hand = by_hand(game)
        for number in range(left):
            left -= 1
            if game.view().outcome is not None:
                break
            action = explain(game)[0] if number % 3 else game.view().legal.random(stream)
            assert action is not None
            game.act(action)
            if not number % EVERY:
                yield game, hand
        seed += 1


def sampled(scenario: str, decisions: int) -> Sampled:
    """Positions of games of a scenario, with the same position by hand."""
    for game, hand in played(scenario, decisions):
        rules: Any = game.rules
        yield game, rules.position(game.state), hand, laid(game, hand)


def laid(game: GameSession, hand: HandRules) -> HandState:
    """The position of a game as it stands by hand: the same units in the same places."""
    pieces = {
        unit: Piece(
            "pool" if piece.mode == DISPERSED else piece.at,
            max(1, piece.steps),
            marks=frozenset({"out"} & hand.context.states.keys())
            if "out of supply" in piece.marks
            else frozenset(),
        )
        for unit, piece in game.state.pieces.items()
    }
    sides = hand.context.all_sides
    flow = (AtTable(),)
    return HandState(1, "", "", pieces, flow, slot=0, hand=game.view().side or sides[0])


def on_board(game: GameSession, pos: Any) -> Iterator[UnitId]:
    """The units that hold ground and have a side for good."""
    for unit, piece in game.state.pieces.items():
        here = isinstance(piece.at, Hex) and piece.mode != DISPERSED
        if here and pos.owner(unit) and pos.nation(unit) != "chetnik":
            yield unit


@cache
def agreement(scenario: str, decisions: int) -> tuple[Counter[tuple[str, bool]], Counter[str]]:
    """How often answers agree, question by question; and the rules by which they differ."""
    found: Counter[tuple[str, bool]] = Counter()
    rules: Counter[str] = Counter()
    for game, pos, hand, state in sampled(scenario, decisions):
        look = hand.position(state)
        if hand.context.charts.zones is not None:
            for side in hand.context.all_sides:
                found["zones", game.rules.zones(game.state, side) == look.zoc(side)] += 1
        for unit in on_board(game, pos):
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
                crowded = look.load(at, pos.owner(unit), (unit,)) > look.room(at)
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
    for target in sorted(look.hostile(side)):
        near = [at for at in target.neighbours() if target in pos.context.fronts.get(at, ())]
        units = tuple(unit for at in near for unit in pos.friends(at, side))[:5]
        engine = game.rules.plan(game.state, target, units) if units else None
        if engine is None or not engine.defenders:
            continue
        own = Calculation(look, chart, units, target).plan()
        lines = {line.text for line in engine.modifiers}
        if lines & UNDECLARED or strengths(engine) != strengths(own):
            continue
        yield chances(engine) == chances(own), tuple(sorted(lines))


def strengths(plan: Plan) -> list[str]:
    """The strength of each unit: mountain units and drops have others by rules of their own."""
    return [line.value for line in (*plan.attackers, *plan.defenders)]


def chances(plan: Plan) -> dict[str, float]:
    return {result.name: round(result.chance, 9) for result in plan.results}


def share(found: Counter[tuple[str, bool]], question: str) -> float:
    return found[question, True] / (found[question, True] + found[question, False])


LIMITS = {
    GERTRUD: {"zones": 1.0, "reach": 1.0, "stacking": 0.95, "supply": 0.95, "combat": 0.95},
    GAMBIT: {"reach": 0.95, "stacking": 0.95},
}
"""The share of answers that must agree."""


@pytest.mark.parametrize("scenario", [GERTRUD, GAMBIT])
def test_what_is_declared_by_hand_answers_as_the_engine_does(scenario: str) -> None:
    found, rules = agreement(scenario, SMALL)
    shares = {question: share(found, question) for question in LIMITS[scenario]}
    assert all(shares[question] >= most for question, most in LIMITS[scenario].items()), shares
    assert sum(found.values()) > 1000
    named = ("OG-", "BG-", "a limit", "City", "Mountain", "River", "Rough", "Strait")
    assert all(rule.startswith(named) for rule in rules), rules


@pytest.mark.soak
@pytest.mark.parametrize("scenario", [GERTRUD, GAMBIT])
def test_a_large_sample_agrees_as_well(scenario: str) -> None:
    found, _rules = agreement(scenario, LARGE)
    for question, most in LIMITS[scenario].items():
        assert share(found, question) >= min(most, 0.95), (question, found)
