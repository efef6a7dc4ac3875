"""The project's own lists of the country of 1940: stations, lines, towns, frontiers, land cover."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from maps.errors import KnownError
from maps.files.reading import json_of, read_text
from maps.formats.geodata.shapes import Feature, degrees, features_of

LatLon = tuple[float, float]
SIDES = ("N", "E", "S", "W")
CHAIN = ("line_id", "name", "gauge", "volume", "stations")
TOWN = (
    *("name_1940", "modern_name", "board", "class", "port", "fortress", "airfield"),
    *("nation_1940", "military_district", "origin"),
)
TRACE = ("kind", "name", "from_lat", "to_lat", "board", "river_path_lat_lon")
"""The columns that a list must have."""
WORKS = {"0": "", "1": "fortress", "line": "fortified"}
"""Tags of towns by what the column ``fortress`` says."""
_LARGEST = 64_000_000


@dataclass(frozen=True, slots=True)
class Chain:
    """A railway or road as a chain of stations; ``gauge`` and ``volume`` as in the list."""

    id: str
    name: str
    gauge: str
    volume: str
    stops: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Town:
    """A town of the list: ``boards`` are the families it is printed on, ``size`` its class.

    ``works`` is ``fortress``, ``fortified`` (on a fortified line, or an old fort), or empty.
    """

    name: str
    modern: str
    at: LatLon
    boards: tuple[str, ...]
    size: str
    port: str
    works: str
    airfield: bool
    nation: str
    district: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Trace:
    """A line drawn on the globe: a frontier, a river's course, a strait, a fortified stretch."""

    kind: str
    name: str
    between: str
    boards: tuple[str, ...]
    line: BaseGeometry


@dataclass(frozen=True, slots=True)
class Cover:
    """A polygon of land cover."""

    kind: str
    name: str
    shape: BaseGeometry


@dataclass(frozen=True, slots=True)
class Bank:
    """On which side of a river a town stands, by the compass: N, E, S or W."""

    town: str
    river: str
    side: str


@dataclass(frozen=True, slots=True)
class Lists:
    """All lists of one folder."""

    stations: Mapping[str, LatLon]
    railways: tuple[Chain, ...]
    roads: tuple[Chain, ...]
    towns: tuple[Town, ...]
    frontiers: tuple[Trace, ...]
    features: tuple[Trace, ...]
    cover: tuple[Cover, ...]
    banks: tuple[Bank, ...]


def read_lists(folder: Path) -> Lists:
    """Read every list of a folder. KnownError names the file and line that cannot be read."""
    stations = {
        row["name"]: _at(row, where) for where, row in _rows(folder / "stations.csv", "name")
    }
    return Lists(
        stations=stations,
        railways=_chains(folder / "railways.csv", stations),
        roads=_chains(folder / "roads.csv", stations),
        towns=tuple(_town(row, where) for where, row in _rows(folder / "places.csv", *TOWN)),
        frontiers=tuple(
            Trace(_word(item, "kind"), _word(item, "name"), _word(item, "between"), (), line)
            for item, line in _features(folder / "frontiers.geojson")
        ),
        features=tuple(
            _feature(row, w) for w, row in _rows(folder / "hexside_features.csv", *TRACE)
        ),
        cover=tuple(
            Cover(_word(item, "kind"), _word(item, "name"), area)
            for item, area in _features(folder / "landcover.geojson")
        ),
        banks=read_banks(folder / "banks.csv"),
    )


def read_banks(path: Path) -> tuple[Bank, ...]:
    """Read a list of banks. KnownError names the file and line that cannot be read."""
    return tuple(_bank(row, where) for where, row in _rows(path, "town", "river", "side"))


def _rows(path: Path, *columns: str) -> list[tuple[str, dict[str, str]]]:
    """The rows of a list, each with where it is, all with the columns that are asked for."""
    if not path.is_file():
        raise KnownError(str(path), "this list is missing.", "Put it there.")
    try:
        rows = list(csv.DictReader(read_text(path).splitlines(), strict=True))
    except csv.Error as error:
        raise KnownError(str(path), f"is no list: {error}.", "Correct it.") from None
    found = [(f"{path} line {number}", row) for number, row in enumerate(rows, start=2)]
    for where, row in found:
        lacking = [column for column in columns if row.get(column) is None]
        if lacking:
            raise KnownError(where, f"has no {' and no '.join(lacking)}.", "Fill in the columns.")
    return found


def _features(path: Path) -> list[Feature]:
    if not path.is_file():
        raise KnownError(str(path), "this list is missing.", "Put it there.")
    return features_of(json_of(read_text(path, _LARGEST), str(path)), str(path), "Correct it.")


def _word(item: Mapping[str, object], key: str) -> str:
    return str(item.get(key) or "")


def _at(row: Mapping[str, str], where: str, stem: str = "") -> LatLon:
    found = degrees(row, stem)
    if found is None:
        raise KnownError(where, "has no latitude and longitude.", "Write degrees.")
    return found


def _chains(path: Path, stations: Mapping[str, LatLon]) -> tuple[Chain, ...]:
    found = []
    for where, row in _rows(path, *CHAIN):
        stops = tuple(row["stations"].split(";"))
        for stop in stops:
            if stop not in stations:
                raise KnownError(where, f"{stop!r} is no station.", "Add it to stations.csv.")
        found.append(Chain(row["line_id"], row["name"], row["gauge"], row["volume"], stops))
    return tuple(found)


def _town(row: Mapping[str, str], where: str) -> Town:
    return Town(
        name=row["name_1940"],
        modern=row["modern_name"],
        at=_at(row, where),
        boards=tuple(row["board"].split(",")),
        size=row["class"],
        port=row["port"],
        works=_works(row["fortress"], where),
        airfield=row["airfield"] == "1",
        nation=row["nation_1940"],
        district=row["military_district"],
        chosen=row["origin"] == "listed",
    )


def _works(word: str, where: str) -> str:
    if word not in WORKS:
        raise KnownError(where, f"{word!r} is no fortress.", f"Write {', '.join(WORKS)}.")
    return WORKS[word]


def _bank(row: Mapping[str, str], where: str) -> Bank:
    if row["side"] not in SIDES:
        raise KnownError(where, f"{row['side']!r} is no side.", "Write N, E, S or W.")
    return Bank(row["town"], row["river"], row["side"])


def _feature(row: Mapping[str, str], where: str) -> Trace:
    course = row["river_path_lat_lon"].split()
    if course:
        try:
            spots = [(float(lat), float(lon)) for lat, lon in (p.split(",") for p in course)]
        except ValueError:
            raise KnownError(where, "has a broken course.", "Write lat,lon lat,lon.") from None
    else:
        ends = [stem for stem in ("from_", "to_") if row[f"{stem}lat"]]
        spots = [_at(row, where, stem) for stem in (*ends, *ends)[:2]]
    line = LineString([(lon, lat) for lat, lon in spots])
    return Trace(row["kind"], row["name"], "", tuple(row["board"].split(",")), line)
