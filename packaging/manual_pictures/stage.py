"""Bringing a game to the moment of a picture, and taking it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from engine.game.catalogue import choose
from maps.hexgrid import Hex
from qtapp.app.main_window import MainWindow

MANUAL = Path(__file__).resolve().parents[2] / "resources" / "manual"
"""Where the pictures of the manual are."""
DECISIONS = 1500
PAINTED = 1500
"""Milliseconds in which panels and overlays come to rest."""
LOOKS = 100
"""How often it is looked whether the window has come to rest."""
READABLE = 44.0
"""Pixels a hex has in a picture."""


def play_until(window: MainWindow, wanted: Callable[[], bool]) -> None:
    """Let the automatic player decide until `wanted`; LookupError when that never comes."""
    bridge = window.bridge
    for _ in range(DECISIONS):
        if bridge.view.chance is not None:
            bridge.roll()
        elif wanted():
            return
        else:
            bridge.act(choose(bridge.game))
    raise LookupError("the game never comes to the picture")


def first_attack(window: MainWindow, fewest: int, phase: str | None = "combat") -> Hex:
    """Play on to a hex that at least `fewest` units can attack now; that hex.

    Looked for in one phase of the game, or in any.
    """
    bridge, found = window.bridge, []

    def planned() -> bool:
        if phase is not None and bridge.state.phase != phase:
            return False
        for at in sorted(bridge.enemy_hexes):
            able = bridge.rules.candidates(bridge.state, at)
            plan = bridge.rules.plan(bridge.state, at, able) if len(able) >= fewest else None
            if plan is not None and plan.actions and not plan.objections:
                found.append(at)
                return True
        return False

    play_until(window, planned)
    return found[0]


def take(window: MainWindow, at: Hex, name: str) -> None:
    """Grab the window with the hex in the middle of the board."""
    window.view.go_to(at, READABLE)
    photograph(window, name)


def photograph(window: MainWindow, name: str) -> None:
    """Grab the window once it has come to rest, with every tile of the board drawn."""
    window.view.board.ground.is_patient = True
    QTest.qWait(PAINTED)
    at_rest(window).save(str(MANUAL / name), quality=0)


def at_rest(window: MainWindow) -> QImage:
    """The window once nothing of it changes: each picture asks for the tiles still missing, and
    panels follow one after the other.

    Raises LookupError when it never comes to rest.
    """
    seen = window.grab().toImage()
    for _ in range(LOOKS):
        QTest.qWait(200)
        before, seen = seen, window.grab().toImage()
        if seen == before:
            return seen
    raise LookupError("the window never comes to rest")
