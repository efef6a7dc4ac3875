"""Places: put, named, moved and removed; and their names, put where they read best."""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import QPointF, Qt

from maps.edits import drop_place, put_place
from maps.hexgrid import Hex
from maps.legend import Layer
from maps.model import Place
from qtapp.board.tool_input import Spot
from qtapp.painters.layers.names.spots import spots_of
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.overlays.ghosts import Ghost, Symbol, Tint
from qtapp.workspaces.map.choices.layer_state import BoardLayer
from qtapp.workspaces.map.tools.eyedropper import pick_up
from qtapp.workspaces.map.tools.tool import Editor, Tool

DRAGGED, FARTHEST = 0.12, 0.45
"""How far a drag within a hex goes at least, and how far from the middle it ends, in hexes."""
STEP = 0.1
"""How far an arrow key moves a name, in hexes."""


class PlaceTool(Tool):
    """A click puts a place or opens the one that is there; a drag moves it; Ctrl removes it.

    A drag within the hex sets its symbol down beside the middle.
    """

    id = "place"
    title = "Place"
    layers = (BoardLayer.PLACES,)
    kinds = Layer.PLACE

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._held: Place | None = None
        self._start: Spot | None = None

    def begin(self, spot: Spot) -> None:
        """Take hold of the place that is there."""
        if spot.alt:
            pick_up(self.editor, spot, (Layer.PLACE,))
        elif spot.hex in self.editor.map:
            super().begin(spot)
            self._start, self._held = spot, self._at(spot)

    def end(self, spot: Spot) -> None:
        """Move it, open it, remove it, or put a new one."""
        start, held = self._start, self._held
        self._start = self._held = None
        super().end(spot)
        if start is None or spot.hex not in self.editor.map:
            return
        if spot.ctrl:
            if held is not None:
                self.editor.apply(drop_place(self.editor.map, held.id))
        elif spot.hex != start.hex:
            if held is not None:
                moved = replace(held, hex=spot.hex, offset=None)
                self.editor.apply(put_place(self.editor.map, moved))
        elif held is not None and self._is_dragged(start, spot):
            self._set_down(held, spot)
        elif held is not None:
            self._edit(held)
        else:
            self._add(spot.hex)

    def cancel(self) -> bool:
        """Leave the place where it is."""
        self._start = self._held = None
        return super().cancel()

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier, spot: Spot | None) -> bool:
        """Delete removes the place under the pointer or the hex cursor."""
        place = self._at(spot) if spot is not None else None
        if key not in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) or place is None:
            return False
        reason = self.editor.refusal(self.layers)
        if reason:
            self.editor.say(reason)
        else:
            self.editor.apply(drop_place(self.editor.map, place.id))
        return True

    def _at(self, spot: Spot) -> Place | None:
        """The place of a hex whose symbol is nearest."""
        here = self.editor.map.places_at(spot.hex)
        spots = spots_of(self.editor.shape, here)
        return min(here, key=lambda place: math.dist(spots[place.id], spot.point), default=None)

    def _is_dragged(self, start: Spot, spot: Spot) -> bool:
        """Whether the pointer went so far within the hex that it was no click."""
        return math.dist(start.point, spot.point) > max(DRAGGED * PITCH, self.editor.near(6))

    def _offset(self, spot: Spot) -> tuple[float, float]:
        centre = self.editor.shape.centre(spot.hex)
        x, y = ((at - middle) / PITCH for at, middle in zip(spot.point, centre, strict=True))
        share = min(1.0, FARTHEST / max(math.hypot(x, y), 1e-9))
        return round(x * share, 2), round(y * share, 2)

    def _set_down(self, place: Place, spot: Spot) -> None:
        change = put_place(self.editor.map, replace(place, offset=self._offset(spot)))
        self.editor.apply(replace(change, label=f"Move the symbol of {place.name or place.id}"))

    def _add(self, at: Hex) -> None:
        if self.lacks(Layer.PLACE, "kinds of place"):
            return
        draft = Place("", "", self.editor.choices.kind(Layer.PLACE), at)
        made = self.editor.ask_place(draft)
        if made is not None:
            self.editor.apply(put_place(self.editor.map, made))

    def _edit(self, place: Place) -> None:
        changed = self.editor.ask_place(place)
        if changed is not None:
            self.editor.apply(put_place(self.editor.map, changed))

    def ghost(self, spot: Spot) -> Ghost:
        """The place as it would stand."""
        if spot.hex not in self.editor.map:
            return Ghost()
        held = self._held if self.is_busy else self._at(spot)
        if spot.ctrl:
            return Ghost(tints=(Tint((spot.hex,), "#ffffff", gone=True),)) if held else Ghost()
        if held is None:
            kind = self.editor.choices.kind(Layer.PLACE)
            return Ghost(symbols=(Symbol(spot.hex, kind),) if kind else ())
        if not self.is_busy or self._start is None or spot.hex == self._start.hex:
            tints = (Tint((spot.hex,), "#ffffff", strength=0.2),)
            if self._start is None or not self._is_dragged(self._start, spot):
                return Ghost(tints=tints)
            put = Symbol(spot.hex, held.kind, held.tags, offset=self._offset(spot))
            return Ghost(tints=tints, symbols=(put,))
        return Ghost(symbols=(Symbol(spot.hex, held.kind, held.tags, held.name, (0.0, 0.5)),))

    def hint(self, spot: Spot | None) -> str:
        """What a click would do."""
        here = self._at(spot) if spot is not None else None
        what = f"opens {here.name or here.id}" if here else f"puts {self.name(Layer.PLACE)}"
        return (
            f"{self.title}: a click {what}; drag moves a place, within its hex too; "
            "Ctrl or Delete removes it"
        )


