"""Garrisons, and what it costs to fail (BF-28A1, 28B1, 28D)."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.systems.balkan_front.politics import garrisons
from engine.systems.balkan_front.state.constants import EASTERN_GREECE
from engine.systems.europa.movement.move_actions import Move, RailMove
from engine.systems.europa.movement.reach import march
from engine.systems.europa.state.constants import ALLIED, AXIS
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import THESSALONIKE, ZARA, Front, deployed

VENEZIA, ALBANIANS = "italian-19-venezia", "italian-alb-brigade"
LARISA = "14A:5013"


def short(front: Front, name: str) -> garrisons.Shortage:
    """What a garrison lacks."""
    row = next(r for r in front.context.charts.garrisons.rows if r.id == name)
    return garrisons.shortage(front.pos, row)


def checked(front: Front, side: str) -> Front:
    """The front after a side's garrisons were judged."""
    doing = Transition(front.state)
    garrisons.check(front.context, doing, side)
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
    assert checked(front, AXIS).state.score(AXIS) == -2 * 3 - 3, "Zara is empty too"
    front = Front().put("14A:3519", VENEZIA).put(ZARA, "italian-zara-static")
    assert not short(front, "Yugoslav Defense").short


def test_a_garrison_that_is_short_is_told_once_with_what_it_costs() -> None:
    doing = Transition(Front().state)
    garrisons.check(Front().context, doing, AXIS)
    told = [dict(event.facts) for event in doing.events]
    assert [one["text"] for one in told] == [
        "Garrison short: Yugoslav Defense",
        "Garrison short: Zara",
    ]


def test_south_of_the_row_does_not_count() -> None:
    assert short(Front().put("14A:4121", VENEZIA), "Yugoslav Defense").missing == 6


def test_a_cadre_counts_one_regimental_equivalent() -> None:
    front = Front().put("14A:3519", VENEZIA, steps=1)
    assert short(front, "Yugoslav Defense").missing == 4


def test_the_metaxas_line_wants_a_unit_in_every_hex() -> None:
    front = Front()
    found = short(front, "Metaxas Line")
    assert found.missing == 30
    assert set(found.empty) == set(front.context.garrisoned["Metaxas Line"])
    assert not found.cost, "its shortage costs no points"


def test_duties_end_with_german_intervention() -> None:
    front = Front().having(entered=9)
    names = {found.name for found in garrisons.duties(front.pos, ALLIED)}
    assert "Metaxas Line" not in names and "Eastern Greece" not in names


def test_two_albanian_cities_lost_end_the_watch_in_the_north() -> None:
    front = Front().own(ALLIED, "14A:4216", "14A:4419")
    doing = Transition(front.state)
    garrisons.lapse(front.context, doing)
    assert "Yugoslav Defense" in doing.state.credited
    front.take(doing.state)
    assert all(d.name != "Yugoslav Defense" for d in garrisons.duties(front.pos, AXIS))


def test_eastern_greece_wants_three() -> None:
    front = Front().put(EASTERN_GREECE, "greek-13-2-regiment")
    assert short(front, "Eastern Greece").missing == 4


def test_captured_cities_want_a_garrison_from_the_next_turn() -> None:
    front = Front(turn=5).own(AXIS, THESSALONIKE)
    at: Hex = front.at(THESSALONIKE)
    label = front.context.map.label(at)
    front.having(held_from={label: 6})
    assert not list(garrisons.occupation(front.pos))
    front.having(turn=6)
    (found,) = garrisons.occupation(front.pos)
    assert found.missing == 6 and found.cost == 6
    panel = next(one for one in front.rules.displays(front.state) if one.id == "garrisons")
    first = next(row for row in panel.rows if row.label.startswith("The occupation of"))
    assert (first.value, first.hex) == ("3 REs short, -6 VPs", at), "a click leads there"
    assert [row.tone for row in panel.rows] == sorted(row.tone for row in panel.rows), "short first"
    front.put(THESSALONIKE, VENEZIA)
    (found,) = garrisons.occupation(front.pos)
    assert not found.short


def test_half_an_equivalent_short_costs_half_the_penalty() -> None:
    """BF-28A1b.3: Zara wants 1 1/2; a regiment leaves half an equivalent missing."""
    front = Front().put("14A:3519", VENEZIA).put(ZARA, "italian-a-regiment")
    assert short(front, "Zara").missing == 1
    assert checked(front, AXIS).state.score(AXIS) == -1


def test_a_city_short_of_half_an_equivalent_costs_half_the_penalty() -> None:
    """BF-28D.4: two regiments and a battalion hold a city that wants three equivalents."""
    front = Front(turn=6).own(AXIS, THESSALONIKE)
    front.having(held_from={front.context.map.label(front.at(THESSALONIKE)): 6})
    front.put(THESSALONIKE, "italian-a-regiment", "italian-b-regiment", "italian-26-engineer")
    (found,) = garrisons.occupation(front.pos)
    assert found.missing == 1 and found.cost == 1


EAST, WEST, BORDER = "14A:4410", "14A:4512", "14A:4306"
KOZANE, LINE = "greek-6-mountain", "greek-7-mountain"


def test_neglect_of_the_metaxas_line_keeps_greeks_east_of_the_vardar() -> None:
    """BF-28B1b.5: they neither cross it westward nor leave Greece, by foot, rail or advance."""
    front = checked(Front(side=ALLIED).put(EAST, KOZANE), ALLIED).ready(ALLIED)
    east = front.context.east_of_the_vardar
    assert front.at(EAST) in east and front.at(WEST) not in east
    unit = UnitId(KOZANE)
    assert east.issuperset(march(front.pos, unit).targets)
    assert front.objections(Move(unit, front.at(WEST))) == ["BF-28B1b.5"]
    assert "BF-28B1b.5" in front.objections(RailMove(unit, front.at(WEST)))
    assert not front.pos.cannot_enter(unit, front.at(WEST)), "retreats are forced"
    assert not front.pos.bars_attack(unit, front.at(WEST)), "it forbids movement, not attacks"
    west = front.put(WEST, LINE).pos
    assert not west.bars(UnitId(LINE), front.at(EAST)), "eastward they may go"


def test_a_line_that_is_kept_again_frees_them_at_the_next_check() -> None:
    """BF-28B1b.4: it is judged as the Allied initial phase opens, and then only."""
    front = checked(Front(side=ALLIED).put(EAST, KOZANE), ALLIED)
    for at in sorted(front.context.garrisoned["Metaxas Line"]):
        front.state = front.state.with_piece(UnitId(KOZANE), at=at)
    assert front.state.neglected
    kept = checked(Front(side=ALLIED).having(neglected=True, entered=9), ALLIED)
    assert not kept.state.neglected
    assert (
        not Front(side=ALLIED)
        .having(neglected=True, entered=9)
        .put(EAST, KOZANE)
        .pos.bars(UnitId(KOZANE), front.at(WEST))
    )


def test_neglect_binds_one_unit_and_not_another_of_its_nation_in_the_same_position() -> None:
    """BF-28B1b.5: whichever is asked about first."""
    for first, second in ((KOZANE, LINE), (LINE, KOZANE)):
        front = checked(Front(side=ALLIED).put(EAST, KOZANE).put("14A:4412", LINE), ALLIED)
        front.ready(ALLIED)
        reached = {name: set(march(front.pos, UnitId(name)).targets) for name in (first, second)}
        assert front.at("14A:4413") in reached[LINE] or front.at(WEST) in reached[LINE]
        assert front.context.east_of_the_vardar.issuperset(reached[KOZANE])
