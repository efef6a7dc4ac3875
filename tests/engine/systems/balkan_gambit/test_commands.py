"""The CP Expenditure Phase: beachheads, Improved Positions, ending phases and turns."""

from __future__ import annotations

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    ATTACKED,
    AXIS,
    DEAD,
    DISPERSED,
    MOVED,
    REBUILT,
    Beachhead,
    PlayerTurn,
)
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk


def allied_start(desk: Desk) -> Desk:
    """Run the determination phase of the Allied player turn."""
    return desk.ask(PlayerTurn(ALLIED)).settle()


def test_an_open_beachhead_closes_when_the_next_allied_turn_begins() -> None:
    """[BG-7.6d] [BG-7.11c] [BG-7.11d]"""
    desk = Desk()
    beach = desk.hex("Kalamata")
    desk.having(beachheads={beach: Beachhead(open=True, opens=0)}).put(beach, "british-5")
    desk.put("1717", "german-297")
    assert desk.pos.supplied(U("british-5"))
    desk.do(do.EndPhase())
    assert desk.state.active == AXIS and desk.state.beachheads[beach].open
    assert desk.pos.supplied(U("british-5"))
    allied_start(desk)
    assert not desk.state.beachheads[beach].open
    assert not desk.pos.supplied(U("british-5"))


def test_upkeep_costs_one_point_and_opens_it_again() -> None:
    """[BG-7.11a] [BG-7.11b] [BG-7.11d] [BG-9.3c]"""
    desk = Desk()
    beach = desk.hex("Kalamata")
    desk.having(beachheads={beach: Beachhead(open=False, opens=0)}).put(beach, "british-5")
    desk.box("british-50")
    sea = do.SeaMove(U("british-50"), beach)
    assert desk.objections(sea) == ["BG-11.4e"]
    assert desk.objections(do.SeaMove(U("british-5"), "med_box")) == ["BG-11.4e"]
    desk.do(do.Maintain(beach))
    assert desk.state.cp == 6
    assert desk.pos.supplied(U("british-5"))
    assert desk.objections(sea) == []
    assert desk.objections(do.SeaMove(U("british-5"), "med_box")) == []
    assert desk.objections(do.Maintain(beach)) == ["BG-7.11c"]


def test_an_open_port_needs_no_upkeep() -> None:
    """[BG-9.3c] [BG-7.11a]"""
    desk = Desk()
    port = desk.hex("Durres")
    desk.having(beachheads={port: Beachhead(open=True, port=True, opens=2)})
    assert desk.objections(do.Maintain(port)) == ["BG-9.3c"]
    assert desk.objections(do.Maintain(desk.hex("Athens"))) == ["BG-7.11a"]
    assert allied_start(desk).state.beachheads[port].open


def test_only_the_allies_maintain_beachheads() -> None:
    """[BG-7.11a]"""
    desk = Desk(side=AXIS)
    desk.having(beachheads={desk.hex("Durres"): Beachhead(open=False)})
    assert desk.objections(do.Maintain(desk.hex("Durres"))) == ["BG-7.11a"]


def test_the_axis_builds_improved_positions_where_it_is_in_supply() -> None:
    """[BG-7.12a] [BG-7.12b]"""
    desk = Desk(side=AXIS).put("Zagreb", "german-297").put("1717", "yugoslav-partisan-1")
    zagreb = desk.hex("Zagreb")
    assert desk.pos.supplied(U("german-297"))
    desk.do(do.Improve(zagreb))
    assert desk.state.improved == {zagreb}
    assert desk.state.cp == 6
    assert desk.objections(do.Improve(zagreb)) == ["BG-7.12b"]
    assert desk.objections(do.Improve(desk.hex("1717"))) == ["BG-7.12a"]
    assert desk.objections(do.Improve(desk.hex("Nis"))) == ["BG-7.12a"]
    desk.turn_of(ALLIED)
    assert desk.objections(do.Improve(desk.hex("1717"))) == ["BG-7.12a"]


def test_no_improved_position_out_of_supply_or_beyond_the_markers() -> None:
    """[BG-7.12a]"""
    desk = Desk("1944", side=AXIS).put("Zagreb", "bulgarian-7")
    desk.put("Sofia", "british-5").put("2725", "british-50").put("2732", "british-57")
    desk.put("2729", "british-33")
    assert not desk.pos.supplied(U("bulgarian-7"))
    assert desk.objections(do.Improve(desk.hex("Zagreb"))) == ["BG-7.12a"]
    desk = Desk(side=AXIS).put("Zagreb", "german-297")
    desk.having(improved=frozenset(sorted(desk.context.coast)[:10]))
    assert desk.objections(do.Improve(desk.hex("Zagreb"))) == ["BG-7.12a"]


