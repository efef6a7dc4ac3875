"""Sides, scale, lands and the order of the phases (FE-1, 3H, 3I, 4A, expanded sequence)."""

from __future__ import annotations

from itertools import combinations

from engine.core.handler import Transition
from engine.core.state import Piece
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.board import areas
from engine.systems.europa.combat.battle_actions import DeclareAttack
from engine.systems.europa.movement import rail_movement
from engine.systems.europa.movement.move_actions import Move, RailMove
from engine.systems.europa.production.initial_phase import Initial
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, OUT, Phase
from engine.systems.europa.state.records import Fighting
from engine.systems.fire_in_the_east import SYSTEM, sequence
from engine.systems.fire_in_the_east.economy import special
from maps.hexgrid import distance
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    FOOT,
    PANZER,
    RIFLES,
    WholeFront,
    rules_of,
)
from tests.engine.systems.fire_in_the_east.eastern_air import GERMAN_BASE, HE111, EastAir
from tests.engine.systems.fire_in_the_east.economy_desk import isolate

STANDARD = {"Riga": "1B:1816", "Lwow": "3B:0226", "Bialystok": "1B:3524"}
"""Cities annexed in 1939 and 1940."""
BROAD = {"Minsk": "1B:3512", "Kiev": "3B:0607", "Leningrad": "2A:0931", "Moskva": "2A:3317"}
"""Cities of the Soviet Union of 1939."""


# Sides and scale


def test_two_players_command_germany_with_its_allies_and_the_soviet_union() -> None:
    """[FE-1.1] Every nation of the order of battle fights for one of two sides in the end."""
    chart = rules_of("campaign").context.charts.nations
    assert [side.id for side in SYSTEM.sides] == [AXIS, ALLIED]
    nations = {unit.nation for unit in WholeFront().context.units.values()}
    sides = {nation: chart.row(nation).side for nation in nations}
    assert {nation for nation, side in sides.items() if side == ALLIED} == {"soviet"}
    assert set(sides.values()) == {AXIS, ALLIED} and sides["german"] == AXIS


def test_units_run_from_the_battery_to_the_division_on_hexes_of_sixteen_miles() -> None:
    """[FE-1.2]"""
    context = WholeFront().context
    assert context.map.notes["miles per hex"] == "16"
    bodies = {context.facts(unit, row.steps).body for unit, row in context.units.items()}
    ground = {"company", "battalion", "regiment", "brigade", "division", "cadre"}
    assert bodies == ground | {"headquarters", "truck"}


# Lands


def test_railroads_of_the_soviet_union_of_1939_are_broad_and_of_annexed_lands_standard() -> None:
    """[FE-3H.3] The border of 1939 shows in the gauges alone."""
    context = WholeFront().context

    def gauges(label: str) -> set[bool]:
        at = context.hex_of(label)
        near = context.rails[at]
        return {context.railways.broad(at, to, frozenset()) for to in near}

    assert all(gauges(label) == {True} for label in BROAD.values())
    assert all(gauges(label) == {False} for label in STANDARD.values())


def test_the_baltic_states_are_estonia_latvia_and_lithuania() -> None:
    """[FE-3H.4] Spared garrisons, and their railroads."""
    context = WholeFront().context
    land = areas.area(context, "Baltic")
    inside = {"Tallinn": "1B:0712", "Riga": "1B:1816", "Kaunas": "1B:2720", "Wilno": "1B:2818"}
    outside = ("1B:3512", "1B:1705", "1B:2529", "1B:3524", "2A:0931")
    assert all(context.hex_of(label) in land for label in inside.values())
    assert not any(context.hex_of(label) in land for label in outside)
    assert "Baltic" in context.charts.garrisons.spared
    garrisoned = {at for town in context.towns for at in town}
    assert context.hex_of("1B:1816") not in garrisoned and context.hex_of("1B:3512") in garrisoned


# Isolation


def test_isolation_is_judged_in_the_initial_phase_for_the_whole_player_turn() -> None:
    """[FE-3I.2] Who is cut off later in the turn is not isolated in it; who was, stays so."""
    game = WholeFront(5).put("1B:3512", RIFLES)
    unit = UnitId(RIFLES)

    def judged(desk: WholeFront) -> bool:
        step = Transition(desk.state)
        special.isolate(desk.context, step)
        return unit in step.state.isolated

    assert not judged(game)
    free = game.state.isolated
    isolate(game, "1B:3512")
    game.put("1B:3512", RIFLES, marks=[OUT])
    assert game.state.isolated == free, "nothing has been judged again"
    assert judged(game)
    step = Transition(game.state)
    special.isolate(game.context, step)
    relieved = WholeFront(5, state=step.state).having(taken={})
    assert unit in relieved.state.isolated


