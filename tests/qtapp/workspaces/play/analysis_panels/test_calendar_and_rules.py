"""The turn record and the rules beside the campaign."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog, QTreeWidget, QTreeWidgetItem

from engine.game.session import GameSession
from engine.reports.statistics import Statistics, Weathered
from maps.hexgrid import Hex
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.analysis import Analysis
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.qtapp.conftest import CAMPAIGN, Opener, click_hex, press_key, settle
from tests.qtapp.hands import click_item, click_rule
from tests.qtapp.leading import lead

CTRL = Qt.KeyboardModifier.ControlModifier


def analysis(window: MainWindow) -> Analysis:
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    return play.analysis


def skies(game: GameSession) -> tuple[Weathered, ...]:
    return Statistics(game).weather()


def tops(tree: QTreeWidget) -> list[QTreeWidgetItem]:
    return [item for n in range(tree.topLevelItemCount()) if (item := tree.topLevelItem(n))]


def test_the_turn_record_tells_what_each_turn_brings(campaign: MainWindow) -> None:
    press_key(campaign, Qt.Key.Key_R, CTRL)
    panel = analysis(campaign).calendar
    assert panel.isVisible() and panel.heading.text() == "Turn 1 of 20"
    rows = tops(panel.tree)
    assert rows[0].text(0).startswith("Any turn")
    assert rows[1].text(0).startswith("Turn 1") and rows[1].font(0).bold()
    assert len(rows) == 21
    inside = [rows[2].child(n).text(0) for n in range(rows[2].childCount())]  # type: ignore[union-attr]
    assert any(text.startswith("Weather:") and "%" in text for text in inside)


def test_notes_are_written_at_turns(campaign: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    press_key(campaign, Qt.Key.Key_R, CTRL)
    panel = analysis(campaign).calendar
    panel.tree.setCurrentItem(tops(panel.tree)[5])
    monkeypatch.setattr(QInputDialog, "getText", lambda *_a, **_k: ("Land at Split", True))
    QTest.mouseClick(panel.note, Qt.MouseButton.LeftButton)
    settle()
    assert campaign.bridge.game.turn_notes.all() == {5: "Land at Split"}
    assert "Land at Split" in tops(panel.tree)[5].text(0)


def test_a_unit_that_is_due_is_shown(campaign: MainWindow) -> None:
    press_key(campaign, Qt.Key.Key_R, CTRL)
    panel = analysis(campaign).calendar
    entry = tops(panel.tree)[0].child(0)
    assert entry is not None
    click_item(panel.tree, entry)
    assert campaign.selection.unit is not None


def test_rules_are_searched(campaign: MainWindow) -> None:
    press_key(campaign, Qt.Key.Key_F2)
    panel = analysis(campaign).rules
    assert panel.isVisible()
    QTest.keyClicks(panel.search, "march road chain")
    assert panel.shown.startswith("BG-9")
    assert panel.text.toPlainText().startswith(panel.shown)
    QTest.keyClicks(panel.search, " zzz")
    assert panel.shown == "" and panel.text.toPlainText() == ""


def test_chapters_have_titles(campaign: MainWindow) -> None:
    press_key(campaign, Qt.Key.Key_F2)
    panel = analysis(campaign).rules
    panel.search.clear()
    heads = [item.text(0) for item in tops(panel.tree)]
    assert heads[6] == "7  Command points" and heads[-1] == "1945  Scenario 1945"
    QTest.keyClicks(panel.search, "partisans scatter")
    assert all(item.childCount() for item in tops(panel.tree))


def test_the_rule_of_a_prompt_is_opened(campaign: MainWindow) -> None:
    click_rule(campaign, "BG-3.1a")
    panel = analysis(campaign).rules
    assert panel.isVisible() and panel.shown == "BG-3.1a"


def test_an_objection_links_its_rules(window: MainWindow) -> None:
    click_hex(window, Hex(0, 0))
    click_hex(window, Hex(1, 1))
    assert "S 3" in window.notice.text()
    assert not analysis(window).rules.open("S 3")
    assert analysis(window).rules.empty.isVisibleTo(analysis(window).rules)


def test_past_turns_show_the_weather_that_was_rolled(opened: Opener, tmp_path: Path) -> None:
    path = lead(tmp_path / "campaign.sandtable", CAMPAIGN, lambda game: game.state.turn >= 3)
    campaign = opened(path)
    bridge = campaign.bridge
    press_key(campaign, Qt.Key.Key_R, CTRL)
    panel = analysis(campaign).calendar
    (die,) = Statistics(bridge.game).weather()[1].dice
    rows = tops(panel.tree)
    weather = Statistics(bridge.game).weather()[1].zones[0][1]
    assert rows[2].text(0).startswith(f"Turn 2 · {weather}")
    line = rows[2].child(0)
    assert line is not None
    assert line.text(0) == f"Weather was {weather} (die {die.face})"
    assert "%" in rows[4].child(0).text(0)  # type: ignore[union-attr]
    rows[2].setExpanded(True)
    panel.tree.setFocus()
    panel.tree.setCurrentItem(line)
    QTest.keyClick(panel.tree, Qt.Key.Key_Return)
    settle()
    assert bridge.game.log.current == die.node


def test_each_of_several_dice_stands_by_what_it_was_rolled_for(
    opened: Opener, tmp_path: Path
) -> None:
    """Of two dice that made the weather neither is told of the zones of the other."""
    east = "fire_in_the_east/army_group_north"
    path = lead(tmp_path / "east.sandtable", east, lambda game: bool(skies(game)[0].dice))
    campaign = opened(path)
    press_key(campaign, Qt.Key.Key_R, CTRL)
    (now,) = skies(campaign.bridge.game)
    arctic, south = (die.face for die in now.dice)
    row = tops(analysis(campaign).calendar.tree)[0]
    lines = [row.child(number).text(0) for number in range(len(now.zones) + 2)]
    assert all(" is " in line and "die" not in line for line in lines[:-2])
    assert lines[-2:] == [
        f"The weather in the Arctic: die {arctic}",
        f"The weather south of it: die {south}",
    ]


def test_words_looked_for_in_the_rules_of_one_game_are_not_kept_for_another(
    opened: Opener,
) -> None:
    window = opened("boot_camp/balkan_campaign")
    press_key(window, Qt.Key.Key_F2)
    panel = analysis(window).rules
    QTest.keyClicks(panel.search, "zone of control")
    window = opened("balkan_gambit/1943")
    assert panel.search.text() == ""
    assert tops(panel.tree)[0].text(0) == "1  Introduction", [i.text(0) for i in tops(panel.tree)]
