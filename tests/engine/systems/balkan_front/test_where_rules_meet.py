"""Places where two rules of Balkan Front's ground war meet, laid out and judged by both texts."""

from __future__ import annotations

from fractions import Fraction

from engine.core.handler import Transition
from engine.core.state import Piece
from engine.systems.balkan_front.actions import Evacuate
from engine.systems.balkan_front.politics import garrisons, government
from engine.systems.balkan_front.state.constants import EASTERN_GREECE, RHODES
from engine.systems.balkan_front.state.records import CaptureRoll
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.combat import battle_actions as fight
from engine.systems.europa.combat import retreats
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.combat.calculation import Calculation
from engine.systems.europa.combat.combat_phase import defenders
from engine.systems.europa.movement import move_actions as march
from engine.systems.europa.movement.costs import conditions, mobility_of
from engine.systems.europa.production import initial_actions as home
from engine.systems.europa.production.initial_actions import Task
from engine.systems.europa.sea import transport
from engine.systems.europa.sea.actions import Ship
from engine.systems.europa.state.common import settle_ownership
from engine.systems.europa.state.constants import (
    ALLIED,
    AXIS,
    DEAD,
    DEFENDED,
    GONE,
    MOVED,
    OUT,
    RAILED,
    Phase,
)
from engine.systems.europa.state.records import Fighting, Initial, Moving, Onward
from engine.systems.europa.supply import supply_status
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import ATHENS, BARI, VALONA, VOLOS, Front

JULIA, FERRARA, CENTAURO = "italian-3-julia", "italian-23-ferrara", "italian-131-centauro"
GREEKS, MORE, THIRD = "greek-8-mountain", "greek-9-mountain", "greek-6-mountain"
REGIMENT, GUNS, BUILDERS = "greek-10-regiment", "italian-11a-artillery", "greek-athens-construction"
BRITISH, LARISA = "british-14-brigade", "14A:4913"


def unit(name: str) -> UnitId:
    return UnitId(name)


def reckon(front: Front, target: str, *attackers: str) -> Calculation:
    """An Axis attack, reckoned."""
    at = front.at(target)
    units = tuple(map(unit, attackers))
    return Calculation(front.pos, Battle(AXIS, at, units, *defenders(front.pos, AXIS, at)))


def settled(front: Front) -> Front:
    """Ownership follows the units."""
    transition = Transition(front.state)
    settle_ownership(front.context, transition)
    front.take(transition.state)
    return front


def test_3c2_14e_out_of_supply_over_a_fortified_river_is_an_eighth() -> None:
    """BF-3C2.1, 12D.1, 14E1.1: three halvings of one strength, none of them excluded."""
    front = Front().having(joined={**Front().state.joined, "bulgarian": AXIS, "german": AXIS})
    front.put("14A:4208", "german-46-infantry", marks=(OUT,)).put("14A:4308", THIRD)
    (line,) = reckon(front, "14A:4308", "german-46-infantry").attackers
    assert line.value == Fraction(8, 8)


def test_14b_11_artillery_in_excess_still_supports_its_hex() -> None:
    """BF-14B.2, 11.6: its strength is cut to 1, its supporting arms are not."""
    front = Front().put("14A:4618", GUNS, "italian-25c-artillery", "italian-alb-brigade")
    front.put("14A:4718", REGIMENT)
    names = (GUNS, "italian-25c-artillery", "italian-alb-brigade")
    lines = {line.unit: line for line in reckon(front, "14A:4718", *names).attackers}
    assert sum(line.excess for line in lines.values()) == 1
    assert "unsupported" not in lines[unit("italian-alb-brigade")].worded


def test_9f1_9g_a_hex_whose_fresh_defenders_have_no_strength_falls_without_a_die() -> None:
    """BF-9F1.8, 9G.3: those that retreated there add nothing, so nothing is left to defend."""
    front = Front().put("14A:4618", FERRARA).put("14A:4718", "greek-mountain-a-hq")
    front.put("14A:4718", GREEKS, marks=(DEFENDED,))
    found = reckon(front, "14A:4718", FERRARA)
    assert found.undefended and found.certain == "DE"


