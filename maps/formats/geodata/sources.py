"""Reading the public data files: outlines, rivers, heights."""

from __future__ import annotations

import gzip
import json
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image
from shapely.geometry.base import BaseGeometry

from maps.errors import KnownError
from maps.formats.geodata.recipe import Source
from maps.formats.geodata.shapes import Feature, features_of

Floats = NDArray[np.float64]

STRIP = 15
"""Rows of a northern height grid that lie south of 62 degrees, in the first one too."""


class Heights:
    """Metres above the sea on a grid of latitude and longitude, and the slope in metres per km."""

    def __init__(self, metres: Floats, north: float, west: float, step: float) -> None:
        self.metres = metres
        self._north, self._west, self._step = north, west, step
        km = step * 111.2
        rows = north - step * np.arange(metres.shape[0])
        down = np.gradient(metres, axis=0) / km
        across = np.gradient(metres, axis=1) / (km * np.cos(np.radians(rows)))[:, None]
        self.slope: Floats = np.hypot(down, across)

    def at(self, lat: Floats, lon: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Grid row and column of points, clipped to the grid."""
        row = np.clip(np.rint((self._north - lat) / self._step), 0, self.metres.shape[0] - 1)
        column = np.clip(np.rint((lon - self._west) / self._step), 0, self.metres.shape[1] - 1)
        return row.astype(np.intp), column.astype(np.intp)


APART = 0.002
"""Ends of stretches of one river that are no farther apart, in degrees, are one point."""


def brought_together(lines: list[BaseGeometry]) -> list[BaseGeometry]:
    """The stretches of a river, those that the data cut a little apart brought together."""
    ends: list[tuple[float, float]] = []
    found: list[BaseGeometry] = []
    for line in lines:
        if not isinstance(line, shapely.LineString):
            found.append(line)
            continue
        spots = [(float(x), float(y)) for x, y in line.coords]
        for k in (0, -1):
            x, y = spots[k]
            near = [p for p in ends if abs(p[0] - x) <= APART and abs(p[1] - y) <= APART]
            ends.append(spots[k] if spots[k] in near or not near else near[0])
            spots[k] = ends[-1]
        found.append(shapely.LineString(spots))
    return found


class Sourced(Protocol):
    """Whatever names its data files: a recipe of either format."""

    @property
    def sources(self) -> Mapping[str, Source]:
        """The data files by role."""


class Sources:
    """The data files of a recipe in one folder; KnownError for one that is absent or broken."""

    def __init__(self, recipe: Sourced, folder: Path) -> None:
        self._recipe = recipe
        self._folder = folder
        self._read: dict[str, list[Feature]] = {}

    def land(self) -> BaseGeometry:
        """All land, in longitude and latitude."""
        return shapely.union_all([outline for _, outline in self._shapes("land", "featurecla")])

    def countries(self) -> dict[str, BaseGeometry]:
        """Today's countries by ISO code of three letters."""
        return dict(self._shapes("countries", "adm0_a3"))

    def rivers(self, names: tuple[str, ...]) -> BaseGeometry:
        """The lines of all rivers with the given names."""
        wanted = [line for name, line in self._shapes("rivers", "name") if name in names]
        if not wanted:
            where = str(self._folder / self._recipe.sources["rivers"].file)
            raise KnownError(where, f"has no river {' or '.join(names)}.", "Draw its 'course'.")
        return shapely.union_all(wanted)

    def river_lines(self, rank: float) -> list[tuple[str, BaseGeometry]]:
        """Every river up to a scale rank, by name; nameless ones are told apart by number."""
        parts: dict[str, list[BaseGeometry]] = {}
        ranks = self._shapes("rivers", "scalerank")
        for i, (name, line) in enumerate(self._shapes("rivers", "name")):
            if float(ranks[i][0] or 99) <= rank:
                parts.setdefault(name or f"({i})", []).append(line)
        return [
            (name, shapely.union_all(brought_together(lines)))
            for name, lines in sorted(parts.items())
        ]

    def lakes(
        self, dropped: tuple[str, ...], year: int, spots: tuple[tuple[float, float], ...] = ()
    ) -> list[tuple[str, BaseGeometry]]:
        """All lakes by name, without the named ones and reservoirs dammed after a year.

        ``spots`` are latitudes and longitudes in lakes without a name that are left out too.
        """
        out = [shapely.Point(lon, lat) for lat, lon in spots]
        years = self._shapes("lakes", "year")
        return [
            (name, shapely.make_valid(outline))
            for i, (name, outline) in enumerate(self._shapes("lakes", "name"))
            if name not in dropped
            and int(float(years[i][0] or 0)) <= year
            and not any(outline.contains(spot) for spot in out)
        ]

    def heights(self) -> Heights:
        """The height grid: row 0 is the northern edge, in steps of 1/30 degree from 62N 5E.

        A file for the north goes before it, in the same steps.
        """
        source = self._recipe.sources["elevation"]
        metres = self._grid(source.file, source)
        top = 62.0
        if source.north:
            above = self._grid(source.north, source)[: -STRIP or None]
            if above.shape[1] != metres.shape[1]:
                where = str(self._folder / source.north)
                raise KnownError(where, "has columns of another width.", "Fetch it again.")
            metres = np.vstack([above, metres])
            top += above.shape[0] / 30
        metres[metres < -1000] = 0.0
        return Heights(metres, top, 5.0, 1 / 30)

    def _grid(self, file: str, source: Source) -> Floats:
        path = self._path(file, source)
        try:
            with np.load(path, allow_pickle=False) as data:
                held = data["elev"] if "elev" in data else np.zeros(0)
        except (ValueError, OSError, zipfile.BadZipFile) as error:
            raise KnownError(
                str(path), f"is not a height grid: {error}.", "Fetch it again."
            ) from None
        if held.ndim != 2 or min(held.shape) < 2 or held.dtype.kind not in "iuf":
            what = "is not a height grid: it has no rows and columns of 'elev'."
            raise KnownError(str(path), what, "Fetch it again.")
        return np.asarray(held.astype(np.float64))

    def colour(self) -> Floats | None:
        """The picture of the earth from above, if the recipe names one: red, green, blue by pixel.

        Row 0 is at 72.5N and column 0 at 5E; 15 pixels make a degree.
        """
        source = self._recipe.sources.get("colour")
        if source is None:
            return None
        path = self._path(source.file, source)
        try:
            with Image.open(path) as picture:
                return np.asarray(picture.convert("RGB")).astype(np.float64)
        except (OSError, ValueError) as error:
            raise KnownError(str(path), f"is not a picture: {error}.", "Fetch it again.") from None

    def _shapes(self, role: str, key: str) -> list[tuple[str, BaseGeometry]]:
        """The shapes of a GeoJSON file, each with one property of it (empty when it lacks it)."""
        if role not in self._read:
            source = self._recipe.sources[role]
            self._read[role] = [
                item
                for file in (source.file, source.north)
                if file
                for item in self._features(self._path(file, source))
            ]
        return [(str(facts.get(key, "")), outline) for facts, outline in self._read[role]]

    def _features(self, path: Path) -> list[Feature]:
        try:
            raw = path.read_bytes()
            data = json.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)
        except (OSError, EOFError, zlib.error, json.JSONDecodeError, UnicodeDecodeError) as error:
            what = f"is not GeoJSON of shapes: {error}."
            raise KnownError(str(path), what, "Fetch it again.") from None
        return features_of(data, str(path), "Fetch it again.")

    def _path(self, file: str, source: Source) -> Path:
        path = self._folder / file
        if not path.is_file():
            fix = f"Put it there ({source.origin}) or name its folder in SANDTABLE_GEODATA."
            raise KnownError(str(path), "this data file is missing.", fix)
        return path
