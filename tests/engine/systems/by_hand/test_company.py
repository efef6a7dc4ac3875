"""States of some units alone, changes of side, ground that is not held, company, and marches."""

from __future__ import annotations

import pytest

from engine.core.codec import digest
from engine.rules.movement.actions import Move
from engine.systems.by_hand import actions as hand
from maps.errors import KnownError
from tests.engine.systems.by_hand.desk import HEAD, MOVEMENT, STACKING, SUPPLY, Desk, scenario
from tests.engine.systems.by_hand.test_declared import B5, B6, R1, R2, R9, placed, reach

STATES = """
[[states]]
id = "stuck"
name = "stuck"
of = ["armor"]
most = 1

[[states]]
id = "turned"
name = "turned"
side = "blue"

[[states]]
id = "hiding"
name = "hiding"
"""
UNHELD = MOVEMENT + 'unheld = ["hiding"]\n'
SKY = """
[weather]
rule = "3.1"
kinds = [
    { id = "dry", name = "dry", to = 3 },
    { id = "mud", name = "mud", to = 6, extra = -2, spares = ["armor"] },
]
"""
RULES = HEAD + STATES + UNHELD


def test_a_state_slows_only_units_it_names_and_to_so_many_points() -> None:
    desk = placed(RULES, **{R1: "0101", R9: "0101"})
    for unit in (R1, R9):
        desk.do(hand.Mark(unit, "stuck"))
    pos = desk.rules.position(desk.state)
    assert (pos.allowance(R1), pos.allowance(R9)) == (4, 1)


def test_weather_spares_the_units_it_names() -> None:
    desk = placed(RULES + SKY, **{R1: "0101", R9: "0101"})
    desk.do(hand.SetWeather("mud"))
    pos = desk.rules.position(desk.state)
    assert (pos.allowance(R1), pos.allowance(R9)) == (2, 6)


def test_a_unit_in_a_state_of_the_other_side_is_its_enemy_until_it_leaves_the_state() -> None:
    desk = placed(RULES, **{R1: "0201", R2: "0301"})
    assert desk.disliked(Move(R1, desk.hex("0301"))) == []
    before = digest(desk.state)
    desk.do(hand.Mark(R2, "turned"))
    assert desk.rules.owner(desk.state, R2) == "blue"
    assert "held by another side" in desk.disliked(Move(R1, desk.hex("0301")))[0]
    assert desk.refused(hand.MoveStack((R1, R2), desk.hex("0302"))) != []
    desk.do(hand.Unmark(R2, "turned"))
    assert desk.rules.owner(desk.state, R2) == "red" and digest(desk.state) == before


def test_a_state_belongs_to_a_side_that_is_declared() -> None:
    sides = '[[sides]]\nid = "red"\nname = "Red"\n'
    with pytest.raises(KnownError, match="should be a side"):
        scenario(RULES + sides)


def test_units_that_hold_no_ground_are_passed_and_not_attacked() -> None:
    desk = placed(RULES, **{R1: "0301", B5: "0302"})
    blocked = reach(desk, R1)
    desk.do(hand.Mark(B5, "hiding"))
    assert "0302" not in blocked and "0302" in reach(desk, R1)
    pos = desk.rules.position(desk.state)
    assert pos.enemies(desk.hex("0302"), "red") == () and not pos.hostile("red")


APART = (
    STACKING
    + """rooms = [
    { id = "tanks", of = ["armor"], holds = 0, side = "red", no_more = true },
]
apart = [{ id = "proud", of = ["red-2"], never = ["red-3"] }]
"""
)


def test_units_are_kept_apart_and_some_have_only_rooms_of_their_own() -> None:
    """[H-stacking]"""
    third = type(R1)("red-3")
    desk = placed(HEAD + MOVEMENT + APART, **{R1: "0301", R2: "0301", third: "0302", R9: "0401"})
    (apart,) = desk.disliked(Move(third, desk.hex("0301")))[:1]
    assert "would hold 3" in apart, "the number is told first"
    desk.do(hand.Place(R1, desk.hex("0101")))
    (apart,) = desk.disliked(Move(third, desk.hex("0301")))[:1]
    assert "may not be in 0301 with" in apart and "[6.3]" in apart
    assert desk.disliked(Move(R1, desk.hex("0302"))) == []
    assert any(
        "has room for 0 units of armor" in one for one in desk.disliked(Move(R9, desk.hex("0302")))
    )
    assert desk.disliked(Move(R1, desk.hex("0201"))) == []


MARCH = SUPPLY.replace("length = 2", 'length = 2\nlines = ["track"]\nmeasure = "points"')


def fed(rules: str, **where: str) -> bool | None:
    desk = placed(HEAD + MOVEMENT + rules, **where)
    return desk.rules.position(desk.state).fed(R1)


def test_the_last_stretch_is_a_march_of_so_many_points_or_of_all_a_unit_has() -> None:
    """[H-supply]"""
    points, allowance = MARCH, MARCH.replace('"points"', '"allowance"')
    assert fed(points, **{R1: "0202"}) is True, "beside the track"
    assert fed(points, **{R1: "0204"}) is False, "three points from the track"
    assert fed(allowance, **{R1: "0204"}) is True
    desk = placed(HEAD + MOVEMENT + allowance, **{R1: "0204"})
    line = desk.rules.supply_line(desk.state, R1)
    (march,) = line.elements
    assert (march.kind, march.used, march.limit) == ("march", 3, 4)
    desk.do(hand.Mark(R1, "hungry"))
    assert desk.rules.position(desk.state).fed(R1) is True, "what a state leaves does not count"
    lost = placed(HEAD + MOVEMENT + points, **{R1: "0204"})
    assert "a march of 2 movement points" in lost.rules.supply(lost.state, R1)[2]


def test_a_marker_is_a_source_wherever_it_lies() -> None:
    rules = SUPPLY.replace('["home"]', '["dump"]') + '[[markers]]\nid = "dump"\nname = "Dump"\n'
    desk = placed(HEAD + MOVEMENT + rules, **{R1: "0501", B6: "0101"})
    pos = desk.rules.position(desk.state)
    assert pos.fed(R1) is False
    desk.do(hand.PutMarker("dump", desk.hex("0502")))
    assert desk.rules.position(desk.state).fed(R1) is True
    desk.do(hand.TakeMarker("dump", desk.hex("0502")))
    assert desk.rules.position(desk.state).fed(R1) is False
    assert isinstance(desk, Desk)
