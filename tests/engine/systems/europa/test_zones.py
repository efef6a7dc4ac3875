"""Zones of control: who has one, and where it reaches (BF-5)."""

from __future__ import annotations

from engine.systems.europa.words import ADMIN, ALLIED, AXIS, Weather
from tests.engine.systems.europa.frontier import Frontier


def test_example_a_division_has_a_zone_a_regiment_none() -> None:
    field = Frontier().put("14A:1211", "german-46-infantry")
    assert field.pos.zoc(AXIS) == frozenset(field.at("14A:1211").neighbours())
    assert not Frontier().put("14A:1211", "german-125-regiment").pos.zoc(AXIS)
    assert not Frontier().put("14A:1211", "german-infantry-a-hq").pos.zoc(AXIS)
    assert not Frontier().put("14A:1211", "german-46-infantry", steps=1).pos.zoc(AXIS)


def test_zones_do_not_cross_karst_or_the_sea() -> None:
    field = Frontier().put("14A:1728", "italian-3-julia")
    zone = field.pos.zoc(AXIS)
    assert field.at("14A:1727") not in zone
    assert zone <= field.table.land


def test_example_a_unit_barred_from_mountains_has_no_zone_there() -> None:
    field = Frontier().put("14A:3214", "german-2-panzer")
    assert field.at("14A:3115") in field.pos.zoc(AXIS)
    field.weather(Weather.WINTER)
    assert field.at("14A:3115") not in field.pos.zoc(AXIS)
    assert field.at("14A:3213") in field.pos.zoc(AXIS), "a clear hex"
    field.put("14A:3214", "german-46-infantry")
    assert field.at("14A:3115") in field.pos.zoc(AXIS), "the infantry may enter it"


def test_example_administrative_movement_loses_the_zone() -> None:
    field = Frontier().put("14A:1211", "german-46-infantry", marks=(ADMIN,))
    assert not field.pos.zoc(AXIS)


def test_zones_of_two_sides_do_not_mix() -> None:
    field = Frontier().put("14A:1211", "german-46-infantry").put("14A:1208", "greek-8-mountain")
    assert not field.pos.zoc(AXIS) & {field.at("14A:1211"), field.at("14A:1208")}
    assert field.pos.zoc(ALLIED) == frozenset(field.at("14A:1208").neighbours())
