"""What the index of the rulebook adds to its rules, and its first pages."""

from __future__ import annotations

from engine.scenarios import load_scenario, scenarios
from engine.systems.europa.air.missions import manners
from engine.systems.europa.air.records import Manner, Mission
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
    """BF-IDX.10: and of bombing strategic missions."""
    nightly = {mission for mission in Mission if set(manners(mission)) & set(NIGHT)}
    assert nightly == {
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
