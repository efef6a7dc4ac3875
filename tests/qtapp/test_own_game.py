"""A game of one's own at the window: begun on an own board, moved by mouse, cautions shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton

from engine.core.actions import Objection
from engine.editing.chart_session import ChartSession
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.game.catalogue import scenarios
from engine.game.session import GameSession, Own
from engine.systems.by_hand.actions import HandOver, NextPhase, Place
from engine.systems.by_hand.records import HandState
from oob.formats.text import loads
from oob.model import UnitId
from qtapp.app.files.folders import Folders
from qtapp.app.main_window import MainWindow
from qtapp.dialogs.finder import Finder
from qtapp.dialogs.new_game import NewGameDialog
from qtapp.dialogs.own_things import OwnThings
from qtapp.workspaces.play.acting.asking import WIDEST, Asker, Choice
from qtapp.workspaces.play.acting.waiting_units import waiting_groups
from tests.engine.systems.by_hand.desk import ORDER, board, order
from tests.qtapp.conftest import Opener, click_hex, press_key, settle
from tests.qtapp.hands import by_menu, choose_from_menu, click_answer, click_closing, press

KIT = "by_hand/classic"
LEFT = Qt.MouseButton.LeftButton
R1 = UnitId("red-1")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.sandtable"
    EditSession.create(path, board()).close()
    OobSession.create(path, order()).close()
    return path


def dialog_for(project: ProjectSession, folders: Folders) -> tuple[NewGameDialog, OwnThings]:
    things = OwnThings(project)
    dialog = NewGameDialog(folders, 7, project=project.path, own=things)
    dialog.choose(KIT)
    return dialog, things


def test_the_dialog_tells_a_board_of_another_game_beforehand(
    qtbot: object, own: Path, folders: Folders
) -> None:
    with ProjectSession.open(own) as project:
        dialog, things = dialog_for(project, folders)
        things.board.setCurrentIndex(1)
        things.order.setCurrentIndex(1)
        assert things.fits and dialog.result_game().own == Own(1, 1, None)
        for info in scenarios():
            if info.system != "by_hand":
                dialog.choose(info.id)
                assert not things.fits, info.id
                assert "it is of another game" in things.said.text()
        dialog.choose(KIT)
        assert things.fits
        dialog.deleteLater()


def label(window: MainWindow, unit: UnitId) -> str:
    at = window.bridge.state.pieces[unit].at
    return at if isinstance(at, str) else window.bridge.game.scenario.map.label(at)


def test_units_go_where_they_are_sent_and_cautions_ask_first(opened: Opener, own: Path) -> None:
    with GameSession.start(KIT, path=own, own=Own(1, 1)):
        pass
    window = opened(own)
    place = window.bridge.game.scenario.map.parse_label
    assert click_closing(window)
    click_hex(window, place("0101"))
    assert window.selection.unit == R1
    offers = window.bridge.offers
    assert place("0504") not in offers.goals(R1), "what is beyond its reach is not lit"
    click_hex(window, place("0504"))
    menu = window.play.menu
    assert menu is not None and menu.isVisible()
    words = menu.actions()[0].text()
    assert words.startswith("Move Red 1 XX to 0504") and "no phase of movement. [H-phases]" in words
    choose_from_menu(window, "0504")
    assert label(window, R1) == "0504"
    state = window.bridge.game.state
    assert isinstance(state, HandState) and state.overridden == 2
    told = [text for _node, _rule, text in window.bridge.player_view.story()]
    assert any(text.startswith("Caution passed over: 0504 costs") for text in told)
    press_key(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert label(window, R1) == "0101"


def test_many_cautions_stand_in_one_short_line(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "many.sandtable"
    EditSession.create(path, board()).close()
    many = ORDER.replace(
        "3×4-4/2-4 Infantry XX 1, 2, 3", "8×4-4/2-4 Infantry XX 1, 2, 3, 4, 7, 8, 11, 12"
    )
    OobSession.create(path, loads(many, "own.oob")).close()
    with GameSession.start(KIT, path=path, own=Own(1, 1)):
        pass
    window = opened(path)
    goal = window.bridge.game.scenario.map.parse_label("0201")
    units = window.stack.list
    spot = units.visualRect(window.stack.model.index(0, 0))
    QTest.mouseClick(units.viewport(), LEFT, pos=QPoint(spot.center().x(), spot.top() + 8))
    settle()
    assert len(window.selection.units) == 6
    click_hex(window, goal)
    menu = window.play.menu
    assert menu is not None and menu.isVisible()
    entry = menu.actions()[0]
    assert (
        "6 units, 0201" in entry.text()
        and menu.fontMetrics().horizontalAdvance(entry.text()) <= WIDEST
    )
    assert "0201 would hold 6, and holds 3 units" in entry.text(), "how it is at the end"
    assert [line[:13] for line in entry.toolTip().splitlines()[1:]] == ["⚠ 0201 would "] * 3
    choose_from_menu(window, "6 units")
    assert {
        label(window, unit)
        for unit in window.bridge.game.scenario.oob.units
        if unit.startswith("red-")
    } >= {"0201"}


def test_a_stack_goes_together_where_some_cannot_go_by_the_rules(
    opened: Opener, tmp_path: Path
) -> None:
    """The quick lead the slow and the slow the quick; what is disliked is asked about first."""
    path = tmp_path / "pair.sandtable"
    EditSession.create(path, board()).close()
    pair = ORDER.replace("0102: red-2", "0101: red-9").replace(
        "arrives 2 Home: red-9", "arrives 2 Home: red-3"
    )
    OobSession.create(path, loads(pair, "own.oob")).close()
    with GameSession.start(KIT, path=path, own=Own(1, 1)) as game:
        place = game.scenario.map.parse_label
    window = opened(path)
    assert click_closing(window)
    for lead in (R1, UnitId("red-9")):
        click_hex(window, place("0101"))
        press_key(window, Qt.Key.Key_V, Qt.KeyboardModifier.ShiftModifier)
        assert set(window.selection.units) == {R1, UnitId("red-9")}
        window.selection.select(place("0101"), lead, window.selection.units)
        click_hex(window, place("0504"))
        menu = window.play.menu
        assert menu is not None and menu.isVisible()
        entry = menu.actions()[0]
        assert "2 units, 0504" in entry.text() and "⚠" in entry.text()
        assert "0504 costs 5, and Red 1 XX has 4" in entry.toolTip()
        choose_from_menu(window, "2 units")
        assert label(window, R1) == label(window, UnitId("red-9")) == "0504"
        press_key(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert label(window, R1) == label(window, UnitId("red-9")) == "0101", "one undo"


def test_lines_of_menus_are_no_wider_than_is_read_at_a_glance(opened: Opener) -> None:
    window = opened(None)
    asker = Asker(window.view)
    cautions = tuple(
        Objection("H-stacking", f"0304 would hold {n} of {'x' * n}.") for n in (90, 99)
    )
    asker.ask([Choice("Set up & go", lambda: None, cautions), Choice("Short", lambda: None)])
    menu = asker.menu
    assert menu is not None
    long, short = menu.actions()
    assert long.text().startswith("Set up && go  ⚠ 0304 would hold 99") and long.text().endswith(
        "…"
    )
    assert menu.sizeHint().width() < WIDEST + 100
    assert long.toolTip().count("⚠") == 2 and short.text() == "Short"
    menu.close()


def test_a_click_on_friends_selects_them_when_the_unit_is_done(opened: Opener, own: Path) -> None:
    """It has moved, or no phase of movement is on: a right click takes it there all the same."""
    with GameSession.start(KIT, path=own, own=Own(1, 1)):
        pass
    window = opened(own)
    place = window.bridge.game.scenario.map.parse_label
    assert click_closing(window)
    click_hex(window, place("0101"))
    click_hex(window, place("0102"))
    assert label(window, R1) == "0101" and window.selection.unit == UnitId("red-2")
    while window.bridge.view.phase != "Movement":
        assert click_closing(window)
    click_hex(window, place("0101"))
    assert window.view.board.overlays.reach
    click_hex(window, place("0201"))
    assert not window.view.board.overlays.reach  # it has moved
    click_hex(window, place("0102"))
    assert label(window, R1) == "0201" and window.selection.unit == UnitId("red-2")
    click_hex(window, place("0201"))  # who has not moved goes to friends by a click
    assert label(window, UnitId("red-2")) == "0201"


def test_a_click_on_the_side_that_acts_selects_it_though_an_enemy_is_selected(
    opened: Opener, own: Path
) -> None:
    """*Let another side act*, as where the defender of a battle takes his losses."""
    with GameSession.start(KIT, path=own, own=Own(1, 1)) as game:
        place = game.scenario.map.parse_label
        game.act(Place(UnitId("blue-5"), place("0202")))
        while game.view().phase != "Combat":
            game.act(NextPhase())
    window = opened(own)
    click_hex(window, place("0101"))
    assert window.selection.unit == R1
    assert click_answer(window, HandOver("blue"))
    click_hex(window, place("0202"))
    assert window.selection.unit == UnitId("blue-5")


def test_who_comes_in_a_later_turn_is_not_to_be_placed_yet(opened: Opener, own: Path) -> None:
    with GameSession.start(KIT, path=own, own=Own(1, 1)) as game:
        coming = [u for u, piece in game.state.pieces.items() if piece.at == "arrivals"]
    window = opened(own)
    groups = [window.stack.model.group(row) for row in range(window.stack.model.rowCount())]
    listed = [unit for group in groups for unit in group]
    assert listed and not set(listed) & set(coming)
    heads = [group.head for group in waiting_groups(window.bridge)]
    assert not any(pile in head for head in heads for pile in ("Pool", "Arrivals"))


def test_units_to_be_placed_are_listed_by_side_that_of_who_decides_first(
    opened: Opener, own: Path
) -> None:
    with GameSession.start(KIT, path=own, own=Own(1, 1)) as game:
        waits = [u for u, piece in game.state.pieces.items() if isinstance(piece.at, str)]
        first = game.view().side
    window = opened(own)
    groups = [window.stack.model.group(row) for row in range(window.stack.model.rowCount())]
    listed = [unit for group in groups for unit in group]
    sides = [window.bridge.game.scenario.oob.units[unit].side for unit in listed]
    assert len(set(sides)) == 2 and set(listed) <= set(waits)
    assert sides[0] == first and sides == sorted(sides, key=lambda side: side != first)
    assert sum(map(bool, groups)) >= len(set(sides))


def test_the_right_button_lists_everything_that_may_be_done_at_a_place(
    opened: Opener, own: Path
) -> None:
    with GameSession.start(KIT, path=own, own=Own(1, 1)) as game:
        game.act(Place(UnitId("red-3"), game.scenario.map.parse_label("0101")))
    window = opened(own)
    place = window.bridge.game.scenario.map.parse_label
    click_hex(window, place("0101"))
    click_hex(window, place("0201"), Qt.MouseButton.RightButton)
    menu = window.play.menu
    assert menu is not None
    words = [entry.text().partition("  ")[0] for entry in menu.actions()]
    assert "Move: 2 units, 0201" in words
    choose_from_menu(window, "Move: 2 units")
    assert label(window, R1) == label(window, UnitId("red-3")) == "0201"


def test_the_charts_workspace_begins_rules_for_ones_own_board(
    opened: Opener, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(own)
    press_key(window, Qt.Key.Key_6, Qt.KeyboardModifier.ControlModifier)
    asked: list[str] = []
    declare = next(b for b in window.findChildren(QPushButton) if b.text() == "Declare a table…")
    assert not declare.isVisible(), "there is nothing to declare it in"

    def choose(finder: Finder) -> int:
        asked.append(finder.windowTitle())
        QTest.keyClicks(finder.line, "classic odds")
        QTest.keyClick(finder.line, Qt.Key.Key_Return)
        return 1

    monkeypatch.setattr(Finder, "exec", choose)
    by_menu(window, "charts_new")
    settle()
    assert asked == ["Begin house tables"]
    with ProjectSession.reading(own) as project:
        (charts,) = project.charts
    assert (charts.system, charts.title) == ("by_hand", "Classic odds")
    assert declare.isVisible()
    assert "bog" in ChartSession.peek(own, charts.number).base


def test_the_welcome_page_begins_a_file_for_a_game_one_owns(
    opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(None)
    asked = iter(["", str(tmp_path / "my game.sandtable")])
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (next(asked), ""))
    QTest.mouseClick(window.welcome.own, Qt.MouseButton.LeftButton)
    settle()
    assert window.document.path is None and not window.guide.isVisible()
    QTest.mouseClick(window.welcome.own, Qt.MouseButton.LeftButton)
    settle()
    assert window.document.path == tmp_path / "my game.sandtable"
    assert window.guide.isVisible() and window.guide.number == 0
    press(window.guide.later)
    assert not window.guide.isVisible()


def test_a_game_here_is_first_offered_with_the_own_things_of_the_file(
    qtbot: object, own: Path, folders: Folders
) -> None:
    with ProjectSession.open(own) as project:
        dialog, things = dialog_for(project, folders)
        dialog.choose(things.likely)
        things.choose_own()
        made = dialog.result_game()
        assert made.scenario == KIT and made.own == Own(1, 1, None)
        assert things.charts.currentText() == "The rules of the kit"
        dialog.deleteLater()


def test_a_file_of_a_shipped_game_offers_that_game_again(
    qtbot: object, tmp_path: Path, folders: Folders
) -> None:
    path = tmp_path / "war.sandtable"
    GameSession.start("balkan_gambit/1944", path=path).close()
    with ProjectSession.open(path) as project:
        dialog, things = dialog_for(project, folders)
        dialog.choose(things.likely)
        things.choose_own()
        made = dialog.result_game()
        assert made.scenario == "balkan_gambit/1944" and made.own == Own()
        dialog.deleteLater()
