"""One kind of the legend in fields: its name, id, key and look, with a live sample."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPixmap, QRegularExpressionValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QColorDialog,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from maps.layout import Orientation
from maps.legend import Kind, Layer, Legend
from qtapp.painters.looks import place_look, words_of
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import Flow, button, label
from qtapp.widgets.plain import plain
from qtapp.workspaces.map.legend.look_fields import FIELDS, PLAIN, LookField, Sort
from qtapp.workspaces.map.legend.swatches import swatch_picture

SAMPLE = QSize(120, 56)
AskColour = Callable[[QColor, QWidget], QColor]


def ask_colour(now: QColor, parent: QWidget) -> QColor:
    """Let the user choose a colour; an invalid one when none was chosen."""
    return QColorDialog.getColor(now, parent, "Choose a colour")


class KindEditor(QWidget):
    """Fields of one kind; ``edited`` carries the kind as it is to be from now on."""

    edited = Signal(object)

    def __init__(self, ask: AskColour = ask_colour) -> None:
        super().__init__()
        self._ask = ask
        self._kind: Kind | None = None
        self._layer: Layer | None = None
        self._orientation = Orientation.FLAT
        self.sample = label(wraps=False)
        self.sample.setAccessibleName("Sample of the kind")
        self.name, self.id, self.key = QLineEdit(), QLineEdit(), QLineEdit()
        self.key.setValidator(QRegularExpressionValidator("[0-9]?", self))
        self.key.setFixedWidth(60)
        self.key.setPlaceholderText("0–9")
        self.key.setToolTip("The figure that chooses this kind for painting")
        self.fields: dict[str, QWidget] = {}
        self.plain = button("Look as by its name", "Forget what was set here")
        self.plain.clicked.connect(self._plain)
        head = LevelForm()
        head.setContentsMargins(0, 0, 0, 0)
        self.name.setToolTip("What the kind is called")
        self.id.setToolTip("What map texts and charts call it: small letters and figures")
        for text, field in (("Name", self.name), ("Id", self.id), ("Key", self.key)):
            field.setAccessibleName(text)
            head.addRow(text, field)
            field.editingFinished.connect(self._typed)
        self._form = LevelForm()
        self._form.setContentsMargins(0, 0, 0, 0)
        buttons = Flow()
        buttons.fill([self.plain])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 8, 0)
        layout.addWidget(self.sample, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addLayout(head)
        layout.addLayout(self._form)
        layout.addWidget(buttons)
        layout.addStretch(1)

    @property
    def kind(self) -> Kind | None:
        """The kind that is shown."""
        return self._kind

    def show_kind(self, kind: Kind | None, orientation: Orientation) -> None:
        """Show another kind, or none."""
        self._kind, self._orientation = kind, orientation
        self.setEnabled(kind is not None)
        if kind is None:
            self.sample.clear()
            return
        if kind.layer is not self._layer:
            self._layer = kind.layer
            self._make_fields(kind.layer)
        self.sample.setPixmap(swatch_picture(kind, orientation, SAMPLE))
        _put(self.name, kind.name)
        _put(self.id, kind.id)
        _put(self.key, kind.look.get("key", ""))
        words = _effective(kind)
        for field in FIELDS[kind.layer]:
            self._show_word(field, words.get(field.word, ""))

    def _make_fields(self, layer: Layer) -> None:
        while self._form.rowCount():
            self._form.removeRow(0)
        self.fields = {}
        for field in FIELDS[layer]:
            widget = self._field(field)
            widget.setAccessibleName(field.text)
            widget.setToolTip(plain(field.tip))
            self.fields[field.word] = widget
            if field.sort is Sort.FLAG:
                self._form.addRow("", widget)
            else:
                self._form.addRow(field.text, widget)

    def _field(self, field: LookField) -> QWidget:
        match field.sort:
            case Sort.COLOUR:
                pick = QPushButton()
                pick.setAutoDefault(False)
                pick.clicked.connect(partial(self._choose_colour, field))
                return pick
            case Sort.NUMBER:
                number = QDoubleSpinBox()
                number.setRange(1 if field.step == 1 else 0, field.most)
                number.setSingleStep(field.step)
                number.setDecimals(0 if field.step == 1 else 3)
                number.setKeyboardTracking(False)
                number.valueChanged.connect(lambda value: self._set(field.word, f"{value:g}"))
                return number
            case Sort.CHOICE:
                choice = QComboBox()
                choice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
                for word, text in field.choices:
                    choice.addItem(text, word)
                choice.activated.connect(
                    lambda index: self._set(field.word, str(choice.itemData(index)))
                )
                return choice
            case Sort.FLAG:
                flag = QCheckBox(field.text)
                flag.clicked.connect(lambda on: self._set(field.word, "yes" if on else ""))
                return flag

    def _show_word(self, field: LookField, word: str) -> None:
        widget = self.fields[field.word]
        if isinstance(widget, QPushButton):
            _show_colour(widget, word)
        elif isinstance(widget, QDoubleSpinBox):
            widget.blockSignals(True)
            widget.setValue(_number(word))
            widget.blockSignals(False)
        elif isinstance(widget, QComboBox):
            widget.setCurrentIndex(widget.findData(word))
        elif isinstance(widget, QCheckBox):
            widget.setChecked(word == "yes")

    def _choose_colour(self, field: LookField) -> None:
        if self._kind is None:
            return
        word = _effective(self._kind).get(field.word, "")
        chosen = self._ask(QColor(word if word.startswith("#") else "#808080"), self)
        if chosen.isValid():
            self._set(field.word, chosen.name())

    def _set(self, word: str, value: str) -> None:
        kind = self._kind
        if kind is None or kind.look.get(word, "") == value:
            return
        look = {key: text for key, text in kind.look.items() if key != word}
        if value:
            look[word] = value
        self._say(replace(kind, look=look))

    def _typed(self) -> None:
        kind = self._kind
        if kind is None:
            return
        look = {key: text for key, text in kind.look.items() if key != "key"}
        if self.key.text().strip():
            look["key"] = self.key.text().strip()
        wanted = replace(kind, id=self.id.text().strip(), name=self.name.text().strip(), look=look)
        if wanted != kind:
            self._say(wanted)

    def _plain(self) -> None:
        kind = self._kind
        if kind is not None:
            drawn = {field.word for field in FIELDS[kind.layer]} - {"sea", "coast", "partition"}
            look = {word: text for word, text in kind.look.items() if word not in drawn}
            if look != kind.look:
                self._say(replace(kind, look=look))

    def _say(self, kind: Kind) -> None:
        self.edited.emit(kind)


def _effective(kind: Kind) -> dict[str, str]:
    """The words a kind is drawn by, said or not."""
    words = {**PLAIN, **words_of(kind)}
    if kind.layer is Layer.PLACE:
        look = place_look(Legend({(kind.layer, kind.id): kind}), kind.id)
        words |= {"fill": look.fill, "stroke": look.stroke}
    return words


def _put(field: QLineEdit, text: str) -> None:
    if field.text() != text:
        field.setText(text)


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        return 0.0


def _show_colour(widget: QPushButton, word: str) -> None:
    colour = QColor(word)
    picture = QPixmap(QSize(30, 14))
    picture.fill(colour if colour.isValid() else Qt.GlobalColor.transparent)
    if colour.isValid():
        with QPainter(picture) as painter:
            painter.setPen(QColor("#8a8271"))
            painter.drawRect(0, 0, picture.width() - 1, picture.height() - 1)
    widget.setIcon(picture)
    widget.setIconSize(picture.size())
    widget.setText(word if colour.isValid() else "none")
