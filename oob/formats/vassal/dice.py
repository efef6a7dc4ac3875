"""The dice of a module: its buttons that throw a number of equal dice."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

BUTTON = "VASSAL.build.module.DiceButton"
MOST = 20
MOST_DICE, MOST_FACES = 12, 100
"""What one throw may have, here as in a game by hand."""


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice thrown together, by the name of their button."""

    name: str
    count: int
    faces: int


def dice_of(root: etree._Element) -> tuple[Dice, ...]:
    """The dice of a module, each once; buttons that ask for a number give what they begin with.

    Throws of more than twelve dice, or of dice with more than a hundred faces, are left out.
    """
    found: dict[tuple[int, int], Dice] = {}
    for button in root.iter(BUTTON):
        count, faces = (_number(button.get(name, "")) for name in ("nDice", "nSides"))
        if 1 <= count <= MOST_DICE and 2 <= faces <= MOST_FACES:
            name = " ".join((button.get("name", "") or button.get("text", "")).split())
            found.setdefault((count, faces), Dice(name[:60] or f"{count}d{faces}", count, faces))
    return tuple(found.values())[:MOST]


def _number(text: str) -> int:
    return int(text) if text.isdigit() and len(text) < 6 else 0
