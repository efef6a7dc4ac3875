"""Tools on areas: fill, straight line, and selecting by rectangle and lasso."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF

from engine.core.wording import counted
from maps.edits import paint
from maps.finding.areas import box_of, lassoed, same_terrain, swept
from maps.hexgrid import Hex
from maps.layout import Point
from maps.legend import Layer
from maps.model import GameMap
from qtapp.board.tool_input import Spot
from qtapp.painters.overlays.ghosts import CHOSEN, Ghost, Tint
from qtapp.workspaces.map.choices.hex_selection import Joining
from qtapp.workspaces.map.choices.layer_state import BoardLayer
from qtapp.workspaces.map.choices.tool_choices import Choices
from qtapp.workspaces.map.tools.tool import Editor, Tool


class FillTool(Tool):
    """Gives the connected hexes of one terrain another, within limits."""

    id = "fill"
    title = "Fill"
    layers = (BoardLayer.TERRAIN,)
    kinds = Layer.TERRAIN

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._shown: frozenset[Hex] = frozenset()
        self._shown_for: tuple[object, ...] = ()

    def begin(self, spot: Spot) -> None:
        """Fill, after asking when it is much."""
        if self.lacks(Layer.TERRAIN, "terrain"):
            return
        now = self.editor.choices.now
        hexes = filled(self.editor, spot.hex)
        if not hexes:
            self.editor.say("There is nothing to fill here within the limits that are set.")
            return
        if len(hexes) > now.fill_most and not self.editor.confirms(
            f"Fill {counted(len(hexes), 'hex', 'hexes')} with {self.name(Layer.TERRAIN)}?"
        ):
            return
        self.editor.apply(paint(self.editor.map, hexes, now.terrain))

    def ghost(self, spot: Spot) -> Ghost:
        """The hexes to be filled, as far as they need no question."""
        now, board = self.editor.choices.now, self.editor.map
        terrain = board.terrain.get(spot.hex)
        key = (now, terrain, self.editor.hexes.hexes)
        if spot.hex not in self._shown or key != self._shown_for:
            self._shown = frozenset(filled(self.editor, spot.hex, now.fill_most))
            self._shown_for = key
        look = self.editor.shape.terrain_look(now.terrain)
        count = len(self._shown)
        note = (
            counted(count, "hex", "hexes")
            if count <= now.fill_most
            else f"more than {now.fill_most}"
        )
        return Ghost(
            tints=(Tint(tuple(sorted(self._shown)), look.fill),), note=note, spot=spot.point
        )

    def hint(self, spot: Spot | None) -> str:
        """What becomes what, and the limits."""
        now, board = self.editor.choices.now, self.editor.map
        kind = board.legend.kinds.get(
            (Layer.TERRAIN, board.terrain.get(spot.hex, "") if spot is not None else "")
        )
        limits = _limits(self.editor, now)
        here = kind.name if kind is not None else "one terrain"
        return f"{self.title}: connected {here} becomes {self.name(Layer.TERRAIN)}{limits}"


def filled(editor: Editor, at: Hex, most: int | None = None) -> list[Hex]:
    """The hexes a fill from a hex means, by the limits that are set."""
    now, board = editor.choices.now, editor.map
    within: frozenset[Hex] | None = None
    if now.fill_keeps_to_selection and editor.hexes.hexes:
        within = editor.hexes.hexes
    if now.fill_keeps_to_region:
        region = _region(board, now, at)
        within = region if within is None else within & region
    return same_terrain(board, at, within=within, not_across=now.fill_walls, most=most)


def _region(board: GameMap, now: Choices, at: Hex) -> frozenset[Hex]:
    """The region of the chosen layer around a hex; outside all regions, all that is outside."""
    regions = board.regions.get(now.region_layer, {})
    name = board.region_of(now.region_layer, at)
    if name is not None:
        return regions[name]
    return frozenset(board.terrain).difference(*regions.values())


def _limits(editor: Editor, now: Choices) -> str:
    limits = []
    if now.fill_keeps_to_selection and editor.hexes.hexes:
        limits.append("within the selection")
    if now.fill_keeps_to_region:
        limits.append("within its region")
    if now.fill_walls:
        names = [k.name for k in editor.map.legend.of(Layer.HEXSIDE) if k.id in now.fill_walls]
        limits.append(f"not across {', '.join(names)}")
    return f", {', '.join(limits)}" if limits else ""


class LineTool(Tool):
    """Paints terrain along a straight line of hexes, as wide as the brush."""

    id = "line"
    title = "Line"
    layers = (BoardLayer.TERRAIN,)
    kinds = Layer.TERRAIN
    spans = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._start: Hex | None = None

    def begin(self, spot: Spot) -> None:
        """The line begins here."""
        if not self.lacks(Layer.TERRAIN, "terrain"):
            super().begin(spot)
            self._start = spot.hex

    def end(self, spot: Spot) -> None:
        """The line ends here."""
        hexes, kind = self._hexes(spot), self.editor.choices.kind(Layer.TERRAIN)
        stroke, self._start = self.stroke, None
        super().end(spot)
        self.editor.apply(paint(self.editor.map, hexes, kind, stroke=stroke))

    def cancel(self) -> bool:
        """Nothing has been painted yet."""
        self._start = None
        return super().cancel()

    def _hexes(self, spot: Spot) -> tuple[Hex, ...]:
        now = self.editor.choices.now
        return self.on_board(swept(self._start or spot.hex, spot.hex, now.size, now.shape))

    def ghost(self, spot: Spot) -> Ghost:
        """The line as it would be."""
        look = self.editor.shape.terrain_look(self.editor.choices.kind(Layer.TERRAIN))
        hexes = self._hexes(spot)
        note = counted(len(hexes), "hex", "hexes") if self.is_busy else ""
        return Ghost(tints=(Tint(hexes, look.fill),), note=note, spot=spot.point)

    def hint(self, spot: Spot | None) -> str:
        """The kind and the width."""
        size = self.editor.choices.now.size
        return (
            f"{self.title}: drag from end to end to paint {self.name(Layer.TERRAIN)}; "
            f"size {size} ([ ] change it)"
        )


class _Select(Tool):
    """Marks hexes: instead of the selection, added to it (Shift) or taken out of it (Alt, Ctrl)."""

    spans = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._way: list[Point] = []

    def begin(self, spot: Spot) -> None:
        """Marking begins."""
        super().begin(spot)
        self._way = [spot.point]

    def go_on(self, spot: Spot) -> None:
        """Marking goes on."""
        self._way.append(spot.point)

    def end(self, spot: Spot) -> None:
        """Select what is marked; a click without a drag means its hex."""
        self._way.append(spot.point)
        marked = self._marked(spot)
        self._way = []
        super().end(spot)
        self.editor.hexes.choose(marked, joining(spot))

    def cancel(self) -> bool:
        """Leave the selection as it was."""
        self._way = []
        return super().cancel()

    def _marked(self, spot: Spot) -> tuple[Hex, ...]:
        bounds = _bounds(self._way)
        reach = self.editor.near(6.0)
        if bounds.width() < reach and bounds.height() < reach:
            return self.on_board((spot.hex,))
        return tuple(self.within(self.editor.shape.hexes_in(bounds)))

    def within(self, among: list[Hex]) -> list[Hex]:
        """The hexes that are marked, of some that may be."""
        return box_of(self.editor.layout, self._way[0], self._way[-1], among)

    def ghost(self, spot: Spot) -> Ghost:
        """What is marked so far."""
        if not self.is_busy:
            return Ghost(tints=(Tint(self.on_board((spot.hex,)), CHOSEN, strength=0.2),))
        marked = self._marked(spot)
        gone = joining(spot) is Joining.SUBTRACT
        tint = Tint(marked, CHOSEN, gone=gone, strength=0.25)
        return self.drawn(
            Ghost(tints=(tint,), note=counted(len(marked), "hex", "hexes"), spot=spot.point)
        )

    def drawn(self, ghost: Ghost) -> Ghost:
        """The mark itself, on a ghost."""
        return replace(ghost, frames=((self._way[0], self._way[-1]),))

    def hint(self, spot: Spot | None) -> str:
        """How it joins what is selected."""
        count = len(self.editor.hexes)
        has = f"; {count} selected" if count else ""
        return f"{self.title}: drag to select hexes, Shift adds, Alt or Ctrl takes out{has}"


class SelectTool(_Select):
    """Selects by rectangle."""

    id = "select"
    title = "Select in a rectangle"


class LassoTool(_Select):
    """Selects by a freehand outline."""

    id = "lasso"
    title = "Select with a lasso"

    def within(self, among: list[Hex]) -> list[Hex]:
        """The hexes inside the outline."""
        return lassoed(self.editor.layout, self._way, among)

    def drawn(self, ghost: Ghost) -> Ghost:
        """The outline."""
        return replace(ghost, stroke=(*self._way, self._way[0]))


def joining(spot: Spot) -> Joining:
    """How the keys that are held say a mark joins the selection."""
    if spot.shift:
        return Joining.ADD
    return Joining.SUBTRACT if spot.alt or spot.ctrl else Joining.REPLACE


def _bounds(points: list[Point]) -> QRectF:
    xs, ys = [p.x for p in points], [p.y for p in points]
    return QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