# The order of phases


def test_the_initial_phase_repairs_receives_and_judges_supply_of_both_sides() -> None:
    """[FE-4A1.1] [FE-ESP-IN2] [FE-ESP-IN4b] Repairs and what comes first; supply is fixed for both
    as the phase ends, before anybody moves.
    """
    game = EastAir(4).station(GERMAN_BASE, HE111, operative=False)
    step = Transition(game.state.having(flow=()))
    sequence.open_slot(game.context, step, Phase.INITIAL, AXIS)
    asked = {type(frame).__name__ for frame in step.state.flow}
    assert {"Initial", "RepairRoll", "AirSystem"} <= asked
    desk = WholeFront(3)
    gone = dict.fromkeys(desk.context.arrivals, Piece(DEAD, 0))
    desk.having(pieces={**desk.state.pieces, **gone})
    desk.put("1B:3512", PANZER).put("2A:3317", RIFLES)
    isolate(desk, "1B:3512")
    desk.phase(Initial, AXIS).do(EndPhase())
    assert desk.state.phase == Phase.MOVEMENT.value
    assert OUT in desk.pos.piece(UnitId(PANZER)).marks
    assert OUT not in desk.pos.piece(UnitId(RIFLES)).marks


def test_each_player_turn_has_its_phases_in_order() -> None:
    """[FE-ESP-IN2] [FE-ESP-EX1] Initial, movement, air, combat, exploitation, Axis first."""
    order = [phase for phase, side in sequence.FLOWN if side == AXIS]
    assert order == [
        Phase.INITIAL,
        Phase.MOVEMENT,
        Phase.AIR,
        Phase.COMBAT,
        Phase.EXPLOITATION,
    ]
    sides = [side for _, side in sequence.FLOWN if side]
    assert sides == sorted(sides, key=[AXIS, ALLIED].index)


def test_only_c_m_units_do_anything_in_exploitation() -> None:
    """[FE-ESP-EX1] They break down, move, overrun and break railroads; engineers do not build."""
    game = WholeFront(5)
    field = "1B:3610"
    near = game.context.fronts[game.at(field)][0]
    game.put(field, PANZER, FOOT)
    step = Transition(game.state.having(flow=()))
    sequence.open_slot(game.context, step, Phase.EXPLOITATION, AXIS)
    game.state = step.state
    assert game.objections(Move(UnitId(FOOT), near)) == ["FE-6.1"]
    assert not game.objections(Move(UnitId(PANZER), near))
    assert "labour" not in game.kinds() and "rail move" not in game.kinds()


def test_units_have_left_the_train_when_the_movement_phase_ends() -> None:
    """[FE-7A1.2] Who has come by rail attacks in the combat phase after it."""
    game = WholeFront(4).put("1B:3731", FOOT)
    unit = UnitId(FOOT)
    target = max(rail_movement.targets(game.pos, unit))
    game.do(RailMove(unit, target))
    enemy = next(at for at in game.context.fronts[target] if at in game.context.land)
    game.put(game.context.map.label(enemy), RIFLES)
    game.phase(Fighting, AXIS)
    assert not game.objections(DeclareAttack(enemy))


def test_the_soviets_have_eighteen_airfields_at_the_start() -> None:
    """[FE-OBS-9] Ten of them three to seven hexes from Greater Germany, none within three hexes of
    another, on clear ground or rough.
    """
    context = rules_of("campaign_air").context
    fields = [at for at in sorted(context.airfields_at_start) if context.countries[at] == "USSR"]
    germany = [at for at in context.land if context.countries.get(at) == "Greater Germany"]
    assert len(fields) == 18
    near = [min(distance(at, one) for one in germany) for at in fields]
    assert sum(3 <= far <= 7 for far in near) == 10
    assert all(distance(a, b) > 3 for a, b in combinations(fields, 2))
    assert {context.terrain_at(at) for at in fields} <= {"clear", "rough"}
