"""Force Ten from Navarone, an optional rule (BG 13.6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.common import Work, arrive, objection
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    GONE,
    MOVED,
    RESERVE,
    Commanding,
    Weather,
)
from maps.hexgrid import Hex, are_adjacent, side_between


def in_play(pos: Position) -> bool:
    """True when the option is chosen and the unit exists."""
    return pos.option("force_ten") and pos.context.force_ten is not None


def families(pos: Position) -> list[Family]:
    """Force Ten's arrival and its bridge, when the option is chosen."""
    if not in_play(pos):
        return []
    return [
        Family("force ten", "Force Ten arrives", partial(_arrivals, pos), weight=1),
        Family("blow bridge", "Destroy a bridge", partial(_bridges, pos), weight=1),
    ]


def _arrivals(pos: Position) -> Iterator[Action]:
    unit = pos.context.force_ten
    if unit is not None and pos.state.pieces[unit].at == RESERVE:
        for at in pos.context.zone_hexes.get("Yugoslavia", ()):
            yield do.PlaceForceTen(unit, at)


def _bridges(pos: Position) -> Iterator[Action]:
    unit = pos.context.force_ten
    at = pos.state.pieces[unit].at if unit is not None else None
    if unit is not None and isinstance(at, Hex):
        yield from (do.BlowBridge(unit, near) for near in at.neighbours())


def arrival_objections(
    pos: Position, frame: Commanding, action: do.PlaceForceTen
) -> Iterator[Objection]:
    """What forbids Force Ten to arrive (BG 13.6, placed as a drop by 7.9)."""
    if frame.side != ALLIED or not in_play(pos) or action.unit != pos.context.force_ten:
        yield objection("BG-13.6a", "Force Ten is not played in this game.")
        return
    if pos.state.pieces[action.unit].at != RESERVE:
        yield objection("BG-13.6a", "Force Ten has come already.")
    turn = pos.context.charts.force_ten.turn
    if pos.state.turn < turn:
        yield objection("BG-13.6a", f"Force Ten comes on turn {turn}.")
    if pos.state.weather is Weather.POOR:
        yield objection("BG-7.9d", "No drops in poor weather.")
    at = action.target
    if at not in pos.context.land or not pos.context.within(at, "Yugoslavia"):
        yield objection("BG-13.6a", f"{pos.label(at)} is no land hex of Yugoslavia.")
    elif pos.at.get(at):
        yield objection("BG-13.6a", f"{pos.label(at)} is occupied.")


def place(pos: Position, _frame: Commanding, action: do.PlaceForceTen, transition: Work) -> None:
    """Drop Force Ten; it does not move this turn."""
    transition.state = transition.state.with_piece(
        action.unit, at=action.target, steps=1, marks=frozenset({MOVED})
    )
    transition.tell("force ten", "BG-13.6a", unit=action.unit, to=action.target)
    arrive(pos.context, transition, action.unit, action.target)


def bridge_objections(
    pos: Position, frame: Commanding, action: do.BlowBridge
) -> Iterator[Objection]:
    """What forbids destroying a bridge."""
    if frame.side != ALLIED or not in_play(pos) or action.unit != pos.context.force_ten:
        yield objection("BG-13.6c", "Only Force Ten destroys a bridge.")
        return
    at = pos.state.pieces[action.unit].at
    if not isinstance(at, Hex) or not are_adjacent(at, action.target):
        yield objection("BG-13.6c", "Force Ten must stand next to the bridge.")
        return
    bridged = pos.context.has_road(at, action.target, pos.state.blown)
    if not bridged or not pos.context.crosses_river(at, action.target):
        yield objection("BG-13.6c", "No road crosses a river there.")


def blow(pos: Position, _frame: Commanding, action: do.BlowBridge, transition: Work) -> None:
    """Destroy the bridge for the rest of the game; the counter becomes its marker (BG 13.6d)."""
    at = pos.state.pieces[action.unit].at
    assert isinstance(at, Hex)
    transition.set(blown=transition.state.blown | {side_between(at, action.target)})
    transition.state = transition.state.with_piece(action.unit, at=GONE, steps=0)
    transition.tell("bridge blown", "BG-13.6c", unit=action.unit, at=at, to=action.target)


COMMANDS = (
    Answer(do.PlaceForceTen, arrival_objections, place),
    Answer(do.BlowBridge, bridge_objections, blow),
)
