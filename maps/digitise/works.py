"""What a person has decided about one scan: how it is shown, where the grid lies, what is what.

A :class:`ScanWork` is plain data and a value; a :class:`Change` replaces some of its fields, so
that each decision can be taken back. From it a :func:`calibration_of` the scan follows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np

from maps.digitise.calibrating.calibration import Calibration, calibrate
from maps.digitise.calibrating.fitting import Fitted
from maps.digitise.calibrating.grids import Grid
from maps.digitise.calibrating.points import ControlPoint, Pairs
from maps.digitise.calibrating.transforms import Fit, Matrix
from maps.edits import facts
from maps.errors import KnownError
from maps.numbering import Sheet
from maps.untyped import JsonObject, Table


class Laid(NamedTuple):
    """A grid laid by hand: the sheet's top left hex at ``x``, ``y``, pitch in pixels, degrees."""

    x: float
    y: float
    pitch: float
    tilt: float


class Check(NamedTuple):
    """A hex looked at to check the calibration, and the number that is printed there."""

    label: str
    printed: str

    @property
    def agrees(self) -> bool:
        """True when the number is the one expected."""
        return self.label == self.printed


class Stretch(NamedTuple):
    """A hexside or link by its two labels, said to bear a line of a kind, or not to."""

    kind: str
    a: str
    b: str
    there: bool = True


@dataclass(frozen=True, slots=True)
class ScanWork:
    """One scan on a sheet. ``crop`` is left, top, right, bottom in pixels; ``turn`` in degrees."""

    name: str
    sheet: str
    width: int
    height: int
    link: str = ""
    present: bool = True
    opacity: float = 1.0
    brightness: float = 1.0
    contrast: float = 1.0
    turn: float = 0.0
    crop: tuple[int, int, int, int] | None = None
    points: tuple[ControlPoint, ...] = ()
    fit: Fit | None = None
    laid: Laid | None = None
    checks: tuple[Check, ...] = ()
    exemplars: tuple[tuple[str, str], ...] = ()
    stretches: tuple[Stretch, ...] = ()
    drawn: int = 0
    """Steps of the board's history that results of this scan made."""

    def kinds(self) -> dict[str, list[str]]:
        """Labels of confirmed hexes by kind of terrain."""
        found: dict[str, list[str]] = {}
        for label, kind in self.exemplars:
            found.setdefault(kind, []).append(label)
        return found

    def pairs(self, kind: str, there: bool = True) -> list[tuple[str, str]]:
        """Confirmed (or denied) stretches of a kind."""
        return [(s.a, s.b) for s in self.stretches if s.kind == kind and s.there is there]


class WorkLayer(StrEnum):
    """What a fact about scans can be about."""

    FIELD = "field"


class WorkKey(NamedTuple):
    """A field of a scan."""

    scan: int
    field: str


class Fact(facts.Fact[WorkLayer, WorkKey, Any]):
    """What a field of a scan held before and holds after, as plain data."""

    __slots__ = ()


class Change(facts.Change[Fact]):
    """One reversible decision about a scan; see :class:`maps.edits.facts.Change`."""

    __slots__ = ()


@dataclass(slots=True)
class Works:
    """All scans of a board, by number, oldest first."""

    scans: dict[int, ScanWork] = field(default_factory=dict)


def changed(works: Works, scan: int, label: str, stroke: str = "", **values: Any) -> Change:
    """The change that gives fields of a scan new values; false when it has them already."""
    before = works.scans[scan]
    old, new = to_plain(before), to_plain(replace(before, **values))
    return Change(
        tuple(
            Fact(WorkLayer.FIELD, WorkKey(scan, name), old[name], new[name])
            for name in values
            if old[name] != new[name]
        ),
        label,
        stroke,
    )


def apply(works: Works, change: Change) -> frozenset[int]:
    """Apply a change; the scans it touched. Raises KnownError when it does not fit."""
    found = dict(works.scans)
    for fact in change.facts:
        work = found.get(fact.key.scan)
        if work is None or to_plain(work)[fact.key.field] != fact.before:
            raise KnownError("the scans", f"{change.label!r} does not fit.", "Open the file again.")
        found[fact.key.scan] = from_plain({**to_plain(work), fact.key.field: fact.after}, "scans")
    works.scans = found
    return frozenset(fact.key.scan for fact in change.facts)


def joined(changes: Iterable[Change], label: str) -> Change:
    """Changes made one after another as one."""
    return facts.joined(Change((), label), changes)


def change_to_plain(change: Change) -> JsonObject:
    """A change as JSON."""
    return facts.to_plain(change)


def change_from_plain(data: object, where: str) -> Change:
    """A change read back. Raises KnownError when it is none."""
    rows, label, stroke = facts.read(data, where, "a scan", lambda row: row.field in _FIELDS)
    return Change(
        tuple(
            Fact(WorkLayer.FIELD, WorkKey(row.number, row.field), row.before, row.after)
            for row in rows
        ),
        label,
        stroke,
    )


_FIELDS = frozenset(one.name for one in fields(ScanWork))


def to_plain(work: ScanWork) -> JsonObject:
    """A scan's work as JSON."""
    found: JsonObject = {one.name: getattr(work, one.name) for one in fields(work)}
    for name in ("points", "checks", "exemplars", "stretches"):
        found[name] = [list(row) for row in found[name]]
    for name in ("crop", "laid"):
        found[name] = None if found[name] is None else list(found[name])
    found["fit"] = None if work.fit is None else str(work.fit)
    return found


