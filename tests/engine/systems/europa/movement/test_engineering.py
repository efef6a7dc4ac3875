"""What units spend movement points on: airstrips, repairs, demolition, damage."""

from __future__ import annotations

import pytest

from engine.systems.europa.board import bases
from engine.systems.europa.production.initial_actions import Labour, Task
from engine.systems.europa.state.constants import ADMIN, ALLIED, OUT
from oob.model import UnitId
from tests.engine.systems.europa.homefront import Home
from tests.engine.systems.europa.production.test_construction import CONS, OTHER, PORT, clear_sites


def working(*options: str, title: str = "balkan_front") -> tuple[Home, str]:
    """A Greek construction unit on a clear hex in the Allied movement phase."""
    home = Home(title, *options, side=ALLIED)
    site = clear_sites(home, 1)[0]
    return home.put(site, CONS).moving(), site


def task(kind: Task, amount: int = 1, unit: str = CONS) -> Labour:
    return Labour(UnitId(unit), kind, amount)


def hits(home: Home, what: str, at: str) -> int:
    return bases.hits(home.pos, what, home.at(at))


def damaged(home: Home, what: str, at: str, count: int) -> Home:
    return home.having(hits={bases.key(home.context, what, home.at(at)): count})


def left(home: Home, unit: str = CONS) -> int:
    """Half movement points left."""
    return home.pos.left(UnitId(unit))


def test_a_temporary_airfield_costs_six_points() -> None:
    home, site = working()
    home.do(task(Task.STRIP, 3))
    assert home.at(site) in home.state.strips
    assert left(home) == 0
    assert bases.capacity(home.pos, home.at(site)) == 3


def test_it_wants_a_hex_without_any_airfield_supply_and_good_weather() -> None:
    home, site = working()
    at = home.at(site)
    assert "BF-14A1.10" in home.having(strips=frozenset({at})).objections(task(Task.STRIP, 3))
    home.having(strips=frozenset(), airfields=frozenset({at}))
    assert "BF-14A1.10" in home.objections(task(Task.STRIP, 3))
    home.having(airfields=frozenset()).weather("poor")
    assert "BF-14A1.20" in home.objections(task(Task.STRIP, 3))
    home.weather("clear")
    home.state = home.state.with_piece(UnitId(CONS), marks=frozenset({OUT}))
    assert "BF-14A1.10" in home.objections(task(Task.STRIP, 3))


def test_partial_airfields_by_option() -> None:
    home, _ = working()
    assert "BF-14A1.10" in home.objections(task(Task.STRIP, 1))
    home, site = working("partial airfields")
    at = home.at(site)
    home.do(task(Task.STRIP, 1))
    assert left(home) == 2 * (6 - 2) and bases.capacity(home.pos, at) == 1
    assert hits(home, bases.AIRBASE, site) == 2
    home.do(task(Task.AIRBASE, 2))
    assert bases.capacity(home.pos, at) == 3 and left(home) == 0
    home, site = working("partial airfields")
    home.do(task(Task.STRIP, 2))
    assert left(home) == 2 * (6 - 4) and hits(home, bases.AIRBASE, site) == 1


@pytest.mark.parametrize(
    ("kind", "what", "place", "price"),
    [(Task.AIRBASE, bases.AIRBASE, "larisa", 2), (Task.PORT, bases.PORT, PORT, 4)],
)
def test_repairs_cost_points_for_each_hit(kind: Task, what: str, place: str, price: int) -> None:
    home = damaged(Home(side=ALLIED).put(place, CONS).moving(), what, place, 1)
    home.do(task(kind))
    assert left(home) == 2 * (6 - price)
    assert hits(home, what, place) == 0 and not home.state.hits


def test_example_an_airbase_hit_costs_four_points_in_poor_weather() -> None:
    home = damaged(Home(side=ALLIED).put("larisa", CONS).moving(), bases.AIRBASE, "larisa", 2)
    home.weather("poor").do(task(Task.AIRBASE))
    assert left(home) == 2 * (6 - 4)
    assert home.objections(task(Task.AIRBASE)) == ["BF-14A1.15"]


