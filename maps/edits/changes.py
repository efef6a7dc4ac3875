"""Reversible changes to a map: one closed family of facts, applied whole or not at all.

A :class:`Fact` says what one slot of the map held *before* and holds *after*; a :class:`Change` is
a handful of facts with a label for the undo list. Changes of the same stroke merge, so that a brush
drag is one undo step. :mod:`maps.edits` is the door to this module and to the builders.

What keys and values a fact has depends on its layer:

=============  =====================================  ==========================================
layer          key                                    before and after
=============  =====================================  ==========================================
``terrain``    :class:`~maps.hexgrid.Hex`             kind id, or None where no hex exists
``draft``      :class:`~maps.hexgrid.Hex`             True while nobody has confirmed the hex
``hexside``    :class:`~maps.hexgrid.Side`            frozenset of kind ids, empty for none
``line``       :class:`~maps.hexgrid.Link`            frozenset of kind ids, empty for none
``place``      place id                               :class:`~maps.model.Place` or None
``region``     :class:`RegionName`                    True while the region exists
``member``     :class:`RegionHex`                     True while the region holds the hex
``box``        box id                                 :class:`~maps.model.Box` or None
``note``       note key                               text or None
``bookmark``   bookmark name                          :class:`~maps.model.Bookmark` or None
``legend``     ``"kinds"``                            tuple of all kinds, in legend order
``sheets``     ``"sheets"``                           tuple of all sheets, in map order
``head``       ``"id"``, ``"title"``, ``"orientation"``  text
=============  =====================================  ==========================================
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from maps.edits import facts
from maps.errors import KnownError
from maps.finding.runs import in_order
from maps.hexgrid import Hex, Link, Side
from maps.legend import Kind
from maps.model import Bookmark, Box, Place
from maps.numbering import Sheet
from maps.untyped import known


class MapLayer(StrEnum):
    """The slots a fact can be about; see the table of this module."""

    HEAD = "head"
    LEGEND = "legend"
    SHEETS = "sheets"
    NOTE = "note"
    TERRAIN = "terrain"
    DRAFT = "draft"
    HEXSIDE = "hexside"
    LINE = "line"
    PLACE = "place"
    REGION = "region"
    MEMBER = "member"
    BOX = "box"
    BOOKMARK = "bookmark"


class RegionName(NamedTuple):
    """One region of one region layer: ``country``, ``Albania``."""

    layer: str
    region: str


class RegionHex(NamedTuple):
    """The membership of one hex in one region."""

    layer: str
    region: str
    hex: Hex


Key: TypeAlias = Hex | Side | Link | RegionName | RegionHex | str
Value: TypeAlias = (
    str
    | bool
    | frozenset[str]
    | Place
    | Box
    | Bookmark
    | tuple[Kind, ...]
    | tuple[Sheet, ...]
    | None
)


class Fact(facts.Fact[MapLayer, Key, Value]):
    """What one slot of a map held before and holds after."""

    __slots__ = ()


class Filled(NamedTuple):
    """Hexes, ascending, of which the same is true before, and the same after.

    That is their terrain, their draft mark, or whether they are members of a ``region``.
    """

    layer: MapLayer
    before: str | bool
    after: str | bool
    hexes: tuple[Hex, ...]
    region: RegionName | None = None

    def key(self, at: Hex) -> Key:
        """The key of the fact about one of the hexes."""
        return at if self.region is None else RegionHex(*self.region, at)


_FILLED = {MapLayer.TERRAIN: str, MapLayer.DRAFT: bool, MapLayer.MEMBER: bool}


class Fills(facts.Bulk[Fact]):
    """Facts about the terrain, draft marks and regions of very many hexes, in a few groups.

    ``regions`` are facts about regions that begin to exist or end with them. Raises ValueError for
    another layer, for values that do not belong to the layer or are the same before and after, and
    for what is named twice or not in ascending order.
    """

    __slots__ = ("_areas", "groups", "regions")

    def __init__(self, groups: Iterable[Filled], regions: Iterable[Fact] = ()) -> None:
        self.groups = tuple(groups)
        self.regions = tuple(regions)
        self._areas: dict[int, frozenset[Hex]] = {}
        of_slot: dict[tuple[MapLayer, RegionName | None], list[Filled]] = {}
        for group in self.groups:
            kind = _FILLED.get(group.layer)
            if kind is None or (group.region is None) is (group.layer is MapLayer.MEMBER):
                raise ValueError("only terrain, draft marks and regions are filled")
            if not isinstance(group.before, kind) or not isinstance(group.after, kind):
                raise ValueError(f"the {group.layer} of a hex is not {group.before}, {group.after}")
            if group.before == group.after:
                raise ValueError(f"the {group.layer} of some hexes is {group.before} and stays so")
            if in_order(group.hexes) is not group.hexes:
                raise ValueError(f"the {group.layer} of hexes that are not in ascending order")
            of_slot.setdefault((group.layer, group.region), []).append(group)
        for (layer, _), own in of_slot.items():
            if len(own) > 1 and len(_united(map(self.area, own))) != sum(
                len(group.hexes) for group in own
            ):
                raise ValueError(f"the {layer} of a hex is filled twice")
        if any(fact.layer is not MapLayer.REGION for fact in self.regions):
            raise ValueError("beside filled hexes there are only facts about regions")
        if len({fact.key for fact in self.regions}) != len(self.regions):
            raise ValueError("two facts are about the same region")

    def __iter__(self) -> Iterator[Fact]:
        yield from self.regions
        for group in self.groups:
            for at in group.hexes:
                yield Fact(group.layer, group.key(at), group.before, group.after)

    def __len__(self) -> int:
        return len(self.regions) + sum(len(group.hexes) for group in self.groups)

    def area(self, group: Filled) -> frozenset[Hex]:
        """The hexes of one of its groups; made once, for whoever does or undoes the change."""
        found = self._areas.get(id(group.hexes))
        if found is None:
            found = self._areas[id(group.hexes)] = frozenset(group.hexes)
        return found

    @property
    def all_hexes(self) -> frozenset[Hex]:
        """The hexes of all its groups."""
        return _united({id(group.hexes): self.area(group) for group in self.groups}.values())

    def inverse(self) -> Fills:
        """The same groups the other way round."""
        made = object.__new__(Fills)
        made._areas = self._areas
        made.groups = tuple(
            Filled(layer, after, before, hexes, region)
            for layer, before, after, hexes, region in reversed(self.groups)
        )
        made.regions = tuple(
            Fact(fact.layer, fact.key, fact.after, fact.before) for fact in reversed(self.regions)
        )
        return made


def _united(areas: Iterable[frozenset[Hex]]) -> frozenset[Hex]:
    all_of_them = list(areas)
    if len(all_of_them) == 1:
        return all_of_them[0]
    return frozenset[Hex]().union(*all_of_them)


class Change(facts.Change[Fact]):
    """One reversible edit of a map; see :class:`maps.edits.facts.Change`."""

    __slots__ = ()

    @property
    def layers(self) -> frozenset[MapLayer]:
        """What its facts are about."""
        if isinstance(self.facts, Fills):
            filled = {group.layer for group in self.facts.groups}
            return frozenset(filled.union(fact.layer for fact in self.facts.regions))
        return frozenset(fact.layer for fact in self.facts)


@dataclass(frozen=True, slots=True)
class Touched:
    """What an applied change touched, so that views repaint only that.

    ``hexes`` holds hexes whose terrain, draft mark, region or places changed; hexes of changed
    ``sides`` and ``links`` are not repeated there, see :meth:`area`.
    """

    layers: frozenset[MapLayer] = frozenset()
    hexes: frozenset[Hex] = frozenset()
    sides: frozenset[Side] = frozenset()
    links: frozenset[Link] = frozenset()
    places: frozenset[str] = frozenset()
    boxes: frozenset[str] = frozenset()

    @property
    def everything(self) -> bool:
        """True when the whole board looks different: legend, sheets or orientation changed."""
        return not self.layers.isdisjoint((MapLayer.LEGEND, MapLayer.SHEETS, MapLayer.HEAD))

    def area(self) -> frozenset[Hex]:
        """All hexes in which something changed, with both hexes of each side and link."""
        ends = [at for side in self.sides for at in side.hexes]
        ends += [at for link in self.links for at in (link.a, link.b)]
        return self.hexes.union(ends)


class ChangeConflictError(KnownError):
    """A change does not fit the map it is applied to; the map is as it was."""


def joined(changes: Iterable[Change], label: str, stroke: str = "") -> Change:
    """Changes made one after another as one change; facts that cancel vanish.

    Raises ValueError when one does not continue from what those before it left.
    """
    return facts.joined(Change((), label, stroke), changes)


def touched_by(change: Change) -> Touched:
    """What a change touches when it is applied."""
    if isinstance(change.facts, Fills):
        return Touched(change.layers, change.facts.all_hexes)
    layers = change.layers
    if layers <= {MapLayer.TERRAIN, MapLayer.DRAFT}:
        return Touched(layers, frozenset(known(Hex, fact.key) for fact in change.facts))
    hexes: set[Hex] = set()
    for fact in change.facts:
        if fact.layer in (MapLayer.TERRAIN, MapLayer.DRAFT):
            hexes.add(known(Hex, fact.key))
        elif fact.layer is MapLayer.MEMBER:
            hexes.add(known(RegionHex, fact.key).hex)
        elif fact.layer is MapLayer.PLACE:
            hexes.update(p.hex for p in (fact.before, fact.after) if isinstance(p, Place))
    return Touched(
        layers=layers,
        hexes=frozenset(hexes),
        sides=frozenset(known(Side, f.key) for f in change.facts if f.layer is MapLayer.HEXSIDE),
        links=frozenset(known(Link, f.key) for f in change.facts if f.layer is MapLayer.LINE),
        places=frozenset(known(str, f.key) for f in change.facts if f.layer is MapLayer.PLACE),
        boxes=frozenset(known(str, f.key) for f in change.facts if f.layer is MapLayer.BOX),
    )
