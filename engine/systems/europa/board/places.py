"""Place words: the hexes and boxes where units are set up and where they arrive."""

from __future__ import annotations

from engine.core.state import Location
from engine.systems.europa.board.areas import anywhere
from engine.systems.europa.board.board import CITY_RANK, MAJOR, GameBoard
from engine.systems.europa.charts.place_charts import PlaceRow
from maps.hexgrid import Hex

LEAST_RANK = {"city": 1, "dot": CITY_RANK["dot"], "major": MAJOR}
"""The least rank of the cities that a place word may ask for."""


def spots(ground: GameBoard, word: str) -> tuple[Location, ...]:
    """The box or else the land hexes a place word means, in order, whatever is there.

    Worked out once a board. Raises KeyError for a word the chart does not have.
    """
    if word not in ground.spots:
        named = box(ground, word)
        ground.spots[word] = (named,) if named else hexes(ground, word)
    return ground.spots[word]


def box(ground: GameBoard, word: str) -> str:
    """The holding box a place word means, '' when it means hexes. Raises KeyError if unknown."""
    return str(ground.charts.places.row(word).box)


def hexes(ground: GameBoard, word: str) -> tuple[Hex, ...]:
    """The land hexes of a place word, in order; none for a box. Raises KeyError if unknown."""
    if word not in ground.place_hexes:
        ground.place_hexes[word] = _hexes(ground, ground.charts.places.row(word))
    return ground.place_hexes[word]


def _hexes(ground: GameBoard, row: PlaceRow) -> tuple[Hex, ...]:
    found = set[Hex]() if row.box else {at for at in _around(ground, row) if _fits(ground, row, at)}
    for other in row.also:
        found.update(hexes(ground, other))
    return tuple(sorted(found))


def _around(ground: GameBoard, row: PlaceRow) -> frozenset[Hex]:
    found = anywhere(ground, row.areas) if row.areas else ground.land
    if row.near:
        found &= ground.near(map(ground.hex_of, row.near), row.within)
    if row.depth:
        abroad = _abroad(ground, row, found)
        found &= _along(ground, abroad, row.depth)
        found -= _along(ground, abroad, row.beyond) if row.beyond else frozenset[Hex]()
    return found & ground.land


def _along(ground: GameBoard, abroad: frozenset[Hex], within: int) -> frozenset[Hex]:
    """Hexes no further from land abroad; many place words ask for the same."""
    if (abroad, within) not in ground.borderlands:
        ground.borderlands[abroad, within] = ground.near(abroad, within)
    return ground.borderlands[abroad, within]


def _abroad(ground: GameBoard, row: PlaceRow, within: frozenset[Hex]) -> frozenset[Hex]:
    """The land beyond the border: of the nations named, else of all that are not here."""
    if row.borders:
        return anywhere(ground, row.borders)
    own = {ground.countries[at] for at in within if at in ground.countries}
    return frozenset(at for at in ground.land if ground.countries.get(at) not in own)


def _fits(ground: GameBoard, row: PlaceRow, at: Hex) -> bool:
    return not row.holding or any(_holds(ground, at, what) for what in row.holding)


def _holds(ground: GameBoard, at: Hex, what: str) -> bool:
    match what:
        case "field":
            return at in ground.fields
        case "port":
            return at in ground.ports
        case "rail":
            return at in ground.rails
        case "airbase":
            return ground.begins_as_base(at)
        case "fortress":
            return at in ground.fortresses
        case "listed field":
            return at in ground.airfields_at_start
        case _:
            return ground.city_rank(at) >= LEAST_RANK[what]
