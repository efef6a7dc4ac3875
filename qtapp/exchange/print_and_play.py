"""Print and play: a whole game as one PDF of boards, counters, set-up, turn record and charts."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from pathlib import Path

from PySide6.QtGui import QPainter

from engine.reports.turn_record import phase_names, turn_rows
from maps.errors import KnownError
from maps.files.writing import write_whole
from qtapp.board.pictures.pdf import PaintPage, pdf_bytes
from qtapp.board.pictures.print_pages import BoardSheets, size_of
from qtapp.board.pictures.print_plan import PrintPlan
from qtapp.exchange.paper.aid_pages import AidPart
from qtapp.exchange.paper.contents import chart_sections, place_sections, turn_sections
from qtapp.exchange.paper.cover import Cover, Inside
from qtapp.exchange.paper.flow import Flow, flowed
from qtapp.exchange.paper.parts import (
    BoardPart,
    CounterPart,
    Part,
    TablePart,
    TrackPart,
    margin_note,
)
from qtapp.exchange.paper.turn_track import TurnTrack
from qtapp.exchange.subject import Subject
from qtapp.painters.counters.counter_images import learn_images
from qtapp.painters.fonts import ensure_gui
from qtapp.workspaces.counters.sheets.layout import PAPERS, Backs, Layout

Report = Callable[[float, str], object]
"""Told how far it has come, 0 to 1, and with what; may raise to stop."""

ENDING = ".pdf"
SMALLEST_PAPER = 120.0
"""The shorter edge of paper that tables can be read on, in millimetres."""
_MARGIN = 12.0


class Piece(StrEnum):
    """What can be printed of a game."""

    BOARD = "board"
    COUNTERS = "counters"
    SET_UP = "set-up"
    TURNS = "turns"
    CHARTS = "charts"
    AIDS = "aids"


NAMES = {
    Piece.BOARD: "board",
    Piece.COUNTERS: "counters",
    Piece.SET_UP: "set-up",
    Piece.TURNS: "turn record",
    Piece.CHARTS: "charts",
    Piece.AIDS: "player aids",
}
"""The parts in words."""


@dataclass(frozen=True, slots=True)
class Paper:
    """How a game is printed: paper and lengths in millimetres, and what of it is wanted."""

    hex_mm: float = 16.0
    paper: tuple[float, float] = PAPERS["A4"]
    counter_mm: float = 14.0
    backs: Backs = Backs.LONG
    wanted: frozenset[Piece] = field(default_factory=lambda: frozenset(Piece))


@dataclass(frozen=True, slots=True)
class Printed:
    """What was written: the parts with their pages, how many pages in all, what was not there."""

    parts: tuple[Inside, ...]
    pages: int
    missing: tuple[str, ...]


def write_print_and_play(
    subject: Subject, path: Path, paper: Paper | None = None, report: Report = lambda _s, _w: None
) -> Printed:
    """Write a game as a PDF, whole or not at all; what is in it.

    Raises KnownError for another ending, measures with which nothing can be printed, a game that
    has nothing of what is wanted, and a file that cannot be written; and what ``report`` raises.
    """
    if path.suffix.lower() != ENDING:
        raise KnownError(str(path), "is no PDF.", f"End its name in {ENDING}.")
    ensure_gui()
    chosen = paper or Paper()
    wide, high = chosen.paper
    if min(wide, high) < SMALLEST_PAPER:
        what = f"leaves too little room on {wide:g} x {high:g} mm."
        raise KnownError("print and play", what, f"Use {SMALLEST_PAPER:g} mm or more either way.")
    report(0.0, "Laying the pages out")
    parts, missing = _parts(subject, chosen)
    if not parts:
        what = "has nothing of what is to be printed."
        raise KnownError(subject.title, what, "Choose other parts, or another game.")
    pages, inside = _bound(subject.title, parts, chosen, missing)
    data = pdf_bytes(
        subject.title,
        chosen.paper,
        pages,
        lambda done, of: report(0.98 * done / of, f"Page {done} of {of}"),
    )
    report(0.99, f"Writing {path.name}")
    write_whole(path, data)
    return Printed(inside, len(pages), missing)


def _parts(subject: Subject, paper: Paper) -> tuple[list[Part], tuple[str, ...]]:
    """The parts that are wanted and there, and the names of those that are not there."""
    found: list[Part] = []
    missing: list[str] = []
    for piece in Piece:
        if piece in paper.wanted:
            part = _MAKERS[piece](subject, paper)
            if part is None:
                # Few games have pictures of charts beside their charts: none is no lack.
                if piece is Piece.AIDS:
                    continue
                missing.append(NAMES[piece])
            else:
                found.append(part)
    return found, tuple(missing)


def _board(subject: Subject, paper: Paper) -> Part | None:
    board = subject.board
    if not board.terrain:
        return None
    plan = PrintPlan(size_of(board, max(0.1, min(paper.hex_mm, 1000.0))), paper.hex_mm, paper.paper)
    return BoardPart(BoardSheets(board, plan, skin=subject.skin), plan)


def _counters(subject: Subject, paper: Paper) -> Part | None:
    order = subject.order
    if order is None or not order.units:
        return None
    learn_images(order)
    layout = Layout(paper.counter_mm, paper.paper, backs=paper.backs)
    layout.check()
    return CounterPart(order, layout)


def _set_up(subject: Subject, paper: Paper) -> Part | None:
    flow = _flow(paper)
    for section in place_sections(subject):
        flow.add(section)
    if not flow.pages[0]:
        return None
    if subject.counters is None:
        return TablePart("Set-up", "Where counters begin, and when others come.", flow, _corner())
    return TablePart("Positions", "Where each counter is now.", flow, _corner())


def _turns(subject: Subject, paper: Paper) -> Part | None:
    if subject.rules is None or subject.state is None:
        return None
    rows = turn_rows(subject.rules, subject.state)
    flow = _flow(paper)
    for section in turn_sections(rows, phase_names(subject.rules, subject.state)):
        flow.add(section)
    return TrackPart(TurnTrack(rows, paper.counter_mm, *_room(paper)), flow, _corner())


def _charts(subject: Subject, paper: Paper) -> Part | None:
    flow = flowed(list(chart_sections(subject.charts)), *_room(paper)) if subject.charts else None
    if flow is None or not flow.pages[0]:
        return None
    how = "Each says whether it was printed with the game, follows from it, or is reconstructed."
    return TablePart("Charts and tables", how, flow, _corner())


def _aids(subject: Subject, paper: Paper) -> Part | None:
    return AidPart(subject.aids, _room(paper), _corner()) if subject.aids else None


_MAKERS: dict[Piece, Callable[[Subject, Paper], Part | None]] = {
    Piece.BOARD: _board,
    Piece.COUNTERS: _counters,
    Piece.SET_UP: _set_up,
    Piece.TURNS: _turns,
    Piece.CHARTS: _charts,
    Piece.AIDS: _aids,
}


def _flow(paper: Paper) -> Flow:
    return Flow(*_room(paper))


def _room(paper: Paper) -> tuple[float, float]:
    return paper.paper[0] - 2 * _MARGIN, paper.paper[1] - 2 * _MARGIN - 4.0


def _corner() -> tuple[float, float]:
    return _MARGIN, _MARGIN


def _bound(
    title: str, parts: Collection[Part], paper: Paper, missing: tuple[str, ...]
) -> tuple[list[PaintPage], tuple[Inside, ...]]:
    """All pages with the cover first, and what is on which."""
    pages: list[PaintPage] = []
    inside: list[Inside] = []
    plan: PrintPlan | None = None
    for part in parts:
        if part.both_sides and len(pages) % 2 == 0:  # the cover comes before them
            pages.append(partial(_blank, paper=paper.paper))
        own = part.pages()
        first = len(pages) + 2
        inside.append(Inside(part.title, first, first + len(own) - 1, part.how))
        numbered = isinstance(part, TablePart | TrackPart)
        for number, paint in enumerate(own, first):
            pages.append(partial(_footed, paint, number, title, paper.paper) if numbered else paint)
        if isinstance(part, BoardPart):
            plan = part.plan
    said = f"It has no {' and no '.join(missing)}."
    cover = Cover(title, tuple(inside), plan, said if missing else "")
    wide = paper.paper[0] - 2 * _MARGIN - 8.0
    return [partial(cover.paint, corner=(_MARGIN + 4.0, 24.0), wide=wide), *pages], tuple(inside)


def _footed(
    paint: PaintPage, number: int, title: str, paper: tuple[float, float], painter: QPainter
) -> None:
    paint(painter)
    margin_note(painter, f"{title} · {number}", paper)


def _blank(painter: QPainter, paper: tuple[float, float]) -> None:
    margin_note(painter, "This side stays empty, so that the next sheet has its back behind it.",
                paper)  # fmt: skip
