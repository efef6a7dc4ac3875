"""The Albanian revolt (BF-28A1d)."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.systems.balkan_front.politics import revolt
from engine.systems.balkan_front.state.records import HINDERED, RevoltRoll
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, GONE, Phase
from engine.systems.europa.state.records import Onward
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import THESSALONIKE, VALONA, Front

JULIA, BRIGADE, BORDER = "italian-3-julia", "italian-alb-brigade", "italian-1-border"
GREEKS, KORCE, GJIROKASTER, TIRANA = "greek-8-mountain", "14A:4216", "14A:4419", "14A:3719"


def due() -> Front:
    """A game turn closes; two Albanian cities are Allied, the Axis is in Valona."""
    front = Front().own(ALLIED, KORCE, GJIROKASTER).put(VALONA, JULIA).put(TIRANA, BRIGADE)
    front.ask(Onward(), phase=Phase.END.value, active="")
    transition = Transition(front.state)
    revolt.close_turn(front.context, transition)
    front.take(transition.state)
    return front


def test_two_allied_cities_bring_a_die_as_the_turn_closes() -> None:
    """BF-28A1d.1."""
    assert due().state.top == RevoltRoll()
    one = Front().own(ALLIED, KORCE)
    assert not revolt.due(one.pos)


def test_cities_and_dead_albanians_raise_the_roll_and_greek_cities_lower_it() -> None:
    """BF-28A1d.2 to 28A1d.4."""
    front = due()
    assert revolt.modifier(front.pos) == 2
    front.state = front.state.with_piece(UnitId(BORDER), at=DEAD, steps=0)
    assert revolt.modifier(front.pos) == 3
    assert revolt.modifier(front.own(AXIS, THESSALONIKE).pos) == 2


def test_four_and_more_is_a_revolt_with_two_cities() -> None:
    """BF-28A1d.5: 6 after modification."""
    front = due()
    node = front.rules.chance(front.state)
    assert node is not None and node.meanings == ("quiet",) * 3 + ("revolt",) * 3
    front.roll(3)
    assert not front.state.revolted and front.state.pieces[UnitId(BRIGADE)].at != GONE


def test_albanians_desert_and_open_country_goes_over() -> None:
    """BF-28A1d.6, 28A1d.7: all but what Axis units hold or their zones reach uncontested."""
    front = due().roll(4)
    assert front.state.pieces[UnitId(BRIGADE)].at == GONE
    assert front.pos.owner_of(front.at(TIRANA)) == ALLIED
    assert front.pos.owner_of(front.at(VALONA)) == AXIS
    assert all(front.pos.owner_of(at) == AXIS for at in front.context.fronts[front.at(VALONA)])
    assert "albanian city" in front.state.credited


def test_axis_units_in_albania_move_at_half_rating_in_the_next_turn() -> None:
    """BF-28A1d.9: those that begin the Axis player turn there, in that turn alone."""
    front = due().roll(6)
    front.put("14A:3528", "italian-47-bari")
    whole = front.pos.allowance(UnitId(JULIA))
    transition = Transition(front.state)
    revolt.hinder(front.context, transition, ALLIED)
    assert transition.state.revolted
    revolt.hinder(front.context, transition, AXIS)
    front.take(transition.state)
    assert front.pos.allowance(UnitId(JULIA)) == whole // 2
    assert HINDERED not in front.state.pieces[UnitId("italian-47-bari")].marks
    assert not front.state.revolted
