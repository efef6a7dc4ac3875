"""The partisan mode change and relocation segment (BG 6.3, 12.13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.common import Work, objection
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    CONCENTRATED,
    DISPERSED,
    Partisans,
)
from maps.hexgrid import Hex
from oob.model import UnitId


def partisans_of(pos: Position, side: str) -> tuple[UnitId, ...]:
    """A side's partisan type units on the board."""
    return tuple(
        unit
        for unit, piece in pos.state.pieces.items()
        if pos.partisan(unit) and isinstance(piece.at, Hex) and pos.owner(unit) == side
    )


def partisan_question(pos: Position, frame: Partisans) -> Question:
    """Switch modes and displace dispersed units, free of cost."""
    units = partisans_of(pos, frame.side)
    families = (
        Family(
            "switch mode",
            "Switch mode",
            lambda: (do.SwitchMode(unit) for unit in units),
            sure=partial(_may_switch, pos, frame),
            weight=2,
        ),
        Family(
            "displace",
            "Displace",
            partial(_displacements, pos, units),
            draw=partial(_draw_displacement, pos, units),
            sure=partial(_may_displace, frame),
            weight=3,
        ),
        Family(
            "disperse and displace",
            "Disperse and displace",
            partial(_ways_out, pos, frame, units),
            sure=lambda _action: True,  # only free ways out are listed
            weight=0,
        ),
        Family(
            "end segment",
            "End the partisan segment",
            lambda: (do.EndSegment(),),
            weight=2,
            closing=True,
        ),
    )
    prompt = "Partisans may switch mode, and dispersed ones be displaced up to two hexes."
    return Question(frame.side, prompt, families, "BG-6.3a")


def _may_switch(pos: Position, frame: Partisans, action: Action) -> bool:
    """What the check says of a mode change of a side's own partisans."""
    assert isinstance(action, do.SwitchMode), "what the family offers"
    unit, at = action.unit, pos.state.pieces[action.unit].at
    assert isinstance(at, Hex), "they are on the board"
    return (
        unit not in frame.flipped
        and not pos.enemies(at, frame.side)
        and not (pos.dispersed(unit) and pos.stack_objection(unit, at))
    )


def _may_displace(frame: Partisans, action: Action) -> bool:
    """What the check says of a hex a dispersed unit can be displaced to."""
    assert isinstance(action, do.Displace), "what the family offers"
    return action.unit not in frame.displaced


def _displacements(pos: Position, units: tuple[UnitId, ...]) -> Iterator[Action]:
    radius = pos.context.charts.movement.displacement
    for unit in units:
        if pos.dispersed(unit):
            yield from (do.Displace(unit, at) for at in pos.displacements(unit, radius))


def _draw_displacement(pos: Position, units: tuple[UnitId, ...], stream: Stream) -> Action | None:
    loose = [unit for unit in units if pos.dispersed(unit)]
    if not loose:
        return None
    unit = loose[stream.below(len(loose))]
    hexes = pos.displacements(unit, pos.context.charts.movement.displacement)
    return do.Displace(unit, hexes[stream.below(len(hexes))]) if hexes else None


def _ways_out(pos: Position, frame: Partisans, units: tuple[UnitId, ...]) -> Iterator[Action]:
    radius = pos.context.charts.movement.displacement
    for unit in units:
        free = not pos.dispersed(unit) and unit not in frame.displaced
        if free and _may_switch(pos, frame, do.SwitchMode(unit)):
            yield from (
                do.DisperseTo(unit, at) for at in _loose(pos, unit).displacements(unit, radius)
            )


def _loose(pos: Position, unit: UnitId) -> Position:
    """The position with a unit dispersed where it is."""
    return Position(pos.context, pos.state.with_piece(unit, mode=DISPERSED))


def disperse_objections(
    pos: Position, frame: Partisans, action: do.DisperseTo
) -> Iterator[Objection]:
    """What forbids a mode change, and then to displace the dispersed unit (BG 6.3g)."""
    unit = action.unit
    if unit in partisans_of(pos, frame.side) and pos.dispersed(unit):
        text = f"{pos.called(unit)} is dispersed already; it can be displaced as it is."
        yield objection("BG-6.3e", text)
        return
    forbidding = tuple(switch_objections(pos, frame, do.SwitchMode(unit)))
    yield from forbidding
    if not forbidding:
        loose = _loose(pos, unit)
        yield from displace_objections(loose, frame, do.Displace(unit, action.target))


