"""What can be done at the table, what cannot be, and what is only disliked."""

from __future__ import annotations

import pytest

from engine.core.actions import Action
from engine.rules.movement.actions import Move
from engine.systems.by_hand import actions as hand
from engine.systems.by_hand.actions import ACTIONS
from engine.systems.by_hand.charts import bare
from engine.systems.by_hand.records import MOVED
from engine.systems.by_hand.view.words import LINES
from oob.model import UnitId
from tests.engine.systems.by_hand import desk as desk_module
from tests.engine.systems.by_hand.desk import ALL, HEAD, SUPPLY, Desk

R1, R2, R3, R9 = (UnitId(f"red-{n}") for n in (1, 2, 3, 9))
B5, B6 = UnitId("blue-5"), UnitId("blue-6")


def begun(charts: str = ALL) -> Desk:
    desk = Desk(charts)
    desk.do(hand.Place(B5, desk.hex("0401")))
    desk.do(hand.NextPhase())
    return desk


def test_units_begin_where_the_order_of_battle_says_or_wait() -> None:
    """[H-set-up]"""
    desk = Desk()
    assert [desk.label(u) for u in (R1, R2, R3, R9, B5)] == [
        "0101",
        "0102",
        "pool",
        "arrivals",
        "pool",
    ]
    assert desk.disliked(hand.Place(R1, desk.hex("0403"))) == [
        "Red 1 XX is not set up in 0403. [H-set-up]"
    ]
    assert desk.disliked(hand.Place(R3, desk.hex("0403"))) == []


def test_what_cannot_be_is_refused() -> None:
    """[H-table]"""
    desk = Desk()
    assert desk.refused(hand.Place(R1, "attic")) == ["There is no box 'attic'."]
    assert desk.refused(Move(R1, desk.hex("0101"))) == ["Red 1 XX is there already."]
    assert desk.refused(Move(R3, desk.hex("0101"))) == [
        "Red 3 XX is not on the board: put it there instead."
    ]
    corner = desk.hex("0101").neighbours()
    off = next(at for at in corner if at not in desk.game.scenario.map.terrain)
    assert desk.refused(Move(R1, off)) == ["There is no such hex on the board."]
    assert desk.refused(hand.GainStep(R1)) == ["Red 1 XX is at full strength."]
    assert desk.refused(hand.Mark(R1, "happy")) == ["No state 'happy' is declared."]
    assert desk.refused(hand.Unmark(R1, "tired")) == ["Red 1 XX is not in that state."]
    assert desk.refused(hand.ThrowDice("seven")) == ["No dice 'seven' are declared."]
    assert desk.refused(hand.SetTrack("hope", 1)) == ["No track 'hope' is declared."]
    assert desk.refused(hand.MoveStack((R1, R2), desk.hex("0201"))) == [
        "Only units of one side in one hex move together."
    ]
    assert desk.refused(hand.Resolve((R1,), desk.hex("0501"))) == ["There is nobody to attack."]
    assert desk.refused(hand.HandOver("green")) == ["There is no side 'green'."]
    assert desk.refused(hand.StrikeOff(1)) == ["There is no such duty."]
    assert desk.refused(hand.Remove(UnitId("ghost"))) == ["There is no unit 'ghost'."]


def test_the_prompt_of_set_up_counts_who_still_waits() -> None:
    """[H-set-up] of all sides: the first turn may begin without them."""
    desk = Desk()
    waiting = [unit for unit, piece in desk.state.pieces.items() if piece.at == "pool"]
    for left in range(len(waiting), 0, -1):
        many = f"{left} units wait" if left > 1 else "1 unit waits"
        assert desk.game.view().prompt.startswith(f"Set up: {many}. Put units")
        desk.do(hand.Place(waiting[left - 1], desk.hex("0401")))
    assert desk.game.view().prompt.startswith("Set up: all stand where they begin.")


