"""Checks of a map that return every problem at once, in one order each time.

Look words that speak to a check: ``sea`` and ``coast`` of terrain (see :mod:`maps.terrain`);
``sea=yes`` of a line or hexside kind that may lie at sea (a ferry, a strait); ``partition=yes`` of
a region layer whose regions must share out all land without overlap; ``reached`` of one whose
regions lines must lead to (see :mod:`maps.checking.reachchecks`). A place is a port when its kind
or a tag is ``port``, a city when its kind is ``city`` or ``town``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from maps.checking.problems import Flaw, Needs, Problem, Severity, error, warning
from maps.checking.reachchecks import reach_steps
from maps.checking.sheetchecks import sheet_steps
from maps.checking.wordings import kinds_of, pair, region_of, several
from maps.errors import nearest
from maps.finding.find import folded
from maps.hexgrid import Hex, Link, Side, are_adjacent
from maps.legend import Layer
from maps.model import GameMap, Place
from maps.numbering import labels
from maps.terrain import is_coast, is_edge, is_land, is_sea, is_water, terrain_word, touches_sea

__all__ = ["Needs", "Problem", "Severity", "check", "checking"]

PACE = 250
"""After so many hexes, sides or links a check that goes on step by step lets others in."""

Step: TypeAlias = Problem | None


def check(board: GameMap, needs: Needs | None = None) -> list[Problem]:
    """All problems of a map, errors first; ``needs`` are the kinds a game asks of its legend."""
    return in_order(problem for problem in checking(board, needs) if problem is not None)


def checking(board: GameMap, needs: Needs | None = None) -> Iterator[Step]:
    """The same in many short steps: a problem, or None where nothing was found for a while.

    For a window that must not stand still meanwhile. Begin again when the map was changed.
    """
    for part in _PARTS:
        yield None
        yield from part(board)
    if needs:
        yield from _needs(board, needs)


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems as :func:`check` lists them: errors first, else as they were found."""
    return sorted(problems, key=lambda problem: problem.severity is not Severity.ERROR)


def _needs(board: GameMap, needs: Needs) -> Iterator[Step]:
    for layer in Layer:
        for kind in sorted(needs.get(layer, ())):
            if not board.legend.has(layer, kind):
                yield error(
                    "legend",
                    f"the game needs the {layer} kind {kind!r}.",
                    _offer(board, layer, kind),
                    None,
                    Flaw.MISSING_KIND,
                    (layer, kind),
                )


def _kinds(board: GameMap) -> Iterator[Step]:
    """Kinds that the legend lacks, each named once with the first place it is used."""
    known = {layer: {kind.id for kind in board.legend.of(layer)} for layer in Layer}
    used: dict[tuple[Layer, str], tuple[tuple[Any, ...], str, Hex | None]] = {}

    def note(layer: Layer, kinds: Iterable[str], spot: Hex | Side | Link, where: str) -> None:
        at = spot if isinstance(spot, Hex) else spot[0]
        for kind in sorted(kinds):
            earlier = used.get((layer, kind))
            if kind not in known[layer] and (earlier is None or spot < earlier[0]):
                used[layer, kind] = spot, where, at

    for count, (at, terrain) in enumerate(board.terrain.items()):
        if count % PACE == 0:
            yield None
        if terrain not in known[Layer.TERRAIN]:
            note(Layer.TERRAIN, (terrain,), at, board.label(at))
    for count, (side, kinds) in enumerate(board.hexsides.items()):
        if count % PACE == 0:
            yield None
        if not kinds <= known[Layer.HEXSIDE]:
            note(Layer.HEXSIDE, kinds, side, pair(board, side.hexes))
    for count, (link, kinds) in enumerate(board.lines.items()):
        if count % PACE == 0:
            yield None
        if not kinds <= known[Layer.LINE]:
            note(Layer.LINE, kinds, link, pair(board, link))
    for place in board.places.values():
        if place.kind not in known[Layer.PLACE]:
            used.setdefault((Layer.PLACE, place.kind), (place.hex, _place(board, place), place.hex))
    for layer in board.regions:
        if layer not in known[Layer.REGION]:
            used.setdefault((Layer.REGION, layer), (Hex(0, 0), "regions", None))
    for key in sorted(used, key=lambda key: (list(Layer).index(key[0]), used[key][0], key[1])):
        _, where, spot = used[key]
        what = f"the legend has no {key[0]} kind {key[1]!r}."
        yield error(where, what, _offer(board, *key), spot, Flaw.UNKNOWN_KIND, key)


def _hexsides(board: GameMap) -> Iterator[Step]:
    amiss: list[Side] = []
    for count, side in enumerate(board.hexsides):
        if count % PACE == 0:
            yield None
        a, b = side.hexes
        if side.direction not in (0, 1, 2) or not (
            (a in board or b in board) and not (is_sea(board, a) and is_sea(board, b))
        ):
            amiss.append(side)
    for side in sorted(amiss):
        yield from _hexside(board, side)


