from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.errors import KnownError
from oob.model import Face, Size, Unit, UnitId
from oob.notation import shipped
from oob.sheets.mix import counter_mix
from qtapp.workspaces.counters.sheets.layout import PAPERS, Backs, Layout, length, pages_of, paper
from qtapp.workspaces.counters.sheets.paper import page_image

UNITS = [
    Unit(UnitId(str(at)), str(at), "n", "s", "infantry", Size.DIVISION, (Face(1, None, 1),))
    for at in range(300)
]


@given(
    side=st.floats(8, 40),
    gutter=st.floats(0, 6),
    margin=st.floats(0, 25),
    name=st.sampled_from(sorted(PAPERS)),
    landscape=st.booleans(),
    backs=st.sampled_from([Backs.LONG, Backs.SHORT]),
)
def test_each_back_lies_behind_its_front(
    side: float, gutter: float, margin: float, name: str, landscape: bool, backs: Backs
) -> None:
    """Turned over its edge, the sheet brings every back onto the front of the same unit."""
    layout = Layout(side, paper(name, landscape), margin, gutter, 0.5, True, backs)
    pages = list(pages_of(UNITS, layout))
    assert len(pages) == layout.pages(len(UNITS))
    assert sum(len(page.slots) for page in pages) == 2 * len(UNITS)
    wide, high = layout.paper
    over_the_left_edge = (backs is Backs.LONG) == (high >= wide)
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        for one, two in zip(front.slots, back.slots, strict=True):
            assert one.unit is two.unit and two.is_back
            x = wide - two.x - side if over_the_left_edge else two.x
            y = two.y if over_the_left_edge else high - two.y - side
            assert (x, y) == pytest.approx((one.x, one.y))
            assert margin - 1e-6 <= one.x <= wide - margin - side + 1e-6
            assert margin - 1e-6 <= one.y <= high - margin - side + 1e-6


def test_counters_do_not_overlap() -> None:
    page = next(iter(pages_of(UNITS, Layout())))
    spots = {(slot.x, slot.y) for slot in page.slots}
    assert len(spots) == len(page.slots) == 11 * 17
    xs = sorted({x for x, _ in spots})
    assert min(b - a for a, b in pairwise(xs)) == pytest.approx(16.0)


@pytest.mark.parametrize("text", ["", "mm", "14 miles", "1/0in", "-3mm"])
def test_what_is_no_length_is_refused(text: str) -> None:
    with pytest.raises(KnownError, match="no length"):
        length(text)


@pytest.mark.parametrize(
    "layout",
    [Layout(side=100), Layout(margin=-1), Layout(paper=(10, 10)), Layout(side=60, paper=(60, 60))],
)
def test_a_layout_of_no_use_is_refused(layout: Layout) -> None:
    with pytest.raises(KnownError):
        list(pages_of(UNITS, layout))


@pytest.mark.usefixtures("qapp")
def test_a_page_shows_its_counters_in_their_colours() -> None:
    order = counter_mix(shipped.load("balkan_front"))
    units = [unit for unit in order.units.values() if unit.nation == "greek"]
    layout = Layout()
    front, back = list(pages_of(units, layout))[:2]
    for page in (front, back):
        image = page_image(order, page, layout, 100)
        mm = 100 / 25.4
        for slot in page.slots[::9]:
            at = round((slot.x + 3) * mm), round((slot.y + 13.2) * mm)
            colour = image.pixelColor(*at)
            assert (colour.red(), colour.green(), colour.blue()) == pytest.approx(
                (0x7F, 0xD3, 0xC8), abs=12
            ) or colour.red() > 240
        assert image.pixelColor(3, 3).red() == 255