def test_9b_9f1_a_hex_held_by_beaten_units_alone_is_not_attacked_again() -> None:
    """BF-9B.1: no unit is attacked twice in a combat phase."""
    front = Front().put("14A:4618", FERRARA).put("14A:4718", GREEKS, marks=(DEFENDED,))
    front.phase(Fighting, AXIS)
    attack = fight.DeclareAttack(front.at("14A:4718"))
    assert front.objections(attack) == [front.context.cite("once per phase")]


def test_9f1_28c_a_unit_between_enemies_and_a_neutral_is_lost_with_its_cadre() -> None:
    """BF-9F1.7, 28C.1: neutral hexes are no way of retreat."""
    front = Front().put("14A:4308", GREEKS)
    open_ = retreats.ways(front.pos, unit(GREEKS))
    assert open_ and not any(front.pos.neutral(at) for at in open_)
    axis = iter(["italian-19-venezia", "italian-29-piemonte", "italian-49-parma", JULIA, FERRARA])
    for near in open_:
        front.state = front.state.with_pieces({unit(next(axis)): Piece(near, 2)})
    assert not retreats.ways(front.pos, unit(GREEKS))


def test_12c2_3d_a_minor_port_reached_by_an_enemy_zone_is_lost_as_a_source_for_good() -> None:
    """BF-12C2.8, 3D.2: ownership by a zone of control is ownership."""
    front = settled(Front().put("14A:4719", JULIA))
    port = front.at("14A:4720")
    assert front.pos.owner_of(port) == AXIS and port in front.state.forfeit
    settled(front.put("pending", JULIA).put("14A:4720", REGIMENT))
    assert front.pos.owner_of(port) == ALLIED
    assert all(source.at != port for source in front.pos.sources(ALLIED))


def test_12b_6_cut_off_in_the_movement_phase_a_unit_is_in_supply_till_the_next_judgement() -> None:
    """BF-12B.2: supply is judged in initial phases and holds for the player turn."""
    front = Front().put("14A:4718", GREEKS)
    front.having(taken=dict.fromkeys(front.context.country("Greece"), AXIS))
    assert not supply_status.in_supply(front.pos, unit(GREEKS))
    assert not front.pos.out(unit(GREEKS))
    transition = Transition(front.state)
    supply_status.judge(front.context, transition)
    assert OUT in transition.state.pieces[unit(GREEKS)].marks


def test_6a_26b_sailing_out_of_an_enemy_zone_costs_leaving_it_too() -> None:
    """BF-6A.1, 26B1.7: a unit that exits a zone hex pays for it, whatever takes it away."""
    front = Front().put(VALONA, FERRARA).put("14A:4220", GREEKS).ready()
    assert front.at(VALONA) in front.pos.zoc(ALLIED)
    assert transport.fare(front.pos, unit(FERRARA)) == 2 * (2 + 2)
    front.having(spent={unit(FERRARA): 6})
    assert front.objections(Ship(unit(FERRARA), front.at(BARI))) == ["BF-26B1.7"]


def test_7a_26a_a_port_won_in_the_phase_ships_nobody_though_its_railroad_runs() -> None:
    """BF-26A3.5, 7A1.7: ports need ownership from the initial phase on, rail hexes need it now."""
    front = Front().own(AXIS, LARISA, "14A:5012").put("14A:5012", FERRARA).ready()
    front.do(march.Move(unit(FERRARA), front.at(VOLOS)))
    assert front.pos.owner_of(front.at(VOLOS)) == AXIS
    assert front.objections(Ship(unit(FERRARA), RHODES)) == ["BF-26A3.5"]


def test_7a2_15a_components_of_a_division_that_went_by_rail_are_counted_already() -> None:
    """BF-7A2.7, 15A.1: breaking down takes the marks along."""
    front = Front().put("14A:4419", FERRARA, marks=(RAILED,))
    front.do(march.BreakDown(unit(FERRARA), march.Into.SUPPORTED))
    parts = [u for u, piece in front.state.pieces.items() if piece.at == front.at("14A:4419")]
    assert parts and all(RAILED in front.state.pieces[u].marks for u in parts)


