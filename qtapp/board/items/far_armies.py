"""Armies in place of counters while the board is so far away that counters are specks."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from maps.hexgrid import Hex, distance
from oob.model import OrderOfBattle, UnitId
from qtapp.app.bridge import GameBridge
from qtapp.board.view import MapView
from qtapp.painters.palette import colour
from qtapp.workspaces.play.acting.bodies import armies_of

FAR = 14.0
"""Pixels of a hex below which a counter cannot be read."""
MANY = 100
"""So few counters on the board are seen one by one at any distance."""
FEW = 2
"""So many units together have no name on the board."""
SPREAD = 9
"""Hexes within which units of an army are one group of it; others are shown apart."""
LETTERS = 8.0
"""Points of the letters, at every distance."""
PAD = 3.0
NEAR = 9
"""Heights of a plate that it is laid aside at most with its name on it."""
ANYWHERE = 30
"""The same for a plate without a name."""


@dataclass(frozen=True, slots=True)
class Group:
    """Units of one army that stand together: where, how many, and in whose colours."""

    title: str
    at: Hex
    count: int
    fill: str
    ink: str
    side: str = ""

    @property
    def text(self) -> str:
        """What the plate says: ``18th Army · 21``; of a few units no more than how many."""
        return f"{self.title} · {self.count}" if self.count > FEW else f"{self.count}"


def groups_of(order: OrderOfBattle, places: Iterable[tuple[UnitId, Hex]]) -> tuple[Group, ...]:
    """The groups of all armies, the largest first, from units and their hexes."""
    armies = armies_of(order)
    found: dict[tuple[str, str], list[tuple[UnitId, Hex]]] = {}
    for unit, at in places:
        if unit in armies:
            side = order.nations[order.units[unit].nation].side
            found.setdefault((side, armies[unit].short), []).append((unit, at))
    groups = [
        _group(order, title, side, mine)
        for (side, title), units in found.items()
        for mine in _together(units)
    ]
    return tuple(sorted(groups, key=lambda one: (-one.count, one.title, one.at)))


def _together(units: list[tuple[UnitId, Hex]]) -> list[list[tuple[UnitId, Hex]]]:
    """The units of an army in groups: each is at most so far from the first one of its group."""
    groups: list[list[tuple[UnitId, Hex]]] = []
    for unit, at in sorted(units, key=lambda one: (one[1], one[0])):
        near = next((own for own in groups if distance(own[0][1], at) <= SPREAD), None)
        if near is None:
            groups.append([(unit, at)])
        else:
            near.append((unit, at))
    return groups


def _group(order: OrderOfBattle, title: str, side: str, units: list[tuple[UnitId, Hex]]) -> Group:
    """A group, at the hex of a unit that is nearest to its middle."""
    q = sum(at.q for _, at in units) / len(units)
    r = sum(at.r for _, at in units) / len(units)
    middle = min((at for _, at in units), key=lambda at: (math.hypot(at.q - q, at.r - r), at))
    nation, _ = Counter(order.units[unit].nation for unit, _ in units).most_common(1)[0]
    of = order.nations[nation]
    return Group(title, middle, len(units), of.fill, of.ink, side)


@dataclass(frozen=True, slots=True)
class Plate:
    """Where the plate of a group lies, in pixels, what it says, and the middle of its hex."""

    group: Group
    box: QRectF
    text: str
    spot: QPointF


def plates_of(
    groups: Sequence[Group], spot: Callable[[Hex], QPointF], font: QFont, area: QRectF
) -> list[Plate]:
    """A plate for each group: over its hex, or at the nearest place in an area where none of those
    laid before it is, rather behind its own front than beyond it. One that finds no place so near
    says no more than how many units it stands for, at the nearest place anywhere.
    """
    metrics = QFontMetricsF(font)
    laid = _Laid(metrics.height() + PAD, area)
    behind = {side: _behind(groups, side, spot) for side in {one.side for one in groups}}
    found: list[Plate] = []
    for group in groups:
        middle, aside = spot(group.at), behind[group.side]
        texts = dict.fromkeys((group.text, str(group.count)))
        boxes = (
            (laid.place(middle, metrics.horizontalAdvance(text) + 2 * PAD, far, aside), text)
            for text, far in zip(texts, (NEAR, ANYWHERE)[-len(texts) :], strict=True)
        )
        box, text = next((one for one in boxes if one[0] is not None), (None, ""))
        if box is not None:
            found.append(Plate(group, box, text, middle))
    return found


class _Laid:
    """Plates of one height, in rows, so that a place is compared with those beside it only."""

    def __init__(self, tall: float, area: QRectF) -> None:
        self._tall, self._area = tall, area
        self._rows: dict[int, list[tuple[float, float, float]]] = {}

    def place(
        self, middle: QPointF, wide: float, far: int, behind: tuple[float, float]
    ) -> QRectF | None:
        """Lay a plate where there is room; None where there is none so near, in heights of it."""
        tall, first, high = self._tall, self._area.left(), self._area.top()
        last, low = self._area.right() - wide, self._area.bottom() - tall
        if last < first or low < high:
            return None
        x, y = middle.x() - wide / 2, middle.y() - tall / 2
        for across, down in _steps(far, behind):
            left = min(max(x + across * tall, first), last)
            top = min(max(y + down * (tall + 1), high), low)
            if self._is_free(left, top, left + wide):
                self._rows.setdefault(int(top // tall), []).append((left, top, left + wide))
                return QRectF(left, top, wide, tall)
        return None

    def _is_free(self, left: float, top: float, right: float) -> bool:
        tall = self._tall
        row = int(top // tall)
        for near in (row - 1, row, row + 1):
            for begins, above, ends in self._rows.get(near, ()):
                if begins < right and left < ends and abs(above - top) < tall:
                    return False
        return True


def _behind(
    groups: Iterable[Group], side: str, spot: Callable[[Hex], QPointF]
) -> tuple[float, float]:
    """Which way is away from the others for a side: right and down, roughly of length 1."""
    sums = {True: QPointF(), False: QPointF()}
    counts = {True: 0, False: 0}
    for group in groups:
        own = group.side == side
        sums[own] += spot(group.at) * group.count
        counts[own] += group.count
    if not all(counts.values()):
        return 0.0, 0.0
    away = sums[True] / counts[True] - sums[False] / counts[False]
    length = math.hypot(away.x(), away.y()) or 1.0
    return round(away.x() / length, 1), round(away.y() / length, 1)


@lru_cache(maxsize=64)
def _steps(far: int, behind: tuple[float, float]) -> tuple[tuple[int, int], ...]:
    """The steps aside to places, the nearest first: across and down, in heights of a plate. Those
    towards the enemy count double.
    """
    reach = range(-far, far + 1)
    steps = [(across, down) for across in reach for down in reach]

    def cost(step: tuple[int, int]) -> float:
        forward = step[0] * behind[0] + step[1] * behind[1] < 0
        return math.hypot(*step) * (2 if forward else 1)

    return tuple(sorted(steps, key=lambda one: (cost(one), one)))


class _Item(QGraphicsItem):
    """Draws plates over the whole board, as large at every distance."""

    def __init__(self, view: MapView) -> None:
        super().__init__()
        self._view = view
        self.groups: tuple[Group, ...] = ()
        self._area = QRectF()
        self._laid: tuple[tuple[float, float, float, str], list[Plate]] | None = None
        self.setZValue(5)
        self.hide()

    def list_groups(self, groups: tuple[Group, ...]) -> None:
        """Show other groups, or none."""
        board = self._view.board.board
        area = board.frame.sheet if board is not None and groups else QRectF()
        if area != self._area:
            self.prepareGeometryChange()
            self._area = area
        if groups != self.groups:
            self.groups, self._laid = groups, None
        self.update()

    def boundingRect(self) -> QRectF:
        """The whole board, and as much beside it as plates may take of the view."""
        aside = self._area.width()
        return self._area.adjusted(-aside, 0, aside, 0)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        """Draw plates, and a line to its hex from each that lies aside of it."""
        board = self._view.board.board
        if board is None:
            return
        frame: QTransform = painter.worldTransform()
        painter.save()
        painter.resetTransform()
        painter.translate(frame.dx(), frame.dy())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(self._view.font())
        font.setPointSizeF(LETTERS)
        font.setBold(True)
        painter.setFont(font)
        plates = self._plates(board.shape.centre, frame, font)
        rim = colour("#2b2620")
        painter.setPen(QPen(rim, 1.2))
        painter.setBrush(rim)
        for plate in plates:
            if not plate.box.contains(plate.spot):
                painter.drawLine(plate.spot, _edge(plate.box, plate.spot))
                painter.drawEllipse(plate.spot, 2, 2)
        for plate in plates:
            painter.setPen(QPen(rim, 1.2))
            painter.setBrush(colour(plate.group.fill))
            painter.drawRoundedRect(plate.box, 3, 3)
            painter.setPen(colour(plate.group.ink))
            painter.drawText(plate.box, int(Qt.AlignmentFlag.AlignCenter), plate.text)
        painter.restore()

    def _plates(
        self, centre: Callable[[Hex], tuple[float, float]], frame: QTransform, font: QFont
    ) -> list[Plate]:
        """The plates at a size of the board, from its origin: they move with it and are laid again
        only when it or what is beside it is larger or smaller.
        """
        size = QTransform.fromScale(frame.m11(), frame.m22())
        broad = float(self._view.viewport().width())
        key = size.m11(), size.m22(), broad, font.toString()
        if self._laid is None or self._laid[0] != key:
            area = size.mapRect(self._area)
            aside = max(0.0, (broad - area.width()) / 2)
            area.adjust(-aside, 0, aside, 0)

            def spot(at: Hex) -> QPointF:
                return size.map(QPointF(*centre(at)))

            self._laid = key, plates_of(self.groups, spot, font, area)
        return self._laid[1]


def _edge(box: QRectF, spot: QPointF) -> QPointF:
    """The point of a plate that is nearest to a spot beside it."""
    return QPointF(
        min(max(spot.x(), box.left()), box.right()), min(max(spot.y(), box.top()), box.bottom())
    )


class FarArmies(QObject):
    """Shows armies in place of counters while a view of a crowded board is far away.

    ``wanted`` says whether that is asked for, ``hidden`` whether the bare board is.
    """

    def __init__(
        self,
        view: MapView,
        bridge: GameBridge,
        wanted: Callable[[], bool],
        hidden: Callable[[], bool],
    ) -> None:
        super().__init__(view)
        self._view, self._bridge = view, bridge
        self._wanted, self._hidden = wanted, hidden
        self._item = _Item(view)
        self.is_active = False
        """True while the game is shown on the board."""
        view.board.addItem(self._item)
        view.zoom_changed.connect(lambda _px: self._follow())
        bridge.changed.connect(lambda _change: self._follow())

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups that show now; none while counters do."""
        return self._item.groups if self._item.isVisible() else ()

    def leave(self) -> None:
        """The board shows something else: all counters, and no armies."""
        self.is_active = False
        self._item.hide()
        self._view.board.show_pieces(True)

    def _follow(self) -> None:
        if self.is_active:
            self.refresh()

    def refresh(self) -> None:
        """Show armies, counters, or neither."""
        groups = self._now()
        self._item.list_groups(groups)
        self._item.setVisible(bool(groups) and not self._hidden())
        self._view.board.show_pieces(not groups and not self._hidden())

    def _now(self) -> tuple[Group, ...]:
        """The groups to show from here; none where counters are seen, or no army is known."""
        bridge = self._bridge
        if not bridge.is_open or self._view.hex_px >= FAR or not self._wanted():
            return ()
        order = bridge.game.scenario.oob
        places = [(one.unit, one.at) for one in bridge.counters if isinstance(one.at, Hex)]
        return groups_of(order, places) if order.formations and len(places) >= MANY else ()
