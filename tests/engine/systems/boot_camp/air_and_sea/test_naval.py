"""Naval movement: who sails whence and whither, how many, and who gets through (BC-19D, 24A1)."""

from __future__ import annotations

import pytest

from engine.systems.boot_camp.actions import Ship
from engine.systems.boot_camp.state.constants import EASTERN_GREECE, MIDDLE_EAST, RHODES
from engine.systems.boot_camp.state.records import Interception
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.movement import move_actions as march
from engine.systems.europa.movement.move_actions import CrossOver
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, MOVED, SHIPPED, Phase
from engine.systems.europa.state.records import Moving
from engine.systems.europa.supply import supply_status
from oob.model import UnitId
from tests.engine.systems.boot_camp.desk import (
    ATHENS,
    BARI,
    DURAZZO,
    SOUDA,
    TARANTO,
    THESSALONIKE,
    VALONA,
    VOLOS,
    Camp,
)

JULIA, BARI_XX, FERRARA = "italian-3-julia", "italian-47-bari", "italian-23-ferrara"
PARMA, SIENA, AREZZO = "italian-49-parma", "italian-51-siena", "italian-53-arezzo"
GUNS = ("italian-25c-artillery", "italian-26c-artillery", "italian-11a-artillery")
CAVALRY = ("italian-aosta", "italian-guide")
NZ4, NZ5, NZ6 = "british-4-nz-brigade", "british-5-nz-brigade", "british-6-nz-brigade"
GREEKS = ("greek-13-2-regiment", "greek-13-22-regiment", "greek-13-33-regiment")


def ship(camp: Camp, unit: str, to: str) -> Ship:
    return Ship(UnitId(unit), camp.at(to) if ":" in to else to)


def test_a_unit_sails_from_port_to_port_in_the_adriatic_without_a_die() -> None:
    camp = Camp().put(BARI, BARI_XX)
    camp.do(ship(camp, BARI_XX, DURAZZO))
    assert camp.where(BARI_XX) == camp.at(DURAZZO)
    assert isinstance(camp.state.top, Moving)
    assert {MOVED, SHIPPED} <= camp.state.pieces[UnitId(BARI_XX)].marks


def test_a_voyage_starts_in_a_friendly_port() -> None:
    camp = Camp().put("14A:3719", JULIA)
    assert camp.objections(ship(camp, JULIA, BARI)) == ["BC-19D.1"]
    camp.put(ATHENS, JULIA)
    assert camp.objections(ship(camp, JULIA, BARI)) == ["BC-19D.1"]


def test_a_voyage_ends_in_a_port_or_on_an_owned_clear_or_rough_coast() -> None:
    camp = Camp().put(BARI, BARI_XX)
    context = camp.context
    beach = next(
        at
        for at in context.landings
        if context.countries[at] == "Albania"
        and at not in context.ports
        and at in context.sea_ways.links
    )
    assert context.map.terrain[beach] in ("clear", "rough")
    assert "BC-19D.2" in camp.objections(ship(camp, BARI_XX, "14A:3719"))
    assert "BC-19D.2" in camp.objections(ship(camp, BARI_XX, THESSALONIKE))
    camp.do(Ship(UnitId(BARI_XX), beach))
    assert camp.where(BARI_XX) == beach


def test_a_mountain_coast_without_a_port_takes_nobody() -> None:
    camp = Camp().put(BARI, BARI_XX)
    context = camp.context
    steep = next(
        at
        for at in sorted(context.coastal & context.sea_ways.adriatic)
        if context.map.terrain[at] == "mountain" and at not in context.ports
    )
    camp.own(AXIS, context.map.label(steep))
    assert "BC-19D.2" in camp.objections(Ship(UnitId(BARI_XX), steep))


def test_who_sailed_uses_no_other_movement_and_who_moved_does_not_sail() -> None:
    camp = Camp().put(BARI, BARI_XX).put(TARANTO, CAVALRY[0], marks=(MOVED,))
    assert camp.objections(ship(camp, CAVALRY[0], DURAZZO)) == ["BC-19D.3"]
    camp.do(ship(camp, BARI_XX, DURAZZO))
    tirana = march.Move(UnitId(BARI_XX), camp.at("14A:3719"))
    assert "BC-19D.3" in camp.objections(tirana)


