"""Air drops: when, who, whence, whither, and what becomes of them (BC-19E, BC-20)."""

from __future__ import annotations

import pytest

from engine.systems.boot_camp.actions import Drop
from engine.systems.boot_camp.air_and_sea import drops
from engine.systems.boot_camp.state.records import Interception
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.combat import battle_actions as fight
from engine.systems.europa.combat import strength
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.movement import move_actions as march
from engine.systems.europa.movement.move_actions import BreakDown, Into
from engine.systems.europa.production import initial_actions as home
from engine.systems.europa.state.constants import ALLIED, AXIS, BROKEN, DEAD, DROPPED, Phase
from engine.systems.europa.state.records import Fighting, Initial
from maps.hexgrid import distance
from oob.model import UnitId
from tests.engine.systems.boot_camp.desk import ATHENS, Camp

ELEVSIS, MALEME = "15B:0811", "15B:2114"
P1, P2, P3, STURM = (
    "german-7-1-parachute",
    "german-7-2-parachute",
    "german-7-3-parachute",
    "german-sturm-parachute",
)
CRETAN = "greek-1-regiment"


def dropping(*units: str) -> Camp:
    """Axis turn after the fall of Athens, airborne units at its airfield."""
    camp = Camp(14).enter(11).own(AXIS, ATHENS, ELEVSIS).having(athens=12)
    return camp.put(ATHENS, *(units or (P1,)))


def clear_hex(camp: Camp, near: str = MALEME) -> str:
    """A clear or rough hex of Crete with nobody in it."""
    context = camp.context
    kinds = context.charts.air_drops.terrain
    at = min(
        (
            h
            for h in context.land
            if context.map.terrain[h] in kinds and context.countries.get(h) == "Greece"
        ),
        key=lambda h: (distance(h, context.hex_of(near)), h),
    )
    return context.map.label(at)


def test_drops_begin_in_the_turn_after_athens_fell() -> None:
    camp = dropping()
    to = camp.at(clear_hex(camp))
    for athens in (0, 14):
        camp.having(athens=athens)
        assert camp.objections(Drop(UnitId(P1), to)) == ["BC-19E.1"]
    camp.having(athens=13)
    assert camp.objections(Drop(UnitId(P1), to)) == []


def test_only_unsupported_small_german_airborne_and_mountain_units_drop() -> None:
    camp = dropping(P1, "german-5-mountain", "german-125-regiment", "italian-3-julia")
    to = camp.at(clear_hex(camp))
    for unit in ("german-5-mountain", "german-125-regiment", "italian-3-julia"):
        assert camp.objections(Drop(UnitId(unit), to)) == ["BC-19E.2"]


def test_a_drop_starts_at_an_airbase_and_goes_twenty_hexes_to_open_ground() -> None:
    camp = dropping()
    context, start = camp.context, camp.at(ATHENS)
    to = camp.at(clear_hex(camp))
    assert distance(start, to) <= 20
    steep = next(
        h
        for h in sorted(context.land)
        if context.map.terrain[h] == "mountain" and distance(h, start) < 10
    )
    assert camp.objections(Drop(UnitId(P1), steep))[0] == "BC-19E.3"
    far = next(
        h
        for h in sorted(context.land)
        if context.map.terrain[h] == "clear"
        and distance(h, start) > 20
        and context.countries.get(h) == "Yugoslavia"
    )
    assert "BC-19E.3" in camp.objections(Drop(UnitId(P1), far))
    camp.put("15B:0411", P2)
    assert camp.objections(Drop(UnitId(P2), to)) == ["BC-19E.3"]


def test_six_units_drop_in_a_turn_three_from_an_airbase() -> None:
    camp = dropping(P1, P2, P3, STURM)
    to = camp.at(clear_hex(camp))
    for unit in (P1, P2, P3):
        camp.do(Drop(UnitId(unit), to)).roll(1)
    assert camp.objections(Drop(UnitId(STURM), to)) == ["BC-19E.3"]
    camp.having(used={drops.USED: 6})
    assert camp.objections(Drop(UnitId(STURM), to)) == ["BC-19E.2"]


def test_drops_are_made_in_the_axis_movement_phase() -> None:
    camp = dropping()
    to = camp.at(clear_hex(camp))
    camp.do(EndPhase())
    while camp.state.phase != Phase.EXPLOITATION:
        camp.do(EndPhase())
    assert "BC-19E.4" in camp.objections(Drop(UnitId(P1), to))


@pytest.mark.parametrize(
    ("face", "fate"), [(1, "there"), (3, "there"), (4, "back"), (5, "back"), (6, "dead")]
)
def test_interception_of_drops(face: int, fate: str) -> None:
    camp = dropping()
    to = camp.at(clear_hex(camp))
    camp.do(Drop(UnitId(P1), to))
    assert isinstance(camp.state.top, Interception)
    camp.roll(face)
    assert camp.where(P1) == {"there": to, "back": camp.at(ATHENS), "dead": DEAD}[fate]
    if fate == "back":
        assert camp.objections(Drop(UnitId(P1), to)) == ["BC-19E.3"], "it has used its move"


def test_dropped_units_are_supported_and_in_supply_for_the_turn_and_move_no_further() -> None:
    camp = dropping()
    to = camp.at(clear_hex(camp))
    assert not camp.pos.facts(UnitId(P1)).supported
    camp.do(Drop(UnitId(P1), to)).roll(1)
    assert DROPPED in camp.state.pieces[UnitId(P1)].marks
    assert camp.pos.facts(UnitId(P1)).supported and not camp.pos.out(UnitId(P1))
    near = next(iter(camp.context.fronts[to]))
    assert "BC-19E.4" in camp.objections(march.Move(UnitId(P1), near))
    camp.having(turn=14).ask(*camp.state.flow[:1], phase=Phase.END.value, active="").settle()
    assert DROPPED not in camp.state.pieces[UnitId(P1)].marks


