"""The frame between globe and board: longitude and latitude <-> a place on paper, in hexes."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from pyproj import Transformer
from pyproj.exceptions import ProjError

from maps.errors import KnownError
from maps.formats.geodata.recipe import LatLon, Pin, Recipe
from maps.hexgrid import Hex
from maps.layout import Layout, Orientation
from maps.numbering import LabelScheme, Order, Parity, Sheet

Floats = NDArray[np.float64]

INNER = 0.44
"""How near its hex's centre a pinned place is brought; a side is at 0.5."""


def sheet_of(recipe: Recipe) -> Sheet:
    """The one sheet of the board."""
    grid = recipe.grid
    scheme = LabelScheme(
        order=Order.CCRR,
        parity=Parity(grid.parity),
        first_column=grid.first_column,
        first_row=grid.first_row,
    )
    return Sheet(recipe.id, Orientation.FLAT, grid.columns, grid.rows, scheme)


class Frame:
    """A turned and scaled map projection with a smooth pull toward the pins.

    Paper units are hexes (the distance between centres), x to the right and y down.
    """

    def __init__(self, recipe: Recipe) -> None:
        self.layout = Layout(Orientation.FLAT)
        self.sheet = sheet_of(recipe)
        self._where = str(recipe.path)
        fit = recipe.fit
        try:
            self._project = Transformer.from_crs("EPSG:4326", fit.projection, always_xy=True)
        except ProjError as error:
            what = f"the projection is not understood: {error}."
            raise KnownError(self._where, what, "Write a PROJ text.") from None
        self._scale = 1000.0 * fit.hex_km
        self._turn = complex(math.cos(math.radians(fit.north)), math.sin(math.radians(fit.north)))
        centre = self.layout.centre(self._hex(fit.anchor_hex, "the anchor"))
        self._offset = complex(centre.x + fit.nudge[0], centre.y + fit.nudge[1])
        self._anchor = complex(*self._project.transform(fit.anchor[1], fit.anchor[0]))
        self._reach = fit.reach_km / fit.hex_km
        self._knots: Floats = np.empty((0, 2))
        self._pull: Floats = np.empty((0, 2))
        self._set_pins(recipe.pins)

    def to_paper(self, lat: Floats, lon: Floats) -> Floats:
        """Paper positions (n x 2) of points on the globe in degrees."""
        plain = self._plain(lat, lon)
        return plain + self._shift(plain)

    def to_globe(self, paper: Floats) -> tuple[Floats, Floats]:
        """Latitudes and longitudes of paper positions (n x 2)."""
        plain = paper.copy()
        for _ in range(40):
            plain = paper - self._shift(plain)
        points = (plain[:, 0] + 1j * plain[:, 1]) - self._offset
        metres = np.conj(points * self._turn.conjugate()) * self._scale + self._anchor
        lon, lat = self._project.transform(metres.real, metres.imag, direction="INVERSE")
        return np.asarray(lat), np.asarray(lon)

    def point(self, at: LatLon) -> tuple[float, float]:
        """Paper position of one point."""
        x, y = self.to_paper(np.array([at[0]]), np.array([at[1]]))[0]
        return float(x), float(y)

    def hex_at(self, at: LatLon) -> Hex:
        """The hex that holds a point of the globe (on the board or not)."""
        return self.layout.hex_at(*self.point(at))

    def _plain(self, lat: Floats, lon: Floats) -> Floats:
        x, y = self._project.transform(lon, lat)
        points = np.conj((np.asarray(x) + 1j * np.asarray(y) - self._anchor) / self._scale)
        turned = points * self._turn + self._offset
        return np.column_stack([turned.real, turned.imag])

    def _shift(self, plain: Floats) -> Floats:
        if not len(self._knots):
            return np.zeros_like(plain)
        return self._kernel(plain, self._knots) @ self._pull

    def _kernel(self, a: Floats, b: Floats) -> Floats:
        gaps = np.linalg.norm(a[:, None, :] - b[None, :, :], axis=2)
        return np.asarray(np.exp(-gaps / self._reach))

    def _set_pins(self, pins: tuple[Pin, ...]) -> None:
        taken: dict[Hex, str] = {}
        for pin in pins:
            at = self._hex(pin.label, f"the pin {pin.name!r}")
            if at in taken:
                what = f"the pins {taken[at]!r} and {pin.name!r} share hex {pin.label}."
                raise KnownError(self._where, what, "Move one of them.")
            taken[at] = pin.name
        if not pins:
            return
        plain = self._plain(np.array([p.at[0] for p in pins]), np.array([p.at[1] for p in pins]))
        centres = np.array([self.layout.centre(at) for at in taken])
        gaps = plain - centres
        lengths = np.linalg.norm(gaps, axis=1)
        inside = np.minimum(1.0, INNER / np.maximum(lengths, 1e-9))
        wanted = centres + gaps * inside[:, None]
        self._knots = plain
        self._pull = np.linalg.solve(self._kernel(plain, plain), wanted - plain)

    def _hex(self, label: str, who: str) -> Hex:
        at = self.sheet.hex(label)
        if at is None:
            what = f"{who} is put in hex {label!r}, which is outside the grid."
            raise KnownError(self._where, what, "Name a hex of the grid.")
        return at
