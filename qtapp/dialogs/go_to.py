"""Go to a hex by its number or to a place by its name, however it is spelt."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from maps.finding.find import Hit, find, folded
from maps.hexgrid import Hex
from maps.legend import Layer
from maps.model import GameMap, Place
from qtapp.dialogs.finder import Finder, Found, fuzzy


def spots(board: GameMap, text: str) -> Sequence[Found]:
    """The hexes, places and bookmarks that fit what was typed, best first.

    Old and modern names count alike, accents and small slips do not; last come names that hold the
    letters in order.
    """
    found = [_spot(board, hit) for hit in find(board, text, limit=40)]
    with contextlib.suppress(ValueError):
        at = board.parse_label(text)
        if at in board and all(entry.value != at for entry in found):
            found.insert(0, Found(f"Hex {board.label(at)}", "", at))
    seen = {entry.text for entry in found}
    loose: list[tuple[int, str, Found]] = []
    wanted = folded(text)
    for place in board.places.values():
        names = [folded(name) for name in (place.name, place.modern) if name]
        scores = [score for name in names if (score := fuzzy(wanted, name)) is not None]
        if scores:
            entry = _place(board, place)
            loose.append((min(scores), entry.text, entry))
    for mark in board.bookmarks.values():
        score = fuzzy(wanted, folded(mark.name))
        if score is not None:
            told = f"bookmark, {board.label(mark.hex)}"
            loose.append((score, mark.name, Found(mark.name, told, mark.hex)))
    loose.sort(key=lambda entry: entry[:2])
    return [*found, *(entry for _score, text_, entry in loose if text_ not in seen)]


def _spot(board: GameMap, hit: Hit) -> Found:
    if hit.place is not None:
        return _place(board, board.places[hit.place])
    return Found(f"Hex {hit.text}", "", hit.hex)


def _place(board: GameMap, place: Place) -> Found:
    label = place.name or place.id
    if place.modern and place.modern != place.name:
        label += f" ({place.modern})"
    known = board.legend.kinds.get((Layer.PLACE, place.kind))
    kind = known.name if known is not None and known.name else place.kind
    return Found(label, f"{board.label(place.hex)}, {kind}", place.hex)


def ask_where(board: GameMap, parent: QWidget) -> Hex | None:
    """Let the user choose a hex; None when nothing was chosen."""
    finder = Finder("Go to", "A hex number or a place", lambda text: spots(board, text), parent)
    return finder.chosen if finder.exec() and isinstance(finder.chosen, Hex) else None