def test_15a_12d_components_of_a_division_out_of_supply_are_out_of_supply() -> None:
    """BF-15A.1, 12B.2: the verdict of the initial phase holds for them."""
    front = Front().put("14A:4419", FERRARA, marks=(OUT,))
    front.do(march.BreakDown(unit(FERRARA), march.Into.APART))
    parts = [u for u, piece in front.state.pieces.items() if piece.at == front.at("14A:4419")]
    assert len(parts) == 3 and all(front.pos.out(u) for u in parts)


def test_15a_8b_a_breakdown_may_overfill_a_hex_but_not_to_the_end_of_the_phase() -> None:
    """BF-15A.2, 8B.1."""
    full = ("italian-19-venezia", "italian-29-piemonte", FERRARA)
    small = ("italian-a-regiment", "italian-b-regiment", "italian-c-regiment")
    front = Front().put("14A:4419", *full, *small)
    front.do(march.BreakDown(unit(FERRARA), march.Into.SUPPORTED))
    assert front.pos.overstacked(AXIS)
    assert front.objections(EndPhase()) == ["BF-8B.2"]


def test_15a_8b_a_breakdown_may_overfill_a_hex_in_exploitation_too() -> None:
    """BF-15A.4, 15A.2: the limit is judged as that phase ends, it is no fault before."""
    motorized = "german-60-motorized"
    small = ("german-538-regiment", "german-ghq-1-assault-gun", "german-ghq-4-engineer")
    front = Front().put("14A:2211", motorized, "german-183-infantry", "german-ghq-5-artillery")
    front.put("14A:2211", *small)
    exploiting = Moving(AXIS, exploiting=True)
    front.ask(Onward(), exploiting, phase=Phase.EXPLOITATION.value, active=AXIS)
    front.do(march.BreakDown(unit(motorized), march.Into.APART))
    assert front.pos.overstacked(AXIS)
    assert front.objections(EndPhase()) == ["BF-8B.2"]


def test_14a1_5_a_fort_goes_with_the_unit_that_began_it_though_another_stays() -> None:
    """BF-14A1.5: the construction unit that builds must not leave at any time."""
    front = Front(side=ALLIED).put("14A:5013", BUILDERS, "greek-thess-construction")
    front.phase(Initial, ALLIED).do(home.BeginWork(unit(BUILDERS), home.Project.FORT))
    front.phase(Moving, ALLIED)
    front.do(march.Move(unit(BUILDERS), front.at("14A:5012")))
    assert not front.state.works


def test_14a1_12_a_temporary_airfield_stays_with_any_construction_unit() -> None:
    """BF-14A1.12: it need not be the one that built it."""
    front = Front(side=ALLIED).put("14A:5013", BUILDERS, "greek-thess-construction")
    front.do(home.Labour(unit(BUILDERS), Task.STRIP, 3))
    front.having(spent={}).do(march.Move(unit("greek-thess-construction"), front.at("14A:5012")))
    assert front.state.strips
    front.having(spent={}).do(march.Move(unit(BUILDERS), front.at("14A:5012")))
    assert not front.state.strips


def test_14a1_18_4_c_m_units_that_build_work_in_the_exploitation_phase_too() -> None:
    """BF-6.1, 14A1.17, 14A1.10: they spend points there; temporary airfields are for movement."""
    front = Front().having(joined={**Front().state.joined, "german": AXIS})
    front.put(LARISA, "german-ghq-1-motorized-engineer").having(
        breaks=frozenset({front.at(LARISA)})
    )
    front.phase(Moving, AXIS).ask(*front.state.flow[:-1], Moving(AXIS, exploiting=True))
    sappers = unit("german-ghq-1-motorized-engineer")
    assert not front.objections(home.Labour(sappers, Task.RAIL))
    assert "BF-14A1.10" in front.objections(home.Labour(sappers, Task.STRIP, 3))


