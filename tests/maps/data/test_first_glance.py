"""What a wargamer sees first: lakes, basins, frontiers on rivers, junctions, the Arctic."""

from __future__ import annotations

import pytest

from maps.hexgrid import distance
from maps.model import GameMap
from maps.terrain import is_land
from tests.maps.data.board_facts import board_named, by_line, on_foot, place

RIVERS = frozenset({"river", "major_river", "lake", "sea", "narrow_strait"})


def water_near(board: GameMap, name: str, kind: str, reach: int = 2) -> int:
    """How many hexsides of a kind lie within some hexes of a place."""
    home = place(board, name).hex
    return sum(
        kind in kinds and min(distance(home, at) for at in of.hexes) <= reach
        for of, kinds in board.hexsides.items()
    )


@pytest.mark.parametrize(
    ("name", "town", "sides"),
    [
        ("balkan_front", "Siofok", 3),
        ("balkan_front", "Agrinion", 1),
        ("operation_gertrud", "Van", 2),
        ("fire_in_the_east", "Tartu", 1),
    ],
)
def test_a_long_thin_lake_lies_along_hexsides(name: str, town: str, sides: int) -> None:
    """Balaton, Trikhonis, Van, Peipus and Vortsjarv."""
    assert water_near(board_named(name), town, "lake") >= sides


@pytest.mark.parametrize(
    ("town", "least"),
    [("Ogulin", 10), ("Ljubljana", 10), ("Postumia", 8), ("Graz", 7), ("Resita", 6), ("Lugoj", 3)],
)
def test_wooded_hills_of_the_balkans_reach_past_the_outlines_of_the_lists(
    town: str, least: int
) -> None:
    """Gorski Kotar, Kocevje, the karst, Styria, the Banat and Poiana Rusca; the lists draw half."""
    board = board_named("balkan_front")
    home, wooded = place(board, town).hex, ("woods", "forest", "wooded_rough")
    near = [kind for at, kind in board.terrain.items() if distance(home, at) <= 2]
    assert sum(kind in wooded for kind in near) >= least


@pytest.mark.parametrize(
    "town", ["Sofiya", "Skoplje", "Bitolj", "Serrai", "Drama", "Nis", "Thessalonike", "Kalamai"]
)
def test_a_basin_is_clear(town: str) -> None:
    board = board_named("balkan_front")
    assert board.terrain[place(board, town).hex] == "clear"


def test_beograd_is_no_island() -> None:
    board = board_named("balkan_front")
    home = place(board, "Beograd").hex
    dry = [near for near in home.neighbours() if not board.side_kinds(home, near) & RIVERS]
    assert len(dry) >= 2
    assert place(board, "Nis").hex in on_foot(board, home)


@pytest.mark.parametrize(
    ("name", "one", "other", "share"),
    [
        ("balkan_front", "Rumania", "Bulgaria", 1.0),
        ("fire_in_the_east", "Rumania", "Bulgaria", 0.75),
        ("fire_in_the_east", "USSR", "Rumania", 0.75),
    ],
)
def test_a_frontier_follows_its_river(name: str, one: str, other: str, share: float) -> None:
    """The Danube, the Prut; the Dobruja and the Bukovina have frontiers on land."""
    board = board_named(name)
    owner = {at: nation for nation, hexes in board.regions["nation"].items() for at in hexes}
    sides = [
        kinds
        for of, kinds in board.hexsides.items()
        if "border" in kinds and {owner.get(at) for at in of.hexes} == {one, other}
    ]
    assert sum(bool(kinds & RIVERS) for kinds in sides) >= share * len(sides)


@pytest.mark.parametrize(
    ("name", "town", "nation"),
    [
        ("fire_in_the_east", "Giurgiu", "Rumania"),
        ("fire_in_the_east", "Calarasi", "Rumania"),
        ("fire_in_the_east", "Zimnicea", "Rumania"),
        ("fire_in_the_east", "Ruse", "Bulgaria"),
        ("fire_in_the_east", "Silistra", "Bulgaria"),
        ("fire_in_the_east", "Haparanda", "Sweden"),
        ("fire_in_the_east", "Tornio", "Finland"),
        ("balkan_front", "Tarvisio", "Italy"),
        ("balkan_front", "Hegyeshalom", "Hungary"),
        ("operation_gertrud", "Qamishli", "Syria"),
        ("operation_gertrud", "Nusaybin", "Turkey"),
    ],
)
def test_a_frontier_town_is_in_its_own_nation(name: str, town: str, nation: str) -> None:
    board = board_named(name)
    assert board.region_of("nation", place(board, town).hex) == nation


@pytest.mark.parametrize(
    ("town", "lines"),
    [("Vyazma", 5), ("Vitebsk", 4), ("Rzhev", 4), ("Gomel", 4), ("Daugavpils", 4), ("Bakhmach", 5),
     ("Fastov", 4), ("Smolensk", 4), ("Minsk", 4), ("Orel", 4), ("Kursk", 4)],
)  # fmt: skip
def test_a_junction_has_its_main_lines(town: str, lines: int) -> None:
    board = board_named("fire_in_the_east")
    home = place(board, town).hex
    met = [near for near in home.neighbours() if "rail_broad" in board.line_kinds(home, near)]
    met += [n for n in home.neighbours() if "rail_standard" in board.line_kinds(home, n)]
    assert len(set(met)) >= lines


@pytest.mark.parametrize(
    ("one", "other"),
    [("Dzhankoy", "Kerch"), ("Kemi", "Rovaniemi"), ("Seinajoki", "Vaasa"), ("Vyazma", "Bryansk")],
)
def test_a_main_line_is_a_railroad(one: str, other: str) -> None:
    board = board_named("fire_in_the_east")
    assert place(board, other).hex in by_line(board, place(board, one).hex, "rail_broad")


def test_the_main_line_enters_the_crimea_by_chongar() -> None:
    board = board_named("fire_in_the_east")
    chongar = board.parse_label("4A:3132")
    for name in ("Genichesk", "Dzhankoy"):
        assert "rail_broad" in board.line_kinds(chongar, place(board, name).hex)


def test_kirkuk_has_a_railroad_that_leaves_the_board_for_baghdad() -> None:
    """The metre gauge ran by Kifri and Baqubah, east of the board's edge."""
    board = board_named("operation_gertrud")
    net = by_line(board, place(board, "Kirkuk").hex, "rail")
    assert len(net) > 1
    assert any(near not in board for at in net for near in at.neighbours())


def test_the_arctic_has_fjords_islands_and_its_railway() -> None:
    board = board_named("fire_in_the_east")
    norway = board.regions["nation"]["Norway"]
    fjords = [
        of for of, kinds in board.hexsides.items() if "sea" in kinds and set(of.hexes) & norway
    ]
    assert len(fjords) >= 40
    mainland = on_foot(board, place(board, "Narvik").hex)
    islands = [at for at in norway if is_land(board, at) and at not in mainland]
    assert len(islands) >= 8, "Lofoten, Vesteralen, Senja and their like"
    taiga = [at for at in board.terrain if board.label(at).startswith("6A") and is_land(board, at)]
    soviet = [at for at in taiga if at in board.regions["nation"]["USSR"]]
    clear = sum(board.terrain[at] == "clear" for at in soviet)
    assert clear <= 0.3 * len(soviet)
