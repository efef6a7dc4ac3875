"""Ruler and range rings: distances in hexes and in the unit of the board."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QSizePolicy, QSpinBox, QVBoxLayout

from engine.core.wording import counted
from maps.finding.measures import length, told
from maps.hexgrid import Hex, disk
from qtapp.board.items.measure_item import MeasureItem
from qtapp.board.view import MapView
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import Flow, button, label
from qtapp.widgets.plain import plain
from qtapp.workspaces.map.map_controller import MapController
from qtapp.workspaces.map.panels.base import EditorPanel


class MeasurePanel(EditorPanel):
    """Marks hexes as one points at them, and says how far they are apart."""

    def __init__(self, controller: MapController, view: MapView) -> None:
        super().__init__(controller)
        self._view = view
        self._legs: list[Hex] = []
        self._centre: Hex | None = None
        self.item = MeasureItem(view.board)
        view.board.addItem(self.item)
        self.result = label("", "heading", "Distance")
        self.here = button("Ruler to the hex cursor", "Begin the ruler there, or lead it on")
        self.clear = button("Clear", "Take ruler and rings off the board")
        self.follow = QCheckBox("Lead the ruler to the pointer")
        self.follow.setToolTip("Its end follows the pointer over the board")
        self.follow.setChecked(True)
        self.step, self.count = QSpinBox(), QSpinBox()
        for field, most, value, name in (
            (self.step, 60, 1, "Hexes between rings"), (self.count, 40, 3, "Number of rings"),
        ):  # fmt: skip
            field.setRange(1, most)
            field.setValue(value)
            field.setAccessibleName(name)
            field.setToolTip(plain(name))
            field.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            field.valueChanged.connect(lambda _value: self._show())
        self.rings = button("Rings about the hex cursor", "Draw rings of equal distance")
        self.within = label("", "faint", "Hexes within the rings")
        form = LevelForm()
        form.setContentsMargins(0, 0, 0, 0)
        form.addRow("A ring every", self.step)
        form.addRow("So many rings", self.count)
        first, second = Flow(), Flow()
        first.fill([self.here, self.clear])
        second.fill([self.rings])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 8)
        layout.addWidget(self.result)
        layout.addWidget(first)
        layout.addWidget(self.follow)
        layout.addLayout(form)
        layout.addWidget(second)
        layout.addWidget(self.within)
        layout.addStretch(1)
        self.here.clicked.connect(self.ruler_here)
        self.rings.clicked.connect(self.rings_here)
        self.clear.clicked.connect(self.leave)
        view.hovered.connect(self._hovered)
        self._pointer: Hex | None = None
        self._show()

    def ruler_here(self) -> None:
        """Begin the ruler at the hex cursor, or add a leg to it."""
        at = self._view.cursor_hex
        if at is not None:
            self._legs.append(at)
            self._show()

    def rings_here(self) -> None:
        """Draw rings about the hex cursor; a second time takes them off."""
        at = self._view.cursor_hex
        self._centre = None if at == self._centre else at
        self._show()

    def leave(self) -> None:
        """Take everything off the board."""
        self._legs, self._centre, self._pointer = [], None, None
        self._show()

    @property
    def is_measuring(self) -> bool:
        """True while something is drawn."""
        return bool(self._legs) or self._centre is not None

    def refresh(self) -> None:
        """The scale may be another."""
        self._show()

    def _hovered(self, at: object) -> None:
        if self._legs and self.follow.isChecked():
            self._pointer = at if isinstance(at, Hex) else None
            self._show()

    def _show(self) -> None:
        board = self.board
        if board is None:
            self.item.show_ruler((), "")
            self.item.show_rings(None, ())
            return
        legs = list(self._legs)
        if self._pointer is not None and legs and legs[-1] != self._pointer:
            legs.append(self._pointer)
        text = told(board, length(legs)) if len(legs) > 1 else ""
        self.result.setText(text or "No distance yet")
        self.item.show_ruler(legs, text)
        radii = [self.step.value() * (n + 1) for n in range(self.count.value())]
        self.item.show_rings(self._centre, radii)
        if self._centre is None:
            self.within.clear()
            return
        inside = sum(at in board for at in disk(self._centre, radii[-1]))
        self.within.setText(
            f"{counted(inside, 'hex', 'hexes')} of the board within {told(board, radii[-1])}"
            f" of {board.label(self._centre)}"
        )
