"""The panel that leads through a large turn, army by army or sector by sector."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.widgets.trees import entries
from qtapp.widgets.wording import place_title
from qtapp.workspaces.play.analysis_panels.armies_panel import UNIT, ArmiesPanel
from tests.qtapp.conftest import Opener, press_key, settle
from tests.qtapp.hands import by_key, click_item, pick, press
from tests.qtapp.workspaces.play.acting.test_bodies import BARI, FERRARA, JULIA, PIEMONTE, laid
from tests.qtapp.workspaces.play.laid import SHIFT

ALBANIA = "Albania Troop Command"


def panel(window: MainWindow) -> ArmiesPanel:
    """The panel, brought to the front by its key."""
    by_key(window, "armies")
    found = window.docks["armies"].widget().findChild(ArmiesPanel)
    widget = window.docks["armies"].widget()
    armies = widget if isinstance(widget, ArmiesPanel) else found
    assert isinstance(armies, ArmiesPanel) and armies.isVisible()
    settle()
    return armies


def heads(armies: ArmiesPanel) -> dict[str, str]:
    """The bodies that are listed, and what is said of each."""
    tops = [armies.tree.topLevelItem(n) for n in range(armies.tree.topLevelItemCount())]
    return {top.text(0): top.text(1) for top in tops if top is not None}


def chosen(armies: ArmiesPanel, title: str, row: int | None = None) -> None:
    """Click a body, or a line of it."""
    tops = [armies.tree.topLevelItem(n) for n in range(armies.tree.topLevelItemCount())]
    head = next(top for top in tops if top is not None and top.text(0) == title)
    line = head if row is None else head.child(row)
    assert line is not None
    click_item(armies.tree, line)


def test_a_click_on_an_army_marks_it_and_the_key_goes_through_it(opened: Opener) -> None:
    window = laid(opened)
    armies = panel(window)
    assert heads(armies)[ALBANIA] == "3 of 3"
    assert armies.words.text() == "4 of 4 units on the board can still do something."
    chosen(armies, ALBANIA)
    pieces = window.bridge.state.pieces
    marks = window.view.board.overlays.marks
    assert {pieces[unit].at for unit in (JULIA, FERRARA, PIEMONTE)} == {
        at for at, tone in marks.items() if tone == "now"
    }
    first = window.selection.unit
    assert first in {JULIA, FERRARA, PIEMONTE}
    met: set[UnitId | None] = {first}
    for _ in range(2):
        press_key(window, Qt.Key.Key_J, SHIFT)
        met.add(window.selection.unit)
    assert met == {JULIA, FERRARA, PIEMONTE}
    press(armies.next)
    assert window.selection.unit == first


def test_a_unit_that_moved_and_can_still_act_is_listed_where_it_is(opened: Opener) -> None:
    window = laid(opened)
    armies = panel(window)
    bridge = window.bridge
    listed = {item.data(0, UNIT): item.text(1) for item in entries(armies.tree)}
    tries = [(unit, o) for unit in listed for o in bridge.offers.of(unit) if o.family == "move"]
    for unit, offer in tries:
        bridge.act(offer.action)
        if bridge.offers.can_act(unit):
            break
        bridge.undo()
    settle()
    assert bridge.offers.can_act(unit) and offer.hex is not None
    now = {item.data(0, UNIT): item.text(1) for item in entries(armies.tree)}
    assert now[unit] == place_title(bridge.game.scenario.map, offer.hex) != listed[unit]
    assert {**now, unit: listed[unit]} == listed


def test_who_has_acted_leaves_the_list(opened: Opener) -> None:
    window = laid(opened)
    armies = panel(window)
    chosen(armies, ALBANIA, 0)
    unit = window.selection.unit
    assert unit is not None
    moves = [offer for offer in window.bridge.offers.of(unit) if offer.family == "move"]
    window.bridge.act(moves[-1].action)
    settle()
    able = next(body.able for body in armies.bodies if body.title == ALBANIA)
    assert heads(armies)[ALBANIA] == f"{len(able)} of 3"
    assert (unit in able) == window.bridge.offers.can_act(unit)
    window.bridge.undo()
    settle()
    assert heads(armies)[ALBANIA] == "3 of 3"


def test_sectors_of_the_front_and_what_is_behind_it(opened: Opener) -> None:
    window = laid(opened)
    armies = panel(window)
    pick(armies.by, 1)
    titles = list(heads(armies))
    assert titles[-1] == "Behind the front" and all("Front at" in one for one in titles[:-1])
    chosen(armies, "Behind the front")
    assert window.selection.unit == BARI
    pick(armies.by, 0)
    assert ALBANIA in heads(armies)


def test_a_body_that_was_folded_stays_so(opened: Opener) -> None:
    window = laid(opened)
    armies = panel(window)
    top = armies.tree.topLevelItem(0)
    assert top is not None and top.isExpanded()
    armies.tree.setCurrentItem(top)
    QTest.keyClick(armies.tree, Qt.Key.Key_Left)
    pick(armies.by, 1)
    pick(armies.by, 0)
    top = armies.tree.topLevelItem(0)
    assert top is not None and not top.isExpanded()


def test_while_nobody_decides_it_says_so(opened: Opener) -> None:
    armies = panel(laid(opened))
    opened(None).document.close()
    assert armies.words.text() == "Nobody has to decide now." and not armies.bodies
    assert not armies.next.isEnabled()


def test_a_move_writes_the_line_of_the_unit_and_leaves_the_others(opened: Opener) -> None:
    window = laid(opened)
    armies = panel(window)
    before = entries(armies.tree)
    move = next(offer for offer in window.bridge.offers.of(JULIA) if offer.family == "move")
    window.bridge.act(move.action)
    settle()
    after = entries(armies.tree)
    fresh = [line for line in after if line not in before]
    assert len(fresh) <= 1 and len(before) - len(after) + len(fresh) == 1
    assert all(line.data(0, UNIT) == JULIA for line in fresh)
