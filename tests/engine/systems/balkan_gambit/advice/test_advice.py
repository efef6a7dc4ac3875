"""What the automatic player does in positions where one thing is plainly right."""

from __future__ import annotations

import re

import pytest

from engine.core.actions import Action
from engine.core.codec import digest
from engine.game.catalogue import explain
from engine.game.session import GameSession
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    DISPERSED,
    Beachhead,
    Partisans,
    Reinforcing,
    SettingUp,
    Weather,
)
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk

YEARS = ("1943", "1944", "1945")


def advised(desk: Desk) -> Action:
    """What is advised; legal, said with a reason, and the same when asked again."""
    before = digest(desk.state)
    advice = desk.rules.advise(desk.state)
    assert advice is not None
    assert advice.reason.endswith(".")
    assert desk.rules.check(desk.state, advice.action) == ()
    assert desk.rules.advise(desk.state.having(turn=desk.state.turn)) == advice
    assert digest(desk.state) == before
    return advice.action


@pytest.mark.parametrize("year", YEARS)
def test_both_sides_set_up_as_recommended_and_finish(year: str) -> None:
    desk = Desk.opened(year)
    for side in (AXIS, ALLIED):
        assert isinstance(desk.state.top, SettingUp)
        assert desk.state.top.side == side
        while isinstance(desk.state.top, SettingUp) and desk.state.top.side == side:
            action = advised(desk)
            assert isinstance(action, (do.UseRecommended, do.FinishSetUp))
            desk.do(action)


def test_the_allies_land_where_nobody_is_rather_than_not_at_all() -> None:
    desk = Desk("1944").put("med_box", "british-5", "british-50", "british-33", "british-57")
    assert isinstance(advised(desk), do.DeclareLanding)


def test_nobody_lands_in_poor_weather() -> None:
    desk = Desk("1944").put("med_box", "british-5", "british-50").having(weather=Weather.POOR)
    assert isinstance(advised(desk), do.EndPhase)


def test_a_landing_takes_the_strongest_two_and_then_fights() -> None:
    desk = Desk("1944").put("med_box", "british-5", "british-50", "british-4-plus", "british-12")
    desk.do(advised(desk))
    first, second = advised(desk), None
    desk.do(first)
    second = advised(desk)
    desk.do(second)
    assert {first, second} == {do.AddUnit(U("british-5")), do.AddUnit(U("british-50"))}
    assert isinstance(advised(desk), do.Resolve)


def test_a_beachhead_with_an_army_is_kept_open() -> None:
    desk = Desk("1943")
    desk.put("Kalamata", "british-5", "british-8", "british-15", marks=("attacked",))
    desk.having(beachheads={desk.hex("Kalamata"): Beachhead(open=False, landed=1)})
    assert advised(desk) == do.Maintain(desk.hex("Kalamata"))


def test_a_strong_stack_attacks_a_weak_one_in_a_town() -> None:
    desk = Desk("1945", side=AXIS)
    near, town = desk.border(place="town", region="Croatia", coast=True)
    desk.put(near, "german-1-light", "german-71", "german-181")
    desk.put(town, "yugoslav-partisan-1")
    assert advised(desk) == do.DeclareAttack(near, town)


def test_hopeless_odds_are_not_taken() -> None:
    desk = Desk("1945", side=AXIS, cp=2)
    near, town = desk.border(place="town", region="Croatia", coast=True)
    desk.put(near, "german-generic-1", marks=("moved",))
    desk.put(near, "german-generic-2")
    desk.put(town, "british-8", "british-5", "british-42")
    assert not isinstance(advised(desk), do.DeclareAttack)


def test_an_empty_town_of_one_s_own_that_a_band_denies_is_garrisoned() -> None:
    desk = Desk("1943", side=AXIS)
    start = next(at for at in desk.hex("Nis").neighbours() if at in desk.context.land)
    desk.put("Nis", "yugoslav-partisan-1", mode=DISPERSED)
    desk.put(start, "german-297")
    desk.do(advised(desk))
    assert advised(desk) == do.Move(U("german-297"), desk.hex("Nis"))


def test_a_band_slips_into_an_empty_town_nearby() -> None:
    desk = Desk("1943")
    desk.ask(*desk.state.flow, Partisans(ALLIED), phase="initial", active="", cp=0)
    start = next(
        at for at in desk.hex("Sarajevo").neighbours() if desk.context.map.terrain[at] == "mountain"
    )
    desk.put(start, "yugoslav-partisan-1", mode=DISPERSED)
    assert advised(desk) == do.Displace(U("yugoslav-partisan-1"), desk.hex("Sarajevo"))


def test_a_segment_of_bands_ends() -> None:
    desk = Desk("1943")
    desk.ask(*desk.state.flow, Partisans(ALLIED), phase="initial", active="", cp=0)
    bands = [f"yugoslav-partisan-{number}" for number in range(1, 9)]
    for number, at in enumerate(desk.context.zone_hexes["Croatia"][:40:5]):
        desk.put(at, bands[number])
    steps = 0
    while isinstance(desk.state.top, Partisans):
        desk.do(advised(desk))
        steps += 1
    assert steps <= 3 * len(bands) + 1


def test_the_fleet_is_placed_and_the_segment_ends() -> None:
    desk = Desk("1944").put("med_box", "british-5", "british-50")
    desk.ask(*desk.state.flow, Reinforcing(ALLIED), phase="initial", active="", cp=0)
    placed = advised(desk)
    assert isinstance(placed, do.PlaceNaval)
    assert placed.target in desk.context.coast
    desk.do(placed)
    called = 0
    while isinstance(action := advised(desk), do.Enter):
        assert desk.context.optional[action.unit].cost == 1
        desk.do(action)
        called += 1
    assert isinstance(action, do.EndSegment)
    assert called <= 2


def test_an_army_hard_pressed_is_brought_up_to_strength() -> None:
    desk = Desk("1945", side=AXIS, cp=1)
    desk.put("Zagreb", "german-71", steps=1).put("Zagreb", "german-181", marks=("moved",))
    near = next(at for at in desk.hex("Zagreb").neighbours() if at in desk.context.land)
    desk.put(near, "soviet-73", "soviet-74", "soviet-113")
    assert advised(desk) in (do.Restore(U("german-71")), do.Improve(desk.hex("Zagreb")))


def test_moves_say_what_the_hex_is_good_for() -> None:
    """A garrison, ground to be taken, a way to it, supply: each move has a reason of its own."""
    game, said = GameSession.start("balkan_gambit/1943", seed=2), set[str]()
    while game.state.turn < 4:
        action, reason = explain(game)
        if action.kind() == "move":
            said.add(re.sub(r"\b\d{4}\b[^,.]*?(?= (?:is|wants)|[,.])", "#", reason))
        game.act(action)
    assert said >= {"# is nearer to #, which the enemy holds.", "Supply is near #."}
