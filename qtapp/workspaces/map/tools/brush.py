"""The terrain brush and the region brush, both with sizes and shapes."""

from __future__ import annotations

from abc import ABC, abstractmethod

from engine.core.wording import counted
from maps.edits import Change, paint, set_region
from maps.finding.areas import brush, swept
from maps.hexgrid import Hex
from maps.legend import Layer
from qtapp.board.tool_input import Spot
from qtapp.painters.overlays.ghosts import Ghost, Tint
from qtapp.workspaces.map.choices.layer_state import BoardLayer
from qtapp.workspaces.map.tools.eyedropper import pick_up
from qtapp.workspaces.map.tools.tool import Editor, Tool


class _Brush(Tool, ABC):
    """Paints what it sweeps over, at once."""

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._at: Hex | None = None
        self._before: Hex | None = None

    def begin(self, spot: Spot) -> None:
        """Paint under the brush; with Shift, straight from where the last stroke ended."""
        super().begin(spot)
        start = self._before if spot.shift and self._before is not None else spot.hex
        self._at = start
        self._sweep(start, spot)

    def go_on(self, spot: Spot) -> None:
        """Paint what lies between, too."""
        if self._at is not None and spot.hex != self._at:
            self._sweep(self._at, spot)

    def end(self, spot: Spot) -> None:
        """Remember where the stroke ended."""
        self._before, self._at = self._at, None
        super().end(spot)

    def _sweep(self, start: Hex, spot: Spot) -> None:
        now = self.editor.choices.now
        hexes = self.on_board(swept(start, spot.hex, now.size, now.shape))
        self._at = spot.hex
        self.editor.apply(self.change(hexes, spot))

    @abstractmethod
    def change(self, hexes: tuple[Hex, ...], spot: Spot) -> Change:
        """What painting some hexes means."""

    def covered(self, spot: Spot) -> tuple[Hex, ...]:
        """The hexes a press would paint."""
        now = self.editor.choices.now
        if spot.shift and self._before is not None and not self.is_busy:
            return self.on_board(swept(self._before, spot.hex, now.size, now.shape))
        return self.on_board(brush(spot.hex, now.size, now.shape))

    def _keys(self) -> str:
        now = self.editor.choices.now
        return f"size {now.size}, {now.shape.value} ([ ] and Shift+[ ] change them)"


class BrushTool(_Brush):
    """Paints terrain."""

    id = "brush"
    title = "Terrain brush"
    layers = (BoardLayer.TERRAIN,)
    kinds = Layer.TERRAIN

    def begin(self, spot: Spot) -> None:
        """Paint; with Alt, take up the terrain of the hex instead."""
        if spot.alt:
            pick_up(self.editor, spot, (Layer.TERRAIN,))
        elif not self.lacks(Layer.TERRAIN, "terrain"):
            super().begin(spot)

    def change(self, hexes: tuple[Hex, ...], spot: Spot) -> Change:
        """Terrain in the hexes; their draft marks go."""
        kind = self.editor.choices.kind(Layer.TERRAIN)
        return paint(self.editor.map, hexes, kind, stroke=self.stroke)

    def ghost(self, spot: Spot) -> Ghost:
        """The hexes to be painted."""
        look = self.editor.shape.terrain_look(self.editor.choices.kind(Layer.TERRAIN))
        strength = 0.0 if self.is_busy else 0.55
        return Ghost(tints=(Tint(self.covered(spot), look.fill, strength=strength),))

    def hint(self, spot: Spot | None) -> str:
        """The kind, the size, the keys."""
        count = len(self.covered(spot)) if spot is not None else 0
        would = f"{counted(count, 'hex', 'hexes')} become" if count > 1 else "paints"
        return (
            f"{self.title}: {would} {self.name(Layer.TERRAIN)}; {self._keys()}; Shift a straight "
            "row from the last stroke, Alt takes up"
        )


class RegionTool(_Brush):
    """Puts hexes into a region, or takes them out."""

    id = "region"
    title = "Region brush"
    layers = (BoardLayer.REGIONS,)
    kinds = Layer.REGION

    def begin(self, spot: Spot) -> None:
        """Paint; with Ctrl, take hexes out of the layer's regions; with Alt, take up a region."""
        if spot.alt:
            pick_up(self.editor, spot, (Layer.REGION,))
        elif not self.lacks(Layer.REGION, "layer of regions"):
            if not spot.ctrl and not self.editor.choices.now.region:
                self.editor.say("No region is chosen; name one beside its layer first.")
                return
            super().begin(spot)

    def change(self, hexes: tuple[Hex, ...], spot: Spot) -> Change:
        """The membership of the hexes."""
        now = self.editor.choices.now
        region = None if spot.ctrl else now.region
        return set_region(self.editor.map, now.region_layer, region, hexes, stroke=self.stroke)

    def ghost(self, spot: Spot) -> Ghost:
        """The hexes to be put in, or crossed out."""
        now = self.editor.choices.now
        look = self.editor.shape.stroke_look(Layer.REGION, now.region_layer)
        tint = Tint(self.covered(spot), look.stroke, gone=spot.ctrl, strength=0.35)
        return Ghost(tints=(tint,), note="" if spot.ctrl else now.region, spot=spot.point)

    def hint(self, spot: Spot | None) -> str:
        """The region, the size, the keys."""
        now = self.editor.choices.now
        where = ""
        if spot is not None:
            where = (
                f" ({self.editor.map.region_of(now.region_layer, spot.hex) or 'no region'} here)"
            )
        does = f"puts hexes into {now.region}" if now.region else "name a region first"
        return (
            f"{self.title}{where}: {does} ({self.name(Layer.REGION)}); {self._keys()}; "
            "Ctrl takes out, Alt takes up"
        )
