"""What the coming turns bring, the weather's chances, figures and supply lines."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from engine.core.actions import Roll
from engine.game.catalogue import SYSTEMS, load_scenario
from engine.game.session import Dice, GameSession
from engine.play.opponent import choose
from engine.systems.balkan_gambit.state.records import Board, Weather, WeatherRoll
from maps.hexgrid import Hex, distance
from tests.engine.systems.balkan_gambit.desk import Desk


def test_the_weather_of_the_next_turn_has_the_chances_of_the_die() -> None:
    desk = Desk("1943")
    for now in Weather:
        state = desk.state.having(weather=now, flow=(WeatherRoll(),))
        fallen = [desk.rules.apply(state, Roll(face)).state.weather for face in range(1, 11)]  # type: ignore[attr-defined]
        (zone,) = desk.rules.weather(desk.state.having(weather=now), 1)
        assert zone.now == now.value
        assert {c.weather: c.chance for c in zone.coming} == pytest.approx(
            {kind.value: fallen.count(kind) / 10 for kind in Weather}
        )


def test_the_chances_of_each_later_turn_add_up() -> None:
    desk = Desk("1943")
    (zone,) = desk.rules.weather(desk.state, 6)
    turns = {c.turn for c in zone.coming}
    assert turns == set(range(desk.state.turn + 1, desk.state.turn + 7))
    for turn in turns:
        assert sum(c.chance for c in zone.coming if c.turn == turn) == pytest.approx(1)


def test_what_is_due_names_arrivals_weather_and_the_end() -> None:
    desk = Desk.opened("1943")
    found = desk.rules.due(desk.state, 1, 20)
    assert [entry.turn for entry in found] == sorted(entry.turn for entry in found)
    arrivals = [entry for entry in found if entry.kind == "arrival"]
    scheduled = {unit for entry in desk.context.oob.schedule for unit in entry.units}
    assert {unit for entry in arrivals for unit in entry.units} <= scheduled
    assert any(entry.turn == 0 and "victory points" in entry.text for entry in arrivals)
    assert [entry.turn for entry in found if entry.kind == "victory"] == [20]
    weather = [entry.turn for entry in found if entry.kind == "weather"]
    assert weather == list(range(2, 21))
    assert all(entry.rule for entry in found)
    assert not desk.rules.due(desk.state, 2, 3)[-1].done


def test_the_weather_is_done_as_soon_as_it_was_rolled() -> None:
    """(BG 6.1b) Partisans and reinforcements follow in the same phase."""
    desk = Desk("1943")
    for flow, done in (((WeatherRoll(),), False), ((), True)):
        state = desk.state.having(turn=3, phase="initial", flow=flow)
        weather = [entry for entry in desk.rules.due(state, 2, 4) if entry.kind == "weather"]
        assert [entry.done for entry in weather] == [True, done, False]


def test_an_entry_that_names_no_unit_brings_nothing() -> None:
    scenario = load_scenario("balkan_gambit/1943")
    first, *others = scenario.oob.schedule
    oob = replace(scenario.oob, schedule=(replace(first, units=()), *others))
    rules = SYSTEMS["balkan_gambit"].bind(replace(scenario, oob=oob))
    state = Desk.opened("1943").state
    sound = Desk.opened("1943").rules.due(state, 1, 20)
    assert len(rules.due(state, 1, 20)) == len(sound) - 1


def test_figures_follow_points_losses_and_towns() -> None:
    desk = Desk("1943")
    unit = next(u for u in desk.state.pieces if desk.rules.owner(desk.state, u) == "axis")
    before = {(f.id, f.side): f.value for f in desk.rules.figures(desk.state)}
    state = desk.state.with_piece(unit, at="dead")
    after = {(f.id, f.side): f.value for f in desk.rules.figures(state)}
    assert after["lost", "axis"] == before["lost", "axis"] + desk.context.units[unit].steps
    assert {f.side for f in desk.rules.figures(state)} == {"allied", "axis"}


def test_supply_lines_are_the_path_cut_where_the_road_begins() -> None:
    game = GameSession.start("balkan_gambit/1943", seed=3, dice=Dice.PROGRAM)
    while game.state.turn < 3:
        game.act(choose(game))
    state, rules = game.state, game.rules
    assert isinstance(state, Board)
    kinds: set[str] = set()
    for unit, piece in state.pieces.items():
        if not isinstance(piece.at, Hex):
            continue
        supplied, path, text = rules.supply(state, unit)
        line = rules.supply_line(state, unit)
        assert (line.supplied, line.text) == (supplied, text)
        assert ("it is at its source" in text) == (len(path) == 1)
        hexes = [at for element in line.elements for at in element.hexes]
        if len(path) > 1:
            assert list(dict.fromkeys(hexes)) == list(path)
        for element in line.elements:
            kinds.add(element.kind)
            assert all(distance(a, b) == 1 for a, b in pairwise(element.hexes))
            assert element.limit is None or element.used <= element.limit
        if not supplied:
            assert all(block.text and block.rule for block in line.blocks)
    assert kinds == {"march", "road"}
