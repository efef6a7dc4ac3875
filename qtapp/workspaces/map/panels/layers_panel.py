"""The layers of the board: shown or hidden, locked, and how strongly they are drawn."""

from __future__ import annotations

import json
from functools import partial

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from maps.legend import Layer
from qtapp.app.settings import Preferences
from qtapp.widgets.icons import Icons
from qtapp.widgets.parts import Flow, button, scrolled
from qtapp.workspaces.map.choices.layer_state import LOCKABLE, TITLES, BoardLayer, Standing
from qtapp.workspaces.map.map_controller import MapController
from qtapp.workspaces.map.panels.base import EditorPanel
from qtapp.workspaces.map.panels.layer_row import LayerRow

_SETTING = "layers"
_REGION = "region "


class LayersPanel(EditorPanel):
    """One line for each layer, with the region layers of the board under the regions.

    What is set is kept among the user's preferences.
    """

    def __init__(self, controller: MapController, preferences: Preferences, icons: Icons) -> None:
        super().__init__(controller)
        self._state = controller.layers
        self._preferences = preferences
        self._icons = icons
        self.rows: dict[BoardLayer, LayerRow] = {}
        self.region_rows: dict[str, LayerRow] = {}
        self._region_titles: tuple[tuple[str, str], ...] = ()
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 6, 0)
        self._grid.setHorizontalSpacing(4)
        self._grid.setVerticalSpacing(1)
        self._grid.setColumnStretch(2, 1)
        for layer, title in TITLES.items():
            row = LayerRow(self, title, has_lock=layer in LOCKABLE)
            row.changed.connect(partial(self._set, layer))
            self.rows[layer] = row
        holder = QWidget()
        holder.setLayout(self._grid)
        self.everything = button("Show everything", "Show every layer in full, unlocked")
        self.everything.clicked.connect(self._state.reset)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 2, 2, 8)
        layout.addWidget(scrolled(holder, "Layers"), 1)
        buttons = Flow()
        buttons.fill([self.everything])
        layout.addWidget(buttons)
        self._arrange()
        self._recall()
        self._state.changed.connect(self._show)
        self._state.changed.connect(self._remember)
        self._show()

    def set_icons(self, icons: Icons) -> None:
        """Use a theme's icons."""
        self._icons = icons
        self._show()

    def refresh(self) -> None:
        """Give every region layer of the board a line."""
        board = self.board
        if board is None:
            return
        known = {kind.id: kind.called for kind in board.legend.of(Layer.REGION)}
        titles = {**known, **{layer: known.get(layer, layer) for layer in board.regions}}
        if tuple(titles.items()) == self._region_titles:
            return
        self._region_titles = tuple(titles.items())
        for row in self.region_rows.values():
            row.drop()
        self.region_rows = {}
        for ident, title in titles.items():
            row = LayerRow(self, title, has_lock=True, is_part=True)
            row.changed.connect(partial(self._set_region, ident))
            self.region_rows[ident] = row
        self._arrange()
        self._show()

    def _arrange(self) -> None:
        place = 0
        for layer, row in self.rows.items():
            row.add_to(self._grid, place)
            self._grid.setRowStretch(place, 0)
            place += 1
            if layer is BoardLayer.REGIONS:
                for part in self.region_rows.values():
                    part.add_to(self._grid, place)
                    self._grid.setRowStretch(place, 0)
                    place += 1
        self._grid.setRowStretch(place, 1)

    def _set(self, layer: BoardLayer, standing: Standing) -> None:
        self._state.set_visible(layer, standing.visible)
        if layer in LOCKABLE:
            self._state.set_locked(layer, standing.locked)
        self._state.set_opacity(layer, standing.opacity)

    def _set_region(self, layer: str, standing: Standing) -> None:
        self._state.set_region(layer, standing)

    def _show(self) -> None:
        for layer, row in self.rows.items():
            row.show_standing(self._state.standing(layer), self._icons)
        for ident, row in self.region_rows.items():
            row.show_standing(self._state.region(ident), self._icons)

    def _remember(self) -> None:
        kept = {layer.value: self._state.standing(layer) for layer in BoardLayer}
        kept |= {_REGION + ident: standing for ident, standing in self._state.regions.items()}
        plain = {
            name: [standing.visible, standing.locked, standing.opacity]
            for name, standing in kept.items()
            if standing != Standing()
        }
        self._preferences.keep_text(_SETTING, json.dumps(plain))

    def _recall(self) -> None:
        try:
            kept = json.loads(self._preferences.kept_text(_SETTING) or "{}")
        except ValueError:
            return
        for name, values in kept.items() if isinstance(kept, dict) else ():
            standing = _standing(values)
            if standing is None:
                continue
            if name.startswith(_REGION):
                self._set_region(name.removeprefix(_REGION), standing)
            elif name in list(BoardLayer):
                self._set(BoardLayer(name), standing)


def _standing(values: object) -> Standing | None:
    match values:
        case [bool(visible), bool(locked), int() | float() as opacity] if 0 <= opacity <= 1:
            return Standing(visible, locked, float(opacity))
        case _:
            return None