def test_a_shipped_c_m_unit_does_not_exploit() -> None:
    centauro = "italian-131-centauro"
    camp = Camp().put(BARI, centauro)
    camp.do(ship(camp, centauro, DURAZZO), EndPhase())
    while camp.state.phase != Phase.EXPLOITATION:
        camp.do(EndPhase())
    move = march.Move(UnitId(centauro), camp.at("14A:3719"))
    assert "BC-19D.3" in camp.objections(move)


def test_five_units_sail_in_the_adriatic_each_turn() -> None:
    units = (BARI_XX, JULIA, FERRARA, *CAVALRY)
    camp = Camp().put(BARI, *units, PARMA)
    camp.do(
        *(
            ship(camp, unit, to)
            for unit, to in zip(units, (DURAZZO, DURAZZO, VALONA, VALONA, DURAZZO), strict=True)
        )
    )
    assert camp.objections(ship(camp, PARMA, VALONA)) == ["BC-19D1b.1"]


def test_outside_the_adriatic_one_division_or_three_others() -> None:
    camp = Camp().own(AXIS, THESSALONIKE).put(TARANTO, JULIA, *GUNS, *CAVALRY)
    camp.do(ship(camp, GUNS[0], THESSALONIKE)).roll(1)
    assert camp.objections(ship(camp, JULIA, THESSALONIKE)) == ["BC-19D1a.1"]
    camp.do(ship(camp, GUNS[1], THESSALONIKE)).roll(2)
    camp.do(ship(camp, CAVALRY[0], THESSALONIKE)).roll(3)
    assert camp.objections(ship(camp, GUNS[2], THESSALONIKE)) == ["BC-19D1a.1"]
    camp = Camp().own(AXIS, THESSALONIKE).put(TARANTO, JULIA, FERRARA, *GUNS)
    camp.do(ship(camp, JULIA, THESSALONIKE)).roll(1)
    assert camp.objections(ship(camp, FERRARA, THESSALONIKE)) == ["BC-19D1a.1"]
    assert camp.objections(ship(camp, GUNS[0], THESSALONIKE)) == ["BC-19D1a.1"]


@pytest.mark.parametrize(
    ("face", "end"), [(1, "there"), (2, "there"), (3, "there"), (4, "back"), (5, DEAD), (6, DEAD)]
)
def test_interception_of_axis_ships(face: int, end: str) -> None:
    camp = Camp().own(AXIS, THESSALONIKE).put(TARANTO, JULIA)
    camp.do(ship(camp, JULIA, THESSALONIKE))
    assert isinstance(camp.state.top, Interception)
    camp.roll(face)
    places = {"there": camp.at(THESSALONIKE), "back": camp.at(TARANTO), DEAD: DEAD}
    assert camp.where(JULIA) == places[end]
    if end != DEAD:
        assert SHIPPED in camp.state.pieces[UnitId(JULIA)].marks
    else:
        assert camp.steps(JULIA) == 0, "lost with its cadre"


def test_the_allies_ship_eight_units() -> None:
    units = [unit.id for unit in camp_british()][:9]
    camp = Camp(side=ALLIED).put(MIDDLE_EAST, *units)
    ends = (ATHENS, VOLOS, THESSALONIKE, SOUDA)
    for number, unit in enumerate(units[:8]):
        camp.do(ship(camp, unit, ends[number % 4]))
    assert camp.objections(ship(camp, units[8], ATHENS)) == ["BC-19D2.1"]


def camp_british() -> list:  # type: ignore[type-arg]
    camp = Camp()
    return [
        unit
        for unit in camp.context.units.values()
        if unit.nation == "british" and "component" not in unit.traits
    ]


def test_allied_ships_never_enter_the_adriatic() -> None:
    camp = Camp(side=ALLIED).put(ATHENS, "greek-8-mountain").own(ALLIED, VALONA)
    assert camp.objections(ship(camp, "greek-8-mountain", VALONA)) == ["BC-19D2.2"]


