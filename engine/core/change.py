"""What a step changed: the units, hexes, boxes and figures it touched.

Every :class:`~engine.core.system.Step` carries such a report. Whoever keeps something worked out
from a state (an index of the position, a panel of the window) looks at the report and works out
again only what depends on what changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from itertools import compress
from operator import attrgetter, is_not

from engine.core.state import LATELY, Pieces, State
from engine.frozen import dataclass
from maps.hexgrid import Hex, Side
from oob.model import UnitId

PIECES = "pieces"
"""The field of a state that holds them."""


@dataclass(frozen=True, slots=True)
class Change:
    """The difference between two states of a game.

    ``units`` are those that stand elsewhere, have other steps or marks, or of which a figure says
    something else, in order-of-battle order. ``hexes`` and ``boxes`` are those they left and
    entered; hexes too of which a field of the state says something else (owners, works, breaks).
    ``figures`` are the names of the fields of the state that differ. ``everything`` is true when
    nothing is known about what the two have in common: another board, another game.
    """

    units: tuple[UnitId, ...] = ()
    hexes: frozenset[Hex] = frozenset()
    boxes: frozenset[str] = frozenset()
    figures: frozenset[str] = frozenset()
    everything: bool = False

    def __bool__(self) -> bool:
        return bool(self.figures) or self.everything

    def __or__(self, later: Change) -> Change:
        """Both changes, one after the other."""
        if self is NOTHING or later.everything:
            return later
        if self.everything:
            return self
        return Change(
            tuple(dict.fromkeys((*self.units, *later.units))),
            self.hexes | later.hexes,
            self.boxes | later.boxes,
            self.figures | later.figures,
        )

    def touches(self, *figures: str) -> bool:
        """True when one of some fields of the state differs, or everything may."""
        return self.everything or not self.figures.isdisjoint(figures)

    def touches_unit(self, unit: UnitId) -> bool:
        """True when something about a unit differs, or everything may."""
        return self.everything or unit in self.units

    def touches_hex(self, at: Hex) -> bool:
        """True when something about a hex differs, or everything may."""
        return self.everything or at in self.hexes


NOTHING = Change()
"""The report of a step that changed nothing."""
EVERYTHING = Change(everything=True)
"""The report where two states cannot be compared."""


def between(before: State, after: State) -> Change:
    """What differs between two states of one game; :data:`EVERYTHING` when they are of two."""
    if before is after:
        return NOTHING
    if type(before) is not type(after) or before.pieces.keys() != after.pieces.keys():
        return EVERYTHING
    names, values = _reader(type(before))
    figures: set[str] = set()
    keys: set[object] = set()
    each = zip(names, values(before), values(after), strict=True)
    others = [row for row in each if row[1] is not row[2]]
    for name, was, now in others:
        if was != now:
            figures.add(name)
            keys.update(_keys(was, now))
    places = set()
    for unit in changed_pieces(before.pieces, after.pieces):
        figures.add(PIECES)
        keys.add(unit)
        places |= {before.pieces[unit].at, after.pieces[unit].at}
    hexes = {at for at in (*places, *keys) if isinstance(at, Hex)}
    for key in keys:
        if isinstance(key, Side):
            hexes.update(key.hexes)
    units = after.pieces.keys() & keys
    return Change(
        tuple([unit for unit in after.pieces if unit in units]) if len(units) > 1 else (*units,),
        frozenset(hexes),
        frozenset(at for at in places if isinstance(at, str)),
        frozenset(figures),
    )


def changed_pieces(before: Pieces, after: Pieces) -> list[UnitId]:
    """The units whose pieces differ, in order; both mappings have the same units.

    A piece that is the same object is not compared, so that this costs little after one move; the
    answers about the last few mappings are kept, for several indexes ask for them.
    """
    return _compared(before, after)[0]


def pieces_changed(before: Pieces, after: Pieces) -> list[UnitId] | None:
    """The same; None where the two have not the same units in the same order."""
    found, alike = _compared(before, after)
    return found if alike else None


def _compared(before: Pieces, after: Pieces) -> tuple[list[UnitId], bool]:
    """The units whose pieces differ, and whether both have the same units in the same order."""
    if before is after:
        return [], True
    for was, now, known, alike in _LAST:
        if was is before and now is after:
            return known, alike
    others: Iterable[UnitId]
    few = _put_in(before, after)
    if few is not None:
        alike, others = True, _in_order(before, after, few)
    elif [*before] == [*after]:
        alike, others = True, compress(after, map(is_not, before.values(), after.values()))
    else:
        alike, others = False, after
    found = [unit for unit in others if before.get(unit) != after[unit]]
    _LAST.insert(0, (before, after, found, alike))
    del _LAST[KEPT:]
    return found, alike


def _in_order(before: Pieces, after: Pieces, units: set[UnitId]) -> Iterable[UnitId]:
    """Some units in the order of pieces that were made of others."""
    known, places = _PLACES[-1]
    found = known is before or known is after
    if len(units) > 1 and not found:
        places, found = {unit: place for place, unit in enumerate(after)}, True
    if found:
        _PLACES[-1] = (after, places)
    return sorted(units, key=places.__getitem__) if len(units) > 1 else units


def _put_in(before: Pieces, after: Pieces) -> set[UnitId] | None:
    """The units whose pieces were replaced on the way from one mapping to another that was made of
    it lately; None where that is not known.
    """
    if len(before) != len(after):
        return None
    found, at = set[UnitId](), after
    for was, now, changed in reversed(LATELY):
        if now is at:
            found.update(changed)
            at = was
            if at is before:
                return found
    return None


def besides(state: State, *without: str) -> tuple[object, ...]:
    """The values of all fields of a state but for the pieces and some others."""
    key = (type(state), without)
    if key not in _BESIDES:
        names = [name for name in _reader(type(state))[0] if name not in without]
        _BESIDES[key] = attrgetter(*names)
    return _BESIDES[key](state)


KEPT = 4
_LAST: list[tuple[Pieces, Pieces, list[UnitId], bool]] = []
_PLACES: list[tuple[Pieces, Mapping[UnitId, int]]] = [({}, {})]
"""The last pieces that were compared with those they were made of, with the place of each unit."""


def _keys(was: object, now: object) -> Iterator[object]:
    """The keys or members by which two values of a field differ; none for other values."""
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        for key in was.keys() | now.keys():
            if key not in was or key not in now or was[key] != now[key]:
                yield key
    elif isinstance(was, frozenset) and isinstance(now, frozenset):
        yield from was ^ now


def _reader(kind: type[State]) -> _Reader:
    """The names of a state's fields but the pieces, and what reads them all at once."""
    if kind not in _READERS:
        names = tuple(field.name for field in fields(kind) if field.name != PIECES)
        _READERS[kind] = (names, attrgetter(*names))
    return _READERS[kind]


_Reader = tuple[tuple[str, ...], Callable[[State], tuple[object, ...]]]
_READERS: dict[type[State], _Reader] = {}
_BESIDES: dict[tuple[type[State], tuple[str, ...]], Callable[[State], tuple[object, ...]]] = {}
"""What reads some fields of a class of state, by the class and the fields left out."""
