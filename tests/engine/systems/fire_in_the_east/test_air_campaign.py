"""The air war of the whole campaign: what comes and leaves, Guards, flights by night
(FE-23, 24, 27F).
"""

from __future__ import annotations

import re
from collections import Counter

from engine.systems.europa.air import fleet, landing, readiness
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.combat import strengths as fighting
from engine.systems.europa.air.combat.records import Patrolling
from engine.systems.europa.air.groups import chart
from engine.systems.europa.air.groups.actions import SortAirUnit, SortAll
from engine.systems.europa.air.groups.records import Activating, AirSystem, Box, Sorting, Stage
from engine.systems.europa.air.records import AirMoving, Manner, Mission
from engine.systems.europa.state.constants import ALLIED, AXIS, GONE, Phase
from engine.systems.europa.state.records import Initial, Onward
from engine.systems.fire_in_the_east.economy.actions import MakeGuards
from engine.systems.fire_in_the_east.economy.making import guards
from oob.notation import shipped
from tests.engine.systems.fire_in_the_east.eastern_air import (
    BIALYSTOK,
    GERMAN_BASE,
    HE111,
    IL4,
    JU87,
    LAGG,
    ME109E,
    MIG,
    MINSK,
    MOSKVA,
    PZL24,
    EastAir,
)

NIGHT_FIGHTER, DAY_FIGHTER, OTHER_LAGG = "soviet-pe-3-sep-1", "soviet-mig-3-2", "soviet-lagg-3-2"
FIGHTERS_F = tuple(f"german-me-109f-{number}" for number in range(1, 5))
JU88 = tuple(f"german-ju-88a-{number}" for number in range(1, 4))
TURNS = {"Sep I 41": 6, "Nov I 41": 10, "Dec I 41": 12, "Dec II 41": 13, "Jan I 42": 14}
TURNS |= {"Jul I 41": 2, "Mar I 42": 18}


class AirCampaign(EastAir):
    """The whole campaign, with air units."""

    scenario = "campaign_air"


def listed(word: str) -> Counter[int]:
    """How many air units, or how much of an allowance, the orders of battle name by turn."""
    found: Counter[int] = Counter()
    turn = 1
    for line in shipped.text("fire_in_the_east").splitlines():
        turn = TURNS.get(line.strip(), 1 if line.startswith("SOVIET AIR FORCE") else turn)
        if re.match(rf"{word}( \(Far East\))?: ", line) and turn > 1:
            rest = line.partition(": ")[2]
            counts = re.findall(r"(\d+)×", rest) or [rest]
            found[turn] += sum(map(int, counts))
    return found


def test_air_units_and_allowances_come_as_the_orders_of_battle_list_them() -> None:
    """[FE-OBS-17] [FE-OBS-16] With those of the Far East on Nov I 41: 18 air units, and 16 more of
    the allowance; those of lend-lease aside.
    """
    plan = fleet.plan_of(AirCampaign().context)
    soviet = {row.turn: 0 for row in plan.allowances if row.nation == "soviet"}
    for row in plan.allowances:
        if row.nation == "soviet":
            soviet[row.turn] += row.amount
    assert soviet == {0: 91, 2: 7, 6: 7, 10: 8 + 16, 14: 8, 18: 8}
    assert sum("far-east" in entry.id for entry in plan.units) == 18
    found = Counter(entry.turn for entry in plan.units if entry.turn)
    for turn in (2, 6, 10, 14, 18):
        assert found[turn] == listed("Air Units")[turn], turn


def test_every_model_of_the_campaign_has_its_ratings() -> None:
    """Nobody is listed whom the chart does not know."""
    assert len(fleet.roster(AirCampaign().context)) == 371


def sortable(game: AirCampaign) -> set[str]:
    """The air units that can be chosen from a box or to leave."""
    return {action.air_unit for action in game.legal if isinstance(action, SortAirUnit)}


# Withdrawals


