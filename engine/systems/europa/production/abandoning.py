"""Airfields without capacity are abandoned at any time of one's player turn (BF-17D.4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Frame
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.air.records import AirMoving
from engine.systems.europa.board import bases
from engine.systems.europa.production.initial_actions import AbandonAirfield
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Initial, Moving
from maps.hexgrid import Hex

Turn = Initial | Moving | AirMoving
"""The open decisions of a player turn in which airfields can be abandoned."""


def spots(pos: Position, side: str) -> tuple[Hex, ...]:
    """The airfields that a side may abandon: its own, built in the game, without any capacity."""
    state = pos.state
    owned, built = pos.owned(side), (state.airfields, state.strips)
    terms = (owned, *built, state.hits, state.weather, state.forfeit)
    return pos.shared(("ruined fields", side), terms, partial(_ruined, pos, side))


def _ruined(pos: Position, side: str) -> tuple[Hex, ...]:
    built = (pos.state.airfields | pos.state.strips) & pos.owned(side)
    return tuple([at for at in sorted(built) if not bases.capacity(pos, at)])


def families(pos: Position, frame: Frame) -> tuple[Family, ...]:
    """What may be abandoned now."""
    if not isinstance(frame, Turn) or not (pos.state.airfields or pos.state.strips):
        return ()
    fields = spots(pos, frame.side)
    if not fields:
        return ()
    title = "Abandon an airfield"
    return (Family("abandon airfield", title, lambda: map(AbandonAirfield, fields), weight=1),)


def objections(pos: Position, frame: Turn, action: AbandonAirfield) -> Iterator[Objection]:
    """An airfield of one's own that was built in the game and has no capacity left."""
    if action.target in spots(pos, frame.side):
        return
    at = action.target
    if at not in pos.state.airfields | pos.state.strips or pos.owner_of(at) != frame.side:
        text = f"You have built no airfield in {pos.label(at)}."
    else:
        text = f"The airfield in {pos.label(at)} has a capacity of {bases.capacity(pos, at)}."
    yield Objection(rule(pos, "abandoned airfield"), text)


def abandon(pos: Position, _frame: Turn, action: AbandonAirfield, transition: Work) -> None:
    """It is no more, and its hits go with it."""
    at, state = action.target, transition.state
    hits = bases.hits(pos, bases.AIRBASE, at)
    left = bases.damaged(pos.context, state.hits, bases.AIRBASE, at, -hits)
    transition.set(airfields=state.airfields - {at}, strips=state.strips - {at}, hits=left)
    transition.tell("airfield abandoned", rule(pos, "abandoned airfield"), at=at)


ANSWERS = (Answer(AbandonAirfield, objections, abandon),)
"""What the phases of a player turn take besides."""
