"""Divisions that are set up broken down (BF-30.6)."""

from __future__ import annotations

from engine.scenarios import load_scenario
from engine.systems.balkan_front.state.records import Front as State
from engine.systems.boot_camp.rules import BootCamp
from engine.systems.europa.movement.move_actions import BreakDown, Into
from engine.systems.europa.scenario import broken_set_up
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, PlaceUnit, UseRecommended
from engine.systems.europa.state.constants import ALLIED, BROKEN
from engine.systems.europa.state.records import SettingUp
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import Front, rules_of

FERRARA, JULIA, AREZZO = (
    UnitId("italian-23-ferrara"),
    UnitId("italian-3-julia"),
    UnitId("italian-53-arezzo"),
)
CROWD = (
    JULIA,
    UnitId("italian-51-siena"),
    UnitId("italian-a-regiment"),
    UnitId("italian-b-regiment"),
    UnitId("italian-3-gren-regiment"),
)
GREEKS = UnitId("greek-8-mountain")
AT, BESIDE, FAR = "14A:4519", "14A:4419", "14A:3618"


def setting() -> Front:
    """The Axis set-up of the Italo-Greek War, after the Allied one."""
    front, state = Front(), rules_of().begin().state
    assert isinstance(state, State)
    front.take(state)
    return front.do(UseRecommended(), FinishSetUp())


def parts_of(front: Front, division: UnitId) -> list[UnitId]:
    """The components that stand for a division."""
    pos = front.pos
    found = [
        unit for unit in front.context.units if broken_set_up.division_of(pos, unit) == division
    ]
    return [unit for unit in found if unit != division]


def test_a_division_is_set_up_broken_down() -> None:
    """BF-30.6: its components stand in its hex, and may be shifted where it might stand."""
    front = setting()
    front.do(PlaceUnit(FERRARA, front.at(AT)), BreakDown(FERRARA, Into.SUPPORTED))
    assert front.where_is(FERRARA) == BROKEN
    parts = parts_of(front, FERRARA)
    assert len(parts) > 1 and {front.where_is(part) for part in parts} == {front.at(AT)}
    front.do(PlaceUnit(parts[0], front.at(BESIDE)))
    assert front.where_is(parts[0]) == front.at(BESIDE)
    assert front.objections(PlaceUnit(parts[0], front.at("14A:4718"))) == ["BF-30.4"]


def test_components_keep_to_the_place_of_their_own_division() -> None:
    """BF-30.6: those of 53 Arezzo stay in northern Albania, whatever others may do."""
    front = setting()
    front.do(PlaceUnit(AREZZO, front.at(FAR)), BreakDown(AREZZO, Into.SUPPORTED))
    front.do(PlaceUnit(FERRARA, front.at(AT)), BreakDown(FERRARA, Into.SUPPORTED))
    north, south = parts_of(front, AREZZO)[0], parts_of(front, FERRARA)[0]
    assert front.objections(PlaceUnit(north, front.at(BESIDE))) == ["BF-30.4"]
    assert front.objections(PlaceUnit(south, front.at(BESIDE))) == []


def test_what_forbids_it() -> None:
    """BF-30.6: enemies' divisions, those still to be placed, units that are no divisions."""
    front = setting()
    assert front.objections(BreakDown(GREEKS, Into.SUPPORTED)) == ["BF-30.4"]
    assert front.objections(BreakDown(FERRARA, Into.SUPPORTED)) == ["BF-30.4"]
    regiment = UnitId("italian-a-regiment")
    front.do(PlaceUnit(regiment, front.at(AT)))
    assert front.objections(BreakDown(regiment, Into.SUPPORTED)) == ["BF-15B.1"]
    assert "break down" not in front.kinds()
    front.do(PlaceUnit(FERRARA, front.at(AT)))
    assert "break down" in front.kinds()


def test_the_stacking_limit_holds_for_components_too() -> None:
    """BF-30.6: three divisions and three regiments fill a hex; a seventh regiment does not fit."""
    front = setting()
    for unit in (FERRARA, *CROWD):
        front.do(PlaceUnit(unit, front.at(AT)))
    assert front.objections(BreakDown(FERRARA, Into.SUPPORTED)) == ["BF-30.6"]


def test_nothing_of_it_is_left_when_the_set_up_is_done() -> None:
    """BF-30.6: broken divisions count as set up; their marks go."""
    front = setting()
    front.do(PlaceUnit(FERRARA, front.at(AT)), BreakDown(FERRARA, Into.SUPPORTED))
    parts = parts_of(front, FERRARA)
    front.do(UseRecommended(), FinishSetUp())
    assert not isinstance(front.state.top, SettingUp)
    assert not any(front.state.pieces[part].marks for part in parts)
    assert front.where_is(FERRARA) == BROKEN and not front.faults()


def test_boot_camp_says_nothing_of_it() -> None:
    """BC-20.2: divisions break down in initial phases."""
    rules = BootCamp(load_scenario("boot_camp/balkan_campaign", {}))
    state = rules.begin().state
    assert rules.check(state, BreakDown(GREEKS, Into.APART))
    assert state.top == SettingUp(ALLIED)