def withdrawing(turn: int, *units: str, available: tuple[str, ...] = ()) -> AirCampaign:
    """The German air force on a turn of withdrawals, with air units on the map and in the box."""
    game = AirCampaign(turn).station(GERMAN_BASE, *units).box(Box.AVAILABLE, *available)
    game.allow(german=20)
    left = (("german", Stage.WITHDRAWALS),) * {12: 2, 13: 6}[turn]
    game.ask(Onward(), AirSystem(AXIS, left), phase=Phase.INITIAL.value, active=AXIS)
    return game.settle()


def test_german_air_units_leave_by_model_from_the_map_or_the_box() -> None:
    """[FE-27F3.1] The owner chooses among those of the model."""
    game = withdrawing(12, FIGHTERS_F[0], JU87, available=(FIGHTERS_F[1],))
    assert sortable(game) == {FIGHTERS_F[0], FIGHTERS_F[1]}
    game.do(SortAll())
    assert sum(game.state.air.units[u].at == GONE for u in FIGHTERS_F[:2]) == 1
    assert game.state.air.units[JU87].at == GONE


def test_who_lacks_the_model_loses_another_of_its_type() -> None:
    """[FE-27F3.1] A Me 109E goes for a Me 109F, a He 111 for none of a dive bomber."""
    game = withdrawing(12, ME109E, HE111)
    assert game.state.air.units[ME109E].at == GONE
    assert game.state.air.units[HE111].at == game.at(GERMAN_BASE)


def test_several_of_a_model_leave_one_by_one() -> None:
    """[FE-27F3.1] Two fighters and three bombers on Dec II 41."""
    game = withdrawing(13, *FIGHTERS_F[:2], *JU88)
    while isinstance(game.state.top, Sorting):
        game.do(SortAll())
    assert {game.state.air.units[u].at for u in (*FIGHTERS_F[:2], *JU88)} == {GONE}


def test_the_allowance_shrinks_first() -> None:
    """[FE-27F3.2] By two on Dec I 41 and six on Dec II 41."""
    assert withdrawing(12).state.groups.allowances["german"] == 18
    game = withdrawing(13)
    assert game.state.groups.allowances["german"] == 14
    assert chart.allowance(game.pos, "german") == 14


# Guards


def guarding(turn: int = 14, *units: str, operative: bool = True) -> AirCampaign:
    """The Soviet initial phase of a turn."""
    game = AirCampaign(turn, ALLIED).station(MINSK, *(units or (LAGG, OTHER_LAGG)))
    for unit in units or (LAGG, OTHER_LAGG):
        game.station(MINSK, unit, operative=operative)
    game.put(MINSK, "soviet-90-rifle-xx").phase(Initial, ALLIED)
    return game


def test_two_fighters_become_guards_on_jan_i_42() -> None:
    """[FE-27F4.1] [FE-OBS-15] As in the example two LaGG-3; no third, nor one on other turns; the
    allowance and the count of active air units stay.
    """
    game = guarding(14, LAGG, OTHER_LAGG, MIG)
    active = chart.active(game.pos, "soviet")
    game.do(MakeGuards(LAGG), MakeGuards(OTHER_LAGG))
    assert game.state.guards == {LAGG, OTHER_LAGG}
    assert fleet.facts(game.pos, LAGG).model.id == "LaGG-3"
    assert chart.active(game.pos, "soviet") == active
    assert game.objections(MakeGuards(MIG)) == ["FE-27F4.1"]
    assert {"FE-27F4.1"} == set(guarding(13).objections(MakeGuards(LAGG)))
    for turn in (10, 18):
        assert not guarding(turn).objections(MakeGuards(LAGG))
    german = guarding(14).station(GERMAN_BASE, ME109E)
    assert german.objections(MakeGuards(ME109E)) == ["FE-27F4.1"]


def test_an_inoperative_air_unit_becomes_an_inoperative_guards_unit() -> None:
    """[FE-27F4.2] Its status stays."""
    game = guarding(14, LAGG, operative=False).do(MakeGuards(LAGG))
    assert not game.state.air.units[LAGG].operative and LAGG in game.state.guards


