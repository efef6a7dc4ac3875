"""Rows of charts, found by their ids."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar


class Row(Protocol):
    """A row of a chart."""

    @property
    def id(self) -> str:
        """The word it is found by."""


RowT = TypeVar("RowT", bound=Row)


def row_of(rows: Iterable[RowT], id_: str) -> RowT:
    """The row of an id. Raises KeyError when the chart has none."""
    for row in rows:
        if row.id == id_:
            return row
    raise KeyError(id_)
