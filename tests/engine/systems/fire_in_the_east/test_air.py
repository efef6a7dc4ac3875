"""What is otherwise in the air here: patrols, bombs on air units, weather, guns, repair, pilots."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fleet, landing, missions, readiness
from engine.systems.europa.air.bombing import harassment, strengths
from engine.systems.europa.air.bombing.actions import AimAt, DropBombs, JoinBombing
from engine.systems.europa.air.bombing.records import AimingBombs, Bombing
from engine.systems.europa.air.combat import antiaircraft, patrol
from engine.systems.europa.air.combat import strengths as fighting
from engine.systems.europa.air.combat.actions import AbandonMissions, Jettison
from engine.systems.europa.air.combat.records import AirCombats, Preparing
from engine.systems.europa.air.groups import chart
from engine.systems.europa.air.records import AirReturn, AirUnit, Manner, Mission
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.combat.calculation import Calculation
from engine.systems.europa.combat.strength import printed
from engine.systems.europa.production.initial_actions import AbandonAirfield
from engine.systems.europa.state.constants import ALLIED, AXIS, OUT, Phase
from engine.systems.europa.state.records import Fighting, Onward
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import FOOT, RIFLES
from tests.engine.systems.fire_in_the_east.eastern_air import (
    BIALYSTOK,
    GERMAN_BASE,
    HE111,
    IL4,
    JU52,
    JU87,
    LAGG,
    LENINGRAD,
    ME109E,
    ME109F,
    MIG,
    MINSK,
    PO2,
    PZL24,
    RUMANIAN_BASE,
    SB2,
    SM79,
    SOVIET_BASE,
    EastAir,
)

RAID, FIELD = Mission.AIR_UNIT_BOMBING, Mission.AIRBASE_BOMBING


def test_air_units_are_fighters_bombers_or_transports() -> None:
    """[FE-16A.1] Harassment, dive and ground-attack bombers are bombers."""
    pos = EastAir().pos
    kinds = {unit: chart.category(fleet.facts(pos, unit)) for unit in fleet.roster(pos.context)}
    assert {kinds[unit] for unit in (ME109E, LAGG, "german-ar-68e")} == {"fighter"}
    assert {kinds[unit] for unit in (JU87, PO2, "soviet-il-2-1", HE111)} == {"bomber"}
    assert {kinds[unit] for unit in (JU52, "soviet-li-2-1")} == {"transport"}


def test_the_air_phase_follows_the_movement_phase_of_each_player_turn() -> None:
    """[FE-4A3.1] [FE-ESP-AIR1] Missions first, then the enemy's interceptors."""
    game = EastAir().station(GERMAN_BASE, HE111).ask(Onward(), phase="movement", active=AXIS)
    game.settle()
    assert (game.state.phase, game.state.active) == (Phase.AIR.value, AXIS)
    game.do(EndPhase())
    assert game.state.phase == Phase.COMBAT.value


def test_nobody_terror_bombs_or_patrols_the_sea() -> None:
    """[FE-20F.1] Missions of other games are none of this one."""
    game = EastAir().station(GERMAN_BASE, HE111).flying()
    assert game.refused(HE111, Mission.TERROR_BOMBING, MINSK) == ["FE-18.3"]
    names = {family.name for family in game.legal.families}
    assert Mission.AIR_UNIT_BOMBING.value in names
    assert not names & {"terror bombing", "naval patrol", "interdiction bombing"}


# Bases


def test_nobody_lands_where_the_capacity_is_none() -> None:
    """[FE-17A.2] A base that is bombed out holds who is there and takes nobody."""
    game = EastAir().station(GERMAN_BASE, HE111).flying()
    near = landing.within(game.pos, HE111, game.at(GERMAN_BASE), 10)
    assert game.at("1B:3632") in near
    game.having(hits={"airbase 1B:3632": 3})
    assert game.at("1B:3632") not in landing.within(game.pos, HE111, game.at(GERMAN_BASE), 10)
    assert game.refused(HE111, Mission.TRANSFER, "1B:3632") == ["FE-17.1"]


def test_a_captured_airbase_is_its_captors_at_once() -> None:
    """[FE-17C.1] [FE-17.1]"""
    game = EastAir().station(GERMAN_BASE, HE111).flying()
    minsk = game.at(MINSK)
    assert not fleet.is_base(game.pos, minsk, AXIS) and fleet.is_base(game.pos, minsk, ALLIED)
    assert game.refused(HE111, Mission.TRANSFER, MINSK) == ["FE-17.1"]
    game.own(AXIS, MINSK)
    assert fleet.is_base(game.pos, minsk, AXIS)
    assert game.refused(HE111, Mission.TRANSFER, MINSK) == []


