"""Bridges over major rivers, and those that Brandenburgers seize (FE-39A, by option)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.core.handler import Transition
from engine.systems.europa.air.carrying.actions import LeaveBridges, TryBridge
from engine.systems.europa.air.carrying.records import AtBridges, DropRoll
from engine.systems.europa.air.records import AirMoving
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.combat.strength import attack_lines
from engine.systems.europa.movement import bridges
from engine.systems.europa.movement.move_actions import Move, RepairBridge, SeizeBridge
from engine.systems.europa.state.constants import (
    AIRDROPPED,
    ALLIED,
    AXIS,
    DROPPED,
    HALF,
    MOVED,
    Phase,
)
from engine.systems.europa.state.records import Fighting, Onward
from engine.systems.fire_in_the_east import sequence
from engine.systems.fire_in_the_east.state.records import Stock
from maps.hexgrid import Hex, Side, side_between
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import RIFLES
from tests.engine.systems.fire_in_the_east.test_options import (
    BUILDERS,
    FOOT,
    SAPPERS,
    Bridged,
    BridgedAir,
    at_bridge,
    crossing,
    ends,
)

COMMANDO = UnitId("german-i-800-para-cmdo-ii-br")
OTHER = UnitId("german-11-infantry-xx")


# Repair


def test_a_bridge_over_a_major_river_takes_eight_points_and_a_resource_point() -> None:
    """[FE-39A.5] One that is merely hit takes none, and the points go to the work."""
    game = at_bridge(SAPPERS, major=True).weather("clear")
    side, to = ends(game, major=True)
    at = game.pos.piece(SAPPERS).at
    assert isinstance(at, Hex)
    game.having(down=frozenset({side}), resources={})
    assert game.objections(RepairBridge(SAPPERS, to)) == ["FE-39A.5"]
    game.having(resources={at: Stock(AXIS, 2)})
    game.do(RepairBridge(SAPPERS, to))
    assert not game.state.down and game.state.spent[SAPPERS] == 8 * HALF
    assert game.state.resources[at].amount == 1
    hit = at_bridge(SAPPERS, major=True).weather("clear")
    hit.having(hits={bridges.key(hit.context, side): 2}, resources={})
    hit.do(RepairBridge(SAPPERS, to))
    assert not bridges.hits(hit.pos, side)


def test_a_bridge_over_a_lesser_river_takes_four_points_alone() -> None:
    """[FE-39A.5] Both banks must be one's own."""
    game = at_bridge(BUILDERS).weather("clear")
    side, to = ends(game)
    game.having(down=frozenset({side}), resources={})
    game.do(RepairBridge(BUILDERS, to))
    assert game.state.spent[BUILDERS] == 4 * HALF
    game = at_bridge(BUILDERS, far=ALLIED).having(down=frozenset({side}))
    assert game.objections(RepairBridge(BUILDERS, to)) == ["FE-39A.5"]


# Seizing


def at_enemy_bridge(*guards: str) -> tuple[Bridged, Side, Hex]:
    """A commando that has come to a bridge of the Soviets, with Soviet units at its other end."""
    game = Bridged(turn=5)
    at, to = crossing(game)
    label = game.context.map.label
    game.put(label(at), COMMANDO, marks=[MOVED]).own(AXIS, label(at)).own(ALLIED, label(to))
    game.put(label(to), *guards)
    side = side_between(at, to)
    return game.having(bridges={side: ALLIED}), side, to


def test_a_commando_takes_an_unguarded_bridge_without_a_die() -> None:
    """[FE-39A.6] Its movement ends there."""
    game, side, to = at_enemy_bridge()
    assert {action.where() for action in game.legal.family("seize bridge")} == {to}
    game.do(SeizeBridge(COMMANDO, to))
    assert bridges.owner(game.pos, side) == AXIS and game.told("bridge taken")
    near = game.context.fronts[game.pos.piece(COMMANDO).hex or to][0]
    assert game.objections(Move(COMMANDO, near)) == ["FE-39A.6"]


