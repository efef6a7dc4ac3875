"""A module of VASSAL made of a board and its counters: pictures painted, places worked out."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from engine.editing.aid_session import NewAid
from engine.editing.chart_session import imported
from engine.reports.turn_record import phase_names, turn_rows
from maps.errors import KnownError
from maps.files.writing import write_whole
from maps.formats.vassal.writing import Laid, first_hex
from maps.hexgrid import Hex
from maps.model import GameMap
from oob.formats.vassal.charts import ChartFile
from oob.formats.vassal.module_writing import (
    MAP_PICTURE,
    Module,
    Standing,
    kept_images,
    module_bytes,
)
from oob.formats.vassal.orders import KEPT
from oob.formats.vassal.own_orders import spot_of
from oob.model import EntryKind, OrderOfBattle, Unit, UnitId
from qtapp.board.pictures.png import png_bytes
from qtapp.board.pictures.render import Picture
from qtapp.exchange.paper.contents import chart_pages
from qtapp.exchange.subject import Subject
from qtapp.painters.counters.counter_images import learn_images
from qtapp.painters.counters.counters import blank_print, draw_print, face_in, form_in
from qtapp.painters.fonts import ensure_gui
from qtapp.painters.palette import colour
from qtapp.painters.skin import Skin

Report = Callable[[float, str], object]
"""Told how far it has come, 0 to 1, and with what; may raise to stop."""

ENDING = ".vmod"
HEX_PX = 64.0
_COUNTER = 0.75
"""A counter's edge in hexes."""


def write_module(
    subject: Subject, path: Path, hex_px: float = HEX_PX, report: Report = lambda _s, _w: None
) -> Module:
    """Write a module, whole or not at all; what is in it.

    Raises KnownError for a board without hexes or too large for a picture, another ending, and
    when it cannot be written; and whatever ``report`` raises.
    """
    if path.suffix.lower() != ENDING:
        raise KnownError(str(path), "is no module of VASSAL.", f"End its name in {ENDING}.")
    if not subject.board.terrain:
        raise KnownError(subject.board.title, "has no hexes.", "Draw some first.")
    ensure_gui()
    module = _module(subject, hex_px, report)
    report(0.97, "Writing the module")
    write_whole(path, module_bytes(module))
    return module


def _module(subject: Subject, hex_px: float, report: Report) -> Module:
    board, order = subject.board, subject.order
    report(0.0, "Painting the board")
    picture, laid = _laid(board, hex_px, subject.skin)
    pictures: dict[str, bytes] = {}
    with TemporaryDirectory() as folder:
        scratch = Path(folder) / MAP_PICTURE
        picture.save(scratch, lambda share: report(share * 0.6, "Painting the board"))
        pictures[MAP_PICTURE] = scratch.read_bytes()
    standing: list[Standing] = []
    if order is not None:
        learn_images(order)
        faces = _Faces(order, max(8, round(hex_px * _COUNTER)))
        places = dict(_places(subject, order))
        for done, unit in enumerate(order.units.values()):
            report(0.6 + 0.35 * done / len(order.units), "Painting the counters")
            images = faces.of(unit)
            at, face, folder = places.get(unit.id, (None, 0, ""))
            standing.append(Standing(unit, images, max(0, min(face, len(images) - 1)), at, folder))
        pictures |= faces.pictures
    turns, phases = _turns(subject)
    charts = dict(chart_pages(subject.charts)) if subject.charts else {}
    rules = imported(subject.charts, subject.title, subject.system).text() if charts else ""
    return Module(
        subject.title, board, laid, order, tuple(standing), pictures, turns, phases, charts, rules,
        tuple(_aids(subject.aids, pictures)),
    )  # fmt: skip


def _aids(aids: Iterable[NewAid], taken: Collection[str]) -> Iterator[ChartFile]:
    """Player aids with names of files that no other picture has."""
    for number, aid in enumerate(aids, 1):
        file = f"chart-{number:03}{aid.picture.media.ending}"
        while file in taken:
            file = f"own-{file}"
        yield ChartFile(aid.name, aid.folder, aid.note, file, aid.picture.data)


def _turns(subject: Subject) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the turns and the phases of a game are called; nothing for a board alone."""
    if subject.rules is None or subject.state is None:
        return (), ()
    rows = turn_rows(subject.rules, subject.state)
    names = (f"Turn {row.number} {row.date}".strip() for row in rows if row.number)
    return tuple(names), phase_names(subject.rules, subject.state)


def _laid(board: GameMap, hex_px: float, skin: Skin | None) -> tuple[Picture, Laid]:
    """A picture of the board, and how the board lies on it."""
    first = first_hex(board)
    picture = Picture(board, hex_px, title=False, anchor=first, skin=skin)
    x, y = picture.spot(first)
    size = picture.size
    laid = Laid(
        size.width(), size.height(), first, round(x), round(y),
        hex_px * math.sqrt(0.75), hex_px, picture.boxes(),
    )  # fmt: skip
    return picture, laid


Spot = tuple[Hex | str | None, int, str]
"""Where a counter is (None in the palette), the face it shows, and its list in the palette."""


def _places(subject: Subject, order: OrderOfBattle) -> Iterator[tuple[UnitId, Spot]]:
    """Where each counter is: in a game as it is now, else where it begins or when it comes."""
    board = subject.board
    if subject.counters is not None:
        for view in subject.counters:
            if isinstance(view.at, Hex):
                yield view.unit, (view.at if view.at in board.terrain else None, view.face, "")
            elif view.at in board.boxes:
                yield view.unit, (view.at, view.face, "")
            else:
                yield view.unit, (None, view.face, view.at.replace("_", " "))
        return
    for entry in order.schedule:
        if entry.kind is EntryKind.ARRIVES and entry.turn:
            for unit in entry.units:
                yield unit, (None, 0, f"Turn {entry.turn}")
    for setup in order.setups:
        spot = spot_of(setup.place, board)
        for unit in setup.units:
            reduced = 0 < setup.steps < order.units[unit].steps
            yield unit, (spot, int(reduced), "" if spot is not None else setup.place)


class _Faces:
    """Pictures of counters, each painted once however many counters share it."""

    def __init__(self, order: OrderOfBattle, px: int) -> None:
        self.pictures: dict[str, bytes] = {}
        self._order, self._px = order, px
        self._names: dict[bytes, str] = {}

    def of(self, unit: Unit) -> tuple[str, ...]:
        """The names of the pictures of a unit's faces; those that a kept piece asks for besides."""
        for name, face in kept_images(self._order, unit):
            self.pictures.setdefault(name, self._painted(unit, face))
        found = []
        if KEPT + unit.id in self._order.notes:
            return ()
        for face in range(len(unit.faces)):
            data = self._painted(unit, face)
            if data not in self._names:
                self._names[data] = f"counter-{len(self._names) + 1:04}.png"
                self.pictures[self._names[data]] = data
            found.append(self._names[data])
        return tuple(found)

    def _painted(self, unit: Unit, face: int) -> bytes:
        drawn = face_in(self._order, unit, face)
        image = blank_print(drawn, self._px)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        box = QRectF(0, 0, self._px, self._px)
        draw_print(painter, drawn, box)
        painter.setPen(QPen(colour("#1b1610", 0.6), 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        edge = box.adjusted(0.5, 0.5, -0.5, -0.5)
        form = form_in(drawn, edge)
        if form is None:
            painter.drawRect(edge)
        else:
            painter.drawPath(form)
        painter.end()
        return png_bytes(image)
