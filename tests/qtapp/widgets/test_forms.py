"""Names of a form stand level with their fields."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import (
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from qtapp.widgets.forms import LevelForm, in_line
from tests.qtapp.conftest import settle

NAME = QFormLayout.ItemRole.LabelRole


def middle(widget: QWidget) -> float:
    return widget.geometry().top() + widget.height() / 2


@pytest.mark.parametrize("tall", [24, 34, 44])
def test_names_stand_level_with_fields_of_one_line(qtbot: QtBot, tall: int) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    form, line, notes = LevelForm(page), QLineEdit(), QPlainTextEdit()
    line.setFixedHeight(tall)
    form.addRow("Place", line)
    form.addRow("Notes", notes)
    form.addRow(QSpinBox())
    page.resize(300, 300)
    page.show()
    settle()
    beside, below = (form.itemAt(row, NAME).widget() for row in (0, 1))
    assert abs(middle(beside) - middle(line)) <= 1
    assert below.geometry().top() - notes.geometry().top() < 12, "by the first line"


def test_a_name_above_its_field_stays_there(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    form, line = LevelForm(page), QLineEdit()
    form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
    form.addRow("Place", line)
    page.show()
    settle()
    assert form.itemAt(0, NAME).widget().geometry().bottom() < line.geometry().top()


def test_fields_of_several_forms_begin_on_one_line(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    forms = LevelForm(), LevelForm()
    for form, name in zip(forms, ("A", "A long name"), strict=True):
        form.addRow(name, QLineEdit())
    in_line(*forms)
    names = [form.itemAt(0, NAME).widget() for form in forms]
    assert all(isinstance(name, QLabel) for name in names)
    assert len({name.minimumWidth() for name in names}) == 1
