"""Two titles of one series, declared by hand as far as tables go: the answers agree.

What differs is counted by the engine's rule. Zones, reach, stacking and supply are compared in
every position, attacks where nothing bears on them that no table can say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engine.core.state import Piece
from engine.game.session import GameSession
from engine.systems.by_hand.battle import Calculation
from engine.systems.by_hand.position import HandPosition
from engine.systems.by_hand.records import AtTable, HandState
from engine.systems.by_hand.rules import HandRules
from engine.systems.europa.state.constants import ADMIN, OUT, SIDES
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.by_hand.test_oracle import (
    ATTACKS,
    LEAST,
    QUESTIONS,
    UNITS,
    chances,
    drawn,
    played,
    share,
    targets,
)

BOOT_CAMP = ("boot_camp/balkan_campaign",)
BALKAN_FRONT = tuple(
    f"balkan_front/{title}"
    for title in ("campaign", "italo_greek_war", "operation_marita", "marita_merkur", "plan_g")
)
SMALL, LARGE = 20, 2000
"""Positions of the small sample and of the large one, spread over the scenarios."""
UNDECLARED = (
    "Bombing",
    "Artillery in excess",
    "Antitank",
    "Armour in defence",
    "Engineers",
    "Fort",
)
"""Lines of the engine's account of an attack that no declared table has: they begin so."""
ENTRY = "german entry"
"""The track of the war of a nation whose rules change with it."""
Told = tuple[Counter[tuple[str, bool]], Counter[str], int]


def laid(game: GameSession, pos: Any, hand: HandRules) -> HandState:
    """The position as it stands by hand: what a neutral has is not on the board yet, and units that
    a rule of nations ties to where they are have a state for it.
    """
    marks = {OUT: "out", ADMIN: "admin"}
    pieces = {}
    for unit, piece in game.state.pieces.items():
        known = isinstance(piece.at, Hex) or piece.at in hand.context.boxes
        worn = {
            marks[mark] for mark in piece.marks if mark in marks and (mark != OUT or pos.out(unit))
        }
        worn |= {"tied"} if known and pos.tied(unit) else set()
        at = piece.at if known and pos.side(unit) else "pool"
        pieces[unit] = Piece(
            at, max(1, piece.steps), marks=frozenset(worn & {*hand.context.states})
        )
    joined, skies = pos.state.joined, pos.state.weather
    tracks = {nation: int(bool(joined.get(nation))) for nation in hand.context.tracks}
    if ENTRY in tracks:
        tracks[ENTRY] = int(pos.state.entered > 0)
    zones = {row.id for row in hand.context.charts.weather.zones}
    return HandState(
        turn=1,
        phase="",
        active="",
        pieces=pieces,
        flow=(AtTable(),),
        slot=0,
        hand=game.view().side or SIDES[0],
        weather=next(iter(skies.values()), "clear"),
        skies={zone.lower(): kind for zone, kind in skies.items() if zone.lower() in zones},
        tracks=tracks,
    )


@cache
def agreement(scenarios: tuple[str, ...], wanted: int) -> Told:
    """How often answers agree, question by question; the rules by which they differ; how many
    positions were compared.
    """
    found: Counter[tuple[str, bool]] = Counter()
    rules: Counter[str] = Counter()
    positions = 0
    for game, hand in played(scenarios, wanted):
        positions += 1
        pos: Any = game.rules.position(game.state)
        look = hand.position(laid(game, pos, hand))
        for question, same, rule in answers(game, pos, hand, look):
            found[question, same] += 1
            rules.update(() if same else (f"{question}: {rule}",))
    return found, rules, positions


def answers(
    game: GameSession, pos: Any, hand: HandRules, look: HandPosition
) -> Iterator[tuple[str, bool, str]]:
    """Each question with whether the answers agree, and the engine's rule of it."""
    for side in SIDES:
        yield "zones", look.zoc(side) & pos.context.land == pos.zoc(side), "zones of control"
    there = (u for u, piece in game.state.pieces.items() if isinstance(piece.at, Hex))
    for unit in drawn((u for u in there if pos.side(u)), UNITS, game):
        piece = game.state.pieces[unit]
        theirs = dict(game.rules.reach(game.state, unit))
        if not (pos.state.spent.get(unit) or piece.marks - {OUT}):
            yield "reach", marched(hand, look, unit) == theirs, f"weather {sorted(set(look.skies))}"
        fed, _path, why = game.rules.supply(game.state, unit)
        own = look.fed(unit) is not False
        yield "supply", fed == own, why.rpartition("[")[2].rpartition("]")[0]
        for at in sorted(theirs)[:2]:
            crowded = look.load(at, pos.side(unit), (unit,)) > look.room(at)
            yield "stacking", crowded != pos.fits(at, (unit,)), "a limit"
    yield from battles(game, pos, hand, look)


def marched(hand: HandRules, look: HandPosition, unit: UnitId) -> dict[Hex, int]:
    """Where a unit can go by hand; the one hex it may always go takes all it has."""
    most = -(-look.allowance(unit) // 1)
    here = look.piece(unit).at
    found = hand.reach(look.state, unit)
    return {at: min(cost, most) for at, cost in found.items() if at != here}


def battles(
    game: GameSession, pos: Any, hand: HandRules, look: HandPosition
) -> Iterator[tuple[str, bool, str]]:
    """The attacks that the side to decide could make with what stands beside an enemy."""
    side, chart = game.view().side, hand.context.charts.combat
    assert chart is not None
    near_by = targets(pos, look, side) if side in SIDES else []
    for target in drawn(near_by, ATTACKS, game):
        near = [at for at in target.neighbours() if target in pos.context.fronts.get(at, ())]
        units = [unit for at in near for unit in pos.friends(at, side)]
        able = tuple(unit for unit in units if pos.bars_attack(unit, target) is None)[:5]
        engine = game.rules.plan(game.state, target, able) if able else None
        if engine is None or not engine.defenders:
            continue
        same = chances(engine) == chances(Calculation(look, chart, able, target).plan())
        texts = [line.text for line in (*engine.attackers, *engine.defenders, *engine.modifiers)]
        beyond = sorted({word for word in UNDECLARED for text in texts if text.startswith(word)})
        yield "every attack", same, ", ".join(beyond) or "declared lines alone"
        if not beyond:
            yield "combat", same, ", ".join(line.text for line in engine.modifiers)


@pytest.mark.parametrize("scenarios", [BOOT_CAMP, BALKAN_FRONT], ids=["camp", "front"])
def test_what_is_declared_by_hand_answers_as_the_engine_does(scenarios: tuple[str, ...]) -> None:
    found, rules, positions = agreement(scenarios, SMALL)
    assert positions == SMALL and sum(found.values()) > 500
    shares = {question: share(found, question) for question in QUESTIONS}
    assert all(shares[question] >= LEAST for question in QUESTIONS), (shares, rules)


@pytest.mark.soak
@pytest.mark.parametrize("scenarios", [BOOT_CAMP, BALKAN_FRONT], ids=["camp", "front"])
def test_a_large_sample_agrees_as_well(scenarios: tuple[str, ...]) -> None:
    found, rules, positions = agreement(scenarios, LARGE)
    assert positions == LARGE
    for question in QUESTIONS:
        assert share(found, question) >= LEAST, (question, found, rules)
