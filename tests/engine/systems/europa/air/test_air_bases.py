"""Return to base, escape from captured bases, repair, arrivals, withdrawals and replacements."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.scenarios import load_scenario
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fleet, landing, readiness
from engine.systems.europa.air.actions import Land, LandAll, ReplaceAirUnit, WithdrawAirUnit
from engine.systems.europa.air.records import (
    AirUnit,
    EscapeRoll,
    FlakRoll,
    Landing,
    Mission,
    RepairRoll,
    ToLand,
    WithdrawingAir,
)
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, GONE, PENDING
from engine.systems.europa.state.records import Fighting, Initial
from engine.systems.europa.view import air_panel
from maps.hexgrid import Hex
from tests.engine.systems.balkan_front.desk import BARI
from tests.engine.systems.europa.air.sky import (
    BERAT,
    BLEN,
    BORDER,
    CR42,
    FERRARA,
    GREEKS,
    IOANNINA,
    JU87,
    LARISA,
    MXD,
    P24,
    SM79,
    TIRANA,
    VALONA,
    Sky,
    flown_rules,
)

KORITSA, NEAR_KORITSA = "14A:4216", "14A:4215"


def over_ioannina(unit: str = SM79, base: str = TIRANA) -> Sky:
    """An air unit on ground support, at the end of the combat phase."""
    sky = Sky().put(BORDER, FERRARA).put(IOANNINA, GREEKS).station(base, unit)
    return sky.fly(unit, Mission.GROUND_SUPPORT, IOANNINA).do(EndPhase(), EndPhase())


def initial(sky: Sky, side: str = AXIS) -> Sky:
    """Go from the end of the enemy player turn into a side's initial phase."""
    before = ALLIED if side == AXIS else AXIS
    sky.phase(Fighting, before)
    return sky.do(EndPhase(), EndPhase()) if side == ALLIED else sky.do(EndPhase())


# Return


def test_an_air_unit_returns_to_any_base_of_its_side_within_range() -> None:
    """BF-18.5, 16C.6"""
    sky = over_ioannina()
    sky.do(Land(SM79, sky.at(BARI)))
    assert sky.unit(SM79) == AirUnit(sky.at(BARI), flown=True)


def test_it_lands_on_no_enemy_base_and_on_none_out_of_range() -> None:
    """BF-18.5"""
    sky = over_ioannina(CR42, "14A:4419")
    assert sky.objections(Land(CR42, sky.at(LARISA))) == ["BF-18.5"]
    assert sky.objections(Land(CR42, sky.at(BARI))) == ["BF-18.5"]
    assert sky.objections(Land(SM79, sky.at(TIRANA))) == ["BF-18.5"]


def test_all_land_at_home_at_once() -> None:
    """BF-18.5"""
    sky = over_ioannina().do(LandAll())
    assert sky.unit(SM79).at == sky.at(TIRANA)


def test_an_air_unit_without_a_base_in_range_is_eliminated() -> None:
    """BF-18.5, VPL.4"""
    sky = Sky().put(BORDER, FERRARA).put(IOANNINA, GREEKS).station("14A:4419", CR42)
    sky.fly(CR42, Mission.GROUND_SUPPORT, IOANNINA).do(EndPhase())
    albania = sky.context.area("Albania")
    sky.having(taken={at: ALLIED for at in fleet.bases_of(sky.pos, AXIS) if at in albania})
    sky.do(EndPhase())
    assert sky.unit(CR42).at == DEAD
    assert sky.state.score(ALLIED) >= 2


