"""Air and naval combat: two markers, a die each, and what becomes of both (OG 12.2, 13.1)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from engine.frozen import dataclass
from engine.rules.combat.chances import chances


class Fate(StrEnum):
    """What becomes of a marker in air or naval combat."""

    HOLDS = "holds"
    """It survives and supports."""
    BACK = "back"
    """Aborted or recalled: unharmed, but done for the turn (OG 12.3, 13.4)."""
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Duellist:
    """One marker of a duel: its printed bonus, dice (two for Experten), and +1 from ULTRA."""

    bonus: int = 0
    dice: int = 1
    ultra: int = 0

    def total(self, faces: tuple[int, ...]) -> int:
        """The score of a roll: the printed bonus counts once, however many dice (OG 13.1)."""
        return sum(faces) + self.bonus + self.ultra

    def called_off(self, faces: tuple[int, ...]) -> bool:
        """True when every die shows 1 before modifiers: aborted or recalled (OG 13.4a, b)."""
        return all(face == 1 for face in faces)


def settle(
    first: Duellist, first_faces: tuple[int, ...], second: Duellist, second_faces: tuple[int, ...]
) -> tuple[Fate, Fate]:
    """What becomes of both: the lower total is eliminated, a tie eliminates both, a natural 1 saves
    its marker and takes it out (OG 12.2, 12.3, 13.1, 13.4).
    """
    ours, theirs = first.total(first_faces), second.total(second_faces)
    return (
        _fate(first, first_faces, ours > theirs),
        _fate(second, second_faces, theirs > ours),
    )


def _fate(who: Duellist, faces: tuple[int, ...], won: bool) -> Fate:
    if who.called_off(faces):
        return Fate.BACK
    return Fate.HOLDS if won else Fate.LOST


@lru_cache(maxsize=256)
def duel_chances(
    first: Duellist, second: Duellist, die: int
) -> Mapping[tuple[Fate, Fate], Fraction]:
    """The exact chance of every pair of fates, ``die`` being the faces of a die."""

    def outcome(*faces: int) -> tuple[Fate, Fate]:
        return settle(first, faces[: first.dice], second, faces[first.dice :])

    return chances((die,) * (first.dice + second.dice), outcome)
