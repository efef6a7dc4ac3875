"""The player turns: command points and the commands they pay for, but moves and battles (BG 7,
8).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.desk import Answer, Desk
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit import assaults, attacks, forceten, moving, rebuilding
from engine.systems.balkan_gambit.common import Work, bury, clear_marks, no_objections, objection
from engine.systems.balkan_gambit.cp import afford, allocation, pay
from engine.systems.balkan_gambit.position import Position
from engine.systems.balkan_gambit.records import (
    ALLIED,
    AXIS,
    LOST,
    Commanding,
    PlayerTurn,
    TurnEnd,
    TurnStart,
)
from maps.hexgrid import Hex

__all__ = ["DESKS"]


def start_player_turn(pos: Position, frame: PlayerTurn, doing: Work) -> None:
    """CP determination: set the allocation, close unmaintained beachheads, clear activations (BG
    7.2).
    """
    side = frame.side
    clear_marks(doing, pos.table, side)
    points = allocation(pos, side)
    fields = {"cp": points, "partisans_paid": False, "active": side, "phase": side}
    if side == ALLIED:
        closed = {
            at: mark if mark.port else replace(mark, open=False)
            for at, mark in doing.state.beachheads.items()
        }
        doing.set(beachheads=closed)
    doing.set(**fields)
    doing.state = doing.state.swapped(Commanding(side))
    doing.tell("command points", "BG-7.2a", side=side, points=points)


def question(pos: Position, frame: Commanding) -> Question:
    """All commands of the side in its CP Expenditure Phase."""
    side = frame.side
    families = [*moving.families(pos, side), *attacks.families(pos, side)]
    if side == ALLIED:
        families += assaults.families(pos)
        families.append(
            Family("maintain", "Maintain a beachhead", partial(_maintenances, pos), weight=3)
        )
        families += forceten.families(pos)
    else:
        families.append(Family("improve", "Improved Position", partial(_improvements, pos)))
    families += rebuilding.families(pos, side)
    families.append(
        Family("end phase", "End the phase", lambda: (do.EndPhase(),), weight=1, closing=True)
    )
    state = pos.state
    prompt = f"{state.cp} command point{'' if state.cp == 1 else 's'} left."
    if side == ALLIED and not state.partisans_paid and state.cp:
        prompt += " One of them may only be spent on partisans."
    return Question(side, prompt, tuple(families), "BG-7.1a")


def _maintenances(pos: Position) -> Iterator[Action]:
    return (do.Maintain(at) for at in sorted(pos.state.beachheads))


def maintain_objections(
    pos: Position, frame: Commanding, action: do.Maintain
) -> Iterator[Objection]:
    """What forbids keeping a beachhead open (BG 7.11)."""
    if frame.side != ALLIED:
        yield objection("BG-7.11a", "Only the Allies maintain beachheads.")
        return
    mark = pos.state.beachheads.get(action.target)
    if mark is None:
        yield objection("BG-7.11a", f"There is no Beachhead marker in {pos.label(action.target)}.")
        return
    if mark.port:
        yield objection("BG-9.3c", "An open port needs no maintenance.")
    elif mark.open:
        yield objection("BG-7.11c", "That beachhead is open until your next turn already.")
    yield from afford(pos, pos.table.charts.commands.upkeep, partisans=False)


def maintain(pos: Position, _frame: Commanding, action: do.Maintain, doing: Work) -> None:
    """Keep a beachhead open until the next Allied player turn."""
    pay(doing, pos.table.charts.commands.upkeep)
    mark = replace(doing.state.beachheads[action.target], open=True)
    doing.set(beachheads={**doing.state.beachheads, action.target: mark})
    doing.tell("maintained", "BG-7.11a", at=action.target)


def _improvements(pos: Position) -> Iterator[Action]:
    return (do.Improve(at) for at in sorted(pos.held[AXIS]))


def improve_objections(pos: Position, frame: Commanding, action: do.Improve) -> Iterator[Objection]:
    """What forbids building an Improved Position (BG 7.12)."""
    if frame.side != AXIS:
        yield objection("BG-7.12a", "Only the Axis builds Improved Positions.")
        return
    friends = [unit for unit in pos.friends(action.target, AXIS) if not pos.dispersed(unit)]
    if not friends:
        yield objection("BG-7.12a", f"No Axis unit holds {pos.label(action.target)}.")
    elif not any(pos.supplied(unit) for unit in friends):
        yield objection("BG-7.12a", f"No unit in {pos.label(action.target)} is in supply.")
    if action.target in pos.state.improved:
        yield objection("BG-7.12b", "The hex has an Improved Position already.")
    if len(pos.state.improved) >= pos.table.charts.counters.improved_positions:
        yield objection("BG-7.12a", "All Improved Position markers are on the board.")
    yield from afford(pos, pos.table.charts.commands.improved_position, partisans=False)


def improve(pos: Position, _frame: Commanding, action: do.Improve, doing: Work) -> None:
    """Build an Improved Position."""
    pay(doing, pos.table.charts.commands.improved_position)
    doing.set(improved=doing.state.improved | {action.target})
    doing.tell("improved position", "BG-7.12a", at=action.target)


def end_phase(pos: Position, frame: Commanding, _action: do.EndPhase, doing: Work) -> None:
    """End a player turn: command points lapse, and units still in closed countries are eliminated
    (BG 11.5).
    """
    if doing.state.cp:
        doing.tell("points lost", "BG-7.1b", side=frame.side, points=doing.state.cp)
    for unit, piece in pos.state.pieces.items():
        trespasses = isinstance(piece.at, Hex) and not pos.allowed(unit, piece.at)
        if trespasses and pos.owner(unit) == frame.side:
            bury(doing, unit, LOST)
            doing.tell("trespasser", "BG-11.5a", unit=unit, at=piece.at)
    after = PlayerTurn(AXIS) if frame.side == ALLIED else TurnEnd()
    doing.set(cp=0)
    doing.state = doing.state.swapped(after)


def end_turn(pos: Position, _frame: TurnEnd, doing: Work) -> None:
    """Mutual Turn End Phase: TAC comes back, the turn marker advances, or the game ends (BG
    13.1).
    """
    last = doing.state.turn >= pos.table.figures.turns
    doing.set(active="", phase="end")
    if last:
        doing.set(over=True)
        doing.state = doing.state.popped()
        doing.tell("game over", "BG-5.3b", turn=doing.state.turn)
        return
    doing.tell("support returns", "BG-13.1")
    doing.set(tac_used=0, turn=doing.state.turn + 1)
    doing.state = doing.state.swapped(TurnStart())


DESKS = (
    Desk(PlayerTurn, auto=start_player_turn),
    Desk(
        Commanding,
        {
            **moving.COMMANDS,
            **attacks.COMMANDS,
            **assaults.COMMANDS,
            **rebuilding.COMMANDS,
            **forceten.COMMANDS,
            do.Maintain: Answer(maintain_objections, maintain),
            do.Improve: Answer(improve_objections, improve),
            do.EndPhase: Answer(no_objections, end_phase),
        },
        question=question,
    ),
    Desk(TurnEnd, auto=end_turn),
)
