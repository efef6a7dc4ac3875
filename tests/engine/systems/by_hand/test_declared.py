"""Declared rules at work: reach, zones, battles, weather, tables, chits, and faults in them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.core.actions import Roll
from engine.core.charts.schema import typed
from engine.rules.movement.actions import Move
from engine.systems.by_hand import actions as hand
from engine.systems.by_hand.battle import Calculation, sums, volley
from engine.systems.by_hand.charts import HandCharts, problems
from engine.systems.by_hand.charts.battle import CombatChart, CombatKind, Rounding
from maps.errors import KnownError
from oob.model import UnitId
from tests.engine.systems.by_hand.desk import ALL, COMBAT, HEAD, MOVEMENT, ZONES, Desk, scenario

R1, R2, R9 = (UnitId(f"red-{n}") for n in (1, 2, 9))
B5, B6 = UnitId("blue-5"), UnitId("blue-6")


def placed(charts: str, **where: str) -> Desk:
    desk = Desk(charts)
    for unit, label in where.items():
        wanted = hand.Place(UnitId(unit.replace("_", "-")), desk.hex(label))
        if not desk.refused(wanted):
            desk.do(wanted)
    return desk


def reach(desk: Desk, unit: UnitId) -> dict[str, int]:
    found = desk.rules.reach(desk.state, unit)
    return {desk.game.scenario.map.label(at): cost for at, cost in found.items()}


def test_costs_follow_terrain_streams_tracks_and_classes() -> None:
    desk = placed(HEAD + MOVEMENT, red_9="0101")
    boots, wheels = reach(desk, R1), reach(desk, R9)
    assert boots["0201"] == 1 and boots["0301"] == 1, "two halves along the track"
    assert boots["0401"] == 2, "the track bridges the stream"
    assert boots["0202"] == 2, "two for the wood, straight from 0101"
    assert boots["0402"] == 2, "half, half, and one off the track over the stream costs more"
    assert wheels["0202"] == 6, "all of its points, from a hex beside it"
    assert "0104" not in boots and "0303" not in boots


def test_zones_stop_and_forbid_going_from_one_into_another() -> None:
    """[H-zones]"""
    free = placed(HEAD + MOVEMENT, blue_5="0302")
    stopped = placed(HEAD + MOVEMENT + ZONES, blue_5="0302")
    assert "0401" in reach(free, R1) and "0401" not in reach(stopped, R1)
    zone = {
        stopped.game.scenario.map.label(at) for at in stopped.rules.zones(stopped.state, "blue")
    }
    assert zone == {"0301", "0303", "0202", "0203", "0402", "0403"}
    stopped.do(hand.NextPhase())
    stopped.do(Move(R1, stopped.hex("0202")))
    assert reach(free, R1)["0203"] == 2
    assert reach(stopped, R1)["0203"] == 2, "by way of 0103, out of the zone and into it again"
    barred = stopped.disliked(Move(R1, stopped.hex("0401")))
    assert barred[-1] == "Enemy zones keep Red 1 XX from 0401. [5.2]"


def test_a_battle_is_worked_out_line_by_line() -> None:
    """[H-combat]"""
    desk = placed(ALL, red_1="0201", red_2="0301", blue_5="0202")
    desk.do(hand.NextPhase())
    plan = desk.rules.plan(desk.state, desk.hex("0202"), (R1, R2))
    assert plan is not None
    assert plan.column == "1:1 (8 against 4)"
    assert [(line.text, line.value, line.rule) for line in plan.modifiers] == [("Wood", -1, "8.4")]
    assert {result.name: round(result.chance * 6) for result in plan.results} == {
        "A": 1,
        "N": 2,
        "D": 3,
    }
    assert desk.rules.candidates(desk.state, desk.hex("0202")) == (R1, R2)
    assert [line.value for line in plan.attackers] == ["4", "4"]
    told = desk.do(hand.Resolve((R1, R2), desk.hex("0202")))
    assert "The battle for 0202 is fought on 1:1 (8 against 4, shifted by -1)." in told


def test_a_stream_halves_those_who_attack_over_it() -> None:
    desk = placed(ALL, red_1="0301", red_2="0402", blue_5="0401")
    plan = desk.rules.plan(desk.state, desk.hex("0401"), (R1, R2))
    assert plan is not None
    assert [line.value for line in plan.attackers] == ["2", "4"]
    assert plan.modifiers[0].text == "Over a stream: 50\u00a0% of Red 1 XX"
    assert plan.column == "1:1 (6 against 4)"


def test_what_a_battle_asks_for_is_owed_until_it_is_done() -> None:
    """[H-battle] [H-owed]"""
    desk = placed(ALL, red_1="0301", blue_5="0302")
    desk.game.dice = type(desk.game.dice).TYPED
    desk.do(hand.NextPhase())
    desk.do(hand.NextPhase())
    fight = hand.Resolve((R1,), desk.hex("0302"))
    assert desk.disliked(fight) == []
    desk.do(fight)
    node = desk.game.view().chance
    assert node is not None and node.meanings == ("A", "N", "N", "D", "D", "D")
    told = desk.do(Roll(1))
    assert told == ["1: A at 0302: The attackers lose a step."]
    assert desk.state.owed == ("0302: attackers lose 1 step.",)
    assert desk.disliked(hand.NextPhase()) == ["Still owed: 0302: attackers lose 1 step. [H-owed]"]
    desk.do(hand.LoseStep(R1))
    strike = desk.rules.describe(desk.state, hand.StrikeOff(1))
    assert strike == "0302: attackers lose 1 step: done"
    assert desk.do(hand.StrikeOff(1)) == ["Done: 0302: attackers lose 1 step."]
    assert desk.disliked(hand.NextPhase()) == []
    assert desk.disliked(hand.Resolve((R2,), desk.hex("0302")))[0] == (
        "Red 2 XX is not next to 0302. [8.4]"
    )


@pytest.mark.parametrize(
    ("rounding", "odds", "column"),
    [
        (Rounding.DEFENDER, (19, 10), 1),
        (Rounding.NEAREST, (19, 10), 2),
        (Rounding.NEAREST, (14, 10), 1),
        (Rounding.ATTACKER, (11, 10), 2),
        (Rounding.ATTACKER, (10, 10), 1),
        (Rounding.DEFENDER, (1, 9), 0),
        (Rounding.ATTACKER, (90, 9), 3),
    ],
)
def test_odds_are_rounded_as_declared(
    rounding: Rounding, odds: tuple[int, int], column: int
) -> None:
    chart = CombatChart(
        "8", CombatKind.ODDS, columns=("1:2", "1:1", "2:1", "3:1"), rounding=rounding
    )
    assert chart.column(Fraction(odds[0]), Fraction(odds[1]), 0) == column


def test_differences_and_strengths_find_their_columns() -> None:
    chart = CombatChart("8", CombatKind.DIFFERENCE, columns=("-3", "0", "+2"))
    assert [chart.column(Fraction(5), Fraction(d), 0) for d in (12, 8, 5, 4, 3)] == [0, 0, 1, 1, 2]
    assert chart.column(Fraction(5), Fraction(3), -1) == 1
    strength = CombatChart("8", CombatKind.STRENGTH, columns=("1", "4", "9"))
    assert [strength.column(Fraction(s), Fraction(99), 0) for s in (3, 4, 20)] == [0, 1, 2]


def test_a_volley_has_the_chances_of_its_dice() -> None:
    assert volley(2, Fraction(1, 3)) == {
        "0 hits": Fraction(4, 9),
        "1 hit": Fraction(4, 9),
        "2 hits": Fraction(1, 9),
    }
    assert volley(3, Fraction(0)) == {"0 hits": Fraction(1)}


FIRE = '[combat]\nrule = "8"\nkind = "fire"\nfires = "steps"\nhits = 2\n'


def test_fire_throws_a_die_for_each_step_and_hits_are_owed() -> None:
    desk = placed(HEAD + FIRE, red_1="0301", blue_5="0302")
    desk.game.dice = type(desk.game.dice).TYPED
    plan = desk.rules.plan(desk.state, desk.hex("0302"), (R1,))
    assert plan is not None and plan.column == "2 dice, hit on 1 to 2"
    assert sum(result.chance for result in plan.results) == pytest.approx(1)
    desk.do(hand.Resolve((R1,), desk.hex("0302")))
    node = desk.game.view().chance
    assert node is not None and node.meanings[:3] == ("hit", "hit", "miss")
    desk.do(Roll(2))
    assert desk.do(Roll(1)) == ["2 hits at 0302: The defenders lose 2 steps."]
    assert desk.state.owed == ("0302: defenders lose 2 steps.",)


def test_shifts_that_exclude_others_count_alone() -> None:
    text = COMBAT.replace(
        'of = ["wood"], shift = -1 },',
        'of = ["wood"], shift = -1 },\n'
        '    { id = "all", text = "Ours", when = "always", shift = 2, excludes = ["wood"] },',
    )
    desk = placed(HEAD + text, red_1="0201", blue_5="0202")
    chart = desk.rules.context.charts.combat
    assert chart is not None
    found = Calculation(
        desk.rules.position(desk.state), chart, (R1,), desk.hex("0202")
    ).worked_out()
    assert found.ledger.shift == 2
    assert [line.text for line in found.ledger.lines()] == ["Wood (not with Ours)", "Ours"]


BESIDE = """
[[phases]]
id = "sky"
name = "Weather"
side = "both"
kind = "weather"

