"""Maps of text-mapper: lines such as ``0101 light woods "Oakham"`` and ``0101-0205 river``.

Hexes are flat-topped, column before row; even columns lie half a hex lower. Of the words before a
hex's name the first makes its terrain, the others its features; a name in quotes is a town's. A
chain of hexes is a line along hex centres: text-mapper's rivers run there too. ``attributes``,
``path`` and ``include`` lines are about drawing; they are kept as a note.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

from maps.errors import KnownError
from maps.files.reading import Patience, read_text
from maps.formats.interchange.found import Found, numbered_hex
from maps.hexgrid import Hex, Link, line, link
from maps.layout import Orientation
from maps.legend import Layer
from maps.model import GameMap

_HEX = re.compile(r"(-?\d{2,3})(-?\d{2,3})(?:\d{2})?\s+(.*)")
_CHAIN = re.compile(r"(-?\d{4,6}(?:-\d{4,6})+)\s+(\S+)\s*(?:\"([^\"]*)\")?.*")
_NAME = re.compile(r"\"([^\"]*)\"\s*(\d*)")
_GROUND = {
    "mountain", "mountains", "hill", "hills", "forest", "forests", "fir-forest", "trees", "swamp",
    "marsh", "water", "ocean", "sea", "lake", "desert", "sand", "plain", "grass", "bush", "bushes",
    "soil", "rock", "cliff", "fields", "moor", "snow",
}  # fmt: skip
_COLOURS = {"light", "dark", "grey", "dusty", "green", "light-grey", "dark-grey", "dark-green"}
_TOWNS = {
    "village", "town", "city", "large-town", "castle", "keep", "tower", "thorp", "fort", "shrine",
    "house", "ruin", "law", "chaos", "camp", "port",
}  # fmt: skip
_LONGEST_STEP = 60


def loads(text: str, where: str = "text map") -> GameMap:
    """The board a text-mapper text describes.

    Raises KnownError with the line for a chain that leads too far, or when there is no hex.
    """
    patience = Patience(where)
    found = Found(where, Path(where).stem, Orientation.FLAT)
    found.is_numbered = True
    odd: list[str] = []
    lines: dict[Link, set[str]] = {}
    for number, raw in enumerate(text.splitlines(), 1):
        patience.check()
        entry = raw.strip()[:2_000]
        if not entry or entry.startswith("#"):
            continue
        spot = f"{where} line {number}"
        chain, hex_ = _CHAIN.fullmatch(entry), _HEX.fullmatch(entry)
        if chain is not None:
            kind = found.kind(Layer.LINE, chain[2])
            for way in _ways(chain[1], spot):
                lines.setdefault(way, set()).add(kind)
        elif hex_ is not None:
            _take(found, _hex(int(hex_[1]), int(hex_[2])), hex_[3])
        else:
            odd.append(entry)
    found.board.lines = {way: frozenset(kinds) for way, kinds in lines.items()}
    found.keep("imported, lines not read", "; ".join(odd))
    return found.finished("a text map")


def load(path: Path) -> GameMap:
    """Read a text-mapper file. Raises KnownError for a bad one."""
    return loads(read_text(path), path.name)


def _hex(column: int, row: int) -> Hex:
    return numbered_hex(column, row, Orientation.FLAT)


def _take(found: Found, at: Hex, words: str) -> None:
    name = _NAME.search(words)
    plain = _NAME.sub("", words).split()
    ground = next((w for w in plain if w in _GROUND), None)
    if ground is None:
        ground = next((w for w in plain if w not in _TOWNS), "clear")
    found.ground(at, ground)
    left = [w for w in plain if w != ground and w not in _COLOURS]
    town = next((w for w in left if w in _TOWNS), None)
    label = name[1] if name is not None else ""
    if town is not None or label:
        found.place(at, label, town or "town", [w for w in left if w != town])
    else:
        for feature in left:
            found.place(at, "", feature)


def _ways(chain: str, spot: str) -> Iterator[Link]:
    """The steps between the points of a chain, straight from one to the next."""
    points = []
    for part in re.findall(r"\d{4,6}", chain):
        half = 2 if len(part) == 4 else 3
        points.append(_hex(int(part[:half]), int(part[half:])))
    for a, b in itertools.pairwise(points):
        steps = line(a, b)
        if len(steps) > _LONGEST_STEP:
            raise KnownError(spot, "two hexes of a chain lie too far apart.", "Add some between.")
        for one, two in itertools.pairwise(steps):
            yield link(one, two)
