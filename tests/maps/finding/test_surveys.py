"""What hexes have in common, and the sides and links within and around them."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from maps.finding.surveys import along, links_of, sides_of, survey, tally
from maps.hexgrid import Hex
from maps.model import GameMap
from tests.maps import strategies as some


@given(some.maps(), st.frozensets(some.hexes(), max_size=20))
def test_every_hex_is_counted_once_on_each_layer(board: GameMap, hexes: frozenset[Hex]) -> None:
    found = survey(board, hexes)
    assert set(found.hexes) == {at for at in hexes if at in board}
    assert sum(found.terrain.values()) == len(found)
    assert found.drafts == sum(at in board.drafts for at in found.hexes)
    for layer, counts in found.regions.items():
        none = sum(board.region_of(layer, at) is None for at in found.hexes)
        assert counts[""] == none
    assert {place.hex for place in found.places} <= set(found.hexes)


@given(st.frozensets(some.hexes(3), max_size=12))
def test_inside_and_edge_share_out_all_sides(hexes: frozenset[Hex]) -> None:
    inside, edge = sides_of(hexes)
    assert len(set(inside)) == len(inside) and len(set(edge)) == len(edge)
    assert 2 * len(inside) + len(edge) == 6 * len(hexes)
    assert all(a in hexes and b in hexes for a, b in (of.hexes for of in inside))
    assert all((a in hexes) != (b in hexes) for a, b in (of.hexes for of in edge))
    assert len(links_of(hexes)) == len(inside)


def test_a_tally_says_how_many_hold_a_kind() -> None:
    sets = [frozenset({"a"}), frozenset({"a", "b"}), frozenset[str]()]
    assert tally(sets) == (3, Counter({"a": 2, "b": 1}))
    assert tally([]) == (0, Counter())


@given(some.maps(), st.frozensets(some.hexes(), max_size=20), st.frozensets(some.hexes()))
def test_an_earlier_survey_changes_nothing(
    board: GameMap, hexes: frozenset[Hex], earlier: frozenset[Hex]
) -> None:
    once = survey(board, hexes)
    assert survey(board, hexes, survey(board, earlier)) == survey(board, hexes, once) == once
    for at in list(board.terrain)[:1]:
        del board.terrain[at]
    assert survey(board, hexes, once) == survey(board, hexes)


@given(some.maps(), st.frozensets(some.hexes(4)))
def test_what_runs_along_an_area_is_counted_as_it_is_listed(
    board: GameMap, hexes: frozenset[Hex]
) -> None:
    none: frozenset[str] = frozenset()
    found = survey(board, hexes)
    hexes = found.area
    inside, edge = sides_of(hexes)
    assert along(board, found) == (
        tally(board.hexsides.get(of, none) for of in inside),
        tally(board.hexsides.get(of, none) for of in edge),
        tally(board.lines.get(way, none) for way in links_of(hexes)),
    )
