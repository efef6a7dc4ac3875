"""The frame of sheet boards: it is undone exactly, and it holds its pins."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.formats.geodata.sheet_boards.warp import INNER, Laying, SheetPin, WarpFrame
from maps.hexgrid import Hex
from maps.layout import Orientation
from maps.numbering import LabelScheme, Order, Parity, Sheet

SHEET = Sheet(
    "1A",
    Orientation.POINTY,
    33,
    51,
    LabelScheme(Order.RRCC, Parity.ODD, "west", "south", prefix="1A"),
    Hex(-33, 1),
)
LAYING = Laying(
    "+proj=laea +lat_0=30.34 +lon_0=23.85 +R=6371000", 25.105, -17.85, (-52.475, 126.727)
)
PINS = (
    SheetPin("Gomel", (52.4345, 30.9754), "1A:4604"),
    SheetPin("Velikiye Luki", (56.34, 30.5452), "1A:2601"),
    SheetPin("Pskov", (57.8136, 28.3496), "1A:1705"),
    SheetPin("Hango", (59.8236, 22.9681), "1A:0515"),
    SheetPin("Riga", (56.95, 24.1), "1A:1816"),
)


@pytest.fixture(scope="module")
def frame() -> WarpFrame:
    return WarpFrame(LAYING, [SHEET], PINS, "test")


@given(x=st.floats(-33, 0), y=st.floats(1, 45))
def test_globe_and_back_is_the_same_spot(x: float, y: float) -> None:
    frame = WarpFrame(LAYING, [SHEET], PINS, "test")
    paper = np.array([[x, y]])
    assert np.abs(frame.to_paper(*frame.to_globe(paper)) - paper).max() < 1e-6


@pytest.mark.parametrize("pin", PINS)
def test_a_pin_falls_well_inside_its_hex(frame: WarpFrame, pin: SheetPin) -> None:
    at = frame.hex(pin.label)
    assert at is not None and frame.hex_at(pin.at) == at
    gap = np.hypot(*(np.array(frame.point(pin.at)) - np.array(frame.layout.centre(at))))
    assert gap <= INNER + 1e-6


def test_without_the_bending_the_pins_lie_within_a_hex_and_a_half(frame: WarpFrame) -> None:
    gaps = frame.residuals()
    assert set(gaps) == {pin.name for pin in PINS}
    assert max(gaps.values()) < 1.5
