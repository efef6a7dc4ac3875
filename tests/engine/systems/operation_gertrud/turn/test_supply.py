"""Supply: sources, paths, marks, and drops."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.core.state import Piece
from engine.systems.operation_gertrud.actions import EndPhase, Move, RebuildAir, SupplyDrop
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    FED,
    GERMAN,
    OUT,
    Moving,
    Replacing,
    Status,
    Supplying,
)
from maps.hexgrid import side_between
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.desk import Desk


def lost(desk: Desk, *units: str) -> Desk:
    """Put German units in the middle of Turkey behind a ring of Turks."""
    desk.put("Ankara", *units)
    ring = [at for at in desk.hex("Ankara").neighbours() if at in desk.context.land]
    for number, at in enumerate(ring):
        desk.put(at, f"turkish-{('1', '4', '69', '32', '66', '57')[number]}")
    return desk


@pytest.mark.parametrize(
    ("unit", "fed", "starved"),
    [
        ("turkish-1", "Konya", "Plovdiv"),
        ("german-125", "Plovdiv", "Konya"),
        ("italian-bergamo", "Komotene", "Ankara"),
        ("soviet-20", "Tiflis", "Ankara"),
        ("british-2-nz", "Aleppo", "Mosul"),
        ("british-8-ind", "Nicosia", "Rhodes"),
    ],
)
def test_each_nation_has_its_own_cities(unit: str, fed: str, starved: str) -> None:
    """[OG-7.5a] [OG-7.5b] [OG-7.5c] [OG-7.5d] [OG-7.5e]"""
    context = Desk().context
    nation = context.units[U(unit)].nation
    names = {context.cities[at] for at in context.sources(nation)}
    assert fed in names
    assert starved not in names


def test_a_path_of_any_length_leads_to_a_city() -> None:
    """[OG-7.0a]"""
    desk = Desk().put("1915", "turkish-1")
    assert desk.pos.supply_path(U("turkish-1")) == (desk.hex("Konya"),)
    desk = Desk().put("2808", "german-125")
    path = desk.pos.supply_path(U("german-125"))
    assert desk.context.nations[path[-1]] in ("Bulgaria", "Greece")
    assert all(near in at.neighbours() for at, near in pairwise(path))


def test_enemies_and_their_zones_block_unless_friends_stand_there() -> None:
    """[OG-7.0b] [OG-8.4] [OG-7.5e]"""
    desk = lost(Desk(), "german-125")
    assert desk.pos.cut_off(U("german-125"))
    turk = Desk().put("Izmir", "turkish-1")
    assert not turk.pos.cut_off(U("turkish-1"))
    turk.put("1915", "german-125").put("1916", "turkish-4")
    assert turk.hex("1915") not in turk.pos.net("turkish", ALLIED), "captured"
    assert turk.hex("1916") in turk.pos.net("turkish", ALLIED), "a friend opens the zone"
    bare = Desk().put("1915", "german-125")
    zone = [at for at in bare.pos.zoc(GERMAN) if at not in bare.pos.held[ALLIED]]
    assert not any(at in bare.pos.net("turkish", ALLIED) for at in zone)


def test_mountains_carry_supply_by_road_only() -> None:
    """[OG-7.1a]"""
    context = Desk().context
    for at in sorted(context.turkey):
        for near in context.fronts[at]:
            if context.map.terrain[near] == "mountain" and not (
                context.map.side_kinds(at, near) & {"river", "strait"}
            ):
                feeds = context.feeds(at, near, frozenset(), frozenset(), frozenset())
                assert feeds is bool(context.map.line_kinds(at, near))


def test_rivers_carry_supply_over_bridges_only() -> None:
    """[OG-7.1b]"""
    context = Desk().context
    found = set()
    for at in sorted(context.turkey):
        for near in context.fronts[at]:
            if "river" in context.map.side_kinds(at, near):
                bridge = bool(context.map.line_kinds(at, near))
                down = frozenset({side_between(at, near)})
                assert context.feeds(at, near, frozenset(), frozenset(), frozenset()) is bridge
                assert not context.feeds(at, near, frozenset(), down, down)
                found.add(bridge)
    assert found == {True, False}


def test_straits_carry_supply_between_friends_on_both_banks() -> None:
    """[OG-7.1c]"""
    desk = Desk().put("Uskudar", "german-125").put("2709", "turkish-1")
    assert desk.pos.cut_off(U("german-125"))
    desk.put("reserve", "turkish-1")
    assert desk.pos.cut_off(U("german-125")), "nobody holds the European bank"
    desk.put("2709", "german-73")
    assert not desk.pos.cut_off(U("german-125"))


def test_a_unit_is_marked_at_the_end_of_its_own_movement_and_no_sooner() -> None:
    """[OG-7.2a] [OG-7.2b] [OG-5.1e]"""
    desk = lost(Desk(), "german-125", "local-kurd")
    assert not desk.pos.out(U("german-125")), "no mark yet"
    desk.do(EndPhase())
    assert desk.pos.out(U("german-125"))
    assert not desk.pos.out(U("local-kurd")), "each by itself"
    assert desk.told("out of supply") == [{"unit": "german-125"}]
    ring = [at for at in desk.hex("Ankara").neighbours() if at in desk.context.land]
    assert all(not desk.pos.out(u) for at in ring for u in desk.pos.friends(at, ALLIED))


def test_the_mark_comes_off_as_soon_as_a_path_is_there() -> None:
    """[OG-7.2a]"""
    desk = Desk().put("2806", "turkish-1", marks=(OUT,)).phase(Moving, ALLIED)
    desk.put("2807", "turkish-4")
    assert not desk.pos.out(U("turkish-1"))
    desk.do(Move(U("turkish-4"), desk.hex("2707")))
    assert OUT not in desk.marks("turkish-1")


def test_factors_are_halved_and_rounded_down() -> None:
    """[OG-7.3b] [OG-7.3c]"""
    desk = lost(Desk(), "german-125", "german-7-fl")
    desk.put("Ankara", "german-125", "german-7-fl", marks=(OUT,))
    at = desk.hex("Konya")
    assert desk.pos.factor(U("german-125"), at) == 3
    assert desk.pos.factor(U("german-7-fl"), at) == 4
    desk.put("Ankara", "german-125", steps=1, marks=(OUT,))
    assert desk.pos.factor(U("german-125"), at) == 1
    desk.having(turn=5).do(EndPhase())
    assert desk.steps("german-125") == 1, "nothing worse comes of it"


def test_four_kinds_of_units_need_no_supply() -> None:
    """[OG-7.6]"""
    units = ("local-kurd", "local-armenian", "local-muslim", "german-kommando")
    desk = lost(Desk(), *units, "german-125").do(EndPhase())
    assert [desk.pos.out(U(unit)) for unit in units] == [False] * 4
    assert desk.pos.out(U("german-125"))


def drop_desk(*options: str) -> Desk:
    """Two Germans just found out of supply, with two CAS, one of them used."""
    desk = lost(Desk("early_1941", *options), "german-125", "german-73")
    desk.having(support={"german-cas-1": Status.AVAILABLE, "german-cas-2": Status.USED})
    return desk.do(EndPhase())


def test_a_supply_drop_costs_a_cas_and_feeds_the_stack_until_its_next_movement() -> None:
    """[OG-7.4a] [OG-7.4b]"""
    desk = drop_desk()
    assert isinstance(desk.state.top, Supplying)
    ankara = desk.hex("Ankara")
    assert desk.objections(SupplyDrop("german-cas-1", desk.hex("Konya"))) == ["OG-7.4a"]
    assert desk.objections(SupplyDrop("turkish-cas-1", ankara)) == ["OG-7.4a"]
    desk.do(SupplyDrop("german-cas-2", ankara))
    assert desk.state.support["german-cas-2"] is Status.ELIMINATED
    assert not desk.pos.out(U("german-125"))
    assert not desk.pos.out(U("german-73"))
    assert FED in desk.marks("german-125")
    assert desk.pos.factor(U("german-125"), desk.hex("Konya")) == 7


def test_supply_drops_may_be_repeated() -> None:
    """[OG-7.4c]"""
    desk = drop_desk().do(SupplyDrop("german-cas-1", Desk().hex("Ankara")))
    desk.phase(Moving, GERMAN)
    pieces = {
        unit: Piece(piece.at, piece.steps, "", piece.marks - {FED})
        for unit, piece in desk.state.pieces.items()
    }
    desk.having(pieces=pieces).do(EndPhase())
    assert desk.pos.out(U("german-125"))
    desk.do(SupplyDrop("german-cas-2", desk.hex("Ankara")))
    assert not desk.pos.out(U("german-125"))


def test_a_cas_given_up_can_be_rebuilt_unless_the_switch_forbids_it() -> None:
    """[OG-7.4a] [OG-10.3a]"""
    for options in ((), ("permanent_supply_drops",)):
        desk = drop_desk(*options).do(SupplyDrop("german-cas-1", Desk().hex("Ankara")))
        desk.phase(Replacing, GERMAN).having(steps={"german": 1})
        found = desk.objections(RebuildAir("german-cas-1"))
        assert found == (["OG-7.4a"] if options else [])


def test_the_supply_line_tells_its_stretches_or_what_blocks_it() -> None:
    """[OG-7.0b]"""
    desk = Desk().put("2808", "german-125")
    line = desk.rules.supply_line(desk.state, U("german-125"))
    assert line.supplied
    assert {element.kind for element in line.elements} <= {"road", "path"}
    joined = [at for element in line.elements for at in element.hexes]
    assert joined[0] == desk.hex("2808")
    cut = lost(Desk(), "german-125").do(EndPhase())
    line = cut.rules.supply_line(cut.state, U("german-125"))
    assert not line.supplied
    assert len(line.blocks) >= 3
