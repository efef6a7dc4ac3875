"""Force Ten, an optional rule."""

from __future__ import annotations

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.context import Mobility
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    DEAD,
    DISPERSED,
    GONE,
    RESERVE,
    Beachhead,
    Weather,
)
from maps.hexgrid import Hex, side_between
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk

TEN, B5 = U("british-f10"), U("british-5")


def played(turn: int = 7) -> Desk:
    """A game with the option, at a turn."""
    return Desk("1943", "force_ten").having(turn=turn)


def bridge(desk: Desk, water: str = "river") -> tuple[Hex, Hex]:
    """A Yugoslav river hexside with a road over it."""
    for side, kinds in sorted(desk.context.map.hexsides.items()):
        a, b = side.hex, side.hex.neighbour(side.direction)
        if (
            water in kinds
            and {a, b} <= desk.context.land
            and desk.context.has_road(a, b)
            and desk.context.within(a, "Yugoslavia")
            and desk.context.step_cost(Mobility.FOOT, a, b) == 1
        ):
            return a, b
    raise LookupError


def test_it_comes_only_when_the_option_is_chosen_and_from_turn_seven() -> None:
    """[BG-13.6a]"""
    place = do.PlaceForceTen(TEN, played().hex("1717"))
    assert Desk("1943").having(turn=7).objections(place) == ["BG-13.6a"]
    assert Desk("1943").at(TEN) == RESERVE
    assert played(6).objections(place) == ["BG-13.6a"]
    assert played(7).objections(place) == []
    assert played(9).objections(place) == []
    assert played(7).turn_of(AXIS).objections(place) == ["BG-13.6a"]


def test_it_drops_free_into_an_unoccupied_yugoslav_hex_in_clear_weather() -> None:
    """[BG-13.6a]"""
    desk = played()
    spot = desk.hex("1717")
    assert desk.objections(do.PlaceForceTen(TEN, desk.hex("Athens"))) == ["BG-13.6a"]
    desk.put(spot, "yugoslav-partisan-1", mode=DISPERSED)
    assert desk.objections(do.PlaceForceTen(TEN, spot)) == ["BG-13.6a"]
    desk.put(RESERVE, "yugoslav-partisan-1").having(weather=Weather.POOR)
    assert desk.objections(do.PlaceForceTen(TEN, spot)) == ["BG-7.9d"]
    desk.having(weather=Weather.CLEAR).do(do.PlaceForceTen(TEN, spot))
    assert desk.at(TEN) == spot and desk.state.cp == 7
    assert desk.objections(do.Activate(spot)) == ["BG-7.13a"]
    assert "BG-13.6a" in desk.objections(do.PlaceForceTen(TEN, spot))


def test_it_is_a_british_unit() -> None:
    """[BG-13.6b]"""
    desk = played().put("Athens", TEN, B5)
    assert desk.context.stats[TEN].western
    assert desk.pos.stack_objection(TEN, desk.hex("Athens")) == ""
    assert not desk.pos.supplied(TEN)
    desk.having(beachheads={desk.hex("Athens"): Beachhead(open=True)})
    assert desk.pos.supplied(TEN)
    assert desk.objections(do.Activate(desk.hex("Athens"))) == []


def test_it_destroys_one_bridge_for_good() -> None:
    """[BG-13.6c] [BG-13.6d]"""
    desk = played()
    a, b = bridge(desk)
    foot = desk.context.step_cost(Mobility.FOOT, a, b)
    desk.put(a, TEN)
    no_bridge = next(
        near
        for near in a.neighbours()
        if near in desk.context.land and not desk.context.crosses_river(a, near)
    )
    assert desk.objections(do.BlowBridge(TEN, no_bridge)) == ["BG-13.6c"]
    assert desk.objections(do.BlowBridge(TEN, desk.hex("Athens"))) == ["BG-13.6c"]
    desk.do(do.BlowBridge(TEN, b))
    assert desk.state.cp == 7
    assert desk.state.blown == {side_between(a, b)}
    assert desk.context.step_cost(Mobility.FOOT, a, b, desk.state.blown) != foot
    assert b not in desk.context.roads(desk.state.blown).get(a, ())
    assert desk.at(TEN) == GONE
    assert desk.objections(do.BlowBridge(TEN, b)) == ["BG-13.6c"]
    marker = next(mark for mark in desk.rules.markers(desk.state) if mark.kind == "bridge down")
    here, there = side_between(a, b).hexes
    assert (marker.at, marker.text) == (
        here,
        f"Bridge down: to {desk.pos.label(there)}",
    )


def test_what_it_waits_for_stands_among_the_reinforcements() -> None:
    """[BG-13.6a]"""

    def told(desk: Desk) -> list[str]:
        panels = desk.rules.displays(desk.state)
        panel = next(panel for panel in panels if panel.id == "reserves")
        return [row.value for row in panel.rows if TEN in row.units]

    assert told(played(3)) == ["from turn 7, in clear weather"]
    assert told(played(8)) == ["in clear weather"]
    assert told(played(8).put("1717", TEN)) == told(Desk("1943")) == []


def test_a_blown_danube_bridge_closes_the_river() -> None:
    """[BG-13.6c] [BG-11.5b]"""
    desk = played()
    a, b = bridge(desk, "danube")
    desk.put(a, TEN).do(do.BlowBridge(TEN, b)).put(a, B5)
    assert not desk.pos.can_step(B5, a, b)


def test_only_the_allies_blow_it_and_only_while_it_lives() -> None:
    """[BG-13.6c]"""
    desk = played()
    a, b = bridge(desk)
    assert desk.put(a, TEN).turn_of(AXIS).objections(do.BlowBridge(TEN, b)) == ["BG-13.6c"]
    desk = played().put(DEAD, TEN)
    assert desk.objections(do.BlowBridge(TEN, b)) == ["BG-13.6c"]
    assert desk.pos.owner(TEN) == ALLIED
