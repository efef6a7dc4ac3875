"""The parts of a game on paper: each knows its pages and paints them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Protocol

from PySide6.QtGui import QPainter

from engine.core.wording import counted
from oob.model import OrderOfBattle
from qtapp.board.pictures.pdf import PaintPage
from qtapp.board.pictures.print_pages import BoardSheets
from qtapp.board.pictures.print_plan import PrintPlan
from qtapp.exchange.paper.flow import Flow
from qtapp.exchange.paper.print_text import FAINT, write_middle
from qtapp.exchange.paper.turn_track import TurnTrack
from qtapp.workspaces.counters.sheets.layout import Backs, Layout, pages_of
from qtapp.workspaces.counters.sheets.paper import draw_page


class Part(Protocol):
    """A part of a game on paper."""

    @property
    def title(self) -> str:
        """What it is called in the contents."""

    @property
    def how(self) -> str:
        """How to print it, and what to do with it."""

    @property
    def both_sides(self) -> bool:
        """Whether it has fronts and backs, so that it must begin on an odd page."""

    def pages(self) -> list[PaintPage]:
        """What paints its pages in order."""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """The board over several sheets of paper."""

    sheets: BoardSheets
    plan: PrintPlan
    title: str = "Board"
    both_sides: bool = False

    @property
    def how(self) -> str:
        """How to print it."""
        joined = (
            " Cut at the marks of two edges, lay the circles of neighbouring sheets on each other,"
            " and glue them."
            if self.plan.columns * self.plan.rows > 1
            else ""
        )
        return f"On one side of the paper, {self.plan.hex_mm:g} mm a hex.{joined}"

    def pages(self) -> list[PaintPage]:
        """Sheet by sheet."""
        return [partial(self.sheets.paint, sheet=sheet) for sheet in self.plan.sheets()]


@dataclass(frozen=True, slots=True)
class CounterPart:
    """Sheets of counters, fronts and backs."""

    order: OrderOfBattle
    layout: Layout
    title: str = "Counters"

    @property
    def both_sides(self) -> bool:
        """Whether there are backs."""
        return self.layout.backs is not Backs.NONE

    @property
    def how(self) -> str:
        """How to print it."""
        count = f"{counted(len(self.order.units), 'counter')} of {self.layout.side:g} mm. "
        edge = "long" if self.layout.backs is Backs.LONG else "short"
        if self.both_sides:
            turned = f"{count}On both sides of the paper, turned over its {edge} edge"
            return f"{turned}; or fronts and backs apart, glued on card."
        return f"{count}On one side of the paper; glue it on card before you cut."

    def pages(self) -> list[PaintPage]:
        """Each front with its back behind it."""
        units = list(self.order.units.values())
        of = self.layout.sheets(len(units))
        return [
            partial(draw_page, order=self.order, page=page, layout=self.layout, of=of)
            for page in pages_of(units, self.layout)
        ]


@dataclass(frozen=True, slots=True)
class TablePart:
    """Tables that were laid out on pages."""

    title: str
    how: str
    flow: Flow
    corner: tuple[float, float]
    both_sides: bool = False

    def pages(self) -> list[PaintPage]:
        """Page by page."""
        return [
            partial(self.flow.paint, page=page, corner=self.corner)
            for page in range(len(self.flow.pages))
        ]


@dataclass(frozen=True, slots=True)
class TrackPart:
    """The turn record track, with what turns bring on the pages behind it."""

    track: TurnTrack
    flow: Flow
    corner: tuple[float, float]
    title: str = "Turn record"
    how: str = "A box for each turn, a marker goes on it; then the phases and what turns bring."
    both_sides: bool = False

    def pages(self) -> list[PaintPage]:
        """The track, then the tables."""
        boxes = [
            partial(self.track.paint, page=page, corner=self.corner)
            for page in range(self.track.pages)
        ]
        tables = [
            partial(self.flow.paint, page=page, corner=self.corner)
            for page, placed in enumerate(self.flow.pages)
            if placed
        ]
        return [*boxes, *tables]


def margin_note(painter: QPainter, text: str, paper: tuple[float, float]) -> None:
    """Write a line at the foot of a page, in its middle."""
    write_middle(painter, (paper[0] / 2, paper[1] - 5.0), text, 2.3, ink=FAINT)
