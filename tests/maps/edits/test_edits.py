"""Changes: undo is the identity, strokes merge, conflicts change nothing, JSON round trips."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps import edits
from maps.edits import Change, ChangeConflictError, Fact, MapLayer, RegionHex, RegionName, strokes
from maps.edits.changes import Filled, Fills
from maps.errors import KnownError
from maps.formats import text
from maps.hexgrid import Hex, link, side
from maps.layout import Orientation
from maps.legend import Kind, Layer
from maps.model import Box, BoxLink, GameMap, Place
from maps.numbering import LabelScheme, Sheet
from tests.examples import few
from tests.maps import strategies as some

KINDS = (
    Kind(Layer.TERRAIN, "clear", "Clear"),
    Kind(Layer.TERRAIN, "rough", "Rough", {"fill": "#aa8844"}),
    Kind(Layer.HEXSIDE, "river", "River"),
    Kind(Layer.HEXSIDE, "bridge", "Bridge"),
    Kind(Layer.LINE, "road", "Road"),
    Kind(Layer.PLACE, "city", "City"),
    Kind(Layer.REGION, "country", "Country"),
)


def a_board() -> GameMap:
    sheets = [Sheet("main", Orientation.FLAT, 6, 6)]
    board = GameMap("demo", "Demo", Orientation.FLAT, sheets=sheets)
    for kind in KINDS:
        board.legend.add(kind)
    board.terrain = {at: "clear" for at in sheets[0].hexes()}
    board.hexsides = {side(Hex(1, 1), 0): frozenset({"river"})}
    board.lines = {link(Hex(1, 1), Hex(2, 1)): frozenset({"road"})}
    board.places = {"home": Place("home", "Home", "city", Hex(1, 1))}
    board.regions = {"country": {"Albania": frozenset({Hex(1, 1), Hex(2, 1)})}}
    board.drafts = frozenset(board.terrain)
    board.notes = {"credits": "nobody"}
    return board


def grouped(build: Callable[[], Change]) -> Change:
    """A change as it is when it is about very many hexes: in groups."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strokes, "MANY", 1)
        return build()


@st.composite
def one_edit(draw: st.DrawFn, board: GameMap, stroke: str = "") -> Change:
    """Any builder's change on a board with the legend above."""
    at = draw(st.lists(some.hexes(4), max_size=4))
    many = draw(st.lists(some.hexes(6), max_size=40))
    on = draw(st.booleans())
    terrain = st.sampled_from(["clear", "rough"])
    name = st.sampled_from(["Albania", "Serbia", "new"])
    where = draw(some.hexes(4))
    place = Place(draw(name), draw(some.names), "city", where, frozenset({"port"}))
    box = Box(draw(name), "Box", (0.1, 0.2), (0.1, 0.1), (BoxLink("0101", 3),))
    sheet = draw(some.sheets(Orientation.FLAT))
    makers = [
        lambda: edits.paint(board, at, draw(terrain), confirm=on, stroke=stroke),
        lambda: grouped(lambda: edits.paint(board, many, draw(terrain), confirm=on, stroke=stroke)),
        lambda: grouped(lambda: edits.mark_draft(board, many, on, stroke=stroke)),
        lambda: edits.add_hexes(board, dict.fromkeys(at, "rough"), draft=on, stroke=stroke),
        lambda: edits.drop_hexes(board, at, stroke=stroke),
        lambda: edits.mark_draft(board, at, on, stroke=stroke),
        lambda: edits.set_side(board, side(where, 4), "bridge", on, stroke=stroke),
        lambda: edits.set_line(board, link(where, where.neighbour(3)), "road", on, stroke=stroke),
        lambda: edits.put_place(board, place, stroke=stroke),
        lambda: edits.drop_place(board, draw(st.sampled_from(["home", "nowhere"]))),
        lambda: edits.set_region(
            board, "country", draw(st.none() | name), at, exclusive=on, stroke=stroke
        ),
        lambda: grouped(
            lambda: edits.set_region(
                board, "country", draw(st.none() | name), many, exclusive=on, stroke=stroke
            )
        ),
        lambda: edits.drop_region(board, "country", draw(name)),
        lambda: grouped(lambda: edits.drop_region(board, "country", draw(name))),
        lambda: edits.put_box(board, box),
        lambda: edits.drop_box(board, draw(name)),
        lambda: edits.put_kind(board, draw(some.kinds(Layer.LINE))),
        lambda: edits.put_kind(board, Kind(Layer.TERRAIN, "clear", draw(some.names))),
        lambda: edits.drop_kind(board, Layer.PLACE, "town"),
        lambda: edits.set_sheets(board, [*board.sheets[:1], sheet]),
        lambda: edits.put_note(board, draw(name), draw(st.none() | some.texts)),
        lambda: edits.put_bookmark(board, draw(some.bookmarks())),
        lambda: edits.drop_bookmark(board, draw(st.sampled_from([*board.bookmarks, "none"]))),
        lambda: edits.set_head(board, "title", draw(some.names)),
        lambda: edits.set_head(board, "orientation", draw(st.sampled_from(["flat", "pointy"]))),
    ]
    return draw(st.sampled_from(makers))()