def _hexside(board: GameMap, side: Side) -> Iterator[Problem]:
    a, b = side.hexes
    kinds = sorted(board.hexsides[side])
    where, named = pair(board, (a, b)), kinds_of(board, Layer.HEXSIDE, kinds)
    if side.direction not in (0, 1, 2):
        what = "the hexside is not under its canonical name."
        yield error(where, what, "Draw it again.", a, Flaw.SIDE_NAME, side)
    if a not in board and b not in board:
        what = f"{named}: it lies between two hexes that do not exist."
        yield error(where, what, "Erase it.", a, Flaw.LOST_SIDE, side)
    elif is_sea(board, a) and is_sea(board, b):
        for kind in kinds:
            if not may_lie_at_sea(board, Layer.HEXSIDE, kind):
                what = f"{board.legend.called(Layer.HEXSIDE, kind)} lies between two sea hexes."
                yield warning(where, what, "Erase it.", a, Flaw.SIDE_AT_SEA, side)


def _lines(board: GameMap) -> Iterator[Step]:
    degree: Counter[Hex] = Counter()
    amiss: list[Link] = []
    for count, link in enumerate(board.lines):
        if count % PACE == 0:
            yield None
        a, b = link
        degree[a] += 1
        degree[b] += 1
        is_step = are_adjacent(a, b) and a < b
        if not (is_step and a in board and b in board) or is_water(board, a) or is_water(board, b):
            amiss.append(link)
    for link in sorted(amiss):
        yield from _line(board, link)
    settled = {place.hex for place in board.places.values()}
    loose = []
    for count, (at, ways) in enumerate(degree.items()):
        if count % PACE == 0:
            yield None
        if ways == 1 and at in board and at not in settled and not is_edge(board, at):
            loose.append(at)
    for at in sorted(loose):
        fix = "Lead it on to a place, a junction or the edge of the map."
        yield warning(board.label(at), "a line ends in the open.", fix, at, Flaw.LOOSE_END)


def _line(board: GameMap, link: Link) -> Iterator[Problem]:
    kinds = sorted(board.lines[link])
    where, named = pair(board, link), kinds_of(board, Layer.LINE, kinds)
    if not are_adjacent(*link) or not link.a < link.b:
        what = f"{named}: it joins hexes that are not neighbours."
        yield error(where, what, "Draw it again.", link.a, Flaw.LINE_STEP, link)
    for at in link:
        if at not in board:
            what, fix = f"{named}: it leads to a missing hex.", "Erase it or add the hex."
            yield error(where, what, fix, at, Flaw.LOST_LINE, link)
        elif is_water(board, at):
            for kind in kinds:
                if not may_lie_at_sea(board, Layer.LINE, kind):
                    line = board.legend.called(Layer.LINE, kind)
                    what = f"{line} leads into a hex that is all water."
                    fix = f"Erase it, or fix the terrain of {board.label(at)}."
                    yield error(where, what, fix, at, Flaw.LINE_IN_WATER, link)


def _places(board: GameMap) -> Iterator[Step]:
    named: dict[str, list[Place]] = defaultdict(list)
    for count, (key, place) in enumerate(board.places.items()):
        if count % PACE == 0:
            yield None
        where, at, is_port = _place(board, place), place.hex, "port" in (place.kind, *place.tags)
        named[folded(place.name)].append(place)
        if key != place.id:
            what = f"the place is under the id {key!r}."
            yield error(where, what, "Put it again.", at, Flaw.PLACE_ID, key)
        if at not in board:
            what = "the place is in a hex that does not exist."
            yield error(where, what, "Move it.", at, Flaw.LOST_PLACE, key)
            continue
        if place.kind in ("city", "town") and is_water(board, at):
            what = "the place is in a hex that is all water."
            yield error(where, what, "Move it.", at, Flaw.PLACE_IN_WATER, key)
        if is_port and not _has_shore(board, at):
            what = "the port is neither on a coast nor on a lake or river."
            fix = "Move it, or take the port off."
            yield error(where, what, fix, at, Flaw.INLAND_PORT, key)
    for name, places in named.items():
        if name and len(places) > 1:
            first, *others = places
            hexes = ", ".join(board.label(place.hex) for place in others)
            yield warning(
                _place(board, first),
                f"there is another place of that name in {hexes}.",
                "Tell the names apart.",
                first.hex,
                Flaw.SAME_NAME,
                first.id,
            )


