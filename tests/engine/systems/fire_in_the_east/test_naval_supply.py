"""Supplies by sea, Axis naval transport, repairs (FE-28C2.5, 28D, 28F)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.handler import Transition
from engine.rules.naval.voyages import Ship
from engine.systems.europa.state.constants import DEAD, HALF, OUT, SHIPPED, Phase
from engine.systems.europa.state.records import Initial, Moving
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east import panels
from engine.systems.fire_in_the_east.sea import gunfire, repairing, sailing
from engine.systems.fire_in_the_east.sea.actions import (
    CarrySupplies,
    RepairShip,
    ReplaceShip,
    ShipSupplies,
)
from engine.systems.fire_in_the_east.sea.records import Task, Vessel
from engine.systems.fire_in_the_east.sea.shipping import cargo, supplying
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import ALLIED, AXIS, FOOT, RIFLES, North
from tests.engine.systems.fire_in_the_east.eastern_sea import (
    ARKHANGELSK,
    DESTROYERS,
    KIROV,
    KRONSHTADT,
    MARAT,
    MURMANSK,
    RIGA,
    TALLINN,
    Baltic,
    WholeSea,
)

HANGO = "1B:0515"
DANZIG, MEMEL, CONSTANTA = "1B:2533", "1B:2126", "3B:3419"
ARCTIC_QUAY = "5B:0608"
DIVISION = UnitId(RIFLES)


def initial(*ships: str, at: str = KRONSHTADT, side: str = ALLIED) -> WholeSea:
    """An initial phase with ships in a port."""
    game = WholeSea(turn=3, side=side).moor(at, *ships)
    return game.phase(Initial, side)


def pocket(game: Baltic) -> Baltic:
    """A rifle division in Hango, far from Soviet land."""
    return game.put(HANGO, RIFLES)


def out_of_supply(game: Baltic, unit: UnitId = DIVISION) -> bool:
    """Whether a unit would be out of supply as the phase ends now."""
    work = Transition(game.state)
    supply_status.judge(game.context, work)
    return OUT in work.state.pieces[unit].marks


def test_a_ship_feeds_a_port_that_is_cut_off_by_land() -> None:
    """[FE-28D.1] [FE-28D.5] [FE-12C2.4] [FE-ESP-IN1b] [FE-ESP-IN2] Before supply is judged."""
    game = pocket(initial(MARAT))
    assert out_of_supply(game)
    game.do(ShipSupplies(MARAT, game.at(HANGO)))
    depot = game.state.fleet.depots[game.at(HANGO)]
    assert (depot.side, depot.amount, depot.port) == (ALLIED, 10, True)
    assert not out_of_supply(game)
    assert supply_status.regular(game.pos, DIVISION)


def test_ten_res_of_supply_take_two_of_a_port_and_feed_ten() -> None:
    """[FE-28D.2] [FE-28D.5] One RE of it for each RE of units."""
    game = initial(MARAT).do(ShipSupplies(MARAT, initial().at(HANGO)))
    assert cargo.port_left(game.pos, game.at(HANGO)) == (8 - 2) * HALF
    (source,) = [s for s in game.pos.sources(ALLIED) if s.at == game.at(HANGO)]
    assert source.room == 10 * HALF and not source.overland
    assert supplying.handled(game.pos, 6) == 2 * HALF


def test_without_rails_to_a_source_nobody_loads_supplies() -> None:
    """[FE-28D.1] A port of the zone must have a rail element to a source."""
    game = initial(MARAT)
    seas = game.context.seas
    for at in seas.ports:
        if seas.zones[at] == "Baltic Sea" and game.pos.owner_of(at) == ALLIED:
            around = [n for n in at.neighbours() if n in game.context.land]
            game.having(taken={**game.state.taken, **dict.fromkeys(around, AXIS)})
    game.own(AXIS, "2A:0831", "2A:0931")
    assert game.objections(ShipSupplies(MARAT, game.at(KRONSHTADT))) == ["FE-28D.1"]


def test_a_ship_with_supplies_is_at_sea_replenished_and_does_nothing_else() -> None:
    """[FE-28D.3] [FE-28B2.6] It neither moves nor fires, in the German combat phase either."""
    game = initial(MARAT).do(ShipSupplies(MARAT, initial().at(KRONSHTADT)))
    found = game.vessel(MARAT)
    assert (found.port, found.task, found.starved) == (False, Task.SUPPLIED, False)
    game.phase(Moving, ALLIED)
    assert game.objections(game.voyage(MARAT, TALLINN)) == ["FE-28D.3"]
    game.opened(Phase.INITIAL, AXIS)
    assert gunfire.silent(game.pos, MARAT) is not None
    game.opened(Phase.INITIAL, ALLIED)
    assert gunfire.silent(game.pos, MARAT) is None


def test_supplies_last_until_their_owners_next_initial_phase() -> None:
    """[FE-28D.5] They lie there in the enemy's initial phase too, and do not accumulate."""
    game = initial(MARAT).do(ShipSupplies(MARAT, initial().at(TALLINN)))
    assert game.opened(Phase.INITIAL, AXIS).state.fleet.depots
    assert not game.opened(Phase.INITIAL, ALLIED).state.fleet.depots


