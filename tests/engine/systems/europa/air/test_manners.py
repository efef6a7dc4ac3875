"""Extended range, flights by night, and harassment."""

from __future__ import annotations

from fractions import Fraction

from engine.core.handler import Transition
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fleet, readiness
from engine.systems.europa.air.actions import FlyMission, Land, LandAll
from engine.systems.europa.air.bombing import strengths, support
from engine.systems.europa.air.bombing.records import BombRoll
from engine.systems.europa.air.combat import antiaircraft
from engine.systems.europa.air.combat import strengths as duelling
from engine.systems.europa.air.combat.records import Intercepting, Patrolling
from engine.systems.europa.air.records import (
    AirMoving,
    Landing,
    Manner,
    Mission,
    NightLanding,
    ToLand,
)
from engine.systems.europa.movement import move_actions as march
from engine.systems.europa.movement import reach
from engine.systems.europa.movement.overruns import entry_cost
from engine.systems.europa.movement.rail_movement import fare, lines
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF, Phase
from engine.systems.europa.state.records import Initial, Moving
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import BARI
from tests.engine.systems.europa.air.sky import (
    ATHENS,
    BLEN,
    BORDER,
    BRINDISI,
    CR42,
    FERRARA,
    GREEKS,
    IOANNINA,
    LARISA,
    MC200,
    MXD,
    P24,
    SM79,
    SM81,
    TIRANA,
    VALONA,
    Sky,
)

SUPPORT, PORT, TERROR = Mission.GROUND_SUPPORT, Mission.PORT_BOMBING, Mission.TERROR_BOMBING
RAIL, HARASS, ESCORT = Mission.RAIL_BOMBING, Mission.HARASSMENT, Mission.ESCORT
FAR, NIGHT = Manner.EXTENDED, Manner.NIGHT
MXD_B, MXD_F = "italian-mxd-b", "italian-mxd-f"
VOLOS, THESSALONIKE = "14A:5112", "14A:4510"
GREEK_UNIT = UnitId(GREEKS)


def flight(sky: Sky, unit: str, mission: Mission, at: str, manner: Manner) -> FlyMission:
    return FlyMission(unit, mission, sky.at(at), manner)


# Extended range


def test_extended_range_doubles_the_range_for_a_third_of_the_bombs() -> None:
    """BF-24B.1"""
    sky = Sky().station(TIRANA, MXD_B)
    assert sky.refused(MXD_B, RAIL, ATHENS) == ["BF-18.1"]
    action = flight(sky, MXD_B, RAIL, ATHENS, FAR)
    assert sky.objections(action) == []
    assert action in list(sky.legal)
    sky.do(action)
    assert strengths.strength(sky.pos, MXD_B, sky.at(ATHENS)) == Fraction(2, 3)


def test_fighters_do_not_bomb_at_extended_range() -> None:
    """BF-24B.1"""
    sky = Sky().station(TIRANA, CR42)
    refused = sky.objections(flight(sky, CR42, Mission.AIRBASE_BOMBING, LARISA, FAR))
    assert refused == ["BF-24B.1"]


def test_what_bombs_least_counts_last_under_the_limit_of_printed_strength() -> None:
    """BF-20F2b.4, 24B.1: three of four points near by, one of those from far away."""
    sky = Sky().put(BORDER, FERRARA).put(IOANNINA, GREEKS).station(TIRANA, SM79, SM81)
    sky.do(flight(sky, SM79, SUPPORT, IOANNINA, FAR)).fly(SM81, SUPPORT, IOANNINA)
    at = sky.at(IOANNINA)
    assert sky.pos.air_points(at, AXIS) == 4
    assert support.counted(sky.pos, at, AXIS, Fraction(4), 4) == 3 + Fraction(1, 3)


def test_escorts_at_extended_range_fight_with_two_less() -> None:
    """BF-24B.5: never below 1; they may return as far (BF-24B.6)."""
    sky = Sky().station(BRINDISI, SM79, MC200).fly(SM79, PORT, VALONA.replace("4121", "4720"))
    assert sky.refused(MC200, ESCORT, "14A:4720") == ["BF-18.1"]
    sky.do(flight(sky, MC200, ESCORT, "14A:4720", FAR))
    assert (duelling.attack(sky.pos, MC200), duelling.defense(sky.pos, MC200)) == (1, 1)
    assert fleet.homeward(sky.pos, MC200) == 16


# Night