def test_an_airfield_without_capacity_may_be_given_up() -> None:
    """[FE-17D.3] A permanent one of one's own, in one's own player turn; not one with capacity."""
    game = EastAir().station(GERMAN_BASE, HE111).flying()
    field, other = game.at("1B:3632"), game.at(GERMAN_BASE)
    assert game.objections(AbandonAirfield(field)) == ["FE-17D.3"]
    game.having(hits={"airbase 1B:3632": 3})
    game.do(AbandonAirfield(field))
    assert field not in game.state.airfields and other in game.state.airfields


def test_transports_do_not_fly_by_night_here() -> None:
    """[FE-24F.3] Strategic bombing and transfers do."""
    pos = EastAir().pos
    nightly = {m for m in Mission if Manner.NIGHT in missions.manners(pos, m)}
    flown = set(fleet.flown(pos, nightly))
    plants = {Mission.FACTORY_BOMBING, Mission.CITY_BOMBING, Mission.YARD_BOMBING}
    assert flown == {Mission.TRANSFER, Mission.STAGING, Mission.PORT_BOMBING, *plants}


def test_german_airbases_fire_and_airfields_do_not() -> None:
    """[FE-22A1.3] Three points at cities of Greater Germany and Rumania."""
    game = EastAir()
    warszawa = next(p.hex for p in game.context.map.places.values() if p.name == "Warszawa")
    assert antiaircraft.of_place(game.pos, warszawa) == 3
    assert antiaircraft.of_place(game.pos, game.at("3B:3026")) == 3
    assert antiaircraft.of_place(game.pos, game.at(GERMAN_BASE)) == 0
    assert antiaircraft.of_place(game.pos, game.at(MINSK)) == 0


# Patrols


@pytest.mark.parametrize(("unit", "at", "far"), [(ME109E, GERMAN_BASE, 3), (MIG, MINSK, 2)])
def test_example_patrol_zones(unit: str, at: str, far: int) -> None:
    """[FE-19.1] Half of 7 for the Me 109E; two hexes for every Soviet fighter."""
    game = EastAir().station(at, unit)
    base = game.at(at)
    found = patrol.zone(game.pos, unit)
    assert max(fleet.distances(game.pos, unit, base)[hex_] for hex_ in found) == far


# Bombing


@pytest.mark.parametrize(("kind", "share"), [("clear", 1), ("frost", 1), ("mud", 2), ("snow", 2)])
def test_mud_and_snow_halve_bombs_and_frost_does_not(kind: str, share: int) -> None:
    """[FE-20F.4]"""
    game = EastAir().over(MINSK, FIELD, HE111).weather(kind)
    assert strengths.strength(game.pos, HE111, game.at(MINSK)) == Fraction(3, share)


def test_fighters_bomb_air_units_with_one_more() -> None:
    """[FE-20F2a.1] A strength of 0 becomes 1; against airbases it stays 0."""
    game = EastAir().station(GERMAN_BASE, ME109F).station(SOVIET_BASE, SB2).flying()
    assert strengths.printed(game.pos, ME109F, RAID) == 1
    assert strengths.printed(game.pos, ME109F, FIELD) == 0
    game.station(GERMAN_BASE, HE111)
    assert game.refused(HE111, RAID, SOVIET_BASE) == []
    assert game.refused(HE111, RAID, MINSK) == ["FE-20F2a.1"]


def test_targets_on_the_ground_are_named_before_bombs_fall() -> None:
    """[FE-20F2a.2] Each bomber gets its own; then those of one target bomb together or not."""
    game = EastAir().station(SOVIET_BASE, SB2, MIG)
    two = (HE111, "german-he-111h-2")
    game.over(SOVIET_BASE, RAID, *two, base=GERMAN_BASE)
    game.ask(Onward(), Bombing(AXIS), phase=Phase.AIR.value, active=AXIS).settle()
    assert game.state.top == AimingBombs(AXIS, game.at(SOVIET_BASE), two)
    assert game.objections(AimAt(HE111, LAGG)) == ["FE-20F2a.2"]
    game.do(AimAt(HE111, MIG), AimAt(two[1], MIG))
    game.do(JoinBombing(HE111), JoinBombing(two[1])).roll(6)
    assert not game.state.air.units[MIG].operative and game.state.air.units[SB2].operative


