"""The tools of the Map workspace: their panel, and what their actions do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from maps.areas import grown, inverted, of_terrain, shrunk
from maps.edits import mark_draft, paint
from maps.hexgrid import Hex
from maps.legend import Layer
from qtapp.edit_desk import HAND, EditDesk
from qtapp.hex_selection import Joining
from qtapp.layer_state import BoardLayer
from qtapp.panels.tool_panel import ToolPanel
from qtapp.rooms.map_tools_table import DRAFTS, SELECTED, STAMP
from qtapp.rooms.room import Command
from qtapp.stamp_slots import SLOTS
from qtapp.tools.stamps import StampTool
from qtapp.wording import read_out

if TYPE_CHECKING:
    from qtapp.main_window import MainWindow


class MapTools(QObject):
    """Joins the tools to the window's actions."""

    def __init__(self, window: MainWindow, desk: EditDesk) -> None:
        super().__init__(window)
        self._window = window
        self._desk = desk
        self._line: tuple[Hex, str] | None = None
        self.panel = ToolPanel(desk)
        self.panel.asked.connect(self._asked)
        desk.tool_taken.connect(self._taken)
        desk.said.connect(window.notice.say)
        desk.pen.changed.connect(self._hint)
        desk.edited.connect(self._forget_line)

    @property
    def widgets(self) -> Mapping[str, QWidget]:
        """The widget of each dock."""
        return {"tool": self.panel}

    def commands(self) -> Mapping[str, Command]:
        """What the actions of the tools do."""
        tools = {ident: partial(self._desk.use, ident) for ident in (HAND, *self._desk.tools)}
        stamp = self._stamp
        return {
            **tools,
            "select_all": lambda: self._desk.hexes.choose(self._desk.map.terrain),
            "select_none": self._desk.hexes.clear,
            "select_invert": lambda: self._choose(inverted(self._desk.map, self._chosen)),
            "select_grow": lambda: self._choose(grown(self._desk.map, self._chosen)),
            "select_shrink": lambda: self._choose(shrunk(self._desk.map, self._chosen)),
            "select_kind": self._select_kind,
            "paint_selection": self._paint_selection,
            "stamp_capture": self._capture,
            "stamp_left": lambda: self._with_stamp(lambda: stamp.turn(1)),
            "stamp_right": lambda: self._with_stamp(lambda: stamp.turn(-1)),
            "stamp_mirror": lambda: self._with_stamp(stamp.mirror),
            "stamp_keep": lambda: self._with_stamp(self._keep),
            "accept_drafts": self._accept_drafts,
            "next_draft": self._next_draft,
        }

    def holding(self) -> set[str]:
        """Which conditions of the tools hold."""
        if not self._desk.is_active:
            return set()
        told = {
            SELECTED: bool(self._desk.hexes.hexes),
            STAMP: self._stamp.held is not None,
            DRAFTS: bool(self._desk.map.drafts),
        }
        return {when for when, holds in told.items() if holds}

    @property
    def _stamp(self) -> StampTool:
        tool = self._desk.tools["stamp"]
        assert isinstance(tool, StampTool)
        return tool

    @property
    def _chosen(self) -> frozenset[Hex]:
        return self._desk.hexes.hexes

    def _choose(self, hexes: list[Hex]) -> None:
        self._desk.hexes.choose(hexes)

    def _taken(self, tool: str) -> None:
        self._window.book[tool].setChecked(True)
        self._window.notice.hide()
        self._hint()

    def hint(self, at: Hex | None) -> str:
        """Label, place and terrain of a hex, and what the tool in hand does."""
        if not self._desk.is_active:
            return ""
        told = [self._line_of(at)] if at is not None else []
        return "   ·   ".join(told + ([self._desk.pen.hint] if self._desk.tool != HAND else []))

    def _line_of(self, at: Hex) -> str:
        if self._line is None or self._line[0] != at:
            self._line = at, read_out(self._desk.map, at)
        return self._line[1]

    def _forget_line(self) -> None:
        self._line = None

    def _hint(self) -> None:
        if self._desk.is_active:
            self._window.hint.setText(self.hint(self._desk.pen.at))

    def _asked(self, ident: str) -> None:
        word, _, slot = ident.partition(" ")
        if word == "slot":
            self._with_stamp(lambda: self._stamp.recall(int(slot)))
        else:
            self._window.book[ident].trigger()

    def _select_kind(self) -> None:
        at = self._desk.cursor_hex
        if at is None or at not in self._desk.map:
            self._desk.say("Point the hex cursor at a terrain first: click a hex or use the keys.")
            return
        kind = self._desk.map.terrain[at]
        self._desk.hexes.choose(of_terrain(self._desk.map, (kind,)), Joining.REPLACE)

    def _paint_selection(self) -> None:
        if self._is_refused(BoardLayer.TERRAIN):
            return
        kind = self._desk.choices.kind(Layer.TERRAIN)
        with self._desk.told():
            self._desk.apply(paint(self._desk.map, self._desk.hexes.ordered, kind))

    def _capture(self) -> None:
        self._with_stamp(lambda: self._stamp.capture(self._desk.hexes.ordered))

    def _with_stamp(self, deed: Command) -> None:
        """Do something with the stamp, then show it anew."""
        with self._desk.told():
            deed()
        self._desk.use("stamp")
        self._desk.pen.refresh()
        self._desk.changed.emit()

    def _keep(self) -> None:
        free = [slot for slot in SLOTS if self._desk.stamp(slot) is None]
        if free:
            self._stamp.keep(free[0])
        else:
            self._desk.say("All nine slots hold a stamp; Alt with a digit keeps it in its place.")

    def _accept_drafts(self) -> None:
        if self._is_refused(BoardLayer.TERRAIN):
            return
        drafts = self._desk.map.drafts
        hexes = sorted(drafts & self._chosen if self._chosen else drafts)
        with self._desk.told():
            self._desk.apply(mark_draft(self._desk.map, hexes, False))
        self._desk.say(
            f"{len(hexes)} hexes are confirmed, {len(self._desk.map.drafts)} are drafts."
        )

    def _next_draft(self) -> None:
        drafts = sorted(self._desk.map.drafts)
        at = self._desk.cursor_hex
        later = [draft for draft in drafts if at is None or draft > at]
        self._window.go_to(later[0] if later else drafts[0])

    def _is_refused(self, layer: BoardLayer) -> bool:
        sentence = self._desk.refusal((layer,))
        if sentence:
            self._desk.say(sentence)
        return bool(sentence)
