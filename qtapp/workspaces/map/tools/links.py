"""Roads and rails: links between hex centres, drawn by dragging or from click to click."""

from __future__ import annotations

from engine.core.wording import counted
from maps.edits import set_lines
from maps.finding.following import easy_links, straight_links
from maps.hexgrid import Hex, Link, line, link
from maps.legend import Layer
from qtapp.board.tool_input import Spot
from qtapp.painters.overlays.ghosts import Course, Ghost, Tint
from qtapp.workspaces.map.choices.layer_state import BoardLayer
from qtapp.workspaces.map.tools.eyedropper import pick_up
from qtapp.workspaces.map.tools.tool import Editor, Tool


class LinkTool(Tool):
    """Links centres. Ctrl takes lines up, Shift finds an easy way, Esc ends a chain of clicks."""

    id = "link"
    title = "Road and rail"
    layers = (BoardLayer.LINES,)
    kinds = Layer.LINE
    spans = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._chain: list[Hex] = []
        self._from: Hex | None = None
        """The end of a chain of clicks, from which the next click goes on."""

    def begin(self, spot: Spot) -> None:
        """A drag begins, or a click that ends a link."""
        if spot.alt:
            pick_up(self.editor, spot, (Layer.LINE,))
        elif not self.lacks(Layer.LINE, "kinds of road or rail"):
            super().begin(spot)
            self._chain = [spot.hex]

    def go_on(self, spot: Spot) -> None:
        """The chain goes on through the hexes that are crossed; going back takes links off it."""
        if not self._chain:
            return
        for at in line(self._chain[-1], spot.hex)[1:]:
            if len(self._chain) > 1 and self._chain[-2] == at:
                self._chain.pop()
            else:
                self._chain.append(at)

    def end(self, spot: Spot) -> None:
        """Lay the chain; after a mere click, the link from the click before."""
        self.go_on(spot)
        links = self._links(spot)
        kind = self.editor.choices.kind(Layer.LINE)
        change = set_lines(self.editor.map, links, kind, not spot.ctrl, stroke=self.stroke)
        is_click = len(self._chain) == 1
        if is_click and self._from is not None and spot.hex != self._from and not links:
            self.editor.say("There is no easy way over land; link without Shift.")
        self._from = spot.hex if is_click and spot.hex in self.editor.map else None
        self._chain = []
        super().end(spot)
        self.editor.apply(change)

    def cancel(self) -> bool:
        """Nothing has been laid yet; a chain of clicks ends as well."""
        was_chain = self._from is not None
        self._chain, self._from = [], None
        return super().cancel() or was_chain

    def _links(self, spot: Spot) -> tuple[Link, ...]:
        board = self.editor.map
        links: list[Link] = []
        if len(self._chain) > 1:
            links = [
                link(a, b) for a, b in zip(self._chain, self._chain[1:], strict=False) if a != b
            ]
        elif self._from is not None and self._from != spot.hex:
            if spot.shift:
                kind = self.editor.choices.kind(Layer.LINE)
                links = easy_links(board, self._from, spot.hex, kind)
            else:
                links = straight_links(self._from, spot.hex)
        return tuple(way for way in links if way.a in board and way.b in board)

    def ghost(self, spot: Spot) -> Ghost:
        """The links that would be laid or taken up."""
        links = self._links(spot)
        if not links:
            start = self.on_board((spot.hex,))
            return Ghost(tints=(Tint(start, "#ffffff", strength=0.25),))
        look = self.editor.shape.stroke_look(Layer.LINE, self.editor.choices.kind(Layer.LINE))
        course = Course(links, look.stroke, max(look.width, 0.05), gone=spot.ctrl)
        return Ghost(courses=(course,), note=counted(len(links), "hex", "hexes"), spot=spot.point)

    def hint(self, spot: Spot | None) -> str:
        """How links are laid."""
        onward = " from the last click (Esc ends)" if self._from is not None else ""
        return (
            f"{self.title}: drag or click from hex to hex to lay {self.name(Layer.LINE)}{onward}; "
            "Ctrl takes up, Shift finds an easy way over land, Alt takes up the kind"
        )
