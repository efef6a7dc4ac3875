"""What tables of larger games need: weather by zone, costs by weather, rooms in a hex, links of a
supply line, closed lands, and modifiers of dice, shares and company.
"""

from __future__ import annotations

import pytest

from engine.core.actions import Roll
from engine.rules.movement.actions import Move
from engine.systems.by_hand import actions as hand
from engine.systems.by_hand.battle import Calculation
from engine.systems.by_hand.context import points_of
from maps.errors import KnownError
from oob.model import UnitId
from tests.engine.systems.by_hand.desk import (
    COMBAT,
    HEAD,
    MOVEMENT,
    STACKING,
    ZONES,
    Desk,
    scenario,
)
from tests.engine.systems.by_hand.test_declared import B5, B6, R1, R2, R9, placed, reach

SKY = """
[weather]
rule = "3.1"
kinds = [{ id = "dry", name = "dry", to = 3 }, { id = "mud", name = "mud", to = 6, movement = 50 }]
zones = [
    { id = "west", name = "the west", of = ["0101", "0201", "0301", "0202"] },
    { id = "east", name = "the east", of = ["0401", "0402"], die = 3 },
]
"""
TRACK = """
[[tracks]]
id = "war"
name = "War"
most = 1
"""


def sky(desk: Desk, **kinds: str) -> None:
    for zone, kind in kinds.items():
        wanted = hand.SetWeather(kind, zone)
        if not desk.refused(wanted):
            desk.do(wanted)


def test_each_zone_has_a_die_of_its_own_and_a_kind_that_can_be_set() -> None:
    """[H-weather]"""
    desk = Desk(HEAD.replace('kind = "supply"', 'kind = "weather"') + SKY)
    desk.game.dice = type(desk.game.dice).TYPED
    desk.do(hand.RollWeather())
    node = desk.game.view().chance
    assert node is not None and (node.reason, node.meanings[2]) == (
        "the weather of the west",
        "dry",
    )
    assert desk.do(Roll(3)) == []
    node = desk.game.view().chance
    assert node is not None and node.meanings[0] == "mud", "3 is added to the die of the east"
    assert desk.do(Roll(1)) == [
        "The weather of the west is dry (a 3).",
        "The weather of the east is mud (a 1).",
    ]
    assert [(zone.zone, zone.now) for zone in desk.rules.weather(desk.state, 1)] == [
        ("the west", "dry"),
        ("the east", "mud"),
    ]
    assert desk.rules.phases(desk.state).weather == "the west: dry, the east: mud"
    assert desk.refused(hand.SetWeather("mud", "east")) == ["That is the weather already."]
    assert desk.refused(hand.SetWeather("mud", "south")) == [
        "No zone 'south' of the weather is declared."
    ]
    assert desk.do(hand.SetWeather("mud", "west")) == ["The weather of the west is mud."]
    assert desk.refused(hand.SetWeather("mud")) == ["That is the weather already."]
    assert desk.rules.describe(desk.state, hand.SetWeather("dry", "east")) == (
        "Set the weather: dry (the east)"
    )


def test_allowances_and_costs_follow_the_weather_of_the_place() -> None:
    costs = (
        'skies = [{ id = "mire", weather = ["mud"], of = ["plain", "track"], '
        'cost = { boots = "3" } }]\n'
    )
    desk = placed(HEAD + MOVEMENT + costs + SKY, red_1="0101", red_9="0402")
    sky(desk, west="dry", east="mud")
    pos = desk.rules.position(desk.state)
    assert (pos.allowance(R1), pos.allowance(R9)) == (4, 3), "half of six in the mud"
    assert reach(desk, R1)["0301"] == 1 and reach(desk, R1)["0401"] == 4, "three by the muddy track"
    assert reach(desk, R9)["0502"] == 1, "wheels pay in mud what they pay else"


def test_a_hexside_that_raises_is_what_the_step_costs_at_least() -> None:
    ridge = MOVEMENT.replace(
        '{ id = "stream", cost = { every = "+1" } }',
        '{ id = "stream", cost = { every = "3" }, raises = true }',
    ).replace('lines = [{ id = "track", cost = { every = "1/2" } }]', "")
    desk = placed(HEAD + ridge, red_1="0301")
    pos = desk.rules.position(desk.state)
    steps = dict(pos.context.graph("boots", pos.skies)[desk.hex("0301")])
    assert points_of(steps[desk.hex("0401")]) == 3, "three in place of one, not on top of it"


