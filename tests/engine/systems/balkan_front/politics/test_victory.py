"""Victory points and levels (BF-31)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.core.handler import Transition
from engine.core.wording import written
from engine.systems.balkan_front.actions import CeaseOperations
from engine.systems.balkan_front.politics import garrisons, victory
from engine.systems.balkan_front.state.records import Ceasing
from engine.systems.europa.state.common import eliminate
from engine.systems.europa.state.constants import ALLIED, AXIS
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import ATHENS, KHANIA, VALONA, ZARA, Front

JULIA, MARINES, BRIGADE, ARMOR, ENGINEERS = (
    "italian-3-julia",
    "italian-3-sm-marine",
    "british-14-brigade",
    "british-1-armored-brigade",
    "italian-26-engineer",
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


def test_the_panel_of_a_game_that_is_over_shows_what_it_ended_with() -> None:
    """BF-31B.1: with the losses, as the result has them, halves too."""
    front = lose(Front().put(VALONA, JULIA, ENGINEERS), JULIA)
    front = lose(front, ENGINEERS)
    before = next(d for d in front.rules.displays(front.state) if d.id == "victory")
    assert before.summary == "Axis 0, Allied 0"
    doing = Transition(front.state)
    victory.count_out(front.context, doing)
    front.take(doing.state)
    after = next(d for d in front.rules.displays(front.state) if d.id == "victory")
    ended = front.rules.outcome(front.state)
    assert ended is not None
    axis, allied = (points for _side, points in ended.points)
    assert allied % 1 == Fraction(1, 2)
    assert after.summary == f"Axis {written(axis)}, Allied {written(allied)}"
    assert ("Allied, of it for losses", "2 1/2") in {(row.label, row.value) for row in after.rows}


@pytest.mark.parametrize(
    ("axis_lost", "told"),
    [
        (False, "The game is over: stalemate ("),
        (True, "The game is over: Allied decisive victory ("),
    ],
)
def test_the_last_sentence_tells_the_result(*, axis_lost: bool, told: str) -> None:
    """It told *a stalemate, stalemate*, and of points *for Allied* where all else has a side."""
    front = Front().put(KHANIA, BRIGADE)
    owned = Front().context.cities if axis_lost else ()
    front.having(taken=dict.fromkeys(owned, ALLIED), credited=frozenset({"capital left greek"}))
    doing = Transition(front.state)
    victory.count_out(front.context, doing)
    (over,) = (event for event in doing.events if event.what == "over")
    assert front.rules.prose(over).startswith(told)
    (crete,) = (
        event
        for event in doing.events
        if event.what == "points" and "Crete" in front.rules.prose(event)
    )
    assert front.rules.prose(crete).endswith("for the Allied side.")


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


def counted(front: Front, rule: str) -> list[int]:
    """The points of a side entered under a line of the victory chart as the game ends."""
    doing = Transition(front.state)
    victory.count_out(front.context, doing)
    return [entry.points for entry in doing.state.ledger if entry.rule == rule]


def test_all_cities_of_crete_are_worth_five_points_to_the_axis() -> None:
    """BF-VPA.10: all of them, as the game ends; the Allies have three for them."""
    front = Front()
    labels = [front.context.map.label(at) for at in front.context.cities_in("Crete")]
    assert len(labels) > 1
    assert counted(front.own(AXIS, *labels), "BF-VPA.10") == [5]
    assert counted(front.own(ALLIED, labels[0]), "BF-VPA.10") == []


@pytest.mark.parametrize(
    ("turn", "rules"), [(10, ["BF-VPA.11"]), (11, []), (16, []), (17, ["BF-VPA.12"])]
)
def test_to_cease_late_costs_fifteen_points(turn: int, rules: list[str]) -> None:
    """BF-VPA.12: from Jul I 41 on; before Apr I 41 it is worth ten (BF-VPA.11)."""
    front = Front(turn=turn).having(surrendered=frozenset({"greek"}))
    assert front.context.turn_name(17) == "Jul I 41"
    doing = Transition(front.state)
    victory.cease(front.pos, Ceasing(AXIS), CeaseOperations(), doing)
    found = [entry for entry in doing.state.ledger if entry.rule in ("BF-VPA.11", "BF-VPA.12")]
    assert [entry.rule for entry in found] == rules
    assert [entry.points for entry in found] == [{10: 10, 17: -15}[turn] for _rule in rules]


@pytest.mark.parametrize(
    ("side", "at", "keeper", "penalty"),
    [(AXIS, ZARA, "italian-a-regiment", -1), (ALLIED, KHANIA, "greek-39-ev-mountain-regiment", -4)],
)
def test_each_equivalent_missing_from_a_garrison_costs_two_points_each_turn(
    side: str, at: str, keeper: str, penalty: int
) -> None:
    """BF-VPA.13, VPL.12: Zara short of half an equivalent, Crete of two; again on the next turn."""
    watch = "italian-19-venezia"
    front = Front().put("14A:3519", watch).put(at, keeper)
    for times in (1, 2):
        doing = Transition(front.state)
        garrisons.check(front.context, doing, side)
        front.take(doing.state)
        assert front.state.score(side) == penalty * times
        front.having(turn=front.state.turn + 1)


def test_an_albanian_city_once_owned_is_worth_two_points_for_good() -> None:
    """BF-VPL.5: at any time in the game, and once."""
    front = Front()
    first, second = sorted(front.context.cities_in("Albania"))[:2]
    for taken in ({first: ALLIED}, {first: AXIS}, {first: ALLIED, second: ALLIED}):
        front.having(taken={**front.state.taken, **taken})
        doing = Transition(front.state)
        victory.on_capture(front.context, doing, taken)
        front.take(doing.state)
        assert front.state.score(ALLIED) == 2
    assert [entry.rule for entry in front.state.ledger] == ["BF-VPL.5"]
