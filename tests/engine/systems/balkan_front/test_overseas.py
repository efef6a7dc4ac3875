"""The automatic player's war across the sea, in positions laid out around Crete."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.actions import Action
from engine.systems.balkan_front.actions import WithdrawGerman
from engine.systems.balkan_front.advice import FrontOutlook, overseas, withdrawing
from engine.systems.balkan_front.politics import intervention
from engine.systems.balkan_front.state.records import AirFront, SeaFront, Withdrawing
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.advice import fighting
from engine.systems.europa.air import advice as air_advice
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.carrying import advice as carrying_advice
from engine.systems.europa.air.carrying import loading
from engine.systems.europa.air.carrying.actions import Load, LoadSupplies, PlanDrop, Tow
from engine.systems.europa.air.records import TURNED_BACK, AirMoving, Mission
from engine.systems.europa.movement.move_actions import BreakDown, Into, Move
from engine.systems.europa.sea.actions import Ship
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.records import Fighting, Moving
from oob.model import UnitId
from tests.engine.systems.balkan_front.test_assault_on_crete import (
    ATHENS,
    GARRISON,
    MALEME,
    RETHYMNON,
    STORM,
    Island,
)

JUMPERS = tuple(map(UnitId, ("german-7-1-parachute", "german-7-2-parachute")))
STAFF, FLAK = UnitId("german-7-parachute-hq"), UnitId("german-position-hv-2a")
DIVISION, OTHER = UnitId("german-6-mountain"), UnitId("german-5-mountain")
RIFLES = tuple(map(UnitId, ("german-mountain-a-u1", "german-mountain-a-u2")))
KALAMAI = "15B:1217"
SOUTH, WEST = "15B:2411", "15B:2313"
"""Hexes beside Rethymnon."""


class Foothold(Island):
    """The scenario with the storm regiment in Rethymnon, which the Axis owns."""

    def __init__(self) -> None:
        super().__init__()
        self.lost(*GARRISON).put(RETHYMNON, STORM).own(AXIS, RETHYMNON)
        self.having(turn=15).phase(Moving, AXIS)

    @property
    def look(self) -> FrontOutlook:
        """How the Axis sees it."""
        found = self.rules.position(self.state)
        return FrontOutlook(found, AXIS, lambda action: not self.rules.check(self.state, action))

    def advised(self) -> Action:
        """What the automatic player does next."""
        found = self.rules.advise(self.state)
        assert found is not None
        return found.action

    def zone(self, name: str) -> Foothold:
        """The Allies interdict the sea."""
        assert isinstance(self.state, SeaFront)
        self.having(sea=replace(self.state.sea, zone=name))
        return self


def test_a_division_breaks_down_where_transports_can_fly_its_regiments() -> None:
    """BF-15A.1, 20E.2: a division has heavy equipment, regiments of it have none."""
    crete = Foothold()
    assert crete.advised() == BreakDown(OTHER, Into.APART)


def test_no_division_breaks_down_before_there_is_a_foothold() -> None:
    """It waits near the transports instead of marching about Greece."""
    crete = Foothold().lost(STORM).own(ALLIED, RETHYMNON).phase(Moving, AXIS)
    assert not list(overseas.breakdowns(crete.look, crete.look.pos, crete.look.airheads))
    assert crete.look.duty(DIVISION)
    assert crete.look.duty(OTHER)
    seen = []
    while isinstance(action := crete.advised(), Move):
        seen.append(action.unit)
        crete.do(action)
    assert not {DIVISION, OTHER} & set(seen)


def test_without_a_base_regiments_go_over_the_beach() -> None:
    """BF-26B1.8: as many as there are ships for."""
    crete = Foothold().put(WEST, STORM).own(AXIS, WEST).own(ALLIED, RETHYMNON).ready()
    assert not crete.look.airheads
    assert isinstance(crete.advised(), BreakDown)
    crete.do(BreakDown(DIVISION, Into.APART))
    look = crete.look
    found = list(overseas.crossings(look, look.pos, look.airheads))
    assert {ship.unit for ship in found} >= set(RIFLES)
    assert {ship.target for ship in found} == {crete.at(WEST)}


def test_a_headquarters_is_the_first_to_sail_and_one_is_enough() -> None:
    """BF-11: it supports those who have dropped."""
    crete = Foothold()
    first = next(overseas.crossings(crete.look, crete.look.pos, crete.look.airheads))
    assert first == Ship(STAFF, crete.at(RETHYMNON))
    crete.put(RETHYMNON, STAFF, *JUMPERS).ready()
    crete.do(BreakDown(DIVISION, Into.APART))
    look = crete.look
    sailing = {ship.unit for ship in overseas.crossings(look, look.pos, look.airheads)}
    assert UnitId("german-mountain-a-hq") not in sailing
    assert FLAK not in sailing


@pytest.mark.parametrize(("name", "sails"), [("", True), ("loose", True), ("tight", False)])
def test_units_sail_where_little_is_sunk(name: str, sails: bool) -> None:
    """BF-26C: one die in six in the loose zone, three in the tight one."""
    crete = Foothold().zone(name)
    found = list(overseas.crossings(crete.look, crete.look.pos, crete.look.airheads))
    assert bool(found) is sails


def test_transports_bring_a_regiment_and_then_supplies_for_all() -> None:
    """BF-20E1.3, 12C3: 2 REs of units in Rethymnon take one transport with supplies."""
    crete = Foothold()
    crete.do(BreakDown(DIVISION, Into.APART)).phase(AirMoving, AXIS)
    crete.lost(RIFLES[1])
    assert isinstance(crete.state, AirFront)
    crete.having(air=replace(crete.state.air, stocked=frozenset({crete.at(ATHENS)})))
    seen: list[Action] = []
    for _ in range(60):
        seen.append(crete.advised())
        crete.do(seen[-1])
        if isinstance(seen[-1], EndPhase):
            break
    loads = [action for action in seen if isinstance(action, (Load, LoadSupplies))]
    assert isinstance(loads[0], Load)
    assert loads[0].unit == RIFLES[0]
    assert list(map(type, loads[1:])) == [LoadSupplies]
    flights = [
        action
        for action in seen
        if isinstance(action, FlyMission) and action.mission is Mission.SHUTTLE
    ]
    assert [flight.target for flight in flights] == [crete.at(RETHYMNON)] * len(loads)
    assert {flight.air_unit for flight in flights} == {load.air_unit for load in loads}


def test_gliders_spare_transports_for_a_drop() -> None:
    """BF-24C.5, 25A.6: a transport with a glider drops a regiment alone."""
    crete = Island().do(PlanDrop(STORM, Island().at(MALEME)))
    crete.phase(AirMoving, AXIS)
    seen: list[type[Action]] = []
    for _ in range(3):
        advice = crete.rules.advise(crete.state)
        assert advice is not None
        seen.append(type(advice.action))
        crete.do(advice.action)
    assert seen == [Load, Tow, FlyMission]


def test_all_who_can_come_into_a_base_they_have_won() -> None:
    """They hold it together or not at all."""
    crete = Foothold()
    assert crete.look.massed(crete.at(RETHYMNON))
    assert not crete.look.massed(crete.at(SOUTH))
    assert not crete.look.massed(crete.at(ATHENS))


def test_a_headquarters_joins_the_attack_of_those_it_supports() -> None:
    """BF-11, 9G.1: without strength of its own, out of their hex."""
    crete = Foothold().put(SOUTH, "british-19-aus-brigade").put(RETHYMNON, STAFF)
    crete.phase(Fighting, AXIS)
    assert set(fighting.force(crete.look, crete.at(SOUTH))) == {STORM, STAFF}
    crete.put(WEST, STAFF)
    assert set(fighting.force(crete.look, crete.at(SOUTH))) == {STORM}


def test_no_bombs_are_wasted_where_the_odds_cannot_rise() -> None:
    """BF-9B: more than 9:1 counts as 9:1."""
    crete = Foothold().put(SOUTH, "british-19-aus-brigade").phase(AirMoving, AXIS)
    assert air_advice.attacks(crete.look, 3) == [crete.at(SOUTH)]
    crete.lost(UnitId("british-19-aus-brigade")).put(SOUTH, "british-position-lt-2").put(
        RETHYMNON, *JUMPERS
    )
    assert air_advice.attacks(crete.look, 3) == []


def test_on_an_island_nobody_is_kept_back_by_supply_lines() -> None:
    """All live by what is brought there; elsewhere a hex without supply is shunned."""
    crete = Foothold()
    assert crete.look.supplied(STORM, crete.at(SOUTH))
    assert not crete.look.linked(STORM, crete.at(SOUTH))
    assert not crete.look.duty(STORM)
    assert crete.look.duty(STAFF)


def test_idle_transports_come_to_airborne_units_that_wait() -> None:
    """The drop can then be planned in the next initial phase (BF-25C.1)."""
    crete = Island().put(KALAMAI, STORM).phase(AirMoving, AXIS)
    look = FrontOutlook(crete.pos, AXIS, lambda action: not crete.rules.check(crete.state, action))
    ready = loading.transports(crete.pos, AXIS)
    found = [action for action in carrying_advice.gathering(look, ready) if look.allowed(action)]
    assert found
    assert {action.target for action in found} == {crete.at(KALAMAI)}
    crete.put(ATHENS, STORM)
    look = FrontOutlook(crete.pos, AXIS, lambda action: not crete.rules.check(crete.state, action))
    assert not list(carrying_advice.gathering(look, ready))


def test_nobody_flies_supplies_to_where_transports_were_turned_back() -> None:
    """They were over the sea then, where no line of supply is looked for (BF-18.5, 20E.6)."""
    crete = Island().put(KALAMAI, STORM).phase(AirMoving, AXIS)
    one, other, *_ = loading.transports(crete.pos, AXIS)
    shore = crete.at(KALAMAI)
    sea = next(at for at in shore.neighbours() if at not in crete.pos.context.fronts)
    for target in (crete.at(SOUTH), sea):
        air = crete.pos.air
        for unit in (one, other):
            air = air.having(
                unit,
                replace(
                    air.units[unit], at=shore, cargo=(STORM,), mission=TURNED_BACK, target=target
                ),
            )
        crete.having(air=air)
        look = FrontOutlook(crete.pos, AXIS, lambda _action: True)
        wanted = {
            action.target
            for action in carrying_advice.actions(look, (one,))
            if isinstance(action, FlyMission)
        }
        assert target not in wanted


def test_those_who_can_take_crete_leave_the_balkans_last() -> None:
    """BF-28A2c.3: the Axis chooses."""
    crete = Foothold().put(ATHENS, "german-659-engineer")
    able = {STORM, *JUMPERS, DIVISION, OTHER}
    frame = Withdrawing(AXIS)
    going: list[UnitId] = []
    for _ in range(4):
        action = withdrawing(crete.look, frame).action
        assert isinstance(action, WithdrawGerman)
        going.append(action.unit)
        crete.lost(action.unit)
    assert not able & set(going)
    crete.taken()
    action = withdrawing(crete.look, frame).action
    assert isinstance(action, WithdrawGerman)
    weakest = min(crete.pos.facts(unit).defense for unit in intervention.in_play(crete.pos))
    assert crete.pos.facts(action.unit).defense == weakest
