"""Which of Qt's platforms the verbs use that paint or open a window, and whether it can be used."""

from __future__ import annotations

import ctypes
import os
import sys
from importlib.util import find_spec
from pathlib import Path

from maps.errors import KnownError

PLUGIN = Path("Qt", "plugins", "platforms", "libqxcb.so")
"""Where PySide6 keeps what Qt needs for a window of X11."""
FOR_X11 = "xcb"
LACKS = "Install the package that holds it, on Debian or Ubuntu by: sudo apt-get install {}"
NO_DISPLAY = "Set DISPLAY, or do without a window: sandtable --help lists what is done without one."


def offscreen_without_display() -> None:
    """Have Qt paint without a display where there is none, unless a platform is chosen."""
    if os.name == "posix" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def require_window() -> None:
    """Make sure that Qt can open a window, which otherwise ends the program with words of its own.

    Raises KnownError where there is no display, and where a library of the system is missing.
    """
    chosen = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if not sys.platform.startswith("linux") or chosen not in ("", FOR_X11):
        return
    if os.environ.get("WAYLAND_DISPLAY") and not chosen:
        return
    if not os.environ.get("DISPLAY"):
        raise KnownError("The window", "finds no display here.", NO_DISPLAY)
    found = find_spec("PySide6")
    plugin = Path(found.origin).parent / PLUGIN if found and found.origin else None
    if plugin is not None and plugin.is_file():
        _load(plugin)


def _load(plugin: Path) -> None:
    """Load what Qt will load. Raises KnownError that names the library it lacks."""
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        library = str(error).partition(":")[0]
        raise KnownError(
            library, "is missing, which Qt needs for a window.", LACKS.format(package_of(library))
        ) from error


def package_of(library: str) -> str:
    """The Debian package of a library, as they are named: ``libxcb-cursor0``.

    >>> package_of("libxcb-cursor.so.0"), package_of("libxkbcommon-x11.so.0")
    ('libxcb-cursor0', 'libxkbcommon-x11-0')
    """
    name, _, version = library.partition(".so.")
    return f"{name}-{version}" if name[-1:].isdigit() else f"{name}{version}".lower()


def import_plainly() -> None:
    """Have PySide6 not read the source of each module that is imported from now on.

    It does to know which of them may switch to names of another style; none of ours do, and all
    count as those do that keep Qt's own names.
    """
    import PySide6.QtCore  # noqa: F401 - brings what looks at imports

    watcher = sys.modules.get("PySide6.support.feature")
    if watcher is not None:
        watcher.__dict__["_mod_uses_pyside"] = lambda _module: True
