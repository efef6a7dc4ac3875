"""The units of a hex and what is said of them."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel

from maps.untyped import JsonObject
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.workspaces.play.laid import laid_out

LOST = "italian-3-julia"


def test_units_are_shown_in_one_go_with_their_supply(played: MainWindow) -> None:
    play = played.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    place, supply = (
        next(one for one in play.stack.findChildren(QLabel) if one.accessibleName() == name)
        for name in ("Selected place", "Supply")
    )

    def select(unit: UnitId) -> None:
        played.selection.select(played.bridge.state.pieces[unit].at, unit)

    select(UnitId("british-15"))
    settle()
    before = place.text(), supply.text()
    select(UnitId("yugoslav-partisan-1"))
    turns, seen = played.bridge.in_turn, [before]
    while turns.is_busy:
        turns.step()
        seen.append((place.text(), supply.text()))
    after = seen[-1]
    assert set(seen) == {before, after}, "the list beside it is laid out and painted once"
    assert before[0] != after[0] and before[1] != after[1]


def test_units_off_the_board_stand_under_the_name_of_their_display(opened: Opener) -> None:
    """*Eliminated units*, where the place is called *Dead* by nobody but the program."""
    position: JsonObject = {"turn": 5, "side": "axis", "units": {LOST: "dead"}}
    window = laid_out(opened, "boot_camp/balkan_campaign", position)
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    (title,) = (
        one for one in play.stack.findChildren(QLabel) if one.accessibleName() == "Selected place"
    )
    unit = UnitId(LOST)
    window.selection.select(window.bridge.state.pieces[unit].at, unit)
    settle()
    assert title.text() == "Eliminated units"


def test_many_air_units_leave_room_for_the_units_of_their_hex(opened: Opener) -> None:
    """Eleven stand at Athenai: the first few are told, all of them under the mouse."""
    position: JsonObject = {"turn": 14, "side": "axis", "phase": "air"}
    window = laid_out(opened, "balkan_front/assault_on_crete", position)
    board = window.bridge.game.scenario.map
    window.selection.select(board.parse_label("15B:0911"))
    settle()
    told = next(
        one for one in window.stack.findChildren(QLabel) if one.text().startswith("Rough, Greece")
    )
    assert told.text().endswith("; and 7 more") and told.text().count("on the ground") == 4
    assert told.toolTip().count("on the ground") == 11


def test_a_unit_that_leaves_the_board_is_let_go_and_undo_takes_it_up(opened: Opener) -> None:
    """[FE-34E3] Guards take its place: it was shown among all who are eliminated."""
    old, new = UnitId("soviet-86-rifle-xx"), UnitId("soviet-5-rifle-xx-gds")
    position: JsonObject = {
        "turn": 9,
        "side": "allied",
        "phase": "initial",
        "weather": "clear",
        "only": True,
        "points": {"soviet infantry, Moskva district": 4},
        "units": {old: "2A:3317", new: "pending"},
    }
    window = laid_out(opened, "fire_in_the_east/campaign", position)
    bridge, selection = window.bridge, window.selection
    at = bridge.state.pieces[old].at
    selection.select(at, old)
    settle()
    bridge.act(next(one.action for one in bridge.offers.of(old) if one.family == "raise guards"))
    settle()
    assert bridge.state.pieces[old].at == "dead" == bridge.waiting
    assert (selection.place, selection.unit) == (at, None)
    selection.select("dead", old)
    back = next(one.action for one in bridge.offers.of(old) if one.action.where() == at)
    bridge.act(back)
    settle()
    assert selection.place != "dead" or selection.unit != old, "the next of those who wait"
    selection.select(at, old)
    settle()
    bridge.undo()
    settle()
    assert (selection.place, selection.unit) == ("dead", old), "undo shows where it is again"
