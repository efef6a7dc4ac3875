"""A war in pictures: one of the board at the end of each turn, as a film or as files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter

from engine.core.state import State
from engine.core.system import Rules
from engine.core.wording import counted
from engine.game.player_view import PlayerView
from engine.game.session import GameSession
from engine.reports.line_record import LineRecord
from engine.reports.turn_record import turn_dates
from maps.errors import KnownError
from maps.files.writing import still_wanted, whole_file
from maps.finding.fronts import front_between
from maps.formats.films import FILMS, MOST_FRAMES, Film
from maps.hexgrid import Hex
from qtapp.board.pictures.png import png_bytes
from qtapp.board.pictures.render import Picture
from qtapp.painters.fonts import Face, ensure_gui, lettering
from qtapp.painters.palette import colour
from qtapp.painters.skin import Skin

Report = Callable[[float, str], object]
"""Told how far it has come, 0 to 1, and with what; may raise to stop."""

PICTURES = ".png"
"""The ending under which each turn becomes a picture of its own."""
_BAND = 30
"""Pixels of the line of words over each picture."""
_STEPS = 200
"""Steps of the log that are read between two reports."""


@dataclass(frozen=True, slots=True)
class FilmPlan:
    """How a war is filmed: pixels per hex, what part of the board, how long each turn is shown,
    whether the front is drawn, and scans that show in place of the drawn map.
    """

    hex_px: float = 32.0
    region: tuple[Hex, ...] | None = None
    milliseconds: int = 1_000
    front: bool = True
    skin: Skin | None = None


@dataclass(frozen=True, slots=True)
class Filmed:
    """What was written: how many turns, the size of the pictures, and the files."""

    turns: int
    size: tuple[int, int]
    files: tuple[Path, ...]


def write_film(
    game: GameSession,
    path: Path,
    plan: FilmPlan | None = None,
    report: Report = lambda _s, _w: None,
    view: PlayerView | None = None,
) -> Filmed:
    """Film the current line of a game: ``.webp`` and ``.apng`` are films, ``.png`` pictures, one
    a turn, numbered. With ``view`` no more is shown than its seat knew. All are written, or none.

    Raises KnownError for another ending, pictures that are too large, and files that cannot be
    written; and whatever ``report`` raises.
    """
    if path.suffix.lower() != PICTURES:
        FILMS.require(path)
    ensure_gui()
    report(0.0, "Reading the log")
    record = LineRecord.of(game)
    while not record.go_on(game, _STEPS):
        report(0.02, "Reading the log")
    shots = [
        _Shot(game.rules_at(node), game.state_at(node))
        if view is None
        else _Shot(view.rules_at(node), view.state_at(node))
        for node in record.ends().values()
    ]
    camera = _Camera(game, plan or FilmPlan(), shots, report)
    if path.suffix.lower() == PICTURES:
        return Filmed(len(shots), camera.size, tuple(_write_pictures(camera, path)))
    film = Film(camera.size, len(shots), camera.pixels, camera.plan.milliseconds)
    FILMS.write(film, path)
    return Filmed(len(shots), camera.size, (path,))


@dataclass(frozen=True, slots=True)
class _Shot:
    """The end of a turn."""

    rules: Rules
    state: State


class _Camera:
    """Takes the pictures of a war. The ground is painted once."""

    def __init__(
        self, game: GameSession, plan: FilmPlan, shots: list[_Shot], report: Report
    ) -> None:
        if len(shots) > MOST_FRAMES:
            raise KnownError(
                "this film", f"would have {counted(len(shots), 'picture')}.", "Too long a war."
            )
        scenario = game.scenario
        self.plan = plan
        self._shots, self._report = shots, report
        self._sides = {side.id: side.name for side in game.system.sides}
        self._board = scenario.map
        self._title = scenario.title
        self._dates = turn_dates(shots[0].rules, max(shot.state.turn for shot in shots))
        self._picture = Picture(
            scenario.map, plan.hex_px, region=plan.region, oob=scenario.oob, title=False,
            skin=plan.skin,
        )  # fmt: skip
        size = self._picture.size
        self.size = size.width(), size.height() + _BAND
        Film(self.size, len(shots), self.pixels, plan.milliseconds)
        report(0.05, "Painting the board")
        self._ground = self._picture.image()

    @property
    def count(self) -> int:
        """How many pictures there are."""
        return len(self._shots)

    def pixels(self, number: int) -> bytes:
        """A picture as rows of red, green and blue."""
        image = self.shot(number).convertToFormat(QImage.Format.Format_RGB888)
        wide, high = image.width() * 3, image.height()
        data, line = bytes(image.constBits()), image.bytesPerLine()
        return b"".join(data[row * line : row * line + wide] for row in range(high))

    def shot(self, number: int) -> QImage:
        """The picture of a turn's end, with its line of words."""
        still_wanted()
        share = 0.1 + 0.85 * number / self.count
        self._report(share, f"Picture {number + 1} of {self.count}")
        shot = self._shots[number]
        counters = shot.rules.counters(shot.state)
        held = {
            view.at: shot.rules.owner(shot.state, view.unit)
            for view in counters
            if isinstance(view.at, Hex) and view.unit in shot.state.pieces
        }
        front = front_between(self._board, held) if self.plan.front else set()
        board = self._picture.with_pieces(
            self._ground, counters, shot.rules.markers(shot.state), front
        )
        whole = QImage(QSize(*self.size), QImage.Format.Format_RGB32)
        painter = QPainter(whole)
        try:
            painter.drawImage(0, _BAND, board)
            self._caption(painter, shot)
        finally:
            painter.end()
        return whole

    def _caption(self, painter: QPainter, shot: _Shot) -> None:
        """Turn and weather at the left, the points at the right."""
        wide = self.size[0]
        painter.fillRect(QRectF(0, 0, wide, _BAND), colour("#1b1610"))
        phases = shot.rules.phases(shot.state)
        turn = phases.turn_words if phases.turn else "Set-up"
        parts = (turn, self._dates.get(phases.turn, ""), phases.weather)
        right = self._points(shot)
        bold, plain = lettering(Face.BOLD, 15), lettering(Face.SANS, 14)
        painter.setPen(colour("#f4efe2"))
        room = QRectF(10, 0, wide - 20, _BAND)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(plain)
        taken = QFontMetricsF(plain).horizontalAdvance(right)
        if right and taken < wide * 0.6:
            painter.drawText(room, Qt.AlignmentFlag.AlignRight | middle, right)
            room.setWidth(room.width() - taken - 16)
        painter.setFont(bold)
        words = " · ".join(filter(None, parts))
        said = QFontMetricsF(bold).elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | middle, said)

    def _points(self, shot: _Shot) -> str:
        """The victory points of the sides, where the game counts any."""
        figures = [one for one in shot.rules.figures(shot.state) if one.id == "points"]
        told = [f"{self._sides.get(one.side, one.side)} {one.value:g}".strip() for one in figures]
        return " · ".join(told)


def _write_pictures(camera: _Camera, path: Path) -> Iterable[Path]:
    """One file a turn, numbered behind the name; all of them, or none."""
    count = camera.count
    digits = max(2, len(str(count)))
    names = [path.with_name(f"{path.stem}-{n + 1:0{digits}}{path.suffix}") for n in range(count)]
    with ExitStack() as stack:
        partials = [stack.enter_context(whole_file(name)) for name in names]
        for number, partial in enumerate(partials):
            partial.write_bytes(png_bytes(camera.shot(number), 70))
    return names
