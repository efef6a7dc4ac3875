"""Every type of every shipped order of battle has a symbol of its own."""

from __future__ import annotations

from functools import cache

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

import oob.data
from oob.notation import shipped
from oob.notation.text.words import TYPES as NOTATION_TYPES
from oob.notation.text.words import spelled
from oob.sheets.mix import counter_mix
from oob.words import TYPES
from qtapp.painters.counters.symbol_pieces import SILHOUETTES
from qtapp.painters.counters.symbol_signs import SIGNS
from qtapp.painters.counters.symbol_words import Frame, symbol_of
from qtapp.painters.counters.symbols import draw_symbol

pytestmark = pytest.mark.usefixtures("qapp")

EXTRA = (
    "light infantry", "glider infantry", "mountain artillery", "coastal artillery", "heavy armor",
    "police", "garrison", "militia infantry", "headquarters", "anti-aircraft", "pontoon engineer",
    "signal", "mortar", "fortress artillery", "motorized commando", "ski commando",
)  # fmt: skip


@cache
def shipped_types() -> tuple[str, ...]:
    found = {
        unit.type.casefold()
        for name in oob.data.names()
        for unit in oob.data.load(name).units.values()
    }
    for name in shipped.names():
        found |= {unit.type for unit in counter_mix(shipped.load(name)).units.values()}
    found |= set(TYPES) | {spelled(word) for word in NOTATION_TYPES}
    return tuple(sorted(found))


def drawn(kind: str, high: int) -> bytes:
    image = QImage(high * 2, high * 2, QImage.Format.Format_RGB32)
    image.fill(QColor("#9ea6a0"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    box = QRectF(high * 0.2 + 0.5, high * 0.5 + 0.5, round(high * 1.6), high)
    draw_symbol(painter, kind, box, QColor("#14181a"), QColor("#cfd3d0"))
    painter.end()
    return bytes(image.constBits())


def test_every_shipped_type_is_read_word_by_word() -> None:
    assert len(shipped_types()) > 70
    strangers = {kind: symbol_of(kind).unknown for kind in shipped_types()}
    assert {kind: words for kind, words in strangers.items() if words} == {}


@pytest.mark.parametrize("high", [8, 16, 40])
def test_no_two_shipped_types_share_a_symbol(high: int) -> None:
    seen: dict[bytes, str] = {}
    for kind in shipped_types():
        picture = drawn(kind, high)
        assert seen.setdefault(picture, kind) == kind


def test_signs_named_by_words_can_be_drawn() -> None:
    for kind in (*shipped_types(), *EXTRA):
        symbol = symbol_of(kind)
        known = SIGNS if symbol.frame is Frame.BOX else SILHOUETTES
        lettered = {sign for sign in symbol.signs if sign.startswith("plaque-")} | {"light-cross"}
        assert set(symbol.signs) - lettered <= set(known), kind
        assert symbol.is_known, kind


def test_words_join() -> None:
    assert symbol_of("Motorized  Assault Engineer").signs == ("comb", "wheels", "arrow")
    assert symbol_of("mechanized infantry") != symbol_of("armor")
    assert symbol_of("marine commando").letters == "CDO"
    assert symbol_of("naval infantry").frame is Frame.BOX
    assert symbol_of("air landing").frame is Frame.BOX
    assert symbol_of("air dive bomber").frame is Frame.AIR
    assert symbol_of("river flotilla").frame is Frame.SHIP


def test_what_nobody_knows_stands_as_letters_and_is_told() -> None:
    symbol = symbol_of("bronze elephants")
    assert (symbol.letters, symbol.unknown) == ("BE", ("bronze", "elephants"))
    assert not symbol_of("bronze infantry").is_known
