"""Air combat: preparation, allocation step by step, fire and its results.

``fight`` lays a raid on Ioannina out: Italian bombers and escorts over the hex, enemy fighters that
have risen, and the Axis about to prepare.
"""

from __future__ import annotations

import pytest

from engine.systems.europa.air import fleet
from engine.systems.europa.air.actions import Land, LandAll
from engine.systems.europa.air.combat import strengths
from engine.systems.europa.air.combat.actions import (
    AbandonMissions,
    Allocate,
    Bypass,
    Fight,
    FireAt,
    HoldBack,
    Jettison,
    ResolveAirCombat,
)
from engine.systems.europa.air.combat.records import (
    Aiming,
    AirCombats,
    AirShot,
    ChoosingAirCombat,
    Dividing,
    Dueling,
    Matching,
    Preparing,
)
from engine.systems.europa.air.records import TURNED_BACK, AirReturn, AirUnit, Mission
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD
from engine.systems.europa.view import air_combat_panel
from tests.engine.systems.europa.air.sky import (
    BERAT,
    BORDER,
    CR42,
    FERRARA,
    G50,
    GREEKS,
    IOANNINA,
    JU87,
    KORITSA,
    MC200,
    P24,
    SM79,
    SM81,
    TIRANA,
    Sky,
)

GLAD, HURRI, MC2, BLEN4 = "british-glad", "british-hurri-1", "italian-mc-200-2", "british-blen-4"
SUPPORT, ESCORT, INTERCEPTION = (
    Mission.GROUND_SUPPORT,
    Mission.ESCORT,
    Mission.INTERCEPTION,
)


def aloft(sky: Sky, mission: Mission, at: str, base: str, *units: str) -> Sky:
    """Put air units on a mission over a hex."""
    air = sky.air
    for unit in units:
        flying = AirUnit(sky.at(base), mission=mission.value, target=sky.at(at), flown=True)
        air = air.having(unit, flying)
    return sky.having(air=air)


def fight(
    force: tuple[str, ...] = (SM79,),
    escorts: tuple[str, ...] = (),
    interceptors: tuple[str, ...] = (HURRI,),
) -> Sky:
    """Air combat over Ioannina is about to be resolved."""
    sky = Sky().put(BORDER, FERRARA).put(IOANNINA, GREEKS)
    aloft(sky, SUPPORT, IOANNINA, BERAT, *force)
    aloft(sky, ESCORT, IOANNINA, BERAT, *escorts)
    aloft(sky, INTERCEPTION, IOANNINA, IOANNINA, *interceptors)
    below = (AirReturn(AXIS, (ESCORT.value,)), AirReturn(ALLIED, (INTERCEPTION.value,)))
    return sky.ask(*below, AirCombats(ALLIED)).settle()


def home(sky: Sky) -> Sky:
    """Land all that are to land, wherever it is best."""
    while sky.kinds() & {"land all"}:
        sky.do(LandAll())
    return sky


def shooting(sky: Sky) -> tuple[str, str]:
    """Who fires at whom now."""
    assert isinstance(sky.state.top, AirShot)
    return sky.state.top.air_unit, sky.state.top.against


# Figures


def test_the_figures_of_the_rules_own_example() -> None:
    """BF-21B3.1, 21B3.2, 21B3.3: a Hurri 1 (5F5), an MC.200 (3F3), an SM.79-1 (2B3)."""
    pos = Sky().pos
    assert strengths.differential(pos, HURRI, MC200) == 2
    assert strengths.result(pos, HURRI, MC200, 5) == "aborted"
    assert strengths.differential(pos, MC200, HURRI) == -2
    assert strengths.result(pos, MC200, HURRI, 9) == "no effect"
    assert strengths.result(pos, MC200, HURRI, 7) == "no effect"
    assert (strengths.differential(pos, HURRI, SM79), strengths.modifier(pos, HURRI, SM79)) == (
        2,
        -1,
    )
    assert strengths.result(pos, HURRI, SM79, 4) == "eliminated"
    assert (strengths.differential(pos, SM79, HURRI), strengths.modifier(pos, SM79, HURRI)) == (
        -3,
        1,
    )
    assert strengths.result(pos, SM79, HURRI, 7) == "no effect"


def test_a_dive_bomber_fires_at_a_disadvantage() -> None:
    """BF-21B3.1: a Ju 87B (2D3) has -3 against a Hurri 1."""
    assert strengths.differential(Sky().pos, JU87, HURRI) == -3
    assert strengths.differential(Sky().pos, HURRI, JU87) == 2


