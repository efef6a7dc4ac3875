"""The player turns: command points and the commands they pay for, but moves and battles (BG 7,
8).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.wording import counted
from engine.rules.board.pieces import unmark
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit import victory
from engine.systems.balkan_gambit.battle import assaults, attacks
from engine.systems.balkan_gambit.state.common import Work, bury, clear_marks, objection
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    ENTERED,
    LOST,
    Commanding,
    PlayerTurn,
    TurnEnd,
    TurnStart,
)
from engine.systems.balkan_gambit.turn import force_ten, movement_phase, replacements
from engine.systems.balkan_gambit.turn.command_points import afford, allocation, can_afford, pay
from maps.hexgrid import Hex

__all__ = ["HANDLERS"]


def start_player_turn(pos: Position, frame: PlayerTurn, transition: Work) -> None:
    """CP determination: set the allocation, close unmaintained beachheads, clear activations (BG
    7.2).
    """
    side = frame.side
    clear_marks(transition, pos.context, side)
    points = allocation(pos, side)
    fields = {"cp": points, "partisans_paid": False, "active": side, "phase": side}
    if side == ALLIED:
        closed = {
            at: mark if mark.port else replace(mark, open=False)
            for at, mark in transition.state.beachheads.items()
        }
        transition.set(beachheads=closed)
    transition.set(**fields)
    transition.state = transition.state.swapped(Commanding(side))
    transition.tell("command points", "BG-7.2a", side=side, points=points)


def question(pos: Position, frame: Commanding) -> Question:
    """All commands of the side in its CP Expenditure Phase."""
    side = frame.side
    families = [*movement_phase.families(pos, side), *attacks.families(pos, side)]
    if side == ALLIED:
        families += assaults.families(pos)
        families.append(
            Family(
                "maintain",
                "Maintain a beachhead",
                partial(_maintenances, pos),
                sure=partial(_may_maintain, pos),
                weight=3,
            )
        )
        families += force_ten.families(pos)
    else:
        families.append(
            Family(
                "improve",
                "Improved Position",
                partial(_improvements, pos),
                sure=partial(_may_improve, pos),
            )
        )
    families += replacements.families(pos, side)
    families.append(
        Family("end phase", "End the phase", lambda: (do.EndPhase(),), weight=1, closing=True)
    )
    state = pos.state
    prompt = f"{counted(state.cp, 'command point')} left."
    if side == ALLIED and not state.partisans_paid and state.cp:
        prompt += " One of them may only be spent on partisans."
    return Question(side, prompt, tuple(families), "BG-7.1a")


def _maintenances(pos: Position) -> Iterator[Action]:
    return (do.Maintain(at) for at in sorted(pos.state.beachheads))


def _may_maintain(pos: Position, action: Action) -> bool:
    """What the check says of keeping a beachhead open."""
    assert isinstance(action, do.Maintain), "what the family offers"
    mark = pos.state.beachheads[action.target]
    cost = pos.context.charts.commands.upkeep
    return not mark.port and not mark.open and can_afford(pos, cost, partisans=False)


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
    yield from afford(pos, pos.context.charts.commands.upkeep, partisans=False)


def maintain(pos: Position, _frame: Commanding, action: do.Maintain, transition: Work) -> None:
    """Keep a beachhead open until the next Allied player turn."""
    pay(transition, pos.context.charts.commands.upkeep)
    mark = replace(transition.state.beachheads[action.target], open=True)
    transition.set(beachheads={**transition.state.beachheads, action.target: mark})
    transition.tell("maintained", "BG-7.11a", at=action.target)


def _improvements(pos: Position) -> Iterator[Action]:
    return (do.Improve(at) for at in sorted(pos.held[AXIS]))


def _may_improve(pos: Position, action: Action) -> bool:
    """What the check says of building in a hex, when the Axis is in command."""
    assert isinstance(action, do.Improve), "what the family offers"
    return not any(True for _ in _improve_bars(pos, action.target))


def improve_objections(pos: Position, frame: Commanding, action: do.Improve) -> Iterator[Objection]:
    """What forbids building an Improved Position (BG 7.12)."""
    if frame.side != AXIS:
        yield objection("BG-7.12a", "Only the Axis builds Improved Positions.")
        return
    yield from _improve_bars(pos, action.target)


def _improve_bars(pos: Position, at: Hex) -> Iterator[Objection]:
    """What keeps the Axis from building an Improved Position in a hex."""
    if at in pos.state.improved:
        yield objection("BG-7.12b", "The hex has an Improved Position already.")
    if len(pos.state.improved) >= pos.context.charts.counters.improved_positions:
        yield objection("BG-7.12a", "All Improved Position markers are on the board.")
    yield from afford(pos, pos.context.charts.commands.improved_position, partisans=False)
    friends = [unit for unit in pos.friends(at, AXIS) if not pos.dispersed(unit)]
    if not friends:
        yield objection("BG-7.12a", f"No Axis unit holds {pos.label(at)}.")
    elif not any(pos.supplied(unit) for unit in friends):
        yield objection("BG-7.12a", f"No unit in {pos.label(at)} is in supply.")


def improve(pos: Position, _frame: Commanding, action: do.Improve, transition: Work) -> None:
    """Build an Improved Position."""
    pay(transition, pos.context.charts.commands.improved_position)
    transition.set(improved=transition.state.improved | {action.target})
    transition.tell("improved position", "BG-7.12a", at=action.target)


def end_phase(pos: Position, frame: Commanding, _action: do.EndPhase, transition: Work) -> None:
    """End a player turn: command points lapse, and units still in closed countries are eliminated
    (BG 11.5).
    """
    if transition.state.cp:
        transition.tell("points lost", "BG-7.1b", side=frame.side, points=transition.state.cp)
    for unit, piece in pos.state.pieces.items():
        trespasses = isinstance(piece.at, Hex) and not pos.allowed(unit, piece.at)
        if trespasses and pos.owner(unit) == frame.side:
            bury(transition, unit, LOST)
            transition.tell("trespasser", "BG-11.5a", unit=unit, at=piece.at)
    after = PlayerTurn(AXIS) if frame.side == ALLIED else TurnEnd()
    transition.set(cp=0)
    transition.state = transition.state.swapped(after)


def end_turn(pos: Position, _frame: TurnEnd, transition: Work) -> None:
    """Mutual Turn End Phase: TAC comes back, the turn marker advances, or the game ends (BG
    13.1).
    """
    last = transition.state.turn >= pos.context.figures.turns
    transition.set(active="", phase="end")
    if last:
        transition.set(over=True)
        transition.state = transition.state.popped()
        found = victory.outcome(pos)
        told = {"result": victory.in_words(found), **dict(found.points)}
        transition.tell("game over", "BG-5.3b", turn=transition.state.turn, **told)
        return
    transition.tell("support returns", "BG-13.1")
    unmark(transition, ENTERED)
    transition.set(tac_used=0, turn=transition.state.turn + 1)
    transition.state = transition.state.swapped(TurnStart())


HANDLERS = (
    Handler(PlayerTurn, auto=start_player_turn),
    Handler(
        Commanding,
        (
            *movement_phase.COMMANDS,
            *attacks.COMMANDS,
            *assaults.COMMANDS,
            *replacements.COMMANDS,
            *force_ten.COMMANDS,
            Answer(do.Maintain, maintain_objections, maintain),
            Answer(do.Improve, improve_objections, improve),
            Answer(do.EndPhase, no_objections, end_phase),
        ),
        question=question,
    ),
    Handler(TurnEnd, auto=end_turn),
)
