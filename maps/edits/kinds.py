"""Changes of a legend with all that follows on the map: a kind renamed, replaced, moved, removed.

``look["key"]`` of a kind is the figure that chooses it for painting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from maps.edits.applying import change_of, fact_of
from maps.edits.changes import Change, Fact, MapLayer, RegionHex, RegionName
from maps.edits.strokes import known_kind
from maps.errors import KnownError
from maps.legend import Kind, Layer
from maps.model import GameMap


def uses(board: GameMap) -> Counter[tuple[Layer, str]]:
    """How often each kind is used on the map: hexes, sides, links, places, hexes in regions."""
    found: Counter[tuple[Layer, str]] = Counter()
    for kind, count in Counter(board.terrain.values()).items():
        found[Layer.TERRAIN, kind] += count
    for layer, sets in ((Layer.HEXSIDE, board.hexsides), (Layer.LINE, board.lines)):
        for kinds, count in Counter(sets.values()).items():
            for kind in kinds:
                found[layer, kind] += count
    for place in board.places.values():
        found[Layer.PLACE, place.kind] += 1
    for region_layer, regions in board.regions.items():
        found[Layer.REGION, region_layer] += sum(max(1, len(h)) for h in regions.values())
    return found


def change_kind(board: GameMap, before: tuple[Layer, str], kind: Kind) -> Change:
    """Put ``kind`` where another kind of its layer stands; with another id all uses follow.

    Raises KnownError when there is no such kind, or the new id is taken or empty.
    """
    layer, ident = before
    known_kind(board, layer, ident)
    label = f"Change {kind.called}"
    if not kind.id.strip():
        raise KnownError("legend", "a kind needs an id.", "Give it one, such as woods.")
    if kind.id != ident and board.legend.has(layer, kind.id):
        raise _taken(layer, kind.id)
    kinds = tuple(
        kind if (entry.layer, entry.id) == before else entry
        for entry in board.legend.kinds.values()
    )
    facts = [fact_of(board, MapLayer.LEGEND, "kinds", kinds)]
    if kind.id != ident:
        facts += _follow(board, layer, ident, kind.id)
    return change_of(facts, label)


def add_kind(board: GameMap, kind: Kind) -> Change:
    """Add a kind after the others of its layer. Raises KnownError when its id is taken or empty."""
    if not kind.id.strip():
        raise KnownError("legend", "a kind needs an id.", "Give it one, such as woods.")
    if board.legend.has(kind.layer, kind.id):
        raise _taken(kind.layer, kind.id)
    entries = list(board.legend.kinds.values())
    last = max((n for n, e in enumerate(entries) if e.layer is kind.layer), default=None)
    at = len(entries) if last is None else last + 1
    kinds = (*entries[:at], kind, *entries[at:])
    return change_of([fact_of(board, MapLayer.LEGEND, "kinds", kinds)], f"Add {kind.called}")


def move_kind(board: GameMap, layer: Layer, ident: str, steps: int) -> Change:
    """Move a kind up (below 0) or down among those of its layer, as far as there is room."""
    known_kind(board, layer, ident)
    entries = list(board.legend.kinds.values())
    slots = [n for n, entry in enumerate(entries) if entry.layer is layer]
    own = [entries[n] for n in slots]
    start = next(n for n, entry in enumerate(own) if entry.id == ident)
    moved = own.pop(start)
    own.insert(min(max(start + steps, 0), len(own)), moved)
    for slot, entry in zip(slots, own, strict=True):
        entries[slot] = entry
    return change_of(
        [fact_of(board, MapLayer.LEGEND, "kinds", tuple(entries))], f"Move {moved.called}"
    )


def remove_kind(board: GameMap, layer: Layer, ident: str, instead: str = "") -> Change:
    """Remove a kind from the legend; ``instead`` takes its place wherever it is used.

    Raises KnownError when it is used and nothing is to take its place, or for unknown kinds.
    """
    known_kind(board, layer, ident)
    name = board.legend.get(layer, ident).called
    count = uses(board)[layer, ident]
    if count and not instead:
        times = "once" if count == 1 else f"{count} times"
        raise KnownError(f"legend, {name}", f"it is used {times}.", "Replace it by another kind.")
    if instead == ident:
        raise KnownError(f"legend, {name}", "it cannot replace itself.", "Choose another kind.")
    facts: list[Fact] = []
    if count:
        known_kind(board, layer, instead)
        facts += _follow(board, layer, ident, instead)
    kept = tuple(
        entry for entry in board.legend.kinds.values() if (entry.layer, entry.id) != (layer, ident)
    )
    facts.append(fact_of(board, MapLayer.LEGEND, "kinds", kept))
    return change_of(facts, f"Remove {name}" + (f", put {instead}" if count else ""))


def give_key(board: GameMap, layer: Layer, ident: str, key: str) -> Change:
    """Give a kind a key of its layer, taking it from the kind that had it; empty takes it off."""
    known_kind(board, layer, ident)
    kinds = []
    for entry in board.legend.kinds.values():
        look = dict(entry.look)
        is_it = (entry.layer, entry.id) == (layer, ident)
        if is_it or (entry.layer is layer and key and look.get("key") == key):
            look.pop("key", None)
        if is_it and key:
            look["key"] = key
        kinds.append(replace(entry, look=look))
    return change_of([fact_of(board, MapLayer.LEGEND, "kinds", tuple(kinds))], f"Key of {ident}")


def keys_of(board: GameMap, layer: Layer) -> dict[str, str]:
    """Key -> kind of one layer: the keys given, and figures in legend order for the others."""
    kinds = board.legend.of(layer)
    found = {key: kind.id for kind in kinds if (key := kind.look.get("key", ""))}
    free = (figure for figure in "1234567890" if figure not in found)
    found.update(
        (figure, kind.id)
        for kind, figure in zip([k for k in kinds if not k.look.get("key")], free, strict=False)
    )
    return found


def _follow(board: GameMap, layer: Layer, old: str, new: str) -> Iterator[Fact]:
    """The facts that put one kind for another wherever the map uses it."""
    match layer:
        case Layer.TERRAIN:
            for at, kind in board.terrain.items():
                if kind == old:
                    yield Fact(MapLayer.TERRAIN, at, old, new)
        case Layer.HEXSIDE:
            for side, kinds in board.hexsides.items():
                if old in kinds:
                    yield Fact(MapLayer.HEXSIDE, side, kinds, kinds - {old} | {new})
        case Layer.LINE:
            for link, kinds in board.lines.items():
                if old in kinds:
                    yield Fact(MapLayer.LINE, link, kinds, kinds - {old} | {new})
        case Layer.PLACE:
            for place in board.places.values():
                if place.kind == old:
                    yield Fact(MapLayer.PLACE, place.id, place, replace(place, kind=new))
        case Layer.REGION:
            yield from _follow_regions(board, old, new)


def _follow_regions(board: GameMap, old: str, new: str) -> Iterator[Fact]:
    there = board.regions.get(new, {})
    for name, hexes in board.regions.get(old, {}).items():
        yield Fact(MapLayer.REGION, RegionName(old, name), True, False)
        if name not in there:
            yield Fact(MapLayer.REGION, RegionName(new, name), False, True)
        for at in sorted(hexes):
            yield Fact(MapLayer.MEMBER, RegionHex(old, name, at), True, False)
            if at not in there.get(name, ()):
                yield Fact(MapLayer.MEMBER, RegionHex(new, name, at), False, True)


def _taken(layer: Layer, ident: str) -> KnownError:
    return KnownError("legend", f"there is a {layer} kind {ident!r} already.", "Choose another id.")
