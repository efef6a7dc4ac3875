"""Builders of changes: each reads the map and returns the change a tool wants.

None of them changes the map; :func:`maps.edits.applying.apply` does. A builder that finds nothing
to do returns an empty (false) change. Kinds must be in the legend: an unknown one raises KnownError
with the nearest known word.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from maps.edits.applying import change_of, fact_of
from maps.edits.changes import Change, Fact, Filled, Fills, MapLayer, RegionHex, RegionName
from maps.errors import KnownError, nearest
from maps.finding.runs import ascending, in_order
from maps.hexgrid import Hex, Link, Side
from maps.legend import Kind, Layer
from maps.model import Bookmark, Box, GameMap, Place
from maps.numbering import Sheet

MANY = 1_000
"""Hexes from which on a change holds them in groups, not fact by fact."""


def paint(
    board: GameMap, hexes: Iterable[Hex], terrain: str, *, confirm: bool = True, stroke: str = ""
) -> Change:
    """Give existing hexes a terrain; hexes off the board are left out.

    ``confirm`` also takes the draft mark off the painted hexes.
    """
    known_kind(board, Layer.TERRAIN, terrain)
    held, drafts = board.terrain, board.drafts
    wanted = list(hexes)
    if len(wanted) >= MANY and len(meant := in_order(wanted)) >= MANY:
        return _filled(board, meant, terrain, confirm, stroke)
    on_board = [at for at in dict.fromkeys(wanted) if at in held]
    facts = [
        Fact(MapLayer.TERRAIN, at, held[at], terrain) for at in on_board if held[at] != terrain
    ]
    if confirm and drafts:
        facts += [Fact(MapLayer.DRAFT, at, True, False) for at in on_board if at in drafts]
    return Change(tuple(facts), f"Paint {board.legend.called(Layer.TERRAIN, terrain)}", stroke)


def _filled(
    board: GameMap, meant: Sequence[Hex], terrain: str, confirm: bool, stroke: str
) -> Change:
    """What :func:`paint` does to very many hexes, in ascending order."""
    kinds = list(map(board.terrain.get, meant))
    by_kind: dict[str | None, Sequence[Hex]] = {}
    if len(set(kinds)) == 1:
        by_kind[kinds[0]] = meant
    else:
        parts: defaultdict[str | None, list[Hex]] = defaultdict(list)
        for at, kind in zip(meant, kinds, strict=True):
            parts[kind].append(at)
        by_kind.update(parts)
    groups = [
        Filled(MapLayer.TERRAIN, kind, terrain, tuple(held))
        for kind, held in by_kind.items()
        if kind is not None and kind != terrain
    ]
    marked = [at for at in meant if at in board.drafts] if confirm and board.drafts else []
    if marked:
        groups.append(Filled(MapLayer.DRAFT, True, False, tuple(marked)))
    return Change(Fills(groups), f"Paint {board.legend.called(Layer.TERRAIN, terrain)}", stroke)


def add_hexes(
    board: GameMap,
    terrain: Mapping[Hex, str],
    *,
    draft: bool = False,
    label: str = "Add hexes",
    stroke: str = "",
) -> Change:
    """Give hexes a terrain, creating those that do not exist; ``draft`` leaves them unconfirmed."""
    for kind in dict.fromkeys(terrain.values()):
        known_kind(board, Layer.TERRAIN, kind)
    facts = [fact_of(board, MapLayer.TERRAIN, at, kind) for at, kind in terrain.items()]
    if draft:
        facts += [fact_of(board, MapLayer.DRAFT, at, True) for at in terrain]
    return change_of(facts, label, stroke)


def drop_hexes(board: GameMap, hexes: Iterable[Hex], *, stroke: str = "") -> Change:
    """Take hexes off the board with all that hangs on them: sides, lines, places, regions ..."""
    gone = {at: None for at in hexes if at in board}
    none: frozenset[str] = frozenset()
    facts = [fact_of(board, MapLayer.TERRAIN, at, None) for at in gone]
    facts += [fact_of(board, MapLayer.DRAFT, at, False) for at in gone]
    facts += [
        fact_of(board, MapLayer.HEXSIDE, side, none)
        for side in board.hexsides
        if side.hex in gone or side.hexes[1] in gone
    ]
    facts += [
        fact_of(board, MapLayer.LINE, link, none)
        for link in board.lines
        if link.a in gone or link.b in gone
    ]
    facts += [
        fact_of(board, MapLayer.PLACE, place.id, None)
        for place in board.places.values()
        if place.hex in gone
    ]
    facts += [
        fact_of(board, MapLayer.MEMBER, RegionHex(layer, name, at), False)
        for layer, regions in board.regions.items()
        for name, members in regions.items()
        for at in gone
        if at in members
    ]
    return change_of(facts, "Remove hexes", stroke)


def mark_draft(board: GameMap, hexes: Iterable[Hex], on: bool, *, stroke: str = "") -> Change:
    """Set or take off the draft mark of existing hexes."""
    label = "Mark as draft" if on else "Confirm hexes"
    meant = [at for at in dict.fromkeys(hexes) if at in board.terrain]
    if len(meant) >= MANY:
        changed = sorted(at for at in meant if (at in board.drafts) is not on)
        groups = [Filled(MapLayer.DRAFT, not on, on, tuple(changed))] if changed else []
        return Change(Fills(groups), label, stroke)
    return change_of([fact_of(board, MapLayer.DRAFT, at, on) for at in meant], label, stroke)


def set_sides(
    board: GameMap, sides: Iterable[Side], kind: str, on: bool, *, stroke: str = ""
) -> Change:
    """Put a hexside kind on several hexsides, or take it off."""
    if on:
        known_kind(board, Layer.HEXSIDE, kind)
    facts = [
        fact_of(board, MapLayer.HEXSIDE, side, _with(board.hexsides.get(side), kind, on))
        for side in dict.fromkeys(sides)
    ]
    return change_of(facts, _drawn(board, Layer.HEXSIDE, kind, on), stroke)


def set_side(board: GameMap, side: Side, kind: str, on: bool, *, stroke: str = "") -> Change:
    """Put a hexside kind on one hexside, or take it off."""
    return set_sides(board, (side,), kind, on, stroke=stroke)


def set_lines(
    board: GameMap, links: Iterable[Link], kind: str, on: bool, *, stroke: str = ""
) -> Change:
    """Lay a line kind (road, rail) along several links, or take it up."""
    if on:
        known_kind(board, Layer.LINE, kind)
    facts = [
        fact_of(board, MapLayer.LINE, link, _with(board.lines.get(link), kind, on))
        for link in dict.fromkeys(links)
    ]
    return change_of(facts, _drawn(board, Layer.LINE, kind, on), stroke)


def set_line(board: GameMap, link: Link, kind: str, on: bool, *, stroke: str = "") -> Change:
    """Lay a line kind along one link, or take it up."""
    return set_lines(board, (link,), kind, on, stroke=stroke)


def put_place(board: GameMap, place: Place, *, stroke: str = "") -> Change:
    """Add a place, or replace the one with its id."""
    known_kind(board, Layer.PLACE, place.kind)
    verb = "Change" if place.id in board.places else "Add"
    facts = [fact_of(board, MapLayer.PLACE, place.id, place)]
    return change_of(facts, f"{verb} {place.name or place.id}", stroke)


def drop_place(board: GameMap, place_id: str, *, stroke: str = "") -> Change:
    """Remove a place, if it exists."""
    place = board.places.get(place_id)
    name = (place.name if place else "") or place_id
    return change_of([fact_of(board, MapLayer.PLACE, place_id, None)], f"Remove {name}", stroke)


def set_region(
    board: GameMap,
    layer: str,
    region: str | None,
    hexes: Iterable[Hex],
    *,
    exclusive: bool = True,
    stroke: str = "",
) -> Change:
    """Put hexes into a region, creating it where needed; None takes them out of every region.

    ``exclusive`` takes them out of the layer's other regions first; region layers that may overlap
    (weather over zones) say False.
    """
    known_kind(board, Layer.REGION, layer)
    wanted = list(hexes)
    title = board.legend.called(Layer.REGION, layer)
    label = f"Set {title}: {region}" if region else f"Take out of {title}"
    made = []
    if region is not None:
        made.append(fact_of(board, MapLayer.REGION, RegionName(layer, region), True))
    others = [
        other
        for other in board.regions.get(layer, {})
        if other != region and (exclusive or region is None)
    ]
    if len(wanted) >= MANY and len(meant := in_order(wanted)) >= MANY:
        whole, area = tuple(meant), frozenset(meant)
        groups = [] if region is None else [_members(board, layer, region, whole, area, True)]
        groups += [_members(board, layer, other, whole, area, False) for other in others]
        begun = [fact for fact in made if fact.before != fact.after]
        return Change(Fills([one for one in groups if one.hexes], begun), label, stroke)
    wanted, facts = list(dict.fromkeys(wanted)), made
    if region is not None:
        facts += [
            fact_of(board, MapLayer.MEMBER, RegionHex(layer, region, at), True) for at in wanted
        ]
    facts += [
        fact_of(board, MapLayer.MEMBER, RegionHex(layer, other, at), False)
        for other in others
        for at in wanted
    ]
    return change_of(facts, label, stroke)


def _members(
    board: GameMap,
    layer: str,
    region: str,
    hexes: tuple[Hex, ...],
    area: frozenset[Hex],
    on: bool,
) -> Filled:
    """Those of very many hexes, ascending, that come into a region, or leave it."""
    held = board.regions.get(layer, {}).get(region, frozenset())
    if held.isdisjoint(area):
        meant = hexes if on else ()
    elif held.issuperset(area):
        meant = () if on else hexes
    else:
        meant = tuple([at for at in hexes if (at in held) is not on])
    return Filled(MapLayer.MEMBER, not on, on, meant, RegionName(layer, region))


def drop_region(board: GameMap, layer: str, region: str) -> Change:
    """Remove a region and with it all its memberships."""
    members = ascending(board.regions.get(layer, {}).get(region, frozenset()), board.terrain)
    label = f"Remove {board.legend.called(Layer.REGION, layer)}: {region}"
    if len(members) >= MANY:
        gone = fact_of(board, MapLayer.REGION, RegionName(layer, region), False)
        held = Filled(MapLayer.MEMBER, True, False, tuple(members), RegionName(layer, region))
        return Change(Fills([held], [gone]), label)
    facts = [fact_of(board, MapLayer.MEMBER, RegionHex(layer, region, at), False) for at in members]
    facts.append(fact_of(board, MapLayer.REGION, RegionName(layer, region), False))
    return change_of(facts, label)


def put_box(board: GameMap, box: Box) -> Change:
    """Add an off-map box, or replace the one with its id."""
    return change_of([fact_of(board, MapLayer.BOX, box.id, box)], f"Set box {box.name or box.id}")


def drop_box(board: GameMap, box_id: str) -> Change:
    """Remove an off-map box, if it exists."""
    box = board.boxes.get(box_id)
    label = f"Remove box {(box.name if box else '') or box_id}"
    return change_of([fact_of(board, MapLayer.BOX, box_id, None)], label)


def put_kind(board: GameMap, kind: Kind) -> Change:
    """Add a legend kind at the end, or replace the one with its layer and id where it stands."""
    slots = dict(board.legend.kinds)
    slots[kind.layer, kind.id] = kind
    return set_legend(board, slots.values(), label=f"Set {kind.layer} kind {kind.called}")


def drop_kind(board: GameMap, layer: Layer, kind: str) -> Change:
    """Remove a legend kind, if it exists; :mod:`maps.checking.checks` names where it is used."""
    kept = [
        entry for entry in board.legend.kinds.values() if (entry.layer, entry.id) != (layer, kind)
    ]
    return set_legend(board, kept, label=f"Remove {layer} kind {board.legend.called(layer, kind)}")


def set_legend(board: GameMap, kinds: Iterable[Kind], *, label: str = "Set legend") -> Change:
    """Replace the whole legend, order included."""
    return change_of([fact_of(board, MapLayer.LEGEND, "kinds", tuple(kinds))], label)


def set_sheets(board: GameMap, sheets: Iterable[Sheet], *, label: str = "Set sheets") -> Change:
    """Replace the sheets, order included."""
    return change_of([fact_of(board, MapLayer.SHEETS, "sheets", tuple(sheets))], label)


def put_note(board: GameMap, key: str, text: str | None) -> Change:
    """Set a note of the board, or remove it with None."""
    return change_of([fact_of(board, MapLayer.NOTE, key, text)], f"Note {key}")


def put_bookmark(board: GameMap, bookmark: Bookmark) -> Change:
    """Add a bookmark, or replace the one of its name; its key is taken from any other."""
    facts = [fact_of(board, MapLayer.BOOKMARK, bookmark.name, bookmark)]
    facts += [
        fact_of(board, MapLayer.BOOKMARK, other.name, replace(other, key=""))
        for other in board.bookmarks.values()
        if bookmark.key and other.key == bookmark.key and other.name != bookmark.name
    ]
    return change_of(facts, f"Bookmark {bookmark.name}")


def drop_bookmark(board: GameMap, name: str) -> Change:
    """Remove a bookmark, if it exists."""
    return change_of([fact_of(board, MapLayer.BOOKMARK, name, None)], f"Remove bookmark {name}")


def set_head(board: GameMap, key: str, text: str) -> Change:
    """Set the map's ``id``, ``title`` or ``orientation``. Raises KnownError for another key."""
    return change_of([fact_of(board, MapLayer.HEAD, key, text)], f"Set {key}")


def _drawn(board: GameMap, layer: Layer, kind: str, on: bool) -> str:
    return f"{'Draw' if on else 'Erase'} {board.legend.called(layer, kind)}"


def _with(kinds: frozenset[str] | None, kind: str, on: bool) -> frozenset[str]:
    present = kinds or frozenset()
    return present | {kind} if on else present - {kind}


def known_kind(board: GameMap, layer: Layer, kind: str) -> None:
    """Raises KnownError, with the nearest known word, when the legend lacks a kind."""
    if not board.legend.has(layer, kind):
        ids = [entry.id for entry in board.legend.of(layer)]
        raise KnownError(
            f"legend of {board.title}",
            f"there is no {layer} kind {kind!r}.",
            nearest(kind, ids) or "Add it to the legend first.",
        )
