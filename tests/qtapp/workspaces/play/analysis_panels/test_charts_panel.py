"""The charts of a campaign, looked up in the window."""

from __future__ import annotations

from engine.game.chartbook import charts_of
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.qtapp.conftest import settle
from tests.qtapp.hands import by_menu


def test_charts_show_their_numbers_and_how_surely_they_are_known(campaign: MainWindow) -> None:
    play = campaign.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    panel = play.analysis.charts
    by_menu(campaign, "charts")
    settle()
    assert panel.isVisible() and panel.which.hasFocus()
    known = charts_of(campaign.bridge.game.scenario.charts)
    assert panel.which.count() == len(known)
    for row, chart in enumerate(known):
        panel.which.setCurrentIndex(row)
        shown = panel.text.toPlainText()
        assert chart.title in shown and chart.provenance in shown
        for table in chart.tables:
            for line in table.rows:
                assert all(cell in shown for cell in line.cells)
                assert line.provenance in shown
    campaign.bridge.close()
    assert panel.chart is None
