"""A check names every problem of an order of battle, and none of a sound one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given

from oob import data
from oob.checks import Severity, check, contrast
from oob.model import (
    DepleteChoice,
    EntryKind,
    Face,
    Formation,
    Nation,
    OrderOfBattle,
    ScheduleEntry,
    SetUp,
    Size,
    UnitId,
)
from tests.oob import strategies as some

ARMOR, BOX = UnitId("british-8"), UnitId("british-21")


def change(order: OrderOfBattle, id_: UnitId, **to: object) -> None:
    order.units[id_] = replace(order.units[id_], **to)  # type: ignore[arg-type]


def orphan(order: OrderOfBattle) -> None:
    order.setups = [s for s in order.setups if BOX not in s.units]


def entry(kind: EntryKind, turn: int = 0, cost: int = 0) -> Callable[[OrderOfBattle], None]:
    def spoil(order: OrderOfBattle) -> None:
        orphan(order)
        order.schedule.append(ScheduleEntry(kind, turn, "med_box", (BOX,), cost))

    return spoil


SPOILS: dict[str, Callable[[OrderOfBattle], None]] = {
    "is used twice": lambda o: o.units.update(
        {UnitId("copy"): o.units[ARMOR], UnitId("more"): o.units[ARMOR]}
    ),
    "its own id is 'british-8'": lambda o: o.units.update({UnitId("copy"): o.units.pop(ARMOR)}),
    "the nation 'britsh' is unknown. Did you mean 'british'": lambda o: change(
        o, ARMOR, nation="britsh"
    ),
    "it fights for 'axis', its nation for 'allied'": lambda o: change(o, ARMOR, side="axis"),
    "the type 'armour' has no symbol. Did you mean 'armor'": lambda o: change(
        o, ARMOR, type="armour"
    ),
    "it has no size": lambda o: change(o, ARMOR, size=Size.NONE),
    "the size 'XXXXX' is unknown. Did you mean 'XXXX'": lambda o: change(o, ARMOR, size="XXXXX"),
    "the formation 'army' is unknown": lambda o: change(o, ARMOR, formation="army"),
    "it has 3 steps, but its faces show 2": lambda o: change(o, ARMOR, steps=3),
    "it has no face": lambda o: change(o, ARMOR, faces=()),
    "its front shows no ratings": lambda o: change(
        o, ARMOR, faces=(Face(None, None, None),), steps=1
    ),
    "its reduced side is stronger": lambda o: change(
        o, ARMOR, faces=(Face(4, None, 6), Face(5, None, 6, label="reduced"))
    ),
    "the unit 'britsh-8' is unknown. Did you mean 'british-8'": lambda o: o.setups.append(
        SetUp("Greece", (UnitId("britsh-8"),))
    ),
    "it is set up 2 times, in med_box, Greece": lambda o: o.setups.append(
        SetUp("Greece", (ARMOR,))
    ),
    "a set-up line has no place": lambda o: o.setups.append(SetUp("", ())),
    "british-21 would begin with 2 steps, it has 1": lambda o: (
        orphan(o),
        o.setups.append(SetUp("Greece", (BOX,), steps=2)),
    )[1],
    "it is neither set up nor scheduled": orphan,
    "it is set up, and optional as well": lambda o: o.schedule.append(
        ScheduleEntry(EntryKind.OPTIONAL, 0, "med_box", (ARMOR,), 2)
    ),
    "times on the schedule as optional": lambda o: o.schedule.append(o.schedule[0]),
    "an optional unit has no price": entry(EntryKind.OPTIONAL),
    "its price is negative": entry(EntryKind.ARRIVES, 3, -1),
    "there is no turn -2": entry(EntryKind.ARRIVES, -2),
    "it arrives on no turn": entry(EntryKind.ARRIVES),
    "it says not what is given up": entry(EntryKind.SUBSTITUTE),
    "it names no unit": lambda o: o.schedule.append(
        ScheduleEntry(EntryKind.ARRIVES, 3, "Greece", ())
    ),
    "its units arrive nowhere": lambda o: o.schedule.append(replace(o.schedule.pop(), place="")),
    "3 of 2 units cannot be chosen": lambda o: o.choices.append(
        DepleteChoice(3, (ARMOR, UnitId("british-15")))
    ),
    "a unit stands twice in it": lambda o: o.choices.append(DepleteChoice(1, (ARMOR, ARMOR))),
    "british-21 has no step to lose": lambda o: o.choices.append(DepleteChoice(1, (BOX,))),
    "british-34 is not set up": lambda o: o.choices.append(
        DepleteChoice(1, (UnitId("british-34"),))
    ),
    "it lies inside itself (a in b in a)": lambda o: o.formations.update(
        a=Formation("a", "A", "b"), b=Formation("b", "B", "a")
    ),
    "the formation 'c' around it is unknown": lambda o: o.formations.update(
        a=Formation("a", "A", "c")
    ),
    "'tan' is not a colour": lambda o: o.nations.update(
        british=replace(o.nations["british"], fill="tan")
    ),
    "its ink is hard to read": lambda o: o.nations.update(
        british=replace(o.nations["british"], ink="#d0b080")
    ),
    "it has no side": lambda o: o.nations.update(
        moon=Nation("moon", "Moon", "", "#000000", "#ffffff")
    ),
}


@pytest.mark.parametrize("says", SPOILS)
def test_a_problem_is_named(says: str) -> None:
    order = data.load("balkan_gambit_1943")
    SPOILS[says](order)
    found = [str(problem) for problem in check(order)]
    assert any(says in problem for problem in found), found


def test_a_marker_needs_neither_symbol_nor_size_nor_ratings() -> None:
    """What is made of the markers of a counter sheet is sound; they gave three warnings each."""
    order = data.load("balkan_gambit_1943")
    before = check(order)
    bare = (Face(None, None, None),)
    change(order, ARMOR, type="marker", size=Size.NONE, faces=bare, steps=1)
    more = {str(problem) for problem in check(order)} - {str(problem) for problem in before}
    assert not [told for told in more if "unit british-8" in told], more


def test_all_problems_come_at_once_and_errors_first() -> None:
    order = data.load("balkan_gambit_1943")
    change(order, ARMOR, steps=3, side="axis")
    order.setups.append(SetUp("Greece", (UnitId("nobody"),)))
    found = check(order)
    assert [problem.severity for problem in found] == [
        Severity.ERROR,
        Severity.ERROR,
        Severity.WARNING,
    ]
    assert all(problem.fix for problem in found)


@given(some.orders())
def test_any_order_of_battle_can_be_checked(order: OrderOfBattle) -> None:
    assert check(order) == check(order)


def test_contrast_is_that_of_the_wcag() -> None:
    assert contrast(Nation("a", "A", "x", "#000000", "#ffffff")) == pytest.approx(21)
    assert contrast(Nation("a", "A", "x", "#777777", "#ffffff")) == pytest.approx(4.48, abs=0.01)
