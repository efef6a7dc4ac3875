"""Victory points as they come, the end, and the levels of victory (BC-25)."""

from __future__ import annotations

import pytest

from engine.core.handler import Transition
from engine.systems.boot_camp import sequence, victory
from engine.systems.boot_camp.actions import CeaseOperations, Concede, GoOn
from engine.systems.boot_camp.state.records import Ceasing
from engine.systems.europa.movement import move_actions as march
from engine.systems.europa.production import initial_actions as home
from engine.systems.europa.state.common import eliminate
from engine.systems.europa.state.constants import ALLIED, AXIS, GONE, Phase
from engine.systems.europa.state.records import Initial, Moving, Onward
from oob.model import UnitId
from tests.engine.systems.boot_camp.desk import ATHENS, BEOGRAD, DURAZZO, Camp

JULIA, GUNS = "italian-3-julia", "italian-25c-artillery"
CENTAURO, MOTORCYCLES = "italian-131-centauro", "italian-4-brs-motorcycle"
ARMOR, NZ4, AUS6 = "british-1-armored-brigade", "british-4-nz-brigade", "british-6-aus"
TIRANA = "14A:3719"


def lose(camp: Camp, *units: str, cadre: bool = True) -> Camp:
    """Units are eliminated, and the step is tidied up as after an action."""
    doing = Transition(camp.state)
    for unit in units:
        eliminate(camp.context, doing, UnitId(unit), cadre=cadre)
    camp.rules.tidy(doing)  # type: ignore[arg-type]
    camp.take(doing.state)
    return camp


@pytest.mark.parametrize(
    ("unit", "side", "points"),
    [(GUNS, ALLIED, 1), (MOTORCYCLES, ALLIED, 2), (NZ4, AXIS, 3), (ARMOR, AXIS, 5)],
)
def test_points_for_small_units(unit: str, side: str, points: int) -> None:
    camp = lose(Camp().put(TIRANA if side == ALLIED else ATHENS, unit), unit)
    assert camp.score(side) == points
    assert camp.state.ledger[-1].rule == "BC-25A4.2"


@pytest.mark.parametrize(
    ("unit", "side", "part", "whole"),
    [(JULIA, ALLIED, 2, 3), (CENTAURO, ALLIED, 4, 6), (AUS6, AXIS, 6, 9)],
)
def test_a_cadre_counts_two_thirds_and_its_loss_the_rest(
    unit: str, side: str, part: int, whole: int
) -> None:
    camp = lose(Camp().put(TIRANA if side == ALLIED else ATHENS, unit), unit)
    assert camp.steps(unit) == 1 and camp.score(side) == part
    lose(camp, unit)
    assert camp.score(side) == whole
    camp = lose(Camp().put(TIRANA if side == ALLIED else ATHENS, unit), unit, cadre=False)
    assert camp.score(side) == whole


def test_greek_and_yugoslav_losses_bring_no_points() -> None:
    units = ("greek-8-mountain", "yugoslav-27-savska")
    camp = Camp().enter().put(ATHENS, units[0]).put(BEOGRAD, units[1])
    assert lose(camp, *units).score(AXIS) == 0


def test_a_rebuilt_division_can_be_lost_again() -> None:
    camp = lose(Camp().put(TIRANA, JULIA), JULIA)
    camp.put(TIRANA, JULIA)
    lose(camp)
    assert camp.state.tallied[UnitId(JULIA)] == 2
    assert lose(camp, JULIA).score(ALLIED) == 4


def capture(camp: Camp, *labels: str, side: str = AXIS) -> Camp:
    """Hexes change hands, and the step is tidied up."""
    camp.own(side, *labels)
    doing = Transition(camp.state)
    victory.on_capture(camp.pos, doing)
    camp.take(doing.state)
    return camp


def test_capitals_count_once_each() -> None:
    camp = capture(Camp().enter(), ATHENS)
    assert camp.score(AXIS) == 6
    capture(camp, ATHENS, side=ALLIED)
    capture(camp, ATHENS, BEOGRAD)
    assert camp.score(AXIS) == 12


def test_an_albanian_city_counts_once_and_its_ports_each_turn() -> None:
    camp = capture(Camp(), TIRANA, side=ALLIED)
    capture(camp, "14A:3918", side=ALLIED)
    assert camp.score(ALLIED) == 2
    ports = [camp.context.map.label(at) for at in victory.ports_of(camp.pos, "Albania")]
    assert DURAZZO in ports and len(ports) >= 3
    for times in (1, 2):
        camp.own(ALLIED, *ports)
        doing = Transition(camp.state)
        victory.end_of_turn(camp.pos, doing)
        camp.take(doing.state)
        assert camp.score(ALLIED) == 2 + 5 * times
    camp.own(AXIS, ports[0])
    doing = Transition(camp.state)
    victory.end_of_turn(camp.pos, doing)
    assert doing.state.ledger == camp.state.ledger


