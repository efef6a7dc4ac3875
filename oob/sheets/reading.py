"""The ratings of a cut sheet, read by templates from the counters a person has confirmed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from maps.errors import KnownError
from oob.sheets.arrays import Bytes, Singles, resized
from oob.sheets.cutting import Cell
from oob.sheets.glyphs import Glyphs, Line, kinds_of, learnt, line_of, read
from oob.sheets.inks import RATINGS, Region, unit
from oob.sheets.rating_ink import ratings_ink

_LINE_WIDE, _LINE_HIGH = 132, 46
_ALIKE = 0.93


@dataclass(frozen=True, slots=True)
class Reading:
    """What is on one counter; a confirmed one has confidence 1."""

    name: str
    ratings: str
    confidence: float
    is_confirmed: bool = False


class Reader:
    """Reads one sheet. ``suggest`` says what to confirm next; ``readings`` lists the least sure
    first. ``drawn`` are faces with their ratings that stand in until enough is confirmed.
    """

    def __init__(
        self,
        cells: Sequence[Cell],
        region: Region = RATINGS,
        drawn: Sequence[tuple[Bytes, str]] = (),
    ) -> None:
        self.names = [cell.name for cell in cells]
        inks = [ratings_ink(cell.picture, region, _LINE_WIDE, _LINE_HIGH) for cell in cells]
        self._lines: list[Line] = [line_of(ink) for ink in inks]
        self._shapes = unit(np.stack([ink.ravel() for ink in inks])) if inks else _NONE
        self._confirmed: dict[str, str] = {}
        self._drawn = [
            (line_of(ratings_ink(picture, RATINGS, _LINE_WIDE, _LINE_HIGH)), text)
            for picture, text in drawn
        ]

    def confirm(self, ratings: Mapping[str, str], where: str = "the confirmed counters") -> None:
        """Take what a person reads on counters, by name; empty for a counter without ratings.

        Raises KnownError for a name the sheet has not.
        """
        for name, text in ratings.items():
            if name not in self.names:
                raise KnownError(where, f"there is no counter {name!r}.", "Names look like r03c11.")
            self._confirmed[name] = text.replace(" ", "").replace("–", "-").replace("x", "-")

    def suggest(self, count: int) -> list[str]:
        """The counters whose confirmation helps most: at first the most various, then the least
        sure.
        """
        if not self._confirmed:
            return self._various(count)
        doubtful = [r for r in self.readings() if not r.is_confirmed]
        chosen: list[str] = []
        for reading in doubtful:
            at = self.names.index(reading.name)
            near = [self.names.index(name) for name in chosen]
            if all(float(self._shapes[at] @ self._shapes[other]) < _ALIKE for other in near):
                chosen.append(reading.name)
            if len(chosen) == count:
                break
        return chosen

    def readings(self) -> list[Reading]:
        """All counters, the least sure first."""
        glyphs = self._glyphs()
        found = []
        for name, line in zip(self.names, self._lines, strict=True):
            if name in self._confirmed:
                found.append(Reading(name, self._confirmed[name], 1.0, True))
                continue
            own = read(line, glyphs)
            found.append(Reading(name, own.text, round(own.confidence, 4)))
        return sorted(found, key=lambda reading: (reading.confidence, reading.name))

    def _glyphs(self) -> Glyphs:
        known = [
            (self._lines[self.names.index(name)], text)
            for name, text in sorted(self._confirmed.items())
            if text
        ]
        return learnt(known, self._drawn)

    def _various(self, count: int) -> list[str]:
        """Counters that together show as many glyphs as can be, the usual glyphs first."""
        kinds = kinds_of(self._lines)
        usual = Counter(kind for own in kinds for kind in own)
        missing = {kind for kind, number in usual.items() if number > 1}
        chosen: list[int] = []
        while len(chosen) < min(count, len(self.names)):
            gains = [sum(usual[kind] for kind in sorted(own & missing)) for own in kinds]
            best = int(np.argmax(gains))
            if gains[best] == 0:
                break
            chosen.append(best)
            missing -= kinds[best]
        for at, own in enumerate(kinds):
            if len(chosen) < count and own and at not in chosen:
                chosen.append(at)
        return [self.names[at] for at in chosen]


_NONE: Singles = np.zeros((0, 0), np.float32)


def look_alikes(pictures: Sequence[Bytes], least: float = 0.955) -> list[list[int]]:
    """Counters alike but for small print, as groups of their numbers, the largest first."""
    if not pictures:
        return []
    rows = np.stack([resized(picture, 24, 24).astype(np.float32).ravel() for picture in pictures])
    shapes = unit(rows)
    colours = rows.reshape(len(rows), -1, 3).mean(axis=1)
    left = list(range(len(rows)))
    groups = []
    while left:
        first = left[0]
        like = shapes[left] @ shapes[first]
        near = np.abs(colours[left] - colours[first]).max(axis=1)
        group = [at for at, a, b in zip(left, like, near, strict=True) if a >= least and b < 30]
        group = group or [first]
        groups.append(group)
        left = [at for at in left if at not in set(group)]
    return sorted(groups, key=lambda group: (-len(group), group[0]))
