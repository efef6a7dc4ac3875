"""Changes: undo is the identity to the letter, strokes merge, conflicts change nothing."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.errors import KnownError
from oob import data, edits
from oob.edits import Change, Fact, OobLayer
from oob.formats import text
from oob.model import (
    DepleteChoice,
    EntryKind,
    Face,
    Formation,
    Nation,
    OrderOfBattle,
    ScheduleEntry,
    SetUp,
    Size,
    Unit,
    UnitId,
)
from tests.examples import few
from tests.oob import strategies as some

NEW = Unit(UnitId("us-1"), "1", "us", "allied", "armor", Size.BRIGADE, (Face(3, None, 6),))


def an_order() -> OrderOfBattle:
    order = data.load("balkan_gambit_1944")
    order.formations = {"army": Formation("army", "Army"), "corps": Formation("corps", "C", "army")}
    first = next(iter(order.units.values()))
    order.units[first.id] = replace(first, formation="army")
    order.choices = [DepleteChoice(1, (UnitId("german-181"), UnitId("german-297")))]
    return order


@st.composite
def one_edit(draw: st.DrawFn, order: OrderOfBattle, stroke: str = "") -> Change:
    """Any builder's change."""
    ids = st.sampled_from([*order.units, UnitId("nobody")])
    some_ids = draw(st.lists(ids.filter(lambda id_: id_ != "nobody"), max_size=4))
    unit = draw(st.one_of(st.just(NEW), some.units(draw(st.sampled_from(list(order.nations))))))
    word = draw(some.keys)
    entry = ScheduleEntry(EntryKind.ARRIVES, 3, word, tuple(some_ids))
    place = draw(st.sampled_from([None, "Serbia", "med_box", "Mars"]))
    nation = draw(some.nations(draw(st.sampled_from(["us", "moon"]))))
    makers: list[Callable[[], Change]] = [
        lambda: edits.put_unit(order, unit, stroke=stroke),
        lambda: edits.put_units(order, [unit, NEW], stroke=stroke),
        lambda: edits.drop_units(order, some_ids, stroke=stroke),
        lambda: edits.drop_unit(order, draw(ids), stroke=stroke),
        lambda: edits.put_nation(order, nation, stroke=stroke),
        lambda: edits.drop_nation(order, "moon", stroke=stroke),
        lambda: edits.put_formation(order, Formation(word, "F", "army"), stroke=stroke),
        lambda: edits.drop_formation(order, "army", stroke=stroke),
        lambda: edits.put_note(order, word, draw(st.none() | some.texts), stroke=stroke),
        lambda: edits.put_note(order, "naval.good", None, stroke=stroke),
        lambda: edits.set_head(order, "title", word, stroke=stroke),
        lambda: edits.set_up(order, some_ids, place, stroke=stroke),
        lambda: edits.set_setups(order, [SetUp(word, tuple(some_ids))], stroke=stroke),
        lambda: edits.set_choices(order, [DepleteChoice(1, tuple(some_ids))], stroke=stroke),
        lambda: edits.put_entry(order, entry, stroke=stroke),
        lambda: edits.put_entry(order, entry, 0, stroke=stroke),
        lambda: edits.drop_entry(order, 0, stroke=stroke),
    ]
    return draw(st.sampled_from(makers))()


@few(30)
@given(st.data())
def test_undo_restores_the_text_and_redo_repeats_it(drawn: st.DataObject) -> None:
    order = an_order()
    before = text.dumps(order)
    changes = []
    for _ in range(drawn.draw(st.integers(1, 4))):
        changes.append(drawn.draw(one_edit(order)))
        edits.apply(order, changes[-1])
    after = text.dumps(order)
    for change in reversed(changes):
        edits.apply(order, edits.inverse(change))
    assert text.dumps(order) == before
    for change in changes:
        edits.apply(order, change)
    assert text.dumps(order) == after


@few(30)
@given(st.data())
def test_a_merged_stroke_is_the_same_as_its_parts(drawn: st.DataObject) -> None:
    order = an_order()
    before = text.dumps(order)
    first = drawn.draw(one_edit(order, "s1"))
    edits.apply(order, first)
    second = drawn.draw(one_edit(order, "s1"))
    edits.apply(order, second)
    whole = edits.merge(first, second)
    assert whole is not None
    assert whole.facts == edits.joined([first, second], "both").facts
    after = text.dumps(order)
    edits.apply(order, edits.inverse(whole))
    assert text.dumps(order) == before
    edits.apply(order, whole)
    assert text.dumps(order) == after


@few(30)
@given(st.data())
def test_a_change_survives_json(drawn: st.DataObject) -> None:
    change = drawn.draw(one_edit(an_order(), drawn.draw(st.sampled_from(["", "s1"]))))
    plain = json.loads(json.dumps(edits.change_to_plain(change)))
    assert edits.change_from_plain(plain) == change