@given(st.data())
def test_undoing_every_edit_restores_the_map_to_the_letter(data: st.DataObject) -> None:
    board = a_board()
    before, written = copy.deepcopy(board), text.dumps(board)
    done = []
    for _ in range(data.draw(st.integers(1, 6))):
        change = data.draw(one_edit(board))
        edits.apply(board, change)
        done.append(change)
    after = copy.deepcopy(board)
    for change in reversed(done):
        edits.apply(board, edits.inverse(change))
    assert board == before
    assert text.dumps(board) == written
    for change in done:
        edits.apply(board, change)
    assert board == after


@given(st.data())
def test_a_merged_stroke_does_what_its_parts_did(data: st.DataObject) -> None:
    board = a_board()
    before = copy.deepcopy(board)
    whole = Change((), "stroke", "s1")
    for _ in range(data.draw(st.integers(1, 5))):
        part = data.draw(one_edit(board, "s1"))
        part = Change(part.facts, part.label, "s1")
        edits.apply(board, part)
        merged = edits.merge(whole, part)
        assert merged is not None
        whole = merged
    again = copy.deepcopy(before)
    edits.apply(again, whole)
    assert again == board
    edits.apply(again, edits.inverse(whole))
    assert again == before
    assert all(fact.before != fact.after for fact in whole.facts)


@given(st.data())
def test_json_round_trip(data: st.DataObject) -> None:
    change = data.draw(one_edit(a_board(), "s"))
    plain = json.loads(json.dumps(edits.change_to_plain(change)))
    assert edits.change_from_plain(plain) == change


@given(st.data())
def test_groups_are_the_same_facts(data: st.DataObject) -> None:
    board = a_board()
    hexes = data.draw(st.lists(some.hexes(6), max_size=30))
    rough = data.draw(st.lists(st.sampled_from(sorted(board.terrain)), max_size=20))
    on = data.draw(st.booleans())
    region = data.draw(st.sampled_from(["Albania", "Serbia"]))
    edits.apply(board, edits.paint(board, rough, "rough", confirm=on))

    def confirmed() -> Change:
        return edits.mark_draft(board, hexes, on)

    def painted() -> Change:
        return edits.paint(board, hexes, "clear", confirm=on)

    def placed() -> Change:
        return edits.set_region(board, "country", region, hexes, exclusive=on)

    def emptied() -> Change:
        return edits.set_region(board, "country", None, hexes)

    def dropped() -> Change:
        return edits.drop_region(board, "country", "Albania")

    for build in (painted, confirmed, placed, emptied, dropped):
        one, other = build(), grouped(build)
        assert isinstance(other.facts, Fills) or not other or not hexes
        assert len(other.facts) == len(one.facts)
        assert set(other.facts) == set(one.facts)
        touched = edits.touched_by(other)
        assert (touched.hexes, touched.layers) == (
            edits.touched_by(one).hexes,
            edits.touched_by(one).layers,
        )


