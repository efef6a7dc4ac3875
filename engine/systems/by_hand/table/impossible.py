"""What cannot be: the few things that are refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from engine.core.actions import Action, Objection
from engine.core.state import Location
from engine.rules.board.context import DEAD
from engine.rules.movement.actions import Move
from engine.systems.by_hand import actions as hand
from engine.systems.by_hand.position import HandPosition
from engine.systems.by_hand.records import MOVED, REVEALED, AtTable
from maps.hexgrid import Hex
from oob.model import UnitId

RULE = "H-table"
ActionT = TypeVar("ActionT", bound=Action)


def objections(pos: HandPosition, _frame: AtTable, action: Action) -> Iterator[Objection]:
    """Why an action cannot be done; nothing for one that is only disliked."""
    for text in _reasons(pos, action):
        yield Objection(RULE, text)


def _reasons(pos: HandPosition, action: Action) -> Iterator[str]:
    match action:
        case Move(unit, target, via):
            yield from _moves(pos, (unit,), target)
            yield from _adjacent(pos, unit, (*via, target) if via else ())
        case hand.MoveStack(units, target):
            yield from _moves(pos, units, target)
        case hand.Place(unit, target):
            yield from _place(pos, unit, target)
        case hand.Resolve():
            yield from _battle(pos, action)
        case hand.LoseStep(unit) | hand.GainStep(unit) | hand.Flip(unit) | hand.Remove(unit):
            yield from _counter(pos, action, unit)
        case hand.Mark() | hand.Unmark() | hand.Reveal() | hand.Conceal():
            yield from _state(pos, action)
        case hand.PutMarker() | hand.TakeMarker() | hand.Claim():
            yield from _on_hex(pos, action)
        case _:
            yield from _beside(pos, action)


def _moves(pos: HandPosition, units: tuple[UnitId, ...], target: Hex) -> Iterator[str]:
    if target not in pos.context.map.terrain:
        yield "There is no such hex on the board."
        return
    if not units or len(set(units)) < len(units):
        yield "A stack is one unit or more, each of them once."
        return
    places = {pos.piece(unit).at for unit in units}
    sides = {pos.owner(unit) for unit in units}
    if len(places) > 1 or len(sides) > 1:
        yield "Only units of one side in one hex move together."
    elif not all(isinstance(at, Hex) for at in places):
        yield f"{pos.called(units[0])} is not on the board: put it there instead."
    elif target in places:
        yield f"{pos.called(units[0])} is there already."


def _adjacent(pos: HandPosition, unit: UnitId, way: tuple[Hex, ...]) -> Iterator[str]:
    here = pos.piece(unit).hex
    for near in way:
        if here is None or near not in here.neighbours() or near not in pos.context.map.terrain:
            yield "The hexes of a way are next to each other, on the board."
            return
        here = near


def _place(pos: HandPosition, unit: UnitId, target: Location) -> Iterator[str]:
    if target == pos.where(unit):
        yield f"{pos.called(unit)} is there already."
    elif isinstance(target, str):
        if target not in pos.context.boxes:
            yield f"There is no box {target!r}."
        elif target == DEAD:
            yield "Take the unit out of the game instead."
    elif target not in pos.context.map.terrain:
        yield "There is no such hex on the board."


def _battle(pos: HandPosition, action: hand.Resolve) -> Iterator[str]:
    if pos.charts.combat is None:
        yield "No combat table is declared."
        return
    if not action.units or len(set(action.units)) < len(action.units):
        yield "An attack is made by one unit or more, each of them once."
        return
    sides = {pos.owner(unit) for unit in action.units}
    if len(sides) > 1:
        yield "Only units of one side attack together."
    elif any(pos.piece(unit).hex is None for unit in action.units):
        yield "Only units on the board attack."
    elif not pos.enemies(action.target, sides.pop()):
        yield "There is nobody to attack."


def _counter(pos: HandPosition, action: Action, unit: UnitId) -> Iterator[str]:
    piece, name = pos.piece(unit), pos.called(unit)
    if piece.at == DEAD:
        yield f"{name} is out of the game."
    elif isinstance(action, hand.GainStep) and piece.steps >= pos.context.steps(unit):
        yield f"{name} is at full strength."
    elif isinstance(action, hand.Flip) and len(pos.context.units[unit].faces) < 2:
        yield f"{name} has no other face."


def _state(
    pos: HandPosition, action: hand.Mark | hand.Unmark | hand.Reveal | hand.Conceal
) -> Iterator[str]:
    marks, name = pos.piece(action.unit).marks, pos.called(action.unit)
    if pos.where(action.unit) == DEAD:
        yield f"{name} is out of the game."
    match action:
        case hand.Mark(_unit, state):
            if state not in pos.context.states and state != MOVED:
                yield f"No state {state!r} is declared."
            elif state in marks:
                yield f"{name} is in that state already."
        case hand.Unmark(_unit, state) if state not in marks or state == REVEALED:
            yield f"{name} is not in that state."
        case hand.Reveal() if REVEALED in marks:
            yield f"{name} is shown already."
        case hand.Conceal() if REVEALED not in marks:
            yield f"{name} is hidden already."


def _on_hex(
    pos: HandPosition, action: hand.PutMarker | hand.TakeMarker | hand.Claim
) -> Iterator[str]:
    if action.target not in pos.context.map.terrain:
        yield "There is no such hex on the board."
        return
    laid = pos.state.markers.get(action.target, ())
    match action:
        case hand.Claim(side, target):
            if side not in pos.context.all_sides:
                yield f"There is no side {side!r}."
            elif pos.state.owners.get(target) == side:
                yield "It is that side's already."
        case hand.PutMarker(marker, _target) if marker not in pos.context.marker_rows:
            yield f"No marker {marker!r} is declared."
        case hand.TakeMarker(marker, _target) if marker not in laid:
            yield "No such marker is there."


def _beside(pos: HandPosition, action: Action) -> Iterator[str]:
    context, weather = pos.context, pos.charts.weather
    match action:
        case hand.ThrowDice(dice) if dice not in context.dice:
            yield f"No dice {dice!r} are declared."
        case hand.LookUp(table, column):
            if table not in context.tables:
                yield f"No table {table!r} is declared."
            elif column not in context.tables[table].columns:
                yield f"{context.tables[table].name} has no column {column!r}."
        case hand.DrawChit(pool) | hand.ReturnChits(pool):
            yield from _chits(pos, action, pool)
        case hand.RollWeather() if weather is None:
            yield "No weather is declared."
        case hand.SetWeather(kind, zone):
            if weather is None or kind not in {row.id for row in weather.kinds}:
                yield f"No weather {kind!r} is declared."
            elif zone and zone not in {row.id for row in weather.zones}:
                yield f"No zone {zone!r} of the weather is declared."
            elif all(now == kind for one, now in pos.skies if zone in ("", one)):
                yield "That is the weather already."
        case hand.SetTrack(track, value):
            yield from _track(pos, track, value)
        case hand.StrikeOff(duty) if not 1 <= duty <= len(pos.state.owed):
            yield "There is no such duty."
        case hand.JudgeSupply() if pos.charts.supply is None:
            yield "No supply is declared."
        case hand.HandOver(side):
            if side not in context.all_sides:
                yield f"There is no side {side!r}."
            elif side == pos.state.hand:
                yield "That side is at the table already."


def _chits(pos: HandPosition, action: Action, pool: str) -> Iterator[str]:
    row = pos.context.pools.get(pool)
    if row is None:
        yield f"No pool {pool!r} is declared."
        return
    drawn = len(pos.state.drawn.get(pool, ()))
    if isinstance(action, hand.DrawChit) and drawn >= len(row.chits):
        yield f"{row.name} is empty."
    if isinstance(action, hand.ReturnChits) and not drawn:
        yield f"Nothing is drawn from {row.name}."


def _track(pos: HandPosition, track: str, value: int) -> Iterator[str]:
    row = pos.context.tracks.get(track)
    if row is None:
        yield f"No track {track!r} is declared."
    elif not row.least <= value <= row.most:
        yield f"{row.name} goes from {row.least} to {row.most}."
    elif value == pos.state.tracks.get(track, row.start):
        yield f"{row.name} is at {value} already."
