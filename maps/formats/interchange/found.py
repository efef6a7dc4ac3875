"""A board in the making, from a file that was not written by this program.

Foreign files know names, not kinds. A :class:`Found` turns each name into a kind of the legend the
first time it is met, keeps what has no place on a board as notes, and ends as a map.
"""

from __future__ import annotations

from collections.abc import Iterable

from maps.edits.blank import generic_legend
from maps.edits.placing import MAX_SHEET
from maps.edits.stamps import fresh_id, id_for
from maps.errors import KnownError, counted
from maps.finding.find import folded
from maps.hexgrid import Hex
from maps.layout import Orientation
from maps.legend import Kind, Layer, Legend
from maps.model import GameMap, Place
from maps.numbering import LabelScheme, Order, Parity, Sheet

MOST_HEXES = 300_000
"""Hexes a board from a foreign file may have."""

MOST_KINDS = 2_000
"""Kinds of terrain, hexsides, lines, places and regions that its legend may have."""

LONGEST_NOTE = 2_000
"""Characters kept of what was not understood."""


class Found:
    """What was found in a foreign file so far."""

    def __init__(self, where: str, title: str, orientation: Orientation) -> None:
        self.where = where
        title = " ".join(title.split()) or "Imported board"
        self.board = GameMap(id_for(title, ()), title, orientation, Legend())
        self.is_numbered = False
        """Whether hexes were found by printed numbers, as :func:`numbered_hex` reads them."""
        self.pushed = Parity.EVEN
        """Which columns (pointy: rows) those numbers push half a hex."""
        self._ids: dict[tuple[Layer, str], str] = {}
        self._members: dict[tuple[str, str], set[Hex]] = {}

    def kind(self, layer: Layer, name: str, look: dict[str, str] | None = None) -> str:
        """The id of the kind of that name, added to the legend when it is new.

        A name whose id the program knows (``Mountain``, ``river``) takes its look from there.
        Raises KnownError when there are too many.
        """
        known = self._ids.get((layer, name))
        if known is not None:
            return known
        if len(self._ids) == MOST_KINDS:
            what = f"names more than {MOST_KINDS:,} kinds, too many for a legend."
            raise KnownError(self.where, what, "Give what is alike one name.")
        legend = self.board.legend
        plain = "_".join(folded(name).split()) or layer.value
        ident = fresh_id(plain, {kind.id for kind in legend.of(layer)})
        usual = _USUAL.kinds.get((layer, ident))
        words = dict(usual.look) if usual is not None and not look else dict(look or {})
        legend.add(Kind(layer, ident, name or ident.capitalize(), words))
        self._ids[layer, name] = ident
        return ident

    def ground(self, at: Hex, name: str, look: dict[str, str] | None = None) -> None:
        """Give a hex the terrain of that name."""
        self.board.terrain[at] = self.kind(Layer.TERRAIN, name, look)
        if len(self.board.terrain) > MOST_HEXES:
            what = f"has more than {MOST_HEXES:,} hexes."
            raise KnownError(self.where, what, "Split it.")

    def place(self, at: Hex, name: str, kind: str, tags: Iterable[str] = ()) -> None:
        """Put a place into a hex."""
        ident = id_for(name or kind, self.board.places)
        self.board.places[ident] = Place(
            ident, name, self.kind(Layer.PLACE, kind), at, frozenset(tags)
        )

    def member(self, at: Hex, layer: str, name: str) -> None:
        """Put a hex into a region of a layer, both by name."""
        self._members.setdefault((self.kind(Layer.REGION, layer), name), set()).add(at)

    def keep(self, key: str, text: str) -> None:
        """Keep as a note what has no place on a board."""
        if text:
            self.board.notes[key] = text[:LONGEST_NOTE]

    def finished(self, of: str) -> GameMap:
        """The board, with sheets that number its hexes if it has none, and a note where it is from.

        Raises KnownError when no hex was found.
        """
        board = self.board
        if not board.terrain:
            raise KnownError(self.where, "holds no hexes.", "Choose another file.")
        for (layer, name), hexes in self._members.items():
            board.regions.setdefault(layer, {})[name] = frozenset(hexes)
        if not board.sheets:
            numbered = self.is_numbered
            sheet = numbered_sheet(board, self.pushed) if numbered else counted_sheet(board)
            board.sheets.append(sheet)
        board.notes.setdefault("imported", told(board, of))
        return board


_USUAL = generic_legend()


