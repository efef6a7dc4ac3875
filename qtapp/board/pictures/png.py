"""Writing a PNG picture in bands, each packed in a thread while the next one is painted."""

from __future__ import annotations

import struct
import zlib
from concurrent.futures import Future, ThreadPoolExecutor
from io import BufferedWriter
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QImage

from maps.files.writing import write_whole

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_UP, _NONE = 2, 0
"""PNG's row filters: each byte less the one above it; as it is."""


def png_bytes(picture: QImage, quality: int = -1) -> bytes:
    """A picture as the bytes of a PNG file; ``quality`` as Qt has it."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG", quality)  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def save_png(picture: QImage, path: Path) -> None:
    """Write a picture as PNG, whole or not at all. Raises KnownError when it cannot be written."""
    write_whole(path, png_bytes(picture))


class PngWriter:
    """A PNG file of 8-bit colours that grows from the top down.

    Use it in a ``with``; leaving it writes the end. Raises OSError when the file cannot be written,
    at once or on leaving.
    """

    LEVEL = 1
    """zlib's level: a third of the time of its default for an eighth more bytes."""

    def __init__(self, path: Path, wide: int, high: int) -> None:
        self._wide = wide
        self._file: BufferedWriter = path.open("wb")
        self._packer = zlib.compressobj(self.LEVEL, memLevel=9)
        self._thread = ThreadPoolExecutor(1)
        self._last: Future[None] | None = None
        self._file.write(_SIGNATURE)
        self._chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0))

    def add(self, band: QImage) -> Future[None]:
        """Add the next rows (an image of format RGB32), which must stay as they are until the
        answer is done.
        """
        pixels = np.frombuffer(band.constBits(), np.uint8)
        rows = pixels.reshape(band.height(), band.bytesPerLine() // 4, 4)[:, : self._wide]
        self._last = self._thread.submit(self._pack, rows)
        return self._last

    def _pack(self, rows: NDArray[np.uint8]) -> None:
        high, wide = rows.shape[:2]
        plain = np.empty((high, wide, 3), np.uint8)
        for to, of in enumerate((2, 1, 0)):
            plain[..., to] = rows[..., of]
        bytes_ = plain.reshape(high, 3 * wide)
        filtered = np.empty((high, 1 + 3 * wide), np.uint8)
        filtered[0, 0], filtered[0, 1:] = _NONE, bytes_[0]
        filtered[1:, 0] = _UP
        np.subtract(bytes_[1:], bytes_[:-1], out=filtered[1:, 1:])
        self._chunk(b"IDAT", self._packer.compress(filtered.data))

    def _chunk(self, kind: bytes, data: bytes) -> None:
        sums = zlib.crc32(data, zlib.crc32(kind))
        self._file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", sums))

    def __enter__(self) -> PngWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self._thread.shutdown()
            if error is None:
                if self._last is not None:
                    self._last.result()
                self._chunk(b"IDAT", self._packer.flush())
                self._chunk(b"IEND", b"")
        finally:
            self._file.close()
