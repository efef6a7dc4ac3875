"""What can be asked about a position, and the answers: plain values that are JSON as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from engine.core.actions import Action, IllegalAction, Objection, Roll
from engine.core.laying import Placed
from engine.core.referee import Overrule
from engine.core.state import NOBODY
from engine.core.view.outlook import Plan
from engine.game.ask.table import Table, action_of
from engine.game.overrides import told as overruled
from maps.errors import KnownError
from maps.untyped import JsonObject
from maps.untyped import Table as Untyped
from oob.model import UnitId

CITED = re.compile(r"\s*\[([^\[\]]+)\]")
"""The rule that a sentence cites in brackets."""

NUMBER = re.compile(r"(?:(\d+)(?:\s+|$))?(\d/[234])?")
"""A strength as it is printed."""


def legal(table: Table, unit: str = "") -> list[JsonObject]:
    """What may be done now, of one unit or at all: ``[{"action", "text"}]``.

    Where a die is due, its faces.
    """
    chance = table.rules.chance(table.state)
    found: Iterable[Action]
    if unit:
        of = table.names.unit(unit)
        found = () if chance is not None else table.legal.of(of)
    else:
        found = (Roll(face) for face in chance.faces) if chance is not None else table.legal
    plain, describe, state = table.listing().to_plain, table.rules.describe, table.state
    return [
        {"action": plain(action), "text": describe(state, action)}
        for action in dict.fromkeys(found)
    ]


def check(table: Table, action: Untyped) -> JsonObject:
    """Whether an action is allowed now: ``{"legal", "objections": [{"rule", "text"}]}``."""
    found = table.check(action_of(table, action, "action"))
    return {"legal": not found, "objections": [_objection(each) for each in found]}


def _objection(objection: Objection) -> dict[str, str]:
    return {"rule": objection.rule, "text": objection.text}


def reach(table: Table, unit: str) -> dict[str, int]:
    """Where a unit could go if it moved now, with the movement points it costs."""
    found = table.rules.reach(table.state, table.names.unit(unit))
    label = table.scenario.map.label
    return {label(at): cost for at, cost in sorted(found.items(), key=lambda each: each[::-1])}


def odds(table: Table, target: str, units: Sequence[str] = ()) -> JsonObject:
    """An attack on a hex before it is made: column, modifiers, exact chances of each result.

    By all that could take part when no units are named. ``objections`` say what forbids it now.
    Raises KnownError when there is nothing to work out.
    """
    at = table.names.hex(target)
    state = table.state
    named = tuple(table.names.unit(unit) for unit in units)
    force = named or table.rules.candidates(state, at)
    plan = table.rules.plan(state, at, force)
    if plan is None or not plan.results:
        raise KnownError(f"odds {target}", _no_odds(plan, force), "Name another hex or units.")
    lines = (*plan.attackers, *plan.defenders)
    ledger: list[JsonObject] = [
        {"text": line.text, "rule": line.rule, "amount": _amount(line.value), "provenance": ""}
        for line in lines
    ]
    ledger += [
        {"text": m.text, "rule": m.rule, "amount": m.value, "provenance": m.provenance}
        for m in plan.modifiers
    ]
    return {
        "column": plan.column,
        "roll_modifier": plan.roll,
        "outcomes": {result.name: result.chance for result in plan.results},
        "ledger": ledger,
        "units": list(plan.units),
        "effects": {result.name: result.effect for result in plan.results},
        "objections": [_objection(each) for each in plan.objections],
    }


def _amount(value: str) -> int | float | str:
    """A strength as a number where it is one: ``4 1/2`` is 4.5.

    >>> _amount("4"), _amount("4 1/2"), _amount("1/2"), _amount("2 × 4/10")
    (4, 4.5, 0.5, '2 × 4/10')
    """
    found = NUMBER.fullmatch(value.strip())
    if found is None or not value.strip():
        return value
    whole, part = int(found[1] or 0), Fraction(found[2] or 0)
    return float(whole + part) if part else whole


def _no_odds(plan: Plan | None, force: Sequence[UnitId]) -> str:
    if plan is not None and plan.objections:
        return " ".join(str(objection) for objection in plan.objections)
    if not force:
        return "no unit of the side to attack could take part."
    return "there is no enemy to attack."


def supply(table: Table, unit: str) -> JsonObject:
    """Whether a unit is in supply, by which path, and the rule."""
    supplied, path, why = table.rules.supply(table.state, table.names.unit(unit))
    rules = CITED.findall(why)
    return {
        "supplied": supplied,
        "path": table.names.labels(path),
        "text": CITED.sub("", why).strip(),
        "rule": rules[0] if rules else "",
    }


def zoc(table: Table, side: str) -> list[str]:
    """The hexes in a side's zones of control."""
    return table.names.labels(sorted(table.rules.zones(table.state, table.names.side(side))))


