"""Ships: where they sail, how they are replenished, mines, captured ports (FE-28A to 28B5)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.core.handler import Transition
from engine.core.state import Frame
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.state.constants import DEAD, Phase
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east.sea import mooring, panel, sailing
from engine.systems.fire_in_the_east.sea.actions import FinishMooring, MoorShip
from engine.systems.fire_in_the_east.sea.records import MineRoll, Mooring, ShipEscapeRoll
from engine.systems.fire_in_the_east.state.craft import sinking
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import ALLIED, AXIS, FOOT, rules_of
from tests.engine.systems.fire_in_the_east.eastern_sea import (
    AURORA,
    DESTROYERS,
    KIROV,
    KRIM,
    KRONSHTADT,
    LENINGRAD,
    MARAT,
    MURMANSK,
    ODESSA,
    OKTREV,
    PARKOMM,
    PETROPAV,
    RIGA,
    SEVASTOPOL,
    TALLINN,
    Baltic,
    WholeSea,
)


def top(game: Baltic) -> Frame | None:
    return game.state.flow[-1] if game.state.flow else None


# Where they begin


def test_the_fleet_begins_where_it_is_recommended_or_in_another_soviet_port() -> None:
    """[FE-OBS-11] [FE-28B.1] Any Soviet port of the sea serves; all ships begin in port."""
    game = Baltic()
    fleet = mooring.opening(game.context)
    assert set(fleet.vessels) == {OKTREV, MARAT, KIROV, PETROPAV, AURORA, "soviet-ca-gorkiy"}
    assert all(found.port for found in fleet.vessels.values())
    game.having(fleet=fleet).ask(Mooring(ALLIED), phase=Phase.SET_UP.value)
    assert game.objections(MoorShip(MARAT, game.at("1B:2126"))) == ["FE-OBS-11"]
    assert game.objections(MoorShip(MARAT, game.at(SEVASTOPOL))) == ["FE-OBS-11"]
    assert MoorShip(MARAT, game.at(RIGA)) in list(game.legal)
    game.do(MoorShip(MARAT, game.at(RIGA)), FinishMooring())
    assert game.vessel(MARAT).at == game.at(RIGA)


def test_all_fourteen_ships_are_in_the_three_seas() -> None:
    """[FE-28A.1] [FE-OBS-11] Six in the Baltic, seven in the Black Sea, one in the Arctic."""
    context = rules_of("campaign_sea").context
    fleet = mooring.opening(context)
    zones = [context.seas.zones[at] for ship in fleet.vessels.values() if (at := ship.hex)]
    assert [zones.count(z) for z in ("Baltic Sea", "Black Sea", "Arctic Ocean")] == [6, 7, 1]


# Where they sail


def test_a_ship_sails_any_distance_in_its_sea_zone_and_no_further() -> None:
    """[FE-28A.1] [FE-28B1.1] From Sevastopol to Odessa, neither ashore nor into the Baltic."""
    game = WholeSea().moor(SEVASTOPOL, PARKOMM)
    assert game.objections(game.voyage(PARKOMM, RIGA)) == ["FE-28A.1"]
    assert game.objections(game.voyage(PARKOMM, "3B:3502")) == ["FE-28B1.1"]
    assert game.voyage(PARKOMM, ODESSA) in list(game.legal.family("sail ship"))
    game.do(game.voyage(PARKOMM, ODESSA))
    assert (game.vessel(PARKOMM).at, game.vessel(PARKOMM).port) == (game.at(ODESSA), True)
    game.do(game.voyage(PARKOMM, "3B:3106"))
    assert not game.vessel(PARKOMM).port, "no port is there"


def test_example_the_way_leads_around_a_land_barrier() -> None:
    """[FE-28B1.1] From 3B:3106 to 3B:3305 not by way of 3B:3205, whose sea is parted by land."""
    seas = WholeSea().context.seas
    context = WholeSea().context
    start, barrier, to = map(context.hex_of, ("3B:3106", "3B:3205", "3B:3305"))
    way = seas.way(start, to, refuge=True)
    assert way[0] == start and way[-1] == to and len(way) > 1
    assert all(near in seas.lanes[at] for at, near in pairwise(way))
    assert barrier in context.land


def test_a_ship_lies_in_port_or_at_sea_off_it() -> None:
    """[FE-28B.1] It may be at sea in the hex of a port."""
    game = Baltic().moor(KRONSHTADT, MARAT)
    game.do(game.voyage(MARAT, KRONSHTADT, stay_out=True))
    assert not game.vessel(MARAT).port
    assert game.objections(game.voyage(MARAT, KRONSHTADT, stay_out=True)) == ["FE-28B1.1"]
    game.do(game.voyage(MARAT, KRONSHTADT))
    assert game.vessel(MARAT).port


def test_a_ship_that_leaves_or_enters_the_port_of_its_hex_is_said_to() -> None:
    """Not to sail from a place to itself."""
    game = Baltic(turn=3).moor(TALLINN, MARAT)
    for out, line, told in (
        (True, "Take BB Marat out of the port of", "BB Marat leaves the port of"),
        (False, "Put BB Marat into the port of", "BB Marat puts into the port of"),
    ):
        action = game.voyage(MARAT, TALLINN, stay_out=out)
        assert game.rules.line(game.state, action) == f"{line} 1B:0712 Tallinn"
        events = game.rules.apply(game.state, action).events
        assert next(game.rules.prose(event) for event in events).startswith(told)
        game.do(action)


def test_a_ship_in_brackets_stays_in_port() -> None:
    """[FE-28B1.2] The Petropavlovsk is not fully operational."""
    game = Baltic().moor(LENINGRAD, PETROPAV)
    assert game.objections(game.voyage(PETROPAV, KRONSHTADT)) == ["FE-28B1.2"]
    assert not list(game.legal.family("sail ship"))


def test_ships_sail_in_the_soviet_movement_phase_alone() -> None:
    """[FE-28B1.1] Nobody else moves them, and not in exploitation."""
    game = Baltic().moor(KRONSHTADT, MARAT)
    game.ask(Moving(ALLIED, exploiting=True), phase=Phase.EXPLOITATION.value)
    assert game.objections(game.voyage(MARAT, TALLINN)) == ["FE-28B1.1"]
    game.phase(Moving, AXIS)
    assert game.objections(game.voyage(MARAT, TALLINN)) == ["FE-28B.1"]
    assert "sail ship" not in game.kinds()


def test_ships_keep_nobody_out_and_are_kept_out_by_nobody() -> None:
    """[FE-28B.3] A German division enters the hex of a ship at sea; another ship sails there."""
    coast, inland = TALLINN, "1B:0813"
    game = Baltic(side=AXIS).moor(coast, KIROV, port=False).put(inland, FOOT)
    game.do(Move(UnitId(FOOT), game.at(coast)))
    assert game.vessel(KIROV).at == game.at(coast)
    game.moor(KRONSHTADT, MARAT).phase(Moving, ALLIED)
    assert not game.objections(game.voyage(MARAT, coast))


def test_by_an_option_no_ship_enters_the_sivash() -> None:
    """[FE-39E.1] The line 4A:2929 to 3230 is closed to ships."""
    plain = rules_of("campaign_sea").context
    closed = rules_of("campaign_sea", "sivash").context
    shallow = closed.map.regions["restricted"][closed.charts.fleet.shallow]
    assert shallow & plain.seas.lanes.keys()
    assert not shallow & closed.seas.lanes.keys()
    game = WholeSea()
    game.rules_base = rules_of("campaign_sea", "sivash")
    game.moor(SEVASTOPOL, PARKOMM)
    for at in sorted(shallow & plain.seas.lanes.keys()):
        assert game.objections(game.voyage(PARKOMM, closed.map.label(at))) == ["FE-39E.1"]


@pytest.mark.parametrize(
    ("harbour", "ship", "country", "rule"),
    [
        (SEVASTOPOL, PARKOMM, "Turkey", "FE-31B.1"),
        (KRONSHTADT, MARAT, "Sweden", "FE-31B.2"),
    ],
)
def test_no_ship_enters_the_coast_of_a_country_that_nobody_enters(
    harbour: str, ship: str, country: str, rule: str
) -> None:
    """[FE-31B.1] [FE-31B.2] Forces are ships too (FE 3); through the Bosporus none sails."""
    game = WholeSea().moor(harbour, ship)
    context = game.context
    coast = [at for at in sorted(context.coastal) if context.countries.get(at) == country]
    assert coast and not context.seas.lanes.keys() & {*coast}
    zone = context.seas.zones[game.at(harbour)]
    ours = [at for at in coast if context.seas.zones.get(at) == zone]
    for at in ours[:3]:
        assert game.objections(game.voyage(ship, context.map.label(at))) == [rule]
    assert not {*context.seas.span(game.at(harbour))} & {*coast}
    if country == "Turkey":
        marmara = game.at("3B:5127")
        assert marmara not in context.seas.span(game.at(harbour))


# Replenishment


def test_a_ship_replenishes_in_any_soviet_port_on_its_way() -> None:
    """[FE-28B3.1] At sea in the Black Sea it puts in as it passes; no harm comes to it."""
    game = WholeSea().moor("3B:3106", PARKOMM, port=False).opened(Phase.AIR)
    assert not game.vessel(PARKOMM).starved
    assert top(game) != MineRoll(ALLIED, PARKOMM)


def black_sea_lost() -> WholeSea:
    """The Axis has every port of the Black Sea, and a Soviet ship is at sea."""
    game = WholeSea().moor("3B:3106", PARKOMM, port=False)
    seas = game.context.seas
    ports = [at for at in seas.ports if seas.zones[at] == "Black Sea"]
    return game.having(taken={**game.state.taken, **dict.fromkeys(ports, AXIS)})


def test_a_ship_that_cannot_replenish_is_unsupplied_then_scuttled() -> None:
    """[FE-28B3.2] The second time it is scuttled at the end of the movement phase."""
    game = black_sea_lost().opened(Phase.AIR)
    assert game.vessel(PARKOMM).starved and game.told("ship unsupplied")
    game.opened(Phase.AIR)
    assert game.vessel(PARKOMM).at == DEAD and game.told("ship scuttled")


# Mines


def test_a_ship_outside_the_safe_zone_is_checked_when_the_phase_ends() -> None:
    """[FE-28B5.1] [FE-28B5.2] [FE-28B5.3] One hit more for every ten hexes or part of them."""
    game = Baltic().moor(KRONSHTADT, MARAT)
    line = game.rules.describe(game.state, game.voyage(MARAT, TALLINN))
    assert line.endswith(" 1B:0712 Tallinn (mines: 50\xa0% hit)"), line
    game.do(game.voyage(MARAT, TALLINN))
    risk = game.vessel(MARAT).risk
    assert 1 <= risk <= 10
    game.opened(Phase.COMBAT)
    assert top(game) == MineRoll(ALLIED, MARAT)
    assert [sailing.mine_hits(game.pos, MARAT, face) for face in range(1, 7)] == [0, 0, 0, 1, 2, 3]
    game.roll(6)
    assert (game.vessel(MARAT).hits, game.vessel(MARAT).risk) == (3, 0)


@pytest.mark.parametrize(
    ("risk", "hits"), [(0, [0, 0, 0, 0, 1, 2]), (10, [0, 0, 0, 1, 2, 3]), (11, [0, 0, 1, 2, 3, 4])]
)
def test_example_eleven_hexes_outside_add_two_to_the_die(risk: int, hits: list[int]) -> None:
    """[FE-28B5.3] A six is two hits before distance counts; none is below nothing."""
    game = Baltic().moor(TALLINN, MARAT)
    vessel = game.vessel(MARAT)
    fleet = game.state.fleet.having(MARAT, type(vessel)(vessel.at, risk=risk))
    pos = game.having(fleet=fleet).pos
    assert [sailing.mine_hits(pos, MARAT, face) for face in range(1, 7)] == hits


def test_a_ship_that_comes_back_into_the_safe_zone_is_checked_there() -> None:
    """[FE-28B5.2] Both ways count; it sinks with as many hits as its type bears."""
    game = Baltic().moor(TALLINN, KIROV, hits=1)
    line = game.rules.describe(game.state, game.voyage(KIROV, KRONSHTADT))
    assert line.endswith(" Kronshtadt (mines: 50\xa0% hit, 33\xa0% sunk)"), line
    game.do(game.voyage(KIROV, KRONSHTADT))
    assert top(game) == MineRoll(ALLIED, KIROV)
    game.roll(5)
    assert game.vessel(KIROV).at == DEAD, "a cruiser bears 3 hits"
    assert game.told("ship sunk")


def test_a_ship_that_stays_in_a_port_outside_is_not_checked() -> None:
    """[FE-28B5.2] At sea out there it is, though it has not moved."""
    game = Baltic().moor(TALLINN, MARAT).opened(Phase.COMBAT)
    assert top(game) != MineRoll(ALLIED, MARAT)
    game = Baltic().moor(TALLINN, MARAT, port=False).opened(Phase.COMBAT)
    assert top(game) == MineRoll(ALLIED, MARAT)


def test_no_mines_are_in_the_black_sea_nor_around_kronshtadt() -> None:
    """[FE-28B5.1] The safe zone is all within two hexes of Kronshtadt."""
    game = WholeSea().moor(SEVASTOPOL, PARKOMM).moor(KRONSHTADT, MARAT)
    for ship, to in ((PARKOMM, ODESSA), (MARAT, LENINGRAD)):
        assert "mines" not in game.rules.describe(game.state, game.voyage(ship, to))
    game.do(game.voyage(PARKOMM, ODESSA), game.voyage(MARAT, LENINGRAD))
    assert game.vessel(PARKOMM).risk == game.vessel(MARAT).risk == 0


def test_once_its_ports_are_lost_the_safe_zone_is_gone_for_good() -> None:
    """[FE-28B5.4] Until then the Axis uses none of its ports."""
    game = Baltic().moor(TALLINN, MARAT).own(AXIS, LENINGRAD)
    quay = game.pos.quay(AXIS, game.at(LENINGRAD))
    assert quay is not None and quay.rule == "FE-28B5.4"
    work = Transition(game.own(AXIS, KRONSHTADT).state)
    sailing.captured(game.context, work, {game.at(KRONSHTADT): AXIS})
    game.take(work.state)
    assert not game.state.fleet.refuge
    game.own(ALLIED, KRONSHTADT)
    assert game.pos.quay(AXIS, game.at(LENINGRAD)) is None
    assert game.context.seas.mined(game.at(KRONSHTADT), refuge=game.state.fleet.refuge)


# Ports that fall


def fallen(game: Baltic, at: str) -> Baltic:
    """The Axis has taken the port of a hex."""
    game.own(AXIS, at)
    work = Transition(game.state)
    sailing.captured(game.context, work, {game.at(at): AXIS})
    game.take(work.state)
    game.events = tuple(work.events)
    return game


@pytest.mark.parametrize(("face", "escapes"), [(4, True), (5, False)])
def test_a_ship_escapes_from_a_captured_port_or_is_scuttled(face: int, escapes: bool) -> None:
    """[FE-28B4.1] [FE-ESP-ANY1] On four or less it is at sea in the hex of the port."""
    game = fallen(Baltic(side=AXIS).moor(TALLINN, KIROV), TALLINN)
    assert top(game) == ShipEscapeRoll(ALLIED, KIROV)
    game.roll(face)
    found = game.vessel(KIROV)
    assert (found.at == game.at(TALLINN) and not found.port) is escapes
    assert (found.at == DEAD) is not escapes


def test_a_march_into_a_port_asks_for_the_escape_at_once() -> None:
    """[FE-28B4.1] As the division gains control of the hex, the die is due."""
    game = Baltic(side=AXIS).moor(TALLINN, KIROV).put("1B:0813", FOOT)
    game.do(Move(UnitId(FOOT), game.at(TALLINN)))
    assert top(game) == ShipEscapeRoll(ALLIED, KIROV)


def test_a_ship_at_sea_off_a_captured_port_is_untouched() -> None:
    """[FE-28B4.1] Ships in port alone must get out."""
    game = fallen(Baltic(side=AXIS).moor(TALLINN, KIROV, port=False), TALLINN)
    assert game.vessel(KIROV).at == game.at(TALLINN) and not isinstance(top(game), ShipEscapeRoll)


def test_a_ship_in_brackets_is_scuttled_with_its_port() -> None:
    """[FE-28B4.2] It cannot move."""
    game = fallen(Baltic(side=AXIS).moor(LENINGRAD, PETROPAV), LENINGRAD)
    assert game.vessel(PETROPAV).at == DEAD and game.told("ship scuttled")


# Ice


@pytest.mark.parametrize(
    ("port", "icy"),
    [
        (TALLINN, True),
        (RIGA, True),
        ("1B:2126", True),
        ("1B:0515", False),
        ("1B:2533", False),
        (MURMANSK, False),
        ("6A:3907", True),
        ("6A:1222", False),
        (ODESSA, False),
    ],
)
def test_ports_freeze_in_snow_on_the_northern_baltic_and_the_soviet_arctic(
    port: str, icy: bool
) -> None:
    """[FE-29D3.1] [FE-29D3.2] Not Hango, Murmansk, Norway, nor any on the Black Sea."""
    game = WholeSea(turn=13).weather("snow")
    assert game.pos.iced(game.at(port)) is icy
    assert not game.weather("frost").pos.iced(game.at(port))


def test_a_ship_in_an_ice_bound_port_stays_and_is_scuttled_with_it() -> None:
    """[FE-29D3.3] It cannot leave, nor escape when the port falls."""
    game = Baltic(turn=3).moor(TALLINN, KIROV).weather("snow")
    assert game.objections(game.voyage(KIROV, KRONSHTADT)) == ["FE-29D3.3"]
    assert fallen(game, TALLINN).vessel(KIROV).at == DEAD


def test_a_ship_at_sea_puts_into_an_ice_bound_port_and_stays() -> None:
    """[FE-29D3.3] It may come in, and does not leave again."""
    game = Baltic(turn=3).moor(KRONSHTADT, MARAT, port=False).weather("snow")
    game.do(game.voyage(MARAT, KRONSHTADT))
    assert game.vessel(MARAT).port
    assert game.objections(game.voyage(MARAT, TALLINN)) == ["FE-29D3.3"]


# The window and laid-out positions


def test_the_naval_display_tells_ships_ports_and_the_safe_zone() -> None:
    """[FE-28B.2] Each ship with where it lies and its hits; ports in the ice apart."""
    game = Baltic().moor(KRONSHTADT, MARAT, hits=1).moor(TALLINN, KIROV, port=False)
    (shown,) = panel.displays(game.pos)
    rows = {row.label.strip(): row for row in shown.rows}
    assert rows["BB Marat"].value == "in port, 2A:0832 Kronshtadt, guns 12+3, AA 3, 1 of 4 hits"
    assert rows["CA Kirov"].value == "at sea, 1B:0712 Tallinn, guns 5+2, AA 2"
    assert rows["BB Okt. Rev."].value == "lost"
    assert rows["Safe from mines"].value == "within 2 hexes"
    assert rows["1B:0712 Tallinn"].value == "8 of 8 REs left"
    (iced,) = panel.displays(game.weather("snow").pos)
    assert {row.label.strip(): row.value for row in iced.rows}["1B:0712 Tallinn"] == "ice-bound"
    texts = {marker.text for marker in panel.markers(game.pos)}
    assert texts == {"In port: BB Marat (1 hit)", "At sea: CA Kirov"}


def test_a_destroyer_flotilla_is_gone_with_one_hit_a_light_cruiser_with_two() -> None:
    """[FE-28B.2] By the types of ships."""
    game = WholeSea().moor(MURMANSK, DESTROYERS).moor(SEVASTOPOL, KRIM)
    work = Transition(game.state)
    for ship in (DESTROYERS, KRIM):
        sinking.damage(game.context.charts, work, ship, 1, "FE-28B.2")
    game.take(work.state)
    assert game.vessel(DESTROYERS).at == DEAD
    assert game.vessel(KRIM).hits == 1


def test_the_phase_may_end_with_ships_wherever_they_are() -> None:
    """[FE-28B3.1] Replenishing asks for no click of its own."""
    game = Baltic().moor("1B:0707", MARAT, port=False)
    assert not game.objections(EndPhase())