@pytest.mark.parametrize(
    "fills",
    [
        [["terrain", "clear", "rough", [[0, 3, 1]]]],
        [["terrain", "clear", "rough", [[0, 1, 3], [0, 2, 2]]]],
        [["terrain", "clear", "rough", [[0, 1, 3]]], ["terrain", "lake", "rough", [[0, 3, 3]]]],
        [["terrain", "clear", "clear", [[0, 1, 3]]]],
        [["terrain", None, "clear", [[0, 1, 3]]]],
        [["draft", "clear", "rough", [[0, 1, 3]]]],
        [["line", [], ["road"], [[0, 1, 3]]]],
        [["terrain", "clear", "rough", [[q, 0, 999_999] for q in range(900_000, 900_020)]]],
        [["terrain", "clear", "rough", [[0, 1]]]],
        [["member", False, True, [[0, 1, 3]]]],
        [["member", False, 1, [[0, 1, 3]], ["country", "Serbia"]]],
        [["member", False, False, [[0, 1, 3]], ["country", "Serbia"]]],
        [["member", False, True, [[0, 1, 3]], ["country"]]],
        [["member", on, not on, [[0, 1, 3]], ["country", "Serbia"]] for on in (True, False)],
        [["terrain", "clear", "rough", [[0, 1, 3]], ["country", "Serbia"]]],
        [["region", False, True, [[0, 1, 3]], ["country", "Serbia"]]],
        [["region", True, True, [], ["country", "Serbia"]]],
        [["region", False, True, [], ["country", "Serbia"]]] * 2,
        ["terrain"],
        {},
    ],
)
def test_fills_that_mean_nothing_are_refused(fills: object) -> None:
    with pytest.raises(KnownError, match="not written by this program"):
        edits.change_from_plain({"label": "Fill", "stroke": "", "fills": fills})


def test_a_group_whose_hexes_are_in_no_order_is_refused() -> None:
    with pytest.raises(ValueError, match="ascending"):
        Fills([Filled(MapLayer.DRAFT, True, False, (Hex(1, 1), Hex(0, 0)))])


def test_a_fill_that_does_not_fit_changes_nothing_and_says_where() -> None:
    board = a_board()
    change = grouped(lambda: edits.paint(board, [Hex(1, 1), Hex(2, 1)], "rough"))
    edits.apply(board, edits.paint(board, [Hex(2, 1)], "rough"))
    before = copy.deepcopy(board)
    with pytest.raises(ChangeConflictError, match=r"Demo, terrain 0303.*clear.*rough"):
        edits.apply(board, change)
    assert board == before


def test_many_hexes_leave_no_region_behind_that_does_not_exist() -> None:
    board = a_board()
    before = copy.deepcopy(board)
    albania = RegionName("country", "Albania")
    ends = Fact(MapLayer.REGION, albania, True, False)
    part = Filled(MapLayer.MEMBER, True, False, (Hex(1, 1),), albania)
    with pytest.raises(ChangeConflictError, match="leaves hexes in a region"):
        edits.apply(board, Change(Fills([part], [ends]), "Remove"))
    strangers = Filled(MapLayer.MEMBER, False, True, (Hex(0, 1),), RegionName("country", "Serbia"))
    with pytest.raises(ChangeConflictError, match="leaves hexes in a region"):
        edits.apply(board, Change(Fills([strangers]), "Set"))
    twice = Filled(MapLayer.MEMBER, False, True, (Hex(1, 1),), albania)
    with pytest.raises(ChangeConflictError, match=r"Albania .*expects nothing"):
        edits.apply(board, Change(Fills([twice]), "Set"))
    assert board == before


def test_painting_there_and_back_in_one_stroke_leaves_nothing() -> None:
    board = a_board()
    first = edits.paint(board, [Hex(1, 1)], "rough", confirm=False, stroke="s")
    edits.apply(board, first)
    second = edits.paint(board, [Hex(1, 1)], "clear", confirm=False, stroke="s")
    merged = edits.merge(first, second)
    assert merged is not None
    assert not merged


def test_changes_of_different_strokes_do_not_merge() -> None:
    board = a_board()
    one = edits.paint(board, [Hex(1, 1)], "rough", stroke="a")
    other = edits.paint(board, [Hex(2, 1)], "rough", stroke="b")
    nameless = edits.paint(board, [Hex(2, 1)], "rough")
    assert edits.merge(one, other) is None
    assert edits.merge(nameless, nameless) is None
    assert edits.merge(one, one) is None


