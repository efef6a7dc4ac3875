"""Gliders: towed by transports, one with them, expended by drops and landings."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from engine.core.handler import Transition
from engine.scenarios import load_scenario
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fates, readiness
from engine.systems.europa.air.actions import FlyMission, Land
from engine.systems.europa.air.carrying.actions import Load, LoadSupplies, Tow, Unload
from engine.systems.europa.air.carrying.records import ScatterRoll
from engine.systems.europa.air.combat import strengths
from engine.systems.europa.air.records import GliderRoll, Mission, RepairRoll
from engine.systems.europa.air.title.plan import AirEntry
from engine.systems.europa.scenario.figures import Figures
from engine.systems.europa.state.constants import AXIS, DEAD, GONE
from engine.systems.europa.state.records import Delivery, Initial
from oob.model import UnitId
from tests.engine.systems.europa.air.sky import BRINDISI, JU52, SM79, TIRANA, Sky

GLIDER, SECOND = "german-dfs-230", "german-dfs-230-2"
BORDER_UNIT, OTHER, THIRD = (
    UnitId("italian-1-border"),
    UnitId("italian-2-border"),
    UnitId("italian-mc-ski"),
)
LIFT, SHUTTLE, DROP = Mission.TRANSPORT, Mission.SHUTTLE, Mission.AIR_DROP


@cache
def gliding_rules() -> BalkanFront:
    """The rules of the war with two gliders besides."""
    scenario = load_scenario("balkan_front/italo_greek_war_air", {})
    found: Figures = scenario.data.figures
    more = (AirEntry(unit, "german", "DFS 230", turn=9) for unit in (GLIDER, SECOND))
    others = (row for row in found.air.units if row.id not in (GLIDER, SECOND))
    figures = replace(found, air=replace(found.air, units=(*others, *more)))
    return BalkanFront(replace(scenario, data=replace(scenario.data, figures=figures)))


class Gliding(Sky):
    """A sky over a transport and two gliders at Brindisi."""

    def __init__(self) -> None:
        super().__init__(rules=gliding_rules())
        self.station(BRINDISI, JU52, GLIDER, SECOND)

    def towing(self) -> Gliding:
        """The transport has a glider in tow."""
        self.do(Tow(JU52, GLIDER))
        return self

    def stocked(self) -> Gliding:
        """Supplies can be loaded at Brindisi."""
        opening = Transition(self.phase(Initial, AXIS).state)
        readiness.stock(self.context, opening, AXIS)
        self.take(opening.state)
        self.flying(AXIS)
        return self

    def go(self, mission: Mission, at: str = TIRANA) -> FlyMission:
        return FlyMission(JU52, mission, self.at(at))


def test_a_glider_flies_in_tow_of_one_transport_alone() -> None:
    """BF-24C.1"""
    sky = Gliding().station(BRINDISI, SM79)
    assert sky.refused(GLIDER, Mission.TRANSFER, TIRANA) == ["BF-24C.1"]
    assert sky.objections(Tow(SM79, GLIDER)) == ["BF-24C.1"]
    assert Tow(JU52, GLIDER) in list(sky.legal)
    sky.do(Tow(JU52, GLIDER))
    assert sky.objections(Tow(JU52, SECOND)) == ["BF-24C.1"]
    assert sky.do(Unload(JU52)).unit(JU52).tow == ""


def test_tow_and_glider_are_one() -> None:
    """BF-24C.2, 24C.6: they move together, and one mission is counted."""
    sky = Gliding().towing()
    sky.do(sky.go(Mission.TRANSFER))
    assert sky.unit(GLIDER).at == sky.unit(JU52).at == sky.at(TIRANA)
    assert sky.air.used == {BRINDISI: 1}


def test_a_glider_takes_its_rating_from_the_defense_of_its_tow() -> None:
    """BF-24C.3: the example of a Ju 52 and a DFS 230."""
    sky = Gliding()
    assert strengths.defense(sky.pos, JU52) == 2
    assert strengths.defense(sky.towing().pos, JU52) == 1


@pytest.mark.parametrize("result", [fates.ELIMINATED, fates.ABORTED])
def test_a_glider_shares_the_fate_of_its_tow(result: str) -> None:
    """BF-24C.4"""
    sky = Gliding().towing()
    hit = sky.transition()
    fates.suffer(sky.pos, hit, JU52, result)
    sky.take(hit.state)
    glider = sky.unit(GLIDER)
    assert glider.at == DEAD if result == fates.ELIMINATED else not glider.operative


def test_a_glider_carries_as_much_as_a_transport() -> None:
    """BF-24C.1, 24C.5: two equivalents of units together, or units and supplies."""
    sky = Gliding().stocked().put(BRINDISI, BORDER_UNIT, OTHER, THIRD).do(Load(BORDER_UNIT, JU52))
    assert sky.objections(Load(OTHER, JU52)) == ["BF-20E1.1"]
    assert sky.objections(LoadSupplies(JU52)) == ["BF-20E1.1"]
    sky.do(Tow(JU52, GLIDER))
    assert sky.objections(LoadSupplies(JU52)) == []
    sky.do(Load(OTHER, JU52))
    assert sky.objections(Load(THIRD, JU52)) == ["BF-20E1.1"]
    sky.do(sky.go(SHUTTLE), EndPhase())
    assert sky.where_is(BORDER_UNIT) == sky.where_is(OTHER) == sky.at(TIRANA)


def test_both_may_carry_supplies() -> None:
    """BF-24C.5: four equivalents, or two beside a unit."""
    for cargo, amount in (((), 4), ((BORDER_UNIT,), 2)):
        sky = Gliding().stocked().towing().put(BRINDISI, *cargo)
        sky.do(*(Load(unit, JU52) for unit in cargo), LoadSupplies(JU52))
        sky.do(sky.go(SHUTTLE), EndPhase())
        assert sky.state.deliveries == {sky.at(TIRANA): Delivery(AXIS, amount)}


def test_a_glider_is_expended_by_a_drop() -> None:
    """BF-24C.7"""
    sky = Gliding().stocked().towing().do(LoadSupplies(JU52))
    goal = next(
        offer
        for offer in (FlyMission(JU52, DROP, at) for at in sorted(sky.pos.owned(AXIS)))
        if not sky.objections(offer)
    )
    sky.do(goal, EndPhase())
    assert isinstance(sky.state.top, ScatterRoll)
    assert (sky.unit(GLIDER).at, sky.unit(JU52).tow) == (GONE, "")


@pytest.mark.parametrize(("face", "left"), [(4, True), (5, False), (6, False)])
def test_a_glider_may_be_expended_when_it_lands_with_cargo(face: int, left: bool) -> None:
    """BF-24C.8: each time it lands on a transport mission; a transfer is no risk."""
    sky = Gliding().towing().put(BRINDISI, THIRD).do(Load(THIRD, JU52))
    sky.do(sky.go(LIFT), EndPhase())
    assert sky.state.top == GliderRoll(GLIDER)
    assert (sky.roll(face).unit(GLIDER).at == sky.at(TIRANA)) is left
    spent = [event.rule for event in sky.events if event.what == "glider expended"]
    assert spent == ([] if left else ["BF-24C.8"])
    there = Gliding().towing().put(BRINDISI, THIRD).do(Load(THIRD, JU52))
    there.do(there.go(SHUTTLE), EndPhase())
    assert there.roll(1).unit(GLIDER).operative
    there.do(Land(JU52, there.at(BRINDISI)))
    assert there.state.top == GliderRoll(GLIDER)
    moved = Gliding().towing()
    moved.do(moved.go(Mission.TRANSFER), EndPhase())
    assert not isinstance(moved.state.top, GliderRoll)


def test_an_aborted_glider_is_repaired_like_any_air_unit() -> None:
    """BF-24C.9"""
    sky = Gliding().station(BRINDISI, GLIDER, operative=False)
    opening = Transition(sky.phase(Initial, AXIS).state)
    readiness.open_phase(sky.context, opening, AXIS)
    assert RepairRoll(GLIDER) in opening.state.flow