def told(board: GameMap, of: str) -> str:
    """What came in, in a sentence: ``From a Tiled map: 20 hexes of 3 kinds, 2 places.``"""
    kinds = len(set(board.terrain.values()))
    hexes = counted(len(board.terrain), "hex", "hexes")
    parts = [f"{hexes} of {counted(kinds, 'kind')}"]
    for count, word in (
        (len(board.hexsides), "hexside"),
        (len(board.lines), "link"),
        (len(board.places), "place"),
        (sum(map(len, board.regions.values())), "region"),
    ):
        if count:
            of_lines = " of lines" if word == "link" else ""
            parts.append(f"{count:,} {word}{'' if count == 1 else 's'}{of_lines}")
    return f"From {of}: {', '.join(parts)}."


def half_rows(at: Hex, orientation: Orientation) -> tuple[int, int]:
    """The straight line a hex is on, and its place along it in half hexes.

    >>> half_rows(Hex(1, 0), Orientation.FLAT), half_rows(Hex(0, 1), Orientation.POINTY)
    ((1, 1), (1, 1))
    """
    if orientation is Orientation.FLAT:
        return at.q, 2 * at.r + at.q
    return at.r, 2 * at.q + at.r


def at_half_row(line: int, half: int, orientation: Orientation) -> Hex:
    """The hex on a straight line whose place along it is nearest to ``half`` half hexes."""
    along = (half - line) // 2
    return Hex(line, along) if orientation is Orientation.FLAT else Hex(along, line)


def numbered_hex(
    column: int, row: int, orientation: Orientation, pushed: Parity = Parity.EVEN
) -> Hex:
    """The hex of a printed column and row, even (or odd) columns (pointy: rows) pushed half a hex.

    >>> numbered_hex(2, 1, Orientation.FLAT) == numbered_hex(1, 1, Orientation.FLAT).neighbour(0)
    True
    """
    line, along = (column, row) if orientation is Orientation.FLAT else (row, column)
    return at_half_row(line, 2 * along + _push(line, pushed), orientation)


def _push(line: int, pushed: Parity) -> int:
    """How far below (right of) the upper left corner a column (pointy: row) begins, in half hexes;
    axial coordinates leave odd ones half a hex lower, so even ones are pushed a whole one.
    """
    return 1 if line % 2 else 2 if pushed is Parity.EVEN else 0


def numbered_sheet(board: GameMap, pushed: Parity = Parity.EVEN) -> Sheet:
    """A sheet that prints the numbers :func:`numbered_hex` knows the hexes of a board by."""
    flat = board.orientation is Orientation.FLAT
    lines, alongs = set(), set()
    for at in board.terrain:
        line, half = half_rows(at, board.orientation)
        lines.add(line)
        alongs.add((half - _push(line, pushed)) // 2)
    columns, rows = (lines, alongs) if flat else (alongs, lines)
    if min(columns) < 0 or min(rows) < 0:
        return counted_sheet(board)
    wide, high = (max(of) - min(of) + 1 for of in (columns, rows))
    _refuse_wide(board, wide, high)
    digits = max(2, len(str(max(max(columns), max(rows)))))
    scheme = LabelScheme(
        Order.CCRR,
        pushed,
        first_column=min(columns),
        first_row=min(rows),
        digits=min(4, digits),
    )
    origin = numbered_hex(min(columns), min(rows), board.orientation, pushed)
    return Sheet("main", board.orientation, wide, high, scheme, origin)


def _refuse_wide(board: GameMap, columns: int, rows: int) -> None:
    if max(columns, rows) > MAX_SHEET:
        what = f"its hexes lie up to {max(columns, rows):,} hexes apart."
        raise KnownError(
            board.title, what, f"Use sheets of at most {MAX_SHEET:,} columns and rows."
        )


def counted_sheet(board: GameMap) -> Sheet:
    """A sheet around all hexes of a board, numbered column then row from its upper left corner."""
    spots = [half_rows(at, board.orientation) for at in board.terrain]
    lines = [line for line, _ in spots]
    start, count = min(lines), max(lines) - min(lines) + 1
    low = min(half for _, half in spots)
    # The first line begins at or above every hex; the next one is pushed half a hex.
    low -= (low - start) % 2
    rows = max((half - low) // 2 for _, half in spots) + 1
    flat = board.orientation is Orientation.FLAT
    _refuse_wide(board, count, rows)
    digits = max(2, len(str(max(count, rows))))
    scheme = LabelScheme(Order.CCRR, Parity.EVEN, digits=digits)
    origin = at_half_row(start, low, board.orientation)
    columns, rows = (count, rows) if flat else (rows, count)
    return Sheet("main", board.orientation, columns, rows, scheme, origin)
