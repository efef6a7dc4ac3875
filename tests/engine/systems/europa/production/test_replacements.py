"""Replacement points: what comes in, what it buys, where units return, cadres rebuilt."""

from __future__ import annotations

import pytest

from engine.systems.europa.production import replacements
from engine.systems.europa.production.initial_actions import RebuildCadre, Replace
from engine.systems.europa.production.replacements import terms
from engine.systems.europa.scenario.schedule import Points
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.europa.homefront import Home

JULIA, PARMA = UnitId("italian-3-julia"), UnitId("italian-49-parma")
REGIMENT, CAVALRY = UnitId("italian-a-regiment"), UnitId("italian-aosta")
CENTAURO, MARINES = UnitId("italian-131-centauro"), UnitId("italian-3-sm-marine")


def rich(title: str = "balkan_front", **points: int) -> Home:
    """Italians with so many whole points of each kind, and dead units of all sorts."""
    home = Home(title).having(points={f"italian {kind}": 2 * n for kind, n in points.items()})
    return home.box(DEAD, JULIA, PARMA, REGIMENT, CAVALRY, CENTAURO)


def back(home: Home, unit: UnitId, kind: str, *, cadre: bool = False, at: str = "bari") -> Replace:
    return Replace(unit, home.at(at), kind, cadre)


def test_points_come_in_by_the_calendar_and_are_saved() -> None:
    rows = (
        Points("italian", {"inf": 2, "arm": 1}, turns=(3, 5)),
        Points("greek", {"mtn": 1}, turns=(3,)),
    )
    home = Home(points=rows).open(3)
    assert home.state.points == {"italian inf": 4, "italian arm": 2}
    home.open(4)
    assert home.state.points == {"italian inf": 4, "italian arm": 2}
    home.open(5)
    assert home.state.points == {"italian inf": 8, "italian arm": 4}
    assert home.open(3, ALLIED).state.points["greek mtn"] == 2


def test_points_after_german_entry_and_while_half_the_cities_hold() -> None:
    rows = (
        Points("german", {"inf": 1}, after_entry=(1, 2)),
        Points("yugoslav", {"inf": 1}, after_entry=(1, 2), half_cities=True),
    )
    home = Home(points=rows).join(yugoslav=ALLIED)
    assert not home.open(11).state.points
    home.having(entered=10)
    assert home.open(11).state.points == {"german inf": 2}
    assert home.open(11, ALLIED).state.points["yugoslav inf"] == 2
    lost = dict.fromkeys(home.context.country("Yugoslavia"), AXIS)
    home.having(taken=lost, points={})
    assert not home.open(12, ALLIED).state.points


def test_nations_out_of_the_war_get_none() -> None:
    home = Home(points=(Points("italian", {"inf": 2}, turns=(3,)),))
    home.having(surrendered=frozenset({"italian"}))
    assert not home.open(3).state.points


def test_an_infantry_point_brings_back_an_equivalent() -> None:
    home = rich(inf=4)
    home.do(back(home, REGIMENT, "inf"))
    assert home.state.points == {"italian inf": 6}
    home.do(back(home, PARMA, "inf"))
    assert not home.state.points
    assert home.steps(PARMA) == 2 and home.where(PARMA) == home.at("bari")


def test_a_battalion_costs_half_a_point() -> None:
    home = Home().having(points={"italian inf": 2})
    battalion = UnitId("italian-zara-machine-gun")
    assert replacements.price(home.box(DEAD, battalion).pos, battalion) == 1
    assert terms(home.pos, back(home, battalion, "inf")) == " for 1/2 infantry point"


def test_a_line_tells_the_form_and_the_price() -> None:
    """BF-29B.2, 29B.6"""
    home = rich(inf=4)
    assert terms(home.pos, back(home, PARMA, "inf")) == " whole for 3 infantry points"
    cadre = back(home, PARMA, "inf", cadre=True)
    assert terms(home.pos, cadre) == " as a cadre for 1 infantry point"
    assert terms(home.pos, RebuildCadre(PARMA, "inf")) == " for 2 infantry points"
    learner = Home("boot_camp").box(DEAD, PARMA)
    assert "whole" not in terms(learner.pos, back(learner, PARMA, "inf"))


