"""Air units on patrol attack what ships carry (BF-20F2h, 22A4.1, 22B1.4)."""

from __future__ import annotations

import pytest

from engine.core.actions import Roll
from engine.systems.balkan_front.state.records import SeaFront
from engine.systems.europa.air import fleet
from engine.systems.europa.air.actions import LandAll
from engine.systems.europa.air.bombing.actions import DropBombs, JoinBombing
from engine.systems.europa.air.combat import antiaircraft
from engine.systems.europa.air.combat.actions import LetPass
from engine.systems.europa.air.records import AirUnit, FlakRoll, Mission, ToLand
from engine.systems.europa.sea.actions import Ship, ShipSupply
from engine.systems.europa.sea.records import Encounter, SeaWar, ShipAttack
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import BARI, VALONA
from tests.engine.systems.europa.air.sky import BLEN, LARISA, MXD, SM79, Sky
from tests.engine.systems.europa.sea.fleet import BARI_DIV, BORDER

PATROL = Mission.NAVAL_PATROL
OFF_VALONA, FAR_OFF, INLAND = "14A:4122", "15B:0220", "14A:4216"
HIT, MISS = 6, 1


def convoy(unit: str = BORDER, over: str = OFF_VALONA, *bombers: str) -> Sky:
    """Italians in Bari, and Allied bombers on patrol."""
    sky = Sky().put(BARI, unit).ready()
    air = sky.air
    for bomber in bombers or (BLEN,):
        flying = AirUnit(sky.at(LARISA), mission=PATROL.value, target=sky.at(over))
        air = air.having(bomber, flying)
    return sky.having(air=air)


def sail(sky: Sky, unit: str = BORDER) -> Sky:
    return sky.do(Ship(UnitId(unit), sky.at(VALONA)))


def fire(sky: Sky) -> Sky:
    """The ships' fire misses."""
    while isinstance(sky.state.top, FlakRoll):
        sky.do(Roll(6))
    return sky


def landed(sky: Sky) -> Sky:
    """The bombers are home again."""
    return sky.do(LandAll()) if isinstance(sky.state.top, ToLand) else sky


def cited(sky: Sky, what: str) -> list[str]:
    """The rules by which something was told."""
    return [event.rule for event in sky.events if event.what == what]


def sunk(sky: Sky) -> dict[str, int]:
    assert isinstance(sky.state, SeaFront)
    return dict(sky.state.sea.sunk)


def test_20f2h_patrols_are_flown_to_coasts_and_the_sea_four_hexes_less() -> None:
    sky = Sky().station("14A:4025", SM79)
    assert not sky.refused(SM79, PATROL, OFF_VALONA)
    assert sky.refused(SM79, PATROL, INLAND) == ["BF-20F2h.1"]
    usual = sky.context.charts.models.row("SM.79-1").move
    assert fleet.reach(sky.pos, SM79, PATROL) == usual - 4
    assert PATROL.value not in antiaircraft.FIRED_AT


def test_20f2h_cargo_that_comes_within_four_hexes_may_be_attacked() -> None:
    sky = sail(convoy())
    assert isinstance(sky.state.top, Encounter)
    assert sky.state.top.left == (BLEN,)
    sky = sail(convoy(BORDER, FAR_OFF))
    assert sky.where_is(BORDER) == sky.at(VALONA)


def test_20f2h_all_that_are_near_may_join() -> None:
    sky = sail(convoy(BORDER, OFF_VALONA, BLEN, MXD))
    sky.do(JoinBombing(BLEN), JoinBombing(MXD), DropBombs())
    fire(sky)
    assert sky.air.units[BLEN].mission == sky.air.units[MXD].mission == PATROL
    sky = sail(convoy(BORDER, OFF_VALONA, BLEN, MXD)).do(JoinBombing(BLEN), DropBombs())
    assert any(isinstance(frame, Encounter) and frame.left == (MXD,) for frame in sky.state.flow)


def test_22a4_22b3_the_ships_alone_fire_before_the_bombs() -> None:
    sky = sail(convoy(BARI_DIV), BARI_DIV).do(DropBombs())
    shot = sky.state.top
    assert isinstance(shot, FlakRoll)
    assert shot.strength == 3, "a division on three transport points"
    assert any(isinstance(frame, ShipAttack) for frame in sky.state.flow)


@pytest.mark.parametrize(("face", "lost"), [(HIT, True), (MISS, False)])
def test_20f2h_a_hit_sinks_a_small_unit_and_a_transport_point(face: int, lost: bool) -> None:
    sky = fire(sail(convoy()).do(DropBombs())).do(Roll(face))
    assert cited(sky, "ships sunk") == (["BF-20F2h.7"] if lost else [])
    assert cited(sky, "eliminated") == (["BF-20F2h.6"] if lost else [])
    landed(sky)
    assert (sky.where_is(BORDER) == DEAD) is lost
    assert sunk(sky) == ({"axis Adriatic": 1} if lost else {})
    assert sky.state.score(ALLIED) == (2 if lost else 0)
    if not lost:
        assert sky.where_is(BORDER) == sky.at(VALONA)


def test_20f2h_a_division_is_reduced_to_its_cadre_and_sails_on() -> None:
    sky = fire(sail(convoy(BARI_DIV), BARI_DIV).do(DropBombs())).do(Roll(HIT))
    assert cited(sky, "reduced") == ["BF-20F2h.5"]
    landed(sky)
    assert sky.state.pieces[UnitId(BARI_DIV)].steps == 1
    assert sky.where_is(BARI_DIV) == sky.at(VALONA)
    assert sunk(sky) == {"axis Adriatic": 1}


def test_20f2h_supplies_are_sunk() -> None:
    sky = convoy().ready().having(sea=SeaWar(depots=frozenset({convoy().at(BARI)})))
    sky.do(ShipSupply(sky.at(BARI), sky.at(VALONA)), DropBombs())
    fire(sky).do(Roll(HIT))
    assert not sky.state.deliveries
    assert cited(sky, "supplies sunk") == ["BF-20F2h.6"]
    assert sunk(sky) == {"axis Adriatic": 1}


def test_20f2h_they_stay_until_they_have_bombed() -> None:
    sky = sail(convoy()).do(LetPass())
    assert sky.where_is(BORDER) == sky.at(VALONA)
    assert sky.air.units[BLEN].mission == PATROL
    sky = landed(fire(sail(convoy()).do(DropBombs())).do(Roll(MISS)))
    assert not sky.air.units[BLEN].mission


def test_20f2h_whoever_the_fire_turns_back_does_not_bomb() -> None:
    sky = landed(sail(convoy()).do(DropBombs(), Roll(1), Roll(1)))
    assert sky.where_is(BORDER) == sky.at(VALONA)
    assert not sunk(sky)
    assert sky.state.score(AXIS) in (0, 3)