def test_the_chances_of_a_shot_add_up() -> None:
    """BF-21B3.2"""
    found = strengths.chances(Sky().pos, HURRI, SM79)
    assert sum(found.values()) == pytest.approx(1.0)
    assert list(found) == ["eliminated", "aborted", "turned back", "no effect"]


@pytest.mark.parametrize(
    ("firing", "at", "value"),
    [("HF", "F", 1), ("HF", "B", -1), ("HF", "T", -1), ("F", "HF", -1), ("B", "HF", 0)],
)
def test_heavy_fighters_have_modifiers_of_their_own(firing: str, at: str, value: int) -> None:
    """BF-24G.1 to 24G.4"""
    rows = fleet.charts_of(Sky().context).air_combat.modifiers
    assert sum(row.value for row in rows if firing in row.firing and at in row.at) == value


def test_fighters_with_bombs_fight_worse() -> None:
    """BF-24A.1: a CR.42 (3F3) has 1 and 1 on ground support, never less."""
    sky = fight(force=(CR42,))
    assert (strengths.attack(sky.pos, CR42), strengths.defense(sky.pos, CR42)) == (1, 1)
    assert (strengths.attack(sky.pos, HURRI), strengths.defense(sky.pos, HURRI)) == (5, 5)
    aloft(sky, ESCORT, IOANNINA, BERAT, CR42)
    assert strengths.attack(sky.pos, CR42) == 3


# Preparation


def test_air_combat_begins_where_interceptors_meet_missions() -> None:
    """BF-21.1, 16C.3: the mission force's player prepares first."""
    sky = fight()
    assert sky.state.top == Preparing(AXIS, sky.at(IOANNINA))
    assert sky.kinds() == {"fight", "abandon"}


def test_abandoned_operations_end_at_once() -> None:
    """BF-21A1.1 to 21A1.4: home at once, no fire; the interceptors return in their step."""
    sky = fight(escorts=(MC200,)).do(AbandonMissions())
    assert sky.unit(HURRI).target is not None
    sky.do(LandAll())
    for unit in (SM79, MC200):
        assert sky.unit(unit).target is None
        assert sky.unit(unit).flown
    assert not isinstance(sky.state.top, AirShot | Dividing)
    assert home(sky).unit(HURRI).target is None


def test_who_abandons_does_not_land_in_the_hex() -> None:
    """BF-21A1.2: a transfer to a base of one's own with interceptors over it lands elsewhere."""
    sky = Sky().station(TIRANA, CR42)
    air = sky.air.having(CR42, AirUnit(sky.at(KORITSA), mission="transfer", flown=True))
    sky.having(air=air)
    aloft(sky, INTERCEPTION, KORITSA, IOANNINA, P24)
    sky.ask(AirReturn(ALLIED, (INTERCEPTION.value,)), AirCombats(ALLIED)).settle()
    sky.do(AbandonMissions())
    assert sky.kinds() == {"land", "land all"}
    assert all(action.target != sky.at(KORITSA) for action in sky.legal.family("land"))  # type: ignore[attr-defined]
    assert sky.objections(Land(CR42, sky.at(KORITSA))) == ["BF-21A1.2"]


def test_a_fighter_jettisons_its_bombs_and_escorts() -> None:
    """BF-24A.2, 21A2.1"""
    sky = fight(force=(CR42, SM79)).do(Jettison(CR42))
    assert sky.unit(CR42).mission == ESCORT
    assert sky.pos.air_points(sky.at(IOANNINA), AXIS) == fleet.facts(sky.pos, SM79).bombing
    assert sky.objections(Jettison(SM79)) == ["BF-24A.2"]
    sky.do(Fight())
    assert isinstance(sky.state.top, Dividing)


def test_interceptors_attack_the_screen_or_pass_it() -> None:
    """BF-21A3.1, 16B3.3: as their player likes; without a screen there is nothing to pass."""
    sky = fight(escorts=(MC200,), interceptors=(HURRI, P24)).do(Fight())
    top = sky.state.top
    assert isinstance(top, Dividing)
    assert top.battle.side == ALLIED
    sky.do(Bypass(P24))
    assert sky.objections(Bypass(P24)) == ["BF-21A3.1"]
    sky.do(Fight())
    assert shooting(sky) == (MC200, HURRI)
    assert shooting(fight().do(Fight())) == (SM79, HURRI)


