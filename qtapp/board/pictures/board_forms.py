"""All forms of boards as files: those of :mod:`maps.formats.boards`, and those that are painted."""

from __future__ import annotations

from maps.files.registry import Format, Formats
from maps.formats.boards import BOARDS
from qtapp.board.pictures.print_pages import write_poster
from qtapp.board.pictures.svg import write_svg
from qtapp.board.pictures.tiles import write_tiled

POSTER = ".pdf"
"""The ending of boards on one large page."""

FORMS = Formats(
    "boards",
    *BOARDS,
    Format("Tiled map", (".tmx",), write=write_tiled),
    Format("Drawing in layers", (".svg",), write=write_svg),
    Format("Poster", (POSTER,), write=write_poster),
)
"""The forms a board goes out in."""
