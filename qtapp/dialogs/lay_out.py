"""Lay out a position: written or opened as POS.toml, judged as it is typed, begun as a game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.core.system import Scenario
from engine.game.ask.games import position_of
from engine.game.ask.reading import read_text
from engine.game.ask.table import Table, lay_out, template
from engine.game.catalogue import scenarios
from engine.game.session import Dice, GameSession
from maps.errors import KnownError
from maps.files import reading
from maps.files.writing import write_whole
from qtapp.app.files.folders import Folders
from qtapp.dialogs.new_game import DICE_WORDS, SEEDS
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import button, label

POSITIONS = "Positions (*.toml);;All files (*)"
CAMPAIGNS = "Sandtable campaigns (*.sandtable)"
PAUSE = 250
"""Milliseconds after the last letter before a position is judged."""


@dataclass(frozen=True, slots=True)
class LaidOutGame:
    """What the dialog decided: the position, who makes the dice, and where the game is kept."""

    table: Table
    seed: int
    dice: Dice
    path: Path


class LayOutDialog(QDialog):
    """The scenario and the text of a position; a line below says what it is or why it cannot be.

    ``game`` is the one that is open: its own board and charts can be laid out on, and its position
    written into the text. None where there is none, or where a side sees only its part of it.
    """

    def __init__(
        self,
        folders: Folders,
        seed: int,
        parent: QWidget | None = None,
        *,
        game: GameSession | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Lay out a position")
        self._folders = folders
        self._game = game
        self._template = ""
        self.table: Table | None = None
        self.scenario = QComboBox()
        self.scenario.setAccessibleName("Scenario")
        self.scenario.setToolTip("The scenario whose board and units the position has")
        if game is not None:
            self.scenario.addItem(f"{game.scenario.title}, as in the open game", game.scenario)
        for info in scenarios():
            self.scenario.addItem(f"{info.game}, {info.title}", info.id)
        self.text = QPlainTextEdit()
        self.text.setAccessibleName("Position")
        self.text.setToolTip("The position as text: turn, phase, and a line for each unit")
        self.text.setTabChangesFocus(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.verdict = label("", "faint", "What the position is")
        self.open_button = button("Open…", "Read a position from a file")
        self.save_button = button("Save…", "Write this position to a file")
        self.game_button = button("From the game", "Write the position of the open game")
        self.game_button.setEnabled(game is not None)
        if game is None:
            self.game_button.setToolTip("No game is open, or you see only one side's part of it")
        self.seed = QSpinBox()
        self.seed.setRange(0, SEEDS)
        self.seed.setValue(seed)
        self.seed.setAccessibleName("Seed")
        self.dice = QComboBox()
        self.dice.setAccessibleName("Dice")
        for policy, words in DICE_WORDS.items():
            self.dice.addItem(words, policy)
        self.file = QLineEdit()
        self.file.setAccessibleName("Campaign file")
        self.file.setToolTip("The file that keeps the game begun from here")
        self._browse = button("Choose…", "Choose where the campaign file is kept")
        self.begin, self._box = self._buttons()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._connect()
        self._lay_out()
        self._chosen()
        self.resize(760, 620)

    def choose(self, scenario: str) -> None:
        """Choose a shipped scenario by id."""
        for row in range(self.scenario.count()):
            if self.scenario.itemData(row) == scenario:
                self.scenario.setCurrentIndex(row)

    def result_game(self) -> LaidOutGame:
        """What was decided. Raises LookupError before a position could be laid out."""
        if self.table is None:
            raise LookupError("no position was laid out")
        dice = self.dice.currentData()
        return LaidOutGame(
            self.table,
            self.seed.value(),
            dice if isinstance(dice, Dice) else Dice(dice),
            Path(self.file.text()).expanduser(),
        )

    def read(self, path: Path) -> None:
        """Put a position file into the text; one of another scenario chooses that."""
        try:
            text = reading.read_text(path, reading.LARGEST_TOML)
            tables = read_text(text, str(path))
        except KnownError as error:
            self._refuse(str(error))
            return
        scenario = tables.get("scenario")
        if isinstance(scenario, str) and scenario != self._ident:
            self.choose(scenario)
        self.text.setPlainText(text)

    def write(self, path: Path) -> None:
        """Write the text to a file."""
        try:
            write_whole(path, self.text.toPlainText())
        except (KnownError, OSError) as error:
            self._refuse(str(error))

    def take_from_game(self) -> None:
        """Put the position of the open game into the text."""
        if self._game is None:
            return
        self.scenario.setCurrentIndex(0)
        try:
            self.text.setPlainText(position_of(self._game))
        except KnownError as error:
            self._refuse(str(error))

    def judge(self) -> None:
        """Lay the position out, and say what it is or why it cannot be."""
        self._pause.stop()
        self.table = None
        try:
            self.table = lay_out(self._where, read_text(self.text.toPlainText()))
        except KnownError as error:
            self._refuse(str(error))
            return
        self.verdict.setProperty("role", "faint")
        self.verdict.setText(self.table.summary)
        self._restyle()

    @property
    def _where(self) -> str | Scenario:
        found = self.scenario.currentData()
        assert isinstance(found, (str, Scenario))
        return found

    @property
    def _ident(self) -> str:
        where = self._where
        return where if isinstance(where, str) else where.id

    def _refuse(self, sentence: str) -> None:
        self.verdict.setProperty("role", "warning")
        self.verdict.setText(sentence)
        self._restyle()

    def _restyle(self) -> None:
        self.verdict.style().unpolish(self.verdict)
        self.verdict.style().polish(self.verdict)
        self.begin.setEnabled(self.table is not None)

    def _chosen(self) -> None:
        """Another scenario: its own template, unless something was written."""
        self.file.setText(str(self._folders.fresh_file(f"{self._ident}-laid-out")))
        fresh = template(self._where)
        if self.text.toPlainText() in ("", self._template):
            self.text.setPlainText(fresh)
        self._template = fresh
        self.judge()

    def _ask_open(self) -> None:
        name, _kind = QFileDialog.getOpenFileName(self, "Open a position", "", POSITIONS)
        if name:
            self.read(Path(name))

    def _ask_save(self) -> None:
        name, _kind = QFileDialog.getSaveFileName(self, "Save the position", "", POSITIONS)
        if name:
            self.write(Path(name if Path(name).suffix else f"{name}.toml"))

    def _ask_file(self) -> None:
        name, _kind = QFileDialog.getSaveFileName(
            self, "Campaign file", self.file.text(), CAMPAIGNS
        )
        if name:
            self.file.setText(name if name.endswith(".sandtable") else f"{name}.sandtable")

    def _accept(self) -> None:
        self.judge()
        if self.table is not None:
            self.accept()

    def _buttons(self) -> tuple[QPushButton, QDialogButtonBox]:
        box = QDialogButtonBox()
        begin = box.addButton("Begin", QDialogButtonBox.ButtonRole.AcceptRole)
        begin.setProperty("primary", True)
        box.addButton(QDialogButtonBox.StandardButton.Cancel)
        return begin, box

    def _connect(self) -> None:
        self.scenario.currentIndexChanged.connect(lambda _row: self._chosen())
        self.text.textChanged.connect(self._pause.start)
        self._pause.timeout.connect(self.judge)
        self.open_button.clicked.connect(self._ask_open)
        self.save_button.clicked.connect(self._ask_save)
        self.game_button.clicked.connect(self.take_from_game)
        self._browse.clicked.connect(self._ask_file)
        self._box.accepted.connect(self._accept)
        self._box.rejected.connect(self.reject)

    def _lay_out(self) -> None:
        position = QHBoxLayout()
        for each in (self.open_button, self.save_button, self.game_button):
            position.addWidget(each)
        position.addStretch(1)
        file_row = QHBoxLayout()
        file_row.addWidget(self.file, 1)
        file_row.addWidget(self._browse)
        form = LevelForm()
        form.setVerticalSpacing(8)
        form.addRow("&Seed", self.seed)
        form.addRow("&Dice", self.dice)
        form.addRow("File", file_row)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(14, 14, 14, 12)
        outer.setSpacing(10)
        outer.addWidget(self.scenario)
        outer.addWidget(self.text, 1)
        outer.addLayout(position)
        outer.addWidget(self.verdict)
        outer.addLayout(form)
        outer.addWidget(self._box)