def test_who_has_no_base_left_when_all_land_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others may have taken the last one since it was asked where to land."""
    sky = over_ioannina()
    monkeypatch.setattr(landing, "options", lambda *_asked: ())
    sky.do(LandAll())
    assert sky.unit(SM79).at == DEAD


def test_defensive_support_returns_at_the_start_of_its_next_initial_phase() -> None:
    """BF-20F2c.2"""
    sky = Sky(side=ALLIED).put(BORDER, FERRARA).put(IOANNINA, GREEKS).station(LARISA, MXD)
    sky.fly(MXD, Mission.DEFENSIVE_SUPPORT, IOANNINA).do(EndPhase())
    assert sky.unit(MXD).target == sky.at(IOANNINA)
    initial(sky, ALLIED)
    assert sky.state.top == ToLand(ALLIED, Landing.RETURNING, (MXD,))
    sky.do(LandAll())
    assert sky.unit(MXD).target is None


# Repair


@pytest.mark.parametrize(("face", "operative"), [(1, True), (2, True), (3, False), (6, False)])
def test_an_italian_air_unit_is_repaired_on_one_or_two(face: int, operative: bool) -> None:
    """BF-23.1, 4A1.2"""
    sky = Sky().station(TIRANA, SM79, operative=False)
    sky.ask(*sky.state.flow, RepairRoll(SM79)).roll(face)
    assert sky.unit(SM79).operative is operative


def test_each_inoperative_air_unit_of_the_phasing_side_gets_a_die() -> None:
    """BF-23.1, 4A1.2"""
    sky = Sky(4, ALLIED).station(LARISA, P24, MXD, operative=False)
    sky.station(TIRANA, SM79, operative=False)
    initial(sky, ALLIED)
    assert [frame for frame in sky.state.flow if isinstance(frame, RepairRoll)] == [
        RepairRoll(MXD),
        RepairRoll(P24),
    ]


# Escape


def captured(unit: str = SM79, *, operative: bool = True) -> Sky:
    """Greeks march into Koritsa, where an Italian air unit stands."""
    sky = Sky().station(KORITSA, unit, operative=operative).put(NEAR_KORITSA, GREEKS)
    sky.ready(ALLIED)
    sky.state = sky.state.with_piece(
        next(u for u in sky.state.pieces if u == GREEKS), at=sky.at(KORITSA)
    )
    return sky.settle_tidy()


def test_an_air_unit_on_a_captured_base_tries_to_escape() -> None:
    """BF-17B.1, 17B.2, 17C.1"""
    sky = captured()
    assert sky.state.top == EscapeRoll(SM79)
    assert fleet.is_base(sky.pos, sky.at(KORITSA), ALLIED)


@pytest.mark.parametrize("face", [1, 2, 3])
def test_it_escapes_on_one_to_three_and_is_inoperative_where_it_lands(face: int) -> None:
    """BF-17B.3, 17B.4: within three movement ratings."""
    sky = captured().roll(face)
    assert sky.state.top == ToLand(AXIS, Landing.ESCAPING, (SM79,))
    sky.do(Land(SM79, sky.at(BERAT)))
    assert sky.unit(SM79) == AirUnit(sky.at(BERAT), operative=False)


@pytest.mark.parametrize("face", [4, 5, 6])
def test_it_is_eliminated_on_four_to_six(face: int) -> None:
    """BF-17B.3, 17B.6"""
    assert captured().roll(face).unit(SM79).at == DEAD


def test_an_inoperative_air_unit_does_not_escape() -> None:
    """BF-17B.1, 17B.6"""
    assert captured(operative=False).unit(SM79).at == DEAD


def test_an_escape_without_a_base_in_range_is_the_end() -> None:
    """BF-17B.5: of all bases Rhodes alone is left, too far for a CR.42."""
    sky = captured(CR42)
    lost = [at for at in fleet.bases_of(sky.pos, AXIS) if isinstance(at, Hex)]
    sky.having(taken={**sky.state.taken, **dict.fromkeys(lost, ALLIED)})
    assert landing.options(sky.pos, CR42, Landing.ESCAPING) == ()
    assert sky.roll(1).unit(CR42).at == DEAD
    lost_by = [event.rule for event in sky.events if event.what == "air unit eliminated"]
    assert lost_by == ["BF-17B.5"]


# The calendar


def test_reinforcements_arrive_at_a_base_of_their_place() -> None:
    """BF-29A.1: a Ju 87B/R in Mainland Italy on Dec I 40."""
    sky = Sky(2)
    sky.having(turn=3)
    readiness.open_phase(sky.context, doing := sky.transition(), AXIS)
    sky.take(doing.state)
    sky.settle()
    assert sky.state.top == ToLand(AXIS, Landing.ARRIVING, (JU87,))
    assert sky.objections(Land(JU87, sky.at(TIRANA))) == ["BF-29A.1"]
    sky.do(Land(JU87, sky.at(BARI)))
    assert sky.unit(JU87).at == sky.at(BARI)


def test_withdrawals_take_an_air_unit_of_the_model() -> None:
    """BF-29C.3: operative ones first."""
    sky = Sky().station(TIRANA, SM79)
    readiness.open_phase(sky.context, doing := sky.transition(), AXIS)
    sky.take(doing.state)
    assert sky.unit(SM79).at == GONE


def test_its_owner_chooses_which_of_several_is_withdrawn() -> None:
    """BF-29C.3: any of the nation and model, operative ones first."""
    second = "italian-ju-87-2"
    for fit in (True, False):
        sky = Sky(turn=6).station(TIRANA, JU87).station(BERAT, second, operative=fit)
        readiness.open_phase(sky.context, doing := sky.transition(), AXIS)
        sky.take(doing.state)
        sky.settle()
        if fit:
            assert sky.state.top == WithdrawingAir(AXIS, (JU87, second))
            assert sky.objections(WithdrawAirUnit(SM79)) == ["BF-29C.3"]
            sky.do(WithdrawAirUnit(second))
        gone = second if fit else JU87
        left = {JU87, second} - {gone}
        assert sky.unit(gone).at == GONE
        assert all(sky.unit(unit).at != GONE for unit in left)


def test_a_withdrawal_that_cannot_be_made_costs_two_points() -> None:
    """BF-29C.4"""
    sky = Sky()
    readiness.open_phase(sky.context, doing := sky.transition(), AXIS)
    sky.take(doing.state)
    assert sky.state.score(AXIS) == -2


def test_transports_follow_the_turn_after_germany_has_intervened() -> None:
    """BF-29A.3: six Ju 52s and two gliders, whichever turn that was, and never without it."""
    for entered, count in ((9, 8), (8, 0), (0, 0)):
        sky = Sky(10).having(entered=entered)
        readiness.open_phase(sky.context, doing := sky.transition(), AXIS)
        sky.take(doing.state)
        sky.settle()
        frame = sky.state.top
        corps = {
            entry.id for entry in fleet.plan_of(sky.context).units if entry.group == "XI Air Corps"
        }
        coming = set(frame.units) if isinstance(frame, ToLand) else set()
        assert len(coming & corps) == count


def test_points_and_withdrawals_count_from_the_turn_of_intervention() -> None:
    """BF-29B.8, 29C.3: a point a turn after it; a transport leaves four turns after it."""
    rules = BalkanFront(load_scenario("balkan_front/campaign", {}))
    sky = Sky(12, rules=rules).having(entered=11)
    readiness.open_phase(sky.context, doing := sky.transition(), AXIS)
    sky.take(doing.state)
    assert sky.air.points["german"] == 1
    for turn, left in ((14, "15B:0911"), (15, GONE)):
        sky = Sky(turn, rules=rules).having(entered=11).station("15B:0911", "german-dfs-230")
        readiness.open_phase(sky.context, doing := sky.transition(), AXIS)
        sky.take(doing.state)
        assert sky.unit("german-dfs-230").at == (left if left == GONE else sky.at(left))
    sky = Sky(15, rules=rules).station("15B:0911", "german-dfs-230")
    readiness.open_phase(sky.context, doing := sky.transition(), AXIS)
    sky.take(doing.state)
    assert sky.unit("german-dfs-230").at != GONE, "Germany has not intervened"
    lines = [row for row in air_panel.due(sky.having(entered=11).pos, 12, 16) if "DFS" in row.text]
    assert {row.turn for row in lines if row.kind == "withdrawal"} == set()
    sky.having(turn=11)
    lines = [row for row in air_panel.due(sky.pos, 12, 16) if "DFS" in row.text]
    assert {row.turn for row in lines if row.kind == "withdrawal"} == {15}


@pytest.mark.parametrize(("at", "comes"), [(GONE, True), (DEAD, False), (PENDING, False)])
def test_an_air_unit_returns_only_if_it_was_withdrawn(at: str, comes: bool) -> None:
    """BF-29C.5: the Ju 87B/R of Jan II 41 and Mar I 41."""
    sky = Sky(9).station(at, JU87)
    readiness.open_phase(sky.context, doing := sky.transition(), AXIS)
    sky.take(doing.state)
    sky.settle()
    frame = sky.state.top
    coming = frame.units if isinstance(frame, ToLand) else ()
    assert ("italian-ju-87-2" in coming) is comes


def test_a_point_brings_an_eliminated_air_unit_back_at_home() -> None:
    """BF-29B.8"""
    sky = Sky().station(DEAD, SM79).station(TIRANA, CR42).phase(Initial, AXIS)
    back = ReplaceAirUnit(SM79, sky.at(BARI))
    assert sky.objections(back) == ["BF-29B.8"]
    sky.having(air=replace(sky.air, points={"italian": 1}))
    assert sky.objections(ReplaceAirUnit(SM79, sky.at(VALONA))) == ["BF-29B.8"]
    assert sky.objections(ReplaceAirUnit(CR42, sky.at(BARI))) == ["BF-29B.8"]
    assert "replace air unit" in sky.kinds()
    sky.do(back)
    assert sky.unit(SM79) == AirUnit(sky.at(BARI))
    assert sky.air.points == {"italian": 0}


def test_every_air_unit_begins_on_a_base_of_its_side() -> None:
    """BF-17.1"""
    rules = flown_rules()
    state = rules.begin().state
    pos = rules.position(state)
    stationed = [unit for unit in pos.air.units if fleet.in_play(pos, unit)]
    assert len(stationed) == 21, "those of neutral Yugoslavia and of Hungary included"
    for unit in stationed:
        at = pos.air.units[unit].at
        assert fleet.is_base(pos, at, fleet.side_of(pos, unit)), unit


def test_the_british_come_to_the_middle_east() -> None:
    """BF-29A.2, 28B2.5"""
    sky = Sky(1)
    readiness.open_phase(sky.context, doing := sky.transition(), ALLIED)
    sky.take(doing.state)
    assert sky.unit(BLEN).at == "middle_east"


def test_an_allied_air_unit_eliminated_is_worth_three_points() -> None:
    """BF-VPA.4"""
    sky = Sky().station(LARISA, MXD)
    sky.ask(*sky.state.flow, FlakRoll(MXD, 17, 1)).roll(1)
    assert sky.unit(MXD).at == DEAD
    assert sky.state.score(AXIS) == 3


def test_a_revolt_drives_air_units_off_the_bases_it_takes() -> None:
    """BF-28A1d.8: they must try to escape at once."""
    sky = Sky().station(TIRANA, SM79).station(BERAT, CR42, operative=False)
    taken = {at: ALLIED for at in sky.context.area("Albania")}
    sky.having(taken={**sky.state.taken, **taken}).settle_tidy()
    assert sky.state.top == EscapeRoll(SM79)
    assert sky.unit(CR42).at == DEAD


def test_air_units_of_a_nation_that_surrenders_leave_the_game() -> None:
    """BF-17.1"""
    sky = Sky().station(LARISA, MXD).having(surrendered=frozenset({"greek"})).settle_tidy()
    assert sky.unit(MXD).at == GONE
