"""Divisions break down and are assembled, and heavy antiaircraft regiments (FE-15)."""

from __future__ import annotations

import pytest

from engine.core.state import Piece
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.movement import breakdown
from engine.systems.europa.movement.move_actions import Assemble, BreakDown, Into, Move
from engine.systems.europa.state.constants import BROKEN, HALF, HELD
from engine.systems.europa.state.records import Moving
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    PANZER,
    RIFLES,
    North,
    WholeFront,
    rules_of,
)

HERE, THERE = "1B:3731", "1B:3730"
SUPPORTED, APART = Into.SUPPORTED, Into.APART
PARACHUTES, AIRLANDERS = UnitId("german-7-parachute-xx-lw"), UnitId("german-22-air-landing-xx")
REGIMENT = UnitId("german-164-mot-hv-aa-iii-lw")
BATTALIONS = tuple(UnitId(f"german-{name}-mot-hv-aa-ii-lw") for name in ("ii-36", "i-411"))


def marching(*units: str, side: str = AXIS, game: WholeFront | None = None) -> WholeFront:
    """A movement phase with units in a hex."""
    return (game or WholeFront(4, side)).put(HERE, *units)


def broken(game: WholeFront, unit: str = FOOT, into: Into = SUPPORTED) -> tuple[UnitId, ...]:
    """A division broken down, and what it became."""
    game.do(BreakDown(UnitId(unit), into))
    parts: tuple[UnitId, ...] = game.told("broken down")[0]["into"]
    return parts


def test_a_division_is_exchanged_for_its_components_where_it_stands() -> None:
    """[FE-15A.1] [FE-ESP-MV1] Free of movement points, as it was, as long as it has not moved."""
    game = marching(FOOT)
    assert "break down" in game.kinds()
    parts = broken(game)
    assert {game.pos.piece(part).at for part in parts} == {game.at(HERE)}
    assert not game.state.spent and game.pos.piece(UnitId(FOOT)).at == BROKEN
    assert not game.objections(Move(parts[0], game.at(THERE)))
    late = marching(FOOT).do(Move(UnitId(FOOT), WholeFront(4, AXIS).at(THERE)))
    assert late.objections(BreakDown(UnitId(FOOT), SUPPORTED)) == ["FE-15A.1"]


def test_stacks_may_swell_until_the_phase_ends() -> None:
    """[FE-15A.2] Three divisions and their components: too many at its end."""
    more = [u for u in ("german-11-infantry-xx", "german-21-infantry-xx", "german-217-infantry-xx")]
    game = marching(FOOT, *more)
    row = game.pos.stack_row(game.at(HERE))
    broken(game)
    for unit in more[:2]:
        broken(game, unit)
    assert game.pos.excess(game.pos.at[game.at(HERE)], row) > 0
    assert "FE-8B.1" in game.objections(EndPhase())


def test_components_together_form_their_division_again() -> None:
    """[FE-15A.3] [FE-ESP-MV3] Stacked in a hex; the division has moved, its components wait."""
    game = marching(FOOT)
    parts = broken(game)
    game.do(Move(parts[0], game.at(THERE)))
    assert game.objections(Assemble(UnitId(FOOT), game.at(HERE))) == ["FE-15A.3"]
    game.do(*(Move(part, game.at(THERE)) for part in parts[1:]))
    assert "assemble" in game.kinds()
    game.do(Assemble(UnitId(FOOT), game.at(THERE)))
    assert game.pos.piece(UnitId(FOOT)).at == game.at(THERE)
    assert {game.pos.piece(part).at for part in parts} == {HELD}
    assert game.objections(Move(UnitId(FOOT), game.at(HERE)))


def test_mobile_divisions_break_down_in_exploitation_too() -> None:
    """[FE-15A.4] A panzer division does, an infantry division does not."""
    game = marching(FOOT, PANZER)
    game.ask(*game.state.flow[:-1], Moving(AXIS, exploiting=True), phase="exploitation")
    assert game.objections(BreakDown(UnitId(FOOT), SUPPORTED)) == ["FE-6.1"]
    parts = broken(game, PANZER)
    game.do(Assemble(UnitId(PANZER), game.at(HERE)))
    assert {game.pos.piece(part).at for part in parts} == {HELD}


@pytest.mark.parametrize("unit", [RIFLES, "rumanian-6-infantry-xx", "german-1-cavalry-xx"])
def test_divisions_that_are_not_listed_do_not_break_down(unit: str) -> None:
    """[FE-15B.1] By nation, type and ratings; no Soviet or Rumanian division is listed."""
    side = ALLIED if unit.startswith("soviet") else AXIS
    game = marching(unit, side=side)
    assert game.objections(BreakDown(UnitId(unit), SUPPORTED)) == ["FE-15B.1"]


def test_no_more_divisions_break_down_than_there_are_counters() -> None:
    """[FE-15B.1] [FE-2C.1] [FE-15C1.1] Each lettered set serves one division at a time."""
    game = marching()
    units = [
        unit for unit, row in game.context.units.items()
        if row.type == "infantry" and breakdown.ratings(row) == "7-6" and row.nation == "german"
    ][:5]  # fmt: skip
    game.put(HERE, *units)
    sets = {broken(game, unit, APART)[0] for unit in units[:4]}
    assert len(sets) == 4
    for into in Into:
        assert game.objections(BreakDown(units[4], into)) == ["FE-15B.1"]
    game.do(Assemble(units[0], game.at(HERE)))
    assert not game.objections(BreakDown(units[4], SUPPORTED))