def test_13_14e2_an_overrun_takes_the_fort_only_when_somebody_goes_in() -> None:
    """BF-13.10, 14E2.1: a fort falls with its hex, and entering is optional."""
    front = Front().put("14A:4519", JULIA).put("14A:4619", BUILDERS)
    front.having(forts=frozenset({front.at("14A:4619")}))
    front.do(march.Overrun(unit(JULIA), front.at("14A:4619")), march.CarryOutOverrun())
    assert front.where_is(BUILDERS) == DEAD
    front.do(march.Enter(unit(JULIA)))
    assert not front.state.forts


def test_28b1a_3d_athens_reached_by_a_zone_alone_brings_the_die_of_the_government() -> None:
    """BF-28B1a.4, 3D.2: the Axis gains ownership of the hex."""
    front = Front().put("15B:0711", JULIA)
    front.do(march.Move(unit(JULIA), front.at("15B:0811")))
    assert front.state.top == CaptureRoll("greek")


def test_28b1a_4_a_government_that_escaped_goes_into_exile_though_athens_is_retaken() -> None:
    """BF-28B1a.4: the Allied player must evacuate it in his next initial phase."""
    front = Front().put("15B:0711", JULIA).put(LARISA, GREEKS).put("15B:2213", MORE)
    front.do(march.Move(unit(JULIA), front.at("15B:0811"))).roll(1)
    assert front.state.fugitives
    settled(front.put("pending", JULIA).own(ALLIED, ATHENS))
    transition = Transition(front.state)
    government.open_phase(front.context, transition, ALLIED)
    assert transition.state.pieces[unit(GREEKS)].at == GONE
    assert transition.state.pieces[unit(MORE)].at == front.at("15B:2213")


def test_28b1a_28b1d_captured_with_its_government_eastern_greece_surrenders_too() -> None:
    """BF-28B1a.5: all forces of that government, everywhere; evacuation spares islands."""
    front = Front().put("15B:0711", JULIA).put(EASTERN_GREECE, "greek-13-2-regiment")
    front.do(march.Move(unit(JULIA), front.at("15B:0811"))).roll(6)
    assert front.where_is("greek-13-2-regiment") == GONE
    front = Front(side=ALLIED).put(EASTERN_GREECE, "greek-13-2-regiment").phase(Initial, ALLIED)
    front.do(Evacuate("greek"))
    assert front.where_is("greek-13-2-regiment") == EASTERN_GREECE


def test_28a1c_28b1a_rhodes_is_free_once_the_government_is_gone() -> None:
    """BF-28A1c.6: surrender or evacuation."""
    front = Front().put(RHODES, "italian-50-regina").own(AXIS, VOLOS).ready()
    assert front.pos.kept(unit("italian-50-regina"))
    front.having(surrendered=frozenset({"greek"}))
    assert not front.pos.kept(unit("italian-50-regina"))


def test_28d_28b_a_city_taken_twice_is_garrisoned_from_the_turn_after_the_second_time() -> None:
    """BF-28D.5: its capture counts, not its first one."""
    front = Front(turn=5).put("14A:5012", FERRARA)
    front.do(march.Move(unit(FERRARA), front.at(LARISA)))
    label = front.context.map.label(front.at(LARISA))
    assert front.state.held_from[label] == 6
    settled(front.put("pending", FERRARA).put(LARISA, GREEKS))
    front.having(turn=8).put("pending", GREEKS).put("14A:5012", FERRARA).ready()
    front.do(march.Move(unit(FERRARA), front.at(LARISA)))
    assert front.state.held_from[label] == 9
    assert not [d for d in garrisons.occupation(front.pos) if "4913" in d.name]