def _regions(board: GameMap) -> Iterator[Step]:
    for layer, regions in board.regions.items():
        holders: dict[Hex, list[str]] = defaultdict(list)
        for name, hexes in regions.items():
            lost = []
            for count, at in enumerate(hexes):
                if count % PACE == 0:
                    yield None
                holders[at].append(name)
                if at not in board.terrain:
                    lost.append(at)
            if lost:
                what = f"{several(board, sorted(lost))} not on the map."
                out = "it" if len(lost) == 1 else "them"
                fix, about = f"Take {out} out of the region.", (layer, name)
                where = region_of(board, layer, name)
                yield error(where, what, fix, min(lost), Flaw.LOST_REGION, about)
        kind = board.legend.kinds.get((Layer.REGION, layer))
        if kind is not None and kind.look.get("partition") == "yes":
            yield from _partition(board, layer, holders)


def _partition(board: GameMap, layer: str, holders: dict[Hex, list[str]]) -> Iterator[Step]:
    title = board.legend.called(Layer.REGION, layer)
    shared = []
    for count, (at, names) in enumerate(holders.items()):
        if count % PACE == 0:
            yield None
        if len(names) > 1:
            shared.append(at)
    for at in sorted(shared):
        what = f"the hex is in {' and '.join(sorted(holders[at]))} at once."
        fix = f"Leave it in one region of {title}."
        yield error(board.label(at), what, fix, at, Flaw.REGION_OVERLAP)
    missed = []
    for count, at in enumerate(board.terrain):
        if count % PACE == 0:
            yield None
        if at not in holders and is_land(board, at):
            missed.append(at)
    if missed:
        what = f"{several(board, sorted(missed))} in none of its regions."
        fix = f"Put {'it' if len(missed) == 1 else 'each'} into one."
        yield error(title, what, fix, min(missed), Flaw.REGION_GAP)


def _reached(board: GameMap) -> Iterator[Step]:
    yield from reach_steps(board, PACE)


def _sheets(board: GameMap) -> Iterator[Step]:
    yield from sheet_steps(board, PACE)
    bare = []
    for count, at in enumerate(board.terrain):
        if count % PACE == 0:
            yield None
        if not labels(board, at):
            bare.append(at)
    if bare:
        what = f"{several(board, sorted(bare))} without a printed number."
        fix = "Add a sheet, or make one larger."
        yield warning("sheets", what, fix, min(bare), Flaw.UNNUMBERED)


def _boxes(board: GameMap) -> Iterator[Step]:
    for key, box in board.boxes.items():
        where = f"box {box.name or box.id}"
        if key != box.id:
            what = f"the box is under the id {key!r}."
            yield error(where, what, "Put it again.", None, Flaw.BOX_ID, key)
        for way in box.links:
            if way.target not in board.boxes and not _is_hex(board, way.target):
                fix = nearest(way.target, board.boxes) or "Name a box or a hex of the map."
                what = f"it leads to {way.target!r}, no box or hex of the map."
                yield error(where, what, fix, None, Flaw.BOX_WAY, key)


def _marks(board: GameMap) -> Iterator[Step]:
    lost = sorted(at for at in board.drafts if at not in board)
    if lost:
        what = f"{several(board, lost)} not on the map."
        yield error("drafts", what, "Confirm them.", lost[0], Flaw.LOST_DRAFT)
    always = {kind.id for kind in board.legend.of(Layer.TERRAIN) if kind.look.get("coast") == "yes"}
    inland = []
    for count, (at, terrain) in enumerate(board.terrain.items()):
        if count % PACE == 0:
            yield None
        if terrain in always and is_land(board, at) and not touches_sea(board, at):
            inland.append(at)
    for at in sorted(inland):
        if terrain_word(board, at, "coast") == "yes" and not is_edge(board, at):
            terrain = board.legend.called(Layer.TERRAIN, board.terrain[at])
            what = f"{terrain} is coast, but no sea hex is beside it."
            fix = "Choose another terrain."
            yield warning(board.label(at), what, fix, at, Flaw.INLAND_COAST)


def _is_hex(board: GameMap, text: str) -> bool:
    try:
        return board.parse_label(text) in board
    except ValueError:
        return False


def _has_shore(board: GameMap, at: Hex) -> bool:
    if is_coast(board, at) or is_water(board, at):
        return True
    return any(is_water(board, near) or board.side_kinds(at, near) for near in at.neighbours())


def may_lie_at_sea(board: GameMap, layer: Layer, kind: str) -> bool:
    """True for a line or hexside kind whose look says ``sea=yes``: a ferry, a strait."""
    entry = board.legend.kinds.get((layer, kind))
    return entry is not None and entry.look.get("sea") == "yes"


def _offer(board: GameMap, layer: Layer, kind: str) -> str:
    known = [entry.id for entry in board.legend.of(layer)]
    return f"Add it to the legend. {nearest(kind, known)}".rstrip()


def _place(board: GameMap, place: Place) -> str:
    return f"{place.name or place.id} ({board.label(place.hex)})"


_PARTS: tuple[Callable[[GameMap], Iterator[Step]], ...] = (
    _kinds,
    _hexsides,
    _lines,
    _places,
    _regions,
    _reached,
    _sheets,
    _boxes,
    _marks,
)
