"""What a user hands over as JSON: control points, exemplars, pairs of hexes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from maps.digitise.calibrating.lattice import Lattice
from maps.digitise.calibrating.points import ControlPoint
from maps.digitise.calibrating.stored import lattice_from
from maps.digitise.reading.strips import Course
from maps.errors import KnownError
from maps.files.reading import read_json

_LINKED = ("road", "rail", "track", "trail", "path", "highway", "tram", "causeway", "ferry")


def read_points(path: Path) -> list[ControlPoint]:
    """Control points, ``[{"label", "xy"}]``. Raises KnownError with the number of the bad one."""
    data = read_json(path)
    if not isinstance(data, list):
        raise KnownError(str(path), "is no list of points.", _POINT)
    return [_point(item, f"{path} point {number}") for number, item in enumerate(data, 1)]


def read_exemplars(path: Path) -> dict[str, list[str]]:
    """Labels by kind, ``{kind: [labels]}``. Raises KnownError naming the bad kind."""
    data = read_json(path)
    if not isinstance(data, Mapping):
        raise KnownError(str(path), "names no kinds.", 'Write {"kind": ["0101", ...], ...}.')
    for kind, labels in data.items():
        if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
            raise KnownError(
                f"{path}, {kind!r}", "is no list of labels.", 'Write ["0101", "0102", ...].'
            )
    return {str(kind): list(labels) for kind, labels in data.items()}


def read_pairs(path: Path) -> list[tuple[str, str]]:
    """Pairs of hexes, ``[[label, label], ...]``. Raises KnownError with the number of the bad."""
    data = read_json(path)
    if not isinstance(data, list):
        raise KnownError(str(path), "is no list of pairs.", 'Write [["0101", "0102"], ...].')
    for number, pair in enumerate(data, 1):
        good = isinstance(pair, list) and len(pair) == 2 and all(isinstance(x, str) for x in pair)
        if not good:
            raise KnownError(
                f"{path} pair {number}", "is not two labels.", 'Write ["0101", "0102"].'
            )
    return [(first, second) for first, second in data]


def read_lattice(path: Path) -> Lattice:
    """The lattice of a calibration file. Raises KnownError when it is none."""
    return lattice_from(read_json(path), str(path))


def course_of(kind: str) -> Course:
    """Whether lines of a kind follow hexsides or link centres, by its name: roads and rails link.

    >>> course_of("main road"), course_of("river")
    (<Course.LINKS: 'links'>, <Course.SIDES: 'sides'>)
    """
    return Course.LINKS if any(word in kind.lower() for word in _LINKED) else Course.SIDES


_POINT = 'Write [{"label": "0101", "xy": [120.5, 88.0]}, ...].'


def _point(item: object, where: str) -> ControlPoint:
    if not isinstance(item, Mapping) or not isinstance(item.get("label"), str):
        raise KnownError(where, "has no label.", _POINT)
    place = item.get("xy")
    if not isinstance(place, list) or len(place) != 2 or not all(map(_number, place)):
        raise KnownError(where, "has no place 'xy' of two numbers.", _POINT)
    try:
        return ControlPoint(item["label"], float(place[0]), float(place[1]))
    except OverflowError as error:
        raise KnownError(where, "lies too far away.", _POINT) from error


def _number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
