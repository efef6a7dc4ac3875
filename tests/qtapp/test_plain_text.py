"""No name is markup: whatever a file calls its things, the window shows it as it is written."""

from __future__ import annotations

import ast
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt, QTimer
from PySide6.QtGui import Qt as Guess
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDockWidget,
    QLabel,
    QMenu,
    QMessageBox,
    QTableView,
    QTextEdit,
    QTreeView,
    QWidget,
)

import maps.data
from engine.editing.chart_session import ChartSession, shipped
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.game.catalogue import choose
from engine.game.session import GameSession
from oob.ledger import files as oob_files
from qtapp.app.main_window import MainWindow
from qtapp.board.tips import facts
from qtapp.widgets.plain import ask, plain
from qtapp.workspaces.all_tables import TABLES
from tests.qtapp.conftest import CAMPAIGN, Opener, settle
from tests.qtapp.hands import by_menu

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "qtapp").rglob("*.py"))
POISON = '<img src="file:///etc/passwd"><b>x</b>'

NAMES = {
    "map": ("title",),
    "map_kind": ("name",),
    "map_place": ("name", "modern"),
    "map_box": ("name",),
    "map_bookmark": ("name",),
    "map_edit": ("label",),
    "oob": ("title",),
    "oob_nation": ("name",),
    "oob_unit": ("name", "note"),
    "oob_formation": ("name",),
    "scenario": ("title",),
    "chart_set": ("title",),
    "chart_cell": ("note",),
    "ledger_row": ("force", "part", "area", "note"),
    "game_turn": ("note",),
    "game_mark": ("text",),
}
"""What of a file is a name, by table."""


def poison(path: Path) -> None:
    """Put markup before each name of a file."""
    with sqlite3.connect(path) as db:
        for table, columns in NAMES.items():
            for column in columns:
                db.execute(f'UPDATE {table} SET "{column}" = ? || "{column}"', (POISON,))
    db.close()


