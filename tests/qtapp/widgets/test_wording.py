"""Words that several panels share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import ChanceNode
from engine.core.view.display import CounterView
from engine.scenarios import load_scenario
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.fire_in_the_east.rules import FireInTheEast
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.widgets.wording import (
    faces_text,
    hover_line,
    place_title,
    signed,
    terrain_line,
    unit_detail,
    unit_title,
)
from qtapp.workspaces.play.panels.dice_page import meanings
from tests.engine.fakes import HOME, small_map, small_oob
from tests.qtapp.toy import ASH


@pytest.mark.parametrize(
    ("faces", "text"), [([1], "1"), ([3, 1, 2], "1–3"), ([1, 3, 4], "1, 3–4"), ([], "")]
)
def test_faces_in_short(faces: list[int], text: str) -> None:
    assert faces_text(faces) == text


@given(st.sets(st.integers(1, 20)))
def test_no_face_is_lost(faces: set[int]) -> None:
    back: set[int] = set()
    for part in filter(None, faces_text(faces).split(", ")):
        first, _, last = part.partition("–")
        back |= set(range(int(first), int(last or first) + 1))
    assert back == faces


@given(st.lists(st.sampled_from(["hit", "miss", "both"]), min_size=1, max_size=20))
def test_every_face_of_a_die_has_one_meaning(words: list[str]) -> None:
    die = ChanceNode(len(words), "", "", tuple(words))
    told = meanings(die)
    assert sorted(face for faces, _ in told for face in faces) == list(die.faces)
    assert all(words[face - 1] == word for faces, word in told for face in faces)


def test_signs() -> None:
    assert [signed(n) for n in (2, 0, -1)] == ["+2", "0", "−1"]


def test_a_unit_does_not_repeat_its_nation() -> None:
    """Partisans are called as their nation is, and units of one name are told apart by id."""
    order = load_scenario("balkan_gambit/1943").oob
    found = {unit_title(order, unit) for unit, one in order.units.items() if one.type == "partisan"}
    assert found and not [title for title in found if "Partisans Partisan" in title]
    assert "Yugoslav Partisans X" in found


def test_units_and_places() -> None:
    board, order = small_map(), small_oob()
    assert place_title(board, HOME) == "0101 Ashby"
    assert place_title(board, "sea") == "The Sea"
    assert place_title(board, "dead_pile") == "Dead pile"
    assert terrain_line(board, HOME) == "Clear, North"
    assert terrain_line(board, Hex(9, 9)) == "off the board"
    assert hover_line(board, HOME, "1 MF").endswith("  ·  1 MF")
    assert unit_title(order, ASH) == "Red Ash XX"
    assert unit_detail(order, CounterView(ASH, HOME, 0), 1) == "Infantry division, 3-4"


def test_ratings_are_told_as_the_counter_has_them() -> None:
    """A railroad gun was told as 2-0-0 beside its counter with 2-0-R; guns without strength, whose
    counters have none of it, as --4 and --R.
    """
    order = load_scenario("fire_in_the_east/campaign_air").oob
    for unit, words in (
        ("german-679-rr-artillery-ii", "Railway artillery battalion, 2-0-R"),
        ("german-1-infantry-xx", "Infantry division, 8-6, 2 of 2 steps"),
        ("german-position-hv-lw-1", "Heavy position anti-aircraft, moves 4"),
        ("german-position-lt-rr-lw-1", "Light position anti-aircraft, moves by rail only"),
    ):
        found = order.units[UnitId(unit)]
        assert unit_detail(order, CounterView(found.id, HOME, 0), found.steps) == words


@pytest.mark.parametrize(
    ("rules", "scenario"),
    [(BalkanFront, "balkan_front/campaign"), (FireInTheEast, "fire_in_the_east/campaign")],
)
def test_the_window_and_the_rules_call_a_hex_alike(
    rules: type[BalkanFront] | type[FireInTheEast], scenario: str
) -> None:
    context = rules(load_scenario(scenario)).context
    for at in {place.hex for place in context.map.places.values()}:
        assert context.label(at) == place_title(context.map, at)
