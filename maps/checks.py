"""Checks of a map that return every problem at once, in one order each time.

Look words that speak to a check: ``sea`` and ``coast`` of terrain (see :mod:`maps.terrain`);
``sea=yes`` of a line or hexside kind that may lie at sea (a ferry, a strait); ``partition=yes`` of
a region layer whose regions must share out all land without overlap. A place is a port when its
kind or a tag is ``port``, a city when its kind is ``city`` or ``town``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator

from maps.errors import nearest
from maps.find import folded
from maps.hexgrid import Hex, are_adjacent
from maps.labelbook import LabelBook
from maps.legend import Layer
from maps.model import GameMap, Place
from maps.numbering import labels
from maps.problems import Needs, Problem, Severity, error, warning
from maps.terrain import is_coast, is_edge, is_land, is_sea, is_water, terrain_word, touches_sea

__all__ = ["Needs", "Problem", "Severity", "check"]


def check(board: GameMap, needs: Needs | None = None) -> list[Problem]:
    """All problems of a map, errors first; ``needs`` are the kinds a game asks of its legend."""
    found = [problem for part in _PARTS for problem in part(board)]
    if needs:
        found += _needs(board, needs)
    return sorted(found, key=lambda problem: problem.severity is not Severity.ERROR)


def _needs(board: GameMap, needs: Needs) -> Iterator[Problem]:
    for layer in Layer:
        for kind in sorted(needs.get(layer, ())):
            if not board.legend.has(layer, kind):
                yield error(
                    "legend",
                    f"the game needs the {layer} kind {kind!r}.",
                    _offer(board, layer, kind),
                )


def _kinds(board: GameMap) -> Iterator[Problem]:
    """Kinds that the legend lacks, each named once with the first place it is used."""
    used: dict[tuple[Layer, str], tuple[str, Hex | None]] = {}

    def note(layer: Layer, kinds: Iterable[str], where: str, at: Hex | None) -> None:
        for kind in kinds:
            if not board.legend.has(layer, kind):
                used.setdefault((layer, kind), (where, at))

    for at, terrain in sorted(board.terrain.items()):
        if not board.legend.has(Layer.TERRAIN, terrain):
            note(Layer.TERRAIN, (terrain,), board.label(at), at)
    for side, kinds in sorted(board.hexsides.items(), key=lambda item: item[0]):
        note(Layer.HEXSIDE, sorted(kinds), _pair(board, side.hexes), side.hex)
    for link, kinds in sorted(board.lines.items(), key=lambda item: item[0]):
        note(Layer.LINE, sorted(kinds), _pair(board, link), link.a)
    for place in board.places.values():
        note(Layer.PLACE, (place.kind,), _place(board, place), place.hex)
    note(Layer.REGION, board.regions, "regions", None)
    for (layer, kind), (where, spot) in used.items():
        what = f"the legend has no {layer} kind {kind!r}."
        yield error(where, what, _offer(board, layer, kind), spot)


def _hexsides(board: GameMap) -> Iterator[Problem]:
    for side, kinds in sorted(board.hexsides.items(), key=lambda item: item[0]):
        a, b = side.hexes
        where, named = _pair(board, (a, b)), " ".join(sorted(kinds))
        if side.direction not in (0, 1, 2):
            yield error(where, "the hexside is not under its canonical name.", "Draw it anew.", a)
        if a not in board and b not in board:
            yield error(where, f"{named} lies between two hexes that do not exist.", "Erase it.", a)
        elif is_sea(board, a) and is_sea(board, b):
            for kind in sorted(kinds):
                if not _may_lie_at_sea(board, Layer.HEXSIDE, kind):
                    yield warning(where, f"{kind} lies between two sea hexes.", "Erase it.", a)


def _lines(board: GameMap) -> Iterator[Problem]:
    degree: Counter[Hex] = Counter()
    for link, kinds in sorted(board.lines.items(), key=lambda item: item[0]):
        where, named = _pair(board, link), " ".join(sorted(kinds))
        degree.update(link)
        if not are_adjacent(*link) or not link.a < link.b:
            yield error(
                where, f"{named} joins hexes that are not neighbours.", "Draw it anew.", link.a
            )
        for at in link:
            if at not in board:
                yield error(
                    where, f"{named} leads to a missing hex.", "Erase it or add the hex.", at
                )
            elif is_water(board, at):
                for kind in sorted(kinds):
                    if not _may_lie_at_sea(board, Layer.LINE, kind):
                        mend = f"Erase it, or mend the terrain of {board.label(at)}."
                        yield error(where, f"{kind} leads into a hex that is all water.", mend, at)
    settled = {place.hex for place in board.places.values()}
    for at, count in sorted(degree.items()):
        if count == 1 and at in board and at not in settled and not is_edge(board, at):
            mend = "Lead it on to a place, a junction or the edge of the map."
            yield warning(board.label(at), "a line ends in the open.", mend, at)


def _places(board: GameMap) -> Iterator[Problem]:
    named: dict[str, list[Place]] = defaultdict(list)
    for key, place in board.places.items():
        where, at = _place(board, place), place.hex
        named[folded(place.name)].append(place)
        if key != place.id:
            yield error(where, f"the place stands under the id {key!r}.", "Put it again.", at)
        if at not in board:
            yield error(where, "the place is in a hex that does not exist.", "Move it.", at)
            continue
        if place.kind in ("city", "town") and is_water(board, at):
            yield error(where, f"the {place.kind} is in a hex that is all water.", "Move it.", at)
        if "port" in (place.kind, *place.tags) and not _has_shore(board, at):
            mend = "Move it, or take the port off."
            yield error(where, "the port is neither on a coast nor on a lake or river.", mend, at)
    for name, places in named.items():
        if name and len(places) > 1:
            first, *others = places
            hexes = ", ".join(board.label(place.hex) for place in others)
            what = f"there is another place of that name in {hexes}."
            yield warning(_place(board, first), what, "Tell the names apart.", first.hex)


def _regions(board: GameMap) -> Iterator[Problem]:
    for layer, regions in board.regions.items():
        holders: dict[Hex, list[str]] = defaultdict(list)
        for name, hexes in regions.items():
            for at in hexes:
                holders[at].append(name)
            lost = sorted(at for at in hexes if at not in board)
            if lost:
                what = f"{_several(board, lost)} not on the map."
                yield error(f"{layer} {name}", what, "Take them out of the region.", lost[0])
        kind = board.legend.kinds.get((Layer.REGION, layer))
        if kind is None or kind.look.get("partition") != "yes":
            continue
        for at in sorted(at for at, names in holders.items() if len(names) > 1):
            what = f"the hex is in {' and '.join(sorted(holders[at]))} at once."
            yield error(board.label(at), what, f"Leave it in one {layer}.", at)
        missed = sorted(at for at in board.terrain if at not in holders and is_land(board, at))
        if missed:
            yield error(
                layer, f"{_several(board, missed)} in none of them.", "Add them.", missed[0]
            )


def _sheets(board: GameMap) -> Iterator[Problem]:
    for sheet in board.sheets:
        if sheet.orientation is not board.orientation:
            what = f"the sheet is {sheet.orientation}, the map {board.orientation}."
            yield error(f"sheet {sheet.id}", what, "Give both one orientation.")
        scheme = sheet.scheme
        last = max(scheme.first_column + sheet.columns, scheme.first_row + sheet.rows) - 1
        if last >= 10**scheme.digits or min(scheme.first_column, scheme.first_row) < 0:
            what = f"its numbers do not fit {scheme.digits} digits."
            yield error(f"sheet {sheet.id}", what, "Give more digits or start from 0 or 1.")
    if board.terrain:
        bare = sorted(at for at in board.terrain if not labels(board, at))
        if bare:
            what = f"{_several(board, bare)} without a printed number."
            yield warning("sheets", what, "Add a sheet, or make one larger.", bare[0])
    yield from _label_clashes(board)


def _label_clashes(board: GameMap) -> Iterator[Problem]:
    owners: dict[str, dict[Hex, str]] = defaultdict(dict)
    for sheet in board.sheets:
        for at, body in sheet.bodies():
            if at in board:
                owners[f"{sheet.scheme.prefix}:{body}".upper()].setdefault(at, sheet.id)
    clashes: dict[tuple[str, ...], list[Hex]] = defaultdict(list)
    for hexes in owners.values():
        if len(hexes) > 1:
            clashes[tuple(sorted(set(hexes.values())))].append(min(hexes))
    for ids, found in sorted(clashes.items()):
        what = f"{_several(board, sorted(found))} numbered like other hexes."
        where = f"sheet {' and '.join(ids)}"
        yield error(where, what, "Give each sheet its own prefix.", min(found))


def _boxes(board: GameMap) -> Iterator[Problem]:
    book = LabelBook(board.sheets)
    for key, box in board.boxes.items():
        where = f"box {box.name or box.id}"
        if key != box.id:
            yield error(where, f"the box stands under the id {key!r}.", "Put it again.")
        for way in box.links:
            at = book.hex(way.target)
            if way.target not in board.boxes and (at is None or at not in board):
                mend = nearest(way.target, board.boxes) or "Name a box or a hex of the map."
                yield error(where, f"it leads to {way.target!r}, no box or hex of the map.", mend)


def _marks(board: GameMap) -> Iterator[Problem]:
    lost = sorted(at for at in board.drafts if at not in board)
    if lost:
        yield error("drafts", f"{_several(board, lost)} not on the map.", "Confirm them.", lost[0])
    for at in sorted(board.terrain):
        is_marked = terrain_word(board, at, "coast") == "yes" and is_land(board, at)
        if is_marked and not touches_sea(board, at) and not is_edge(board, at):
            what = f"{board.terrain[at]} is coast, but no sea hex is beside it."
            yield warning(board.label(at), what, "Choose another terrain.", at)


def _has_shore(board: GameMap, at: Hex) -> bool:
    if is_coast(board, at) or is_water(board, at):
        return True
    return any(is_water(board, near) or board.side_kinds(at, near) for near in at.neighbours())


def _may_lie_at_sea(board: GameMap, layer: Layer, kind: str) -> bool:
    entry = board.legend.kinds.get((layer, kind))
    return entry is not None and entry.look.get("sea") == "yes"


def _offer(board: GameMap, layer: Layer, kind: str) -> str:
    known = [entry.id for entry in board.legend.of(layer)]
    return f"Add it to the legend. {nearest(kind, known)}".rstrip()


def _pair(board: GameMap, hexes: Iterable[Hex]) -> str:
    return "/".join(sorted(board.label(at) for at in hexes))


def _place(board: GameMap, place: Place) -> str:
    return f"{place.name or place.id} ({board.label(place.hex)})"


def _several(board: GameMap, hexes: list[Hex]) -> str:
    """Some hexes by number as the start of a sentence: ``0101, 0102 and 7 more are``."""
    shown = ", ".join(board.label(at) for at in hexes[:3])
    more = f" and {len(hexes) - 3} more" if len(hexes) > 3 else ""
    return f"{shown}{more} {'is' if len(hexes) == 1 else 'are'}"


_PARTS: tuple[Callable[[GameMap], Iterator[Problem]], ...] = (
    _kinds,
    _hexsides,
    _lines,
    _places,
    _regions,
    _sheets,
    _boxes,
    _marks,
)
