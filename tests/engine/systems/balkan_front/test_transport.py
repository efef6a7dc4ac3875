"""Plain naval transport (BF-26A, 26B1)."""

from __future__ import annotations

from engine.systems.balkan_front import transport
from engine.systems.balkan_front.actions import Ship
from engine.systems.europa.words import ALLIED, AXIS, EASTERN_GREECE, MIDDLE_EAST, RHODES
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import (
    ATHENS,
    BARI,
    BRINDISI,
    DURAZZO,
    THESSALONIKE,
    VALONA,
    VOLOS,
    Front,
)

BARI_DIV, MODENA, GUNS = "italian-47-bari", "italian-37-modena", "italian-11a-artillery"
THRACE = ("greek-13-2-regiment", "greek-13-22-regiment", "greek-13-33-regiment")
CENTAURO, BRIGADE = "italian-131-centauro", "british-14-brigade"


def ship(front: Front, unit: str, to: str) -> Ship:
    """The voyage of a unit to a port or box."""
    return Ship(UnitId(unit), front.at(to) if ":" in to else to)


def refused(front: Front, unit: str, to: str) -> list[str]:
    """The rules that forbid a voyage."""
    return front.objections(ship(front, unit, to))


def test_a_voyage_costs_points_capacity_and_movement() -> None:
    front = Front().put(BARI, BARI_DIV).ready()
    front.do(ship(front, BARI_DIV, VALONA))
    assert front.state.pieces[UnitId(BARI_DIV)].at == front.at(VALONA)
    assert front.state.used["sea Adriatic"] == 6
    assert front.state.used["port valona"] == 6
    assert front.pos.left(UnitId(BARI_DIV)) == 2 * (6 - 2)


def test_c_m_units_count_double_and_pay_four() -> None:
    front = Front().put(BARI, CENTAURO).ready()
    assert transport.fare(front.pos, UnitId(CENTAURO)) == 8
    assert refused(front, CENTAURO, VALONA) == ["BF-26A3.2"], "a standard port handles 5 REs"


def test_example_a_standard_port_handles_five_res() -> None:
    front = Front().put(BARI, BARI_DIV, MODENA).ready()
    assert transport.port_left(front.pos, front.at(VALONA)) == 10
    front.do(ship(front, BARI_DIV, VALONA))
    assert refused(front, MODENA, VALONA) == ["BF-26A3.2"]
    assert not refused(front, MODENA, DURAZZO)


def test_points_of_a_zone_run_out() -> None:
    front = Front().put(BARI, BARI_DIV).ready()
    front.having(used={"sea Adriatic": 26})
    assert refused(front, BARI_DIV, VALONA) == ["BF-26B1.2"]


def test_voyages_stay_in_one_zone() -> None:
    front = Front().own(AXIS, THESSALONIKE).put(BRINDISI, BARI_DIV).ready()
    assert refused(front, BARI_DIV, THESSALONIKE) == ["BF-26B1.1"]


def test_a_port_won_this_turn_is_of_no_use_yet() -> None:
    front = Front().put(BRINDISI, BARI_DIV).ready()
    front.own(AXIS, "14A:4620")
    assert refused(front, BARI_DIV, "14A:4620") == ["BF-26A3.5"]


def test_the_british_come_from_the_middle_east() -> None:
    front = Front(side=ALLIED).put(MIDDLE_EAST, BRIGADE).ready(ALLIED)
    front.do(ship(front, BRIGADE, ATHENS))
    assert front.state.pieces[UnitId(BRIGADE)].at == front.at(ATHENS)
    assert front.state.used["sea Aegean"] == 2


def test_rhodes_and_eastern_greece_keep_their_garrisons() -> None:
    front = Front().put(RHODES, "italian-50-regina").own(AXIS, VOLOS).ready()
    assert "BF-28A1c.5" in refused(front, "italian-50-regina", VOLOS)
    front = Front(side=ALLIED).put(EASTERN_GREECE, *THRACE).ready(ALLIED)
    assert "BF-28B1d.5" in refused(front, THRACE[0], VOLOS)


def test_capture_of_the_gates_moves_points() -> None:
    front = Front()
    axis = next(r for r in front.table.charts.transport.rows if r.id == "axis Aegean")
    allied = next(r for r in front.table.charts.transport.rows if r.id == "allied Aegean")
    assert transport.points_of(front.pos, axis) == 6
    front.own(AXIS, THESSALONIKE, ATHENS)
    front.having(captured=frozenset({front.at(THESSALONIKE), front.at(ATHENS)}))
    assert transport.points_of(front.pos, axis) == 14
    assert transport.points_of(front.pos, allied) == 32


def test_what_is_offered_is_legal() -> None:
    front = Front().put(BARI, BARI_DIV, GUNS).ready()
    legal = list(front.legal.family("ship"))
    assert ship(front, GUNS, VALONA) in legal
    assert all(not front.objections(action) for action in legal)
