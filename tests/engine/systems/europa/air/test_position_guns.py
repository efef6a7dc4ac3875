"""Position antiaircraft: what it is, how it moves and fires, how counters change (BF-22A3)."""

from __future__ import annotations

import pytest

from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air.combat import antiaircraft
from engine.systems.europa.movement import movement_phase
from engine.systems.europa.movement.move_actions import BreakRail, Move
from engine.systems.europa.production.initial_actions import JoinGuns, Labour, SplitGuns, Task
from engine.systems.europa.state.constants import ALLIED, AXIS, HELD, SHIFTED, Capability
from engine.systems.europa.state.records import Initial, Moving
from engine.systems.europa.state.units import POSITION
from oob.model import Size, UnitId
from tests.engine.systems.balkan_front.test_assault_on_crete import RETHYMNON, rules_of
from tests.engine.systems.europa.air.sky import Sky

GUNS, PAIR, LIGHT = (
    UnitId("british-position-hv-3"),
    UnitId("british-position-hv-2"),
    UnitId("british-position-lt-2"),
)
ONES = tuple(UnitId(f"british-position-hv-1{letter}") for letter in "abc")
BRITISH = ("british-14-brigade", "british-4-nz-brigade", "british-5-nz-brigade")
ATHENS, BESIDE = "15B:0911", "15B:2311"


def island(*units: str, at: str = RETHYMNON, side: str = ALLIED) -> Sky:
    """Units on Crete, their side to move; spare counters are set aside."""
    return Sky(14, side, rules=rules_of()).put(at, *units).phase(Moving, side)


def test_it_has_an_antiaircraft_strength_alone() -> None:
    """BF-22A3.1: neither combat strength nor size; a counter of three fires with three."""
    sky = island(GUNS)
    unit, facts = sky.context.units[GUNS], sky.pos.facts(GUNS)
    assert unit.size is Size.NONE and unit.front.attack is None
    assert (facts.attack, facts.defense, facts.body) == (0, 0, POSITION)
    assert antiaircraft.of_unit(sky.pos, GUNS) == 3
    assert antiaircraft.strength(sky.pos, sky.at(RETHYMNON), ALLIED) == 3


def test_it_is_free_of_stacking_limits() -> None:
    """BF-22A3.2: any number of counters beside as many units as a hex holds."""
    full = island(*BRITISH, "british-10-nz-brigade", "british-19-aus-brigade", "british-16-brigade")
    more = ("british-lay-a-commando", "british-lay-d-commando")
    full.put(RETHYMNON, *more)
    whole = full.pos.overstacked(ALLIED)
    guns = island(*BRITISH, GUNS, PAIR, LIGHT, *ONES)
    assert whole, "so many units break the limit"
    assert not guns.pos.overstacked(ALLIED)
    crowd = full.pos.excess(
        full.pos.friends(full.at(RETHYMNON), ALLIED), full.pos.stack_row(full.at(RETHYMNON))
    )
    full.put(RETHYMNON, GUNS, PAIR)
    at = full.at(RETHYMNON)
    assert full.pos.excess(full.pos.friends(at, ALLIED), full.pos.stack_row(at)) == crowd


@pytest.mark.parametrize(("unit", "halves"), [(GUNS, 3), (PAIR, 2), (ONES[0], 1), (LIGHT, 2)])
def test_each_point_is_half_an_equivalent_to_carry(unit: UnitId, halves: int) -> None:
    """BF-22A3.3"""
    facts = island(unit).pos.facts(unit)
    assert (facts.halves, facts.transport) == (halves, halves)


def test_it_has_heavy_equipment_and_stops_no_armor() -> None:
    """BF-22A3.4: heavy guns too."""
    for unit in (GUNS, LIGHT):
        facts = island(unit).pos.facts(unit)
        assert facts.heavy and facts.atec is Capability.NONE
        assert facts.aec_attack is facts.aec_defense is Capability.NONE


def test_it_damages_no_airbases_and_breaks_no_railroads() -> None:
    """BF-22A3.5: neither is offered nor allowed; a battalion beside it does both."""
    sky = island(GUNS)
    damage = Labour(GUNS, Task.DAMAGE)
    assert "BF-22A3.5" in sky.objections(damage)
    assert damage not in tuple(sky.legal.of(GUNS))
    german = UnitId("german-position-hv-2a")
    rails = island(german, at=ATHENS, side=AXIS).put(ATHENS, "german-5-antitank")
    assert "BF-22A3.5" in rails.objections(BreakRail(german))
    offered = tuple(rails.legal.family("break rail"))
    assert BreakRail(UnitId("german-5-antitank")) in offered and BreakRail(german) not in offered


