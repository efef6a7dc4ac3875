"""The air replacement system and the surprise attack of the Luftwaffe (FE-26, 27, 31F2, 36)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from engine.core.actions import Roll
from engine.core.state import Piece
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fates, fleet
from engine.systems.europa.air.actions import Land
from engine.systems.europa.air.groups import chart, replacing, striking
from engine.systems.europa.air.groups.actions import (
    ActivateAirUnit,
    ActivateAll,
    AssignMost,
    AssignToStrike,
    DeactivateAirUnit,
    LeaveAll,
    SortAirUnit,
    SortAll,
)
from engine.systems.europa.air.groups.records import (
    Activating,
    AirSystem,
    Assigning,
    Box,
    Groups,
    Sorting,
    Stage,
)
from engine.systems.europa.air.records import AirUnit, Mission
from engine.systems.europa.air.title.plan import AirWithdrawal
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, UseRecommended
from engine.systems.europa.state.constants import ALLIED, AXIS, GONE, PENDING, Phase
from engine.systems.europa.state.records import Onward
from engine.systems.europa.view import group_panel
from engine.systems.fire_in_the_east import sequence
from engine.systems.fire_in_the_east.state.records import AirEast
from oob.model import UnitId
from oob.notation import shipped
from tests.engine.systems.fire_in_the_east.eastern_air import (
    GERMAN_BASE,
    HE111,
    JU52,
    JU87,
    ME109E,
    MINSK,
    MOSKVA,
    SM79,
    SOVIET_BASE,
    EastAir,
)

FIGHTERS = tuple(f"soviet-i-16-{number}" for number in range(1, 25))
BOMBERS = tuple(f"soviet-sb-2-{number}" for number in range(1, 11))
GLIDER = "german-dfs-230-1"


def system(game: EastAir, *stages: Stage, nation: str = "soviet", side: str = ALLIED) -> EastAir:
    """Have an air force go through some activities."""
    left = tuple((nation, stage) for stage in stages)
    game.ask(Onward(), AirSystem(side, left), phase=Phase.INITIAL.value, active=side)
    return game.settle()


def boxes(game: EastAir, *units: str) -> Counter[str]:
    """How many of some air units are where."""
    return Counter(str(game.state.air.units[unit].at) for unit in units)


# The order of battle of the air


def test_the_air_units_are_those_of_the_orders_of_battle() -> None:
    """[FE-36.6] [FE-36.7] [FE-ERR-OBA3] Models, numbers, remnants and allowances as listed, without
    the second PZL 24; nobody is in play before he is activated.
    """
    plan = fleet.plan_of(EastAir().context)
    listed: Counter[tuple[str, str]] = Counter()
    text = shipped.text("fire_in_the_east")
    first = re.findall(r"^(Air Units|Remnants): (.+)$", text, re.MULTILINE)
    nations = ("german", "rumanian", "rumanian", "hungarian", "hungarian", "finnish")
    for nation, (_what, line) in zip(nations, first, strict=False):
        for count, model in re.findall(r"(\d+)×([^,]+)", line):
            listed[nation, model.strip()] += int(count)
    soviet = next(line for _, line in first if "SB-RK" in line)
    for count, model in re.findall(r"(\d+)×([^,]+)", soviet):
        listed["soviet", model.strip()] += int(count)
    listed["rumanian", "PZL 24"] -= 1
    found = Counter((entry.nation, entry.model) for entry in plan.units if not entry.turn)
    assert found == listed
    assert Counter(nation for nation, _ in found.elements()) == {
        "german": 96,
        "rumanian": 9,
        "hungarian": 7,
        "finnish": 6,
        "soviet": 118,
    }
    at_start = {row.nation: row.amount for row in plan.allowances if not row.turn}
    assert at_start == {"german": 82, "rumanian": 7, "hungarian": 4, "finnish": 4, "soviet": 91}
    opening = fleet.opening(EastAir().context)
    assert not any(fleet.in_play(EastAir(state=None).pos, unit) for unit in opening.units)


def test_every_model_has_its_ratings() -> None:
    """[FE-16A.1] Quoted ones are as quoted."""
    models = fleet.charts_of(EastAir().context).models
    quoted = {
        "Me 109E": "7F5", "MiG-3": "5F5", "LaGG-3": "5F4", "PZL 24": "4F4", "Ju 87B": "2D3",
        "SM.79": "1B3", "Ju 52": "1T2", "DFS 230": "0GT1",
    }  # fmt: skip
    assert {model: models.row(model).ratings for model in quoted} == quoted
    assert models.row("Me 109E").move == 7


# The air chart


def test_example_a_group_allowance_of_103_with_101_active_lets_two_in() -> None:
    """[FE-27E.1] [FE-26B.1] [FE-27F2.1] Inoperative ones are active, gliders are not."""
    game = EastAir().allow(german=3).station(GERMAN_BASE, HE111)
    game.station(GERMAN_BASE, GLIDER).station(GERMAN_BASE, JU87, operative=False)
    assert chart.active(game.pos, "german") == 2 and chart.spare(game.pos, "german") == 1
    game.box(Box.AVAILABLE, ME109E, JU52, "german-dfs-230-2")
    game.ask(Onward(), Activating(AXIS, "german"), phase=Phase.INITIAL.value, active=AXIS)
    base = game.at(GERMAN_BASE)
    prompt = game.rules.question(game.state).prompt
    assert prompt == "German air force: 3 units available, 2 may be activated.", "and the glider"
    assert game.rules.describe(game.state, EndPhase()) == "The air force is ready", "not the phase"
    game.do(ActivateAirUnit(ME109E, base))
    assert game.objections(ActivateAirUnit(JU52, base)) == ["FE-26B.1"]
    game.do(ActivateAirUnit("german-dfs-230-2", base))
    full = "1 unit available, none may be activated: its allowance of 3 is taken."
    assert game.rules.question(game.state).prompt == f"German air force: {full}"
    assert game.state.air.units[ME109E] == AirUnit(base)


def test_air_units_are_activated_at_home() -> None:
    """[FE-27E.2] At an airbase of the home country that is not isolated; Italians in Greater
    Germany.
    """
    game = EastAir().allow(german=9, italian=1, soviet=9)
    game.box(Box.AVAILABLE, ME109E, "italian-mc-200-jul-1", "soviet-mig-3-1")
    game.ask(Onward(), Activating(AXIS, "german"), phase=Phase.INITIAL.value, active=AXIS)
    assert game.objections(ActivateAirUnit(ME109E, game.at(MINSK))) == ["FE-27E.2"]
    assert game.objections(ActivateAirUnit(ME109E, game.at("3B:2020"))) == ["FE-27E.2"]
    italian = Activating(AXIS, "italian")
    assert game.at(GERMAN_BASE) in chart.homes(game.pos, italian)
    soviet = Activating(ALLIED, "soviet")
    assert game.at(MOSKVA) in chart.homes(game.pos, soviet)
    ring = {
        UnitId(unit): Piece(at, game.context.units[UnitId(unit)].steps)
        for at, unit in zip(
            game.at(SOVIET_BASE).neighbours(),
            [u for u, r in game.context.units.items() if r.nation == "german" and r.size == "XX"],
            strict=False,
        )
    }
    game.state = game.state.with_pieces(ring)
    assert game.at(SOVIET_BASE) not in chart.homes(game.pos, soviet)


def test_air_units_are_taken_out_of_play_before_others_come_in() -> None:
    """[FE-27D.1] [FE-27.1] To the remnants."""
    game = EastAir().allow(german=3).station(GERMAN_BASE, HE111, JU87).box(Box.AVAILABLE, ME109E)
    game.ask(Onward(), Activating(AXIS, "german"), phase=Phase.INITIAL.value, active=AXIS)
    game.do(DeactivateAirUnit(HE111))
    assert game.held(Box.REMNANTS) == {HE111}
    game.do(ActivateAirUnit(ME109E, game.at(GERMAN_BASE)))
    assert game.objections(DeactivateAirUnit(JU87)) == ["FE-27D.1"]


def test_a_smaller_allowance_takes_air_units_out() -> None:
    """The phase does not end while too many are active."""
    game = EastAir().allow(german=1).station(GERMAN_BASE, HE111, JU87)
    game.ask(Onward(), Activating(AXIS, "german"), phase=Phase.INITIAL.value, active=AXIS)
    assert game.objections(EndPhase()) == ["FE-26B.1"]
    game.do(DeactivateAirUnit(HE111))
    assert game.objections(EndPhase()) == []


def test_the_air_chart_is_shown() -> None:
    """[FE-26A4.1] Active air units of the allowance, what is disrupted, boxes with models."""
    game = EastAir().having(groups=Groups({"german": 82, "soviet": 91}, {"soviet": 36}))
    game.station(GERMAN_BASE, HE111, JU87).box(Box.REMNANTS, *FIGHTERS[:2])
    shown = {one.id: one for one in group_panel.displays(game.pos)}
    axis = [(row.label.strip(), row.value) for row in shown["air chart:axis"].rows]
    assert ("German", "2 active of 82") in axis
    soviet = [(row.label.strip(), row.value) for row in shown["air chart:allied"].rows]
    assert soviet[:4] == [
        ("Soviet", "0 active of 55"),
        ("disrupted", "36"),
        ("remnants", "2"),
        ("I-16", "2"),
    ]


# Losses


@pytest.mark.parametrize(
    ("at", "box"),
    [(GERMAN_BASE, Box.FRIENDLY), ("1B:3522", Box.FRIENDLY), (MINSK, Box.ENEMY)],
)
def test_losses_in_the_air_go_by_the_land_below(at: str, box: Box) -> None:
    """[FE-26C.1] [FE-26D1.1] [FE-26D2.1] Within two hexes of one's own it is friendly."""
    game = EastAir().own(AXIS, "1B:3524")
    game.over(at, Mission.GROUND_SUPPORT, HE111, base=GERMAN_BASE)
    work = game.transition()
    fates.eliminate(game.pos, work, HE111)
    assert work.state.air.units[HE111].at == box


