"""The tools of the Map workspace: their panel, and what their actions do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engine.core.wording import counted
from maps.edits import mark_draft, paint
from maps.finding.areas import grown, inverted, of_terrain, shrunk
from maps.hexgrid import Hex
from maps.legend import Layer
from qtapp.app.services import Services
from qtapp.widgets.wording import read_out
from qtapp.workspaces.map.choices.hex_selection import Joining
from qtapp.workspaces.map.choices.layer_state import BoardLayer
from qtapp.workspaces.map.choices.stamp_slots import SLOTS
from qtapp.workspaces.map.map_controller import HAND, MapController
from qtapp.workspaces.map.map_tools_table import DRAFTS, SELECTED, STAMP
from qtapp.workspaces.map.panels.tool_panel import ToolPanel
from qtapp.workspaces.map.tools.stamps import StampTool
from qtapp.workspaces.workspace import Command


class MapTools(QObject):
    """Joins the tools to the window's actions."""

    def __init__(self, window: Services, controller: MapController) -> None:
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._line: tuple[Hex, str] | None = None
        self.panel = ToolPanel(controller)
        self.panel.asked.connect(self._asked)
        controller.tool_taken.connect(self._taken)
        controller.said.connect(window.notice.say)
        controller.tool_input.changed.connect(self._hint)
        controller.edited.connect(self._forget_line)

    @property
    def widgets(self) -> Mapping[str, QWidget]:
        """The widget of each dock."""
        return {"tool": self.panel}

    def commands(self) -> Mapping[str, Command]:
        """What the actions of the tools do."""
        tools = {
            ident: partial(self._controller.use, ident) for ident in (HAND, *self._controller.tools)
        }
        stamp = self._stamp
        return {
            **tools,
            "select_all": lambda: self._controller.hexes.choose(self._controller.map.terrain),
            "select_none": self._controller.hexes.clear,
            "select_invert": lambda: self._choose(inverted(self._controller.map, self._chosen)),
            "select_grow": lambda: self._choose(grown(self._controller.map, self._chosen)),
            "select_shrink": lambda: self._choose(shrunk(self._controller.map, self._chosen)),
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
        if not self._controller.is_active:
            return set()
        told = {
            SELECTED: bool(self._controller.hexes.hexes),
            STAMP: self._stamp.held is not None,
            DRAFTS: bool(self._controller.map.drafts),
        }
        return {when for when, holds in told.items() if holds}

    @property
    def _stamp(self) -> StampTool:
        tool = self._controller.tools["stamp"]
        assert isinstance(tool, StampTool)
        return tool

    @property
    def _chosen(self) -> frozenset[Hex]:
        return self._controller.hexes.hexes

    def _choose(self, hexes: list[Hex]) -> None:
        self._controller.hexes.choose(hexes)

    def _taken(self, tool: str) -> None:
        self._window.book[tool].setChecked(True)
        self._window.notice.hide()
        self._hint()

    def hint(self, at: Hex | None) -> str:
        """Label, place and terrain of a hex, and what the current tool does."""
        if not self._controller.is_active:
            return ""
        told = [self._line_of(at)] if at is not None else []
        return "   ·   ".join(
            told + ([self._controller.tool_input.hint] if self._controller.tool != HAND else [])
        )

    def _line_of(self, at: Hex) -> str:
        if self._line is None or self._line[0] != at:
            self._line = at, read_out(self._controller.map, at)
        return self._line[1]

    def _forget_line(self) -> None:
        self._line = None

    def _hint(self) -> None:
        if self._controller.is_active:
            self._window.hint.setText(self.hint(self._controller.tool_input.at))

    def _asked(self, ident: str) -> None:
        word, _, slot = ident.partition(" ")
        if word == "slot":
            self._with_stamp(lambda: self._stamp.recall(int(slot)))
        else:
            self._window.book[ident].trigger()

    def _select_kind(self) -> None:
        at = self._controller.cursor_hex
        if at is None or at not in self._controller.map:
            self._controller.say(
                "Point the hex cursor at a terrain first: click a hex or use the keys."
            )
            return
        kind = self._controller.map.terrain[at]
        self._controller.hexes.choose(of_terrain(self._controller.map, (kind,)), Joining.REPLACE)

    def _paint_selection(self) -> None:
        if self._is_refused(BoardLayer.TERRAIN):
            return
        kind = self._controller.choices.kind(Layer.TERRAIN)
        with self._controller.told():
            self._controller.apply(
                paint(self._controller.map, self._controller.hexes.ordered, kind)
            )

    def _capture(self) -> None:
        self._with_stamp(lambda: self._stamp.capture(self._controller.hexes.ordered))

    def _with_stamp(self, deed: Command) -> None:
        """Do something with the stamp, then show it again."""
        with self._controller.told():
            deed()
        self._controller.use("stamp")
        self._controller.tool_input.refresh()
        self._controller.changed.emit()

    def _keep(self) -> None:
        free = [slot for slot in SLOTS if self._controller.stamp(slot) is None]
        if free:
            self._stamp.keep(free[0])
        else:
            self._controller.say(
                "All nine slots hold a stamp; Alt with a digit keeps it in its place."
            )

    def _accept_drafts(self) -> None:
        if self._is_refused(BoardLayer.TERRAIN):
            return
        drafts = self._controller.map.drafts
        hexes = sorted(drafts & self._chosen if self._chosen else drafts)
        with self._controller.told():
            self._controller.apply(mark_draft(self._controller.map, hexes, False))
        many = counted(len(hexes), "hex is", "hexes are")
        left = counted(len(self._controller.map.drafts), "is a draft", "are drafts")
        self._controller.say(f"{many} confirmed, {left}.")

    def _next_draft(self) -> None:
        drafts = sorted(self._controller.map.drafts)
        at = self._controller.cursor_hex
        later = [draft for draft in drafts if at is None or draft > at]
        self._window.go_to(later[0] if later else drafts[0])

    def _is_refused(self, layer: BoardLayer) -> bool:
        sentence = self._controller.refusal((layer,))
        if sentence:
            self._controller.say(sentence)
        return bool(sentence)
