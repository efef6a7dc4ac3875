"""Armies in place of counters while the board is so far away that counters are specks."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

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
TRIES = 12
"""How often a plate is moved aside from others before it lies over one."""


@dataclass(frozen=True, slots=True)
class Group:
    """Units of one army that stand together: where, how many, and in whose colours."""

    title: str
    at: Hex
    count: int
    fill: str
    ink: str

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
        _group(order, title, mine)
        for (_side, title), units in found.items()
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


def _group(order: OrderOfBattle, title: str, units: list[tuple[UnitId, Hex]]) -> Group:
    """A group, at the hex of a unit that is nearest to its middle."""
    q = sum(at.q for _, at in units) / len(units)
    r = sum(at.r for _, at in units) / len(units)
    middle = min((at for _, at in units), key=lambda at: (math.hypot(at.q - q, at.r - r), at))
    nation, _ = Counter(order.units[unit].nation for unit, _ in units).most_common(1)[0]
    of = order.nations[nation]
    return Group(title, middle, len(units), of.fill, of.ink)


def plates_of(
    groups: Iterable[Group], spot: Callable[[Hex], QPointF], font: QFont, area: QRectF
) -> list[QRectF]:
    """A plate for each group in pixels, over its hex or aside of plates laid before it, and within
    an area from left to right.
    """
    metrics = QFontMetricsF(font)
    tall = metrics.height() + PAD
    laid: list[QRectF] = []
    for group in groups:
        wide = metrics.horizontalAdvance(group.text) + 2 * PAD
        middle = spot(group.at)
        left = min(max(middle.x() - wide / 2, area.left()), area.right() - wide)
        plate = QRectF(left, middle.y() - tall / 2, wide, tall)
        for step in range(1, TRIES):
            if not any(plate.intersects(other) for other in laid):
                break
            plate.translate(0, (tall + 1) * step * (1 if step % 2 else -1))
        laid.append(plate)
    return laid


class _Item(QGraphicsItem):
    """Draws plates over the whole board, as large at every distance."""

    def __init__(self, view: MapView) -> None:
        super().__init__()
        self._view = view
        self.groups: tuple[Group, ...] = ()
        self._area = QRectF()
        self.setZValue(5)
        self.hide()

    def list_groups(self, groups: tuple[Group, ...]) -> None:
        """Show other groups, or none."""
        board = self._view.board.board
        area = board.frame.sheet if board is not None and groups else QRectF()
        if area != self._area:
            self.prepareGeometryChange()
            self._area = area
        self.groups = groups
        self.update()

    def boundingRect(self) -> QRectF:
        """The whole board."""
        return self._area

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        """Draw the largest groups last, so that they are whole where plates lie over each other."""
        board = self._view.board.board
        if board is None:
            return
        frame: QTransform = painter.worldTransform()
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(self._view.font())
        font.setPointSizeF(LETTERS)
        font.setBold(True)
        painter.setFont(font)
        shape = board.shape
        area = frame.mapRect(self._area)

        def centre(at: Hex) -> QPointF:
            return frame.map(QPointF(*shape.centre(at)))

        plates = plates_of(self.groups, centre, font, area)
        for group, plate in reversed(list(zip(self.groups, plates, strict=True))):
            painter.setPen(QPen(colour("#2b2620"), 1.2))
            painter.setBrush(colour(group.fill))
            painter.drawRoundedRect(plate, 3, 3)
            painter.setPen(colour(group.ink))
            painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), group.text)
        painter.restore()


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
