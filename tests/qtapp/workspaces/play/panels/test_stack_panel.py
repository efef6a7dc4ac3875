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
