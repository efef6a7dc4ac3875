"""The stamp: captures a piece of the board with all layers, turns it, mirrors it, lays it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF, Qt

from engine.core.wording import counted
from maps.edits.changes import MapLayer
from maps.edits.stamps import STAMPED, Stamp, captured, laid, mirrored, rotated
from maps.finding.areas import box_of
from maps.hexgrid import Hex, Link, Side
from maps.layout import Point
from maps.legend import Layer
from qtapp.board.tool_input import Spot
from qtapp.painters.overlays.ghosts import CHOSEN, Course, Ghost, Symbol, Tint
from qtapp.workspaces.map.choices.layer_state import BoardLayer
from qtapp.workspaces.map.tools.tool import Editor, Tool

LAYERS = {
    BoardLayer.TERRAIN: MapLayer.TERRAIN,
    BoardLayer.HEXSIDES: MapLayer.HEXSIDE,
    BoardLayer.LINES: MapLayer.LINE,
    BoardLayer.PLACES: MapLayer.PLACE,
    BoardLayer.REGIONS: MapLayer.MEMBER,
}
"""The layers a stamp holds; those that are locked or hidden are left alone when it is laid."""


class StampTool(Tool):
    """A drag with Shift captures; a click lays what was captured."""

    id = "stamp"
    title = "Stamp"

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.held: Stamp | None = None
        self._slot = 0
        self._corner: Point | None = None

    def begin(self, spot: Spot) -> None:
        """Begin to capture, or lay the stamp."""
        if spot.shift or self.held is None:
            super().begin(spot)
            self._corner = spot.point
            return
        layers = self._open_layers()
        if not layers:
            self.editor.say("Every layer a stamp holds is locked or hidden; unlock one first.")
            return
        stroke = self.editor.new_stroke()
        self.editor.apply(laid(self.editor.map, self.held, spot.hex, layers, stroke=stroke))

    def end(self, spot: Spot) -> None:
        """Capture what the rectangle holds."""
        corner = self._corner
        if corner is None:
            return
        hexes = self._marked(corner, spot)
        self._corner = None
        super().end(spot)
        self.capture(hexes)

    def cancel(self) -> bool:
        """Capture nothing; without a capture, release the stamp."""
        self._corner = None
        if super().cancel():
            return True
        had, self.held = self.held is not None, None
        return had

    def drop(self) -> None:
        """The stamp stays at hand for later."""
        self._corner, self.stroke = None, ""

    def capture(self, hexes: Iterable[Hex]) -> None:
        """Take a copy of some hexes as the stamp, held by the one nearest to their middle."""
        inside = self.on_board(hexes)
        if not inside:
            self.editor.say("There are no hexes of the board to capture here.")
            return
        layout = self.editor.layout
        centres = [layout.centre(at) for at in inside]
        x = sum(p.x for p in centres) / len(centres)
        y = sum(p.y for p in centres) / len(centres)
        self.held, self._slot = captured(self.editor.map, inside, layout.hex_at(x, y)), 0
        many = counted(len(inside), "hex", "hexes")
        self.editor.say(
            f"A stamp of {many} is chosen: click to lay it, comma and full stop "
            "turn it, M mirrors it, Alt with a digit keeps it."
        )

    def turn(self, steps: int) -> None:
        """Turn the stamp anticlockwise by so many times 60 degrees."""
        if self.held is not None:
            self.held = rotated(self.held, steps)

    def mirror(self) -> None:
        """Exchange left and right."""
        if self.held is not None:
            self.held = mirrored(self.held, self.editor.map.orientation)

    def keep(self, slot: int) -> None:
        """Keep the stamp in a slot, for other boards and other days."""
        if self.held is None:
            self.editor.say("There is no stamp to keep; capture one first.")
            return
        self.editor.keep_stamp(slot, self.held)
        self._slot = slot
        self.editor.say(f"The stamp is kept in slot {slot}; {slot} chooses it again.")

    def recall(self, slot: int) -> None:
        """Choose the stamp of a slot."""
        stamp = self.editor.stamp(slot)
        if stamp is None:
            self.editor.say(f"Slot {slot} is empty; Alt+{slot} keeps the current stamp there.")
            return
        self.held, self._slot = stamp, slot

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier, spot: Spot | None) -> bool:
        """Comma and full stop turn, M mirrors, digits are slots."""
        digit = key.value - Qt.Key.Key_0.value
        if held & Qt.KeyboardModifier.KeypadModifier:
            return False
        if 1 <= digit <= 9:
            if held & Qt.KeyboardModifier.AltModifier:
                self.keep(digit)
            else:
                self.recall(digit)
        elif key == Qt.Key.Key_Comma:
            self.turn(1)
        elif key == Qt.Key.Key_Period:
            self.turn(-1)
        elif key == Qt.Key.Key_M:
            self.mirror()
        else:
            return False
        return True

    def _open_layers(self) -> frozenset[MapLayer]:
        found = {own for layer, own in LAYERS.items() if not self.editor.refusal((layer,))}
        return frozenset(found) & STAMPED

    def _marked(self, corner: Point, spot: Spot) -> tuple[Hex, ...]:
        bounds = QRectF(
            min(corner.x, spot.point.x),
            min(corner.y, spot.point.y),
            abs(corner.x - spot.point.x),
            abs(corner.y - spot.point.y),
        )
        among = self.editor.shape.hexes_in(bounds)
        found = box_of(self.editor.layout, corner, spot.point, among)
        return tuple(found) or self.on_board((spot.hex,))

    def ghost(self, spot: Spot) -> Ghost:
        """The stamp as it would lie, or the rectangle to be captured."""
        if self._corner is not None:
            marked = self._marked(self._corner, spot)
            return Ghost(
                tints=(Tint(marked, CHOSEN, strength=0.25),),
                frames=((self._corner, spot.point),),
                note=counted(len(marked), "hex", "hexes"),
                spot=spot.point,
            )
        if self.held is None:
            return Ghost(tints=(Tint(self.on_board((spot.hex,)), CHOSEN, strength=0.2),))
        return self._laid(self.held, spot)

    def _laid(self, stamp: Stamp, spot: Spot) -> Ghost:
        board, shape, at = self.editor.map, self.editor.shape, spot.hex
        by_kind: dict[str, list[Hex]] = {}
        for step, kind in stamp.terrain.items():
            if (here := step.moved(at)) in board:
                by_kind.setdefault(kind, []).append(here)
        tints = tuple(
            Tint(tuple(hexes), shape.terrain_look(kind).fill) for kind, hexes in by_kind.items()
        )
        courses: dict[tuple[Layer, str], list[Side | Link]] = {}
        for of, kinds in stamp.hexsides.items():
            moved = Side(of.hex.moved(at), of.direction)
            if all(here in board for here in moved.hexes):
                courses.setdefault((Layer.HEXSIDE, min(kinds)), []).append(moved)
        for way, kinds in stamp.lines.items():
            along = Link(way.a.moved(at), way.b.moved(at))
            if all(here in board for here in along):
                courses.setdefault((Layer.LINE, min(kinds)), []).append(along)
        looks = [(shape.stroke_look(*key), parts) for key, parts in courses.items()]
        symbols = tuple(
            Symbol(here, place.kind, place.tags, place.name, place.label)
            for place in stamp.places
            if (here := place.hex.moved(at)) in board
        )
        drawn = tuple(Course(tuple(parts), look.stroke, look.width) for look, parts in looks)
        return Ghost(tints, drawn, symbols)

    def hint(self, spot: Spot | None) -> str:
        """What is chosen, and the keys."""
        if self.held is None:
            return (
                f"{self.title}: drag over hexes to capture them with all layers; "
                "1 to 9 choose a kept stamp"
            )
        slot = f" from slot {self._slot}" if self._slot else ""
        many = counted(len(self.held), "hex", "hexes")
        return (
            f"{self.title} of {many}{slot}: click lays it, comma and "
            "full stop turn it, M mirrors it, Shift and drag capture again, Esc lets go"
        )