def test_losses_on_the_ground_are_remnants_and_gliders_are_gone() -> None:
    """[FE-26D3.1] [FE-27F2.2] [FE-26A3.1] [FE-26A1.1]"""
    game = EastAir().station(GERMAN_BASE, HE111, GLIDER)
    work = game.transition()
    for unit in (HE111, GLIDER):
        fates.eliminate(game.pos, work, unit)
    assert work.state.air.units[HE111].at == Box.REMNANTS
    assert work.state.air.units[GLIDER].at == GONE


# Culling and replacements


REST = "air units in the remnants box"
CHOICES = (
    (Stage.CULL_AVAILABLE, Box.AVAILABLE, 21, "2 of 21 available air units go to the remnants"),
    (Stage.CULL_REMNANTS, Box.REMNANTS, 12, f"1 of 12 {REST} leaves the game"),
    (Stage.REMNANTS, Box.REMNANTS, 5, f"1 of 5 {REST} becomes available; then 4 leave the game"),
)


@pytest.mark.parametrize(("stage", "box", "count", "words"), CHOICES)
def test_a_choice_says_what_becomes_of_them(stage: Stage, box: Box, count: int, words: str) -> None:
    """How many, among whom, in a sentence."""
    game = system(EastAir().allow(soviet=99).box(box, *FIGHTERS[:count]), stage)
    title = "replacement" if stage is Stage.REMNANTS else "culling"
    assert (
        game.rules.question(game.state).prompt
        == f"Soviet air force, {title}: choose which {words}."
    )