def test_a_hit_makes_inoperative_and_a_second_one_eliminates() -> None:
    """[FE-20F2a.3] [FE-26D3.1] What is lost on the ground is among the remnants."""
    game = EastAir().station(SOVIET_BASE, MIG)
    game.over(SOVIET_BASE, RAID, HE111, "german-he-111h-2", base=GERMAN_BASE)
    game.ask(Onward(), Bombing(AXIS), phase=Phase.AIR.value, active=AXIS).settle()
    game.do(JoinBombing(HE111), DropBombs()).roll(6)
    assert not game.state.air.units[MIG].operative
    game.roll(6)
    assert game.state.air.units[MIG].at == "remnants"


def test_a_hit_on_an_airbase_cuts_its_capacity_alone() -> None:
    """[FE-20F2b.1] [FE-17D.2] Nobody on the ground is hit, and there are no hits below 0."""
    game = EastAir().station(SOVIET_BASE, MIG)
    game.over(SOVIET_BASE, FIELD, HE111, base=GERMAN_BASE)
    game.ask(Onward(), Bombing(AXIS), phase=Phase.AIR.value, active=AXIS).settle().roll(6)
    assert fleet.room(game.pos, game.at(SOVIET_BASE)) == 2
    assert game.state.air.units[MIG].operative
    game.having(hits={"airbase " + SOVIET_BASE: 3})
    game.over(SOVIET_BASE, FIELD, HE111, base=GERMAN_BASE)
    game.ask(Onward(), Bombing(AXIS), phase=Phase.AIR.value, active=AXIS).settle().roll(6)
    assert game.state.hits == {"airbase " + SOVIET_BASE: 3}


def test_two_points_of_harassment_cost_a_movement_point_without_limit() -> None:
    """[FE-24G.1] Type H counts double."""
    game = EastAir().over(
        MINSK, Mission.HARASSMENT, HE111, "german-he-111h-2", JU87, base=GERMAN_BASE
    )
    assert harassment.hits(game.pos, ALLIED) == {game.at(MINSK): 5}
    game = EastAir().over(BIALYSTOK, Mission.HARASSMENT, PO2, base=MINSK)
    assert harassment.hits(game.pos, AXIS) == {game.at(BIALYSTOK): 1}


# Air combat


def test_example_air_combat_of_two_lagg() -> None:
    """[FE-21B3.1] [FE-21B3.2] Differentials and dice of the example over a Rumanian bomber."""
    pos = EastAir().over(MINSK, Mission.INTERCEPTION, LAGG).pos
    assert fighting.differential(pos, LAGG, PZL24) == 1
    assert fighting.result(pos, LAGG, PZL24, 5) == "aborted"
    assert fighting.differential(pos, PZL24, LAGG) == 0
    assert (
        fighting.result(pos, PZL24, LAGG, 9) == fighting.result(pos, PZL24, LAGG, 7) == "no effect"
    )
    assert (fighting.differential(pos, LAGG, SM79), fighting.modifier(pos, LAGG, SM79)) == (2, -1)
    assert fighting.result(pos, LAGG, SM79, 4) == "eliminated"
    assert (fighting.differential(pos, SM79, LAGG), fighting.modifier(pos, SM79, LAGG)) == (-3, 1)
    assert fighting.result(pos, SM79, LAGG, 7) == "no effect"


def test_german_finnish_and_italian_pilots_are_better() -> None:
    """[FE-24C.1] One off the dice against Soviet air units, two at bombers; Rumanians
    have nothing of it, nor has anybody but fighters.
    """
    pos = EastAir().pos
    assert fighting.modifier(pos, ME109E, LAGG) == -1
    assert fighting.modifier(pos, ME109E, SB2) == -2
    assert fighting.modifier(pos, "finnish-glad", LAGG) == -1
    assert fighting.modifier(pos, "italian-mc-200-jul-1", LAGG) == -1
    assert fighting.modifier(pos, PZL24, LAGG) == fighting.modifier(pos, JU87, LAGG) == 0
    assert fighting.modifier(pos, LAGG, ME109E) == 0


def test_air_operations_are_not_abandoned() -> None:
    """[FE-21A.1] Bombs are jettisoned; there is air combat."""
    game = EastAir().over(MINSK, Mission.GROUND_SUPPORT, ME109E, base=GERMAN_BASE)
    game.over(MINSK, Mission.INTERCEPTION, MIG)
    game.ask(Onward(), AirCombats(ALLIED), Preparing(AXIS, game.at(MINSK)))
    assert game.kinds() == {"fight", "jettison"}
    assert game.objections(AbandonMissions()) == ["FE-21.1"]
    assert (fighting.attack(game.pos, ME109E), fighting.defense(game.pos, ME109E)) == (5, 3)
    game.do(Jettison(ME109E))
    assert (fighting.attack(game.pos, ME109E), fighting.defense(game.pos, ME109E)) == (7, 5)


