"""The eyedropper: it takes up what lies nearest to the pointer, of any layer."""

from __future__ import annotations

import math
from collections.abc import Collection

from PySide6.QtCore import Qt

from maps.finding.areas import away, from_rim, nearest_direction
from maps.hexgrid import side
from maps.legend import Layer
from qtapp.board.tool_input import Spot
from qtapp.painters.overlays.ghosts import Ghost, Tint
from qtapp.workspaces.map.tools.tool import Editor, Tool

TOOLS = {
    Layer.TERRAIN: "brush",
    Layer.HEXSIDE: "hexside",
    Layer.LINE: "link",
    Layer.PLACE: "place",
    Layer.REGION: "region",
}
"""The tool that draws what was taken up."""

_REACH = 0.17
"""How near a place, side or line must be, in hexes, to be meant rather than the terrain."""


def under(editor: Editor, spot: Spot, layers: Collection[Layer]) -> tuple[Layer, str] | None:
    """The layer and kind at a point: the most particular of the wanted layers that is there.

    A region is meant only when no other layer is wanted.
    """
    board, layout, pitch = editor.map, editor.layout, editor.layout.pitch
    at = spot.hex
    if at not in board:
        return None
    centre = layout.centre(at)
    off = math.hypot(spot.point.x - centre.x, spot.point.y - centre.y) / pitch
    direction = nearest_direction(layout, at, *spot.point)
    near = at.neighbour(direction)
    if Layer.PLACE in layers and off < 2 * _REACH:
        for place in board.places_at(at):
            return Layer.PLACE, place.kind
    of = side(at, direction)
    kinds = board.hexsides.get(of, frozenset())
    if Layer.HEXSIDE in layers and kinds and from_rim(layout, of, *spot.point) < _REACH:
        return Layer.HEXSIDE, min(kinds)
    lines = board.line_kinds(at, near)
    to_line = away(*spot.point, centre, layout.centre(near)) / pitch
    if Layer.LINE in layers and lines and to_line < _REACH:
        return Layer.LINE, min(lines)
    if Layer.TERRAIN in layers:
        return Layer.TERRAIN, board.terrain[at]
    if Layer.REGION in layers:
        layer = editor.choices.now.region_layer
        region = board.region_of(layer, at)
        return (Layer.REGION, region) if region is not None else None
    return None


def pick_up(editor: Editor, spot: Spot, layers: Collection[Layer]) -> Layer | None:
    """Choose what lies at a point; its layer, None when nothing of the wanted layers is there."""
    found = under(editor, spot, layers)
    if found is None:
        editor.say("There is nothing to take up here.")
        return None
    layer, kind = found
    if layer is Layer.REGION:
        editor.choices.set(region=kind)
    else:
        editor.choices.choose(layer, kind)
    return layer


class EyedropperTool(Tool):
    """Takes up a kind and hands over to the tool that draws it."""

    id = "eyedropper"
    title = "Take up"
    pointer = Qt.CursorShape.PointingHandCursor

    def begin(self, spot: Spot) -> None:
        """Take up what is there; with Shift, the region."""
        layer = pick_up(self.editor, spot, self._layers(spot))
        if layer is not None:
            self.editor.use(TOOLS[layer])

    def _layers(self, spot: Spot) -> tuple[Layer, ...]:
        everything = (Layer.PLACE, Layer.HEXSIDE, Layer.LINE, Layer.TERRAIN)
        return (Layer.REGION,) if spot.shift else everything

    def ghost(self, spot: Spot) -> Ghost:
        """The name of what would be taken up."""
        found = under(self.editor, spot, self._layers(spot))
        if found is None:
            return Ghost()
        layer, kind = found
        known = self.editor.map.legend.kinds.get((layer, kind))
        tint = Tint((spot.hex,), "#ffffff", strength=0.2)
        return Ghost(tints=(tint,), note=known.name if known else kind, spot=spot.point)

    def hint(self, spot: Spot | None) -> str:
        """What would be taken up."""
        return (
            f"{self.title}: terrain, hexside, line or place under the pointer; "
            "Shift takes up the region"
        )
