"""Units that come down in good order may seize a bridge beside them (option, BF-32C)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.europa.air.carrying.actions import LeaveBridges, TryBridge
from engine.systems.europa.air.carrying.records import AtBridges, BridgeRoll
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.movement import bridges, commandos
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import BADLY_DISRUPTED, DISRUPTED, other
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex, side_between
from oob.model import UnitId


def within_reach(pos: Position, unit: UnitId) -> tuple[Hex, ...]:
    """The hexes to which bridges lead from a unit that the enemy owns and that stand."""
    at = pos.piece(unit).at
    if not pos.context.option(bridges.BRIDGES) or not isinstance(at, Hex):
        return ()
    enemy, down = other(pos.side(unit)), pos.state.down
    found = ((near, side_between(at, near)) for near in bridges.bridged(pos.context, at))
    return tuple(
        near for near, side in found if bridges.owner(pos, side) == enemy and side not in down
    )


def offer(pos: Position, unit: UnitId, transition: Work) -> None:
    """Ask for the bridge that a unit tries, where there is one (BF-32C.12, 32C.13, FE-39A.6)."""
    if tries(pos, unit) and within_reach(pos, unit):
        transition.state = transition.state.pushed(AtBridges(pos.side(unit), unit))


def tries(pos: Position, unit: UnitId) -> bool:
    """Whether a unit that has dropped may try a bridge, by what it is and how it came down."""
    if pos.context.charts.bridges.drops == "commandos":
        return commandos.is_commando(pos, unit)
    return pos.piece(unit).marks.isdisjoint({DISRUPTED, BADLY_DISRUPTED})


def question(pos: Position, frame: AtBridges) -> Question:
    """Which bridge, if any?"""
    unit, most = frame.unit, pos.context.charts.bridges.success
    families = (
        Family(
            "try bridge",
            "Seize a bridge",
            lambda: tuple(TryBridge(unit, near) for near in within_reach(pos, unit)),
            weight=3,
        ),
        Family(
            "leave bridges", "Seize none", lambda: (LeaveBridges(unit),), weight=1, closing=True
        ),
    )
    prompt = (
        f"{pos.called(unit)} has come down beside an enemy bridge: it may try to seize one, on "
        f"{most} or less."
    )
    return Question(frame.side, prompt, families, rule(pos, "bridge by drop"))


def objections(pos: Position, frame: AtBridges, action: TryBridge) -> Iterator[Objection]:
    """The unit that came down, and an enemy bridge that stands beside it."""
    if action.unit != frame.unit:
        text = f"It is not {pos.called(action.unit)} that has come down."
        yield Objection(rule(pos, "bridge by drop"), text)
    elif action.target not in within_reach(pos, frame.unit):
        text = f"No standing bridge that the enemy owns leads to {pos.label(action.target)}."
        yield Objection(rule(pos, "bridge by drop"), text)


def attempt(pos: Position, frame: AtBridges, action: TryBridge, transition: Work) -> None:
    """The die is due, where somebody guards the bridge or the chart asks it of all."""
    if commandos.unguarded(pos, frame.side, action.target):
        transition.state = transition.state.popped()
        commandos.win(pos, transition, action.unit, action.target, rule(pos, "bridge by drop"))
        return
    shot = BridgeRoll(frame.side, action.unit, action.target)
    transition.state = transition.state.swapped(shot)


def leave(_pos: Position, _frame: AtBridges, _action: LeaveBridges, transition: Work) -> None:
    """It does not try."""
    transition.state = transition.state.popped()


def node(pos: Position, frame: BridgeRoll) -> ChanceNode:
    """The die of an attempt."""
    faces, most = pos.context.charts.dice.faces, pos.context.charts.bridges.success
    meanings = tuple("seized" if face <= most else "-" for face in range(1, faces + 1))
    reason = f"{pos.called(frame.unit)} seizing the bridge to {pos.label(frame.target)}"
    return ChanceNode(faces, reason, rule(pos, "bridge by drop"), meanings)


def rolled(pos: Position, frame: BridgeRoll, face: int, transition: Work) -> None:
    """The bridge is the side's, or stays the enemy's; the unit is none the worse for it."""
    transition.state = transition.state.popped()
    unit, to, cited = frame.unit, frame.target, rule(pos, "bridge by drop")
    if face > pos.context.charts.bridges.success:
        transition.tell("bridge not seized", cited, unit=unit, to=to, roll=face)
    else:
        commandos.win(pos, transition, unit, to, cited, face)


HANDLERS = (
    Handler(
        AtBridges,
        (Answer(TryBridge, objections, attempt), Answer(LeaveBridges, no_objections, leave)),
        question=question,
    ),
    Handler(BridgeRoll, chance=node, rolled=rolled),
)
"""The handlers of the attempt."""
