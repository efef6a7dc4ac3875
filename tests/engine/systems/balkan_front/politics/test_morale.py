"""Greek morale, an option (BF-32E)."""

from __future__ import annotations

from functools import cache

from engine.core.handler import Transition
from engine.scenarios import load_scenario
from engine.systems.balkan_front.politics import morale
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.europa.production.initial_actions import BeginWork, Task
from engine.systems.europa.sea.actions import Ship
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.records import Initial, Project
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import KHANIA, THESSALONIKE, VOLOS, Front

EVZONES, BUILDERS, VENEZIA = (
    "greek-39-ev-mountain-regiment",
    "greek-athens-construction-brigade",
    "italian-19-venezia",
)
TRIPOLIS = "15B:1015"


@cache
def with_morale() -> BalkanFront:
    """The rules with the option chosen."""
    return BalkanFront(load_scenario("balkan_front/italo_greek_war", {morale.OPTION: True}))


def front(side: str = ALLIED) -> Front:
    """A front under the option."""
    found = Front(side=side)
    found.rules = with_morale()
    found.rules_base = found.rules  # type: ignore[assignment]
    found.context = found.rules.context
    return found


def builder(found: Front) -> str:
    """A Greek construction unit."""
    return next(
        str(u)
        for u in found.context.of_nation("greek")
        if found.context.facts(u, 1).construction and found.context.facts(u, 1).move
    )


def test_greek_units_stay_on_the_mainland() -> None:
    found = front().put(VOLOS, EVZONES).ready(ALLIED)
    voyage = Ship(UnitId(EVZONES), found.at(KHANIA))
    assert "BF-32E.1" in found.objections(voyage)
    found.put(KHANIA, VENEZIA)
    assert "BF-32E.1" not in found.objections(voyage), "Axis forces are there"


def test_without_the_option_they_may_go() -> None:
    found = Front(side=ALLIED).put(VOLOS, EVZONES).ready(ALLIED)
    assert not found.objections(Ship(UnitId(EVZONES), found.at(KHANIA)))


def test_no_forts_far_from_the_war() -> None:
    found = front()
    unit = builder(found)
    found.put(TRIPOLIS, unit).phase(Initial, ALLIED)
    assert "BF-32E.2" in found.objections(BeginWork(UnitId(unit), Project.FORT))
    found.put("15B:1016", VENEZIA)
    assert "BF-32E.2" not in found.objections(BeginWork(UnitId(unit), Project.FORT))


def test_near_the_border_building_is_in_earnest() -> None:
    found = front()
    unit = UnitId(builder(found))
    assert morale.work(found.pos, unit, Project.FORT, found.at(THESSALONIKE)) is None
    far = morale.work(found.pos, unit, Task.DAMAGE, found.at(TRIPOLIS))
    assert far is not None and far.rule == "BF-32E.3"
    assert morale.work(found.pos, unit, Project.AIRFIELD, found.at(TRIPOLIS)) is None


def test_ten_lost_cities_end_the_limits_for_good() -> None:
    found = front()
    cities = found.context.cities_in("Mainland Greece")[:10]
    found.having(taken=dict.fromkeys(cities, AXIS))
    doing = Transition(found.state)
    morale.judge(found.pos, doing, ALLIED)
    found.take(doing.state)
    assert not morale.bound(found.pos)
    found.having(taken={})
    assert not morale.bound(found.pos)


def test_german_intervention_ends_them_too() -> None:
    assert morale.bound(front().pos)
    assert not morale.bound(front().having(entered=9).pos)
