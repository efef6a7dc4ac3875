"""The look of the window: palette, style sheet and fonts, from a theme's colours."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QColor, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

import resources
from qtapp.widgets.icons import Icons
from resources import Theme

_ROLES = {
    QPalette.ColorRole.Window: "window",
    QPalette.ColorRole.WindowText: "ink",
    QPalette.ColorRole.Base: "paper",
    QPalette.ColorRole.AlternateBase: "panel",
    QPalette.ColorRole.Text: "ink",
    QPalette.ColorRole.Button: "panel",
    QPalette.ColorRole.ButtonText: "ink",
    QPalette.ColorRole.Highlight: "accent",
    QPalette.ColorRole.HighlightedText: "accent_ink",
    QPalette.ColorRole.ToolTipBase: "paper",
    QPalette.ColorRole.ToolTipText: "ink",
    QPalette.ColorRole.PlaceholderText: "faint",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.LinkVisited: "accent",
    QPalette.ColorRole.Mid: "border",
    QPalette.ColorRole.Light: "panel",
    QPalette.ColorRole.Dark: "border",
}
_FAINT = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
)


DRAWN = ("QComboBox", "QAbstractSpinBox", "QCheckBox", "QRadioButton", "QGroupBox")
"""What Qt's own style draws the outlines of."""
DARKER = 1.27
"""Qt's style draws outlines this much darker than the ground of the window."""


def load_fonts() -> None:
    """Make the shipped fonts known to Qt."""
    for data in resources.fonts().values():
        QFontDatabase.addApplicationFontFromData(data)


def palette_of(theme: Theme) -> QPalette:
    """Qt's palette for a theme."""
    palette = QPalette()
    for role, name in _ROLES.items():
        palette.setColor(role, QColor(theme.colours[name]))
    for role in _FAINT:
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.colours["off"]))
    return palette


def _outlined(theme: Theme, kind: str) -> QPalette:
    """The palette of what Qt's own style draws, by whose ground its outlines have the right ink;
    round ones are thinner, so theirs is stronger.
    """
    palette = palette_of(theme)
    edge = QColor(theme.colours["faint" if kind == "QRadioButton" else "edge"])
    ground = QColor.fromHsvF(edge.hueF(), edge.saturationF(), min(1.0, edge.valueF() * DARKER))
    palette.setColor(QPalette.ColorRole.Window, ground)
    return palette


def icons_of(theme: Theme) -> Icons:
    """The icons in a theme's inks."""
    return Icons(theme.colours["ink"], theme.colours["off"])


def dress(app: QApplication, theme: Theme) -> None:
    """Give the whole application a theme. The old one is taken off first: to put one sheet in the
    place of another takes Qt thrice as long.
    """
    sheet = _SHEET % {name: value[:7] for name, value in theme.colours.items()}
    if app.styleSheet() != sheet:
        app.setStyleSheet("")
        app.setPalette(palette_of(theme))
        give: Callable[..., None] = app.setPalette  # which takes text, and says it takes bytes
        for kind in DRAWN:
            give(_outlined(theme, kind), kind)
        app.setStyleSheet(sheet)