@pytest.mark.parametrize(("face", "owner"), [(4, AXIS), (5, ALLIED)])
def test_a_die_decides_over_a_guarded_bridge_once_in_a_turn(face: int, owner: str) -> None:
    """[FE-39A.6] Who fails is none the worse for it, but tries no more."""
    game, side, to = at_enemy_bridge(RIFLES)
    game.do(SeizeBridge(COMMANDO, to)).roll(face)
    assert bridges.owner(game.pos, side) == owner
    assert game.pos.piece(COMMANDO).hex is not None
    if owner == ALLIED:
        assert "FE-39A.6" in game.objections(SeizeBridge(COMMANDO, to))


def test_who_has_not_come_to_a_bridge_does_not_try_it() -> None:
    """[FE-39A.6] Nor does anybody else, or anybody without the option."""
    game, _, to = at_enemy_bridge()
    at = game.pos.piece(COMMANDO).hex
    assert at is not None
    label = game.context.map.label(at)
    game.put(label, COMMANDO)
    assert game.objections(SeizeBridge(COMMANDO, to)) == ["FE-39A.6"]
    game.put(label, FOOT, marks=[MOVED])
    assert game.objections(SeizeBridge(FOOT, to)) == ["FE-14H.1"]


def test_a_commando_that_drops_beside_a_bridge_may_try_it_however_it_comes_down() -> None:
    """[FE-39A.6] Others that drop do not."""
    for face in (6, 1):
        game = BridgedAir(turn=3)
        at, to = crossing(game)
        label = game.context.map.label
        game.own(ALLIED, label(at), label(to)).put(label(to), RIFLES)
        side = side_between(at, to)
        game.put(label(at), COMMANDO, marks=[DROPPED, AIRDROPPED])
        game.having(bridges={side: ALLIED})
        game.ask(Onward(), AirMoving(AXIS), DropRoll(COMMANDO, at))
        game.having(phase=Phase.AIR.value, active=AXIS).roll(face)
        assert isinstance(game.state.top, AtBridges), face
        assert game.kinds() == {"try bridge", "leave bridges"}
        before = game.state
        game.do(TryBridge(COMMANDO, to)).roll(2)
        assert bridges.owner(game.pos, side) == AXIS and side in game.state.seized
        game.state = before
        game.do(LeaveBridges(COMMANDO))
        assert bridges.owner(game.pos, side) == ALLIED


def test_one_unit_attacks_over_a_seized_bridge_as_if_there_were_no_river() -> None:
    """[FE-39A.7] The one that gains most, in the combat phase of that player turn alone."""
    game, side, to = at_enemy_bridge()
    at = game.pos.piece(COMMANDO).hex
    assert at is not None
    game.do(SeizeBridge(COMMANDO, to))
    game.put(game.context.map.label(at), FOOT, OTHER).put(game.context.map.label(to), RIFLES)
    game.phase(Fighting, AXIS)
    battle = Battle(AXIS, to, (FOOT, OTHER), (UnitId(RIFLES),))

    def halved() -> list[bool]:
        lines = attack_lines(game.pos, battle)
        topics = [{factor.topic for factor in line.factors} for line in lines if line.unit]
        return ["hexside in combat" in found for found in topics]

    assert sorted(halved()) == [False, True]
    strengths = [line.value for line in attack_lines(game.pos, battle)]
    assert max(strengths) == max(game.pos.facts(unit).attack for unit in (FOOT, OTHER))
    assert min(strengths) == Fraction(game.pos.facts(FOOT).attack, 2)
    game.having(seized=frozenset())
    assert halved() == [True, True]
    game.having(seized=frozenset({side}))
    opened = Transition(game.state)
    sequence.open_slot(game.context, opened, Phase.INITIAL, ALLIED)
    assert not opened.state.seized