def test_example_supported_regiments_or_a_headquarters_and_unsupported_ones() -> None:
    """[FE-15B.2] A German 7-6 division: three supported 2-6 regiments, or a headquarters and three
    unsupported ones.
    """
    for into, supported in ((SUPPORTED, [True] * 3), (APART, [True, False, False, False])):
        game = marching(FOOT)
        parts = broken(game, into=into)
        facts = [game.pos.facts(part) for part in parts]
        assert [found.supported for found in facts] == supported
        assert facts[0].headquarters is (into is APART)
        assert {(f.attack, f.move) for f in facts if not f.headquarters} == {(2, 6)}


def test_the_division_waits_in_its_box_and_then_its_components() -> None:
    """[FE-15B.3] The panel of boxes shows it."""
    game = marching(FOOT)
    parts = broken(game)
    assert game.pos.boxed(BROKEN) and UnitId(FOOT) in game.pos.boxed(BROKEN)
    game.do(Assemble(UnitId(FOOT), game.at(HERE)))
    assert UnitId(FOOT) not in game.pos.boxed(BROKEN)
    assert set(parts) <= set(game.pos.boxed(HELD))


def test_the_parachute_division_has_counters_of_its_own() -> None:
    """[FE-15C2.1] [FE-OBA-8] It waits in its box from the start: its headquarters and regiments,
    which come by themselves, form it.
    """
    game = WholeFront(11, AXIS)
    begun = rules_of("campaign").begin().state
    assert begun.pieces[PARACHUTES].at == BROKEN
    row = next(row for row in breakdown.rows_of(game.pos, PARACHUTES))
    assert row.only == (PARACHUTES,) and not row.supported
    parts = [UnitId(unit) for unit in row.apart[0]]
    assert {game.context.arrivals[part].turn for part in parts} >= {6, 10}
    game.state = game.state.with_pieces({PARACHUTES: Piece(BROKEN, 2)})
    game.put(HERE, *parts[:-1])
    assert game.objections(Assemble(PARACHUTES, game.at(HERE))) == ["FE-15A.3"]
    game.put(HERE, parts[-1]).do(Assemble(PARACHUTES, game.at(HERE)))
    assert game.pos.piece(PARACHUTES).at == game.at(HERE)
    other = next(iter(breakdown.rows_of(game.pos, UnitId(FOOT))))
    assert not {*parts} & {UnitId(u) for some in (*other.supported, *other.apart) for u in some}


def test_a_heavy_antiaircraft_regiment_is_two_battalions() -> None:
    """[FE-15D.1] Either way, with any such counters; no headquarters."""
    game = marching(REGIMENT)
    parts = broken(game, REGIMENT)
    assert [breakdown.ratings(game.context.units[part]) for part in parts] == ["1-10", "1-10"]
    assert game.objections(BreakDown(REGIMENT, APART))
    game = marching(*BATTALIONS)
    spare = next(u for u in game.context.units if u.startswith("german-heavy-aa-regiment"))
    game.state = game.state.with_pieces({spare: Piece(BROKEN, 1)})
    assert "assemble" in game.kinds()
    game.do(Assemble(spare, game.at(HERE)))
    assert {game.pos.piece(unit).at for unit in BATTALIONS} == {HELD}
    more = marching(REGIMENT, game=game)
    assert set(broken(more, REGIMENT)) == set(BATTALIONS)


def test_by_the_option_the_air_landing_division_breaks_down() -> None:
    """[FE-39D.1] Into a headquarters and three unsupported 2-5 regiments."""

    class Optional(WholeFront):
        options = ("air_landing",)

    plain = marching(AIRLANDERS)
    assert plain.objections(BreakDown(AIRLANDERS, APART)) == ["FE-15B.1"]
    game = marching(AIRLANDERS, game=Optional(4, AXIS))
    headquarters, *regiments = broken(game, AIRLANDERS, APART)
    assert game.pos.facts(headquarters).headquarters and len(regiments) == 3
    for unit in regiments:
        facts = game.pos.facts(unit)
        assert (facts.attack, facts.move, facts.supported) == (2, 5, False)


def test_finnish_divisions_are_two_brigades_and_slow_security_regiments_walk() -> None:
    """[FE-ERR-OBN1] Two supported brigades; security regiments of rating 7 ride bicycles, which
    makes them no motorized ones.
    """
    finns = UnitId("finnish-1-rifle-xx")
    game = marching(finns, game=WholeFront(4, AXIS))
    parts = broken(game, finns)
    assert [game.context.units[part].size.value for part in parts] == ["X", "X"]
    assert all(game.pos.facts(part).supported for part in parts)
    riders = [
        game.context.facts(id_, 1) for id_, unit in game.context.units.items()
        if unit.type == "security infantry" and unit.front.move == 7
    ]  # fmt: skip
    assert riders and not any(facts.mobile for facts in riders)


def test_a_scenario_without_such_divisions_has_no_such_counters() -> None:
    """[FE-15B.1] Army Group North has neither Finns nor parachutists."""
    units = North().context.units
    assert UnitId("german-infantry-a-1") in units
    assert PARACHUTES not in units and UnitId("finnish-infantry-a-1") not in units


def test_components_are_as_large_as_they_say() -> None:
    """[FE-15B.2] A regiment is 1 RE, and attack strengths never exceed the division's."""
    game = WholeFront(4, AXIS)
    for row in game.context.charts.breakdowns.rows:
        for parts in (*row.supported, *row.apart):
            facts = [game.context.facts(UnitId(part), 1) for part in parts]
            assert all(found.halves == HALF for found in facts)
            attack = sum(found.attack for found in facts)
            assert attack <= min(int(rating.split("-")[0]) for rating in row.ratings)