def test_example_twelve_remnants_lose_one() -> None:
    """[FE-27A.1] [FE-26A3.1] The owner picks which; it is gone for good."""
    game = system(EastAir().box(Box.REMNANTS, *FIGHTERS[:12]), Stage.CULL_REMNANTS)
    assert isinstance(game.state.top, Sorting)
    game.do(SortAirUnit(FIGHTERS[3]))
    assert boxes(game, *FIGHTERS[:12]) == {Box.REMNANTS: 11, GONE: 1}
    assert game.state.air.units[FIGHTERS[3]].at == GONE


def test_a_tenth_of_many_available_become_remnants() -> None:
    """[FE-27A.2] 21 lose two; ten none."""
    game = system(EastAir().box(Box.AVAILABLE, *FIGHTERS[:21]), Stage.CULL_AVAILABLE)
    game.do(SortAll())
    assert boxes(game, *FIGHTERS[:21]) == {Box.AVAILABLE: 19, Box.REMNANTS: 2}
    few = system(EastAir().box(Box.AVAILABLE, *FIGHTERS[:10]), Stage.CULL_AVAILABLE)
    assert boxes(few, *FIGHTERS[:10]) == {Box.AVAILABLE: 10}


def test_example_five_fighters_and_four_bombers_over_friendly_territory() -> None:
    """[FE-27B1.1] [FE-27B.1] Two and two come back, two and two are remnants; the allowance falls
    from 92 to 90.
    """
    bombers = (*BOMBERS[:3], "soviet-il-2-1")
    game = EastAir().allow(soviet=92).box(Box.FRIENDLY, *FIGHTERS[:5], *bombers)
    system(game, Stage.FRIENDLY)
    for unit in FIGHTERS[:4]:
        game.do(SortAirUnit(unit))
    assert boxes(game, *FIGHTERS[:5]) == {Box.AVAILABLE: 2, Box.REMNANTS: 2, Box.FRIENDLY: 1}
    game.do(SortAll())
    assert boxes(game, *bombers) == {Box.AVAILABLE: 2, Box.REMNANTS: 2}
    assert game.state.groups.allowances["soviet"] == 90


