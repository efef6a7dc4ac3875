"""The air movement step: which air units fly what, from where, how far, and where to."""

from __future__ import annotations

import pytest

from engine.core.legal import nobody
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fleet, launching, missions
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.combat.actions import LetPass
from engine.systems.europa.air.records import AirMoving, Mission
from engine.systems.europa.state.constants import ALLIED, AXIS, Phase
from engine.systems.europa.state.records import Fighting
from maps.hexgrid import Hex, distance
from tests.engine.systems.balkan_front.desk import BARI
from tests.engine.systems.europa.air.sky import (
    BERAT,
    BLEN,
    BORDER,
    BRINDISI,
    CR42,
    FERRARA,
    G50,
    GREEKS,
    IOANNINA,
    JU87,
    LARISA,
    LECCE,
    MC200,
    MXD,
    P24,
    SM79,
    SM81,
    TIRANA,
    Sky,
)

SUPPORT, DEFENCE = Mission.GROUND_SUPPORT, Mission.DEFENSIVE_SUPPORT
TRANSFER, STAGING = Mission.TRANSFER, Mission.STAGING


def battle(side: str = AXIS) -> Sky:
    """Italians and Greeks face each other before Ioannina."""
    return Sky().put(BORDER, FERRARA).put(IOANNINA, GREEKS).station(TIRANA, SM79).flying(side)


def test_an_air_phase_follows_the_movement_phase_of_each_player_turn() -> None:
    """BF-4A3.1, 16C.1: the phasing player moves his air units."""
    sky = Sky().station(TIRANA, SM79).ready(AXIS).do(EndPhase())
    assert (sky.state.phase, sky.state.active) == (Phase.AIR.value, AXIS)
    assert sky.state.top == AirMoving(AXIS)
    sky.do(EndPhase())
    assert isinstance(sky.state.top, Fighting)


def test_the_air_phase_of_a_side_without_air_units_passes() -> None:
    """BF-4A3.1"""
    sky = Sky().station(LARISA, MXD).ready(AXIS).do(EndPhase())
    assert isinstance(sky.state.top, Fighting)


def test_the_player_of_the_step_alone_flies() -> None:
    """BF-18.4"""
    sky = battle().station(LARISA, MXD)
    assert sky.refused(MXD, DEFENCE, IOANNINA) == ["BF-18.4"]


def test_an_inoperative_air_unit_stays_on_its_base() -> None:
    """BF-16B1.1, 16B1.2"""
    sky = battle()
    assert sky.refused(SM79, SUPPORT, IOANNINA) == []
    sky.station(TIRANA, SM79, operative=False)
    assert sky.refused(SM79, SUPPORT, IOANNINA) == ["BF-16B1.2"]


def test_a_base_starts_as_many_missions_as_its_capacity() -> None:
    """BF-17A.1, 17A.2: Bari holds any number, its capacity is used up by missions."""
    sky = Sky().station(BARI, SM79, SM81, CR42, G50, MC200)
    at = sky.at(BARI)
    assert fleet.room(sky.pos, at) == 9
    sky.having(hits={"airbase " + BARI: 7})
    assert fleet.left(sky.pos, at) == 2
    sky.fly(SM79, TRANSFER, BRINDISI).fly(SM81, TRANSFER, BRINDISI)
    assert fleet.left(sky.pos, at) == 0
    assert sky.refused(CR42, TRANSFER, BRINDISI) == ["BF-17A.1"]


def test_capacity_is_whole_again_in_the_next_air_phase() -> None:
    """BF-17A.1"""
    sky = Sky().station(BARI, SM79).fly(SM79, TRANSFER, BRINDISI)
    assert sky.air.used == {BARI: 1}
    sky.do(EndPhase())
    sky.ready(AXIS).do(EndPhase())
    assert sky.air.used == {}
    assert not sky.unit(SM79).flown


@pytest.mark.parametrize("unit", [SM79, SM81, CR42, JU87, "italian-z-506", "italian-mxd-f"])
def test_air_units_of_every_type_transfer(unit: str) -> None:
    """BF-20D.1"""
    assert Sky().station(TIRANA, unit).refused(unit, TRANSFER, BERAT) == []


def test_a_mission_reaches_as_far_as_the_movement_rating() -> None:
    """BF-18.1, 18.2: one point a hex, whatever the terrain."""
    sky = battle().station(BRINDISI, JU87)
    target, base = sky.at(IOANNINA), sky.at(BRINDISI)
    far = fleet.distance(sky.pos, JU87, base, target)
    assert far == 12 == fleet.facts(sky.pos, JU87).move
    assert sky.refused(JU87, SUPPORT, IOANNINA) == []
    sky.station(BARI, JU87)
    assert sky.refused(JU87, SUPPORT, IOANNINA) == ["BF-18.1"]


