"""Land, sea, lake and coast."""

from __future__ import annotations

from maps import terrain
from maps.hexgrid import Hex
from maps.layout import Orientation
from maps.legend import Kind, Layer
from maps.model import GameMap

LAND, COAST, SEA, LAKE, SHORE = (Hex(q, 0) for q in range(5))
OFF = Hex(9, 9)


def a_row() -> GameMap:
    """Clear, clear, sea, lake, clear in a row."""
    board = GameMap("row", "Row", Orientation.FLAT)
    board.legend.add(Kind(Layer.TERRAIN, "clear", "Clear"))
    board.legend.add(Kind(Layer.TERRAIN, "beach", "Beach", {"coast": "yes"}))
    board.legend.add(Kind(Layer.TERRAIN, "sea", "Sea", {"sea": "yes"}))
    board.legend.add(Kind(Layer.TERRAIN, "lake", "Lake", {"sea": "lake"}))
    kinds = ("clear", "clear", "sea", "lake", "clear")
    board.terrain = {Hex(q, 0): kind for q, kind in enumerate(kinds)}
    return board


def test_what_a_hex_is() -> None:
    board = a_row()
    spots = [LAND, COAST, SEA, LAKE, SHORE, OFF]
    assert [at for at in spots if terrain.is_land(board, at)] == [LAND, COAST, SHORE]
    assert [at for at in spots if terrain.is_sea(board, at)] == [SEA]
    assert [at for at in spots if terrain.is_lake(board, at)] == [LAKE]
    assert [at for at in spots if terrain.is_water(board, at)] == [SEA, LAKE]
    assert [at for at in spots if terrain.is_coast(board, at)] == [COAST]
    assert [at for at in spots if terrain.is_edge(board, at)] == spots[:-1]


def test_a_coast_kind_is_coast_without_sea_beside_it() -> None:
    board = a_row()
    board.terrain[LAND] = "beach"
    assert terrain.is_coast(board, LAND)
    assert not terrain.touches_sea(board, LAND)


def test_terrain_the_legend_lacks_is_land() -> None:
    board = a_row()
    board.terrain[LAND] = "lava"
    assert terrain.is_land(board, LAND)
    assert terrain.terrain_word(board, LAND, "sea") == ""


def test_kinds_called_sea_and_lake_are_water_unless_their_look_says_no() -> None:
    board = a_row()
    for name in ("sea", "lake"):
        board.legend.add(Kind(Layer.TERRAIN, name, name))
    assert terrain.is_sea(board, SEA)
    assert terrain.is_lake(board, LAKE)
    board.legend.add(Kind(Layer.TERRAIN, "lake", "Dry lake", {"sea": "no"}))
    assert terrain.is_land(board, LAKE)