def test_four_of_one_type_go_before_four_of_a_category() -> None:
    """[FE-27B1.1] [FE-27F1.1] The letter N makes no other type."""
    night = "soviet-tb-3-1"
    game = EastAir().allow(soviet=9).box(Box.FRIENDLY, *BOMBERS[:3], night, "soviet-il-2-1")
    system(game, Stage.FRIENDLY)
    assert isinstance(game.state.top, Sorting)
    assert set(game.state.top.units) == {*BOMBERS[:3], night}


def test_example_three_bombers_over_enemy_territory() -> None:
    """[FE-27B2.1] One comes back, one is a remnant, one is gone; 79 becomes 78."""
    three = (HE111, "german-he-111h-2", "german-ju-88a-1")
    game = EastAir().allow(german=79).box(Box.ENEMY, *three)
    system(game, Stage.ENEMY, nation="german", side=AXIS)
    game.do(SortAirUnit(three[2]), SortAirUnit(HE111))
    assert [game.state.air.units[unit].at for unit in three] == [
        Box.REMNANTS,
        GONE,
        Box.AVAILABLE,
    ]
    assert game.state.groups.allowances["german"] == 78


def test_example_five_remnants_bring_one_back() -> None:
    """[FE-27B3.1] [FE-27B.1] Four are gone, the allowance stays; or all are left."""
    five = (JU87, HE111, "german-he-111h-2", ME109E, "german-me-109f-1")
    game = EastAir().allow(german=79).box(Box.REMNANTS, *five)
    system(game, Stage.REMNANTS, nation="german", side=AXIS)
    left = game.state
    game.do(SortAirUnit("german-me-109f-1"))
    assert boxes(game, *five) == {Box.AVAILABLE: 1, GONE: 4}
    assert game.state.groups.allowances["german"] == 79
    game.take(left)
    game.do(LeaveAll())
    assert boxes(game, *five) == {Box.REMNANTS: 5}


def test_other_replacements_are_not_left() -> None:
    """[FE-27B.1] What was lost in the air is replaced when it can be."""
    game = EastAir().allow(soviet=9).box(Box.FRIENDLY, *FIGHTERS[:4])
    system(game, Stage.FRIENDLY)
    assert game.objections(LeaveAll()) == ["FE-27B1.1"]


def test_small_air_forces_replace_whatever_they_have() -> None:
    """[FE-27F5.1] [FE-26E.1] Rumanians do, Germans do not."""
    mixed = ("rumanian-pzl-11", SM79, "rumanian-he-112b")
    game = EastAir().allow(rumanian=7).box(Box.ENEMY, *mixed)
    system(game, Stage.ENEMY, nation="rumanian", side=AXIS)
    game.do(SortAll())
    assert boxes(game, *mixed) == {Box.AVAILABLE: 1, Box.REMNANTS: 1, GONE: 1}
    german = EastAir().allow(german=7).box(Box.ENEMY, ME109E, HE111, JU52)
    system(german, Stage.ENEMY, nation="german", side=AXIS)
    assert boxes(german, ME109E, HE111, JU52) == {Box.ENEMY: 3}


def test_reinforcements_are_available_and_allowances_grow() -> None:
    """[FE-27C.1] [FE-31F2.7] Seven for the Soviets on Jul I 41, and five of what was disrupted."""
    game = EastAir().having(groups=Groups({"soviet": 91}, {"soviet": 36}))
    game.box(PENDING, "soviet-pe-2-jul-1-1")
    system(game, Stage.REINFORCEMENTS)
    assert game.state.air.units["soviet-pe-2-jul-1-1"].at == Box.AVAILABLE
    assert game.state.groups == Groups({"soviet": 98}, {"soviet": 31})
    assert chart.allowance(game.pos, "soviet") == 67


