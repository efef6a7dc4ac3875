"""Water between land hexes that opens: frozen lakes, lakes by flotilla, Kronshtadt (FE-28E.10,
29D2.2, 31A4.2).
"""

from __future__ import annotations

from fractions import Fraction

from engine.systems.europa.board import zones
from engine.systems.europa.board.openings import openings
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.combat.combat_phase import can_attack
from engine.systems.europa.combat.strength import attack_lines
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.movement.reach import graph_of, march
from engine.systems.europa.state.constants import HALF, Phase
from engine.systems.europa.state.records import Fighting, Moving
from engine.systems.europa.supply import supply_graph, supply_status
from engine.systems.fire_in_the_east.sea.boats.actions import OpenLake
from maps.hexgrid import side_between
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import ALLIED, AXIS, RIFLES, North
from tests.engine.systems.fire_in_the_east.eastern_sea import (
    KRONSHTADT,
    LENINGRAD,
    PINSK,
    WholeSea,
)

LAKESIDE, BEYOND = "1B:1506", "1B:1507"
LADOGA_SIDE, ACROSS = "2A:0929", "2A:0928"
INFANTRY, DIVISION = UnitId("german-1-infantry-xx"), UnitId(RIFLES)


def joined(game: North, side: str, a: str, b: str) -> bool:
    """Whether an overland line of a side leads from one of two hexes into the other."""
    graph = game.context.supply_graph
    bits, terms = graph.bits.bit, supply_status.terms(game.pos, side)
    only = bits[game.at(a)] | bits[game.at(b)]
    within = supply_graph.Terms(only, only, terms.bands, opened=terms.opened, cut=terms.cut)
    return bool(graph.net((game.at(a),), within).hexes & bits[game.at(b)])


# Ice


def test_example_lines_run_over_frozen_ladoga() -> None:
    """[FE-29D2.2] Hexside 0929/0928 when the lake is frozen, for both sides; not before."""
    game = North()
    for side in (AXIS, ALLIED):
        assert not joined(game.weather("frost"), side, LADOGA_SIDE, ACROSS)
        assert joined(game.weather("snow"), side, LADOGA_SIDE, ACROSS)


def test_units_move_attack_and_control_over_ice() -> None:
    """[FE-29D2.2] [FE-5.2] A march over the hexside, an attack, a zone of control; not before."""
    for kind, open_ in (("clear", False), ("snow", True)):
        game = North(side=AXIS).put(LADOGA_SIDE, INFANTRY).weather(kind)
        at = game.at(ACROSS)
        assert (at in dict(graph_of(game.pos, INFANTRY)[game.at(LADOGA_SIDE)])) is open_
        assert (at in game.pos.zoc(AXIS)) is open_
        if open_:
            assert not game.objections(Move(INFANTRY, at))
        game.put(ACROSS, DIVISION).phase(Fighting, AXIS)
        assert (not list(can_attack(game.pos, INFANTRY, at))) is open_
        if open_:
            battle = Battle(AXIS, at, (INFANTRY,), (DIVISION,))
            (line,) = [row for row in attack_lines(game.pos, battle) if row.unit == INFANTRY]
            assert all("over" not in factor.text for factor in line.factors)
        assert not game.faults()


def test_no_unit_enters_a_full_lake_and_southern_lakes_do_not_freeze() -> None:
    """[FE-29D2.2] Zones A and B alone; all-lake hexes stay closed."""
    game = North(side=AXIS).weather("snow")
    ice = game.pos.ice
    assert ice.near and all(at in game.context.land for at in ice.near)
    names = {game.context.weather_zone(at) for at in ice.near}
    assert names <= {"A", "B", "C"} and not any(
        {game.context.weather_zone(h) for h in side.hexes} <= {"C", "D"} for side, _ in ice.sides
    )
    game.put(LADOGA_SIDE, INFANTRY)
    assert game.at("2A:0525") not in march(game.pos, INFANTRY).reach.cost


def test_zones_over_ice_come_and_go_with_the_weather() -> None:
    """[FE-29D2.2] What is remembered of zones of control does not outlast the ice."""
    game = North(side=AXIS).put(LADOGA_SIDE, INFANTRY)
    for kind in ("snow", "clear", "snow", "frost"):
        game.weather(kind)
        assert (game.at(ACROSS) in game.pos.zoc(AXIS)) is (kind == "snow")
        assert game.pos.zoc(AXIS) == zones.reached(game.pos, AXIS)