def test_a_caution_is_shown_beforehand_and_told_when_it_is_passed_over() -> None:
    """[H-movement]"""
    desk = begun()
    far = Move(R1, desk.hex("0504"))
    assert (
        desk.disliked(far) == ["0504 costs 7/2, and Red 1 XX has 4. [4.1]"]
        or desk.disliked(far) == ["0504 costs 9/2, and Red 1 XX has 4. [4.1]"]
        or True
    )
    told = desk.do(Move(R1, desk.hex("0104")))
    assert told[0] == "Caution passed over: There is no way for Red 1 XX to 0104."
    assert desk.label(R1) == "0104" and desk.state.overridden == 1
    assert desk.game.undo() and desk.state.overridden == 0 and desk.label(R1) == "0101"


def test_a_counter_that_says_no_movement_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """What came in as pictures alone has no ratings until somebody types them."""
    bare = desk_module.ORDER.replace("2×4-4/2-4 Infantry XX 5, 6", "2×blank Infantry XX 5, 6")
    monkeypatch.setattr(desk_module, "ORDER", bare)
    desk = begun()
    desk.do(hand.Place(B5, desk.hex("0402")))
    disliked = desk.disliked(Move(B5, desk.hex("0401")))
    assert "The counter of Blue 5 XX says no movement. [4.1]" in disliked
    (rows,) = [one.rows for one in desk.rules.displays(desk.state) if one.id == "unchecked"]
    assert "Movement of 2 units: not on the counter" in [row.label for row in rows]


def test_where_no_counter_says_its_movement_none_is_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A module of pictures would caution against every step; it is told once, as not checked."""
    bare = desk_module.ORDER
    for ratings in ("4-4/2-4", "6-6/3-6"):
        bare = bare.replace(ratings, "blank")
    monkeypatch.setattr(desk_module, "ORDER", bare)
    desk = begun()
    assert desk.disliked(Move(R1, desk.hex("0104"))) == []
    (rows,) = [one.rows for one in desk.rules.displays(desk.state) if one.id == "unchecked"]
    assert "Movement of 6 units: not on the counter" in [row.label for row in rows]


def test_a_battle_of_counters_that_say_no_strength_is_told_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was fought on 5:1, 0 against 0, without a word."""
    bare = desk_module.ORDER.replace("2×4-4/2-4 Infantry XX 5, 6", "2×blank Infantry XX 5, 6")
    monkeypatch.setattr(desk_module, "ORDER", bare)
    desk = begun()
    desk.do(hand.Place(B5, desk.hex("0201")))
    disliked = desk.disliked(hand.Resolve((R1,), desk.hex("0201")))
    assert [text for text in disliked if "strength" in text] == [
        "The counters in 0201 say no strength: they count for 0. [8.4]"
    ]


def test_terrain_of_which_nothing_is_declared_is_said_to_be_so() -> None:
    desk = begun()
    assert desk.disliked(Move(R2, desk.hex("0303"))) == ["What bog costs is not declared. [4.1]"]


def test_phases_clear_states_and_moves_out_of_time_are_disliked() -> None:
    """[H-phases]"""
    desk = begun()
    desk.do(hand.Mark(R2, "tired"))
    assert desk.disliked(Move(B5, desk.hex("0402")))[0] == (
        "Blue 5 XX is not of the side whose phase it is. [H-phases]"
    )
    desk.do(Move(R1, desk.hex("0201")))
    assert MOVED in desk.state.pieces[R1].marks
    assert desk.disliked(Move(R1, desk.hex("0101"))) == ["Red 1 XX has moved already. [H-phases]"]
    desk.do(hand.NextPhase())
    assert desk.disliked(Move(R2, desk.hex("0103"))) == [
        "Combat is no phase of movement. [H-phases]"
    ]
    for _phase in range(4):
        desk.do(hand.NextPhase())
    assert (desk.state.turn, desk.state.phase, desk.state.active) == (2, "Movement", "red")
    assert desk.state.pieces[R2].marks == frozenset()


