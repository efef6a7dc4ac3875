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
``legend``     ``"kinds"``                            tuple of all kinds, in legend order
``sheets``     ``"sheets"``                           tuple of all sheets, in map order
``head``       ``"id"``, ``"title"``, ``"orientation"``  text
=============  =====================================  ==========================================
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias, TypeVar, cast

from maps import facts
from maps.errors import KnownError
from maps.hexgrid import Hex, Link, Side
from maps.layout import Orientation
from maps.legend import Kind
from maps.model import Box, GameMap, Place
from maps.numbering import Sheet


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
    str | bool | frozenset[str] | Place | Box | tuple[Kind, ...] | tuple[Sheet, ...] | None
)


class Fact(facts.Fact[MapLayer, Key, Value]):
    """What one slot of a map held before and holds after."""

    __slots__ = ()


class Change(facts.Change[Fact]):
    """One reversible edit of a map; see :class:`maps.facts.Change`."""

    __slots__ = ()


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


def read(board: GameMap, layer: MapLayer, key: Key) -> Value:
    """What a slot of the map holds now, in the form facts use."""
    match layer:
        case MapLayer.TERRAIN:
            return board.terrain.get(cast(Hex, key))
        case MapLayer.DRAFT:
            return key in board.drafts
        case MapLayer.HEXSIDE:
            return board.hexsides.get(cast(Side, key), frozenset())
        case MapLayer.LINE:
            return board.lines.get(cast(Link, key), frozenset())
        case MapLayer.PLACE:
            return board.places.get(cast(str, key))
        case MapLayer.REGION:
            named = cast(RegionName, key)
            return named.region in board.regions.get(named.layer, {})
        case MapLayer.MEMBER:
            member = cast(RegionHex, key)
            return member.hex in board.regions.get(member.layer, {}).get(member.region, ())
        case MapLayer.BOX:
            return board.boxes.get(cast(str, key))
        case MapLayer.NOTE:
            return board.notes.get(cast(str, key))
        case MapLayer.LEGEND:
            return tuple(board.legend.kinds.values())
        case MapLayer.SHEETS:
            return tuple(board.sheets)
        case MapLayer.HEAD:
            return str(getattr(board, _head(cast(str, key))))


def apply(board: GameMap, change: Change) -> Touched:
    """Apply a change to the map and say what it touched.

    Raises ChangeConflictError, and changes nothing, when a slot does not hold what the change says
    it held before, or when the change would leave hexes in a region that does not exist.
    """
    for fact in change.facts:
        if read(board, fact.layer, fact.key) != fact.before:
            raise ChangeConflictError(
                _where(board, fact),
                f"{change.label!r} expects {_shown(fact.before)} there, but the map has "
                f"{_shown(read(board, fact.layer, fact.key))}.",
                "Undo later edits first, or make the edit anew.",
            )
        if fact.layer is MapLayer.LEGEND:
            _check_legend(change, cast(tuple[Kind, ...], fact.after))
    regions = _staged_regions(board, change)
    for fact in change.facts:
        _write(board, fact)
    for named, hexes in regions.items():
        _write_region(board, named, hexes)
    marks = {cast(Hex, f.key): bool(f.after) for f in change.facts if f.layer is MapLayer.DRAFT}
    if marks:
        kept = (at for at in board.drafts if marks.get(at, True))
        board.drafts = frozenset(kept) | {at for at, on in marks.items() if on}
    return touched_by(change)


def joined(changes: Iterable[Change], label: str, stroke: str = "") -> Change:
    """Changes made one after another as one change; facts that cancel vanish.

    Raises ValueError when one does not continue from what those before it left.
    """
    return facts.joined(Change((), label, stroke), changes)


def touched_by(change: Change) -> Touched:
    """What a change touches when it is applied."""
    hexes: set[Hex] = set()
    for fact in change.facts:
        if fact.layer in (MapLayer.TERRAIN, MapLayer.DRAFT):
            hexes.add(cast(Hex, fact.key))
        elif fact.layer is MapLayer.MEMBER:
            hexes.add(cast(RegionHex, fact.key).hex)
        elif fact.layer is MapLayer.PLACE:
            hexes.update(p.hex for p in (fact.before, fact.after) if isinstance(p, Place))
    return Touched(
        layers=frozenset(fact.layer for fact in change.facts),
        hexes=frozenset(hexes),
        sides=frozenset(cast(Side, f.key) for f in change.facts if f.layer is MapLayer.HEXSIDE),
        links=frozenset(cast(Link, f.key) for f in change.facts if f.layer is MapLayer.LINE),
        places=frozenset(cast(str, f.key) for f in change.facts if f.layer is MapLayer.PLACE),
        boxes=frozenset(cast(str, f.key) for f in change.facts if f.layer is MapLayer.BOX),
    )


def _head(key: str) -> str:
    if key not in ("id", "title", "orientation"):
        raise KnownError("map head", f"a map has no {key!r}.", "Use id, title or orientation.")
    return key


