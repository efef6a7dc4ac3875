"""Markers that are counters of their own side: no phases, no ground, and anybody moves them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.core.charts.schema import tables_of
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.game.ask.rules_told import told
from engine.game.session import GameSession, Own
from engine.rules.movement.actions import Move
from engine.systems.by_hand.actions import HandOver, NextPhase, Place
from engine.systems.by_hand.charts.fitting import fitted
from engine.systems.by_hand.rules import HandRules
from oob.model import Face, Nation, OrderOfBattle, Size, Unit, UnitId
from tests.engine.systems.by_hand.desk import board, order

NOBODY = "markers"
DIS = UnitId("markers-dis")


def with_marker() -> OrderOfBattle:
    """The small order of battle, and a marker as *Make units* makes it of a counter sheet."""
    made = order()
    made.nations[NOBODY] = Nation(NOBODY, "Markers", NOBODY, "#e8e3c5", "#1d1c19")
    bare = (Face(None, None, None),)
    made.units[DIS] = Unit(DIS, "Dis", NOBODY, NOBODY, "marker", Size.NONE, bare, steps=1)
    return made


@pytest.fixture
def game(tmp_path: Path) -> GameSession:
    """A game of the classic kit with a marker."""
    path = tmp_path / "own.sandtable"
    EditSession.create(path, board()).close()
    OobSession.create(path, with_marker()).close()
    return GameSession.start("by_hand/classic", path=path, own=Own(1, 1))


def test_markers_have_no_phases_and_nobody_hands_over_to_them(game: GameSession) -> None:
    """The owner of a scanned game had to end four phases of his markers in each turn."""
    with game:
        rules = game.rules
        assert isinstance(rules, HandRules)
        assert NOBODY in rules.context.all_sides
        whose = {side for slot in rules.context.slots for side in slot.sides}
        assert whose - {""} == {"red", "blue"}
        offered = {action.side for action in game.view().legal if isinstance(action, HandOver)}
        assert offered and NOBODY not in offered


def test_anybody_moves_a_marker_and_it_holds_no_ground(game: GameSession) -> None:
    with game:
        place = game.scenario.map.parse_label
        game.act(Place(DIS, place("0201")))
        while game.view().phase != "Movement":
            game.act(NextPhase())
        rules, state = game.rules, game.state
        assert isinstance(rules, HandRules)
        pos = rules.position(state)
        for side in ("red", "blue"):
            assert not pos.enemies(place("0201"), side)
        assert not pos.zoc(NOBODY)
        assert not rules.cautions(state, Move(DIS, place("0501"), ()))


def test_the_preview_says_that_they_do_not_play(game: GameSession) -> None:
    with game:
        rules = game.rules
        assert isinstance(rules, HandRules)
        sheets = told(rules.position(game.state), "sides")
        said = {line.label: line.value for sheet in sheets for line in sheet.lines}
    assert said["Markers"] == "1 unit, does not play" and "play" not in said["Red"]


def test_a_side_with_units_beside_its_markers_plays() -> None:
    mixed = with_marker()
    mixed.units[DIS] = replace(mixed.units[DIS], nation="red", side="red")
    del mixed.nations[NOBODY]
    for counters, idle in ((mixed, set[str]()), (with_marker(), {NOBODY})):
        sides = tables_of(fitted("", board(), counters), "charts")["sides"]
        assert {row["id"] for row in sides if not row.get("plays", True)} == idle
