"""Conversions and withdrawals of the order of battle."""

from __future__ import annotations

from engine.play.accounts import unaccounted
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.production.initial_actions import Convert, WithdrawUnit
from engine.systems.europa.scenario.schedule import Conversion, Withdrawal
from engine.systems.europa.state.constants import ALLIED, AXIS, GONE, PENDING
from oob.model import UnitId
from tests.engine.systems.europa.homefront import Home

FOURTH, FIFTH = UnitId("greek-4-mountain-brigade"), UnitId("greek-5-mountain-brigade")
FIFTEENTH = UnitId("greek-15-mountain")
BORDERS = (UnitId("greek-viii-border"), UnitId("greek-ix-border"))
NEW = UnitId("greek-22-infantry")
JULIA, TRIDENTINA = UnitId("italian-3-julia"), UnitId("italian-2-tridentina")
CONVERSION = Conversion(4, (FOURTH,), FIFTEENTH)
DOUBLE = Conversion(4, BORDERS, NEW)


def converting(entry: Conversion = CONVERSION, title: str = "balkan_front") -> Home:
    return Home(title, side=ALLIED, conversions=(entry,)).having(turn=4)


def test_a_unit_converts_from_its_turn_on_and_never_comes_back() -> None:
    home = converting().put("larisa", FOURTH)
    assert home.having(turn=3).objections(Convert((FOURTH,), FIFTEENTH)) == ["BF-29D.1"]
    home.having(turn=6).do(Convert((FOURTH,), FIFTEENTH))
    assert home.where(FIFTEENTH) == home.at("larisa") and home.steps(FIFTEENTH) == 2
    assert home.where(FOURTH) == GONE
    assert home.objections(Convert((FIFTH,), FIFTEENTH)) == ["BF-29D.1"]


def test_all_that_a_conversion_makes_is_told() -> None:
    entry = Conversion(4, (FOURTH,), FIFTEENTH, also=(NEW,))
    home = converting(entry).put("larisa", FOURTH)
    before = home.state
    home.do(Convert((FOURTH,), FIFTEENTH))
    assert home.where(NEW) == home.where(FIFTEENTH) == home.at("larisa")
    assert not list(unaccounted(before, home.state, home.events))


def test_a_converted_unit_acts_in_the_same_turn() -> None:
    home = converting(title="boot_camp").put("larisa", FOURTH).do(Convert((FOURTH,), FIFTEENTH))
    home.moving()
    assert home.pos.left(FIFTEENTH) == 12 and home.kinds() >= {"move"}


def test_any_unit_of_the_kind_will_do() -> None:
    home = converting().put("larisa", FIFTH)
    home.do(Convert((FIFTH,), FIFTEENTH))
    assert home.where(FIFTEENTH) == home.at("larisa")
    other = converting().put("larisa", UnitId("greek-8-mountain"))
    assert other.objections(Convert((UnitId("greek-8-mountain"),), FIFTEENTH)) == ["BF-29D.1"]


def test_it_must_be_supplied_and_out_of_enemy_zones() -> None:
    home = converting().put("trieste", FOURTH)
    assert home.objections(Convert((FOURTH,), FIFTEENTH)) == ["BF-29D.2"]
    home = converting().put("larisa", FOURTH)
    near = home.at("larisa").neighbours()[0]
    home.put(near, JULIA)
    assert home.objections(Convert((FOURTH,), FIFTEENTH)) == ["BF-29D.2"]


def test_several_units_must_share_a_hex() -> None:
    home = converting(DOUBLE, "boot_camp").put("larisa", BORDERS[0]).put("volos", BORDERS[1])
    assert home.objections(Convert(BORDERS, NEW)) == ["BC-22B.3"]
    home.put("larisa", BORDERS[1]).do(Convert(BORDERS, NEW))
    assert home.where(NEW) == home.at("larisa")
    assert {home.where(unit) for unit in BORDERS} == {GONE}


def test_one_unit_is_not_two() -> None:
    home = converting(DOUBLE).put("larisa", *BORDERS)
    assert home.objections(Convert((BORDERS[0], BORDERS[0]), NEW)) == ["BF-29D.1"]


def test_what_is_offered_is_what_is_legal() -> None:
    home = converting(DOUBLE).put("larisa", *BORDERS, UnitId("greek-vi-border"))
    offered = list(home.legal.family("convert"))
    assert len(offered) == 3, "two of three border units"
    assert converting().kinds().isdisjoint({"convert"}), "nobody to convert"


# Withdrawals


def withdrawing(*units: UnitId, title: str = "balkan_front") -> Home:
    return Home(title, withdrawals=(Withdrawal(units, turn=5),)).having(turn=5)


def test_any_unit_of_the_kind_is_withdrawn() -> None:
    home = withdrawing(JULIA).put("bari", TRIDENTINA)
    assert home.objections(EndPhase()) == ["BF-29C.1"]
    home.do(WithdrawUnit(TRIDENTINA))
    assert home.where(TRIDENTINA) == GONE
    assert not home.objections(EndPhase())
    home.do(EndPhase())
    assert home.state.score(AXIS) == 0


def test_supplied_units_out_of_enemy_zones_go_first() -> None:
    home = withdrawing(JULIA).put("bari", TRIDENTINA).put("tripolis", JULIA)
    assert home.objections(WithdrawUnit(JULIA)) == ["BF-29C.1"]
    alone = withdrawing(JULIA).put("tripolis", JULIA)
    alone.do(WithdrawUnit(JULIA))


def test_a_withdrawal_that_cannot_be_made_costs_two_points_a_unit() -> None:
    """BF-29C.2, VPA.19"""
    home = withdrawing(JULIA, TRIDENTINA).put("bari", TRIDENTINA)
    home.do(WithdrawUnit(TRIDENTINA), EndPhase())
    assert home.state.score(AXIS) == -2
    assert home.state.ledger[0].rule == "BF-29C.2"


def test_the_allies_lose_points_too_for_a_unit_that_cannot_be_withdrawn() -> None:
    """BF-VPL.13"""
    home = Home("balkan_front", side=ALLIED, withdrawals=(Withdrawal((FOURTH,), turn=5),))
    home.having(turn=5).do(EndPhase())
    assert (home.state.score(AXIS), home.state.score(ALLIED)) == (0, -2)


def test_cadres_do_not_stand_for_divisions() -> None:
    home = withdrawing(JULIA).put("bari", TRIDENTINA, steps=1)
    assert home.objections(WithdrawUnit(TRIDENTINA)) == ["BF-29C.1"]
    home.do(EndPhase())
    assert home.state.score(AXIS) == -2


def test_nothing_is_owed_on_other_turns() -> None:
    home = withdrawing(JULIA).put("bari", JULIA)
    assert home.having(turn=6).objections(WithdrawUnit(JULIA)) == ["BF-29C.1"]
    assert not home.objections(EndPhase())


def test_boot_camp_loses_nothing_by_it() -> None:
    home = withdrawing(JULIA, title="boot_camp").do(EndPhase())
    assert not home.state.ledger
    assert home.where(JULIA) == PENDING