def test_an_air_unit_flies_one_mission_in_an_air_phase() -> None:
    """BF-20.1"""
    sky = battle().fly(SM79, SUPPORT, IOANNINA)
    assert sky.refused(SM79, SUPPORT, IOANNINA) == ["BF-20.1"]


def test_air_units_fly_around_neutral_countries_and_not_out_of_their_area() -> None:
    """BF-28A.3: an Italian air unit flies over no Bulgarian hex, nor does it reach one."""
    sky = Sky().station(TIRANA, SM79)
    closed = sky.pos.closed_skies("italian")
    sofiya = sky.at("14A:3606")
    assert sofiya in closed
    assert sofiya not in fleet.distances(sky.pos, SM79, sky.at(TIRANA))
    assert all(at not in closed for at in fleet.distances(sky.pos, SM79, sky.at(TIRANA)))


def test_distances_are_the_same_in_whatever_order_they_are_asked() -> None:
    """As far as one asks, and then further; of one hex, and of all."""
    sky = Sky().station(TIRANA, SM79)
    start, nation = sky.at(TIRANA), fleet.facts(sky.pos, SM79).nation
    whole = fleet.Flight(sky.context, start, sky.pos.closed_skies(nation)).distances(fleet.FAR)
    bit_by_bit = fleet.Flight(sky.context, start, sky.pos.closed_skies(nation))
    for limit in (3, 9, 5):
        assert bit_by_bit.distances(limit) == {at: far for at, far in whole.items() if far <= limit}
    farthest = max(whole, key=lambda at: whole[at])
    assert bit_by_bit.to(farthest) == whole[farthest] > 9
    assert bit_by_bit.to(sky.at("14A:3606")) is None
    assert list(bit_by_bit.distances(fleet.FAR).items()) == list(whole.items())
    assert fleet.distances(sky.pos, SM79, start) == whole


# Transfers


def test_a_transfer_goes_three_times_as_far_and_lands() -> None:
    """BF-20D.1, 20D1.1"""
    sky = Sky().station(BARI, CR42)
    far = fleet.distance(sky.pos, CR42, sky.at(BARI), sky.at(TIRANA))
    assert far is not None
    assert 9 < far <= 27
    sky.fly(CR42, TRANSFER, TIRANA)
    assert sky.unit(CR42).at == sky.at(TIRANA)
    sky.station(BARI, G50)
    assert sky.refused(G50, STAGING, TIRANA) == ["BF-18.1"]


def test_a_transfer_ends_on_an_airbase_of_its_side() -> None:
    """BF-17.1, 20D1.1: not in the country, not on a Greek base, not where it is."""
    sky = Sky().station(TIRANA, CR42)
    assert sky.refused(CR42, TRANSFER, BORDER) == ["BF-17.1"]
    assert sky.refused(CR42, TRANSFER, LARISA) == ["BF-17.1"]
    assert sky.refused(CR42, TRANSFER, TIRANA) == ["BF-20D1.1"]


def test_a_transfer_goes_on_from_bases_no_enemy_fighter_reaches() -> None:
    """BF-20D1.2, 20D1.4: only the first base's capacity is used."""
    sky = Sky().station(BARI, CR42).fly(CR42, TRANSFER, TIRANA).fly(CR42, TRANSFER, BERAT)
    assert sky.unit(CR42).at == sky.at(BERAT)
    assert sky.air.used == {BARI: 1}


def test_a_transfer_ends_where_enemy_fighters_can_intercept() -> None:
    """BF-20D1.2: a P.24 (movement 8) at Ioannina reaches four hexes."""
    sky = Sky().station(BARI, CR42).station(IOANNINA, P24).fly(CR42, TRANSFER, "14A:4419")
    sky.do(LetPass())
    assert sky.refused(CR42, TRANSFER, TIRANA) == ["BF-20D1.2"]
    sky.station(IOANNINA, P24, operative=False)
    assert sky.refused(CR42, TRANSFER, TIRANA) == []


def test_a_transferred_air_unit_flies_no_other_mission() -> None:
    """BF-20D1.3"""
    sky = battle().station(BARI, SM79).fly(SM79, TRANSFER, TIRANA)
    assert sky.refused(SM79, SUPPORT, IOANNINA) == ["BF-20D1.3"]


def test_staging_leads_to_a_mission_from_a_second_base() -> None:
    """BF-20D2.1, 20D2.2: the capacity of both bases is used."""
    sky = battle().station(BARI, JU87).fly(JU87, STAGING, BRINDISI)
    assert sky.refused(JU87, TRANSFER, LECCE) == ["BF-20D2.1"]
    sky.fly(JU87, SUPPORT, IOANNINA)
    assert sky.air.used == {BARI: 1, BRINDISI: 1}
    assert sky.unit(JU87).target == sky.at(IOANNINA)
    assert sky.unit(JU87).at == sky.at(BRINDISI)


