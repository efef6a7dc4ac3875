"""What a newer version of a board has otherwise, and the change that takes it over.

Three boards are compared: the board as it was *begun*, the board *held* now, and the *newer* one.
What differs between the first and the last, and is not yet so on the board, is a difference. Where
the board was edited since, the difference is marked as the owner's own, for them to decide.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from maps.edits.applying import change_of, read
from maps.edits.changes import Change, Fact, Key, MapLayer, RegionHex, RegionName, Value
from maps.edits.differences import difference
from maps.hexgrid import Hex, Link, Side
from maps.legend import Kind, Layer
from maps.model import Box, GameMap, Place
from maps.untyped import each, known

LABEL = "Take over a newer board"
"""What the step is called in the undo list."""
NOTHING = "none"
"""How an empty slot is written."""


class Sort(StrEnum):
    """What a difference is about; the value is a heading for all of the sort."""

    TERRAIN = "Terrain"
    HEXSIDE = "Rivers and other hexsides"
    LINE = "Roads and railways"
    PLACE = "Places"
    REGION = "Regions"
    BOX = "Boxes"
    LEGEND = "Legend"
    SHEET = "Sheets"
    NOTE = "Notes and title"


_SORTS = {
    MapLayer.TERRAIN: Sort.TERRAIN,
    MapLayer.HEXSIDE: Sort.HEXSIDE,
    MapLayer.LINE: Sort.LINE,
    MapLayer.PLACE: Sort.PLACE,
    MapLayer.REGION: Sort.REGION,
    MapLayer.MEMBER: Sort.REGION,
    MapLayer.BOX: Sort.BOX,
    MapLayer.LEGEND: Sort.LEGEND,
    MapLayer.SHEETS: Sort.SHEET,
    MapLayer.NOTE: Sort.NOTE,
    MapLayer.HEAD: Sort.NOTE,
}
"""Layers that are compared: draft marks and bookmarks are the owner's alone."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that the newer board has otherwise.

    ``hex`` is where it is (None for the board as a whole), ``what`` says it in words; ``facts``
    make it so on the board. ``is_own`` is true where the board was edited since it was begun.
    """

    sort: Sort
    hex: Hex | None
    what: str
    facts: tuple[Fact, ...]
    is_own: bool

    def told(self, board: GameMap) -> str:
        """In one line, with its hex."""
        where = f"{board.label(self.hex)}: " if self.hex is not None else ""
        return f"{where}{self.what}{' (edited here since)' if self.is_own else ''}"


def differences(begun: GameMap, held: GameMap, newer: GameMap) -> list[Difference]:
    """What the newer board has otherwise and the held one has not taken over, by sort and hex."""
    found: list[Difference] = []
    members: dict[tuple[str, Hex], list[tuple[Fact, bool]]] = defaultdict(list)
    for step in difference(begun, newer, LABEL).facts:
        if step.layer not in _SORTS or (step.layer, step.key) == (MapLayer.HEAD, "id"):
            continue
        fact = Fact(step.layer, step.key, read(held, step.layer, step.key), step.after)
        if fact.layer is MapLayer.LEGEND:
            fact = _with_own_kinds(fact)
        if fact.before == fact.after:
            continue
        is_own = fact.before != step.before
        if fact.layer is MapLayer.MEMBER:
            key = known(RegionHex, fact.key)
            members[key.layer, key.hex].append((fact, is_own))
        else:
            sort, at = _SORTS[fact.layer], _hex_of(fact)
            found.append(Difference(sort, at, _told(held, newer, fact), (fact,), is_own))
    for (layer, at), steps in members.items():
        before = ", ".join(known(RegionHex, one.key).region for one, _own in steps if one.before)
        after = ", ".join(known(RegionHex, one.key).region for one, _own in steps if one.after)
        what = f"{_kind(held, newer, Layer.REGION, layer)}: {_step(before, after)}"
        facts = tuple(one for one, _own in steps)
        is_own = any(own for _one, own in steps)
        found.append(Difference(Sort.REGION, at, what, facts, is_own))
    order = list(Sort)
    return sorted(
        found, key=lambda one: (order.index(one.sort), one.hex is not None, one.hex or Hex(0, 0))
    )


def taking(board: GameMap, wanted: Iterable[Difference]) -> Change:
    """The change that takes some differences over: regions they need are made, and a region goes
    only when nothing is left in it.
    """
    facts = {(fact.layer, fact.key): fact for one in wanted for fact in one.facts}
    members: dict[RegionName, dict[Hex, bool]] = defaultdict(dict)
    for fact in facts.values():
        if fact.layer is MapLayer.MEMBER:
            key = known(RegionHex, fact.key)
            members[RegionName(key.layer, key.region)][key.hex] = bool(fact.after)
    for name, hexes in members.items():
        exists = read(board, MapLayer.REGION, name)
        if any(hexes.values()) and not exists:
            facts[MapLayer.REGION, name] = Fact(MapLayer.REGION, name, False, True)
    for (layer, spot), fact in list(facts.items()):
        if layer is MapLayer.REGION and not fact.after:
            name = known(RegionName, spot)
            held = board.regions.get(name.layer, {}).get(name.region, frozenset())
            if any(members[name].get(at, True) for at in held):
                del facts[layer, spot]
    return change_of(facts.values(), LABEL)


def counted(found: Sequence[Difference]) -> str:
    """How many differences there are, in how many hexes."""
    things = f"{len(found):,} thing{'' if len(found) == 1 else 's'}"
    hexes = len({one.hex for one in found if one.hex is not None})
    return f"{things} in {hexes:,} hex{'' if hexes == 1 else 'es'}" if hexes else things


def _with_own_kinds(fact: Fact) -> Fact:
    """The newer legend, followed by the kinds that only the board has."""
    newer = each(Kind, fact.after)
    told = {(kind.layer, kind.id) for kind in newer}
    own = [kind for kind in each(Kind, fact.before) if (kind.layer, kind.id) not in told]
    return Fact(fact.layer, fact.key, fact.before, (*newer, *own))


def _hex_of(fact: Fact) -> Hex | None:
    match fact.key:
        case Hex():
            return fact.key
        case Side():
            return fact.key.hexes[0]
        case Link():
            return fact.key.a
        case _:
            places = [one for one in (fact.after, fact.before) if isinstance(one, Place)]
            return places[0].hex if places else None


def _told(held: GameMap, newer: GameMap, fact: Fact) -> str:
    """What one fact says, in words, without its hex."""
    match fact.layer:
        case MapLayer.TERRAIN:
            names = [_kind(held, newer, Layer.TERRAIN, one) for one in (fact.before, fact.after)]
            return _step(*names)
        case MapLayer.HEXSIDE:
            names = [_kinds(held, newer, Layer.HEXSIDE, one) for one in (fact.before, fact.after)]
            return f"side to {held.label(known(Side, fact.key).hexes[1])}: {_step(*names)}"
        case MapLayer.LINE:
            names = [_kinds(held, newer, Layer.LINE, one) for one in (fact.before, fact.after)]
            return f"to {held.label(known(Link, fact.key).b)}: {_step(*names)}"
        case MapLayer.PLACE:
            return _place(held, fact)
        case MapLayer.REGION:
            name = known(RegionName, fact.key)
            title = _kind(held, newer, Layer.REGION, name.layer)
            return f"{name.region} ({title}) is {'new' if fact.after else 'gone'}"
        case MapLayer.BOX:
            box = fact.after if isinstance(fact.after, Box) else fact.before
            word = "new" if fact.before is None else "gone" if fact.after is None else "changed"
            return f"box {box.name if isinstance(box, Box) else fact.key} is {word}"
        case MapLayer.LEGEND:
            old, new = set(_looks(fact.before)), set(_looks(fact.after))
            names = sorted({name for name, _look in old ^ new})
            return f"kinds: {', '.join(names) or 'their order'}"
        case MapLayer.SHEETS:
            return "the sheets are numbered or placed otherwise"
        case _:
            return f"{fact.key}: {_step(str(fact.before or ''), str(fact.after or ''))}"


def _place(board: GameMap, fact: Fact) -> str:
    old, new = fact.before, fact.after
    if isinstance(old, Place) and isinstance(new, Place):
        return f"{new.name}: {', '.join(_place_steps(board, old, new))}"
    place = new if isinstance(new, Place) else old
    word = "new" if isinstance(new, Place) else "gone"
    return f"{place.name if isinstance(place, Place) else fact.key} is {word}"


def _place_steps(board: GameMap, old: Place, new: Place) -> Iterator[str]:
    if old.hex != new.hex:
        yield f"from {board.label(old.hex)} to {board.label(new.hex)}"
    for word, was, now in (
        ("name", old.name, new.name),
        ("kind", old.kind, new.kind),
        ("marks", ", ".join(sorted(old.tags)), ", ".join(sorted(new.tags))),
        ("other names", old.modern, new.modern),
    ):
        if was != now:
            yield f"{word} {_step(was, now)}"
    if old.label != new.label:
        yield "its name stands elsewhere"


def _looks(value: Value) -> Iterator[tuple[str, str]]:
    for kind in each(Kind, value):
        yield kind.name, f"{kind.layer} {kind.id} {sorted(kind.look.items())}"


def _kind(held: GameMap, newer: GameMap, layer: Layer, kind: Key | Value) -> str:
    if not isinstance(kind, str):
        return ""
    for board in (held, newer):
        if board.legend.has(layer, kind):
            return board.legend.called(layer, kind)
    return kind


def _kinds(held: GameMap, newer: GameMap, layer: Layer, kinds: Value) -> str:
    found = sorted(kinds) if isinstance(kinds, frozenset) else []
    return " and ".join(_kind(held, newer, layer, str(one)) for one in found)


def _step(before: str, after: str) -> str:
    return f"{before or NOTHING} → {after or NOTHING}"
