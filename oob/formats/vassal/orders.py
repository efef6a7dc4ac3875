"""The counters of a module as an order of battle, with what stands on its boards from the start.

A module has no ratings and no sides: they are read from markers, prototypes and names where these
say them, and else left out. All traits are kept as notes, word for word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from lxml import etree

from maps.edits.stamps import fresh_id, id_for
from maps.errors import KnownError, counted
from maps.files.reading import Patience
from maps.formats.vassal.boards import ModuleBoard
from maps.formats.xmlfiles import name_of
from maps.hexgrid import Hex
from oob.formats.vassal.inventory import words_of
from oob.formats.vassal.pieces import VassalPiece, piece_of, with_prototypes
from oob.looks import SIDE_FILLS
from oob.model import Face, Nation, OrderOfBattle, SetUp, Size, Unit, UnitId

MOST_PIECES = 20_000
LONGEST_NOTE = 100_000
"""Characters of a piece that are kept, to be written again word for word."""
KEPT, KEPT_PROTOTYPE = "vassal ", "vassal prototype "
"""How the notes begin that keep a piece (before its unit's id) and a prototype (its name)."""
SLOTS = ("PieceSlot", "CardSlot")
PALETTES = ("ListWidget", "TabWidget", "PanelWidget", "BoxWidget")
SAYING_NOTHING = ("", "pieces", "pieces list", "units", "counters", "palette")
"""Names of palettes that name no side."""

SIDE_MARKS = ("side", "nation", "nationality", "country", "army", "faction", "player", "owner")
FILLS = (*SIDE_FILLS, "#c9c9c9")

_FEW = 5
"""So many displays are named in a sentence."""

_RATINGS = re.compile(r"(?<![0-9])\(?([0-9]{1,2})\)?-([0-9]{1,2})(?:-([0-9]{1,2}))?(?![0-9])")
_TYPES = (
    "mechanized infantry", "motorized infantry", "parachute infantry", "mountain infantry",
    "infantry", "cavalry", "armor", "artillery", "engineer", "headquarters", "leader",
)  # fmt: skip
_WORDS = {"cannon": "artillery", "tank": "armor", "armour": "armor", "horse": "cavalry"}


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece of a module, and where it is kept or stands: ``at`` on a board, else a palette.

    ``display`` is the window it lies on that is no board of hexes, as a saved game says.
    """

    name: str
    piece: VassalPiece
    text: str
    folder: str
    board: str = ""
    at: tuple[float, float] | None = None
    location: str = ""
    display: str = ""


def kept_prototypes(root: etree._Element) -> dict[str, str]:
    """The prototypes of a module, word for word; one that is far too long is left out."""
    return {
        KEPT_PROTOTYPE + name: text
        for element in root.iter("VASSAL.build.module.PrototypeDefinition")
        if (name := element.get("name", ""))
        and 0 < len(text := _text(element)) <= LONGEST_NOTE
        and len(name) < 200
    }


def prototypes_of(root: etree._Element, where: str) -> dict[str, VassalPiece]:
    """The prototypes of a module by name. Raises KnownError for a broken one."""
    return {
        name: piece_of(text, f"{where}, prototype {name[:60]}")
        for element in root.iter("VASSAL.build.module.PrototypeDefinition")
        if (text := _text(element)) and (name := element.get("name", "")) is not None
    }


def slots_of(root: etree._Element, where: str) -> list[Slot]:
    """All pieces of a module, palettes and set-up alike, in its order.

    Raises KnownError for broken pieces, prototypes in a circle, or too many of them.
    """
    patience = Patience(where, 60.0)
    prototypes = prototypes_of(root, where)
    found: list[Slot] = []
    chains: list[tuple[str, ...]] = []
    for element in root.iter(*(f"VASSAL.build.widget.{slot}" for slot in SLOTS)):
        patience.check()
        text = _text(element)
        if not text:
            continue
        name = element.get("entryName", "")
        spot = f"{where}, piece {name[:60]}"
        piece = with_prototypes(piece_of(text, spot), prototypes, spot)
        found.append(_slot(element, piece, name, text))
        chains.append(_chain(element) if found[-1].folder else ())
        if len(found) > MOST_PIECES:
            what = f"has more than {MOST_PIECES:,} pieces."
            raise KnownError(where, what, "Choose another module.")
    sides = _palettes(chains)
    return [
        replace(slot, folder=side or slot.folder) for slot, side in zip(found, sides, strict=True)
    ]


def _chain(element: etree._Element) -> tuple[str, ...]:
    """The palettes around a piece, from the outermost in, without those that name no side."""
    names = (
        (above.get("entryName", "") or above.get("name", "")).strip()
        for above in element.iterancestors()
        if name_of(above).rpartition(".")[2] in PALETTES
    )
    return tuple(name for name in names if name.casefold() not in SAYING_NOTHING)[::-1]


def _palettes(chains: Sequence[tuple[str, ...]]) -> list[str]:
    """Which of the palettes around each piece is its side's: the outermost where there are fewer of
    these than of the innermost, as *American* around divisions; '' for none.
    """
    named = [chain for chain in chains if chain]
    while len({chain[0] for chain in named}) == 1 and all(len(chain) > 1 for chain in named):
        named, chains = [chain[1:] for chain in named], [chain[1:] for chain in chains]
    at = 0 if len({chain[0] for chain in named}) <= len({chain[-1] for chain in named}) else -1
    return [chain[at] if chain else "" for chain in chains]


def _text(element: etree._Element) -> str:
    return (element.text or "").strip("\n\r ")


def _slot(element: etree._Element, piece: VassalPiece, name: str, text: str) -> Slot:
    folders = []
    for above in element.iterancestors():
        kind = name_of(above).rpartition(".")[2]
        if kind in ("SetupStack", "DrawPile"):
            if kind == "DrawPile":
                return Slot(name, piece, text, above.get("name", ""), location="")
            x, y = (_number(above.get(k, "0")) for k in ("x", "y"))
            uses_name = above.get("useGridLocation", "false") == "true"
            location = above.get("location", "") if uses_name else ""
            return Slot(name, piece, text, "", above.get("owningBoard", ""), (x, y), location)
        if kind in ("ListWidget", "TabWidget", "PanelWidget", "BoxWidget", "PieceWindow"):
            folders.append(above.get("entryName", "") or above.get("name", ""))
    return Slot(name, piece, text, next((one for one in folders if one), ""))


def _number(text: str) -> float:
    try:
        value = float(text[:20])
    except ValueError:
        return 0.0
    return value if abs(value) < 1e6 else 0.0


def order_of(
    title: str, slots: Sequence[Slot], boards: Sequence[ModuleBoard], of: str = "a VASSAL module"
) -> OrderOfBattle:
    """The order of battle that the pieces of a module make, set up as its stacks stand."""
    order = OrderOfBattle(id_for(title, ()), title)
    add_pieces(order, slots, boards)
    told = (
        f"From {of}: {counted(len(slots), 'piece')}, {counted(len(order.setups), 'place')} set up."
    )
    order.notes["imported"] = told
    return order


def add_pieces(order: OrderOfBattle, slots: Sequence[Slot], boards: Sequence[ModuleBoard]) -> None:
    """Add pieces to an order of battle as units, set up as they stand."""
    stands = Places(boards)
    places: dict[str, list[UnitId]] = {}
    nations = {nation.name: nation for nation in order.nations.values()}
    left = long = 0
    aside: Counter[str] = Counter()
    for slot in slots:
        side = _side(slot)
        nation = _nation(order, nations, side)
        unit = _unit(order, slot, nation)
        order.units[unit.id] = unit
        if len(slot.text) > LONGEST_NOTE:
            long += 1
        elif slot.text:
            order.notes[KEPT + unit.id] = slot.text
        if slot.display:
            aside[f"on {slot.display[:120]}"] += 1
        if slot.at is not None:
            place = stands.of(slot)
            if place is None:
                left += 1
            else:
                places.setdefault(place, []).append(unit.id)
    order.setups += [SetUp(place, tuple(units)) for place, units in places.items()]
    if long:
        order.notes["imported, not kept"] = (
            f"the traits of {counted(long, 'piece')}, which are far too long"
        )
    if told := _not_set_up(left, aside):
        order.notes["imported, not set up"] = told


def _not_set_up(left: int, aside: Counter[str]) -> str:
    """How many pieces are off all hexes, and how many on which displays; '' for none."""
    found = [(left, "off the hexes of all boards")] if left else []
    found += [(number, where) for where, number in aside.most_common(_FEW)]
    if rest := sum(number for _, number in aside.most_common()[_FEW:]):
        found.append((rest, "elsewhere"))
    words = [f"{number:,} {where}" for number, where in found]
    if found:
        words[0] = f"{counted(found[0][0], 'piece')} {found[0][1]}"
    return "; ".join(words)


def _side(slot: Slot) -> str:
    """Whose a piece is: by a marker, else its palette, else the first word of its name."""
    marks = {name.casefold(): value for name, value in slot.piece.marks().items()}
    for name in SIDE_MARKS:
        if marks.get(name, "").strip():
            return marks[name].strip()
    words = re.split(r"[_\W]+", slot.name or slot.piece.name)
    if len(words) > 1 and "_" in (slot.name or slot.piece.name) and words[0].isalpha():
        return words[0]
    return slot.folder.strip() or "Pieces"


def _nation(order: OrderOfBattle, known: dict[str, Nation], name: str) -> Nation:
    if name in known:
        return known[name]
    ident = id_for(name, order.nations)
    fill = FILLS[len(order.nations) % len(FILLS)]
    nation = Nation(ident, name, ident, fill, "#1f1d1a")
    order.nations[ident] = known[name] = nation
    return nation


def _unit(order: OrderOfBattle, slot: Slot, nation: Nation) -> Unit:
    name = (slot.name or slot.piece.name or "piece").strip()
    ident = UnitId(fresh_id(f"{nation.id}-{id_for(name, ())}", order.units))
    faces = _faces(slot, name)
    return Unit(
        ident, _title(name, nation), nation.id, nation.side, _type(slot, name), Size.NONE, faces,
        steps=len(faces), note=_note(slot),
    )  # fmt: skip


def _title(name: str, nation: Nation) -> str:
    """What players call a piece: *Tank* for ``Blue_Tank_6-8`` of the Blues. Only what is called as
    files are is called otherwise.
    """
    words = plain_name(name).split()
    if "_" in name and len(words) > 1 and words[0].casefold() == nation.name.casefold():
        words = words[1:]
    return " ".join(words) if "_" in name and words else name


def plain_name(name: str) -> str:
    """The words of a name that is written as files are, without ratings."""
    return " ".join(_RATINGS.sub(" ", name.replace("_", " ")).split())


def _note(slot: Slot) -> str:
    """The picture of a piece, the words on it, and the display it lay on."""
    picture = f"picture {slot.piece.image}" if slot.piece.image else ""
    aside = f"lay on {slot.display}" if slot.display else ""
    return "; ".join(filter(None, (picture, words_of(slot.piece), aside)))


def _faces(slot: Slot, name: str) -> tuple[Face, ...]:
    """A face for each level of a layer of two, else one; ratings as the names of pictures say."""
    front = _face(name) or _face(slot.piece.image) or Face(None, None, None)
    for levels in slot.piece.layers():
        shown = [level for level in levels if level]
        if len(shown) == 2:
            return _face(shown[0]) or front, _face(shown[1]) or Face(None, None, None)
        if len(shown) == 1 and slot.piece.image and shown[0] != slot.piece.image:
            return front, _face(shown[0]) or Face(None, None, None)
    return (front,)


def _face(text: str) -> Face | None:
    match = _RATINGS.search(PurePosixPath(text).stem.replace("_", " "))
    if match is None:
        return None
    first, second, third = match.groups()
    if third is not None:
        return Face(int(first), int(second), int(third))
    return Face(int(first), None, int(second))


def _type(slot: Slot, name: str) -> str:
    said = {key.casefold(): value for key, value in slot.piece.marks().items()}
    text = f"{said.get('type', '')} {name} {slot.piece.image}".casefold().replace("_", " ")
    for kind in _TYPES:
        if kind in text:
            return kind
    return next((kind for word, kind in _WORDS.items() if word in text), "infantry")


class Places:
    """Where the pieces of a module stand, as its boards print it."""

    def __init__(self, boards: Sequence[ModuleBoard]) -> None:
        self._boards = boards
        self._named: dict[int, dict[str, str]] = {}

    def of(self, slot: Slot) -> str | None:
        """The label of a hex, or the id of a box.

        None for a piece of a palette, and for one off the hexes and boxes of all boards.
        """
        if slot.at is None:
            return None
        named = [at for at, board in enumerate(self._boards) if board.name == slot.board]
        for number in named or (range(len(self._boards[:1])) if not slot.board else ()):
            board = self._boards[number]
            if slot.location:
                if number not in self._named:
                    self._named[number] = board.locations()
                place = self._named[number].get(slot.location)
                if place is not None:
                    return place
            at = board.place_at(*slot.at)
            if at is not None:
                return board.map.label(at) if isinstance(at, Hex) else at
        return None
