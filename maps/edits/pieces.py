"""A piece of a board lifted off, turned or moved, and laid down on another: what sheets do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from maps.edits.stamps import fresh_id
from maps.hexgrid import Hex, Link, Side, link, side
from maps.layout import turned
from maps.model import GameMap, Place


@dataclass(frozen=True, slots=True)
class Motion:
    """Where hexes go: ``to`` must keep neighbours neighbours, directions turning by ``turn``.

    ``degrees`` is how far what lies beside a hex's centre turns about it on paper, clockwise.
    """

    to: Callable[[Hex], Hex]
    turn: int = 0
    degrees: int = 0

    def place(self, place: Place) -> Place:
        """A place where it goes: its name stays level, its symbol turns with the hex."""
        offset = place.offset
        if offset is not None and self.degrees:
            x, y = turned(*offset, self.degrees)
            offset = round(x, 9), round(y, 9)
        return replace(place, hex=self.to(place.hex), offset=offset)

    def side(self, of: Side) -> Side:
        """Where a hexside goes."""
        return side(self.to(of.hex), of.direction + self.turn)

    def link(self, of: Link) -> Link:
        """Where a link goes."""
        return link(self.to(of.a), self.to(of.b))


def shifted(by: Hex) -> Motion:
    """The motion that displaces every hex by an axial vector."""
    return Motion(lambda at: at.moved(by))


def lifted(board: GameMap, hexes: Iterable[Hex], motion: Motion) -> GameMap:
    """What hangs on some hexes, moved: a board with the same head, without sheets and boxes.

    Hexsides come along when one of their hexes does, lines when both do.
    """
    part = {at: None for at in hexes if at in board}
    return GameMap(
        board.id,
        board.title,
        board.orientation,
        board.legend,
        terrain={motion.to(at): board.terrain[at] for at in part},
        hexsides={
            motion.side(of): kinds
            for of, kinds in board.hexsides.items()
            if of.hex in part or of.hexes[1] in part
        },
        lines={
            motion.link(way): kinds
            for way, kinds in board.lines.items()
            if way.a in part and way.b in part
        },
        places={
            place.id: motion.place(place) for place in board.places.values() if place.hex in part
        },
        regions={
            layer: {
                name: frozenset(motion.to(at) for at in hexes if at in part)
                for name, hexes in regions.items()
            }
            for layer, regions in board.regions.items()
        },
        drafts=frozenset(motion.to(at) for at in board.drafts if at in part),
    )


def without(board: GameMap, hexes: Iterable[Hex]) -> GameMap:
    """A copy of a board from which some hexes are taken with what hangs on nothing else."""
    gone = {at: None for at in hexes}
    left = board.copy()
    left.terrain = {at: kind for at, kind in board.terrain.items() if at not in gone}

    def stays(at: Hex) -> bool:
        return at not in gone and at in board

    left.hexsides = {
        of: kinds
        for of, kinds in board.hexsides.items()
        if any(stays(at) for at in of.hexes) or not any(at in gone for at in of.hexes)
    }
    left.lines = {
        way: kinds for way, kinds in board.lines.items() if way.a not in gone and way.b not in gone
    }
    left.places = {key: place for key, place in board.places.items() if place.hex not in gone}
    left.regions = {
        layer: {name: hexes - gone.keys() for name, hexes in regions.items()}
        for layer, regions in board.regions.items()
    }
    left.drafts = board.drafts - gone.keys()
    return left


def laid_over(under: GameMap, piece: GameMap, *, prefer_piece: bool) -> GameMap:
    """A copy of ``under`` with a piece on it; where both have a hex one of them is preferred.

    Hexsides and lines between two such hexes follow the preference, too; others are joined. Places
    of the piece get free ids; where the board under it is preferred, those in its hexes are left
    out.
    """
    found = under.copy()
    shared = {at: None for at in piece.terrain if at in under.terrain}
    for at, kind in piece.terrain.items():
        if prefer_piece or at not in shared:
            found.terrain[at] = kind
    _lay_sides(found, under, piece, shared, prefer_piece)
    _lay_lines(found, under, piece, shared, prefer_piece)
    _lay_places(found, piece, shared, prefer_piece)
    for layer, regions in piece.regions.items():
        held = found.regions.setdefault(layer, {})
        if prefer_piece:
            for name in list(held):
                held[name] -= shared.keys()
        for name, hexes in regions.items():
            new = hexes if prefer_piece else hexes - shared.keys()
            held[name] = held.get(name, frozenset()) | new
        found.regions[layer] = dict(sorted(held.items()))
    found.regions = {layer: found.regions[layer] for layer in sorted(found.regions)}
    marks = under.drafts - shared.keys() if prefer_piece else under.drafts
    found.drafts = marks | (piece.drafts if prefer_piece else piece.drafts - shared.keys())
    return found


def _lay_sides(
    found: GameMap, under: GameMap, piece: GameMap, shared: dict[Hex, None], prefer: bool
) -> None:
    if prefer:
        for of in under.hexsides:
            if of.hexes[0] in shared and of.hexes[1] in shared:
                del found.hexsides[of]
    for of, kinds in piece.hexsides.items():
        inside = all(at in shared for at in of.hexes)
        if inside and not prefer:
            continue
        found.hexsides[of] = kinds if inside else found.hexsides.get(of, frozenset()) | kinds


def _lay_lines(
    found: GameMap, under: GameMap, piece: GameMap, shared: dict[Hex, None], prefer: bool
) -> None:
    if prefer:
        for way in under.lines:
            if way.a in shared and way.b in shared:
                del found.lines[way]
    for way, kinds in piece.lines.items():
        inside = way.a in shared and way.b in shared
        if not inside or prefer:
            found.lines[way] = kinds if inside else found.lines.get(way, frozenset()) | kinds


def _lay_places(found: GameMap, piece: GameMap, shared: dict[Hex, None], prefer: bool) -> None:
    places = dict(found.places)
    if prefer:
        places = {key: place for key, place in places.items() if place.hex not in shared}
    for place in piece.places.values():
        if prefer or place.hex not in shared:
            ident = fresh_id(place.id, places)
            places[ident] = _renamed(place, ident)
    found.places = dict(sorted(places.items()))


def _renamed(place: Place, ident: str) -> Place:
    return place if place.id == ident else replace(place, id=ident)
