"""A whole turn of Balkan Front at the window, by mouse and keys: weather, politics, ships, air
missions, marches and battles of both sides; every die is typed in.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.game.catalogue import choose
from engine.game.session import Dice
from engine.systems.balkan_front.actions import CallNation
from engine.systems.balkan_front.state.records import AirFront
from engine.systems.europa.state.records import Fighting
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.qtapp.conftest import Opener, press_key, settle
from tests.qtapp.hands import Counted, click_answer, decide_by_mouse, type_die
from tests.qtapp.menus import ask, choose_from_menu
from tests.qtapp.workspaces.play.laid import LEFT, Hands, laid_out

WAR = "balkan_front/italo_greek_war_air"
BRINDISI, CORFU_BEACH, LARISA, ATHENS = "14A:3825", "14A:4621", "14A:4913", "15B:0911"
BORDER, IOANNINA, NEAR_METSOVON, METSOVON = "14A:4618", "14A:4718", "14A:4816", "14A:4717"
MARINES, FERRARA = UnitId("italian-3-sm-marine"), UnitId("italian-23-ferrara")
CENTAURO, BRIGADE = UnitId("italian-131-centauro"), UnitId("greek-5-mountain-brigade")
DIVISION = UnitId("greek-8-mountain")
BOMBER, STUKA, P24, MXD = "italian-z-1007", "italian-ju-87", "greek-p-24", "greek-mxd-b"
OPENING = {
    "turn": 3,
    "side": "axis",
    "phase": "weather",
    "only": True,
    "units": {
        MARINES: BRINDISI,
        FERRARA: BORDER,
        CENTAURO: BORDER,
        BRIGADE: IOANNINA,
        DIVISION: NEAR_METSOVON,
    },
    "owners": {CORFU_BEACH: "axis"},
    "markers": {LARISA: [f"air unit {MXD}", f"air unit inoperative {P24}"]},
}


def now(window: MainWindow) -> AirFront:
    """The state of the game."""
    state = window.bridge.state
    assert isinstance(state, AirFront)
    return state


def at(hands: Hands, phase: str, side: str) -> None:
    """It is a side's phase."""
    assert (now(hands.window).phase, hands.window.bridge.view.side) == (phase, side)


def roll(hands: Hands, face: int, about: str) -> None:
    """Type the die that is due, which is about something."""
    chance = hands.window.bridge.view.chance
    assert chance is not None and about in chance.reason
    type_die(hands.window, face)


def end(hands: Hands) -> None:
    """End the phase by keys, though units could still act."""
    before = now(hands.window).phase
    hands.end()
    if now(hands.window).phase == before and hands.window.bridge.view.chance is None:
        hands.end()


def plan_attack(hands: Hands, label: str) -> None:
    """Open the planner on a hex, take everybody, read the chances, declare, go in."""
    window = hands.window
    hands.click(label)  # the only hex that can be attacked: a click there asks
    choose_from_menu(window, f"Select {label}")
    press_key(window, Qt.Key.Key_K)
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    planner = play.analysis.planner
    assert planner.target == hands.hex(label)
    QTest.mouseClick(planner.all, LEFT)
    assert planner.plan is not None
    assert sum(result.chance for result in planner.plan.results) == pytest.approx(1)
    QTest.mouseClick(planner.declare, LEFT)
    settle()
    hands.button("Go in")


def test_a_turn_with_politics_sea_and_air_by_mouse(opened: Opener) -> None:
    window = laid_out(opened, WAR, OPENING, Dice.ASK)
    hands = Hands(window)
    roll(hands, 3, "the weather")

    # A Stuka arrives where the base is clicked.
    at(hands, "initial", "axis")
    ask(hands, BRINDISI, "Land Italian Ju 87B/R 1")
    assert now(window).air.units[STUKA].at == hands.hex(BRINDISI)

    # Politics: Yugoslavia is pressed with two dice, and stays as it is.
    assert click_answer(window, CallNation("yugoslav"))
    roll(hands, 4, "die 1 of 2")
    roll(hands, 4, "die 2 of 2")
    assert now(window).joined["yugoslav"] == ""
    assert "called on yugoslav" in now(window).credited
    end(hands)

    # Marines cross the strait by ship.
    at(hands, "movement", "axis")
    hands.click(BRINDISI)
    hands.click(CORFU_BEACH)
    assert hands.at(MARINES) == {CORFU_BEACH}
    end(hands)

    # A bomber flies to Larisa, hits an air unit on the ground and comes home.
    at(hands, "air", "axis")
    ask(hands, LARISA, "Z.1007b 1 to 14A:4913 Larisa: airbase bombing")
    assert now(window).air.units[BOMBER].target == hands.hex(LARISA)
    end(hands)
    roll(hands, 6, "airbase bombing of 14A:4913 Larisa")
    hands.button("Hit Greek Mxd B on the ground")
    hands.button("Land all")
    assert now(window).air.units[BOMBER].at == hands.hex(BRINDISI)

    # The attack on Ioannina: losses and advance as a sensible player would, by mouse.
    at(hands, "combat", "axis")
    plan_attack(hands, IOANNINA)
    roll(hands, 4, "the battle for 14A:4718 Ioannina")
    counted = Counted()
    while not isinstance(now(window).top, Fighting):
        assert decide_by_mouse(window, choose(window.bridge.game), counted)
    assert counted.ways and hands.at(FERRARA) == {IOANNINA}
    end(hands)
    at(hands, "exploitation", "axis")
    end(hands)

    # The Allies repair a fighter, not the bomber, interdict the sea, move a division, fly.
    roll(hands, 1, "repairing Greek P.24")
    roll(hands, 6, "repairing Greek Mxd B")
    at(hands, "initial", "allied")
    assert now(window).air.units[P24].operative
    hands.button("Interdict the sea: loose zone")
    end(hands)
    at(hands, "movement", "allied")
    hands.click(NEAR_METSOVON)
    hands.click(METSOVON)
    assert hands.at(DIVISION) == {METSOVON}
    end(hands)
    at(hands, "air", "allied")
    ask(hands, ATHENS, "Greek P.24 to 15B:0911 Athenai: transfer")
    assert now(window).air.units[P24].at == hands.hex(ATHENS)
    end(hands)
    at(hands, "combat", "allied")
    end(hands)
    end(hands)
    assert now(window).turn == 4
    roll(hands, 3, "the weather")
    at(hands, "initial", "axis")
