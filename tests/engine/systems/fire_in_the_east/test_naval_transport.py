"""What Soviet ships carry, and landings over beaches (FE-28C)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.handler import Transition
from engine.systems.europa.combat.combat_phase import targets
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.state.constants import DEAD, HALF, LANDED, OUT, Phase
from engine.systems.europa.state.records import Initial
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east.sea import panel
from engine.systems.fire_in_the_east.sea.actions import Disembark, Embark, LoadPoints, SailShip
from engine.systems.fire_in_the_east.sea.records import Task
from engine.systems.fire_in_the_east.sea.shipping import cargo
from engine.systems.fire_in_the_east.state.records import Stock
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import ALLIED, AXIS, FOOT, RIFLES, TANKS
from tests.engine.systems.fire_in_the_east.eastern_sea import (
    AURORA,
    KIROV,
    KRONSHTADT,
    LENINGRAD,
    MARAT,
    OKTREV,
    RIGA,
    TALLINN,
    Baltic,
)

MARINES, NAVAL = UnitId("soviet-4-marine-x-nvl"), UnitId("soviet-2-rifle-x-nvl")
DIVISION = UnitId(RIFLES)


def shore(game: Baltic) -> str:
    """A Soviet coastal hex without a port, away from mines or not."""
    seas, context = game.context.seas, game.context
    found = next(
        at
        for at in sorted(context.coastal & game.pos.owned(ALLIED))
        if at in seas.lanes
        and at not in seas.ports
        and seas.zones[at] == "Baltic Sea"
        and context.terrain_at(at) == "clear"
    )
    return context.map.label(found)


def ready(unit: UnitId = MARINES, *ships: str, at: str = TALLINN) -> Baltic:
    return Baltic(turn=3).put(at, unit).moor(at, *(ships or (MARAT,)))


def test_a_brigade_goes_from_port_to_port_for_two_movement_points_and_moves_on() -> None:
    """[FE-28C2.1] [FE-28C2.2] It may march before and after; the ship stays where it landed."""
    game = ready()
    assert Embark(MARINES, MARAT) in list(game.legal)
    game.do(Embark(MARINES, MARAT), game.voyage(MARAT, RIGA))
    assert game.state.pieces[MARINES].at == game.at(RIGA)
    assert game.state.spent[MARINES] == 2 * HALF
    assert list(game.legal.of(MARINES)), "it marches on"
    assert game.vessel(MARAT).task is Task.LANDED
    assert game.objections(game.voyage(MARAT, KRONSHTADT)) == ["FE-28C2.3"]
    assert not ready().put(TALLINN, MARINES).objections(Embark(MARINES, MARAT))


def test_the_ships_that_take_a_division_are_both_named() -> None:
    game = ready(DIVISION, MARAT, KIROV)
    action = next(one for one in game.legal.of(DIVISION) if isinstance(one, Embark))
    assert game.rules.describe(game.state, action).endswith(" aboard BB Marat and CA Kirov")


def test_a_unit_without_two_points_left_stays_ashore() -> None:
    """[FE-28C2.1] The voyage takes two movement points."""
    game = ready()
    whole = game.pos.allowance(MARINES)
    game.having(spent={MARINES: whole - HALF})
    assert game.objections(Embark(MARINES, MARAT)) == ["FE-28C2.1"]


def test_a_ship_sails_to_where_its_cargo_waits_and_then_carries_it() -> None:
    """[FE-28C2.3] Before it loads it may move as it likes."""
    game = Baltic(turn=3).put(TALLINN, MARINES).moor(KRONSHTADT, MARAT)
    assert game.objections(Embark(MARINES, MARAT)) == ["FE-28C2.3"]
    game.do(game.voyage(MARAT, TALLINN), Embark(MARINES, MARAT))
    game.do(game.voyage(MARAT, RIGA))
    assert game.state.pieces[MARINES].at == game.at(RIGA)


def test_a_division_takes_two_ships_that_move_together() -> None:
    """[FE-28C2.2] One ship is too small; another RE goes with them."""
    game = ready(DIVISION, MARAT, KIROV)
    assert game.objections(Embark(DIVISION, MARAT)) == ["FE-28C2.2"]
    game.do(Embark(DIVISION, KIROV, MARAT))
    small = next(
        u for u in game.context.of_nation("soviet") if game.context.facts(u, 1).transport == HALF
    )
    game.put(TALLINN, small, MARINES)
    assert game.objections(Embark(MARINES, MARAT)) == ["FE-28C2.2"] or (
        game.pos.facts(MARINES).transport <= HALF
    )
    game.do(Embark(small, MARAT))
    line = game.rules.describe(game.state, game.voyage(MARAT, RIGA))
    division, other = map(game.pos.called, (DIVISION, small))
    assert f" Riga with CA Kirov, {division} and {other} aboard (mines: " in line
    game.do(game.voyage(MARAT, RIGA))
    assert {game.vessel(ship).at for ship in (MARAT, KIROV)} == {game.at(RIGA)}
    assert game.state.pieces[DIVISION].at == game.state.pieces[small].at == game.at(RIGA)


def test_the_naval_display_tells_who_is_aboard() -> None:
    """[FE-28C2.2] Under its ship, until it sails."""
    game = ready().do(Embark(MARINES, MARAT))
    (shown,) = panel.displays(game.pos)
    assert (MARINES,) in [row.units for row in shown.rows]


def test_a_unit_is_taken_off_again_before_the_ship_sails() -> None:
    """[FE-28C2.1] Nothing has been paid."""
    game = ready().do(Embark(MARINES, MARAT), Disembark(MARINES))
    assert not game.state.fleet.aboard and not game.state.spent
    game.do(game.voyage(MARAT, RIGA))
    assert game.state.pieces[MARINES].at == game.at(TALLINN)


def test_cargo_is_not_left_at_sea() -> None:
    """[FE-28C2.3] A ship with cargo sails to where it can be landed alone."""
    game = ready().do(Embark(MARINES, MARAT))
    sea = next(at for at in game.context.seas.span(game.at(TALLINN)) if at not in game.context.land)
    assert game.objections(SailShip(MARAT, game.at(TALLINN), sea)) == ["FE-28C2.3"]


def test_cargo_goes_down_with_its_ship_among_the_mines() -> None:
    """[FE-28C2.4] [FE-28B5.2] Coming back into the safe zone the ship is checked, then lands."""
    game = ready(MARINES, AURORA)
    game.do(Embark(MARINES, AURORA), game.voyage(AURORA, KRONSHTADT))
    assert game.state.pieces[MARINES].at == game.at(TALLINN), "the die comes first"
    game.roll(6)
    assert game.vessel(AURORA).at == DEAD and game.state.pieces[MARINES].at == DEAD
    safe = ready(MARINES, AURORA)
    safe.do(Embark(MARINES, AURORA), safe.voyage(AURORA, KRONSHTADT)).roll(1)
    assert safe.state.pieces[MARINES].at == safe.at(KRONSHTADT)


def test_a_port_handles_eight_res_in_a_player_turn() -> None:
    """[FE-28C1.1] What has been shipped counts; damage takes an RE for each hit."""
    game = ready()
    whole = cargo.port_left(game.pos, game.at(TALLINN))
    assert whole == 8 * HALF
    game.do(Embark(MARINES, MARAT), game.voyage(MARAT, RIGA))
    used = game.pos.facts(MARINES).transport
    assert cargo.port_left(game.pos, game.at(TALLINN)) == whole - used
    assert cargo.port_left(game.pos, game.at(RIGA)) == whole - used
    full = ready().having(used={"port " + TALLINN: whole})
    assert full.objections(Embark(MARINES, MARAT)) == ["FE-28C1.1"]


def test_cities_and_fortresses_on_the_coast_are_ports() -> None:
    """[FE-28C1.1] Leningrad's northwest is one, though no harbour is drawn there."""
    game = Baltic()
    assert {game.at(LENINGRAD), game.at(KRONSHTADT)} <= set(game.context.seas.ports)


