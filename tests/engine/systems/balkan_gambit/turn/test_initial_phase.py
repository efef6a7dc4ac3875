"""The Mutual Initial Phase: order of segments, and ports that open."""

from __future__ import annotations

import pytest

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    Attitude,
    Beachhead,
    TurnStart,
    Weather,
)
from tests.engine.systems.balkan_gambit.desk import Desk


def turn_two(year: str = "1943", **fields: object) -> Desk:
    """A game with partisans of both sides, about to begin turn 2."""
    desk = Desk(year)
    desk.put("1717", "yugoslav-partisan-1")
    if year == "1943":
        desk.put("Nis", "chetnik-partisan-1")
    return desk.ask(TurnStart(), **fields).settle()


def test_a_turn_runs_through_its_phases_in_order() -> None:
    """[BG-5.2a] [BG-6.3h] [BG-6.4c] [BG-7.2a]"""
    desk = turn_two()
    seen: list[tuple[str, str]] = []
    while desk.state.turn == 2 and len(seen) < 30:
        question = desk.rules.question(desk.state)
        seen.append((desk.asks(), question.side))
        if desk.rules.chance(desk.state):
            desk.roll(5)
        elif desk.asks() == "Reinforcing" and question.side == ALLIED and desk.legal:
            desk.do(do.PlaceNaval(desk.hex("Athens")), do.EndSegment())
        else:
            closing = next(family for family in desk.legal.families if family.closing)
            desk.do(next(iter(desk.legal.family(closing.name))))
    assert seen[:9] == [
        ("WeatherRoll", ""),
        ("AttitudeRoll", ""),
        ("ChetnikRoll", ""),
        ("Partisans", ALLIED),
        ("Partisans", AXIS),
        ("Reinforcing", ALLIED),
        ("Reinforcing", AXIS),
        ("Commanding", ALLIED),
        ("Commanding", AXIS),
    ]
    assert desk.state.turn == 3


def test_the_first_turn_is_clear_and_rolls_no_weather_but_italians_and_chetniks() -> None:
    """[BG-6.1a] [BG-1943.3] [BG-1943.11]"""
    desk = turn_two(turn=1)
    assert desk.state.weather is Weather.CLEAR
    assert desk.asks() == "AttitudeRoll"
    assert "BG-6.1a" in desk.rules_told()
    desk.roll(1)
    assert desk.asks() == "ChetnikRoll"


def test_other_years_roll_neither_italians_nor_chetniks() -> None:
    """[BG-13.5d]"""
    assert turn_two("1944", turn=1).asks() == "Partisans"


def test_no_attitude_roll_once_the_italians_are_out() -> None:
    """[BG-1943.7]"""
    desk = turn_two(attitude=Attitude.SURRENDER)
    desk.roll(5)
    assert desk.asks() == "ChetnikRoll"


def test_a_finished_segment_does_not_come_back() -> None:
    """[BG-5.2b] [BG-12.13]"""
    desk = turn_two("1944")
    desk.roll(5)
    unit = next(u for u in desk.state.pieces if u == "yugoslav-partisan-1")
    assert desk.objections(do.SwitchMode(unit)) == []
    desk.do(do.EndSegment())
    assert desk.objections(do.SwitchMode(unit)) == ["BG-5.2b"]
    desk.turn_of(ALLIED)
    assert desk.objections(do.SwitchMode(unit)) == ["BG-5.2b"]


def test_limits_of_landings_are_new_each_turn() -> None:
    """[BG-7.8d] [BG-7.7e]"""
    desk = turn_two(landing_failed=True, landings={"north of the Peloponnese": 1})
    assert not desk.state.landing_failed
    assert desk.state.landings == {}


@pytest.mark.parametrize(("face", "turns"), [(1, 1), (2, 1), (3, 2), (6, 3), (7, 4), (10, 5)])
def test_a_captured_port_opens_after_half_a_die_of_turns(face: int, turns: int) -> None:
    """[BG-9.3f] [BG-6.4b]"""
    desk = Desk("1944")
    durres = desk.hex("Durres")
    desk.put("1717", "yugoslav-partisan-1")
    desk.having(beachheads={durres: Beachhead(open=False, opens=0, landed=1)})
    for turn in range(2, 2 + turns + 1):
        desk.ask(TurnStart(), turn=turn).settle()
        while desk.asks() in ("WeatherRoll", "PortRolls", "Partisans"):
            if desk.asks() == "Partisans":
                desk.do(do.EndSegment())
            else:
                desk.roll(face if desk.asks() == "PortRolls" else 5)
        mark = desk.state.beachheads[durres]
        assert mark.port == (turn == 2 + turns)
        assert mark.open == mark.port


def test_a_port_is_rolled_for_in_the_turn_after_its_capture_only() -> None:
    """[BG-9.3f]"""
    desk = Desk("1944")
    durres = desk.hex("Durres")
    for landed, rolls in ((2, False), (1, True)):
        desk.having(beachheads={durres: Beachhead(open=True, opens=0, landed=landed)})
        state = desk.ask(TurnStart(), turn=2).settle().state
        assert ("PortRolls" in {type(frame).__name__ for frame in state.flow}) == rolls


def test_a_beachhead_that_is_no_port_never_opens_as_one() -> None:
    """[BG-9.3f]"""
    desk = Desk("1944")
    beach = next(at for at in sorted(desk.context.coast) if at not in desk.context.ports)
    desk.having(beachheads={beach: Beachhead(open=True, opens=-1, landed=1)})
    state = desk.ask(TurnStart(), turn=2).settle().state
    assert "PortRolls" not in {type(frame).__name__ for frame in state.flow}