def withdrawing(patch: pytest.MonkeyPatch, game: EastAir, *models: str) -> EastAir:
    """The Germans withdraw an air unit of each model this turn."""
    rows = tuple(AirWithdrawal("german", model, game.state.turn) for model in models)
    plan = replace(fleet.plan_of(game.context), withdrawals=rows)
    patch.setattr(fleet, "plan_of", lambda _context: plan)
    game.ask(Onward(), phase=Phase.INITIAL.value, active=AXIS)
    replacing.open_phase(game.context, doing := game.transition(), AXIS)
    game.take(doing.state)
    return game.settle()


def test_two_withdrawals_of_a_turn_take_two_air_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each asks for one of those that are left; one of another type takes its place."""
    game = EastAir().allow(german=9).station(GERMAN_BASE, HE111, JU87, ME109E)
    withdrawing(monkeypatch, game, "Ju 87B", "Ju 87B")
    assert boxes(game, JU87, HE111, ME109E)[GONE] == 1, "no second of the type to withdraw"
    second = "german-ju-87b-2"
    game = EastAir().allow(german=9).station(GERMAN_BASE, HE111, JU87, second, ME109E)
    withdrawing(monkeypatch, game, "Ju 87B", "Ju 87B")
    game.do(SortAirUnit(second))
    assert boxes(game, JU87, second, HE111, ME109E)[GONE] == 2
    assert isinstance(game.state.top, Activating)


def test_each_withdrawal_asks_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last one as well, and who is gone is asked for no more."""
    third = ("german-ju-87b-2", "german-ju-87b-3")
    game = EastAir().allow(german=9).station(GERMAN_BASE, JU87, *third)
    withdrawing(monkeypatch, game, "Ju 87B", "Ju 87B")
    game.do(SortAirUnit(JU87))
    assert game.objections(SortAirUnit(JU87)) == ["FE-27F3.1"]
    game.do(SortAirUnit(third[1]))
    assert boxes(game, JU87, *third) == {GONE: 2, str(game.at(GERMAN_BASE)): 1}


def test_each_initial_phase_goes_through_all_air_forces_of_the_side() -> None:
    """[FE-27.1] [FE-26E.1] Nation by nation, the activities in their order."""
    game = EastAir().allow(german=3, rumanian=2).station(GERMAN_BASE, HE111)
    work = game.transition()
    replacing.open_phase(game.context, work, AXIS)
    frame = work.state.top
    assert isinstance(frame, AirSystem)
    assert [stage for nation, stage in frame.left if nation == "german"] == list(Stage)
    nations = list(dict.fromkeys(nation for nation, _ in frame.left))
    assert nations == ["german", "rumanian", "finnish", "italian", "hungarian", "slovakian"]


# The surprise attack


def test_who_can_be_assigned_to_the_surprise_attack() -> None:
    """[FE-31F2.1] Fighters too, but no transports, and no more than may be active."""
    game = EastAir(turn=1).allow(german=2).box(Box.AVAILABLE, HE111, ME109E, JU52, JU87)
    game.ask(Onward(), Assigning(AXIS), phase=Phase.SET_UP.value, active="")
    assert game.objections(AssignToStrike(JU52)) == ["FE-31F2.1"]
    game.do(AssignToStrike(HE111), AssignToStrike(ME109E))
    assert game.held(Box.STRIKE) == {HE111, ME109E}
    assert game.objections(AssignToStrike(JU87)) == ["FE-31F2.1"]


def test_example_72_strikers_destroy_72_and_disrupt_36() -> None:
    """[FE-31F2.3] [FE-31F2.4] [FE-31F2.5] 14 count as lost over friendly territory, 58 are
    remnants, 7 strikers are aborted.
    """
    game = EastAir(turn=1).allow(german=82, soviet=91)
    german = [u for u in game.state.air.units if u.startswith("german") and "jul" not in u][:72]
    soviet = [u for u in game.state.air.units if u.startswith("soviet") and "jul" not in u]
    game.box(Box.STRIKE, *german).box(Box.AVAILABLE, *soviet)
    work = game.transition()
    work.state = work.state.having(flow=(Onward(),), phase=Phase.SURPRISE_AIR.value, active=AXIS)
    striking.strike(game.context, work)
    game.take(work.state)
    for _ in range(72 + 7):
        game.do(Roll(1))
    assert boxes(game, *soviet) == {Box.FRIENDLY: 14, Box.REMNANTS: 58, Box.AVAILABLE: 46}
    assert sum(not game.state.air.units[unit].operative for unit in german) == 7
    assert game.state.groups.disrupted == {"soviet": 36}
    assert chart.allowance(game.pos, "soviet") == 91 - 36


