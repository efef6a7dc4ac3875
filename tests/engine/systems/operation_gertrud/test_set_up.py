"""Set-up: places, groups, freedom, and what each scenario starts with."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.systems.operation_gertrud.actions import (
    FinishSetUp,
    NameExperten,
    PlaceGroup,
    PlaceUnit,
    UseRecommended,
)
from engine.systems.operation_gertrud.set_up import group_of, home_hexes, waiting
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    GERMAN,
    POOL,
    Kind,
    Moving,
    SettingUp,
    Status,
)
from maps.hexgrid import Hex, distance
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.desk import SCENARIOS, Desk

XLVI = (U("german-8-pz"), U("german-14-pz"), U("german-16-mot"))
XLIX = (U("german-1-mtn"), U("german-4-mtn"))


def set_up(scenario: str = "early_1941", *options: str) -> Desk:
    """A scenario set up as recommended."""
    desk = Desk.opened(scenario, *options)
    return desk.do(UseRecommended(), FinishSetUp(), UseRecommended(), FinishSetUp())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_is_set_up_before_play(scenario: str) -> None:
    """[OG-3.0a] [OG-3.0b]"""
    desk = Desk.opened(scenario)
    assert desk.objections(FinishSetUp()) == ["OG-3.0a"]
    desk = set_up(scenario)
    assert not desk.pos.boxed(POOL)
    for unit, piece in desk.state.pieces.items():
        if isinstance(piece.at, Hex):
            assert piece.at in home_hexes(desk.context, unit)
    assert any(isinstance(frame, Moving) for frame in desk.state.flow) or desk.state.turn == 1


def test_a_unit_of_a_region_starts_nowhere_else_and_may_stack() -> None:
    """[OG-3.0b] [OG-18.1.T]"""
    desk = Desk.opened().do(UseRecommended(), FinishSetUp())
    frontier = home_hexes(desk.context, U("turkish-2-cav"))
    assert all(desk.context.nations[at] == "Turkey" for at in frontier)
    assert desk.objections(PlaceUnit(U("turkish-2-cav"), desk.hex("Ankara"))) == ["OG-3.0b"]
    desk.do(*(PlaceUnit(U(f"turkish-{name}"), frontier[0]) for name in ("2-cav", "26-mtn", "iab")))
    assert len(desk.pos.friends(frontier[0], ALLIED)) >= 3


def test_stacking_holds_in_set_up() -> None:
    """[OG-6.0a]"""
    desk = Desk.opened().do(UseRecommended(), FinishSetUp())
    at = desk.hex("2806")
    desk.put(at, "turkish-4", "turkish-69", "turkish-32", "turkish-66", "turkish-72")
    assert "OG-6.0a" in desk.objections(PlaceUnit(U("turkish-iab"), at))


def test_a_corps_starts_together_in_a_hex_of_its_own() -> None:
    """[OG-18.1.G1]"""
    desk = Desk.opened()
    plovdiv = desk.hex("Plovdiv")
    assert group_of(desk.context, U("german-8-pz")) == XLVI
    assert desk.objections(PlaceUnit(XLVI[0], plovdiv)) == ["OG-18.1.G1"]
    assert desk.objections(PlaceGroup(XLVI[:2], plovdiv)) == ["OG-18.1.G1"]
    assert desk.objections(PlaceGroup(XLVI, desk.hex("Konya"))) == ["OG-3.0b"]
    desk.do(PlaceGroup(XLVI, plovdiv))
    assert {desk.where(unit) for unit in XLVI} == {"3003"}
    assert desk.objections(PlaceGroup(XLIX, plovdiv)) == ["OG-18.1.G1"]


def test_seven_corps_of_eighteen_units() -> None:
    """[OG-18.1.G1]"""
    units = Desk().context.units.values()
    corps = Counter(unit.formation for unit in units if unit.nation == "german" and unit.formation)
    assert corps == {"xlvi": 3, "xlix": 2, "li": 3, "lii": 1, "xl": 3, "xli": 3, "xiv": 3}


def test_local_friends_start_where_listed() -> None:
    """[OG-18.1.G2] [OG-18.1.G3] [OG-18.1.G4]"""
    desk = Desk.opened()
    context = desk.context
    iraq = context.country("Iraq")
    for at in home_hexes(context, U("local-kurd")):
        assert at in context.turkey
        assert min(distance(at, border) for border in iraq) <= 2
    assert desk.where("local-armenian") == "2533"
    ankara = desk.hex("Ankara")
    homes = home_hexes(context, U("local-muslim"))
    assert set(homes) == {at for at in ankara.neighbours() if at in context.land}


def test_the_airborne_division_and_the_kommando_wait_off_the_map() -> None:
    """[OG-18.1.G5]"""
    desk = set_up()
    assert desk.where("german-7-fl") == desk.where("german-kommando") == "off_map"


def test_all_german_air_is_there_and_one_is_named_experten() -> None:
    """[OG-18.1.G6] [OG-13.2a]"""
    desk = Desk.opened()
    ready = desk.pos.ready(GERMAN, Kind.CAS)
    assert len(ready) == 10
    assert desk.objections(NameExperten("turkish-cas-1")) == ["OG-13.2a"]
    desk.do(NameExperten("german-cas-5"))
    assert desk.objections(NameExperten("german-cas-5")) == ["OG-13.2a"]
    assert desk.state.experten == "german-cas-5"
    late = Desk.opened("early_1943")
    assert late.objections(NameExperten("german-cas-7")) == ["OG-13.2a"], "six are there"
    desk.do(UseRecommended(), FinishSetUp(), UseRecommended(), FinishSetUp())
    assert desk.objections(NameExperten("german-cas-1"))


@pytest.mark.parametrize(
    ("scenario", "weak"),
    [
        ("early_1941", 25),
        ("late_1941", 20),
        ("early_1942", 9),
        ("late_1942", 5),
        ("early_1943", 0),
    ],
)
def test_51_turks_with_the_weak_ones_of_the_scenario(scenario: str, weak: int) -> None:
    """[OG-2.7c] [OG-3.4e] [OG-18.0b] [OG-18.1.T] [OG-18.2.T] [OG-18.3.T] [OG-18.4.T] [OG-18.5.T]"""
    for options in ((), ("free_deployment",)):
        desk = Desk.opened(scenario, *options)
        turks = list(desk.context.of_nation("turkish"))
        reduced = [unit for unit in turks if not desk.pos.full(unit)]
        assert (len(turks), len(reduced)) == (51, weak)
        others = [u for u in desk.state.pieces if u not in turks and u != "german-7-fl"]
        assert all(desk.pos.full(unit) for unit in others)


def test_weak_units_by_name() -> None:
    """[OG-18.2.T] [OG-18.3.T] [OG-18.4.T]"""
    late = Desk.opened("late_1941")
    assert all(late.pos.full(U(f"turkish-{n}")) for n in ("52", "64", "62", "63", "29"))
    assert not late.pos.full(U("turkish-33"))
    last = Desk.opened("late_1942")
    weak = {u for u in last.context.of_nation("turkish") if not last.pos.full(u)}
    assert weak == {f"turkish-{n}" for n in ("7-cav", "41", "17", "20", "39")}


def test_turks_in_their_printed_hexes() -> None:
    """[OG-18.1.T]"""
    desk = Desk.opened()
    assert {u for u in desk.state.pieces if desk.where(u) == "2606"} == {
        f"turkish-{n}" for n in ("4", "69", "32", "66", "72")
    }
    assert desk.where("turkish-ankara") == "2416"
    assert desk.where("turkish-11") == "2709"


@pytest.mark.parametrize(
    ("scenario", "first", "second", "off"),
    [
        ("early_1941", 0, 0, 7),
        ("late_1941", 3, 3, 1),
        ("early_1942", 3, 3, 1),
        ("late_1942", 2, 2, 3),
        ("early_1943", 0, 0, 7),
    ],
)
def test_italians(scenario: str, first: int, second: int, off: int) -> None:
    """[OG-18.2.I] [OG-18.3.I] [OG-18.4.I] [OG-18.5.G]"""
    desk = Desk.opened(scenario)
    where = Counter(desk.where(unit) for unit in desk.context.of_nation("italian"))
    assert (where["2805"], where["2704"]) == (first, second)
    assert where["reserve"] + where["pending"] == off


@pytest.mark.parametrize(
    ("scenario", "german", "turkish", "flieger"),
    [
        ("early_1941", 10, 2, "off_map"),
        ("late_1941", 8, 2, "reserve"),
        ("early_1942", 8, 3, "pending"),
        ("late_1942", 7, 3, "pending"),
        ("early_1943", 6, 4, "pending"),
    ],
)
def test_air_and_airborne_by_scenario(
    scenario: str, german: int, turkish: int, flieger: str
) -> None:
    """[OG-18.0a] [OG-18.2.G] [OG-18.3.G] [OG-18.4.G] [OG-18.5.G] [OG-18.5.T] [OG-18.3.T]"""
    desk = Desk.opened(scenario)
    nations = Counter(
        desk.context.markers[marker].nation
        for marker, status in desk.state.support.items()
        if status is Status.AVAILABLE and desk.context.markers[marker].kind is Kind.CAS
    )
    assert (nations["german"], nations["turkish"]) == (german, turkish)
    assert desk.where("german-7-fl") == flieger
    assert desk.steps("german-7-fl") == (1 if scenario == "early_1942" else 2)


def test_soviets_start_in_three_groups_in_1943() -> None:
    """[OG-18.5.U]"""
    desk = Desk.opened("early_1943").do(UseRecommended(), FinishSetUp())
    soviets = list(desk.context.of_nation("soviet"))
    assert sorted(len(g) for g in {group_of(desk.context, u) for u in soviets}) == [3, 3, 5]
    desk.do(UseRecommended())
    for unit in soviets:
        at = desk.state.pieces[unit].at
        assert isinstance(at, Hex)
        assert desk.context.nations[at] == "Soviet Union"
        assert any(near in desk.context.turkey for near in at.neighbours())
        assert {desk.where(mate) for mate in group_of(desk.context, unit)} == {desk.where(unit)}
    assert desk.state.support["soviet-cas-2"] is Status.AVAILABLE
    assert desk.state.support["soviet-ngs-1"] is Status.AVAILABLE


def test_soviet_groups_may_be_split_by_the_switch() -> None:
    """[OG-18.5.U]"""
    desk = Desk.opened("early_1943", "separate_soviets").do(UseRecommended(), FinishSetUp())
    unit = U("soviet-20")
    assert group_of(desk.context, unit) == (unit,)
    desk.do(PlaceUnit(unit, home_hexes(desk.context, unit)[0]))


def test_four_ultra_in_every_scenario() -> None:
    """[OG-3.2a] [OG-18.0c]"""
    assert {Desk.opened(scenario).state.ultra for scenario in SCENARIOS} == {4}


def test_free_deployment_anywhere_in_turkey_but_the_berth() -> None:
    """[OG-3.4a] [OG-3.4b]"""
    desk = Desk.opened("early_1941", "free_deployment").do(UseRecommended(), FinishSetUp())
    unit = U("turkish-11")
    assert desk.where(unit) == "pool"
    assert desk.objections(PlaceUnit(unit, desk.hex("2611"))) == ["OG-3.4b"]
    assert desk.objections(PlaceUnit(unit, desk.hex("Plovdiv"))) == ["OG-3.0b"]
    desk.do(PlaceUnit(unit, desk.hex("Konya")))
    fixed = Desk.opened().do(UseRecommended(), FinishSetUp())
    assert fixed.objections(PlaceUnit(unit, fixed.hex("Konya")))


def test_free_deployment_has_fifteen_in_europe_at_most() -> None:
    """[OG-3.4c]"""
    desk = Desk.opened("early_1941", "free_deployment").do(UseRecommended(), FinishSetUp())
    west = sorted(desk.context.european)
    assert desk.hex("Istanbul") not in west
    assert desk.hex("Canakkale") not in west
    units = waiting(desk.pos, ALLIED)
    for number, unit in enumerate(units[:15]):
        desk.do(PlaceUnit(unit, west[number // 5]))
    assert desk.objections(PlaceUnit(units[15], west[4])) == ["OG-3.4c"]
    desk.do(PlaceUnit(units[0], west[5]), UseRecommended())
    assert not waiting(desk.pos, ALLIED)


def test_free_deployment_guards_the_soviet_border() -> None:
    """[OG-3.4d]"""
    desk = Desk.opened("early_1941", "free_deployment").do(UseRecommended(), FinishSetUp())
    desk.do(UseRecommended())
    east = desk.context.near(desk.context.country("Soviet Union"), 5)
    guards = [u for u in desk.context.of_nation("turkish") if desk.state.pieces[u].at in east]
    rear = [at for at in sorted(desk.context.turkey) if at not in east | desk.context.european]
    spare = iter(at for at in rear if at != desk.context.berth and not desk.pos.at.get(at))
    for unit in guards[4:]:
        desk.do(PlaceUnit(unit, next(spare)))
    assert desk.objections(FinishSetUp()) == ["OG-3.4d"]
    desk.do(PlaceUnit(guards[4], sorted(east & desk.context.turkey)[0]), FinishSetUp())
    assert not any(isinstance(frame, SettingUp) for frame in desk.state.flow)


def test_no_turk_stands_where_a_german_does() -> None:
    """[OG-9.2c]"""
    desk = Desk.opened("early_1941", "free_deployment").do(UseRecommended(), FinishSetUp())
    assert desk.objections(PlaceUnit(U("turkish-11"), desk.hex("2533"))) == ["OG-9.2c"]