def final(camp: Camp) -> Camp:
    doing = Transition(camp.state)
    victory.final(camp.pos, doing)
    camp.take(doing.state)
    return camp


def test_what_the_end_is_worth_to_the_allies() -> None:
    camp = final(Camp())
    texts = {entry.text: entry.points for entry in camp.state.ledger}
    assert texts == {
        "All cities of Crete": 3,
        "Athens never captured": 5,
        "Beograd never captured": 5,
    }
    camp = final(Camp().enter().own(ALLIED, TIRANA, "14A:3918", "14A:4002"))
    assert {e.points for e in camp.state.ledger if "cities of Albania" in e.text} == {6}


def test_what_the_end_is_worth_to_the_axis() -> None:
    camp = Camp().enter()
    cities = victory.counted(camp.pos, *victory.MAINLAND)
    assert len(cities) > 60
    camp.own(AXIS, *(camp.context.map.label(at) for at in cities[:-1]))
    assert final(camp).score(AXIS) == 0
    camp.own(AXIS, camp.context.map.label(cities[-1])).having(ledger=())
    final(camp)
    assert camp.score(AXIS) == 12
    crete = [camp.context.map.label(at) for at in victory.counted(camp.pos, victory.CRETE)]
    camp.own(AXIS, *crete).having(ledger=())
    assert final(camp).score(AXIS) == 17


def test_point_cities_do_not_count() -> None:
    camp = Camp()
    ranks = {camp.context.cities[at] for at in victory.counted(camp.pos, "Albania")}
    assert min(ranks) == 2


@pytest.mark.parametrize(
    ("axis", "allied", "winner", "level"),
    [
        (10, 8, "", "stalemate"),
        (14, 10, "", "stalemate"),
        (15, 10, AXIS, "marginal victory"),
        (19, 10, AXIS, "marginal victory"),
        (20, 10, AXIS, "major victory"),
        (29, 10, AXIS, "major victory"),
        (30, 10, AXIS, "decisive victory"),
        (10, 31, ALLIED, "decisive victory"),
        (5, 0, AXIS, "decisive victory"),
        (-6, 3, ALLIED, "decisive victory"),
        (0, 4, "", "stalemate"),
    ],
)
def test_levels_of_victory(axis: int, allied: int, winner: str, level: str) -> None:
    assert victory.verdict(Camp().pos, axis, allied) == (winner, level)


def closing(turn: int, *surrendered: str) -> Camp:
    """The end of a game turn."""
    camp = Camp(turn).enter(11 if turn > 11 else turn).having(surrendered=frozenset(surrendered))
    for nation in surrendered:
        camp.put(GONE, *camp.context.of_nation(nation))
    last = sequence.USUAL[-2]
    return camp.ask(Onward(), phase=last[0].value, active=last[1]).settle()


def test_the_axis_may_cease_once_greece_and_yugoslavia_have_surrendered() -> None:
    assert not isinstance(closing(12, "greek").state.top, Ceasing)
    camp = closing(12, "greek", "yugoslav")
    assert isinstance(camp.state.top, Ceasing)
    camp.do(GoOn())
    assert camp.state.turn == 13 and not camp.state.over
    camp = closing(12, "greek", "yugoslav")
    camp.do(CeaseOperations())
    assert camp.state.over and camp.state.ceased


@pytest.mark.parametrize(("turn", "points"), [(10, 10), (11, None), (16, None), (17, -15)])
def test_when_ceasing_gains_and_when_it_costs(turn: int, points: int | None) -> None:
    camp = closing(turn, "greek", "yugoslav")
    prompt = camp.rules.question(camp.state).prompt
    camp.do(CeaseOperations())
    found = [entry.points for entry in camp.state.ledger if "ceased" in entry.text]
    assert found == ([] if points is None else [points])
    if points is not None:
        assert str(abs(points)) in prompt


def test_the_game_ends_with_august_41_by_points() -> None:
    camp = closing(20, "greek", "yugoslav")
    assert camp.state.over and camp.told("over")
    outcome = camp.rules.outcome(camp.state)
    assert outcome is not None
    assert dict(outcome.points)[ALLIED] == camp.score(ALLIED)
    assert camp.rules.check(camp.state, GoOn())[0].rule == "BC-25A4.1"