def test_the_intercepting_player_chooses_the_order_of_hexes() -> None:
    """BF-21.2: each is finished before the next begins."""
    sky = Sky()
    aloft(sky, SUPPORT, IOANNINA, BERAT, SM79)
    aloft(sky, Mission.DEFENSIVE_SUPPORT, BORDER, BERAT, SM81)
    aloft(sky, INTERCEPTION, IOANNINA, IOANNINA, P24)
    aloft(sky, INTERCEPTION, BORDER, IOANNINA, GLAD)
    sky.ask(AirReturn(AXIS), AirCombats(ALLIED)).settle()
    top = sky.state.top
    assert isinstance(top, ChoosingAirCombat)
    assert top.side == ALLIED
    assert sky.objections(ResolveAirCombat(sky.at(TIRANA))) == ["BF-21.1"]
    sky.do(ResolveAirCombat(sky.at(BORDER)))
    assert sky.state.top == Preparing(AXIS, sky.at(BORDER))
    home(sky.do(AbandonMissions()))
    assert sky.state.top == Preparing(AXIS, sky.at(IOANNINA))


# Allocation


def test_one_interceptor_goes_against_each_escort_first() -> None:
    """BF-21B1a.1, 21B1a.2: of three the third goes where its player likes."""
    sky = fight(escorts=(MC200, G50), interceptors=(HURRI, P24, GLAD)).do(Fight(), Fight())
    top = sky.state.top
    assert isinstance(top, Matching)
    sky.do(Allocate(HURRI, MC200))
    assert sky.objections(Allocate(P24, MC200)) == []  # one is left for the other escort
    sky.do(Allocate(P24, MC200))
    assert sky.objections(Allocate(GLAD, MC200)) == ["BF-21B1a.1"]
    assert sky.objections(HoldBack()) == ["BF-21B1a.1"]
    sky.do(Allocate(GLAD, G50))
    assert isinstance(sky.state.top, Aiming)  # the MC.200 chooses between two


def test_escorts_left_over_join_in_or_wait_for_those_that_pass() -> None:
    """BF-21B1a.3, 21B1c.1"""
    sky = fight(escorts=(MC200, G50), interceptors=(HURRI, P24)).do(Fight(), Bypass(P24), Fight())
    sky.do(Allocate(HURRI, MC200))
    top = sky.state.top
    assert isinstance(top, Matching)
    assert (top.side, sky.kinds()) == (AXIS, {"allocate", "hold back"})
    held = next(family for family in sky.legal.families if family.name == "hold back")
    assert held.closing, "others are allocated"
    assert sky.rules.describe(sky.state, HoldBack()) == "Hold the others back"
    joined = [action for action in sky.legal.family("allocate")]
    assert joined == [Allocate(G50, HURRI)]
    sky.do(HoldBack())
    sky.roll(6, 6, 6, 6)  # Hurri 1 and MC.200 miss
    top = sky.state.top
    assert isinstance(top, Matching)
    assert list(sky.legal.family("allocate")) == [Allocate(G50, P24)]
    held = next(family for family in sky.legal.families if family.name == "hold back")
    assert not held.closing, "nobody is allocated, so nothing is done yet"
    assert sky.rules.describe(sky.state, HoldBack()) == "Hold Italian G.50 back"


def test_escorts_fire_at_those_that_pass_without_an_answer() -> None:
    """BF-21B1d.1, 21B1d.2, 21B1e.1"""
    sky = fight(escorts=(MC200, G50), interceptors=(HURRI, P24)).do(Fight(), Bypass(P24), Fight())
    sky.do(Allocate(HURRI, MC200), HoldBack()).roll(6, 6, 6, 6).do(Allocate(G50, P24))
    assert shooting(sky) == (G50, P24)
    sky.roll(6, 6)
    assert shooting(sky) == (SM79, P24)  # it got through, one against one


def test_who_is_hit_while_passing_reaches_nobody() -> None:
    """BF-21B1d.2"""
    sky = fight(escorts=(MC200, G50), interceptors=(HURRI, P24)).do(Fight(), Bypass(P24), Fight())
    sky.do(Allocate(HURRI, MC200), HoldBack()).roll(6, 6, 6, 6).do(Allocate(G50, P24))
    sky.roll(1, 1)
    assert sky.unit(P24).at == DEAD
    assert not isinstance(sky.state.top, AirShot)
    assert sky.unit(SM79).mission == SUPPORT


