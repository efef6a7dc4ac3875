"""Editing a board of the open file: same view, same file, same undo keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QRect, QRectF, QTimer, Signal

from engine.editing.map_session import EditSession, EditStep, EndangeredError
from maps.edits import Change, MapLayer, Touched
from maps.edits.stamps import Stamp
from maps.errors import KnownError
from maps.hexgrid import Hex
from maps.layout import Layout
from maps.model import Box, GameMap, Place
from qtapp.app.files.document import Document
from qtapp.board.tool_input import Spot
from qtapp.board.view import MapView
from qtapp.dialogs.box import ask_box
from qtapp.dialogs.place_dialog import ask_place
from qtapp.painters.board import Layers
from qtapp.painters.detail import Detail
from qtapp.painters.layers.shape import PITCH, BoardShape
from qtapp.painters.overlays.ghosts import Ghost
from qtapp.widgets.plain import ask
from qtapp.workspaces.map.active_tool import ActiveTool
from qtapp.workspaces.map.choices.hex_selection import HexSelection
from qtapp.workspaces.map.choices.layer_state import BoardLayer, LayerState
from qtapp.workspaces.map.choices.stamp_slots import StampSlots
from qtapp.workspaces.map.choices.tool_choices import ToolChoices
from qtapp.workspaces.map.deferred import Deferred
from qtapp.workspaces.map.tools.tool import Tool
from qtapp.workspaces.map.tools.toolbox import TOOLS

HAND = "hand"
"""The tool that only looks around."""


class MapController(QObject):
    """Joins edit session, tools and board view.

    ``edited`` follows every edit and undo at once, with what it touched; ``changed`` does, too, but
    while a stroke goes on it waits for the stroke's end.
    ``hexes`` is the selection that tools and panels share, ``layers`` how the layers stand,
    ``choices`` what the tools are set to. ``tool_taken`` follows when another tool is chosen,
    ``said`` carries a sentence for the user.
    """

    changed = Signal()
    edited = Signal(object)
    tool_taken = Signal(str)
    said = Signal(str)

    def __init__(self, document: Document, view: MapView, slots: StampSlots) -> None:
        super().__init__(view)
        self._document = document
        self._view = view
        self._slots = slots
        self._session: EditSession | None = None
        self._active = False
        self._strokes = 0
        self._is_rough = self._is_due = False
        self._deferred = Deferred()
        self.hexes = HexSelection(self)
        self.layers = LayerState(self)
        self.choices = ToolChoices(self)
        self.tools: dict[str, Tool] = {kind.id: kind(self) for kind in TOOLS}
        self.tool_input = ActiveTool(self, self.tools)
        self._hand = False
        self.layers.changed.connect(self._layers_changed)
        self.hexes.changed.connect(self._show_selection)
        self.choices.changed.connect(self._choices_changed)
        view.cursor_moved.connect(self.tool_input.pointed)

    @property
    def file(self) -> Path | None:
        """The project file of the board being edited, None when there is none."""
        return self._session.path if self._session is not None else None

    @property
    def session(self) -> EditSession | None:
        """The door to the board being edited, None when there is none."""
        return self._session

    @property
    def is_active(self) -> bool:
        """True while the Map workspace is open."""
        return self._active

    @property
    def map(self) -> GameMap:
        """The board being edited. Raises LookupError when none is."""
        if self._session is None:
            raise LookupError("no board is being edited")
        return self._session.map

    @property
    def shape(self) -> BoardShape:
        """The board's geometry on the paper. Raises LookupError when no board is shown."""
        if self._view.board.board is None:
            raise LookupError("no board is shown")
        return self._view.board.board.shape

    @property
    def layout(self) -> Layout:
        """Where hexes lie on the paper."""
        return self.shape.layout

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

    @property
    def history(self) -> tuple[EditStep, ...]:
        """The undo list, oldest first; undone steps are marked."""
        return self._session.history if self._session is not None else ()

    def go_back_to(self, step: int) -> None:
        """Undo or redo until ``step`` is the last one done; 0 undoes them all."""
        while any(s.number > step and not s.undone for s in self.history):
            self.undo()
        while any(s.number <= step and s.undone for s in self.history):
            self.redo()

    @property
    def tool(self) -> str:
        """The id of the current tool."""
        return HAND if self._hand else self.tool_input.tool.id

    @property
    def cursor_hex(self) -> Hex | None:
        """The hex the keyboard points at."""
        return self._view.cursor_hex

    def set_cursor(self, at: Hex) -> None:
        """Put the hex cursor where the mouse worked last, so that keys go on from there."""
        if at in self.map:
            self._view.set_cursor_hex(at, shows=False)

    def start(self) -> None:
        """Begin to edit the document's board. Raises KnownError when it is in no file."""
        if self._session is None:
            self._session = self._document.edit_session()
        self._active = True
        before = self._view.board.map
        if before is not self.map:
            self._view.board.set_board(self.map)
        if before is None or before.terrain.keys() != self.map.terrain.keys():
            QTimer.singleShot(0, self._view, self._view.zoom_to_fit)
        self.choices.fit(self.map)
        self._layers_changed()
        self._show_selection()
        self.use(self.tool)
        self.changed.emit()

    def leave(self) -> None:
        """Leave the board to another room; the history stays."""
        if self._active:
            self.tool_input.drop()
        self._active = False
        self._view.set_tool_input(None)
        self._view.set_hand(False)
        self._view.board.ghost.show_selection(frozenset())
        self._view.board.set_layers(Layers())

    def close(self) -> None:
        """Release the board, before another one or none is edited."""
        self.leave()
        self.hexes.clear()
        if self._session is not None:
            self._session.close()
            self._session = None

    def use(self, tool: str) -> None:
        """Choose a tool, by id; ``hand`` only looks around."""
        self._hand = tool == HAND
        if self._hand:
            self.tool_input.drop()
        else:
            self.tool_input.take(tool)
        if self._active:
            self._view.set_hand(self._hand)
            self._view.set_tool_input(None if self._hand else self.tool_input)
        self.tool_taken.emit(tool)

    def apply(self, change: Change) -> None:
        """Commit one change and show it. Raises KnownError when it cannot be.

        What would take the ground from under units of a game is done only when the user, told which
        units, says so; a stroke leaves it out and asks when it has ended.
        """
        session = self._session
        if session is None or not change:
            return
        try:
            self._commit(partial(session.apply, change))
        except EndangeredError as danger:
            if self.tool_input.tool.is_busy:
                self._commit(partial(session.apply, self._deferred.sift(change, danger.hexes)))
            elif self._insists(danger):
                self._commit(partial(session.apply, change, knowing=True))

    def take_back(self, stroke: str) -> None:
        """Take back what was committed of a stroke."""
        self._deferred.take()
        if self._session is not None:
            self._commit(partial(self._session.take_back, stroke))

    def undo(self) -> None:
        """Take the last edit back; a stroke that goes on is taken back instead."""
        if self._session is not None and not self._stopped():
            self._turn(self._session.undo)

    def redo(self) -> None:
        """Bring the edit back that was taken back last."""
        if self._session is not None and not self._stopped():
            self._turn(self._session.redo)

    def _turn(self, way: Callable[..., Touched | None]) -> None:
        try:
            self._commit(way)
        except EndangeredError as danger:
            if self._insists(danger):
                self._commit(partial(way, knowing=True))

    def _commit(self, do: Callable[[], Touched | None]) -> None:
        count = len(self.map.terrain)
        self._show(do(), count)

    def _insists(self, danger: EndangeredError) -> bool:
        return self.confirms(f"{danger}\n\nDo it all the same?")

    def _stopped(self) -> bool:
        """Take back the stroke that goes on; False when none does."""
        return self.tool_input.tool.is_busy and self.tool_input.cancel()

    def escape(self) -> bool:
        """Take back a stroke, release what a tool holds, or clear the selection."""
        if self._active and self.tool_input.cancel():
            return True
        if self._active and self.hexes.hexes:
            self.hexes.clear()
            return True
        return False

    def stroke_ended(self) -> None:
        """Do what waited for the end of a stroke: letter regions, tell the panels, ask."""
        left = self._deferred.take()
        if left:
            QTimer.singleShot(0, self, lambda: self._ask_for(left))
        if self._is_rough:
            self._is_rough = False
            self._view.board.touch(regions=True)
        if self._is_due:
            self._say_changed()

    def _ask_for(self, change: Change) -> None:
        with self.told():
            self.apply(change)

    def new_stroke(self) -> str:
        """A name for a stroke that no other has."""
        self._strokes += 1
        return f"stroke {id(self)} {self._strokes}"

    def say(self, sentence: str) -> None:
        """Tell the user something about what was just tried."""
        self.said.emit(sentence)

    @contextmanager
    def told(self) -> Iterator[None]:
        """Tell the user of a KnownError raised inside; the stroke is taken back then."""
        try:
            yield
        except KnownError as error:
            self.tool_input.cancel()
            self.say(str(error))

    def refusal(self, layers: Iterable[BoardLayer]) -> str:
        """Why layers may not be changed now, in one sentence; empty when they may."""
        wanted = tuple(layers)
        refusal = self.layers.refusal(wanted)
        if not refusal and BoardLayer.REGIONS in wanted:
            refusal = self.layers.region_refusal(self.choices.now.region_layer)
        return refusal

    def confirms(self, question: str) -> bool:
        """Ask a question that yes or no answers."""
        return ask(self._view.window(), question)

    def ask_place(self, draft: Place) -> Place | None:
        """Let the user fill in a place, a new one when it has no id."""
        view = self._view
        return ask_place(self.map, draft, not draft.id, view.window(), around(view, draft.hex))

    def ask_box(self, draft: Box) -> Box | None:
        """Let the user fill in a box, a new one when it has no id."""
        return ask_box(self.map, draft, self._view.window())

    def box_rect(self, box: Box) -> QRectF:
        """Where a box lies on the paper."""
        assert self._view.board.board is not None
        return self._view.board.board.boxes.rect(box)

    def label_boxes(self) -> dict[str, QRectF]:
        """Where names of places stand at this zoom, by place id."""
        board = self._view.board.board
        assert board is not None
        detail = Detail.of(self._view.hex_px, PITCH)
        return {label.place: label.box for label in board.places.labels(detail)}

    def near(self, px: float) -> float:
        """Screen pixels as paper units at the zoom of the moment."""
        return px / self._view.transform().m11()

    def stamp(self, slot: int) -> Stamp | None:
        """The stamp kept in a slot. Raises KnownError when the slots cannot be read."""
        return self._slots[slot]

    def keep_stamp(self, slot: int, stamp: Stamp) -> None:
        """Keep a stamp in a slot. Raises KnownError when it cannot be written."""
        self._slots.keep(slot, stamp)

    def pick_up(self, spot: Spot) -> None:
        """Take up what lies at a point, and the tool that draws it."""
        self.tools["eyedropper"].begin(spot)

    def show_ghost(self, ghost: Ghost) -> None:
        """Show what a tool would do."""
        self._view.board.ghost.show_ghost(ghost)

    def _show(self, touched: Touched | None, count: int) -> None:
        if touched is None:
            return
        board = self._view.board
        is_other = not touched.layers.isdisjoint((MapLayer.SHEETS, MapLayer.HEAD, MapLayer.NOTE))
        if is_other or len(self.map.terrain) != count:
            board.set_board(self.map)
            self._show_selection()
        else:
            is_rough = self.tool_input.tool.is_busy and MapLayer.REGION not in touched.layers
            is_region = not touched.layers.isdisjoint((MapLayer.REGION, MapLayer.MEMBER))
            self._is_rough = self._is_rough or (is_rough and is_region)
            if is_rough and is_region and board.board is not None:
                board.board.members_changed(touched.hexes)
            is_border = not is_rough and touched.layers <= {MapLayer.REGION, MapLayer.MEMBER}
            board.touch(
                () if is_border else touched.hexes,  # only borders are drawn, and all of them
                touched.sides,
                touched.links,
                places=bool(touched.places or touched.boxes),
                regions=is_region and not is_rough,
                legend=touched.everything,
            )
        if touched.everything:
            self.choices.fit(self.map)
        self.edited.emit(touched)
        if self.tool_input.tool.is_busy:
            self._is_due = True
        else:
            self._say_changed()

    def _say_changed(self) -> None:
        self._is_due = False
        self.changed.emit()

    def _layers_changed(self) -> None:
        if self._active:
            self._view.board.set_layers(self.layers.layers())
            self._view.show_pointer()
            self.tool_input.refresh()

    def _show_selection(self) -> None:
        if self._active:
            self._view.board.ghost.show_selection(self.hexes.hexes)
            self.tool_input.changed.emit()

    def _choices_changed(self) -> None:
        if self._active and not self._hand:
            self.tool_input.refresh()


MOST_BESIDE = 240
"""Pixels beside a hex in which the name of what is in it may be printed."""


def around(view: MapView, at: Hex) -> QRect:
    """Where on the screen a hex is, with what is printed left and right of it."""
    board = view.board.board
    if board is None:
        return QRect()
    found = view.mapFromScene(board.shape.hex_rect(at)).boundingRect()
    beside = min(3 * found.width(), MOST_BESIDE)
    seen = found.adjusted(-beside, 0, beside, 0).intersected(view.viewport().rect())
    return QRect(view.viewport().mapToGlobal(seen.topLeft()), seen.size())
