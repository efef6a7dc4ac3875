"""Every dialog by ear and by its tips: what takes mouse or keys has a name, and where no words on
it or beside it say what it is for, a tip does. A field with a visible label needs no tip.
"""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QComboBox, QDialog, QLabel, QLineEdit, QWidget

from qtapp.widgets.parts import button
from tests.qtapp.app.test_accessibility import hands
from tests.qtapp.conftest import settle
from tests.qtapp.every_dialog import DIALOGS, Desk
from tests.qtapp.test_every_size import desk

__all__ = ["desk"]


def is_labelled(widget: QWidget, labels: list[QLabel]) -> bool:
    """Whether visible words say what a widget is for: those on it, or of a label of its own."""
    if isinstance(widget, QAbstractButton) and widget.text():
        return True
    return any(one.isVisible() and one.text() and one.buddy() is widget for one in labels)


def lacking(dialog: QDialog) -> list[str]:
    """What of a dialog has no name, or neither words nor a tip."""
    labels, found = dialog.findChildren(QLabel), []
    for widget in hands(dialog):
        heard = QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
        if isinstance(widget, QComboBox):  # Qt gives what is chosen for a name
            named = [one for one in labels if one.buddy() is widget]
            heard = widget.accessibleName() or "".join(one.text() for one in named)
        what = f"{type(widget).__name__} {heard!r}"
        if not heard:
            found.append(f"{what} has no name; its tip: {widget.toolTip()!r}")
        if not widget.toolTip() and not is_labelled(widget, labels):
            found.append(f"{what} has neither words nor a tip")
    return found


def test_every_dialog_says_what_its_parts_are_for(desk: Desk) -> None:
    wrong = []
    for name, make in DIALOGS.items():
        dialog = make(desk)
        dialog.setModal(False)
        dialog.show()
        settle()
        wrong += [f"{name}: {text}" for text in lacking(dialog)]
        dialog.close()
        dialog.deleteLater()
    assert not wrong, "\n".join(wrong)


@pytest.mark.usefixtures("qapp")
def test_what_says_nothing_is_found() -> None:
    dialog = QDialog()
    field, label, press = QLineEdit(dialog), QLabel("Name:", dialog), button("Go", "")
    press.setParent(dialog)
    dialog.show()
    assert [text.split(" has ")[1][:2] for text in lacking(dialog)] == ["no", "ne"]
    label.setBuddy(field)
    assert lacking(dialog) == []
    dialog.close()
