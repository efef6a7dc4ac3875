"""Turns, phases, sides, areas and notes of a scenario, each a table or a form of its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from engine.editing.scenario_session import PHASE_KINDS
from maps.untyped import JsonList
from oob.model import EntryKind, UnitId
from oob.words import titles
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import label, scrolled
from qtapp.workspaces.scenarios.rows_table import Column, RowsTable
from qtapp.workspaces.scenarios.scenarios_controller import ScenariosController

LISTED = "; between entries."
TOPICS = ("turns", "phases", "sides", "scenario", "game")
"""The chart of each page, by id."""


class RowsPanel(QTabWidget):
    """One page a list; every change is an edit of the scenario."""

    def __init__(self, controller: ScenariosController) -> None:
        super().__init__()
        self._controller = controller
        self._fills = False
        self.setAccessibleName("Turns, phases, sides, areas, notes")
        self.setDocumentMode(True)
        self.last = QSpinBox()
        self.last.setRange(1, 999)
        self.last.setAccessibleName("How many turns there are")
        self.last.setToolTip("How many turns the scenario lasts")
        self.last.editingFinished.connect(self._last_typed)
        self.turns = RowsTable("Turns of the scenario", self._turn_columns(), self._write_turns)
        self.phases = RowsTable(
            "Phases of the scenario",
            self._phase_columns(),
            self._write_phases,
            lambda rows: {"id": _fresh("phase", rows), "name": "New phase", "side": "each"},
        )
        self.sides = RowsTable(
            "Sides of the scenario",
            (
                Column("id", "Side", "What units call it in the order of battle", fixed=True),
                Column("name", "Name", "What players call it"),
                Column("colour", "Colour", "As #rrggbb"),
            ),
            lambda rows: controller.write_rows("sides", rows, "Sides"),
            lambda rows: {"id": _fresh("side", rows), "name": "New side", "colour": "#4b6b8a"},
        )
        self.areas = RowsTable(
            "Areas of free set-up",
            (
                Column("name", "Area", "What players call it"),
                Column("hexes", "Hexes", f"Printed numbers, {LISTED}", many=True),
            ),
            lambda rows: controller.write_rows("areas", rows, "Areas"),
            lambda rows: {"id": _fresh("area", rows), "name": "New area", "hexes": []},
        )
        self.areas.grid.itemSelectionChanged.connect(self._area_chosen)
        self.notes = _text("Notes for the players")
        self.credits, self.licence = QLineEdit(), QLineEdit()
        self.credits.setAccessibleName("Credits")
        self.licence.setAccessibleName("Licence")
        self.licence.setPlaceholderText("for example: for my friends only")
        for field in (self.notes, self.credits, self.licence):
            field.installEventFilter(self)
        self._add_pages()
        for signal in (controller.opened, controller.closed, controller.changed):
            signal.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the scenario as it is."""
        self.setEnabled(self._controller.is_open)
        self._fills = True
        for table in (self.turns, self.phases, self.sides, self.areas):
            if not self._controller.is_open:
                table.show_rows([])
        if self._controller.is_open:
            session = self._controller.session
            self.last.setValue(session.declared.turns.last)
            self.turns.show_rows(self._turn_rows())
            self.phases.show_rows(self._phase_rows())
            self.sides.show_rows(session.rows("sides"))
            self.areas.show_rows(session.rows("areas"))
            if not self.notes.hasFocus():
                self.notes.setPlainText(session.situation.notes)
            self.credits.setText(session.declared.game.credits)
            self.licence.setText(session.declared.game.licence)
        self._fills = False

    @property
    def topic(self) -> str:
        """The chart that the page in view edits, by id."""
        return TOPICS[max(0, self.currentIndex())]

    def keep(self) -> None:
        """Write notes, credits and licence that are being typed."""
        if not self._controller.is_open or self._fills:
            return
        session = self._controller.session
        notes = self.notes.toPlainText().strip()
        if notes != session.situation.notes:
            self._controller.do(lambda door: door.write_notes(notes))
        game = session.declared.game
        said = {"credits": self.credits.text().strip(), "licence": self.licence.text().strip()}
        if said != {"credits": game.credits, "licence": game.licence}:
            self._controller.do(lambda door: door.write_game(**said))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What was typed is kept when the field is left."""
        if event.type() is QEvent.Type.FocusOut:
            self.keep()
        return super().eventFilter(watched, event)

    def _turn_rows(self) -> JsonList:
        """A row for each turn, with what comes and leaves then."""
        session, order = self._controller.session, self._controller.order
        declared = {str(row["id"]): row for row in session.rows("turns")}
        come: dict[int, list[str]] = {}
        leave: dict[int, list[str]] = {}
        starts, called = session.situation.starts, titles(order)
        for word, row in starts.items():
            name = called.get(UnitId(word), word)
            if row.turn and not row.absent:
                come.setdefault(row.turn, []).append(name)
            if row.leaves and not row.absent:
                leave.setdefault(row.leaves, []).append(name)
        for entry in order.schedule:
            names = [called[u] for u in entry.units if u not in starts]
            goal = leave if entry.kind is EntryKind.WITHDRAWS else come
            goal.setdefault(entry.turn, []).extend(names)
        return [
            {
                **declared.get(str(turn), {"id": str(turn)}),
                "come": come.get(turn, []),
                "leave": leave.get(turn, []),
            }
            for turn in range(1, session.declared.turns.last + 1)
        ]

    def _write_turns(self, rows: JsonList) -> bool:
        """Keep the rows that say something."""
        plain = [
            {key: value for key, value in row.items() if key not in ("come", "leave")}
            for row in rows
        ]
        kept = [row for row in plain if any(v for key, v in row.items() if key != "id")]
        return self._controller.write_rows("turns", kept, "Turns")

    def _phase_rows(self) -> JsonList:
        """The phases, each with the name of the one that it lies within."""
        rows = self._controller.session.rows("phases")
        names = _names(rows)
        return [
            {**row, "within": names.get(within := row.get("within", ""), within)} for row in rows
        ]

    def _write_phases(self, rows: JsonList) -> bool:
        """Keep phases with the ids of those that they lie within; what lay within one that was
        taken out lies where that one lay.
        """
        if not self._controller.is_open:
            return False
        before = self._controller.session.rows("phases")
        ids = {name: ident for ident, name in _names(before).items()}
        kept = {row["id"] for row in rows}
        gone = {row["id"]: row.get("within", "") for row in before if row["id"] not in kept}
        written = []
        for row in rows:
            within = ids.get(row.get("within", ""), row.get("within", ""))
            for _around in gone:
                within = gone.get(within, within)
            plain = {key: value for key, value in row.items() if key != "within"}
            written.append({**plain, "within": within} if within else plain)
        return self._controller.write_rows("phases", written, "Phases")

    def _last_typed(self) -> None:
        last = self.last.value()
        if self._fills or not self._controller.is_open:
            return
        if last != self._controller.session.declared.turns.last:
            self._controller.do(lambda door: door.set_last_turn(last))
            self.refresh()

    def _area_chosen(self) -> None:
        if not self._fills and self._controller.is_open:
            rows = self._controller.session.rows("areas")
            at = self.areas.current
            self._controller.choose_area(str(rows[at]["id"]) if 0 <= at < len(rows) else "")

    def _turn_columns(self) -> tuple[Column, ...]:
        return (
            Column("id", "Turn", "Its number", fixed=True),
            Column("date", "Date", "As the log is to say it"),
            Column("season", "Season"),
            Column("weather", "Weather", "A kind that is declared; nothing for the die", False,
                   self._weathers),
            Column("come", "Come", "Set in the list of units", fixed=True),
            Column("leave", "Leave", "Set in the list of units", fixed=True),
            Column("events", "Events", f"Told as the turn begins, {LISTED}", many=True),
            Column("checklist", "Checklist", f"To be struck off in the turn, {LISTED}", many=True),
        )  # fmt: skip

    def _phase_columns(self) -> tuple[Column, ...]:
        return (
            Column("name", "Phase", "What players call it"),
            Column("within", "Within", "The phase that it is a part of", False, self._around),
            Column("side", "Whose", "Of each side in turn, of both, or of one", False, self._whose),
            Column("kind", "For", "What is done in it", False, lambda: PHASE_KINDS),
            Column("clears", "Clears", f"States that units lose as it begins, {LISTED}", many=True),
            Column("duties", "Duties", f"Told as it begins, {LISTED}", many=True),
        )

    def _weathers(self) -> tuple[str, ...]:
        chart = self._controller.session.declared.weather
        return ("", *(kind.id for kind in chart.kinds)) if chart is not None else ("",)

    def _around(self) -> tuple[str, ...]:
        at, rows = self.phases.current, self._controller.session.rows("phases")
        names = _names(rows)
        return ("", *(names[row["id"]] for number, row in enumerate(rows) if number != at))

    def _whose(self) -> tuple[str, ...]:
        return ("each", "both", *(row.id for row in self._controller.session.declared.sides))

    def _add_pages(self) -> None:
        self.addTab(_above(self.last, "Tur&ns", self.turns), "Turns")
        self.addTab(self.phases, "Phases")
        self.addTab(self.sides, "Sides")
        self.addTab(self.areas, "Areas")
        page = QWidget()
        form = LevelForm(page)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.addRow("&Notes for the players", self.notes)
        form.addRow("&Credits: who made map, counters and rules", self.credits)
        form.addRow("&Licence: what others may do with them", self.licence)
        self.addTab(scrolled(page, "Notes and credits", framed=False), "Notes")


def _above(field: QWidget, words: str, table: QWidget) -> QWidget:
    page = QWidget()
    head = QHBoxLayout()
    head.setContentsMargins(8, 0, 8, 0)
    head.setSpacing(6)
    name = label(words, wraps=False)
    name.setBuddy(field)
    head.addWidget(name)
    head.addWidget(field)
    head.addStretch(1)
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 6, 0, 0)
    layout.setSpacing(0)
    layout.addLayout(head)
    layout.addWidget(table, 1)
    return page


def _text(name: str) -> QPlainTextEdit:
    made = QPlainTextEdit()
    made.setAccessibleName(name)
    made.setTabChangesFocus(True)
    return made


def _names(phases: JsonList) -> Mapping[str, str]:
    """What phases are called, by id: by their names, those of which there are several by ids."""
    count = Counter(row.get("name", "") for row in phases)
    return {row["id"]: row["name"] if count[row["name"]] == 1 else row["id"] for row in phases}


def _fresh(word: str, rows: JsonList) -> str:
    """An id that no row has yet."""
    known = {str(row.get("id", "")) for row in rows}
    numbers = (int(found[1]) for one in known if (found := re.fullmatch(rf"{word} (\d+)", one)))
    return f"{word} {max(numbers, default=0) + 1}"
