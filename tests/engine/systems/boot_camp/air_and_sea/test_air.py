"""Air points: how many, where they may go, what is left of them over a hex (BC-22E, BC-B15)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.systems.boot_camp.actions import Allot
from engine.systems.boot_camp.air_and_sea import air
from engine.systems.boot_camp.air_and_sea.air import area_objections
from engine.systems.boot_camp.state.records import Flight, Flying
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.state.constants import ALLIED, AXIS, Phase
from engine.systems.europa.state.records import Onward
from engine.systems.europa.view import planning
from oob.model import UnitId
from tests.engine.systems.boot_camp.desk import Camp

JULIA, GREEK = "italian-3-julia", "greek-8-mountain"
EPIRUS, BESIDE = "14A:4519", "14A:4419"


def points(nation: str, turn: int, entered: int = 0) -> tuple[int, int]:
    row = Camp().context.charts.air_points.row(nation, turn, entered)
    return (0, 0) if row is None else (row.bombers, row.fighters)


def test_example_points_of_an_unlisted_turn_are_those_of_the_last_listed_one() -> None:
    for nation in ("italian", "greek", "british"):
        assert points(nation, 8) == points(nation, 6), "Feb II 41 as Jan II 41"
    assert points("italian", 1) == (8, 4)
    assert points("italian", 2) == (8, 4)
    assert points("greek", 3) == (2, 2)


def test_germany_brings_its_points_with_its_entry() -> None:
    assert points("german", 11) == (0, 0)
    assert points("german", 11, 11) == (24, 12)
    assert points("italian", 12, 11) == (12, 6)
    assert points("german", 13, 11) == (20, 10)
    assert points("italian", 9, 5) == (12, 6), "the line of entry holds until May"
    assert points("german", 14, 14) == (24, 12)


def front(phasing: str = AXIS, weather: str = "clear") -> Camp:
    """Two divisions face each other in Epirus in the air phase."""
    camp = Camp(1)
    target = camp.at(EPIRUS)
    near = next(n for n in camp.context.fronts[target] if camp.context.countries[n] == "Albania")
    camp.put(target, GREEK).put(near, JULIA).having(weather={"D": weather})
    return camp.ask(
        Onward(),
        Flying("allied" if phasing == AXIS else AXIS, phasing),
        Flying(phasing, phasing),
        phase=Phase.AIR.value,
        active=phasing,
    )


def test_the_phasing_side_gives_points_to_its_attacks_and_the_other_answers() -> None:
    camp = front()
    at = camp.at(EPIRUS)
    camp.do(Allot("italian", at, 5, 2))
    assert camp.pos.air_left("italian") == (3, 2)
    assert camp.pos.air_points(at, AXIS) == 5
    camp.do(EndPhase())
    top = camp.state.top
    assert isinstance(top, Flying) and top.side == ALLIED
    camp.do(Allot("greek", at, 1, 3), Allot("british", at, 0, 1))
    assert camp.pos.air_points(at, AXIS) == 3, "four fighters less two, two bombers less"
    assert camp.pos.air_points(at, ALLIED) == 1
    camp.do(EndPhase())
    assert camp.state.phase == Phase.COMBAT
    assert camp.state.flights, "until the attacks are over"


def test_bombers_add_to_the_strength_of_the_attack() -> None:
    camp = front()
    at = camp.at(EPIRUS)
    before = planning.plan(camp.pos, at, (UnitId(JULIA),))
    camp.do(Allot("italian", at, 5, 0))
    after = planning.plan(camp.pos, at, (UnitId(JULIA),))
    assert len(after.attackers) == len(before.attackers) + 1
    assert any(line.value == "5" and line.rule == "BC-B15.1" for line in after.attackers)


def test_poor_weather_halves_bombers() -> None:
    camp = front(weather="poor")
    at = camp.at(EPIRUS)
    camp.do(Allot("italian", at, 5, 0))
    assert camp.pos.air_points(at, AXIS) == Fraction(5, 2)
    assert "halved" in camp.rules.question(camp.state).prompt


def test_points_go_only_where_an_attack_is_possible() -> None:
    camp = front()
    assert camp.objections(Allot("italian", camp.at("15B:0911"), 1, 0)) == ["BC-B15.1"]
    assert camp.objections(Allot("greek", camp.at(EPIRUS), 1, 0)) == ["BC-22E.1"]
    assert camp.objections(Allot("italian", camp.at(EPIRUS), 9, 0)) == ["BC-22E.1"]
    assert camp.objections(Allot("italian", camp.at(EPIRUS), 0, 5)) == ["BC-22E.1"]


def test_points_can_be_called_back_and_count_once_a_turn() -> None:
    camp = front()
    at = camp.at(EPIRUS)
    camp.do(Allot("italian", at, 8, 4), Allot("italian", at, 2, 0))
    assert camp.pos.air_left("italian") == (6, 4)
    camp.do(Allot("italian", at, 0, 0))
    assert camp.state.flights == () and camp.pos.air_left("italian") == (8, 4)
    camp.having(flown={"italian bombers": 8}, flights=())
    assert camp.objections(Allot("italian", at, 1, 0)) == ["BC-22E.1"]


def test_a_nation_that_surrendered_has_no_points() -> None:
    camp = front(ALLIED).having(surrendered=frozenset({"greek"}))
    assert camp.pos.air_left("greek") == (0, 0)
    here = next(iter(camp.pos.held[AXIS]))
    assert camp.objections(Allot("greek", here, 1, 0)) == ["BC-22E.3"]


def test_hungarian_points_keep_to_their_area() -> None:
    camp = front().enter().having(turn=11)
    assert camp.objections(Allot("hungarian", camp.at(EPIRUS), 1, 0))[0] == "BC-24F.2"
    italy = camp.context.country("Italy")[0]
    for nation, rule in (("hungarian", "BC-24F.2"), ("bulgarian", "BC-24G.3")):
        barred = next(area_objections(camp.pos, nation, italy))
        assert barred.rule == rule


@pytest.mark.parametrize("side", [AXIS, ALLIED])
def test_a_side_without_a_target_is_not_asked(side: str) -> None:
    camp = Camp(1)
    camp.ask(
        Onward(),
        Flying(ALLIED, AXIS),
        Flying(AXIS, AXIS),
        phase=Phase.AIR.value,
        active=AXIS,
    ).settle()
    assert camp.state.phase == Phase.COMBAT, side


def test_the_legal_actions_are_those_that_are_allowed() -> None:
    camp = front()
    legal = [action for action in camp.legal if isinstance(action, Allot)]
    assert Allot("italian", camp.at(EPIRUS), 8, 4) in legal
    assert Allot("italian", camp.at(EPIRUS), 0, 4) in legal
    assert all(not camp.objections(action) for action in legal)


def test_new_turns_bring_new_points() -> None:
    camp = front().having(
        flown={"italian bombers": 3}, flights=(Flight("italian", Camp().at(EPIRUS), 3, 0),)
    )
    camp.ask(Onward(), phase=Phase.END.value, active="").settle()
    assert camp.state.turn == 2
    assert camp.state.flown == {} and camp.state.flights == ()


def test_what_each_nation_has_at_a_hex_and_could_have() -> None:
    camp = front()
    at = camp.at(EPIRUS)
    (italy,) = air.AIR.amounts(camp.pos, at)
    assert italy.action == Allot("italian", at, 0, 0)
    assert italy.most == (("bombers", 8), ("fighters", 4))
    camp.do(Allot("italian", at, 5, 2))
    (italy,) = air.AIR.amounts(camp.pos, at)
    assert italy.action == Allot("italian", at, 5, 2), "what is there now"
    assert italy.most == (("bombers", 8), ("fighters", 4)), "and what is left besides"
    assert not air.AIR.amounts(camp.pos, camp.at("14A:3719")), "no attack can be made there"
    camp.do(EndPhase(), EndPhase())
    assert not air.AIR.amounts(camp.pos, at), "the air phase is over"


def test_halved_points_are_told_as_printed() -> None:
    camp = front(weather="poor")
    asked = camp.rules.question(camp.state).prompt
    assert "8 bomber points (halved in this weather) and 4 fighter points left" in asked
    camp.do(Allot("italian", camp.at(EPIRUS), 3, 0), EndPhase(), EndPhase())
    (told,) = camp.told("bombers")
    assert told["strength"] == "1 1/2"
