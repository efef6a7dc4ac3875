"""What support, airborne units and the Kommando cover is what the rules let them do."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.game.session import GameSession
from engine.play.opponent import choose
from engine.systems.operation_gertrud import actions as do
from engine.systems.operation_gertrud.battle.battle_actions import Commit, StartMission
from engine.systems.operation_gertrud.battle.battles import AirCall, NavalCall
from engine.systems.operation_gertrud.state.records import (
    GERMAN,
    Board,
    Interdicting,
    Moving,
    Status,
    Supplying,
)
from oob.model import UnitId
from tests.engine.systems.operation_gertrud.desk import Desk


@pytest.mark.parametrize(
    "scenario", ["early_1941", "early_1943", pytest.param("late_1942", marks=pytest.mark.soak)]
)
def test_ranges_are_where_the_actions_are_legal(scenario: str) -> None:
    """Through an automatic game: interdiction, supply drops, paradrops, missions, NGS and CAS."""
    game = GameSession.start(f"operation_gertrud/{scenario}", seed=2)
    seen: Counter[str] = Counter()
    moved = 0
    while game.view().outcome is None and game.state.turn < 3:
        state, rules = game.state, game.rules
        assert isinstance(state, Board)
        board = rules.scenario.map.terrain
        grounds = {
            (subject.id, ground.title): ground
            for subject in rules.subjects(state)
            for ground in rules.ranges(state, subject.id)
        }
        match state.top:
            case Interdicting(side=side):
                for subject in (s for s in rules.subjects(state) if s.side == side):
                    if subject.group == "Air":
                        legal = {
                            at
                            for at in board
                            if not rules.check(state, do.Interdict(str(subject.id), at))
                        }
                        assert grounds[subject.id, "Interdiction"].hexes == legal
                        seen["interdict"] += len(legal)
            case Supplying(side=side):
                for subject in (s for s in rules.subjects(state) if s.side == side):
                    if subject.group == "Air":
                        legal = {
                            at
                            for at in board
                            if not rules.check(state, do.SupplyDrop(str(subject.id), at))
                        }
                        assert grounds[subject.id, "Supply drop"].hexes == legal
                        seen["drop"] += len(legal)
            case NavalCall() | AirCall() as call:
                naval = isinstance(call, NavalCall)
                title = "Support of fights" if naval else "Support of attacks"
                if call.side != call.battle.side and not naval:
                    title = "Support in defence"
                for subject in (s for s in rules.subjects(state) if s.side == call.side):
                    kind = "Ships" if naval else "Air"
                    if subject.group == kind and not rules.check(state, Commit(str(subject.id))):
                        if call.battle.dropper:
                            continue
                        assert call.battle.target in grounds[subject.id, title].hexes
                        seen[kind] += 1
            case Moving(side=side) if moved < 40:
                moved += 1
                for (ident, title), ground in grounds.items():
                    if title == "Paradrop" and rules.owner(state, UnitId(str(ident))) == side:
                        legal = {
                            at
                            for at in board
                            if not rules.check(state, do.Paradrop(UnitId(str(ident)), at))
                        }
                        assert ground.hexes == legal
                        seen["paradrop"] += len(legal)
                if side == GERMAN:
                    starts = [
                        action
                        for family in game.view().legal.families
                        if family.name.startswith("mission")
                        for action in family.candidates()
                        if action in game.view().legal
                    ]
                    for action in starts:
                        assert isinstance(action, StartMission)
                        kommando = rules.context.kommando  # type: ignore[attr-defined]
                        hexes = {at for g in rules.ranges(state, kommando) for at in g.hexes}
                        assert action.target in hexes
                        seen["mission"] += 1
                        break
        game.act(choose(game))
    assert seen["interdict"] and seen["Air"] and seen["paradrop"], seen


def test_spent_support_covers_nothing_and_says_why() -> None:
    desk = Desk.opened("early_1941")
    marker = next(m for m, s in desk.state.support.items() if s is Status.AVAILABLE)
    assert desk.rules_base.ranges(desk.state, marker)[0].hexes
    spent = {**desk.state.support, marker: Status.USED}
    desk.having(support=spent)
    ground = desk.rules_base.ranges(desk.state, marker)[0]
    assert not ground.hexes and ground.text == f"It is {Status.USED.value}."
    desk.having(support={**spent, marker: Status.ELIMINATED})
    assert marker not in {s.id for s in desk.rules_base.subjects(desk.state)}


def test_ships_keep_to_their_seas() -> None:
    desk = Desk.opened("early_1943")
    ships = [s for s in desk.rules_base.subjects(desk.state) if s.group == "Ships"]
    assert ships
    for ship in ships:
        coast = desk.rules_base.ranges(desk.state, ship.id)[0]
        pos = desk.pos
        for at in desk.context.map.terrain:
            assert (at in coast.hexes) == (
                at in desk.context.coast and not pos.ngs_objection(str(ship.id), at)
            )


def test_strength_is_the_factor_of_the_face_that_shows() -> None:
    desk = Desk.opened("early_1941")
    unit = next(u for u, found in desk.context.units.items() if found.steps == 2)
    full = desk.rules_base.worth(desk.state.with_piece(unit, steps=2), unit)
    half = desk.rules_base.worth(desk.state.with_piece(unit, steps=1), unit)
    assert full.strength == desk.context.combat_factor(unit, 2) > half.strength
    assert (full.lost, half.lost, full.res) == (0, 1, None)
