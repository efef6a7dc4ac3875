"""The raid on the Goeben and the fate of a scuttled Yavuz."""

from __future__ import annotations

import pytest

from engine.core.handler import Transition
from engine.systems.operation_gertrud import sequence
from engine.systems.operation_gertrud.actions import EndPhase
from engine.systems.operation_gertrud.battle.battle_actions import (
    AddUnit,
    DeclareAttack,
    RaidGoeben,
)
from engine.systems.operation_gertrud.battle.battles import SinkingRoll
from engine.systems.operation_gertrud.battle.raids import modifier
from engine.systems.operation_gertrud.state.records import (
    DEAD,
    DROPPING,
    GERMAN,
    OFF_MAP,
    Fighting,
    Kind,
    Moving,
    Status,
    Yavuz,
)
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.battlefield import I132, P8
from tests.engine.systems.operation_gertrud.desk import Desk

KOMMANDO = "german-kommando"


def eve(scenario: str = "early_1942") -> Desk:
    """The German Movement Phase of turn one, the Kommando waiting."""
    desk = Desk(scenario).having(turn=1, raid="", raided=False)
    desk.put(OFF_MAP, KOMMANDO)
    desk.phase(Moving, GERMAN)
    return desk


def raided(size: str, *faces: int, scenario: str = "early_1942") -> Desk:
    """A raid rolled for in the Combat Phase of turn one."""
    desk = eve(scenario).do(RaidGoeben(size))
    doing = Transition(desk.state)
    doing.set(flow=desk.state.flow[:1])
    sequence.fighting(GERMAN)(desk.context, doing)
    desk.take(doing.state.having(phase="german combat"))
    return desk.roll(*faces)


def test_the_raid_is_compulsory_on_turn_one() -> None:
    """[OG-17.0a]"""
    desk = eve()
    assert "OG-17.0a" in desk.objections(EndPhase())
    desk.do(RaidGoeben("large"))
    assert desk.objections(EndPhase()) == []
    assert desk.state.drops == {KOMMANDO: desk.hex("2611")}


def test_the_raid_happens_once_and_only_on_turn_one() -> None:
    """[OG-17.0f]"""
    desk = eve().do(RaidGoeben("small"))
    assert desk.objections(RaidGoeben("large")) == ["OG-17.0f"]
    late = eve().having(turn=2)
    assert late.objections(RaidGoeben("large")) == ["OG-17.0f"]
    assert late.objections(EndPhase()) == []


def test_a_raid_is_large_or_small() -> None:
    """[OG-17.0c]"""
    assert eve().objections(RaidGoeben("huge")) == ["OG-17.0c"]


@pytest.mark.parametrize(("size", "steps"), [("large", 2), ("small", 1)])
def test_the_size_sets_the_strength(size: str, steps: int) -> None:
    """[OG-17.0c]"""
    desk = eve().do(RaidGoeben(size))
    assert (desk.where(KOMMANDO), desk.steps(KOMMANDO)) == (DROPPING, steps)


@pytest.mark.parametrize(
    ("scenario", "gain"),
    [
        ("early_1941", 2),
        ("late_1941", 1),
        ("early_1942", 0),
        ("late_1942", -1),
        ("early_1943", -2),
    ],
)
def test_size_and_scenario_modify_the_dice(scenario: str, gain: int) -> None:
    """[OG-17.0c] [OG-17.0d]"""
    assert modifier(eve(scenario).do(RaidGoeben("large")).pos) == gain + 2
    assert modifier(eve(scenario).do(RaidGoeben("small")).pos) == gain - 1


def test_two_dice_decide_in_the_combat_phase_of_turn_one() -> None:
    """[OG-17.0b]"""
    desk = raided("small")
    node = desk.rules.chance(desk.state)
    assert node is not None and node.sides == 6 and node.rule == "OG-17.0b"
    desk.roll(1)
    node = desk.rules.chance(desk.state)
    assert node is not None and len(node.meanings) == 6
    desk.roll(1)
    assert isinstance(desk.state.top, Fighting)
    assert desk.state.raided


@pytest.mark.parametrize(
    ("size", "faces", "yavuz", "bonus"),
    [
        ("small", (1, 2), Yavuz.SEIZED, True),
        ("small", (4, 4), Yavuz.SCUTTLED, True),
        ("large", (4, 4), Yavuz.SCUTTLED, False),
        ("large", (1, 1), Yavuz.SEIZED, True),
    ],
)
def test_the_table_decides(size: str, faces: tuple[int, int], yavuz: Yavuz, bonus: bool) -> None:
    """[OG-17.0e]"""
    desk = raided(size, *faces)
    assert desk.state.yavuz is yavuz
    assert desk.state.blitzkrieg is bonus
    assert desk.where(KOMMANDO) == "2611"
    assert desk.state.drops == {}


def test_the_raid_is_the_attack_of_the_kommando() -> None:
    """It attacks nobody else in that phase. [OG-17.0e] [OG-11.0.10]"""
    desk = raided("large", 1, 1).put("2612", "turkish-17").put("2712", P8)
    desk.do(DeclareAttack(desk.hex("2612")))
    assert desk.objections(AddUnit(U(KOMMANDO))) == ["OG-11.0d"]
    assert desk.objections(AddUnit(U(P8))) == []


def test_a_poor_raid_loses_the_kommando() -> None:
    """[OG-17.0e]"""
    desk = raided("small", 1, 1, scenario="early_1943")
    assert desk.where(KOMMANDO) == DEAD
    assert desk.state.yavuz is Yavuz.TURKISH


def test_a_seized_yavuz_is_german() -> None:
    """[OG-12.1d] [OG-17.0e]"""
    desk = raided("small", 1, 2)
    assert "yavuz" in desk.pos.ready(GERMAN, Kind.NGS)


def settle(desk: Desk, face: int) -> Desk:
    """Roll for a scuttled Yavuz."""
    desk.having(yavuz=Yavuz.SCUTTLED, flow=(*desk.state.flow, SinkingRoll()))
    return desk.roll(face)


def test_a_scuttled_yavuz_serves_nobody() -> None:
    """[OG-17.0e]"""
    desk = Desk().having(yavuz=Yavuz.SCUTTLED)
    assert not desk.pos.ready("allied", Kind.NGS) and not desk.pos.ready(GERMAN, Kind.NGS)


def test_a_scuttled_yavuz_is_rolled_for_each_administrative_segment() -> None:
    """[OG-5.1b]"""
    desk = Desk().having(yavuz=Yavuz.SCUTTLED)
    doing = Transition(desk.state)
    sequence.administrative(desk.context, doing)
    assert isinstance(doing.state.top, SinkingRoll)


def test_it_sinks_for_good_or_settles_on() -> None:
    """[OG-5.1b] [OG-3.1d]"""
    desk = settle(Desk(), 3)
    assert desk.state.yavuz is Yavuz.SUNK
    assert desk.state.support["yavuz"] is Status.ELIMINATED
    assert settle(Desk(), 5).state.yavuz is Yavuz.SCUTTLED


def test_who_holds_the_berth_saves_it() -> None:
    """[OG-5.1b]"""
    assert settle(Desk(), 6).state.yavuz is Yavuz.TURKISH
    held = Desk().put("2611", I132)
    assert settle(held, 6).state.yavuz is Yavuz.SEIZED
    assert settle(Desk().put("2610", P8), 6).state.yavuz is Yavuz.TURKISH
