"""Factories, replacement cities and marshalling yards are bombed, and rails cut (FE-20F1)."""

from __future__ import annotations

import pytest

from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air.bombing.records import BombRoll
from engine.systems.europa.air.records import Mission
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF
from engine.systems.europa.state.records import Onward
from engine.systems.fire_in_the_east.economy import purses, raids
from engine.systems.fire_in_the_east.state.records import AirEast
from tests.engine.systems.fire_in_the_east.eastern_air import (
    GERMAN_BASE,
    HE111,
    LENINGRAD,
    ME109E,
    MINSK,
    MOSKVA,
    EastAir,
)

FACTORY, CITY, YARD = Mission.FACTORY_BOMBING, Mission.CITY_BOMBING, Mission.YARD_BOMBING
KHARKOV, KONIGSBERG, DOT = "4A:1124", "1B:2529", "1B:3203"


def soviet(turn: int = 5) -> EastAir:
    """A late enough turn, the Soviets in possession of their cities, with a bomber in the air."""
    return EastAir(turn).over(KHARKOV, FACTORY, HE111, base=GERMAN_BASE)


def hit(game: EastAir, mission: Mission, at: str, times: int = 1, side: str = AXIS) -> EastAir:
    """So many bombing attacks that hit."""
    for _ in range(times):
        game.over(at, mission, HE111, base=GERMAN_BASE)
        game.ask(Onward(), BombRoll(side, game.at(at), mission, (HE111,)))
        work = game.transition()
        game.pos.count_plant(mission, game.at(at), work)
        state = work.state
        assert isinstance(state, AirEast)
        game.state = state
    return game


def functioning(game: EastAir, side: str = AXIS) -> EastAir:
    """The yards noted as a side's air phase begins."""
    work = game.transition()
    raids.open_air(game.context, work, side)
    game.state = work.state
    return game


def begun(game: EastAir, side: str) -> EastAir:
    """What a side's player turn forgets of hits."""
    work = game.transition()
    raids.forget(game.context, work, side)
    game.state = work.state
    return game


def test_strategic_strength_alone_is_aimed_at_plants() -> None:
    """A fighter has none, and its tactical strength does not serve."""
    game = EastAir(2).station("1B:3512", HE111, ME109E).own(AXIS, "1B:3512").flying()
    assert "FE-20F.1" in game.refused(ME109E, YARD, DOT)
    assert "FE-20F.1" not in game.refused(HE111, YARD, DOT)
    assert "FE-20F1b.1" in game.refused(HE111, FACTORY, DOT)
    assert "FE-20F1c.1" in game.refused(HE111, CITY, DOT)
    assert "FE-20F1d.1" in game.refused(HE111, YARD, "1B:3512")


def test_three_hits_stop_a_factory_for_a_player_turn() -> None:
    """[FE-20F1b.1] Two do nothing, a fourth is wasted, and the turn after it works again."""
    game = soviet()
    key = purses.armory(game.context.charts.districts)
    whole = purses.income(game.pos)[key]
    assert purses.income(hit(game, FACTORY, KHARKOV, 2).pos)[key] == whole
    assert purses.income(hit(game, FACTORY, KHARKOV, 1).pos)[key] == whole - 1
    assert purses.income(hit(game, FACTORY, KHARKOV, 1).pos)[key] == whole - 1
    assert game.state.raids == {"factory Kharkov": 3}
    assert purses.income(begun(game, ALLIED).pos)[key] == whole - 1
    assert purses.income(begun(game, AXIS).pos)[key] == whole


@pytest.mark.parametrize(("hits", "lost"), [(2, 0), (3, 1), (6, 2), (12, 4), (15, 4)])
def test_every_three_hits_take_a_point_off_a_city(hits: int, lost: int) -> None:
    """[FE-20F1c.1] Leningrad gives four, and cannot give less than none."""
    game = soviet()
    whole = sum(purses.income(game.pos).values())
    assert whole - sum(purses.income(hit(game, CITY, LENINGRAD, hits).pos).values()) == lost


def test_a_hit_on_a_yard_takes_two_off_the_rail_capacity() -> None:
    """[FE-20F1d.1] Of its owner, in his next player turn alone; yards are in dot cities and major
    city hexes.
    """
    game = functioning(soviet())
    whole = game.pos.rail_room(ALLIED)
    hit(game, YARD, DOT)
    assert game.pos.rail_room(ALLIED) == whole - 2 * HALF
    assert game.pos.rail_room(AXIS) == EastAir(5).pos.rail_room(AXIS)
    assert begun(game, ALLIED).pos.rail_room(ALLIED) == whole - 2 * HALF
    assert begun(game, AXIS).pos.rail_room(ALLIED) == whole
    axis = functioning(soviet(), ALLIED)
    room = axis.pos.rail_room(AXIS)
    hit(axis, YARD, KONIGSBERG)
    assert begun(axis, AXIS).pos.rail_room(AXIS) == room - 2 * HALF
    assert begun(axis, ALLIED).pos.rail_room(AXIS) == room


def test_hits_of_the_surprise_turn_count_in_the_soviet_turn_after_it() -> None:
    """[FE-20F1d.1] The German player turn between them ends nothing."""
    game = functioning(soviet(turn=1))
    hit(game, YARD, DOT)
    assert begun(game, AXIS).state.raids


def test_a_yard_takes_one_hit_in_a_dot_city_and_two_in_a_major_city_hex() -> None:
    """[FE-20F1d.3] Further hits have no effect."""
    game = functioning(soviet())
    hit(game, YARD, DOT, 2)
    hit(game, YARD, MOSKVA, 3)
    assert game.state.raids == {f"yard allied {DOT}": 1, f"yard allied {MOSKVA}": 2}


def test_a_yard_that_no_rail_line_joins_to_a_source_does_not_suffer() -> None:
    """[FE-20F1d.2] As it was when the air phase began."""
    game = soviet()
    around = [game.context.map.label(near) for near in game.at(MINSK).neighbours()]
    game.own(AXIS, *around)
    functioning(game)
    assert game.at(MINSK) not in game.state.yards and game.at(MOSKVA) in game.state.yards
    assert not hit(game, YARD, MINSK).state.raids


def test_the_die_of_an_attack_on_a_factory_is_that_of_the_bombing_table() -> None:
    """[FE-20F1b.1] A six of an air unit with strategic strength hits."""
    game = soviet().ask(Onward(), BombRoll(AXIS, EastAir(5).at(KHARKOV), FACTORY, (HE111,)))
    game.roll(6)
    assert game.state.raids == {"factory Kharkov": 1}


def test_missions_are_carried_out_after_all_have_flown_and_met_interceptors() -> None:
    """[FE-ESP-AIR5] The bombs fall once both sides have moved their air units."""
    game = EastAir(2).station("1B:3512", HE111).own(AXIS, "1B:3512").flying()
    game.fly(HE111, YARD, DOT)
    assert not any(isinstance(frame, BombRoll) for frame in game.state.flow)
    while not isinstance(game.state.top, BombRoll):
        game.do(EndPhase())
    assert game.state.top.mission is YARD
