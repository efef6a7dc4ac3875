"""Files of CyberBoard as bytes: numbers, texts and pictures one after another, within bounds."""

from __future__ import annotations

import io
import zlib

from PIL import Image

from maps.errors import KnownError, counted

MOST_UNPACKED = 64_000_000
"""Bytes one picture may unpack to."""

MOST_TOTAL = 400_000_000
"""Bytes all pictures of a file may unpack to."""

_LONGEST_TEXT = 1_000_000


class Reader:
    """Reads a file from its begin on. Each of its methods raises KnownError past the end."""

    def __init__(self, data: bytes, where: str) -> None:
        self._data = data
        self._at = 0
        self._unpacked = 0
        self.where = where
        self.is_wide = False
        """Whether numbers of things have four bytes and sizes eight, as from format 4 on."""

    def take(self, count: int) -> bytes:
        """Some bytes."""
        if count < 0 or count > len(self._data) - self._at:
            raise self.broken("ends too early")
        self._at += count
        return self._data[self._at - count : self._at]

    def number(self, width: int) -> int:
        """A whole number of so many bytes, the lowest first."""
        return int.from_bytes(self.take(width), "little")

    def byte(self) -> int:
        """A number of one byte."""
        return self.number(1)

    def word(self) -> int:
        """A number of two bytes."""
        return self.number(2)

    def dword(self) -> int:
        """A number of four bytes, as colours are."""
        return self.number(4)

    def signed(self) -> int:
        """A number of two bytes that may be below nothing."""
        return int.from_bytes(self.take(2), "little", signed=True)

    def ident(self) -> int:
        """The number of a tile, a board or a piece."""
        return self.number(4 if self.is_wide else 2)

    def size(self) -> int:
        """A size of four bytes, eight from format 4 on."""
        return self.number(8 if self.is_wide else 4)

    def short_size(self) -> int:
        """A size of two bytes, eight from format 4 on."""
        return self.number(8 if self.is_wide else 2)

    def count(self, number: int, each: int) -> int:
        """A number of things of at least ``each`` bytes: no more than can still follow."""
        if number * each > len(self._data) - self._at:
            follow = counted(number, "thing follows", "things follow")
            raise self.broken(f"says that {follow}, for which it has no room")
        return number

    def text(self) -> str:
        """A text behind its length, one byte or two a letter."""
        length, width = self.byte(), 1
        if length == 0xFF:
            length = self.word()
            if length == 0xFFFE:
                width, length = 2, self.byte()
                length = self.word() if length == 0xFF else length
            if length == 0xFFFF:
                length = self.dword()
        if length > _LONGEST_TEXT:
            raise self.broken("has a text that is far too long")
        data = self.take(length * width)
        return data.decode("cp1252" if width == 1 else "utf-16-le", "replace").replace("\0", "")

    def picture(self) -> Image.Image:
        """A picture, packed or plain."""
        size = self.dword()
        if size & 0x80000000:
            size &= 0x7FFFFFFF
            packed = self.take(self.dword())
            self._unpacked += size
            if size > MOST_UNPACKED or self._unpacked > MOST_TOTAL:
                raise self.broken("has pictures that are far too large")
            try:
                data = zlib.decompressobj().decompress(packed, size + 1)
            except zlib.error:
                raise self.broken("has a picture that cannot be unpacked") from None
            if len(data) != size:
                raise self.broken("has a picture of another size than it says")
        else:
            data = self.take(size)
        try:
            with Image.open(io.BytesIO(data), formats=("BMP", "DIB")) as image:
                if image.width * image.height * 4 > MOST_UNPACKED:
                    raise self.broken("has pictures that are far too large")
                return image.convert("RGB")
        except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
            raise self.broken("has a picture that is none") from None

    def broken(self, what: str) -> KnownError:
        """The error that tells what is wrong, and where in the file."""
        return KnownError(f"{self.where}, byte {self._at:,}", f"{what}.", "Get the file again.")
