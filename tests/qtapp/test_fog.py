"""The window under fog: nothing it shows, finds, lists or tells names a unit that is hidden."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QLabel

from engine.game.player_view import UNKNOWN, Fog, Seat
from maps.hexgrid import Hex
from qtapp.app.main_window import MainWindow
from qtapp.board.tips import NOT_EXAMINED, facts
from qtapp.painters.counters.stacks import SIDE
from qtapp.painters.layers.shape import PITCH
from qtapp.widgets.wording import unit_title
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.qtapp.conftest import press_key, settle
from tests.qtapp.hands import by_menu

QTAPP = Path(__file__).parents[2] / "qtapp"
PANELS = ("forces", "outlook", "calendar", "log", "displays", "planner", "ranges", "lines")


@pytest.fixture
def foggy(played: MainWindow) -> MainWindow:
    """The campaign in its second turn, the Allied side to decide and seated."""
    by_menu(played, "seat_first")
    settle()
    assert played.bridge.player_view.seat == Seat("allied", Fog.STACKS)
    return played


def texts(model: QAbstractItemModel, parent: QModelIndex = QModelIndex()) -> list[str]:  # noqa: B008
    """Every text and tool tip of a model."""
    found = []
    for row in range(model.rowCount(parent)):
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
        for column in range(columns):
            index = model.index(row, column, parent)
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                found.append(str(index.data(role) or ""))
        if not isinstance(model, QAbstractListModel):
            found += texts(model, model.index(row, 0, parent))
    return found


def shown_words(window: MainWindow) -> str:
    """Everything that lists, trees and labels of the window say."""
    found = []
    for view in window.findChildren(QAbstractItemView):
        if view.model() is not None:
            found += texts(view.model())
    found += [label.text() for label in window.findChildren(QLabel)]
    return "\n".join(found)


def unmistakable(window: MainWindow) -> list[str]:
    """Titles of hidden units that no known unit shares or has in its own title."""
    order = window.bridge.game.scenario.oob
    hidden = window.bridge.player_view.hidden
    others = {unit_title(order, unit) for unit in order.units if unit not in hidden}
    titles = {unit_title(order, unit) for unit in hidden} - others
    return sorted(t for t in titles if not any(t in other for other in others))


def test_no_panel_names_a_hidden_unit(foggy: MainWindow) -> None:
    secret = unmistakable(foggy)
    assert len(secret) > 10
    for panel in PANELS:
        foggy.show_panel(panel)
        settle()
    words = shown_words(foggy)
    assert [title for title in secret if re.search(rf"\b{re.escape(title)}\b", words)] == []
    play = foggy.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    play.analysis.forces.tabs.setCurrentIndex(1)
    settle()
    words = shown_words(foggy)
    assert [title for title in secret if re.search(rf"\b{re.escape(title)}\b", words)] == []
    by_menu(foggy, "seat_open")
    settle()
    play.analysis.forces.tabs.setCurrentIndex(0)
    settle()
    words = shown_words(foggy)
    assert any(title in words for title in secret), "the open board names them"


def test_far_stacks_are_blank_counters_with_a_tip(foggy: MainWindow) -> None:
    bridge = foggy.bridge
    unknown = bridge.player_view.unknown
    assert unknown
    stacks = foggy.view.board.stacks
    assert stacks is not None
    for at in unknown:
        known = [view.unit for view in stacks.counters.get(at, [])]
        assert not set(known) & bridge.player_view.hidden
        assert UNKNOWN in [view.kind for view in stacks.markers[at]]
        assert NOT_EXAMINED in facts(bridge, at)
    truth = bridge.game.state.pieces
    known_at = {at for at in unknown if stacks.counters.get(at)}
    blank = next(at for at in sorted(unknown) if at not in known_at)
    assert any(truth[unit].at == blank for unit in bridge.player_view.hidden)
    spot = stacks.marker_spots(blank)[0]
    assert spot.box.width() == pytest.approx(SIDE * PITCH), "as large as a counter"


def test_clicking_a_hidden_stack_selects_no_unit(foggy: MainWindow) -> None:
    at = sorted(foggy.bridge.player_view.unknown)[0]
    foggy.play.select_place(at)
    settle()
    assert foggy.selection.place == at
    assert NOT_EXAMINED in [
        label.text().split("\n")[-1] for label in foggy.stack.findChildren(QLabel)
    ]
    assert foggy.selection.unit not in foggy.bridge.player_view.hidden


def test_threat_and_zones_come_from_known_enemies_only(foggy: MainWindow) -> None:
    for ident in ("threat", "zones"):
        foggy.book[ident].setChecked(False)
        by_menu(foggy, ident)
    settle()
    bridge = foggy.bridge
    known = {c.at for c in bridge.counters if bridge.rules.owner(bridge.state, c.unit) == "axis"}
    threatened = foggy.view.board.overlays.marks
    if not any(isinstance(at, Hex) for at in known):
        assert not threatened
    for unit in bridge.player_view.hidden:
        assert bridge.rules.reach(bridge.state, unit) == {}
    for ident in ("threat", "zones"):
        by_menu(foggy, ident)


def test_the_enemy_s_decision_is_not_shown_but_played(foggy: MainWindow) -> None:
    bridge = foggy.bridge
    by_menu(foggy, "seat_second")
    settle()
    assert bridge.view.side == "allied" and not bridge.player_decides
    assert not foggy.decision.buttons()
    assert "automatic player" in bridge.view.prompt
    assert not list(bridge.offers.everything(3))
    assert foggy.book["auto_phase"].isEnabled() and not foggy.book["referee"].isEnabled()
    before = bridge.game.log.current
    by_menu(foggy, "auto_phase")
    for _ in range(400):
        settle()
        if not foggy.robot.is_busy:
            break
    assert bridge.game.log.current != before
    assert "out of your sight" in shown_words(foggy)


def test_what_is_hidden_is_said_and_the_log_is_written_so(
    foggy: MainWindow, tmp_path: Path
) -> None:
    assert "Seen as Allied" in foggy.standing.text()
    assert "set-up is hidden" in foggy.standing.toolTip()
    target = tmp_path / "log.txt"
    foggy.files.write_log(target)
    text = target.read_text("utf-8")
    assert "out of your sight" in text
    assert not [t for t in unmistakable(foggy) if re.search(rf"\b{re.escape(t)}\b", text)]


def test_only_the_set_up_may_be_hidden(foggy: MainWindow) -> None:
    by_menu(foggy, "fog_set_up")
    settle()
    assert foggy.bridge.player_view.seat == Seat("allied", Fog.SET_UP)
    assert not foggy.bridge.player_view.hidden and not foggy.bridge.player_view.unknown
    by_menu(foggy, "fog_set_up")
    by_menu(foggy, "seat_open")
    press_key(foggy, Qt.Key.Key_Escape)
    assert foggy.bridge.player_view.is_open and "Seen as" not in foggy.standing.text()


BARE = re.compile(r"game\.(state|rules|story|tell|outcomes|view|state_at|rules_at)\b|\.told\[")
MAY = {
    "cli.py",
    "painting.py",
    "referee_dialog.py",
    "bridge.py",
    "measures.py",
    "lines_panel.py",
    "charts_controller.py",
    "subject.py",
    "film.py",
}
"""Files that paint, measure or write without a window, override anything, or show turns alone."""


def test_the_window_asks_only_through_the_player_view() -> None:
    for path in sorted(QTAPP.rglob("*.py")):
        if path.name not in MAY and "bench" not in path.name:
            found = BARE.findall(path.read_text("utf-8"))
            assert not found, f"{path}: {found}"