def test_an_ice_bound_port_takes_and_gives_no_cargo() -> None:
    """[FE-29D3.3] Neither units nor supply pass through it."""
    game = ready().moor(TALLINN, MARAT, port=False).weather("snow")
    assert game.objections(Embark(MARINES, MARAT)) == ["FE-29D3.3"]


def test_resource_points_sail_from_port_to_port() -> None:
    """[FE-28C2.1] [FE-28C2.2] Two to a ship, and they land with it."""
    game = ready().having(resources={Baltic().at(TALLINN): Stock(ALLIED, 5)})
    assert game.objections(LoadPoints(MARAT, 3)) == ["FE-28C2.2"]
    game.do(LoadPoints(MARAT, 2), game.voyage(MARAT, RIGA))
    amounts = {game.context.map.label(at): s.amount for at, s in game.state.resources.items()}
    assert amounts == {TALLINN: 3, RIGA: 2}


# Over beaches


def test_a_unit_on_a_beach_counts_twice_and_moves_no_more() -> None:
    """[FE-28C3.1] [FE-28C3.2] A brigade fills a ship; the landing ends its movement."""
    game = ready(NAVAL, MARAT, KIROV)
    beach = shore(game)
    twice = game.pos.facts(NAVAL).transport * 2
    game.do(Embark(NAVAL, MARAT))
    room = game.context.charts.carriage.load * HALF
    assert bool(game.objections(game.voyage(MARAT, beach))) is (twice > room)
    game.do(game.voyage(MARAT, beach))
    assert game.state.pieces[NAVAL].at == game.at(beach)
    assert LANDED in game.state.pieces[NAVAL].marks
    assert game.pos.left(NAVAL) == 0
    step = next(iter(game.context.fronts[game.at(beach)]))
    assert game.objections(Move(NAVAL, step))


