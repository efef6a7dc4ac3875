"""The victory check: two dice and what modifies them, against the objectives held (OG 4)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.core.chance import ChanceNode
from engine.core.handler import Handler
from engine.core.view.display import Modifier, Outcome
from engine.core.wording import counted
from engine.systems.operation_gertrud.state.common import Work
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    DEAD,
    GERMAN,
    Kind,
    Status,
    VictoryRoll,
)


def modifiers(pos: Position) -> tuple[Modifier, ...]:
    """What is added to the dice; nothing under Soviet duplicity (OG 4.1, 17.1, 19.0)."""
    return () if pos.state.duplicity else tuple(_modifiers(pos))


def _modifiers(pos: Position) -> Iterator[Modifier]:
    chart, state = pos.context.charts.victory, pos.state
    if pos.context.figures.victory_modifier:
        yield Modifier("Scenario", pos.context.figures.victory_modifier, "OG-4.1a")
    air = len(air_lost(pos))
    if air:
        yield Modifier(f"{air} German CAS eliminated", air * chart.per_air, "OG-4.1b")
    armor = sum(
        piece.at == DEAD and pos.nation(unit) == "german" and pos.context.type_of(unit) == "armor"
        for unit, piece in state.pieces.items()
    )
    if armor:
        text = f"{counted(armor, 'German armor unit')} eliminated"
        yield Modifier(text, armor * chart.per_armor, "OG-4.1c")
    if state.check_modifier:
        yield Modifier("Failed missions", state.check_modifier, "OG-17.1e")


def air_lost(pos: Position) -> tuple[str, ...]:
    """German CAS that are eliminated now (OG 4.1)."""
    return tuple(
        id_
        for id_ in pos.piled(GERMAN, Kind.CAS, Status.ELIMINATED)
        if pos.context.markers[id_].nation == "german"
    )


def needed(pos: Position) -> int:
    """The German player wins with two dice below this."""
    return len(pos.objectives_held()) - sum(line.value for line in modifiers(pos))


def chance_of_winning(pos: Position, first: int = 0) -> Fraction:
    """The exact chance that a check made now wins, one die lying there already or not."""
    below = needed(pos)
    firsts = (first,) if first else range(1, pos.context.die + 1)
    totals = [a + b for a in firsts for b in range(1, pos.context.die + 1)]
    return Fraction(sum(total < below for total in totals), len(totals))


def node(pos: Position, frame: VictoryRoll) -> ChanceNode:
    """A die of the check, with what each face leads to."""
    below = needed(pos)
    if frame.first:
        meanings = tuple(
            "victory" if frame.first + face < below else "the game goes on"
            for face in range(1, pos.context.die + 1)
        )
    else:
        meanings = tuple(
            f"{chance_of_winning(pos, face)} to win" for face in range(1, pos.context.die + 1)
        )
    which = "second" if frame.first else "first"
    return ChanceNode(pos.context.die, f"the victory check, {which} die", "OG-4.0b", meanings)


def rolled(pos: Position, frame: VictoryRoll, face: int, transition: Work) -> None:
    """With both dice on the table, the check is won or the game goes on (OG 4.0)."""
    if not frame.first:
        transition.state = transition.state.swapped(VictoryRoll(face))
        return
    transition.state = transition.state.popped()
    total = frame.first + face + sum(line.value for line in modifiers(pos))
    held = len(pos.objectives_held())
    won = total < held
    transition.tell(
        "victory check",
        "OG-4.0b" if won else "OG-4.0c",
        total=total,
        held=held,
        result="victory" if won else "the game goes on",
    )
    if won:
        transition.set(winner=GERMAN)


def pointless(pos: Position) -> bool:
    """True when no dice could win: nobody is asked to roll (OG 5.1)."""
    return not chance_of_winning(pos)


def outcome(pos: Position) -> Outcome:
    """The result: who won, with the objectives held against all there are."""
    held = len(pos.objectives_held())
    points = ((GERMAN, held), (ALLIED, len(pos.context.objectives) - held))
    with_soviets = pos.state.duplicity and pos.state.winner == GERMAN
    level = "victory, with the Soviets" if with_soviets else "victory"
    return Outcome(pos.state.winner, level, points, "objective")


HANDLERS = (Handler(VictoryRoll, chance=node, rolled=rolled),)
