"""Positions laid out by hand on the real board, and what a sensible player does there."""

from __future__ import annotations

from typing import Any

from engine.core.actions import Action
from engine.core.handler import Transition
from engine.systems.boot_camp.actions import Ship
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.combat import battle_actions as do
from engine.systems.europa.combat.aftermath import worths
from engine.systems.europa.combat.battles import (
    Aftermath,
    CombatRoll,
    Losing,
    Retreating,
)
from engine.systems.europa.movement.move_actions import Assemble, Move
from engine.systems.europa.state.constants import ALLIED, AXIS, MOVED, ONE_HEX
from engine.systems.europa.state.records import Fighting, Moving
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import ATHENS, Front
from tests.engine.systems.boot_camp.desk import BARI, Camp

IOANNINA, ARTA = "14A:4718", "14A:4918"
JULIA, FERRARA, SIENA = "italian-3-julia", "italian-23-ferrara", "italian-51-siena"
BORDER, ENGINEER, GUARDS = (
    "italian-1-border",
    "italian-26-engineer",
    "italian-3-gren-regiment",
)
EIGHTH, NINTH, REGIMENT = "greek-8-mountain", "greek-9-mountain", "greek-42-ev-mountain-regiment"


def advised(desk: Any) -> Action:
    """What the automatic player would do; always legal and with a reason."""
    found = desk.rules.advise(desk.state)
    assert found is not None
    assert desk.objections(found.action) == []
    assert found.reason.endswith(".")
    action: Action = found.action
    return action


def played(desk: Any) -> list[Action]:
    """The advice of the rest of a movement phase, taken."""
    given: list[Action] = []
    frame = desk.state.top
    while (desk.state.flow and desk.state.top is frame) or desk.state.top == frame:
        action = advised(desk)
        if isinstance(action, EndPhase):
            break
        given.append(action)
        desk.do(action)
        assert len(given) < 60
    return given


def beside(desk: Any, label: str, away: int = 0) -> Hex:
    """A land hex next to another."""
    found: Hex = desk.context.fronts[desk.at(label)][away]
    return found


def put(desk: Any, at: Hex, *units: str) -> Any:
    """Put units into a hex."""
    return desk.put(desk.context.map.label(at), *units)


def test_it_attacks_at_good_odds_and_not_at_bad_ones() -> None:
    front = Front().put(IOANNINA, REGIMENT)
    put(front, beside(front, IOANNINA), JULIA, FERRARA)
    front.phase(Fighting, AXIS)
    assert advised(front) == do.DeclareAttack(front.at(IOANNINA))
    weak = Front().put(IOANNINA, EIGHTH, NINTH)
    put(weak, beside(weak, IOANNINA), BORDER, ENGINEER)
    weak.phase(Fighting, AXIS)
    assert advised(weak) == EndPhase()


def beaten(code: str, *units: str) -> Front:
    """An Italian attack on Greeks in Ioannina that has come out as a code."""
    front = Front().put(IOANNINA, EIGHTH)
    put(front, beside(front, IOANNINA), *units)
    front.phase(Fighting, AXIS)
    front.do(do.DeclareAttack(front.at(IOANNINA)))
    front.do(*(do.AddUnit(UnitId(unit)) for unit in units), do.GoIn())
    top = front.state.top
    assert isinstance(top, CombatRoll)
    doing: Transition[Any] = Transition(front.state.swapped(Aftermath(top.battle, code)))
    front.take(front.rules.settled(doing).state)
    return front


def test_it_takes_the_least_loss_that_is_enough() -> None:
    front = beaten("AH", SIENA, GUARDS, "italian-guide", ENGINEER)
    frame = front.state.top
    assert isinstance(frame, Losing) and frame.side == AXIS
    found, due, taken = worths(front.pos, frame), frame.demand.strength, []
    while isinstance(front.state.top, Losing):
        action = advised(front)
        assert isinstance(action, do.TakeLoss)
        taken.append(found[action.unit])
        front.do(action)
    assert sum(taken) >= due
    assert sum(taken) - min(taken) < due, "the smallest loss taken could not be spared"


def test_a_retreat_leads_out_of_enemy_zones() -> None:
    front = beaten("DR", JULIA, ENGINEER)
    frame = front.state.top
    assert isinstance(frame, Retreating) and frame.side == ALLIED
    action = advised(front)
    assert isinstance(action, do.RetreatTo)
    assert action.target not in front.pos.zoc(AXIS)


def test_the_metaxas_line_is_not_left_before_german_entry() -> None:
    camp = Camp.deployed()
    camp.phase(Moving, ALLIED)
    line = camp.context.metaxas
    assert line and played(camp), "others do move"
    assert all(camp.pos.friends(at, ALLIED) for at in line)


def test_it_walks_into_a_city_that_nobody_holds() -> None:
    front = Front().put("14A:4719", FERRARA)
    action = advised(front)
    assert isinstance(action, Move)
    assert action.target in front.context.cities
    assert front.pos.owner_of(action.target) == ALLIED
    front.do(action)
    assert front.pos.owner_of(action.target) == AXIS


def test_a_hole_in_front_of_a_city_is_closed() -> None:
    """Nobody is between the Italians and Ioannina: the Greeks behind it come up to hold it."""
    front = Front(side=ALLIED).put("14A:4618", FERRARA, JULIA).put("14A:4817", EIGHTH, REGIMENT)
    front.ready(ALLIED)
    played(front)
    near = {front.at(IOANNINA), *front.context.fronts[front.at(IOANNINA)]}
    assert front.pos.piece(UnitId(EIGHTH)).at in near


def test_a_captured_city_keeps_its_garrison() -> None:
    """One regimental equivalent holds a reference city, or it costs points. [BF-28D]"""
    front = Front().own(AXIS, ARTA).put(ARTA, "italian-a-regiment").put(IOANNINA, EIGHTH)
    put(front, beside(front, IOANNINA), JULIA, FERRARA)
    front.ready()
    assert all("italian-a-regiment" not in action.who() for action in played(front))


def test_an_athens_that_germany_may_come_for_is_guarded() -> None:
    early, late = Camp(turn=2), Camp(turn=8)
    for camp in (early, late):
        camp.put(ATHENS, EIGHTH).put("14A:4618", JULIA).put("14A:4817", NINTH)
        camp.phase(Moving, ALLIED)
        played(camp)
    assert late.where(EIGHTH) == late.at(ATHENS)
    assert early.where(EIGHTH) != early.at(ATHENS)


def test_divisions_in_italy_are_shipped_to_the_front() -> None:
    camp = Camp(turn=2).put(BARI, SIENA).put("14A:4316", EIGHTH)
    camp.phase(Moving, AXIS)
    action = advised(camp)
    assert isinstance(action, Ship) and action.unit == SIENA


def test_a_stack_that_can_only_be_thinned_by_forming_a_division_forms_it() -> None:
    """Two supported units too many, nobody able to march on: three components become one."""
    parts = ("greek-13-2-regiment", "greek-13-22-regiment", "greek-13-33-regiment")
    others = ("greek-8-mountain", "greek-1-mountain", "greek-9-mountain", "greek-ix-border")
    larisa = "14A:4913"
    front = Front(side=ALLIED).put(larisa, *parts, *others, marks=(MOVED, ONE_HEX)).ready(ALLIED)
    assert front.objections(EndPhase()) == ["BF-8B.2"]
    assert advised(front) == Assemble(UnitId("greek-13-mountain"), front.at(larisa))
