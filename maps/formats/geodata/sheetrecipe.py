"""The recipe of a board made of printed sheets, read and checked key by key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from maps.errors import KnownError
from maps.formats.geodata.recipe import Source
from maps.formats.geodata.tables import Table, load_toml
from maps.formats.geodata.warp import LatLon, Laying, SheetPin
from maps.hexgrid import Hex
from maps.layout import Orientation
from maps.legend import Kind, Layer
from maps.numbering import LabelScheme, Order, Parity, Sheet

FORMAT = 2

ROLES = ("land", "lakes", "elevation", "rivers")
"""What a data set is used for; each role names one file in the recipe's ``[sources]``."""


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """A sheet and whether it has straight edges: odd rows lack the first column, even the last."""

    sheet: Sheet
    straight: bool


@dataclass(frozen=True, slots=True)
class GroundPlan:
    """Thresholds: shares of a hex (0..1), metres, and metres per km.

    A hex is mountain from ``mountain_floor`` up when slope / ``mountain_slope`` + height /
    ``mountain_height`` reach ``mountain_sum``; ``dropped_lakes`` and lakes dammed after ``year``
    are left out. A hexside that rises ``ridge`` metres above both its hexes is a mountain hexside;
    0 makes none.
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
    dropped_lakes: tuple[str, ...]
    year: int
    kinds: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RiverPlan:
    """Rivers of the data up to a scale rank, and the kinds that listed features become."""

    rank: float
    kind: str
    least: float
    features: Mapping[str, str]
    frontiers: Mapping[str, str]
    left_out: tuple[str, ...]


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
    nation the layer is confined to.
    """

    layer: str
    seeds: str
    walls: tuple[str, ...]
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
    ``takes`` confines it to hexes of those regions of its layer.
    """

    layer: str
    name: str
    of: str
    within: tuple[LatLon, ...]
    takes: tuple[str, ...]
    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoxPlan:
    """An off-map box with the hexes or boxes it leads to."""

    id: str
    name: str
    at: tuple[float, float]
    size: tuple[float, float]
    links: tuple[tuple[str, int], ...]


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
    boxes: tuple[BoxPlan, ...]
    legend: tuple[Kind, ...]
    notes: Mapping[str, str]
    edits: Path


def read_sheet_recipe(path: Path) -> SheetRecipe:
    """Read a recipe. Raises KnownError with a sentence for whatever is wrong."""
    root = load_toml(path)
    root.take("format", int)
    family = root.table("places")
    recipe = SheetRecipe(
        path=path,
        id=root.take("id", str),
        title=root.take("title", str),
        family=family.take("family", str),
        auto=family.words("auto", ()),
        laying=_laying(root.table("laying")),
        sheets=_sheets(root),
        pins=tuple(_pin(item) for item in root.tables("pins")),
        sources=_sources(root.table("sources")),
        ground=_ground(root.table("ground")),
        rivers=_rivers(root.table("rivers")),
        lines=tuple(_line(item) for item in root.tables("lines")),
        realms=tuple(_realm(item) for item in root.tables("realms")),
        bands=tuple(_band(item) for item in root.tables("bands")),
        zones=tuple(_zone(item) for item in root.tables("zones")),
        boxes=tuple(_box(item) for item in root.tables("boxes")),
        legend=tuple(_kind(item) for item in root.tables("legend")),
        notes=_texts(root.table("notes")),
        edits=path.with_name(root.take("edits", str)),
    )
    family.done()
    root.done()
    return recipe


def _laying(item: Table) -> Laying:
    laying = Laying(
        projection=item.take("projection", str),
        hex_km=item.take("hex_km", float),
        turn=item.take("turn", float),
        offset=item.pair("offset"),
    )
    if laying.hex_km <= 0:
        raise item.wrong("hex_km", "must be above 0.")
    item.done()
    return laying


def _sheets(root: Table) -> tuple[SheetPlan, ...]:
    scheme = root.table("numbering")
    order, parity = scheme.take("order", str), scheme.take("parity", str)
    if order not in tuple(Order) or parity not in tuple(Parity):
        raise scheme.wrong("order", "must be CCRR or RRCC, and 'parity' odd or even.")
    west = scheme.take("columns_grow", str)
    north = scheme.take("rows_grow", str)
    scheme.done()
    found = []
    for item in root.tables("sheets"):
        try:
            numbers = LabelScheme(
                Order(order),
                Parity(parity),
                west,
                north,
                item.take("first_column", int, 1),
                item.take("first_row", int, 1),
                prefix=item.take("prefix", str, ""),
            )
            columns, rows = item.take("columns", int), item.take("rows", int)
            row, column = item.take("rows_down", int, 0), item.take("columns_over", int, 0)
            name = item.take("id", str)
            plain = Sheet(name, Orientation.POINTY, columns, rows, numbers)
        except KnownError:
            raise
        except ValueError as error:
            raise KnownError(item.where, f"{error}.", "Mend the sheet.") from None
        sheet = Sheet(name, Orientation.POINTY, columns, rows, numbers, _corner(plain, row, column))
        found.append(SheetPlan(sheet, item.take("straight", bool, False)))
        item.done()
    if not found:
        raise KnownError(root.where, "has no [[sheets]].", "Add one.")
    return tuple(found)


def _corner(sheet: Sheet, rows: int, columns: int) -> Hex:
    """The axial hex of a sheet's top left hex, rows and columns counted as on the first sheet.

    On paper a column is one hex wide and column 0 of an even row stands at x = 0.
    """
    scheme = sheet.scheme
    last_row, last_column = sheet.rows - 1, sheet.columns - 1
    row = scheme.first_row + (last_row if scheme.rows_grow == "north" else 0)
    column = scheme.first_column + (last_column if scheme.columns_grow == "west" else 0)
    r = -(row + rows) if scheme.rows_grow == "north" else row + rows
    x = -(column + columns) if scheme.columns_grow == "west" else column + columns
    pushed = row % 2 == (1 if scheme.parity is Parity.ODD else 0)
    return Hex(x + (int(pushed) - r) // 2, r)


def _pin(item: Table) -> SheetPin:
    pin = SheetPin(item.take("name", str), item.point("at"), item.take("hex", str))
    item.done()
    return pin


def _sources(table: Table) -> dict[str, Source]:
    found = {}
    for role in ROLES:
        item = table.table(role)
        found[role] = Source(
            role, item.take("file", str), item.take("origin", str), item.take("licence", str)
        )
        item.done()
    table.done()
    return found


def _ground(item: Table) -> GroundPlan:
    plan = GroundPlan(
        land=item.take("land", float),
        lake=item.take("lake", float),
        swamp=item.take("swamp", float),
        trees=item.take("trees", float),
        mountain_height=item.take("mountain_height", float),
        mountain_slope=item.take("mountain_slope", float),
        mountain_sum=item.take("mountain_sum", float),
        mountain_floor=item.take("mountain_floor", float),
        rough_slope=item.take("rough_slope", float),
        ridge=item.take("ridge", float, 0.0),
        dropped_lakes=item.words("dropped_lakes", ()),
        year=item.take("year", int),
        kinds=_texts(item.table("kinds")),
    )
    item.done()
    return plan


def _rivers(item: Table) -> RiverPlan:
    plan = RiverPlan(
        rank=item.take("rank", float),
        kind=item.take("kind", str),
        least=item.take("least", float),
        features=_texts(item.table("features")),
        frontiers=_texts(item.table("frontiers")),
        left_out=item.words("left_out", ()),
    )
    item.done()
    return plan


def _line(item: Table) -> LinePlan:
    plan = LinePlan(
        file=item.take("file", str),
        gauges=item.words("gauges", ()),
        volumes=item.words("volumes", ()),
        kind=item.take("kind", str),
    )
    if plan.file not in ("railways", "roads"):
        raise item.wrong("file", f"must be railways or roads, not {plan.file!r}.")
    item.done()
    return plan


def _realm(item: Table) -> Realm:
    seeds = item.take("seeds", str)
    if seeds not in ("nation", "district", "listed"):
        raise item.wrong("seeds", f"must be nation, district or listed, not {seeds!r}.")
    listed: list[tuple[str, LatLon]] = []
    spots = item.table("at")
    for name in spots.names():
        listed.extend((name, at) for at in spots.points(name, 1))
    realm = Realm(
        layer=item.take("layer", str),
        seeds=seeds,
        walls=item.words("walls", ()),
        inside=item.words("inside", ()),
        names=_texts(item.table("names")),
        listed=tuple(listed),
    )
    item.done()
    return realm


def _band(item: Table) -> Band:
    band = Band(item.take("layer", str), item.words("lines"), item.words("names"))
    if len(band.names) != len(band.lines) + 1:
        raise item.wrong("names", "needs one more than 'lines'.")
    item.done()
    return band


def _zone(item: Table) -> Zone:
    zone = Zone(
        layer=item.take("layer", str),
        name=item.take("name", str),
        of=item.take("of", str, "listed"),
        within=item.points("within"),
        takes=item.words("takes", ()),
        hexes=item.words("hexes", ()),
    )
    if zone.of not in ("sea", "land", "inland", "listed"):
        raise item.wrong("of", f"must be sea, land, inland or listed, not {zone.of!r}.")
    item.done()
    return zone


def _box(item: Table) -> BoxPlan:
    links = item.table("links")
    box = BoxPlan(
        id=item.take("id", str),
        name=item.take("name", str),
        at=item.pair("at"),
        size=item.pair("size"),
        links=tuple((target, links.take(target, int)) for target in links.names()),
    )
    item.done()
    return box


def _kind(item: Table) -> Kind:
    layer = item.take("layer", str)
    if layer not in tuple(Layer):
        raise item.wrong("layer", f"must be one of {', '.join(Layer)}.")
    look = _texts(item.table("look"))
    kind = Kind(Layer(layer), item.take("id", str), item.take("name", str), look)
    item.done()
    return kind


def _texts(item: Table) -> dict[str, str]:
    return {name: item.take(name, str) for name in item.names()}
