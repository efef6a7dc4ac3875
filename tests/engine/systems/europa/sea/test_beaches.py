"""Ports, beaches and the way over the sea (BF-26A, 26B, 26B1)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.systems.balkan_front.state.constants import MIDDLE_EAST
from engine.systems.europa.combat.battle_actions import DeclareAttack
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.combat.calculation import Calculation
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.sea import routes, transport
from engine.systems.europa.sea.actions import CallShips
from engine.systems.europa.sea.points import points_left
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.records import Fighting, Initial
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import BARI, BRINDISI, Front
from tests.engine.systems.europa.sea.fleet import (
    ATHENS,
    BARI_DIV,
    BORDER,
    BRIGADE,
    KALAMAI,
    KHANIA,
    MALEME,
    MARINES,
    SFAKIA,
    TANKS,
    Fleet,
)

LESH = "14A:3519"


def beach_of(fleet: Fleet, side: str, zone: str) -> str:
    """The first beach of a side in a zone that has no port, by its printed number."""
    context = fleet.context
    return next(
        context.map.label(at)
        for at, lies in context.beaches.items()
        if lies == zone and fleet.pos.owner_of(at) == side and at not in context.ports
    )


def test_26a3_a_port_that_is_too_small_says_what_it_can_handle() -> None:
    fleet = Fleet().put(BARI, BARI_DIV, BORDER).ready(AXIS)
    (small,) = fleet.rules.check(fleet.state, fleet.voyage(BARI_DIV, LESH))
    assert small.text == "14A:3519 Lesh can handle 2 REs this turn, the cargo is 3 REs."
    fleet.having(used={"port lesh": 4})
    (full,) = fleet.rules.check(fleet.state, fleet.voyage(BARI_DIV, LESH))
    assert full.text == "14A:3519 Lesh can handle no more this turn."


def test_26a4_every_coast_but_mountains_is_a_beach() -> None:
    context = Fleet().context
    assert {context.map.terrain[at] for at in context.coastal - context.beaches.keys()} == {
        "mountain"
    }
    assert context.hex_of("15B:2314") not in context.beaches
    assert context.hex_of(MALEME) in context.beaches


def test_26a3_ports_are_of_four_sizes() -> None:
    context = Fleet().context
    sizes = {"minor", "standard", "major", "great"}
    assert set(context.ports.values()) == sizes
    assert sizes <= {row.id for row in context.charts.ports.rows}


def test_26a4_a_beach_takes_any_amount() -> None:
    fleet = Fleet(side=ALLIED).put(MIDDLE_EAST, BRIGADE).ready(ALLIED)
    fleet.having(used={"sea Aegean": 4})
    fleet.do(fleet.voyage(BRIGADE, MALEME))
    assert fleet.where_is(BRIGADE) == fleet.at(MALEME)
    assert fleet.state.used == {"sea Aegean": 6, "port middle_east": 2}


def test_26b1_units_with_heavy_equipment_do_not_use_beaches() -> None:
    fleet = Fleet(side=ALLIED).put(MIDDLE_EAST, TANKS, BRIGADE).ready(ALLIED)
    assert fleet.refused(TANKS, MALEME) == ["BF-26B1.8"]
    assert not fleet.refused(TANKS, KHANIA)
    assert not fleet.refused(BRIGADE, MALEME)
    fleet.put(MALEME, TANKS).ready(ALLIED)
    assert fleet.refused(TANKS, KHANIA) == ["BF-26B1.8"]


def test_26b1_a_voyage_over_a_beach_takes_all_movement_points() -> None:
    fleet = Fleet(side=ALLIED).put(MALEME, BRIGADE).ready(ALLIED)
    brigade = UnitId(BRIGADE)
    fleet.do(fleet.voyage(BRIGADE, KALAMAI))
    assert fleet.where_is(BRIGADE) == fleet.at(KALAMAI)
    assert fleet.pos.left(brigade) == 0
    fleet = Fleet(side=ALLIED).put("15B:2213", BRIGADE).ready(ALLIED)
    fleet.do(Move(brigade, fleet.at(MALEME)))
    assert fleet.refused(BRIGADE, KALAMAI) == ["BF-26B1.9"]


def test_26b1_from_port_to_port_a_unit_moves_on() -> None:
    fleet = Fleet(side=ALLIED).put(ATHENS, BRIGADE).ready(ALLIED)
    fleet.do(fleet.voyage(BRIGADE, KHANIA))
    assert fleet.pos.left(UnitId(BRIGADE)) == 2 * (8 - 2)


def test_26a4_a_port_with_a_beach_offers_both() -> None:
    fleet = Fleet(side=ALLIED).put(ATHENS, BRIGADE).ready(ALLIED)
    assert fleet.over(BRIGADE, KHANIA) in list(fleet.legal.family("ship over beach"))
    fleet.do(fleet.over(BRIGADE, KHANIA))
    assert "port khania" not in fleet.state.used
    assert fleet.pos.left(UnitId(BRIGADE)) == 0
    fleet = Fleet(side=ALLIED).put(ATHENS, BRIGADE).ready(ALLIED).having(used={"port khania": 10})
    fleet.do(fleet.voyage(BRIGADE, KHANIA))
    assert fleet.pos.left(UnitId(BRIGADE)) == 0, "the port is full: it lands on the beach"


def test_26a4_a_beach_without_a_port_is_no_choice() -> None:
    fleet = Fleet(side=ALLIED).put(MALEME, BRIGADE).ready(ALLIED)
    assert fleet.objections(fleet.over(BRIGADE, SFAKIA)) == ["BF-26A4.1"]


def test_26b1_cargo_goes_between_friendly_ports_and_beaches_of_one_zone() -> None:
    fleet = Fleet().put(BRINDISI, BORDER).ready()
    assert fleet.refused(BORDER, MALEME) == ["BF-26B1.1"], "it is the enemy's"
    fleet.own(AXIS, MALEME)
    assert fleet.refused(BORDER, MALEME) == ["BF-26B1.1"], "it lies in the Aegean"
    assert not fleet.refused(BORDER, beach_of(fleet, AXIS, "Adriatic"))


def test_26b1_the_way_keeps_to_its_zone_and_off_the_land() -> None:
    fleet = Fleet()
    pos, context = fleet.pos, fleet.context
    path = routes.route(pos, AXIS, fleet.at("14A:5112"), fleet.at(KHANIA))
    assert path[0] == fleet.at("14A:5112") and path[-1] == fleet.at(KHANIA)
    assert {context.sea_zone(at) for at in path} == {"Aegean"}
    for a, b in pairwise(path):
        afloat = a in context.sea or b in context.sea
        assert afloat or context.sides(a, b) & {"sea", "narrow_strait"}
    assert not routes.route(pos, AXIS, fleet.at(BARI), fleet.at(KHANIA))


def test_26a1_each_sea_and_coastal_hex_lies_in_one_of_two_zones() -> None:
    context = Fleet().context
    zones = {at: context.sea_zone(at) for at in context.sea | context.coastal}
    assert set(zones.values()) == {"Adriatic", "Aegean"}
    printed = {at: context.map.label(at) for at in zones}
    assert {zone for at, zone in zones.items() if printed[at].startswith("15B:")} == {"Aegean"}
    assert context.sea_zone(context.hex_of(BARI)) == "Adriatic"


def test_26b_the_emergency_ships_sail_once_and_cost_five_points() -> None:
    fleet = Fleet(side=ALLIED).phase(Initial, ALLIED)
    assert points_left(fleet.pos, ALLIED, "Aegean") == 2 * 20
    told = fleet.rules.describe(fleet.state, CallShips())
    assert told == "Use the emergency ships for 5 victory points"
    fleet.do(CallShips())
    assert points_left(fleet.pos, ALLIED, "Aegean") == 2 * (20 + 15)
    assert fleet.points(ALLIED) == -5
    assert fleet.objections(CallShips()) == ["BF-26B.7"]
    assert points_left(fleet.having(turn=4).pos, ALLIED, "Aegean") == 2 * 20
    assert fleet.objections(CallShips()) == ["BF-26B.7"], "once a game"
    assert Fleet().phase(Initial, AXIS).objections(CallShips()) == ["BF-26B.7"]


def test_without_the_war_at_sea_ships_go_from_port_to_port() -> None:
    front = Front(side=ALLIED).put(ATHENS, BRIGADE).ready(ALLIED)
    fleet = Fleet(side=ALLIED).put(ATHENS, BRIGADE).ready(ALLIED)
    over = fleet.voyage(BRIGADE, MALEME)
    assert front.objections(over) == ["BF-26B1.1"]
    assert not fleet.objections(over)
    assert "ship over beach" not in front.kinds()
    assert "ship supply" not in front.kinds()


def test_26b1_a_division_does_not_embark_at_a_beach() -> None:
    fleet = Fleet().put(beach_of(Fleet(), AXIS, "Adriatic"), BARI_DIV, MARINES).ready()
    assert fleet.refused(BARI_DIV, BARI) == ["BF-26B1.8"]
    assert not fleet.refused(MARINES, BARI)


def test_example_a_unit_attacks_at_full_strength_after_its_voyage() -> None:
    """BF-26B1.6"""
    found = []
    for start in (ATHENS, KHANIA):
        fleet = Fleet(side=ALLIED).put(start, BRIGADE).put(MALEME, MARINES).ready(ALLIED)
        if start == ATHENS:
            fleet.do(fleet.voyage(BRIGADE, KHANIA))
        fleet.phase(Fighting, ALLIED)
        here = fleet.at(MALEME)
        assert fleet.objections(DeclareAttack(here)) == []
        battle = Battle(ALLIED, here, (UnitId(BRIGADE),), fleet.pos.enemies(here, ALLIED))
        found.append([line.value for line in Calculation(fleet.pos, battle).attackers])
    assert found[0] == found[1] and found[0][0] > 0


def test_26b1_who_cannot_pay_for_a_port_is_offered_beaches_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """BF-26B1.7: a port that has room is used, so that a unit short of points for it, in an enemy
    zone and without supply, goes where a beach is at an end, or over the beach of the port.
    """
    fleet = Fleet(side=ALLIED).put(KHANIA, BRIGADE).ready(ALLIED)
    monkeypatch.setattr(transport, "fare", lambda pos, unit: pos.left(unit) + 1)
    offered = list(fleet.legal.family("ship"))
    assert offered and all(not fleet.objections(action) for action in offered)
    assert fleet.voyage(BRIGADE, ATHENS) not in offered
    assert fleet.over(BRIGADE, ATHENS) in set(fleet.legal.family("ship over beach"))
