"""What coming turns bring by the scenario's calendar, for every title."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.view.outlook import Due
from engine.core.wording import counted
from engine.systems.europa.production.arrivals import first_turn, triggered
from engine.systems.europa.scenario.schedule import Arrival, Points
from engine.systems.europa.state.constants import PENDING, Phase
from engine.systems.europa.state.position import Position
from oob.model import UnitId

KINDS = {"inf": "infantry", "mtn": "mountain", "arm": "armour"}
"""Kinds of replacement point in words."""
INITIAL = Phase.INITIAL.value


def due(pos: Position, first: int, last: int) -> tuple[Due, ...]:
    """Weather, arrivals, replacement points, conversions, mobilization and withdrawals of some
    turns, in order. Moves on the board change nothing of them.
    """
    state = pos.state
    when = state.turn, state.phase, state.entered
    terms = *when, state.joined, state.surrendered, pos.boxed(PENDING)
    return pos.shared(("due", first, last), terms, lambda: due_from_nothing(pos, first, last))


def due_from_nothing(pos: Position, first: int, last: int) -> tuple[Due, ...]:
    """The same, worked out whatever is known."""
    turns = range(max(first, 1), min(last, pos.context.figures.turns) + 1)
    return tuple(entry for turn in turns for entry in _turn(pos, turn))


def _turn(pos: Position, turn: int) -> Iterator[Due]:
    plan, cite = pos.context.figures.schedule, pos.context.cite
    past = turn < pos.state.turn
    text, rule = "The weather is rolled.", cite("weather roll")
    rolled = past or (turn == pos.state.turn and pos.state.phase != Phase.WEATHER.value)
    yield Due(turn, "weather", text, rule, "", Phase.WEATHER.value, done=rolled)
    for entry in plan.arrivals:
        if _first(pos, entry) == turn:
            yield _arrival(pos, entry, turn)
    for row in plan.points:
        if _granted(pos, row, turn):
            kinds = ", ".join(f"{n} {KINDS.get(kind, kind)}" for kind, n in row.kinds.items())
            text = f"{pos.context.oob.nations[row.nation].name} replacement points: {kinds}."
            side = pos.state.joined.get(row.nation, "")
            rule = cite("replacement points")
            yield Due(turn, "replacement", text, rule, side, INITIAL, done=past)
    for change in plan.conversions:
        if change.turn == turn:
            names = ", ".join(pos.called(unit) for unit in change.old)
            text = f"{names} may become {pos.called(change.new)}."
            units = (*change.old, change.new)
            done = pos.piece(change.new).at != PENDING
            rule, side = cite("conversion"), pos.side(change.new)
            yield Due(turn, "conversion", text, rule, side, INITIAL, units, done=done)
    for listed in plan.mobilizations:
        if listed.turn == turn:
            text = f"{counted(len(listed.units), 'division mobilizes', 'divisions mobilize')}."
            rule, side = cite("mobilization"), pos.side(listed.units[0])
            yield Due(turn, "conversion", text, rule, side, INITIAL, listed.units, done=past)
    for going in plan.withdrawals:
        if first_turn(pos, going.turn, going.after_entry) == turn:
            text = f"Withdraw {_names(pos, going.units)}, or units like them."
            rule, side = cite("withdrawal"), pos.side(going.units[0])
            yield Due(turn, "withdrawal", text, rule, side, INITIAL, going.units, done=past)


def _first(pos: Position, entry: Arrival) -> int | None:
    """The turn an arrival comes as far as that is known; None while it waits for an event."""
    if not triggered(pos, entry.trigger):
        return None
    found = first_turn(pos, entry.turn, entry.after_entry)
    return max(found, pos.state.entered) if found is not None else None


def _arrival(pos: Position, entry: Arrival, turn: int) -> Due:
    cost = f" ({entry.cost} VPs)" if entry.cost else ""
    done = all(pos.piece(unit).at != PENDING for unit in entry.units)
    return Due(
        turn,
        "arrival",
        f"{_names(pos, entry.units)}{cost}.",
        pos.context.cite("conditional reinforcement" if entry.cost else "reinforcement"),
        pos.side(entry.units[0]) or pos.context.units[entry.units[0]].side.lower(),
        INITIAL,
        entry.units,
        entry.place,
        done,
    )


def _names(pos: Position, units: tuple[UnitId, ...]) -> str:
    return ", ".join(pos.called(unit) for unit in units)


def _granted(pos: Position, row: Points, turn: int) -> bool:
    if not triggered(pos, row.trigger) or row.nation in pos.state.surrendered:
        return False
    after = turn - pos.state.entered if pos.state.entered else 0
    return turn in row.turns or (after > 0 and after in row.after_entry)
