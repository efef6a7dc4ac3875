"""The forms of boards as files."""

from __future__ import annotations

from maps.files.registry import Format, Formats
from maps.formats import text
from maps.model import GameMap

BOARDS: Formats[GameMap, GameMap] = Formats(
    "boards", Format("Board text", (".map",), read=text.load, write=text.dump)
)
