"""What several units do at one click, as far as nothing else has to be decided in between."""

from __future__ import annotations

from engine.systems.balkan_gambit import actions as do
from oob.model import UnitId
from qtapp.workspaces.play.acting.orders import orders
from tests.engine.systems.balkan_gambit.desk import Desk

FIRST, SECOND, ENEMY = UnitId("british-5"), UnitId("british-50"), UnitId("german-generic-1")


def cleared(name: str) -> Desk:
    """Two units have cleared a city, and may advance."""
    desk = Desk()
    city = desk.hex(name)
    start = next(
        near
        for near in city.neighbours()
        if near in desk.context.land and desk.pos.can_step(FIRST, near, city)
    )
    desk.put(start, FIRST, SECOND).put(city, ENEMY).attack(start, city, FIRST, SECOND)
    desk.fire(ENEMY, FIRST, 10).fire(FIRST, ENEMY, 1).do(do.CeaseFire())
    assert desk.asks() == "Advancing"
    return desk


def test_who_waits_for_another_question_is_not_refused() -> None:
    """[BG-9.3e] Whether the captured port is marked is decided before the second one comes in."""
    desk = cleared("Athens")
    city = desk.hex("Athens")
    (order,) = orders(desk.rules, desk.state, (FIRST, SECOND), city)
    assert order.done == (FIRST,) and order.left == (SECOND,) and not order.objections
    desk.do(*order.actions)
    assert desk.asks() == "PortChoice" and desk.at(FIRST) == city
    assert not orders(desk.rules, desk.state, (SECOND,), city)
    desk.do(do.LeavePort(city))
    (order,) = orders(desk.rules, desk.state, (SECOND,), city)
    desk.do(*order.actions)
    assert desk.at(SECOND) == city


def test_where_nothing_else_is_asked_all_go_at_once() -> None:
    desk = cleared("Zagreb")
    (order,) = orders(desk.rules, desk.state, (FIRST, SECOND), desk.hex("Zagreb"))
    assert order.done == (FIRST, SECOND) and not order.left and not order.objections