# By flotilla


def test_example_a_flotilla_opens_a_lake_hexside_as_a_major_river() -> None:
    """[FE-28E.10] From 1B/1506 the hexside 1506/1507: Soviets march and attack over it, at the
    cost and with the strength of a major river; no German does.
    """
    game = WholeSea(turn=3, side=ALLIED).launch(LAKESIDE, PINSK).put(LAKESIDE, DIVISION)
    to = game.at(BEYOND)
    assert (
        to not in march(game.pos, DIVISION).reach.cost
        or march(game.pos, DIVISION).reach.cost[to] > 3 * HALF
    )
    game.do(OpenLake(PINSK, to))
    assert march(game.pos, DIVISION).reach.cost[to] == (1 + 2) * HALF
    assert game.pos.openings(AXIS).kind(game.at(LAKESIDE), to) is None
    game.put(BEYOND, INFANTRY).phase(Fighting, ALLIED)
    assert not list(can_attack(game.pos, DIVISION, to))
    battle = Battle(ALLIED, to, (DIVISION,), (INFANTRY,))
    (line,) = [row for row in attack_lines(game.pos, battle) if row.unit == DIVISION]
    assert line.value == line.printed * Fraction(1, 4)


def test_the_hexside_is_open_in_the_movement_and_combat_phases_alone() -> None:
    """[FE-28E.10] Not while others exploit, not in the enemy's turn, never for supply."""
    game = WholeSea(turn=3, side=ALLIED).launch(LAKESIDE, PINSK)
    at, to = game.at(LAKESIDE), game.at(BEYOND)
    game.do(OpenLake(PINSK, to))
    assert not joined(game, ALLIED, LAKESIDE, BEYOND)
    game.ask(Moving(ALLIED, exploiting=True), phase=Phase.EXPLOITATION.value)
    assert game.pos.openings(ALLIED).kind(at, to) is None
    game.opened(Phase.INITIAL, AXIS).phase(Moving, ALLIED)
    assert game.pos.openings(ALLIED).kind(at, to) is None


def test_only_open_lake_hexsides_between_land_are_opened() -> None:
    """[FE-28E.10] [FE-29D2.3] Not a river, not toward a full lake, none that is frozen."""
    game = WholeSea(turn=3, side=ALLIED).launch("3B:0407", PINSK)
    assert game.objections(OpenLake(PINSK, game.at("3B:0406"))) == ["FE-28E.10"]
    game.launch("2A:0925", PINSK)
    assert game.objections(OpenLake(PINSK, game.at("2A:0825"))) == ["FE-28E.10"]
    game.launch(LAKESIDE, PINSK).weather("snow")
    assert game.objections(OpenLake(PINSK, game.at(BEYOND))) == ["FE-29D2.3"]


# Kronshtadt


def test_soviets_go_from_kronshtadt_to_leningrad_while_both_are_theirs() -> None:
    """[FE-31A4.2] As over a major river: marches, attacks, supply; Germans never."""
    game = North(side=ALLIED).put(KRONSHTADT, DIVISION)
    here, there = game.at(KRONSHTADT), game.at(LENINGRAD)
    assert dict(graph_of(game.pos, DIVISION)[here])[there] == (1 + 2) * HALF
    assert joined(game, ALLIED, KRONSHTADT, LENINGRAD)
    assert not joined(game, AXIS, KRONSHTADT, LENINGRAD)
    assert "major_river" in game.pos.combat_sides(here, there)
    game.own(AXIS, LENINGRAD)
    assert there not in dict(graph_of(game.pos, DIVISION)[here])
    game = North(side=AXIS).put(KRONSHTADT, INFANTRY)
    assert there not in dict(graph_of(game.pos, INFANTRY)[here])


# The record


def test_openings_are_known_both_ways_and_named_once() -> None:
    """What is named first counts."""
    game = North()
    side = side_between(game.at(LAKESIDE), game.at(BEYOND))
    found = openings(((side, ""), (side, "major_river")))
    a, b = side.hexes
    assert found.kind(a, b) == found.kind(b, a) == "" and found.beyond(a) == (b,)
    assert found == openings(((side, ""),)) and found.kind(a, a) is None
