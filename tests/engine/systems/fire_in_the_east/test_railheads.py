"""The railroad under construction, gauges in supply, lines in cities (FE-7.2, 7D, 12B4.2)."""

from __future__ import annotations

import pytest

from engine.core.handler import Transition
from engine.systems.europa.movement import rail_movement
from engine.systems.europa.supply import supply_status, supply_trace
from engine.systems.fire_in_the_east import panels
from engine.systems.fire_in_the_east.state.records import East
from engine.systems.fire_in_the_east.turn import railheads
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    RIFLES,
    WholeFront,
    broad_hexes,
    deployed,
)

OBOZERSKAYA, BELOMORSK, BETWEEN = "6A:4407", "6A:3818", "6A:4214"
NOWHERE: frozenset[Hex] = frozenset()
MINSK, MOSKVA = "1B:3512", "2A:3317"


def opened(game: WholeFront, turn: int) -> WholeFront:
    """A turn begun as the sequence begins it."""
    game.having(turn=turn)
    work: Transition[East] = Transition(game.state)
    railheads.open_turn(game.context, work)
    game.take(work.state)
    return game


def reaches(game: WholeFront) -> bool:
    """Whether a unit in Belomorsk goes by rail to Obozerskaya, on that line alone."""
    game.put(BELOMORSK, RIFLES)
    unit = UnitId(RIFLES)
    graph = rail_movement.graph(game.pos, unit, high=False)
    line = {*game.context.building_line, game.at(OBOZERSKAYA), game.at(BELOMORSK)}
    found, edge = {game.at(BELOMORSK)}, [game.at(BELOMORSK)]
    while edge:
        for near, _ in graph.get(edge.pop(), ()):
            if near in line and near not in found:
                found.add(near)
                edge.append(near)
    return game.at(OBOZERSKAYA) in found


def test_the_line_to_belomorsk_is_a_road_before_nov_i_41() -> None:
    """[FE-7D.1] Then it is a railroad, for movement and for supply."""
    game = WholeFront(turn=9, side=ALLIED)
    assert len(game.context.building_line) == 13
    ends = {one.at for one in railheads.markers(game.pos)}
    assert ends == {game.at(OBOZERSKAYA), game.at(BELOMORSK)}
    assert not reaches(opened(game, 9))
    assert reaches(opened(game, 10)) and not tuple(railheads.markers(game.pos))
    told = [due.turn for due in panels.due(WholeFront(turn=1).pos, 1, 19) if due.rule == "FE-7D.1"]
    assert told == [10]


def test_supply_runs_by_the_line_once_it_is_laid() -> None:
    """[FE-7D.1] Along the road alone before that."""
    game = WholeFront(turn=9, side=ALLIED)
    bit = game.context.supply_graph.bits.bit[game.at(BETWEEN)]

    def by_rail() -> bool:
        return any(net.rail.hexes & bit for net in supply_status.full(game.pos, ALLIED).values())

    assert not by_rail()
    opened(game, 10)
    assert by_rail()


def test_a_hex_that_the_axis_has_is_laid_two_turns_after_it_is_regained() -> None:
    """[FE-7D.2] If it is kept so long; all others are laid in time."""
    game = WholeFront(turn=9, side=ALLIED).own(AXIS, BETWEEN)
    opened(game, 10)
    at = game.at(BETWEEN)
    assert game.state.laid == game.context.building_line - {at} and not reaches(game)

    def taken(side: str, turn: int) -> None:
        game.own(side, BETWEEN).having(turn=turn)
        work: Transition[East] = Transition(game.state)
        railheads.captured(game.context, work, {at: side})
        game.take(work.state)

    taken(ALLIED, 11)
    taken(AXIS, 12)
    assert not reaches(opened(game, 13))
    taken(ALLIED, 13)
    assert not reaches(opened(game, 14))
    assert reaches(opened(game, 15)) and not game.state.relaying


def test_the_line_is_built_where_the_order_of_battle_has_railheads() -> None:
    """[FE-OBS-8] With factories, capital and 25 resource points."""
    game = WholeFront(state=deployed("campaign"))
    context, state = game.context, game.state
    assert {one.at for one in railheads.markers(game.pos)} == {
        game.at(OBOZERSKAYA),
        game.at(BELOMORSK),
    }
    factories = {row.id for row in context.charts.districts.factories}
    cities = {"Leningrad", "Moskva", "Tula", "Kharkov", "Stalingrad", "Rostov"}
    assert cities <= factories and len(factories) == 7
    assert context.hex_of(context.charts.capital.seat) == game.at("2A:3317")
    assert sum(one.amount for one in state.resources.values() if one.side == ALLIED) == 25


def test_a_hex_where_the_gauges_meet_leads_on_to_regauged_ones() -> None:
    """[FE-14A4.2] The frontier is passed as soon as the hex behind it is re-gauged."""
    game = WholeFront(turn=4, side=AXIS)
    ways, rails = game.context.railways, game.context.rails
    assert ways.changes
    for at in sorted(ways.changes):
        broad = [n for n in rails[at] if ways.broad(at, n, NOWHERE) and n not in ways.changes]
        for near in broad:
            assert not ways.broad(at, near, frozenset({near}))
        standard = [n for n in rails[at] if not ways.broad(at, n, NOWHERE)]
        assert all(not ways.broad(at, n, frozenset(broad)) for n in standard)


@pytest.mark.parametrize("regauged", [False, True])
def test_axis_supply_runs_along_standard_gauge_alone(regauged: bool) -> None:
    """[FE-12B4.2] Into the USSR as far as its hexes have been re-gauged."""
    game = WholeFront(turn=4, side=AXIS).weather("clear")
    land = [at for at in game.context.land if game.context.countries[at] == "USSR"]
    game.having(taken={**game.state.taken, **dict.fromkeys(land, AXIS)})
    if regauged:
        game.having(regauged=broad_hexes(game))
    game.put(MOSKVA, FOOT)
    bit = game.context.supply_graph.bits.bit[game.at(MOSKVA)]
    nets = supply_status.full(game.pos, AXIS)
    assert any(net.rail.hexes & bit for net in nets.values()) is regauged
    line = supply_trace.supply_line(game.pos, UnitId(FOOT))
    assert line.supplied is regauged


def test_soviet_supply_runs_along_broad_gauge() -> None:
    """[FE-12B4.2] And along standard lines that join a city there that was never lost."""
    game = WholeFront(turn=4, side=ALLIED).weather("clear").put(MINSK, RIFLES)
    assert supply_trace.supply_line(game.pos, UnitId(RIFLES)).supplied
    riga = game.at("1B:1816")
    bit = game.context.supply_graph.bits.bit[riga]
    nets = supply_status.full(game.pos, ALLIED).values()
    assert any(net.rail.hexes & bit for net in nets)
    game.having(captured=frozenset(game.context.standard_cities))
    lost = supply_status.full(game.pos, ALLIED).values()
    assert not any(net.rail.hexes & bit for net in lost)


def test_lines_serve_all_hexes_of_a_city_that_they_touch() -> None:
    """[FE-7.2] From one hex of Moskva to the next by road and rail, which no line on the board
    joins.
    """
    game = WholeFront(turn=4, side=ALLIED).weather("clear")
    one, two = game.at("2A:3417"), game.at("2A:3416")
    assert not game.context.map.line_kinds(one, two)
    assert two in game.context.rails[one] and one in game.context.roads[two]
    game.put("2A:3417", RIFLES)
    assert two in dict(rail_movement.graph(game.pos, UnitId(RIFLES), high=False)[one])
