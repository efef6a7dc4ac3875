"""Air transport: what is loaded where, how far it flies, what arrives, and what is lost."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fates, fleet, readiness
from engine.systems.europa.air.actions import FlyMission, Land
from engine.systems.europa.air.carrying import drop_plans, dropping, loading
from engine.systems.europa.air.carrying.actions import Load, LoadSupplies, Unload
from engine.systems.europa.air.carrying.records import ScatterRoll
from engine.systems.europa.air.records import AirUnit, Manner, Mission
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD
from engine.systems.europa.state.records import Delivery, Initial
from engine.systems.europa.supply.supply_status import age_deliveries, in_supply
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import KHANIA
from tests.engine.systems.europa.air.sky import (
    BERAT,
    BORDER,
    BRINDISI,
    FERRARA,
    GREEKS,
    JU52,
    KORITSA,
    LARISA,
    SM79,
    TIRANA,
    Sky,
)

SKIERS, MARINES, BORDER_UNIT = (
    UnitId("italian-mc-ski"),
    UnitId("italian-3-sm-marine"),
    UnitId("italian-1-border"),
)
LIFT, SHUTTLE, DROP = Mission.TRANSPORT, Mission.SHUTTLE, Mission.AIR_DROP
FAR = Manner.EXTENDED


def loaded(*units: str, at: str = BRINDISI) -> Sky:
    """A transport on a base with some units, all of which are aboard."""
    sky = Sky().put(at, *units).station(at, JU52)
    return sky.do(*(Load(UnitId(unit), JU52) for unit in units))


def stocked(*bases: str) -> Sky:
    """A transport at Brindisi with supplies aboard."""
    sky = Sky().station(BRINDISI, JU52)
    opening = Transition(sky.phase(Initial, AXIS).state)
    readiness.open_phase(sky.context, opening, AXIS)
    sky.take(opening.state)
    return sky.flying(AXIS).do(LoadSupplies(JU52))


def to(sky: Sky, mission: Mission, at: str, manner: Manner = Manner.PLAIN) -> FlyMission:
    return FlyMission(JU52, mission, sky.at(at), manner)


def test_transports_alone_carry() -> None:
    """BF-16A.1, 20E.1"""
    sky = Sky().put(TIRANA, SKIERS).station(TIRANA, SM79, JU52)
    assert sky.objections(Load(SKIERS, SM79)) == ["BF-20E.1"]
    assert sky.objections(FlyMission(JU52, LIFT, sky.at(BERAT))) == ["BF-20E.1"]
    assert sky.objections(Load(SKIERS, JU52)) == []


def test_what_each_transport_could_load_is_listed_and_no_button() -> None:
    sky = stocked()
    found = {family.name: family for family in sky.legal.families}
    assert all(found[name].listed for name in ("load supplies", "tow", "unload"))


def test_units_with_heavy_equipment_are_not_carried() -> None:
    """BF-20E.2"""
    sky = Sky().put(TIRANA, FERRARA).station(TIRANA, JU52)
    assert sky.objections(Load(UnitId(FERRARA), JU52)) == ["BF-20E.2"]


def test_passengers_wait_at_the_airbase_of_the_transport() -> None:
    """BF-20E.3"""
    sky = Sky().put(BERAT, SKIERS).station(TIRANA, JU52)
    assert sky.objections(Load(SKIERS, JU52)) == ["BF-20E.3"]
    aboard = Load(SKIERS, JU52)
    assert aboard in list(sky.put(TIRANA, SKIERS).legal.of(SKIERS))


def test_a_transport_carries_one_regimental_equivalent() -> None:
    """BF-20E1.1: two half ones together, or one whole one."""
    sky = loaded(SKIERS, MARINES)
    assert sky.put(BRINDISI, BORDER_UNIT).objections(Load(BORDER_UNIT, JU52)) == ["BF-20E1.1"]
    assert sky.objections(to(sky, LIFT, TIRANA)) == []
    whole = loaded(BORDER_UNIT)
    assert whole.objections(to(whole, LIFT, TIRANA)) == []
    assert whole.do(Unload(JU52)).unit(JU52).cargo == ()


def test_one_way_it_flies_twice_its_rating_and_lands_with_its_cargo() -> None:
    """BF-20E1.2: 48 hexes for a Ju 52; nobody else's airbase."""
    sky = loaded(SKIERS)
    assert fleet.reach(sky.pos, JU52, LIFT) == 48
    assert "BF-20E1.2" in sky.objections(to(sky, LIFT, LARISA))
    sky.do(to(sky, LIFT, TIRANA), EndPhase())
    assert sky.where_is(SKIERS) == sky.unit(JU52).at == sky.at(TIRANA)


