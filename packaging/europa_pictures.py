"""The manual's pictures of Europa's titles: an air phase, an attack planned, the ledger of one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtTest import QTest

from engine.catalogue import choose
from maps.hexgrid import Hex, distance
from oob.model import UnitId
from qtapp.main_window import MainWindow
from qtapp.overlays import enemy_hexes
from qtapp.rooms.play_room import PlayRoom

MANUAL = Path(__file__).resolve().parent.parent / "resources" / "manual"
CAMP, FRONT = "boot_camp/balkan_campaign", "balkan_front/italo_greek_war"

DECISIONS = 1500
PAINTED = 2500
"""Milliseconds after which every tile of the board has surely been painted."""
READABLE = 44.0
FEWEST = 4
"""Units that can attack the hex of a picture, at least."""


def paint(window: MainWindow) -> None:
    """Boot Camp's first movement phase, and Balkan Front's first attack, planned and declared."""
    window.files.go_on(CAMP)
    QTest.qWait(PAINTED)
    _play(window, lambda: window.bridge.state.phase == "movement")
    unit = _mover(window)
    window.play.select_unit(unit)
    at = window.bridge.state.pieces[unit].at
    assert isinstance(at, Hex)
    _take(window, at, "boot-camp.png")
    window.files.go_on(FRONT)
    QTest.qWait(PAINTED)
    target = _attack(window)
    play = window.rooms["play"]
    assert isinstance(play, PlayRoom)
    play.study.plan_on(target)
    _take(window, target, "balkan-front.png")
    plan = play.study.planner.plan
    assert plan is not None
    play.study.declare(plan)
    window.show_panel("battle")
    _take(window, target, "balkan-front-battle.png")


def _play(window: MainWindow, wanted: Callable[[], bool]) -> None:
    bridge = window.bridge
    for _ in range(DECISIONS):
        if bridge.view.chance is not None:
            bridge.roll()
        elif wanted():
            return
        else:
            bridge.act(choose(bridge.game))
    raise LookupError("the game never comes to the picture")


def _mover(window: MainWindow) -> UnitId:
    """A unit of the side to decide that stands a little behind the front."""
    bridge = window.bridge
    pieces = bridge.state.pieces.items()
    units = [
        unit for unit, piece in pieces if isinstance(piece.at, Hex) and bridge.offers.can_act(unit)
    ]
    enemies = enemy_hexes(bridge)
    return min(units, key=lambda unit: (_nearest(bridge.state.pieces[unit].at, enemies), unit))


def _nearest(at: object, enemies: frozenset[Hex]) -> int:
    """How far the nearest enemy stands, but for those that stop every step."""
    assert isinstance(at, Hex)
    return abs(min(distance(at, other) for other in enemies) - 3)


def _attack(window: MainWindow) -> Hex:
    """Play on to a hex that many units can attack; that hex."""
    bridge, found = window.bridge, []

    def planned() -> bool:
        if bridge.state.phase != "combat":
            return False
        for at in sorted(enemy_hexes(bridge)):
            able = bridge.rules.candidates(bridge.state, at)
            plan = bridge.rules.plan(bridge.state, at, able) if len(able) >= FEWEST else None
            if plan is not None and plan.actions and not plan.objections:
                found.append(at)
                return True
        return False

    _play(window, planned)
    return found[0]


def _take(window: MainWindow, at: Hex, name: str) -> None:
    window.view.go_to(at, READABLE)
    QTest.qWait(PAINTED)
    window.grab().save(str(MANUAL / name), quality=0)
