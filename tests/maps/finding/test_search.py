"""Search finds what is asked on every layer; what is done to it is one step."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.edits import RegionName, apply, inverse
from maps.errors import KnownError
from maps.finding.search import Deed, Drafts, Query, matches_name, replaced, search
from maps.formats import text
from maps.hexgrid import Hex, link, side_between
from maps.layout import Orientation
from maps.legend import Kind, Layer, Legend
from maps.model import GameMap, Place
from maps.numbering import Sheet
from tests.examples import few
from tests.maps.strategies import maps

A, B, C, D = Hex(0, 0), Hex(1, 0), Hex(2, 0), Hex(3, 0)


@pytest.fixture
def board() -> GameMap:
    legend = Legend()
    for layer, ids in (
        (Layer.TERRAIN, "clear woods"), (Layer.HEXSIDE, "river canal"), (Layer.LINE, "road rail"),
        (Layer.PLACE, "city town"), (Layer.REGION, "country zone"),
    ):  # fmt: skip
        for ident in ids.split():
            legend.add(Kind(layer, ident, ident.capitalize()))
    return GameMap(
        "b", "Board", Orientation.FLAT, legend, [Sheet("s", Orientation.FLAT, 8, 8)],
        {A: "clear", B: "woods", C: "clear", D: "woods"},
        {side_between(A, B): frozenset({"river"}), side_between(B, C): frozenset({"canal"})},
        {link(A, B): frozenset({"road"}), link(C, D): frozenset({"road", "rail"})},
        {
            "nis": Place("nis", "Niš", "city", A, frozenset({"port"}), "Niš"),
            "np": Place("np", "Novi Pazar", "town", B),
            "ed": Place("ed", "Adrianople", "town", D, frozenset(), "Edirne"),
        },
        {"country": {"Serbia": frozenset({A, B}), "Greece": frozenset({C})}},
        {},
        frozenset({B, C}),
    )  # fmt: skip


def found(board: GameMap, **asked: object) -> tuple[object, ...]:
    return search(board, Query(**asked)).found  # type: ignore[arg-type]


def test_every_filter_narrows(board: GameMap) -> None:
    terrain = {"layer": Layer.TERRAIN}
    assert found(board, **terrain) == (A, B, C, D)
    assert found(board, **terrain, kind="woods") == (B, D)
    assert found(board, **terrain, kind="woods", drafts=Drafts.ONLY) == (B,)
    assert found(board, **terrain, drafts=Drafts.NONE) == (A, D)
    assert found(board, **terrain, region=RegionName("country", "Serbia")) == (A, B)
    assert found(board, **terrain, within=frozenset({B, C})) == (B, C)
    assert found(board, **terrain, within=frozenset({B, C}), region=RegionName("x", "y")) == ()


def test_each_layer_is_searched(board: GameMap) -> None:
    sides = search(board, Query(Layer.HEXSIDE))
    assert sides.found == tuple(sorted(board.hexsides))
    assert sides.hexes == {A, B, C}
    assert found(board, layer=Layer.HEXSIDE, within=frozenset({C})) == (side_between(B, C),)
    assert found(board, layer=Layer.LINE, kind="rail") == (link(C, D),)
    assert found(board, layer=Layer.PLACE, tag="port") == ("nis",)
    assert found(board, layer=Layer.PLACE, name="edirne") == ("ed",)
    assert found(board, layer=Layer.PLACE, name="n*", kind="town") == ("np",)
    assert found(board, layer=Layer.REGION, kind="country") == (A, B, C)
    assert found(board, layer=Layer.REGION, kind="country", name="gr*") == (C,)


@pytest.mark.parametrize(
    ("pattern", "name", "fits"),
    [
        ("*", "Niš", True), ("nis", "Niš", True), ("n?s", "Niš", True), ("n?s", "Nis Banja", False),
        ("N*ja", "Niška Banja", True), ("[n]", "Niš", True), ("pazar?", "Novi Pazar", False),
    ],
)  # fmt: skip
def test_patterns(pattern: str, name: str, fits: bool) -> None:
    assert matches_name(pattern, name) is fits


def do(board: GameMap, deed: Deed, word: str, **asked: object) -> GameMap:
    """Do a deed to what is found; undo must give back the very map."""
    matches = search(board, Query(**asked))  # type: ignore[arg-type]
    change = replaced(board, matches, deed, word)
    before, written = board.copy(), text.dumps(board)
    apply(board, change)
    after = board.copy()
    apply(board, inverse(change))
    assert board == before and text.dumps(board) == written
    return after


def test_terrain_is_replaced_and_confirmed(board: GameMap) -> None:
    after = do(board, Deed.REPLACE, "clear", layer=Layer.TERRAIN, kind="woods")
    assert set(after.terrain.values()) == {"clear"}
    assert after.drafts == {C}, "B was touched, C was not"
    with pytest.raises(KnownError, match="can only be replaced"):
        replaced(board, search(board, Query(Layer.TERRAIN)), Deed.REMOVE, "clear")
    with pytest.raises(KnownError, match=r"no terrain kind .wods.. .*woods"):
        replaced(board, search(board, Query(Layer.TERRAIN)), Deed.REPLACE, "wods")


def test_sides_and_lines_are_replaced_added_and_removed(board: GameMap) -> None:
    both = do(board, Deed.REPLACE, "canal", layer=Layer.HEXSIDE)
    assert set(both.hexsides.values()) == {frozenset({"canal"})}
    one = do(board, Deed.REPLACE, "road", layer=Layer.LINE, kind="rail")
    assert set(one.lines.values()) == {frozenset({"road"})}
    more = do(board, Deed.ADD, "rail", layer=Layer.LINE)
    assert set(more.lines.values()) == {frozenset({"road", "rail"})}
    less = do(board, Deed.REMOVE, "road", layer=Layer.LINE)
    assert less.lines == {link(C, D): frozenset({"rail"})}


def test_places_change_kind_and_tags_or_go(board: GameMap) -> None:
    towns = {"layer": Layer.PLACE, "kind": "town"}
    assert do(board, Deed.REPLACE, "city", **towns).places["np"].kind == "city"
    assert do(board, Deed.ADD, "port", **towns).places["np"].tags == {"port"}
    assert do(board, Deed.REMOVE, "port", layer=Layer.PLACE).places["nis"].tags == frozenset()
    assert list(do(board, Deed.REMOVE, "", **towns).places) == ["nis"]


def test_hexes_go_from_region_to_region(board: GameMap) -> None:
    serbia = {"layer": Layer.REGION, "kind": "country", "name": "Serbia"}
    moved = do(board, Deed.REPLACE, "Bulgaria", **serbia)
    assert moved.regions["country"]["Bulgaria"] == {A, B}
    assert moved.regions["country"]["Serbia"] == frozenset()
    also = do(board, Deed.ADD, "Greece", **serbia)
    assert also.regions["country"] == {"Greece": frozenset({A, B, C}), "Serbia": frozenset({A, B})}
    gone = do(board, Deed.REMOVE, "", **serbia)
    assert gone.regions["country"]["Serbia"] == frozenset()
    with pytest.raises(KnownError, match="no one region layer"):
        replaced(board, search(board, Query(Layer.REGION)), Deed.ADD, "Greece")


@few(40)
@given(maps(), st.sampled_from(Layer), st.sampled_from(Deed), st.sampled_from(Drafts), st.data())
def test_any_replacement_can_be_undone(
    board: GameMap, layer: Layer, deed: Deed, drafts: Drafts, data: st.DataObject
) -> None:
    word = data.draw(st.sampled_from([kind.id for kind in board.legend.of(layer)]))
    kind = data.draw(st.sampled_from(["", word]))
    if layer is Layer.REGION:
        kind = word
    if layer is Layer.TERRAIN:
        deed = Deed.REPLACE
    do(board, deed, word, layer=layer, kind=kind, drafts=drafts)
