"""What the tools of the map editor are set to: kinds, brush, limits of the fill."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from maps.finding.areas import BrushShape
from maps.legend import Layer
from maps.model import GameMap

SIZES = range(1, 8)
"""Sizes of the brush: 1 paints one hex, 7 a disk of 127."""

MANY = 2000
"""A fill of more hexes than this asks first."""


@dataclass(frozen=True, slots=True)
class Choices:
    """One setting of all tools. Kinds are ids of the map's legend, empty when none is chosen."""

    terrain: str = ""
    hexside: str = ""
    line: str = ""
    place: str = ""
    region_layer: str = ""
    region: str = ""
    size: int = 1
    shape: BrushShape = BrushShape.DISK
    fill_keeps_to_selection: bool = True
    fill_keeps_to_region: bool = False
    fill_walls: frozenset[str] = frozenset()
    """Kinds of hexside that a fill does not cross."""
    fill_most: int = MANY


class ToolChoices(QObject):
    """The setting of the tools now. ``changed`` follows every change."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._now = Choices()

    @property
    def now(self) -> Choices:
        """The setting."""
        return self._now

    def set(self, **changes: object) -> None:
        """Change some of it, by the names of :class:`Choices`; the size is kept within 1..7."""
        wanted = replace(self._now, **changes)  # type: ignore[arg-type]
        size = min(SIZES[-1], max(SIZES[0], wanted.size))
        wanted = replace(wanted, size=size)
        if wanted != self._now:
            self._now = wanted
            self.changed.emit()

    def kind(self, layer: Layer) -> str:
        """The chosen kind of a legend layer."""
        return str(getattr(self._now, _FIELDS[layer]))

    def choose(self, layer: Layer, kind: str) -> None:
        """Choose a kind of a legend layer."""
        self.set(**{_FIELDS[layer]: kind})

    def fit(self, board: GameMap) -> None:
        """Keep what a board's legend knows, and choose the first kind where nothing is chosen."""
        changes: dict[str, object] = {}
        for layer, field in _FIELDS.items():
            if not board.legend.has(layer, self.kind(layer)):
                kinds = board.legend.of(layer)
                changes[field] = kinds[0].id if kinds else ""
        layer_id = str(changes.get("region_layer", self._now.region_layer))
        regions = board.regions.get(layer_id, {})
        if self._now.region not in regions:
            changes["region"] = next(iter(regions), "")
        self.set(**changes)


_FIELDS = {
    Layer.TERRAIN: "terrain",
    Layer.HEXSIDE: "hexside",
    Layer.LINE: "line",
    Layer.PLACE: "place",
    Layer.REGION: "region_layer",
}