def battle_for(camp: Camp, *, win: bool) -> Camp:
    """Drop on a defended hex and attack it, with the best or the worst die."""
    to = camp.at(clear_hex(camp))
    camp.put(to, CRETAN)
    for unit in (P1, P2, P3):
        camp.do(Drop(UnitId(unit), to)).roll(1)
    assert camp.pos.owner_of(to) == ALLIED, "a contested hex keeps its owner"
    camp.do(EndPhase())
    while not isinstance(camp.state.top, Fighting):
        camp.do(EndPhase())
    assert camp.objections(EndPhase()) == ["BC-19E.5"], "all enemies there must be attacked"
    camp.do(fight.DeclareAttack(to), fight.GoIn())
    camp.roll(6 if win else 1)
    return camp


def settle_losses(camp: Camp) -> Camp:
    """Answer whatever the battle asks until the phase goes on."""
    while not isinstance(camp.state.top, Fighting):
        camp.do(next(iter(camp.legal)))
    return camp


def test_dropped_units_attack_every_enemy_in_their_hex_and_may_win_it() -> None:
    camp = settle_losses(battle_for(dropping(P1, P2, P3), win=True))
    to = camp.where(P1)
    assert to == camp.at(clear_hex(camp)) and camp.pos.owner_of(to) == AXIS  # type: ignore[arg-type]
    camp.do(EndPhase())
    assert camp.where(P1) == to


def test_failure_to_take_the_hex_costs_every_unit_dropped_on_it() -> None:
    camp = dropping(P1, P2, P3)
    to = camp.at(clear_hex(camp))
    camp.put(to, CRETAN)
    camp.do(Drop(UnitId(P1), to)).roll(1)
    pos = camp.pos
    assert pos.must_attack(AXIS) == (to,) and pos.must_attack(ALLIED) == ()
    from engine.core.handler import Transition
    from engine.systems.boot_camp.state.records import Landed

    doing = Transition(camp.state.pushed(Landed(AXIS)))
    drops.fate(camp.rules.position(doing.state), Landed(AXIS), doing)  # type: ignore[arg-type]
    assert doing.state.pieces[UnitId(P1)].at == DEAD
    assert doing.state.pieces[UnitId(P2)].at == camp.at(ATHENS)


def test_units_dropped_beside_the_enemy_attack_as_others_do() -> None:
    camp = dropping(P1, P2)
    to = camp.at(clear_hex(camp))
    near = next(n for n in camp.context.fronts[to] if not camp.context.is_mountain(n))
    camp.put(near, CRETAN)
    camp.do(Drop(UnitId(P1), to)).roll(1)
    camp.do(EndPhase())
    while not isinstance(camp.state.top, Fighting):
        camp.do(EndPhase())
    assert camp.objections(EndPhase()) == []
    camp.do(fight.DeclareAttack(near), fight.AddUnit(UnitId(P1)))
    found = Battle(AXIS, near, (UnitId(P1),), (UnitId(CRETAN),))
    attack = strength.ground_attack(camp.pos, found)
    assert attack > 0


# Breakdowns (BC-20)


def initial(*units: str) -> Camp:
    """The Axis initial phase with German divisions in Bulgaria."""
    camp = Camp(12).enter(11)
    for number, unit in enumerate(units):
        place = sorted(at for at in camp.context.cities if camp.context.countries[at] == "Bulgaria")
        camp.put(place[number], unit)
    return camp.phase(Initial, AXIS)


def test_the_air_landing_division_breaks_into_three_regiments_once_for_all() -> None:
    division = UnitId("german-22-air-landing")
    camp = initial(division)
    at = camp.where(division)
    camp.do(BreakDown(division, Into.APART))
    assert camp.where(division) == BROKEN
    parts = [u for u, piece in camp.state.pieces.items() if piece.at == at]
    ratings = sorted((camp.pos.facts(u).attack, camp.pos.facts(u).move) for u in parts)
    assert ratings == [(2, 5), (2, 5), (3, 5)]
    assert not any(camp.pos.facts(u).supported for u in parts)
    assert all(drops.can_drop(camp.pos, u) for u in parts)
    camp.phase(Initial, AXIS)
    assert not any(isinstance(a, march.Assemble) for a in camp.legal), "never again"


def test_two_mountain_divisions_break_down_and_no_third() -> None:
    divisions = [UnitId(f"german-{n}-mountain") for n in (1, 4, 5)]
    camp = initial(*divisions)
    for division in divisions[:2]:
        at = camp.where(division)
        camp.do(BreakDown(division, Into.APART))
        parts = [u for u, piece in camp.state.pieces.items() if piece.at == at]
        assert [(camp.pos.facts(u).attack, camp.pos.facts(u).move) for u in parts] == [(3, 8)] * 2
    assert camp.objections(BreakDown(divisions[2], Into.APART))


def test_breakdowns_come_in_the_initial_phase_before_movement() -> None:
    camp = initial("german-1-mountain")
    action = BreakDown(UnitId("german-1-mountain"), Into.APART)
    assert not camp.objections(action)
    camp.do(home.ArriveAll(), EndPhase())
    assert camp.state.phase == Phase.MOVEMENT
    assert camp.objections(action)