def test_over_a_coast_five_res_are_a_special_source() -> None:
    """[FE-28D.6] One ship a hex; not on an enemy coast."""
    game = initial(MARAT, KIROV)
    seas, owned = game.context.seas, game.pos.owned(ALLIED)
    beach = next(
        at
        for at in sorted(game.context.coastal & owned)
        if at in seas.lanes and at not in seas.ports and seas.zones[at] == "Baltic Sea"
    )
    game.do(ShipSupplies(MARAT, beach))
    (source,) = [s for s in game.pos.sources(ALLIED) if s.at == beach]
    assert (source.room, source.overland) == (5 * HALF, True)
    assert game.objections(ShipSupplies(KIROV, beach)) == ["FE-28D.6"]
    game.having(fleet=replace(game.state.fleet, depots={})).own(AXIS, game.context.map.label(beach))
    assert game.objections(ShipSupplies(KIROV, beach)) == ["FE-28D.6"]


def test_no_supplies_pass_an_ice_bound_port() -> None:
    """[FE-29D3.3] A ship at sea lands none in it."""
    game = WholeSea(turn=13).moor(TALLINN, MARAT, port=False).weather("snow")
    game.phase(Initial, ALLIED)
    found = game.objections(ShipSupplies(MARAT, game.at(TALLINN)))
    assert found and found[0] in ("FE-29D3.3", "FE-28D.1")


def test_supplies_fall_with_their_port() -> None:
    """[FE-28D.5] The enemy who takes it has nothing of them."""
    game = initial(MARAT).do(ShipSupplies(MARAT, initial().at(TALLINN)))
    work = Transition(game.own(AXIS, TALLINN).state)
    sailing.captured(game.context, work, {game.at(TALLINN): AXIS})
    assert not work.state.fleet.depots


# The Axis


def test_the_axis_supplies_baltic_ports_out_of_its_transport() -> None:
    """[FE-28D.4] [FE-12C1.5] Five REs of supply for each RE, which then carries no unit."""
    game = initial(side=AXIS)
    for at, rule in ((CONSTANTA, "FE-28D.4"), (KRONSHTADT, "FE-28C2.1")):
        assert game.objections(CarrySupplies(game.at(at))) == [rule]
    game.do(*(CarrySupplies(game.at(DANZIG)) for _ in range(3)))
    assert game.state.fleet.depots[game.at(DANZIG)].amount == 15
    assert supplying.transport_left(game.pos) == HALF
    game.do(CarrySupplies(game.at(MEMEL)))
    assert "FE-28C2.5" in game.objections(CarrySupplies(game.at(MEMEL)))
    game.phase(Moving, AXIS).put(DANZIG, FOOT)
    assert "FE-28C2.5" in game.objections(Ship(UnitId(FOOT), game.at(MEMEL)))


