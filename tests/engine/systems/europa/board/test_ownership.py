"""Firm ownership: cities by occupation alone, small units that own only where they stand."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.systems.europa.state.common import settle_ownership
from engine.systems.europa.state.constants import ALLIED, AXIS
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.europa.homefront import Home

JULIA = "italian-3-julia"
SMALL, SECOND = "italian-26-engineer", "italian-4-tank-battalion"


def settled(home: Home) -> Home:
    doing = Transition(home.state)
    settle_ownership(home.context, doing)
    return home.having(taken=doing.state.taken, lent=doing.state.lent)


def owner(home: Home, at: str | Hex) -> str:
    return home.pos.owner_of(home.at(at) if isinstance(at, str) else at)


def firmly() -> Home:
    return Home("balkan_front", "firm ownership")


def beside(home: Home, city: str) -> Hex:
    """A hex next to a city without one of its own."""
    return next(
        at
        for at in home.context.fronts[home.at(city)]
        if not home.context.city_rank(at) and at not in home.context.fields
    )


def test_a_zone_alone_takes_an_enemy_city_only_without_the_option() -> None:
    plain = Home()
    assert owner(settled(plain.put(beside(plain, "larisa"), JULIA)), "larisa") == AXIS
    home = firmly()
    settled(home.put(beside(home, "larisa"), JULIA))
    assert owner(home, "larisa") == ALLIED
    assert owner(settled(home.put("larisa", JULIA)), "larisa") == AXIS


def test_a_zone_still_takes_open_country() -> None:
    home = firmly()
    at = beside(home, "larisa")
    settled(home.put(at, JULIA))
    plain = [
        n
        for n in home.context.fronts[at]
        if not home.context.city_rank(n) and n not in home.context.fields
    ]
    assert plain and all(owner(home, near) == AXIS for near in plain)


def test_a_battalion_owns_a_hex_only_while_it_stands_there() -> None:
    home = firmly()
    at = beside(home, "larisa")
    assert home.pos.facts(UnitId(SMALL)).halves == 1
    settled(home.put(at, SMALL))
    assert owner(home, at) == AXIS and home.state.lent == {at: ALLIED}
    settled(home.put("tirana", SMALL))
    assert owner(home, at) == ALLIED and not home.state.lent


def test_example_two_battalions_together_are_enough() -> None:
    home = firmly()
    at = beside(home, "larisa")
    settled(home.put(at, SMALL, SECOND))
    settled(home.put("tirana", SMALL, SECOND))
    assert owner(home, at) == AXIS


def test_help_that_comes_later_makes_ownership_firm() -> None:
    home = firmly()
    at = beside(home, "larisa")
    settled(home.put(at, SMALL))
    near = next(n for n in home.context.fronts[at] if n != home.at("larisa"))
    settled(home.put(near, JULIA))
    assert not home.state.lent
    settled(home.put("tirana", SMALL, JULIA))
    assert owner(home, at) == AXIS


def test_ones_own_country_is_not_lent() -> None:
    home = firmly()
    settled(home.put("tirana", SMALL))
    assert not home.state.lent and owner(home, "tirana") == AXIS


def test_without_the_option_nothing_is_lent() -> None:
    home = Home()
    at = beside(home, "larisa")
    settled(home.put(at, SMALL))
    settled(home.put("tirana", SMALL))
    assert owner(home, at) == AXIS and not home.state.lent