def test_it_moves_and_is_silent_for_the_player_turn() -> None:
    """BF-22A3.6: till its side's player turn ends."""
    sky = island(GUNS)
    here = sky.at(RETHYMNON)
    goal = next(
        a.target
        for a in sky.legal.of(GUNS)
        if isinstance(a, Move) and a.target in here.neighbours()
    )
    sky.do(Move(GUNS, goal)).do(EndPhase())
    assert SHIFTED in sky.pos.piece(GUNS).marks
    assert antiaircraft.of_unit(sky.pos, GUNS) == 0
    rows = [row for panel in sky.rules.displays(sky.state) for row in panel.rows]
    assert any("3 moved and silent" in row.value for row in rows)
    sky.having(active=AXIS)
    assert antiaircraft.of_unit(sky.pos, GUNS) == 3, "in the enemy's turn it fires"


def test_what_has_not_moved_fires_in_its_own_player_turn() -> None:
    """BF-22A3.6"""
    sky = island(GUNS).do(EndPhase())
    assert antiaircraft.of_unit(sky.pos, GUNS) == 3


@pytest.mark.parametrize("frame", [Moving, Initial])
def test_example_a_counter_of_three_becomes_three_of_one(frame: type) -> None:
    """BF-22A3.7: the hex keeps its strength; and back again."""
    sky = island(GUNS).phase(frame, ALLIED)
    assert SplitGuns(GUNS, 1) in tuple(sky.legal.family("split guns"))
    sky.do(SplitGuns(GUNS, 1))
    assert sky.where_is(GUNS) == HELD and sky.where_is(PAIR) == sky.at(RETHYMNON)
    sky.do(SplitGuns(PAIR, 1))
    assert all(sky.where_is(one) == sky.at(RETHYMNON) for one in ONES)
    assert antiaircraft.strength(sky.pos, sky.at(RETHYMNON), ALLIED) == 3
    joins = tuple(sky.legal.family("join guns"))
    assert JoinGuns(ONES[0], ONES[1]) in joins
    sky.do(JoinGuns(ONES[0], ONES[1])).do(JoinGuns(PAIR, ONES[2]))
    assert sky.where_is(GUNS) == sky.at(RETHYMNON)
    assert antiaircraft.strength(sky.pos, sky.at(RETHYMNON), ALLIED) == 3
    assert not sky.rules.invariants(sky.state)


def test_counters_exchanged_have_moved_when_any_of_them_has() -> None:
    """BF-22A3.7, 22A3.6: no silent guns come to fire by it."""
    sky = island().put(RETHYMNON, ONES[0]).put(RETHYMNON, ONES[1], marks=(SHIFTED,))
    sky.do(JoinGuns(ONES[0], ONES[1]))
    assert antiaircraft.of_unit(sky.pos, PAIR) == 0


def test_only_ones_own_counters_that_stand_together_and_are_alike() -> None:
    """BF-22A3.7"""
    sky = island(GUNS, LIGHT).put(BESIDE, ONES[0], PAIR)
    for refused in (
        JoinGuns(ONES[0], GUNS),
        JoinGuns(PAIR, LIGHT),
        JoinGuns(GUNS, GUNS),
        SplitGuns(GUNS, 3),
        SplitGuns(GUNS, 0),
        SplitGuns(ONES[0], 1),
        SplitGuns(UnitId("german-position-hv-3"), 1),
    ):
        assert sky.objections(refused) == ["BF-22A3.7"], refused
    assert sky.objections(SplitGuns(GUNS, 1)) == ["BF-22A3.7"], "its counter of two is in use"


def test_they_stay_out_of_garrisons() -> None:
    """BF-22A3.1, 28B1c.2"""
    sky = island(GUNS)
    assert not sky.pos.counts(GUNS)


def test_guns_are_not_what_a_crowded_hex_gives_up() -> None:
    """BF-22A3.2, 8B.3: they take no place, though they are the weakest there."""
    more = ("british-10-nz-brigade", "british-19-aus-brigade", "british-16-brigade")
    sky = island(*BRITISH, *more, "british-lay-a-commando", "british-lay-d-commando", GUNS)
    assert sky.pos.overstacked(ALLIED)
    doing = sky.transition()
    movement_phase.end(sky.pos, Moving(ALLIED), EndPhase(), doing)
    assert doing.state.pieces[GUNS].at == sky.at(RETHYMNON)
    sky.take(doing.state)
    assert not sky.pos.overstacked(ALLIED)