def test_a_unit_is_taken_off_a_beach_into_a_port() -> None:
    """[FE-28C3.1] [FE-28C3.2] Evacuated it moves no more, and has made no landing."""
    game = Baltic(turn=3)
    beach = shore(game)
    game.put(beach, NAVAL).moor(beach, MARAT, port=False)
    game.do(Embark(NAVAL, MARAT), game.voyage(MARAT, TALLINN))
    assert game.state.pieces[NAVAL].at == game.at(TALLINN)
    assert LANDED not in game.state.pieces[NAVAL].marks and game.pos.left(NAVAL) == 0


def test_motorized_units_use_ports_alone() -> None:
    """[FE-28C3.1] Tanks neither land on a coast nor leave it."""
    game = Baltic(turn=3)
    beach = shore(game)
    game.put(beach, TANKS).moor(beach, MARAT, KIROV, OKTREV, port=False)
    found = game.objections(Embark(UnitId(TANKS), MARAT, KIROV))
    assert "FE-28C3.1" in found


def test_nobody_lands_outside_the_ussr() -> None:
    """[FE-28C3.6] The coast of East Prussia is closed."""
    game = ready(NAVAL)
    seas, countries = game.context.seas, game.context.countries
    prussia = next(
        at
        for at in sorted(game.context.coastal)
        if at in seas.lanes and at not in seas.ports and countries.get(at) == "Greater Germany"
    )
    game.do(Embark(NAVAL, MARAT))
    assert "FE-28C3.6" in game.objections(SailShip(MARAT, game.at(TALLINN), prussia))


def test_landed_units_attack_with_half_but_for_marines() -> None:
    """[FE-28C3.4] The marine symbol makes a marine, the service of the navy alone does not."""
    game = ready(NAVAL)
    for unit in (NAVAL, MARINES):
        game.put(shore(game), unit, marks=(LANDED,))
    assert game.pos.landing_share(MARINES) == 1
    others = [u for u in (NAVAL, DIVISION) if not game.context.units[u].type.startswith("marine")]
    for unit in others:
        game.put(shore(game), unit, marks=(LANDED,))
        assert game.pos.landing_share(unit) == 2
        assert game.put(shore(game), unit).pos.landing_share(unit) == 1


def test_a_landing_on_enemies_must_be_fought_out() -> None:
    """[FE-28C3.5] The units in the hex attack those they have landed on, as if dropped."""
    game = ready(MARINES)
    beach = shore(game)
    game.put(beach, FOOT).own(AXIS, beach)
    game.do(Embark(MARINES, MARAT), game.voyage(MARAT, beach))
    at = game.at(beach)
    assert game.state.pieces[MARINES].at == at == game.state.pieces[UnitId(FOOT)].at
    game.opened(Phase.COMBAT)
    assert at in targets(game.pos, ALLIED)
    assert game.pos.must_attack(ALLIED) == (at,)


def test_a_landing_beside_enemies_stands_in_their_zone_of_control() -> None:
    """[FE-28C3.1] Zones of control stop no ship; the unit attacks whom it likes beside it."""
    game = ready(MARINES)
    beach = shore(game)
    near = next(iter(game.context.fronts[game.at(beach)]))
    game.put(game.context.map.label(near), FOOT)
    assert game.at(beach) in game.pos.zoc(AXIS)
    game.do(Embark(MARINES, MARAT), game.voyage(MARAT, beach))
    assert game.state.pieces[MARINES].at == game.at(beach)
    assert game.pos.must_attack(ALLIED) == ()


def test_who_lands_in_supply_is_in_supply_in_the_next_player_turn() -> None:
    """[FE-28C3.3] Cut off on the beach it is not out of supply yet; a turn later it is."""
    game = ready(MARINES)
    beach = shore(game)
    game.do(Embark(MARINES, MARAT), game.voyage(MARAT, beach))
    assert MARINES in game.pos.fed
    around = [game.context.map.label(at) for at in game.context.fronts[game.at(beach)]]
    game.put(around[0], FOOT)
    for side, starving in ((AXIS, False), (ALLIED, True)):
        game.opened(Phase.INITIAL, side).phase(Initial, side)
        fed = MARINES in game.pos.fed
        assert fed is not starving
    work = Transition(game.state)
    supply_status.judge(game.context, work)
    assert (OUT in work.state.pieces[MARINES].marks) is not supply_status.in_supply(
        game.pos, MARINES
    )


def test_bookings_end_with_the_phase() -> None:
    """[FE-28C2.3] Who has not sailed is ashore."""
    game = ready().do(Embark(MARINES, MARAT)).opened(Phase.COMBAT)
    assert not game.state.fleet.aboard
    fleet = replace(game.state.fleet, aboard={MARINES: (MARAT,)})
    moved = game.having(fleet=fleet).put(RIGA, MARINES)
    assert cargo.aboard(moved.pos) == {}, "who has left the port does not sail"
