"""Position antiaircraft: what it is, where it stands, how it comes, goes, is replaced (FE-22A3)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.handler import Transition
from engine.core.state import Piece
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air.combat import antiaircraft
from engine.systems.europa.air.records import FlakRoll, Mission
from engine.systems.europa.combat import retreats
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.movement import rail_movement
from engine.systems.europa.movement.move_actions import Move, RailMove
from engine.systems.europa.production.initial_actions import JoinGuns, SplitGuns, WithdrawUnit
from engine.systems.europa.scenario.set_up import home_hexes
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, PlaceUnit
from engine.systems.europa.state.constants import DEAD, GONE, HALF, HELD, PENDING, POOL, Capability
from engine.systems.europa.state.records import Initial, Moving, SettingUp
from engine.systems.europa.state.units import POINTS, POSITION, points_of
from engine.systems.fire_in_the_east.economy import purses
from engine.systems.fire_in_the_east.economy.actions import BuyUnit, Form
from engine.systems.fire_in_the_east.state.position import EastPosition
from engine.systems.fire_in_the_east.state.records import AirEast
from engine.systems.fire_in_the_east.works import guns as panel
from maps.hexgrid import Hex
from oob.model import Size, UnitId
from oob.notation import shipped
from oob.notation.model import Action, Kind
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    RIFLES,
    deployed,
    rules_of,
)
from tests.engine.systems.fire_in_the_east.eastern_air import HE111, MINSK, MOSKVA, EastAir
from tests.engine.systems.fire_in_the_east.test_air_campaign import AirCampaign

ONES = tuple(UnitId(f"soviet-position-hv-{number}") for number in range(1, 72))
PAIR, TRIPLE = UnitId("soviet-position-hv-two-1"), UnitId("soviet-position-hv-three-1")
LIGHT, RAILWAY = UnitId("soviet-position-lt-1"), UnitId("soviet-position-hv-rr-1")
NAVAL = UnitId("soviet-position-hv-nvl-1")
GERMAN = tuple(UnitId(f"german-position-hv-lw-{number}") for number in range(1, 4))
GERMAN_LIGHT, GERMAN_PAIR = UnitId("german-position-lt-lw-1"), UnitId("german-position-hv-lw-two-1")
NAVY = UnitId("german-position-hv-km-1")
FIELD, OPEN, WEST = "1B:3611", "1B:3610", "1B:3733"
LENINGRAD, KIEV = "2A:0931", "3B:0607"


def empty(side: str = ALLIED) -> AirCampaign:
    """The campaign with air units, nobody on the map, no counter of guns in use."""
    game = AirCampaign(2, side)
    spare = {unit: Piece(HELD, 1) for unit in game.context.position_guns}
    return game.having(pieces={**game.state.pieces, **spare}).phase(Moving, side)


def setting_up() -> EastAir:
    """The rest of the Soviets sets up: its position antiaircraft waits, nothing else."""
    game = EastAir(1)
    waiting = {unit: Piece(POOL, 1) for unit in game.context.defenses}
    game.having(pieces={**game.state.pieces, **waiting})
    return game.ask(SettingUp(ALLIED), phase="set-up", active="")


def strength(game: EastAir, at: str) -> int:
    """What fires in a Soviet hex."""
    return antiaircraft.strength(game.pos, game.at(at), ALLIED)


# What it is


def test_it_has_an_antiaircraft_strength_alone() -> None:
    """[FE-22A3.1] Neither combat strength nor size nor zone; a counter of three fires with three at
    whoever bombs its hex.
    """
    game = empty().put(MINSK, TRIPLE)
    unit, facts = game.context.units[TRIPLE], game.pos.facts(TRIPLE)
    assert unit.size is Size.NONE and unit.front.attack is None
    assert (facts.attack, facts.defense, facts.body) == (0, 0, POSITION)
    assert game.pos.zoc(ALLIED) == frozenset()
    assert strength(game, MINSK) == 3
    game.over(MINSK, Mission.AIRBASE_BOMBING, HE111)
    assert antiaircraft.at_mission(game.pos, HE111) == FlakRoll(HE111, 3)


def test_any_number_of_counters_is_in_a_hex() -> None:
    """[FE-22A3.1] They take no place beside the units that a hex holds, which break its limit by
    one more of them.
    """
    rifles = [unit for unit in empty().context.units if unit.endswith("-rifle-xx")]
    soviet = [unit for unit in rifles if unit.startswith("soviet")]
    game = empty().put(OPEN, *soviet[:3], *ONES, LIGHT, RAILWAY)
    assert not game.pos.overstacked(ALLIED)
    assert game.put(OPEN, soviet[3]).pos.overstacked(ALLIED)


def test_its_counters_lie_under_those_of_the_ground_units() -> None:
    """Who looks at a hex sees who fights there."""
    rules, stacks = rules_of("campaign_air"), dict[Hex, list[bool]]()
    for counter in rules.counters(deployed("campaign_air")):
        if isinstance(counter.at, Hex):
            stacks.setdefault(counter.at, []).append(counter.unit in rules.context.undermost)
    mixed = [stack for stack in stacks.values() if len(set(stack)) == 2]
    assert len(mixed) > 20 and all(stack == sorted(stack, reverse=True) for stack in mixed)


def test_without_strength_it_is_swept_away() -> None:
    """[FE-22A3.1] [FE-13.11] Whoever has any attack strength overruns guns that stand alone."""
    game = empty(AXIS).put(FIELD, FOOT).put(OPEN, *ONES[:3])
    assert "overrun" in game.kinds()
    guarded = empty(AXIS).put(FIELD, FOOT).put(OPEN, *ONES[:3], RIFLES)
    assert "overrun" not in guarded.kinds()


def test_it_is_eliminated_in_place_of_a_retreat() -> None:
    """[FE-22A3.2] The division that stands with it goes back, the guns are lost by their rule."""
    game = empty(AXIS).put(FIELD, FOOT).put(OPEN, RIFLES, TRIPLE, LIGHT)
    units = (UnitId(RIFLES), TRIPLE, LIGHT)
    battle = Battle(AXIS, game.at(OPEN), (UnitId(FOOT),), units)
    work: Transition[AirEast] = Transition(game.state)
    retreats.withdraw(game.context, work, battle, ALLIED, units)
    assert [work.state.pieces[unit].at for unit in units[1:]] == [DEAD, DEAD]
    assert work.state.pieces[UnitId(RIFLES)].at != DEAD
    lost = [event for event in work.events if event.what == "no retreat"]
    assert {event.rule for event in lost} == {"FE-22A3.2"} and len(lost) == 2


@pytest.mark.parametrize(
    ("unit", "halves", "heavy"),
    [(ONES[0], 1, True), (PAIR, 2, True), (TRIPLE, 3, True), (LIGHT, 1, False), (NAVAL, 1, True)],
)
def test_each_point_is_half_an_equivalent_to_carry(unit: UnitId, halves: int, heavy: bool) -> None:
    """[FE-22A3.3] On rails too; heavy guns have heavy equipment, light ones have not."""
    game = empty().put(MINSK, unit)
    facts = game.pos.facts(unit)
    assert (facts.halves, facts.transport, facts.heavy) == (halves, halves, heavy)
    assert facts.atec is Capability.NONE
    assert rail_movement.charge(game.pos, unit, low=False) == halves


def test_railroad_guns_go_by_rail_alone() -> None:
    """[FE-22A3.3] They have no points for any other movement."""
    game = empty().put(MINSK, RAILWAY)
    mine = tuple(game.legal.of(RAILWAY))
    assert any(isinstance(action, RailMove) for action in mine)
    assert not any(isinstance(action, Move) for action in mine)


def test_guns_that_have_moved_fire_all_the_same() -> None:
    """[FE-22A3.1] Nothing silences them in this game."""
    game = empty().put(MINSK, TRIPLE)
    here = game.at(MINSK)
    near = {at for at in here.neighbours()}
    goal = next(a.target for a in game.legal.of(TRIPLE) if isinstance(a, Move) if a.target in near)
    game.do(Move(TRIPLE, goal))
    assert antiaircraft.of_unit(game.pos, TRIPLE) == 3


# Splitting and joining


@pytest.mark.parametrize("frame", [Initial, Moving])
def test_example_a_counter_of_three_becomes_three_of_one(frame: type[Initial | Moving]) -> None:
    """[FE-22A3.4] The hex keeps its strength; and back again."""
    game = empty().put(MINSK, TRIPLE).phase(frame, ALLIED)
    assert SplitGuns(TRIPLE, 1) in tuple(game.legal.family("split guns"))
    game.do(SplitGuns(TRIPLE, 1))
    one, two = game.pos.friends(game.at(MINSK), ALLIED)
    assert {game.pos.facts(unit).points for unit in (one, two)} == {1, 2}
    game.do(SplitGuns(max((one, two), key=lambda unit: game.pos.facts(unit).points), 1))
    there = game.pos.friends(game.at(MINSK), ALLIED)
    assert [game.pos.facts(unit).points for unit in there] == [1, 1, 1]
    assert strength(game, MINSK) == 3
    first, second, third = there
    assert JoinGuns(first, second) in tuple(game.legal.family("join guns"))
    game.do(JoinGuns(first, second))
    (pair,) = (u for u in game.pos.friends(game.at(MINSK), ALLIED) if u != third)
    game.do(JoinGuns(pair, third))
    assert strength(game, MINSK) == 3 and len(game.pos.friends(game.at(MINSK), ALLIED)) == 1


def test_what_comes_to_the_same_is_one_line_and_each_counter_has_it() -> None:
    """[FE-22A3.4] Three alike counters beside one of two points: they are joined with each other,
    or with that one; of equal ones which does not matter, unless one of them has moved.
    """
    game = empty().put(MINSK, *ONES[:3], PAIR)
    joins = tuple(game.legal.family("join guns"))
    lines = [game.rules.describe(game.state, action) for action in joins]
    one, two = game.pos.called(ONES[0]), game.pos.called(PAIR)
    assert lines == [f"Join {one} and {one}", f"Join {one} and {two}"]
    for unit in ONES[:3]:
        own = [one for one in game.legal.of(unit) if isinstance(one, JoinGuns)]
        assert len(own) == 2 and all(action.unit == unit for action in own)
        assert not any(map(game.objections, own))
    own = [one for one in game.legal.of(PAIR) if isinstance(one, SplitGuns | JoinGuns)]
    assert own == [SplitGuns(PAIR, 1), JoinGuns(PAIR, ONES[0])]
    game.having(spent={**game.state.spent, ONES[0]: 2, ONES[2]: 2})
    assert JoinGuns(ONES[0], ONES[2]) in game.legal.of(ONES[0])
    assert JoinGuns(ONES[1], ONES[0]) in game.legal.of(ONES[1])
    double = UnitId("soviet-position-hv-two-2")
    game = empty().put(MINSK, PAIR, double)
    assert [*game.legal.family("split guns")] == [SplitGuns(PAIR, 1)]
    assert SplitGuns(double, 1) in game.legal.of(double)


def test_counters_of_other_branches_and_weights_are_not_joined() -> None:
    """[FE-22A3.4] Heavy with heavy, naval with naval, railroad guns with those of railroads."""
    game = empty().put(MINSK, ONES[0], LIGHT, RAILWAY, NAVAL)
    for other in (LIGHT, RAILWAY, NAVAL):
        assert game.objections(JoinGuns(ONES[0], other)) == ["FE-22A3.4"]
    assert game.objections(SplitGuns(ONES[0], 1)) == ["FE-22A3.4"], "a single point"
    assert game.put(FIELD, ONES[1]).objections(JoinGuns(ONES[0], ONES[1])) == ["FE-22A3.4"]
    assert not tuple(game.legal.family("join guns"))


def test_the_enemy_player_exchanges_none() -> None:
    """[FE-22A3.4] The phasing player alone does, in any phase but combat."""
    game = empty(AXIS).put(MINSK, TRIPLE)
    assert game.objections(SplitGuns(TRIPLE, 1)) == ["FE-22A3.4"]


def test_there_are_counters_to_split_all_of_it() -> None:
    """[FE-22A3.4] As many of one point as there are points of a kind in the whole campaign."""
    context = AirCampaign().context
    ones, needed = Counter[str](), Counter[str]()
    for unit in context.position_guns:
        row = context.units[unit]
        kind = unit.rpartition("-")[0].replace("-two", "").replace("-three", "")
        ones[kind] += points_of(row) == 1
        begins = unit in context.setups and context.figures.starts(context.setups[unit].place)
        if begins or unit in context.arrivals:
            needed[kind] += points_of(row)
    assert ones == needed and sum(ones.values()) == 180


# The order of battle


def listed(*actions: Action) -> Counter[tuple[str, str, str]]:
    """The points of the printed order of battle by nation, kind and branch."""
    found = Counter[tuple[str, str, str]]()
    for item in shipped.load("fire_in_the_east", corrected=True).items:
        if item.kind is Kind.POSITION_AA and item.action in actions:
            nation = (item.section.nationality or item.section.side).lower()
            found[nation, item.type.removeprefix("Position AA "), item.suffix.lower()] += item.count
    return found


def counters(units: tuple[UnitId, ...]) -> Counter[tuple[str, str, str]]:
    """The same of counters."""
    context, found = AirCampaign().context, Counter[tuple[str, str, str]]()
    for unit in units:
        row = context.units[unit]
        weight = "hv" if row.type.startswith("heavy") else "lt"
        branch = next((word for word in ("lw", "km", "nvl") if word in row.traits), "")
        rail = " RR" if "rail only" in row.traits else ""
        found[row.nation, weight + rail, branch] += points_of(row)
    return found


def test_the_points_are_those_of_the_order_of_battle() -> None:
    """[FE-OBA-3] [FE-OBS-10] To the last point: at the start, as reinforcements, what leaves."""
    context = AirCampaign().context
    guns = context.position_guns
    starts = tuple(
        u for u in guns if u in context.setups and context.figures.starts(context.setups[u].place)
    )
    assert counters(starts) == listed(Action.INITIAL) and sum(counters(starts).values()) == 109
    comes = tuple(unit for unit in guns if unit in context.arrivals)
    assert counters(comes) == listed(Action.REINFORCE) and sum(counters(comes).values()) == 71
    plan = context.figures.schedule.withdrawals
    leaves = tuple(unit for row in plan for unit in row.units if unit in guns)
    assert counters(leaves) == listed(Action.WITHDRAW) and sum(counters(leaves).values()) == 4


def test_the_counters_say_that_they_are_reconstructed() -> None:
    """[FE-OBS-10] Each has a note; strengths are points 1, 2 and 3."""
    context = AirCampaign().context
    for unit in context.position_guns:
        row = context.units[unit]
        assert "reconstructed" in row.note and row.front.move in (0, 4)
        assert (row.front.move == 0) == ("rail only" in row.traits)
        assert row.name == str(points_of(row)) and f"{POINTS}{row.name}" in row.traits


@pytest.mark.parametrize("scenario", ["barbarossa", "campaign", "army_group_north"])
def test_a_game_on_the_ground_has_none(scenario: str) -> None:
    """[FE-22A3.1] Nobody bombs there."""
    assert rules_of(scenario).context.position_guns == ()


def test_the_luftwaffe_begins_with_what_is_listed() -> None:
    """[FE-OBA-3] 96 air units, four of them gliders; an allowance of 82; 15 airfields in Greater
    Germany and one in Norway on clear ground or rough; guns at airbases there and in Rumania.
    """
    game = EastAir(1)
    context, plan = game.context, game.context.figures.air
    begins = [row for row in plan.units if row.nation == "german" and row.box == "available"]
    assert sum(row.count for row in begins) == 96
    assert sum(row.count for row in begins if row.model == "DFS 230") == 4
    (allowance,) = (row for row in plan.allowances if row.nation == "german" and not row.turn)
    assert allowance.amount == 82
    fields = Counter(context.countries[at] for at in context.airfields_at_start)
    assert (fields["Greater Germany"], fields["Norway"]) == (15, 1)
    for at in context.airfields_at_start:
        assert context.map.terrain[at] in ("clear", "rough")
    homes = home_hexes(context, GERMAN[0])
    assert {context.countries[at] for at in homes} == {"Greater Germany", "Rumania"}
    assert all(context.begins_as_base(at) for at in homes)
    assert home_hexes(context, GERMAN_LIGHT) == homes


# Set-up


def test_some_places_have_points_at_least() -> None:
    """[FE-OBS-10] [FE-ERR-OBS8] Two a hex of Leningrad and Moskva, one in each other hex of a major
    city, fortress and permanent airfield of the list.
    """
    context = setting_up().context
    asked = {context.number(at): row.least for at, row in context.defended.items()}
    assert {asked[at] for at in (MOSKVA, "2A:3416", LENINGRAD, "2A:0831")} == {2}
    assert asked[KIEV] == asked["1B:4024"] == asked["1B:4622"] == asked["2A:0832"] == 1
    assert list(asked.values()).count(2) == 9 and len(asked) == 54
    soviet = {at for at in context.airfields_at_start if context.countries[at] == "USSR"}
    assert len(soviet) == 18 and soviet <= set(context.defended)


def test_points_beyond_what_is_asked_for_stand_at_any_base() -> None:
    """[FE-OBS-10] 23 of 86; the next one is needed elsewhere, and none stands in the open."""
    game = setting_up()
    assert (game.pos.guns_waiting(), sum(game.pos.guns_missing().values())) == (86, 63)
    for unit in ONES[:23]:
        game.do(PlaceUnit(unit, game.at("1B:3524")))
    assert game.objections(PlaceUnit(ONES[23], game.at("1B:3524"))) == ["FE-OBS-10"]
    assert game.objections(PlaceUnit(ONES[23], game.at(OPEN)))
    game.do(PlaceUnit(ONES[23], game.at(KIEV)))
    assert game.objections(PlaceUnit(ONES[23], game.at("1B:3524"))) == ["FE-OBS-10"]
    assert game.objections(PlaceUnit(ONES[23], game.at(MOSKVA))) == []
    assert game.objections(PlaceUnit(ONES[0], game.at("1B:5104"))) == []


def test_an_airfield_is_defended_by_the_corrected_rule() -> None:
    """[FE-ERR-OBS8] What lacks last is a permanent airfield."""
    game = setting_up()
    fields = sorted(at for at in game.context.airfields_at_start if at in game.context.defended)
    waiting = list(game.context.defenses)
    for at, row in game.context.defended.items():
        if at != fields[0]:
            game.do(*(PlaceUnit(waiting.pop(), at) for _ in range(row.least)))
    game.do(*(PlaceUnit(unit, game.at(MOSKVA)) for unit in waiting[1:]))
    assert game.objections(PlaceUnit(waiting[0], game.at(MOSKVA))) == ["FE-ERR-OBS8"]
    game.do(PlaceUnit(waiting[0], fields[0])).do(FinishSetUp())


def test_the_panel_counts_what_is_left() -> None:
    """[FE-OBS-10] Points to set up, and the hexes that lack some; none once all stand."""
    game = setting_up()
    (shown,) = panel.displays(game.pos)
    assert shown.summary == "86 points to set up, 63 asked for"
    assert len([row for row in shown.rows if row.hex is not None]) == 54
    game.do(PlaceUnit(ONES[0], game.at(KIEV)))
    (shown,) = panel.displays(game.pos)
    assert shown.summary == "85 points to set up, 62 asked for"
    assert game.at(KIEV) not in {row.hex for row in shown.rows}
    assert panel.displays(EastAir().pos) == ()


def test_what_waits_to_be_set_up_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of 86 points is asked about each base; all of that is about one position."""
    counted, original = list[EastPosition](), EastPosition._guns_waiting
    monkeypatch.setattr(
        EastPosition, "_guns_waiting", lambda pos: counted.append(pos) or original(pos)
    )
    game = setting_up()
    pos = game.pos
    for unit in ONES[:5]:
        for at in ("1B:3524", KIEV):
            assert pos.ill_placed(unit, game.at(at)) is None
    assert len(counted) == 1
    game.do(PlaceUnit(ONES[0], game.at(KIEV)))
    assert game.pos.guns_waiting() == 85