def test_27_6_a_march_out_of_winter_into_clear_weather_pays_what_the_hex_it_enters_costs() -> None:
    """BF-27.15: the weather of a hex is its zone's, wherever one comes from."""
    front = Front().having(weather={"D": "winter", "E": "clear"})
    pair = next(
        (a, b)
        for a in front.context.country("Greece")
        for b in front.context.fronts[a]
        if (front.pos.zone_of(a), front.pos.zone_of(b)) == ("D", "E")
        and not front.context.sides(a, b)
        and front.context.terrain_at(b) == "rough"
        and b not in front.context.roads.get(a, ())
    )
    step = front.context.tracks.step
    clear = front.having(weather={"D": "clear", "E": "clear"}).pos
    mixed = front.having(weather={"D": "winter", "E": "clear"}).pos
    kind = mobility_of(front.put("14A:4419", FERRARA).pos.facts(unit(FERRARA)))
    assert step(conditions(mixed), kind, *pair) == step(conditions(clear), kind, *pair)
    assert step(conditions(mixed), kind, *pair[::-1]) >= step(conditions(clear), kind, *pair[::-1])


def test_7a1_6_who_came_back_to_its_hex_opens_it_to_nobody() -> None:
    """BF-7A1.6: the unit must stay in the hex throughout the phase."""
    front = Front(side=ALLIED).put(LARISA, GREEKS, MORE).put("14A:4812", JULIA)
    front.own(AXIS, "14A:4812")
    ride = march.RailMove(unit(GREEKS), front.at("14A:5013"))
    assert not front.objections(ride)
    front.state = front.state.with_piece(unit(MORE), marks=frozenset({MOVED}))
    assert front.objections(ride) == ["BF-7A1.5"]


def slope(front: Front, target: str, *origins: str) -> tuple[str, ...]:
    """The printed numbers of a plain Greek hex of a terrain, and of others beside it."""
    context = front.context

    def plain(at: Hex, terrain: str) -> bool:
        greek = at in context.land and context.countries.get(at) == "Greece"
        return greek and at not in context.cities and context.map.terrain[at] == terrain

    for at in sorted(context.land):
        found = [at]
        for terrain in origins:
            near = (n for n in at.neighbours() if n not in found and plain(n, terrain))
            found += [n for n in near if not context.map.side_kinds(at, n)][:1]
        if plain(at, target) and len(found) == 1 + len(origins):
            return tuple(context.map.label(one) for one in found)
    raise LookupError("the board has no such slope")


def test_8b_9b_a_mountain_limits_who_attacks_it_from_each_hex_not_from_both() -> None:
    """BF-8B.4, 9B.6: its stacking limit holds for every adjacent hex by itself."""
    front = Front()
    peak, valley, other = slope(front, "mountain", "rough", "rough")
    front.put(peak, GREEKS).put(valley, FERRARA, JULIA, CENTAURO).put(other, "italian-51-siena")
    front.phase(Fighting, AXIS).do(fight.DeclareAttack(front.at(peak)))
    front.do(fight.AddUnit(unit(FERRARA)), fight.AddUnit(unit(JULIA)))
    assert front.objections(fight.AddUnit(unit(CENTAURO))) == ["BF-9B.6"]
    assert front.objections(fight.AddUnit(unit("italian-51-siena"))) == []


def test_9g_9a_a_unit_without_attack_strength_goes_with_others_and_not_alone() -> None:
    """BF-9G.1, 9G.2: it may take part, whereupon it shares the results."""
    front, works = Front(), "italian-9-construction"
    target, origin = slope(front, "clear", "clear")
    front.put(target, GREEKS).put(origin, works).phase(Fighting, AXIS)
    assert front.objections(fight.DeclareAttack(front.at(target))) == ["BF-9G.1"]
    front.put(origin, works, FERRARA).phase(Fighting, AXIS)
    front.do(fight.DeclareAttack(front.at(target)), fight.AddUnit(unit(FERRARA)))
    assert front.objections(fight.AddUnit(unit(works))) == []


def test_6b_5_a_unit_on_administrative_march_has_no_zone_for_the_phase() -> None:
    """BF-6B.4, 5.1: it comes back when the phase is over."""
    front = Front().put("14A:4519", FERRARA)
    start = front.at("14A:4519")
    assert set(start.neighbours()) & front.pos.zoc(AXIS)
    goal = next(a.target for a in front.legal.of(unit(FERRARA)) if isinstance(a, march.AdminMove))
    front.do(march.AdminMove(unit(FERRARA), goal))
    assert not set(goal.neighbours()) & front.pos.zoc(AXIS)
