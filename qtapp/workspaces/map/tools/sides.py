"""Tools on hexsides: a brush that snaps to the nearest, and a river that follows a stroke."""

from __future__ import annotations

from engine.core.wording import counted
from maps.checking.wordings import kinds_of
from maps.edits import set_sides
from maps.finding.areas import from_rim, nearest_side
from maps.finding.following import Follower
from maps.hexgrid import Side
from maps.layout import Point
from maps.legend import Layer
from qtapp.board.tool_input import Spot
from qtapp.painters.overlays.ghosts import Course, Ghost
from qtapp.workspaces.map.choices.layer_state import BoardLayer
from qtapp.workspaces.map.tools.eyedropper import pick_up
from qtapp.workspaces.map.tools.tool import Aim, Editor, Tool

SNAP = 0.24
"""How near the pointer must pass a hexside in a drag, in hexes, to draw on it."""


class _Sides(Tool):
    """What both tools share."""

    layers = (BoardLayer.HEXSIDES,)
    kinds = Layer.HEXSIDE

    def exists(self, of: Side) -> bool:
        """True for a hexside between two hexes of the board."""
        a, b = of.hexes
        return a in self.editor.map and b in self.editor.map

    def course(self, sides: tuple[Side, ...], gone: bool) -> tuple[Course, ...]:
        """Hexsides as they would be drawn or taken off."""
        if not sides:
            return ()
        look = self.editor.shape.stroke_look(Layer.HEXSIDE, self.editor.choices.kind(Layer.HEXSIDE))
        return (Course(sides, look.stroke, look.width, gone),)

    def is_ready(self, spot: Spot) -> bool:
        """False, with a sentence or a deed, when no stroke may begin."""
        if spot.alt:
            pick_up(self.editor, spot, (Layer.HEXSIDE,))
            return False
        return not self.lacks(Layer.HEXSIDE, "kinds of hexside")


class HexsideTool(_Sides):
    """Draws on the hexside nearest to the pointer; Ctrl takes off, Shift changes to and fro."""

    id = "hexside"
    title = "Hexside brush"
    aim = Aim.SIDE

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._done: set[Side] = set()
        self._last: Point | None = None
        self._on = True

    def begin(self, spot: Spot) -> None:
        """Draw on the nearest side, however far."""
        if not self.is_ready(spot):
            return
        of = nearest_side(self.editor.layout, *spot.point)
        if not self.exists(of):
            self.editor.say("There is no hexside between two hexes of the board here.")
            return
        super().begin(spot)
        self._on = self._turns_on(of, spot)
        self._done, self._last = {of}, spot.point
        self._put((of,))

    def go_on(self, spot: Spot) -> None:
        """Draw on the sides passed closely; a jump of the pointer is walked in small steps."""
        if self._last is None:
            return
        layout = self.editor.layout
        dx, dy = spot.point.x - self._last.x, spot.point.y - self._last.y
        count = max(1, int(max(abs(dx), abs(dy)) / (layout.pitch * 0.15)))
        passed: dict[Side, None] = {}
        for step in range(1, count + 1):
            x, y = self._last.x + dx * step / count, self._last.y + dy * step / count
            of = nearest_side(layout, x, y)
            if of not in self._done and self.exists(of) and from_rim(layout, of, x, y) < SNAP:
                passed[of] = None
        self._last = spot.point
        self._done.update(passed)
        self._put(tuple(passed))

    def end(self, spot: Spot) -> None:
        """The stroke ends."""
        self._last = None
        self._done = set()
        super().end(spot)

    def _turns_on(self, of: Side, spot: Spot) -> bool:
        kind = self.editor.choices.kind(Layer.HEXSIDE)
        if spot.shift:
            return kind not in self.editor.map.hexsides.get(of, ())
        return not spot.ctrl

    def _put(self, sides: tuple[Side, ...]) -> None:
        kind = self.editor.choices.kind(Layer.HEXSIDE)
        self.editor.apply(set_sides(self.editor.map, sides, kind, self._on, stroke=self.stroke))

    def ghost(self, spot: Spot) -> Ghost:
        """The side that is meant."""
        of = nearest_side(self.editor.layout, *spot.point)
        if not self.exists(of):
            return Ghost()
        gone = not (self._on if self.is_busy else self._turns_on(of, spot))
        return Ghost(courses=self.course((of,), gone))

    def hint(self, spot: Spot | None) -> str:
        """The side that is meant and what is on it."""
        board, where = self.editor.map, ""
        if spot is not None:
            of = nearest_side(self.editor.layout, *spot.point)
            if self.exists(of):
                a, b = map(board.label, of.hexes)
                held = kinds_of(board, Layer.HEXSIDE, board.hexsides.get(of, ())) or "nothing yet"
                where = f" {a}/{b} ({held})"
        return (
            f"{self.title}{where}: draws {self.name(Layer.HEXSIDE)}; Ctrl takes off, "
            "Shift changes to and fro, Alt takes up; comma and full stop turn to another side"
        )


class RiverTool(_Sides):
    """Draws along the hexsides that a freehand stroke means."""

    id = "river"
    title = "River"
    aim = Aim.CORNER
    spans = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._follower: Follower | None = None
        self._way: list[Point] = []
        self._sides: tuple[Side, ...] = ()

    def begin(self, spot: Spot) -> None:
        """The stroke begins."""
        if self.is_ready(spot):
            super().begin(spot)
            self._follower = Follower(self.editor.layout, self.exists)
            self._way = []
            self._sides = ()
            self._add(spot)

    def go_on(self, spot: Spot) -> None:
        """The stroke goes on."""
        self._add(spot)

    def end(self, spot: Spot) -> None:
        """Draw what the whole stroke means."""
        if self._follower is None:
            return
        self._add(spot)
        sides = self._sides if len(self._way) > 1 else ()
        kind = self.editor.choices.kind(Layer.HEXSIDE)
        change = set_sides(self.editor.map, sides, kind, not spot.ctrl, stroke=self.stroke)
        self._forget()
        super().end(spot)
        self.editor.apply(change)

    def cancel(self) -> bool:
        """Nothing has been drawn yet."""
        self._forget()
        return super().cancel()

    def _add(self, spot: Spot) -> None:
        if self._follower is not None and (not self._way or self._way[-1] != spot.point):
            self._follower.add(spot.point)
            self._way.append(spot.point)
            self._sides = tuple(self._follower.sides())

    def _forget(self) -> None:
        self._follower = None
        self._way = []
        self._sides = ()

    def ghost(self, spot: Spot) -> Ghost:
        """The stroke, and the sides it means so far."""
        if not self.is_busy:
            of = nearest_side(self.editor.layout, *spot.point)
            return Ghost(courses=self.course((of,), spot.ctrl)) if self.exists(of) else Ghost()
        note = counted(len(self._sides), "hexside")
        course = self.course(self._sides if len(self._way) > 1 else (), spot.ctrl)
        return Ghost(courses=course, stroke=tuple(self._way), note=note, spot=spot.point)

    def hint(self, spot: Spot | None) -> str:
        """What the stroke does."""
        return (
            f"{self.title}: draw freely, {self.name(Layer.HEXSIDE)} follows along the hexsides; "
            "Ctrl takes off, Alt takes up, Esc takes the stroke back"
        )