def test_after_the_attack_the_soviets_deploy_and_the_strikers_come_down() -> None:
    """[FE-31F2.6] [FE-36.7] Soviets anywhere in the USSR; strikers in Greater Germany or Rumania,
    those that were aborted inoperative.
    """
    game = EastAir(turn=1).allow(german=3, soviet=3)
    game.box(Box.STRIKE, HE111, ME109E).box(Box.AVAILABLE, *FIGHTERS[:4])
    game.put_air((HE111,), AirUnit(Box.STRIKE, operative=False))
    work = game.transition()
    work.state = work.state.having(flow=(Onward(),), phase=Phase.SURPRISE_AIR.value, active=AXIS)
    striking.open_phase(game.context, work, AXIS)
    game.take(work.state)
    assert game.state.top == Activating(ALLIED, "soviet", start=True)
    game.do(ActivateAirUnit(FIGHTERS[0], game.at(MINSK)), ActivateAll(), EndPhase())
    assert chart.active(game.pos, "soviet") == 3
    assert game.objections(Land(HE111, game.at(MINSK))) == ["FE-31F2.6"]
    game.do(Land(HE111, game.at(GERMAN_BASE)), Land(ME109E, game.at("3B:2020")))
    assert not game.state.air.units[HE111].operative and game.state.air.units[ME109E].operative


def test_germans_alone_fly_in_the_surprise_turn() -> None:
    """From Greater Germany or Rumania; nobody patrols against them."""
    game = EastAir(turn=1).station("3B:2020", SM79).station(GERMAN_BASE, HE111).flying()
    game.having(phase=Phase.SURPRISE_AIR.value).put(SOVIET_BASE, "soviet-90-rifle-xx")
    harass = Mission.HARASSMENT
    assert "FE-31F.2" in game.refused(SM79, harass, SOVIET_BASE)
    assert game.refused(HE111, harass, SOVIET_BASE) == []
    game.station("5B:0909", HE111)
    assert game.refused(HE111, harass, "6A:1617")[0] == "FE-31F.2"
    order = [slot for slot in sequence.slots(game.pos) if slot[1] == AXIS][:4]
    assert order[:3] == [
        (Phase.SURPRISE_MOVEMENT, AXIS),
        (Phase.SURPRISE_AIR, AXIS),
        (Phase.SURPRISE_COMBAT, AXIS),
    ]


def test_air_forces_are_set_up_after_the_armies() -> None:
    """[FE-36.6] Strikers are assigned, then Germans and Rumanians activated: three of them in
    Norway at most.
    """
    game = EastAir(state=_begun())
    for _ in range(3):
        game.do(UseRecommended(), FinishSetUp())
    assert game.state.top == Assigning(AXIS)
    game.do(AssignMost(), EndPhase())
    assert len(game.held(Box.STRIKE)) == 74
    norway = game.at("5B:0909")
    waiting = [u for u in chart.held(game.pos, Box.AVAILABLE, "german") if "ju-87" in u]
    for unit in waiting[:3]:
        game.do(ActivateAirUnit(unit, norway))
    assert game.objections(ActivateAirUnit(waiting[3], norway)) == ["FE-36.6"]
    game.do(ActivateAll(), EndPhase())
    assert game.state.top == Activating(AXIS, "rumanian", start=True)
    lands = {
        game.context.countries[found.at]
        for unit, found in game.state.air.units.items()
        if fleet.in_play(game.pos, unit)
    }
    assert lands <= {"Greater Germany", "Norway", "Rumania"}
    game.do(ActivateAll(), EndPhase())
    assert chart.active(game.pos, "rumanian") == 7


def _begun() -> AirEast:
    state = EastAir().rules.begin().state
    assert isinstance(state, AirEast)
    return state
