"""Begin a game: choose the scenario, its options, the seed, the dice, and the file."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.game.catalogue import ScenarioInfo, options_of, scenarios
from engine.game.session import Dice, Own
from qtapp.app.files.folders import Folders
from qtapp.dialogs.own_things import OwnThings
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import button, column, label
from qtapp.widgets.plain import plain
from qtapp.widgets.wrapped import WrappedList

SEEDS = 999_999
DICE_WORDS = {
    Dice.PROGRAM: "The program rolls",
    Dice.TYPED: "I type my own dice",
    Dice.ASK: "Ask each time",
}


@dataclass(frozen=True, slots=True)
class NewGame:
    """What the dialog decided."""

    scenario: str
    seed: int
    dice: Dice
    options: dict[str, bool]
    path: Path
    own: Own = field(default_factory=Own)
    """The board, order of battle and charts of the file it is played with."""


class NewGameDialog(QDialog):
    """Scenarios at the left with their summaries, everything else at the right.

    Given a ``project``, the game is begun in that file, with its ``own`` things if wanted.
    """

    def __init__(
        self,
        folders: Folders,
        seed: int,
        parent: QWidget | None = None,
        *,
        project: Path | None = None,
        own: OwnThings | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("New game" if project is None else f"New game in {project.name}")
        self._folders = folders
        self._project = project
        self.own = own
        if own is not None:
            own.changed.connect(self._judge)
        self.list = WrappedList()
        self.list.setAccessibleName("Scenarios")
        self.list.setToolTip("The scenarios of the game; a double click begins one")
        self.list.setMinimumWidth(290)
        self._title = label("", "heading")
        self._summary = label("", "faint", "Summary")
        self._boxes: dict[str, QCheckBox] = {}
        self._options = QVBoxLayout()
        self._options.setSpacing(4)
        self.seed = QSpinBox()
        self.seed.setRange(0, SEEDS)
        self.seed.setValue(seed)
        self.seed.setToolTip("The same seed and the same decisions give the same dice")
        self.seed.setAccessibleName("Seed")
        self.dice = QComboBox()
        self.dice.setAccessibleName("Dice")
        for policy, words in DICE_WORDS.items():
            self.dice.addItem(words, policy)
        self.file = QLineEdit()
        self.file.setAccessibleName("Campaign file")
        self.file.setToolTip("The file that keeps the campaign, step by step")
        browse = button("Choose…", "Choose where the campaign file is kept")
        browse.clicked.connect(self._browse)
        self._ok, buttons = self._buttons()
        self._lay_out(browse, buttons)
        self._rows: dict[str, int] = {}
        self._first: dict[str, int] = {}
        for row, info in enumerate(scenarios()):
            self._rows[info.id] = row
            self._first.setdefault(info.system, row)
            item = QListWidgetItem(f"{info.game}, {info.title}")
            item.setData(Qt.ItemDataRole.UserRole, info)
            self.list.addItem(item)
        self.list.currentItemChanged.connect(lambda *_: self._chosen())
        self.list.itemDoubleClicked.connect(lambda _item: self.accept())
        self.list.setCurrentRow(0)
        self.resize(820, 540)

    def choose(self, scenario: str) -> None:
        """Choose a scenario by id."""
        self.list.setCurrentRow(self._rows.get(scenario, self.list.currentRow()))
        self.list.scrollToItem(self.list.currentItem())

    def choose_system(self, system: str) -> None:
        """Choose the first scenario of a game."""
        self.list.setCurrentRow(self._first.get(system, self.list.currentRow()))

    def result_game(self) -> NewGame:
        """What was decided."""
        dice = self.dice.currentData()
        return NewGame(
            self._info(self.list.currentRow()).id,
            self.seed.value(),
            dice if isinstance(dice, Dice) else Dice(dice),
            {ident: box.isChecked() for ident, box in self._boxes.items()},
            Path(self.file.text()).expanduser(),
            Own() if self.own is None else self.own.chosen,
        )

    def _info(self, row: int) -> ScenarioInfo:
        info = self.list.item(row).data(Qt.ItemDataRole.UserRole)
        assert isinstance(info, ScenarioInfo)
        return info

    def _chosen(self) -> None:
        row = self.list.currentRow()
        if row < 0:
            self._judge()
            return
        info = self._info(row)
        self._title.setText(info.title)
        self._summary.setText(info.summary)
        self.file.setText(str(self._project or self._folders.fresh_file(info.id)))
        for box in self._boxes.values():
            box.hide()
            box.deleteLater()
        self._boxes = {}
        if self.own is not None:
            self.own.show_scenario(info)
        for option in options_of(info.id):
            box = QCheckBox(option.text)
            box.setChecked(option.default)
            box.setToolTip(plain(f"{option.text}\n{option.rule}"))
            self._boxes[option.id] = box
            self._options.addWidget(box)
        self._judge()

    def _judge(self) -> None:
        self._ok.setEnabled(self.list.currentRow() >= 0 and (self.own is None or self.own.fits))

    def _browse(self) -> None:
        name, _kind = QFileDialog.getSaveFileName(
            self, "Campaign file", self.file.text(), "Sandtable campaigns (*.sandtable)"
        )
        if name:
            self.file.setText(name if name.endswith(".sandtable") else f"{name}.sandtable")

    def _buttons(self) -> tuple[QPushButton, QDialogButtonBox]:
        box = QDialogButtonBox()
        begin = box.addButton("Begin", QDialogButtonBox.ButtonRole.AcceptRole)
        begin.setProperty("primary", True)
        begin.setDefault(True)
        box.addButton(QDialogButtonBox.StandardButton.Cancel)
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        return begin, box

    def _lay_out(self, browse: QPushButton, buttons: QDialogButtonBox) -> None:
        file_row = QHBoxLayout()
        file_row.addWidget(self.file, 1)
        file_row.addWidget(browse)
        form = LevelForm()
        form.setVerticalSpacing(8)
        form.addRow("&Seed", self.seed)
        form.addRow("&Dice", self.dice)
        if self._project is None:
            form.addRow("File", file_row)
        if self.own is not None:
            self.own.add_to(form)
        options = QWidget()
        options.setLayout(self._options)
        self._options.setContentsMargins(0, 0, 0, 0)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addWidget(column(self._title, self._summary, margin=0))
        right.addWidget(options)
        right.addStretch(1)
        right.addLayout(form)
        sides = QHBoxLayout()
        sides.setSpacing(14)
        sides.addWidget(self.list)
        sides.addLayout(right, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(14, 14, 14, 12)
        outer.setSpacing(12)
        outer.addLayout(sides, 1)
        outer.addWidget(buttons)