# Antiaircraft fire


@pytest.mark.parametrize(
    ("unit", "points"),
    [
        ("german-1-panzer-xx", 1),
        ("german-1-infantry-xx", 0),
        ("soviet-28-tank-xx", 1),
        ("soviet-90-rifle-xx", 0),
        ("soviet-20-lt-tank-cdr", 0),
        ("german-164-mot-hv-aa-iii-lw", 2),
    ],
)
def test_who_has_guns_of_his_own(unit: str, points: int) -> None:
    """[FE-22A1.1] [FE-22A1.4] [FE-22A2.1] C/m divisions, but no Soviet cadres; units of guns."""
    game = EastAir()
    known = [u for u in game.context.units if u == unit] or [
        u for u in game.context.units if "hv-aa-iii" in u and "164" in u
    ]
    game.put(MINSK, known[0])
    assert antiaircraft.of_unit(game.pos, UnitId(known[0])) == points


def test_a_german_cadre_has_guns_and_an_allied_one_has_not() -> None:
    """[FE-22A1.1] [FE-22A1.2]"""
    game = EastAir().put(MINSK, "german-1-panzer-xx", steps=1)
    assert antiaircraft.of_unit(game.pos, UnitId("german-1-panzer-xx")) == 1
    game.put(MINSK, "soviet-28-tank-xx", steps=1)
    assert antiaircraft.of_unit(game.pos, UnitId("soviet-28-tank-xx")) == 0


def test_guns_long_out_of_supply_fire_with_half_their_strength() -> None:
    """[FE-12D.3] Whole in the first turn out of supply, half from the second on."""
    guns = "german-164-mot-hv-aa-iii-lw"
    for turns, points in ((1, 2), (2, 2), (3, 1), (5, 1)):
        game = EastAir().put(MINSK, guns, marks=[OUT]).having(unfed={UnitId(guns): turns})
        assert antiaircraft.strength(game.pos, game.at(MINSK), AXIS) == points
    assert antiaircraft.strength(EastAir().put(MINSK, guns).pos, game.at(MINSK), AXIS) == 2


def test_bombs_of_ground_support_count_in_no_loss() -> None:
    """[FE-9D.2] They strengthen the attack; what an exchange costs is printed on ground units."""
    near, at = "1B:3513", MINSK
    game, bombed = (
        EastAir(turn=4).put(near, FOOT).put(at, RIFLES).phase(Fighting, AXIS) for _ in range(2)
    )
    bombed.over(at, Mission.GROUND_SUPPORT, JU87, base=GERMAN_BASE)
    battle = Battle(AXIS, game.at(at), (UnitId(FOOT),), (UnitId(RIFLES),))
    assert Calculation(bombed.pos, battle).attack > Calculation(game.pos, battle).attack
    lost = [printed(one.pos, battle.attackers, attacking=True) for one in (game, bombed)]
    assert lost[0] == lost[1] == game.pos.facts(UnitId(FOOT)).attack


def test_the_older_table_of_antiaircraft_fire() -> None:
    """[FE-22B.6] One point turns back at 4, and bombers add one."""
    game = EastAir().over(MINSK, FIELD, HE111, base=GERMAN_BASE)
    game.over(MINSK, FIELD, JU87, base=GERMAN_BASE)
    assert antiaircraft.result(game.pos, JU87, 1, 4) == "turned back"
    assert antiaircraft.result(game.pos, HE111, 1, 4) == "no effect"
    assert antiaircraft.modifier(game.pos, HE111) == 1


def test_soviet_guns_are_halved_in_the_surprise_turn() -> None:
    """[FE-31F2.2]"""
    game = EastAir().put(MINSK, "soviet-28-tank-xx", "soviet-7-tank-xx")
    assert antiaircraft.strength(game.pos, game.at(MINSK), ALLIED) == 2
    game.having(turn=1, phase=Phase.SURPRISE_AIR.value)
    assert antiaircraft.strength(game.pos, game.at(MINSK), ALLIED) == 1


# Repair, landings by night


