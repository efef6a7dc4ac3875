"""A page of a PDF file as a picture, painted in a process of its own that can be ended.

A page may hold any number of things to paint, and pdfium cannot be interrupted: so what takes too
long, or takes all memory, ends with its process and not with the window.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np
import pypdfium2

from maps.digitise.arrays import Bytes
from maps.digitise.scans import LONGEST_EDGE, MOST_PIXELS
from maps.errors import KnownError
from maps.files.reading import PATIENCE, is_file

_POINTS_PER_INCH = 72.0
_SOME_PIXELS = 100_000_000
"""A page of more pixels than these is given more time, in proportion."""

_START = 60.0
"""Seconds the process may take to begin, on a busy machine."""

_MEMORY = 1_000_000_000
_CHUNK = 16_000_000

Report = Callable[[], object]
"""Asked again and again while a page is painted; raises to end it."""


def load(path: Path, page: int, dpi: int, report: Report = lambda: None) -> Bytes:
    """A page, counted from 1, painted on white at ``dpi`` pixels per inch.

    Raises KnownError when the file is missing, no PDF, locked by a password, has no such page, the
    page is too large for memory at that fineness, or takes too long; and what ``report`` raises.
    """
    where = str(path)
    if not is_file(path):
        raise KnownError(where, "there is no such file.", "Check the name.")
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    worker = context.Process(target=_work, args=(theirs, where, page, dpi), daemon=True)
    worker.start()
    theirs.close()
    try:
        return _awaited(ours, where, report)
    except (EOFError, OSError) as error:
        raise KnownError(
            where, "takes too much memory to be painted.", "Choose fewer pixels per inch."
        ) from error
    finally:
        worker.kill()
        worker.join()
        ours.close()


def _awaited(ours: Connection, where: str, report: Report) -> Bytes:
    """The picture that the process sends, piece by piece."""
    _next(ours, where, report, _START)
    said = _next(ours, where, report, PATIENCE)
    if isinstance(said, KnownError):
        raise said
    high, wide = said
    most = PATIENCE * max(1.0, high * wide / _SOME_PIXELS)
    said = _next(ours, where, report, most)
    if isinstance(said, KnownError):
        raise said
    picture = np.empty((*said, 3), np.uint8)
    flat, done = picture.reshape(-1), 0
    while done < flat.size:
        _wait(ours, where, report, PATIENCE)
        piece = np.frombuffer(ours.recv_bytes(_CHUNK), np.uint8)
        flat[done : done + piece.size] = piece
        done += piece.size
    return picture


def _next(
    ours: Connection, where: str, report: Report, seconds: float
) -> KnownError | tuple[int, int]:
    _wait(ours, where, report, seconds)
    kind, *values = ours.recv()
    if kind == "wrong":
        return KnownError(*map(str, values))
    return (int(values[0]), int(values[1]))


def _wait(ours: Connection, where: str, report: Report, seconds: float) -> None:
    until = time.monotonic() + seconds
    while not ours.poll(0.05):
        report()
        if time.monotonic() > until:
            raise KnownError(
                where,
                f"takes longer than {seconds:.0f} seconds to paint.",
                "Choose fewer pixels per inch, or save the page as PNG elsewhere.",
            )


def _work(theirs: Connection, where: str, page: int, dpi: int) -> None:
    """What the process does: begun, size, painted, pixels; or what is wrong."""
    _limit(_MEMORY)
    theirs.send(("begun", 0, 0))
    try:
        document = _opened(where)
        count = len(document)
        if not 1 <= page <= count:
            raise KnownError(where, f"has no page {page}.", f"It has {count}.")
        _send(theirs, document[page - 1], dpi, where)
    except KnownError as error:
        theirs.send(("wrong", error.where, error.what, error.fix))
    except (pypdfium2.PdfiumError, OSError):
        theirs.send(("wrong", where, f"page {page} cannot be painted.", "Save it as PNG."))
    except MemoryError:
        what = "takes too much memory to be painted."
        theirs.send(("wrong", where, what, "Choose fewer pixels per inch."))


def _opened(where: str) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(where)
    except pypdfium2.PdfiumError as error:
        what = "is no PDF file that can be read."
        raise KnownError(where, what, "Save the page as PNG instead.") from error


def _send(theirs: Connection, page: pypdfium2.PdfPage, dpi: int, where: str) -> None:
    scale = dpi / _POINTS_PER_INCH
    wide, high = (round(edge * scale) for edge in page.get_size())
    if wide * high > MOST_PIXELS or max(wide, high) > LONGEST_EDGE or min(wide, high) < 1:
        raise KnownError(
            where,
            f"the page would have {wide} x {high} pixels, too many for memory.",
            "Choose fewer pixels per inch.",
        )
    _limit(_MEMORY + 8 * wide * high)
    theirs.send(("size", high, wide))
    pixels = page.render(scale=scale, rev_byteorder=True).to_numpy()
    theirs.send(("painted", *pixels.shape[:2]))
    rows = max(1, _CHUNK // (3 * pixels.shape[1]))
    for top in range(0, pixels.shape[0], rows):
        theirs.send_bytes(pixels[top : top + rows, :, :3].tobytes())


def _limit(memory: int) -> None:
    """Let this process take so much more memory, where the system can be asked to (Linux)."""
    taken = Path("/proc/self/statm")
    if taken.exists():
        import resource

        pages = int(taken.read_text("ascii").split()[0])
        most = pages * resource.getpagesize() + memory
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