def test_allied_ships_are_hunted_once_athens_has_fallen() -> None:
    camp = Camp(side=ALLIED).put(MIDDLE_EAST, NZ4, NZ5, NZ6)
    camp.do(ship(camp, NZ4, SOUDA))
    assert camp.where(NZ4) == camp.at(SOUDA)
    camp.having(athens=8, turn=10)
    camp.do(ship(camp, NZ5, SOUDA)).roll(5)
    assert camp.where(NZ5) == camp.at(SOUDA)
    camp.do(ship(camp, NZ6, SOUDA)).roll(6)
    assert camp.where(NZ6) == DEAD


def test_the_middle_east_is_a_port_for_british_units_alone() -> None:
    camp = Camp(side=ALLIED).put(ATHENS, "greek-8-mountain", NZ4)
    assert camp.objections(ship(camp, "greek-8-mountain", MIDDLE_EAST)) == ["BC-24B.2"]
    camp.do(ship(camp, NZ4, MIDDLE_EAST))
    assert camp.where(NZ4) == MIDDLE_EAST


def test_three_units_stay_in_eastern_greece_until_germany_enters() -> None:
    camp = Camp(side=ALLIED).put(EASTERN_GREECE, *GREEKS)
    sail, walk = ship(camp, GREEKS[0], ATHENS), CrossOver(UnitId(GREEKS[0]), camp.at("14A:4701"))
    assert camp.objections(sail) == camp.objections(walk) == ["BC-24A1.2"]
    camp.enter()
    camp.do(walk, ship(camp, GREEKS[1], ATHENS))
    assert camp.where(GREEKS[0]) == camp.at("14A:4701")


def test_a_fourth_unit_may_leave_eastern_greece() -> None:
    camp = Camp(side=ALLIED).put(EASTERN_GREECE, *GREEKS, "greek-40-ev-mountain-regiment")
    camp.do(ship(camp, GREEKS[0], ATHENS))
    assert camp.objections(ship(camp, GREEKS[1], ATHENS)) == ["BC-24A1.2"]


def test_eastern_greece_lies_beside_one_hex() -> None:
    camp = Camp(side=ALLIED).enter().put("14A:4701", GREEKS[0]).put("14A:4702", GREEKS[1])
    camp.do(CrossOver(UnitId(GREEKS[0]), EASTERN_GREECE))
    assert camp.where(GREEKS[0]) == EASTERN_GREECE
    assert camp.objections(CrossOver(UnitId(GREEKS[1]), EASTERN_GREECE)) == ["BC-24A1.1"]


def test_the_axis_sails_to_rhodes_and_the_allies_do_not() -> None:
    camp = Camp().put(TARANTO, JULIA)
    camp.do(ship(camp, JULIA, RHODES)).roll(1)
    assert camp.where(JULIA) == RHODES
    camp = Camp(side=ALLIED).put(ATHENS, NZ4)
    assert camp.objections(ship(camp, NZ4, RHODES)) == ["BC-19D.2"]


def test_a_full_port_takes_nobody() -> None:
    mates = (FERRARA, PARMA, SIENA, "italian-a-regiment", "italian-b-regiment", CAVALRY[1])
    camp = Camp().put(DURAZZO, *mates).put(BARI, BARI_XX)
    assert not camp.objections(ship(camp, BARI_XX, DURAZZO)), "they can march on"
    camp.having(spent=dict.fromkeys(map(UnitId, mates), 99))
    assert camp.objections(ship(camp, BARI_XX, DURAZZO)) == ["BC-B8.2"]


def test_rhodes_feeds_a_division_or_four_small_units() -> None:
    """BC-12C2a.1: a port not in Italy or Albania."""
    camp = Camp().put(RHODES, "italian-50-regina", "italian-201-regiment", "italian-35-artillery")
    fed = [unit for unit in camp.pos.boxed(RHODES) if supply_status.in_supply(camp.pos, unit)]
    assert fed == ["italian-50-regina"]
    camp = Camp().put(RHODES, "italian-201-regiment", "italian-35-artillery")
    assert all(supply_status.in_supply(camp.pos, unit) for unit in camp.pos.boxed(RHODES))
