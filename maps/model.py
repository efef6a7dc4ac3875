"""The map model: what is in hexes, on hexsides, along lines, and in boxes off the map.

A :class:`GameMap` is changed only through :mod:`maps.edits`. Everything hangs on axial hexes;
printed labels come from :attr:`GameMap.sheets` (see :mod:`maps.numbering`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from maps.hexgrid import Hex, Link, Side, side_between
from maps.layout import Orientation
from maps.legend import Layer, Legend
from maps.numbering import Sheet

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Place:
    """A city, town, port, airfield or other named point in a hex.

    ``kind`` is a place kind of the legend; ``tags`` are further facts (``port``, ``capital``);
    ``modern`` is today's name, for searches. ``label`` and ``offset`` say where the middle of its
    name and of its symbol stand, in hexes right of and below the hex's centre; None leaves that to
    the painters.
    """

    id: str
    name: str
    kind: str
    hex: Hex
    tags: frozenset[str] = frozenset()
    modern: str = ""
    label: tuple[float, float] | None = None
    offset: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class BoxLink:
    """A stated way from a box to a hex or another box; ``distance`` in hexes, 0 for none stated.

    ``target`` is a box id or a printed label.
    """

    target: str
    distance: int = 0


@dataclass(frozen=True, slots=True)
class Box:
    """An off-map holding box, drawn ``at`` fractions of the board's width and height."""

    id: str
    name: str
    at: tuple[float, float] = (0.0, 0.0)
    size: tuple[float, float] = (0.1, 0.1)
    links: tuple[BoxLink, ...] = ()


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A view of the board one comes back to: its ``hex`` in the middle.

    ``zoom`` is the size of a hex in device pixels, 0 for as it is; ``key`` the figure (``1`` to
    ``9``) that jumps there, empty for none.
    """

    name: str
    hex: Hex
    zoom: int = 0
    key: str = ""


FORTRESS = "fortress"
"""The tag of places that are fortified."""

UNRANKED = 9
"""The rank of places whose kind has none."""


@dataclass(slots=True)
class GameMap:
    """One board. Hexes that exist are exactly the keys of :attr:`terrain`.

    ``hexsides`` and ``lines`` hold sets of kind ids; a side or link without kinds is absent.
    ``regions`` maps layer id -> region name -> hexes (``regions["country"]["Albania"]``).
    ``drafts`` are hexes an importer filled and nobody has confirmed.
    """

    id: str
    title: str
    orientation: Orientation
    legend: Legend = field(default_factory=Legend)
    sheets: list[Sheet] = field(default_factory=list)
    terrain: dict[Hex, str] = field(default_factory=dict)
    hexsides: dict[Side, frozenset[str]] = field(default_factory=dict)
    lines: dict[Link, frozenset[str]] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    regions: dict[str, dict[str, frozenset[Hex]]] = field(default_factory=dict)
    boxes: dict[str, Box] = field(default_factory=dict)
    drafts: frozenset[Hex] = frozenset()
    notes: dict[str, str] = field(default_factory=dict)
    """Free facts about the board: ``miles per hex``, ``provenance``, ``credits`` ..."""
    bookmarks: dict[str, Bookmark] = field(default_factory=dict)
    """Views one comes back to, by name."""
    _placed: list[Place] = field(default_factory=list, init=False, repr=False, compare=False)
    _places_of: dict[Hex, list[Place]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """The places by hex, as they were when :attr:`_placed` were all of them."""

    def copy(self) -> GameMap:
        """The same map in containers of its own, so that edits of one leave the other alone."""
        return replace(
            self,
            legend=Legend(dict(self.legend.kinds)),
            sheets=list(self.sheets),
            terrain=dict(self.terrain),
            hexsides=dict(self.hexsides),
            lines=dict(self.lines),
            places=dict(self.places),
            regions={layer: dict(regions) for layer, regions in self.regions.items()},
            boxes=dict(self.boxes),
            notes=dict(self.notes),
            bookmarks=dict(self.bookmarks),
        )

    def __contains__(self, at: object) -> bool:
        return at in self.terrain

    def neighbours(self, at: Hex) -> Iterator[Hex]:
        """The adjacent hexes that exist, in direction order."""
        return (near for near in at.neighbours() if near in self.terrain)

    def side_kinds(self, a: Hex, b: Hex) -> frozenset[str]:
        """The hexside kinds between two adjacent hexes."""
        return self.hexsides.get(side_between(a, b), _NONE)

    def line_kinds(self, a: Hex, b: Hex) -> frozenset[str]:
        """The line kinds (road, rail) that join two adjacent hex centres."""
        return self.lines.get(Link(a, b) if a < b else Link(b, a), _NONE)

    def places_at(self, at: Hex) -> list[Place]:
        """The places in a hex, the most important first, in map order where they are alike."""
        now = list(self.places.values())
        if now != self._placed:
            self._placed, self._places_of = now, {}
            for place in sorted(now, key=self._standing):
                self._places_of.setdefault(place.hex, []).append(place)
        return list(self._places_of.get(at, ()))

    def _standing(self, place: Place) -> tuple[float, bool]:
        """The rank of a place's kind, 1 for the most important, and whether it has nothing, such as
        a port; a fortress stands before what is one rank above its kind.
        """
        kind = self.legend.kinds.get((Layer.PLACE, place.kind))
        text = kind.look.get("rank", "") if kind is not None else ""
        rank = int(text) if text.isdecimal() else UNRANKED
        return rank - 1.5 if FORTRESS in place.tags else rank, not place.tags

    def region_of(self, layer: str, at: Hex) -> str | None:
        """The region of one layer that holds a hex, or None."""
        for name, hexes in self.regions.get(layer, {}).items():
            if at in hexes:
                return name
        return None

    def label(self, at: Hex) -> str:
        """The printed number of a hex (the first, on an overlap); ``q,r`` off every sheet."""
        for sheet in self.sheets:
            text = sheet.label(at)
            if text is not None:
                return text
        return f"{at.q},{at.r}"

    def parse_label(self, text: str) -> Hex:
        """The hex a printed number names, or ``q,r``. Raises ValueError when none or several do.

        A number written in full, just as a sheet prints it, wins over looser readings.
        """
        wanted = text.strip()
        named = [(sheet, at) for sheet in self.sheets if (at := sheet.hex(wanted)) is not None]
        in_full = {at for sheet, at in named if sheet.label(at) == wanted}
        found = in_full or {at for _, at in named}
        if len(found) == 1:
            return found.pop()
        if found:
            raise ValueError(f"{text!r} names several hexes; put the sheet before it: 14A:1506")
        axial = re.fullmatch(r"(-?[0-9]{1,6}),(-?[0-9]{1,6})", wanted)
        if axial is None:
            raise ValueError(f"{self.title} has no hex {text!r}")
        return Hex(int(axial[1]), int(axial[2]))