def switch_objections(
    pos: Position, frame: Partisans, action: do.SwitchMode
) -> Iterator[Objection]:
    """What forbids a mode change (BG 6.3, 10.3)."""
    unit = action.unit
    if unit not in partisans_of(pos, frame.side):
        yield objection("BG-6.3b", "Only your own partisan type units on the board switch mode.")
        return
    if unit in frame.flipped:
        yield objection("BG-6.3a", f"{pos.called(unit)} has switched mode already.")
    at = pos.state.pieces[unit].at
    assert isinstance(at, Hex)
    if pos.enemies(at, frame.side):
        rule = "BG-10.3.C1" if pos.dispersed(unit) else "BG-6.3a"
        yield objection(rule, f"Enemy units share {pos.label(at)}.")
    if pos.dispersed(unit):
        broken = pos.stack_objection(unit, at)
        if broken:
            yield objection("BG-6.3d", f"{pos.label(at)} would break stacking ({broken}).")


def displace_objections(
    pos: Position, frame: Partisans, action: do.Displace
) -> Iterator[Objection]:
    """What forbids displacing a dispersed unit (BG 6.3)."""
    unit = action.unit
    if unit not in partisans_of(pos, frame.side):
        yield objection("BG-6.3b", "Only your own partisan type units on the board are displaced.")
        return
    if not pos.dispersed(unit):
        yield objection(
            "BG-6.3e", f"{pos.called(unit)} is concentrated; only dispersed units are displaced."
        )
    if unit in frame.displaced:
        yield objection("BG-6.3e", f"{pos.called(unit)} has been displaced already.")
    radius = pos.context.charts.movement.displacement
    yield from landing_spot(pos, unit, action.target, radius)


def landing_spot(pos: Position, unit: UnitId, at: Hex, radius: int) -> Iterator[Objection]:
    """What forbids a dispersed unit to be put into a hex."""
    if at not in pos.displacements(unit, radius):
        yield objection(
            "BG-6.3f" if at in pos.at else "BG-6.3e",
            f"{pos.called(unit)} cannot be displaced to {pos.label(at)}: it needs a land hex "
            f"within {radius}, free of enemies, within stacking and its own country.",
        )


def switch(pos: Position, frame: Partisans, action: do.SwitchMode, transition: Work) -> None:
    """Flip a partisan type unit."""
    mode = CONCENTRATED if pos.dispersed(action.unit) else DISPERSED
    at = pos.state.pieces[action.unit].at
    transition.state = transition.state.with_piece(action.unit, mode=mode).swapped(
        replace(frame, flipped=frame.flipped | {action.unit})
    )
    transition.tell("mode", "BG-6.3a", unit=action.unit, at=at, mode=mode)


def displace(pos: Position, frame: Partisans, action: do.Displace, transition: Work) -> None:
    """Displace a dispersed unit."""
    transition.tell(
        "displaced",
        "BG-6.3e",
        unit=action.unit,
        at=pos.state.pieces[action.unit].at,
        to=action.target,
    )
    transition.state = transition.state.with_piece(action.unit, at=action.target).swapped(
        replace(frame, displaced=frame.displaced | {action.unit})
    )


def disperse_to(pos: Position, frame: Partisans, action: do.DisperseTo, transition: Work) -> None:
    """Flip it, then displace it."""
    unit = action.unit
    switch(pos, frame, do.SwitchMode(unit), transition)
    flipped = replace(frame, flipped=frame.flipped | {unit})
    displace(pos, flipped, do.Displace(unit, action.target), transition)


def end_partisans(
    _pos: Position, _frame: Partisans, _action: do.EndSegment, transition: Work
) -> None:
    """Close the segment."""
    transition.state = transition.state.popped()


HANDLER = Handler(
    Partisans,
    (
        Answer(do.SwitchMode, switch_objections, switch),
        Answer(do.Displace, displace_objections, displace),
        Answer(do.DisperseTo, disperse_objections, disperse_to),
        Answer(do.EndSegment, no_objections, end_partisans),
    ),
    question=partisan_question,
)
