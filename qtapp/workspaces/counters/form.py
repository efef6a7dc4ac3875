"""The face of the chosen counters as a form, and the scheme of their nation below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QColorDialog,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from maps.untyped import JsonObject
from oob.looks import Edge, Scheme
from oob.model import Unit, UnitId
from oob.words import TYPES
from qtapp.painters.counters.app6 import APP6_WORDS
from qtapp.painters.counters.counter_faces import CounterFace
from qtapp.painters.counters.counters import face_in
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import button, label, rule
from qtapp.widgets.plain import plain
from qtapp.workspaces.counters.counters_controller import CountersController

_TEXTS = {
    "left": "Left of the symbol", "right": "Right of the symbol", "ratings": "Ratings",
    "back_ratings": "Ratings on the back", "corner": "Upper left", "code": "Upper right",
}  # fmt: skip
_COLOURS = {"fill": "Card", "ink": "Print", "band": "Symbol box"}
_EDGES = {Edge.NONE: "Nothing", Edge.SOLID: "Bar", Edge.DASHED: "Dashes",
          Edge.UPPER: "Upper half", Edge.LOWER: "Lower half"}  # fmt: skip
VARIOUS = "various"


class ColourButton(QToolButton):
    """Shows a colour and asks for another."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.colour = ""
        self.setAccessibleName(name)
        self.setToolTip(plain(name))
        self.setFixedSize(44, 26)

    def show_colour(self, colour: str) -> None:
        """Show a colour."""
        self.colour = colour
        self.setText("" if colour else "–")
        self.setToolTip(plain(f"{self.accessibleName()}: {colour or 'as usual'}"))
        ground = f"background: {colour};" if colour else ""
        self.setStyleSheet(
            f"QToolButton {{ {ground} border: 1px solid #8a8375; border-radius: 4px; }}"
        )

    def ask(self) -> str:
        """Ask for a colour; the old one when nothing was chosen."""
        start = QColor(self.colour or "#c0c0c0")
        found = QColorDialog.getColor(start, self, self.accessibleName())
        return found.name() if found.isValid() else self.colour


