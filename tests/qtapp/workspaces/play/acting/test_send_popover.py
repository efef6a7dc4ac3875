"""A click on a target asks who is sent there: ticks and numbers, with the odds as one chooses."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QTreeWidgetItem

from engine.rules.air.points import Allot
from engine.systems.balkan_front.state.records import AirFront
from engine.systems.boot_camp.state.records import Campaign
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.records import Manner, Mission
from maps.hexgrid import Hex
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.acting.offer_menu import MOST
from qtapp.workspaces.play.acting.sending.popover import SendPopover
from tests.qtapp.conftest import Opener, press_key, settle
from tests.qtapp.hands import by_menu, click_item, pick, press
from tests.qtapp.menus import ask, entries
from tests.qtapp.test_air_turn import (
    AIRCRAFT,
    ATHENS,
    BRINDISI,
    LARISA,
    PHASE,
    TIRANA,
    WAR,
    arcs,
)
from tests.qtapp.workspaces.play.laid import Hands, laid_out

CAMP = "boot_camp/balkan_campaign"
ELBASAN, PARKED = "14A:3918", ["air unit greek-mxd-b"]
GUARDED = {
    TIRANA: [f"air unit {unit}" for unit in AIRCRAFT],
    LARISA: [*PARKED, "air unit greek-p-24"],
}
"""Bombers, and a fighter where they go."""
TWO_FIGHTERS = {**GUARDED, LARISA: [*GUARDED[LARISA], "air unit british-glad"]}
EPIRUS, BESIDE = "14A:4519", "14A:4419"
FRONT = {
    "turn": 2,
    "side": "axis",
    "phase": "air",
    "weather": "clear",
    "only": True,
    "units": {"italian-3-julia": BESIDE, "greek-8-mountain": EPIRUS},
}


def popover(window: MainWindow) -> SendPopover:
    """The popover that is open."""
    found = window.play.targets.popover
    assert found is not None and found.isVisible()
    return found


def lines(shown: SendPopover) -> dict[str, str]:
    """Who is listed, with the odds beside."""
    rows = (shown.tree.topLevelItem(row) for row in range(shown.tree.topLevelItemCount()))
    return {item.text(0): item.text(1) for item in rows if item is not None}


def line(shown: SendPopover, words: str) -> QTreeWidgetItem:
    """The line that begins with some words."""
    rows = (shown.tree.topLevelItem(row) for row in range(shown.tree.topLevelItemCount()))
    return next(item for item in rows if item is not None and item.text(0).startswith(words))


def to_mission(shown: SendPopover, title: str) -> None:
    """Choose a mission by its title."""
    texts = [shown.missions.itemText(row) for row in range(shown.missions.count())]
    pick(shown.missions, next(row for row, text in enumerate(texts) if text.startswith(title)))


def air_of(window: MainWindow) -> AirFront:
    state = window.bridge.state
    assert isinstance(state, AirFront)
    return state


def test_two_bombers_are_ticked_and_sent_with_their_odds_together(opened: Opener) -> None:
    window = laid_out(opened, WAR, PHASE)
    hands = Hands(window)
    before = window.bridge.game.digest()
    hands.click(LARISA)
    shown = popover(window)
    assert shown.missions.currentText().startswith("Airbase bombing"), "what one comes for"
    assert lines(shown)["Italian SM.79-1 1, from 14A:3719 Tirana"] == "33\u00a0% to hit"
    assert not shown.go.isEnabled() and shown.words.text() == "Nobody is chosen."
    click_item(shown.tree, line(shown, "Italian SM.79-1"))
    assert shown.words.text() == "Italian SM.79-1 1, from 14A:3719 Tirana: 33\u00a0% to hit"
    click_item(shown.tree, line(shown, "Italian SM.81"))
    assert shown.words.text() == "2 air units: 50\u00a0% to hit", "they bomb together (BF-20F.3)"
    press(shown.go)
    flying = [unit for unit in air_of(window).air.units.values() if unit.mission]
    assert {unit.mission for unit in flying} == {Mission.AIRBASE_BOMBING} and len(flying) == 2
    assert arcs(window) == {(hands.hex(TIRANA), hands.hex(LARISA)): "2"}
    assert window.play.targets.popover is None
    assert window.focusWidget() is window.view
    window.bridge.undo()
    settle()
    assert window.bridge.game.digest() == before, "one undo takes both back"


def patrolled(opened: Opener, markers: dict[str, list[str]] = GUARDED) -> MainWindow:
    """Two bombers were sent through the patrol zone of a fighter, whose side decides."""
    window = laid_out(opened, WAR, {**PHASE, "markers": markers})
    Hands(window).click(LARISA)
    shown = popover(window)
    to_mission(shown, "Airbase bombing")
    for name in ("Italian SM.79-1", "Italian SM.81"):
        click_item(shown.tree, line(shown, name))
    assert shown.words.text().startswith("2 air units"), shown.why.text()
    press(shown.go)
    settle()
    return window


def flights(window: MainWindow) -> int:
    """How many air units are on a mission."""
    return sum(bool(unit.mission) for unit in air_of(window).air.units.values())


def test_the_next_one_flies_when_the_enemy_has_decided_about_the_first(opened: Opener) -> None:
    """[BF-19] Patrols attack each air unit that flies by: the choice of several is not lost."""
    window = patrolled(opened)
    assert window.bridge.view.side == "allied" and flights(window) == 1
    assert window.notice.text() == "1 more goes when the others have decided."
    Hands(window).button("Let it pass")
    assert flights(window) == 2 and window.bridge.view.side == "allied"
    Hands(window).button("Let it pass")
    assert window.bridge.view.side == "axis" and not window.play.targets.sent.waiting


def test_the_way_past_patrols_is_lit_and_its_end_is_named(opened: Opener) -> None:
    """[BF-19.11] The hexes where the fighter may attack are what the enemy decides between."""
    window = patrolled(opened)
    offers = window.bridge.offers.everything(100)
    way = {offer.hex for offer in offers if offer.family == "patrol attack"}
    assert len(way) > 1 and {*window.view.board.overlays.marks} == way
    assert f"flies to {LARISA} Larisa" in window.bridge.view.prompt
    Hands(window).button("Let it pass")
    Hands(window).button("Let it pass")
    assert not window.view.board.overlays.marks, "his own missions light nothing before one is sent"


def test_one_fighter_alone_is_chosen_for_a_patrol_attack_in_a_hex(opened: Opener) -> None:
    """[BF-19.11] Another one takes the place of the first; two were taken, and the second waited.
    What each promises stands beside it.
    """
    window = patrolled(opened, TWO_FIGHTERS)
    hands = Hands(window)
    hands.click(LARISA)
    shown = popover(window)
    assert lines(shown) == {
        "Greek P.24": "33\u00a0% turned back",
        "British Glad": "17\u00a0% turned back",
    }
    click_item(shown.tree, line(shown, "Greek P.24"))
    assert shown.words.text() == "Greek P.24: 33\u00a0% turned back"
    click_item(shown.tree, line(shown, "British Glad"))
    assert shown.words.text() == "British Glad: 17\u00a0% turned back" and len(shown.chosen) == 1
    press(shown.go)
    settle()
    state = air_of(window)
    assert state.air.patrolled == {"british-glad"}
    found = [unit.mission for unit in state.air.units.values()]
    assert found.count(Mission.AIRBASE_BOMBING) == 2, "what the other side had sent goes on"


def test_undo_keeps_the_others_on_the_ground(opened: Opener) -> None:
    window = patrolled(opened)
    by_menu(window, "undo")
    settle()
    assert not flights(window) and not window.play.targets.sent.waiting
    assert window.bridge.view.side == "axis"


def test_who_cannot_go_any_more_is_told_and_left_out(opened: Opener) -> None:
    """Should one of them have flown meanwhile, say."""
    window = patrolled(opened)
    sent, state = window.play.targets.sent, air_of(window)
    flown = next(name for name, unit in state.air.units.items() if unit.mission)
    (waits,) = sent.waiting
    assert isinstance(waits, FlyMission)
    sent._runs[-1].waiting = [replace(waits, air_unit=flown), waits]
    Hands(window).button("Let it pass")
    assert window.notice.text().endswith("has flown in this air phase. BF-20.1")
    assert flights(window) == 2 and not sent.waiting


def test_a_click_means_the_target_while_one_does_nothing_but_intercept(opened: Opener) -> None:
    """Units of one's own that stand under the bombs are in nobody's way."""
    units = {"greek-8-mountain": LARISA}
    window = laid_out(opened, WAR, {**PHASE, "units": units, "markers": GUARDED})
    hands = Hands(window)
    ask(hands, LARISA, "Choose several to send")
    shown = popover(window)
    to_mission(shown, "Airbase bombing")
    click_item(shown.tree, line(shown, "Italian SM.79-1"))
    press(shown.go)
    hands.button("Let it pass")
    hands.click(LARISA)
    QTest.keyClick(popover(window).tree, Qt.Key.Key_Escape)
    settle()
    hands.button("End the air phase")
    assert window.bridge.view.prompt == "Intercept: 1 fighter can take off."
    assert "at targets on the board" in " ".join(
        found.text() for found in window.decision.findChildren(QLabel)
    )
    hands.click(LARISA)
    assert list(lines(popover(window))) == ["Greek P.24, from 14A:4913 Larisa"]
    told = [found.text() for found in popover(window).findChildren(QLabel)]
    assert any("Italian SM.79-1 1: airbase bombing" in text for text in told), "whom one would meet"
    click_item(popover(window).tree, line(popover(window), "Greek P.24"))
    press(popover(window).go)
    assert window.bridge.view.prompt == "Nobody else can take off to intercept: end the step."
    hands.button("End interceptor movement")
    assert window.bridge.view.side == "axis", "the button says what ends, not the phase"


def test_one_air_unit_flies_by_day_or_by_night(opened: Opener) -> None:
    """A tick takes the place of another one of the same air unit."""
    window = laid_out(opened, WAR, PHASE)
    hands = Hands(window)
    hands.click(ATHENS)
    shown = popover(window)
    to_mission(shown, "Port bombing")
    for row in ("Italian SM.81, from", "Italian SM.81, by night, from"):
        click_item(shown.tree, line(shown, row))
    (only,) = shown.chosen
    assert line(shown, "Italian SM.81, from").checkState(0) is Qt.CheckState.Unchecked
    assert only.sent() == "italian-sm-81"
    press(shown.go)
    assert air_of(window).air.units["italian-sm-81"].manner is Manner.NIGHT


def test_who_can_be_sent_is_named_whole_on_every_mission(opened: Opener) -> None:
    """The town that flights by night at extended range come from was cut off."""
    window = laid_out(opened, WAR, PHASE)
    Hands(window).click(ATHENS)
    shown = popover(window)
    tree = shown.tree
    long, lists = 0, set[bool]()
    for mission in range(shown.missions.count()):
        pick(shown.missions, mission)
        settle()
        odds = [int(text.split("\u00a0%")[0]) for text in lines(shown).values() if "% to" in text]
        assert odds == sorted(odds, reverse=True), "who is likelier to hit comes first"
        lists.add(len({*odds}) > 1)
        for row in range(tree.topLevelItemCount()):
            item = tree.topLevelItem(row)
            room = QRect(0, 0, tree.room_of(tree.indexFromItem(item)), 1000)
            flags = int(Qt.TextFlag.TextWordWrap)
            needed = tree.fontMetrics().boundingRect(room, flags, item.text(0)).height()
            told = shown.missions.currentText(), item.text(0)
            assert tree.visualItemRect(item).height() > needed, told
            assert needed < 2 * tree.fontMetrics().height(), told
            long += "by night at extended range, from" in item.text(0)
    assert long and True in lists


@pytest.mark.parametrize("cargo", [("italian-mc-ski",), ("italian-mc-ski", "italian-3-sm-marine")])
def test_units_that_can_only_go_aboard_leave_a_click_to_the_air_units(
    opened: Opener, cargo: tuple[str, ...]
) -> None:
    """Attacks were refused, with *Without the others* and the names of all."""
    units = {**dict.fromkeys(cargo, BRINDISI), "greek-8-mountain": LARISA}
    window = laid_out(opened, WAR, {**PHASE, "units": units})
    hands = Hands(window)
    hands.click(BRINDISI)
    assert set(window.play.selection.units) == set(cargo)
    hands.click(LARISA)
    assert popover(window).missions.count() > 1


def test_the_keyboard_ticks_and_sends_and_escape_closes(opened: Opener) -> None:
    window = laid_out(opened, WAR, PHASE)
    hands = Hands(window)
    hands.click(LARISA)
    shown = popover(window)
    assert window.focusWidget() is shown.tree
    window.activateWindow()
    settle()
    QTest.keyClick(shown.tree, Qt.Key.Key_Down)
    QTest.keyClick(shown.tree, Qt.Key.Key_Space)
    assert len(shown.chosen) == 1 and shown.go.isEnabled()
    seen = set()
    for _ in range(8):  # Tab goes round, and comes to everything
        now = shown.focusWidget()
        seen.add(now)
        QTest.keyClick(now, Qt.Key.Key_Tab)
    assert seen == {shown.missions, shown.tree, shown.go, shown.more}
    QTest.keyClick(shown.tree, Qt.Key.Key_Escape)
    settle()
    assert window.play.targets.popover is None
    assert window.focusWidget() is window.view
    assert not any(unit.mission for unit in air_of(window).air.units.values())
    hands.click(LARISA)
    again = popover(window)
    QTest.keyClick(again.tree, Qt.Key.Key_Space)
    QTest.keyClick(again.tree, Qt.Key.Key_Return)
    settle()
    assert any(unit.mission for unit in air_of(window).air.units.values())


def test_a_click_beside_it_closes_it(opened: Opener) -> None:
    window = laid_out(opened, WAR, PHASE)
    hands = Hands(window)
    hands.click(LARISA)
    popover(window)
    press_key(window, Qt.Key.Key_Escape)
    hands.click(LARISA)
    shown = popover(window)
    QTest.mouseClick(
        window.view.viewport(), Qt.MouseButton.LeftButton, pos=window.view.rect().topLeft()
    )
    settle()
    assert window.play.targets.popover is not shown


def test_what_the_rules_forbid_says_why_and_is_not_ticked(opened: Opener) -> None:
    """An airbase of capacity 1 starts one mission in an air phase (BF-17A)."""
    markers = {ELBASAN: [f"air unit {unit}" for unit in AIRCRAFT[:3]], LARISA: PARKED}
    window = laid_out(opened, WAR, {**PHASE, "markers": markers})
    hands = Hands(window)
    hands.click(LARISA)
    shown = popover(window)
    to_mission(shown, "Airbase bombing")
    rows = [line(shown, name) for name in sorted(lines(shown)) if ELBASAN in name]
    for item in rows:
        click_item(shown.tree, item)
    assert len(shown.chosen) == 1 < len(rows)
    ticked = [item for item in rows if item.checkState(0) is Qt.CheckState.Checked]
    assert len(ticked) == len(shown.chosen)
    assert "[BF-17A.1]" in shown.why.text() and shown.why.isVisible()


def test_a_menu_of_all_leads_to_it_and_it_leads_there(opened: Opener) -> None:
    window = laid_out(opened, WAR, PHASE)
    hands = Hands(window)
    ask(hands, LARISA, "Choose several to send")
    shown = popover(window)
    press(shown.more)
    assert window.play.menu is not None and window.play.targets.popover is None
    QTest.keyClick(window.play.menu, Qt.Key.Key_Escape)


def test_what_would_fill_a_menu_is_chosen_in_the_popover(opened: Opener) -> None:
    """More flights than a menu shows, all of one kind."""
    window = laid_out(opened, WAR, PHASE)
    own = sorted(unit for unit in air_of(window).air.units if unit.startswith("italian"))
    many = {**GUARDED, TIRANA: [f"air unit {unit}" for unit in own]}
    window = laid_out(opened, WAR, {**PHASE, "markers": many})
    hands = Hands(window)
    ask(hands, ELBASAN)
    menu = window.play.menu
    assert menu is not None
    found = entries(menu)
    assert all(below is None or len(below.actions()) <= MOST for below in found.values())
    words = next(text for text, below in found.items() if below is None and text.endswith("…"))
    assert "Choose several" not in words
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    ask(hands, ELBASAN, words)
    title, _, _ = words.rpartition(" (")
    assert popover(window).missions.currentText().startswith(title)


@pytest.mark.parametrize("by_keys", [False, True])
def test_air_points_have_steppers_and_the_attack_follows_them(
    opened: Opener, by_keys: bool
) -> None:
    window = laid_out(opened, CAMP, FRONT)
    hands = Hands(window)
    before = window.bridge.game.digest()
    hands.click(EPIRUS)
    shown = popover(window)
    (giver,) = shown.givers
    bombers = giver.steppers["bombers"]
    assert bombers.suffix() == " of 8 bombers" and bombers.value() == 0
    without = shown.attack.text()
    assert without.startswith("An attack by the unit beside it")
    bombers.setFocus()
    if by_keys:
        for _ in range(5):
            QTest.keyClick(bombers, Qt.Key.Key_Up)
    else:
        QTest.keyClick(bombers, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(bombers, "5")
    assert shown.attack.text() != without, "five bombers count"
    press(shown.go)
    state = window.bridge.state
    assert isinstance(state, Campaign)
    (flight,) = state.flights
    assert (flight.bombers, flight.fighters, flight.at) == (5, 0, hands.hex(EPIRUS))
    hands.click(EPIRUS)
    assert popover(window).givers[0].steppers["bombers"].value() == 5, "what is there now"
    assert not popover(window).go.isEnabled(), "nothing would change"
    popover(window).close()
    window.bridge.undo()
    assert window.bridge.game.digest() == before


def test_a_click_on_a_box_sends_air_units_there(opened: Opener) -> None:
    window = laid_out(opened, WAR, PHASE)
    box = next(
        offer.action.where()
        for offer in window.bridge.offers.plain()
        if offer.action.sent() and isinstance(offer.action.where(), str)
    )
    assert isinstance(box, str) and not isinstance(box, Hex)
    assert not [
        press for press in window.decision.buttons() if "transfer" in press.accessibleName()
    ]
    board = window.view.board.board
    assert board is not None
    window.view.go_to(min(window.bridge.game.scenario.map.terrain))
    place = board.boxes.rect(window.bridge.game.scenario.map.boxes[box])
    window.view.ensureVisible(place)
    settle()
    spot = window.view.mapFromScene(place.center())
    QTest.mouseClick(window.view.viewport(), Qt.MouseButton.RightButton, pos=spot)
    settle()
    shown = popover(window)
    click_item(shown.tree, line(shown, "Italian"))
    (only,) = shown.chosen
    press(shown.go)
    assert air_of(window).air.units[only.sent()].at == box


ANSWER = {
    **FRONT,
    "units": {
        "italian-3-julia": BESIDE,
        "italian-23-ferrara": BESIDE,
        "greek-8-mountain": EPIRUS,
        "greek-9-mountain": EPIRUS,
    },
}


def test_the_defender_gives_points_to_a_hex_of_his_own_with_a_click(opened: Opener) -> None:
    """(BC B15.1) In it stand units of his own, which can do nothing in this phase."""
    window = laid_out(opened, CAMP, ANSWER)
    hands = Hands(window)
    hands.click(EPIRUS)
    QTest.keyClicks(popover(window).givers[0].steppers["bombers"], "3")
    assert len(popover(window).chosen) == 1, "the number that is there is replaced by what is typed"
    press(popover(window).go)
    hands.button("End the air phase")
    assert window.bridge.view.side == "allied"
    hands.click(EPIRUS)
    shown = popover(window)
    assert [giver.amounts.who for giver in shown.givers] == ["Greece", "Britain"]
    assert "Italy: 3 bombers" in [one.text() for one in shown.findChildren(QLabel)]
    QTest.keyClicks(shown.givers[0].steppers["bombers"], "1")
    press(shown.go)
    state = window.bridge.state
    assert isinstance(state, Campaign) and len(state.flights) == 2
    ask(hands, EPIRUS, "Choose several to send")
    assert popover(window).isVisible()


def test_a_press_between_its_parts_leaves_it_open_and_all_of_it_is_seen(opened: Opener) -> None:
    window = laid_out(opened, CAMP, ANSWER)
    Hands(window).click(EPIRUS)
    shown = popover(window)
    assert shown.attack.text().startswith("An attack by both units beside it: ")
    handle = window.windowHandle()
    for spot in (QPoint(3, shown.height() - 4), shown.attack.geometry().center()):
        QTest.mouseClick(handle, Qt.MouseButton.LeftButton, pos=shown.mapTo(window, spot))
        settle()
        assert window.play.targets.popover is shown
    inner = shown.contentsRect()
    assert shown.more.mapTo(shown, shown.more.rect().bottomRight()).y() <= inner.bottom() - 10
    shown.close()


def test_points_are_told_in_words(opened: Opener) -> None:
    window = laid_out(opened, CAMP, ANSWER)
    rules, state = window.bridge.rules, window.bridge.state
    at = Hands(window).hex(EPIRUS)
    told = [rules.describe(state, Allot("italian", at, *points)) for points in ((1, 2), (0, 0))]
    assert told == [
        f"Give {EPIRUS} 1 bomber and 2 fighters of Italy",
        f"Take the air points of Italy back from {EPIRUS}",
    ]