@pytest.fixture(scope="module")
def poisoned_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of which every name is markup."""
    path = tmp_path_factory.mktemp("poisoned") / "poisoned.sandtable"
    with GameSession.start(CAMPAIGN, path=path) as game:
        for _ in range(60):
            game.act(choose(game))
    EditSession.create(path, maps.data.load("balkan_gambit")).close()
    OobSession.create(path, oob_files.named("fire_in_the_east")).close()
    ChartSession.create(path, shipped("balkan_gambit")).close()
    poison(path)
    return path


@pytest.fixture
def poisoned(poisoned_file: Path, tmp_path: Path, opened: Opener) -> Iterator[MainWindow]:
    """A window on a file of which every name is markup."""
    window = opened(None)
    window.files.open(Path(copyfile(poisoned_file, tmp_path / poisoned_file.name)))
    settle()
    assert window.bridge.is_open
    yield window


def is_rich(text: str) -> bool:
    """Would Qt show an image, or bold letters, for this text?"""
    return bool(Guess.mightBeRichText(text)) and ("<img" in text or "<b>x" in text)


def columns_of(view: QAbstractItemView) -> int:
    match view:
        case QTreeView():
            return view.header().count()
        case QTableView():
            return view.horizontalHeader().count()
    return 1


def cells(
    model: QAbstractItemModel, columns: int, parent: QModelIndex, most: int = 150
) -> Iterator[QModelIndex]:
    for row in range(min(model.rowCount(parent), most)):
        for column in range(columns):
            index = model.index(row, column, parent)
            yield index
            if column == 0 and model.rowCount(index):
                yield from cells(model, columns, index, 40)


class Walk:
    """What a walk over all widgets found: rich texts, and how many poisoned ones it saw."""

    def __init__(self) -> None:
        self.rich: list[str] = []
        self.seen = 0

    def look(self, where: str, text: object) -> None:
        if isinstance(text, str) and ("<img" in text or "&lt;img" in text):
            self.seen += 1
            if is_rich(text):
                self.rich.append(f"{where}: {text[:90]}")

    def over(self, root: QWidget) -> None:
        for widget in [root, *root.findChildren(QWidget)]:
            where = f"{type(widget).__name__} {widget.accessibleName() or widget.objectName()}"
            self.look(f"tip of {where}", widget.toolTip())
            self.look(f"what's this of {where}", widget.whatsThis())
            hidden = isinstance(widget, QMenu) and not widget.toolTipsVisible()
            for action in () if hidden else widget.actions():
                self.look(f"tip of an action of {where}", action.toolTip())
            match widget:
                case QLabel() if widget.textFormat() is not Qt.TextFormat.PlainText:
                    self.look(where, widget.text())
                case QTextEdit():
                    self.text(where, widget)
                case QAbstractItemView() if widget.model() is not None:
                    self.model(where, widget)

    def text(self, where: str, widget: QTextEdit) -> None:
        """An image in a text would be an object character."""
        if "\ufffc" in widget.toPlainText():
            self.rich.append(f"an image in {where}")
        self.seen += "<img" in widget.toPlainText()

    def model(self, where: str, view: QAbstractItemView) -> None:
        roles = (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.WhatsThisRole)
        model = view.model()
        columns = columns_of(view)
        for index in cells(model, columns, view.rootIndex()):
            for role in roles:
                self.look(f"{role.name} in {where}", index.data(role))
            self.seen += "<img" in str(index.data(Qt.ItemDataRole.DisplayRole))
        for section in range(columns):
            head = model.headerData(section, Qt.Orientation.Horizontal, roles[0])
            self.look(f"head of {where}", head)
        if isinstance(view, QTreeView):
            view.expandToDepth(1)


def test_every_widget_shows_names_as_they_are_written(poisoned: MainWindow) -> None:
    walk = Walk()
    for table in TABLES:
        action = poisoned.book[f"workspace_{table.id}"]
        if not action.isEnabled():
            continue
        by_menu(poisoned, f"workspace_{table.id}")
        settle()
        assert poisoned.workspace is not None
        for dock in poisoned.findChildren(QDockWidget):
            dock.setVisible(True)
        settle()
        walk.over(poisoned)
    assert sorted({one.split(":")[0] for one in walk.rich}) == []
    assert walk.seen > 300


def test_tips_of_the_board_are_plain(poisoned: MainWindow) -> None:
    told = [facts(poisoned.bridge, at) for at in poisoned.bridge.game.scenario.map.terrain]
    assert any(POISON in text for text in told)
    assert not any(is_rich(plain(text)) for text in told)


def box_of(ask_it: object) -> QMessageBox:
    """The message box that a call shows, closed again."""
    found: list[tuple[Qt.TextFormat, str]] = []

    def hear() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            found.append((box.textFormat(), box.text()))
            box.reject()
        else:
            QTimer.singleShot(20, hear)

    QTimer.singleShot(20, hear)
    ask_it()  # type: ignore[operator]
    assert len(found) == 1 and found[0][0] is Qt.TextFormat.PlainText
    assert POISON in found[0][1]
    return QMessageBox()


def test_message_boxes_are_plain(opened: Opener) -> None:
    window = opened(None)
    box_of(lambda: window.show_known(POISON))
    box_of(lambda: window.show_fault(POISON))
    box_of(lambda: ask(window, f"Remove {POISON}?"))


@pytest.mark.parametrize("text", ["Athens", "a < b", "//server/share", "R&D", "", "1 > 0"])
def test_what_is_no_markup_stays(text: str) -> None:
    assert plain(text) == text


def test_lines_stay_lines() -> None:
    shown = plain(f"{POISON}\nsecond")
    assert "pre-wrap" in shown and "\n" in shown and "<img" not in shown


# Who writes a tool tip or a label in another way is told here.

BOXES = {"qtapp/widgets/plain.py"}
LABELS = {"qtapp/widgets/parts.py"}
MARKUP = {
    "qtapp/dialogs/about.py": "shows our own credits",
    "qtapp/dialogs/manual.py": "shows the manual's own pages",
    "qtapp/dialogs/manual_page.py": "shows the manual's own pages",
    "qtapp/workspaces/play/analysis_panels/charts_panel.py": "escapes each cell",
    "qtapp/widgets/parts.py": "escapes the numbers of rules",
    "qtapp/workspaces/charts/page.py": "shows badges, which are escaped",
}
OPENERS = {"QDesktopServices", "openUrl", "setOpenExternalLinks", "startDetached", "webbrowser"}


def is_fixed(node: ast.expr) -> bool:
    """Is it a text of ours, or one made plain?"""
    match node:
        case ast.Constant():
            return True
        case ast.IfExp(body=first, orelse=second):
            return is_fixed(first) and is_fixed(second)
        case ast.Call(func=ast.Name(id="plain")):
            return True
    return False


def is_ready_box(func: ast.expr) -> bool:
    """Is it QMessageBox.warning or the like?"""
    match func:
        case ast.Attribute(value=ast.Name(id="QMessageBox")):
            return True
    return False


def offences(tree: ast.AST, name: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute):
            word = node.id if isinstance(node, ast.Name) else node.attr
            if word in OPENERS:
                yield f"line {node.lineno}: {word} opens what data names"
            if word in ("RichText", "AutoText", "MarkdownText") and name not in MARKUP:
                yield f"line {node.lineno}: {word}"
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        called = node.func.id if isinstance(node.func, ast.Name) else called
        if name not in BOXES and (called == "QMessageBox" or is_ready_box(node.func)):
            yield f"line {node.lineno}: ask, warn, fail and message are in qtapp.widgets.plain"
        if called in ("setInformativeText", "setLabelText") and not is_fixed(node.args[0]):
            yield f"line {node.lineno}: a text that is not plain()"
        if called == "setToolTip" and not is_fixed(node.args[-1]):
            yield f"line {node.lineno}: a tool tip that is not plain()"
        if called == "showText" and not is_fixed(node.args[1]):
            yield f"line {node.lineno}: a tool tip that is not plain()"
        if called == "QLabel" and name not in LABELS:
            yield f"line {node.lineno}: labels come from parts.label"
        if called in ("setHtml", "insertHtml", "setMarkdown") and name not in MARKUP:
            yield f"line {node.lineno}: {called}"
        if called in ("getText", "getItem", "getMultiLineText", "getInt", "getDouble"):
            label = node.args[2] if len(node.args) > 2 else None
            if isinstance(label, ast.JoinedStr):
                yield f"line {node.lineno}: a question that is not plain()"


def test_no_other_way_is_taken() -> None:
    found = {}
    for path in SOURCES:
        name = path.relative_to(ROOT).as_posix()
        if wrong := list(offences(ast.parse(path.read_text("utf-8")), name)):
            found[name] = wrong
    assert not found


@pytest.mark.parametrize(
    "line",
    [
        "a.setToolTip(name)",
        "a.setToolTip(0, f'{name}')",
        "QToolTip.showText(p, name, w)",
        "QMessageBox.warning(w, 't', name)",
        "QMessageBox(w)",
        "box.setInformativeText(name)",
        "QLabel(name)",
        "a.setHtml(name)",
        "a.setTextFormat(Qt.TextFormat.RichText)",
        "QDesktopServices.openUrl(u)",
        "QInputDialog.getText(w, 't', f'{name}:')",
    ],
)
def test_the_watch_sees_each_way(line: str) -> None:
    assert list(offences(ast.parse(line), "qtapp/x.py"))
