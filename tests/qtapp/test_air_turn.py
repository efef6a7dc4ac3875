"""An air phase of Balkan Front by mouse: targets clicked, chances read before, bombs and dice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest

from engine.core.state import State
from engine.game.session import Dice
from engine.systems.balkan_front.state.records import AirFront
from engine.systems.europa.air import missions
from engine.systems.europa.air.carrying.actions import Load
from engine.systems.europa.air.missions import Flights
from engine.systems.europa.air.records import AirMoving, Manner, Mission
from engine.systems.europa.state.constants import PENDING
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.painters.overlays.arcs import FLIGHT
from qtapp.workspaces.play.offers import Offers
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import choose_from_menu, click_choice, click_closing, point_at, type_die
from tests.qtapp.menus import ask, choose_within, entries
from tests.qtapp.workspaces.play.laid import Hands, laid_out

MANY = 50
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


def panel(window: MainWindow, title: str) -> dict[str, str]:
    """The lines of a display by their names."""
    model = window.displays.model
    tops = (model.index(row, 0) for row in range(model.rowCount()))
    top = next(index for index in tops if index.data() == title)
    return dict(lines_under(window, top))


def lines_under(window: MainWindow, above: QModelIndex) -> Iterator[tuple[str, str]]:
    """Names and values of the lines under one, with all under them."""
    model = window.displays.model
    for row in range(model.rowCount(above)):
        line = model.index(row, 0, above)
        yield str(line.data()).strip(), str(model.index(row, 1, above).data())
        yield from lines_under(window, line)


def arcs(window: MainWindow) -> dict[tuple[Hex, ...], str]:
    """The flights that are drawn over the board, and how many fly where it is more than one."""
    arrows = window.view.board.overlays.arrows
    return {arrow.hexes: arrow.text for arrow in arrows if arrow.tone == FLIGHT}


def test_an_air_phase_by_mouse(opened: Opener) -> None:
    window = laid_out(opened, WAR, PHASE, Dice.ASK)
    hands = Hands(window)

    # A click on a target tells the chances before anything is flown.
    ask(hands, LARISA)
    choose_from_menu(window, "SM.79-1 1 to 14A:4913 Larisa: airbase bombing (33\u00a0% to hit)")
    assert air_of(window).air.units["italian-sm-79"].mission == Mission.AIRBASE_BOMBING
    assert arcs(window) == {(hands.hex(TIRANA), hands.hex(LARISA)): ""}
    assert "Flights, flown or planned" in [line.text for line in window.play.legend.lines]
    display = panel(window, "Air units, Axis")
    assert display["Bombs of 3"] == "33\u00a0% to hit"
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
    assert arcs(window) == {}
    assert not isinstance(air_of(window).top, AirMoving)


def test_answers_and_who_waits_are_found_without_listing_missions(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the East they are more than 100,000, and the window asks after each decision."""
    window = laid_out(opened, WAR, PHASE)
    bridge = window.bridge
    units = [(unit, PENDING) for unit in bridge.game.scenario.oob.units]
    at = air_of(window).air.units[AIRCRAFT[0]].at
    asked: list[Flights] = []
    original = missions._flights

    def flights(*about: object) -> Iterator[Flights]:
        for one in original(*about):
            asked.append(one)
            yield one

    monkeypatch.setattr(missions, "_flights", flights)
    offers = Offers(bridge.player_view)
    assert len(units) > MANY and offers.some_able(units), "one could be loaded"
    assert offers.plain() and not offers.here(at)
    assert {to for one in asked for to in one.goals} <= {"rhodes"}, "boxes alone"
    asked.clear()
    assert offers.at(at) and asked, "a click on a target asks about that one"
    asked.clear()
    assert list(offers.everything(1)) and len({one.unit for one in asked}) < len(AIRCRAFT)
