"""Divisions break down and assemble (BF-15, BC-20)."""

from __future__ import annotations

from engine.systems.europa.actions import EndPhase
from engine.systems.europa.movement import breakdown
from engine.systems.europa.movement.move_actions import Assemble, BreakDown, Into, Move
from engine.systems.europa.state.constants import AXIS, BROKEN, DEAD, HELD, OUT
from engine.systems.europa.state.records import Initial
from oob.model import UnitId
from tests.engine.systems.europa.frontier import Frontier

AT, BESIDE = "14A:1211", "14A:1210"
FOOT = UnitId("german-50-infantry")
GREEKS = UnitId("greek-5-mountain")
MOUNTAIN = UnitId("german-5-mountain")
MOTORIZED = UnitId("german-60-motorized")


def division(field: Frontier) -> UnitId:
    """A German infantry division that the chart breaks down."""
    units = (u for u in field.context.units if u.startswith("german-"))
    return next(
        u
        for u in units
        if field.context.units[u].type == "infantry"
        and field.context.units[u].size == "XX"
        and breakdown.rows_of(field.pos, u)
    )


def test_example_a_german_division_into_three_supported_regiments() -> None:
    field = Frontier()
    unit = division(field)
    field.put(AT, unit).do(BreakDown(unit, Into.SUPPORTED))
    parts = field.told("broken down")[0]["into"]
    assert len(parts) == 3
    assert all(field.where(part) == field.at(AT) for part in parts)
    assert all(field.pos.facts(part).supported for part in parts)
    assert all(not field.pos.facts(part).headquarters for part in parts)
    assert field.where(unit) == BROKEN
    assert not field.state.spent, "it costs no points"


def test_example_or_into_a_headquarters_and_unsupported_ones() -> None:
    field = Frontier()
    unit = division(field)
    field.put(AT, unit).do(BreakDown(unit, Into.APART))
    parts = field.told("broken down")[0]["into"]
    assert [field.pos.facts(part).headquarters for part in parts] == [True, False, False, False]
    assert not any(field.pos.facts(part).dot for part in parts)


def test_components_are_as_the_division_was_and_move_on() -> None:
    field = Frontier()
    unit = division(field)
    field.put(AT, unit, marks=(OUT,)).do(BreakDown(unit, Into.SUPPORTED))
    first, *_ = field.told("broken down")[0]["into"]
    assert OUT in field.marks(first)
    field.do(Move(first, field.at(BESIDE)))


def test_a_division_breaks_down_before_it_moves() -> None:
    field = Frontier()
    unit = division(field)
    field.put(AT, unit).do(Move(unit, field.at(BESIDE)))
    assert field.objections(BreakDown(unit, Into.SUPPORTED)) == ["BF-15A.1"]


def test_only_divisions_of_the_list_break_down() -> None:
    field = Frontier().put(AT, "bulgarian-1-infantry", "german-125-regiment")
    for unit in ("bulgarian-1-infantry", "german-125-regiment"):
        assert field.objections(BreakDown(UnitId(unit), Into.SUPPORTED)) == ["BF-15B.1"]
    cadre = division(field)
    field.put(AT, cadre, steps=1)
    assert field.objections(BreakDown(cadre, Into.SUPPORTED)) == ["BF-15B.1"]


def test_a_set_serves_one_division_at_a_time() -> None:
    field = Frontier()
    unit = division(field)
    row = breakdown.rows_of(field.pos, unit)[0]
    alike = [u for u in field.context.units if row in breakdown.rows_of(field.pos, u)]
    assert len(alike) > len(row.supported)
    hexes = list(field.context.near([field.at(AT)], 3) & field.context.land)
    for at, one in zip(sorted(hexes), alike, strict=False):
        field.put(at, one)
    used = []
    for one in alike[: len(row.supported)]:
        field.do(BreakDown(one, Into.SUPPORTED))
        used += field.told("broken down")[0]["into"]
    assert len(used) == len(set(used)) == 3 * len(row.supported)
    last = alike[len(row.supported)]
    for into in Into:
        assert field.objections(BreakDown(last, into)) == ["BF-15B.2"], "letters are used up"
    field.state = field.state.with_piece(used[0], at=DEAD)
    assert field.objections(BreakDown(last, Into.SUPPORTED)) == ["BF-15B.2"]


