"""All forms of boards as files: those of :mod:`maps.formats.boards`, and those that are painted."""

from __future__ import annotations

from maps.files.registry import Format, Formats
from maps.formats.boards import BOARDS
from qtapp.board.pictures.tiles import write_tiled

FORMS = Formats("boards", *BOARDS, Format("Tiled map", (".tmx",), write=write_tiled))
"""The forms a board goes out in."""
