"""Counters of a sheet become units: nations by colour, ratings by name, all as one step."""

from __future__ import annotations

import numpy as np
import pytest

from maps.errors import KnownError
from oob.edits import apply, inverse
from oob.looks import look_of
from oob.model import Face, OrderOfBattle, Size, UnitId
from oob.sheets.matching import Seen
from oob.sheets.new_units import (
    USUAL,
    Owner,
    Proposal,
    Role,
    counts,
    field_names,
    groups,
    made_into,
    numbers_of,
    proposals,
)

RED, PALE = (200, 60, 50), (210, 205, 190)


def seen(name: str, fill: tuple[int, int, int], ratings: str = "", kind: str = "") -> Seen:
    picture = np.full((60, 60, 3), fill, np.uint8)
    return Seen(name, picture, ratings, 0.8, kind, 0.9 if kind else 0.0, "XX", 0.9)


SHEET = (
    seen("r01c01", RED, "4-6", "infantry"),
    seen("r01c02", (190, 52, 44), "3-2-6", "cavalry"),
    seen("r01c03", RED, "2"),
    seen("r02c01", PALE, "(5)-5", "armor"),
    seen("r02c02", (200, 196, 181)),
)
OWNERS = (Owner("Reds", "east"), Owner("Pales", ""))


def make(order: OrderOfBattle, made: list[Proposal]) -> list[UnitId]:
    found = groups(SHEET)
    change, ids = made_into(order, made, found, OWNERS, USUAL, {})
    apply(order, change)
    assert set(ids.values()) <= set(order.units)
    return list(ids.values())


def test_colours_are_nations_whatever_the_light() -> None:
    found = groups(SHEET)
    assert [group.counters for group in found] == [
        ("r01c01", "r01c02", "r01c03"), ("r02c01", "r02c02")
    ]  # fmt: skip


def test_what_has_no_symbol_is_a_leader_and_without_ratings_a_marker() -> None:
    roles = [one.role for one in proposals(SHEET, groups(SHEET))]
    assert roles == [Role.UNIT, Role.UNIT, Role.LEADER, Role.UNIT, Role.MARKER]


def test_counters_become_units_and_one_step_takes_them_back() -> None:
    order = OrderOfBattle("mine", "Mine")
    made = proposals(SHEET, groups(SHEET))
    change, ids = made_into(
        order, made, groups(SHEET), OWNERS, {**USUAL, 1: ("command",)},
        {one.name: one.picture for one in SHEET},
    )  # fmt: skip
    apply(order, change)
    units = [order.units[id_] for id_ in ids.values()]
    assert [unit.faces[0] for unit in units] == [
        Face(4, None, 6), Face(3, 2, 6), Face(None, None, None), Face(5, None, 5, True),
        Face(None, None, None),
    ]  # fmt: skip
    assert units[2].traits == {"command 2"} and units[2].type == "leader"
    assert {unit.side for unit in units} == {"east", "pales"}
    assert look_of(order, units[0]).picture and not look_of(order, units[0]).ratings
    assert look_of(order, units[2]).ratings == "2"
    apply(order, inverse(change))
    assert order == OrderOfBattle("mine", "Mine")


def test_what_is_left_out_makes_nothing_and_names_are_never_used_twice() -> None:
    order = OrderOfBattle("mine", "Mine")
    made = proposals(SHEET[:1], groups(SHEET))
    first, second = make(order, made), make(order, made)
    assert first != second and len(order.units) == 2
    left = [Proposal("r01c01", 0, Role.NOTHING, "1", "", "")]
    assert make(order, left) == []


def test_a_reverse_with_ratings_is_a_reduced_face() -> None:
    order = OrderOfBattle("mine", "Mine")
    one = Proposal("r01c01", 0, Role.UNIT, "7", "4-6", "infantry", "X", "2-6")
    (id_,) = make(order, [one])
    unit = order.units[id_]
    assert unit.steps == 2 and unit.faces[1] == Face(2, None, 6, label="reduced")
    assert unit.size is Size.BRIGADE


@pytest.mark.parametrize(
    ("one", "says"),
    [
        (Proposal("r01c01", 0, Role.UNIT, "1", "4x6", "infantry"), "is no ratings"),
        (Proposal("r01c01", 0, Role.UNIT, "1", "1-2-3-4-5", "infantry"), "5 ratings"),
        (Proposal("r01c01", 0, Role.UNIT, "1", "4-6", "infantry", "big"), "size 'big'"),
        (Proposal("r01c01", 0, Role.UNIT, "1", "1234", "infantry"), "above 999"),
    ],
)
def test_what_makes_no_unit_is_told_with_its_counter(one: Proposal, says: str) -> None:
    with pytest.raises(KnownError, match="r01c01") as told:
        make(OrderOfBattle("mine", "Mine"), [one])
    assert says in str(told.value)


def test_a_colour_without_a_nation_is_told() -> None:
    made = proposals(SHEET, groups(SHEET))
    with pytest.raises(KnownError, match="Name their nation"):
        made_into(OrderOfBattle("m", "M"), made, groups(SHEET), (Owner("", ""),) * 2, USUAL, {})


def test_names_of_ratings() -> None:
    assert field_names("Attack, morale") == ("attack", "morale")
    for text in ("", "attack-attack", "attack-2"):
        with pytest.raises(KnownError):
            field_names(text)
    assert numbers_of("4(2)-6") == (4, 2, 6)
    assert counts(proposals(SHEET, groups(SHEET))) == (1, 2, 3)
