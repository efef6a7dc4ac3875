"""The frame of boards made of printed sheets: a projection, turned and scaled, bent to the pins.

Paper units are hexes (the distance between centres), x to the right and y down; the hexes are
pointy-topped. The pins bend the paper by a thin-plate spline, so that every pinned place falls in
its printed hex and everything between moves smoothly with it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import Transformer
from pyproj.exceptions import ProjError
from shapely.geometry.base import BaseGeometry

from maps.errors import KnownError
from maps.hexgrid import Hex
from maps.layout import Layout, Orientation
from maps.numbering import Sheet

Floats = NDArray[np.float64]
LatLon = tuple[float, float]

INNER = 0.38
"""How near its hex's centre a pinned place is brought, in hexes; a side is at 0.5."""


@dataclass(frozen=True, slots=True)
class Laying:
    """How the globe is laid under the sheets: ``offset`` in hexes, ``turn`` in degrees."""

    projection: str
    hex_km: float
    turn: float
    offset: tuple[float, float]


@dataclass(frozen=True, slots=True)
class SheetPin:
    """A place that must fall in a printed hex."""

    name: str
    at: LatLon
    label: str


class WarpFrame:
    """Longitude and latitude <-> paper, for a board of one or more sheets.

    Raises KnownError for a projection PROJ does not know, a pin outside every sheet and two pins on
    one hex; ``where`` names the recipe in those sentences.
    """

    def __init__(
        self, laying: Laying, sheets: Sequence[Sheet], pins: Sequence[SheetPin], where: str
    ) -> None:
        self.layout = Layout(Orientation.POINTY)
        self.sheets = tuple(sheets)
        self.pins = tuple(pins)
        self._where = where
        try:
            self._project = Transformer.from_crs("EPSG:4326", laying.projection, always_xy=True)
        except ProjError as error:
            what = f"the projection is not understood: {error}."
            raise KnownError(where, what, "Write a PROJ text.") from None
        self.hex_km = laying.hex_km
        self._metres = 1000.0 * laying.hex_km
        self._cos = math.cos(math.radians(laying.turn))
        self._sin = math.sin(math.radians(laying.turn))
        self._offset = laying.offset
        self._knots: Floats = np.empty((0, 2))
        self._weights: Floats = np.zeros((3, 2))
        self._bend()

    def hex(self, label: str) -> Hex | None:
        """The hex of a printed label, which names its sheet where there are several."""
        found = [
            at
            for sheet in self.sheets
            if len(self.sheets) == 1 or label.upper().startswith(sheet.scheme.prefix.upper())
            if (at := sheet.hex(label)) is not None
        ]
        return found[0] if found else None

    def to_paper(self, lat: Floats, lon: Floats) -> Floats:
        """Paper positions (n x 2) of points on the globe in degrees."""
        plain = self._plain(lat, lon)
        return plain + self._shift(plain)

    def to_globe(self, paper: Floats) -> tuple[Floats, Floats]:
        """Latitudes and longitudes of paper positions (n x 2)."""
        plain = paper - self._shift(paper)
        for _ in range(30):
            before, plain = plain, paper - self._shift(plain)
            if np.abs(plain - before).max(initial=0.0) < 1e-9:
                break
        x = plain[:, 0] - self._offset[0]
        y = -(plain[:, 1] - self._offset[1])
        east = (self._cos * x + self._sin * y) * self._metres
        north = (-self._sin * x + self._cos * y) * self._metres
        lon, lat = self._project.transform(east, north, direction="INVERSE")
        return np.asarray(lat), np.asarray(lon)

    def laid(self, globe: BaseGeometry) -> BaseGeometry:
        """A geometry of longitudes and latitudes, on paper."""
        # Rounded, since the two ends of a ring must agree to the last bit.
        bent = shapely.transform(globe, lambda xy: self.to_paper(xy[:, 1], xy[:, 0]).round(7))
        assert isinstance(bent, BaseGeometry)
        return bent

    def point(self, at: LatLon) -> tuple[float, float]:
        """Paper position of one point."""
        x, y = self.to_paper(np.array([at[0]]), np.array([at[1]]))[0]
        return float(x), float(y)

    def points(self, spots: Sequence[LatLon]) -> list[tuple[float, float]]:
        """Paper positions of many points, much faster than one by one."""
        if not spots:
            return []
        lat, lon = np.array(spots).T
        return [(float(x), float(y)) for x, y in self.to_paper(lat, lon)]

    def hex_at(self, at: LatLon) -> Hex:
        """The hex that holds a point of the globe, on the board or not."""
        return self.layout.hex_at(*self.point(at))

    def residuals(self) -> dict[str, float]:
        """How far, in hexes, each pin would lie from its hex's centre without the bending."""
        plain = self._plain(*self._spots())
        centres = self._centres()
        gaps = np.linalg.norm(plain - centres, axis=1)
        return {pin.name: float(gap) for pin, gap in zip(self.pins, gaps, strict=True)}

    def _plain(self, lat: Floats, lon: Floats) -> Floats:
        east, north = self._project.transform(lon, lat)
        x, y = np.asarray(east) / self._metres, np.asarray(north) / self._metres
        return np.column_stack(
            [
                self._cos * x - self._sin * y + self._offset[0],
                -(self._sin * x + self._cos * y) + self._offset[1],
            ]
        )

    def _shift(self, plain: Floats) -> Floats:
        if not len(self._knots):
            return np.zeros_like(plain)
        flat = np.column_stack([np.ones(len(plain)), plain]) @ self._weights[-3:]
        return np.asarray(_kernel(plain, self._knots) @ self._weights[:-3] + flat)

    def _bend(self) -> None:
        """Solve the spline whose values at the pins bring each into its hex."""
        centres = self._centres()
        if len(self.pins) < 3:
            return
        plain = self._plain(*self._spots())
        gaps = plain - centres
        lengths = np.linalg.norm(gaps, axis=1)
        inside = np.minimum(1.0, INNER / np.maximum(lengths, 1e-9))
        wanted = centres + gaps * inside[:, None] - plain
        count = len(plain)
        flat = np.column_stack([np.ones(count), plain])
        system = np.zeros((count + 3, count + 3))
        system[:count, :count] = _kernel(plain, plain)
        system[:count, count:] = flat
        system[count:, :count] = flat.T
        self._weights = np.linalg.solve(system, np.vstack([wanted, np.zeros((3, 2))]))
        self._knots = plain

    def _spots(self) -> tuple[Floats, Floats]:
        return np.array([p.at[0] for p in self.pins]), np.array([p.at[1] for p in self.pins])

    def _centres(self) -> Floats:
        taken: dict[Hex, str] = {}
        for pin in self.pins:
            at = self.hex(pin.label)
            if at is None:
                what = f"the pin {pin.name!r} is put in hex {pin.label!r}, outside every sheet."
                raise KnownError(self._where, what, "Name a hex of the board.")
            if at in taken:
                what = f"the pins {taken[at]!r} and {pin.name!r} share hex {pin.label}."
                raise KnownError(self._where, what, "Move one of them.")
            taken[at] = pin.name
        return np.array([self.layout.centre(at) for at in taken]).reshape(-1, 2)


def _kernel(a: Floats, b: Floats) -> Floats:
    """The thin-plate kernel r^2 log r between two sets of points."""
    square = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2)
    return np.asarray(0.5 * square * np.log(np.maximum(square, 1e-12)))
