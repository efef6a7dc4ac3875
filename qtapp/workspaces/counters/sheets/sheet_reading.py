"""A cut sheet as it is read: ratings, symbols, sizes and units together, the least sure first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from maps.untyped import JsonObject
from oob.model import OrderOfBattle
from oob.sheets.arrays import Bytes
from oob.sheets.cutting import Cut
from oob.sheets.inks import RATINGS, Region
from oob.sheets.matching import Match, Seen, match
from oob.sheets.reading import Reader, look_alikes
from oob.sheets.recognising import Recognised, marks, symbols
from oob.sheets.size_marks import size_of
from oob.words import TYPES
from qtapp.workspaces.counters.sheets.drawn import (
    candidates,
    drawn_marks,
    drawn_ratings,
    drawn_symbols,
    known_kinds,
)

Size: TypeAlias = tuple[str, float]
"""A size mark and how sure it is, 0 to 1."""

_SURE_BACK = 0.15


class SheetReading:
    """What is known of one cut sheet; symbols and sizes are looked at once.

    ``tell`` hears how far that has come, 0 to 1, and may raise to end it. ``by_hand`` is for sheets
    of which no unit is known: their ratings may be written in any hand.
    """

    def __init__(
        self,
        sheet: Cut,
        region: Region | None = None,
        tell: Callable[[float], object] | None = None,
        *,
        by_hand: bool = False,
    ) -> None:
        self.sheet = sheet
        self.tell = tell
        self._by_hand = by_hand
        self.reader = Reader(sheet.cells, region or RATINGS, drawn_ratings(by_hand=by_hand))
        self._signs: dict[tuple[str, ...], tuple[list[Recognised], list[Size]]] = {}

    def signs(self, kinds: tuple[str, ...] = TYPES) -> tuple[list[Recognised], list[Size]]:
        """Symbols and size marks of all counters, by the unit types there may be, and how sure the
        marks are.
        """
        if kinds not in self._signs:
            pictures = [cell.picture for cell in self.sheet.cells]
            likest = zip(pictures, marks(pictures, drawn_marks()), strict=True)
            self._signs[kinds] = (
                symbols(pictures, drawn_symbols(kinds), self.tell),
                [size_of(*one) for one in likest],
            )
        return self._signs[kinds]

    def seen(self, order: OrderOfBattle | None = None) -> list[Seen]:
        """Everything read on each counter, in the order of the sheet."""
        readings = {one.name: one for one in self.reader.readings()}
        kinds, sizes = self.signs((known_kinds(order) if order else ()) or TYPES)
        return [
            Seen(
                cell.name, cell.picture,
                readings[cell.name].ratings, readings[cell.name].confidence,
                kind.label, kind.confidence, *size, cell.form,
            )
            for cell, kind, size in zip(self.sheet.cells, kinds, sizes, strict=True)
        ]  # fmt: skip

    def back_ratings(self, backs: Mapping[str, Bytes]) -> dict[str, str]:
        """The ratings on the backs of counters, by the counter's name; those that are hardly read
        are left out.
        """
        cells = [
            replace(cell, picture=backs[cell.name])
            for cell in self.sheet.cells
            if cell.name in backs
        ]
        readings = Reader(cells, RATINGS, drawn_ratings(by_hand=self._by_hand)).readings()
        return {one.name: one.ratings for one in readings if one.confidence >= _SURE_BACK}

    def matches(self, order: OrderOfBattle) -> list[Match]:
        """The units of the counters, the least sure first."""
        return match(self.seen(order), candidates(order))

    def report(self, order: OrderOfBattle | None, ask: int) -> JsonObject:
        """All of it as JSON data: counters, groups of look-alikes, what to confirm next."""
        seen = {one.name: one for one in self.seen(order)}
        matched = match([*seen.values()], candidates(order)) if order else ()
        units = {one.name: one for one in matched}
        cells = {cell.name: cell for cell in self.sheet.cells}
        counters = []
        for reading in self.reader.readings():
            own, cell, unit = seen[reading.name], cells[reading.name], units.get(reading.name)
            counters.append(
                {
                    "file": f"{reading.name}.png",
                    "row": cell.row + 1,
                    "col": cell.col + 1,
                    "ratings": reading.ratings,
                    "confidence": reading.confidence,
                    "confirmed": reading.is_confirmed,
                    "type": own.type,
                    "type_confidence": own.type_sure,
                    "size": own.size,
                    "size_confidence": own.size_sure,
                    "unit": unit.unit if unit else "",
                    "unit_confidence": unit.confidence if unit else 0.0,
                }
            )
        groups = look_alikes([cell.picture for cell in self.sheet.cells])
        names = [cell.name for cell in self.sheet.cells]
        return {
            "counters": counters,
            "look_alikes": [[f"{names[at]}.png" for at in g] for g in groups if len(g) > 1],
            "ask": self.reader.suggest(ask),
        }
