"""Emergency evacuation, an option (BF-32A6, VPA.3)."""

from __future__ import annotations

from functools import cache

from engine.scenarios import load_scenario
from engine.systems.balkan_front.politics import victory
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.balkan_front.state.constants import MIDDLE_EAST
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.sea.actions import AbandonEquipment
from engine.systems.europa.state.constants import ALLIED, AXIS
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import Front
from tests.engine.systems.europa.sea.fleet import BRIGADE, KHANIA, MALEME, TANKS, Fleet

LEAVE = AbandonEquipment(UnitId(TANKS))


@cache
def rules_with_evacuation() -> BalkanFront:
    """The rules with the option."""
    scenario = load_scenario("balkan_front/italo_greek_war_air", {"emergency evacuation": True})
    return BalkanFront(scenario)


class Evacuation(Fleet):
    """A British armoured brigade on a beach of Crete."""

    def __init__(self) -> None:
        Front.__init__(self, side=ALLIED, rules=rules_with_evacuation())
        self.put(MALEME, TANKS, BRIGADE).ready(ALLIED)


def test_32a6_british_units_leave_their_equipment_and_go_to_the_middle_east() -> None:
    fleet = Evacuation()
    assert list(fleet.legal.family("abandon equipment")) == [LEAVE]
    assert fleet.refused(TANKS, KHANIA) == ["BF-26B1.8"]
    size = fleet.pos.facts(UnitId(TANKS)).transport
    fleet.do(LEAVE)
    assert fleet.where_is(TANKS) == MIDDLE_EAST
    assert fleet.state.used["sea Aegean"] == size


def test_32a6_they_never_leave_the_box_again() -> None:
    fleet = Evacuation().do(LEAVE).ready(ALLIED).having(spent={})
    assert fleet.refused(TANKS, KHANIA) == ["BF-32A6.2"]
    assert fleet.sea.stripped == {UnitId(TANKS)}


def test_vpa3_each_equivalent_is_worth_a_point() -> None:
    fleet = Evacuation().do(LEAVE)
    halves = fleet.pos.facts(UnitId(TANKS)).halves
    assert victory.score(fleet.pos, AXIS) == halves / 2
    assert victory.score(fleet.pos, ALLIED) == 0


def test_32a6_who_has_none_or_has_moved_or_plays_without_the_option() -> None:
    fleet = Evacuation()
    assert fleet.objections(AbandonEquipment(UnitId(BRIGADE))) == ["BF-32A6.1"]
    fleet.do(Move(UnitId(TANKS), fleet.at(KHANIA)))
    assert fleet.objections(LEAVE) == ["BF-26B1.9"]
    assert Fleet(side=ALLIED).put(MALEME, TANKS).ready(ALLIED).objections(LEAVE) == ["BF-32A6.1"]