def test_four_res_of_german_units_sail_in_a_player_turn() -> None:
    """[FE-28C2.5] On both seas together: a division leaves one RE."""
    game = WholeSea(turn=3, side=AXIS).put(DANZIG, FOOT)
    voyage = Ship(UnitId(FOOT), game.at(MEMEL))
    assert voyage in list(game.legal)
    assert game.rules.describe(game.state, voyage).endswith(" Memel (2 MPs, 3 REs by sea)")
    game.do(voyage)
    assert game.state.pieces[UnitId(FOOT)].at == game.at(MEMEL)
    assert supplying.transport_left(game.pos) == HALF
    assert game.state.spent[UnitId(FOOT)] == 2 * HALF
    second = UnitId("german-11-infantry-xx")
    game.put(DANZIG, second)
    assert "FE-28C2.5" in game.objections(Ship(second, game.at(MEMEL)))


@pytest.mark.parametrize(
    ("unit", "start", "to", "rule"),
    [
        (FOOT, DANZIG, "5B:0608", "FE-28C2.1"),
        (FOOT, CONSTANTA, "3B:3822", "FE-28C2.5"),
        (FOOT, DANZIG, TALLINN, "FE-28C2.1"),
    ],
)
def test_not_between_seas_nor_on_the_black_sea(unit: str, start: str, to: str, rule: str) -> None:
    """[FE-28C2.5] [FE-28C2.1] Between friendly ports of one of its two seas alone."""
    game = WholeSea(turn=3, side=AXIS).put(start, unit)
    assert rule in game.objections(Ship(UnitId(unit), game.at(to)))


def test_nothing_of_the_axis_sails_in_the_surprise_turn() -> None:
    """[FE-31F1.1] Naval transport begins with the regular player turn."""
    game = WholeSea(turn=1, side=AXIS).put(DANZIG, FOOT)
    game.ask(Moving(AXIS), phase=Phase.SURPRISE_MOVEMENT.value)
    assert game.objections(Ship(UnitId(FOOT), game.at(MEMEL))) == ["FE-31F1.1"]


# Repairs


def test_repair_points_come_twice_and_are_saved() -> None:
    """[FE-28F.1] [FE-OBS-18] One on Sep I 41, one on Jan I 42."""
    points = []
    game = WholeSea(turn=5)
    for turn in (5, 6, 7, 14):
        work = Transition(game.having(turn=turn).state)
        repairing.receive(game.context, work, ALLIED)
        game.take(work.state)
        points.append(game.state.fleet.repairs)
    assert points == [0, 1, 1, 2]


def test_a_point_repairs_a_hit_of_a_ship_in_port() -> None:
    """[FE-28F.2] [FE-ESP-IN3d] It neither moves nor fires in that player turn."""
    game = initial().moor(KRONSHTADT, MARAT, hits=2).moor(TALLINN, KIROV, port=False, hits=1)
    game.having(fleet=replace(game.state.fleet, repairs=1))
    assert game.objections(RepairShip(KIROV)) == ["FE-28F.2"]
    assert RepairShip(MARAT) in list(game.legal)
    game.do(RepairShip(MARAT))
    assert game.vessel(MARAT).hits == 1 and game.state.fleet.repairs == 0
    assert game.objections(RepairShip(MARAT)) == ["FE-28F.1"]
    game.phase(Moving, ALLIED)
    assert game.objections(game.voyage(MARAT, TALLINN)) == ["FE-28F.2"]
    assert gunfire.silent(game.pos, MARAT) is not None


def test_two_points_replace_the_destroyers_and_nothing_else() -> None:
    """[FE-28F.3] At any Soviet port in the Arctic."""
    game = initial()
    fleet = game.state.fleet.having(DESTROYERS, Vessel(DEAD, port=False))
    fleet = fleet.having(MARAT, Vessel(DEAD, port=False))
    game.having(fleet=replace(fleet, repairs=2))
    assert game.objections(ReplaceShip(MARAT, game.at(KRONSHTADT))) == ["FE-28F.3"]
    assert game.objections(ReplaceShip(DESTROYERS, game.at(KRONSHTADT))) == ["FE-28F.3"]
    game.do(ReplaceShip(DESTROYERS, game.at(ARKHANGELSK)))
    assert game.vessel(DESTROYERS) == Vessel(game.at(ARKHANGELSK))
    assert game.state.fleet.repairs == 0
    assert game.at(MURMANSK) in repairing.ports(game.pos, DESTROYERS)
    assert game.at(RIGA) not in repairing.ports(game.pos, DESTROYERS)


