"""A force is chosen, then a click on a hex declares what it does there and has all of it join."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from engine.game.ask.table import Table
from engine.game.session import Dice, GameSession
from engine.game.set_up.openings import written
from engine.systems.balkan_gambit.state.records import AXIS, MED_BOX, Attitude, Forming, Kind
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from tests.engine.systems.balkan_gambit.desk import Desk
from tests.qtapp.conftest import Opener, click_hex, settle
from tests.qtapp.workspaces.play.laid import CTRL, LEFT, PLAIN

FIRST, SECOND, THIRD, ARMOR, PARA = (
    UnitId(name)
    for name in ("british-5", "british-50", "british-57", "british-8", "british-4-plus")
)
ENEMY = UnitId("german-generic-1")


def shown(opened: Opener, desk: Desk) -> MainWindow:
    """A window on a game that begins with a position."""
    laid = written(Table(desk.rules, desk.state).codec, desk.state)
    window = opened(None)
    window.preferences.keep_text("tour", "0")
    window.bridge.open(GameSession.begin(desk.rules.scenario, seed=1, dice=Dice.ASK, laid=laid))
    settle()
    return window


def pick(window: MainWindow, *units: UnitId) -> None:
    """Choose units in the box by clicks on the list."""
    window.selection.select(MED_BOX)
    settle()
    units_list = window.stack.list
    model = units_list.model()
    for number, unit in enumerate(units):
        row = next(
            index
            for index in (model.index(row, 0) for row in range(model.rowCount()))
            if index.data(Qt.ItemDataRole.UserRole) == unit
        )
        units_list.scrollTo(row)
        spot = units_list.visualRect(row).center()
        QTest.mouseClick(units_list.viewport(), LEFT, CTRL if number else PLAIN, spot)
        settle()
    assert set(window.selection.units) == set(units)


def lit(window: MainWindow) -> Collection[Hex]:
    """The hexes that are lit as those the chosen units can act at."""
    return window.view.board.overlays.reach


def force(window: MainWindow) -> tuple[Kind, frozenset[UnitId]]:
    """What is being formed, and who is in it."""
    frame = window.bridge.game.state.flow[-1]
    assert isinstance(frame, Forming)
    return frame.battle.kind, frozenset(frame.battle.attackers)


def test_two_units_of_the_box_land_by_one_click(opened: Opener) -> None:
    """Both join the amphibious assault (BG 7.5, 7.6)."""
    desk = Desk().box(FIRST, SECOND, ARMOR)
    beach = desk.hex("Kalamata")
    window = shown(opened, desk)
    pick(window, FIRST, SECOND)
    assert beach in lit(window) and desk.hex("Beograd") not in lit(window)
    before = window.bridge.game.log.current
    click_hex(window, beach)
    assert force(window) == (Kind.LANDING, {FIRST, SECOND})
    assert window.bridge.view.prompt.startswith("Resolve the landing")
    assert window.bridge.undo() and window.bridge.game.log.current == before


def test_who_may_not_land_is_refused_by_its_rule(opened: Opener) -> None:
    """Nobody mechanized, and two at most (BG 7.5, 7.7)."""
    desk = Desk().box(FIRST, SECOND, THIRD, ARMOR)
    window = shown(opened, desk)
    bridge, said = window.bridge, list[str]()
    bridge.objected.connect(lambda _action, why: said.extend(one.rule for one in why))
    pick(window, ARMOR)
    assert not lit(window)
    pick(window, FIRST, SECOND, THIRD)
    before = bridge.game.log.current
    click_hex(window, desk.hex("Kalamata"))
    assert said == ["BG-7.5c"] and bridge.game.log.current == before


def test_parachutists_are_asked_how_they_come(opened: Opener) -> None:
    """On a beach from the sea or from the air, elsewhere from the air (BG 7.9)."""
    desk = Desk().box(PARA, FIRST)
    window = shown(opened, desk)
    pick(window, PARA)
    assert desk.hex("Kalamata") in lit(window) and desk.hex("Beograd") in lit(window)
    click_hex(window, desk.hex("Kalamata"))
    menu = next(one for one in window.findChildren(QMenu) if one.isVisible())
    texts = [action.text() for action in menu.actions()]
    assert [text.split(":")[0] for text in texts[:2]] == ["Amphibious assault", "Airborne assault"]
    spot = menu.actionGeometry(menu.actions()[0]).center()
    QTest.mouseClick(menu, LEFT, pos=spot)
    settle()
    assert force(window) == (Kind.LANDING, {PARA})
    assert window.bridge.undo()
    pick(window, PARA)
    click_hex(window, desk.hex("Beograd"))
    assert force(window) == (Kind.DROP, {PARA})


def test_all_that_are_chosen_of_a_stack_attack_by_one_click(opened: Opener) -> None:
    """The others of the stack are left out (BG 7.4)."""
    desk = Desk()
    city = desk.hex("Zagreb")
    start = next(
        near
        for near in city.neighbours()
        if near in desk.context.land and desk.pos.can_step(FIRST, near, city)
    )
    desk.put(start, FIRST, SECOND, THIRD).put(city, ENEMY)
    window = shown(opened, desk)
    window.selection.select(start, FIRST, (FIRST, THIRD))
    settle()
    click_hex(window, city)
    assert force(window) == (Kind.ATTACK, {FIRST, THIRD})


def test_a_stack_of_ones_own_is_chosen_while_a_unit_of_the_box_is(opened: Opener) -> None:
    desk = Desk().box(ARMOR).put("1717", FIRST)
    window = shown(opened, desk)
    pick(window, ARMOR)
    click_hex(window, desk.hex("1717"))
    assert window.selection.units == (FIRST,)


def test_what_its_hex_allows_is_listed_with_what_a_unit_can_do(opened: Opener) -> None:
    """An Improved Position is built by command points, not by a unit (BG 7.12)."""
    desk = Desk(side=AXIS).put("1717", ENEMY)
    window = shown(opened, desk)
    window.selection.select(desk.hex("1717"), ENEMY)
    settle()
    model = window.choices.model
    lines = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
    wanted = next(row for row, line in enumerate(lines) if "Improved Position in 1717" in line)
    assert any("1717" in line and "move" in line for line in lines[:wanted])
    offer = model.offer(wanted)
    assert offer is not None and window.bridge.act(offer.action)
    assert not window.bridge.offers.here(desk.hex("1717"))


def test_the_stack_of_a_confused_italian_goes_without_it(opened: Opener) -> None:
    """Who stands with Italians moves while Confusion Reigns (BG-1943.6)."""
    desk = Desk("1943", side=AXIS).having(attitude=Attitude.CONFUSION)
    start, middle, _beyond = desk.row()
    italian, german = UnitId("italian-13"), UnitId("german-297")
    desk.put(start, italian, german)
    window = shown(opened, desk)
    click_hex(window, start)
    assert window.selection.units == (german,)
    assert middle in lit(window)
    click_hex(window, middle)
    pieces = window.bridge.state.pieces
    assert (pieces[german].at, pieces[italian].at) == (middle, start)
