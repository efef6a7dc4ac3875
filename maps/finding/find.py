"""Finding places by name, old or modern, and hexes by printed number.

Case, accents and signs do not matter, and small slips of spelling are forgiven.
"""

from __future__ import annotations

import difflib
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from maps.hexgrid import Hex
from maps.model import GameMap, Place

_LETTERS = str.maketrans(
    {"ß": "ss", "đ": "d", "ð": "d", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "þ": "th"}
    | {"\u0131": "i"}
)
_WORST_LIKENESS = 0.7


@dataclass(frozen=True, slots=True)
class Hit:
    """One find: what to show, the hex to go to, the place if it is one; ``score`` 1.0 is exact."""

    text: str
    hex: Hex
    score: float
    place: str | None = None


@lru_cache(maxsize=16_384)  # the names of a board are compared again with every word
def folded(text: str) -> str:
    """A text without case, accents and signs, for comparing names.

    >>> folded("Čačak"), folded("Đakovica"), folded("Novi-Pazar ")
    ('cacak', 'dakovica', 'novi pazar')
    """
    parts = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    kept = "".join(c if c.isalnum() else " " for c in parts if not unicodedata.combining(c))
    return " ".join(kept.split())


def find(board: GameMap, text: str, limit: int = 20) -> list[Hit]:
    """Hexes and places a text may mean, best first, at most ``limit``."""
    hits = [
        Hit(label, at, 1.0)
        for sheet in board.sheets
        if (at := sheet.hex(text)) is not None and at in board and (label := sheet.label(at))
    ]
    wanted = folded(text)
    if wanted:
        for place in board.places.values():
            score = max(_likeness(wanted, folded(name)) for name in (place.name, place.modern))
            if score > 0:
                hits.append(Hit(_shown(board, place), place.hex, score, place.id))
    hits.sort(key=lambda hit: (-hit.score, hit.text, hit.hex))
    return list(dict.fromkeys(hits))[:limit]


def _shown(board: GameMap, place: Place) -> str:
    modern = f", {place.modern}" if place.modern and place.modern != place.name else ""
    return f"{place.name}{modern} ({board.label(place.hex)})"


def _likeness(wanted: str, name: str) -> float:
    """How well a folded name answers a folded wish, 0 for not at all."""
    if not name:
        return 0.0
    if wanted == name:
        return 1.0
    if name.startswith(wanted):
        return 0.95
    if f" {wanted}" in f" {name}":
        return 0.9
    if len(wanted) > 2 and wanted in name:
        return 0.85
    match = difflib.SequenceMatcher(None, wanted, name, autojunk=False)
    if match.real_quick_ratio() < _WORST_LIKENESS or match.quick_ratio() < _WORST_LIKENESS:
        return 0.0
    ratio = match.ratio()
    return 0.8 * ratio if ratio >= _WORST_LIKENESS else 0.0
