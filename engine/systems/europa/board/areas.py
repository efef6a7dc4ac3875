"""The areas of the board that rules name: nations, regions, islands, fortified lines (BF-3E)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.systems.europa.board.board import CLOSED, STRAITS, GameBoard
from engine.systems.europa.charts.place_charts import AreaRow
from engine.systems.europa.charts.shared_charts import SharedCharts
from maps.hexgrid import Hex, Side, distance, side_between

LAYERS = ("nation", "region", "military_district", "entry")
"""The layers of the board that name areas."""
RIVERS = {
    "major": frozenset({"major_river"}),
    "all": frozenset({"major_river", "river"}),
    "stop_line": frozenset({"stop_line"}),
}


def area(ground: GameBoard, name: str) -> frozenset[Hex]:
    """The hexes of an area, nation or region; worked out once a board.

    Land hexes only, but for sea zones. Raises KeyError for a name neither charts nor board have.
    """
    if name not in ground.areas:
        ground.areas[name] = _area(ground, name)
    return ground.areas[name]


def anywhere(ground: GameBoard, names: Iterable[str]) -> frozenset[Hex]:
    """The hexes of any of some areas."""
    return frozenset[Hex]().union(*(area(ground, name) for name in names))


def named(charts: SharedCharts) -> Mapping[str, str]:
    """Every area that the charts of all titles name, and the area, place word or source that asks
    for it.
    """
    found = {row.id: row.id for row in charts.areas.rows}
    for place in charts.places.rows:
        found |= {name: place.id for name in (*place.areas, *place.borders) if name not in found}
    for source in charts.sources.rows:
        found |= {name: source.id for name in (*source.areas, *source.not_in) if name not in found}
    return found


def _area(ground: GameBoard, name: str) -> frozenset[Hex]:
    row = ground.charts.areas.row(name)
    if row is not None:
        return _zone(ground, row.zone) if row.zone else _fitting(ground, row)
    return _layer(ground, name) & ground.land


def _layer(ground: GameBoard, name: str) -> frozenset[Hex]:
    """The hexes of a nation, else a region, else a military district as the board has them. Raises
    KeyError for none of these.
    """
    layers = [ground.map.regions.get(layer, {}) for layer in LAYERS]
    found = next((layer for layer in layers if name in layer), {})
    return found[name]


def _fitting(ground: GameBoard, row: AreaRow) -> frozenset[Hex]:
    held = _held(ground, row)
    if row.part != "all":
        held = _part(ground, held, row.part)
    if row.island:
        held &= joined_to(ground, held, ground.hex_of(row.island))
    if row.coast:
        held &= ground.near(ground.coastal & held, 1)
    if row.south_of:
        top = ground.hex_of(row.south_of).r
        held = frozenset(at for at in held if at.r >= top)
    if row.north_of:
        bottom = ground.hex_of(row.north_of).r
        held = frozenset(at for at in held if at.r <= bottom)
    if row.starts:
        held = _watershed(ground, held, row)
    if row.west_of:
        held = frozenset(at for at in held if _west(ground, row.west_of, at))
    if row.weather:
        held = frozenset(at for at in held if ground.weather_zone(at) in row.weather)
    if row.edge:
        held = frozenset(at for at in held if Hex(at.q - 1, at.r) not in ground.map.terrain)
    if row.fortified:
        held = _outworks(ground, held)
    return held - anywhere(ground, row.without)


def _west(ground: GameBoard, line: tuple[str, ...], at: Hex) -> bool:
    """Whether a hex lies on or west of the straight line through two hexes in different rows."""
    top, bottom = sorted(map(ground.hex_of, line), key=lambda end: end.r)
    share = (at.r - top.r) / (bottom.r - top.r)
    edge = top.q + top.r / 2 + share * (bottom.q + bottom.r / 2 - top.q - top.r / 2)
    return at.q + at.r / 2 <= edge + 0.5


def _held(ground: GameBoard, row: AreaRow) -> frozenset[Hex]:
    if not (row.nations or row.regions or row.hexes or row.plus):
        return ground.land
    held = {ground.hex_of(label) for label in row.hexes}
    held.update(*(_layer(ground, name) for name in (*row.nations, *row.regions)))
    return (anywhere(ground, row.plus) | held) & ground.land


def joined_to(ground: GameBoard, within: frozenset[Hex], start: Hex) -> frozenset[Hex]:
    """What hangs together on land with a hex: neither water nor straits between."""
    return _reached(ground, within, (start,), CLOSED - {"prohibited"} | {STRAITS})


def _reached(
    ground: GameBoard, within: frozenset[Hex], starts: Iterable[Hex], stops: frozenset[str]
) -> frozenset[Hex]:
    found = {at for at in starts if at in within}
    edge = sorted(found)
    while edge:
        at = edge.pop()
        for near in at.neighbours():
            if near in within and near not in found and not stops & ground.sides(at, near):
                found.add(near)
                edge.append(near)
    return frozenset(found)


def _part(ground: GameBoard, within: frozenset[Hex], part: str) -> frozenset[Hex]:
    mainland: set[Hex] = set()
    left = set(within)
    while left:
        piece = joined_to(ground, within, min(left))
        left -= piece
        if len(piece) >= ground.charts.areas.mainland:
            mainland |= piece
    return frozenset(mainland) if part == "mainland" else within - mainland


def _watershed(ground: GameBoard, within: frozenset[Hex], row: AreaRow) -> frozenset[Hex]:
    stops = RIVERS[row.rivers] | CLOSED - {"prohibited"}
    return _reached(ground, within, map(ground.hex_of, row.starts), stops)


def _outworks(ground: GameBoard, within: frozenset[Hex]) -> frozenset[Hex]:
    """Hexes that look over a fortified hexside at the enemy."""
    return frozenset(_symbols(ground, within))


def _symbols(ground: GameBoard, within: frozenset[Hex]) -> Mapping[Hex, frozenset[Side]]:
    """The fortified hexsides that look outward from each hex of some land: at other land, or at a
    hex of their own land that lies nearer to it. The symbol is in the hex they look out of.
    """
    fronts = [
        (at, near)
        for at in sorted(within)
        for near in at.neighbours()
        if "fortified" in ground.sides(at, near)
    ]
    outside = {near for _, near in fronts if near in ground.land and near not in within}
    lands = frozenset(ground.country(*sorted({ground.countries[at] for at in outside})))
    found: dict[Hex, set[Side]] = {}
    for at, near in fronts:
        if near in outside or _away(near, lands) < _away(at, lands):
            found.setdefault(at, set()).add(side_between(at, near))
    return {at: frozenset(sides) for at, sides in found.items()}


def fortifications(ground: GameBoard) -> Mapping[Hex, frozenset[Side]]:
    """The fortified hexsides whose symbol is in each hex, of all lines the charts name: they
    fall with that hex, not with the one they look at (BF-14E1.1). A hexside along a line belongs to
    the hexes of the line beside it.
    """
    found: dict[Hex, frozenset[Side]] = {}
    for row in ground.charts.areas.rows:
        if row.fortified:
            found.update(_symbols(ground, _held(ground, row)))
    placed = frozenset[Side]().union(*found.values())
    for side in sorted(ground.fortified - placed):
        behind = [at for at in side.hexes if at in found] or list(side.hexes)
        for at in behind:
            found[at] = found.get(at, frozenset()) | {side}
    return found


def _away(at: Hex, lands: frozenset[Hex]) -> int:
    return min((distance(at, other) for other in lands), default=0)


def _zone(ground: GameBoard, name: str) -> frozenset[Hex]:
    """The sea hexes of a sea zone, and the coastal hexes that lie on them."""
    zone = ground.map.regions.get("sea_zone", {}).get(name, frozenset())
    sea = zone & ground.sea
    coast = {near for at in sea for near in at.neighbours() if near in ground.coastal}
    return sea | coast