def test_a_conflict_changes_nothing_and_says_where() -> None:
    board = a_board()
    change = edits.paint(board, [Hex(1, 1), Hex(2, 1)], "rough")
    edits.apply(board, edits.paint(board, [Hex(2, 1)], "rough"))
    before = copy.deepcopy(board)
    with pytest.raises(ChangeConflictError, match=r"Demo, terrain 0303.*clear.*rough"):
        edits.apply(board, change)
    assert board == before


def test_a_region_cannot_vanish_under_its_hexes() -> None:
    board = a_board()
    before = copy.deepcopy(board)
    gone = Fact(MapLayer.REGION, RegionName("country", "Albania"), True, False)
    stray = Fact(MapLayer.MEMBER, RegionHex("country", "Serbia", Hex(1, 1)), False, True)
    for fact in (gone, stray):
        with pytest.raises(ChangeConflictError, match="does not exist"):
            edits.apply(board, Change((fact,), "bad"))
    assert board == before


@pytest.mark.parametrize(
    "wrong",
    [
        Fact(MapLayer.HEAD, "orientation", "flat", "round"),
        Fact(MapLayer.LEGEND, "kinds", KINDS, (*KINDS, KINDS[0])),
    ],
)
def test_a_change_to_something_impossible_changes_nothing(wrong: Fact) -> None:
    board = a_board()
    before = copy.deepcopy(board)
    note = Fact(MapLayer.NOTE, "a", None, "b")
    with pytest.raises(ChangeConflictError):
        edits.apply(board, Change((note, wrong), "bad"))
    assert board == before


def test_a_map_has_no_other_head_words() -> None:
    with pytest.raises(KnownError, match="Use id, title or orientation"):
        edits.set_head(a_board(), "colour", "red")


def test_two_facts_about_one_slot_are_refused() -> None:
    fact = Fact(MapLayer.TERRAIN, Hex(1, 1), "clear", "rough")
    with pytest.raises(ValueError, match="same slot"):
        Change((fact, fact), "twice")


def test_touched_names_what_to_repaint() -> None:
    board = a_board()
    moved = Place("home", "Home", "city", Hex(3, 1))
    touched = edits.apply(board, edits.put_place(board, moved))
    assert touched.places == {"home"}
    assert touched.hexes == {Hex(1, 1), Hex(3, 1)}
    assert not touched.everything
    step = edits.set_side(board, side(Hex(0, 0), 0), "river", True)
    assert edits.apply(board, step).area() == {Hex(0, 0), Hex(1, 0)}
    assert edits.apply(board, edits.put_kind(board, Kind(Layer.LINE, "rail", "Rail"))).everything


def test_painting_confirms_drafts_and_keeps_to_the_board() -> None:
    board = a_board()
    touched = edits.apply(board, edits.paint(board, [Hex(1, 1), Hex(99, 99)], "rough"))
    assert touched.hexes == {Hex(1, 1)}
    assert Hex(1, 1) not in board.drafts
    assert Hex(99, 99) not in board


def test_dropped_hexes_take_their_things_with_them() -> None:
    board = a_board()
    edits.apply(board, edits.drop_hexes(board, [Hex(1, 1)]))
    assert not board.hexsides
    assert not board.lines
    assert not board.places
    assert board.regions["country"]["Albania"] == {Hex(2, 1)}


def test_an_exclusive_region_takes_hexes_from_the_others() -> None:
    board = a_board()
    edits.apply(board, edits.set_region(board, "country", "Serbia", [Hex(2, 1)]))
    assert board.regions["country"] == {
        "Albania": frozenset({Hex(1, 1)}),
        "Serbia": frozenset({Hex(2, 1)}),
    }
    assert list(board.regions["country"]) == ["Albania", "Serbia"]


def test_an_unknown_kind_is_refused_with_the_nearest() -> None:
    with pytest.raises(KnownError, match=r"'ruogh'.*'rough'"):
        edits.paint(a_board(), [Hex(1, 1)], "ruogh")


