"""The reinforcement segment: optional units and the Naval marker (BG 6.4, 8.1, 13.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.desk import Answer, Desk
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.common import Work, arrive, objection
from engine.systems.balkan_gambit.position import Position
from engine.systems.balkan_gambit.records import (
    ALLIED,
    AXIS,
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
        hexes = pos.table.naval_hexes
        families.insert(
            0,
            Family(
                "place naval",
                "Place Naval Support",
                lambda: (do.PlaceNaval(at) for at in hexes),
                draw=lambda s: do.PlaceNaval(hexes[s.below(len(hexes))]) if hexes else None,
                weight=6,
            ),
        )
        prompt = "Place the Naval Support marker in a coastal or all-sea hex; then reinforcements."
    return Question(frame.side, prompt, tuple(families), "BG-6.4a")


def entry_hexes(pos: Position, unit: UnitId) -> tuple[Hex | str, ...]:
    """Where an optional unit may enter (BG 8.1; the Greek collaborators in two cities)."""
    entry = pos.table.optional[unit]
    if entry.place == MED_BOX:
        return (MED_BOX,)
    if " or " in entry.place:
        named = (pos.table.place_named(name) for name in entry.place.split(" or "))
        return tuple(place.hex for place in named if place is not None)
    return (pos.table.entry,) if pos.table.entry is not None else ()


def _entries(pos: Position, frame: Reinforcing) -> Iterator[Action]:
    for unit in pos.table.optional:
        if pos.owner(unit) == frame.side and pos.state.pieces[unit].at == RESERVE:
            yield from (do.Enter(unit, at) for at in entry_hexes(pos, unit))


def enter_objections(pos: Position, frame: Reinforcing, action: do.Enter) -> Iterator[Objection]:
    """What forbids an optional reinforcement (BG 8.1)."""
    unit, at = action.unit, action.target
    if unit not in pos.table.optional or pos.owner(unit) != frame.side:
        yield objection("BG-8.1a", "That unit is no optional reinforcement of yours.")
        return
    if pos.state.pieces[unit].at != RESERVE:
        yield objection("BG-8.1a", f"{pos.called(unit)} has come into play already.")
    if at not in entry_hexes(pos, unit):
        yield objection(
            "BG-8.1b", f"{pos.called(unit)} enters at {pos.table.optional[unit].place}."
        )
        return
    if not isinstance(at, Hex):
        return
    if pos.defenders(at, frame.side):
        yield objection("BG-8.1c", f"An enemy unit holds {pos.label(at)}.")
    places = pos.table.places.get(at, ())
    if any(pos.state.control.get(place.id) != frame.side for place in places):
        yield objection("BG-1944.8", f"{pos.label(at)} is not in friendly hands.")
    broken = pos.stack_objection(unit, at)
    if broken:
        yield objection(broken, f"{pos.label(at)} would be overstacked or mixed.")


def enter(pos: Position, frame: Reinforcing, action: do.Enter, doing: Work) -> None:
    """Bring an optional unit in and credit its price to the opponent."""
    entry = pos.table.optional[action.unit]
    doing.state = doing.state.with_piece(
        action.unit, at=action.target, steps=pos.table.units[action.unit].steps
    )
    gainer = AXIS if frame.side == ALLIED else ALLIED
    points = {**doing.state.vp_options, gainer: doing.state.vp_options[gainer] + entry.cost}
    doing.set(vp_options=points)
    doing.tell(
        "entered", "BG-8.1a", unit=action.unit, to=action.target, side=gainer, points=entry.cost
    )
    if isinstance(action.target, Hex):
        arrive(pos.table, doing, action.unit, action.target)


def naval_objections(
    pos: Position, frame: Reinforcing, action: do.PlaceNaval
) -> Iterator[Objection]:
    """What forbids placing the Naval marker (BG 13.4)."""
    if frame.side != ALLIED:
        yield objection("BG-13.2a", "Only the Allies have Naval Support.")
    if frame.naval:
        yield objection("BG-13.4a", "The Naval marker has been placed this turn.")
    if action.target not in pos.table.coast and action.target not in pos.table.sea:
        yield objection("BG-13.4a", "The Naval marker goes into a coastal or all-sea hex.")


def place_naval(_pos: Position, frame: Reinforcing, action: do.PlaceNaval, doing: Work) -> None:
    """Place the Naval marker for the turn."""
    doing.set(naval=action.target)
    doing.state = doing.state.swapped(replace(frame, naval=True))
    doing.tell("naval placed", "BG-13.4a", at=action.target)


def end_objections(
    pos: Position, frame: Reinforcing, _action: do.EndSegment
) -> Iterator[Objection]:
    """The Allies place the Naval marker before they go on."""
    if frame.side == ALLIED and not frame.naval and pos.table.naval_hexes:
        yield objection("BG-13.4a", "Place the Naval Support marker first.")


def end_reinforcing(_pos: Position, _frame: Reinforcing, _a: do.EndSegment, doing: Work) -> None:
    """Close the segment."""
    doing.state = doing.state.popped()


DESK = Desk(
    Reinforcing,
    {
        do.Enter: Answer(enter_objections, enter),
        do.PlaceNaval: Answer(naval_objections, place_naval),
        do.EndSegment: Answer(end_objections, end_reinforcing),
    },
    question=reinforcing_question,
)
