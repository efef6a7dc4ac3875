"""From a recipe of printed sheets, the public data and the project's lists to a board."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from maps.errors import KnownError
from maps.formats.geodata.sheet_boards import ground
from maps.formats.geodata.sheet_boards.banks import (
    SCRAP,
    banks_by_name,
    known_rivers,
    listed_rivers,
    parted,
    stands_of,
    whole_rivers,
    wrong_banks,
)
from maps.formats.geodata.sheet_boards.edits import SheetEdits, read_sheet_edits
from maps.formats.geodata.sheet_boards.lakes import lake_sides, thin_lakes
from maps.formats.geodata.sheet_boards.lists import Lists, Town, read_lists
from maps.formats.geodata.sheet_boards.places import SETTLED, homes_of, put_towns
from maps.formats.geodata.sheet_boards.rails import GREAT, RIVER, LineNet
from maps.formats.geodata.sheet_boards.reading import read_sheet_recipe
from maps.formats.geodata.sheet_boards.realms import Realms
from maps.formats.geodata.sheet_boards.recipe import SheetRecipe
from maps.formats.geodata.sheet_boards.sidecourses import SideCourses
from maps.formats.geodata.sheet_boards.supply import LAYER, supply_regions
from maps.formats.geodata.sheet_boards.warp import WarpFrame
from maps.formats.geodata.sources import Sources
from maps.hexgrid import Hex, Side, link, side_between
from maps.layout import Orientation
from maps.legend import Legend
from maps.model import GameMap

Progress = Callable[[str, float], None]

BY_FRONTIER = 1.6
"""A border within this distance of a frontier of the lists, in hexes, is that frontier."""

NEAR = 1.0
"""Towns within this distance of a river, in hexes, are noted when they are not on their bank."""

RIVERS = "river"
"""The layer of regions that hold the hexes beside named rivers."""

LISTS = "lists"
"""The folder of the project's own lists, beside the recipes."""


def make_sheet_board(recipe_path: Path, sources: Path, progress: Progress | None = None) -> GameMap:
    """Make the board of a recipe of format 2.

    ``progress`` is told the step and the share done (0..1). The same input gives the same board.
    Raises KnownError with a sentence when the recipe, a list or a data file is wrong.
    """
    tell = progress or (lambda step, share: None)
    tell("reading the recipe", 0.0)
    recipe = read_sheet_recipe(Path(recipe_path))
    lists = read_lists(recipe.path.parent / LISTS)
    maker = _Maker(recipe, lists, Sources(recipe, Path(sources)))
    tell("sampling land and relief", 0.1)
    maker.survey()
    tell("laying rivers", 0.5)
    maker.lay_water()
    tell("laying lines", 0.7)
    maker.lay_lines()
    tell("naming", 0.85)
    maker.name()
    board = maker.board()
    tell("done", 1.0)
    return board


