"""Reading the recipe of a board made of printed sheets, checked key by key."""

from __future__ import annotations

from pathlib import Path

from maps.errors import KnownError
from maps.formats.geodata.parts import read_box, read_kind, read_sources, read_texts
from maps.formats.geodata.sheet_boards.recipe import (
    EXTRA_ROLES,
    ROLES,
    Band,
    GroundPlan,
    LinePlan,
    Realm,
    RiverPlan,
    SheetPlan,
    SheetRecipe,
    SupplyPlan,
    Zone,
)
from maps.formats.geodata.sheet_boards.supply import EDGES
from maps.formats.geodata.sheet_boards.warp import LatLon, Laying, SheetPin
from maps.formats.geodata.tables import Table, load_toml
from maps.hexgrid import Hex
from maps.layout import Orientation
from maps.numbering import LabelScheme, Order, Parity, Sheet


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
        sources=read_sources(root, (*ROLES, *EXTRA_ROLES), EXTRA_ROLES),
        ground=_ground(root.table("ground")),
        rivers=_rivers(root.table("rivers")),
        lines=tuple(_line(item) for item in root.tables("lines")),
        realms=tuple(_realm(item) for item in root.tables("realms")),
        bands=tuple(_band(item) for item in root.tables("bands")),
        zones=tuple(_zone(item) for item in root.tables("zones")),
        supply=tuple(_supply(item) for item in root.tables("supply")),
        boxes=tuple(read_box(item) for item in root.tables("boxes")),
        legend=tuple(read_kind(item) for item in root.tables("legend")),
        notes=read_texts(root.table("notes")),
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
            raise KnownError(item.where, f"{error}.", "Fix the sheet.") from None
        sheet = Sheet(name, Orientation.POINTY, columns, rows, numbers, _corner(plain, row, column))
        found.append(SheetPlan(sheet, item.take("straight", bool, False)))
        item.done()
    if not found:
        raise KnownError(root.where, "has no [[sheets]].", "Add one.")
    return tuple(found)


def _corner(sheet: Sheet, rows: int, columns: int) -> Hex:
    """The axial hex of a sheet's top left hex, rows and columns counted as on the first sheet.

    On paper a column is one hex wide and column 0 of an even row is at x = 0.
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


def _ground(item: Table) -> GroundPlan:
    weight = item.take("colour_weight", float, 0.0)
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
        colour=_colour(item),
        colour_weight=weight,
        colour_weight_north=item.take("colour_weight_north", float, weight),
        colour_edges=item.take("colour_edges", float, 0.0),
        inlet_length=item.take("inlet_length", float, 0.0),
        lake_length=item.take("lake_length", float, 0.0),
        lake_area=item.take("lake_area", float, 0.0),
        named_lakes=item.words("named_lakes", ()),
        dropped_lakes=item.words("dropped_lakes", ()),
        dropped_at=item.points("dropped_at"),
        year=item.take("year", int),
        kinds=read_texts(item.table("kinds")),
    )
    item.done()
    return plan


def _colour(item: Table) -> tuple[tuple[float, float, float], ...]:
    """Rows of ``"latitude woods open"``, from south to north."""
    found = []
    for text in item.words("colour", ()):
        try:
            lat, woods, bright = (float(word) for word in text.split())
        except ValueError:
            raise item.wrong("colour", f"has {text!r}; write 'latitude woods open'.") from None
        if bright <= woods:
            raise item.wrong("colour", f"has {text!r}: open country must be the brighter.")
        found.append((lat, woods, bright))
    return tuple(sorted(found))


def _rivers(item: Table) -> RiverPlan:
    plan = RiverPlan(
        rank=item.take("rank", float),
        kind=item.take("kind", str),
        least=item.take("least", float),
        features=read_texts(item.table("features")),
        frontiers=read_texts(item.table("frontiers")),
        left_out=item.words("left_out", ()),
        names=read_texts(item.table("names")),
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
        sight=item.take("sight", bool, False),
        inside=item.words("inside", ()),
        names=read_texts(item.table("names")),
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
        shares=item.take("shares", bool, False),
    )
    if zone.of not in ("sea", "land", "inland", "listed"):
        raise item.wrong("of", f"must be sea, land, inland or listed, not {zone.of!r}.")
    item.done()
    return zone


def _supply(item: Table) -> SupplyPlan:
    plan = SupplyPlan(
        name=item.take("name", str),
        lines=item.words("lines", ()),
        edges=item.words("edges", tuple(EDGES)),
        kinds=item.words("kinds", ()),
        nations=item.words("nations", ()),
        but=item.words("but", ()),
    )
    if bool(plan.lines) == bool(plan.kinds):
        raise item.wrong("lines", "or 'kinds' must be given, and not both.")
    for edge in plan.edges:
        if edge not in EDGES:
            raise item.wrong("edges", f"must be {', '.join(EDGES)}, not {edge!r}.")
    item.done()
    return plan
