"""Planning an attack on the campaign, with the mouse and the keys, and carrying it out."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.core.view.outlook import Plan
from maps.hexgrid import Hex
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.analysis_panels.chance_bars import percent
from qtapp.workspaces.play.analysis_panels.planner_panel import PlannerPanel
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.qtapp.conftest import CAMPAIGN, Opener, click_hex, press_key, settle
from tests.qtapp.leading import lead, target_of


def planner(window: MainWindow) -> PlannerPanel:
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    return play.analysis.planner


@pytest.fixture(scope="module")
def attackable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign led until some hex can be attacked without objection."""
    path = tmp_path_factory.mktemp("planned") / "campaign.sandtable"
    return lead(path, CAMPAIGN, lambda game: target_of(game) is not None)


@pytest.fixture
def campaign(opened: Opener, attackable: Path, tmp_path: Path) -> MainWindow:
    """A window on that campaign."""
    return opened(Path(shutil.copy(attackable, tmp_path / "campaign.sandtable")))


@pytest.fixture
def target(campaign: MainWindow) -> Hex:
    """The hex that can be attacked."""
    found = target_of(campaign.bridge.game)
    assert found is not None
    return found


def test_an_attack_is_planned_and_declared(campaign: MainWindow, target: Hex) -> None:
    campaign.view.set_cursor_hex(target)
    press_key(campaign, Qt.Key.Key_K)
    panel = planner(campaign)
    assert panel.isVisible() and panel.target == target
    plan = panel.plan
    assert isinstance(plan, Plan) and plan.units == panel.force
    assert campaign.view.board.overlays.targets == (target,)
    assert campaign.view.board.overlays.arrows
    assert (
        plan.results
        == campaign.bridge.rules.plan(campaign.bridge.state, target, panel.force).results
    )  # type: ignore[union-attr]
    assert panel.declare.isEnabled()
    assert panel.declare.visibleRegion().boundingRect().size() == panel.declare.size(), "in sight"
    QTest.mouseClick(panel.declare, Qt.MouseButton.LeftButton)
    settle()
    assert panel.target is None
    battle = campaign.bridge.rules.question(campaign.bridge.state)
    assert campaign.bridge.game.scenario.map.label(target) in battle.prompt


def test_a_click_of_a_spare_button_plans_on_the_enemy_under_it(
    campaign: MainWindow, target: Hex
) -> None:
    panel, bridge = planner(campaign), campaign.bridge
    for button in (Qt.MouseButton.MiddleButton, Qt.MouseButton.BackButton):
        panel.aim(None)
        node = bridge.game.log.current
        click_hex(campaign, target, button=button)
        settle()
        assert panel.isVisible() and panel.target == target
        assert panel.force == bridge.rules.candidates(bridge.state, target)
        assert bridge.game.log.current == node, "nothing is done"
    panel.aim(None)
    free = next(
        at
        for at in target.neighbours()
        if at in bridge.game.scenario.map.terrain and at not in bridge.enemy_hexes
    )
    click_hex(campaign, free, button=Qt.MouseButton.MiddleButton)
    settle()
    assert panel.target is None and campaign.notice.isVisible()


def test_units_are_added_and_dropped_and_the_chances_follow(
    campaign: MainWindow, target: Hex
) -> None:
    campaign.view.set_cursor_hex(target)
    press_key(campaign, Qt.Key.Key_K)
    panel = planner(campaign)
    QTest.mouseClick(panel.none, Qt.MouseButton.LeftButton)
    assert panel.force == () and not panel.declare.isEnabled()
    assert "No unit has joined" in panel.objections.text()
    stack = panel.units.topLevelItem(0)
    assert stack is not None
    box = stack.child(0)
    assert box is not None
    spot = panel.units.visualItemRect(box)
    panel.units.setCurrentItem(box)
    QTest.keyClick(panel.units, Qt.Key.Key_Space)
    assert spot.isValid() and len(panel.force) == 1
    assert panel.plan is not None and panel.plan.results
    assert panel.bars.accessibleDescription().count("%") == min(12, len(panel.plan.results))


def test_without_an_enemy_it_says_what_to_do(campaign: MainWindow) -> None:
    campaign.view.set_cursor_hex(None)
    planner(campaign).aim(None)
    assert "press K" in planner(campaign).hint.text()
    assert not planner(campaign).declare.isVisibleTo(planner(campaign))


def test_enemy_threat_is_shown(campaign: MainWindow, target: Hex) -> None:
    press_key(campaign, Qt.Key.Key_Z, Qt.KeyboardModifier.ShiftModifier)
    marks = campaign.view.board.overlays.marks
    assert marks and set(marks.values()) == {"bad"}
    assert target in {near for at in marks for near in (at, *at.neighbours())}
    press_key(campaign, Qt.Key.Key_Z, Qt.KeyboardModifier.ShiftModifier)
    assert not campaign.view.board.overlays.marks


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (0.0, "0\u00a0%"),
        (0.0001, "<\u00a00.1\u00a0%"),
        (1 / 6, "16.7\u00a0%"),
        (0.9999, ">\u00a099.9\u00a0%"),
        (1.0, "100\u00a0%"),
    ],
)
def test_chances_never_promise_too_much(chance: float, text: str) -> None:
    assert percent(chance) == text
