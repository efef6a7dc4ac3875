"""The manual's pictures for newcomers: a set-up, a battle, an attack planned on Turkey."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from manual_pictures.stage import PAINTED, first_attack, take
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.play_workspace import PlayWorkspace

GAMBIT, GERTRUD = "balkan_gambit/1943", "operation_gertrud/early_1941"
SIDES = 2


def paint(window: MainWindow) -> None:
    """The first thing a newcomer sees with a unit chosen, a battle, and the planner at work."""
    window.files.go_on(GAMBIT)
    window.bridge.seek(0)
    QTest.qWait(PAINTED)
    QTest.keyClick(window.view, Qt.Key.Key_N)
    reach = sorted(window.view.board.overlays.reach)
    take(window, reach[len(reach) // 2], "getting-started.png")
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    target = first_attack(window, SIDES, phase=None)
    play.analysis.plan_on(target)
    plan = play.analysis.planner.plan
    assert plan is not None
    play.analysis.declare(plan)
    window.show_panel("battle")
    take(window, target, "balkan-gambit.png")
    window.files.go_on(GERTRUD)
    QTest.qWait(PAINTED)
    target = first_attack(window, SIDES, phase=None)
    play.analysis.plan_on(target)
    take(window, target, "operation-gertrud.png")
