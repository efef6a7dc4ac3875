"""Pages of PDF files: painted as pictures, refused in a sentence."""

from __future__ import annotations

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
