"""Whose a hex is: the nations of the boards against the towns and frontiers of the lists."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from shapely.geometry import LineString, Point

from maps.terrain import is_land
from tests.maps.data.banked import frame_of, lists, sheet_recipe
from tests.maps.data.board_facts import board_named

CLEAR, SIGHT = 0.3, 4.0


@pytest.mark.parametrize("name", ["fire_in_the_east", "balkan_front", "operation_gertrud"])
def test_land_clear_of_a_frontier_belongs_to_the_towns_in_sight(name: str) -> None:
    board, frame = board_named(name), frame_of(name)
    (realm,) = (one for one in sheet_recipe(name).realms if one.layer == "nation")
    drawn = [item.line for item in lists().frontiers if item.kind in realm.walls]
    lines = frame.laid(shapely.union_all(drawn))
    shapely.prepare(lines)
    owner = {at: nation for nation, held in board.regions["nation"].items() for at in held}
    towns = [town for town in lists().towns if town.nation in realm.names]
    spots = np.array(frame.points([town.at for town in towns]))
    asked, wrong = 0, []
    for at in sorted(board.terrain):
        # Where a frontier follows a river, the hexsides of the river are the frontier.
        sides = [board.side_kinds(at, near) for near in at.neighbours()]
        on_river = any("border" in kinds and len(kinds) > 1 for kinds in sides)
        centre = frame.layout.centre(at)
        if (
            on_river
            or not is_land(board, at)
            or not CLEAR <= lines.distance(Point(centre)) <= SIGHT
        ):
            continue
        gaps = np.hypot(*(spots - np.array(centre)).T)
        near = [i for i in np.argsort(gaps, kind="stable")[:12] if gaps[i] <= SIGHT]
        seen = [i for i in near if not lines.intersects(LineString([centre, spots[i]]))][:3]
        nations = {realm.names[towns[i].nation] for i in seen}
        if len(seen) > 1 and len(nations) == 1:
            asked += 1
            if owner.get(at) not in nations:
                wrong.append((board.label(at), owner.get(at), nations))
    assert asked >= 40
    assert wrong == []


@pytest.mark.parametrize(
    ("name", "label", "nation"),
    [
        ("fire_in_the_east", "1B:3325", "USSR"),
        ("fire_in_the_east", "1B:5028", "USSR"),
        ("balkan_front", "14A:1910", "Yugoslavia"),
        ("balkan_front", "14A:1810", "Yugoslavia"),
        ("balkan_front", "14A:4521", "Greece"),
        ("balkan_front", "14A:4618", "Greece"),
        ("balkan_front", "14A:4215", "Greece"),
        ("balkan_front", "14A:0307", "Slovakia"),
        ("balkan_front", "14A:1709", "Rumania"),
        ("balkan_front", "14A:1827", "Yugoslavia"),
        ("operation_gertrud", "1724", "Syria"),
        ("operation_gertrud", "1129", "Iraq"),
        ("operation_gertrud", "2131", "Turkey"),
    ],
    ids=[
        "Grajewo",
        "Lubaczow",
        "Banat",
        "Velika Kikinda",
        "Corfu",
        "Kalpaki",
        "Grammos",
        "Ore Mountains",
        "Arad",
        "Pag",
        "Jarabulus",
        "Sinjar",
        "Siirt",
    ],
)
def test_pockets_are_gone(name: str, label: str, nation: str) -> None:
    board = board_named(name)
    assert board.parse_label(label) in board.regions["nation"][nation]


def test_no_road_leads_over_the_strait_of_corfu() -> None:
    board = board_named("balkan_front")
    a, b = (board.parse_label(label) for label in ("14A:4521", "14A:4520"))
    assert "narrow_strait" in board.side_kinds(a, b)
    assert not board.line_kinds(a, b)


def test_the_demarcation_line_is_the_border_of_its_two_powers() -> None:
    board = board_named("fire_in_the_east")
    owner = {at: nation for nation, held in board.regions["nation"].items() for at in held}
    powers = {"Greater Germany", "USSR"}
    line = {of for of, kinds in board.hexsides.items() if "demarcation" in kinds}
    assert line
    assert all({owner.get(at) for at in of.hexes} == powers for of in line)
