"""The calendars of the Europa scenarios name units of the order of battle, each in its place."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.systems.europa.board import places
from oob.model import EntryKind, Size, Unit, UnitId
from oob.words import REDUCED
from tests.engine.systems.europa.figures_of import FIGURES, order
from tests.engine.systems.europa.titles import charts, ground

both = pytest.mark.parametrize("title", sorted(FIGURES))


def units(*ids: str) -> list[Unit]:
    return [order().units[UnitId(id_)] for id_ in ids]


def starting(title: str) -> set[UnitId]:
    figures = FIGURES[title]
    return {u for e in order().setups if figures.starts(e.place) for u in e.units}


@both
def test_every_unit_named_is_in_the_order_of_battle(title: str) -> None:
    missing = [name for name in FIGURES[title].named() if name[0] not in order().units]
    assert missing == []


@both
def test_nobody_comes_twice(title: str) -> None:
    plan = FIGURES[title].schedule
    coming = Counter(unit for arrival in plan.arrivals for unit in arrival.units)
    coming.update(conversion.new for conversion in plan.conversions)
    coming.update(unit for region in plan.regions for unit in region.units)
    coming.update(starting(title))
    taken_early = {u for a in plan.arrivals if a.cost for u in a.units}
    assert {unit for unit, count in coming.items() if count > 1} <= taken_early


@both
def test_all_cadres_of_the_start_are_mobilized_by_list_or_by_region(title: str) -> None:
    plan = FIGURES[title].schedule
    mobilized = {unit for listed in plan.mobilizations for unit in listed.units}
    mobilized |= {unit for region in plan.regions for unit in region.cadres}
    reduced = {u for e in order().setups if e.steps == 1 for u in e.units}
    assert mobilized == reduced
    for unit in units(*mobilized):
        assert unit.size is Size.DIVISION
        assert unit.faces[-1].label == REDUCED


@both
def test_conversions_give_up_units_that_are_there_before(title: str) -> None:
    plan = FIGURES[title].schedule
    come = {u: a.turn for a in plan.arrivals for u in a.units}
    for conversion in plan.conversions:
        for unit in conversion.old:
            assert unit in starting(title) or come[unit] <= conversion.turn


@both
def test_entries_lie_within_the_game(title: str) -> None:
    figures = FIGURES[title]
    plan = figures.schedule
    turns = [a.turn for a in plan.arrivals if not a.option] + [c.turn for c in plan.conversions]
    turns += [w.turn for w in plan.withdrawals]
    turns += [t for row in plan.points for t in row.turns]
    assert max(turns) <= figures.turns


def test_the_campaign_lasts_twenty_turns_and_the_italo_greek_war_ten() -> None:
    assert FIGURES["boot_camp"].turns == len(charts("boot_camp").weather.rows) == 20
    last = charts("balkan_front").weather.rows[FIGURES["balkan_front"].turns - 1]
    assert last.id == "Mar II 41"
    assert {figures.first_weather for figures in FIGURES.values()} == {"clear"}


def test_hungary_stands_ready_in_balkan_front_and_comes_with_germany_in_boot_camp() -> None:
    hungarians = {u.id for u in order().units.values() if u.nation == "hungarian"}
    at_once = hungarians & starting("balkan_front")
    assert len(at_once) == 14
    assert not hungarians & starting("boot_camp")
    later = {
        unit
        for arrival in FIGURES["boot_camp"].schedule.arrivals
        if arrival.trigger == "hungary axis"
        for unit in arrival.units
    }
    assert later == at_once


@both
def test_germany_brings_its_armies_when_it_enters(title: str) -> None:
    groups = {a.group for a in FIGURES[title].schedule.arrivals if a.group}
    assert {"12th Army", "1st Panzer Group", "2nd Army", "Italian 2nd Army", "Bulgaria"} <= groups
    germans = [
        unit
        for a in FIGURES[title].schedule.arrivals
        if a.trigger in ("germany entered", "germany against yugoslavia") and not a.turn
        for unit in units(*a.units)
    ]
    assert len(germans) == 35 + 16 + 21
    assert {unit.nation for unit in germans} == {"german"}
    assert sum(unit.type == "armor" for unit in germans) == 7


def test_fourteen_italian_divisions_have_come_to_albania_by_the_end_of_1940() -> None:
    plan = FIGURES["balkan_front"].schedule
    divisions = [
        unit
        for unit in units(
            *(u for e in order().setups if "Albania" in e.place.split() for u in e.units),
            *(u for a in plan.arrivals if 0 < a.turn <= 4 and not a.cost for u in a.units),
        )
        if unit.nation == "italian" and unit.size is Size.DIVISION
    ]
    assert len(divisions) == 14


def test_the_garrison_of_the_metaxas_line_has_its_fifteen_regiments() -> None:
    entries = [e for e in order().setups if e.place == "Metaxas Line"]
    res = 0
    for entry in entries:
        for unit in units(*entry.units):
            res += 3 if unit.size is Size.DIVISION and entry.steps != 1 else 1
    assert res == 15


@both
def test_replacement_points_of_the_italians(title: str) -> None:
    won: Counter[str] = Counter()
    for row in FIGURES[title].schedule.points:
        if row.nation == "italian":
            for kind, amount in row.kinds.items():
                won[kind] += amount * sum(turn <= 10 for turn in row.turns)
    assert won == {"inf": 12, "mtn": 3, "arm": 3}


@both
def test_the_calendar_of_the_order_of_battle_agrees_with_the_scenario(title: str) -> None:
    figures = FIGURES[title]
    listed = {
        (unit, entry.turn)
        for entry in order().schedule
        if entry.kind in (EntryKind.ARRIVES, EntryKind.OPTIONAL)
        and "option" not in entry.note
        and entry.turn <= figures.turns
        for unit in entry.units
    }
    plan = [a for a in figures.schedule.arrivals if a.turn and not a.option]
    planned = {(u, a.turn) for a in plan for u in a.units}
    assert planned == listed
    assert {(c.new, c.turn) for c in figures.schedule.conversions} == {
        (entry.units[0], entry.turn)
        for entry in order().schedule
        if entry.kind is EntryKind.CONVERTS and entry.turn <= figures.turns
    }


@both
def test_the_components_of_breakdowns_wait_aside(title: str) -> None:
    aside = {u for e in order().setups if e.place == "components" for u in e.units}
    broken = {u for e in order().setups if e.place == "broken down" for u in e.units}
    named = {
        unit
        for row in charts(title).breakdowns.rows
        for components in (*row.supported, *row.apart)
        for unit in components
    }
    assert named <= set(order().units)
    for unit in named - aside:
        assert "component" not in order().units[UnitId(unit)].traits
    assert broken == {"greek-5-mountain", "greek-13-mountain", "british-2-nz", "german-7-parachute"}


def test_every_component_serves_some_breakdown_of_balkan_front() -> None:
    aside = {u for e in order().setups if e.place == "components" for u in e.units}
    rows = charts("balkan_front").breakdowns.rows
    named = {u for row in rows for parts in (*row.supported, *row.apart) for u in parts}
    assert aside <= named


def test_components_are_no_stronger_than_their_division() -> None:
    book = order().units
    for row in charts("balkan_front").breakdowns.rows:
        strengths = [int(rating.split("-")[0]) for rating in row.ratings]
        for parts in (*row.supported, *row.apart):
            total = sum(book[UnitId(part)].front.attack or 0 for part in parts)
            assert total <= max(strengths), row.id


def test_headquarters_have_no_strength_and_lead_components_apart() -> None:
    book = order().units
    for row in charts("balkan_front").breakdowns.rows:
        for parts in row.apart:
            first, *others = (book[UnitId(part)] for part in parts)
            if first.size is Size.HEADQUARTERS:
                assert (first.front.attack, first.front.defense) == (0, None)
                assert all("supported" not in other.traits for other in others)
        for parts in row.supported:
            assert all("supported" in book[UnitId(part)].traits for part in parts)


def test_every_unit_type_has_a_row_in_the_chart_of_types() -> None:
    for unit in order().units.values():
        assert unit.type in charts("boot_camp").capabilities.of(unit.type).types


@both
def test_the_recommended_set_up_keeps_to_the_places_of_the_order_of_battle(title: str) -> None:
    board, figures = ground(title), FIGURES[title]
    place = {u: e.place for e in order().setups for u in e.units if figures.starts(e.place)}
    for label, there in figures.recommended.items():
        for unit in there:
            assert board.hex_of(label) in places.hexes(board, place[unit]), unit


@both
def test_the_recommended_set_up_keeps_to_the_stacking_limits(title: str) -> None:
    board = ground(title)
    stacking = charts(title).stacking
    reduced = {u for e in order().setups if e.steps == 1 for u in e.units}
    for label, there in FIGURES[title].recommended.items():
        at = board.hex_of(label)
        row = stacking.mountain if board.is_mountain(at) else stacking.regular
        found = units(*there)
        guns = sum("artillery" in unit.type for unit in found)
        big = sum(unit.size is Size.DIVISION and unit.id not in reduced for unit in found)
        small = len(found) - big - min(guns, row.artillery)
        assert big + max(0, small - row.small) <= row.any, label


@both
def test_nobody_is_recommended_two_hexes(title: str) -> None:
    named = Counter(unit for there in FIGURES[title].recommended.values() for unit in there)
    assert set(named.values()) == {1}
    assert set(named) <= starting(title)


@both
def test_the_recommended_set_up_faces_the_enemy_in_stacks(title: str) -> None:
    for label, first in {"14A:4519": "italian-23-ferrara", "14A:4718": "greek-8-mountain"}.items():
        there = FIGURES[title].recommended[label]
        assert there[0] == first
        assert len(there) >= 4
