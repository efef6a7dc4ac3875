"""Plots and dice of the campaign."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from engine.core.actions import Roll
from engine.game.catalogue import choose
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
def played(campaign: MainWindow) -> MainWindow:
    """The campaign in its second turn."""
    with campaign.bridge.held():
        while campaign.bridge.state.turn < 2:
            campaign.bridge.act(choose(campaign.bridge.game))
    press_key(campaign, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    settle()
    return campaign


def test_figures_are_plotted_by_turn_and_side(played: MainWindow) -> None:
    panel = figures(played)
    assert panel.isVisible()
    titles = [panel.choice.itemText(n) for n in range(panel.choice.count())]
    assert "Victory points" in titles and "Towns and cities held" in titles
    curves = panel.plot.getPlotItem().listDataItems()
    assert [curve.name() for curve in curves] == ["Allied", "Axis"]
    turns, values = curves[1].getData()
    assert list(turns) == [1, 2]
    now = {
        f.side: f.value
        for f in played.bridge.rules.figures(played.bridge.state)
        if f.id == "points"
    }
    assert values[-1] == now["axis"]


def test_the_table_holds_every_turn(played: MainWindow) -> None:
    rows = list(csv.DictReader(StringIO(figures(played).table_text())))
    assert [row["Turn"] for row in rows] == ["1", "2"]
    assert set(rows[0]) >= {"Victory points Axis", "Victory points Allied"}


def test_the_plot_is_saved(played: MainWindow, tmp_path: Path) -> None:
    figures(played).save_picture(tmp_path / "plot.png")
    assert QImage(str(tmp_path / "plot.png")).width() >= 700
    with pytest.raises(KnownError, match="cannot be written"):
        figures(played).save_picture(tmp_path / "nowhere" / "plot.png")


def test_dice_are_counted_and_judged(played: MainWindow) -> None:
    panel = figures(played)
    log = played.bridge.game.log
    thrown = sum(isinstance(node.action, Roll) for node in log.line())
    head = panel.dice.topLevelItem(0)
    assert head is not None
    assert head.text(0) == f"Die of 10: {thrown} throws"
    assert sum(int(head.child(n).text(1)) for n in range(10)) == thrown  # type: ignore[union-attr]
    assert "Die of 10" in panel.verdict.text()


def test_a_game_without_figures_says_so(window: MainWindow) -> None:
    press_key(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    panel = figures(window)
    assert panel.empty.isVisibleTo(panel) and not panel.plot.isVisibleTo(panel)
    assert "No dice" in panel.verdict.text()
