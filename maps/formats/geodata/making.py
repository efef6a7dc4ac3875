"""From a recipe and the public data to a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import shapely

from maps.errors import KnownError
from maps.formats.geodata import surface
from maps.formats.geodata.corrections import Corrections, check_members, read_corrections
from maps.formats.geodata.frame import Frame
from maps.formats.geodata.naming import Gatherer, put_places
from maps.formats.geodata.reading import read_recipe
from maps.formats.geodata.recipe import Recipe
from maps.formats.geodata.routes import RoadNet
from maps.formats.geodata.sheet_boards.banks import Stand, stand_of, wrong_banks
from maps.formats.geodata.sheet_boards.hands import chained
from maps.formats.geodata.sheet_boards.lists import read_banks
from maps.formats.geodata.sources import Sources
from maps.formats.geodata.watercourses import RiverSides, bridged, lake_sides, river_sides
from maps.hexgrid import Hex, Side, are_adjacent, side_between
from maps.layout import Orientation
from maps.legend import Layer, Legend
from maps.model import GameMap, Place

Progress = Callable[[str, float], None]

DANUBE = "danube"
BLOCKED = "blocked"
LAKE = "lake"
NARROWS = "narrows"
NEAR = 1.0
"""Towns within this distance of a river, in hexes, are noted when they are not on their bank."""

RIVERS = "river"
"""The layer of regions that hold the hexes beside named rivers."""


def make_board(recipe_path: Path, sources: Path, progress: Progress | None = None) -> GameMap:
    """Make the board of a recipe from the data files in the folder ``sources``.

    ``progress`` is told the step and the share done (0..1). The same input gives the same board.
    Raises KnownError with a sentence when the recipe, its lists or the data files are wrong.
    """
    tell = progress or (lambda step, share: None)
    tell("reading the recipe", 0.0)
    recipe = read_recipe(Path(recipe_path))
    frame = Frame(recipe)
    fixes = _corrections(recipe, frame)
    data = Sources(recipe, Path(sources))
    tell("sampling land and relief", 0.05)
    terrain, owner = _terrain(recipe, frame, data, fixes)
    land = [at for at in sorted(terrain) if terrain[at] != surface.SEA]
    places = put_places(recipe, frame, fixes, terrain)
    stands = _stands(recipe, frame, places)
    tell("laying rivers", 0.5)
    laid = river_sides(recipe.rivers, frame, data, land, stands)
    water, named = _water(laid, fixes)
    blocked = _blocked(recipe, frame)
    tell("laying roads", 0.75)
    stops = {spec.point: places[spec.id].hex for spec in recipe.places}
    crossings = bridged(recipe.bridges, frame, water, DANUBE)
    net = _roads(recipe, RoadNet(frame, terrain, water, crossings, blocked), stops)
    net.links.update(fixes.add_links)
    net.links.difference_update(fixes.drop_links)
    tell("naming", 0.95)
    regions = Gatherer(frame, terrain, owner, net.exits).gather(recipe.areas, recipe.exclusive)
    sides = _sides(recipe, frame, land, water, blocked)
    legend = Legend()
    for kind in recipe.legend:
        legend.add(kind)
    if (Layer.REGION, RIVERS) in legend.kinds:
        regions[RIVERS] = named
    board = GameMap(
        id=recipe.id,
        title=recipe.title,
        orientation=Orientation.FLAT,
        legend=legend,
        sheets=[frame.sheet],
        terrain=terrain,
        hexsides={at: sides[at] for at in sorted(sides)},
        lines={step: frozenset({"road"}) for step in sorted(net.links)},
        places=places,
        regions=regions,
        boxes={box.id: box for box in recipe.boxes},
        notes=_notes(recipe, terrain),
    )
    _note_banks(board, frame, laid, stands)
    tell("done", 1.0)
    return board


def _corrections(recipe: Recipe, frame: Frame) -> Corrections:
    if not recipe.edits:
        return Corrections()
    return read_corrections(recipe.path.with_name(recipe.edits), frame.sheet)


def _terrain(
    recipe: Recipe, frame: Frame, data: Sources, fixes: Corrections
) -> tuple[dict[Hex, str], dict[Hex, str]]:
    """Terrain of every hex that exists, and the country code of every land hex."""
    ground = surface.survey(recipe, frame, data)
    terrain: dict[Hex, str] = {}
    owner: dict[Hex, str] = {}
    for at in sorted(ground):
        kind = surface.terrain_of(ground[at], recipe.surface)
        code = fixes.countries.get(at, ground[at].country)
        if at in fixes.absent or (kind != surface.SEA and code in recipe.left_out):
            continue
        terrain[at] = kind
        owner[at] = code
    if recipe.edits:
        check_members(fixes, terrain, frame.sheet, recipe.path.with_name(recipe.edits))
    terrain.update(fixes.terrain)
    return terrain, owner


def _stands(recipe: Recipe, frame: Frame, places: Mapping[str, Place]) -> list[Stand]:
    """The towns that rivers leave on their banks: all, where the recipe names a list of banks."""
    if not recipe.banks:
        return []
    banks = read_banks(recipe.path.parent / recipe.banks)
    return [
        stand_of(
            spec.point, spec.kind, recipe.points[spec.point], places[spec.id].hex, frame, banks
        )
        for spec in recipe.places
    ]


def _note_banks(board: GameMap, frame: Frame, laid: RiverSides, stands: Sequence[Stand]) -> None:
    """Note the towns that are on the wrong bank of a river all the same."""
    shut = {of for of, kinds in board.hexsides.items() if kinds - {BLOCKED}}
    wrong = [
        f"{stand.name} ({river})"
        for river, course in laid.courses.items()
        for stand in wrong_banks(
            frame.layout, river, chained(shapely.get_parts(course), NEAR), stands, shut, NEAR
        )
    ]
    if wrong:
        what = "Towns that no course of hexsides could keep on their own bank"
        board.notes["reading, banks"] = f"{what}: {'; '.join(wrong)}."


def _water(
    laid: RiverSides, fixes: Corrections
) -> tuple[dict[Side, str], dict[str, frozenset[Hex]]]:
    """The rivers on hexsides, and the hexes on both banks of each by its name."""
    water, named = laid.kinds, laid.named
    for at in fixes.drop_sides:
        water.pop(at, None)
    water.update(fixes.add_sides)
    banks: dict[str, set[Hex]] = {}
    for name, sides in named.items():
        held = banks[f"{name} River"] = {at for of in sides if of in water for at in of.hexes}
        for of in fixes.add_sides:
            if not held.isdisjoint(of.hexes):
                held.update(of.hexes)
    return water, {name: frozenset(held) for name, held in banks.items() if held}


def _blocked(recipe: Recipe, frame: Frame) -> frozenset[Side]:
    """All sides shared by a hex of one group with a hex of the other."""
    found: set[Side] = set()
    for ours, theirs in recipe.blocked:
        pairs = [[frame.sheet.hex(label) for label in group] for group in (ours, theirs)]
        for label, at in zip(ours + theirs, pairs[0] + pairs[1], strict=True):
            if at is None:
                what = f"the blocked hex {label!r} is outside the grid."
                raise KnownError(str(recipe.path), what, "Name a hex of the grid.")
        found.update(
            side_between(a, b)
            for a in pairs[0]
            for b in pairs[1]
            if a is not None and b is not None and are_adjacent(a, b)
        )
    return frozenset(found)


def _roads(recipe: Recipe, net: RoadNet, stops: dict[str, Hex]) -> RoadNet:
    for road in recipe.roads:
        net.lay(road, recipe.points, stops)
    if net.broken:
        what = f"no way over land was found for {net.broken[0]}."
        raise KnownError(str(recipe.path), what, "Add a bridge or another stop.")
    return net


def _sides(
    recipe: Recipe,
    frame: Frame,
    land: list[Hex],
    water: dict[Side, str],
    blocked: frozenset[Side],
) -> dict[Side, frozenset[str]]:
    sides = {at: frozenset({kind}) for at, kind in water.items()}
    for lake in recipe.lakes:
        for at in lake_sides(lake.course, frame, land):
            sides[at] = sides.get(at, frozenset({"river"})) | {LAKE}
    for at in blocked:
        sides[at] = frozenset({BLOCKED, NARROWS})
    return sides


def _notes(recipe: Recipe, terrain: dict[Hex, str]) -> dict[str, str]:
    counts = Counter(terrain.values())
    total = ", ".join(f"{kind} {counts[kind]}" for kind in sorted(counts))
    credits = "; ".join(f"{source.origin} ({source.licence})" for source in recipe.sources.values())
    notes = dict(recipe.notes)
    notes["hexes"] = f"{len(terrain)}: {total}"
    notes["north"] = f"{recipe.fit.north:g}"
    notes["km per hex"] = f"{recipe.fit.hex_km:g}"
    notes["sources"] = credits
    return notes
