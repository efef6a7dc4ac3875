"""Rules to begin with, fitted to somebody's own board and counters: rows for what they have."""

from __future__ import annotations

from engine.core.charts.schema import tables_of
from engine.rules.board.terrain import LAKE, SEA
from engine.systems.by_hand.charts.ground import EVERY
from maps.files.toml_text import toml_text
from maps.legend import Kind, Layer
from maps.model import GameMap
from maps.untyped import JsonList, JsonObject
from oob.looks import scheme_of
from oob.model import OrderOfBattle
from oob.words import MARKER

ROADS = ("road", "rail", "railroad", "railway")
"""Lines that get a cost of their own where nothing is declared of them."""

CLOSED = ("blocked", "impassable")
"""Hexsides that nobody crosses where nothing is declared of them."""

COLOURS = ("#4b6b8a", "#a3483f", "#5f7d4c", "#8a6f3c", "#6d5586", "#3f7f7d")
"""Colours of sides that have none of their own."""

ALIKE = (
    ("clear", "plain", "plains", "open", "flat"),
    ("forest", "woods", "wood"),
    ("hills", "hill", "rough", "broken"),
    ("swamp", "marsh", "bog"),
    ("river", "stream"),
    ("road", "highway"),
    ("town", "village", "city"),
)
"""Kinds that games call by one name or another: what is declared of one goes for the others."""

MOST_PLACES = 12
"""A board with more places than this is given none that count: which do is up to its owner."""


def fitted(text: str, board: GameMap, order: OrderOfBattle) -> str:
    """A chart text with a row for each kind of the board's legend, and the order's own sides.

    What is declared of a kind stays; a kind without a row has that of a kind like it, else a cost
    of 1, water none; a hexside of 0, a blocked one none. Counters with a defence strength defend
    with it. Sources of supply and places that the board has not are left out; where it has
    none of those that count, its own few count a point each. The text of a board and an order that
    lack nothing and add nothing keeps its meaning.
    """
    tables = tables_of(text, "charts")
    _sides(tables, order)
    movement = tables.get("movement")
    if isinstance(movement, dict):
        _rows(movement, "terrain", board, Layer.TERRAIN)
        _rows(movement, "hexsides", board, Layer.HEXSIDE)
        _rows(movement, "lines", board, Layer.LINE)
        _markers(movement, order)
    _modifiers(tables.get("combat"), board)
    _defence(tables.get("combat"), order)
    words = _words(board)
    _sources(tables.get("supply"), words, order)
    _places(tables.get("victory"), words, order, board)
    return toml_text(tables)


def _sides(tables: JsonObject, order: OrderOfBattle) -> None:
    """The sides of the order, those that are declared first."""
    used = [unit.side for unit in order.units.values()] or [n.side for n in order.nations.values()]
    known = {row["id"]: row for row in tables.get("sides", [])}
    found: JsonList = []
    for side in dict.fromkeys(used):
        nations = [nation for nation in order.nations.values() if nation.side == side]
        fills = [scheme_of(order, nation).fill or nation.fill for nation in nations]
        taken = {row.get("colour") for row in found}
        row: JsonObject = {"id": side, "name": side.replace("_", " ").capitalize() or "Players"}
        if _is_of_markers(order, side):
            row["plays"] = False
        row["colour"] = next((one for one in (*fills, *COLOURS) if one not in taken), COLOURS[0])
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


def _is_of_markers(order: OrderOfBattle, side: str) -> bool:
    """Whether a side has markers alone, as those of a counter sheet that belong to nobody."""
    types = {unit.type for unit in order.units.values() if unit.side == side}
    return types == {MARKER}


def _markers(movement: JsonObject, order: OrderOfBattle) -> None:
    """Markers hold no ground, unless it is said who does not."""
    if any(unit.type == MARKER for unit in order.units.values()):
        movement.setdefault("unheld", [MARKER])


