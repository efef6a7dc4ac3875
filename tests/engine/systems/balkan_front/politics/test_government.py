"""The Greek government: its seat, exile and capture (BF-28B1a)."""

from __future__ import annotations

import pytest

from engine.systems.balkan_front.actions import CeaseOperations, Evacuate, GoOn
from engine.systems.balkan_front.politics import victory
from engine.systems.balkan_front.state.records import CaptureRoll, Ceasing
from engine.systems.europa.combat.battles import Battle, Retreating
from engine.systems.europa.state.constants import ALLIED, AXIS, GONE, Phase
from engine.systems.europa.state.records import Initial, Onward
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import ATHENS, KHANIA, Front

ARMY, ISLANDERS, VENEZIA = "greek-8-mountain", "greek-5-14-mountain-regiment", "italian-19-venezia"
FRIENDS = "british-14-brigade"


def fallen() -> Front:
    """Athenai in Axis hands, the die about to be thrown."""
    front = Front().put("14A:4718", ARMY).put(KHANIA, ISLANDERS).put(ATHENS, VENEZIA)
    front.own(AXIS, ATHENS)
    return front.ask(Onward(), CaptureRoll("greek"), phase=Phase.COMBAT.value, active=AXIS)


def at(front: Front, unit: str) -> object:
    """Where a unit is."""
    return front.state.pieces[UnitId(unit)].at


@pytest.mark.parametrize("face", [3, 4, 5, 6])
def test_captured_on_three_to_six_all_greek_forces_surrender(face: int) -> None:
    front = fallen().roll(face)
    assert at(front, ARMY) == GONE and at(front, ISLANDERS) == GONE
    assert "greek" in front.state.surrendered
    assert [e.rule for e in front.events if e.what == "surrender"] == ["BF-28B1a.5"]
    assert front.state.score(AXIS) == 6


@pytest.mark.parametrize("face", [1, 2])
def test_it_escapes_on_one_and_two_and_is_evacuated_next(face: int) -> None:
    front = fallen().roll(face)
    assert front.told("government escapes") or front.state.fugitives
    assert front.state.fugitives and at(front, ARMY) != GONE
    assert front.state.score(AXIS) == 0


def test_evacuation_spares_the_islands() -> None:
    front = Front(side=ALLIED).put("14A:4718", ARMY).put(KHANIA, ISLANDERS)
    front.phase(Initial, ALLIED)
    front.do(Evacuate("greek"))
    assert [e.rule for e in front.events if e.what == "surrender"] == ["BF-28B1a.3"]
    assert at(front, ARMY) == GONE and at(front, ISLANDERS) == front.at(KHANIA)
    assert victory.may_cease(front.pos)


def test_nobody_ends_the_war_of_a_nation_by_a_button() -> None:
    """BF-28B1a.2, 28B1a.3: its forces surrender, so that it is taken from the list alone."""
    front = Front(side=ALLIED).phase(Initial, ALLIED)
    (family,) = (one for one in front.legal.families if one.name == "evacuate")
    assert family.listed and "surrender" in family.title


def test_only_the_allies_evacuate() -> None:
    front = Front().phase(Initial, AXIS)
    assert front.objections(Evacuate("greek")) == ["BF-28B1a.2"]


def test_the_axis_may_cease_once_greece_is_out() -> None:
    front = Front(turn=9).having(surrendered=frozenset({"greek"}))
    front.ask(Onward(), Ceasing(AXIS), phase=Phase.END.value, active="")
    assert not front.objections(GoOn())
    front.do(CeaseOperations())
    assert front.state.over and front.state.ceased == 9
    assert any(entry.rule == "BF-VPA.11" for entry in front.state.ledger)


def test_who_surrenders_in_the_midst_of_a_battle_retreats_no_more() -> None:
    """BF-28B1a.5: an attack from the capital's side was lost, and the capital fell for it."""
    front = fallen()
    target, start = front.at(ATHENS), front.at("14A:4718")
    battle = Battle(ALLIED, target, (UnitId(ARMY), UnitId(FRIENDS)), (UnitId(VENEZIA),))
    fleeing = (UnitId(ARMY), UnitId(FRIENDS))
    front.put("14A:4718", FRIENDS)
    retreat = Retreating(battle, ALLIED, fleeing, ((start,), (target,)))
    front.ask(Onward(), retreat, CaptureRoll("greek"), phase=Phase.COMBAT.value, active=ALLIED)
    front.roll(3)
    assert front.state.top == Retreating(battle, ALLIED, (UnitId(FRIENDS),), ((target,),))
    assert next(iter(front.legal), None) is not None

    alone = Retreating(battle, ALLIED, fleeing[:1], ((start,),))
    front = fallen()
    front.ask(Onward(), alone, CaptureRoll("greek"), phase=Phase.COMBAT.value, active=ALLIED)
    assert not any(isinstance(frame, Retreating) for frame in front.roll(3).state.flow)
