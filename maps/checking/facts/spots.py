"""What the words of a fact name on a board: a place by its name, a hex by its number."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from maps.finding.find import folded
from maps.hexgrid import Hex, Side, distance
from maps.layout import Layout
from maps.legend import Layer
from maps.model import GameMap, Place

WINDS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


class UnknownError(Exception):
    """A word of a fact names nothing on the board, or a fact is worded wrongly; says which."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A hex and the word it was named by."""

    word: str
    hex: Hex


def places_named(board: GameMap, word: str) -> list[Place]:
    """The places whose printed name a word is, else those it is another name of.

    Case and accents do not matter.
    """
    wanted = folded(word)
    printed = [place for place in board.places.values() if folded(place.name) == wanted]
    return printed or [place for place in board.places.values() if wanted in other_names(place)]


def other_names(place: Place) -> list[str]:
    """The further names of a place, without case and accents."""
    return [folded(name) for name in place.modern.split(",")] if place.modern else []


def place_named(board: GameMap, word: str) -> Place:
    """The one place of a name. Raises UnknownError when there is none, or several."""
    found = places_named(board, word)
    if len(found) != 1:
        raise UnknownError(f"{'several places are' if found else 'no place is'} called {word}")
    return found[0]


def spot(board: GameMap, word: str) -> Spot:
    """The hex of a place, or of a printed number that a name in brackets may follow.

    Raises UnknownError for a word that names neither.
    """
    found = places_named(board, word)
    if len(found) == 1:
        return Spot(word, found[0].hex)
    label = word.partition(" (")[0]
    try:
        at = board.parse_label(label)
    except ValueError:
        at = None
    if at is None or at not in board:
        raise UnknownError(f"{'several places are' if found else 'no place is'} called {word}")
    return Spot(word, at)


def spots(board: GameMap, what: str, least: int = 2, most: int = 99) -> list[Spot]:
    """The hexes of words joined by ``>``. Raises UnknownError for a wrong number of them."""
    words = [word.strip() for word in what.split(">")]
    if not least <= len(words) <= most:
        raise UnknownError(f"{least if least == most else f'at least {least}'} names are wanted")
    return [spot(board, word) for word in words]


def kinds_around(board: GameMap, at: Hex) -> frozenset[str]:
    """The kinds of all hexsides of a hex."""
    return frozenset(kind for near in at.neighbours() for kind in board.side_kinds(at, near))


def sea_kinds(board: GameMap) -> frozenset[str]:
    """The hexside kinds that are water of the sea: ``sea=yes`` and drawn as water or a strait."""
    return frozenset(
        kind.id
        for kind in board.legend.of(Layer.HEXSIDE)
        if kind.look.get("sea") == "yes" and kind.look.get("style") in ("river", "strait")
    )


def within(a: Hex, b: Hex) -> int:
    """How far a way between two hexes may lead about before it is another way."""
    apart = distance(a, b)
    return apart + max(3, apart // 2)


def wind(board: GameMap, dx: float, dy: float) -> str:
    """The wind toward which something on the paper lies (x right, y down), by the board's north."""
    return WINDS[round(bearing(board, dx, dy) / 45) % 8]


def bearing(board: GameMap, dx: float, dy: float) -> float:
    """Degrees east of north of a way on the paper; the note ``north`` says where north is."""
    try:
        north = float(board.notes.get("north", "0"))
    except ValueError:
        north = 0.0
    return (math.degrees(math.atan2(dx, -dy)) - north) % 360


def toward(board: GameMap, home: Hex, sides: Sequence[Side]) -> tuple[float, float] | None:
    """The mean way from a hex's centre to hexsides, in hexes; None where they are all round."""
    layout = Layout(board.orientation)
    x, y = layout.centre(home)
    ends = [end for of in sides for end in layout.side_ends(of)]
    dx, dy = sum(end.x - x for end in ends), sum(end.y - y for end in ends)
    if math.hypot(dx, dy) < 1e-6:
        return None
    return dx / len(ends), dy / len(ends)
