"""What is committed to air and sea, in one list: shown on the board, and taken back one by one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.systems.balkan_front.state.records import AirFront
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.records import Mission
from engine.systems.europa.sea.actions import DeclareZone
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.board.items.overlays import SHIPS, markers_of
from qtapp.painters.overlays.arcs import VOYAGE
from qtapp.widgets.trees import entries
from qtapp.workspaces.play.panels.committed_panel import CommittedPanel
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_key, choose_from_menu, click_item, press
from tests.qtapp.menus import ask
from tests.qtapp.test_air_turn import ATHENS, LARISA, PHASE, TIRANA, WAR
from tests.qtapp.workspaces.play.laid import Hands, laid_out
from tests.qtapp.workspaces.play.test_ships import BORDER, IRAKLION, LEROS, MOVING, where


def panel(window: MainWindow) -> CommittedPanel:
    workspace = window.workspaces["play"]
    assert isinstance(workspace, PlayWorkspace)
    return workspace.committed


def texts(window: MainWindow) -> list[str]:
    return [item.text(0) for item in entries(panel(window).tree)]


def test_flights_are_listed_shown_and_taken_back_one_by_one(opened: Opener) -> None:
    window = laid_out(opened, WAR, PHASE)
    hands = Hands(window)
    window.bridge.act(FlyMission("italian-sm-79", Mission.AIRBASE_BOMBING, hands.hex(LARISA)))
    window.bridge.act(FlyMission("italian-sm-81", Mission.PORT_BOMBING, hands.hex(ATHENS)))
    settle()
    by_key(window, "committed")
    first, second = entries(panel(window).tree)
    assert "SM.79" in first.text(0) and "SM.81" in second.text(0)

    click_item(panel(window).tree, first)
    lit = {at for at, tone in window.view.board.overlays.marks.items() if tone == "now"}
    assert lit == {hands.hex(TIRANA), hands.hex(LARISA)}

    press(panel(window).back)
    state = window.bridge.state
    assert isinstance(state, AirFront)
    assert state.air.units["italian-sm-79"].mission == ""
    assert state.air.units["italian-sm-81"].mission == Mission.PORT_BOMBING
    assert len(texts(window)) == 1 and "SM.81" in texts(window)[0]

    panel(window).tree.setFocus()
    QTest.keyClick(panel(window).tree, Qt.Key.Key_Delete)
    settle()
    assert texts(window) == [] and not panel(window).back.isVisible()


def test_a_voyage_is_an_arc_and_a_line_that_goes_back(opened: Opener) -> None:
    position = {**MOVING, "units": {BORDER: LEROS}, "owners": {IRAKLION: "axis"}}
    window = laid_out(opened, WAR, position)
    hands = Hands(window)
    hands.click(LEROS)
    hands.click(IRAKLION)
    assert where(window, BORDER) == hands.hex(IRAKLION)
    arcs = [arrow.hexes for arrow in window.view.board.overlays.arrows if arrow.tone == VOYAGE]
    assert arcs == [(hands.hex(LEROS), hands.hex(IRAKLION))]
    assert "Voyages and landings" in [line.text for line in window.play.legend.lines]
    by_key(window, "committed")
    click_item(panel(window).tree, entries(panel(window).tree)[0])
    press(panel(window).back)
    assert window.bridge.state.pieces[UnitId(BORDER)].at == hands.hex(LEROS)
    assert not [arrow for arrow in window.view.board.overlays.arrows if arrow.tone == VOYAGE]


def test_after_a_die_a_line_says_why_it_stays(opened: Opener) -> None:
    window = laid_out(opened, WAR, PHASE)
    at = Hands(window).hex(LARISA)
    window.bridge.act(FlyMission("italian-sm-79", Mission.AIRBASE_BOMBING, at))
    closing = window.bridge.offers.closing()[0]
    window.bridge.act(closing.action)
    settle()
    by_key(window, "committed")
    assert panel(window).listed, "the same phase goes on after the dice"
    click_item(panel(window).tree, entries(panel(window).tree)[0])
    assert panel(window).why.text() == "A die was rolled since."
    assert not panel(window).back.isEnabled()


def ships(window: MainWindow) -> dict[object, str]:
    """The markers of ships on the board, by where they are."""
    return {one.at: one.text for one in markers_of(window.bridge) if one.kind == SHIPS}


def test_a_voyage_to_a_box_has_a_marker_there_until_it_is_taken_back(opened: Opener) -> None:
    window = laid_out(opened, WAR, {**MOVING, "units": {BORDER: LEROS}})
    assert ships(window) == {}
    box = window.bridge.game.scenario.map.boxes["rhodes"]
    Hands(window).click(LEROS)
    board = window.view.board.board
    assert board is not None
    place = board.boxes.rect(box)
    window.view.ensureVisible(place)
    settle()
    before = window.view.board.tiles
    assert before is not None
    spot = window.view.mapFromScene(place.center())
    QTest.mouseClick(window.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    choose_from_menu(window, "by sea")
    assert where(window, BORDER) == "rhodes"
    assert list(ships(window)) == ["rhodes"] and "Rhodes" in ships(window)["rhodes"]
    by_key(window, "committed")
    click_item(panel(window).tree, entries(panel(window).tree)[0])
    press(panel(window).back)
    assert ships(window) == {}


def test_a_zone_is_declared_at_sea_and_has_a_marker(opened: Opener) -> None:
    """A click on the sea in the initial phase offers the zones that lie there (BF-26C.1)."""
    position = {**MOVING, "side": "allied", "phase": "initial", "units": {BORDER: LEROS}}
    window = laid_out(opened, WAR, position)
    hands = Hands(window)
    action = next(a for a in window.bridge.view.legal.family("declare zone"))
    assert isinstance(action, DeclareZone)
    zone = next(iter(window.bridge.rules.ranges(window.bridge.state, f"zone {action.zone}")))
    at = window.bridge.game.scenario.map.label(min(zone.hexes))
    ask(hands, at, f"{action.zone} zone")
    (marker,) = ships(window)
    assert marker in zone.hexes
    by_key(window, "committed")
    assert ["zone" in text for text in texts(window)] == [True]
