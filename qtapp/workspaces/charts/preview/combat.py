"""What a declared combat table means: a sample attack with its column and exact chances."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.game.ask.rules_trial import FIRE, RulesTrial
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import label, scrolled
from qtapp.widgets.plain import plain
from qtapp.widgets.trees import Ticking
from qtapp.workspaces.play.analysis_panels.chance_bars import ChanceBars

MODIFIER = int(Qt.ItemDataRole.UserRole)
MOST = 999
SHOWN = 8
"""So many modifiers are listed without scrolling in their list."""
EMPTY = "No combat table is declared."


class CombatPreview(QWidget):
    """Two steppers, the modifiers to tick, and below what comes of it."""

    def __init__(self) -> None:
        super().__init__()
        self._trial: RulesTrial | None = None
        self._there: frozenset[str] = frozenset()
        self.attack = _stepper(6, "Attack strength", "What the attackers count together")
        self.defense = _stepper(3, "Defence strength", "What the defenders count together")
        self.first = label("Attack", "faint", wraps=False)
        self.second = label("Defence", "faint", wraps=False)
        self.first.setBuddy(self.attack)
        self.second.setBuddy(self.defense)
        self.column = label("", "heading", "Column of the sample attack")
        self.bars = ChanceBars()
        self.modifiers = QListWidget()
        self.modifiers.setItemDelegate(Ticking(self.modifiers))
        self.modifiers.setAccessibleName("Modifiers of the sample attack")
        self.modifiers.setToolTip(plain("Tick what is there in the sample attack"))
        self.modifiers.setWordWrap(True)
        self.modifiers.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.modifiers.itemChanged.connect(lambda _item: self._ticked())
        self.ledger = label("", "faint", "What bears on it")
        self._lay_out()
        for stepper in (self.attack, self.defense):
            stepper.valueChanged.connect(lambda _value: self._show())

    def show_rules(self, trial: RulesTrial) -> None:
        """Work the sample attack out by other rules; what was ticked stays so."""
        self._trial = trial
        combat = trial.combat
        words = combat.modifiers if combat is not None else {}
        self._there &= words.keys()
        self.modifiers.blockSignals(True)
        self.modifiers.clear()
        for ident, text in words.items():
            item = QListWidgetItem(text)
            item.setData(MODIFIER, ident)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            on = Qt.CheckState.Checked if ident in self._there else Qt.CheckState.Unchecked
            item.setCheckState(on)
            item.setToolTip(plain(text))
            self.modifiers.addItem(item)
        self.modifiers.blockSignals(False)
        self.modifiers.setVisible(bool(words))
        self.modifiers.setFixedHeight(min(len(words), SHOWN) * 26 + 8)
        has_defense = combat is not None and combat.has_defense
        for widget in (self.defense, self.second):
            widget.setVisible(has_defense)
        for own in (self.attack, self.first):
            own.setVisible(combat is not None)
        self.first.setText("Fire" if combat is not None and combat.kind is FIRE else "Attack")
        self._show()

    def _ticked(self) -> None:
        items = [self.modifiers.item(row) for row in range(self.modifiers.count())]
        self._there = frozenset(
            str(item.data(MODIFIER)) for item in items if item.checkState() is Qt.CheckState.Checked
        )
        self._show()

    def _show(self) -> None:
        has = self._trial is not None and self._trial.combat is not None
        self.bars.setVisible(has)
        if self._trial is None or not has:
            self.column.setText(EMPTY)
            self.ledger.setText("")
            return
        found = self._trial.attack(self.attack.value(), self.defense.value(), self._there)
        self.column.setText(found.column)
        self.bars.show_results(found.results)
        lines = (f"{line.text} [{line.rule}]" for line in found.modifiers)
        self.ledger.setText("\n".join(lines))
        self.ledger.setVisible(bool(found.modifiers))

    def _lay_out(self) -> None:
        inner = QWidget()
        form = LevelForm()
        form.setHorizontalSpacing(12)
        form.addRow(self.first, self.attack)
        form.addRow(self.second, self.defense)
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(7)
        layout.addLayout(form)
        for widget in (self.column, self.bars, self.modifiers, self.ledger):
            layout.addWidget(widget)
        layout.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolled(inner, "Sample attack", framed=False))


def _stepper(value: int, name: str, tip: str) -> QSpinBox:
    made = QSpinBox()
    made.setRange(0, MOST)
    made.setValue(value)
    made.setAccessibleName(name)
    made.setToolTip(plain(tip))
    return made
