"""Every printed number of a set of sheets, both ways, for formats that write many labels.

:class:`LabelBook` answers in constant time what :meth:`maps.model.GameMap.label` and
``parse_label`` work out sheet by sheet, and it never lies: the key it writes for a hex always reads
back as that hex. Where printed labels cannot promise that (off every sheet, or two sheets printing
the same number for different hexes) the key is axial: ``3,-4``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from maps.hexgrid import Hex
from maps.numbering import Sheet

_AXIAL = re.compile(r"(-?[0-9]{1,6}),(-?[0-9]{1,6})")
_PRINTABLE_KEY = re.compile(r"(?:[^\s\"/=:,#\[\]\\]+:)?-?[0-9]+")


class LabelBook:
    """Keys of all hexes on some sheets: full printed labels with ``:`` after the prefix.

    >>> from maps.layout import Orientation
    >>> book = LabelBook([Sheet("main", Orientation.FLAT, 40, 30)])
    >>> book.key(book.hex("1717")), book.key(Hex(-2, 5)), book.hex("9999")
    ('1717', '-2,5', None)
    """

    def __init__(self, sheets: Iterable[Sheet]) -> None:
        self._sheets = list(sheets)
        self._by_text: dict[str, Hex] = {}
        self._by_hex: dict[Hex, str] = {}
        printed = [pair for sheet in self._sheets for pair in _labels(sheet)]
        clashes: set[str] = set()
        for at, text in printed:
            if self._by_text.setdefault(text, at) != at:
                clashes.add(text)
        for at, text in printed:
            if text in clashes:
                self._by_text.pop(text, None)
            else:
                self._by_hex.setdefault(at, text)

    def key(self, at: Hex) -> str:
        """The text that names a hex in a file."""
        return self._by_hex.get(at) or f"{at.q},{at.r}"

    def hex(self, text: str) -> Hex | None:
        """The one hex a text names, by key or by a printed label of one sheet only; else None."""
        found = self._by_text.get(text)
        if found is not None:
            return found
        match = _AXIAL.fullmatch(text)
        if match is not None:
            return Hex(int(match[1]), int(match[2]))
        loose = {at for sheet in self._sheets if (at := sheet.hex(text)) is not None}
        return loose.pop() if len(loose) == 1 else None

    def is_ambiguous(self, text: str) -> bool:
        """True when several sheets print this label for different hexes."""
        return len({at for sheet in self._sheets if (at := sheet.hex(text)) is not None}) > 1

    def known(self) -> list[str]:
        """All keys, for suggestions."""
        return list(self._by_text)


def group_of(key: str) -> str:
    """The part of a key that its neighbours along a printed column or row share.

    >>> group_of("14A:1506"), group_of("-3,12")
    ('14A:15', '-3')
    """
    column, comma, _ = key.partition(",")
    return column if comma else key[:-2]


def _labels(sheet: Sheet) -> list[tuple[Hex, str]]:
    prefix = f"{sheet.scheme.prefix}:" if sheet.scheme.prefix else ""
    return [
        (at, prefix + body)
        for at, body in sheet.bodies()
        if _PRINTABLE_KEY.fullmatch(prefix + body) is not None
    ]