def test_bombers_that_nobody_attacks_neither_fire_nor_suffer() -> None:
    """BF-21B1e.1, 21B1f.1: two bombers, one interceptor, which chooses."""
    sky = fight(force=(SM79, SM81)).do(Fight())
    top = sky.state.top
    assert isinstance(top, Matching)
    assert top.side == ALLIED
    sky.do(Allocate(HURRI, SM81))
    assert shooting(sky) == (SM81, HURRI)
    sky.roll(6, 6)
    assert shooting(sky) == (HURRI, SM81)
    sky.roll(6, 6)
    assert not isinstance(sky.state.top, AirShot)
    assert sky.unit(SM79).mission == sky.unit(SM81).mission == SUPPORT


# Fire


def test_results_hold_when_both_have_fired() -> None:
    """BF-21B1b.1, 21B2.3, 21B2.4: one against one; who is hit fires all the same."""
    sky = fight(escorts=(MC200,)).do(Fight(), Fight())
    assert shooting(sky) == (MC200, HURRI)
    sky.roll(1, 1)
    assert sky.unit(HURRI).at != DEAD
    assert shooting(sky) == (HURRI, MC200)
    sky.roll(2, 3)
    assert sky.unit(HURRI).at == DEAD
    assert not sky.unit(MC200).operative


def test_the_one_against_several_chooses_at_whom_it_fires() -> None:
    """BF-21B1b.2: and they fire one by one, in an order their player picks."""
    sky = fight(escorts=(MC200,), interceptors=(HURRI, P24)).do(Fight(), Fight())
    assert sky.state.top == Aiming(AXIS, (MC200,), (P24, HURRI))
    assert sky.objections(FireAt(SM79, HURRI)) == ["BF-21B1b.2"]
    sky.do(FireAt(MC200, P24)).roll(6, 6)
    assert sky.state.top == Aiming(ALLIED, (P24, HURRI), (MC200,))
    sky.do(FireAt(P24, MC200)).roll(6, 6)
    assert shooting(sky) == (HURRI, MC200)


def test_the_several_stop_when_one_has_a_result() -> None:
    """BF-21B1b.3, 21B1b.4: the second interceptor does not fire, nor does it go on."""
    sky = fight(escorts=(MC200,), interceptors=(HURRI, P24)).do(Fight(), Fight())
    sky.do(FireAt(MC200, P24)).roll(6, 6).do(FireAt(HURRI, MC200)).roll(3, 4)
    assert sky.unit(MC200).mission in ("", TURNED_BACK)
    assert not isinstance(sky.state.top, AirShot | Aiming | Matching)
    assert sky.unit(SM79).mission == SUPPORT


def test_interceptors_that_are_alike_fire_without_a_question() -> None:
    """BF-21B1b.2: no order makes a difference."""
    sky = fight(force=(SM79,), interceptors=(GLAD, P24)).do(Fight())
    top = sky.state.top
    assert isinstance(top, Matching)
    sky.do(Allocate(GLAD, SM79), Allocate(P24, SM79)).do(FireAt(SM79, GLAD)).roll(6, 6)
    assert isinstance(sky.state.top, Aiming)  # 3F3 and 4F4 differ


@pytest.mark.parametrize(
    ("dice", "operative", "bombs"),
    [((6, 6), True, True), ((4, 4), True, False), ((3, 4), False, False)],
)
def test_turned_back_and_aborted_bombers_do_not_bomb(
    dice: tuple[int, int], operative: bool, bombs: bool
) -> None:
    """BF-21B2.1, 21B2.2, 21B2.3: a total of 7 and 6 after the modifier, at +2."""
    sky = fight().do(Fight()).roll(6, 6).roll(*dice)
    assert sky.unit(SM79).operative is operative
    assert (sky.pos.air_points(sky.at(IOANNINA), AXIS) > 0) is bombs


def test_an_interceptor_fires_once_in_an_air_phase() -> None:
    """BF-21B.1: after the screen it does not go on to the mission force."""
    sky = fight(escorts=(MC200,)).do(Fight(), Fight()).roll(6, 6, 6, 6)
    assert not isinstance(sky.state.top, AirShot | Aiming | Matching)


