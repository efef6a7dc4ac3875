"""Set-up: who places what where, depleted divisions, the substitute, Improved Positions."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.set_up import home_hexes
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    MED_BOX,
    POOL,
    RESERVE,
    SettingUp,
)
from maps.hexgrid import distance
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk

YEARS = ("1943", "1944", "1945")


def zones(desk: Desk, unit: str) -> set[str]:
    """The zones a unit may start in."""
    names = ("Slovenia", "Croatia", "Serbia", "Albania", "Macedonia", "Greece")
    found = set()
    for at in home_hexes(desk.context, U(unit)):
        found |= {name for name in names if desk.context.within(at, name)}
    return found


@pytest.mark.parametrize("year", YEARS)
def test_the_axis_sets_up_first_then_the_allies(year: str) -> None:
    """[BG-SU.7] [BG-3.1a]"""
    desk = Desk.opened(year)
    assert desk.rules.question(desk.state).side == AXIS
    mine = next(unit for unit in desk.state.pieces if desk.context.units[unit].nation == "yugoslav")
    at = home_hexes(desk.context, mine)[0]
    assert desk.objections(do.PlaceUnit(mine, at)) == ["BG-3.1a"]
    desk.do(do.UseRecommended(), do.FinishSetUp())
    assert desk.rules.question(desk.state).side == ALLIED
    assert desk.objections(do.PlaceUnit(mine, at)) in ([], ["BG-10.3.C"])
    desk.do(do.UseRecommended(), do.FinishSetUp())
    assert desk.state.turn == 1
    assert not any(piece.at == POOL for piece in desk.state.pieces.values())


def test_finishing_waits_for_every_unit() -> None:
    """[BG-3.1a]"""
    desk = Desk.opened("1943")
    assert desk.objections(do.FinishSetUp()) == ["BG-3.1a"]
    desk.do(do.UseRecommended())
    assert desk.objections(do.UseRecommended()) == ["BG-3.1a"]
    assert desk.objections(do.FinishSetUp()) == []


@pytest.mark.parametrize("year", YEARS)
def test_everything_starts_at_full_strength_but_what_the_scenario_depletes(year: str) -> None:
    """[BG-3.1b]"""
    desk = Desk.opened(year)
    short = {
        unit
        for unit, piece in desk.state.pieces.items()
        if piece.steps != desk.context.units[unit].steps
    }
    assert short == ({U("german-1-light")} if year == "1945" else set())


@pytest.mark.parametrize(
    ("year", "unit", "zone"),
    [
        ("1943", "croatian-cro-1", "Croatia"),
        ("1943", "german-297", "Serbia"),
        ("1943", "chetnik-partisan-1", "Serbia"),
        ("1943", "yugoslav-partisan-8", "Albania"),
        ("1944", "german-41", "Greece"),
        ("1944", "slovene-slo-1", "Slovenia"),
    ],
)
def test_units_start_in_the_zone_of_their_order_of_battle(year: str, unit: str, zone: str) -> None:
    """[BG-2.4a] [BG-3.1a] [BG-1943.10]"""
    desk = Desk.opened(year)
    assert zones(desk, unit) == {zone}
    elsewhere = next(at for at in sorted(desk.context.land) if not desk.context.within(at, zone))
    side = desk.context.units[U(unit)].side
    desk.ask(SettingUp(side))
    zones_of_yugoslavia = ("Slovenia", "Croatia", "Serbia", "Macedonia")
    rule = "BG-2.4a" if zone in zones_of_yugoslavia else "BG-3.1a"
    rule = "BG-SU.3" if "partisan" in unit else rule
    assert desk.objections(do.PlaceUnit(U(unit), elsewhere)) == [rule]


@pytest.mark.parametrize("year", YEARS)
def test_western_units_start_in_the_med_box(year: str) -> None:
    """[BG-SU.2] [BG-2.4d]"""
    desk = Desk.opened(year)
    western = {
        unit
        for unit, piece in desk.state.pieces.items()
        if desk.context.stats[unit].western and piece.at != RESERVE
    }
    assert western and western == desk.here(MED_BOX)
    assert U("greek-3-gk") in western or year == "1945"


def test_partisans_start_in_empty_rough_or_mountain_hexes_three_at_most() -> None:
    """[BG-SU.3]"""
    desk = Desk.opened("1944")
    unit = U("yugoslav-partisan-3")
    assert {desk.context.map.terrain[at] for at in home_hexes(desk.context, unit)} == {
        "rough",
        "mountain",
    }
    clear = next(
        at for at in desk.context.zone_hexes["Croatia"] if desk.context.map.terrain[at] == "clear"
    )
    desk.ask(SettingUp(ALLIED))
    assert desk.objections(do.PlaceUnit(unit, clear)) == ["BG-SU.3"]
    at = home_hexes(desk.context, unit)[0]
    desk.put(at, "german-generic-1")
    assert desk.objections(do.PlaceUnit(unit, at)) == ["BG-10.3.C"]
    desk.put(POOL, "german-generic-1")
    for number in (4, 5, 6):
        desk.do(do.PlaceUnit(U(f"yugoslav-partisan-{number}"), at))
    assert desk.objections(do.PlaceUnit(unit, at)) == ["BG-SU.3", "BG-10.3.B"]
    assert desk.objections(do.PlaceUnit(U("yugoslav-partisan-4"), at)) == ["BG-2.3a"]


@pytest.mark.parametrize(
    ("year", "counts", "greek", "chetniks"),
    [
        ("1943", [1, 4, 2, 2, 2], 3, 6),
        ("1944", [2, 5, 4, 2, 3], 6, 0),
        ("1945", [3, 7, 10, 0, 0], 0, 0),
    ],
)
def test_partisan_numbers_by_zone(year: str, counts: list[int], greek: int, chetniks: int) -> None:
    """[BG-SU.8] [BG-1945.5] [BG-13.5d] [BG-2.9e]"""
    desk = Desk.opened(year)
    found: Counter[str] = Counter()
    for unit, piece in desk.state.pieces.items():
        nation = desk.context.units[unit].nation
        if desk.context.stats[unit].partisan and piece.at == POOL:
            (zone,) = zones(desk, unit)
            found[zone if nation == "yugoslav" else nation] += 1
    names = ("Slovenia", "Croatia", "Serbia", "Albania", "Macedonia")
    assert [found[name] for name in names] == counts
    assert (found["greek_guerrilla"], found["chetnik"]) == (greek, chetniks)
    italians = [u for u in desk.context.units.values() if u.nation == "italian"]
    assert len(italians) == {"1943": 24, "1944": 0, "1945": 1}[year]


def test_italians_of_1943_start_near_the_coast_or_on_the_peloponnese() -> None:
    """[BG-1943.2] [BG-2.4c]"""
    desk = Desk.opened("1943")
    context = desk.context
    for unit in ("italian-15", "italian-19", "italian-38"):
        hexes = home_hexes(context, U(unit))
        assert hexes
        for at in hexes:
            assert at in context.coast or any(near in context.coast for near in at.neighbours())
    peloponnese = home_hexes(context, U("italian-24"))
    assert {at for at in peloponnese if not context.within(at, "Peloponnese")} == set()
    for town in ("Corinth", "Patrai", "Kalamata"):
        assert desk.hex(town) in peloponnese
    inland = next(
        at for at in context.zone_hexes["Croatia"] if at not in home_hexes(context, U("italian-15"))
    )
    assert desk.objections(do.PlaceUnit(U("italian-15"), inland)) == ["BG-1943.2"]


def test_soviets_and_bulgarians_of_1945_start_by_subotica_and_belgrade() -> None:
    """[BG-1945.2] [BG-1945.3]"""
    desk = Desk.opened("1945")
    subotica, beograd = desk.hex("Subotica"), desk.hex("Beograd")
    soviets = [u for u in desk.context.units.values() if u.nation == "soviet"]
    bulgarians = [u for u in desk.context.units.values() if u.nation == "bulgarian"]
    assert Counter((u.type, u.size.value) for u in soviets) == {
        ("infantry", "XX"): 6,
        ("artillery", "X"): 2,
    }
    assert Counter(u.size.value for u in bulgarians) == {"XX": 3, "X": 3}
    assert all((u.front.attack, u.front.move) == (3, 3) for u in bulgarians)
    for unit in soviets:
        assert {distance(subotica, at) for at in home_hexes(desk.context, unit.id)} == {0, 1}
    for unit in bulgarians:
        assert {distance(beograd, at) for at in home_hexes(desk.context, unit.id)} == {0, 1, 2}


def test_depleted_divisions_of_1945_are_the_owners_choice_in_groups() -> None:
    """[BG-1945.7]"""
    desk = Desk.opened("1945")
    assert desk.steps("german-1-light") == 1
    assert desk.objections(do.Deplete(U("german-22"))) == ["BG-1945.7"]
    desk.do(do.Deplete(U("german-104")))
    assert desk.steps("german-104") == 1
    assert desk.objections(do.Deplete(U("german-104"))) == ["BG-1945.7", "BG-1945.7"]
    assert desk.objections(do.Deplete(U("german-117"))) == ["BG-1945.7"]
    for at_most_two in (("german-71", "german-181", "german-264"), ("german-173", "german-11l")):
        for unit in at_most_two[:2]:
            desk.do(do.Deplete(U(unit)))
        for unit in at_most_two[2:]:
            assert desk.objections(do.Deplete(U(unit))) == ["BG-1945.7"]
    axis = [u for u, p in desk.state.pieces.items() if desk.pos.owner(u) == AXIS and p.at == POOL]
    assert sum(desk.steps(unit) for unit in axis) == 55


def test_set_up_does_not_end_before_the_depletions_are_chosen() -> None:
    """[BG-1945.7]"""
    desk = Desk.opened("1945")
    for unit, piece in desk.state.pieces.items():
        if piece.at == POOL and desk.pos.owner(unit) == AXIS:
            desk.state = desk.state.with_piece(unit, at=RESERVE)
    assert desk.objections(do.FinishSetUp()) == ["BG-1945.7"]
    desk.do(do.UseRecommended())
    assert desk.objections(do.FinishSetUp()) == []


def test_tenth_mountain_may_replace_one_american_division_for_free() -> None:
    """[BG-SU.6] [BG-1944.9]"""
    desk = Desk.opened("1944")
    desk.do(do.UseRecommended(), do.FinishSetUp())
    swap = do.Substitute(U("us-10-mtn"), (U("us-36"),))
    assert desk.objections(do.Substitute(U("us-10-mtn"), (U("british-5"),))) == ["BG-SU.6"]
    assert desk.objections(do.Substitute(U("us-36"), (U("us-3"),))) == ["BG-SU.6"]
    desk.do(swap)
    assert desk.at("us-10-mtn") == MED_BOX
    assert desk.at("us-36") == "gone"
    assert desk.state.vp_options == {ALLIED: 0, AXIS: 0}
    again = do.Substitute(U("us-10-mtn"), (U("us-3"),))
    assert desk.objections(again) == ["BG-SU.6"]
    assert desk.objections(do.Substitute(U("us-10-mtn"), (U("us-36"),))) == ["BG-SU.6", "BG-SU.6"]


def test_axis_units_on_the_coast_may_start_in_improved_positions() -> None:
    """[BG-SU.1] [BG-7.12b]"""
    desk = Desk.opened("1944")
    fortress = U("german-41")
    homes = home_hexes(desk.context, fortress)
    beach = next(at for at in homes if at in desk.context.coast)
    inland = next(at for at in homes if at not in desk.context.coast)
    assert desk.objections(do.PlaceImproved(beach)) == ["BG-SU.1"]
    desk.do(do.PlaceUnit(fortress, beach), do.PlaceImproved(beach))
    assert desk.state.improved == {beach}
    assert desk.objections(do.PlaceImproved(beach)) == ["BG-7.12b"]
    desk.do(do.PlaceUnit(fortress, inland))
    assert not desk.state.improved, "the marker leaves with the last unit"
    assert desk.objections(do.PlaceImproved(inland)) == ["BG-SU.1"]
    desk.ask(SettingUp(ALLIED))
    assert "BG-SU.1" in desk.objections(do.PlaceImproved(beach))


def test_improved_positions_at_start_are_limited_by_the_markers() -> None:
    """[BG-7.12a] [BG-SU.1]"""
    desk = Desk.opened("1944")
    beaches = sorted(desk.context.coast)
    desk.put(beaches[20], "german-41").having(improved=frozenset(beaches[:10]))
    assert desk.objections(do.PlaceImproved(beaches[20])) == ["BG-7.12a"]


def test_the_disputed_regiment_of_1944_is_an_option() -> None:
    """[BG-3.1a]"""
    assert Desk.opened("1944").at("ss-18-light") == RESERVE
    assert Desk.opened("1944", "third_light_regiment").at("ss-18-light") == POOL


def test_units_barred_from_a_country_do_not_start_there() -> None:
    """[BG-11.5a]"""
    desk = Desk.opened("1943")
    albania = desk.context.zone_hexes["Albania"][0]
    assert not desk.pos.allowed(U("bulgarian-7"), albania)
    assert albania not in home_hexes(desk.context, U("bulgarian-7"))


def test_what_has_no_room_waits_in_reserve() -> None:
    """[BG-3.1a]"""
    desk = Desk.opened("1943")
    for unit, piece in desk.state.pieces.items():
        if piece.at == POOL and desk.pos.owner(unit) == AXIS and unit != "slovene-slo-1":
            desk.state = desk.state.with_piece(unit, at=RESERVE)
    spots = home_hexes(desk.context, U("slovene-slo-1"))
    fillers = [u for u in desk.context.units if u.startswith(("italian", "german", "croatian"))]
    assert len(fillers) >= 3 * len(spots)
    for index, at in enumerate(spots):
        desk.put(at, *fillers[3 * index : 3 * index + 3])
    desk.do(do.FinishSetUp())
    assert desk.at("slovene-slo-1") == RESERVE