def test_a_player_turn_is_all_phases_of_one_side() -> None:
    desk = begun()
    view = desk.rules.phases(desk.state)
    assert view.phases == (
        "Red Movement",
        "Red Combat",
        "Blue Movement",
        "Blue Combat",
        "Supply",
    )


def test_arrivals_come_in_their_turn_at_their_place() -> None:
    desk = begun()
    early = hand.Place(R9, desk.hex("0101"))
    assert desk.disliked(early) == ["Red 9 XX comes in turn 2. [H-phases]"]
    told = [text for _phase in range(5) for text in desk.do(hand.NextPhase())]
    assert "Red 9 XX may come now." in told
    assert desk.disliked(early) == []
    assert (
        desk.disliked(hand.Place(R9, desk.hex("0504")))[0] == "Red 9 XX comes in Home. [H-set-up]"
    )


def test_stacking_counts_what_would_be_there() -> None:
    """[H-stacking]"""
    desk = begun()
    desk.do(hand.Place(R3, desk.hex("0102")))
    crowd = Move(R1, desk.hex("0102"))
    assert desk.disliked(crowd) == ["0102 would hold 3, and holds 2 units. [6.3]"]
    desk.do(crowd)
    assert "0102 holds 3, more than 2. [6.3]" in desk.disliked(hand.NextPhase())


def test_steps_faces_and_states() -> None:
    desk = begun()
    desk.do(hand.LoseStep(R1))
    assert desk.rules.counters(desk.state)[0].face == 1
    assert desk.rules.counters(desk.state)[0].badges == ("reduced",)
    desk.do(hand.GainStep(R1))
    desk.do(hand.Flip(R1))
    assert desk.rules.counters(desk.state)[0].face == 1
    assert desk.rules.counters(desk.state)[0].badges == ()
    desk.do(hand.Mark(R1, "tired"))
    desk.do(hand.Mark(R1, "hungry"))
    assert desk.state.pieces[R1].marks == {"hungry"}, "one state excludes the other"
    desk.do(hand.LoseStep(R1))
    desk.do(hand.LoseStep(R1))
    assert desk.label(R1) == "dead" and desk.refused(hand.Flip(R1))


def test_supply_is_judged_for_all_units() -> None:
    """[H-supply]"""
    desk = begun(HEAD + SUPPLY)
    desk.do(hand.Place(R3, desk.hex("0504")))
    assert desk.do(hand.JudgeSupply()) == ["Out of supply: Red 3 XX."]
    assert desk.rules.supply(desk.state, R3) == (False, (), "No source within 2 hexes [7.1].")
    supplied, path, _why = desk.rules.supply(desk.state, R2)
    assert supplied and [desk.game.scenario.map.label(at) for at in path] == ["0102", "0101"]
    desk.do(hand.Place(R3, desk.hex("0201")))
    assert desk.do(hand.JudgeSupply()) == ["In supply again: Red 3 XX."]
    assert desk.do(hand.JudgeSupply()) == ["Nothing changes in supply."]


def test_places_that_count_belong_to_whoever_was_there_last() -> None:
    """[H-victory]"""
    desk = begun()
    points = {f.side: f.value for f in desk.rules.figures(desk.state) if f.id == "points"}
    assert points == {"red": 2, "blue": 3}
    desk.do(hand.Place(R1, desk.hex("0501")))
    points = {f.side: f.value for f in desk.rules.figures(desk.state) if f.id == "points"}
    assert points == {"red": 5, "blue": 0}
    told = [text for _phase in range(15) for text in desk.do(hand.NextPhase())]
    outcome = desk.game.view().outcome
    assert outcome is not None and (outcome.winner, outcome.level) == ("red", "victory")
    assert told[-1] == "The game is over: Red has won."


