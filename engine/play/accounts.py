"""The account of units: none comes, goes, or changes its strength unless an event names it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.change import changed_pieces
from engine.core.events import Event
from engine.core.state import Piece, State
from engine.core.wording import counted
from maps.hexgrid import Hex


def unaccounted(before: State, after: State, events: Iterable[Event]) -> Iterator[str]:
    """A sentence for each unit that entered or left the map or a box, or lost or gained a step or
    another face, between two states though no event in between names it.
    """
    moved = [
        unit
        for unit in changed_pieces(before.pieces, after.pieces)
        if _standing(before.pieces[unit]) != _standing(after.pieces[unit])
    ]
    if not moved:
        return
    named = {name for event in events for _, value in event.facts for name in _names(value)}
    for unit in moved:
        if unit not in named:
            was, now = _said(before.pieces[unit]), _said(after.pieces[unit])
            yield f"{unit} was {was} and is {now}, and nothing tells of it."


def _standing(piece: Piece) -> tuple[str, int, str]:
    """Where a unit counts (the map, or which box), with how many steps and which face."""
    where = "on the map" if isinstance(piece.at, Hex) else str(piece.at)
    return where, piece.steps, piece.mode


def _said(piece: Piece) -> str:
    where, steps, face = _standing(piece)
    return f"{where} ({', '.join((counted(steps, 'step'), *filter(None, [face])))})"


def _names(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, list, set, frozenset)):
        for one in value:
            yield from _names(one)
