"""Each check finds its fault, names place and fix, and is silent on a sound map."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given

from maps.checking.checks import Severity, check
from maps.hexgrid import Hex, Link, Side, link, side_between
from maps.layout import Orientation
from maps.legend import Kind, Layer
from maps.model import Box, BoxLink, GameMap, Place
from maps.numbering import LabelScheme, Sheet
from tests.examples import few
from tests.maps import strategies as some

KINDS = (
    Kind(Layer.TERRAIN, "clear", "Clear"),
    Kind(Layer.TERRAIN, "cliff", "Cliff", {"coast": "yes"}),
    Kind(Layer.TERRAIN, "sea", "Sea", {"sea": "yes"}),
    Kind(Layer.TERRAIN, "lake", "Lake", {"sea": "lake"}),
    Kind(Layer.HEXSIDE, "river", "River"),
    Kind(Layer.HEXSIDE, "strait", "Strait", {"sea": "yes"}),
    Kind(Layer.LINE, "road", "Road"),
    Kind(Layer.LINE, "ferry", "Ferry", {"sea": "yes"}),
    Kind(Layer.PLACE, "city", "City"),
    Kind(Layer.PLACE, "port", "Port"),
    Kind(Layer.REGION, "country", "Countries", {"partition": "yes"}),
    Kind(Layer.REGION, "weather", "Weather"),
)
SHEET = Sheet("main", Orientation.FLAT, 7, 7)


def at(label: str) -> Hex:
    found = SHEET.hex(label)
    assert found is not None
    return found


def sound() -> GameMap:
    """Seven by seven hexes; the two eastern columns are sea, a lake lies at 0202."""
    board = GameMap("demo", "Demo", Orientation.FLAT, sheets=[SHEET])
    for kind in KINDS:
        board.legend.add(kind)
    for spot in SHEET.hexes():
        board.terrain[spot] = "sea" if spot.q >= 5 else "clear"
    board.terrain[at("0202")] = "lake"
    land = frozenset(spot for spot, kind in board.terrain.items() if kind == "clear")
    board.regions = {"country": {"Albania": land}}
    board.hexsides = {side_between(at("0303"), at("0304")): frozenset({"river"})}
    board.lines = {link(at("0303"), at("0304")): frozenset({"road"})}
    board.places = {
        "a": Place("a", "Ay", "city", at("0303")),
        "b": Place("b", "Bee", "port", at("0504")),
        "c": Place("c", "Cee", "city", at("0304"), frozenset({"port"})),
    }
    board.boxes = {"med": Box("med", "Med", links=(BoxLink("0701", 3), BoxLink("med")))}
    return board


def test_a_sound_map_has_no_problems() -> None:
    assert check(sound()) == []


def no_kind(board: GameMap) -> None:
    board.terrain[at("0404")] = "claer"


def no_side_kind(board: GameMap) -> None:
    board.hexsides[side_between(at("0404"), at("0405"))] = frozenset({"rivr"})


def no_line_kind(board: GameMap) -> None:
    board.lines[link(at("0303"), at("0304"))] = frozenset({"raod"})


def no_place_kind(board: GameMap) -> None:
    board.places["a"] = replace(board.places["a"], kind="ctiy")


def no_region_kind(board: GameMap) -> None:
    board.regions["zone"] = {}


def side_off_the_map(board: GameMap) -> None:
    board.hexsides[Side(Hex(50, 50), 1)] = frozenset({"river"})


def side_of_no_name(board: GameMap) -> None:
    board.hexsides[Side(at("0404"), 4)] = frozenset({"river"})


def river_at_sea(board: GameMap) -> None:
    board.hexsides[side_between(at("0603"), at("0604"))] = frozenset({"river", "strait"})


def road_at_sea(board: GameMap) -> None:
    board.lines[link(at("0504"), at("0604"))] = frozenset({"road", "ferry"})


def road_off_the_map(board: GameMap) -> None:
    board.lines[link(at("0101"), at("0101").neighbour(3))] = frozenset({"road"})


def road_that_jumps(board: GameMap) -> None:
    board.lines[Link(at("0303"), at("0504"))] = frozenset({"road"})


def road_into_the_open(board: GameMap) -> None:
    board.lines[link(at("0304"), at("0305"))] = frozenset({"road"})


def port_inland(board: GameMap) -> None:
    board.places["a"] = Place("a", "Ay", "port", at("0406"))


def city_at_sea(board: GameMap) -> None:
    board.places["d"] = Place("d", "Dee", "city", at("0604"))


def place_off_the_map(board: GameMap) -> None:
    board.places["d"] = Place("d", "Dee", "city", Hex(50, 50))


def place_under_another_id(board: GameMap) -> None:
    board.places["x"] = Place("d", "Dee", "city", at("0404"))


def two_of_a_name(board: GameMap) -> None:
    board.places["d"] = Place("d", "áy", "city", at("0404"))


def region_off_the_map(board: GameMap) -> None:
    board.regions["weather"] = {"A": frozenset({Hex(50, 50)})}


def region_overlap(board: GameMap) -> None:
    board.regions["country"]["Serbia"] = frozenset({at("0404")})


def region_gap(board: GameMap) -> None:
    regions = board.regions["country"]
    regions["Albania"] = regions["Albania"] - {at("0404")}


def hex_without_number(board: GameMap) -> None:
    board.terrain[Hex(50, 50)] = "sea"


def labels_twice(board: GameMap) -> None:
    board.sheets.append(Sheet("other", Orientation.FLAT, 2, 2, origin=at("0404")))


def labels_too_wide(board: GameMap) -> None:
    board.sheets = [replace(SHEET, scheme=LabelScheme(digits=1, first_column=5))]


def sheet_turned(board: GameMap) -> None:
    board.sheets.append(
        Sheet("turned", Orientation.POINTY, 1, 1, LabelScheme(prefix="T"), at("0404"))
    )


def box_to_nowhere(board: GameMap) -> None:
    board.boxes["med"] = Box("med", "Med", links=(BoxLink("mde"),))


def box_under_another_id(board: GameMap) -> None:
    board.boxes["x"] = Box("y", "Why")


def coast_inland(board: GameMap) -> None:
    board.terrain[at("0303")] = "cliff"


def draft_off_the_map(board: GameMap) -> None:
    board.drafts = frozenset({Hex(50, 50)})


E, W = Severity.ERROR, Severity.WARNING


@pytest.mark.parametrize(
    ("spoil", "severity", "where", "what", "fix"),
    [
        (no_kind, E, "0404", "no terrain kind 'claer'", "'clear'"),
        (no_side_kind, E, "0404/0405", "no hexside kind 'rivr'", "'river'"),
        (no_line_kind, E, "0303/0304", "no line kind 'raod'", "'road'"),
        (no_place_kind, E, "Ay (0303)", "no place kind 'ctiy'", "'city'"),
        (no_region_kind, E, "regions", "no region kind 'zone'", "legend"),
        (side_off_the_map, E, "50,50/51,49", "do not exist", "Erase"),
        (side_of_no_name, E, "/0404", "canonical", "again"),
        (river_at_sea, W, "0603/0604", "River lies between two sea", "Erase"),
        (road_at_sea, E, "0504/0604", "Road leads into", "0604"),
        (road_off_the_map, E, "/0101", "missing hex", "Erase"),
        (road_that_jumps, E, "0303/0504", "not neighbours", "again"),
        (road_into_the_open, W, "0305", "ends in the open", "junction"),
        (port_inland, E, "Ay (0406)", "neither on a coast", "Move"),
        (city_at_sea, E, "Dee (0604)", "all water", "Move"),
        (place_off_the_map, E, "Dee (50,50)", "does not exist", "Move"),
        (place_under_another_id, E, "Dee (0404)", "id 'x'", "again"),
        (two_of_a_name, W, "Ay (0303)", "in 0404", "apart"),
        (region_off_the_map, E, "A (Weather)", "50,50 is not on the map", "Take it out"),
        (region_overlap, E, "0404", "Albania and Serbia", "one region of Countries"),
        (region_gap, E, "Countries", "0404 is in none", "Put it"),
        (hex_without_number, W, "sheets", "50,50 is without", "sheet"),
        (labels_twice, E, "sheet main and other", "4 hexes|are numbered like", "prefix"),
        (labels_too_wide, E, "sheet main", "1 digits", "more digits"),
        (sheet_turned, E, "sheet turned", "pointy", "orientation"),
        (box_to_nowhere, E, "box Med", "'mde'", "'med'"),
        (box_under_another_id, E, "box Why", "id 'x'", "again"),
        (coast_inland, W, "0303", "no sea hex", "terrain"),
        (draft_off_the_map, E, "drafts", "50,50", "Confirm"),
    ],
)
def test_a_fault_is_found(
    spoil: Callable[[GameMap], None], severity: Severity, where: str, what: str, fix: str
) -> None:
    board = sound()
    spoil(board)
    found = check(board)
    assert any(
        problem.severity is severity
        and where in problem.where
        and any(part in problem.what for part in what.split("|"))
        and fix in problem.fix
        for problem in found
    ), "\n".join(map(str, found))


def test_kinds_allowed_at_sea_are_left_in_peace() -> None:
    board = sound()
    river_at_sea(board)
    road_at_sea(board)
    named = " ".join(problem.what for problem in check(board))
    assert "River" in named
    assert "Strait" not in named
    assert "Ferry" not in named


def test_all_problems_come_at_once_errors_first() -> None:
    board = sound()
    for spoil in (river_at_sea, port_inland, two_of_a_name, region_gap):
        spoil(board)
    found = check(board)
    severities = [problem.severity for problem in found]
    assert severities == sorted(severities, key=lambda one: one is W)
    assert len(found) >= 3
    assert E in severities
    assert W in severities


def test_needed_kinds_that_are_missing_are_named_with_the_nearest() -> None:
    found = check(sound(), {Layer.LINE: {"roads", "road"}, Layer.TERRAIN: ["swamp"]})
    assert [problem.what for problem in found] == [
        "the game needs the terrain kind 'swamp'.",
        "the game needs the line kind 'roads'.",
    ]
    assert "'road'" in found[1].fix


@given(some.maps())
@few(30)
def test_any_map_can_be_checked_and_the_same_way_twice(board: GameMap) -> None:
    found = check(board)
    assert found == check(board)
    assert all(problem.where and problem.what for problem in found)


def test_kinds_are_called_by_the_names_of_the_legend() -> None:
    board = sound()
    board.legend.add(Kind(Layer.LINE, "rail_low", "Low-volume railroad"))
    board.legend.add(Kind(Layer.LINE, "rail_high", ""))
    board.lines[link(at("0504"), at("0604"))] = frozenset({"rail_low", "rail_high"})
    told = [str(problem) for problem in check(board)]
    assert any("Low-volume railroad leads into" in one for one in told)
    assert any("rail_high leads into" in one for one in told)
    assert not any("rail_low" in one for one in told)