def units(table: Table) -> dict[str, JsonObject]:
    """Every unit: name, side, place, whether reduced, strength and marks."""
    told = table.rules.laying.told(table.state)
    return {unit: _unit(table, unit, place) for unit, place in told.units.items()}


def _unit(table: Table, unit: UnitId, place: Placed) -> JsonObject:
    strength = table.rules.worth(table.state, unit).strength
    found: JsonObject = {
        "name": table.rules.laying.called(unit),
        "side": table.rules.owner(table.state, unit),
        "at": table.names.place_word(place.at),
        "reduced": bool(place.reduced),
        "strength": int(strength) if strength == int(strength) else strength,
        "marks": sorted(place.marks),
    }
    if place.spent:
        found["spent"] = place.spent
    if place.unfed > 1:
        found["unfed"] = place.unfed
    if place.over is not None:
        found["over"] = table.names.place_word(place.over)
    return found


def do(table: Table, actions: Iterable[Untyped]) -> JsonObject:
    """Take actions one after the other; dice that are not stated are rolled by the seed.

    ``{"events", "units"}``: what happened, and the units that are not as they were. The table
    is where the last action led. Raises KnownError, with every objection, for one that is not
    allowed; the table is as it was then.
    """
    before, start = units(table), table.state
    events: list[str] = []
    try:
        for number, plain in enumerate(actions, 1):
            action = action_of(table, plain, f"action {number}")
            while not isinstance(action, (Roll, Overrule)) and _die_due(table):
                events += _told(table, table.roll())
            events += _done(table, action, f"action {number}")
        while _die_due(table):
            events += _told(table, table.roll())
    except KnownError:
        table.state = start
        raise
    after = units(table)
    return {"events": events, "units": {u: a for u, a in after.items() if a != before.get(u)}}


def _die_due(table: Table) -> bool:
    return table.rules.chance(table.state) is not None


def _done(table: Table, action: Action, where: str) -> list[str]:
    was = table.state
    try:
        events = table.act(action)
    except IllegalAction as error:
        text = " ".join(str(objection) for objection in error.objections)
        raise KnownError(where, text, f"Change or remove this {action.kind()}.") from error
    if isinstance(action, Overrule):
        return [text for _, text in overruled(table.scripts, was, table.state, action)]
    return _told(table, events)


def _told(table: Table, events: Iterable[Any]) -> list[str]:
    return [f"{table.rules.prose(event)} [{event.rule}]" for event in events]


def decision(table: Table) -> JsonObject:
    """The open decision: turn, phase, who decides, and what is asked."""
    state = table.state
    question = table.rules.question(state)
    side = question.side if question.side != NOBODY else ""
    return {
        "turn": state.turn,
        "phase": state.phase,
        "side": side,
        "prompt": question.prompt,
        "rule": question.rule,
    }


__all__ = ["check", "decision", "do", "legal", "odds", "reach", "supply", "units", "zoc"]
