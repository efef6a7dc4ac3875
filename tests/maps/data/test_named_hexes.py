"""Every hex number the rulebooks name is on its board, with the place it is named for."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from maps.terrain import is_land
from tests.maps.data.board_facts import board_named

ROOT = Path(__file__).resolve().parents[3]
SHARED = Path(os.environ.get("SANDTABLE_SHARED", ROOT.parent / "shared"))
REFS = SHARED / "geodata" / "hexfit" / "hexrefs.csv"
BOARDS = {
    "000": "balkan_front", "001": "balkan_gambit", "002": "operation_gertrud",
    "004": "fire_in_the_east",
}  # fmt: skip
MISPRINTED = {("balkan_gambit", "1745")}
"""Meant is 1735, the hex the same rule speaks of; the board ends north of it."""


def refs(name: str) -> list[tuple[str, str, str]]:
    """Label, place and basis of each hex named for a board; names of whole rows are left out."""
    if not REFS.is_file():
        pytest.skip("no list of named hexes: name its folder in SANDTABLE_SHARED")
    found = []
    with REFS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            label, sheet = row["hex"], row["sheet"].rstrip("?")
            is_row = label.endswith("00") and f"{sheet}:{label}" != "15B:2200"
            if BOARDS.get(row["seed"]) == name and not is_row:
                full = f"{sheet}:{label}" if name in ("balkan_front", "fire_in_the_east") else label
                if (name, full) not in MISPRINTED:
                    found.append((full, row["place"], row["basis"]))
    return found


@pytest.mark.parametrize("name", BOARDS.values())
def test_every_named_hex_is_on_its_board(name: str) -> None:
    board = board_named(name)
    missing = [label for label, _, _ in refs(name) if board.parse_label(label) not in board]
    assert missing == []


@pytest.mark.parametrize("name", BOARDS.values())
def test_a_town_that_is_named_is_a_town_on_land_in_that_hex(name: str) -> None:
    board = board_named(name)
    towns = {one.name: one for one in board.places.values()}
    checked = 0
    for label, place, basis in refs(name):
        town = towns.get(place.split(" (")[0])
        if town is not None and basis == "named":
            at = board.parse_label(label)
            assert at == town.hex or town.name == "Budapest", place
            assert is_land(board, at), place
            checked += 1
    assert checked >= 1
