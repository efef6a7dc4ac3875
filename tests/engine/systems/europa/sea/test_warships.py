"""Air units bomb the warships that interdict the sea (BF-20F2i, 22A4.2, 24F)."""

from __future__ import annotations

import pytest

from engine.core.actions import Roll
from engine.systems.balkan_front.state.constants import RHODES
from engine.systems.balkan_front.state.records import SeaFront
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air.bombing import strengths
from engine.systems.europa.air.combat import antiaircraft
from engine.systems.europa.air.records import Mission
from engine.systems.europa.sea.actions import DeclareZone
from engine.systems.europa.sea.records import SeaWar
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.records import Initial
from tests.engine.systems.europa.air.sky import JU87, SM79, Sky

AT_SEA, COAST, INLAND = "15B:2305", "15B:2606", "15B:2510"
BOMBING = Mission.INTERDICTION_BOMBING
TORPEDOES = "italian-z-506"


def hunted(zone: str = "loose", *units: str) -> Sky:
    """Bombers at Rhodes while the Allies interdict the sea."""
    return Sky().station(RHODES, *(units or (SM79,))).having(sea=SeaWar(zone=zone))


def sea(sky: Sky) -> SeaWar:
    assert isinstance(sky.state, SeaFront)
    return sky.state.sea


def test_20f2i_any_coastal_or_sea_hex_of_the_zone_is_a_target() -> None:
    sky = hunted()
    assert not sky.refused(SM79, BOMBING, AT_SEA)
    assert not sky.refused(SM79, BOMBING, COAST)
    assert sky.refused(SM79, BOMBING, INLAND) == ["BF-20F2i.1"]
    assert hunted("tight").refused(SM79, BOMBING, "15B:1908") == ["BF-20F2i.1"]
    assert hunted("").refused(SM79, BOMBING, AT_SEA) == ["BF-20F2i.1"]


def test_20f2i_the_allies_have_nobody_to_bomb() -> None:
    sky = hunted().station("14A:4913", "greek-mxd-b").flying(ALLIED)
    assert "BF-20F2i.1" in sky.refused("greek-mxd-b", BOMBING, AT_SEA)


@pytest.mark.parametrize(("face", "hits"), [(6, 1), (1, 0)])
def test_20f2i_a_hit_is_worth_two_points(face: int, hits: int) -> None:
    sky = hunted("loose", JU87).station(RHODES, JU87)
    sky.fly(JU87, BOMBING, "15B:2202").do(EndPhase())
    sky.do(Roll(6), Roll(6), Roll(face))
    assert sea(sky).hits == hits
    assert sky.state.score(AXIS) == 2 * hits


def test_22a4_warships_alone_fire_with_three_points() -> None:
    sky = hunted().put(COAST, "greek-a-light-aa").fly(SM79, BOMBING, COAST)
    shot = antiaircraft.at_mission(sky.pos, SM79)
    assert shot is not None
    assert shot.strength == 3


def test_22b1_warships_fire_at_nobody_else() -> None:
    sky = hunted().own(ALLIED, COAST).fly(SM79, Mission.PORT_BOMBING, COAST)
    assert antiaircraft.at_mission(sky.pos, SM79) is None


def test_20f2i_fifteen_hits_end_interdiction() -> None:
    sky = hunted("").having(sea=SeaWar(hits=15)).phase(Initial, ALLIED)
    assert sky.objections(DeclareZone("loose")) == ["BF-20F2i.3"]
    assert not sky.having(sea=SeaWar(hits=14)).objections(DeclareZone("loose"))


def test_24f_anti_shipping_aircraft_by_themselves_add_one() -> None:
    sky = hunted("loose", SM79, TORPEDOES)
    pos, at_sea = sky.pos, BOMBING.value
    assert strengths.modifier(pos, (SM79,), at_sea) == 0
    assert strengths.modifier(pos, (TORPEDOES,), at_sea) == 1
    assert strengths.modifier(pos, (TORPEDOES,), Mission.PORT_BOMBING.value) == 0
    assert strengths.modifier(pos, (TORPEDOES, SM79), at_sea) == 0
