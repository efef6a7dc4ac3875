"""Films go out and come back: pictures, their order and how long each lasts."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from maps.errors import KnownError
from maps.files.writing import asking
from maps.formats.films import FILMS, Film

SIZE = (24, 16)


def shade(number: int) -> bytes:
    return bytes([40 * number, 10, 255 - 40 * number]) * (SIZE[0] * SIZE[1])


@pytest.mark.parametrize("ending", FILMS.suffixes(writing=True))
def test_pictures_come_back_in_order_each_painted_once(tmp_path: Path, ending: str) -> None:
    painted: list[int] = []

    def paint(number: int) -> bytes:
        painted.append(number)
        return shade(number)

    FILMS.write(Film(SIZE, 5, paint, 300), tmp_path / f"a{ending}")
    assert painted == list(range(5))
    with Image.open(tmp_path / f"a{ending}") as film:
        assert film.size == SIZE and getattr(film, "n_frames", 1) == 5
        for number in range(5):
            film.seek(number)
            found = film.convert("RGB").tobytes()
            assert all(abs(a - b) < 24 for a, b in zip(found, shade(number), strict=True))
            assert film.info["duration"] == (900 if number == 4 else 300)


@pytest.mark.parametrize("ending", FILMS.suffixes(writing=True))
def test_a_film_of_one_picture_is_a_picture(tmp_path: Path, ending: str) -> None:
    FILMS.write(Film(SIZE, 1, shade), tmp_path / f"a{ending}")
    with Image.open(tmp_path / f"a{ending}") as film:
        assert film.size == SIZE


@pytest.mark.parametrize("ending", FILMS.suffixes(writing=True))
def test_cancelling_leaves_nothing(tmp_path: Path, ending: str) -> None:
    class StoppedError(Exception):
        pass

    asked: list[int] = []

    def look() -> None:
        asked.append(1)
        if len(asked) == 3:
            raise StoppedError

    with pytest.raises(StoppedError), asking(look):
        FILMS.write(Film(SIZE, 5, shade), tmp_path / f"a{ending}")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("size", "count", "milliseconds", "said"),
    [
        ((9000, 10), 3, 500, "9,000 by 10"),
        (SIZE, 0, 500, "0 pictures"),
        (SIZE, 3, 5, "5 ms"),
    ],
)
def test_what_no_program_shows_is_refused(
    size: tuple[int, int], count: int, milliseconds: int, said: str
) -> None:
    with pytest.raises(KnownError, match=said):
        Film(size, count, shade, milliseconds)
