"""Garrisons, and what it costs to fail (BF-28A1, 28B1, 28D)."""

from __future__ import annotations

from engine.core.desk import Doing
from engine.systems.balkan_front import garrisons
from engine.systems.europa.words import ALLIED, AXIS, EASTERN_GREECE
from maps.hexgrid import Hex
from tests.engine.systems.balkan_front.desk import THESSALONIKE, ZARA, Front, deployed

VENEZIA, ALBANIANS = "italian-19-venezia", "italian-alb-brigade"
LARISA = "14A:5013"


def short(front: Front, name: str) -> garrisons.Shortage:
    """What a garrison lacks."""
    row = next(r for r in front.table.charts.garrisons.rows if r.id == name)
    return garrisons.shortage(front.pos, row)


def checked(front: Front, side: str) -> Front:
    """The front after a side's garrisons were judged."""
    doing = Doing(front.state)
    garrisons.check(front.table, doing, side)
    front.take(doing.state)
    return front


def test_every_garrison_is_kept_after_the_recommended_set_up() -> None:
    front = Front()
    front.take(deployed())
    for side in (AXIS, ALLIED):
        for found in garrisons.duties(front.pos, side):
            assert not found.short, found


def test_albania_must_be_watched_in_the_north_by_units_that_are_not_albanian() -> None:
    front = Front().put("14A:3519", ALBANIANS)
    assert short(front, "Yugoslav Defense").missing == 6
    assert checked(front, AXIS).state.score(AXIS) == -2 * 3 - 2 * 2, "Zara is empty too"
    front = Front().put("14A:3519", VENEZIA).put(ZARA, "italian-zara-static")
    assert not short(front, "Yugoslav Defense").short


def test_south_of_the_row_does_not_count() -> None:
    assert short(Front().put("14A:4121", VENEZIA), "Yugoslav Defense").missing == 6


def test_a_cadre_counts_one_regimental_equivalent() -> None:
    front = Front().put("14A:3519", VENEZIA, steps=1)
    assert short(front, "Yugoslav Defense").missing == 4


def test_the_metaxas_line_wants_a_unit_in_every_hex() -> None:
    front = Front()
    found = short(front, "Metaxas Line")
    assert found.missing == 30
    assert set(found.empty) == set(front.table.garrisoned["Metaxas Line"])
    assert not found.cost, "its shortage costs no points"


def test_duties_end_with_german_intervention() -> None:
    front = Front().having(entered=9)
    names = {found.name for found in garrisons.duties(front.pos, ALLIED)}
    assert "Metaxas Line" not in names and "Eastern Greece" not in names


def test_two_albanian_cities_lost_end_the_watch_in_the_north() -> None:
    front = Front().own(ALLIED, "14A:4216", "14A:4419")
    doing = Doing(front.state)
    garrisons.lapse(front.table, doing)
    assert "Yugoslav Defense" in doing.state.credited
    front.take(doing.state)
    assert all(d.name != "Yugoslav Defense" for d in garrisons.duties(front.pos, AXIS))


def test_eastern_greece_wants_three() -> None:
    front = Front().put(EASTERN_GREECE, "greek-13-2-regiment")
    assert short(front, "Eastern Greece").missing == 4


def test_captured_cities_want_a_garrison_from_the_next_turn() -> None:
    front = Front(turn=5).own(AXIS, THESSALONIKE)
    at: Hex = front.at(THESSALONIKE)
    label = front.table.map.label(at)
    front.having(held_from={label: 6})
    assert not list(garrisons.occupation(front.pos))
    front.having(turn=6)
    (found,) = garrisons.occupation(front.pos)
    assert found.missing == 6 and found.cost == 6
    front.put(THESSALONIKE, VENEZIA)
    (found,) = garrisons.occupation(front.pos)
    assert not found.short
