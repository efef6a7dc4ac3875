"""The titles of Europa in the window: what is shown, planned, refused, and where rules open."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.game.catalogue import choose
from engine.reports.log_export import How
from maps.hexgrid import Hex
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.analysis import Analysis
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.qtapp.conftest import Opener, answer, press_key, settle
from tests.qtapp.hands import click_rule, press

CAMP = "boot_camp/balkan_campaign"
FRONT = "balkan_front/italo_greek_war"
TITLES = ((CAMP, "BC-"), (FRONT, "BF-"))


def analysis(window: MainWindow) -> Analysis:
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    return play.analysis


def play_to(window: MainWindow, wanted: Callable[[], bool]) -> None:
    bridge = window.bridge
    with bridge.held():
        for _ in range(900):
            if bridge.view.chance is not None:
                bridge.roll()
            elif wanted():
                break
            else:
                bridge.act(choose(bridge.game))
    settle()
    assert wanted()


def lines(window: MainWindow, title: str) -> list[tuple[str, str]]:
    """The lines of a display as the panel shows them."""
    window.docks["displays"].raise_()
    settle()
    model = window.displays.model
    for row in range(model.rowCount()):
        top = model.index(row, 0)
        if top.data() == title:
            count = model.rowCount(top)
            both = ((model.index(n, 0, top), model.index(n, 1, top)) for n in range(count))
            return [(label.data(), value.data()) for label, value in both]
    return []


@pytest.mark.parametrize(("scenario", "prefix"), TITLES)
def test_the_set_up_is_recommended_and_the_link_of_the_prompt_opens_its_rule(
    opened: Opener, scenario: str, prefix: str
) -> None:
    window = opened(scenario)
    answer(window, "Use the recommended set-up")
    answer(window, "Finish set-up")
    assert window.bridge.view.side == "axis"
    rule = window.bridge.view.rule
    assert rule.startswith(prefix)
    click_rule(window, rule)
    assert analysis(window).rules.shown == rule
    assert analysis(window).rules.text.toPlainText().startswith(rule)


def test_the_window_says_what_a_scenario_leaves_out(opened: Opener) -> None:
    window = opened(FRONT)
    found = lines(window, "Not in this scenario")
    left = [label for label, value in found if value == "not in this scenario"]
    assert left == ["Air war", "Naval war"]
    assert ("There is no air phase", "") in found
    tree, model = window.displays.tree, window.displays.model
    for row in range(model.rowCount()):
        top = model.index(row, 0)
        tree.expand(top)
        for n in range(model.rowCount(top)):
            alone = not model.index(n, 1, top).data()
            assert tree.isFirstColumnSpanned(n, top) == alone
    window = opened(CAMP)
    assert not lines(window, "Not in this scenario")


@pytest.mark.parametrize(("scenario", "prefix"), TITLES)
def test_an_attack_is_planned_declared_and_rolled(
    opened: Opener, scenario: str, prefix: str
) -> None:
    window = opened(scenario)
    bridge = window.bridge
    found: list[Hex] = []

    def attackable() -> bool:
        if bridge.state.phase == "combat" and not found:
            for at in sorted(bridge.enemy_hexes):
                able = bridge.rules.candidates(bridge.state, at)
                plan = bridge.rules.plan(bridge.state, at, able) if able else None
                if plan is not None and plan.actions and not plan.objections:
                    found.append(at)
                    break
        return bool(found)

    play_to(window, attackable)
    window.view.set_cursor_hex(found[0])
    press_key(window, Qt.Key.Key_K)
    panel = analysis(window).planner
    assert panel.target == found[0]
    QTest.mouseClick(panel.all, Qt.MouseButton.LeftButton)
    chances = panel.plan.results if panel.plan is not None else ()
    assert chances and sum(result.chance for result in chances) == pytest.approx(1)
    QTest.mouseClick(panel.declare, Qt.MouseButton.LeftButton)
    settle()
    assert dict(lines(window, "Battle"))["Odds"]
    by_text = {button.accessibleName(): button for button in window.decision.buttons()}
    begun = bridge.game.log.current
    press(by_text["Go in"])
    if bridge.view.chance is None and bridge.game.log.current == begun + 1:
        bridge.act(choose(bridge.game))
    if bridge.view.chance is not None:
        press(window.decision.dice.roll)
    since = [node for node in bridge.game.log.line() if node.id > begun]
    rolled = next(node for node in since if node.how is How.ROLLED)
    assert any(rule.startswith(prefix) for rule, _sentence in rolled.told)


@pytest.mark.parametrize("scenario", [CAMP, FRONT])
def test_boxes_show_their_units_and_a_line_selects_one(opened: Opener, scenario: str) -> None:
    window = opened(scenario)
    window.displays.show_display("box:rhodes")
    settle()
    index = window.displays.tree.currentIndex()
    line = window.displays.model.index(0, 0, index)
    window.displays.tree.scrollTo(line)
    spot = window.displays.tree.visualRect(line).center()
    QTest.mouseClick(window.displays.tree.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    settle()
    unit = window.selection.unit
    assert unit is not None and window.bridge.state.pieces[unit].at == "rhodes"
