"""Hand corrections of a sheet board, kept beside its recipe; each says why."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from maps.errors import KnownError
from maps.formats.geodata.sheet_boards.warp import WarpFrame
from maps.formats.geodata.tables import Table, load_toml
from maps.hexgrid import Hex, Link, Side, link, side_between


@dataclass(slots=True)
class SheetEdits:
    """What a person decided against the computed board, in board terms."""

    terrain: dict[Hex, str] = field(default_factory=dict)
    absent: set[Hex] = field(default_factory=set)
    add_sides: list[tuple[Side, str]] = field(default_factory=list)
    drop_sides: list[tuple[Side, str]] = field(default_factory=list)
    add_links: list[tuple[Link, str]] = field(default_factory=list)
    drop_links: list[tuple[Link, str]] = field(default_factory=list)
    places: dict[str, Hex] = field(default_factory=dict)
    extra: list[tuple[str, str, Hex, frozenset[str]]] = field(default_factory=list)
    dropped: set[str] = field(default_factory=set)
    regions: list[tuple[str, str, frozenset[Hex]]] = field(default_factory=list)


def read_sheet_edits(path: Path, frame: WarpFrame) -> SheetEdits:
    """Read the corrections of a board. KnownError for unknown keys and hexes off every sheet."""
    root = load_toml(path)
    found = SheetEdits()
    for item in root.tables("terrain"):
        kind = item.take("kind", str)
        found.terrain.update(dict.fromkeys(_hexes(item, frame), kind))
    for item in root.tables("absent"):
        found.absent.update(_hexes(item, frame))
    for item in root.tables("hexside"):
        kind = item.take("kind", str)
        found.add_sides += [(of, kind) for of in _sides(item, "add", frame)]
        found.drop_sides += [(of, kind) for of in _sides(item, "drop", frame)]
        _why(item)
    for item in root.tables("line"):
        kind = item.take("kind", str)
        found.add_links += [(step, kind) for step in _links(item, "add", frame)]
        found.drop_links += [(step, kind) for step in _links(item, "drop", frame)]
        _why(item)
    for item in root.tables("place"):
        found.places[item.take("name", str)] = _hex(item.take("hex", str), frame, item)
        _why(item)
    for item in root.tables("extra"):
        name, kind = item.take("name", str), item.take("kind", str)
        tags = frozenset(item.words("tags", ()))
        found.extra += [(name, kind, at, tags) for at in _hexes(item, frame)]
    for item in root.tables("dropped"):
        found.dropped.update(item.words("names"))
        _why(item)
    for item in root.tables("region"):
        layer, name = item.take("layer", str), item.take("name", str)
        found.regions.append((layer, name, frozenset(_hexes(item, frame))))
    root.done()
    return found


def _why(item: Table) -> None:
    item.take("why", str)
    item.done()


def _hexes(item: Table, frame: WarpFrame) -> list[Hex]:
    found = [_hex(label, frame, item) for label in item.take("hexes", str).split()]
    _why(item)
    return found


def _sides(item: Table, key: str, frame: WarpFrame) -> list[Side]:
    found = []
    for pair in item.take(key, str, "").split():
        first, bar, second = pair.partition("|")
        if not bar:
            raise item.wrong(key, f"has {pair!r}; write two hexes as 14A:1506|14A:1507.")
        try:
            found.append(side_between(_hex(first, frame, item), _hex(second, frame, item)))
        except KnownError:
            raise
        except ValueError:
            raise item.wrong(key, f"has {pair!r}, two hexes that are not adjacent.") from None
    return found


def _links(item: Table, key: str, frame: WarpFrame) -> list[Link]:
    chain = [_hex(label, frame, item) for label in item.take(key, str, "").split()]
    try:
        return [link(a, b) for a, b in pairwise(chain)]
    except ValueError:
        raise item.wrong(key, "joins hexes that are not adjacent.") from None


def _hex(label: str, frame: WarpFrame, item: Table) -> Hex:
    """The hex of a label; ``q,r`` names one beyond the edge, across a hexside of it."""
    outside = re.fullmatch(r"(-?[0-9]{1,6}),(-?[0-9]{1,6})", label)
    at = Hex(int(outside[1]), int(outside[2])) if outside else frame.hex(label)
    if at is None:
        what = f"{label!r} is on no sheet of the board."
        raise KnownError(item.where, what, "Write sheet and number, as in 14A:1506.")
    return at