class FaceForm(QScrollArea):
    """Edits what is chosen; every change goes to the controller at once."""

    def __init__(self, controller: CountersController) -> None:
        super().__init__()
        self.setAccessibleName("Face of the chosen counters")
        self._controller = controller
        self._ids: list[UnitId] = []
        self._filling = False
        self.title = label("", "heading", "Chosen counters")
        self.symbol = QComboBox()
        self.symbol.setEditable(True)
        self._symbol_line = QLineEdit()
        self.symbol.setLineEdit(self._symbol_line)
        self.symbol.addItems([*sorted(TYPES), *APP6_WORDS])
        self.symbol.setAccessibleName("Symbol")
        self.symbol.setToolTip(
            "The unit's type in words; or a symbol of APP-6, by its code of 20 digits or by words "
            "such as app-6 hostile armor"
        )
        self.pictured = label("", "", "Own picture")
        self.drawn = button("Draw the face", "Show what is written below in place of the picture")
        self.texts = {field: QLineEdit() for field in _TEXTS}
        self.colours = {field: ColourButton(name) for field, name in _COLOURS.items()}
        self.scheme_title = label("", "heading", "Nation")
        self.scheme_colours = {f: ColourButton(f"{n} of the nation") for f, n in _COLOURS.items()}
        self.edges = {side: QComboBox() for side in ("left", "right")}
        self.letters = QLineEdit()
        self.reset = button("Draw as usual", "Forget what these counters have of their own")
        self.reset_scheme = button("Usual colours", "Give the nation its usual scheme")
        self._lay_out()
        self._connect()
        self.show_units([])

    @property
    def ids(self) -> list[UnitId]:
        """The counters that are edited."""
        return self._ids

    def show_units(self, ids: Sequence[UnitId]) -> None:
        """Edit these counters from now on."""
        self._ids = list(ids)
        units = self._controller.units(ids)
        self._holder.setEnabled(bool(units))
        if not units:
            self._show_nothing()
            return
        self._filling = True
        faces = [face_in(self._controller.order, unit) for unit in units]
        backs = [face_in(self._controller.order, unit, 1) for unit in units]
        one = units[0].name or units[0].type
        self.title.setText(one if len(units) == 1 else f"{len(units)} counters")
        self.symbol.setEditText(_common(faces, "kind"))
        for field, line in self.texts.items():
            text = _common(backs if field == "back_ratings" else faces, _SHOWN.get(field, field))
            line.setText("" if text == VARIOUS else text)
            line.setPlaceholderText(text)
        for field, colour in self.colours.items():
            text = _common(faces, field)
            colour.show_colour("" if text == VARIOUS else text)
        self._show_scheme(units[0].nation)
        self._show_pictured(units)
        self._filling = False

    def _show_nothing(self) -> None:
        """Say that nothing is chosen, and keep nothing of what was."""
        self.title.setText("No counter is chosen")
        self.scheme_title.setText("")
        self.symbol.setEditText("")
        for line in (*self.texts.values(), self.letters):
            line.clear()
            line.setPlaceholderText("")
        for colour in (*self.colours.values(), *self.scheme_colours.values()):
            colour.show_colour("")
        for box in self.edges.values():
            box.setCurrentIndex(0)
        self._show_pictured([])

    def _show_pictured(self, units: Sequence[Unit]) -> None:
        """Say plainly that pictures are shown, which nothing that is written below changes."""
        looks = [self._controller.look(unit.id) for unit in units]
        count = sum(bool(look.picture or look.back_picture) for look in looks)
        who = "It shows" if len(units) == 1 else f"{count} of {len(units)} show"
        self.pictured.setText(
            f"{who} a picture of its own: what is written below shows only where the face is drawn."
        )
        self.pictured.setVisible(count > 0)
        self.drawn.setVisible(count > 0)

    def _show_scheme(self, nation: str) -> None:
        known = nation in self._controller.order.nations
        self.scheme_title.setText(
            f"Every {self._controller.order.nations[nation].name} counter" if known else ""
        )
        if not known:
            return
        scheme = self._controller.scheme(nation)
        for field, colour in self.scheme_colours.items():
            colour.show_colour(getattr(scheme, field))
        for side, box in self.edges.items():
            box.setCurrentIndex(box.findData(str(getattr(scheme, side))))
        self.letters.setText(scheme.code)

    @property
    def nation(self) -> str:
        """The nation whose scheme is edited."""
        units = self._controller.units(self._ids)
        return units[0].nation if units else ""

    def _lay_out(self) -> None:
        face = LevelForm()
        face.addRow("Symbol", self.symbol)
        for field, line in self.texts.items():
            line.setAccessibleName(_TEXTS[field])
            line.setToolTip(plain(f"{_TEXTS[field]}: what is printed there in place of the usual"))
            face.addRow(_TEXTS[field], line)
        face.addRow("Colours", _row(*self.colours.values()))
        face.addRow("", self.reset)
        scheme = LevelForm()
        scheme.addRow("Colours", _row(*self.scheme_colours.values()))
        for side, box in self.edges.items():
            box.setAccessibleName(f"{side.capitalize()} edge")
            box.setToolTip(plain(f"How the {side} edge of the nation's counters is drawn"))
            for edge, words in _EDGES.items():
                box.addItem(words, str(edge))
            scheme.addRow(f"{side.capitalize()} edge", box)
        self.letters.setAccessibleName("Letters of the nation")
        self.letters.setToolTip("Letters on the counters of the nation, at most five")
        self.letters.setMaxLength(5)
        scheme.addRow("Letters", self.letters)
        scheme.addRow("", self.reset_scheme)
        for form in (face, scheme):
            form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
            form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.symbol.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.symbol.setMinimumContentsLength(12)
        self._holder = QWidget()
        layout = QVBoxLayout(self._holder)
        layout.setContentsMargins(10, 8, 14, 8)
        layout.setSpacing(8)
        layout.addWidget(self.title)
        layout.addWidget(self.pictured)
        layout.addWidget(self.drawn, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addLayout(face)
        layout.addWidget(rule())
        layout.addWidget(self.scheme_title)
        layout.addLayout(scheme)
        layout.addStretch(1)
        self.setWidget(self._holder)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QScrollArea.Shape.NoFrame)

    def _connect(self) -> None:
        self._symbol_line.editingFinished.connect(
            lambda: self._write("symbol", self.symbol.currentText().strip())
        )
        self.symbol.activated.connect(
            lambda _at: self._write("symbol", self.symbol.currentText().strip())
        )
        for field, line in self.texts.items():
            line.editingFinished.connect(
                lambda field=field, line=line: self._write(field, line.text().strip())
            )
        for field, colour in self.colours.items():
            colour.clicked.connect(
                lambda _on, field=field, colour=colour: self._write(field, colour.ask())
            )
        for field, colour in self.scheme_colours.items():
            colour.clicked.connect(
                lambda _on, field=field, colour=colour: self._scheme(field, colour.ask())
            )
        for side, box in self.edges.items():
            box.activated.connect(
                lambda _at, side=side, box=box: self._scheme(side, Edge(box.currentData()))
            )
        self.letters.editingFinished.connect(
            lambda: self._scheme("code", self.letters.text().strip())
        )
        self.drawn.clicked.connect(lambda: self._controller.drop_pictures(self._ids))
        self.reset.clicked.connect(lambda: self._controller.reset(self._ids))
        self.reset_scheme.clicked.connect(lambda: self._controller.reset_scheme(self.nation))

    def _write(self, field: str, text: str) -> None:
        """Take over a text that is not what the counters show already."""
        if self._filling or not self._ids or text == VARIOUS:
            return
        units = self._controller.units(self._ids)
        index = 1 if field == "back_ratings" else 0
        shown = {
            getattr(face_in(self._controller.order, unit, index), _SHOWN.get(field, field))
            for unit in units
        }
        if shown == {text} or (not text and len(shown) > 1):
            return
        self._controller.set_look(self._ids, field, text)

    def _scheme(self, field: str, value: str) -> None:
        nation = self.nation
        if self._filling or not nation:
            return
        scheme: Scheme = self._controller.scheme(nation)
        if getattr(scheme, field) != value:
            changed: JsonObject = {field: value}
            self._controller.set_scheme(nation, replace(scheme, **changed))


_SHOWN = {"symbol": "kind", "back_ratings": "ratings"}


def _common(faces: Sequence[CounterFace], field: str) -> str:
    """What all faces show, or that they differ."""
    found = {str(getattr(face, field)) for face in faces}
    return found.pop() if len(found) == 1 else VARIOUS


def _row(*widgets: QWidget) -> QWidget:
    holder = QWidget()
    layout = QHBoxLayout(holder)
    layout.setContentsMargins(0, 0, 0, 0)
    for widget in widgets:
        layout.addWidget(widget)
    layout.addStretch(1)
    return holder
