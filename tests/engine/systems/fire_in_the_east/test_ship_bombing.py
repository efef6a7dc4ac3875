"""Air units bomb ships and river flotillas, and what fires at them there (FE-20F2h, 22A4, 22B)."""

from __future__ import annotations

import pytest

from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.bombing.actions import AimAt, DropBombs
from engine.systems.europa.air.bombing.records import AimingBombs, BombRoll
from engine.systems.europa.air.combat import antiaircraft
from engine.systems.europa.air.records import Manner, Mission
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, Phase
from engine.systems.europa.state.records import Onward
from engine.systems.fire_in_the_east.state.records import SeaEast
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import RIFLES
from tests.engine.systems.fire_in_the_east.eastern_air import HE111, JU87, EastAir
from tests.engine.systems.fire_in_the_east.eastern_sea import (
    AURORA,
    KIROV,
    KRONSHTADT,
    LADOGA,
    LADOGA_TWO,
    MARAT,
    OKTREV,
    WholeSea,
)

SHIPS = Mission.SHIP_BOMBING
OPEN_SEA, BASE, LAKE = "2A:0732", "2A:1031", "2A:0929"
OTHER_JU87 = "german-ju-87b-2"


class Overhead(EastAir, WholeSea):
    """The whole front with ships and air units, the Axis to fly."""

    scenario = "campaign_sea"
    state: SeaEast

    def __init__(self) -> None:
        super().__init__(3, AXIS)
        self.own(AXIS, BASE).station(BASE, JU87, OTHER_JU87, HE111)


def attack(game: Overhead, at: str, *units: str) -> Overhead:
    """Fly against ships in a hex, and end the air movement step."""
    game.flying()
    for unit in units:
        game.do(FlyMission(unit, SHIPS, game.at(at)))
    return game.do(EndPhase())


def guns_at(game: Overhead, at: str, prey: str) -> int:
    """The fire at who bombs a ship in a hex."""
    game.over(at, SHIPS, JU87, base=BASE)
    found = game.state.air.units[JU87]
    unit = type(found)(found.at, mission=found.mission, target=found.target, prey=prey)
    game.put_air((JU87,), unit)
    shot = antiaircraft.at_mission(game.pos, JU87)
    return 0 if shot is None else shot.strength


def test_ships_and_flotillas_are_bombed_where_they_are() -> None:
    """[FE-20F2h.1] In port, at sea, on lakes; by day, with tactical strength, no empty hex."""
    game = Overhead().moor(KRONSHTADT, MARAT).launch(LAKE, LADOGA).flying()
    for at in (KRONSHTADT, LAKE):
        assert FlyMission(JU87, SHIPS, game.at(at)) in list(game.legal)
    assert game.refused(JU87, SHIPS, OPEN_SEA) == ["FE-20F2h.1"]
    by_night = FlyMission(HE111, SHIPS, game.at(KRONSHTADT), Manner.NIGHT)
    assert "FE-24F.3" in game.objections(by_night)


def test_a_hit_is_a_point_of_damage_and_the_last_one_sinks() -> None:
    """[FE-20F2h.1] [FE-28B.2] [FE-28E.1] Aurora takes two, a flotilla two."""
    game = Overhead().moor(KRONSHTADT, AURORA).launch(LAKE, LADOGA)
    for ship, at in ((AURORA, KRONSHTADT), (LADOGA, LAKE)):
        for hits in (1, 2):
            game.over(at, SHIPS, JU87, HE111, base=BASE)
            frame = BombRoll(AXIS, game.at(at), SHIPS, (JU87, HE111), victim=ship)
            game.ask(Onward(), frame, phase=Phase.AIR.value, active=AXIS).roll(6)
            fleet = game.state.fleet
            found = fleet.vessels.get(ship) or fleet.boats[ship]
            assert found.at == (game.at(at) if hits < 2 else DEAD)
            assert hits == 2 or found.hits == 1


def test_targets_are_named_before_guns_fire_and_bombs_fall() -> None:
    """[FE-20F2h.1] With several ships in the hex each air unit gets one; with one, none is asked
    for.
    """
    game = attack(Overhead().moor(KRONSHTADT, MARAT, KIROV), KRONSHTADT, JU87, OTHER_JU87)
    frame = game.state.top
    assert isinstance(frame, AimingBombs) and frame.mission is SHIPS
    assert game.objections(AimAt(JU87, AURORA)) == ["FE-20F2a.2"]
    game.do(AimAt(JU87, MARAT), AimAt(OTHER_JU87, KIROV))
    flying = game.state.air.units
    assert (flying[JU87].prey, flying[OTHER_JU87].prey) == (MARAT, KIROV)
    game = attack(Overhead().moor(KRONSHTADT, MARAT), KRONSHTADT, JU87)
    assert game.state.air.units[JU87].prey == MARAT


