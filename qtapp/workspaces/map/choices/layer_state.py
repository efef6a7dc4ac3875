"""How the layers of the board being edited stand: shown, locked, how strong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from qtapp.painters.board import Layers


class BoardLayer(StrEnum):
    """A layer of the board; the values are the words of :class:`~qtapp.painters.board.Layers`."""

    TERRAIN = "terrain"
    RELIEF = "relief"
    HEXSIDES = "hexsides"
    LINES = "lines"
    PLACES = "places"
    LABELS = "labels"
    NAMES = "names"
    REGIONS = "regions"
    BOXES = "boxes"
    DRAFTS = "drafts"
    GRID = "grid"
    NUMBERS = "numbers"
    FRAME = "frame"


TITLES: Mapping[BoardLayer, str] = {
    BoardLayer.TERRAIN: "Terrain",
    BoardLayer.RELIEF: "Shaded relief",
    BoardLayer.HEXSIDES: "Hexsides",
    BoardLayer.LINES: "Roads and rails",
    BoardLayer.PLACES: "Places",
    BoardLayer.LABELS: "Names of places",
    BoardLayer.NAMES: "Names of regions",
    BoardLayer.REGIONS: "Regions",
    BoardLayer.BOXES: "Boxes",
    BoardLayer.DRAFTS: "Draft marks",
    BoardLayer.GRID: "Grid",
    BoardLayer.NUMBERS: "Hex numbers",
    BoardLayer.FRAME: "Frame",
}
"""What each layer is called, from the top of the list to its bottom."""

LOCKABLE = frozenset(
    {
        BoardLayer.TERRAIN,
        BoardLayer.HEXSIDES,
        BoardLayer.LINES,
        BoardLayer.PLACES,
        BoardLayer.REGIONS,
        BoardLayer.BOXES,
    }
)
"""The layers that hold facts of the map, so that a lock means something."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One layer: whether it shows, whether tools may change it, and its opacity (0..1)."""

    visible: bool = True
    locked: bool = False
    opacity: float = 1.0


class LayerState(QObject):
    """The standing of every layer. ``changed`` follows every change."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._standing = {layer: Standing() for layer in BoardLayer}
        self._regions: dict[str, Standing] = {}

    def standing(self, layer: BoardLayer) -> Standing:
        """How a layer stands."""
        return self._standing[layer]

    def set_visible(self, layer: BoardLayer, on: bool) -> None:
        """Show or hide a layer."""
        self._put(layer, replace(self._standing[layer], visible=on))

    def set_locked(self, layer: BoardLayer, on: bool) -> None:
        """Lock a layer against tools, or unlock it. Raises ValueError for one without facts."""
        if on and layer not in LOCKABLE:
            raise ValueError(f"{layer} holds nothing that could be locked")
        self._put(layer, replace(self._standing[layer], locked=on))

    def set_opacity(self, layer: BoardLayer, opacity: float) -> None:
        """Draw a layer fainter: 0 is not at all, 1 in full. Values beyond are brought within."""
        self._put(layer, replace(self._standing[layer], opacity=min(1.0, max(0.0, opacity))))

    def region(self, layer: str) -> Standing:
        """How one layer of regions stands, by the id of its kind."""
        return self._regions.get(layer, Standing())

    def set_region(self, layer: str, standing: Standing) -> None:
        """Show, lock or fade one layer of regions."""
        if standing != self.region(layer):
            self._regions[layer] = standing
            self.changed.emit()

    @property
    def regions(self) -> Mapping[str, Standing]:
        """The layers of regions that were ever set, by id."""
        return self._regions

    def region_refusal(self, layer: str) -> str:
        """Why tools may not change one layer of regions; empty when they may."""
        standing = self.region(layer)
        if standing.locked:
            return f"The regions “{layer}” are locked; unlock them to change them."
        if not standing.visible:
            return f"The regions “{layer}” are hidden; show them to change them."
        return ""

    def refusal(self, layers: Iterable[BoardLayer]) -> str:
        """Why tools may not change some layers now, in one sentence; empty when they may."""
        for layer in layers:
            standing = self._standing[layer]
            if standing.locked:
                return f"The layer “{TITLES[layer]}” is locked; unlock it to change it."
            if not standing.visible:
                return f"The layer “{TITLES[layer]}” is hidden; show it to change it."
        return ""

    def strength(self, layer: BoardLayer) -> float:
        """How strongly a layer is drawn: its opacity, 0 when it is hidden."""
        standing = self._standing[layer]
        return standing.opacity if standing.visible else 0.0

    def layers(self) -> Layers:
        """The same for the painters."""
        fainter = tuple(
            (layer, standing.opacity if standing.visible else 0.0)
            for layer, standing in sorted(self._regions.items())
            if not standing.visible or standing.opacity < 1.0
        )
        strengths = {layer.value: self.strength(layer) for layer in BoardLayer}
        return Layers(**strengths, by_region=fainter)

    def reset(self) -> None:
        """Show every layer in full, unlocked."""
        fresh = {layer: Standing() for layer in BoardLayer}
        if fresh != self._standing or self._regions:
            self._standing = fresh
            self._regions = {}
            self.changed.emit()

    def _put(self, layer: BoardLayer, standing: Standing) -> None:
        if standing != self._standing[layer]:
            self._standing[layer] = standing
            self.changed.emit()
