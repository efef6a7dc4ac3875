"""The reinforcement segment: optional units and the Naval marker (BG 6.4, 8.1, 13.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.system import Question
from engine.rules.board.pieces import mark
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.common import Work, arrive, objection
from engine.systems.balkan_gambit.state.context import either
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    ENTERED,
    MED_BOX,
    RESERVE,
    Reinforcing,
)
from maps.hexgrid import Hex
from oob.model import UnitId


def reinforcing_question(pos: Position, frame: Reinforcing) -> Question:
    """Optional reinforcements, and the Naval marker for the Allies."""
    families = [
        Family("enter", "Optional reinforcement", partial(_entries, pos, frame), weight=1),
        Family(
            "end segment",
            "End the reinforcement segment",
            lambda: (do.EndSegment(),),
            weight=6,
            closing=True,
        ),
    ]
    prompt = "Optional reinforcements may enter; they give the other side victory points."
    if frame.side == ALLIED and not frame.naval:
        hexes = pos.context.naval_hexes
        families.insert(
            0,
            Family(
                "place naval",
                "Place Naval Support",
                lambda: (do.PlaceNaval(at) for at in hexes),
                draw=lambda s: do.PlaceNaval(hexes[s.below(len(hexes))]) if hexes else None,
                sure=lambda _action: True,  # none of these hexes is closed to the marker
                weight=6,
            ),
        )
        prompt = "Place the Naval Support marker in a coastal or all-sea hex; then reinforcements."
    rule = "BG-13.4a" if len(families) > 2 else "BG-6.4a"
    return Question(frame.side, prompt, tuple(families), rule)


def entry_hexes(pos: Position, unit: UnitId) -> tuple[Hex | str, ...]:
    """Where an optional unit may enter (BG 8.1; the Greek collaborators in two cities)."""
    entry = pos.context.optional[unit]
    if entry.place == MED_BOX:
        return (MED_BOX,)
    if either(entry.place):
        named = (pos.context.place_meant(name) for name in either(entry.place))
        return tuple(place.hex for place in named if place is not None)
    return (pos.context.entry,) if pos.context.entry is not None else ()


def _entries(pos: Position, frame: Reinforcing) -> Iterator[Action]:
    for unit in pos.context.optional:
        if pos.owner(unit) == frame.side and pos.state.pieces[unit].at == RESERVE:
            yield from (do.Enter(unit, at) for at in entry_hexes(pos, unit))


def enter_objections(pos: Position, frame: Reinforcing, action: do.Enter) -> Iterator[Objection]:
    """What forbids an optional reinforcement (BG 8.1)."""
    unit, at = action.unit, action.target
    if unit not in pos.context.optional or pos.owner(unit) != frame.side:
        yield objection("BG-8.1a", "That unit is no optional reinforcement of yours.")
        return
    if pos.state.pieces[unit].at != RESERVE:
        yield objection("BG-8.1a", f"{pos.called(unit)} has come into play already.")
    if at not in entry_hexes(pos, unit):
        rule = "BG-8.1d" if frame.side == ALLIED else "BG-8.1b"
        yield objection(rule, f"{pos.called(unit)} enters at {pos.context.optional[unit].place}.")
        return
    if not isinstance(at, Hex):
        return
    edge = at == pos.context.entry
    if pos.enemies(at, frame.side) if edge else pos.defenders(at, frame.side):
        yield objection("BG-8.1c", f"An enemy unit is in {pos.label(at)}.")
    places = pos.context.places.get(at, ())
    if any(pos.state.control.get(place.id) != frame.side for place in places):
        yield objection("BG-1944.8", f"{pos.label(at)} is not in friendly hands.")
    broken = pos.stack_objection(unit, at)
    if broken:
        yield objection(broken, f"{pos.label(at)} would be overstacked or mixed.")


def enter(pos: Position, frame: Reinforcing, action: do.Enter, transition: Work) -> None:
    """Bring an optional unit in and credit its price to the opponent."""
    entry = pos.context.optional[action.unit]
    transition.state = transition.state.with_piece(
        action.unit, at=action.target, steps=pos.context.units[action.unit].steps
    )
    gainer = AXIS if frame.side == ALLIED else ALLIED
    if action.target == MED_BOX and pos.option("landings_wait"):
        mark(transition, action.unit, ENTERED)
    points = {
        **transition.state.vp_options,
        gainer: transition.state.vp_options[gainer] + entry.cost,
    }
    transition.set(vp_options=points)
    transition.tell(
        "entered", "BG-8.1a", unit=action.unit, to=action.target, side=gainer, points=entry.cost
    )
    if isinstance(action.target, Hex):
        arrive(pos.context, transition, action.unit, action.target)


def naval_objections(
    pos: Position, frame: Reinforcing, action: do.PlaceNaval
) -> Iterator[Objection]:
    """What forbids placing the Naval marker (BG 13.4)."""
    if frame.side != ALLIED:
        yield objection("BG-13.2a", "Only the Allies have Naval Support.")
    if frame.naval:
        yield objection("BG-13.4a", "The Naval marker has been placed this turn.")
    if action.target not in pos.context.coast and action.target not in pos.context.sea:
        yield objection("BG-13.4a", "The Naval marker goes into a coastal or all-sea hex.")


def place_naval(
    _pos: Position, frame: Reinforcing, action: do.PlaceNaval, transition: Work
) -> None:
    """Place the Naval marker for the turn."""
    transition.set(naval=action.target)
    transition.state = transition.state.swapped(replace(frame, naval=True))
    transition.tell("naval placed", "BG-13.4a", at=action.target)


def end_objections(
    pos: Position, frame: Reinforcing, _action: do.EndSegment
) -> Iterator[Objection]:
    """The Allies place the Naval marker before they go on."""
    if frame.side == ALLIED and not frame.naval and pos.context.naval_hexes:
        hexes = pos.context.naval_hexes
        yield objection("BG-13.4a", "Place the Naval Support marker first.", places=tuple(hexes))


def end_reinforcing(
    _pos: Position, _frame: Reinforcing, _a: do.EndSegment, transition: Work
) -> None:
    """Close the segment."""
    transition.state = transition.state.popped()


HANDLER = Handler(
    Reinforcing,
    (
        Answer(do.Enter, enter_objections, enter),
        Answer(do.PlaceNaval, naval_objections, place_naval),
        Answer(do.EndSegment, end_objections, end_reinforcing),
    ),
    question=reinforcing_question,
)
