"""Interdiction missions."""

from __future__ import annotations

import pytest

from engine.systems.operation_gertrud.actions import EndPhase, Intercept, Interdict, LetPass, Move
from engine.systems.operation_gertrud.battle.interdiction import predominant_cost
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    GERMAN,
    INTERDICTED,
    AirCombat,
    Interdicting,
    InterdictionRoll,
    Moving,
    Status,
)
from maps.hexgrid import Hex
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.desk import Desk

ON = Status.AVAILABLE


def missions(terrain: str = "rough", **support: Status) -> tuple[Desk, Hex]:
    """The Allied Interdiction Phase over two Germans in a hex of a terrain with a road."""
    desk = Desk().phase(Interdicting, ALLIED)
    at = next(
        at
        for at in sorted(desk.context.turkey)
        if desk.context.map.terrain[at] == terrain
        and any(desk.context.map.line_kinds(at, near) for near in at.neighbours())
    )
    desk.put(at, "german-125", "german-73")
    names = {name.replace("_", "-"): status for name, status in support.items()}
    return desk.having(support=names or {"turkish-cas-1": ON}), at


@pytest.mark.parametrize("face", range(1, 7))
def test_example_rough_with_a_road_is_interdicted_on_3_to_6(face: int) -> None:
    """[OG-13.7c] [OG-13.7e] [OG-13.7f]"""
    desk, at = missions("rough")
    assert predominant_cost(desk.pos, at) == 2
    mission = Interdict("turkish-cas-1", at)
    found = desk.rules.prospect(desk.state, (mission,))
    assert found is not None and found.odds == "67\u00a0% to interdict"
    assert desk.rules.describe(desk.state, mission).endswith(" (67\u00a0% to interdict)")
    assert "1 CAS is available" in desk.rules.question(desk.state).prompt
    desk.do(Interdict("turkish-cas-1", at), LetPass())
    assert isinstance(desk.state.top, InterdictionRoll)
    desk.roll(face)
    assert (INTERDICTED in desk.marks("german-125")) is (face >= 3)
    assert (INTERDICTED in desk.marks("german-73")) is (face >= 3)
    assert desk.state.support["turkish-cas-1"] is Status.USED


@pytest.mark.parametrize(("terrain", "least"), [("clear", 2), ("rough", 3), ("mountain", 4)])
def test_the_die_must_beat_the_terrain(terrain: str, least: int) -> None:
    """[OG-13.7c]"""
    desk, at = missions(terrain)
    desk.do(Interdict("turkish-cas-1", at), LetPass())
    node = desk.rules.chance(desk.state)
    assert node is not None
    assert node.meanings.index("interdicted") + 1 == least


def test_available_cas_go_over_enemy_units() -> None:
    """[OG-13.7a] [OG-12.6]"""
    desk, at = missions(turkish_cas_1=Status.USED, turkish_cas_2=ON, yavuz=ON)
    assert desk.objections(Interdict("turkish-cas-1", at)) == ["OG-13.7a"]
    assert desk.objections(Interdict("yavuz", at)) == ["OG-12.6"]
    assert desk.objections(Interdict("turkish-cas-2", desk.hex("Ankara"))) == ["OG-13.7a"]
    desk.do(Interdict("turkish-cas-2", at))


def test_the_enemy_may_answer_with_air_combat_only() -> None:
    """[OG-13.7b] [OG-13.7f]"""
    desk, at = missions(turkish_cas_1=ON, german_cas_1=ON, italian_cas_1=Status.USED)
    desk.do(Interdict("turkish-cas-1", at))
    assert desk.objections(Intercept("italian-cas-1")) == ["OG-13.7b"]
    assert desk.objections(Intercept("turkish-cas-1")) == ["OG-13.7b"]
    desk.do(Intercept("german-cas-1"))
    assert any(isinstance(frame, AirCombat) for frame in desk.state.flow) or desk.rules.chance(
        desk.state
    )
    desk.roll(2, 6)
    assert desk.state.support["turkish-cas-1"] is Status.ELIMINATED
    assert desk.state.support["german-cas-1"] is Status.USED
    assert INTERDICTED not in desk.marks("german-125")


def test_a_surviving_interdictor_goes_on() -> None:
    """[OG-13.7b] [OG-13.7c]"""
    desk, at = missions("clear", turkish_cas_1=ON, german_cas_8=ON)
    desk.do(Interdict("turkish-cas-1", at), Intercept("german-cas-8")).roll(6, 2)
    assert desk.state.support["german-cas-8"] is Status.ELIMINATED
    desk.roll(2)
    assert INTERDICTED in desk.marks("german-125")


def test_soviet_air_serves_soviets_alone_in_answer() -> None:
    """[OG-13.0c]"""
    desk = Desk("late_1942").put("Ankara", "turkish-1").put("3134", "soviet-20")
    desk.phase(Interdicting, GERMAN).having(
        support={"german-cas-1": ON, "german-cas-2": ON, "soviet-cas-1": ON, "turkish-cas-1": ON}
    )
    desk.do(Interdict("german-cas-1", desk.hex("Ankara")))
    assert desk.objections(Intercept("soviet-cas-1")) == ["OG-13.0c"]
    desk.do(LetPass()).roll(1)
    desk.do(Interdict("german-cas-2", desk.hex("3134")))
    assert desk.objections(Intercept("turkish-cas-1")) == ["OG-13.0c"]
    assert desk.objections(Intercept("soviet-cas-1")) == []


def test_a_hex_is_interdicted_once() -> None:
    """[OG-13.7d]"""
    desk, at = missions("clear", turkish_cas_1=ON, turkish_cas_2=ON)
    desk.do(Interdict("turkish-cas-1", at), LetPass()).roll(6)
    assert desk.objections(Interdict("turkish-cas-2", at)) == ["OG-13.7d"]


def test_the_mark_lasts_for_the_movement_phase() -> None:
    """[OG-13.7d]"""
    desk, at = missions("clear")
    desk.do(Interdict("turkish-cas-1", at), LetPass()).roll(6)
    assert desk.state.top == Moving(GERMAN), "no CAS is left, the phase closes by itself"
    near = next(n for n in at.neighbours() if n in desk.context.land)
    desk.do(Move(U("german-125"), near), EndPhase())
    assert INTERDICTED not in desk.marks("german-73")
