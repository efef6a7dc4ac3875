"""What the window remembers from one day to the next, typed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

RECENT_LIMIT = 8
SCALES = (80, 90, 100, 110, 125, 150, 175, 200)
"""How large the interface may be drawn, in percent."""


class Preferences:
    """Theme, recent files, layouts and shortcuts, kept in the user's settings file."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    @property
    def theme(self) -> str:
        """The name of the chosen theme; empty before one was chosen."""
        return self._text("theme", "")

    @theme.setter
    def theme(self, name: str) -> None:
        self._settings.setValue("theme", name)

    @property
    def scheme(self) -> str:
        """The colour scheme that was chosen for boards; empty when it follows the theme."""
        return self._text("scheme", "")

    @scheme.setter
    def scheme(self, name: str) -> None:
        self._settings.setValue("scheme", name)

    @property
    def scale(self) -> int:
        """How large the whole interface is drawn, in percent; 100 before one was chosen."""
        text = self._text("scale", "")
        found = int(text) if text.isascii() and text.isdigit() else 100
        return found if found in SCALES else 100

    @scale.setter
    def scale(self, percent: int) -> None:
        self._settings.setValue("scale", str(percent))

    @property
    def recent(self) -> list[Path]:
        """Campaign files opened lately that still exist, newest first."""
        lines = self._text("recent", "").split("\n")
        return [Path(line) for line in lines if line and Path(line).exists()]

    def remember(self, file: Path) -> None:
        """Put a file at the head of the recent ones."""
        kept = [str(file), *(str(other) for other in self.recent if other != file)]
        self._settings.setValue("recent", "\n".join(kept[:RECENT_LIMIT]))

    def forget_recent(self) -> None:
        """Empty the list of recent files."""
        self._settings.setValue("recent", "")

    def shortcut(self, action: str) -> str | None:
        """The shortcut the user gave an action, None when it keeps its own."""
        key = f"shortcuts/{action}"
        return self._text(key, "") if self._settings.contains(key) else None

    def set_shortcut(self, action: str, keys: str | None) -> None:
        """Keep the user's shortcut for an action; None goes back to its own."""
        if keys is None:
            self._settings.remove(f"shortcuts/{action}")
        else:
            self._settings.setValue(f"shortcuts/{action}", keys)

    def layout(self, workspace: str) -> QByteArray | None:
        """How panels lay when the workspace was last left."""
        return self._bytes(f"layout/{workspace}")

    def drawn(self, workspace: str) -> frozenset[str]:
        """The columns of panels that somebody has drawn wider or narrower, higher or lower."""
        return frozenset(self._text(f"layout/{workspace} drawn", "").split())

    def keep_layout(
        self, workspace: str, state: QByteArray, drawn: frozenset[str] = frozenset()
    ) -> None:
        """Keep how panels lie in a workspace, and which columns of them were drawn."""
        self._settings.setValue(f"layout/{workspace}", state)
        self._settings.setValue(f"layout/{workspace} drawn", " ".join(sorted(drawn)))

    @property
    def geometry(self) -> QByteArray | None:
        """The window's place and size."""
        return self._bytes("geometry")

    @geometry.setter
    def geometry(self, value: QByteArray) -> None:
        self._settings.setValue("geometry", value)

    def forget_layouts(self) -> None:
        """Go back to the panels' first arrangement."""
        self._settings.remove("layout")

    def kept_text(self, key: str) -> str:
        """What a panel keeps of its own; empty when nothing is kept."""
        return self._text(f"panels/{key}", "")

    def keep_text(self, key: str, text: str) -> None:
        """Keep something of a panel's own."""
        self._settings.setValue(f"panels/{key}", text)

    def save(self) -> None:
        """Write everything to disk now."""
        self._settings.sync()

    def _text(self, key: str, default: str) -> str:
        value = self._settings.value(key, default)
        return value if isinstance(value, str) else default

    def _bytes(self, key: str) -> QByteArray | None:
        value = self._settings.value(key)
        return value if isinstance(value, QByteArray) and not value.isEmpty() else None
