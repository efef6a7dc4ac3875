"""Films: pictures that follow each other in one file, as animated WebP or PNG."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from maps.errors import KnownError, counted
from maps.files.registry import Format, Formats
from maps.files.writing import still_wanted, whole_file

LONGEST_EDGE = 8_000
MOST_FRAMES = 2_000
_QUALITY = 85


@dataclass(frozen=True, slots=True)
class Film:
    """Pictures of one size. ``paint`` gives the pixels of one by number: rows of red, green, blue.

    ``milliseconds`` is how long each is shown; the last one three times as long.
    """

    size: tuple[int, int]
    count: int
    paint: Callable[[int], bytes]
    milliseconds: int = 1_000

    def __post_init__(self) -> None:
        """Raises KnownError for a film that no program would show."""
        wide, high = self.size
        if max(wide, high) > LONGEST_EDGE:
            what = f"the pictures would have {wide:,} by {high:,} pixels, more than programs show."
            raise KnownError("this film", what, "Use fewer pixels per hex, or a region.")
        if not 1 <= self.count <= MOST_FRAMES:
            raise KnownError(
                "this film", f"has {counted(self.count, 'picture')}.", f"1 to {MOST_FRAMES:,}."
            )
        if not 20 <= self.milliseconds <= 60_000:
            what = f"cannot show a picture for {self.milliseconds:,} ms."
            raise KnownError("this film", what, "Use 0.02 to 60 seconds.")

    @property
    def lasting(self) -> list[int]:
        """How long each picture is shown, in milliseconds."""
        return [self.milliseconds] * (self.count - 1) + [self.milliseconds * 3]


class _Reel(Image.Image):
    """A film as Pillow writes one: each picture is painted once, when it is first looked at."""

    def __init__(self, film: Film) -> None:
        super().__init__()
        self._film = film
        self._at = -1
        self._painted: dict[int, bytes] = {}
        blank = Image.new("RGB", film.size)
        self.im = blank.im
        self._mode = blank.mode
        self._size = blank.size
        self.n_frames = film.count
        self.is_animated = film.count > 1
        self.seek(0)

    def seek(self, frame: int) -> None:
        """Show a picture; EOFError behind the last one."""
        if frame >= self.n_frames:
            raise EOFError
        if frame == self._at:
            return
        still_wanted()
        if frame not in self._painted:
            self._painted[frame] = zlib.compress(self._film.paint(frame), 1)
        pixels = zlib.decompress(self._painted[frame])
        self.paste(Image.frombytes("RGB", self._film.size, pixels))
        self._at = frame

    def tell(self) -> int:
        """The number of the picture shown."""
        return max(0, self._at)


def _webp(film: Film, path: Path) -> None:
    with whole_file(path) as partial:
        _Reel(film).save(
            partial, "WEBP", save_all=True, duration=film.lasting, loop=0, quality=_QUALITY,
            method=2,
        )  # fmt: skip


def _apng(film: Film, path: Path) -> None:
    with whole_file(path) as partial:
        _Reel(film).save(partial, "PNG", save_all=True, duration=film.lasting, loop=0)


FILMS: Formats[Film, Film] = Formats(
    "films",
    Format("Animated WebP", (".webp",), write=_webp),
    Format("Animated PNG", (".apng",), write=_apng),
)
"""The forms a film is written in."""
