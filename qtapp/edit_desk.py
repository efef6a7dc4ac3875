"""Editing the board of the open campaign: same view, same file, same undo keys."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal

from engine.edit_session import EditSession
from maps.edits import Change, Touched
from maps.hexgrid import Hex
from maps.model import GameMap
from qtapp.document import Document
from qtapp.hex_selection import HexSelection
from qtapp.layer_state import LayerState
from qtapp.map_view.view import MapView
from qtapp.painters.board import Layers
from qtapp.tool_choices import ToolChoices
from qtapp.tools.brush import BrushTool


class EditDesk(QObject):
    """Joins edit session, tools and board view. ``changed`` follows every edit and undo.

    ``hexes`` is the selection that tools and panels share, ``layers`` how the layers stand,
    ``choices`` what the tools are set to.
    """

    changed = Signal()

    def __init__(self, document: Document, view: MapView) -> None:
        super().__init__(view)
        self._document = document
        self._view = view
        self._session: EditSession | None = None
        self._active = False
        self.hexes = HexSelection(self)
        self.layers = LayerState(self)
        self.choices = ToolChoices(self)
        self.brush = BrushTool(self.apply)
        self.brush_on = True
        self.layers.changed.connect(self._show_layers)
        view.pressed.connect(self._pressed)
        view.stroked.connect(self.drag)
        view.released.connect(lambda _at: self.release())
        view.clicked.connect(self._clicked)

    @property
    def is_active(self) -> bool:
        """True while the Edit workspace is open."""
        return self._active

    @property
    def map(self) -> GameMap:
        """The board being edited. Raises LookupError when none is."""
        if self._session is None:
            raise LookupError("no board is being edited")
        return self._session.map

    @property
    def can_undo(self) -> bool:
        """True when there is an edit to take back."""
        return self._session is not None and self._session.can_undo

    @property
    def can_redo(self) -> bool:
        """True when there is an edit to bring back."""
        return self._session is not None and self._session.can_redo

    @property
    def undo_label(self) -> str:
        """What undo would take back, in words."""
        labels = self._session.labels if self._session else ()
        return labels[-1] if labels else ""

    def start(self) -> None:
        """Begin to edit the document's board. Raises KnownError when it is in no file."""
        if self._session is None:
            self._session = self._document.edit_session()
        self._active = True
        if self._view.board.map is not self.map:
            self._view.board.set_board(self.map)
        self.choices.fit(self.map)
        self._show_layers()
        self.changed.emit()

    def leave(self) -> None:
        """Leave the board to another room; the history stays."""
        self.brush.release()
        self._active = False
        self._view.board.set_layers(Layers())

    def apply(self, change: Change) -> None:
        """Commit one change and show it."""
        if self._session is not None:
            self._show(self._session.apply(change))

    def undo(self) -> None:
        """Take the last edit back."""
        if self._session is not None:
            self._show(self._session.undo())

    def redo(self) -> None:
        """Bring the edit back that was taken back last."""
        if self._session is not None:
            self._show(self._session.redo())

    def press(self, at: Hex) -> None:
        """The left button went down on a hex."""
        if self._active and self.brush_on:
            self.brush.press(self.map, at)

    def drag(self, at: Hex) -> None:
        """The pointer moved to a hex with the button down."""
        if self._active and self.brush.is_painting:
            self.brush.drag(self.map, at)

    def release(self) -> None:
        """The button went up."""
        self.brush.release()

    def _pressed(self, at: Hex, _held: object, button: Qt.MouseButton) -> None:
        if button is Qt.MouseButton.LeftButton:
            self.press(at)

    def _clicked(self, at: Hex, _held: object, button: Qt.MouseButton) -> None:
        """Enter on the hex cursor paints that hex; the mouse has painted it already."""
        if (
            button is Qt.MouseButton.LeftButton
            and self._active
            and self.map.terrain[at] != self.brush.kind
        ):
            self.press(at)
            self.release()

    def _show_layers(self) -> None:
        if self._active:
            self._view.board.set_layers(self.layers.layers())

    def _show(self, touched: Touched | None) -> None:
        if touched is not None:
            self._view.board.touch(
                touched.hexes,
                touched.sides,
                touched.links,
                places=bool(touched.places),
                legend=touched.everything,
            )
            self.changed.emit()

    def close(self) -> None:
        """Let go of the board, before another one or none is edited."""
        self._active = False
        self.hexes.clear()
        if self._session is not None:
            self._session.close()
            self._session = None
