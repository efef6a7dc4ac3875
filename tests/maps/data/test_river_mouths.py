"""Every river of a board runs on until it meets open water or the edge, in one piece."""

from __future__ import annotations

import pytest

from maps.hexgrid import (
    Hex,
    Vertex,
    distance,
    side_joining,
    side_vertices,
    sides_at,
    vertex_neighbours,
)
from maps.model import GameMap
from maps.terrain import is_land
from tests.maps.data.banked import frame_of
from tests.maps.data.board_facts import WATER, board_named

RIVER = frozenset({"river", "major_river", "danube"})

CLOSE = 2
"""A river meets open water within this many hexes of its mouth."""

SHORT = {
    "balkan_gambit": {
        "Arachthos River": "The Gulf of Arta fills no hex and no hexside of this board.",
        "Spercheios River": "The Malian Gulf fills no hex and no hexside of this board.",
    }
}
"""Rivers that end on land, by the board, and why."""

MOUTHS = [
    ("balkan_front", "Neretva", 43.02, 17.45),
    ("balkan_front", "Struma", 40.79, 23.85),
    ("balkan_front", "Vardar", 40.51, 22.72),
    ("balkan_front", "Aliakmon", 40.47, 22.65),
    ("balkan_front", "Acheloos", 38.33, 21.11),
    ("balkan_front", "Vijose", 40.64, 19.31),
    ("fire_in_the_east", "Danube", 45.22, 29.75),
    ("fire_in_the_east", "Dnepr", 46.50, 32.30),
    ("fire_in_the_east", "Dnestr", 46.35, 30.20),
    ("fire_in_the_east", "Don", 47.15, 39.30),
    ("fire_in_the_east", "Iijoki", 65.32, 25.35),
    ("fire_in_the_east", "Kalix", 65.83, 23.19),
    ("fire_in_the_east", "Kem", 64.97, 34.70),
    ("fire_in_the_east", "Kemijoki", 65.78, 24.43),
    ("fire_in_the_east", "Kola", 68.90, 33.05),
    ("fire_in_the_east", "Kuban", 45.32, 37.40),
    ("fire_in_the_east", "Narva", 59.47, 28.04),
    ("fire_in_the_east", "Neman", 55.33, 21.25),
    ("fire_in_the_east", "Neva", 59.95, 30.20),
    ("fire_in_the_east", "Northern Dvina", 64.60, 40.50),
    ("fire_in_the_east", "Onega", 63.93, 38.00),
    ("fire_in_the_east", "Ponoy", 67.00, 41.27),
    ("fire_in_the_east", "Southern Bug", 46.95, 31.95),
    ("fire_in_the_east", "Tornio", 65.80, 24.15),
    ("fire_in_the_east", "Venta", 57.40, 21.54),
    ("fire_in_the_east", "Vistula", 54.35, 18.95),
    ("fire_in_the_east", "Volkhov", 60.12, 32.32),
    ("fire_in_the_east", "Western Dvina", 57.06, 24.03),
    ("operation_gertrud", "Gediz", 38.58, 26.82),
    ("operation_gertrud", "Kizilirmak", 41.73, 35.95),
    ("operation_gertrud", "Orontes", 36.05, 35.96),
    ("operation_gertrud", "Sakarya", 41.12, 30.65),
]
"""Where rivers fall into the sea or a lake, in degrees, as gazetteers have it."""


def is_open(board: GameMap, corner: Vertex) -> bool:
    """True at open water, and where the board ends."""
    return any(at not in board.terrain or not is_land(board, at) for at in corner) or any(
        WATER & board.hexsides.get(of, frozenset()) for of in sides_at(corner)
    )


def nets(board: GameMap) -> list[set[Vertex]]:
    """The corners of rivers, in pieces between which no river runs."""
    rivers = {of for of, kinds in board.hexsides.items() if kinds & RIVER}
    left = {corner for of in rivers for corner in side_vertices(of)}
    found = []
    while left:
        piece, queue = set(), [min(left)]
        while queue:
            here = queue.pop()
            piece.add(here)
            queue += [
                there
                for there in vertex_neighbours(here)
                if side_joining(here, there) in rivers and there not in piece
            ]
        found.append(piece)
        left -= piece
    return found


@pytest.mark.parametrize(
    "name", ["balkan_front", "balkan_gambit", "fire_in_the_east", "operation_gertrud"]
)
def test_no_river_ends_on_dry_land(name: str) -> None:
    board = board_named(name)
    ending = [net for net in nets(board) if not any(is_open(board, one) for one in net)]
    held = {
        next(river for river, at in board.regions["river"].items() if at >= _hexes(board, net))
        if name in SHORT
        else "/".join(board.label(at) for at in min(net))
        for net in ending
    }
    assert held == set(SHORT.get(name, ()))


@pytest.mark.parametrize(("name", "river", "lat", "lon"), MOUTHS, ids=[one[1] for one in MOUTHS])
def test_a_river_meets_the_water_at_its_mouth(
    name: str, river: str, lat: float, lon: float
) -> None:
    board = board_named(name)
    at = frame_of(name).hex_at((lat, lon))
    held = board.regions["river"][f"{river} River"]
    open_at = [
        corner
        for of, kinds in board.hexsides.items()
        if kinds & RIVER and set(of.hexes) <= held
        for corner in side_vertices(of)
        if is_open(board, corner)
    ]
    assert any(distance(at, near) <= CLOSE for corner in open_at for near in corner)


def _hexes(board: GameMap, net: set[Vertex]) -> set[Hex]:
    rivers = (of for of, kinds in board.hexsides.items() if kinds & RIVER)
    return {at for of in rivers if net >= set(side_vertices(of)) for at in of.hexes}
