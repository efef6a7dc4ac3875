"""The charts a game is played with, as tables, each entry with how surely it is known; and the
player aids of its file, as pictures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from html import escape

from PySide6.QtCore import Signal
from PySide6.QtGui import QImage, QResizeEvent, QTextOption
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QStackedWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from engine.core.charts.chart_set import Edited, edited_in, shown, title_of
from engine.core.charts.schema import Path, tables_of, value_at
from engine.core.wording import counted
from engine.editing.aid_session import AidSession
from engine.game.catalogue import of_scenarios
from engine.game.chartbook import Chart, ChartRow, ChartTable, charts_of
from maps.errors import KnownError
from qtapp.app.bridge import GameBridge
from qtapp.widgets.parts import button, label
from qtapp.widgets.picture_view import FullScreen, PictureView
from qtapp.workspaces.charts.badges import EDITED, badge, known
from qtapp.workspaces.play.following import LastingPanel
from resources import Theme

_Words = Sequence[Sequence[str]]
"""The words of a table, line by line."""


class _Way(Enum):
    """How a table is laid out: as it is, on its side, or line after line as a list."""

    UPRIGHT = auto()
    LYING = auto()
    LISTED = auto()


GAPS = {_Way.UPRIGHT: 10, _Way.LYING: 6}
"""Pixels between the columns of a table."""
SHORT = 20
"""Letters that the longest entry has of a table that can lie on its side: no sentences."""
PLAIN = ("text", "name", "known")
"""Columns whose entries need no heading in a list."""


class _Tables(QTextBrowser):
    """Text whose tables keep off the edge: Qt may lay them out a pixel wider than the text. No word
    of them is broken. ``resized`` follows another width.
    """

    resized = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrapMode(QTextOption.WrapMode.WordWrap)

    @property
    def room(self) -> int:
        """How wide a table may be, in pixels."""
        return self.viewport().width() - 2 - round(2 * self.document().documentMargin())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave that pixel free, so that nothing scrolls for it."""
        super().resizeEvent(event)
        self.setLineWrapMode(QTextBrowser.LineWrapMode.FixedPixelWidth)
        self.setLineWrapColumnOrWidth(self.viewport().width() - 2)
        if event.size().width() != event.oldSize().width():
            self.resized.emit()


