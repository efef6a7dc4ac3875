"""What lists and data files of geography hold: shapes of GeoJSON, degrees of rows."""

from __future__ import annotations

import math
from collections.abc import Mapping

import shapely
from shapely.geometry import shape
from shapely.geometry.base import BaseGeometry

from maps.errors import KnownError
from maps.untyped import Json

Feature = tuple[dict[str, object], BaseGeometry]
"""The properties of a feature and its shape, in longitude and latitude."""

_KINDS = {
    "Point": (0, 1),
    "MultiPoint": (1, 1),
    "LineString": (1, 2),
    "MultiLineString": (2, 2),
    "Polygon": (2, 4),
    "MultiPolygon": (3, 4),
}
"""How deep the points of a kind of geometry lie, and how many its shortest row may have."""


def features_of(data: Json, where: str, fix: str) -> list[Feature]:
    """The features of GeoJSON that was read. Raises KnownError, naming the feature, for what is
    none.
    """
    rows = data.get("features") if isinstance(data, dict) else None
    if not isinstance(rows, list):
        raise KnownError(where, "is not GeoJSON of shapes: it has no list of features.", fix)
    return [_feature(row, f"{where} feature {number}", fix) for number, row in enumerate(rows, 1)]


def _feature(row: Json, where: str, fix: str) -> Feature:
    facts = (row.get("properties") or {}) if isinstance(row, dict) else None
    if not isinstance(facts, dict):
        raise KnownError(where, "is not GeoJSON of shapes: it has no properties.", fix)
    found = row.get("geometry")
    kind = found.get("type") if isinstance(found, dict) else None
    deep, least = _KINDS.get(kind, (-1, 0)) if isinstance(kind, str) else (-1, 0)
    if deep < 0:
        raise KnownError(where, "is not GeoJSON of shapes: a feature has no geometry.", fix)
    if not _sound(found.get("coordinates"), deep, least):
        raise KnownError(where, f"is not GeoJSON of shapes: no coordinates of a {kind}.", fix)
    try:
        outline = shape(found)
    except shapely.errors.ShapelyError as error:
        raise KnownError(where, f"is not GeoJSON of shapes: {error}.", fix) from error
    return dict(facts), outline


def _sound(found: Json, deep: int, least: int) -> bool:
    """Whether rows of points lie so deep, and the innermost are long enough."""
    if not isinstance(found, list):
        return False
    if deep > 1:
        return all(_sound(inner, deep - 1, least) for inner in found)
    if deep == 1:
        return len(found) >= least and all(_sound(inner, 0, least) for inner in found)
    numbers = all(isinstance(one, float | int) and math.isfinite(one) for one in found)
    return numbers and len(found) in (2, 3)


def degrees(row: Mapping[str, str | None], stem: str = "") -> tuple[float, float] | None:
    """The latitude and longitude of a row of a list; None where it has none."""
    try:
        lat, lon = (float(row.get(f"{stem}{name}") or "") for name in ("lat", "lon"))
    except ValueError:
        return None
    return (lat, lon) if abs(lat) <= 90 and abs(lon) <= 180 else None
