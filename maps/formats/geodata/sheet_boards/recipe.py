"""The recipe of a board made of printed sheets: what to read, where to lay it, what to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from maps.formats.geodata.recipe import Source
from maps.formats.geodata.sheet_boards.warp import LatLon, Laying, SheetPin
from maps.legend import Kind
from maps.model import Box
from maps.numbering import Sheet

FORMAT = 2

ROLES = ("land", "lakes", "elevation", "rivers")
"""What a data set is used for; each role names one file in the recipe's ``[sources]``."""

EXTRA_ROLES = ("colour",)
"""Data sets that a recipe may do without."""


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """A sheet and whether its edges are straight: odd rows lack the first column, even the last."""

    sheet: Sheet
    straight: bool


@dataclass(frozen=True, slots=True)
class GroundPlan:
    """Thresholds: shares of a hex (0..1), metres, and metres per km.

    A hex is mountain from ``mountain_floor`` up when slope / ``mountain_slope`` + height /
    ``mountain_height`` reach ``mountain_sum``; ``dropped_lakes``, lakes at ``dropped_at`` and
    lakes dammed after ``year`` are left out. Lakes of at least ``lake_length`` hexes and
    ``lake_area`` square km that fill no hex lie along hexsides (a length of 0 makes none), and
    ``named_lakes`` always. A hexside that rises ``ridge`` metres above both its hexes is a mountain
    hexside; 0 makes none.

    ``colour`` says how bright woods and open country look from above, by latitude: degrees, woods,
    open country. It decides about trees with ``colour_weight`` (0..1), the lists with the rest;
    in the far north it adds those that ``colour_weight_north`` gives, and about woods of the lists,
    whose outlines are straight, those that ``colour_edges`` gives (0 for none).
    Arms of the sea of at least ``inlet_length`` hexes that fill no hex lie along hexsides.
    """

    land: float
    lake: float
    swamp: float
    trees: float
    mountain_height: float
    mountain_slope: float
    mountain_sum: float
    mountain_floor: float
    rough_slope: float
    ridge: float
    colour: tuple[tuple[float, float, float], ...]
    colour_weight: float
    colour_weight_north: float
    colour_edges: float
    inlet_length: float
    lake_length: float
    lake_area: float
    named_lakes: tuple[str, ...]
    dropped_lakes: tuple[str, ...]
    dropped_at: tuple[LatLon, ...]
    year: int
    kinds: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RiverPlan:
    """Rivers of the data up to a scale rank, and the kinds that listed features become.

    ``names`` are the rivers that have a name on the board, by what lists and data call them.
    """

    rank: float
    kind: str
    least: float
    features: Mapping[str, str]
    frontiers: Mapping[str, str]
    left_out: tuple[str, ...]
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LinePlan:
    """Which chains of a list become lines of which kind."""

    file: str
    gauges: tuple[str, ...]
    volumes: tuple[str, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class Realm:
    """A region layer grown from seeds, with frontiers as walls.

    ``seeds`` is ``nation`` or ``district`` (facts of the towns) or ``listed``; ``inside`` names a
    nation the layer is confined to. With ``sight``, land clear of every frontier belongs to the
    towns it sees.
    """

    layer: str
    seeds: str
    walls: tuple[str, ...]
    sight: bool
    inside: tuple[str, ...]
    names: Mapping[str, str]
    listed: tuple[tuple[str, LatLon], ...]


@dataclass(frozen=True, slots=True)
class Band:
    """A region layer in bands between lines that run from west to east, north first."""

    layer: str
    lines: tuple[str, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Zone:
    """A region drawn as an outline.

    ``of`` is ``sea`` (with coasts), ``land``, ``inland`` (two hexes from the sea) or ``listed``;
    ``takes`` confines it to hexes of those regions of its layer; ``shares`` leaves earlier regions
    of the layer the hexes it holds too.
    """

    layer: str
    name: str
    of: str
    within: tuple[LatLon, ...]
    takes: tuple[str, ...]
    hexes: tuple[str, ...]
    shares: bool


@dataclass(frozen=True, slots=True)
class SupplyPlan:
    """A region of the layer ``supply``, worked out from the finished board.

    ``lines`` given: the hexes with such lines on the board's edges ``edges`` (north, east, south,
    west). ``kinds`` given: the hexes with such places. ``nations`` confines both to the hexes of
    those nations, ``but`` leaves the hexes of others out.
    """

    name: str
    lines: tuple[str, ...]
    edges: tuple[str, ...]
    kinds: tuple[str, ...]
    nations: tuple[str, ...]
    but: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetRecipe:
    """All of a recipe, read and checked."""

    path: Path
    id: str
    title: str
    family: str
    auto: tuple[str, ...]
    laying: Laying
    sheets: tuple[SheetPlan, ...]
    pins: tuple[SheetPin, ...]
    sources: Mapping[str, Source]
    ground: GroundPlan
    rivers: RiverPlan
    lines: tuple[LinePlan, ...]
    realms: tuple[Realm, ...]
    bands: tuple[Band, ...]
    zones: tuple[Zone, ...]
    supply: tuple[SupplyPlan, ...]
    boxes: tuple[Box, ...]
    legend: tuple[Kind, ...]
    notes: Mapping[str, str]
    edits: Path
