"""One unit in a battle: counter, number to hit, shots left, losses."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QGridLayout

from engine.core.view.display import Combatant, CounterView
from engine.core.wording import counted
from oob.model import OrderOfBattle
from qtapp.widgets.counter_pictures import CounterPictures
from qtapp.widgets.parts import label
from qtapp.widgets.plain import plain
from qtapp.widgets.wording import modifier_line, unit_title


class CombatantCard(QFrame):
    """A card one can press with the mouse, Enter or Space."""

    pressed = Signal()

    def __init__(
        self,
        order: OrderOfBattle,
        combatant: Combatant,
        counter: CounterView | None,
        pictures: CounterPictures,
    ) -> None:
        super().__init__()
        self._combatant = combatant
        self._name = unit_title(order, combatant.unit)
        self.setProperty("role", "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{self._name}: {self._fate()}")
        self.setToolTip(plain(self.ledger_text()))
        picture = label(wraps=False)
        picture.setPixmap(pictures.of(order, counter or CounterView(combatant.unit, "", 0)))
        unit = order.units[combatant.unit]
        name = label(f"{unit.name.split('#')[0].strip()} {unit.size.value}".strip())
        name.setMinimumWidth(10)
        font = name.font()
        font.setBold(True)
        name.setFont(font)
        grid = QGridLayout(self)
        grid.setContentsMargins(5, 5, 4, 5)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(0)
        grid.addWidget(picture, 0, 0, 2, 1)
        grid.addWidget(name, 0, 1)
        grid.addWidget(label(self._fate("\n"), "faint"), 1, 1)
        grid.setColumnStretch(1, 1)

    def ledger_text(self) -> str:
        """Every modifier behind the number to hit, one per line, and the sum."""
        lines = map(modifier_line, self._combatant.ledger)
        said = self._combatant.says
        total = f": {said}" if said else f" hits on {self._combatant.to_hit} or less"
        return "\n".join([*lines, f"{self._name}{total}"])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The left button presses the card."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space press the card."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.pressed.emit()
        else:
            super().keyPressEvent(event)

    def _fate(self, between: str = ", ") -> str:
        one = self._combatant
        if one.eliminated:
            return "eliminated"
        parts = [one.says or (f"hits on ≤ {one.to_hit}" if one.to_hit > 0 else "cannot hit")]
        if one.shots:
            parts.append(f"{counted(one.shots, 'shot')} left")
        if one.lost:
            parts.append(f"lost {counted(one.lost, 'step')}")
        return between.join(parts)
