"""The manual's pictures of Europa's titles: an air phase, an attack planned, the ledger of one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from manual_pictures.stage import PAINTED, first_attack, play_until, take
from maps.hexgrid import Hex, distance
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.play_workspace import PlayWorkspace

CAMP, FRONT = "boot_camp/balkan_campaign", "balkan_front/italo_greek_war"
FLOWN = "balkan_front/italo_greek_war_air"
EAST, BORDER = "fire_in_the_east/army_group_north", "german-1-panzer-xx"

DISPLAYS = {"air:axis": "balkan-front-air.png", "naval:transport": "balkan-front-sea.png"}
"""The displays of Balkan Front's air and sea, with their pictures."""
MISSIONS, EPIRUS = 5, "14A:4619"
"""Flights planned before the pictures, and the hex in their middle."""
WIDE = 520
"""Pixels in which a line of a display has room."""
FEWEST = 4
"""Units that can attack the hex of a picture, at least."""


def paint(window: MainWindow) -> None:
    """Boot Camp's first movement phase, Balkan Front's first attack, planned and declared, and the
    border of Army Group North as the surprise turn begins.
    """
    window.files.go_on(CAMP)
    QTest.qWait(PAINTED)
    play_until(window, lambda: window.bridge.state.phase == "movement")
    unit = _mover(window)
    window.play.select_unit(unit)
    at = window.bridge.state.pieces[unit].at
    assert isinstance(at, Hex)
    take(window, at, "boot-camp.png")
    window.files.go_on(FRONT)
    QTest.qWait(PAINTED)
    target = first_attack(window, FEWEST)
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    play.analysis.plan_on(target)
    take(window, target, "balkan-front.png")
    plan = play.analysis.planner.plan
    assert plan is not None
    play.analysis.declare(plan)
    window.show_panel("battle")
    take(window, target, "balkan-front-battle.png")
    paint_displays(window)
    paint_east(window)


def paint_displays(window: MainWindow) -> None:
    """The air and the naval display in an Axis air phase of Dec I 40, missions on the way."""
    window.files.go_on(FLOWN)
    QTest.qWait(PAINTED)
    bridge = window.bridge
    play_until(window, lambda: bridge.state.phase == "air" and bridge.state.turn == 3)
    begun = bridge.game.log.current + MISSIONS
    play_until(window, lambda: bridge.game.log.current >= begun)
    window.show_panel("displays")
    dock = window.docks["displays"]
    before = dock.width()
    window.resizeDocks([dock], [WIDE], Qt.Orientation.Horizontal)
    QTest.qWait(PAINTED)
    for display, name in DISPLAYS.items():
        window.displays.show_display(display)
        take(window, bridge.game.scenario.map.parse_label(EPIRUS), name)
    window.resizeDocks([dock], [before], Qt.Orientation.Horizontal)


def paint_east(window: MainWindow) -> None:
    """A panzer division on the border, before the first move."""
    window.files.go_on(EAST)
    QTest.qWait(PAINTED)
    play_until(window, lambda: window.bridge.state.phase == "surprise movement")
    window.play.select_unit(UnitId(BORDER))
    at = window.bridge.state.pieces[UnitId(BORDER)].at
    assert isinstance(at, Hex)
    take(window, at, "fire-in-the-east.png")


def _mover(window: MainWindow) -> UnitId:
    """A unit of the side to decide that stands a little behind the front."""
    bridge = window.bridge
    pieces = bridge.state.pieces.items()
    units = [
        unit for unit, piece in pieces if isinstance(piece.at, Hex) and bridge.offers.can_act(unit)
    ]
    enemies = bridge.enemy_hexes
    return min(units, key=lambda unit: (_nearest(bridge.state.pieces[unit].at, enemies), unit))


def _nearest(at: object, enemies: frozenset[Hex]) -> int:
    """How far the nearest enemy stands, but for those that stop every step."""
    assert isinstance(at, Hex)
    return abs(min(distance(at, other) for other in enemies) - 3)
