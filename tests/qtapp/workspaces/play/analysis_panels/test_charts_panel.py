"""The charts of a campaign, looked up in the window."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from PySide6.QtWidgets import QDockWidget

from engine.game.chartbook import DECLARED, ChartRow, ChartTable, charts_of
from engine.game.session import GameSession
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.analysis_panels.charts_panel import ChartsPanel
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.qtapp.conftest import Opener, settle
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


def test_tables_of_a_kit_say_who_declares_them(opened: Opener, tmp_path: Path) -> None:
    where = tmp_path / "fire.sandtable"
    GameSession.start("by_hand/fire", path=where).close()
    window = opened(where)
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    panel = play.analysis.charts
    by_menu(window, "charts")
    settle()
    for row, chart in enumerate(charts_of(window.bridge.game.scenario.charts)):
        panel.which.setCurrentIndex(row)
        assert panel.about.isVisible(), chart.id
        assert panel.about.text() == DECLARED


def test_a_table_too_wide_for_the_panel_lies_on_its_side(opened: Opener) -> None:
    window = opened("boot_camp/balkan_campaign")
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    panel = play.analysis.charts
    by_menu(window, "charts")
    settle()
    chart = panel.chart
    assert chart is not None and chart.id == "combat"
    heads = next(table.columns for table in chart.tables if len(table.columns) > 8)

    def reads(first: str, then: str) -> bool:
        lines = panel.text.toPlainText().split("\n")
        return (first, then) in pairwise(lines)

    dock = window.findChild(QDockWidget, "charts")
    assert dock is not None
    dock.setFloating(True)
    for wide, is_upright in ((360, False), (900, True), (360, False)):
        dock.resize(wide, 500)
        settle()
        assert reads(heads[1], heads[2]) is is_upright, (wide, panel.text.toPlainText())
        for row in range(panel.which.count()):
            panel.which.setCurrentIndex(row)
            settle()
            assert not panel.text.horizontalScrollBar().isVisible(), (
                wide,
                panel.which.currentText(),
            )
        panel.which.setCurrentIndex(0)


def test_no_table_scrolls_sideways_at_any_width(campaign: MainWindow) -> None:
    """Nor one whose last column tells cells that are known otherwise than their line."""
    play = campaign.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    panel = play.analysis.charts
    by_menu(campaign, "charts")
    dock = campaign.findChild(QDockWidget, "charts")
    assert dock is not None
    dock.setFloating(True)
    wide = [
        (width, panel.which.currentText())
        for width in range(310, 410, 10)
        for row in range(panel.which.count())
        if _scrolls(panel, dock, width, row)
    ]
    dock.setFloating(False)
    assert not wide


def _scrolls(panel: ChartsPanel, dock: QDockWidget, width: int, row: int) -> bool:
    dock.resize(width, 500)
    panel.which.setCurrentIndex(row)
    settle()
    return panel.text.horizontalScrollBar().maximum() > 0


def test_lines_of_a_table_may_be_of_different_lengths(campaign: MainWindow) -> None:
    play = campaign.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    lines = (ChartRow(("1", "AE")), ChartRow(("2", "EX", "DE")), ChartRow(()))
    told = play.analysis.charts._table(ChartTable("Ragged", ("", "1:1", "2:1"), lines), "printed")
    assert told.count("<tr>") == 4 and told.count("<td") == 12