def test_lands_are_closed_as_long_as_a_track_says_and_to_zones_too() -> None:
    land = '{ id = "east", of = ["red"], never = ["0402"], track = "war" }'
    text = HEAD + TRACK + MOVEMENT + f"areas = [{land}]\n" + ZONES + f"areas = [{land}]\n"
    desk = placed(text, red_1="0401")
    at = desk.hex("0402")
    assert "0402" not in reach(desk, R1) and at not in desk.rules.zones(desk.state, "red")
    assert desk.disliked(Move(R1, at))[-1] == "Red 1 XX may not be in 0402. [4.1]"
    desk.do(hand.SetTrack("war", 1))
    assert "0402" in reach(desk, R1) and at in desk.rules.zones(desk.state, "red")


def test_reduced_units_and_units_in_a_state_can_lack_a_zone() -> None:
    text = HEAD + ZONES + 'without = ["reduced", "tired"]\n'
    desk = placed(text, red_1="0201", red_2="0402")
    desk.do(hand.LoseStep(R1))
    desk.do(hand.Mark(R2, "tired"))
    assert not desk.rules.zones(desk.state, "red")


def test_eased_units_pay_less_and_one_hex_from_zone_to_zone_takes_all() -> None:
    toll = (
        '[zones]\nrule = "5"\nentering = "free"\nleaving = "cost"\nleave_cost = 2\n'
        'eased = ["red-2"]\neased_by = 1\n'
    )
    desk = placed(HEAD + MOVEMENT + toll, red_1="0203", red_2="0203", blue_5="0302")
    assert (reach(desk, R1)["0103"], reach(desk, R2)["0103"]) == (3, 2)
    barred = placed(HEAD + MOVEMENT + ZONES + "one_hex = true\n", red_1="0203", blue_5="0302")
    plain = placed(HEAD + MOVEMENT + ZONES, red_1="0203", blue_5="0302")
    plain.do(hand.Mark(R1, "tired"))
    assert "0202" not in reach(plain, R1)
    barred.do(hand.Mark(R1, "tired"))
    assert reach(barred, R1)["0202"] == 2, "all it has, for the one hex into another zone"


def test_units_take_places_of_their_own_before_those_of_the_limit() -> None:
    """[H-stacking]"""
    rooms = 'rooms = [{ id = "guns", of = ["armor"], holds = 1, terrain = { wood = 0 } }]\n'
    desk = placed(HEAD + STACKING + rooms, red_1="0201", red_2="0201", red_9="0401")
    assert desk.disliked(Move(R9, desk.hex("0201"))) == []
    look = desk.rules.position(desk.state)
    assert (look.load(desk.hex("0201"), "red", (R9,)), look.room(desk.hex("0201"))) == (2, 2)
    wood = desk.hex("0202")
    assert look.load(wood, "red", (R1, R2, R9)) == 3, "no room for it in the wood"


def test_links_of_a_supply_line_follow_each_other_by_weather() -> None:
    """[H-supply]"""
    text = (
        '[supply]\nrule = "7"\nlength = 2\nweather = { mud = 1 }\nsources = { red = ["home"] }\n'
        'links = [{ id = "carts", lines = ["track"], length = 2, weather = { mud = 1 } }]\n'
    )
    dry = placed(HEAD + text + SKY, red_1="0403", red_2="0402")
    sky(dry, west="dry", east="dry")
    assert dry.rules.supply(dry.state, R1)[0], "two by the track, two over land"
    sky(dry, west="mud")
    assert not dry.rules.supply(dry.state, R1)[0], (
        "one by the track, and no more than one on from it"
    )
    closed = text + 'areas = [{ id = "shut", of = ["red"], never = ["0402", "0302", "0303"] }]\n'
    desk = placed(HEAD + closed + SKY, red_2="0402")
    sky(desk, west="dry", east="dry")
    assert not desk.rules.supply(desk.state, R2)[0]


TABLE = (
    COMBAT.replace('kind = "odds"', 'kind = "odds"\nbelow = 1\nabove = 1\nweights = { XX = 3 }')
    .replace('    ["A", "A", "N", "N"],', '    ["A", "A", "A", "A"],\n    ["A", "A", "N", "N"],')
    .replace('    ["D", "D", "E", "E"],', '    ["D", "D", "E", "E"],\n    ["E", "E", "E", "E"],')
)


def fought(modifier: str, *units: UnitId, **where: str) -> tuple[int, str, list[str]]:
    """What is added to the dice, the odds, and the lines, of an attack on 0202 by some units."""
    text = TABLE.replace("modifiers = [", f"modifiers = [\n    {modifier},")
    desk = placed(HEAD + text, blue_5="0202", **where)
    chart = desk.rules.context.charts.combat
    assert chart is not None
    sum_ = Calculation(desk.rules.position(desk.state), chart, units, desk.hex("0202"))
    found = sum_.worked_out()
    odds = f"{found.attack}:{found.defense}"
    return found.added, odds, [line.text for line in sum_.plan().modifiers]


