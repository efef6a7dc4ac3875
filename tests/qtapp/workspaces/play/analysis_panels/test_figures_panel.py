"""Plots and dice of the campaign."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from engine.core.actions import Roll
from maps.errors import KnownError
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.analysis_panels.figures_panel import FiguresPanel
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.qtapp.conftest import press_key, settle


def figures(window: MainWindow) -> FiguresPanel:
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    return play.analysis.figures


@pytest.fixture
def plotted(played: MainWindow) -> MainWindow:
    """The campaign in its second turn, with its figures in view."""
    press_key(played, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    settle()
    return played


def test_figures_are_plotted_by_turn_and_side(plotted: MainWindow) -> None:
    panel = figures(plotted)
    assert panel.isVisible()
    titles = [panel.choice.itemText(n) for n in range(panel.choice.count())]
    assert "Victory points" in titles and "Towns and cities held" in titles
    curves = panel.plot.getPlotItem().listDataItems()
    assert [curve.name() for curve in curves] == ["Allied", "Axis"]
    turns, values = curves[1].getData()
    assert list(turns) == [1, 2]
    now = {
        f.side: f.value
        for f in plotted.bridge.rules.figures(plotted.bridge.state)
        if f.id == "points"
    }
    assert values[-1] == now["axis"]


def test_the_table_holds_every_turn(plotted: MainWindow) -> None:
    rows = list(csv.DictReader(StringIO(figures(plotted).table_text())))
    assert [row["Turn"] for row in rows] == ["1", "2"]
    assert set(rows[0]) >= {"Victory points Axis", "Victory points Allied"}


def test_the_plot_is_saved(plotted: MainWindow, tmp_path: Path) -> None:
    figures(plotted).save_picture(tmp_path / "plot.png")
    assert QImage(str(tmp_path / "plot.png")).width() >= 700
    with pytest.raises(KnownError, match="cannot be written"):
        figures(plotted).save_picture(tmp_path / "nowhere" / "plot.png")


def test_dice_are_counted_and_judged(plotted: MainWindow) -> None:
    panel = figures(plotted)
    log = plotted.bridge.game.log
    thrown = sum(isinstance(node.action, Roll) for node in log.line())
    head = panel.dice.topLevelItem(0)
    assert head is not None
    assert head.text(0).startswith(f"Die of 10: {thrown} throws, mean ")
    bar = panel.tabs.tabBar()
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(1).center())
    settle()
    room = panel.dice.visualItemRect(head).width()
    assert panel.dice.fontMetrics().horizontalAdvance(head.text(0)) < room, "it is told whole"
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(0).center())
    assert sum(int(head.child(n).text(1)) for n in range(10)) == thrown  # type: ignore[union-attr]
    assert "Die of 10" in panel.verdict.text()


def test_a_game_without_figures_says_so(window: MainWindow) -> None:
    press_key(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    panel = figures(window)
    assert panel.empty.isVisibleTo(panel) and not panel.plot.isVisibleTo(panel)
    assert "No dice" in panel.verdict.text()


def test_the_names_of_the_lines_stand_above_all_of_them(plotted: MainWindow) -> None:
    """A line that rose to the last turn ran through them."""
    panel = figures(plotted)
    settle()
    plot = panel.plot.getPlotItem()
    box = plot.legend.mapRectToItem(plot.vb, plot.legend.boundingRect())
    for curve in plot.listDataItems():
        turns, values = curve.getData()
        spots = [plot.vb.mapFromView(QPointF(x, y)) for x, y in zip(turns, values, strict=True)]
        assert all(spot.y() > box.bottom() for spot in spots), curve.name()