@pytest.mark.parametrize(
    ("unit", "at", "kind", "most"),
    [
        (ME109E, GERMAN_BASE, "clear", 3),
        (ME109E, GERMAN_BASE, "frost", 2),
        (SM79, RUMANIAN_BASE, "clear", 2),
        (SM79, RUMANIAN_BASE, "snow", 1),
        (MIG, MINSK, "snow", 2),
    ],
)
def test_repair_by_nation_and_weather(unit: str, at: str, kind: str, most: int) -> None:
    """[FE-23.1] Bad weather hinders the Axis alone."""
    game = EastAir().station(at, unit, operative=False).weather(kind)
    assert [face for face in range(1, 7) if readiness.repairs(game.pos, unit, face)] == list(
        range(1, most + 1)
    )


def test_a_temporary_airfield_hinders_and_a_one_always_repairs() -> None:
    """[FE-23.3] Both modifiers leave a Rumanian the 1."""
    game = EastAir().station("3B:2118", SM79, operative=False).weather("mud")
    game.having(strips=frozenset({game.at("3B:2118")}))
    assert readiness.repairs(game.pos, SM79, 1) and not readiness.repairs(game.pos, SM79, 2)
    game.station("3B:2118", ME109E, operative=False)
    assert not readiness.repairs(game.pos, ME109E, 2)


def test_soviets_crash_land_more_easily_by_night() -> None:
    """Axis air units on a 6, Soviet ones on a 5 too."""
    game = EastAir()
    assert landing.crash_roll(game.pos, HE111) == 6
    assert landing.crash_roll(game.pos, IL4) == 5


# Where air units of allies fly


def test_few_rumanians_and_hungarians_fly_in_the_soviet_union() -> None:
    """[FE-32A2.1] [FE-32A1.2] Three and two."""
    game = EastAir().put("3B:2115", "soviet-90-rifle-xx").station(RUMANIAN_BASE, PZL24).flying()
    harass = Mission.HARASSMENT
    bomber = "rumanian-blen-1"
    game.station(RUMANIAN_BASE, bomber)
    assert game.refused(bomber, harass, "3B:2115") == []
    game.over("3B:2115", harass, "rumanian-ju-87b", "rumanian-he-111h", SM79, base=RUMANIAN_BASE)
    assert game.refused(bomber, harass, "3B:2115") == ["FE-32A2.1"]
    rows = {row.id: (row.most, row.rule) for row in game.context.charts.air_limits.rows}
    assert rows["hungarian"] == (2, "FE-32A1.2")


def test_who_is_in_the_soviet_union_though_too_many_are_may_fly_home() -> None:
    """[FE-32A2.1] Games of Typhoon that were begun with all seven there go on so."""
    game = EastAir().flying()
    game.station("3B:2604", PZL24, "rumanian-ju-87b", "rumanian-he-111h", SM79)
    assert game.refused(PZL24, Mission.TRANSFER, RUMANIAN_BASE) == []
    assert "FE-32A2.1" in game.refused(PZL24, Mission.TRANSFER, "3B:2406")


def test_air_units_of_allies_keep_to_their_area() -> None:
    """[FE-32.1] Rumanians fly over no hex outside the southern zones, nor over Hungary."""
    game = EastAir()
    closed = game.pos.closed_skies("rumanian")
    assert game.at(MINSK) in closed and game.at("3B:1630") in closed
    assert game.at("3B:2510") not in closed
    assert game.at(MINSK) not in game.pos.closed_skies("german")


def test_finns_fly_near_leningrad_once_it_is_taken() -> None:
    """While the Soviets hold any of it they keep away."""
    game = EastAir()
    assert game.at(LENINGRAD) in game.pos.closed_skies("finnish")
    game.own(AXIS, *(game.context.map.label(at) for at in sorted(game.context.city_of_stop)))
    assert game.at(LENINGRAD) not in game.pos.closed_skies("finnish")


def test_ground_support_goes_home_when_the_combat_phase_ends() -> None:
    """[FE-20F2c.1]"""
    game = EastAir().over(MINSK, Mission.GROUND_SUPPORT, HE111, base=GERMAN_BASE)
    game.ask(Onward(), phase=Phase.COMBAT.value, active=AXIS)
    work = game.transition()
    assert missions.support_over(game.pos, Phase.COMBAT, AXIS, work)
    assert work.state.top == AirReturn(AXIS, (Mission.GROUND_SUPPORT.value,))
    game.put_air((HE111,), AirUnit(game.at(GERMAN_BASE)))
    assert not missions.support_over(game.pos, Phase.COMBAT, AXIS, game.transition())
