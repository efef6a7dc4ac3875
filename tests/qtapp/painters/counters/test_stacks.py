from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF

from engine.core.view.display import CounterView, MarkerView
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.painters.board import BoardPainter
from qtapp.painters.counters.stacks import SHOWN, Stacks
from tests.qtapp.painters.boards import board


def counters(at: Hex | str, count: int) -> list[CounterView]:
    return [CounterView(UnitId(f"u{index}"), at, 0) for index in range(count)]


@pytest.fixture(scope="module")
def painter() -> BoardPainter:
    return BoardPainter(board(16, 12))


@pytest.mark.parametrize("count", [1, 2, 3, 9])
def test_a_stack_shows_its_top_inside_the_hex(painter: BoardPainter, count: int) -> None:
    at = Hex(5, 3)
    stacks = Stacks(painter.shape, painter.boxes)
    stacks.set_counters(counters(at, count))
    spots = stacks.spots(at)
    assert len(spots) == min(count, SHOWN)
    assert spots[-1].view == stacks.at(at)[-1]
    area = painter.shape.hex_rect(at)
    assert all(area.contains(spot.box) for spot in spots)


@pytest.mark.parametrize("count", [1, 7, 40])
def test_counters_in_a_box_stay_in_it_and_apart(painter: BoardPainter, count: int) -> None:
    stacks = Stacks(painter.shape, painter.boxes)
    stacks.set_counters(counters("med_box", count))
    spots = stacks.spots("med_box")
    box = painter.boxes.rect(painter.shape.map.boxes["med_box"])
    assert len(spots) == count
    for index, spot in enumerate(spots):
        assert box.contains(spot.box)
        assert not any(spot.box.intersects(other.box) for other in spots[:index])


def test_places_in_a_part_of_the_paper(painter: BoardPainter) -> None:
    stacks = Stacks(painter.shape, painter.boxes)
    near, far = Hex(3, 3), Hex(12, 2)
    stacks.set_counters([*counters(near, 1), *counters("med_box", 1), *counters("nowhere", 1)])
    stacks.set_markers([MarkerView("beachhead", far, "", "")])
    assert stacks.places_in(painter.shape.hex_rect(near)) == [near]
    everything = stacks.places_in(QRectF(-999, -999, 9999, 9999))
    assert everything == ["med_box", near, far]