# Ports off the map


def test_transport_between_the_seas_goes_by_the_ports_off_the_map() -> None:
    """[FE-28C2.6] To the box in one turn, out of it in the next or later, to either sea; never
    through it in one.
    """
    unit, box = UnitId(FOOT), "german_ports"
    game = WholeSea(turn=3, side=AXIS).put(DANZIG, unit).phase(Moving, AXIS)
    assert Ship(unit, box) in list(game.legal)
    game.do(Ship(unit, box))
    assert game.state.pieces[unit].at == box
    assert supplying.transport_left(game.pos) == HALF
    assert cargo.port_left(game.pos, game.at(DANZIG)) == (8 - 3) * HALF
    game.having(used={})
    for to in (ARCTIC_QUAY, MEMEL):
        assert game.objections(Ship(unit, game.at(to))) == ["FE-28C2.6"]
    assert not any(isinstance(one, Ship) and one.unit == unit for one in game.legal)
    later = game.opened(Phase.INITIAL, AXIS).phase(Moving, AXIS)
    for to in (ARCTIC_QUAY, MEMEL):
        assert Ship(unit, game.at(to)) in list(later.legal)
    later.do(Ship(unit, game.at(ARCTIC_QUAY)))
    assert later.state.pieces[unit].at == game.at(ARCTIC_QUAY)
    assert cargo.port_left(later.pos, game.at(ARCTIC_QUAY)) == (8 - 3) * HALF


def test_germans_alone_go_to_the_ports_off_the_map_from_a_port() -> None:
    """[FE-28C2.6] Not allies, not from inland, and no more than transport carries."""
    box = "german_ports"
    game = WholeSea(turn=3, side=AXIS).put(DANZIG, FOOT).phase(Moving, AXIS)
    finn = next(u for u, found in game.context.units.items() if found.nation == "finnish")
    game.put(MEMEL, finn)
    assert game.objections(Ship(finn, box)) == ["FE-28C2.5"]
    game.put("1B:3333", FOOT)
    assert game.objections(Ship(UnitId(FOOT), box)) == ["FE-28C2.1"]
    game.put(DANZIG, FOOT).having(used={supplying.TRANSPORT: 2 * HALF})
    assert "FE-28C2.5" in game.objections(Ship(UnitId(FOOT), box))
    assert Ship(UnitId(FOOT), box) not in list(game.legal)


def test_units_in_the_ports_off_the_map_are_in_supply() -> None:
    """[FE-28C2.6] And are told on a panel of their own, where the sea is played."""
    game = WholeSea(turn=3, side=AXIS)
    game.take(game.state.with_piece(UnitId(FOOT), at="german_ports"))
    assert not out_of_supply(game, UnitId(FOOT)) and supply_status.in_supply(game.pos, UnitId(FOOT))
    shown = {panel.id: panel for panel in panels.displays(game.pos)}
    assert [row.units for row in shown["box:german_ports"].rows] == [(UnitId(FOOT),)]
    land = North()
    assert "box:german_ports" not in {panel.id for panel in panels.displays(land.pos)}


def test_the_automatic_player_fetches_who_waits_in_the_ports_off_the_map() -> None:
    """[FE-28C2.6] To a port, and not on the turn in which he has come."""
    unit = UnitId(FOOT)
    game = WholeSea(turn=3, side=AXIS)
    game.take(game.state.with_piece(unit, at="german_ports"))
    game.phase(Moving, AXIS)
    advice = game.rules.advise(game.state)
    assert advice is not None and isinstance(advice.action, Ship) and advice.action.unit == unit
    assert not game.objections(advice.action) and advice.action.target in game.context.seas.ports
    game.take(game.state.with_piece(unit, at="german_ports", marks=frozenset({SHIPPED})))
    waiting = game.rules.advise(game.state)
    assert waiting is None or not isinstance(waiting.action, Ship)