def test_stacks_may_swell_if_the_phase_ends_within_the_limit() -> None:
    field = Frontier()
    unit = division(field)
    others = [u for u in ("german-72-infantry", "german-73-infantry") if u != unit]
    field.put(AT, unit, *others, "german-125-regiment", "german-537-regiment")
    field.put(AT, "german-538-regiment", "german-ghq-1-construction")
    field.do(BreakDown(unit, Into.SUPPORTED))
    assert field.pos.overstacked(AXIS) == (field.at(AT),)
    assert field.objections(EndPhase()) == ["BF-8B.2"]


def test_components_together_form_their_division_again() -> None:
    field = Frontier()
    unit = division(field)
    field.put(AT, unit).do(BreakDown(unit, Into.APART))
    parts = field.told("broken down")[0]["into"]
    field.do(Move(parts[0], field.at(BESIDE)))
    assert field.objections(Assemble(unit, field.at(AT))) == ["BF-15A.3"]
    field.do(*(Move(part, field.at(BESIDE)) for part in parts[1:]))
    field.do(Assemble(unit, field.at(BESIDE)))
    assert field.where(unit) == field.at(BESIDE)
    assert all(field.where(part) == HELD for part in parts)
    assert field.state.pieces[unit].steps == field.context.units[unit].steps
    assert field.objections(Move(unit, field.at(AT))) == ["BF-15A.3"], "its movement is over"


def test_specific_counters_serve_their_division_alone() -> None:
    field = Frontier(side="allied")
    assert field.where(GREEKS) == BROKEN
    row = breakdown.rows_of(field.pos, GREEKS)[0]
    assert row.only == (GREEKS,)
    parts = (row.supported or row.apart)[0]
    field.put("14A:4615", *parts)
    field.do(Assemble(GREEKS, field.at("14A:4615")))
    assert field.where(GREEKS) == field.at("14A:4615")
    other = UnitId("greek-8-mountain")
    assert all(other not in one.only for one in breakdown.rows_of(field.pos, other))
    field.do(EndPhase(), EndPhase(), EndPhase(), EndPhase())
    field.do(BreakDown(GREEKS, Into.SUPPORTED if row.supported else Into.APART))
    assert set(field.told("broken down")[0]["into"]) == set(map(UnitId, parts))


def test_mobile_divisions_break_down_in_exploitation() -> None:
    field = Frontier(exploiting=True).put(AT, MOTORIZED, division(Frontier()))
    assert field.objections(BreakDown(division(field), Into.SUPPORTED)) == ["BF-6.1"]
    field.do(BreakDown(MOTORIZED, Into.SUPPORTED))
    field.do(Assemble(MOTORIZED, field.at(AT)))
    assert field.where(MOTORIZED) == field.at(AT)


def test_boot_camp_breaks_down_in_the_initial_phase_for_good() -> None:
    field = Frontier("boot_camp").put(AT, MOUNTAIN)
    assert "break down" not in field.kinds()
    assert field.objections(BreakDown(MOUNTAIN, Into.APART)) == ["BC-20.2"]
    pos, frame = field.pos, Initial(AXIS)
    action = BreakDown(MOUNTAIN, Into.APART)
    assert list(breakdown.break_down_objections(pos, frame, action)) == []
    assert [family.name for family in breakdown.families(pos, frame)] == ["break down"]
    sets = {breakdown.free_set(pos, UnitId(f"german-{n}-mountain"), Into.APART) for n in (5, 6)}
    assert len(sets.pop()) == 2
    refused = breakdown.break_down_objections(pos, frame, BreakDown(MOUNTAIN, Into.SUPPORTED))
    assert [objection.rule for objection in refused] == ["BC-20.5"]
    again = breakdown.assemble_objections(pos, frame, Assemble(MOUNTAIN, field.at(AT)))
    assert [objection.rule for objection in again] == ["BC-20.1"]


def test_two_mountain_divisions_at_most_break_down_in_boot_camp() -> None:
    field = Frontier("boot_camp")
    row = breakdown.rows_of(field.pos, MOUNTAIN)[0]
    assert len(row.apart) == 2
    assert all(len(parts) == 2 for parts in row.apart)
