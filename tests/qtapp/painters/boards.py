"""Made-up boards to paint: a coast with hills, rivers, roads and towns."""

from __future__ import annotations

import math

from maps.hexgrid import Hex, Side, link, side
from maps.layout import Orientation
from maps.legend import Kind, Layer, Legend
from maps.model import Box, GameMap, Place
from maps.numbering import Sheet
from qtapp.painters.layers.noise import share, signed

KINDS = (
    (Layer.TERRAIN, ("clear", "rough", "mountain", "woods", "swamp", "sea", "lake")),
    (Layer.HEXSIDE, ("river", "danube", "blocked")),
    (Layer.LINE, ("road", "rail")),
    (Layer.PLACE, ("city", "town", "village")),
    (Layer.REGION, ("country", "zone")),
)


def legend() -> Legend:
    made = Legend()
    for layer, ids in KINDS:
        for name in ids:
            made.add(Kind(layer, name, name.capitalize()))
    return made


def _height(x: float, y: float, wide: float, high: float) -> float:
    u, v = x / wide, y / high
    swell = math.sin(u * 7.3 + 1.1) * math.cos(v * 5.1 + u * 3.0) + 0.6 * math.sin(u * 17 + v * 13)
    return 0.9 * swell + 1.4 * (1 - 2.2 * abs(u - 0.48)) + 0.3 * math.sin(v * 31 + u * 23)


def _terrain(height: float, at: Hex) -> str:
    if height < 0.02:
        return "sea"
    wild = share(at.q // 2, at.r // 2, 77)
    if height > 1.75:
        return "mountain"
    if height > 1.05:
        return "rough"
    if wild > 0.86:
        return "woods"
    return "swamp" if wild < 0.05 else "clear"


def board(
    columns: int = 50, rows: int = 40, orientation: Orientation = Orientation.FLAT
) -> GameMap:
    """A board of made-up country."""
    sheet = Sheet("main", orientation, columns, rows)
    made = GameMap("made", "The Made-up Front", orientation, legend(), [sheet])
    made.notes.update({"miles per hex": "20", "north": "8", "subtitle": "A board for painters"})
    heights: dict[Hex, float] = {}
    for at in sheet.hexes():
        numbers = sheet.numbers(at)
        assert numbers is not None
        heights[at] = _height(numbers[0], numbers[1], columns, rows)
        made.terrain[at] = _terrain(heights[at], at)
    _rivers(made, heights)
    _places(made)
    _roads(made)
    _regions(made, sheet)
    made.boxes["med_box"] = Box("med_box", "Med Box", (0.02, 0.86), (0.16, 0.1))
    return made


def _dry(made: GameMap, at: Hex) -> bool:
    return made.terrain.get(at, "sea") not in ("sea", "lake")


def _rivers(made: GameMap, heights: dict[Hex, float]) -> None:
    for at in list(made.terrain):
        if _dry(made, at) and share(at.q, at.r, 3) > 0.975:
            kind = "danube" if share(at.q, at.r, 4) > 0.8 else "river"
            for of in _downhill(made, heights, at):
                made.hexsides[of] = made.hexsides.get(of, frozenset()) | {kind}


def _downhill(made: GameMap, heights: dict[Hex, float], at: Hex) -> list[Side]:
    found: list[Side] = []
    corner, now = 0, at
    for _ in range(14):
        turns = [(corner, now), ((corner + 1) % 6, now)]
        best = min(
            turns, key=lambda t: heights.get(t[1].neighbour(t[0]), 9.0) + 0.2 * signed(*t[1], t[0])
        )
        of = side(now, best[0])
        a, b = of.hexes
        if not (_dry(made, a) and _dry(made, b)):
            break
        found.append(of)
        corner = (best[0] + 1) % 6
        if share(now.q, now.r, len(found)) > 0.5:
            now = now.neighbour(corner)
            corner = (corner + 4) % 6
    return found


def _places(made: GameMap) -> None:
    for at in made.terrain:
        luck = share(at.q, at.r, 12)
        if _dry(made, at) and luck > 0.95:
            kind = "city" if luck > 0.994 else "town" if luck > 0.975 else "village"
            tags = {"port"} if any(made.terrain.get(n) == "sea" for n in at.neighbours()) else set()
            if luck > 0.997:
                tags.add("capital")
            name = _NAMES[(at.q * 7 + at.r * 3) % len(_NAMES)]
            made.places[f"p{len(made.places)}"] = Place(
                f"p{len(made.places)}", name, kind, at, frozenset(tags)
            )


def _roads(made: GameMap) -> None:
    spots = [place.hex for place in made.places.values() if place.kind != "village"]
    for index, start in enumerate(spots):
        near = sorted(
            spots[:index], key=lambda end: (end.q - start.q) ** 2 + (end.r - start.r) ** 2
        )
        for end in near[:2]:
            at = start
            for _ in range(30):
                steps = [n for n in at.neighbours() if _dry(made, n)]
                if at == end or not steps:
                    break
                ahead = min(
                    steps,
                    key=lambda n: (n.q - end.q) ** 2 + (n.r - end.r) ** 2 + (n.s - end.s) ** 2,
                )
                kind = "rail" if index % 3 == 0 else "road"
                of = link(at, ahead)
                made.lines[of] = made.lines.get(of, frozenset()) | {kind}
                at = ahead


def _regions(made: GameMap, sheet: Sheet) -> None:
    country: dict[str, set[Hex]] = {}
    zone: dict[str, set[Hex]] = {}
    for at in made.terrain:
        if not _dry(made, at):
            continue
        column, row = sheet.numbers(at) or (0, 0)
        split = column + 4 * math.sin(row / 5) > sheet.columns * 0.5
        name = "Eastmark" if split else "Westria"
        country.setdefault(name, set()).add(at)
        zone.setdefault(
            f"{name} {'North' if row < sheet.rows * 0.45 + column / 9 else 'South'}", set()
        ).add(at)
    made.regions = {
        "country": {name: frozenset(hexes) for name, hexes in country.items()},
        "zone": {name: frozenset(hexes) for name, hexes in zone.items()},
    }


_NAMES = (
    "Arrad", "Belovar", "Castra", "Dubrava", "Elbas", "Florina", "Gacko", "Hvar", "Imotski",
    "Jajce", "Kotor", "Lamia", "Mostar", "Naxia", "Ohrid", "Pirot", "Ragusa", "Sarande",
    "Travnik", "Uzice", "Varna", "Zadar",
)  # fmt: skip