def test_a_cadre_alone_costs_one_point() -> None:
    home = rich(inf=1)
    assert home.objections(back(home, PARMA, "inf")) == ["BF-29B.1"]
    home.do(back(home, PARMA, "inf", cadre=True))
    assert home.steps(PARMA) == 1 and not home.state.points


@pytest.mark.parametrize(
    ("unit", "kind", "served"),
    [
        (PARMA, "inf", True),
        (PARMA, "mtn", True),
        (PARMA, "arm", False),
        (JULIA, "inf", False),
        (JULIA, "mtn", True),
        (CENTAURO, "inf", False),
        (CENTAURO, "arm", True),
        (CAVALRY, "inf", False),
        (UnitId("italian-zara-static"), "inf", True),
        (UnitId("italian-1-border"), "inf", True),
    ],
)
def test_each_kind_of_point_serves_its_units(unit: UnitId, kind: str, served: bool) -> None:
    assert (kind in replacements.kinds_for(Home().pos, unit)) is served


def test_example_replaced_italians_appear_in_italy() -> None:
    home = rich(inf=3)
    homes = replacements.homes(home.pos, PARMA)
    assert home.at("bari") in homes and home.at("brindisi") in homes
    assert home.at("tirana") not in homes, "Albania is not Italy"
    ranks = {home.context.city_rank(at) for at in homes if isinstance(at, Hex)}
    assert min(ranks) == 3, "dot cities and major ones"
    wrong = back(home, PARMA, "inf", at="tirana")
    assert home.objections(wrong) == ["BF-29B.5"]


def test_british_units_return_in_the_middle_east() -> None:
    home = Home(side=ALLIED)
    assert replacements.homes(home.pos, UnitId("british-14-brigade")) == ("middle_east",)


def test_two_points_rebuild_a_cadre_that_is_supplied_and_free() -> None:
    home = rich(inf=2).put("bari", PARMA, steps=1)
    home.do(RebuildCadre(PARMA, "inf"))
    assert home.steps(PARMA) == 2 and not home.state.points
    assert not home.state.pieces[PARMA].marks, "it operates as usual from now on"
    assert home.objections(RebuildCadre(PARMA, "inf")) == ["BF-29B.6"], "it is no cadre now"


def test_not_out_of_supply_and_not_in_enemy_zones() -> None:
    home = rich(inf=2).put("tripolis", PARMA, steps=1)
    assert home.objections(RebuildCadre(PARMA, "inf")) == ["BF-29B.6"]
    home = rich(inf=2).put("elbasan", PARMA, steps=1)
    assert not home.objections(RebuildCadre(PARMA, "inf"))
    near = home.at("elbasan").neighbours()[0]
    home.put(near, "greek-1-mountain")
    assert home.objections(RebuildCadre(PARMA, "inf")) == ["BF-29B.6"]


def test_mountain_points_serve_as_infantry_points_for_cadres_too() -> None:
    home = rich(mtn=2).put("bari", PARMA, steps=1)
    home.do(RebuildCadre(PARMA, "mtn"))
    assert home.steps(PARMA) == 2


# Boot Camp


def test_boot_camp_one_point_a_unit_and_three_a_division() -> None:
    home = rich("boot_camp", inf=4)
    home.do(back(home, REGIMENT, "inf", at="tirana"))
    assert home.state.points == {"italian inf": 6}
    home.do(back(home, JULIA, "inf", at="durazzo"))
    assert not home.state.points


def test_boot_camp_brings_no_cadres_back() -> None:
    home = rich("boot_camp", inf=3)
    assert home.objections(back(home, JULIA, "inf", cadre=True)) == ["BC-22D.1"]


