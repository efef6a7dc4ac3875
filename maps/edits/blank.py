"""New maps: an empty sheet with a legend, ready to be painted or laid over a scan."""

from __future__ import annotations

from maps.edits.placing import MAX_SHEET
from maps.edits.stamps import id_for
from maps.errors import KnownError
from maps.layout import Orientation
from maps.legend import Kind, Layer, Legend
from maps.model import GameMap
from maps.numbering import LabelScheme, Sheet

_GENERIC: tuple[tuple[Layer, str, str, dict[str, str]], ...] = (
    (Layer.TERRAIN, "clear", "Clear", {}),
    (Layer.TERRAIN, "woods", "Woods", {}),
    (Layer.TERRAIN, "forest", "Forest", {}),
    (Layer.TERRAIN, "rough", "Rough", {}),
    (Layer.TERRAIN, "mountain", "Mountain", {}),
    (Layer.TERRAIN, "swamp", "Swamp", {}),
    (Layer.TERRAIN, "desert", "Desert", {}),
    (Layer.TERRAIN, "lake", "Lake", {"sea": "lake"}),
    (Layer.TERRAIN, "sea", "Sea", {"sea": "yes"}),
    (Layer.HEXSIDE, "river", "River", {}),
    (Layer.HEXSIDE, "major_river", "Major river", {}),
    (Layer.HEXSIDE, "canal", "Canal", {}),
    (Layer.HEXSIDE, "strait", "Strait", {"sea": "yes"}),
    (Layer.HEXSIDE, "ridge", "Ridge", {}),
    (Layer.HEXSIDE, "blocked", "Blocked", {}),
    (Layer.LINE, "road", "Road", {}),
    (Layer.LINE, "rail", "Railway", {}),
    (Layer.PLACE, "city", "City", {}),
    (Layer.PLACE, "town", "Town", {}),
    (Layer.PLACE, "village", "Village", {}),
    (Layer.PLACE, "port", "Port", {}),
    (Layer.PLACE, "airfield", "Airfield", {}),
    (Layer.PLACE, "fortress", "Fortress", {}),
    (Layer.REGION, "country", "Countries", {"partition": "yes"}),
    (Layer.REGION, "weather", "Weather zones", {}),
)


def generic_legend() -> Legend:
    """The kinds most hex maps know, in the looks their names have."""
    legend = Legend()
    for layer, ident, name, look in _GENERIC:
        legend.add(Kind(layer, ident, name, dict(look)))
    return legend


def scan_legend() -> Legend:
    """What a board that is read off a scan begins with: clear ground alone, and the usual kinds of
    hexsides, lines and places. Terrain is named from the scan.
    """
    legend = Legend()
    for kind in generic_legend().kinds.values():
        if kind.layer is not Layer.TERRAIN or kind.id == "clear":
            legend.add(kind)
    return legend


def blank_map(
    title: str,
    orientation: Orientation,
    columns: int,
    rows: int,
    scheme: LabelScheme,
    legend: Legend,
    terrain: str,
) -> GameMap:
    """A map of one sheet whose hexes all have one terrain.

    Raises KnownError for a map without title, too large a sheet, or a terrain the legend lacks.
    """
    if not title.strip():
        raise KnownError("new map", "it has no title.", "Give it one.")
    if not (1 <= columns <= MAX_SHEET and 1 <= rows <= MAX_SHEET):
        raise KnownError(
            "new map", f"{columns} x {rows} hexes cannot be.", f"Use 1 to {MAX_SHEET} each way."
        )
    if not legend.has(Layer.TERRAIN, terrain):
        raise KnownError("new map", f"the legend has no terrain {terrain!r}.", "Choose one it has.")
    sheet = Sheet(scheme.prefix or "main", orientation, columns, rows, scheme)
    board = GameMap(id_for(title, ()), title.strip(), orientation, legend, [sheet])
    board.terrain = dict.fromkeys(sheet.hexes(), terrain)
    return board
