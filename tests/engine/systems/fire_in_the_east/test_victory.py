"""Objectives and levels of the scenarios (FE-37)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.handler import Transition
from engine.systems.europa.state.records import Entry
from engine.systems.fire_in_the_east import panels
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from engine.systems.fire_in_the_east.state.records import East
from engine.systems.fire_in_the_east.turn import victory
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    North,
    WholeFront,
    rules_of,
)

RIGA, PSKOV, LENINGRAD = "1B:1816", "1B:1705", ("2A:0931", "2A:0831")


def test_all_hexes_of_an_objective_count_and_no_fewer() -> None:
    """Half of Leningrad is worth nothing."""
    game = North()
    assert victory.points(game.pos) == 0
    assert victory.points(game.own(AXIS, RIGA, PSKOV).pos) == 4
    assert victory.points(game.own(AXIS, LENINGRAD[0]).pos) == 4
    assert victory.points(game.own(AXIS, LENINGRAD[1]).pos) == 10


@pytest.mark.parametrize(
    ("labels", "level", "winner"),
    [
        ((), "Soviet decisive victory", ALLIED),
        ((RIGA, *LENINGRAD), "Soviet marginal victory", ALLIED),
        ((RIGA, PSKOV, *LENINGRAD), "stalemate", ""),
        ((RIGA, PSKOV, *LENINGRAD, "2A:1731", "1B:2720"), "Axis marginal victory", AXIS),
        (
            (RIGA, PSKOV, *LENINGRAD, "2A:1731", "1B:0712", "1B:2720", "1B:2512"),
            "Axis decisive victory",
            AXIS,
        ),
    ],
)
def test_levels(labels: tuple[str, ...], level: str, winner: str) -> None:
    """The level is what the points reach when the last turn ends."""
    game = North(turn=5).own(AXIS, *labels)
    work: Work = Transition(game.state)
    victory.count_out(game.pos, work)
    assert (work.state.level, work.state.winner, work.state.over) == (level, winner, True)
    after = game.context.look(work.state)
    assert isinstance(after, EastPosition)
    assert victory.outcome(after).winner == winner
    display = next(one for one in panels.displays(after) if one.id == "victory")
    rows = {row.label: row.value for row in display.rows}
    assert rows["Result"] == level and "Were it over" not in rows


def test_the_turn_record_ends_with_its_last_phase() -> None:
    """No side is active any more then; the record stood at the weather again."""
    game = North(turn=5)
    game.state = replace(game.state, phase="exploitation", active="")
    shown = game.rules.phases(game.state)
    assert shown.phase == len(shown.phases) - 1
    assert shown.phases[shown.phase] == "Soviet exploitation"


def test_the_account_is_shown_all_the_time() -> None:
    """Points, the level they reach, and each objective with who has it."""
    shown = {d.id: d for d in panels.displays(North().own(AXIS, RIGA).pos)}
    rows = {row.label: row.value for row in shown["victory"].rows}
    assert rows["Axis points"] == "2" and rows["Riga"] == "2, Axis" and rows["Pskov"] == "2"
    assert rows["Were it over"] == "Soviet decisive victory"


def account(game: North) -> dict[str, tuple[str, str]]:
    """The lines of the account: value and tone."""
    (shown,) = (one for one in panels.displays(game.pos) if one.id == "victory")
    return {row.label: (row.value, row.tone) for row in shown.rows}


def test_a_city_of_the_axis_that_the_soviets_hold_is_told_as_theirs() -> None:
    """(FE 37B) It costs the Axis a point; before that it says so."""
    game = WholeFront(18)
    assert account(game)["Helsinki"] == ("-1 if Soviet", "muted")
    game.own(ALLIED, "1B:0410")
    assert victory.points(game.pos) == -1
    assert account(game)["Helsinki"] == ("-1, Soviet", "bad")


def test_what_was_not_held_throughout_the_last_turns_is_told_so() -> None:
    """(FE 37B) An objective gained after the first turn that counts brings nothing any more."""
    game = WholeFront(18).own(AXIS, "1B:1816").having(missed=frozenset({"Riga"}))
    assert victory.points(game.pos) == 0
    assert account(game)["Riga"] == ("1, too late", "muted")
    assert account(game)["Tallinn"] == ("1", "")


def test_a_city_of_several_hexes_tells_how_many_the_axis_has() -> None:
    """(FE 37B) All of them count, and no fewer."""
    game = North().own(AXIS, LENINGRAD[0])
    assert account(game)["Leningrad"] == ("6, 1 of 2 hexes", "")


def test_points_for_capital_and_factories_stand_in_the_account() -> None:
    """(FE 37B) So that its lines add up."""
    game = WholeFront(5)
    assert "Capital and factories" not in account(game)
    game.having(ledger=(Entry(4, AXIS, 2, "Moskva captured", "FE-37B.4"),))
    assert account(game)["Capital and factories"] == ("+2", "good")


# The campaign


def campaign() -> EastContext:
    """The campaign, bound."""
    return rules_of("campaign").context


def test_points_and_levels_of_the_campaign() -> None:
    """[FE-37A.1] [FE-37B.2] [FE-37C.1] Values and levels as printed."""
    worth = {row.id: row.points for row in campaign().figures.objectives if row.held == AXIS}
    assert (worth["Moskva"], worth["Leningrad"], worth["Kiev"]) == (5, 3, 2)
    assert {
        points for name, points in worth.items() if name not in ("Moskva", "Leningrad", "Kiev")
    } == {1}
    majors = {at for at in campaign().country("USSR") if campaign().major_city(at)}
    listed = {
        at for row, hexes in campaign().objectives.items() for at in hexes if row.held == AXIS
    }
    named = {campaign().hex_of(label) for label in ("2A:3532", "6A:1617", "3B:3603")}
    assert listed == majors | named
    assert [row.least for row in campaign().figures.levels] == [19, 16, 14, 10, 8, 6, 0]
    assert campaign().figures.turns == 19


def test_objectives_count_that_were_held_on_the_last_three_turns() -> None:
    """[FE-37B.1] Feb II, Mar I and Mar II 42; what was lost for a turn does not count again."""
    for turn, kept in ((16, 5), (17, 0), (19, 0)):
        game = WholeFront(turn=turn)
        work: Transition[East] = Transition(game.state)
        victory.end_turn(game.pos, work)
        (moskva,) = (row.hexes for row in campaign().figures.objectives if row.id == "Moskva")
        after = WholeFront(turn=19).having(missed=work.state.missed).own(AXIS, *moskva)
        assert victory.points(after.pos) == kept, turn


def test_axis_cities_in_soviet_hands_take_points_off() -> None:
    """[FE-37B.5] One for each major city."""
    game = WholeFront(turn=19).own(AXIS, "1B:1816")
    assert victory.points(game.pos) == 1
    assert victory.points(game.own(ALLIED, "3B:3026").pos) == 0