@pytest.mark.parametrize(
    "spoiled",
    [
        None,
        {"label": "x", "stroke": ""},
        {"label": "x", "stroke": "", "facts": [["unit", "a", None]]},
        {"label": "x", "stroke": "", "facts": [["unyt", "a", None, None]]},
        {"label": "x", "stroke": "", "facts": [["unit", "a", None, [1, 2]]]},
        {"label": "x", "stroke": "", "facts": [["head", "colour", "a", "b"]]},
        {"label": "x", "stroke": "", "facts": [["setup", "setup", [], [["a", [], "", True]]]]},
        {"label": "x", "stroke": "", "facts": [["note", "a", None, 3]]},
        {"label": "x", "stroke": "", "facts": [["formation", "a", None, ["b", "B", ""]]]},
        {"label": "x", "stroke": "", "facts": [["note", "a", None, "b"], ["note", "a", "b", "c"]]},
    ],
)
def test_data_of_another_hand_is_refused(spoiled: object) -> None:
    with pytest.raises(KnownError, match="change"):
        edits.change_from_plain(spoiled)


def fact(layer: OobLayer, key: str, before: object, after: object) -> Change:
    return Change((Fact(layer, key, before, after),), "bad")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (lambda o: fact(OobLayer.NOTE, "naval.good", "7", "8"), "expects something else"),
        (
            lambda o: fact(OobLayer.UNIT, "us-3", o.units[UnitId("us-3")], None),
            "unknown unit 'us-3'",
        ),
        (
            lambda o: fact(OobLayer.NATION, "us", o.nations["us"], None),
            "unknown nation 'us'",
        ),
        (
            lambda o: fact(OobLayer.SETUP, "setup", tuple(o.setups), (SetUp("a", ("us-33",)),)),
            "Did you mean 'us-3",
        ),
        (lambda o: fact(OobLayer.ROLL, "unit", tuple(o.units), ("us-3",)), "lists other units"),
        (
            lambda o: fact(OobLayer.UNIT, "us-1", None, replace(NEW, faces=())),
            "without a face",
        ),
        (lambda o: fact(OobLayer.HEAD, "colour", "", ""), "has no 'colour'"),
        (lambda o: fact(OobLayer.ROLL, "setup", (), ()), "has no ids"),
    ],
)
def test_a_change_that_does_not_fit_changes_nothing(
    bad: Callable[[OrderOfBattle], Change], says: str
) -> None:
    order = an_order()
    before = copy.deepcopy(order)
    with pytest.raises(KnownError, match=says):
        edits.apply(order, bad(order))
    assert order == before


def test_removing_a_unit_takes_it_off_every_list() -> None:
    order = an_order()
    edits.apply(order, edits.drop_units(order, [UnitId("us-3"), UnitId("us-10-mtn")]))
    written = text.dumps(order)
    assert "us-3," not in written
    assert "us-10-mtn" not in written
    assert not any(entry.kind is EntryKind.SUBSTITUTE for entry in order.schedule)
    assert any(setup.units == ("us-36", "us-45") for setup in order.setups)


def test_units_move_from_place_to_place() -> None:
    order = an_order()
    edits.apply(order, edits.set_up(order, [UnitId("ss-7"), UnitId("german-173")], "Macedonia"))
    places = {id_: setup.place for setup in order.setups for id_ in setup.units}
    assert (places[UnitId("ss-7")], places[UnitId("german-173")]) == ("Macedonia", "Macedonia")
    assert not edits.set_up(order, [UnitId("ss-7")], "Macedonia")
    edits.apply(order, edits.set_up(order, [UnitId("ss-7")], None))
    assert all("ss-7" not in setup.units for setup in order.setups)


def test_strokes_of_two_names_and_gaps_do_not_merge() -> None:
    order = an_order()
    one = edits.set_head(order, "title", "One", stroke="a")
    other = edits.set_head(order, "title", "Two", stroke="b")
    assert edits.merge(one, other) is None
    assert edits.merge(one, edits.set_head(order, "title", "Two", stroke="a")) is None
    with pytest.raises(ValueError, match="does not follow"):
        edits.joined([one, other], "both")


def test_touched_says_what_to_refresh() -> None:
    order = an_order()
    touched = edits.apply(order, edits.put_unit(order, NEW))
    assert touched.units == {"us-1"}
    assert touched.layers == {OobLayer.UNIT, OobLayer.ROLL}
    moon = Nation("moon", "Moon", "axis", "#000000", "#ffffff")
    assert edits.apply(order, edits.put_nation(order, moon)).nations == {"moon"}


def test_a_nation_with_units_stays_and_a_stranger_gets_none() -> None:
    order = an_order()
    with pytest.raises(KnownError, match="it has 8 units"):
        edits.drop_nation(order, "us")
    with pytest.raises(KnownError, match="Did you mean 'us'"):
        edits.put_unit(order, replace(NEW, nation="uss"))
