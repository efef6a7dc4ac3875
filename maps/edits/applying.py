"""Applies changes to a map: checks every fact first, then writes, so a refusal changes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from maps.edits.changes import (
    Change,
    ChangeConflictError,
    Fact,
    Filled,
    Fills,
    Key,
    MapLayer,
    RegionHex,
    RegionName,
    Touched,
    Value,
    touched_by,
)
from maps.errors import KnownError, counted
from maps.hexgrid import Hex, Link, Side
from maps.layout import Orientation
from maps.legend import Kind
from maps.model import Bookmark, Box, GameMap, Place
from maps.numbering import Sheet
from maps.untyped import each, known, maybe, words


def read(board: GameMap, layer: MapLayer, key: Key) -> Value:
    """What a slot of the map holds now, in the form facts use."""
    match layer:
        case MapLayer.TERRAIN:
            return board.terrain.get(known(Hex, key))
        case MapLayer.DRAFT:
            return key in board.drafts
        case MapLayer.HEXSIDE:
            return board.hexsides.get(known(Side, key), frozenset())
        case MapLayer.LINE:
            return board.lines.get(known(Link, key), frozenset())
        case MapLayer.PLACE:
            return board.places.get(known(str, key))
        case MapLayer.REGION:
            named = known(RegionName, key)
            return named.region in board.regions.get(named.layer, {})
        case MapLayer.MEMBER:
            member = known(RegionHex, key)
            return member.hex in board.regions.get(member.layer, {}).get(member.region, ())
        case MapLayer.BOX:
            return board.boxes.get(known(str, key))
        case MapLayer.NOTE:
            return board.notes.get(known(str, key))
        case MapLayer.BOOKMARK:
            return board.bookmarks.get(known(str, key))
        case MapLayer.LEGEND:
            return tuple(board.legend.kinds.values())
        case MapLayer.SHEETS:
            return tuple(board.sheets)
        case MapLayer.HEAD:
            return str(getattr(board, _head(known(str, key))))


def fact_of(board: GameMap, layer: MapLayer, key: Key, after: Value) -> Fact:
    """The fact that puts a value into a slot of the map."""
    return Fact(layer, key, read(board, layer, key), after)


def change_of(facts: Iterable[Fact], label: str, stroke: str = "") -> Change:
    """The change made of those facts that change something."""
    return Change(tuple(fact for fact in facts if fact.before != fact.after), label, stroke)


def apply(board: GameMap, change: Change) -> Touched:
    """Apply a change to the map and say what it touched.

    Raises ChangeConflictError, and changes nothing, when a slot does not hold what the change says
    it held before, or when the change would leave hexes in a region that does not exist.
    """
    if isinstance(change.facts, Fills) and _fits(board, change.facts):
        regions = _staged_regions(board, change)
        for filled in change.facts.groups:
            _fill(board, filled, change.facts.area(filled))
        for named, hexes in regions.items():
            _write_region(board, named, hexes)
        return touched_by(change)
    for fact in change.facts:
        if read(board, fact.layer, fact.key) == fact.before:
            _check(change, fact)
            continue
        raise ChangeConflictError(
            _where(board, fact),
            f"{change.label!r} expects {_shown(fact.before)} there, but the map has "
            f"{_shown(read(board, fact.layer, fact.key))}.",
            "Undo later edits first, or make the edit again.",
        )
    regions = _staged_regions(board, change)
    for fact in change.facts:
        _write(board, fact)
    for named, hexes in regions.items():
        _write_region(board, named, hexes)
    marks = [fact for fact in change.facts if fact.layer is MapLayer.DRAFT]
    board.drafts = _with_and_without(
        board.drafts,
        {known(Hex, fact.key) for fact in marks if fact.after},
        {known(Hex, fact.key) for fact in marks if not fact.after},
    )
    return touched_by(change)


def _fits(board: GameMap, fills: Fills) -> bool:
    """Whether all hexes hold what a fill says they held before."""
    if any(read(board, fact.layer, fact.key) != fact.before for fact in fills.regions):
        return False
    terrain = board.terrain
    for filled in fills.groups:
        if filled.layer is MapLayer.TERRAIN:
            if not set(map(terrain.get, filled.hexes)) <= {filled.before}:
                return False
            continue
        held = board.drafts if filled.region is None else _members(board, filled.region)
        area = fills.area(filled)
        if not (held.issuperset(area) if filled.before else held.isdisjoint(area)):
            return False
    return True


def _members(board: GameMap, named: RegionName) -> frozenset[Hex]:
    return board.regions.get(named.layer, {}).get(named.region, frozenset())


def _fill(board: GameMap, filled: Filled, area: frozenset[Hex]) -> None:
    """Fill terrain or draft marks; regions are staged, like those of any change."""
    if filled.layer is MapLayer.TERRAIN:
        board.terrain.update(dict.fromkeys(area, known(str, filled.after)))
    elif filled.layer is MapLayer.DRAFT:
        into = board.drafts.union if filled.after else board.drafts.difference
        board.drafts = into(area)


def _check(change: Change, fact: Fact) -> None:
    if fact.layer is MapLayer.LEGEND:
        _check_legend(change, each(Kind, fact.after))
    if fact.layer is MapLayer.HEAD and fact.key == "orientation":
        _check_orientation(change, fact.after)


def _head(key: str) -> str:
    if key not in ("id", "title", "orientation"):
        raise KnownError("map head", f"a map has no {key!r}.", "Use id, title or orientation.")
    return key


def _write(board: GameMap, fact: Fact) -> None:
    match fact.layer:
        case MapLayer.TERRAIN:
            _put(board.terrain, known(Hex, fact.key), maybe(str, fact.after))
        case MapLayer.HEXSIDE:
            _put(board.hexsides, known(Side, fact.key), words(fact.after) or None)
        case MapLayer.LINE:
            _put(board.lines, known(Link, fact.key), words(fact.after) or None)
        case MapLayer.PLACE:
            _put_sorted(board.places, known(str, fact.key), maybe(Place, fact.after))
        case MapLayer.BOX:
            _put_sorted(board.boxes, known(str, fact.key), maybe(Box, fact.after))
        case MapLayer.NOTE:
            _put_sorted(board.notes, known(str, fact.key), maybe(str, fact.after))
        case MapLayer.BOOKMARK:
            _put_sorted(board.bookmarks, known(str, fact.key), maybe(Bookmark, fact.after))
        case MapLayer.LEGEND:
            board.legend.kinds.clear()
            for kind in each(Kind, fact.after):
                board.legend.add(kind)
        case MapLayer.SHEETS:
            board.sheets[:] = each(Sheet, fact.after)
        case MapLayer.HEAD:
            text = known(str, fact.after)
            setattr(
                board,
                _head(known(str, fact.key)),
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
    bulk = change.facts if isinstance(change.facts, Fills) else Fills(())
    for filled in bulk.groups:
        if filled.region is not None:
            into = gained if filled.after else lost
            into.setdefault(filled.region, set()).update(bulk.area(filled))
    for fact in bulk.regions if bulk else change.facts:
        if fact.layer is MapLayer.REGION:
            exists[known(RegionName, fact.key)] = bool(fact.after)
        elif fact.layer is MapLayer.MEMBER:
            member = known(RegionHex, fact.key)
            into = gained if fact.after else lost
            into.setdefault(RegionName(member.layer, member.region), set()).add(member.hex)
    staged: dict[RegionName, frozenset[Hex] | None] = {}
    for named in dict.fromkeys((*exists, *gained, *lost)):
        now = board.regions.get(named.layer, {}).get(named.region)
        hexes = _with_and_without(
            now or frozenset(), gained.get(named, set()), lost.get(named, set())
        )
        stays = exists.get(named, now is not None)
        if hexes and not stays:
            raise ChangeConflictError(
                f"{named.layer} {named.region}",
                f"{change.label!r} leaves hexes in a region that does not exist.",
                "Create the region first, or empty it before it goes.",
            )
        staged[named] = hexes if stays else None
    return staged


def _with_and_without(held: frozenset[Hex], on: set[Hex], off: set[Hex]) -> frozenset[Hex]:
    """A hex set with some added and some taken out; each copy of a large set counts in a stroke."""
    if off:
        held = held - off
    return held | on if on else held


def _write_region(board: GameMap, named: RegionName, hexes: frozenset[Hex] | None) -> None:
    layer = board.regions.get(named.layer, {})
    _put_sorted(layer, named.region, hexes)
    _put_sorted(board.regions, named.layer, layer or None)


def _check_legend(change: Change, kinds: tuple[Kind, ...]) -> None:
    if len({(kind.layer, kind.id) for kind in kinds}) != len(kinds):
        raise ChangeConflictError(
            "legend", f"{change.label!r} names a kind twice.", "Give each kind its own id."
        )


def _check_orientation(change: Change, value: Value) -> None:
    if value not in list(Orientation):
        raise ChangeConflictError(
            "map head", f"{change.label!r} makes the map {value}.", "Use flat or pointy."
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
        case Bookmark():
            return value.name
        case tuple():
            return counted(len(value), "entry", "entries")
        case _:
            return str(value)
