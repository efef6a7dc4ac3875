"""Who is where, sorted by hex, side and box; shared by all states with the same pieces.

After a move only the stacks it touched are sorted again: a standing is derived from the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.core.change import pieces_changed
from engine.core.state import Piece
from engine.lazy import cached_property
from engine.rules.board.stacks import Occupied, Stacks, Way, joined, parted
from maps.hexgrid import Hex
from maps.untyped import JsonList
from oob.model import UnitId

MANY = 24
"""Units that moved between two states from which on a standing is sorted from nothing."""


class Standing:
    """The pieces of a state, sorted when asked.

    ``owners`` has '' for units that change sides in play: all of them follow ``turncoats``. Units
    in the mode
    ``hidden`` hold no ground ('' where a game has no such mode).
    """

    def __init__(
        self,
        pieces: Mapping[UnitId, Piece],
        owners: Mapping[UnitId, str],
        sides: tuple[str, ...],
        turncoats: str,
        hidden: str,
    ) -> None:
        self.pieces = pieces
        self.turncoats = turncoats
        self.owners = owners
        self._sides = sides
        self._hidden = hidden
        self._known: dict[object, frozenset[Hex]] = {}
        self._marked: dict[frozenset[str], frozenset[UnitId]] = {}
        self._last_at: tuple[Stacks, tuple[Way, ...]] | None = None
        """All units by hex as somebody asked for them last, and the ways that units went since."""

    def once(self, key: object, work: Callable[[], frozenset[Hex]]) -> frozenset[Hex]:
        """Hexes that depend on these pieces, their sides and what never changes, on nothing else;
        worked out once under a key of their own.
        """
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = work()
        return found

    def marked(self, marks: frozenset[str]) -> frozenset[UnitId]:
        """The units that have any of some marks, wherever they are; brought up to date where pieces
        have changed.
        """
        found = self._marked.get(marks)
        if found is None:
            found = self._marked[marks] = _with_any(self.pieces, self.pieces, marks)
        return found

    @cached_property
    def at(self) -> Stacks:
        """Units of all sides by hex; of those asked for last, where few have moved since."""
        if self._last_at is not None:
            stacks, ways = self._last_at
            return stacks.after(ways, self.order)
        found: dict[Hex, list[UnitId]] = {}
        for unit, piece in self.pieces.items():
            if isinstance(piece.at, Hex):
                found.setdefault(piece.at, []).append(unit)
        return Stacks({at: tuple(units) for at, units in found.items()})

    @cached_property
    def sides(self) -> Mapping[str, Stacks]:
        """Each side's units by hex, hidden ones included."""
        found: dict[str, dict[Hex, list[UnitId]]] = {side: {} for side in self._sides}
        owners, turncoats = self.owners, self.turncoats
        for unit, piece in self.pieces.items():
            if isinstance(piece.at, Hex):
                found[owners[unit] or turncoats].setdefault(piece.at, []).append(unit)
        return {
            side: Stacks({at: tuple(units) for at, units in stacks.items()})
            for side, stacks in found.items()
        }

    @cached_property
    def boxes(self) -> Mapping[str, tuple[UnitId, ...]]:
        """Units by box."""
        found: dict[str, list[UnitId]] = {}
        for unit, piece in self.pieces.items():
            if isinstance(piece.at, str):
                found.setdefault(piece.at, []).append(unit)
        return {box: tuple(units) for box, units in found.items()}

    @cached_property
    def held(self) -> Mapping[str, frozenset[Hex]]:
        """For each side, the hexes where it has a unit that is not hidden."""
        if not self._hidden:
            return self.occupied
        return {side: self._shown(stacks, stacks) for side, stacks in self.sides.items()}

    @cached_property
    def hiding(self) -> Mapping[str, frozenset[Hex]]:
        """For each side, the hexes where it has a hidden unit."""
        return {side: self._masked(stacks, stacks) for side, stacks in self.sides.items()}

    def _shown(self, stacks: Stacks, among: Iterable[Hex]) -> frozenset[Hex]:
        pieces, hidden = self.pieces, self._hidden
        return frozenset(
            [at for at in among if at in stacks and _any_other(pieces, stacks[at], hidden)]
        )

    def _masked(self, stacks: Stacks, among: Iterable[Hex]) -> frozenset[Hex]:
        pieces, hidden = self.pieces, self._hidden
        return frozenset([at for at in among if at in stacks and _any(pieces, stacks[at], hidden)])

    @cached_property
    def occupied(self) -> Occupied:
        """For each side, the hexes where it has any unit."""
        return Occupied(self.sides)

    @cached_property
    def order(self) -> Mapping[UnitId, int]:
        """The place of each unit in the order of battle."""
        return {unit: number for number, unit in enumerate(self.pieces)}

    def after(self, pieces: Mapping[UnitId, Piece]) -> Standing:
        """The standing of other pieces of the same game: what is sorted here already is brought up
        to date where units have moved, and shared elsewhere.
        """
        found = Standing(pieces, self.owners, self._sides, self.turncoats, self._hidden)
        before = self.pieces
        changed = pieces_changed(before, pieces)
        if changed is None:
            return found
        for marks, units in self._marked.items():
            none = marks.isdisjoint
            others = [u for u in changed if none(before[u].marks) != none(pieces[u].marks)]
            found._marked[marks] = frozenset(others) ^ units if others else units
        moved = [
            unit
            for unit in changed
            if before[unit].at != pieces[unit].at or before[unit].mode != pieces[unit].mode
        ]
        if len(moved) < MANY:
            self._bring(found, moved)
        return found

    def stale(self) -> tuple[str, ...]:
        """What was brought up to date and is not as sorted from nothing; empty when sound."""
        fresh = Standing(self.pieces, self.owners, self._sides, self.turncoats, self._hidden)
        found = [
            f"who is where is out of date ({name})"
            for name in DERIVED
            if (name in vars(self) or (name == "at" and self._last_at is not None))
            and _listed(getattr(self, name)) != _listed(getattr(fresh, name))
        ]
        found += [
            f"who is marked {', '.join(sorted(marks))} is out of date"
            for marks, units in self._marked.items()
            if units != fresh.marked(marks)
        ]
        return tuple(found)

    def _bring(self, found: Standing, moved: list[UnitId]) -> None:
        """Bring what is sorted already into a standing that differs by some units."""
        mine, theirs = vars(self), vars(found)
        theirs["order"] = order = self.order
        last = (self.at, ()) if "at" in mine else self._last_at
        if not moved:
            found._last_at = last
            theirs.update((name, mine[name]) for name in DERIVED if name in mine)
            return
        ways = [(unit, self.pieces[unit].at, found.pieces[unit].at) for unit in moved]
        if last is not None and len(last[1]) + len(ways) < MANY:
            found._last_at = (last[0], (*last[1], *ways))
        if "boxes" in mine:
            theirs["boxes"] = _reboxed(self.boxes, ways, order)
        if "sides" not in mine:
            return
        by_side: dict[str, list[Way]] = {}
        for way in ways:
            by_side.setdefault(self.owners[way[0]] or self.turncoats, []).append(way)
        theirs["sides"] = {
            side: stacks.after(by_side[side], order) if side in by_side else stacks
            for side, stacks in self.sides.items()
        }
        touched = {at for _, old, new in ways for at in (old, new) if isinstance(at, Hex)}
        if "occupied" in mine:
            theirs["occupied"] = Occupied(found.sides, self.occupied)
        for name, select in (("held", found._shown), ("hiding", found._masked)):
            if name in mine and self._hidden:
                theirs[name] = {
                    side: (mine[name][side] - touched) | select(stacks, touched)
                    for side, stacks in found.sides.items()
                }


