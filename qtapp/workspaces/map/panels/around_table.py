"""The hexsides and links of one hex, or those inside and around many, and the kinds they hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from maps.finding.surveys import DIRECTION_NAMES, Survey, along, links_of, sides_of, tally
from maps.hexgrid import Link, Side, link, side
from maps.legend import Layer
from maps.model import GameMap
from qtapp.widgets.parts import label
from qtapp.workspaces.map.legend.kinds_button import KindsButton

_ROWS = 6
_NONE: frozenset[str] = frozenset()
_AREAS = ("Inside", "Around")

MANY = 1_000
"""Hexes from which on their hexsides and links are counted, not listed."""


class AroundTable(QWidget):
    """A row per direction of one hex; of many, one for what is inside and one for the rim.

    ``sides_set`` and ``links_set`` carry slots, a kind, and whether they are all to have it.
    """

    sides_set = Signal(object, str, bool)
    links_set = Signal(object, str, bool)

    def __init__(self) -> None:
        super().__init__()
        self.sides = [KindsButton(f"Hexside {n}") for n in range(_ROWS)]
        self.links = [KindsButton(f"Lines {n}") for n in range(_ROWS)]
        self._names = [label(wraps=False) for _ in range(_ROWS)]
        self._slots: list[tuple[Sequence[Side], Sequence[Link]]] = []
        self._found = Survey(())
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(2, 1)
        for column, text in ((1, "Hexsides"), (2, "Roads and rails")):
            head = label(text, "faint")
            head.setAlignment(Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(head, 0, column)
        for row in range(_ROWS):
            grid.addWidget(self._names[row], row + 1, 0)
            grid.addWidget(self.sides[row], row + 1, 1)
            grid.addWidget(self.links[row], row + 1, 2)
            self.sides[row].toggled_kind.connect(partial(self._side_set, row))
            self.links[row].toggled_kind.connect(partial(self._link_set, row))

    def show_survey(self, board: GameMap, found: Survey) -> None:
        """Show what runs along the hexes of a survey."""
        hexsides, lines = board.legend.of(Layer.HEXSIDE), board.legend.of(Layer.LINE)
        self._slots = []
        self._found = found
        counted = along(board, found) if len(found) > MANY else None
        for row in range(_ROWS):
            if counted is None:
                name, sides, links = _row(board, found, row)
                self._slots.append((sides, links))
                side_tally = tally(board.hexsides.get(of, _NONE) for of in sides)
                link_tally = tally(board.lines.get(way, _NONE) for way in links)
            else:
                name = _AREAS[row] if row < len(_AREAS) else ""
                side_tally = counted[row] if name else (0, Counter())
                link_tally = counted[2] if row == 0 else (0, Counter())
            self._names[row].setText(name)
            for widget in (self._names[row], self.sides[row], self.links[row]):
                widget.setVisible(bool(name))
            self.sides[row].show_kinds(hexsides, *side_tally, board.orientation)
            self.links[row].show_kinds(lines, *link_tally, board.orientation)

    def _slots_of(self, row: int) -> tuple[Sequence[Side], Sequence[Link]]:
        """The hexsides and links of a row; those of very many hexes are listed when asked for."""
        if not self._slots:
            hexes = frozenset(self._found.hexes)
            inside, edge = sides_of(hexes)
            self._slots = [(inside, links_of(hexes)), (edge, [])]
        return self._slots[row]

    def _side_set(self, row: int, kind: str, on: bool) -> None:
        self.sides_set.emit(self._slots_of(row)[0], kind, on)

    def _link_set(self, row: int, kind: str, on: bool) -> None:
        self.links_set.emit(self._slots_of(row)[1], kind, on)


def _row(board: GameMap, found: Survey, row: int) -> tuple[str, Sequence[Side], Sequence[Link]]:
    """What a row is about: its name, hexsides and links."""
    if len(found) == 1:
        at = found.hexes[0]
        near = at.neighbour(row)
        links = [link(at, near)] if near in board else []
        return DIRECTION_NAMES[board.orientation][row], [side(at, row)], links
    if len(found) == 0 or row > 1:
        return "", [], []
    hexes = frozenset(found.hexes)
    inside, edge = sides_of(hexes)
    return (_AREAS[0], inside, links_of(hexes)) if row == 0 else (_AREAS[1], edge, [])
