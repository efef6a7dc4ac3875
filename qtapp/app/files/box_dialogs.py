"""Game boxes at the window: what is asked before one is made, and before a game of one begins."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.core.wording import counted
from engine.editing.game_box import BOX, BoxInfo
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import button, label
from qtapp.widgets.plain import plain
from qtapp.widgets.wrapped import WrappedList

BOXES = f"Game boxes (*{BOX})"
PROJECTS = "Sandtable projects (*.sandtable)"


class MakeBox(QDialog):
    """Asks whose the game is, what others may do with it, and where the box goes."""

    def __init__(self, target: Path, credits: str, licence: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Make a game box")
        self.setMinimumWidth(520)
        self.credits, self.licence = QLineEdit(credits), QLineEdit(licence)
        self.credits.setAccessibleName("Credits")
        self.credits.setPlaceholderText("who made map, counters and rules")
        self.licence.setAccessibleName("Licence")
        self.licence.setPlaceholderText("what others may do with them: for my friends only")
        self.file = QLineEdit(str(target))
        self.file.setAccessibleName("Game box")
        words = label(
            "A box holds the scenarios of this file with their boards, counters and rules."
            " Games, scans and undo lists stay at home. Give others only what is yours to give.",
            "faint",
        )
        self.ok, buttons = _buttons(self, "Make the box")
        form = LevelForm()
        form.addRow("&Credits", self.credits)
        form.addRow("&Licence", self.licence)
        _add_file(form, self, self.file, ("Make a game box", BOXES))
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        layout.addWidget(words)
        layout.addLayout(form)
        layout.addWidget(buttons)
        for field in (self.credits, self.licence, self.file):
            field.textChanged.connect(lambda _text: self._judge())
        self._judge()

    @property
    def target(self) -> Path:
        """The box to write."""
        return Path(self.file.text()).expanduser().with_suffix(BOX)

    def _judge(self) -> None:
        fields = (self.credits, self.licence, self.file)
        self.ok.setEnabled(all(field.text().strip() for field in fields))


class BeginFromBox(QDialog):
    """Shows what a box holds, and asks which scenario to begin, in which file."""

    def __init__(self, box: Path, info: BoxInfo, target: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Begin from {box.name}")
        self.setMinimumWidth(520)
        self.list = WrappedList()
        self.list.setAccessibleName("Scenarios of the box")
        self.list.setToolTip("The scenario that the game begins with")
        for scenario in info.scenarios:
            words = counted(scenario.turns, "turn")
            item = QListWidgetItem(f"{scenario.title} — {words}")
            item.setToolTip(plain(scenario.title))
            self.list.addItem(item)
        self._info = info
        self.list.setCurrentRow(0)
        self.list.itemDoubleClicked.connect(lambda _item: self.accept())
        self.file = QLineEdit(str(target))
        self.file.setAccessibleName("Project file")
        self.ok, buttons = _buttons(self, "Begin")
        form = LevelForm()
        form.addRow("Board", label(", ".join(info.boards)))
        form.addRow("Counters", label(", ".join(info.orders)))
        form.addRow("Credits", label(info.credits))
        form.addRow("Licence", label(info.licence))
        _add_file(form, self, self.file, ("Project", PROJECTS))
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        layout.addWidget(self.list, 1)
        layout.addLayout(form)
        layout.addWidget(buttons)
        self.file.textChanged.connect(lambda text: self.ok.setEnabled(bool(text.strip())))

    @property
    def scenario(self) -> int:
        """The number of the scenario to begin."""
        return self._info.scenarios[max(0, self.list.currentRow())].number

    @property
    def target(self) -> Path:
        """The project to make."""
        return Path(self.file.text()).expanduser().with_suffix(".sandtable")


def _buttons(dialog: QDialog, words: str) -> tuple[QPushButton, QDialogButtonBox]:
    box = QDialogButtonBox()
    ok = box.addButton(words, QDialogButtonBox.ButtonRole.AcceptRole)
    ok.setProperty("primary", True)
    ok.setDefault(True)
    box.addButton(QDialogButtonBox.StandardButton.Cancel)
    box.accepted.connect(dialog.accept)
    box.rejected.connect(dialog.reject)
    return ok, box


def _add_file(form: LevelForm, dialog: QDialog, field: QLineEdit, asked: tuple[str, str]) -> None:
    """A row for a file, with a button that asks for it by a title and kinds of files."""
    title, kinds = asked
    browse = button("Choose…", "Choose where the file is kept")

    def ask() -> None:
        name, _kind = QFileDialog.getSaveFileName(dialog, title, field.text(), kinds)
        if name:
            field.setText(name)

    browse.clicked.connect(ask)
    row = QHBoxLayout()
    row.addWidget(field, 1)
    row.addWidget(browse)
    name = label("&File", wraps=False)
    name.setBuddy(field)
    form.addRow(name, row)
