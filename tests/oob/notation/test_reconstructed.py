"""The reconstructed orders of battle: marked line by line, and as strong as the rules ask."""

from __future__ import annotations

import pytest

from oob.notation import shipped
from oob.notation.model import Action, Item, Kind, Roster
from oob.notation.text.words import REGIMENTAL_EQUIVALENTS

PRINTED = (
    "balkan_gambit_1943",
    "balkan_gambit_1944",
    "balkan_gambit_1945",
    "fire_in_the_east",
)
RECONSTRUCTED = [name for name in shipped.names() if name not in PRINTED]
ENTERING = (Action.INITIAL, Action.REINFORCE)


@pytest.mark.parametrize("name", RECONSTRUCTED)
def test_each_entry_says_how_sure_it_is(name: str) -> None:
    roster = shipped.load(name)
    assert roster.status == "reconstructed"
    assert [item for item in roster.items if not item.grade] == []


@pytest.mark.parametrize("name", PRINTED)
def test_what_was_printed_is_marked_so(name: str) -> None:
    roster = shipped.load(name)
    assert roster.status == "printed"
    assert {item.grade for item in roster.items} == {""}


def under(roster: Roster, force: str, turn: str = "") -> list[Item]:
    return [
        item
        for item in roster.items
        if item.section.force == force
        and item.action in ENTERING
        and turn in ("", item.section.turn)
    ]


def figures(items: list[Item]) -> tuple[int, int, float, int, int]:
    """Divisions, cadres, REs, attack points, air units."""
    ground = [item for item in items if item.kind is Kind.GROUND]
    return (
        sum(item.count for item in ground if item.size == "XX"),
        sum(item.count for item in ground if item.size == "Cdr"),
        sum(item.count * REGIMENTAL_EQUIVALENTS[item.size] for item in ground),
        sum(item.count * (item.attack or 0) for item in ground),
        sum(item.count for item in items if item.kind is Kind.AIR),
    )


@pytest.mark.parametrize(
    ("name", "force", "expected"),
    [
        ("", "Albania Troop Command", (8, 0, 38.5, 42, 3)),
        ("", "Southern Italy", (0, 0, 0.5, 1, 4)),
        ("", "Zara", (0, 0, 1.5, 1, 0)),
        ("", "Rhodes", (1, 0, 5, 5, 2)),
        ("", "Italian 2nd Army", (13, 0, 54, 67, 5)),
        ("", "German, Greece list", (12, 0, 54, 136, 15)),
        ("", "German, Yugoslavia list, 1st Panzer Group", (6, 0, 26, 69, 0)),
        ("", "German, Yugoslavia list, 2nd Army", (9, 0, 36.5, 85, 0)),
        ("", "Hungary", (8, 0, 30, 39, 3)),
        ("", "Bulgaria", (12, 0, 45.5, 72, 2)),
        ("", "Epirus and Western Macedonia", (2, 0, 12, 17, 0)),
        ("", "Interior", (1, 6, 17.5, 26, 2)),
        ("", "Serbia", (1, 5, 14.5, 20, 0)),
        ("", "Yugoslav, Serbia", (4, 0, 23, 34, 0)),
        ("_marita", "Albanian front", (15, 0, 55.5, 85, 0)),
        ("_marita", "W Force", (2, 0, 14.5, 29, 5)),
        ("_marita", "9th and 11th Armies", (25, 0, 95, 116, 0)),
        ("_marita", "High Command reserve", (0, 5, 11.5, 14, 7)),
        ("_crete", "British on Crete", (0, 0, 7, 12, 1)),
        ("_crete", "German assault", (2, 0, 15, 29, 29)),
        ("_plan_y", "Italian 8th Army", (8, 0, 30, 42, 4)),
    ],
)
def test_balkan_front_forces(
    name: str, force: str, expected: tuple[int, int, float, int, int]
) -> None:
    assert figures(under(shipped.load(f"balkan_front{name}"), force)) == expected


@pytest.mark.parametrize(
    ("force", "garrison"),
    [("Metaxas Line and Thrace", 15.0), ("Crete", 3.0), ("Eastern Greece", 3.0), ("Zara", 1.5)],
)
def test_garrisons_the_rules_ask_for_are_there_at_the_start(force: str, garrison: float) -> None:
    assert figures(under(shipped.load("balkan_front"), force))[2] >= garrison


def test_plan_g_has_its_fourteen_italian_divisions_by_the_end_of_1940() -> None:
    roster = shipped.load("balkan_front")
    turns = ("Nov I 40", "Nov II 40", "Dec I 40", "Dec II 40")
    later = [figures(under(roster, "Italian", turn))[0] for turn in turns]
    assert figures(under(roster, "Albania Troop Command"))[0] + sum(later) == 14


@pytest.mark.parametrize(
    ("name", "nationality", "units"),
    [
        ("early_1941", "Turkish", 51),
        ("late_1941", "Turkish", 51),
        ("late_1941", "Italian", 7),
        ("early_1942", "Turkish", 51),
        ("late_1942", "Soviet", 11),
        ("early_1943", "Soviet", 11),
        ("duplicity", "Soviet", 11),
    ],
)
def test_land_units_of_operation_gertrud(name: str, nationality: str, units: int) -> None:
    found = shipped.load(f"operation_gertrud_{name}").items
    land = [i for i in found if i.kind is Kind.GROUND and i.section.nationality == nationality]
    assert sum(item.count for item in land) == units
    assert {item.move for item in land} == {5}