class LabelTool(Tool):
    """Drags names of places to where they read best; Ctrl gives a name back to the program."""

    id = "label"
    title = "Names"
    layers = (BoardLayer.PLACES, BoardLayer.LABELS)
    pointer = Qt.CursorShape.SizeAllCursor

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._held: Place | None = None
        self._grip = (0.0, 0.0)
        self._offset = (0.0, 0.0)

    def begin(self, spot: Spot) -> None:
        """Take hold of the name at the point, or of the name of the place in the hex."""
        place = self._under(spot)
        if place is None:
            self.editor.say("There is no name of a place here.")
            return
        if spot.ctrl:
            self.editor.apply(put_place(self.editor.map, replace(place, label=None)))
            return
        super().begin(spot)
        self._held = place
        self._offset = self._label_of(place)
        x, y = self._relative(place, spot)
        self._grip = (self._offset[0] - x, self._offset[1] - y)

    def go_on(self, spot: Spot) -> None:
        """The name follows the pointer."""
        if self._held is not None:
            x, y = self._relative(self._held, spot)
            self._offset = (round(x + self._grip[0], 3), round(y + self._grip[1], 3))

    def end(self, spot: Spot) -> None:
        """The name stays where it was dragged; a mere click leaves it to the program."""
        held, offset = self._held, self._offset
        if held is None:
            return
        moved = offset != self._label_of(held)
        self._held = None
        stroke = self.stroke
        super().end(spot)
        if moved:
            change = put_place(self.editor.map, replace(held, label=offset), stroke=stroke)
            self.editor.apply(replace(change, label=f"Move the name of {held.name}"))

    def cancel(self) -> bool:
        """The name goes back."""
        self._held = None
        return super().cancel()

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier, spot: Spot | None) -> bool:
        """Alt with an arrow moves the name of the place at the hex cursor a little."""
        step = _ARROWS.get(key)
        if step is None or spot is None or not held & Qt.KeyboardModifier.AltModifier:
            return False
        place = self._named(spot.hex)
        reason = self.editor.refusal(self.layers)
        if place is None or reason:
            self.editor.say(reason or "There is no named place in this hex.")
            return True
        x, y = self._label_of(place)
        label = (round(x + step[0] * STEP, 3), round(y + step[1] * STEP, 3))
        change = put_place(self.editor.map, replace(place, label=label))
        self.editor.apply(replace(change, label=f"Move the name of {place.name}"))
        return True

    def _under(self, spot: Spot) -> Place | None:
        point = QPointF(*spot.point)
        for ident, box in self.editor.label_boxes().items():
            if box.adjusted(-2, -2, 2, 2).contains(point):
                return self.editor.map.places[ident]
        return self._named(spot.hex)

    def _named(self, at: Hex) -> Place | None:
        return next((place for place in self.editor.map.places_at(at) if place.name), None)

    def _label_of(self, place: Place) -> tuple[float, float]:
        """Where a name stands now, by a person's hand or the program's."""
        if place.label is not None:
            return place.label
        box = self.editor.label_boxes().get(place.id)
        if box is None:
            return (0.0, 0.5)
        x, y = self.editor.layout.centre(place.hex)
        middle = box.center()
        return (round((middle.x() - x) / PITCH, 3), round((middle.y() - y) / PITCH, 3))

    def _relative(self, place: Place, spot: Spot) -> tuple[float, float]:
        x, y = self.editor.layout.centre(place.hex)
        return ((spot.point.x - x) / PITCH, (spot.point.y - y) / PITCH)

    def ghost(self, spot: Spot) -> Ghost:
        """The name where it would stand."""
        place = self._held or self._under(spot)
        if place is None:
            return Ghost()
        offset = self._offset if self._held is not None else self._label_of(place)
        return Ghost(symbols=(Symbol(place.hex, place.kind, place.tags, place.name, offset),))

    def hint(self, spot: Spot | None) -> str:
        """How names are moved."""
        return (
            f"{self.title}: drag the name of a place; Ctrl gives it back to the program; "
            "Alt and the arrows move the name at the hex cursor"
        )


_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
