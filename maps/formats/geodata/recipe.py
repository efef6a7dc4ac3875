"""The recipe of a board made from public geography: what to read, where to lay it, what to name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from maps.legend import Kind
from maps.model import Box

LatLon = tuple[float, float]

ROLES = ("land", "countries", "elevation", "rivers")
"""What a data set is used for; each role names one file in the recipe's ``[sources]``."""


@dataclass(frozen=True, slots=True)
class Source:
    """One public data file: its name in the data folder, where it comes from, and its licence.

    ``north`` is a file of the same kind that goes on where the first one ends, if there is one.
    """

    role: str
    file: str
    origin: str
    licence: str
    north: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """The printed numbering, column before row, and which columns lie half a hex lower."""

    columns: int
    rows: int
    first_column: int
    first_row: int
    parity: str


@dataclass(frozen=True, slots=True)
class Fit:
    """How the globe is laid under the grid.

    ``hex_km`` is the distance between centres; ``north`` the bearing of true north on the board in
    degrees clockwise from up; ``reach_km`` how far the pull of a pin is felt.
    """

    projection: str
    anchor: LatLon
    anchor_hex: str
    nudge: tuple[float, float]
    hex_km: float
    north: float
    reach_km: float


@dataclass(frozen=True, slots=True)
class Pin:
    """A place that must fall in a hex."""

    name: str
    at: LatLon
    label: str


@dataclass(frozen=True, slots=True)
class Surface:
    """Thresholds that turn samples of a hex into its terrain: metres, and metres per km for slopes.

    A hex is mountain from ``mountain_floor`` up when its slope in units of ``mountain_slope`` and
    its height in units of ``mountain_height`` add up to ``mountain_sum``, or at ``steep_slope``.
    """

    land_share: float
    mountain_height: float
    mountain_slope: float
    mountain_sum: float
    mountain_floor: float
    steep_slope: float
    rough_slope: float
    rough_height: float


@dataclass(frozen=True, slots=True)
class River:
    """A watercourse laid on hexsides from one point to another.

    ``names`` are looked up in the rivers file; ``course`` is drawn by hand, instead or besides.
    """

    name: str
    kind: str
    names: tuple[str, ...]
    course: tuple[LatLon, ...]
    start: LatLon
    end: LatLon


@dataclass(frozen=True, slots=True)
class Lake:
    """A lake shown along hexsides, from one end of its ``course`` to the other."""

    name: str
    course: tuple[LatLon, ...]


@dataclass(frozen=True, slots=True)
class Road:
    """A road as a chain of named points."""

    name: str
    stops: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaceSpec:
    """A town of the board; ``point`` is its name in the list of points."""

    id: str
    name: str
    kind: str
    point: str
    tags: tuple[str, ...]
    modern: str


@dataclass(frozen=True, slots=True)
class Area:
    """A region of hexes chosen by country code, by outline, by coast, or listed.

    Empty fields do not choose. ``exits`` takes the road hexes where a road leaves the board.
    """

    layer: str
    name: str
    codes: tuple[str, ...]
    countries: tuple[str, ...]
    within: tuple[LatLon, ...]
    coastal: bool
    exits: bool
    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recipe:
    """All of a recipe, read and checked."""

    path: Path
    id: str
    title: str
    grid: Grid
    fit: Fit
    pins: tuple[Pin, ...]
    sources: Mapping[str, Source]
    outline: tuple[LatLon, ...]
    left_out: tuple[str, ...]
    surface: Surface
    rivers: tuple[River, ...]
    lakes: tuple[Lake, ...]
    bridges: Mapping[str, LatLon]
    blocked: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    roads: tuple[Road, ...]
    places: tuple[PlaceSpec, ...]
    areas: tuple[Area, ...]
    boxes: tuple[Box, ...]
    legend: tuple[Kind, ...]
    notes: Mapping[str, str]
    points: Mapping[str, LatLon]
    edits: str
    exclusive: tuple[str, ...]
    banks: str = ""