def test_ports_and_capitals_are_bombed_by_night_and_nothing_else() -> None:
    """BF-24E.2, 24E.4"""
    sky = Sky().put(BORDER, FERRARA).put(IOANNINA, GREEKS).station(TIRANA, SM79, SM81)
    for unit in (SM79, SM81):
        assert sky.objections(flight(sky, unit, PORT, VOLOS, NIGHT)) == []
        assert sky.objections(flight(sky, unit, TERROR, ATHENS, NIGHT)) == []
    for mission, at in ((SUPPORT, IOANNINA), (RAIL, LARISA), (HARASS, LARISA)):
        assert "BF-24E.4" in sky.objections(flight(sky, SM79, mission, at, NIGHT))


def test_by_night_strategic_strengths_alone_count() -> None:
    """BF-20F1.1, 24E.4: a fighter has none."""
    sky = Sky().station(TIRANA, CR42)
    assert "BF-20F1.1" in sky.objections(flight(sky, CR42, PORT, VALONA, NIGHT))


def test_day_air_units_bomb_with_half_their_strength_by_night() -> None:
    """BF-24E.1, 24E.6: the SM.81 is a night bomber, the SM.79 is not."""
    sky = Sky().station(TIRANA, SM79, SM81)
    sky.do(flight(sky, SM79, PORT, VOLOS, NIGHT), flight(sky, SM81, PORT, VOLOS, NIGHT))
    at = sky.at(VOLOS)
    assert strengths.strength(sky.pos, SM79, at) == Fraction(5, 2)
    assert strengths.strength(sky.pos, SM81, at) == 3


def test_nobody_meets_air_units_that_fly_by_night() -> None:
    """BF-24E.3, 24E.5: no patrol attack, no interception."""
    by_day = Sky().station(TIRANA, SM79).station(LARISA, P24)
    assert isinstance(by_day.fly(SM79, PORT, VOLOS).state.top, Patrolling)
    sky = Sky().station(TIRANA, SM79).station(LARISA, P24)
    sky.do(flight(sky, SM79, PORT, VOLOS, NIGHT))
    assert isinstance(sky.state.top, AirMoving)
    assert not isinstance(sky.do(EndPhase()).state.top, Intercepting)


def test_who_bombs_by_day_does_not_bomb_together_with_who_bombs_by_night() -> None:
    """BF-24E.3: each makes an attack of its own on the same port."""
    sky = Sky().station(TIRANA, SM79, SM81)
    sky.do(flight(sky, SM79, PORT, "14A:4720", Manner.PLAIN))
    sky.do(flight(sky, SM81, PORT, "14A:4720", NIGHT)).do(EndPhase())
    bombers = []
    while isinstance(sky.state.top, BombRoll):
        bombers.append(sky.state.top.units)
        sky.roll(1)
    assert bombers == [(SM79,), (SM81,)]


def test_guns_are_worse_by_night() -> None:
    """BF-22B2.3: one is added to the dice, and one for a bomber over a place."""
    sky = Sky().station(TIRANA, SM79)
    sky.do(flight(sky, SM79, PORT, VOLOS, NIGHT))
    assert antiaircraft.modifier(sky.pos, SM79) == 2


def test_a_day_air_unit_may_crash_land_by_night() -> None:
    """BF-24E.7: on a 6; a night bomber never."""
    sky = Sky().station(TIRANA, SM79)
    sky.do(flight(sky, SM79, PORT, "14A:4720", NIGHT)).do(EndPhase())
    assert isinstance(sky.state.top, BombRoll)
    sky.roll(1)
    sky.do(Land(SM79, sky.at(TIRANA)))
    assert isinstance(sky.state.top, NightLanding)
    assert not sky.roll(6).unit(SM79).operative
    moved = Sky().station(TIRANA, SM79, SM81)
    moved.do(flight(moved, SM81, Mission.TRANSFER, BARI, NIGHT))
    assert isinstance(moved.state.top, AirMoving)
    moved.do(flight(moved, SM79, Mission.TRANSFER, BARI, NIGHT))
    assert isinstance(moved.state.top, NightLanding)
    assert moved.roll(5).unit(SM79).operative


def test_an_air_unit_flies_by_night_or_by_day_in_an_air_phase() -> None:
    """BF-24E.3: whoever stages by night goes on by night."""
    sky = Sky().station(TIRANA, SM79)
    sky.do(flight(sky, SM79, Mission.STAGING, BARI, NIGHT))
    assert sky.refused(SM79, PORT, VOLOS) == ["BF-24E.3"]


# Harassment


def harassed(*units: str, at: str = IOANNINA) -> Sky:
    """Italian bombers harass a hex; the Allies move."""
    sky = Sky().station(TIRANA, *units)
    for unit in units:
        sky.fly(unit, HARASS, at)
    return sky.do(EndPhase()).put(at, GREEKS).phase(Moving, ALLIED)