def test_a_broken_railroad_is_fixed_for_four_points_and_usable_at_once() -> None:
    at = Home().at("larisa")
    home = Home(side=ALLIED).put("larisa", CONS).moving().having(breaks=frozenset({at}))
    home.do(task(Task.RAIL))
    assert not home.state.breaks and left(home) == 2 * (6 - 4)
    assert "BF-14A1.17" in home.objections(task(Task.RAIL))


def test_three_points_demolish_one_hit_of_a_port_up_to_its_most() -> None:
    home = Home(side=ALLIED).put(PORT, CONS).moving()
    assert bases.port_capacity(home.pos, home.at(PORT)) == 10
    home.do(task(Task.DEMOLITION, 2))
    assert hits(home, bases.PORT, PORT) == 2 and left(home) == 0
    assert bases.port_capacity(home.pos, home.at(PORT)) == 8
    damaged(home, bases.PORT, PORT, 12)
    assert "BF-14A1.14" in home.objections(task(Task.DEMOLITION))


def test_any_unit_damages_an_airbase_for_two_points_a_hit() -> None:
    home = Home(side=ALLIED).put("larisa", "greek-1-mountain").moving()
    before = bases.capacity(home.pos, home.at("larisa"))
    home.do(task(Task.DAMAGE, 2, "greek-1-mountain"))
    assert bases.capacity(home.pos, home.at("larisa")) == before - 2
    assert left(home, "greek-1-mountain") == 2 * (6 - 4)
    limit = bases.capacity(home.pos, home.at("larisa"))
    too_many = task(Task.DAMAGE, limit + 1, "greek-1-mountain")
    assert "BF-17D.1" in home.objections(too_many)


def test_others_than_construction_units_only_damage() -> None:
    home = damaged(Home(side=ALLIED).put(PORT, "greek-1-mountain").moving(), bases.PORT, PORT, 1)
    assert "BF-14A1.16" in home.objections(task(Task.PORT, 1, "greek-1-mountain"))


def test_a_unit_that_moves_administratively_does_no_work() -> None:
    home = damaged(Home(side=ALLIED).put(PORT, CONS).moving(), bases.PORT, PORT, 1)
    home.state = home.state.with_piece(UnitId(CONS), marks=frozenset({ADMIN}))
    assert home.objections(task(Task.PORT))


def test_boot_camp_knows_no_such_work() -> None:
    home = damaged(
        Home("boot_camp", side=ALLIED).put(PORT, CONS, OTHER).moving(), bases.PORT, PORT, 1
    )
    assert home.objections(task(Task.PORT)) == ["BC-B14.3"]
    assert "labour" not in home.kinds()


def test_what_is_offered_is_what_is_legal() -> None:
    home = damaged(Home(side=ALLIED).put(PORT, CONS).moving(), bases.PORT, PORT, 1)
    offered = {a.task for a in home.legal.family("labour") if isinstance(a, Labour)}
    assert {Task.PORT, Task.DEMOLITION, Task.DAMAGE} <= offered


def test_capacities_of_airbases_and_ports() -> None:
    home = Home()
    pos = home.pos
    assert bases.capacity(pos, home.at("athenai")) == 6 + 3
    assert bases.capacity(pos, home.at("larisa")) == 3 + 3
    assert bases.capacity(pos, home.at("trikkala")) == 1
    assert bases.capacity(pos, "rhodes") == 7 and bases.capacity(pos, "eastern_greece") == 3
    assert bases.port_capacity(pos, "middle_east") is None
    assert bases.port_capacity(pos, "rhodes") == 5
    assert bases.most_port_hits(pos, home.at("kavalla")) == 7
    assert bases.port_capacity(pos, home.at("larisa")) == 0
