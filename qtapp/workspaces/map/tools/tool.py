"""What every tool is: it keeps the state of one stroke and ends in calls to its bench.

A stroke is one undo step, whether it is drawn by mouse or by keys; Escape takes it back.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import ClassVar, Protocol

from PySide6.QtCore import QRectF, Qt

from maps.edits import Change
from maps.edits.stamps import Stamp
from maps.hexgrid import Hex
from maps.layout import Layout
from maps.legend import Layer
from maps.model import Box, GameMap, Place
from qtapp.board.tool_input import Spot
from qtapp.painters.layers.shape import BoardShape
from qtapp.painters.overlays.ghosts import NO_GHOST, Ghost
from qtapp.workspaces.map.choices.hex_selection import HexSelection
from qtapp.workspaces.map.choices.layer_state import BoardLayer
from qtapp.workspaces.map.choices.tool_choices import ToolChoices


class Aim(StrEnum):
    """What of a hex the keyboard points at with a tool."""

    HEX = "hex"
    SIDE = "side"
    CORNER = "corner"


class Editor(Protocol):
    """What a tool works at: the board, the setting of the tools, and a hand into the file."""

    choices: ToolChoices
    hexes: HexSelection

    @property
    def map(self) -> GameMap:
        """The board being edited."""

    @property
    def shape(self) -> BoardShape:
        """Its geometry on the paper."""

    @property
    def layout(self) -> Layout:
        """The same, as points."""

    def apply(self, change: Change) -> None:
        """Commit a change and show it; one that changes nothing does nothing."""

    def take_back(self, stroke: str) -> None:
        """Take back what was committed of a stroke."""

    def new_stroke(self) -> str:
        """A name for a stroke that no other has."""

    def say(self, sentence: str) -> None:
        """Tell the user something about what was just tried."""

    def refusal(self, layers: Iterable[BoardLayer]) -> str:
        """Why layers may not be changed now; empty when they may."""

    def confirms(self, question: str) -> bool:
        """Ask a question that yes or no answers."""

    def ask_place(self, draft: Place) -> Place | None:
        """Let the user fill in a place, a new one when it has no id; None to leave it."""

    def ask_box(self, draft: Box) -> Box | None:
        """Let the user fill in a box, a new one when it has no id; None to leave it."""

    def box_rect(self, box: Box) -> QRectF:
        """Where a box lies on the paper."""

    def label_boxes(self) -> dict[str, QRectF]:
        """Where names of places stand now, by place id, in paper units."""

    def near(self, px: float) -> float:
        """Screen pixels as paper units at the zoom of the moment."""

    def use(self, tool: str) -> None:
        """Choose another tool."""

    def stamp(self, slot: int) -> Stamp | None:
        """The stamp kept in a slot."""

    def keep_stamp(self, slot: int, stamp: Stamp) -> None:
        """Keep a stamp in a slot."""


class Tool:
    """One tool. Between :meth:`begin` and :meth:`end` it is busy with a stroke.

    ``layers`` are the layers it changes, ``kinds`` the legend layer its kind is of, ``spans`` is
    true when a stroke leads from one point to another, so that keys mark both its ends.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    layers: ClassVar[tuple[BoardLayer, ...]] = ()
    kinds: ClassVar[Layer | None] = None
    aim: ClassVar[Aim] = Aim.HEX
    spans: ClassVar[bool] = False
    pointer: ClassVar[Qt.CursorShape] = Qt.CursorShape.CrossCursor

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.stroke = ""

    @property
    def is_busy(self) -> bool:
        """True while a stroke goes on."""
        return bool(self.stroke)

    def begin(self, spot: Spot) -> None:
        """A stroke begins."""
        self.stroke = self.editor.new_stroke()

    def go_on(self, spot: Spot) -> None:
        """The stroke goes on to another point."""

    def end(self, spot: Spot) -> None:
        """The stroke ends."""
        self.stroke = ""

    def cancel(self) -> bool:
        """Take the stroke back; True when there was one."""
        stroke, self.stroke = self.stroke, ""
        if stroke:
            self.editor.take_back(stroke)
        return bool(stroke)

    def drop(self) -> None:
        """The tool is laid down: end whatever goes on."""
        self.cancel()

    def ghost(self, spot: Spot) -> Ghost:
        """What would be done at a point."""
        return NO_GHOST

    def hint(self, spot: Spot | None) -> str:
        """What the tool does, and would do at a point, in one line."""
        return self.title

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier, spot: Spot | None) -> bool:
        """A key of the tool's own, with the point it works on, if any; True takes it."""
        return False

    def name(self, layer: Layer) -> str:
        """What the chosen kind of a layer is called."""
        kind = self.editor.choices.kind(layer)
        found = self.editor.map.legend.kinds.get((layer, kind))
        return found.name if found is not None else "nothing"

    def lacks(self, layer: Layer, words: str) -> bool:
        """True, with a sentence, when no kind of a layer is chosen."""
        if self.editor.map.legend.has(layer, self.editor.choices.kind(layer)):
            return False
        self.editor.say(f"The legend of this board has no {words}; add one to it first.")
        return True

    def on_board(self, hexes: Iterable[Hex]) -> tuple[Hex, ...]:
        """Those hexes that the board has."""
        terrain = self.editor.map.terrain
        return tuple(at for at in hexes if at in terrain)
