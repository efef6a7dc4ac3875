"""An air phase of Balkan Front by mouse: targets clicked, chances read before, bombs and dice."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from engine.core.state import State
from engine.game.session import Dice
from engine.systems.balkan_front.state.records import AirFront
from engine.systems.europa.air.carrying.actions import Load
from engine.systems.europa.air.records import AirMoving, Manner, Mission
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from tests.qtapp.conftest import Opener, click_hex, settle
from tests.qtapp.hands import choose_from_menu, click_choice, click_closing, point_at, type_die
from tests.qtapp.workspaces.play.laid import Hands, laid_out

RIGHT = Qt.MouseButton.RightButton
WAR = "balkan_front/italo_greek_war_air"
TIRANA, BRINDISI, LARISA, ATHENS = "14A:3719", "14A:3825", "14A:4913", "15B:0911"
AIRCRAFT = ("italian-sm-79", "italian-sm-81", "italian-ju-87", "italian-z-1007", "italian-z-506")
PHASE = {
    "turn": 6,
    "side": "axis",
    "phase": "air",
    "weather": "clear",
    "only": True,
    "units": {"italian-mc-ski": BRINDISI, "greek-8-mountain": "14A:4718"},
    "markers": {
        TIRANA: [f"air unit {unit}" for unit in AIRCRAFT],
        BRINDISI: ["air unit german-ju-52"],
        LARISA: ["air unit greek-mxd-b", "air unit inoperative greek-p-24"],
    },
}


def air_of(window: MainWindow) -> AirFront:
    state: State = window.bridge.state
    assert isinstance(state, AirFront)
    return state


def entries(menu: QMenu) -> dict[str, QMenu | None]:
    """The lines of a menu with the menus behind them."""
    found = {}
    for entry in menu.actions():
        below = entry.menu()
        found[entry.text()] = below if isinstance(below, QMenu) else None
    return found


def ask(hands: Hands, label: str) -> None:
    """Click a hex with the right button, wherever it is."""
    hands.window.view.ensure_hex_visible(hands.hex(label))
    settle()
    click_hex(hands.window, hands.hex(label), RIGHT)


def choose_within(window: MainWindow, title: str, words: str) -> None:
    """Choose a line of the open menu that leads to another, and an entry of that, by keys."""
    menu = window.play.menu
    assert menu is not None
    below = entries(menu)[title]
    assert below is not None
    walk_to(menu, title)
    QTest.keyClick(menu, Qt.Key.Key_Right)
    assert below.isVisible()
    walk_to(below, words)
    QTest.keyClick(below, Qt.Key.Key_Return)
    settle()


def walk_to(menu: QMenu, words: str) -> None:
    """Go down an open menu by key to the line with some words."""
    for _ in menu.actions():
        now = menu.activeAction()
        if now is not None and words in now.text():
            return
        QTest.keyClick(menu, Qt.Key.Key_Down)
    assert words in menu.activeAction().text()


def panel(window: MainWindow, title: str) -> dict[str, str]:
    """The lines of a display by their names."""
    model = window.displays.model
    tops = (model.index(row, 0) for row in range(model.rowCount()))
    top = next(index for index in tops if index.data() == title)
    rows = range(model.rowCount(top))
    return {
        str(model.index(row, 0, top).data()).strip(): str(model.index(row, 1, top).data())
        for row in rows
    }


def test_an_air_phase_by_mouse(opened: Opener) -> None:
    window = laid_out(opened, WAR, PHASE, Dice.ASK)
    hands = Hands(window)

    # A click on a target tells the chances before anything is flown.
    ask(hands, LARISA)
    choose_from_menu(window, "SM.79-1 to 14A:4913 Larisa: airbase bombing (33 % to hit)")
    assert air_of(window).air.units["italian-sm-79"].mission == Mission.AIRBASE_BOMBING
    display = panel(window, "Air units, Axis")
    assert display["Bombs of 3"] == "33 % to hit"
    assert display["14A:3719 Tirana"].endswith("to start")

    # Over Athens there is so much to do that the menu is folded; that flight is taken back.
    ask(hands, ATHENS)
    assert window.play.menu is not None
    assert {"Port bombing", "Terror bombing", "Harassment"} <= set(entries(window.play.menu))
    choose_within(window, "Port bombing", "SM.81 to 15B:0911 Athenai: port bombing by night")
    assert air_of(window).air.units["italian-sm-81"].manner is Manner.NIGHT
    window.activateWindow()
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert air_of(window).air.units["italian-sm-81"].mission == ""

    # A transport takes skiers aboard, flies them over and comes back.
    skiers = UnitId("italian-mc-ski")
    window.view.ensure_hex_visible(hands.hex(BRINDISI))
    assert point_at(window, skiers)
    assert click_choice(window, Load(skiers, "german-ju-52"))
    assert air_of(window).air.units["german-ju-52"].cargo == ("italian-mc-ski",)
    ask(hands, TIRANA)
    choose_from_menu(window, "Ju 52 1 to 14A:3719 Tirana: air transport and return")
    assert "aboard" in panel(window, "Air units, Axis").values()

    # The phase ends, the die is typed in, one air unit on the ground is hit, all come home.
    assert click_closing(window)
    assert window.bridge.view.chance is not None
    type_die(window, 5)
    hands.button("Hit Greek Mxd B on the ground")
    state = air_of(window)
    assert not state.air.units["greek-mxd-b"].operative
    assert state.hits == {f"airbase {LARISA}": 1}
    assert state.pieces["italian-mc-ski"].at == hands.hex(TIRANA)
    hands.button("Land all")
    assert not any(unit.target for unit in air_of(window).air.units.values())
    assert not isinstance(air_of(window).top, AirMoving)
