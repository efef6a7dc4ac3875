"""A calibration read back from its JSON; its centres are enough."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

import numpy as np

from maps.digitise.arrays import Floats
from maps.digitise.calibrating.calibration import grid_misfit
from maps.digitise.calibrating.grids import Grid
from maps.digitise.calibrating.lattice import Lattice
from maps.errors import KnownError
from maps.layout import Orientation
from maps.numbering import Order, Parity
from maps.untyped import JsonList

ChoiceT = TypeVar("ChoiceT", bound=Enum)


def lattice_from(data: object, where: str) -> Lattice:
    """The lattice of a calibration's JSON.

    When it does not say how the grid runs, that is found from the centres and their labels. Raises
    KnownError when the centres are missing, no numbers, or not those of a whole grid.
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("centres"), Mapping):
        raise _bad(where, "has no 'centres'.")
    labels = [str(label) for label in data["centres"]]
    centres = _centres(list(data["centres"].values()), where)
    described = data.get("grid")
    grid = _guessed(labels, centres, where) if described is None else _described(described, where)
    _, printed = grid.hexes()
    row = {label: i for i, label in enumerate(labels)}
    missing = [label for label in printed if label not in row]
    if missing or len(labels) != len(printed):
        raise _bad(where, f"does not give the centres of {grid.columns} x {grid.rows} hexes.")
    return Lattice.of(grid, centres[[row[label] for label in printed]])


def _centres(values: JsonList, where: str) -> Floats:
    try:
        centres = np.array(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise _bad(where, "has centres that are not two numbers.") from error
    if centres.ndim != 2 or centres.shape[1] != 2 or not np.all(np.isfinite(centres)):
        raise _bad(where, "has centres that are not two numbers.")
    return centres


def _described(data: object, where: str) -> Grid:
    if not isinstance(data, Mapping):
        raise _bad(where, "has a 'grid' that is no object.")

    def one_of(key: str, choices: type[ChoiceT]) -> ChoiceT:
        said = data.get(key)
        found = next((choice for choice in choices if choice.value == said), None)
        if found is None:
            known = ", ".join(str(choice.value) for choice in choices)
            raise _bad(where, f"has a 'grid' whose {key!r} is none of {known}.")
        return found

    def whole(key: str) -> int:
        number = data.get(key)
        if type(number) is not int:
            raise _bad(where, f"has a 'grid' whose {key!r} is no whole number.")
        return number

    return Grid(
        one_of("labels", Order),
        one_of("orientation", Orientation),
        whole("cols"),
        whole("rows"),
        one_of("parity", Parity),
    )


def _guessed(labels: list[str], centres: Floats, where: str) -> Grid:
    size = len(labels[0]) if labels else 0
    if size < 4 or size % 2 or not all(len(x) == size and x.isdecimal() for x in labels):
        raise _bad(where, "has labels that are not columns and rows.")
    half = size // 2
    first = max(int(label[:half]) for label in labels)
    second = max(int(label[half:]) for label in labels)
    best: tuple[float, Grid] | None = None
    for order, orientation, parity in itertools.product(Order, Orientation, Parity):
        columns, rows = (first, second) if order is Order.CCRR else (second, first)
        grid = Grid(order, orientation, columns, rows, parity)
        misfit = grid_misfit(grid, labels, centres)
        if best is None or misfit < best[0]:
            best = misfit, grid
    if best is None or math.isinf(best[0]):
        raise _bad(where, "has centres that form no hex grid.")
    return best[1]


def _bad(where: str, what: str) -> KnownError:
    return KnownError(where, what, "Make it with 'sandtable digitise calibrate'.")
