"""No land of a board is cut off by water on all its sides, unless it is an island."""

from __future__ import annotations

import pytest

from maps import data
from maps.hexgrid import Hex
from maps.model import GameMap
from maps.terrain import is_land
from tests.maps.data.board_facts import board_named, on_foot

SHUT = {"sea", "lake"}
"""Hexsides that nothing on land passes but by narrow straits and ferries."""

ISLANDS: dict[str, dict[str, str]] = {
    "balkan_front": {
        "Greece": "15B:2215 15B:2514 15B:1716 15B:1915 15B:0620 15B:0321 15B:0320 14A:5120 15B:1212"
        " 15B:1610 15B:1012 15B:1908 15B:0912 15B:1209 15B:1607 15B:1308 15B:1606 15B:1108 15B:1307"
        " 15B:1406 15B:0310 15B:0309 15B:1403 15B:0507 15B:1003 15B:1401 15B:0204 15B:0602"
        " 14A:4902",
        "the Dodecanese": "15B:2603 15B:2602 15B:2004 15B:1602 15B:1702 15B:1801 15B:1901 15B:1800",
        "Dalmatia": "14A:2527 14A:2725",
        "Apulia, which the sheet cuts off": "14A:4533",
        "Anatolia, which the sheet cuts off": "15B:0501 15B:1102",
    },
    "balkan_gambit": {},
    "fire_in_the_east": {
        "the Aegean": "3B:4933",
        "Gallipoli and Anatolia, which the sheet cuts off": "3B:5132 3B:5113",
        "Oland and Gotland": "1B:1233 1B:1330",
        "Aland and its archipelago": "5B:5021 5B:5020 1B:0121 1B:0217 1B:0117 1B:0316",
        "the islands off Namsos": "5B:2331 5B:2230",
        "the islands off Helgeland": "5B:1825",
        "Lofoten and Vesteralen": "5B:1020 5B:1019 5B:1017 5B:0917 5B:1016 5B:0816 5B:0916 5B:0915"
        " 5B:0714",
        "Senja": "5B:0712",
        "Tromso and its islands": "5B:0609 5B:0709 5B:0508 5B:0606 5B:0506 5B:0505 5B:0604",
        "the islands off Finnmark": "5B:0401 6A:0632 6A:0531 6A:0427",
        "Hailuoto": "5B:3105",
        "Solovki": "6A:3616",
        "the mouths of the Northern Dvina": "6A:3807",
        "Vardo": "6A:0920",
    },
    "operation_gertrud": {
        "Greece": "1403 2005 2206",
        "the Dodecanese": "1608",
        "Cyprus": "1216",
    },
    "valley": {},
}
"""One hex of each island, or of a shore whose other land is beyond the edge, by what it is."""


def parts(board: GameMap) -> list[frozenset[Hex]]:
    """The land in pieces between which no land hexside leads, the largest first."""
    left, found = {at for at in board.terrain if is_land(board, at)}, []
    while left:
        piece, queue = {min(left)}, [min(left)]
        for here in queue:
            for near in here.neighbours():
                is_next = near in left and near not in piece
                if is_next and not board.side_kinds(here, near) & SHUT:
                    piece.add(near)
                    queue.append(near)
        found.append(frozenset(piece))
        left -= piece
    return sorted(found, key=lambda piece: (-len(piece), min(piece)))


@pytest.mark.parametrize("name", data.names())
def test_no_land_is_cut_off_but_islands(name: str) -> None:
    board = board_named(name)
    listed = {label for group in ISLANDS[name].values() for label in group.split()}
    pieces = parts(board)
    mainland, cut_off = pieces[0], pieces[1:]
    assert len(mainland) > 0.6 * sum(map(len, pieces))
    unlisted = [
        sorted(map(board.label, piece))
        for piece in cut_off
        if piece.isdisjoint(map(board.parse_label, listed))
    ]
    assert not unlisted
    stale = [label for label in listed if board.parse_label(label) in mainland]
    assert not stale, "these are cut off no longer"


@pytest.mark.parametrize(
    ("name", "label", "town"),
    [
        ("fire_in_the_east", "1B:2225", "Memel"),
        ("fire_in_the_east", "1B:1507", "Pskov"),
        ("fire_in_the_east", "4A:3331", "Dzhankoy"),
        ("fire_in_the_east", "4A:2719", "Rostov"),
    ],
)
def test_a_shore_of_the_mainland_is_reached_on_foot(name: str, label: str, town: str) -> None:
    board = board_named(name)
    (home,) = [one.hex for one in board.places.values() if one.name == town]
    assert board.parse_label(label) in on_foot(board, home)