def test_a_base_without_capacity_left_starts_no_second_mission() -> None:
    """BF-20D2.2"""
    sky = battle().station(BARI, JU87).having(hits={"airbase " + BRINDISI: 6})
    sky.fly(JU87, STAGING, BRINDISI)
    assert sky.refused(JU87, SUPPORT, IOANNINA) == ["BF-17A.1"]


# Support


def test_bombing_takes_a_tactical_strength() -> None:
    """BF-20F.1, 20F2.1: a G.50 has none."""
    sky = battle().station(TIRANA, CR42).station("14A:4419", G50)
    assert sky.refused(CR42, SUPPORT, IOANNINA) == ["BF-18.1"]
    assert sky.refused(G50, SUPPORT, IOANNINA) == ["BF-20F2.1"]


def test_ground_support_flies_to_enemies_that_may_be_attacked() -> None:
    """BF-16B2.1, 20F2b.1: not to Greeks that nobody faces, nor to an empty hex."""
    sky = battle().put(LARISA, "greek-1-mountain")
    assert sky.refused(SM79, SUPPORT, LARISA) == ["BF-20F2b.1"]
    assert sky.refused(SM79, SUPPORT, "14A:4717") == ["BF-20F2b.1"]
    assert sky.refused(SM79, SUPPORT, BORDER) == ["BF-20F2b.1"]


def test_ground_support_stays_over_its_target() -> None:
    """BF-20F2b.2"""
    sky = battle().fly(SM79, SUPPORT, IOANNINA).do(EndPhase())
    assert sky.unit(SM79).mission == SUPPORT
    assert isinstance(sky.state.top, Fighting)


@pytest.mark.parametrize("label", [BORDER, IOANNINA, "14A:4619"])
def test_defensive_support_flies_where_units_are_or_may_come(label: str) -> None:
    """BF-20F2c.1: the hex may be empty or the enemy's."""
    assert battle().refused(SM79, DEFENCE, label) == []


def test_defensive_support_flies_where_units_may_come_at_a_later_point() -> None:
    """BF-20F2c.1: to any land hex. Lists offer it beside units, a click where they soon may be."""
    sky = battle()
    front = sky.at(IOANNINA)
    ahead = next(at for at in sorted(sky.pos.context.land) if distance(at, front) == 3)
    soon, far = FlyMission(SM79, DEFENCE, ahead), sky.flight(SM79, DEFENCE, LARISA)
    assert sky.objections(soon) == sky.objections(far) == []
    assert soon in set(sky.legal.at(ahead)) and far not in set(sky.legal.at(sky.at(LARISA)))
    assert not {soon, far} & set(sky.legal.family(DEFENCE.value))
    water = next(at for at in sky.at(BRINDISI).neighbours() if at not in sky.pos.context.land)
    assert sky.objections(FlyMission(SM79, DEFENCE, water)) == ["BF-20F2c.1"]


def test_everything_that_is_offered_is_legal_and_the_other_way_round() -> None:
    """BF-20.1"""
    sky = battle().station("rhodes", "italian-mxd-b")
    offered = {action for family in sky.legal.families for action in family.candidates()}
    legal = {action for action in offered if not sky.objections(action)}
    assert sky.flight(SM79, SUPPORT, IOANNINA) in legal
    assert EndPhase() in legal
    idle = {Mission.ESCORT, Mission.INTERDICTION_BOMBING, Mission.BRIDGE_BOMBING, *fleet.CARRYING}
    idle |= {Mission.AIR_UNIT_BOMBING, Mission.FACTORY_BOMBING, Mission.CITY_BOMBING}
    idle |= {Mission.YARD_BOMBING, Mission.SHIP_BOMBING}
    assert sky.kinds() == {m.value for m in missions.MISSIONS if m not in idle} | {"end phase"}
    assert launching.available(sky.pos, AXIS) == (SM79, "italian-mxd-b")


def test_the_middle_east_starts_any_number_of_missions() -> None:
    """BF-28B2.5: an airbase without limit."""
    sky = Sky(side=ALLIED).station("middle_east", BLEN)
    assert fleet.left(sky.pos, "middle_east") is None
    crete = "15B:2409"
    assert sky.refused(BLEN, TRANSFER, crete) == []


def test_missions_to_boxes_are_known_without_listing_those_to_hexes() -> None:
    """They are answers by themselves, and no unit of the board takes part in any mission."""
    sky = Sky(side=ALLIED).station("15B:2409", BLEN).put(LARISA, GREEKS)
    boxed = dict[str, int]()
    for family in sky.legal.families:
        if family.plain is not None:
            listed = [one for one in family.candidates() if not isinstance(one.where(), Hex)]
            assert list(family.plain()) == listed and family.sends
            assert family.of is nobody and not any(one.who() for one in family.candidates())
            boxed[family.name] = len(listed)
    assert len(boxed) == len(fleet.flown(sky.pos, missions.MISSIONS))
    assert boxed[TRANSFER.value] and not boxed[DEFENCE.value]