DERIVED = ("at", "sides", "boxes", "held", "hiding", "occupied")
"""What a standing shares with another of the same places."""


def _listed(sorted_: Mapping[Any, Any]) -> JsonList:
    """Units or hexes with their order, those of each side too."""
    return [
        (key, list(value.items()) if isinstance(value, Mapping) else value)
        for key, value in sorted_.items()
    ]


def _with_any(
    pieces: Mapping[UnitId, Piece], among: Iterable[UnitId], marks: frozenset[str]
) -> frozenset[UnitId]:
    """Those of some units that have any of some marks."""
    return frozenset([unit for unit in among if not pieces[unit].marks.isdisjoint(marks)])


def _any(pieces: Mapping[UnitId, Piece], units: tuple[UnitId, ...], mode: str) -> bool:
    return any([pieces[unit].mode == mode for unit in units])


def _any_other(pieces: Mapping[UnitId, Piece], units: tuple[UnitId, ...], mode: str) -> bool:
    return any([pieces[unit].mode != mode for unit in units])


def _between_hexes(way: Way) -> bool:
    """Whether a unit went from hex to hex, so that no box is another."""
    return isinstance(way[1], Hex) and isinstance(way[2], Hex)


def _reboxed(
    boxes: Mapping[str, tuple[UnitId, ...]], ways: list[Way], order: Mapping[UnitId, int]
) -> Mapping[str, tuple[UnitId, ...]]:
    """Boxes after some units have gone their ways, in the same order as sorted from nothing."""
    gone = [way for way in ways if way[1] != way[2] and not _between_hexes(way)]
    if not gone:
        return boxes
    found = dict(boxes)
    for unit, old, new in gone:
        if isinstance(old, str):
            found[old] = parted(found[old], unit)
        if isinstance(new, str):
            found[new] = joined(found.get(new, ()), unit, order)
    places = sorted([(order[units[0]], box) for box, units in found.items() if units])
    return {box: found[box] for _, box in places}


class Standings:
    """Remembers the last few standings by the very mapping of pieces they were made from."""

    def __init__(
        self,
        owners: Mapping[UnitId, str],
        sides: tuple[str, ...],
        hidden: str = "",
        most: int = 6,
    ) -> None:
        self._owners = owners
        self._sides = sides
        self._hidden = hidden
        self._most = most
        self._recent: list[Standing] = []

    def __call__(self, pieces: Mapping[UnitId, Piece], turncoats: str) -> Standing:
        """The standing of some pieces, those without a fixed side following ``turncoats``."""
        base = None
        for known in self._recent:
            if known.turncoats == turncoats:
                if known.pieces is pieces:
                    return known
                base = base or known
        if base is not None:
            found = base.after(pieces)
        else:
            found = Standing(pieces, self._owners, self._sides, turncoats, self._hidden)
        self._recent.insert(0, found)
        del self._recent[self._most :]
        return found
