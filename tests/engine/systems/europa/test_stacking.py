"""How many units a hex holds (BF-8A, 8B, BC-B8.1)."""

from __future__ import annotations

import pytest

from engine.core.charts.tables import Provenance
from engine.systems.europa.charts.unit_charts import StackRow
from engine.systems.europa.combat import battle_actions as do
from oob.model import Size
from tests.engine.systems.europa.arena import Arena

DIVISION, BRIGADE, REGIMENT = Size.DIVISION, Size.BRIGADE, Size.REGIMENT
KINDS = {"division": ("infantry", DIVISION), "brigade": ("mountain infantry", BRIGADE)}
KINDS |= {"cavalry": ("cavalry", REGIMENT), "artillery": ("artillery", REGIMENT)}
EXAMPLES = {
    "three divisions, three mountain brigades, two artillery": (3, 3, 0, 2),
    "three divisions, two mountain brigades, three artillery": (3, 2, 0, 3),
    "one division, five cavalry, two artillery": (1, 0, 5, 2),
}


def crowded(arena: Arena, divisions: int, brigades: int, cavalry: int, artillery: int) -> bool:
    """Whether such a stack breaks the limit of the middle."""
    counts = {"division": divisions, "brigade": brigades, "cavalry": cavalry}
    for kind, count in (counts | {"artillery": artillery}).items():
        for number in range(count):
            arena.unit(arena.middle, f"german 2-2-6 {kind} {number}", *KINDS[kind])
    return arena.middle in arena.pos.overstacked("axis")


@pytest.mark.parametrize("stack", EXAMPLES.values(), ids=EXAMPLES)
def test_example_stacks_that_fit(stack: tuple[int, int, int, int]) -> None:
    """BF-8A1.1: each fills the hex, and one unit more of any kind is too many."""
    assert not crowded(Arena(), *stack)
    for more in ("division", "cavalry", "artillery"):
        arena = Arena()
        crowded(arena, *stack)
        extra = arena.unit(arena.around[0], "german 1-1-6 extra", *KINDS[more])
        assert not arena.pos.fits(arena.middle, (extra,))


@pytest.mark.parametrize(
    ("stack", "fits"),
    [((2, 2, 0, 1), True), ((3, 0, 0, 0), False), ((2, 2, 0, 2), False), ((1, 2, 1, 1), True)],
)
def test_mountains_hold_less(stack: tuple[int, int, int, int], fits: bool) -> None:
    """BF-8A2.1."""
    for title in ("balkan_front", "boot_camp"):
        arena = Arena(title).ground(Arena().middle, "mountain")
        assert crowded(arena, *stack) is not fits


def test_the_hex_that_is_left_makes_room() -> None:
    arena = Arena()
    crowded(arena, 3, 0, 0, 0)
    extra = arena.unit(arena.around[0], "german 1-6 extra")
    assert not arena.pos.fits(arena.middle, (extra,))
    leaving = arena.pos.friends(arena.middle, "axis")[:1]
    assert arena.pos.fits(arena.middle, (extra,), leaving)


ARCTIC = StackRow(2, 0, 1, Provenance.PRINTED, division=2, zones=("A",))
"""One division or two smaller units, and one artillery unit."""


def cold() -> Arena:
    """An arena whose middle lies in the Arctic."""
    arena = Arena()
    return arena.arctic(arena.middle).chart("stacking", arctic=(ARCTIC,))


@pytest.mark.parametrize(
    ("stack", "fits"),
    [
        ((1, 0, 0, 1), True),
        ((0, 2, 0, 1), True),
        ((0, 1, 0, 2), True),
        ((1, 1, 0, 0), False),
        ((2, 0, 0, 0), False),
        ((0, 2, 1, 0), False),
        ((1, 0, 0, 2), False),
        ((0, 2, 0, 2), False),
    ],
)
def test_a_row_of_the_arctic_goes_before_the_others(
    stack: tuple[int, int, int, int], fits: bool
) -> None:
    assert crowded(cold(), *stack) is not fits
    mountain = cold()
    assert crowded(mountain.ground(mountain.middle, "mountain"), *stack) is not fits
    assert not crowded(Arena().arctic(), *stack), "no such row, or outside its weather zones"


def test_the_arctic_row_limits_attackers_from_outside() -> None:
    arena = cold()
    arena.unit(arena.middle, "greek 5-6")
    first = arena.unit(arena.around[0], "german 7-6")
    second = arena.unit(arena.around[0], "german 7-6 second")
    beside = arena.unit(arena.around[1], "german 7-6 third")
    arena.form(first, beside)
    assert arena.rules.check(arena.state, do.AddUnit(second))


@pytest.mark.parametrize("title", ["balkan_front", "boot_camp"])
def test_the_present_titles_have_no_arctic(title: str) -> None:
    assert not Arena(title).context.charts.stacking.arctic