class ChartsPanel(LastingPanel):
    """One chart or player aid at a time, chosen from the list above it.

    ``edit_wanted`` asks to edit such charts for coming games.
    """

    edit_wanted = Signal()

    def __init__(self, bridge: GameBridge, theme: Theme) -> None:
        super().__init__(bridge)
        self._colours = dict(theme.colours)
        self._charts: tuple[Chart, ...] = ()
        self._edited: Mapping[Path, Edited] = {}
        self._laid: list[tuple[_Words, _Way]] = []
        """The words of each table that is shown, and how it is laid out."""
        self.which = QComboBox()
        self.which.setAccessibleName("Chart")
        self.which.setToolTip("The chart that is shown")
        self.which.currentIndexChanged.connect(lambda _row: self._show())
        self.about = label("", "faint", "Where the chart comes from")
        self.house = label("", "", "Whose charts they are")
        self.text = _Tables()
        self.text.setOpenLinks(False)
        self.text.setAccessibleName("Chart as a table")
        self.text.setToolTip("The chart; a cell tells how surely it is known")
        self.text.resized.connect(self._lay_again)
        self.picture = PictureView("Player aid")
        self.fit = button("Fit", "See all of the picture (0)")
        self.fit.clicked.connect(self.picture.fit)
        self.full = button("Full screen", "See it over the whole screen; Esc comes back")
        self.full.clicked.connect(self.show_full)
        self._aids: AidSession | None = None
        self._image: QImage | None = None
        self.body = QStackedWidget()
        self.body.addWidget(self.text)
        self.body.addWidget(self._pictured())
        self.edit = button("Edit charts for new games…", "This game keeps those it was begun with")
        self.edit.clicked.connect(self.edit_wanted.emit)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.setSpacing(6)
        for widget in (self.which, self.house, self.about, self.body, self.edit):
            layout.addWidget(widget)
        self.catch_up()

    def _pictured(self) -> QWidget:
        row = QHBoxLayout()
        for widget in (self.fit, self.full):
            row.addWidget(widget)
        row.addStretch(1)
        held = QWidget()
        layout = QVBoxLayout(held)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.picture, 1)
        layout.addLayout(row)
        return held

    def show_full(self) -> FullScreen | None:
        """Show the player aid over the whole screen; None without one."""
        if self._image is None:
            return None
        window = FullScreen(self.which.currentText().strip(), self._image, self)
        window.showFullScreen()
        return window

    @property
    def chart(self) -> Chart | None:
        """The chart that is shown."""
        row = self.which.currentIndex()
        return self._charts[row] if 0 <= row < len(self._charts) else None

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self._colours = dict(theme.colours)
        self._show()

    def start(self) -> None:
        """Release the charts and player aids of the game before."""
        super().start()
        self._close_aids()
        self._charts, self._edited = (), {}
        self.which.blockSignals(True)
        self.which.clear()
        self.which.blockSignals(False)

    def refresh(self) -> None:
        """List the charts and player aids of the game."""
        opened = self._bridge.is_open
        scenario = self._bridge.game.scenario if opened else None
        text = scenario.charts if scenario is not None else ""
        declared = scenario is not None and of_scenarios(scenario.system)
        self._charts, self._edited = charts_of(text, declared=declared), edited_in(text)
        self._tables = tables_of(text, "charts")
        title, count = title_of(text), len(self._edited)
        cells = counted(count, "cell is edited", "cells are edited")
        self.house.setText(f"This game is played by “{title}”: {cells}.")
        self.house.setVisible(bool(title))
        self.edit.setVisible(opened and self._bridge.path is not None)
        self.which.blockSignals(True)
        self.which.clear()
        self.which.addItems([self._called(chart) for chart in self._charts])
        self.which.blockSignals(False)
        self._follow_aids()
        self._show()

    def _follow_aids(self) -> None:
        """Open the player aids of the file, and list them whenever they change."""
        self._close_aids()
        path = self._bridge.path if self._bridge.is_open else None
        try:
            self._aids = AidSession.open(path) if path is not None else None
        except KnownError:
            # The file itself is refused; the window says so where it was opened.
            self._aids = None
        if self._aids is not None:
            self._aids.watch(lambda _touched: self._list_aids())
        self._list_aids()

    def _close_aids(self) -> None:
        if self._aids is not None:
            self._aids.close()
            self._aids = None

    def _list_aids(self) -> None:
        """List the player aids behind the charts, and stay on what was shown."""
        shown = self.which.currentData(), self.which.currentIndex()
        self.which.blockSignals(True)
        while self.which.count() > len(self._charts):
            self.which.removeItem(self.which.count() - 1)
        aids = self._aids.aids if self._aids is not None else {}
        if aids and self._charts:
            self.which.insertSeparator(self.which.count())
        for number, aid in aids.items():
            self.which.addItem(f"{aid.folder}: {aid.name}" if aid.folder else aid.name, number)
        at = self.which.findData(shown[0]) if shown[0] is not None else shown[1]
        self.which.setCurrentIndex(at if at >= 0 else 0)
        self.which.blockSignals(False)
        if shown[0] is not None:
            self._show()

    def _show_aid(self, number: int) -> None:
        assert self._aids is not None
        aid = self._aids.aids[number]
        self.about.setText(aid.note)
        self.about.setVisible(bool(aid.note))
        try:
            self._image = QImage.fromData(self._aids.picture(number).data)
        except KnownError as error:
            self._image = None
            self.about.setText(str(error))
            self.about.setVisible(True)
        self.picture.show_picture(self._image, aid.name)
        self.body.setCurrentIndex(1)

    def _called(self, chart: Chart) -> str:
        count = sum(path[0] == chart.id for path in self._edited)
        return f"{chart.title}   ◆ {count}" if count else chart.title

    def _show(self) -> None:
        number = self.which.currentData()
        if isinstance(number, int):
            self._show_aid(number)
            return
        self._image = None
        self.body.setCurrentIndex(0)
        chart = self.chart
        if chart is None:
            self.about.setText("This game brings no charts.")
            self.text.clear()
            return
        self.about.setText(chart.reason)
        self.about.setVisible(bool(chart.reason))
        sure = badge(chart.provenance, self._colours)
        self._laid = []
        tables = "".join(self._table(table, chart.provenance) for table in chart.tables)
        self.text.setHtml(f"<p><b>{escape(chart.title)}</b> &nbsp; {sure}</p>{tables}")

    def _table(self, table: ChartTable, inherited: str) -> str:
        edited = frozenset(self._edited)
        surely = [known(row, inherited, edited) for row in table.rows]
        own = any(sure not in ("", inherited) for sure in surely)
        own = own or any(row.apart for row in table.rows)
        words: list[Sequence[str]] = [(*table.columns, "known") if own else table.columns]
        written = [[self._faint(head) for head in words[0]]]
        for row, sure in zip(table.rows, surely, strict=True):
            apart = " ".join((sure, *(word for told in row.apart for word in told)))
            rest = ("",) * (len(table.columns) - len(row.cells))
            words.append((*row.cells, *rest, *((apart,) if own else ())))
            cells = [*(self._cell(row, at) for at in range(len(row.cells))), *rest]
            written.append([*cells, self._surely(row, sure)] if own else cells)
        way = self._way(words)
        self._laid.append((words, way))
        shown = _listed(words, written) if way is _Way.LISTED else _lines(written, way)
        title = f"<p><b>{escape(table.title)}</b></p>" if table.title else ""
        return f"{title}{shown}{self._notes(table)}"

    def _faint(self, text: str) -> str:
        return f'<span style="color:{self._colours["faint"]}">{escape(text)}</span>'

    def _way(self, words: _Words) -> _Way:
        """How a table is laid out in the room there is."""
        is_short = all(len(word) <= SHORT for line in words for word in line)
        ways = (_Way.UPRIGHT, _Way.LYING) if is_short else (_Way.UPRIGHT,)
        fits = (way for way in ways if self._width(words, way) <= self.text.room)
        return next(fits, _Way.LISTED)

    def _width(self, words: _Words, way: _Way) -> int:
        """How wide a table is at least, its entries wrapped between words."""
        wide = self.text.fontMetrics().horizontalAdvance
        columns = words if way is _Way.LYING else zip(*words, strict=True)
        gap = GAPS[way] + 1  # Qt rounds each column up
        return sum(max(map(wide, " ".join(column).split()), default=0) + gap for column in columns)

    def _lay_again(self) -> None:
        """Lay out tables otherwise for which there is other room now."""
        if any(self._way(words) is not way for words, way in self._laid):
            self._show()

    def _surely(self, row: ChartRow, sure: str) -> str:
        """How a line is known, and the cells that are known otherwise."""
        apart = (f"{escape(cell)} {badge(how, self._colours)}" for cell, how in row.apart)
        return ", ".join((badge(sure, self._colours), *apart))

    def _cell(self, row: ChartRow, at: int) -> str:
        text = escape(row.cells[at])
        edited = at < len(row.paths) and row.paths[at] in self._edited
        return f'<b style="color:{self._colours["accent"]}">{text}</b>' if edited else text

    def _notes(self, table: ChartTable) -> str:
        """What each edited cell of a table holds, held, and why."""
        lines = []
        for row in table.rows:
            for at, path in enumerate(row.paths):
                edited = self._edited.get(path) if path is not None else None
                if path is None or edited is None:
                    continue
                heads = (row.cells[0] if at else "", table.columns[at])
                name = ", ".join(head for head in heads if head and head != "value")
                now, was = shown(value_at(self._tables, path)), shown(edited.was)
                note = f" {edited.note}" if edited.note else ""
                lines.append(f"{name}: {now}, shipped {was}.{note}")
        sign = badge(EDITED, self._colours)
        return "".join(f"<p>{sign} {escape(line)}</p>" for line in lines)


def _lines(written: Sequence[Sequence[str]], way: _Way) -> str:
    """A table by its lines, or by its columns where it lies on its side."""
    cell = f'<td style="padding:3px {GAPS[way]}px 3px 0">'
    lines = zip(*written, strict=True) if way is _Way.LYING else written
    rows = "".join(f"<tr>{''.join(f'{cell}{one}</td>' for one in line)}</tr>" for line in lines)
    return f'<table cellspacing="0" cellpadding="0">{rows}</table>'


def _listed(words: _Words, written: Sequence[Sequence[str]]) -> str:
    """A table as a list: each line by its first entry, then what else is in it by its column, but
    for columns whose entries speak for themselves.
    """
    heads, *lines = written
    shown = []
    for line, said in zip(lines, words[1:], strict=True):
        rest = [
            one if name in PLAIN else f"{head}&nbsp;{one}"
            for name, head, one, text in list(zip(words[0], heads, line, said, strict=True))[1:]
            if text
        ]
        shown.append(f"<p><b>{line[0]}</b> &nbsp; {'&nbsp;· '.join(rest)}</p>")
    return "".join(shown)