_SHEET = """
QMainWindow, QDialog { background: %(window)s; }
QMainWindow::separator { background: %(window)s; width: 5px; height: 5px; }
QMainWindow::separator:hover { background: %(accent)s; }
QMenuBar { background: %(window)s; padding: 1px 4px; }
QMenuBar::item { padding: 4px 9px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: %(accent)s; color: %(accent_ink)s; }
QMenu { background: %(paper)s; border: 1px solid %(edge)s; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 26px; border-radius: 4px; }
QMenu::item:selected { background: %(accent)s; color: %(accent_ink)s; }
QMenu::item:disabled { color: %(off)s; background: transparent; }
QMenu::separator { height: 1px; background: %(border)s; margin: 4px 8px; }
QToolBar { background: %(window)s; border: 0; border-bottom: 1px solid %(border)s; spacing: 2px;
  padding: 3px 6px; }
QToolBar::separator { background: %(border)s; width: 1px; margin: 5px 5px; }
QToolButton { border: 1px solid transparent; border-radius: 5px; padding: 4px; }
QToolButton#qt_toolbar_ext_button { padding: 0; border-color: %(edge)s; }
QToolButton:hover { background: %(panel)s; border-color: %(edge)s; }
QToolButton:pressed, QToolButton:open { background: %(paper)s; border-color: %(ink)s; }
QToolButton:disabled { color: %(off)s; }
QToolButton:checked { background: %(paper)s; border-color: %(accent)s; }
QToolButton:focus { border-color: %(accent)s; }
QToolButton[quiet="true"]:checked { background: transparent; border-color: transparent; }
QToolButton[quiet="true"]:hover, QToolButton[quiet="true"]:focus { border-color: %(accent)s; }
QToolButton[field="true"] { background: %(paper)s; border-color: %(edge)s;
  padding: 3px 18px 3px 6px; }
QToolButton[field="true"]:hover, QToolButton[field="true"]:focus { border-color: %(accent)s; }
QToolButton[field="true"]::menu-indicator { subcontrol-position: right center; right: 4px; }
QToolButton[field="true"]:disabled { background: %(window)s; color: %(off)s;
  border-color: %(border)s; }
QDockWidget { color: %(faint)s; font-weight: bold; }
QDockWidget::title { background: %(window)s; padding: 6px 8px 4px 8px; text-align: left; }
QTabBar::tab { background: transparent; color: %(faint)s; padding: 5px 7px; border: 0;
  border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: %(ink)s; border-bottom-color: %(accent)s; }
QTabBar::tab:hover { color: %(ink)s; }
QListView, QTreeView, QTableView, QTextBrowser, QPlainTextEdit {
  background: %(paper)s; border: 1px solid %(edge)s; border-radius: 5px; outline: 0; }
QScrollArea { border: 0; background: transparent; }
ScrolledPanel { background: %(window)s; }
QScrollArea > QWidget > QWidget { background: transparent; }
QListView::item { padding: 3px 6px; }
QTreeView::item { padding: 3px 2px; }
QListView, QTreeView { selection-background-color: %(accent)s;
  selection-color: %(accent_ink)s; }
QListView:focus, QTreeView:focus, QTableView:focus, QTextBrowser:focus {
  border-color: %(accent)s; }
QLineEdit, QKeySequenceEdit { background: %(paper)s;
  border: 1px solid %(edge)s; border-radius: 5px; padding: 4px 7px; min-height: 18px; }
QAbstractSpinBox, QComboBox { min-height: 22px; }
QAbstractItemView QAbstractSpinBox, QAbstractItemView QComboBox { min-height: 0; }
QComboBox QLineEdit { border: 0; padding: 0 2px; min-height: 0; }
QLineEdit:focus { border-color: %(accent)s; }
QPushButton { background: %(paper)s; border: 1px solid %(edge)s; border-radius: 5px;
  padding: 5px 13px; min-height: 18px; }
QPushButton:hover { border-color: %(accent)s; }
QPushButton:focus { border-color: %(accent)s; }
QPushButton:pressed { background: %(accent)s; color: %(accent_ink)s; border-color: %(accent)s; }
QPushButton:disabled { color: %(off)s; background: %(window)s; border-color: %(border)s; }
QPushButton[primary="true"] { background: %(accent)s; color: %(accent_ink)s;
  border-color: %(accent)s; font-weight: bold; }
QPushButton[primary="true"]:focus { border: 2px solid %(ink)s; padding: 4px 12px; }
QPushButton[primary="true"]:pressed { background: %(ink)s; color: %(panel)s;
  border-color: %(ink)s; }
QPushButton[primary="true"]:disabled { background: %(window)s; color: %(off)s;
  border-color: %(border)s; }
QPushButton[die="true"] { min-width: 13px; padding: 4px 4px; font-weight: bold; }
QLabel[role="title"] { font-size: 26px; font-weight: bold; }
QLabel[role="heading"] { font-weight: bold; font-size: 15px; }
QLabel[role="score"] { font-weight: bold; font-size: 20px; }
QLabel[role="faint"], QLabel[role="rule"] { color: %(faint)s; }
QLabel[role="warning"] { color: %(warning)s; font-weight: bold; }
QLabel[role="chip"], QLabel[role="chip_now"] { font-size: 11px; }
QLabel[role="chip"] { color: %(faint)s; padding: 2px 5px; border: 1px solid transparent;
  border-radius: 8px; }
QLabel[role="chip_now"] { color: %(accent_ink)s; background: %(accent)s; padding: 2px 8px;
  border-radius: 8px; font-weight: bold; }
QFrame[role="notice"] { background: %(paper)s; border: 1px solid %(edge)s; border-radius: 6px;
  border-left: 5px solid %(ok)s; }
QFrame[role="objection"] { background: %(paper)s; border: 1px solid %(edge)s;
  border-radius: 6px; border-left: 5px solid %(objection)s; }
QFrame[role="plate"] { background: %(paper)s; border: 1px solid %(edge)s; border-radius: 6px; }
QFrame[role="strip"] { background: %(panel)s; border: 0; border-bottom: 1px solid %(border)s; }
QFrame[role="card"] { background: %(paper)s; border: 1px solid %(edge)s; border-radius: 6px; }
QFrame[role="card"]:hover, QFrame[role="card"]:focus { border-color: %(accent)s; }
QFrame[role="card_now"] { background: %(paper)s; border: 2px solid %(warning)s;
  border-radius: 6px; }
QFrame[role="rulebar"] { background: %(border)s; max-height: 1px; border: 0; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: %(edge)s; }
QSlider::sub-page:horizontal { border-radius: 2px; background: %(accent)s; }
QSlider::groove:horizontal:disabled, QSlider::sub-page:horizontal:disabled {
  background: %(off)s; }
QSlider::handle:horizontal { background: %(paper)s; border: 2px solid %(edge)s; border-radius: 7px;
  width: 10px; margin: -5px 0; }
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { border-color: %(accent)s; }
QSlider::handle:horizontal:pressed { background: %(accent)s; border-color: %(ink)s; }
QSlider::handle:horizontal:disabled { background: %(window)s; border-color: %(off)s; }
QStatusBar { background: %(window)s; border-top: 1px solid %(border)s; color: %(faint)s; }
QStatusBar::item { border: 0; }
QToolTip { background: %(paper)s; color: %(ink)s; border: 1px solid %(edge)s; padding: 4px; }
QHeaderView::section { background: %(panel)s; color: %(faint)s; border: 0; padding: 5px 8px;
  border-bottom: 1px solid %(border)s; }
QScrollBar:vertical { background: transparent; width: 11px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 11px; margin: 0; }
QScrollBar::handle { background: %(edge)s; border-radius: 4px; min-height: 26px;
  min-width: 26px; margin: 2px; }
QScrollBar::handle:hover { background: %(ink)s; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""