def test_escorts_alone_are_fought_too() -> None:
    """BF-21.1: the bombers were sent home by a patrol before."""
    sky = fight(force=(), escorts=(MC200,)).do(Fight())
    assert shooting(sky) == (MC200, HURRI)


def test_phases_go_on_after_air_combat() -> None:
    """BF-16C.3 to 16C.6: what got through bombs, the others are home."""
    sky = fight(escorts=(MC200,), interceptors=(P24,)).do(Fight(), Fight()).roll(6, 6, 6, 6)
    home(sky)
    assert sky.unit(P24).target is None
    assert sky.unit(MC200).target is None
    assert sky.unit(SM79).mission == SUPPORT


def test_the_display_of_air_combat_goes_with_its_last_shot() -> None:
    """BF-21.2: who is still over a hex as bombs fall and air units land fights no more."""
    sky = fight(escorts=(MC200,), interceptors=(P24,))
    assert air_combat_panel.displays(sky.pos)
    sky.do(Fight(), Fight())
    assert air_combat_panel.displays(sky.pos)
    sky.roll(6, 6, 6, 6)
    assert sky.unit(P24).target is not None, "it is still over the hex"
    assert not isinstance(sky.state.top, Dueling)
    assert air_combat_panel.displays(sky.pos) == ()


def test_the_display_tells_the_chances_of_each_shot() -> None:
    """BF-21B3.2: those that are chosen among; who passes the screen does not answer."""
    sky = fight(escorts=(MC200, G50), interceptors=(HURRI, P24))
    (found,) = air_combat_panel.displays(sky.pos)
    assert found.rows[0].label == "Over 14A:4718 Ioannina"
    assert found.rows[0].value == "K, A, R %"
    assert found.summary == "2 against 3", "what one sees of it folded"
    assert len(found.rows) == 1 + 2 * 2 * 3
    sky.do(Fight(), Bypass(P24), Fight()).do(Allocate(HURRI, MC200), HoldBack())
    sky.roll(6, 6, 6, 6)
    (found,) = air_combat_panel.displays(sky.pos)
    (row,) = found.rows[1:]
    assert row.label.strip() == "G.50 at P.24 (-1)"
    assert row.value == "8, 8, 25"


# The rulebook's own examples


def test_example_four_interceptors_attack_a_screen_of_two() -> None:
    """BF-21B1a.2: one goes against each escort; the other two join as their player likes."""
    risen = (HURRI, P24, GLAD, BLEN4)
    for third, fourth in ((MC200, G50), (MC200, MC200)):
        sky = fight(escorts=(MC200, G50), interceptors=risen).do(Fight(), Fight())
        sky.do(Allocate(HURRI, MC200), Allocate(P24, third), Allocate(GLAD, fourth))
        if third == fourth:
            assert sky.objections(Allocate(BLEN4, MC200)) == ["BF-21B1a.1"]
        sky.do(Allocate(BLEN4, G50))
        assert not isinstance(sky.state.top, Matching)


def test_example_two_hurricanes_intercept_two_bombers_with_two_escorts() -> None:
    """BF-21B1f.1, 21B3.3: the whole air combat of the rulebook's example, with its dice."""
    second, bomber = "yugoslav-hurri-1", "italian-sm-79-2"
    sky = fight((SM79, bomber), (MC200, MC2), (HURRI,))
    sky.having(joined={**sky.state.joined, "yugoslav": ALLIED})
    aloft(sky, INTERCEPTION, IOANNINA, IOANNINA, second)
    sky.settle().do(Fight(), Bypass(second), Fight())
    sky.do(Allocate(HURRI, MC200), HoldBack())  # steps a and b
    assert shooting(sky) == (MC200, HURRI)
    sky.roll(4, 5)
    assert shooting(sky) == (HURRI, MC200)
    sky.roll(2, 3)
    assert not sky.unit(MC200).operative
    assert sky.unit(HURRI).operative
    assert list(sky.legal.family("allocate")) == [Allocate(MC2, second)]
    sky.do(Allocate(MC2, second))  # steps c and d
    assert shooting(sky) == (MC2, second)
    sky.roll(3, 4)
    sky.do(Allocate(second, bomber))  # steps e and f; it may not fire at the escort
    assert shooting(sky) == (bomber, second)
    sky.roll(3, 4)
    assert shooting(sky) == (second, bomber)
    sky.roll(2, 2)
    assert sky.unit(bomber).at == DEAD
    assert sky.unit(SM79).mission == SUPPORT
    assert sky.unit(second).operative
