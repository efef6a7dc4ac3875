"""Go to a hex by its number or to a place by its name, however it is spelt."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from maps.hexgrid import Hex
from maps.model import GameMap
from qtapp.dialogs.finder import Finder, Found, fuzzy


def spots(board: GameMap, text: str) -> Sequence[Found]:
    """The hexes and places that fit what was typed, best first."""
    found: list[tuple[tuple[int, str], Found]] = []
    try:
        at = board.parse_label(text)
        found.append(((-1, ""), Found(f"Hex {board.label(at)}", "", at)))
    except ValueError:
        pass
    for place in board.places.values():
        names = [name for name in (place.name, place.modern) if name]
        scores = [score for name in names if (score := fuzzy(text, name)) is not None]
        if scores:
            label = f"{place.name} ({place.modern})" if place.modern else place.name
            entry = Found(label, f"{board.label(place.hex)}, {place.kind}", place.hex)
            found.append(((min(scores), place.name), entry))
    return [entry for _score, entry in sorted(found, key=lambda pair: pair[0])]


def ask_where(board: GameMap, parent: QWidget) -> Hex | None:
    """Let the user choose a hex; None when nothing was chosen."""
    finder = Finder("Go to", "A hex number or a place", lambda text: spots(board, text), parent)
    return finder.chosen if finder.exec() and isinstance(finder.chosen, Hex) else None
