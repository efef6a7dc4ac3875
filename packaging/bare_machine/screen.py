"""A display without a monitor (Xvfb) whose picture can be counted and saved."""

from __future__ import annotations

import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path
from types import TracebackType

SIZE = "1600x900x24"


class Screen:
    """An X display for as long as the `with` statement lasts; `name` is its DISPLAY."""

    def __init__(self, pictures: Path) -> None:
        if shutil.which("Xvfb") is None:
            sys.exit("The display is made by Xvfb: sudo apt-get install xvfb")
        self._pictures = pictures
        self._memory = tempfile.TemporaryDirectory()
        command = ["Xvfb", "-displayfd", "1", "-screen", "0", SIZE, "-ac", "-nolisten", "tcp"]
        self._server = subprocess.Popen(
            [*command, "-fbdir", self._memory.name],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._server.stdout is not None
        self.name = f":{self._server.stdout.readline().strip()}"

    def __enter__(self) -> Screen:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.terminate()
        self._server.wait()
        self._memory.cleanup()

    def colours(self) -> int:
        """Return how many different colours are on the display."""
        _, rows = self._picture()
        pixels = memoryview(b"".join(rows)).cast("I")
        return len(set(pixels))

    def wait_for(self, colours: int, process: subprocess.Popen[bytes], seconds: float) -> int:
        """Wait until the display shows `colours` colours, `process` ends, or `seconds` are over.

        Returns how many it shows then.
        """
        end = time.monotonic() + seconds
        while time.monotonic() < end and process.poll() is None:
            if self.colours() >= colours:
                break
            time.sleep(0.5)
        return self.colours()

    def save(self, name: str) -> None:
        """Write what the display shows as a PNG file."""
        width, rows = self._picture()
        lines = bytearray()
        for row in rows:
            rgb = bytearray(3 * width)
            rgb[0::3], rgb[1::3], rgb[2::3] = row[2::4], row[1::4], row[0::4]
            lines += b"\0" + rgb
        header = struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)
        chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(lines))), (b"IEND", b""))
        with (self._pictures / name).open("wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n")
            for kind, data in chunks:
                check = struct.pack(">I", zlib.crc32(kind + data))
                file.write(struct.pack(">I", len(data)) + kind + data + check)

    def _picture(self) -> tuple[int, list[bytes]]:
        """Return (width, rows of 32-bit pixels: blue, green, red, unused) from the XWD dump."""
        dump = Path(self._memory.name, "Xvfb_screen0").read_bytes()
        fields = struct.unpack(">25I", dump[:100])
        start = fields[0] + 12 * fields[19]
        width, height, stride = fields[4], fields[5], fields[12]
        lines = range(start, start + height * stride, stride)
        return width, [dump[at : at + 4 * width] for at in lines]