def test_what_is_added_to_the_dice_moves_the_row_and_is_held_at_the_last() -> None:
    """[H-combat]"""
    one = '{ id = "high", text = "High ground", when = "always", die = 1 }'
    added, _odds, lines = fought(one, R1, red_1="0201")
    assert added == 1 and "High ground, to the dice" in lines
    text = TABLE.replace(
        "modifiers = [", "modifiers = [\n    " + one.replace("die = 1", "die = 9") + ","
    )
    desk = placed(HEAD + text, red_1="0201", blue_5="0202")
    desk.game.dice = type(desk.game.dice).TYPED
    plan = desk.rules.plan(desk.state, desk.hex("0202"), (R1,))
    assert plan is not None and [result.name for result in plan.results] == ["E"]
    desk.do(hand.Resolve((R1,), desk.hex("0202")))
    assert "E at 0202" in desk.do(Roll(1))[0]


def test_factors_can_spare_units_and_look_at_who_is_beside_them() -> None:
    lone = '{ id = "lone", text = "Alone", when = "always", whose = "attacker", factor = 50, '
    apart = fought(lone + 'unless_with = ["armor"] }', R1, R9, red_1="0201", red_9="0201")
    assert apart[1] == "10:4", "the armor stands beside it"
    alone = fought(lone + 'unless_with = ["armor"] }', R1, R2, red_1="0201", red_2="0301")
    assert alone[1] == "4:4"
    spared = fought(lone + 'spares = ["red-1"] }', R1, R2, red_1="0201", red_2="0201")
    assert spared[1] == "6:4"
    only = fought(lone + 'only = ["red-1"] }', R1, R2, red_1="0201", red_2="0201")
    assert only[1] == "6:4"


@pytest.mark.parametrize(
    ("share", "more", "added"),
    [
        ("1/2", "", 1),
        ("3/5", "", 0),
        ("1/2", ', half = ["armor"]', 0),
        ("1", ', spares = ["red-1"]', 1),
    ],
)
def test_a_share_asks_how_many_of_a_side_are_of_a_kind(share: str, more: str, added: int) -> None:
    row = '{ id = "tanks", text = "Tanks", when = "type", of = ["armor"], whose = "attacker", '
    found = fought(row + f'die = 1, share = "{share}"{more} }}', R1, R9, red_1="0201", red_9="0201")
    assert found[0] == added


def test_a_modifier_may_count_in_some_terrain_or_weather_alone() -> None:
    row = '{ id = "x", text = "X", when = "always", die = 1, '
    assert fought(row + 'terrain = ["wood"] }', R1, red_1="0201")[0] == 1
    assert fought(row + 'terrain = ["plain"] }', R1, red_1="0201")[0] == 0
    assert fought(row + 'weather = ["mud"] }', R1, red_1="0201")[0] == 0


def test_a_share_is_a_part_and_rows_are_there_for_what_is_added() -> None:
    wrong = TABLE.replace(
        "modifiers = [", 'modifiers = [{ id = "s", text = "S", when = "always", share = "3/2" },'
    )
    with pytest.raises(KnownError, match="a part such as 1/7 or 1"):
        scenario(HEAD + wrong)
    with pytest.raises(KnownError, match="should have 9 rows"):
        scenario(HEAD + TABLE.replace("below = 1", "below = 2"))


def test_words_name_units_by_size_and_side_too() -> None:
    desk = Desk()
    concerns = desk.rules.context.concerns
    assert concerns(R1, ("XX",)) and concerns(B6, ("blue",)) and not concerns(B5, ("III", "red"))


def test_weather_can_seal_a_terrain_and_zones_can_reach_only_where_a_unit_may_go() -> None:
    sealed = (
        'skies = [{ id = "deep", weather = ["mud"], of = ["wood"], cost = { boots = "no" }, '
        "sealed = true }]\n"
    )
    zones = ZONES + "entered = true\n"
    desk = placed(HEAD + MOVEMENT + sealed + SKY + zones, red_1="0202", red_2="0203")
    wood = desk.hex("0202")
    sky(desk, west="dry", east="dry")
    assert "0201" in reach(desk, R1) and wood in desk.rules.position(desk.state).zone_of(R2)
    sky(desk, west="mud")
    assert set(reach(desk, R1)) <= {"0202"}, "nobody leaves it"
    assert "0202" not in reach(desk, R2)
    assert wood not in desk.rules.position(desk.state).zone_of(R2)
