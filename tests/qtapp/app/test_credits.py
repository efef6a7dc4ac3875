"""The About box and the README name everybody whose work is shipped or installed."""

from __future__ import annotations

from pathlib import Path

import lock
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

import resources
from maps.data import load, names
from qtapp.dialogs.about import AboutDialog
from tests.qtapp.hands import click_link

ROOT = Path(__file__).resolve().parents[3]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "owed",
    [
        "Natural Earth",
        "GeoNames",
        "geonames.org",
        "CC BY 4.0",
        "SRTM30",
        "GTOPO30",
        "DejaVu",
        "LGPL",
    ],
)
def test_a_source_is_named_in_both(owed: str) -> None:
    assert owed in resources.credits()
    assert owed in README


def test_every_package_that_is_installed_is_named() -> None:
    for file in ("locked.txt", "locked-tests.txt"):
        for name in lock.blocks((ROOT / "packaging" / file).read_text()):
            if file == "locked.txt" or name in ("pyproj", "shapely"):
                assert name in resources.credits().lower(), name


@pytest.mark.parametrize("name", names())
def test_a_board_made_of_geonames_says_so(name: str) -> None:
    credits = load(name).notes.get("credits", "")
    assert "GeoNames" not in credits or "CC BY 4.0" in credits


def test_the_licence_of_the_tree_is_the_one_that_is_shown() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert text == resources.licence("MIT.txt")
    assert "The Sandtable authors" in text
    assert "Attribution 4.0 International" in resources.licence("CC-BY-4.0.txt")


def test_about_shows_the_licences_and_comes_back(qtbot: QtBot) -> None:
    dialog = AboutDialog(resources.credits(), "#000000")
    qtbot.addWidget(dialog)
    dialog.show()
    assert "GeoNames" in dialog.text.toPlainText()
    assert not dialog.back.isEnabled()
    click_link(dialog.text, "CC-BY-4.0.txt")
    assert "Attribution 4.0 International" in dialog.text.toPlainText()
    QTest.mouseClick(dialog.back, Qt.MouseButton.LeftButton)
    assert "GeoNames" in dialog.text.toPlainText()
    assert not dialog.back.isEnabled()
