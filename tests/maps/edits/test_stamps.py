"""Pieces of a board: captured, turned, mirrored, and laid elsewhere."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.edits import MapLayer, apply, inverse
from maps.edits.stamps import STAMPED, Stamp, captured, fresh_id, id_for, laid, mirrored, rotated
from maps.edits.stampwords import stamp_from_plain, stamp_to_plain
from maps.errors import KnownError
from maps.formats import text
from maps.hexgrid import Hex, disk, link, side
from maps.layout import Orientation
from maps.legend import Kind, Layer, Legend
from maps.model import GameMap, Place
from tests.examples import few
from tests.maps.strategies import maps

near = st.builds(Hex, st.integers(-8, 8), st.integers(-8, 8))
areas = st.frozensets(near, max_size=40)


def town_and_river() -> GameMap:
    """A disk of hexes with one of everything in its middle."""
    board = GameMap("m", "M", Orientation.FLAT, Legend())
    for layer, kind in (
        (Layer.TERRAIN, "clear"),
        (Layer.TERRAIN, "rough"),
        (Layer.HEXSIDE, "river"),
        (Layer.LINE, "road"),
        (Layer.PLACE, "city"),
        (Layer.REGION, "country"),
    ):
        board.legend.add(Kind(layer, kind, kind.capitalize()))
    board.terrain = dict.fromkeys(disk(Hex(0, 0), 6), "clear")
    board.terrain[Hex(0, 0)] = "rough"
    board.hexsides = {side(Hex(0, 0), 1): frozenset({"river"})}
    board.lines = {link(Hex(0, 0), Hex(1, 0)): frozenset({"road"})}
    board.places = {"home": Place("home", "Home", "city", Hex(0, 0), label=(0.5, 0.1))}
    board.regions = {"country": {"Here": frozenset({Hex(0, 0), Hex(1, 0)})}}
    board.drafts = frozenset(board.terrain)
    return board


def close(stamp: Stamp) -> Stamp:
    """The stamp with what is beside the middle of hexes told to a thousandth."""
    return replace(
        stamp,
        places=tuple(
            replace(place, offset=place.offset and tuple(round(at, 3) + 0.0 for at in place.offset))
            for place in stamp.places
        ),
    )


def test_a_symbol_turns_with_its_hex_and_its_name_stays_level() -> None:
    board = town_and_river()
    home = replace(board.places["home"], offset=(0.3, 0.0))
    stamp = captured(replace(board, places={"home": home}), [Hex(0, 0)], Hex(0, 0))
    (turned,) = rotated(stamp).places
    assert turned.offset == pytest.approx((0.15, -0.3 * 3**0.5 / 2)) and turned.label == home.label
    (flipped,) = mirrored(stamp, Orientation.FLAT).places
    assert flipped.offset == (-0.3, 0.0)


@few(20)
@given(maps(), areas, near)
def test_six_turns_and_two_mirrors_are_nothing(
    board: GameMap, area: frozenset[Hex], origin: Hex
) -> None:
    stamp = captured(board, area, origin)
    turned = stamp
    for _ in range(6):
        turned = rotated(turned)
    assert close(turned) == close(stamp) == close(rotated(rotated(stamp, 2), -2))
    assert rotated(stamp, 6) == stamp
    for orientation in Orientation:
        flipped = mirrored(stamp, orientation)
        assert mirrored(flipped, orientation) == stamp
        assert close(rotated(flipped)) == close(mirrored(rotated(stamp, -1), orientation))


@few(20)
@given(maps(), areas, near)
def test_a_stamp_laid_where_it_was_taken_changes_only_draft_marks(
    board: GameMap, area: frozenset[Hex], origin: Hex
) -> None:
    change = laid(board, captured(board, area, origin), origin)
    assert {fact.layer for fact in change.facts} <= {MapLayer.DRAFT}


@few(20)
@given(maps(), areas, near, near, st.integers(0, 5))
def test_laying_is_undone_exactly_and_done_once(
    board: GameMap, area: frozenset[Hex], origin: Hex, goal: Hex, turns: int
) -> None:
    before = text.dumps(board)
    stamp = rotated(captured(board, area, origin), turns)
    change = laid(board, stamp, goal)
    apply(board, change)
    again = laid(board, stamp, goal)
    assert {fact.layer for fact in again.facts} <= {MapLayer.PLACE}
    apply(board, inverse(change))
    assert text.dumps(board) == before


@few(20)
@given(maps(), areas, near)
def test_stamps_are_written_down_and_read_back(
    board: GameMap, area: frozenset[Hex], origin: Hex
) -> None:
    stamp = captured(board, area, origin)
    assert stamp_from_plain(json.loads(json.dumps(stamp_to_plain(stamp)))) == stamp


@pytest.mark.parametrize("harm", [{"terrain": [[0, 0]]}, {"places": [{}]}, {"lines": 3}])
def test_a_damaged_stamp_is_refused(harm: dict[str, object]) -> None:
    with pytest.raises(KnownError):
        stamp_from_plain(stamp_to_plain(Stamp()) | harm)


def test_all_layers_come_along_turned() -> None:
    board = town_and_river()
    stamp = rotated(captured(board, disk(Hex(0, 0), 1), Hex(0, 0)))
    goal = Hex(4, -1)
    apply(board, laid(board, stamp, goal))
    assert board.terrain[goal] == "rough"
    assert board.hexsides[side(goal, 2)] == {"river"}
    assert board.lines[link(goal, goal.neighbour(1))] == {"road"}
    assert board.places["home-2"] == Place("home-2", "Home", "city", goal, label=(0.5, 0.1))
    assert {goal, goal.neighbour(1)} <= board.regions["country"]["Here"]
    assert board.places["home"].hex == Hex(0, 0)
    assert goal not in board.drafts and Hex(0, 3) in board.drafts


def test_layers_that_are_left_out_stay() -> None:
    board = town_and_river()
    stamp = captured(board, disk(Hex(0, 0), 1), Hex(0, 0))
    change = laid(board, stamp, Hex(4, -1), STAMPED - {MapLayer.PLACE, MapLayer.MEMBER})
    assert {fact.layer for fact in change.facts} == {
        MapLayer.TERRAIN,
        MapLayer.HEXSIDE,
        MapLayer.LINE,
        MapLayer.DRAFT,
    }
    assert not laid(board, stamp, Hex(4, -1), ())


def test_what_falls_off_the_board_is_left_out() -> None:
    board = town_and_river()
    stamp = captured(board, board.terrain, Hex(0, 0))
    apply(board, laid(board, stamp, Hex(5, 0)))
    assert all(at in board for of in board.hexsides for at in of.hexes)
    assert all(at in board for way in board.lines for at in way)
    assert len(board.terrain) == 127


def test_a_kind_the_board_lacks_is_named() -> None:
    stamp = Stamp({Hex(0, 0): "jungle"})
    with pytest.raises(KnownError, match="jungle"):
        laid(town_and_river(), stamp, Hex(0, 0))


def test_ids_are_made_free() -> None:
    assert id_for("Novi Pazar", ()) == "novi-pazar"
    assert id_for("Novi Pazar", {"novi-pazar"}) == "novi-pazar-2"
    assert id_for("?", ()) == "place"
    assert fresh_id("athens-2", {"athens", "athens-2"}) == "athens-3"


def test_two_places_of_one_stamp_keep_apart() -> None:
    board = town_and_river()
    twin = replace(board.places["home"], id="home-2", hex=Hex(1, 0))
    board.places["home-2"] = twin
    apply(board, laid(board, captured(board, disk(Hex(0, 0), 1), Hex(0, 0)), Hex(0, 4)))
    assert len(board.places) == 4
    assert len({place.hex for place in board.places.values()}) == 4
