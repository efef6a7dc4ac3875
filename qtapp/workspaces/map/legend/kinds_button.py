"""A button that says which kinds some hexsides or links hold, and a menu to change them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton

from maps.layout import Orientation
from maps.legend import Kind
from qtapp.widgets.plain import plain
from qtapp.workspaces.map.legend.swatches import swatch


class KindsButton(QToolButton):
    """``toggled_kind`` carries a kind and whether all are to have it."""

    toggled_kind = Signal(str, bool)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._menu = QMenu(self)
        self.setMenu(self._menu)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(60)
        self.setProperty("field", True)

    def show_kinds(
        self, kinds: Sequence[Kind], total: int, held: Counter[str], orientation: Orientation
    ) -> None:
        """Offer kinds; ``held`` says how many of ``total`` slots have each."""
        self._menu.clear()
        words = []
        for kind in kinds:
            count = held[kind.id]
            text = kind.called
            if 0 < count < total:
                text += f"  ({count} of {total})"
            action = self._menu.addAction(
                swatch(kind, orientation, QSize(30, 18)), text.replace("&", "&&")
            )
            action.setCheckable(True)
            action.setChecked(count == total > 0)
            action.triggered.connect(partial(self.toggled_kind.emit, kind.id, count < total))
            if count:
                words.append((kind.called) + ("" if count == total else " (some)"))
        text = ", ".join(words) or "—"
        self.setText(text.replace("&", "&&"))
        self.setToolTip(plain(f"{self._name}: {', '.join(words) or 'nothing'}"))
        self.setAccessibleName(f"{self._name}: {', '.join(words) or 'nothing'}")
        self.setEnabled(total > 0 and bool(kinds))