def test_boot_camp_places_in_any_friendly_city() -> None:
    home = rich("boot_camp", inf=3).own(AXIS, "larisa", "farsala")
    homes = replacements.homes(home.pos, PARMA)
    assert {home.at("larisa"), home.at("farsala"), home.at("tirana")} <= set(homes)
    home.own(ALLIED, "larisa")
    assert home.objections(back(home, PARMA, "inf", at="larisa")) == ["BC-22D.3"]


def test_boot_camp_armour_points_alone_serve_cm_units_and_any_serves_the_rest() -> None:
    pos = Home("boot_camp").pos
    assert replacements.kinds_for(pos, CENTAURO) == ("arm",)
    assert replacements.kinds_for(pos, JULIA) == ("inf", "mtn", "arm")
    assert replacements.kinds_for(pos, CAVALRY) == ("inf", "mtn", "arm")


def test_boot_camp_rebuilds_cadres_in_friendly_cities() -> None:
    home = rich("boot_camp", inf=2).put("bari", JULIA, steps=1)
    home.do(RebuildCadre(JULIA, "inf"))
    assert home.steps(JULIA) == 2
    near = next(
        at
        for at in home.at("tirana").neighbours()
        if at in home.context.land and not home.context.city_rank(at)
    )
    home = rich("boot_camp", inf=2).put(near, JULIA, steps=1)
    assert home.objections(RebuildCadre(JULIA, "inf")) == ["BC-22D.5"]


def test_what_is_offered_can_be_paid() -> None:
    home = rich(inf=1).put("bari", PARMA, steps=1)
    offered = [a for a in home.legal.family("replace") if isinstance(a, Replace)]
    assert {a.unit for a in offered} == {REGIMENT}
    assert "rebuild" not in home.kinds()
    home.having(weather={"D": "poor", "E": "poor"}, points={"italian inf": 4})
    assert "rebuild" in home.kinds()


def test_points_of_several_kinds_pay_together() -> None:
    """(BF 29B.3, BC 22D.6) A mountain point may be used as an infantry point: two and one are
    three.
    """
    home = rich(inf=2, mtn=1)
    paid = back(home, PARMA, "inf+mtn")
    offered = {a.purse for a in home.legal.family("replace") if a.who() == (PARMA,) and not a.cadre}
    assert offered == {"inf+mtn"}
    assert terms(home.pos, paid) == " whole for 2 infantry and 1 mountain points"
    assert home.objections(back(home, JULIA, "inf+mtn")) == ["BF-29B.2"], "no infantry points"
    home.do(paid)
    assert home.steps(PARMA) == 2 and not home.state.points


def test_each_split_of_kinds_is_offered_once() -> None:
    home = rich("boot_camp", inf=2, mtn=2, arm=0)
    offered = {a.purse for a in home.legal.family("replace") if a.who() == (JULIA,)}
    assert offered == {"inf+mtn", "mtn+inf"}, "which kind is used up first is the player's choice"
    home = rich("boot_camp", inf=1, mtn=1, arm=1)
    offered = {a.purse for a in home.legal.family("replace") if a.who() == (JULIA,)}
    assert offered == {"inf+mtn+arm"}
    home = rich("boot_camp", inf=3, mtn=1)
    offered = {a.purse for a in home.legal.family("replace") if a.who() == (JULIA,)}
    assert offered == {"inf", "mtn+inf"}
    assert home.objections(back(home, JULIA, "inf+mtn", at="durazzo")) == ["BC-22D.1"]


def test_a_cadre_is_rebuilt_by_points_of_two_kinds() -> None:
    """(BF 29B.6, BC 22D.4)"""
    home = rich(inf=1, mtn=1).put("bari", PARMA, steps=1)
    assert terms(home.pos, RebuildCadre(PARMA, "inf+mtn")) == (
        " for 1 infantry and 1 mountain points"
    )
    home.do(RebuildCadre(PARMA, "inf+mtn"))
    assert home.steps(PARMA) == 2 and not home.state.points
