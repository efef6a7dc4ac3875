"""Every dialog by ear, by its tips and by keys: what takes mouse or keys has a name and the role
of what it is, and where no words on it or beside it say what it is for, a tip does. A field with a
visible label needs no tip. Tab reaches all of it and comes round, and Escape closes the dialog.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QGroupBox,
    QLabel,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QRadioButton,
    QTableView,
    QTableWidget,
    QTextEdit,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from qtapp.dialogs.finder import Finder
from qtapp.widgets.parts import button
from tests.qtapp.app.test_accessibility import hands, round_by_tab
from tests.qtapp.conftest import settle
from tests.qtapp.every_dialog import DIALOGS, Desk
from tests.qtapp.test_every_size import desk

__all__ = ["desk"]

Role = QAccessible.Role
RICH = Qt.TextFormat.RichText
BUTTONS = (Role.Button, Role.ButtonMenu, Role.ButtonDropDown)
ROLES: tuple[tuple[type[QWidget], tuple[Role, ...]], ...] = (
    (QCheckBox, (Role.CheckBox,)),
    (QRadioButton, (Role.RadioButton,)),
    (QToolButton, (*BUTTONS, Role.CheckBox)),
    (QAbstractButton, (*BUTTONS, Role.CheckBox)),
    (QComboBox, (Role.ComboBox,)),
    (QAbstractSpinBox, (Role.SpinBox,)),
    (QAbstractSlider, (Role.Slider,)),
    (QLineEdit, (Role.EditableText,)),
    (QPlainTextEdit, (Role.EditableText,)),
    (QTextEdit, (Role.EditableText, Role.StaticText)),
    (QTableView, (Role.Table,)),
    (QListView, (Role.List,)),
    (QTreeView, (Role.Tree,)),
    (QAbstractItemView, (Role.Table, Role.List, Role.Tree)),
)
"""What a screen reader may call each kind of widget; the first that fits holds."""


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


def misnamed(dialog: QDialog) -> list[str]:
    """What a screen reader would take for something else."""
    found = []
    for widget in hands(dialog):
        role = QAccessible.queryAccessibleInterface(widget).role()
        fitting = next(roles for kind, roles in ROLES if isinstance(widget, kind))
        if role not in fitting:
            found.append(f"{type(widget).__name__} {widget.accessibleName()!r} is a {role.name}")
    return found


def is_led(widget: QWidget) -> bool:
    """Whether keys come to a widget from elsewhere: arrows from the chosen radio button beside it,
    Up and Down from the field that a finder's list lies under.
    """
    above = widget.parentWidget()
    if isinstance(above, Finder):
        return widget is above.list
    return (
        above is not None
        and isinstance(widget, QRadioButton)
        and not widget.isChecked()
        and any(one.isChecked() for one in above.findChildren(QRadioButton))
    )


def unreachable(dialog: QDialog) -> list[str]:
    """What of a dialog no key leads to: Tab does not stop there, or does not come round."""
    dialog.activateWindow()
    settle()
    kept = [one for one in hands(dialog) if one.isEnabled() and not is_led(one)]
    met, stuck = round_by_tab(dialog)
    missed = [one for one in kept if one not in met and one.focusProxy() not in met]
    return stuck + [f"{type(one).__name__} {one.accessibleName()!r} takes no Tab" for one in missed]


def kept_open(dialog: QDialog) -> list[str]:
    """Whether Escape leaves a dialog where it is, wherever the keyboard is."""
    QTest.keyClick(QApplication.focusWidget() or dialog, Qt.Key.Key_Escape)
    settle()
    return ["Escape does not close it"] if dialog.isVisible() else []


def test_every_dialog_says_what_its_parts_are_for_and_is_gone_through_by_keys(desk: Desk) -> None:
    wrong = []
    for name, make in DIALOGS.items():
        dialog = make(desk)
        dialog.setModal(False)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        dialog.show()
        settle()
        found = lacking(dialog) + misnamed(dialog) + unreachable(dialog) + kept_open(dialog)
        wrong += [f"{name}: {text}" for text in found]
        dialog.close()
        dialog.deleteLater()
    assert not wrong, "\n".join(wrong)


def letters(dialog: QDialog) -> dict[str, list[QWidget]]:
    """What each Alt key of a dialog leads to now: buttons, and the fields of labels."""
    found: dict[str, list[QWidget]] = {}
    for one in dialog.findChildren(QWidget):
        if not one.isVisible() or one.window() is not dialog:
            continue
        if isinstance(one, QLabel):
            text, goal = one.text() if one.textFormat() is not RICH else "", one.buddy()
        elif isinstance(one, (QAbstractButton, QGroupBox)):
            text, goal = (one.text() if isinstance(one, QAbstractButton) else one.title()), one
        else:
            continue
        letter = QKeySequence.mnemonic(text)
        if not letter.isEmpty() and goal is not None:
            found.setdefault(letter.toString(), []).append(goal)
    return found


def astray(dialog: QDialog) -> list[str]:
    """Alt keys that mean two things, or lead nowhere; and what one types or chooses without one."""
    found, wrong = letters(dialog), []
    for keys, goals in found.items():
        if len(goals) > 1:
            names = ", ".join(f"{type(one).__name__} {one.accessibleName()!r}" for one in goals)
            wrong.append(f"{keys} is of {names}")
        goal = goals[0].focusProxy() or goals[0]
        if isinstance(goal, QAbstractButton) or not goal.isEnabled() or len(goals) > 1:
            continue
        QTest.keySequence(QApplication.focusWidget() or dialog, QKeySequence(keys))
        now = QApplication.focusWidget()
        if now is not goal and (now is None or not goal.isAncestorOf(now)):
            wrong.append(f"{keys} does not lead to {goal.accessibleName()!r}")
    fields = (QLineEdit, QComboBox, QAbstractSpinBox)
    led = {one for goals in found.values() for one in goals}
    for label in dialog.findChildren(QLabel):
        buddy = label.buddy()
        if label.isVisible() and isinstance(buddy, fields) and buddy not in led:
            wrong.append(f"{label.text()!r} has no Alt key")
    return wrong


def test_every_alt_key_of_a_dialog_means_one_thing_and_works(desk: Desk) -> None:
    wrong = []
    for name, make in DIALOGS.items():
        dialog = make(desk)
        dialog.setModal(False)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        dialog.show()
        dialog.activateWindow()
        settle()
        wrong += [f"{name}: {text}" for text in astray(dialog)]
        dialog.close()
        dialog.deleteLater()
    assert not wrong, "\n".join(wrong)


def test_arrows_go_through_what_a_finder_found(desk: Desk) -> None:
    finder = DIALOGS["palette"](desk)
    assert isinstance(finder, Finder)
    finder.show()
    settle()
    QTest.keyClick(finder.line, Qt.Key.Key_Down)
    assert finder.list.currentRow() == 1 and QApplication.focusWidget() is finder.line
    finder.close()


@pytest.mark.usefixtures("qapp")
def test_a_table_that_keeps_tab_to_itself_is_found() -> None:
    dialog = QDialog()
    layout = QVBoxLayout(dialog)
    table = QTableWidget(2, 2)
    table.setCurrentCell(0, 0)
    for widget in (button("Go", ""), table, QLineEdit()):
        layout.addWidget(widget)
    dialog.show()
    assert any("no way round" in text for text in unreachable(dialog))
    table.setTabKeyNavigation(False)
    assert unreachable(dialog) == [] and misnamed(dialog) == []
    table.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    assert unreachable(dialog) == ["QTableWidget '' takes no Tab"]
    dialog.close()


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
