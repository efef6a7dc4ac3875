"""What of an open file a new game is begun with: its board, order of battle and charts."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout

import maps.data
from engine.core.wording import counted
from engine.editing.chart_session import ChartSession, problems_of
from engine.editing.project_session import ProjectSession
from engine.editing.scenario_session import BLANK
from engine.game.catalogue import ScenarioInfo
from engine.game.session import Own
from engine.game.set_up.game_set_up import Fit, board_fitting, fitting
from maps.errors import KnownError
from qtapp.widgets.parts import label

MANY = 3
"""How many sentences are shown of what does not fit."""


class OwnThings(QObject):
    """Three choices and a sentence on what does not fit; ``changed`` follows what is chosen."""

    changed = Signal()

    def __init__(self, project: ProjectSession) -> None:
        super().__init__()
        self._project = project
        self._fits: dict[int, Fit] = {}
        self._boards: dict[tuple[str, int], Fit] = {}
        self._scenario = ""
        self.board = _box("Board")
        self.order = _box("Order of battle")
        self.charts = _box("Charts")
        self.said = label("", "warning", "What does not fit")
        self.remarks = label("", "faint", "What is otherwise than shipped")
        self.board.addItem("The scenario's own board", None)
        for board in project.boards:
            self.board.addItem(f"{board.title} of this file (board {board.number})", board.number)
        for box in (self.board, self.order, self.charts):
            box.currentIndexChanged.connect(lambda _at: self._chosen())

    @property
    def chosen(self) -> Own:
        """What is chosen."""
        return Own(self.board.currentData(), self.order.currentData(), self.charts.currentData())

    @property
    def fits(self) -> bool:
        """Whether a game can be begun with what is chosen."""
        return not self.said.text()

    def show_scenario(self, info: ScenarioInfo) -> None:
        """Offer what might fit a scenario; what was chosen stays chosen where it does."""
        before = self.chosen
        self._scenario = info.id
        self._fill_orders(info)
        self._fill_charts(info)
        for box, number in ((self.order, before.order), (self.charts, before.charts)):
            box.setCurrentIndex(max(0, box.findData(number)) if number is not None else 0)
            box.blockSignals(False)
        self._chosen()

    @property
    def likely(self) -> str:
        """The scenario that is likely wanted: that of the file's newest game, else the first
        starting kit where the file has a board of its own; '' for none.
        """
        games = self._project.games
        return games[-1].scenario if games else BLANK if self._own_boards() else ""

    def choose_own(self) -> None:
        """Choose the newest board that is none of those shipped, the newest counters, and edited
        charts if there are any, where a starting kit is shown and the file has such a board.
        """
        boards = self._own_boards()
        if not boards or _system(self._scenario) != _system(BLANK):
            return
        self.board.setCurrentIndex(max(0, self.board.findData(boards[-1])))
        fits = [number for number, fit in self._fits.items() if not fit.forbids]
        self.order.setCurrentIndex(max(0, self.order.findData(max(fits, default=None))))
        edited = [one.number for one in self._project.charts_of(_system(BLANK)) if one.cells]
        if edited:
            self.choose_charts(edited[-1])

    def _own_boards(self) -> list[int]:
        shipped = maps.data.names()
        return [board.number for board in self._project.boards if board.id not in shipped]

    def choose_charts(self, number: int) -> None:
        """Choose charts of the file."""
        self.charts.setCurrentIndex(max(0, self.charts.findData(number)))

    def add_to(self, form: QFormLayout) -> None:
        """Stand in a form."""
        form.addRow("&Board", self.board)
        form.addRow("&Order of battle", self.order)
        form.addRow("&Charts", self.charts)
        form.addRow(self.said)
        form.addRow(self.remarks)

    def _fill_orders(self, info: ScenarioInfo) -> None:
        self.order.blockSignals(True)
        self.order.clear()
        self.order.addItem("The scenario's own order of battle", None)
        found = fitting(self._project.path, info.id)
        self._fits = {order.number: fit for order, fit in found}
        for order, fit in found:
            kept = ", as a game keeps it" if order.games else ""
            fails = "" if not fit.forbids else ": does not fit"
            words = f"{order.title} (number {order.number}{kept}){fails}"
            self.order.addItem(words, order.number)

    def _fill_charts(self, info: ScenarioInfo) -> None:
        self.charts.blockSignals(True)
        self.charts.clear()
        is_kit = info.system == _system(BLANK)
        self.charts.addItem("The rules of the kit" if is_kit else "The shipped charts", None)
        for charts in self._project.charts_of(info.system):
            cells = counted(charts.cells, "cell")
            self.charts.addItem(f"{charts.title} ({cells} edited)", charts.number)

    def _chosen(self) -> None:
        fit = self._fits.get(self.order.currentData() or 0, Fit())
        board = self._board_fit()
        wrong = [*board.forbids, *fit.forbids, *self._unsound()]
        more = f" And {len(wrong) - MANY} more." if len(wrong) > MANY else ""
        self.said.setText(" ".join(wrong[:MANY]) + more)
        remarks = (*board.remarks, *fit.remarks)
        self.remarks.setText(" ".join(remarks))
        self.said.setVisible(bool(wrong))
        self.remarks.setVisible(bool(remarks))
        self.changed.emit()

    def _board_fit(self) -> Fit:
        """How the chosen board suits the scenario."""
        number = self.board.currentData()
        if number is None or not self._scenario:
            return Fit()
        key = (self._scenario, number)
        if key not in self._boards:
            self._boards[key] = board_fitting(self._project.path, *key)
        return self._boards[key]

    def _unsound(self) -> list[str]:
        number = self.charts.currentData()
        if number is None:
            return []
        try:
            charts = ChartSession.peek(self._project.path, number)
        except KnownError as error:
            return [str(error)]
        return [f"{charts.title}, {problem}" for problem in problems_of(charts)]


def _system(scenario: str) -> str:
    return scenario.partition("/")[0]


def _box(name: str) -> QComboBox:
    made = QComboBox()
    made.setAccessibleName(name)
    made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    made.setMinimumContentsLength(24)
    return made