def _write(board: GameMap, fact: Fact) -> None:
    match fact.layer:
        case MapLayer.TERRAIN:
            _put(board.terrain, cast(Hex, fact.key), cast(str | None, fact.after))
        case MapLayer.HEXSIDE:
            _put(board.hexsides, cast(Side, fact.key), cast(frozenset[str], fact.after) or None)
        case MapLayer.LINE:
            _put(board.lines, cast(Link, fact.key), cast(frozenset[str], fact.after) or None)
        case MapLayer.PLACE:
            _put_sorted(board.places, cast(str, fact.key), cast(Place | None, fact.after))
        case MapLayer.BOX:
            _put_sorted(board.boxes, cast(str, fact.key), cast(Box | None, fact.after))
        case MapLayer.NOTE:
            _put_sorted(board.notes, cast(str, fact.key), cast(str | None, fact.after))
        case MapLayer.LEGEND:
            board.legend.kinds.clear()
            for kind in cast(tuple[Kind, ...], fact.after):
                board.legend.add(kind)
        case MapLayer.SHEETS:
            board.sheets[:] = cast(tuple[Sheet, ...], fact.after)
        case MapLayer.HEAD:
            text = cast(str, fact.after)
            setattr(
                board,
                _head(cast(str, fact.key)),
                Orientation(text) if fact.key == "orientation" else text,
            )
        case MapLayer.DRAFT | MapLayer.REGION | MapLayer.MEMBER:
            pass  # written for all facts at once by apply: they live in whole sets


K = TypeVar("K")
V = TypeVar("V")


def _put(slots: dict[K, V], key: K, value: V | None) -> None:
    if value is None:
        slots.pop(key, None)
    else:
        slots[key] = value


def _put_sorted(slots: dict[str, V], key: str, value: V | None) -> None:
    """Put a value and keep the keys in order, so that undo restores the order as well."""
    is_new = key not in slots
    _put(slots, key, value)
    if is_new and value is not None:
        items = sorted(slots.items())
        slots.clear()
        slots.update(items)


def _staged_regions(board: GameMap, change: Change) -> dict[RegionName, frozenset[Hex] | None]:
    """The regions as they will be: their hexes, or None when they are to vanish."""
    exists: dict[RegionName, bool] = {}
    gained: dict[RegionName, set[Hex]] = {}
    lost: dict[RegionName, set[Hex]] = {}
    for fact in change.facts:
        if fact.layer is MapLayer.REGION:
            exists[cast(RegionName, fact.key)] = bool(fact.after)
        elif fact.layer is MapLayer.MEMBER:
            member = cast(RegionHex, fact.key)
            into = gained if fact.after else lost
            into.setdefault(RegionName(member.layer, member.region), set()).add(member.hex)
    staged: dict[RegionName, frozenset[Hex] | None] = {}
    for named in dict.fromkeys((*exists, *gained, *lost)):
        now = board.regions.get(named.layer, {}).get(named.region)
        hexes = (now or frozenset()) - lost.get(named, set()) | gained.get(named, set())
        stays = exists.get(named, now is not None)
        if hexes and not stays:
            raise ChangeConflictError(
                f"{named.layer} {named.region}",
                f"{change.label!r} leaves hexes in a region that does not exist.",
                "Create the region first, or empty it before it goes.",
            )
        staged[named] = hexes if stays else None
    return staged


def _write_region(board: GameMap, named: RegionName, hexes: frozenset[Hex] | None) -> None:
    layer = board.regions.get(named.layer, {})
    _put_sorted(layer, named.region, hexes)
    _put_sorted(board.regions, named.layer, layer or None)


def _check_legend(change: Change, kinds: tuple[Kind, ...]) -> None:
    if len({(kind.layer, kind.id) for kind in kinds}) != len(kinds):
        raise ChangeConflictError(
            "legend", f"{change.label!r} names a kind twice.", "Give each kind its own id."
        )


def _where(board: GameMap, fact: Fact) -> str:
    match fact.key:
        case Side():
            spot = "/".join(board.label(at) for at in fact.key.hexes)
        case Link():
            spot = f"{board.label(fact.key.a)}-{board.label(fact.key.b)}"
        case Hex():
            spot = board.label(fact.key)
        case RegionHex():
            spot = f"{fact.key.layer} {fact.key.region} {board.label(fact.key.hex)}"
        case RegionName():
            spot = f"{fact.key.layer} {fact.key.region}"
        case _:
            spot = str(fact.key)
    return f"{board.title}, {fact.layer} {spot}"


def _shown(value: Value) -> str:
    match value:
        case None | False:
            return "nothing"
        case True:
            return "a mark"
        case frozenset():
            return " ".join(sorted(value)) or "nothing"
        case Place() | Box():
            return value.name or value.id
        case tuple():
            return f"{len(value)} entries"
        case _:
            return str(value)
