"""Where the board stands when a game is opened."""

from __future__ import annotations

from collections.abc import Mapping

from maps.hexgrid import Hex, disk, rounded
from qtapp.app.bridge import GameBridge
from qtapp.board.view import MapView
from qtapp.painters.layers.shape import PITCH

READABLE_PX = 48.0
"""Logical pixels a hex must have for the factors of counters to be read."""
LOOKED = 60
"""Waiting units looked at, at most, to find where most of them are set up."""
FACING = (2, 5)
"""Hexes: so near to each other both sides' units face each other, or else at least nearly."""
PARTS = 4
"""The view is moved by such a part of its width and height to find where it shows most."""


def first_look(view: MapView, bridge: GameBridge) -> None:
    """Show the whole board if its counters can be read so, or all of its hexes; else where most
    units face each other, or where most of those that are set up next can stand.
    """
    if not bridge.is_open:
        return
    readable = READABLE_PX * view.devicePixelRatioF()
    for hexes in (False, True):
        view.zoom_to_fit(hexes=hexes)
        if view.hex_px >= readable:
            return
    look_at_start(view, bridge, readable)


def look_at_start(view: MapView, bridge: GameBridge, hex_px: float) -> None:
    """Show where most units can be set up now; in play where most face each other, or stand."""
    known = bridge.game.scenario.map.terrain
    places = _set_up(bridge) or _facing(bridge) or _standing(bridge) or dict.fromkeys(known, 1.0)
    middle = _densest(view, places, hex_px)
    view.go_to(middle, hex_px)
    view.set_cursor_hex(middle, shows=False)


def _set_up(bridge: GameBridge) -> dict[Hex, float]:
    """How many of the units that can be set up now each hex has room for, on an average; of very
    many a part is looked at. Nothing outside of set-up.
    """
    rules, state, offers = bridge.rules, bridge.state, bridge.offers
    found: dict[Hex, float] = {}
    if not (bridge.player_decides and rules.setting_up(state)):
        return found
    side = bridge.view.side
    coming = [
        counter.unit
        for counter in bridge.counters
        if counter.at == bridge.waiting and rules.owner(state, counter.unit) == side
    ]
    for unit in coming[:: -(-len(coming) // LOOKED) or 1]:
        aims = [at for at in offers.places(unit) if isinstance(at, Hex)]
        for at in aims:
            found[at] = found.get(at, 0.0) + 1 / len(aims)
    return found


def _standing(bridge: GameBridge) -> dict[Hex, float]:
    """The hexes that hold counters."""
    return {counter.at: 1.0 for counter in bridge.counters if isinstance(counter.at, Hex)}


def _facing(bridge: GameBridge) -> dict[Hex, float]:
    """The hexes whose units have units of another side near them."""
    rules, state = bridge.rules, bridge.state
    held = {
        counter.at: rules.owner(state, counter.unit)
        for counter in bridge.counters
        if isinstance(counter.at, Hex)
    }
    for far in FACING:
        near = [*disk(Hex(0, 0), far)]
        found = {
            at: 1.0
            for at, side in held.items()
            if any(held.get(at.moved(way), side) != side for way in near)
        }
        if found:
            return found
    return {}


def _densest(view: MapView, places: Mapping[Hex, float], hex_px: float) -> Hex:
    """The middle of what the view shows where it shows most of some hexes, each with its weight."""
    board = view.board.board
    assert board is not None, "the board is looked at"
    scale = hex_px / PITCH / view.devicePixelRatioF()
    across, down = (
        max(size / scale / PARTS, 1.0)
        for size in (view.viewport().width(), view.viewport().height())
    )
    cells: dict[tuple[int, int], list[Hex]] = {}
    for at in sorted(places):
        x, y = board.shape.centre(at)
        cells.setdefault((int(x // across), int(y // down)), []).append(at)
    weights = {cell: sum(places[at] for at in hexes) for cell, hexes in cells.items()}
    parts = [(x, y) for x in range(PARTS) for y in range(PARTS)]
    corners = sorted({(x - dx, y - dy) for x, y in cells for dx, dy in parts})
    x, y = max(
        corners, key=lambda at: sum(weights.get((at[0] + dx, at[1] + dy), 0.0) for dx, dy in parts)
    )
    shown = [at for dx, dy in parts for at in cells.get((x + dx, y + dy), ())]
    whole = sum(places[at] for at in shown)
    return rounded(
        sum(at.q * places[at] for at in shown) / whole,
        sum(at.r * places[at] for at in shown) / whole,
    )
