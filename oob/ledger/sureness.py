"""How surely a unit of an order of battle is known, and from where, in words for a person."""

from __future__ import annotations

from oob.model import OrderOfBattle, Unit
from oob.notation.text.entries import GRADE

WORDS = {
    "P": "printed",
    "H": "history",
    "H-": "history, date or place rounded",
    "E": "quoted from the series",
    "X": "estimated",
}
"""What each grade means."""
STATUS = "status"
"""The note of an order of battle that says where all of it comes from."""


def in_words(grade: str) -> str:
    """What a grade such as ``H/X`` says: units and dates, then ratings; '' for none."""
    if not GRADE.fullmatch(grade):
        return ""
    presence, slash, ratings = grade.partition("/")
    if not slash:
        return f"{WORDS[presence].capitalize()}."
    return f"Units and dates: {WORDS[presence]}. Ratings: {WORDS[ratings]}."


def source_of(order: OrderOfBattle, unit: Unit) -> str:
    """Where a unit and its ratings come from: its own grade, doubts of its set-up, else what is
    said of the whole order of battle; '' where nothing is known of that.
    """
    said = [in_words(unit.note) or order.notes.get(STATUS, "")]
    said += [one.doubt for one in order.setups if one.doubt and unit.id in one.units]
    if unit.note and not in_words(unit.note):
        said.append(unit.note)
    return " ".join(_sentence(one) for one in said if one)


def _sentence(text: str) -> str:
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")