def test_each_ship_is_bombed_by_those_that_were_sent_against_it() -> None:
    """[FE-20F2h.1] Two attacks on two ships; whoever shares a target may bomb together."""
    game = Overhead().moor(OPEN_SEA, MARAT, KIROV, port=False)
    attack(game, OPEN_SEA, JU87, OTHER_JU87)
    game.do(AimAt(JU87, MARAT), AimAt(OTHER_JU87, KIROV))
    seen = set[str]()
    for _ in range(40):
        frame = game.state.top if game.state.flow else None
        if isinstance(frame, BombRoll):
            seen.add(frame.victim)
        if frame is None or game.state.phase != Phase.AIR.value:
            break
        node = game.rules.chance(game.state)
        if node is not None:
            game.roll(6)
        elif DropBombs() in list(game.legal):
            game.do(DropBombs())
        else:
            break
    assert seen == {MARAT, KIROV}


def test_at_a_flotilla_all_guns_of_the_hex_fire_but_those_of_ships() -> None:
    """[FE-22A4.1] [FE-22B.2] Each flotilla has a strength of 1, as at who bombs anything there."""
    game = Overhead().launch(LAKE, LADOGA, LADOGA_TWO)
    assert antiaircraft.strength(game.pos, game.at(LAKE), ALLIED) == 2
    assert guns_at(game, LAKE, LADOGA) == 2
    game.launch(KRONSHTADT, LADOGA).moor(KRONSHTADT, MARAT)
    assert guns_at(game, KRONSHTADT, LADOGA) == 1
    assert antiaircraft.strength(game.pos, game.at(KRONSHTADT), ALLIED) == 1


def test_a_ship_in_port_fires_with_antiaircraft_units_alone() -> None:
    """[FE-22A4.1] [FE-22B.3] Its printed strength; neither other ships nor flotillas nor the guns
    of divisions help.
    """
    game = Overhead().moor(KRONSHTADT, MARAT, OKTREV).launch(KRONSHTADT, LADOGA)
    own = game.pos.ship(MARAT).flak
    assert own == 3 and guns_at(game, KRONSHTADT, MARAT) == own
    tanks = UnitId("soviet-28-tank-xx")
    game.put(KRONSHTADT, tanks)
    assert antiaircraft.of_unit(game.pos, tanks) == 1
    assert guns_at(game, KRONSHTADT, MARAT) == own
    guns = next(
        unit
        for unit, row in game.context.units.items()
        if row.nation == "soviet"
        and game.context.facts(unit, row.steps).abilities & antiaircraft.GUNS
    )
    game.put(KRONSHTADT, guns)
    assert guns_at(game, KRONSHTADT, MARAT) == own + antiaircraft.of_unit(game.pos, guns)


def test_a_ship_at_sea_fires_with_one_more_that_nobody_bombs() -> None:
    """[FE-22B.4] Marat with Okt. Rev., the stronger of two others; with Aurora once that is
    bombed.
    """
    game = Overhead().moor(OPEN_SEA, MARAT, OKTREV, AURORA, port=False)
    flak = {ship: game.pos.ship(ship).flak for ship in (MARAT, OKTREV, AURORA)}
    assert guns_at(game, OPEN_SEA, MARAT) == flak[MARAT] + flak[OKTREV]
    unit = game.state.air.units[JU87]
    game.put_air(
        (OTHER_JU87,), type(unit)(unit.at, mission=SHIPS.value, target=unit.target, prey=OKTREV)
    )
    assert guns_at(game, OPEN_SEA, MARAT) == flak[MARAT] + flak[AURORA]


def test_the_automatic_player_bombs_ships() -> None:
    """It names a target where it is asked for one."""
    game = attack(Overhead().moor(KRONSHTADT, MARAT, AURORA), KRONSHTADT, JU87)
    advice = game.rules.advise(game.state)
    assert advice is not None and advice.action == AimAt(JU87, AURORA)


@pytest.mark.parametrize("side", [ALLIED, AXIS])
def test_only_soviet_ships_are_there_to_be_bombed(side: str) -> None:
    """[FE-20F2h.1] The Axis has none on the board."""
    game = Overhead().moor(KRONSHTADT, MARAT).put(LAKE, RIFLES)
    assert bool(game.pos.quarry(side)) is (side == ALLIED)