def test_the_recommended_set_up_places_all_of_it() -> None:
    """[FE-OBS-10] 92 Soviet points with those of the navy, every place with what it needs."""
    state = deployed("barbarossa_air")
    game = EastAir(state=state)
    assert game.pos.guns_waiting() == 0 and not game.pos.guns_missing()
    points = Counter[str]()
    for unit in game.context.position_guns:
        if game.pos.piece(unit).hex is not None:
            points[game.context.units[unit].nation] += game.pos.facts(unit).points
    assert points == {"soviet": 92, "german": 13, "finnish": 4}
    assert game.pos.piece(NAVAL).at == game.at("2A:0832")


# What comes, goes and is bought


def test_germans_without_limit_in_southern_finland() -> None:
    """[FE-32B.6] Position antiaircraft does not count against it."""
    game = empty(AXIS)
    row = next(row for row, _ in game.pos.bounds() if row.nation == "german")
    before = game.pos.forces(row)
    assert game.put("1B:0410", *GERMAN).pos.forces(row) == before


def test_three_heavy_points_and_a_light_one_leave_on_dec_ii() -> None:
    """[FE-34C.1] Points of the Luftwaffe in any counters; a larger one is split first."""
    game = empty(AXIS).put("1B:3333", GERMAN_PAIR, GERMAN[0], GERMAN_LIGHT, NAVY)
    game.put("1B:3632", UnitId("german-position-hv-lw-two-2")).having(turn=13)
    game.phase(Initial, AXIS)
    assert game.objections(WithdrawUnit(NAVY)) == ["FE-34C.1"]
    game.do(WithdrawUnit(GERMAN_PAIR), WithdrawUnit(GERMAN_LIGHT))
    assert game.pos.piece(GERMAN_PAIR).at == GONE
    late = UnitId("german-position-hv-lw-two-2")
    assert game.objections(WithdrawUnit(late)) == ["FE-34C.1"]
    assert "FE-34C.1" in game.objections(EndPhase())
    game.do(SplitGuns(late, 1))
    one = next(u for u in game.pos.friends(game.at("1B:3632"), AXIS))
    game.do(WithdrawUnit(one))
    assert "FE-34C.1" not in game.objections(EndPhase())


