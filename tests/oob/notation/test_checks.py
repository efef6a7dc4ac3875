"""Checks of rosters: twice, gone without having come, too early, unrated."""

from __future__ import annotations

import pytest

from maps.checking.problems import Severity
from oob.notation import shipped
from oob.notation.checks import check
from oob.notation.text.parser import parse

START = "sandtable notation 1\nid: demo\nSide: Axis\nInitial: Jun II 41\nForce: F\n"


def said(text: str) -> list[str]:
    reading = parse(START + text)
    assert reading.faults == []
    return [str(problem) for problem in check(reading.roster)]


def test_a_sound_roster_has_no_problems() -> None:
    text = "2×3-5 Infantry XX 1, 2\nTurn: Jul I 41\nWithdraw:\n1×3-5 Infantry XX 2\n"
    assert said(text + "Turn: Aug I 41\n1×3-5 Infantry XX 2") == []


def test_a_unit_that_comes_twice() -> None:
    assert said("1×3-5 Infantry XX 1\nTurn: Jul I 41\n1×3-5 Infantry XX 1") == [
        "demo line 8: Infantry XX 1 comes a second time. Is it another unit of that number?"
    ]


def test_a_unit_that_goes_but_never_came() -> None:
    text = "1×truck\nTurn: Jul I 41\nConvert:\n1×3-5 Infantry XX 1\nAir Unit Withdrawal: 2×Ju 52"
    assert said(text) == [
        "demo line 9: Infantry XX 1 goes, but has not come. Check its type and its number.",
        "demo line 10: air Ju 52 goes, but has not come (2 too many). "
        "Check its type and its number.",
    ]


def test_a_unit_that_is_released_but_not_in_reserve() -> None:
    (problem,) = said("1×truck\nTurn: Jul I 41\nRelease:\n1×3-5 Infantry XX 1")
    assert "is released, but has not come." in problem


def test_the_cadre_of_a_division_may_go() -> None:
    text = "1×7-6 Infantry XX 162\nTurn: Jul I 41\nWithdraw:\n1×3-6 Infantry Cdr 162"
    assert said(text) == []


def test_an_arrival_before_the_start() -> None:
    (problem,) = said("1×truck\nTurn: Jun I 41\n1×fort")
    assert problem == "demo line 8: '1×fort' is due on Jun I 41, before the start. Fix the turn."


def test_a_unit_without_ratings() -> None:
    (problem,) = said("1×Infantry XX 1")
    assert "has no ratings" in problem


@pytest.mark.parametrize("name", shipped.names())
def test_shipped_rosters_have_no_errors(name: str) -> None:
    found = check(shipped.load(name, corrected=True))
    assert [str(p) for p in found if p.severity is Severity.ERROR] == []


def test_numbers_used_twice_in_fire_in_the_east_are_the_known_ones() -> None:
    found = check(shipped.load("fire_in_the_east", corrected=True))
    twice = [problem.what.removesuffix(" comes a second time.") for problem in found]
    assert twice == [
        "Soviet Rifle XX 1 (Mil)",
        "Soviet Rifle XX 2 (Mil)",
        "Soviet Rifle X 7 (Nvl)",
        "Soviet Rifle X 5 (Nvl)",
        "Soviet Rifle X 8 (Nvl)",
        "Soviet Rifle XX 7 (Mil)",
        "Soviet Rifle XX 160",
        "Soviet Rifle XX 6 (Mil)",
    ]
