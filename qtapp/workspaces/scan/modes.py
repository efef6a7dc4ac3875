"""What a click on the scan means."""

from __future__ import annotations

from enum import StrEnum


class Mode(StrEnum):
    """The ways of clicking on a scan."""

    LOOK = "look"
    POINT = "point"
    NUDGE = "nudge"
    SAMPLE = "sample"
    TERRAIN = "terrain"
    LINE = "line"
    CROP = "crop"


HINTS = {
    Mode.LOOK: "Drag to move, wheel to zoom. Arrow keys move.",
    Mode.POINT: (
        "Click the centre of a hex and type its printed number; drag a point to fix it. "
        "Keys: arrows move the crosshair (Shift finely), Enter shows the hex there."
    ),
    Mode.NUDGE: (
        "Arrows move the grid (Shift ten times as far), + and − change its pitch, [ and ] turn it."
    ),
    Mode.SAMPLE: (
        "Click a hex and type what its terrain is called; a new name is a new kind of the legend. "
        "Keys: arrows move, Enter asks."
    ),
    Mode.TERRAIN: (
        "Click hexes of the chosen kind; click again to take one back. "
        "Keys: arrows move, Enter confirms, 1 to 9 choose the kind."
    ),
    Mode.LINE: (
        "Click stretches that bear the chosen line; click again to take one back. "
        "Keys: arrows move, comma and full stop turn to the next side, Enter confirms, 1 to 9 "
        "choose the line."
    ),
    Mode.CROP: "Drag a rectangle round what is to be used of the scan; a click uses all of it.",
}
"""What the status bar says of each mode."""
