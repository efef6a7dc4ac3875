"""The hex grid a user says a sheet has: how its labels run and how many there are."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from maps.digitise.arrays import Floats
from maps.errors import KnownError
from maps.hexgrid import Hex
from maps.layout import Layout, Orientation
from maps.numbering import LabelScheme, Order, Parity, Sheet

MOST_HEXES = 250_000


@dataclass(frozen=True, slots=True)
class Grid:
    """``columns`` x ``rows`` hexes, labels from 01 at the top left.

    ``parity`` says which printed columns (flat) or rows (pointy) lie half a hex further down
    (right). On paper of its own, in *units*, the pitch is 1 and the first hex is at 0, 0.
    """

    order: Order
    orientation: Orientation
    columns: int
    rows: int
    parity: Parity = Parity.EVEN
    printed: Sheet | None = None
    """The sheet of a board whose grid this is; its labels are then its own, without prefix."""

    @classmethod
    def of(cls, sheet: Sheet) -> Grid:
        """The grid of a sheet of a board; its hexes are the board's."""
        scheme = replace(sheet.scheme, prefix="")
        return cls(
            scheme.order,
            sheet.orientation,
            sheet.columns,
            sheet.rows,
            scheme.parity,
            replace(sheet, scheme=scheme),
        )

    def __post_init__(self) -> None:
        if not (1 <= self.columns <= 9999 and 1 <= self.rows <= 9999):
            raise KnownError("the grid", "needs 1 to 9999 columns and rows.", "Count them again.")
        if self.columns * self.rows > MOST_HEXES:
            raise KnownError(
                "the grid", f"would have more than {MOST_HEXES} hexes.", "Cut it into sheets."
            )

    @property
    def sheet(self) -> Sheet:
        """The same as a sheet of a map."""
        if self.printed is not None:
            return self.printed
        digits = max(2, len(str(max(self.columns, self.rows))))
        scheme = LabelScheme(order=self.order, parity=self.parity, digits=digits)
        return Sheet("scan", self.orientation, self.columns, self.rows, scheme)

    def hexes(self) -> tuple[list[Hex], list[str]]:
        """All hexes and their labels, row by row."""
        pairs = self.sheet.bodies()
        return [at for at, _ in pairs], [label for _, label in pairs]

    def hex(self, label: str, where: str) -> Hex:
        """The hex of a label. Raises KnownError when the grid has no such label."""
        found = self.sheet.hex(label)
        if found is None:
            labels = self._corners()
            raise KnownError(
                where,
                f"the grid of {self.columns} x {self.rows} hexes has no {label!r}.",
                f"Its labels run from {labels[0]} to {labels[-1]} ({self.order}).",
            )
        return found

    def units(self, hexes: list[Hex]) -> Floats:
        """Where hexes stand in units, n x 2."""
        layout = Layout(self.orientation)
        return np.array([layout.centre(at) for at in hexes], dtype=np.float64).reshape(-1, 2)

    def _corners(self) -> list[str]:
        labels = sorted(label for _, label in self.sheet.walk())
        return [labels[0], labels[-1]]
