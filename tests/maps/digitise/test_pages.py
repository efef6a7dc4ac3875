"""Pages of PDF files: painted as pictures, refused in a sentence."""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from maps.digitise import pages
from maps.errors import KnownError


@pytest.fixture
def two_pages(tmp_path: Path) -> Path:
    first = Image.fromarray(np.full((144, 216, 3), (200, 30, 40), dtype=np.uint8))
    second = Image.fromarray(np.full((72, 144, 3), (20, 130, 240), dtype=np.uint8))
    path = tmp_path / "maps.pdf"
    first.save(path, save_all=True, append_images=[second], resolution=72)
    return path


def test_a_page_is_painted(two_pages: Path) -> None:
    first = pages.load(two_pages, 1, 72)
    assert first.shape == (144, 216, 3)
    assert np.abs(first[70, 100].astype(int) - (200, 30, 40)).max() < 6
    second = pages.load(two_pages, 2, 144)
    assert second.shape == (144, 288, 3)
    assert np.abs(second[70, 100].astype(int) - (20, 130, 240)).max() < 6


def test_bad_pages_are_told(two_pages: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.pdf"
    text.write_text("no document")
    for path, page, dpi, said in (
        (two_pages, 3, 72, "has no page 3"),
        (two_pages, 0, 72, "has no page 0"),
        (two_pages, 1, 900_000, "too many for memory"),
        (text, 1, 72, "no PDF file"),
        (tmp_path / "none.pdf", 1, 72, "no such file"),
    ):
        with pytest.raises(KnownError, match=said):
            pages.load(path, page, dpi)


def drawn(content: bytes) -> bytes:
    """A PDF file of one page, 600 x 800 points, of which this is the drawing."""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
    ]
    out, starts = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        starts.append(len(out))
        out += b"%d 0 obj%sendobj\n" % (number, one)
    rows = b"".join(b"%010d 00000 n \n" % start for start in starts)
    table = b"xref\n0 5\n0000000000 65535 f \n%s" % rows
    return out + table + b"trailer<</Size 5/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % len(out)


@pytest.fixture
def crowded(tmp_path: Path) -> Path:
    """A page of 400,000 large rectangles, which takes pdfium half a minute."""
    path = tmp_path / "crowded.pdf"
    path.write_bytes(
        drawn(b"".join(b"%d %d 400 400 re f\n" % (n % 300, n % 500) for n in range(400_000)))
    )
    return path


def test_a_page_that_takes_too_long_is_refused(
    crowded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "PATIENCE", 0.5)
    with pytest.raises(KnownError, match=r"crowded\.pdf: takes longer than"):
        pages.load(crowded, 1, 300)
    assert not multiprocessing.active_children()


def test_a_page_can_be_cancelled(crowded: Path) -> None:
    class StoppedError(Exception):
        pass

    asked: list[int] = []

    def report() -> None:
        asked.append(1)
        if len(asked) > 3:
            raise StoppedError

    with pytest.raises(StoppedError):
        pages.load(crowded, 1, 300, report)
    assert not multiprocessing.active_children()


def test_memory_is_bounded(two_pages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that dies, for whatever reason, is a sentence."""
    monkeypatch.setattr(pages, "_work", dies)
    with pytest.raises(KnownError, match="too much memory"):
        pages.load(two_pages, 1, 72)


def dies(*_: object) -> None:
    os._exit(9)
