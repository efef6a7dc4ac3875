"""How the automatic Axis holds what it took: garrisons of captured cities come from behind."""

from __future__ import annotations

from engine.scenarios import load_scenario
from engine.systems.balkan_front.advice import BEHIND, FrontOutlook
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.europa.state.constants import AXIS
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import Front

ARTA, IOANNINA = "14A:4918", "14A:4718"
REGIMENT, DIVISION = "italian-a-regiment", "italian-51-siena"


def outlook(front: Front) -> FrontOutlook:
    return FrontOutlook(front.pos, AXIS, lambda action: not front.objections(action))


def test_a_captured_city_without_a_garrison_draws_units_from_behind() -> None:
    """As a goal does that lies a little farther than a capital; a garrison that is enough ends it
    (BF-28D).
    """
    front = Front().own(AXIS, ARTA)
    arta = front.at(ARTA)
    look = outlook(front)
    assert look.short == (arta,) and (arta, BEHIND) in look.wanted
    assert look.ahead[arta] <= BEHIND
    kept = outlook(front.put(ARTA, REGIMENT))
    assert kept.short == () and arta not in dict(kept.wanted)


def test_who_marches_to_such_a_city_says_that_it_wants_a_garrison() -> None:
    front = Front().own(AXIS, ARTA, IOANNINA).put(IOANNINA, REGIMENT, DIVISION)
    front.ready()
    found = front.rules.advise(front.state)
    assert found is not None and not front.objections(found.action)
    assert getattr(found.action, "target", None) == front.at(ARTA)
    assert found.reason == "14A:4918 Arta wants a garrison."


def test_where_points_do_not_count_no_city_wants_a_garrison() -> None:
    """Plan Y is a contest for a capital (BF-33F3)."""
    plan_y = Front(rules=BalkanFront(load_scenario("balkan_front/plan_y", {}))).own(AXIS, ARTA)
    look = outlook(plan_y)
    assert not look.owed and look.short == ()
    assert look.post(UnitId(REGIMENT), plan_y.at(ARTA)) == 0.0
