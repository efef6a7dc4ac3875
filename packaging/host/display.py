"""Whether a window can be shown here, and with which of Qt's platforms."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

OFFSCREEN = "offscreen"


def platform(environ: Mapping[str, str], system: str = sys.platform) -> str:
    """Return the Qt platform to use: "xcb", "wayland", the system's own (""), or "offscreen".

    A platform the user chose with QT_QPA_PLATFORM is kept.
    """
    chosen = environ.get("QT_QPA_PLATFORM")
    if chosen:
        return chosen.split(":")[0].split(";")[0]
    if not system.startswith("linux"):
        return ""
    if environ.get("WAYLAND_DISPLAY"):
        return "wayland"
    return "xcb" if environ.get("DISPLAY") else OFFSCREEN


def opens(python: Path) -> bool:
    """Tell whether Qt can connect to the display (a stale DISPLAY names one that is gone)."""
    probe = "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"
    try:
        result = subprocess.run(
            [str(python), "-c", probe], check=False, capture_output=True, timeout=60
        )
    except subprocess.TimeoutExpired:
        return False
    return result.returncode == 0


def without_display(environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment for a command that paints without a display."""
    return {**(os.environ if environ is None else environ), "QT_QPA_PLATFORM": OFFSCREEN}
