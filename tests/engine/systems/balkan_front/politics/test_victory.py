"""Victory points and levels (BF-31)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.core.handler import Transition
from engine.systems.balkan_front.politics import victory
from engine.systems.europa.state.common import eliminate
from engine.systems.europa.state.constants import ALLIED, AXIS
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import ATHENS, VALONA, Front

JULIA, MARINES, BRIGADE, ARMOR = (
    "italian-3-julia",
    "italian-3-sm-marine",
    "british-14-brigade",
    "british-1-armored-brigade",
)


def lose(front: Front, unit: str, *, cadre: bool = True) -> Front:
    """A unit is eliminated, and the step tidied up."""
    doing = Transition(front.state)
    eliminate(front.context, doing, UnitId(unit), cadre=cadre)
    front.rules.tidy(doing)
    front.take(doing.state)
    return front


@pytest.mark.parametrize(
    ("unit", "side", "points"),
    [(BRIGADE, AXIS, 3), (ARMOR, AXIS, 5), ("italian-25c-artillery", ALLIED, 1)],
)
def test_losses_count_by_regimental_equivalent(unit: str, side: str, points: int) -> None:
    front = Front().put(ATHENS if side == AXIS else VALONA, unit)
    assert victory.loss_points(lose(front, unit).pos, side) == points


def test_a_division_left_as_a_cadre_counts_two_res() -> None:
    front = lose(Front().put(VALONA, JULIA), JULIA)
    assert victory.loss_points(front.pos, ALLIED) == 2
    lose(front, JULIA)
    assert victory.loss_points(front.pos, ALLIED) == 3


def test_greek_losses_bring_nothing() -> None:
    front = lose(
        Front().put(ATHENS, "greek-39-ev-mountain-regiment"), "greek-39-ev-mountain-regiment"
    )
    assert victory.loss_points(front.pos, AXIS) == 0


@pytest.mark.parametrize(
    ("axis", "allied", "winner", "level"),
    [
        (10, 6, "", "stalemate"),
        (11, 6, AXIS, "marginal victory"),
        (12, 6, AXIS, "major victory"),
        (18, 6, AXIS, "decisive victory"),
        (5, 17, ALLIED, "decisive victory"),
        (0, 5, ALLIED, "decisive victory"),
        (-3, 9, ALLIED, "decisive victory"),
        (-9, -3, ALLIED, "marginal victory"),
    ],
)
def test_levels(axis: int, allied: int, winner: str, level: str) -> None:
    found = victory.verdict(Front().pos, Fraction(axis), Fraction(allied))
    assert found == (winner, level)


def test_the_last_turn_ends_the_game() -> None:
    front = Front(turn=10)
    doing = Transition(front.state)
    victory.close_turn(front.context, doing)
    assert doing.state.over and doing.state.flow == ()
    texts = {entry.text for entry in doing.state.ledger}
    assert "A capital neither captured nor left" in texts and "All cities of Crete" in texts


def test_all_albanian_ports_bring_points_each_turn() -> None:
    front = Front(turn=4)
    ports = [at for at in front.context.ports if front.context.countries.get(at) == "Albania"]
    front.having(taken=dict.fromkeys(ports, ALLIED))
    doing = Transition(front.state)
    victory.close_turn(front.context, doing)
    assert [entry.rule for entry in doing.state.ledger] == ["BF-VPL.6"]