def test_a_holding_box_with_an_airbase_is_a_goal_too() -> None:
    """BF-20E1.2: Rhodes, for units; supplies lie in hexes."""
    sky = loaded(SKIERS)
    rhodes = FlyMission(JU52, LIFT, "rhodes")
    assert rhodes in list(sky.legal)
    sky.do(rhodes, EndPhase())
    assert sky.where_is(SKIERS) == sky.unit(JU52).at == "rhodes"
    supplies = stocked()
    assert supplies.objections(rhodes) == ["BF-12C3.2"]


def test_it_unloads_and_returns_within_its_rating() -> None:
    """BF-20E1.3, 20E1.4: empty, to any base in range."""
    sky = loaded(SKIERS)
    assert fleet.reach(sky.pos, JU52, SHUTTLE) == 24
    sky.do(to(sky, SHUTTLE, TIRANA), EndPhase())
    assert sky.where_is(SKIERS) == sky.at(TIRANA)
    assert not sky.unit(JU52).laden
    sky.do(Land(JU52, sky.at(BRINDISI)))
    assert sky.unit(JU52).at == sky.at(BRINDISI)


def test_the_capacity_of_the_first_base_alone_is_used() -> None:
    """BF-20E1.5"""
    sky = loaded(SKIERS).do(to(loaded(SKIERS), SHUTTLE, TIRANA))
    assert sky.air.used == {BRINDISI: 1}


def test_cargo_shares_the_fate_of_its_transport() -> None:
    """BF-20E.5: lost with it, or back where it was."""
    for result, at in ((fates.ELIMINATED, DEAD), (fates.ABORTED, None), (fates.TURNED, None)):
        sky = loaded(SKIERS).do(to(loaded(SKIERS), SHUTTLE, TIRANA))
        hit = sky.transition()
        fates.suffer(sky.pos, hit, JU52, result)
        sky.take(hit.state)
        sky.do(EndPhase())
        assert sky.where_is(SKIERS) == (at or sky.at(BRINDISI))


def test_what_several_carry_suffers_the_worst_result() -> None:
    """BF-20E.6: it arrives only with all of them, and is lost with any."""
    sky = loaded(BORDER_UNIT).do(to(loaded(BORDER_UNIT), SHUTTLE, TIRANA))
    other = sky.unit(JU52)
    pos, air = sky.pos, sky.air
    assert loading.carriers(pos, BORDER_UNIT) == (JU52,)
    second = air.having(SM79, AirUnit(other.at, cargo=(BORDER_UNIT,)))
    sky.having(air=second)
    hit = sky.transition()
    fates.eliminate(sky.pos, hit, SM79)
    sky.take(hit.state)
    assert sky.where_is(BORDER_UNIT) == DEAD
    assert sky.unit(JU52).cargo == ()


def test_supplies_are_loaded_where_a_line_led_from_a_full_source() -> None:
    """BF-20E.4: judged in the initial phase."""
    sky = stocked()
    assert sky.unit(JU52).supplies
    lone = Sky().station(KORITSA, JU52)
    assert lone.objections(LoadSupplies(JU52)) == ["BF-20E.4"]


def test_two_regimental_equivalents_of_supplies_are_flown_in() -> None:
    """BF-12C3.1, 12C3.2, 20E1.1"""
    sky = stocked()
    sky.do(to(sky, SHUTTLE, TIRANA), EndPhase())
    assert sky.state.deliveries == {sky.at(TIRANA): Delivery(AXIS, 2)}


def test_supplies_flown_in_last_two_initial_phases() -> None:
    """BF-12C3.3"""
    sky = stocked()
    sky.do(to(sky, SHUTTLE, TIRANA), EndPhase())
    aging = sky.transition()
    age_deliveries(sky.context, aging)
    assert aging.state.deliveries
    age_deliveries(sky.context, aging)
    assert not aging.state.deliveries


