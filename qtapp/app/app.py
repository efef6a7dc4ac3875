"""Start the program: fonts, theme, errors, the window."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtGui import QFont, QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

import resources
from engine.game.catalogue import explain
from qtapp.app.files.folders import APP, Folders
from qtapp.app.main_window import open_window
from qtapp.app.settings import Preferences
from qtapp.widgets.icons import pixmap
from qtapp.widgets.theme import load_fonts

WINDOW_FAMILY = "DejaVu Sans"


def application(arguments: list[str] | None = None) -> QApplication:
    """The Qt application, made once."""
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    QCoreApplication.setApplicationName("Sandtable")
    QGuiApplication.setDesktopFileName(APP)
    app = QApplication(arguments or [APP])
    app.setApplicationDisplayName("Sandtable")
    app.setStyle("Fusion")
    app.setWindowIcon(app_icon())
    load_fonts()
    QLocale.setDefault(QLocale.c())
    app.setFont(window_font(app.font()))
    return app


def window_font(own: QFont) -> QFont:
    """The shipped typeface in the size of the system's own, so that panels fit everywhere alike."""
    font = QFont(own)
    font.setFamilies([WINDOW_FAMILY])
    return font


def app_icon() -> QIcon:
    """The program's icon."""
    icon = QIcon()
    for size in (16, 32, 48, 128):
        icon.addPixmap(pixmap("hex", resources.theme("light").colours["accent"], size))
    return icon


def run(wanted: Path | str | None = None, config_dir: Path | None = None) -> int:
    """Open the window on a file or on the campaign of a scenario; with neither, on the last file.

    Returns the exit code when the user leaves. Raises KnownError where nothing can be kept.
    """
    folders = Folders.standard(config_dir)
    folders.require()
    app = application()
    if wanted is None:
        recent = Preferences(folders.settings()).recent
        wanted = recent[0] if recent else None
    window = open_window(folders, explain, wanted)
    restore = window.trouble.install()
    try:
        return app.exec()
    finally:
        restore()


if __name__ == "__main__":
    sys.exit(run())
