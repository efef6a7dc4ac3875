"""Units that drop beside enemy bridges may seize them (option, BF-32C)."""

from __future__ import annotations

from functools import cache

import pytest

from engine.scenarios import load_scenario
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.europa.air.carrying import seizing
from engine.systems.europa.air.carrying.actions import LeaveBridges, TryBridge
from engine.systems.europa.air.carrying.records import AtBridges, BridgeRoll, DropRoll
from engine.systems.europa.movement import bridges
from engine.systems.europa.state.constants import AIRDROPPED, ALLIED, AXIS, DISRUPTED, Phase
from engine.systems.europa.state.records import Onward
from maps.hexgrid import side_between
from oob.model import UnitId
from tests.engine.systems.europa.air.sky import Sky, flown_rules

STORM, PARAS = UnitId("german-sturm-parachute"), UnitId("german-7-1-parachute")
AT, NORTH, SOUTH = "14A:4515", "14A:4415", "14A:4615"
"""A hex between two bridges of Greece."""


@cache
def bridge_rules() -> BalkanFront:
    """The rules of the war with air units and bridges."""
    return BalkanFront(load_scenario("balkan_front/italo_greek_war_air", {"bridges": True}))


def dropping(unit: UnitId = STORM, *, played: bool = True) -> Sky:
    """A unit is down in a Greek hex between two Greek bridges; its die is due."""
    sky = Sky(rules=bridge_rules() if played else flown_rules()).having(entered=2)
    owners = {at: sky.pos.owner_of(at) for at in sky.context.land}
    sky.having(bridges=bridges.at_start(sky.context, owners) if played else {})
    sky.put(AT, unit, marks=(AIRDROPPED,))
    return sky.ask(Onward(), DropRoll(unit, sky.at(AT)), phase=Phase.AIR.value, active=AXIS)


def tried(face: int) -> Sky:
    """A unit in good order has tried the northern bridge."""
    sky = dropping().roll(6)
    return sky.do(TryBridge(STORM, sky.at(NORTH))).roll(face)


def owner(sky: Sky, to: str) -> str:
    """Who owns the bridge to a hex."""
    return bridges.owner(sky.pos, side_between(sky.at(AT), sky.at(to)))


def test_an_undisrupted_unit_may_try_one_bridge() -> None:
    """BF-32C.12: one of those beside it that the enemy owns; the die decides."""
    sky = dropping().roll(6)
    assert sky.state.top == AtBridges(AXIS, STORM)
    assert {action.where() for action in sky.legal.family("try bridge")} == {
        sky.at(NORTH),
        sky.at(SOUTH),
    }
    sky.do(TryBridge(STORM, sky.at(NORTH)))
    assert sky.state.top == BridgeRoll(AXIS, STORM, sky.at(NORTH))


@pytest.mark.parametrize("face", range(1, 7))
def test_success_owns_it_failure_leaves_it_and_harms_nobody(face: int) -> None:
    """BF-32C.12"""
    sky = tried(face)
    won = face <= sky.context.charts.bridges.success
    assert owner(sky, NORTH) == (AXIS if won else ALLIED)
    assert owner(sky, SOUTH) == ALLIED
    assert sky.where_is(STORM) == sky.at(AT)
    assert sky.told("bridge seized" if won else "bridge not seized")


def test_it_stays_seized_though_both_banks_are_the_enemys() -> None:
    """BF-32C.12, 25B.1: who has dropped owns no hex; the bridge is his while he stands at it."""
    sky = tried(1)
    assert sky.pos.owner_of(sky.at(AT)) == sky.pos.owner_of(sky.at(NORTH)) == ALLIED
    sky.settle_tidy()
    assert owner(sky, NORTH) == AXIS
    sky.put("dead", STORM).settle_tidy()
    assert owner(sky, NORTH) == ALLIED


def test_disrupted_units_try_none() -> None:
    """BF-32C.12"""
    sky = dropping().roll(2)
    assert DISRUPTED in sky.state.pieces[STORM].marks
    assert not isinstance(sky.state.top, AtBridges)


def test_each_of_several_units_may_try() -> None:
    """BF-32C.13: the second the same bridge, or where that is taken another."""
    for first, left in ((6, {NORTH, SOUTH}), (1, {SOUTH})):
        sky = tried(first)
        sky.put(AT, PARAS, marks=(AIRDROPPED,))
        sky.ask(Onward(), DropRoll(PARAS, sky.at(AT))).roll(6)
        assert sky.state.top == AtBridges(AXIS, PARAS)
        assert {*seizing.within_reach(sky.pos, PARAS)} == {sky.at(label) for label in left}


def test_it_may_be_left_and_what_is_refused() -> None:
    """BF-32C.12"""
    sky = dropping().roll(6)
    assert sky.objections(TryBridge(PARAS, sky.at(NORTH))) == ["BF-32C.12"]
    assert sky.objections(TryBridge(STORM, sky.at("14A:4514"))) == ["BF-32C.12"]
    sky.do(LeaveBridges(STORM))
    assert not isinstance(sky.state.top, AtBridges)
    assert owner(sky, NORTH) == ALLIED


def test_no_bridge_that_is_down_nor_without_the_option() -> None:
    """BF-32C.12"""
    sky = dropping()
    sides = {side_between(sky.at(AT), sky.at(to)) for to in (NORTH, SOUTH)}
    assert not isinstance(sky.having(down=frozenset(sides)).roll(6).state.top, AtBridges)
    assert not isinstance(dropping(played=False).roll(6).state.top, AtBridges)


def test_the_automatic_player_tries() -> None:
    """BF-32C.12: a failure costs nothing."""
    sky = dropping().roll(6)
    advice = sky.rules.advise(sky.state)
    assert advice is not None and isinstance(advice.action, TryBridge)
