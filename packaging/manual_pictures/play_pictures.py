"""The manual's pictures of the play desk: the planner with all around it, ranges, and fog."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from engine.game.catalogue import choose
from engine.reports.happenings import Kind
from manual_pictures.stage import photograph
from maps.hexgrid import Hex
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from qtapp.workspaces.play.watching.seats import SEAT_ACTIONS

DECISIONS = 900
WORTH = 0.1
"""Chance to clear the hex that makes an attack worth a picture."""
FEWEST = 3
"""Units that can attack the hex of the picture, at least."""


def paint(window: MainWindow) -> None:
    """Ranges and fog as the game stands, then play on to an attack worth a picture."""
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    _ranges(window, play)
    _fog(window)
    target = _attack(window)
    play.analysis.plan_on(target)
    window.view.go_to(target)
    window.show_panel("calendar")
    photograph(window, "play-desk.png")
    watched(window, play)


def watched(window: MainWindow, play: PlayWorkspace) -> None:
    """An automatic turn, the longest way of it on the board, and the slider over the war."""
    window.book["auto_turn"].trigger()
    while window.robot.is_busy:
        QApplication.processEvents()
    window.book["war_bar"].trigger()
    moves = [one for one in play.since.happenings if one.kind is Kind.MOVE]
    play.watching.show(max(moves, key=lambda one: len(one.ways[0])))
    photograph(window, "watching.png")
    window.book["war_bar"].trigger()


def _ranges(window: MainWindow, play: PlayWorkspace) -> None:
    """The box with most ways out, its ranges on the board and in their panel."""
    bridge = window.bridge
    boxes = [at for at in bridge.game.scenario.map.boxes if bridge.rules.ranges(bridge.state, at)]
    window.show_panel("ranges")
    play.analysis.range_of(boxes[0])
    photograph(window, "ranges.png")
    window.book["show_ranges"].trigger()
    window.show_panel("displays")


def _fog(window: MainWindow) -> None:
    """The same moment with the eyes of the side to decide."""
    sides = [side.id for side in window.bridge.game.system.sides]
    seats = dict(zip(sides, SEAT_ACTIONS, strict=False))
    window.book[seats[window.bridge.view.side]].trigger()
    photograph(window, "fog.png")
    window.book["seat_open"].trigger()


def _attack(window: MainWindow) -> Hex:
    bridge = window.bridge
    for _ in range(DECISIONS):
        if bridge.view.chance is not None:
            bridge.roll()
            continue
        for at in sorted(bridge.enemy_hexes):
            able = bridge.rules.candidates(bridge.state, at)
            plan = bridge.rules.plan(bridge.state, at, able) if len(able) >= FEWEST else None
            if plan is None or plan.objections or not plan.actions:
                continue
            if sum(result.chance for result in plan.results if result.clears) > WORTH:
                return at
        bridge.act(choose(bridge.game))
    raise LookupError("nobody can attack")