def _rows(movement: JsonObject, key: str, board: GameMap, layer: Layer) -> None:
    """A row for each kind of a layer of the legend; rows of kinds it has not go."""
    known = {row["id"]: row for row in movement.get(key, [])}
    rows: JsonList = []
    for kind in board.legend.of(layer):
        like = next((word for word in _like(kind.id) if word in known), "")
        if like:
            rows.append({**known[like], "id": kind.id})
        elif layer is Layer.TERRAIN:
            rows.append({"id": kind.id, "cost": {EVERY: "no" if is_water(kind) else "1"}})
        elif layer is Layer.HEXSIDE:
            water = kind.look.get("sea") == "yes" and kind.look.get("style") == "river"
            is_closed = water or kind.id in CLOSED
            rows.append({"id": kind.id, "cost": {EVERY: "no" if is_closed else "0"}})
        elif kind.id in ROADS:
            rows.append({"id": kind.id, "cost": {EVERY: "1"}, "bridges": True})
    movement[key] = rows


def _like(word: str) -> tuple[str, ...]:
    """A kind and those like it, itself first."""
    return (word, *(other for group in ALIKE if word in group for other in group if other != word))


def _modifiers(combat: object, board: GameMap) -> None:
    """Kinds of the board in modifiers, where they name those like them that it has not; a modifier
    called like its kind is called as the board calls that kind. One that counts in some terrain of
    which the board has nothing counts everywhere.
    """
    if not isinstance(combat, dict):
        return
    ground = [kind.id for kind in board.legend.of(Layer.TERRAIN)]
    layers = {"terrain": Layer.TERRAIN, "hexside": Layer.HEXSIDE, "place": Layer.PLACE}
    for row in combat.get("modifiers", []):
        layer = layers.get(row.get("when", ""))
        if layer is not None:
            has = [kind.id for kind in board.legend.of(layer)]
            named = [word for old in row["of"] for word in _on_board(old, has)]
            if row.get("text", "").casefold() in row["of"]:
                kinds = (kind.name for kind in board.legend.of(layer) if kind.id in named)
                row["text"] = next(kinds, row["text"])
            row["of"] = list(dict.fromkeys(named))
        if "terrain" in row:
            named = [word for old in row.pop("terrain") for word in _on_board(old, ground)]
            there = [word for word in dict.fromkeys(named) if word in ground]
            row.update({"terrain": there} if there else {})


def _defence(combat: object, order: OrderOfBattle) -> None:
    """Counters with a number of their own for the defence defend with it, unless it is declared."""
    faces = (face for unit in order.units.values() for face in unit.faces)
    if isinstance(combat, dict) and any(face.defense is not None for face in faces):
        combat.setdefault("defends", "defense")


def _on_board(word: str, has: list[str]) -> list[str]:
    """A kind as a board has it: by its own word, else by those of kinds like it, if it has any."""
    return [word] if word in has else [kind for kind in has if kind in _like(word)] or [word]


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


def _sources(supply: object, words: frozenset[str], order: OrderOfBattle) -> None:
    """The sources that the board has, of those that the order has; a cell to fill in for each side
    where there are none.
    """
    if not isinstance(supply, dict) or not isinstance(supply.get("sources"), dict):
        return
    owners = _sides_and_nations(order)
    kept = {
        owner: [word for word in named if word in words]
        for owner, named in supply["sources"].items()
        if owner in owners
    }
    sides = dict.fromkeys(
        unit.side for unit in order.units.values() if not _is_of_markers(order, unit.side)
    )
    supply["sources"] = kept or {side: [] for side in sides}


def _places(victory: object, words: frozenset[str], order: OrderOfBattle, board: GameMap) -> None:
    """The places that count and that the board has; its own where it has none of them."""
    if not isinstance(victory, dict) or not isinstance(victory.get("places"), list):
        return
    kept = [row for row in victory["places"] if row["id"] in words]
    if victory["places"] and not kept and len(board.places) <= MOST_PLACES:
        named = dict.fromkeys(place.name or place.id for place in board.places.values())
        kept = [{"id": name, "points": 1, "owner": ""} for name in named]
    for row in kept:
        if row.get("owner") not in _sides_and_nations(order):
            row["owner"] = ""
    victory["places"] = kept
