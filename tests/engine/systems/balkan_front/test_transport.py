"""Plain naval transport (BF-26A, 26B1)."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.systems.balkan_front.politics import garrisons
from engine.systems.balkan_front.state.constants import EASTERN_GREECE, MIDDLE_EAST, RHODES
from engine.systems.europa.movement.move_actions import AdminMove, Move
from engine.systems.europa.sea import points, transport
from engine.systems.europa.sea.actions import Ship
from engine.systems.europa.state.constants import ALLIED, ASSEMBLED, AXIS, ONE_HEX, STAYED
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
PREVEZA, GREEKS = "14A:5019", "greek-6-mountain"
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
    axis = next(r for r in front.context.charts.transport.rows if r.id == "axis Aegean")
    allied = next(r for r in front.context.charts.transport.rows if r.id == "allied Aegean")
    assert points.points_of(front.pos, axis) == 6
    front.own(AXIS, THESSALONIKE, ATHENS)
    front.having(captured=frozenset({front.at(THESSALONIKE), front.at(ATHENS)}))
    assert points.points_of(front.pos, axis) == 14
    assert points.points_of(front.pos, allied) == 32


def test_what_is_offered_is_legal() -> None:
    front = Front().put(BARI, BARI_DIV, GUNS).ready()
    legal = list(front.legal.family("ship"))
    assert ship(front, GUNS, VALONA) in legal
    assert all(not front.objections(action) for action in legal)


def test_a_unit_that_went_administratively_ships_for_two_points() -> None:
    """BF-6B.3: administrative movement goes with naval transport."""
    front = Front().put("14A:3529", BARI_DIV).ready()
    front.do(AdminMove(UnitId(BARI_DIV), front.at(BARI)), ship(front, BARI_DIV, VALONA))
    assert front.state.pieces[UnitId(BARI_DIV)].at == front.at(VALONA)


def test_a_voyage_passes_the_gate_of_all_movement() -> None:
    """BF-7A1.6, 15A.3, 6.11: who must stay, was assembled or made its one-hex move stays."""
    for mark, topic in (
        (STAYED, "rail zones negated"),
        (ASSEMBLED, "assembly"),
        (ONE_HEX, "one-hex alone"),
    ):
        front = Front().put(BARI, BARI_DIV, marks=(mark,)).ready()
        assert refused(front, BARI_DIV, VALONA) == [front.context.cite(topic)]
        assert not list(front.legal.family("ship"))


def test_who_sails_away_from_the_enemy_goes_on_by_regular_movement_alone() -> None:
    """BF-6B.5: a unit that started beside the enemy does not use administrative movement."""
    front = Front().put(VALONA, BARI_DIV).put("14A:4220", THRACE[0]).ready()
    assert front.at(VALONA) in front.at("14A:4220").neighbours()
    front.do(ship(front, BARI_DIV, BARI))
    inland = front.at("14A:3529")
    assert front.objections(AdminMove(UnitId(BARI_DIV), inland)) == ["BF-6B.5"]
    assert not front.objections(Move(UnitId(BARI_DIV), inland))


def test_administrative_movers_do_not_land_beside_the_enemy() -> None:
    """BF-6B.5."""
    front = Front().put("14A:3529", BARI_DIV).put("14A:4220", THRACE[0]).ready()
    front.do(AdminMove(UnitId(BARI_DIV), front.at(BARI)))
    assert refused(front, BARI_DIV, VALONA) == ["BF-6B.5"]
    assert not refused(front, BARI_DIV, DURAZZO)


def test_preveza_lies_on_the_adriatic() -> None:
    """BF-26A1.1: the Axis reaches it with Adriatic points, the Allies not at all."""
    front = Front().own(AXIS, PREVEZA).put(BARI, BARI_DIV).ready()
    assert front.context.sea_zone(front.at(PREVEZA)) == "Adriatic"
    assert not refused(front.put(BARI, GUNS).ready(), GUNS, PREVEZA)
    front = Front(side=ALLIED).put(ATHENS, BRIGADE).ready(ALLIED)
    assert refused(front, BRIGADE, PREVEZA) == ["BF-26B1.1"]


def test_a_gate_retaken_gives_no_points_back() -> None:
    """BF-26B.4, 26B.6: its first capture changes the points for good."""
    front = Front().having(captured=frozenset({Front().at(THESSALONIKE)}))
    rows = {row.id: row for row in front.context.charts.transport.rows}
    assert front.pos.owner_of(front.at(THESSALONIKE)) == ALLIED
    assert points.points_of(front.pos, rows["axis Aegean"]) == 2 * (3 + 2)
    assert points.points_of(front.pos, rows["allied Aegean"]) == 2 * (20 - 2)


def neglected() -> Front:
    """The Metaxas Line was empty as the Allied initial phase opened."""
    front = Front(side=ALLIED)
    transition = Transition(front.state)
    garrisons.check(front.context, transition, ALLIED)
    front.take(transition.state)
    assert front.state.neglected
    return front.put(THESSALONIKE, GREEKS).ready(ALLIED)


def test_greeks_do_not_embark_east_of_the_vardar_while_the_metaxas_line_is_neglected() -> None:
    """BF-28B1b.6."""
    front = neglected()
    assert "BF-28B1b.6" in refused(front, GREEKS, VOLOS)
    assert refused(front, GREEKS, EASTERN_GREECE) == ["BF-28B1b.6"]
    front.put(THESSALONIKE, BRIGADE).ready(ALLIED)
    assert not refused(front, BRIGADE, VOLOS), "only Greeks"
    assert not refused(front.having(entered=9), GREEKS, VOLOS), "the duty has ended"
