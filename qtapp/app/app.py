"""Start the program: fonts, theme, errors, the window."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtGui import QFont, QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

import resources
from engine.game.catalogue import explain
from qtapp.app.commands import BEGIN_AGAIN
from qtapp.app.files.folders import APP, Folders
from qtapp.app.main_window import open_window
from qtapp.app.settings import Preferences
from qtapp.widgets.icons import pixmap
from qtapp.widgets.theme import load_fonts
from qtapp.workers.tidying import Tidier

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


SCALE_FACTOR = "QT_SCALE_FACTOR"
"""What Qt draws everything larger by: letters, icons, margins and lines alike."""


def use_scale(percent: int) -> str | None:
    """Have Qt draw the interface so large, on top of what the desktop asks for; what was asked for.

    It works before the application is made only.
    """
    given = os.environ.get(SCALE_FACTOR)
    if percent != 100:
        os.environ[SCALE_FACTOR] = f"{_factor(given) * percent / 100:g}"
    return given


def _factor(given: str | None) -> float:
    try:
        found = float(given or 1)
    except ValueError:
        return 1.0
    return found if 0 < found < 10 else 1.0


def begin_again(given: str | None) -> None:
    """Replace this process by a fresh one with the same arguments, after the window is closed."""
    environment = {name: text for name, text in os.environ.items() if name != SCALE_FACTOR}
    if given is not None:
        environment[SCALE_FACTOR] = given
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], environment)


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
    preferences = Preferences(folders.settings())
    given = use_scale(preferences.scale)
    app = application()
    if wanted is None:
        recent = preferences.recent
        wanted = recent[0] if recent else None
    tidier = Tidier(app)
    tidier.begin()
    window = open_window(folders, explain, wanted)
    restore = window.trouble.install()
    try:
        code = app.exec()
    finally:
        tidier.end()
        restore()
    if app.property(BEGIN_AGAIN):
        begin_again(given)
    return code


if __name__ == "__main__":
    sys.exit(run())