def test_guards_in_a_box_are_replaced_with_the_regulars() -> None:
    """[FE-27F4.3] Three regular fighters and one of the Guards are sorted as four."""
    game = AirCampaign(14).allow(soviet=91)
    four = tuple(f"soviet-i-16-{number}" for number in range(1, 5))
    game.having(guards=frozenset({four[0]})).box(Box.FRIENDLY, *four)
    left = (("soviet", Stage.FRIENDLY),)
    game.ask(Onward(), AirSystem(ALLIED, left), phase=Phase.INITIAL.value, active=ALLIED)
    game.settle()
    assert sortable(game) == set(four)


def test_pilots_are_no_better_than_guards() -> None:
    """[FE-24C.2] Germans fire at Guards as at anybody, Rumanians always do."""
    game = AirCampaign(14)
    assert fighting.modifier(game.pos, ME109E, LAGG) == -1
    game.having(guards=frozenset({LAGG}))
    assert fighting.modifier(game.pos, ME109E, LAGG) == 0
    assert fighting.modifier(game.pos, PZL24, LAGG) == 0


def test_guards_repair_better_and_temporary_airfields_worse() -> None:
    """[FE-23.2] One off the die of Guards, one on for a temporary airfield: both together none."""
    game = AirCampaign(14).station(MINSK, LAGG, operative=False)

    def most() -> int:
        return sum(readiness.repairs(game.pos, LAGG, face) for face in range(1, 7))

    assert most() == 2
    game.having(guards=frozenset({LAGG}))
    assert most() == 3
    game.having(strips=frozenset({game.at(MINSK)}))
    assert most() == 2
    game.having(guards=frozenset())
    assert most() == 1
    game.weather("snow")
    assert most() == 1


def test_guards_crash_like_the_axis_by_night() -> None:
    """[FE-24F.6] On a 6 alone, other Soviets on a 5 too."""
    game = AirCampaign(14)
    assert landing.crash_roll(game.pos, HE111) == 6
    assert landing.crash_roll(game.pos, IL4) == 5
    game.having(guards=frozenset({IL4}))
    assert landing.crash_roll(game.pos, IL4) == 6


def test_the_automatic_player_makes_its_best_fighters_guards() -> None:
    """A MiG-3 before a LaGG-3 and any bomber."""
    game = guarding(14, LAGG, MIG, IL4)
    assert guards.strongest(game.pos, ALLIED) == MakeGuards(MIG)
    assert guards.strongest(guarding(13).pos, ALLIED) is None


# By night


def by_night(*fighters: str) -> AirCampaign:
    """A German bomber flies to Minsk by night while Soviet fighters are on bases near it."""
    game = AirCampaign(8).station(GERMAN_BASE, HE111).own(ALLIED, MINSK, BIALYSTOK, MOSKVA)
    game.station(BIALYSTOK, *fighters)
    game.ask(Onward(), AirMoving(AXIS), phase=Phase.AIR.value, active=AXIS)
    action = FlyMission(HE111, Mission.YARD_BOMBING, game.at(BIALYSTOK), Manner.NIGHT)
    return game.do(action)


def test_night_fighters_alone_patrol_against_who_flies_by_night() -> None:
    """[FE-24F.4] Day fighters sleep."""
    game = by_night(NIGHT_FIGHTER, DAY_FIGHTER)
    assert isinstance(game.state.flow[-1], Patrolling)
    assert not isinstance(by_night(DAY_FIGHTER).state.flow[-1], Patrolling)


def test_air_units_go_out_of_play_by_the_list_unless_they_must() -> None:
    """(FE 27D) 82 buttons stood under a full air force; with a smaller allowance each has one."""
    for allowed, listed in ((2, True), (1, False)):
        game = EastAir().allow(german=allowed).station(GERMAN_BASE, HE111, JU87)
        game.ask(Onward(), Activating(AXIS, "german"), phase=Phase.INITIAL.value, active=AXIS)
        families = {one.name: one for one in game.rules.question(game.state).families}
        assert families["deactivate"].listed is listed
        assert len(list(game.legal.family("deactivate"))) == 2
