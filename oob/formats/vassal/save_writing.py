"""A saved game of VASSAL: where each counter lies, so that a module opens with its set-up."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable

from lxml import etree

from maps.formats.xmlfiles import shown, written
from oob.formats.vassal.piece_writing import standing
from oob.formats.vassal.saves import HEADER

SAVE_FILE = "start.vsav"
"""What the saved game of a module is called in it."""

_MARK = "\x1b"
_KEY = 0x6A
_TIME = (2020, 1, 1, 0, 0, 0)
Stack = tuple[int, int, list[str]]
"""A place on the map in pixels, and the pieces there from the bottom to the top."""


def save_bytes(
    title: str, version: str, map_name: str, board_name: str, stacks: Iterable[Stack], data: bytes
) -> bytes:
    """The archive of a saved game with some stacks on one map; ``data`` is the module's own
    ``moduledata``. The same stacks make the same bytes.

    Raises KnownError when the text of a piece is broken.
    """
    commands = ["begin_save"]
    number = 0
    for x, y, pieces in stacks:
        own: list[str] = []
        for text in pieces:
            number += 1
            own.append(str(number))
            commands.append(_inside(standing(text, str(number), map_name, x, y)))
        number += 1
        commands.append(f"+/{number}/stack/{map_name};{x};{y};{';'.join(own)};@@-1")
    commands += [f"{map_name}BoardPicker\t{board_name}\t0\t0", "end_save"]
    out = io.BytesIO()
    files = {
        "savedGame": _hidden(_MARK.join(commands).encode()),
        "moduledata": data,
        "savedata": _about(title, version),
    }
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, _TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return out.getvalue()


def _hidden(data: bytes) -> bytes:
    """A text as VASSAL writes it, behind a key byte; some readers of its files ask for that."""
    hidden = data.translate(bytes(byte ^ _KEY for byte in range(256)))
    return HEADER + f"{_KEY:02x}{hidden.hex()}".encode()


def _inside(command: str) -> str:
    """A command as it is written among others."""
    return command.replace(_MARK, "\\" + _MARK)


def _about(title: str, version: str) -> bytes:
    root = etree.Element("data", version="1")
    for name, text in (
        ("version", "1.0"),
        ("extra1", ""),
        ("extra2", ""),
        ("VassalVersion", version),
        ("dateSaved", "0"),
        ("description", title),
    ):
        etree.SubElement(root, name).text = shown(text)
    return written(root)