def from_plain(data: Table, where: str) -> ScanWork:
    """A scan's work read back. Raises KnownError when it is damaged."""
    strange = next((name for name in data if name not in _FIELDS), None)
    lacking = next((name for name in (*_NEEDED, *_SHAPES) if name not in data), None)
    if strange or lacking:
        what = f"it has no {lacking}" if lacking else f"{strange!r} is no fact of a scan"
        raise KnownError(where, f"is damaged: {what}.", _COPY)
    _refuse(where, ((name, sound(data[name])) for name, sound in _SHAPES.items()))
    values = dict(data)
    values["points"] = tuple(ControlPoint(*row) for row in data["points"])
    values["checks"] = tuple(Check(*row) for row in data["checks"])
    values["exemplars"] = tuple((str(label), str(kind)) for label, kind in data["exemplars"])
    values["stretches"] = tuple(Stretch(*row) for row in data["stretches"])
    values["crop"] = None if data["crop"] is None else tuple(data["crop"])
    values["laid"] = None if data["laid"] is None else Laid(*data["laid"])
    values["fit"] = None if data["fit"] is None else Fit(data["fit"])
    work = ScanWork(**values)
    _refuse(where, _oddities(work))
    return work


def _refuse(where: str, found: Iterable[tuple[str, bool]]) -> None:
    odd = next((name for name, sound in found if not sound), None)
    if odd is not None:
        raise KnownError(where, f"is damaged: its {odd} cannot be like that.", _COPY)


def _is_row(value: object, *long: int) -> bool:
    """Whether a value is a list of one of these lengths, as JSON has it or we do."""
    return isinstance(value, list | tuple) and len(value) in long


def _rows(*long: int) -> Callable[[object], bool]:
    def sound(value: object) -> bool:
        return isinstance(value, list | tuple) and all(_is_row(row, *long) for row in value)

    return sound


_NEEDED = ("name", "sheet", "width", "height")
_SHAPES: dict[str, Callable[[object], bool]] = {
    "points": _rows(3),
    "checks": _rows(2),
    "exemplars": _rows(2),
    "stretches": _rows(3, 4),
    "crop": lambda value: value is None or _is_row(value, 4),
    "laid": lambda value: value is None or _is_row(value, 4),
    "fit": lambda value: value is None or value in list(Fit),
}
"""What a fact must be like before it can be read."""
_COPY = "Go back to a copy of the file."
_LARGEST = 1_000_000
"""Pixels that no side of a scan reaches."""


def _oddities(work: ScanWork) -> Iterator[tuple[str, bool]]:
    """For each field that plain data may get wrong: its name, and whether it is sound."""
    for name in ("name", "sheet", "link"):
        yield name, type(getattr(work, name)) is str
    for name in ("width", "height"):
        yield name, _whole(getattr(work, name)) and 0 < getattr(work, name) <= _LARGEST
    yield "present", type(work.present) is bool
    yield "drawn", _whole(work.drawn)
    for name in ("opacity", "brightness", "contrast", "turn"):
        yield name, _finite(getattr(work, name))
    yield "crop", work.crop is None or all(_whole(n) and 0 <= n <= _LARGEST for n in work.crop)
    yield "laid", work.laid is None or (all(map(_finite, work.laid)) and work.laid.pitch > 0)
    yield (
        "points",
        all(type(p.label) is str and _finite(p.x) and _finite(p.y) for p in work.points),
    )
    yield "checks", all(type(c.label) is type(c.printed) is str for c in work.checks)
    yield (
        "stretches",
        all(type(s.kind) is type(s.a) is type(s.b) is str for s in work.stretches)
        and all(type(s.there) is bool for s in work.stretches),
    )


def _whole(value: object) -> bool:
    return type(value) is int


def _finite(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) < _LARGEST


def nudged(
    work: ScanWork, by: tuple[float, float] = (0.0, 0.0), grow: float = 1.0, spin: float = 0.0
) -> JsonObject:
    """The fields of a scan whose whole grid is moved, made larger and turned (degrees clockwise).

    Growing and turning is about the middle of the points, or about the hex that was laid.
    """
    turn = complex(math.cos(math.radians(spin)), math.sin(math.radians(spin))) * grow
    places = [complex(point.x, point.y) for point in work.points]
    if work.laid is not None:
        places.append(complex(work.laid.x, work.laid.y))
    if not places:
        return {}
    middle = sum(places) / len(places)
    moved = [middle + (place - middle) * turn + complex(*by) for place in places]
    values: JsonObject = {
        "points": tuple(
            point._replace(x=round(at.real, 3), y=round(at.imag, 3))
            for point, at in zip(work.points, moved, strict=False)
        )
    }
    if work.laid is not None:
        last = moved[-1]
        values["laid"] = Laid(last.real, last.imag, work.laid.pitch * grow, work.laid.tilt + spin)
    return values


def calibration_of(work: ScanWork, sheet: Sheet) -> Calibration:
    """The grid as the points, or the hand that laid it, put it.

    Raises KnownError when there are no points and nothing was laid, and as
    :func:`maps.digitise.calibrating.calibration.calibrate` does.
    """
    grid = Grid.of(sheet)
    if len(work.points) < 2 and work.laid is not None:
        return Calibration(grid, _laid(work.laid, grid))
    return calibrate(grid, work.points, work.fit, work.name)


def _laid(laid: Laid, grid: Grid) -> Fitted:
    angle = math.radians(laid.tilt)
    c, s = laid.pitch * math.cos(angle), laid.pitch * math.sin(angle)
    hexes, _ = grid.hexes()
    corner = grid.units(hexes[:1])[0]
    linear = np.array([[c, -s], [s, c]])
    shift = np.array([laid.x, laid.y]) - linear @ corner
    matrix = np.eye(3)
    matrix[:2, :2], matrix[:2, 2] = linear, shift
    none = np.zeros((0, 2))
    pairs = Pairs((), none, none)
    return Fitted(Fit.SIMILARITY, Matrix(matrix), pairs, np.zeros(0), np.zeros(0))
