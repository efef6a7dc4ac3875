"""Rules to begin with, fitted to somebody's own board and counters: rows for what they have."""

from __future__ import annotations

import tomlkit

from engine.core.charts.schema import tables_of
from engine.rules.board.terrain import LAKE, SEA
from engine.systems.by_hand.charts.ground import EVERY
from maps.legend import Kind, Layer
from maps.model import GameMap
from maps.untyped import JsonList, JsonObject
from oob.model import OrderOfBattle

ROADS = ("road", "rail", "railroad", "railway")
"""Lines that get a cost of their own where nothing is declared of them."""


def fitted(text: str, board: GameMap, order: OrderOfBattle) -> str:
    """A chart text with a row for each kind of the board's legend, and the order's own sides.

    What is declared of a kind stays; a kind without a row gets a cost of 1, water none. Sources of
    supply and places that the board has not are left out. The text of a board and an order that
    lack nothing and add nothing keeps its meaning.
    """
    tables = tables_of(text, "charts")
    _sides(tables, order)
    movement = tables.get("movement")
    if isinstance(movement, dict):
        _rows(movement, "terrain", board, Layer.TERRAIN)
        _rows(movement, "hexsides", board, Layer.HEXSIDE)
        _rows(movement, "lines", board, Layer.LINE)
    words = _words(board)
    for chart in ("supply", "victory"):
        _keep_known(tables.get(chart), words, _sides_and_nations(order))
    return tomlkit.dumps(tables)


def _sides(tables: JsonObject, order: OrderOfBattle) -> None:
    """The sides of the order, those that are declared first."""
    used = [unit.side for unit in order.units.values()] or [n.side for n in order.nations.values()]
    known = {row["id"]: row for row in tables.get("sides", [])}
    found = []
    for side in dict.fromkeys(used):
        fills = [nation.fill for nation in order.nations.values() if nation.side == side]
        row = {"id": side, "name": side.replace("_", " ").capitalize() or "Players"}
        row["colour"] = next(iter(fills), "#4b6b8a")
        found.append(known.get(side, row))
    if found:
        tables["sides"] = found
    sides = {row["id"] for row in found}
    for row in tables.get("tracks", []) + tables.get("boxes", []):
        if row.get("side") and row["side"] not in sides:
            row["side"] = ""
    for row in tables.get("phases", []):
        if row.get("side") not in ("each", "both", *sides):
            row["side"] = "each"


def _rows(movement: JsonObject, key: str, board: GameMap, layer: Layer) -> None:
    """A row for each kind of a layer of the legend; rows of kinds it has not go."""
    known = {row["id"]: row for row in movement.get(key, [])}
    rows: JsonList = []
    for kind in board.legend.of(layer):
        if kind.id in known:
            rows.append(known[kind.id])
        elif layer is Layer.TERRAIN:
            rows.append({"id": kind.id, "cost": {EVERY: "no" if is_water(kind) else "1"}})
        elif layer is Layer.HEXSIDE:
            water = kind.look.get("sea") == "yes" and kind.look.get("style") == "river"
            rows.append({"id": kind.id, "cost": {EVERY: "no" if water else "0"}})
        elif kind.id in ROADS:
            rows.append({"id": kind.id, "cost": {EVERY: "1"}, "bridges": True})
    movement[key] = rows


def is_water(kind: Kind) -> bool:
    """Whether a kind of terrain is water, by its id or by how it looks."""
    return kind.look.get("sea") == "yes" or kind.id in (SEA, LAKE)


def _words(board: GameMap) -> frozenset[str]:
    """What a board's places and regions can be named by."""
    regions = (name for layer in board.regions.values() for name in layer)
    places = (word for p in board.places.values() for word in (p.id, p.name))
    return frozenset((*regions, *places))


def _sides_and_nations(order: OrderOfBattle) -> frozenset[str]:
    """Whom sources and places can belong to."""
    return frozenset((*order.nations, *(nation.side for nation in order.nations.values())))


def _keep_known(chart: object, words: frozenset[str], sides: frozenset[str]) -> None:
    """Leave out sources and places that the board has not, and sides that the order has not."""
    if not isinstance(chart, dict):
        return
    if isinstance(chart.get("sources"), dict):
        chart["sources"] = {
            side: [word for word in named if word in words]
            for side, named in chart["sources"].items()
            if side in sides
        }
    if isinstance(chart.get("places"), list):
        chart["places"] = [row for row in chart["places"] if row["id"] in words]
        for row in chart["places"]:
            if row.get("owner") not in sides:
                row["owner"] = ""