def test_a_side_that_concedes_loses_decisively() -> None:
    camp = Camp(9).put(ATHENS, "greek-8-mountain")
    camp.phase(Initial, ALLIED)
    assert Concede() in list(camp.legal)
    camp.do(Concede())
    assert (camp.state.winner, camp.state.level) == (AXIS, "decisive victory")
    assert camp.state.phase == Phase.INITIAL


def test_nobody_concedes_at_random() -> None:
    camp = Camp(9).phase(Initial, AXIS)
    weights = {f.name: f.weight for f in camp.rules.question(camp.state).families}
    assert weights["concede"] == 0 and home.ArriveAll() in list(camp.legal)


def test_the_last_sentence_tells_the_result() -> None:
    camp = closing(20, "greek", "yugoslav")
    (over,) = (event for event in camp.events if event.what == "over")
    told = camp.rules.prose(over)
    assert told.startswith("The game is over: ")
    assert "victory (" in told or "stalemate (" in told


def rows(camp: Camp, panel: str) -> dict[str, str]:
    """The rows of a panel: label -> value."""
    found = next(d for d in camp.rules.displays(camp.state) if d.id == panel)
    return {row.label: row.value for row in found.rows}


def test_an_end_that_points_do_not_decide_says_what_did() -> None:
    """(BC 25A1, 25A2) *Axis decisive victory* stood there with 6 points against 32, and the panel
    said that the Allies were ahead.
    """
    camp = Camp(9).put(ATHENS, "greek-8-mountain").phase(Initial, ALLIED).do(Concede())
    assert camp.told("over") and camp.rules.outcome(camp.state).points == ()  # type: ignore[union-attr]
    told = [camp.rules.prose(event) for event in camp.events if event.what == "over"]
    assert told == ["The game is over: Axis decisive victory."]
    shown = rows(camp, "victory")
    assert shown["Result"] == "Axis decisive victory"
    assert shown["Reason"] == "Allied gave the game up" and "At present" not in shown
    view = camp.rules.phases(camp.state)
    assert view.phases[view.phase] == "Allied initial"


def test_athens_before_germany_ends_the_game_in_the_phase_it_falls_in() -> None:
    """(BC 25A2.1) The turn record showed the Allied exploitation phase."""
    camp = Camp(9).put("15B:0811", MOTORCYCLES).phase(Moving, AXIS)
    camp.do(march.Move(UnitId(MOTORCYCLES), camp.at(ATHENS)))
    assert camp.state.over
    told = [camp.rules.prose(event) for event in camp.events if event.what == "over"]
    assert told == [
        "Italy has taken Athens before Germany entered, and the game is over: "
        "Axis decisive victory."
    ]
    assert rows(camp, "victory")["Reason"] == "Athens taken before Germany entered"
    view = camp.rules.phases(camp.state)
    assert view.phases[view.phase] == "Axis movement"


def test_an_end_by_points_keeps_them() -> None:
    camp = closing(20, "greek", "yugoslav")
    outcome = camp.rules.outcome(camp.state)
    assert outcome is not None and outcome.points
    shown = rows(camp, "victory")
    assert shown["Result"].endswith((camp.state.level, "stalemate")) and "Reason" not in shown


def test_who_is_ahead_counts_what_the_end_is_worth() -> None:
    """(BC 25A4) Capitals that nobody took were left out: *stalemate* stood there until the end."""
    camp = Camp(9).put(ATHENS, "greek-8-mountain")
    shown = rows(camp, "victory")
    end = victory.ended_now(camp.pos)
    assert end[1] >= camp.score(ALLIED) + 10, "Athens and Beograd"
    assert shown["With what the end brings"] == f"{end[0]} to {end[1]}"
    assert shown["At present"] == "Allied decisive victory"
    camp = closing(20, "greek", "yugoslav")
    assert victory.ended_now(closing(12, "greek", "yugoslav").pos)[1] == camp.score(ALLIED)


def test_the_question_whether_to_cease_tells_how_it_would_end() -> None:
    """(BC 25A3) With the points that ceasing itself costs."""
    camp = closing(17, "greek", "yugoslav")
    prompt = camp.rules.question(camp.state).prompt
    camp.do(CeaseOperations())
    assert f"It would end {camp.score(AXIS)} to {camp.score(ALLIED)}: " in prompt
