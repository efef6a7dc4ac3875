"""Pictures from strangers are decoded, and open no other file."""

from __future__ import annotations

import base64
import hashlib
import os
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from maps.errors import KnownError
from oob.looks import PICTURE
from oob.model import OrderOfBattle
from qtapp.painters.counters.counter_images import image_of, learn_images, read_picture
from qtapp.painters.rasters import raster_of

RED, BLUE = QColor("#ff0000"), QColor("#0000ff")


def square(ink: QColor, kind: str) -> bytes:
    image = QImage(20, 20, QImage.Format.Format_RGB32)
    image.fill(ink)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind)  # type: ignore[call-overload]
    return bytes(data.data())


@pytest.fixture
def secret(qapp: QApplication, tmp_path: Path) -> Path:
    """A picture of the person's own, which no stranger's file may show."""
    path = tmp_path / "secret.png"
    path.write_bytes(square(RED, "PNG"))
    return path


def drawing(href: str, before: str = "") -> bytes:
    """An SVG: a blue square under what it refers to."""
    return (
        f'{before}<svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="20">'
        f'<rect width="20" height="20" fill="{BLUE.name()}"/>'
        f'<image width="20" height="20" xlink:href="{href}"/></svg>'
    ).encode()


def test_png_and_jpeg_are_decoded_and_nothing_else(secret: Path) -> None:
    assert raster_of(square(RED, "PNG")).pixelColor(5, 5) == RED
    assert raster_of(square(RED, "JPG")).pixelColor(5, 5).red() > 240
    for data in (drawing(str(secret)), square(RED, "BMP"), b""):
        assert raster_of(data).isNull()


def test_a_drawing_in_an_order_of_battle_is_left_out(secret: Path) -> None:
    notes = {}
    for data in (drawing(str(secret)), square(BLUE, "PNG")):
        digest = hashlib.sha256(data).hexdigest()[:20]
        notes[PICTURE + digest] = base64.b64encode(data).decode()
    order = OrderOfBattle("a", "A", notes=notes)
    learn_images(order)
    poisoned, sound = (image_of(key.removeprefix(PICTURE)) for key in notes)
    assert poisoned is None
    assert sound is not None and sound.pixelColor(5, 5) == BLUE


@pytest.mark.parametrize("way", ["{}", "file://{}", "secret.png", " {}", "//server/share/a.png"])
def test_a_drawing_that_refers_to_a_file_is_refused(
    secret: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.chdir(secret.parent)
    path = secret.with_name("counter.svg")
    path.write_bytes(drawing(way.format(secret)))
    with pytest.raises(KnownError, match="outside the file"):
        read_picture(str(path))
    disguised = secret.with_name("counter.png")
    disguised.write_bytes(path.read_bytes())
    with pytest.raises(KnownError, match="outside the file"):
        read_picture(str(disguised))


def test_a_drawing_with_entities_or_a_drawing_inside_is_refused(secret: Path) -> None:
    path = secret.with_name("counter.svg")
    path.write_bytes(drawing("#x", f'<!DOCTYPE svg [<!ENTITY a "{secret}">]>'))
    with pytest.raises(KnownError, match="an entity"):
        read_picture(str(path))
    inner = base64.b64encode(drawing(str(secret))).decode()
    path.write_bytes(drawing(f"data:image/svg+xml;base64,{inner}"))
    with pytest.raises(KnownError, match="outside the file"):
        read_picture(str(path))


def test_a_drawing_that_holds_all_it_shows_is_read(secret: Path) -> None:
    path = secret.with_name("counter.svg")
    inner = base64.b64encode(square(RED, "PNG")).decode()
    path.write_bytes(drawing(f"data:image/png;base64,{inner}"))
    assert read_picture(str(path)).pixelColor(5, 5) == RED


@pytest.mark.skipif(os.name == "nt", reason="needs FIFOs")
def test_what_is_no_file_is_refused(tmp_path: Path, qapp: QApplication) -> None:
    os.mkfifo(tmp_path / "counter.png")
    with pytest.raises(KnownError, match="is no file"):
        read_picture(str(tmp_path / "counter.png"))
