"""Which of Qt's platforms the verbs that paint use."""

from __future__ import annotations

import os


def offscreen_without_display() -> None:
    """Have Qt paint without a display where there is none, unless a platform is chosen."""
    if os.name == "posix" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