def test_any_land_hex_may_be_harassed() -> None:
    """BF-20F2d.1: one without enemies on a click, too."""
    sky = Sky().put(IOANNINA, GREEKS).station(TIRANA, SM79)
    empty = flight(sky, SM79, HARASS, LARISA, Manner.PLAIN)
    assert empty in list(sky.legal.at(sky.at(LARISA)))
    assert flight(sky, SM79, HARASS, IOANNINA, Manner.PLAIN) in list(sky.legal)
    sea = next(at for at in sky.context.map.terrain if at not in sky.context.land)
    assert "BF-20F2d.1" in sky.objections(FlyMission(SM79, HARASS, sea))


def test_every_two_points_are_a_hit_and_two_hits_count() -> None:
    """BF-20F2d.3, 20F2d.5: 3 points one, 6 points three of which two count."""
    assert harassed(SM79).pos.harassed(ALLIED) == {Sky().at(IOANNINA): 1}
    both = harassed(SM79, SM81)
    assert both.pos.harassed(ALLIED) == {Sky().at(IOANNINA): 2}
    assert both.pos.harassed(AXIS) == {}
    assert both.having(weather={"D": "poor", "E": "poor"}).pos.harassed(ALLIED) == {
        Sky().at(IOANNINA): 1
    }


def test_a_hit_costs_a_point_on_leaving_the_hex() -> None:
    """BF-20F2d.4: marches, administrative movement and overruns."""
    free, sky = Sky().put(IOANNINA, GREEKS).phase(Moving, ALLIED), harassed(SM79)
    for find in (reach.march, reach.admin_march):
        usual, dear = find(free.pos, GREEK_UNIT).reach.cost, find(sky.pos, GREEK_UNIT).reach.cost
        near = min(at for at in dear if at != sky.at(IOANNINA) and dear[at] < 8)
        assert dear[near] == usual[near] + HALF
    beside = sky.at("14A:4719")
    usual_entry = entry_cost(free.pos, GREEK_UNIT, beside)
    assert usual_entry is not None
    assert entry_cost(sky.pos, GREEK_UNIT, beside) == usual_entry + HALF


def test_rail_movement_out_of_a_harassed_hex_costs_a_point_too() -> None:
    """BF-20F2d.4"""
    free = Sky().put(LARISA, GREEKS).phase(Moving, ALLIED)
    sky = harassed(SM79, at=LARISA)
    to = sky.at(VOLOS)
    usual = fare(free.pos, GREEK_UNIT, lines(free.pos, GREEK_UNIT).hexes(to))
    assert fare(sky.pos, GREEK_UNIT, lines(sky.pos, GREEK_UNIT).hexes(to)) == usual + HALF
    sky.do(march.RailMove(GREEK_UNIT, to))
    assert sky.state.spent[GREEK_UNIT] == usual + HALF


def test_harassment_lasts_until_the_next_own_initial_phase() -> None:
    """BF-20F2d.2"""
    sky = Sky(side=ALLIED).put(BORDER, FERRARA).station(LARISA, MXD).fly(MXD, HARASS, BORDER)
    sky.do(EndPhase())
    assert (sky.state.phase, sky.unit(MXD).mission) == (Phase.COMBAT.value, HARASS)
    assert sky.phase(Moving, AXIS).pos.harassed(AXIS)
    opening = Transition(sky.phase(Initial, ALLIED).state)
    readiness.open_phase(sky.context, opening, ALLIED)
    sky.take(opening.state)
    sky.settle()
    assert sky.state.top == ToLand(ALLIED, Landing.RETURNING, (MXD,))
    assert not sky.do(LandAll()).pos.harassed(AXIS)


def test_guns_fire_at_harassing_bombers() -> None:
    """BF-22B1.2"""
    sky = Sky().put(IOANNINA, "greek-a-light-aa").station(TIRANA, SM79).fly(SM79, HARASS, IOANNINA)
    shot = antiaircraft.at_mission(sky.pos, SM79)
    assert shot is not None and shot.strength == 2
    assert antiaircraft.modifier(sky.pos, SM79) == -1


def test_a_blenheim_harasses_the_italians() -> None:
    """BF-20F2d.4: each side the other's units."""
    sky = Sky(side=ALLIED).put(BORDER, FERRARA).station(LARISA, BLEN).fly(BLEN, HARASS, BORDER)
    assert sky.do(EndPhase()).pos.harassed(AXIS) == {sky.at(BORDER): 1}