[[tracks]]
id = "fuel"
name = "Fuel"
start = 3
most = 4

[[boxes]]
id = "base"
name = "Base, ready"
display = "Air"
holds = 1

[[markers]]
id = "fort"
name = "Fort"
most = 1

[[pools]]
id = "cup"
name = "The cup"
chits = ["a", "b"]

[[tables]]
id = "fate"
name = "Fate"
rule = "12"
columns = ["good", "bad"]
rows = [["1", "2"], ["3", "4"], ["5", "6"], ["7", "8"], ["9", "10"], ["11", "12"]]

[weather]
rule = "3.1"
kinds = [
    { id = "dry", name = "dry", to = 3 },
    { id = "mud", name = "mud", to = 6, movement = 50, terrain = { plain = "1" } },
]
"""


def test_weather_is_rolled_as_its_phase_begins_and_slows_units() -> None:
    """[H-weather]"""
    desk = Desk(BESIDE + MOVEMENT.replace("\n[movement]", "\n[movement]"))
    desk.game.dice = type(desk.game.dice).TYPED
    dry = reach(desk, R1)
    desk.do(hand.NextPhase())
    node = desk.game.view().chance
    assert node is not None and (node.topic, node.meanings[3]) == ("weather", "mud")
    assert desk.do(Roll(5)) == ["The weather is mud (a 5)."]
    assert len(reach(desk, R1)) < len(dry)
    assert desk.rules.weather(desk.state, 3)[0].now == "mud"
    assert desk.refused(hand.SetWeather("fog")) == ["No weather 'fog' is declared."]
    desk.do(hand.SetWeather("dry"))
    assert reach(desk, R1) == dry


def test_tables_tracks_boxes_markers_and_chits() -> None:
    """[H-tables] [H-place]"""
    desk = Desk(BESIDE.replace('kind = "weather"', 'kind = "free"'))
    desk.game.dice = type(desk.game.dice).TYPED
    assert desk.refused(hand.LookUp("fate", "ugly")) == ["Fate has no column 'ugly'."]
    desk.do(hand.LookUp("fate", "bad"))
    assert desk.do(Roll(3)) == ["Fate, bad: 3 brings 6."]
    desk.do(hand.SetTrack("fuel", 4))
    assert desk.refused(hand.SetTrack("fuel", 5)) == ["Fuel goes from 0 to 4."]
    desk.do(hand.Place(R1, "base"))
    assert desk.disliked(hand.Place(R2, "base")) == ["Base, ready holds 1 unit. [H-place]"]
    panels = {panel.title: panel for panel in desk.rules.displays(desk.state)}
    assert [(row.label, row.value) for row in panels["Air"].rows] == [("Base, ready", "1 of 1")]
    assert panels["Tracks"].rows[0].value == "4"
    at = desk.hex("0302")
    desk.do(hand.PutMarker("fort", at))
    assert [view.text for view in desk.rules.markers(desk.state)] == ["Fort"]
    assert desk.disliked(hand.PutMarker("fort", at)) != []
    desk.do(hand.TakeMarker("fort", at))
    desk.do(hand.DrawChit("cup"))
    assert desk.do(Roll(2)) == ["The cup: b is drawn."]
    desk.do(hand.DrawChit("cup"))
    assert desk.do(Roll(1)) == ["The cup: a is drawn."]
    assert desk.refused(hand.DrawChit("cup")) == ["The cup is empty."]
    desk.do(hand.ReturnChits("cup"))
    assert desk.state.drawn == {}


def test_two_dice_are_thrown_one_after_the_other() -> None:
    desk = Desk()
    desk.game.dice = type(desk.game.dice).TYPED
    desk.do(hand.ThrowDice("two"))
    desk.do(Roll(2))
    assert desk.do(Roll(6)) == ["Two dice: 8 (2 + 6)."]


HIDDEN = '[hidden]\nrule = "11"\nwatch = "none"\n'


def test_hidden_units_are_known_when_they_are_shown() -> None:
    """[H-hidden]"""
    desk = placed(HEAD + HIDDEN, red_1="0301", blue_5="0302")
    assert desk.rules.setting_up(desk.state)
    desk.do(hand.NextPhase())
    at = desk.hex("0302")
    assert at not in desk.rules.watched(desk.state, "red")
    desk.do(hand.Reveal(B5))
    assert at in desk.rules.watched(desk.state, "red")
    desk.do(hand.Conceal(B5))
    assert at not in desk.rules.watched(desk.state, "red")
    near = placed(HEAD, red_1="0301", blue_5="0302")
    assert near.hex("0302") in near.rules.watched(near.state, "red")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('"A", "A", "N", "N"', '"A", "A", "N"', "should have 4 results"),
        ('["1:2", "1:1", "2:1", "3:1"]', '["1:1", "1:1", "2:1", "3:1"]', "should rise"),
        ('["1:2", "1:1", "2:1", "3:1"]', '["low", "1:1", "2:1", "3:1"]', "should be odds such as"),
        ('state = "hungry"', 'state = "angry"', "should be the id of a state, not angry"),
        ('boots = "2"', 'boots = "two"', "points such as 1, 2 or 1/2"),
        ('["A", "A", "N", "N"]', '["Z", "A", "N", "N"]', "one of A, N, D, E"),
        ("length = 2", "length = -2", "should be 0 or more"),
        ("limit = 2", "limits = 2", "unknown key 'limits'"),
        (
            'side = "both"\nkind = "supply"',
            'side = "both"\nkind = "weather"',
            "no weather is declared",
        ),
    ],
)
def test_what_does_not_agree_is_told_with_its_place(before: str, after: str, said: str) -> None:
    assert before in ALL
    with pytest.raises(KnownError) as error:
        scenario(ALL.replace(before, after, 1))
    assert said in str(error.value)


def test_sound_rules_have_no_problems() -> None:
    assert tuple(problems(typed(HandCharts, ALL, "mine"))) == ()


def test_areas_keep_units_to_regions_or_places() -> None:
    areas = 'areas = [{ id = "home", of = ["red"], never = ["goal"] }]\n'
    desk = placed(HEAD + MOVEMENT + areas, red_1="0401")
    desk.do(hand.NextPhase())
    assert "0501" not in reach(desk, R1) and "0502" in reach(desk, R1)
    assert (
        desk.disliked(Move(R1, desk.hex("0501")))[-1] == "Red 1 XX may not be in 0501 Goal. [4.1]"
    )


def test_supply_of_a_nation_and_units_that_need_none() -> None:
    text = (
        '[supply]\nrule = "7"\nlength = 1\nexempt = ["armor"]\nterrain = ["wood"]\n'
        'sources = { red = ["home"] }\n'
    )
    desk = placed(HEAD + text, red_1="0202", red_9="0504", red_2="0201")
    fed = {unit: desk.rules.supply(desk.state, unit)[0] for unit in (R1, R2, R9)}
    assert fed == {R1: False, R2: True, R9: True}, "into the wood supply goes along lines only"


def test_sums_of_the_largest_dice_are_counted_without_throwing_each() -> None:
    assert [chance * 36 for chance in sums(2, 6)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    large = sums(3, 100)
    assert len(large) == 298 and sum(large) == 1 and large[0] == Fraction(1, 1_000_000)


def test_a_track_of_the_board_has_its_marker_there() -> None:
    """[H-place]"""
    spaces = 'spaces = ["Home", "0201", "nowhere", "village", "0401"]'
    desk = Desk(BESIDE.replace("most = 4", f"most = 4\n{spaces}").replace('"weather"', '"free"'))
    lying = []
    for number in range(5):
        if desk.state.tracks.get("fuel", 3) != number:
            desk.do(hand.SetTrack("fuel", number))
        lying.append([(view.text, view.at) for view in desk.rules.markers(desk.state)])
    assert lying == [
        [("Fuel", desk.hex("0101"))],
        [("Fuel", desk.hex("0201"))],
        [],
        [],
        [("Fuel", desk.hex("0401"))],
    ], "words that the board has not have no marker"
    long = BESIDE.replace("most = 4", f"most = 3\n{spaces}")
    found = [str(one) for one in problems(typed(HandCharts, long, "tracks"))]
    assert found == ["tracks, fuel, spaces: should have no more spaces than the track has numbers."]
