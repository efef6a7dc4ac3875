"""A picture one looks at: fitted or as large as one likes, dragged about, and over the screen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPixmap,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QDialog,
    QGraphicsPixmapItem,
    QGraphicsScene,
    QGraphicsView,
    QVBoxLayout,
    QWidget,
)

from qtapp.widgets.plain import plain

STEP = 1.25
"""How much larger one step of zoom makes a picture."""
LARGEST, SMALLEST = 8.0, 0.02
_NOTCH = 120


class PictureView(QGraphicsView):
    """Shows one picture, fitted until somebody zooms.

    The wheel, ``+`` and ``-`` zoom, ``1`` shows it pixel for pixel, ``0`` fits it again, a double
    click changes between these; dragging and arrow keys move it. ``zoomed`` follows its size.
    """

    zoomed = Signal()

    def __init__(self, name: str = "Picture") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setScene(QGraphicsScene(self))
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._item = QGraphicsPixmapItem()
        self._item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self.scene().addItem(self._item)
        self._levels: list[QImage] = []
        self._shown = -1
        self.is_fitted = True

    @property
    def size_of_picture(self) -> QSize:
        """Its width and height in pixels; nothing without a picture."""
        return self._levels[0].size() if self._levels else QSize(0, 0)

    @property
    def zoom(self) -> float:
        """Pixels of the screen for one of the picture."""
        return self.transform().m11()

    def show_picture(self, image: QImage | None, words: str = "") -> None:
        """Show a picture, fitted; None for none. ``words`` describe it to a screen reader."""
        self._levels = [] if image is None or image.isNull() else [image]
        self._shown = -1
        self.setAccessibleDescription(words)
        self._item.setVisible(bool(self._levels))
        size = self.size_of_picture
        self.setSceneRect(QRectF(0, 0, size.width(), size.height()))
        self.fit()

    def fit(self) -> None:
        """Show all of it, at most pixel for pixel."""
        self.is_fitted = True
        size, room = self.size_of_picture, self.maximumViewportSize()
        if not size.isEmpty():
            self._scale(min(room.width() / size.width(), room.height() / size.height(), 1.0))

    def zoom_to(self, zoom: float) -> None:
        """Show it at a size."""
        if self._levels:
            self.is_fitted = False
            self._scale(max(SMALLEST, min(zoom, LARGEST)))

    def _scale(self, zoom: float) -> None:
        self.setTransform(QTransform.fromScale(zoom, zoom))
        wanted = 0
        ratio = zoom * self.devicePixelRatioF()
        while ratio < 0.5 and min(self._level(wanted).width(), self._level(wanted).height()) > 2:
            wanted, ratio = wanted + 1, ratio * 2
        if wanted != self._shown:
            # Painting a large picture small is quick and clear from one that is half, a quarter ...
            self._item.setPixmap(QPixmap.fromImage(self._level(wanted)))
            whole, part = self._levels[0], self._levels[wanted]
            across, down = whole.width() / part.width(), whole.height() / part.height()
            self._item.setTransform(QTransform.fromScale(across, down))
            self._shown = wanted
        self.zoomed.emit()

    def _level(self, number: int) -> QImage:
        while len(self._levels) <= number:
            last = self._levels[-1]
            half = QSize(max(1, last.width() // 2), max(1, last.height() // 2))
            self._levels.append(
                last.scaled(
                    half,
                    Qt.AspectRatioMode.IgnoreAspectRatio,
                    Qt.TransformationMode.SmoothTransformation,
                )
            )
        return self._levels[number]

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the pointer."""
        steps = event.angleDelta().y() / _NOTCH
        if steps and self._levels:
            self.zoom_to(self.zoom * STEP**steps)
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Pixel for pixel, or fitted again."""
        self.turn()
        event.accept()

    def turn(self) -> None:
        """Show it pixel for pixel if it is fitted, else fit it."""
        if self.is_fitted:
            self.zoom_to(1.0)
        else:
            self.fit()

    def event(self, event: QEvent) -> bool:
        """Keys that zoom are the view's own, whatever shortcuts say."""
        is_asked = event.type() is QEvent.Type.ShortcutOverride
        if is_asked and isinstance(event, QKeyEvent) and event.key() in _ZOOMS:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom by keys."""
        match event.key():
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.zoom_to(self.zoom * STEP)
            case Qt.Key.Key_Minus:
                self.zoom_to(self.zoom / STEP)
            case Qt.Key.Key_1:
                self.zoom_to(1.0)
            case Qt.Key.Key_0:
                self.fit()
            case _:
                super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A fitted picture follows its room."""
        super().resizeEvent(event)
        if self.is_fitted:
            self.fit()


_ZOOMS = (
    Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus, Qt.Key.Key_1, Qt.Key.Key_0,
)  # fmt: skip


class FullScreen(QDialog):
    """A picture over the whole screen, until Escape, ``F11`` or closing."""

    def __init__(self, title: str, image: QImage, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(plain(title))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.view = PictureView(title)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view)
        self.view.show_picture(image, title)
        self.view.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """``F11`` closes it as Escape does."""
        if event.key() == Qt.Key.Key_F11:
            self.reject()
        else:
            super().keyPressEvent(event)