def test_joined_changes_are_one() -> None:
    board = a_board()
    before = copy.deepcopy(board)
    parts = []
    for kind in ("rough", "clear", "rough"):
        parts.append(edits.paint(board, [Hex(1, 1)], kind))
        edits.apply(board, parts[-1])
    whole = edits.joined(parts, "All")
    assert (whole.label, whole.stroke) == ("All", "")
    edits.apply(before, whole)
    assert before == board
    with pytest.raises(ValueError, match="does not follow"):
        edits.joined([parts[0], parts[2]], "Broken")


GOOD_FACT = ["terrain", [1, 1], "clear", "rough"]


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"label": "x", "stroke": ""},
        {"label": "x", "stroke": "", "facts": [], "more": 1},
        {"label": 3, "stroke": "", "facts": []},
        {"label": "x", "stroke": "", "facts": [GOOD_FACT, GOOD_FACT]},
        *(
            {"label": "x", "stroke": "", "facts": [fact]}
            for fact in (
                GOOD_FACT[:3],
                ["lava", [1, 1], None, "rough"],
                ["terrain", [1], None, "rough"],
                ["terrain", [1, True], None, "rough"],
                ["terrain", [1, 10**9], None, "rough"],
                ["terrain", [1, 1], None, 5],
                ["draft", [1, 1], 0, 1],
                ["hexside", [0, 0, 4], [], ["river"]],
                ["line", [0, 0, 5, 5], [], ["road"]],
                ["line", [1, 0, 0, 0], [], ["road"]],
                ["place", "home", None, {"id": "home"}],
                ["head", "colour", "a", "b"],
                ["head", "orientation", "flat", "round"],
                ["legend", "kinds", [], [{"layer": "air", "id": "", "name": "", "look": {}}]],
                ["region", ["country"], False, True],
            )
        ),
    ],
)
def test_bad_plain_data_is_refused(data: object) -> None:
    with pytest.raises(KnownError):
        edits.change_from_plain(data)


def test_a_bad_sheet_in_plain_data_is_refused() -> None:
    board = a_board()
    change = edits.set_sheets(board, [Sheet("x", Orientation.FLAT, 2, 2, LabelScheme())])
    plain = edits.change_to_plain(change)
    plain["facts"][0][3][0]["columns"] = 0
    with pytest.raises(KnownError, match="at least one column"):
        edits.change_from_plain(plain)


@given(some.maps())
@few(15)
def test_every_value_of_any_map_survives_json(board: GameMap) -> None:
    facts = [Fact(MapLayer.PLACE, place.id, None, place) for place in board.places.values()]
    facts += [Fact(MapLayer.BOX, box.id, None, box) for box in board.boxes.values()]
    kinds = tuple(board.legend.kinds.values())
    facts.append(Fact(MapLayer.LEGEND, "kinds", (), kinds))
    facts.append(Fact(MapLayer.SHEETS, "sheets", (), tuple(board.sheets)))
    change = Change(tuple(facts), "all")
    plain = json.loads(json.dumps(edits.change_to_plain(change)))
    assert edits.change_from_plain(plain) == change


def test_regions_that_exchange_very_many_hexes_share_them() -> None:
    board = a_board()
    board.terrain.update({Hex(q, r): "clear" for q in range(40) for r in range(30)})
    edits.apply(board, edits.set_region(board, "country", "North", board.terrain))
    change = edits.set_region(board, "country", "South", board.terrain)
    assert isinstance(change.facts, Fills)
    came, went = change.facts.groups
    assert came.hexes is went.hexes
    assert change.facts.area(came) is change.facts.area(went) is change.facts.all_hexes
    back = change.facts.inverse()
    assert back.area(back.groups[0]) is change.facts.all_hexes, "made once for both ways"


def test_steps_are_called_by_the_names_of_the_legend() -> None:
    board = a_board()
    board.legend.add(Kind(Layer.LINE, "rail_low", "Low-volume railroad"))
    board.legend.add(Kind(Layer.REGION, "sea_zone", "Sea zones"))
    assert edits.set_line(board, link(Hex(0, 0), Hex(1, 0)), "rail_low", True).label == (
        "Draw Low-volume railroad"
    )
    assert (
        edits.set_region(board, "sea_zone", "Adriatic", [Hex(0, 0)]).label
        == "Set Sea zones: Adriatic"
    )
    assert edits.set_region(board, "sea_zone", None, [Hex(0, 0)]).label == "Take out of Sea zones"