class _Maker:
    """One board in the making."""

    def __init__(self, recipe: SheetRecipe, lists: Lists, data: Sources) -> None:
        self.recipe = recipe
        self.lists = lists
        self.data = data
        sheets = [plan.sheet for plan in recipe.sheets]
        self.frame = WarpFrame(recipe.laying, sheets, recipe.pins, str(recipe.path))
        self.fixes: SheetEdits = read_sheet_edits(recipe.edits, self.frame)
        self.hexes = self._members()
        self.towns = [town for town in lists.towns if self._prints(town)]
        self.homes = homes_of(self.towns, self.frame, self.hexes, self.fixes)
        self.terrain: dict[Hex, str] = {}
        self.sides: dict[Side, set[str]] = {}
        self.ridges: set[Side] = set()

    def survey(self) -> None:
        """Terrain of every hex, and the hexsides under open water."""
        plan = self.recipe.ground
        order = sorted(self.hexes)
        lat, lon = self.frame.to_globe(np.array([self.frame.layout.centre(at) for at in order]))
        lakes = self.data.lakes(plan.dropped_lakes, plan.year, plan.dropped_at)
        reach = np.array([lon.min() - 1, lat.min() - 1, lon.max() + 1, lat.max() + 1])
        self.country = ground.country_of(
            self.frame,
            self.data.land(),
            shapely.union_all([outline for _, outline in lakes]),
            self.lists.cover,
            reach,
        )
        heights = self.data.heights()
        samples = ground.sample(self.frame, order, self.country, heights, plan, self.data.colour())
        settled = {at for at, town in self.homes.items() if town.chosen or town.size in SETTLED}
        self.terrain = ground.terrain(samples, plan, settled)
        for at, kind in self.fixes.terrain.items():
            self.terrain[at] = kind
        self.wet_kinds = {plan.kinds[ground.SEA], plan.kinds[ground.LAKE]}
        self.dry_kinds = set(self.terrain.values()) - self.wet_kinds
        self.dry = {at for at, kind in self.terrain.items() if kind in self.dry_kinds}
        self._part_towns()
        self.water = ground.side_water(self.frame, self.country, self.terrain, self.dry_kinds)
        self._lay_thin_lakes(lakes)
        self.isles = ground.Isles(self.frame, self.country, samples, self._stops())
        self.closed = self.isles.sides(self.dry)
        if plan.ridge:
            self.ridges = ground.ridge_sides(self.frame, heights, samples, self.dry, plan.ridge)
        self.water |= dict.fromkeys(sorted(self.closed), ground.SEA)

    def _lay_thin_lakes(self, lakes: Sequence[tuple[str, BaseGeometry]]) -> None:
        """Lakes and arms of the sea that fill no hex but are long, on hexsides."""
        plan = self.recipe.ground
        wet = set(self.terrain) - self.dry
        arms = ground.inlets(self.country, plan.inlet_length)
        for held in lake_sides(arms, self.frame, self.dry, wet, True).values():
            self.water.update(dict.fromkeys(sorted(held), ground.SEA))
        self.thin: list[tuple[str, BaseGeometry]] = []
        if not plan.lake_length:
            return
        km = self.recipe.laying.hex_km
        whole = [(name, self.frame.laid(outline)) for name, outline in lakes]
        shown = thin_lakes(whole, plan.lake_length, plan.lake_area / km**2, plan.named_lakes)
        sides = lake_sides(shown, self.frame, self.dry, wet)
        self.thin = [(name, outline) for name, outline in shown if name in sides]
        for held in sides.values():
            self.water.update(dict.fromkeys(sorted(held), ground.LAKE))

    def _part_towns(self) -> None:
        """Towns that share a hex over a river or a frontier: the lesser one gets a hex beside."""
        plan = self.recipe.rivers
        banks = banks_by_name(plan, self.lists.banks)
        stands = stands_of(self.towns, self.frame, self.fixes.places, banks)
        fixed = {pin.name for pin in self.recipe.pins} | set(self.fixes.places)
        listed = listed_rivers(plan, self.lists, self.frame)
        self.known = known_rivers(plan, self.data, self.frame, listed)
        self.whole = whole_rivers(plan, self.lists, self.frame, self.known)
        courses = list(self.whole.items())
        for name, at in parted(stands, courses, self.frame, self.dry).items():
            if name not in fixed:
                self.fixes.places[name] = at
        self.homes = homes_of(self.towns, self.frame, self.hexes, self.fixes)

    def _stops(self) -> dict[Hex, tuple[float, float]]:
        """A spot on paper in every hex with a town or station, the largest town first."""
        homes = self.frame.points([town.at for town in self.homes.values()])
        spots = dict(zip(self.homes, homes, strict=True))
        for spot in self.frame.points(list(self.lists.stations.values())):
            spots.setdefault(self.frame.layout.hex_at(*spot), spot)
        return {at: spot for at, spot in spots.items() if at in self.dry}

    def lay_water(self) -> None:
        """Rivers and everything else that runs along hexsides."""
        plan = self.recipe.rivers
        wet = set(self.terrain) - self.dry
        banks = banks_by_name(plan, self.lists.banks)
        stands = stands_of(self.towns, self.frame, self.fixes.places, banks)
        rivers = SideCourses(self.frame, self.dry, wet, frozenset(self.water), stands)
        listed = listed_rivers(plan, self.lists, self.frame)
        thin = shapely.union_all([outline for _, outline in self.thin])
        rivers.whole = self.whole
        for river, kind, course in listed:
            rivers.lay(shapely.difference(course, thin), kind, river=river)
        for name, part in self.known:
            for one in shapely.get_parts(shapely.difference(part, thin)):
                if one.length >= min(plan.least, SCRAP):
                    rivers.lay(one, plan.kind, river=name)
        self.rivers = rivers
        self.sides = {of: set(kinds) for of, kinds in rivers.taken.items() if of not in self.water}
        great = {plan.features.get("major_river")} - {plan.kind}
        self.river_sides = {
            of: RIVER if great.isdisjoint(kinds) else GREAT for of, kinds in self.sides.items()
        }
        self._lay_marks(wet)

    def _lay_marks(self, wet: Collection[Hex]) -> None:
        """Straits, fortified stretches, frontiers shown as hexsides."""
        plan = self.recipe.rivers
        marks = SideCourses(self.frame, self.dry, wet)
        crossings = []
        for trace in self.lists.features:
            kind = plan.features.get(trace.kind, "")
            if kind and "river" not in trace.kind and self.recipe.family in trace.boards:
                if trace.kind == "strait":
                    crossings.append(trace.line)
                else:
                    marks.lay(self.frame.laid(trace.line), kind, alone=True)
        for item in self.lists.frontiers:
            name = plan.frontiers.get(item.between) or plan.frontiers.get(item.kind, "")
            if name:
                marks.lay(self.frame.laid(item.line), name, alone=True)
        for of, kinds in marks.taken.items():
            self.sides.setdefault(of, set()).update(kinds)
        walls = {of for of, kinds in self.sides.items() if plan.features.get("karst") in kinds}
        self.closed |= walls
        straits = plan.features.get("strait", "")
        for shores in crossings:
            self._strait(straits, shores)
        for of, kind in self.fixes.add_sides:
            if kind == straits:
                self._open(of)
            elif kind == ground.SEA:
                self.closed.add(of)

    def _strait(self, kind: str, shores: BaseGeometry) -> None:
        """Lay a strait, a line from shore to shore: karst stops nobody there who goes by boat."""
        of = self._crossed(shores)
        if of is not None:
            karst = {self.recipe.rivers.features.get("karst", "")}
            self.sides[of] = self.sides.get(of, set()) - karst | {kind}
            self._open(of)

    def _crossed(self, shores: BaseGeometry) -> Side | None:
        """The side of a strait: between the hexes of its shores, or the sea nearest to it.

        Shores that share a hex, or that lie in a hex of the sea, are parted by the nearest side
        between their two islands that is no farther than ``NEAR``; where the data's coast has
        both shores on one island, by the nearest side between any two.
        """
        a, b = (self.frame.hex_at((lat, lon)) for lon, lat in shores.coords)
        if a in self.dry and b in self.dry and b in a.neighbours():
            return side_between(a, b)
        line = self.frame.laid(shores)
        isles = {self.isles.at((x, y)) for x, y in line.coords}
        rated = []
        for of in sorted(self.isles.sides(self.dry)):
            gap = line.distance(shapely.LineString(self.frame.layout.side_ends(of)))
            is_between = len(isles) < 2 or {self.isles.of(at) for at in of.hexes} == isles
            if gap <= NEAR and is_between:
                rated.append((gap, of))
        return min(rated)[1] if rated else None

    def _open(self, of: Side) -> None:
        """Let lines cross a side that is a strait rather than open water."""
        self.water.pop(of, None)
        self.closed.discard(of)

    def lay_lines(self) -> None:
        """Railways and roads, then the open water that no line wades through."""
        self.net = LineNet(
            self.frame,
            self.terrain,
            self.dry_kinds,
            self.river_sides,
            self.water,
            self.closed,
            self.fixes.places,
            self.lists.stations,
        )
        for plan in self.recipe.lines:
            for chain in getattr(self.lists, plan.file):
                fits = not plan.gauges or chain.gauge in plan.gauges
                if fits and (not plan.volumes or chain.volume in plan.volumes):
                    self.net.lay(chain, plan.kind)
        if self.net.broken:
            what = f"no way over land was found for {self.net.broken[0]}."
            raise KnownError(str(self.recipe.path), what, "Move a stop or fix the terrain.")
        for step, kind in self.fixes.drop_links:
            self.net.links.get(step, set()).discard(kind)
        for step, kind in self.fixes.add_links:
            self.net.links.setdefault(step, set()).add(kind)
        for of, kind in self.water.items():
            if of not in self.net.waded:
                self.sides.setdefault(of, set()).add(kind)
        for of in self.ridges:
            if not self.sides.get(of) and link(*of.hexes) not in self.net.links:
                self.sides[of] = {"mountain"}
        for of, kind in self.fixes.drop_sides:
            self.sides.get(of, set()).discard(kind)
        for of, kind in self.fixes.add_sides:
            self.sides.setdefault(of, set()).add(kind)

    def name(self) -> None:
        """Places and regions."""
        shores = {of for of, kinds in self.sides.items() if kinds}
        self.places = put_towns(
            self.towns, self.recipe, self.net, self.homes, self.fixes, self.terrain, shores
        )
        open_water = {ground.SEA, self.recipe.rivers.features.get("strait", "")}
        beaches = {of for of, kinds in self.sides.items() if kinds & open_water}
        realms = Realms(
            self.frame, self.terrain.keys(), self.dry, beaches, self.lists, self.rivers.laid
        )
        for realm in self.recipe.realms:
            realms.grow(realm, self.homes)
        for band in self.recipe.bands:
            realms.lay_bands(band)
        for zone in self.recipe.zones:
            realms.draw(zone, str(self.recipe.path))
        for layer, name, hexes in self.fixes.regions:
            regions = realms.regions.setdefault(layer, {})
            for other in regions:
                regions[other] -= hexes
            regions[name] = regions.get(name, frozenset()) | hexes
        self.regions = realms.regions
        self._name_rivers()
        if self.recipe.supply:
            self.regions[LAYER] = supply_regions(
                self.recipe.supply,
                self.terrain.keys(),
                self.net.links,
                self.places.values(),
                self.regions.get("nation", {}),
                str(self.recipe.path),
            )

    def _name_rivers(self) -> None:
        """Named rivers are regions of the hexes on both banks."""
        kinds = {kind for name, kind in self.recipe.rivers.features.items() if "river" in name}
        found: dict[str, set[Hex]] = {}
        for river, name in self.recipe.rivers.names.items():
            held = found.setdefault(f"{name} River", set())
            course = [
                of
                for of in sorted(self.rivers.named.get(river, ()))
                if self.sides.get(of, set()) & kinds
            ]
            for of, kind in self.fixes.add_sides:
                beside = {
                    known
                    for one in course
                    if not set(one.hexes).isdisjoint(of.hexes)
                    for known in self.sides.get(one, ())
                }
                if kind in kinds & beside:
                    course.append(of)
            held.update(at for of in course for at in of.hexes)
        if any(found.values()):
            self.regions[RIVERS] = {name: frozenset(held) for name, held in found.items() if held}

    def board(self) -> GameMap:
        """The finished board."""
        recipe = self.recipe
        legend = Legend()
        for kind in recipe.legend:
            legend.add(kind)
        self._borders(legend)
        links = {step: frozenset(kinds) for step, kinds in self.net.links.items() if kinds}
        return GameMap(
            id=recipe.id,
            title=recipe.title,
            orientation=Orientation.POINTY,
            legend=legend,
            sheets=[plan.sheet for plan in recipe.sheets],
            terrain={at: self.terrain[at] for at in sorted(self.terrain)},
            hexsides={of: frozenset(self.sides[of]) for of in sorted(self.sides) if self.sides[of]},
            lines={step: links[step] for step in sorted(links)},
            places=self.places,
            regions=self.regions,
            boxes={box.id: box for box in recipe.boxes},
            notes=self._notes(),
        )

    def _borders(self, legend: Legend) -> None:
        """A border lies on every side between land hexes of two nations."""
        owner = {at: n for n, hexes in self.regions.get("nation", {}).items() for at in hexes}
        for at in sorted(self.dry):
            for near in at.neighbours()[:3]:
                if near in self.dry and owner.get(at) != owner.get(near):
                    self.sides.setdefault(side_between(at, near), set()).add("border")
        names = {code: n for realm in self.recipe.realms for code, n in realm.names.items()}
        for item in self.lists.frontiers:
            kind = self.recipe.rivers.frontiers.get(item.between)
            if kind:
                pair = {names.get(code) for code in item.between.split("|")}
                self._move(kind, self.frame.laid(item.line), {n for n in pair if n}, owner)

    def _move(
        self, kind: str, line: BaseGeometry, pair: Collection[str], owner: Mapping[Hex, str]
    ) -> None:
        """Move a frontier that is shown as hexsides to the border of its two nations."""
        shapely.prepare(line)
        for of, kinds in self.sides.items():
            if not kinds & {kind, "border"}:
                continue
            a, b = self.frame.layout.side_ends(of)
            if line.distance(shapely.Point((a.x + b.x) / 2, (a.y + b.y) / 2)) > BY_FRONTIER:
                continue
            if {owner.get(at) for at in of.hexes} == set(pair):
                kinds.add(kind)
            else:
                kinds.discard(kind)

    def _notes(self) -> dict[str, str]:
        counts = Counter(self.terrain.values())
        total = ", ".join(f"{kind} {counts[kind]}" for kind in sorted(counts))
        sources = self.recipe.sources.values()
        notes = dict(self.recipe.notes)
        yields = "; ".join(
            f"{town} ({'a stream' if river.startswith('(') else river})"
            for town, river in self._yielded()
        )
        if yields:
            notes["reading, banks"] = (
                f"Towns that no course of hexsides could keep on their own bank: {yields}."
            )
        notes["hexes"] = f"{len(self.terrain)}: {total}"
        notes["km per hex"] = f"{self.recipe.laying.hex_km:.2f}"
        notes["sources"] = "; ".join(f"{item.origin} ({item.licence})" for item in sources)
        return notes

    def _yielded(self) -> Iterator[tuple[str, str]]:
        """The printed towns that are on the wrong bank of a river, by hand corrections too."""
        bars = self.wet_kinds | {ground.SEA, ground.LAKE, *self.recipe.rivers.features.values()}
        shut = {of for of, kinds in self.sides.items() if kinds & bars}
        printed = {place.name for place in self.places.values()}
        stands = [
            one for one in self.rivers.stands if re.sub(r" [A-Z]{2}$", "", one.name) in printed
        ]
        names = self.recipe.rivers.names
        whole = {names.get(river, river): course for river, course in self.rivers.whole.items()}
        for river, course in whole.items():
            for stand in wrong_banks(self.frame.layout, river, course, stands, shut, NEAR):
                yield stand.name, river

    def _prints(self, town: Town) -> bool:
        return self.recipe.family in town.boards

    def _members(self) -> frozenset[Hex]:
        """Every printed hex of the sheets that the corrections do not take away."""
        found: set[Hex] = set()
        for plan in self.recipe.sheets:
            for at in plan.sheet.hexes():
                numbers = plan.sheet.numbers(at)
                if numbers is None:
                    raise KnownError(str(self.recipe.path), "a sheet is broken.", "Correct it.")
                column, row = numbers
                first = plan.sheet.scheme.first_column
                last = first + plan.sheet.columns - 1
                if not plan.straight or column != (first if row % 2 else last):
                    found.add(at)
        return frozenset(found - self.fixes.absent)