@pytest.mark.parametrize(
    ("unit", "infantry", "armor"),
    [
        (ONES[0], 0, 0.5),
        (PAIR, 0, 1),
        (TRIPLE, 0, 1.5),
        (LIGHT, 0, 0.5),
        (GERMAN[0], 0.5, 0),
        (GERMAN_PAIR, 1, 0),
        ("german-217-infantry-xx", 7, 0),
        ("german-7-parachute-xx-hq-lw", 1, 0),
        ("finnish-1-hv-aa-ii", 1, 0),
        ("german-604-mot-lt-aa-ii", 1, 0),
    ],
)
def test_a_point_costs_half_a_point(unit: str, infantry: float, armor: float) -> None:
    """[FE-34B.2] Other units one for each point of attack, of defense without any, one for none at
    all or a headquarters.
    """
    context = empty().context
    steps = context.units[UnitId(unit)].steps
    assert purses.cost(context, UnitId(unit), steps) == (infantry * HALF, armor * HALF)


def test_half_points_pay_for_guns() -> None:
    """[FE-34B.2] Half an armor point of the Soviets, half an infantry point of the Germans."""
    game = empty(AXIS).having(points={"german infantry": 1}).phase(Initial, AXIS)
    game.having(
        pieces={**game.state.pieces, GERMAN[0]: Piece(DEAD, 0), GERMAN_PAIR: Piece(DEAD, 0)}
    )
    buy = BuyUnit(GERMAN[0], game.at(WEST), "infantry", Form.WHOLE)
    dear = BuyUnit(GERMAN_PAIR, game.at(WEST), "infantry", Form.WHOLE)
    assert buy in tuple(game.legal.family("buy unit")) and dear not in tuple(
        game.legal.family("buy unit")
    )
    assert game.objections(dear) == ["FE-34B.2"]
    game.do(buy)
    assert game.state.points == {} and game.pos.piece(GERMAN[0]).at == game.at(WEST)
    red = empty().having(points={"soviet armor": 1}, turn=6).phase(Initial, ALLIED)
    red.having(pieces={**red.state.pieces, LIGHT: Piece(DEAD, 0)})
    offers = [a for a in red.legal.family("buy unit") if isinstance(a, BuyUnit)]
    assert offers and {(a.unit, a.purse) for a in offers} == {(LIGHT, "armor")}
    assert not red.do(offers[0]).state.points


def test_the_automatic_player_posts_guns_at_airbases() -> None:
    """[FE-22A3.3] What comes in at the edge rides to an airbase, and stays there."""
    game = empty(AXIS).put(WEST, GERMAN[0])
    for _ in range(4):
        advice = game.rules.advise(game.state)
        assert advice is not None
        if isinstance(advice.action, EndPhase):
            break
        game.do(advice.action)
    at = game.pos.piece(GERMAN[0]).hex
    assert at is not None and at != game.at(WEST) and game.context.begins_as_base(at)
    assert game.state.pieces[GERMAN[1]].at in (HELD, PENDING)
