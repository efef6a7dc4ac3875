"""What a module says of its pieces in words: its windows of inventory, markers, letterings.

The words of a piece are kept in the note of its unit, where a search finds them; the windows, which
say by which of the words pieces are listed, are kept to be written again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from lxml import etree

from maps.errors import KnownError, counted
from maps.files.reading import json_of
from oob.formats.vassal.pieces import VassalPiece, fields_of

INVENTORY = "VASSAL.build.module.Inventory"
KEPT_INVENTORY = "vassal inventory "
"""How the notes begin that keep a window of inventory (before its number)."""
MOST = 50
LONGEST_WORDS = 600
"""Characters of the words of one piece that its note tells."""
_LONGEST = 20_000
_PROPERTY = re.compile(r"\$([^$\s]{1,80})\$")
_OWN = frozenset(
    ("CurrentMap", "CurrentBoard", "CurrentZone", "LocationName", "PieceName", "BasicName",
     "CurrentX", "CurrentY", "DeckName", "PieceUID", "playerName", "playerSide")
)  # fmt: skip
"""Properties that VASSAL gives to every piece."""


def kept_inventories(root: etree._Element) -> dict[str, str]:
    """The windows of inventory of a module as notes, word for word."""
    found = {}
    for number, element in enumerate(root.iter(INVENTORY), 1):
        text = json.dumps(dict(element.attrib), ensure_ascii=False)
        if number <= MOST and len(text) <= _LONGEST:
            found[f"{KEPT_INVENTORY}{number}"] = text
    return found


def words_listed(root: etree._Element) -> tuple[str, ...]:
    """The properties by which its windows of inventory list pieces, in the order of the module."""
    found: dict[str, None] = {}
    for element in root.iter(INVENTORY):
        named = fields_of(element.get("groupBy", "")[:_LONGEST], ",")
        for key in ("nonLeafFormat", "leafFormat", "pieceFormat", "sortFormat", "include"):
            named += _PROPERTY.findall(element.get(key, "")[:_LONGEST])
        found |= dict.fromkeys(one.strip()[:80] for one in named if one.strip())
    return tuple(name for name in found if name not in _OWN)


def words_of(piece: VassalPiece) -> str:
    """What a piece says of itself: markers, numbers it counts, letterings; '' for nothing."""
    said = [f"{name}: {value}" for name, value in _said(piece) if name and value]
    said += [text for text in (label.strip() for label in piece.labels()) if text]
    told = "; ".join(dict.fromkeys(" ".join(one.split()) for one in said))
    return told if len(told) <= LONGEST_WORDS else told[: LONGEST_WORDS - 1] + "…"


def _said(piece: VassalPiece) -> Iterable[tuple[str, str]]:
    yield from ((name.strip(), value.strip()) for name, value in piece.marks().items())
    for trait in piece.traits:
        if trait.kind == "PROP" and len(trait.fields) > 1:
            yield trait.fields[1].strip(), trait.state.strip()


def told(root: etree._Element, pieces: Iterable[VassalPiece]) -> str:
    """What was kept of such words, in a sentence; '' where there are none."""
    count = sum(1 for piece in pieces if words_of(piece))
    listed = words_listed(root)
    parts = []
    if count:
        parts.append(
            f"Words of {counted(count, 'piece')}, such as markers, are kept in notes of counters"
        )
    if listed:
        few = ", ".join(listed[:8]) + (" and others" if len(listed) > 8 else "")
        parts.append(f"{'i' if parts else 'I'}nventory lists pieces by {few}")
    return "; ".join(parts) + "." if parts else ""


def add_inventories(root: etree._Element, notes: Mapping[str, str]) -> bool:
    """Write kept windows of inventory again; False where none are kept.

    Raises KnownError for a note that was changed to something else.
    """
    kept = [key for key in notes if key.startswith(KEPT_INVENTORY)]
    for key in kept:
        where = f"the note {key}"
        words = json_of(notes[key], where)
        sound = isinstance(words, dict) and all(isinstance(one, str) for one in words.values())
        try:
            if not sound:
                raise ValueError
            etree.SubElement(root, INVENTORY, {str(name): one for name, one in words.items()})
        except ValueError:
            raise KnownError(where, "is no window of VASSAL.", "Remove the note.") from None
    return bool(kept)
