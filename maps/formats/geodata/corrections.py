"""Hand corrections laid over what the geography gives: terrain, hexsides, roads, places."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from maps.errors import KnownError
from maps.formats.geodata.tables import Table, load_toml
from maps.hexgrid import Hex, Link, Side, link, side_between
from maps.numbering import Sheet


@dataclass(slots=True)
class Corrections:
    """What a person decided against the computed board, in board terms."""

    terrain: dict[Hex, str] = field(default_factory=dict)
    absent: set[Hex] = field(default_factory=set)
    countries: dict[Hex, str] = field(default_factory=dict)
    add_sides: dict[Side, str] = field(default_factory=dict)
    drop_sides: set[Side] = field(default_factory=set)
    add_links: set[Link] = field(default_factory=set)
    drop_links: set[Link] = field(default_factory=set)
    places: dict[str, Hex] = field(default_factory=dict)


def read_corrections(path: Path, sheet: Sheet) -> Corrections:
    """Read the file of hand corrections. Raises KnownError for unknown keys and hexes."""
    root = load_toml(path)
    found = Corrections()
    for item in root.tables("terrain"):
        kind = item.take("kind", str)
        for at in _hexes(item, sheet):
            found.terrain[at] = kind
    for item in root.tables("absent"):
        found.absent.update(_hexes(item, sheet))
    for item in root.tables("country"):
        code = item.take("code", str)
        for at in _hexes(item, sheet):
            found.countries[at] = code
    for item in root.tables("hexside"):
        _hexside(item, sheet, found)
    for item in root.tables("road"):
        _road(item, sheet, found)
    for item in root.tables("place"):
        name = item.take("id", str)
        found.places[name] = _hex(item.take("hex", str), sheet, item)
        item.take("why", str)
        item.done()
    root.done()
    return found


def check_members(
    corrections: Corrections, board: Collection[Hex], sheet: Sheet, path: Path
) -> None:
    """Raise KnownError when a correction of terrain names a hex that is not on the board."""
    for at in sorted(corrections.terrain):
        if at not in board:
            what = f"hex {sheet.label(at)} is not on the board."
            raise KnownError(str(path), what, "Widen the recipe's outline or drop the correction.")


def _hexes(item: Table, sheet: Sheet) -> list[Hex]:
    found = [_hex(label, sheet, item) for label in item.take("hexes", str).split()]
    item.take("why", str)
    item.done()
    return found


def _hexside(item: Table, sheet: Sheet, found: Corrections) -> None:
    kind = item.take("kind", str)
    for pair in item.take("add", str, "").split():
        found.add_sides[_side(pair, sheet, item)] = kind
    for pair in item.take("drop", str, "").split():
        found.drop_sides.add(_side(pair, sheet, item))
    item.take("why", str)
    item.done()


def _road(item: Table, sheet: Sheet, found: Corrections) -> None:
    for key, links in (("add", found.add_links), ("drop", found.drop_links)):
        labels = item.take(key, str, "").split()
        chain = [_hex(label, sheet, item) for label in labels]
        for a, b in pairwise(chain):
            try:
                links.add(link(a, b))
            except ValueError:
                pair = f"{sheet.label(a)} and {sheet.label(b)}"
                raise item.wrong(key, f"joins {pair}, which are not adjacent.") from None
    item.take("why", str)
    item.done()


def _side(pair: str, sheet: Sheet, item: Table) -> Side:
    first, bar, second = pair.partition("|")
    if not bar:
        raise item.wrong("add", f"has {pair!r}; write two hexes as 1717|1718.")
    try:
        return side_between(_hex(first, sheet, item), _hex(second, sheet, item))
    except KnownError:
        raise
    except ValueError:
        raise item.wrong("add", f"has {pair!r}, two hexes that are not adjacent.") from None


def _hex(label: str, sheet: Sheet, item: Table) -> Hex:
    at = sheet.hex(label)
    if at is None:
        what = f"{label!r} is not a hex of the grid."
        raise KnownError(item.where, what, "Write column and row, as in 1717.")
    return at