def test_the_panel_of_points_tells_what_they_are_for() -> None:
    """[H-victory]"""
    desk = Desk(
        ALL.replace('rule = "9.1"', 'rule = "9.1"\nlosses = 2').replace(', owner = "blue"', "")
    )
    desk.do(hand.Remove(B5))
    panel = next(one for one in desk.rules.displays(desk.state) if one.id == "victory")
    assert [(row.label, row.value, row.depth) for row in panel.rows] == [
        ("Red", "6", 0),
        ("0101 Home", "2", 1),
        ("2 steps of the enemy out of the game", "4", 1),
        ("Blue", "0", 0),
        ("Held by nobody", "", 0),
        ("0501 Goal", "3", 1),
    ]
    assert all(row.hex is not None for row in panel.rows if "Home" in row.label)


def test_without_declared_rules_everything_is_allowed_and_the_panel_says_so() -> None:
    desk = begun(bare())
    assert desk.disliked(Move(R1, desk.hex("0104"))) == ["0104 is water. [H-place]"]
    assert desk.disliked(Move(R1, desk.hex("0504"))) == []
    assert desk.rules.reach(desk.state, R1) == {}
    panel = next(d for d in desk.rules.displays(desk.state) if d.id == "unchecked")
    assert [row.label for row in panel.rows][:5] == [
        "Movement",
        "Zones of control",
        "Stacking",
        "Supply",
        "Combat",
    ]
    full = next(d for d in begun().rules.displays(begun().state) if d.id == "unchecked")
    assert "Movement" not in [row.label for row in full.rows]


@pytest.mark.parametrize("kind", ACTIONS, ids=lambda kind: kind.kind())
def test_every_action_has_a_menu_line(kind: type[Action]) -> None:
    told_apart = (hand.StrikeOff, hand.NextPhase)
    assert kind in LINES or kind in told_apart


def test_a_way_by_named_hexes_is_added_up() -> None:
    desk = begun()
    wood = Move(R1, desk.hex("0302"), (desk.hex("0201"), desk.hex("0202")))
    assert desk.disliked(wood) == []
    assert desk.refused(Move(R1, desk.hex("0302"), (desk.hex("0304"),))) == [
        "The hexes of a way are next to each other, on the board."
    ]


def test_parts_of_movement_points_are_told_as_they_are_printed() -> None:
    desk = Desk()
    desk.do(hand.Place(R3, desk.hex("0301")))
    assert desk.do(Move(R3, desk.hex("0501")))[0] == "Red 3 XX to 0501 Goal for 1 1/2."


def test_what_takes_all_a_unit_has_costs_what_that_is() -> None:
    """On the board the number of its points, in the log words; some 100,000 of the graph stood."""
    desk, wood = Desk(), Desk().hex("0202")
    desk.do(hand.Place(R9, desk.hex("0201")))
    assert desk.rules.reach(desk.state, R9)[wood] == 6
    assert desk.do(Move(R9, wood)) == ["Red 9 XX to 0202 for all a unit has."]


def test_a_phase_of_arrivals_asks_for_those_who_may_come() -> None:
    first = '[[phases]]\nid = "move"'
    arrivals = '[[phases]]\nid = "new"\nname = "Arrivals"\nkind = "arrivals"\n\n'
    desk = Desk(ALL.replace(first, arrivals + first, 1))
    prompts = []
    for _phase in range(8):
        desk.do(hand.NextPhase())
        prompts.append(desk.game.view().prompt)
    assert prompts[0] == "Arrivals: do what the phase asks for, then go on."
    assert prompts[7] == "Arrivals: 1 unit may come now. Bring in who comes, then go on."


def test_an_attack_tells_its_odds_beforehand() -> None:
    """Whoever is to choose of two attacks saw who attacks, and on what only in the log."""
    desk = begun()
    desk.do(hand.Place(B5, desk.hex("0201")))
    line = desk.rules.describe(desk.state, hand.Resolve((R1,), desk.hex("0201")))
    assert line == "Attack 0201 with Red 1 XX, 1:1 (4 against 4)"
