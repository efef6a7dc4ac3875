"""A line of parts, of which as many are shown as fit."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from qtapp.widgets.parts import PARTED, FittingLine

PARTS = ("Ground war only", "VP Axis 0, Allied 0", "Garrisons short 3", "To come 196")


def test_parts_that_do_not_fit_are_counted(qapp: QApplication) -> None:
    line = FittingLine()
    line.show_parts(PARTS)
    line.show()
    line.resize(line.sizeHint())
    assert line.text() == PARTED.join(PARTS)
    seen = set()
    for wide in range(line.sizeHint().width(), line.minimumSizeHint().width() - 1, -10):
        line.resize(wide, 20)
        seen.add(line.text())
        assert line.fontMetrics().horizontalAdvance(line.text()) <= wide
        shown = line.text().split(PARTED)
        if shown != list(PARTS):
            assert shown[-1] == f"and {len(PARTS) - len(shown) + 1} more"
    assert len(seen) >= 3
    line.show_parts(())
    assert line.text() == ""
