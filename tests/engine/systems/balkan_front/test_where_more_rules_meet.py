"""More places where two rules of Balkan Front meet, laid out and judged by the text of both."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.movement import move_actions as march
from engine.systems.europa.movement import overruns, reach
from engine.systems.europa.production import initial_actions as home
from engine.systems.europa.production.initial_actions import Arrive
from engine.systems.europa.state.common import settle_ownership
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, OUT
from engine.systems.europa.state.records import Fighting, Initial, Moving, Project
from engine.systems.europa.supply import supply_status
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import Front

JULIA, FERRARA, CENTAURO = "italian-3-julia", "italian-23-ferrara", "italian-131-centauro"
GREEKS, MORE, THIRD = "greek-8-mountain", "greek-9-mountain", "greek-6-mountain"
BUILDERS = "greek-athens-construction"
HQ, WORKS, LARISA = "greek-mountain-a-hq", "italian-9-construction", "14A:4913"


def unit(name: str) -> UnitId:
    return UnitId(name)


def builders(front: Front, nation: str) -> list[str]:
    """Construction units of a nation."""
    units = front.context.of_nation(nation)
    return [u for u in units if front.context.facts(u, front.context.units[u].steps).construction]


def sites(front: Front, country: str, count: int) -> list[str]:
    """Clear hexes of a country without towns, rivers or neighbours among each other."""
    found: list[str] = []
    for at in sorted(front.context.country(country)):
        plain = front.context.map.terrain[at] == "clear" and at not in front.context.cities
        near = {front.at(label) for label in found}
        if plain and not near & {at, *at.neighbours()}:
            found.append(front.context.map.label(at))
    return found[:count]


def test_14a1_4_and_7_a_fort_and_an_airfield_are_the_allies_two_of_a_turn() -> None:
    """BF-14A1: no more than two forts/permanent airfields, whoever would build the third."""
    front = Front(side=ALLIED)
    crews = builders(front, "greek")[:3]
    assert len(crews) == 3
    for label, crew in zip(sites(front, "Greece", 3), crews, strict=True):
        front.put(label, crew)
    front.phase(Initial, ALLIED)
    front.do(home.BeginWork(unit(crews[0]), Project.FORT))
    front.do(home.BeginWork(unit(crews[1]), Project.AIRFIELD))
    assert front.objections(home.BeginWork(unit(crews[2]), Project.FORT))
    assert front.objections(home.BeginWork(unit(crews[2]), Project.AIRFIELD))


def test_14a1_12b_a_crew_out_of_supply_begins_no_fort() -> None:
    """BF-14A1: it begins during its initial phase and must be in supply."""
    front = Front(side=ALLIED)
    (site,) = sites(front, "Greece", 1)
    front.put(site, BUILDERS).phase(Initial, ALLIED)
    assert front.objections(home.BeginWork(unit(BUILDERS), Project.FORT)) == []
    lost = dict.fromkeys(front.context.country("Greece"), AXIS)
    front.having(taken=lost).own(ALLIED, site).phase(Initial, ALLIED)
    assert front.objections(home.BeginWork(unit(BUILDERS), Project.FORT))


def test_13_9g_a_headquarters_alone_is_overrun_by_a_brigade_and_not_by_labourers() -> None:
    """BF-13: defence strength 0 at 12:1 by any unit with an attack strength greater than zero."""
    start, target = "14A:4618", "14A:4718"
    front = Front().put(target, HQ).put(start, WORKS)
    assert front.context.facts(unit(WORKS), 1).attack == 0
    over = front.at(target)
    assert front.objections(march.Overrun(unit(WORKS), over))
    weak = "italian-alb-brigade"
    strong = Front().put(target, HQ).put(start, weak)
    strong.do(march.Overrun(unit(weak), over), march.CarryOutOverrun())
    assert strong.where_is(HQ) == DEAD


def test_13_6_1_in_the_exploitation_phase_c_m_units_alone_overrun() -> None:
    """BF-13, 6.1: phasing units overrun in both phases, and only c/m units move in the second."""
    front = Front().put("14A:4618", JULIA, CENTAURO).put("14A:4718", HQ)
    front.phase(Moving, AXIS).ask(*front.state.flow[:-1], Moving(AXIS, exploiting=True))
    over = front.at("14A:4718")
    assert front.objections(march.Overrun(unit(JULIA), over))
    offered = {a.unit for a in front.legal if isinstance(a, march.Overrun)}
    assert unit(JULIA) not in offered


def test_6b_3d_an_empty_hex_of_the_enemy_is_marched_into_and_not_administratively() -> None:
    """BF-6B.6: it may not enter an enemy-owned hex, though nobody is there."""
    front = Front().put("14A:4419", FERRARA)
    reached = [a.target for a in front.legal.of(unit(FERRARA)) if isinstance(a, march.Move)]
    greek = [at for at in reached if front.pos.owner_of(at) == ALLIED]
    assert greek
    for at in greek:
        assert front.objections(march.AdminMove(unit(FERRARA), at))


def test_12c2_12b_an_isolated_minor_port_feeds_one_of_two_regiments() -> None:
    """BF-12C2: a minor port in Greece is a source for up to 1 RE of Greek units, overland only."""
    front = Front(side=ALLIED)
    front.having(taken=dict.fromkeys(front.context.country("Greece"), AXIS))
    minor = [at for at, size in sorted(front.context.ports.items()) if size == "minor"]
    port = next(at for at in minor if front.context.countries.get(at) == "Greece")
    label = front.context.map.label(port)
    two = ("greek-10-regiment", "greek-13-2-regiment")
    front.own(ALLIED, label).put(label, *two).phase(Initial, ALLIED)
    transition = Transition(front.state)
    supply_status.judge(front.context, transition)
    out = [name for name in two if OUT in transition.state.pieces[unit(name)].marks]
    assert len(out) == 1


def test_8b_29a_reinforcements_may_overfill_a_hex_until_the_movement_phase_ends() -> None:
    """BF-8B: the limit is not in force in the initial phase, but at the end of the next."""
    front = Front(turn=2, side=ALLIED).phase(Initial, ALLIED)
    arrival = next(a for a in front.legal if isinstance(a, Arrive))
    at = front.context.map.label(arrival.target)  # type: ignore[arg-type]
    small = ("greek-13-22-regiment", "greek-13-33-regiment", "greek-13-2-regiment")
    front.put(at, GREEKS, MORE, THIRD, *small).phase(Initial, ALLIED)
    guns = [a for a in front.legal.of(arrival.unit) if isinstance(a, Arrive)]
    assert arrival in guns
    front.do(arrival).phase(Moving, ALLIED)
    assert front.objections(EndPhase()) == ["BF-8B.2"]


def test_6a_13_zones_of_the_overrun_are_not_paid_and_those_beside_it_are() -> None:
    """BF-13: no ZOC costs for units in the hex, but for enemy units in adjacent hexes."""
    front = Front().put("14A:4519", JULIA).put("14A:4619", BUILDERS)
    row = front.context.charts.overruns.rows[0]
    alone = overruns.full_cost(front.pos, unit(JULIA), front.at("14A:4619"), row)
    beside = next(
        at
        for at in front.at("14A:4519").neighbours()
        if at in front.at("14A:4619").neighbours() and at in front.context.land
    )
    front.put(front.context.map.label(beside), GREEKS)
    hemmed = overruns.full_cost(front.pos, unit(JULIA), front.at("14A:4619"), row)
    assert alone is not None and hemmed is not None and hemmed > alone


def test_17c_13_a_temporary_airfield_whose_hex_is_taken_is_gone_and_serves_nobody() -> None:
    """BF-17C.2: it is never captured."""
    front = Front().put("14A:4519", JULIA).put("14A:4619", BUILDERS)
    strip = front.at("14A:4619")
    front.having(strips=frozenset({strip}))
    front.do(march.Overrun(unit(JULIA), strip), march.CarryOutOverrun(), march.Enter(unit(JULIA)))
    assert front.pos.owner_of(strip) == AXIS and not front.state.strips


def test_17c_3d_a_temporary_airfield_falls_to_a_zone_once_its_builders_are_gone() -> None:
    """BF-17C.2, 3D.2: ownership by a zone of control is ownership."""
    front = Front().put("14A:4519", JULIA).put("14A:4919", BUILDERS)
    strip = front.at("14A:4619")
    front.having(strips=frozenset({strip}))
    transition = Transition(front.state)
    settle_ownership(front.context, transition)
    assert transition.state.taken.get(strip) == AXIS and not transition.state.strips


def test_6_9_5_the_one_hex_of_a_unit_without_points_goes_from_zone_to_zone() -> None:
    """BF-6.9: the guaranteed move may be made through enemy zones, whatever they cost."""
    front = Front().put("14A:4618", "italian-alb-brigade", marks=(OUT,)).put("14A:4718", GREEKS)
    slow = unit("italian-alb-brigade")
    start = front.at("14A:4618")
    zone = front.pos.zoc(ALLIED)
    assert start in zone
    found = reach.march(front.pos, slow)
    inside = [at for at in start.neighbours() if at in zone and at in found.reach.cost]
    assert inside
    front.do(march.Move(slow, inside[0]))
    assert front.where_is(slow) == inside[0]


def test_7a1_4_nobody_rides_in_the_enemy_s_turn_or_another_phase() -> None:
    """BF-7A1.1, 7A1.2: phasing units, in the movement phase."""
    front = Front(side=ALLIED).put(LARISA, GREEKS).phase(Moving, ALLIED)
    ride = next(a for a in front.legal.of(unit(GREEKS)) if isinstance(a, march.RailMove))
    assert front.objections(ride) == []
    assert front.phase(Moving, AXIS).objections(ride)
    assert front.phase(Fighting, ALLIED).objections(ride)
    front.phase(Moving, ALLIED).ask(*front.state.flow[:-1], Moving(ALLIED, exploiting=True))
    assert front.objections(ride)