def test_dispersed_chetniks_hold_no_hex_to_improve() -> None:
    """They count as neither friend nor enemy, and the listed commands agree [BG-7.12a]."""
    desk = Desk(side=AXIS).put("Nis", "chetnik-partisan-1", mode=DISPERSED)
    improve = do.Improve(desk.hex("Nis"))
    assert desk.objections(improve) == ["BG-7.12a"]
    assert improve not in list(desk.legal.family("improve"))


def test_an_improved_position_has_no_stacking_value_and_stays() -> None:
    """[BG-7.12d] [BG-10.7]"""
    desk = Desk(side=AXIS)
    zagreb = desk.hex("Zagreb")
    near = next(at for at in zagreb.neighbours() if at in desk.context.land)
    desk.having(improved=frozenset({zagreb})).put(zagreb, "german-297", "german-173")
    desk.put(near, "german-187")
    desk.do(do.Activate(near), do.Move(U("german-187"), zagreb))
    desk.do(do.Activate(zagreb), do.Move(U("german-297"), near), do.EndMove())
    assert desk.state.improved == {zagreb}


def test_only_a_regular_allied_unit_destroys_an_improved_position() -> None:
    """[BG-7.12e] [BG-11.3.1]"""
    for unit, left in (("yugoslav-partisan-1", True), ("british-5", False)):
        desk = Desk()
        start, target = desk.border("clear")
        desk.having(improved=frozenset({target})).put(start, unit)
        desk.do(do.Activate(start), do.Move(U(unit), target))
        assert (target in desk.state.improved) == left


def test_an_improved_position_is_destroyed_in_passing() -> None:
    """[BG-11.3.1]"""
    desk = Desk()
    start, middle = desk.border("clear", from_terrain="clear")
    beyond = next(
        at
        for at in middle.neighbours()
        if desk.context.map.terrain.get(at) == "clear" and at != start
    )
    desk.having(improved=frozenset({middle})).put(start, "british-8")
    desk.do(do.Activate(start), do.Move(U("british-8"), beyond, (middle,)))
    assert not desk.state.improved
    assert desk.at("british-8") == beyond


def test_activations_are_forgotten_when_the_owners_turn_begins() -> None:
    """[BG-7.13a] [BG-2.11a] [BG-8.3.A2]"""
    desk = Desk("1944").put("Athens", "british-5", marks=(MOVED,))
    desk.put("Patrai", "british-50", marks=(REBUILT,)).put(
        "Zagreb", "german-297", marks=(ATTACKED,)
    )
    assert desk.objections(do.Activate(desk.hex("Athens"))) == ["BG-7.13a"]
    desk.do(do.EndPhase())
    assert REBUILT in desk.state.pieces[U("british-50")].marks, "inert the whole game turn"
    assert desk.state.pieces[U("german-297")].marks == frozenset()
    allied_start(desk)
    assert desk.state.pieces[U("british-5")].marks == frozenset()
    assert desk.state.pieces[U("british-50")].marks == frozenset()


def test_a_trespasser_dies_at_the_end_of_its_next_friendly_turn() -> None:
    """[BG-11.5a] [BG-1943.1] [BG-1944.1]"""
    desk = Desk("1944", side=AXIS)
    albania = desk.context.zone_hexes["Albania"][12]
    desk.put(albania, "bulgarian-7").put("Zagreb", "german-297")
    desk.do(do.EndPhase())
    assert desk.at("bulgarian-7") == DEAD
    assert desk.at("german-297") == desk.hex("Zagreb")
    desk = Desk("1944").put(albania, "bulgarian-7")
    desk.do(do.EndPhase())
    assert desk.at("bulgarian-7") == albania, "the enemy's turn does not count"


def test_a_turn_ends_with_support_back_in_its_box() -> None:
    """[BG-5.3a] [BG-13.1] [BG-13.3a]"""
    desk = Desk("1944", side=AXIS).having(tac_used=3, turn=4)
    desk.do(do.EndPhase())
    assert desk.state.tac_used == 0
    assert desk.state.turn == 5


def test_the_last_turn_ends_the_game() -> None:
    """[BG-5.3b] [BG-4.0a] [BG-4.0b]"""
    desk = Desk("1944", side=AXIS)
    last = desk.context.figures.turns
    assert last == 20, "the track runs twice through its ten boxes"
    desk.having(turn=last - 1).do(do.EndPhase())
    assert not desk.state.over
    desk = Desk("1944", side=AXIS).having(turn=last, tac_used=1)
    assert desk.rules.outcome(desk.state) is None
    desk.do(do.EndPhase())
    assert desk.state.over and desk.state.turn == last
    assert desk.state.tac_used == 1
    assert desk.rules.outcome(desk.state) is not None
    assert desk.objections(do.EndPhase()) == ["BG-5.3b"]
    assert not list(desk.legal)
