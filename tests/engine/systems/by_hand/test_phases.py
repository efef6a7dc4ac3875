"""Phases that lie within each other: their order, what begins with them, how they are told."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.charts.schema import typed
from engine.rules.movement.actions import Move
from engine.systems.by_hand import actions as hand
from engine.systems.by_hand.charts import HandCharts, problems
from engine.systems.by_hand.charts.sequence import MOST_DEEP, PhaseRow, SideRow, lying_within
from engine.systems.by_hand.sequence import slots_of
from maps.errors import KnownError
from maps.files.toml_text import toml_text
from oob.model import UnitId
from tests.engine.systems.by_hand.desk import Desk
from tests.engine.systems.by_hand.test_table import begun

R2 = UnitId("red-2")

NESTED = """
[turns]
last = 2

[[phases]]
id = "turn"
name = "Player turn"
clears = ["tired"]
duties = ["Count supply points."]

[[phases]]
id = "move"
name = "Movement"
kind = "move"
within = "turn"

[[phases]]
id = "rail"
name = "Rail"
within = "move"

[[phases]]
id = "roads"
name = "Roads"
within = "move"
duties = ["Mark who marched."]

[[phases]]
id = "combat"
name = "Combat"
kind = "combat"
within = "turn"

[[phases]]
id = "answer"
name = "Answer"
side = "both"
kind = "move"
within = "combat"

[[phases]]
id = "end"
name = "End"
side = "both"

[[phases]]
id = "count"
name = "Count"
within = "end"

[[states]]
id = "tired"
name = "tired"
"""


def test_phases_lie_within_each_other_and_are_told_as_a_way() -> None:
    """[H-phases]"""
    desk = begun(NESTED)
    assert desk.rules.phases(desk.state).phases == (
        "Red Player turn / Movement / Rail",
        "Red Player turn / Movement / Roads",
        "Player turn / Combat / Answer",
        "Blue Player turn / Movement / Rail",
        "Blue Player turn / Movement / Roads",
        "Player turn / Combat / Answer",
        "Red End / Count",
        "Blue End / Count",
    )
    assert desk.game.view().prompt.startswith("Player turn / Movement / Rail: do")
    assert (
        desk.rules.describe(desk.state, hand.NextPhase())
        == "Go on to Player turn / Movement / Roads"
    )
    assert "Count supply points." in desk.rules.phases(desk.state).notes
    desk.do(hand.Mark(R2, "tired"))
    told = desk.do(hand.NextPhase())
    assert told == ["Red Player turn / Movement / Roads.", "To do: Mark who marched."]
    assert desk.state.pieces[R2].marks == {"tired"}, "the player turn has not begun again"
    assert desk.disliked(Move(R2, desk.hex("0103"))) == [], "what is free is for what it lies in"
    desk.do(hand.NextPhase())
    assert desk.state.active == "" and desk.disliked(Move(R2, desk.hex("0103"))) == []
    told = desk.do(hand.NextPhase())
    assert told == ["Blue Player turn / Movement / Rail.", "To do: Count supply points."]
    assert desk.state.pieces[R2].marks == {"tired"}, "of its own side's units alone"
    for _phase in range(5):
        desk.do(hand.NextPhase())
    assert (desk.state.turn, desk.state.active) == (2, "red")
    assert desk.state.pieces[R2].marks == frozenset()


def test_the_way_on_says_whose_phase_comes_where_another_sides_turn_begins() -> None:
    desk = begun(NESTED)
    ways = []
    for _ in range(4):
        ways.append(desk.rules.describe(desk.state, hand.NextPhase()))
        desk.do(hand.NextPhase())
    assert ways == [
        "Go on to Player turn / Movement / Roads",
        "Go on to Player turn / Combat / Answer",
        "Go on to Blue Player turn / Movement / Rail",
        "Go on to Player turn / Movement / Roads",
    ]


@pytest.mark.parametrize("within", ["turn", "nowhere", "count"])
def test_a_phase_in_itself_or_in_none_there_is_is_told_of(within: str) -> None:
    text = NESTED.replace('name = "Player turn"', f'name = "Player turn"\nwithin = "{within}"', 1)
    text = text.replace('within = "end"', 'within = "roads"')
    charts = typed(HandCharts, text, "phases")
    assert ("phases", "turn", "within") in {problem.path for problem in problems(charts)}
    with pytest.raises(KnownError, match="phases, turn, within: should be the id of another phase"):
        Desk(text)
    assert all(len(slot.way) <= MOST_DEEP for slot in slots_of(charts, ("red", "blue")))


NAMES = st.sampled_from(("a", "b", "c", "d", "e", "f"))
ROWS = st.lists(
    st.builds(
        PhaseRow,
        id=NAMES,
        name=st.just("Some phase"),
        side=st.sampled_from(("each", "both", "red")),
        within=NAMES | st.just(""),
    ),
    min_size=1,
    unique_by=lambda row: row.id,
)


@given(ROWS)
def test_phases_of_any_nesting_are_all_gone_through_and_survive_as_text(
    rows: list[PhaseRow],
) -> None:
    listed = [{"id": r.id, "name": r.name, "side": r.side, "within": r.within} for r in rows]
    read = typed(HandCharts, toml_text({"phases": listed}), "phases")
    assert read.phases == tuple(rows)
    slots = slots_of(read, ("red", "blue"))
    assert {row.id for slot in slots for row in slot.way} == {row.id for row in rows}
    for slot in slots:
        ids = tuple(row.id for row in slot.way)
        assert (*lying_within(rows)[slot.way[-1].id], slot.way[-1].id) == ids
        assert len(slot.sides) == len(ids) <= MOST_DEEP and 1 <= slot.opens <= len(ids)
    begins = [row.id for slot in slots for row, _side in slot.begun]
    each_once = slots_of(replace(read, phases=tuple(rows)), ("red",))
    assert len(begins) >= len(rows)
    assert sorted(row.id for slot in each_once for row, _side in slot.begun) == sorted(
        row.id for row in rows
    ), "with one side each phase begins once a turn"


def test_phases_as_they_were_before_lie_in_none() -> None:
    desk = Desk()
    assert all(len(slot.way) == 1 for slot in desk.rules.context.slots)


def test_whose_a_phase_is_is_said_once() -> None:
    charts = HandCharts(sides=(SideRow("red", "Red"), SideRow("blue", "Blue")))
    assert charts.phase_name("red", "Movement") == "Red Movement"
    assert charts.phase_name("red", "Red movement") == "Red movement"
    assert charts.phase_name("blue", "Red answers") == "Blue Red answers"
    assert charts.phase_name("", "Weather") == "Weather"
