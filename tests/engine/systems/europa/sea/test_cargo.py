"""Supplies as cargo, and what they do where they are landed (BF-12C3, 26B3)."""

from __future__ import annotations

from engine.systems.balkan_front.state.constants import MIDDLE_EAST, RHODES
from engine.systems.europa.sea import cargo, sailing
from engine.systems.europa.sea.actions import ShipSupply
from engine.systems.europa.state.common import settle_ownership
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD
from engine.systems.europa.state.records import Delivery
from engine.systems.europa.supply import supply_status
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import BARI, VALONA
from tests.engine.systems.europa.sea.fleet import (
    ATHENS,
    BORDER,
    BRIGADE,
    GREEKS,
    IRAKLION,
    KHANIA,
    LEROS,
    MALEME,
    MARINES,
    SFAKIA,
    SKI,
    THERA,
    Fleet,
)


def supplies(fleet: Fleet, origin: str, to: str) -> ShipSupply:
    """A voyage with supplies as an action."""
    return ShipSupply(fleet.place(origin), fleet.at(to))


def test_26b3_two_res_of_supply_take_one_transport_point() -> None:
    fleet = Fleet(side=ALLIED).ready(ALLIED)
    fleet.do(supplies(fleet, MIDDLE_EAST, KHANIA), supplies(fleet, MIDDLE_EAST, KHANIA))
    assert fleet.state.used == {"sea Aegean": 2, "port middle_east": 4, "port khania": 4}
    assert fleet.state.deliveries == {fleet.at(KHANIA): Delivery(ALLIED, 2)}


def test_26b3_supplies_land_on_beaches_too() -> None:
    fleet = Fleet(side=ALLIED).ready(ALLIED)
    fleet.do(supplies(fleet, ATHENS, SFAKIA))
    assert "port peiraievs" in fleet.state.used
    assert fleet.state.deliveries == {fleet.at(SFAKIA): Delivery(ALLIED, 1)}


def test_26b3_they_are_loaded_where_a_line_leads_to_a_full_source() -> None:
    fleet = Fleet().own(AXIS, THERA).ready()
    assert fleet.at(BARI) in fleet.sea.depots
    assert not fleet.objections(supplies(fleet, BARI, VALONA))
    assert RHODES not in fleet.sea.depots, "it serves Italians alone"
    assert fleet.objections(supplies(fleet, RHODES, THERA)) == ["BF-26B3.1"]
    assert fleet.objections(supplies(fleet, LEROS, THERA)) == ["BF-26B3.1"]


def test_26b3_zones_points_and_ports_limit_them() -> None:
    fleet = Fleet(side=ALLIED).ready(ALLIED)
    wish = supplies(fleet, ATHENS, KHANIA)
    assert fleet.objections(supplies(fleet, ATHENS, VALONA)) == ["BF-26B1.1"], "not its own"
    assert fleet.having(used={"sea Aegean": 40}).objections(wish) == ["BF-26B1.2"]
    fleet.ready(ALLIED).having(used={"port peiraievs": 40})
    assert fleet.objections(wish) == ["BF-26A3.2"]
    fleet = Fleet(side=ALLIED).own(ALLIED, BARI).ready(ALLIED)
    assert fleet.objections(supplies(fleet, ATHENS, BARI)) == ["BF-26B1.1"], "another sea"


def test_26c_supplies_are_turned_back_or_sunk_with_half_empty_ships() -> None:
    fleet = Fleet().own(AXIS, ATHENS, THERA).ready()
    fleet.at_sea(zone="loose", depots=frozenset({fleet.at(ATHENS)}))
    wish = supplies(fleet, ATHENS, THERA)
    fleet.do(wish).roll(5)
    assert not fleet.state.deliveries
    fleet.do(wish).roll(6)
    assert fleet.sea.sunk == {"axis Aegean": 1}
    fleet.do(wish).roll(1)
    assert fleet.state.deliveries == {fleet.at(THERA): Delivery(AXIS, 1)}


def test_12c3_supplies_last_two_initial_phases() -> None:
    fleet = Fleet(side=ALLIED)
    doing = fleet.transition()
    sailing.deliver(doing, ALLIED, fleet.at(SFAKIA))
    supply_status.age_deliveries(fleet.context, doing)
    assert doing.state.deliveries == {fleet.at(SFAKIA): Delivery(ALLIED, 1, 1)}
    supply_status.age_deliveries(fleet.context, doing)
    assert doing.state.deliveries == {}


def test_12c3_one_re_of_supply_feeds_one_re_of_units() -> None:
    """Two REs of Italians on an island of the enemy: one is fed by each RE of supply."""
    fleet = Fleet().put(THERA, BORDER, SKI, MARINES)
    units = [UnitId(unit) for unit in (BORDER, SKI, MARINES)]
    assert set(supply_status.feeding(fleet.pos, AXIS).out) >= set(units)
    fleet.having(deliveries={fleet.at(THERA): Delivery(AXIS, 1)})
    fed = set(units) - set(supply_status.feeding(fleet.pos, AXIS).out)
    assert sum(fleet.pos.facts(unit).halves for unit in fed) == 2
    fleet.having(deliveries={fleet.at(THERA): Delivery(AXIS, 2)})
    assert not set(units) & set(supply_status.feeding(fleet.pos, AXIS).out)


def test_12c3_a_unit_uses_supplies_it_can_trace_an_overland_line_to() -> None:
    """From another hex of the island too, but not from another island."""
    fleet = Fleet().own(AXIS, MALEME, SFAKIA).put(SFAKIA, BORDER)
    hungry = UnitId(BORDER)
    assert hungry in supply_status.feeding(fleet.pos, AXIS).out
    fleet.having(deliveries={fleet.at(THERA): Delivery(AXIS, 9)})
    assert hungry in supply_status.feeding(fleet.pos, AXIS).out
    fleet.having(deliveries={fleet.at(MALEME): Delivery(AXIS, 1)})
    assert hungry not in supply_status.feeding(fleet.pos, AXIS).out
    fleet.having(deliveries={fleet.at(MALEME): Delivery(ALLIED, 1)})
    assert hungry in supply_status.feeding(fleet.pos, AXIS).out, "they are the enemy's"


def test_12c3_they_are_lost_when_the_enemy_owns_the_hex() -> None:
    fleet = Fleet().put(MALEME, BRIGADE).having(deliveries={})
    fleet.having(deliveries={fleet.at(SFAKIA): Delivery(ALLIED, 3)}).put(SFAKIA, BORDER)
    doing = fleet.transition()
    settle_ownership(fleet.context, doing)
    assert doing.state.deliveries == {}


def test_26b3_what_is_offered_is_legal() -> None:
    fleet = Fleet(side=ALLIED).put(IRAKLION, GREEKS).ready(ALLIED)
    offered = list(fleet.legal.family("ship supply"))
    assert supplies(fleet, MIDDLE_EAST, IRAKLION) in offered
    assert cargo.depots(fleet.pos, ALLIED)[-1] == MIDDLE_EAST
    assert fleet.where_is(BORDER) != DEAD
