"""Mobilization: listed cadres, and the regions of Yugoslavia."""

from __future__ import annotations

import pytest

from engine.systems.europa.actions import EndPhase
from engine.systems.europa.charts.supply_charts import Share
from engine.systems.europa.production import arrivals, mobilization
from engine.systems.europa.production.initial_actions import Arrive, Mobilize
from engine.systems.europa.production.mobilization import RegionRoll
from engine.systems.europa.scenario.schedule import Mobilizing, Region
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, OUT, PENDING
from oob.model import UnitId
from tests.engine.systems.europa.homefront import Home

SECOND, THIRD, SIXTH = (UnitId(f"greek-{n}-mountain") for n in (2, 3, 6))
LISTED = (Mobilizing(1, (SECOND, THIRD)),)
DRAVSKA, TRIGLAVSKA = UnitId("yugoslav-38-dravska"), UnitId("yugoslav-32-triglavska")
LJU = UnitId("yugoslav-lju-brigade")
SLOVENIA = Region("Slovenia", (DRAVSKA,), (TRIGLAVSKA, LJU))


def greeks(*cadres: UnitId, title: str = "balkan_front") -> Home:
    home = Home(title, side=ALLIED, mobilizations=LISTED)
    return home.put("larisa", *cadres, steps=1)


@pytest.mark.parametrize("title", ["balkan_front", "boot_camp"])
def test_listed_cadres_in_play_flip(title: str) -> None:
    home = greeks(SECOND, THIRD, title=title).open(1)
    assert home.steps(SECOND) == home.steps(THIRD) == 2
    assert {fact["unit"] for fact in home.told("mobilized")} == {SECOND, THIRD}
    assert home.moving().pos.left(SECOND) == 12, "it moves and attacks in the same turn"


def test_cadres_that_are_not_in_play_do_not() -> None:
    home = greeks(SECOND).box(DEAD, THIRD).open(1)
    assert home.steps(SECOND) == 2 and home.where(THIRD) == DEAD


def test_supply_and_enemy_zones_do_not_matter() -> None:
    home = greeks(SECOND)
    home.put(home.at("larisa").neighbours()[0], UnitId("italian-3-julia"))
    home.state = home.state.with_piece(SECOND, marks=frozenset({OUT}))
    home.open(1)
    assert home.steps(SECOND) == 2


def test_where_more_cadres_stand_ready_the_owner_chooses() -> None:
    home = greeks(SECOND, THIRD, SIXTH, title="boot_camp").open(1)
    assert [home.steps(u) for u in (SECOND, THIRD, SIXTH)] == [1, 1, 1]
    home.do(Mobilize(SIXTH), Mobilize(SECOND))
    assert [home.steps(u) for u in (SECOND, THIRD, SIXTH)] == [2, 1, 2]
    assert home.objections(Mobilize(THIRD)) == ["BC-22C.1"]


def test_what_the_owner_leaves_open_mobilizes_as_the_phase_closes() -> None:
    home = greeks(SECOND, THIRD, SIXTH).open(1).do(EndPhase())
    assert sorted(home.steps(u) for u in (SECOND, THIRD, SIXTH)) == [1, 2, 2]


def test_nobody_mobilizes_on_other_turns() -> None:
    assert greeks(SECOND).open(2).steps(SECOND) == 1


# Regions


def slovenes(*, entered: int = 3, turn: int = 3) -> Home:
    home = Home(side=ALLIED, regions=(SLOVENIA,)).join(yugoslav=ALLIED)
    home.put("maribor", DRAVSKA, steps=1).having(entered=entered)
    return home.open(turn)


def test_each_region_with_anything_left_rolls() -> None:
    home = slovenes()
    assert home.state.top == RegionRoll(ALLIED, "Slovenia")
    node = home.rules_base.chance(home.state)
    assert node is not None and node.sides == 6 and node.rule == "BF-29E.3"


@pytest.mark.parametrize(
    ("roll", "share", "divisions"),
    [(1, Share.NONE, 0), (2, Share.ONE, 1), (4, Share.HALF, 1), (6, Share.ALL, 2)],
)
def test_rolls_mobilize_more_the_higher_they_are(roll: int, share: Share, divisions: int) -> None:
    home = slovenes()
    assert mobilization.modifier(home.pos, RegionRoll(ALLIED, "Slovenia")) == 0, "-1 and +1"
    home.roll(roll)
    told = home.told("region mobilizes")[0]
    assert told["share"] == share.value
    assert told["modifier"] == "+0"
    assert (home.steps(DRAVSKA) == 2) == (divisions >= 1)
    due = arrivals.due(home.pos, ALLIED)
    assert (TRIGLAVSKA in due) == (divisions == 2)
    assert (LJU in due) == (share is not Share.NONE)


def test_new_units_appear_in_their_own_cities_of_the_region() -> None:
    home = slovenes().roll(6)
    home.do(Arrive(TRIGLAVSKA, home.at("maribor")))
    assert home.objections(Arrive(LJU, home.at("beograd"))) == ["BF-29A.1"]
    assert home.objections(EndPhase()) == ["BF-29A.1"]
    home.place_all().do(EndPhase())
    assert home.context.regions[LJU] == "Slovenia"


def test_what_stays_behind_rolls_again_next_turn_with_more_hope() -> None:
    home = slovenes().roll(1)
    assert home.where(TRIGLAVSKA) == PENDING and home.steps(DRAVSKA) == 1
    home.open(4)
    assert mobilization.modifier(home.pos, RegionRoll(ALLIED, "Slovenia")) == 1


def test_modifiers_of_regions() -> None:
    home = slovenes()
    pos = home.pos
    assert mobilization.modifier(pos, RegionRoll(ALLIED, "Serbia")) == 2
    assert mobilization.modifier(pos, RegionRoll(ALLIED, "Backa")) == 1
    home.own(AXIS, "maribor")
    assert mobilization.modifier(home.pos, RegionRoll(ALLIED, "Slovenia")) == -1


def test_a_region_without_a_city_of_its_own_does_not_roll() -> None:
    home = Home(side=ALLIED, regions=(SLOVENIA,)).join(yugoslav=ALLIED).having(entered=3)
    lost = dict.fromkeys(home.context.country("Yugoslavia"), AXIS)
    home.having(taken=lost).open(3)
    assert not isinstance(home.state.top, RegionRoll)


def test_neutral_yugoslavia_does_not_mobilize() -> None:
    home = Home(side=ALLIED, regions=(SLOVENIA,)).put("maribor", DRAVSKA, steps=1).open(3)
    assert not isinstance(home.state.top, RegionRoll)