def test_supplies_flown_in_feed_as_many_equivalents_by_an_overland_line() -> None:
    """BF-12C3.4, 12C3.5: two regiments of a whole equivalent, not a third."""
    third = UnitId("italian-2-border")
    sky = Sky().put(KHANIA, BORDER_UNIT).own(AXIS, KHANIA)
    assert not in_supply(sky.pos, BORDER_UNIT)
    sky.having(deliveries={sky.at(KHANIA): Delivery(AXIS, 1)})
    assert in_supply(sky.pos, BORDER_UNIT)
    sky.put(KHANIA, third)
    assert [in_supply(sky.pos, unit) for unit in (BORDER_UNIT, third)].count(True) == 1


def test_supplies_are_lost_when_the_enemy_takes_their_hex() -> None:
    """BF-12C3.6"""
    sky = Sky().having(deliveries={Sky().at(KORITSA): Delivery(AXIS, 2)})
    sky.put(KORITSA, GREEKS).settle_tidy()
    assert not sky.state.deliveries


def test_supplies_are_dropped_but_not_on_mountain_swamp_or_forest() -> None:
    """BF-20E2.1 to 20E2.3, 20E2.5: near enemies too."""
    sky = stocked().put(BORDER, FERRARA)
    terrain = sky.context.terrain_at
    wild = next(at for at in sky.context.land if terrain(at) == "mountain")
    assert "BF-20E2.2" in sky.objections(FlyMission(JU52, DROP, wild))
    assert drop_plans.droppable(sky.pos, sky.at(BORDER)) == (terrain(sky.at(BORDER)) != "mountain")
    assert fleet.reach(sky.pos, JU52, DROP) == 24


def test_a_die_for_each_equivalent_that_is_dropped() -> None:
    """BF-20E2.4, 25A.11: one for a transport; 1 or less scatters it."""
    for face, left in ((2, 1), (1, 0)):
        sky = stocked()
        goal = next(
            at
            for at, far in sorted(fleet.distances(sky.pos, JU52, sky.at(BRINDISI)).items())
            if 0 < far < 20
            and sky.context.terrain_at(at) == "clear"
            and sky.pos.owner_of(at) == AXIS
            and not sky.context.city_rank(at)
        )
        sky.do(FlyMission(JU52, DROP, goal), EndPhase())
        assert sky.state.top == ScatterRoll(AXIS, goal)
        sky.roll(face)
        assert sum(found.amount for found in sky.state.deliveries.values()) == left


def test_what_scatters_dropped_supplies() -> None:
    """BF-25A.2 to 25A.5"""
    sky = Sky().put(LARISA, GREEKS)
    rough = next(
        at
        for at in sorted(sky.context.land)
        if sky.context.terrain_at(at) == "rough" and at not in sky.pos.zoc(ALLIED)
    )
    assert dropping.added(sky.pos, AXIS, rough) == -1
    clear = sky.context.terrain_at(sky.at(LARISA)) == "clear"
    assert dropping.added(sky.pos, AXIS, sky.at(LARISA)) == (-1 if clear else -2)
    sky.having(weather={"D": "poor", "E": "poor"})
    assert dropping.added(sky.pos, AXIS, rough) == -3


def test_at_extended_range_it_carries_half_as_much() -> None:
    """BF-24B.2 to 24B.4: three ratings one way, two there and back."""
    sky = loaded(BORDER_UNIT)
    assert sky.objections(to(sky, LIFT, TIRANA, FAR)) == ["BF-24B.2"]
    assert fleet.reach(sky.pos, JU52, LIFT, extended=True) == 72
    assert fleet.reach(sky.pos, JU52, SHUTTLE, extended=True) == 48
    assert fleet.reach(sky.pos, JU52, DROP, extended=True) == 48
    small = loaded(SKIERS)
    assert small.objections(to(small, LIFT, TIRANA, FAR)) == []
    assert loading.supplies(sky.pos, SHUTTLE, extended=True) == 1


def test_regular_transport_flies_by_night_a_drop_does_not() -> None:
    """BF-24E.4"""
    sky = loaded(SKIERS)
    assert sky.objections(to(sky, LIFT, TIRANA, Manner.NIGHT)) == []
    supplies = stocked()
    assert "BF-24E.4" in supplies.objections(to(supplies, DROP, TIRANA, Manner.NIGHT))
