"""The shipped text format of maps, ``*.map``: UTF-8, line by line, sorted, made for diffs.

::

    sandtable map 1

    [map]                  id, title, orientation (flat or pointy)
    [notes]                key: any text to the end of the line
    [legend]               terrain rough "Rough" fill=#c9b27a         (layer, id, name, look)
    [sheets]               main columns=40 rows=30 orientation=flat order=CCRR parity=even ...
    [terrain]              1717 rough                                 (one hex per line)
    [hexsides]             1717/1718 river road-bridge
    [lines]                road: 1717 1718 1819                       (a chain of adjacent hexes)
    [places]               athens city 1717 "Athens" tag=port modern="Athina" label=0.6,-0.3
    [regions]              country Albania: 1717 1718                 (may go on over several lines)
    [boxes]                med "Med Box" at=0.1,0.8 size=0.2,0.1      then   med > 1717 distance=12
    [drafts]               1717 1718
    [bookmarks]            "The Straits" 1717 zoom=48 key=1

    [end]

Hexes are named by printed label, with the sheet before it where the sheet has a prefix
(``14A:1506``); hexes no sheet numbers are named by axial coordinates (``-3,12``). A place's
``label`` puts the middle of its name that many hexes right of and below the centre of its hex,
``offset`` the middle of its symbol.
Words with spaces or signs stand in double quotes as in JSON. Lines that begin with ``#`` are
comments and are not kept. Legend and sheets keep their order; all else is sorted, so equal maps
give equal texts. A file without ``[end]`` is taken to be cut short. A layer without regions is not
written.
"""

from __future__ import annotations

import os
from pathlib import Path

from maps.errors import KnownError
from maps.files.reading import Patience, read_bytes
from maps.files.writing import write_whole
from maps.formats.textreader import MAX_CHARACTERS, loaded
from maps.formats.textwriter import written
from maps.model import GameMap

SUFFIX = ".map"
"""How files of this form end."""


def dumps(board: GameMap) -> str:
    """The text of a map. Raises KnownError when the map uses kinds its legend lacks."""
    return written(board)


def loads(text: str, name: str = "map text", patience: Patience | None = None) -> GameMap:
    """The map a text describes.

    Raises KnownError with ``name``, the line, what is wrong there and how to fix it; and for a text
    that takes longer to read than ``patience`` lasts, or than any may.
    """
    return loaded(text, name, patience)


def load(path: str | os.PathLike[str]) -> GameMap:
    """Read a map file. Raises KnownError for a bad file or one that cannot be read."""
    file = Path(path)
    return decoded(read_bytes(file, MAX_CHARACTERS), file.name)


def decoded(data: bytes, name: str) -> GameMap:
    """The map in the bytes of a file. Raises KnownError, also when they are not UTF-8."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise KnownError(
            f"{name} line {line}", "the file is not UTF-8 text.", "Save it as UTF-8."
        ) from None
    return loads(text, name)


def dump(board: GameMap, path: str | os.PathLike[str]) -> None:
    """Write a map file whole or not at all: the old file stands until the new one is complete.

    Raises KnownError when the map uses kinds its legend lacks, or it cannot be written.
    """
    write_whole(Path(path), dumps(board))
