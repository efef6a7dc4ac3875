"""What the index of the rulebook adds to its rules, and its first pages."""

from __future__ import annotations

from dataclasses import fields

from engine.scenarios import load_scenario, scenarios
from engine.systems.europa.air.bombing.strengths import PLANTS
from engine.systems.europa.air.missions import manners
from engine.systems.europa.air.records import Manner, Mission
from engine.systems.europa.movement.commandos import is_commando
from engine.systems.europa.state.constants import Capability
from oob.ledger.mix import loads, shipped_mix
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import Front
from tests.engine.systems.europa.air.sky import Sky

NIGHT = (Manner.NIGHT, Manner.EXTENDED_NIGHT)


def test_air_combat_and_antiaircraft_fire_share_their_results() -> None:
    """BF-IDX.3: turned back, aborted, eliminated, by two dice in both."""
    charts = Sky().context.charts
    letters = {letter for row in charts.air_combat.rows for letter in row.results}
    assert letters == {"R", "A", "K", "-"}
    row = charts.flak.rows[-1]
    assert 0 < row.eliminates < row.aborts < row.turns_back


def test_two_six_sided_dice() -> None:
    """BF-2.7: every die of the charts has six faces."""
    charts = Front().context.charts
    assert charts.dice.faces == charts.combat.die == charts.revolt.die == 6


def test_slovakia_is_of_the_axis() -> None:
    """BF-IDX.6"""
    rows = {row.id: row.side for row in Front().context.charts.nations.rows}
    assert rows["slovak"] == "axis"


def test_the_garrisons_of_the_index() -> None:
    """BF-IDX.8: six with rows of their own, and the occupation of captured cities."""
    chart = Front().context.charts.garrisons
    found = {row.id for row in chart.rows}
    assert {"Crete", "Eastern Greece", "Metaxas Line", "Yugoslav Defense", "Zara"} <= found
    garrison = UnitId("italian-50-regina")
    assert Front().put("rhodes", garrison).pos.kept(garrison) is not None
    assert chart.occupied
    assert chart.dot_city
    assert chart.reference_city


def test_of_transport_missions_regular_ones_alone_are_flown_by_night() -> None:
    """BF-IDX.10: and of bombing strategic missions; factories, replacement cities and yards are
    bombed in the East alone.
    """
    pos = Sky().pos
    nightly = {mission for mission in Mission if set(manners(pos, mission)) & set(NIGHT)}
    assert nightly - set(PLANTS) == {
        Mission.TRANSFER,
        Mission.STAGING,
        Mission.TRANSPORT,
        Mission.SHUTTLE,
        Mission.PORT_BOMBING,
        Mission.TERROR_BOMBING,
    }


def test_from_the_attack_on_greece_to_the_assault_on_crete() -> None:
    """BF-1.1: scenarios from Nov I 40 to Aug II 41, with Crete."""
    names = {info.id for info in scenarios() if info.system == "balkan_front"}
    assert {"balkan_front/campaign", "balkan_front/assault_on_crete"} <= names
    figures = load_scenario("balkan_front/campaign", {}).data.figures
    calendar = Front().context.calendar
    assert (calendar.name(1), calendar.name(figures.turns)) == ("Nov I 40", "Aug II 41")


def test_two_maps_are_one_board_of_sixteen_miles_a_hex() -> None:
    """BF-2.1, 2.2: maps 14A and 15B, joined where their edges overlap."""
    board = Front().context.map
    assert {board.label(at).partition(":")[0] for at in board.terrain} == {"14A", "15B"}
    assert board.notes["miles per hex"] == "16"


def test_no_order_of_battle_takes_more_counters_than_the_four_sheets_have() -> None:
    """BF-2.4: 1120 counters, about 120 of them for another game."""
    mix = loads(shipped_mix("balkan_front"))
    assert [limit.count for limit in mix.limits] == [1120 - 120]
    assert {"balkan_front", "balkan_front_crete", "balkan_front_marita"} <= set(mix.rosters)
    assert len(Front().context.units) <= mix.limits[0].count


def test_the_charts_of_the_box_are_charts_of_the_game() -> None:
    """BF-2.5: combat results and terrain effects, unit identification, turn record, what the two
    game charts hold (breakdowns, ports, garrisons, victory), and the sequence of play.
    """
    front = Front()
    found = {field.name for field in fields(front.context.charts)}
    assert {"combat", "terrain_costs", "effects", "capabilities", "breakdowns"} <= found
    assert {"transport", "garrisons", "victory", "flak", "air_combat", "bombing"} <= found
    assert front.context.turn_name(20) == "Aug II 41"
    assert front.rules.phases(front.state).phases


def test_armor_has_an_effect_in_attack_and_one_in_defense() -> None:
    """BF-IDX.1, IDX.2: AECA and AECD; they differ for assault guns."""
    facts = Front().context.facts(UnitId("german-184-assault-gun"), 1)
    assert (facts.aec_attack, facts.aec_defense) == (Capability.FULL, Capability.HALF)


def test_the_commandos_of_the_option_are_the_brandenburgers() -> None:
    """BF-IDX.7: the German commando unit, and not those of the British."""
    front = Front()
    able = {unit for unit in front.context.units if is_commando(front.pos, unit)}
    assert able == {"german-i-800-commando"}
