"""Waters: what hangs together as a ship goes."""

from __future__ import annotations

from engine.rules.naval.waters import Waters
from maps.hexgrid import Hex

WEST = [Hex(q, 0) for q in range(4)]
EAST = [Hex(q, 0) for q in range(6, 8)]
WET = frozenset(WEST + EAST)
LINKS = {at: tuple(near for near in at.neighbours() if near in WET) for at in WET}


def test_a_ship_goes_anywhere_in_its_water_and_to_no_other() -> None:
    waters = Waters(WET, LINKS)
    assert waters.join([WEST[0]], WEST[3])
    assert not waters.join([WEST[0]], EAST[0])
    assert waters.join([WEST[0], EAST[1]], EAST[0]), "from one of several places"
    assert not waters.join([Hex(20, 20)], WEST[0]), "from dry land"
    assert not waters.join([WEST[0]], Hex(20, 20))


def test_waters_are_counted_from_the_largest_and_boxes_lie_on_that() -> None:
    waters = Waters(WET, LINKS)
    assert {waters.of(at) for at in WEST} == {0} and {waters.of(at) for at in EAST} == {1}
    assert waters.join(["Egypt"], WEST[0]) and not waters.join(["Egypt"], EAST[0])


def test_a_part_of_the_sea_may_have_no_boxes_and_nothing_wet_has_none() -> None:
    assert not Waters(WET, LINKS, boxes=False).join(["Egypt"], WEST[0])
    assert not Waters(frozenset(), {}).join(["Egypt"], "Egypt")


def test_a_part_of_the_sea_keeps_within_its_hexes() -> None:
    waters = Waters(frozenset(WEST[:1] + WEST[2:]), LINKS)
    assert not waters.join([WEST[0]], WEST[2]), "the hex between is outside"
